/* test-perf-made.c: perf.data written by hand, record by record: what no recording shows on demand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-perf-private.h"

#include <stdarg.h>
#include <unistd.h>

#define SAMPLE_TYPE (ASC_PERF_SAMPLE_IDENTIFIER | ASC_PERF_SAMPLE_IP | ASC_PERF_SAMPLE_TID | ASC_PERF_SAMPLE_TIME | ASC_PERF_SAMPLE_PERIOD | ASC_PERF_SAMPLE_CALLCHAIN)

#define KERNEL 1
#define USER 2

/* A recording that is being written. */
typedef struct
{
  GByteArray *attrs;
  GByteArray *ids;
  GByteArray *data;
  guint n_attrs;
  guint at; /* of the record that is open */
} Maker;

static void
put_bytes (GByteArray *array, gconstpointer data, gsize size)
{
  g_byte_array_append (array, data, (guint) size);
}

static void
put32 (GByteArray *array, guint32 v)
{
  v = GUINT32_TO_LE (v);
  put_bytes (array, &v, 4);
}

static void
put64 (GByteArray *array, guint64 v)
{
  v = GUINT64_TO_LE (v);
  put_bytes (array, &v, 8);
}

static void
put_string (GByteArray *array, const char *text)
{
  static const char zeros[8] = { 0 };
  gsize n = strlen (text) + 1;

  put_bytes (array, text, n);
  put_bytes (array, zeros, (8 - n % 8) % 8);
}

static Maker *
maker_new (void)
{
  Maker *self = g_new0 (Maker, 1);

  self->attrs = g_byte_array_new ();
  self->ids = g_byte_array_new ();
  self->data = g_byte_array_new ();
  return self;
}

static void
maker_free (Maker *self)
{
  g_byte_array_unref (self->attrs);
  g_byte_array_unref (self->ids);
  g_byte_array_unref (self->data);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Maker, maker_free)

/* An event of hardware config @config whose id is 100 + its number. */
static void
add_attr (Maker *self, guint64 config, guint64 sample_type, guint64 read_format, guint64 flags, guint64 branch_type)
{
  put32 (self->attrs, 0);
  put32 (self->attrs, 128);
  put64 (self->attrs, config);
  put64 (self->attrs, 1000);
  put64 (self->attrs, sample_type);
  put64 (self->attrs, read_format);
  put64 (self->attrs, flags | ASC_PERF_FLAG_SAMPLE_ID_ALL | ASC_PERF_FLAG_EXCLUDE_GUEST);
  put64 (self->attrs, 0);
  put64 (self->attrs, 0);
  put64 (self->attrs, 0);
  put64 (self->attrs, branch_type);
  for (guint i = 80; i < 128; i += 8)
    put64 (self->attrs, 0);
  put64 (self->attrs, self->ids->len); /* made a place in the file by finish() */
  put64 (self->attrs, 8);
  put64 (self->ids, 100 + self->n_attrs++);
}

static void
begin (Maker *self, guint32 type, guint misc)
{
  self->at = self->data->len;
  put32 (self->data, type);
  put32 (self->data, misc);
}

static void
end (Maker *self)
{
  guint size = self->data->len - self->at;

  self->data->data[self->at + 6] = (guint8) size;
  self->data->data[self->at + 7] = (guint8) (size >> 8);
}

/* The trailer of a record that is no sample, of SAMPLE_TYPE: TID, TIME, IDENTIFIER. */
static void
end_at (Maker *self, gint pid, gint tid, guint64 time)
{
  put32 (self->data, (guint32) pid);
  put32 (self->data, (guint32) tid);
  put64 (self->data, time);
  put64 (self->data, time != 0 ? 100 : 0);
  end (self);
}

static void
add_mmap (Maker *self, gint pid, guint64 time, guint misc, guint64 start, guint64 size, guint64 offset, const char *path)
{
  begin (self, ASC_PERF_RECORD_MMAP, misc);
  put32 (self->data, (guint32) pid);
  put32 (self->data, (guint32) pid);
  put64 (self->data, start);
  put64 (self->data, size);
  put64 (self->data, offset);
  put_string (self->data, path);
  end_at (self, pid, pid, time);
}

static void
add_comm (Maker *self, gint pid, gint tid, guint64 time, guint misc, const char *name)
{
  begin (self, ASC_PERF_RECORD_COMM, misc);
  put32 (self->data, (guint32) pid);
  put32 (self->data, (guint32) tid);
  put_string (self->data, name);
  end_at (self, pid, tid, time);
}

static void
add_task (Maker *self, guint32 type, gint pid, gint ppid, gint tid, gint ptid, guint64 time)
{
  begin (self, type, 0);
  put32 (self->data, (guint32) pid);
  put32 (self->data, (guint32) ppid);
  put32 (self->data, (guint32) tid);
  put32 (self->data, (guint32) ptid);
  put64 (self->data, time);
  end_at (self, pid, tid, time);
}

/* A sample of event @attr; the chain ends with 0. */
static void
begin_sample (Maker *self, guint attr, gint tid, guint64 time, guint cpumode, guint64 ip)
{
  begin (self, ASC_PERF_RECORD_SAMPLE, cpumode);
  put64 (self->data, 100 + attr);
  put64 (self->data, ip);
  put32 (self->data, (guint32) tid / 10 * 10);
  put32 (self->data, (guint32) tid);
  put64 (self->data, time);
  put64 (self->data, 7);
}

static void
put_chain (Maker *self, guint64 first, va_list list)
{
  guint at = self->data->len;
  guint64 n = 0;

  put64 (self->data, 0);
  for (guint64 word = first; word != 0; word = va_arg (list, guint64))
    {
      put64 (self->data, word);
      n++;
    }
  self->data->data[at] = (guint8) n;
}

static void
add_sample (Maker *self, gint tid, guint64 time, guint cpumode, guint64 ip, ...)
{
  va_list list;
  guint64 first;

  va_start (list, ip);
  first = va_arg (list, guint64);
  begin_sample (self, 0, tid, time, cpumode, ip);
  put_chain (self, first, list);
  end (self);
  va_end (list);
}

#define A(x) ((guint64) (x))
#define END A (0)

static AscExperiment *
finish (Maker *self)
{
  g_autoptr (GByteArray) file = g_byte_array_new ();
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  int fd = g_file_open_tmp ("asc-test-XXXXXX", &path, NULL);
  guint64 attrs_at = 104 + self->ids->len;
  AscExperiment *e;

  for (guint i = 0; i < self->n_attrs; i++)
    self->attrs->data[i * 144 + 128] += 104;
  put_bytes (file, "PERFILE2", 8);
  put64 (file, 104);
  put64 (file, 144);
  put64 (file, attrs_at);
  put64 (file, self->attrs->len);
  put64 (file, attrs_at + self->attrs->len);
  put64 (file, self->data->len);
  for (guint i = 0; i < 6; i++)
    put64 (file, 0);
  put_bytes (file, self->ids->data, self->ids->len);
  put_bytes (file, self->attrs->data, self->attrs->len);
  put_bytes (file, self->data->data, self->data->len);
  g_assert_cmpint (write (fd, file->data, file->len), ==, file->len);
  close (fd);
  e = asc_experiment_open (path, NULL, NULL, NULL, &error);
  unlink (path);
  g_assert_no_error (error);
  return e;
}

/* The stack as "object:address object:address^", leaf first; "-" for none. */
static char *
print_stack (AscExperiment *e, guint32 node)
{
  const AscStacks *stacks = asc_experiment_get_stacks (e);
  guint n;
  const AscFrame *frames = asc_experiment_get_frames (e, &n);
  const AscObject *objects = asc_experiment_get_objects (e, &n);
  GString *text = g_string_new (node == ASC_NONE ? "-" : NULL);

  for (; node != ASC_NONE; node = stacks->parent[node])
    {
      const AscFrame *frame = &frames[stacks->frame[node]];

      g_string_append_printf (text, "%s%s:%" G_GINT64_MODIFIER "x%s", text->len > 0 ? " " : "", objects[frame->object].name != NULL ? objects[frame->object].name : "?",
                              frame->address, frame->flags & ASC_FRAME_CALL ? "^" : "");
    }
  return g_string_free (text, FALSE);
}

static void
check_stack (AscExperiment *e, guint event, const char *wanted)
{
  g_autofree char *text = print_stack (e, asc_experiment_get_events (e)->stack[event]);

  g_assert_cmpstr (text, ==, wanted);
}

/* "kind=value" of every event. */
static void
check_values (AscExperiment *e, const char *wanted)
{
  const AscEvents *events = asc_experiment_get_events (e);
  guint n;
  const AscEventKind *kinds = asc_experiment_get_kinds (e, &n);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < events->n_events; i++)
    g_string_append_printf (text, "%s%s=%" G_GINT64_FORMAT, i > 0 ? " " : "", kinds[events->kind[i]].id, events->value[i]);
  g_assert_cmpstr (text->str, ==, wanted);
}

static Maker *
simple (void)
{
  Maker *maker = maker_new ();

  add_attr (maker, 0, SAMPLE_TYPE, 0, 0, 0);
  add_mmap (maker, -1, 0, KERNEL, 0xffffffff81000000, 0x1000000, 0xffffffff81000000, "[kernel.kallsyms]_text");
  add_mmap (maker, -1, 0, KERNEL, 0xffffffffc0000000, 0x10000, 0, "/lib/modules/6.1/kernel/net/nf-nat.ko.xz");
  add_mmap (maker, 10, 0, USER, 0x10000, 0x10000, 0x1000, "/bin/a");
  return maker;
}

/* Leaf and callers, markers, kernel and modules, no chain, a chain without an address. */
static void
test_chains (void)
{
  g_autoptr (Maker) maker = simple ();
  g_autoptr (AscExperiment) e = NULL;

  add_sample (maker, 10, 5, USER, A (0x10010), ASC_PERF_CONTEXT_USER, A (0x10010), A (0x10020), A (0x999999), END);
  add_sample (maker, 10, 6, KERNEL, A (0xffffffff81000010), ASC_PERF_CONTEXT_KERNEL, A (0xffffffff81000010), A (0xffffffffc0000020), ASC_PERF_CONTEXT_USER, A (0x10030), END);
  add_sample (maker, 10, 7, USER, A (0x10040), END);
  add_sample (maker, 10, 8, USER, A (0x10050), ASC_PERF_CONTEXT_USER, END);
  add_sample (maker, 10, 9, USER, A (0x10010), A (0x10010), A (0x20000), END); /* just behind the last byte */
  e = finish (maker);
  check_stack (e, 0, "a:1010 a:1020^ ?:999999^");
  check_stack (e, 1, "[kernel.kallsyms]:ffffffff81000010 [nf_nat]:ffffffffc0000020^ a:1030^");
  check_stack (e, 2, "a:1040");
  check_stack (e, 3, "a:1050");
  check_stack (e, 4, "a:1010 a:11000^");
}

/* Samples are looked up in what was mapped at their time, wherever in the file that stands. */
static void
test_times (void)
{
  g_autoptr (Maker) maker = simple ();
  g_autoptr (AscExperiment) e = NULL;

  add_sample (maker, 10, 30, USER, A (0x12010), END);
  add_sample (maker, 10, 10, USER, A (0x12010), END);
  add_sample (maker, 10, 30, USER, A (0x15010), END);
  add_sample (maker, 10, 50, USER, A (0x12010), END);
  add_mmap (maker, 10, 40, USER | ASC_PERF_MISC_MMAP_DATA, 0x12000, 0x1000, 0, "/data"); /* no code */
  add_mmap (maker, 10, 20, USER, 0x12000, 0x2000, 0x7000, "/lib/b");                     /* cuts a into two */
  e = finish (maker);
  check_stack (e, 0, "b:7010");
  check_stack (e, 1, "a:3010");
  check_stack (e, 2, "a:6010");
  check_stack (e, 3, "?:12010");
  g_assert_cmpint (asc_experiment_get_events (e)->time_ns[1], ==, 0);
  g_assert_cmpint (asc_experiment_get_duration_ns (e), ==, 40);
}

/* A child has its parent's maps of the time of the fork; a process id that comes back is another process. */
static void
test_forks (void)
{
  g_autoptr (Maker) maker = simple ();
  g_autoptr (AscExperiment) e = NULL;
  const AscEvents *events;
  const AscThread *threads;
  guint n;

  add_task (maker, ASC_PERF_RECORD_FORK, 20, 10, 20, 10, 10);
  add_mmap (maker, 10, 20, USER, 0x10000, 0x1000, 0, "/lib/late");
  add_sample (maker, 20, 30, USER, A (0x10010), END);
  add_sample (maker, 10, 30, USER, A (0x10010), END);
  add_task (maker, ASC_PERF_RECORD_EXIT, 20, 10, 20, 10, 40);
  add_task (maker, ASC_PERF_RECORD_FORK, 20, 10, 20, 10, 50);
  add_sample (maker, 20, 60, USER, A (0x10010), END);
  add_task (maker, ASC_PERF_RECORD_FORK, 20, 20, 21, 20, 70); /* a thread */
  add_mmap (maker, 20, 80, USER, 0x10000, 0x1000, 0, "/lib/later");
  add_sample (maker, 21, 90, USER, A (0x10010), END);
  e = finish (maker);
  check_stack (e, 0, "a:1010");
  check_stack (e, 1, "late:10");
  check_stack (e, 2, "late:10");
  check_stack (e, 3, "later:10");
  events = asc_experiment_get_events (e);
  threads = asc_experiment_get_threads (e, &n);
  g_assert_cmpuint (n, ==, 4);
  g_assert_cmpuint (events->thread[0], !=, events->thread[2]);
  g_assert_cmpuint (threads[events->thread[0]].process, !=, threads[events->thread[2]].process);
  g_assert_cmpuint (threads[events->thread[3]].process, ==, threads[events->thread[2]].process);
  g_assert_cmpint (threads[events->thread[0]].end_ns - threads[events->thread[0]].start_ns, ==, 30);
}

/* Inside the exec call the user part of kernel samples lies in the image before. */
static void
test_exec (void)
{
  g_autoptr (Maker) maker = simple ();
  g_autoptr (AscExperiment) e = NULL;
  guint n;
  const AscProcess *processes;

  add_comm (maker, 10, 10, 20, ASC_PERF_MISC_COMM_EXEC, "new");
  add_mmap (maker, 10, 22, USER, 0x50000, 0x1000, 0, "/bin/new");
  for (guint64 time = 10; time <= 50; time += 10)
    add_sample (maker, 10, time + 1, KERNEL, A (0xffffffff81000010), ASC_PERF_CONTEXT_KERNEL, A (0xffffffff81000010), ASC_PERF_CONTEXT_USER, A (0x10030), A (0x50010), END);
  add_sample (maker, 10, 39, USER, A (0x50020), END);
  e = finish (maker);
  check_stack (e, 0, "[kernel.kallsyms]:ffffffff81000010 a:1030^ ?:50010^");
  check_stack (e, 1, "[kernel.kallsyms]:ffffffff81000010 a:1030^ ?:50010^");
  check_stack (e, 2, "[kernel.kallsyms]:ffffffff81000010 a:1030^ new:10^");
  check_stack (e, 3, "[kernel.kallsyms]:ffffffff81000010 ?:10030^ new:10^");
  check_stack (e, 4, "[kernel.kallsyms]:ffffffff81000010 ?:10030^ new:10^");
  processes = asc_experiment_get_processes (e, &n);
  g_assert_cmpstr (processes[0].name, ==, "new");
}

/* Code without a file, and code whose names are in the recording. */
static void
test_objects (void)
{
  g_autoptr (Maker) maker = simple ();
  g_autoptr (AscExperiment) e = NULL;

  add_mmap (maker, 10, 2, USER, 0x30000, 0x1000, 0x30000, "//anon");
  add_mmap (maker, 10, 2, USER, 0x31000, 0x1000, 0, "/memfd:jit (deleted)");
  add_mmap (maker, 10, 2, USER, 0x32000, 0x1000, 0, "[vdso]");
  begin (maker, ASC_PERF_RECORD_KSYMBOL, 0);
  put64 (maker->data, 0xffffffffd0000000);
  put32 (maker->data, 0x100);
  put32 (maker->data, 1);
  put_string (maker->data, "bpf_prog_6deef7357e7b4530");
  end_at (maker, 0, 0, 3);
  add_sample (maker, 10, 5, USER, A (0x30010), A (0x30010), A (0x31020), A (0x32030), END);
  add_sample (maker, 10, 6, KERNEL, A (0xffffffffd0000010), END);
  e = finish (maker);
  check_stack (e, 0, "perf-10.map:30010 perf-10.map:31020^ [vdso]:30^");
  check_stack (e, 1, "bpf_prog_6deef7357e7b4530:ffffffffd0000010");
}

/* Running counts of a group: each sample stands for their growth, in the order of time, for each thread where they are its own. */
static void
check_readings (guint64 flags, const char *wanted)
{
  g_autoptr (Maker) maker = maker_new ();
  g_autoptr (AscExperiment) e = NULL;
  const struct
  {
    gint tid;
    guint64 time;
    guint64 cycles;
    guint64 instructions;
  } rows[] = { { 10, 10, 5, 50 }, { 10, 30, 9, 90 }, { 10, 20, 6, 60 }, { 11, 40, 9, 95 } };

  for (guint i = 0; i < 2; i++)
    add_attr (maker, i, SAMPLE_TYPE | ASC_PERF_SAMPLE_READ, ASC_PERF_FORMAT_ID | ASC_PERF_FORMAT_GROUP | ASC_PERF_FORMAT_TIME_ENABLED, flags, 0);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      begin_sample (maker, 0, rows[i].tid, rows[i].time, USER, 0x1234);
      put64 (maker->data, 2);
      put64 (maker->data, 12345);
      put64 (maker->data, rows[i].cycles);
      put64 (maker->data, 100);
      put64 (maker->data, rows[i].instructions);
      put64 (maker->data, 101);
      put64 (maker->data, 0);
      end (maker);
    }
  e = finish (maker);
  check_values (e, wanted);
}

static void
test_readings (void)
{
  check_readings (0, "cycles=5 instructions=50 cycles=3 instructions=30 cycles=1 instructions=10 instructions=5");
  check_readings (ASC_PERF_FLAG_INHERIT, "cycles=5 instructions=50 cycles=3 instructions=30 cycles=1 instructions=10 cycles=9 instructions=95");
}

/* A call stack of branch records is the user part; the calls are where they are. */
static void
test_branches (void)
{
  g_autoptr (Maker) maker = maker_new ();
  g_autoptr (AscExperiment) e = NULL;

  add_attr (maker, 0, SAMPLE_TYPE | ASC_PERF_SAMPLE_BRANCH_STACK, 0, 0, ASC_PERF_BRANCH_CALL_STACK | ASC_PERF_BRANCH_HW_INDEX);
  add_mmap (maker, 10, 0, USER, 0x10000, 0x10000, 0, "/bin/a");
  begin_sample (maker, 0, 10, 5, USER, 0x10500);
  put64 (maker->data, 2);
  put64 (maker->data, ASC_PERF_CONTEXT_USER);
  put64 (maker->data, 0x10500);
  put64 (maker->data, 2);
  put64 (maker->data, G_MAXUINT64);
  for (guint i = 0; i < 2; i++)
    {
      put64 (maker->data, 0x10100 + i);
      put64 (maker->data, 0x10200 + i);
      put64 (maker->data, 0);
    }
  end (maker);
  e = finish (maker);
  check_stack (e, 0, "a:200 a:100 a:101");
}

/* The user part of a chain in a record of its own, for two samples; and one that never came. */
static void
test_deferred (void)
{
  g_autoptr (Maker) maker = simple ();
  g_autoptr (AscExperiment) e = NULL;
  const guint64 deferred = (guint64) -640;

  add_sample (maker, 10, 5, KERNEL, A (0xffffffff81000010), ASC_PERF_CONTEXT_KERNEL, A (0xffffffff81000010), deferred, A (0x77), END);
  add_sample (maker, 10, 6, KERNEL, A (0xffffffff81000020), ASC_PERF_CONTEXT_KERNEL, A (0xffffffff81000020), deferred, A (0x77), END);
  add_sample (maker, 10, 7, KERNEL, A (0xffffffff81000020), ASC_PERF_CONTEXT_KERNEL, A (0xffffffff81000020), deferred, A (0x78), END);
  begin (maker, 22, USER);
  put64 (maker->data, 0x77);
  put64 (maker->data, 3);
  put64 (maker->data, ASC_PERF_CONTEXT_USER);
  put64 (maker->data, 0x10010);
  put64 (maker->data, 0x10020);
  end_at (maker, 10, 10, 8);
  e = finish (maker);
  check_stack (e, 0, "[kernel.kallsyms]:ffffffff81000010 a:1010^ a:1020^");
  check_stack (e, 1, "[kernel.kallsyms]:ffffffff81000020 a:1010^ a:1020^");
  check_stack (e, 2, "[kernel.kallsyms]:ffffffff81000020");
  g_assert_nonnull (asc_diagnostics_find (asc_experiment_get_diagnostics (e), "callchain-missing"));
}

/* A dump of @size bytes, of which the kernel says that it copied @copied; then @n_tail words of fields behind it. */
static void
add_dump (Maker *self, guint64 time, guint n_chain, guint64 size, guint64 copied, guint n_tail)
{
  begin_sample (self, 0, 10, time, USER, 0x10500);
  put64 (self->data, n_chain);
  for (guint i = 0; i < n_chain; i++)
    put64 (self->data, i == 0 ? ASC_PERF_CONTEXT_KERNEL : 0xffffffff81000010 + i);
  put64 (self->data, 2); /* 64-bit registers: bp, sp, ip */
  put64 (self->data, 1);
  put64 (self->data, 0x7000 + time);
  put64 (self->data, 0x10500);
  put64 (self->data, size);
  for (guint64 i = 0; i < size / 8; i++)
    put64 (self->data, time << 32 | i);
  if (size > 0)
    put64 (self->data, copied);
  for (guint i = 0; i < n_tail; i++)
    put64 (self->data, 99999);
  end (self);
}

/* What could be copied is told behind a dump, wherever that lies: heads of long samples are kept, those of short ones are not,
 * nor those in the first 256 KiB, which are read at once. */
static void
test_dumps (void)
{
  static const struct
  {
    guint n_chain;
    guint size;
    guint copied;
    guint n_tail;
    guint wanted;
  } rows[] = {
    { 2, 8192, 8000, 0, 8000 }, { 2, 8192, 8192, 1, 8192 }, { 0, 8192, 80, 2, 80 },    { 2, 1024, 1000, 1, 1000 },  { 2, 8192, 0, 1, 0 },          { 2, 0, 0, 1, 0 },
    { 2, 8192, 9000, 7, 8192 }, { 2, 8192, 4096, 9, 4096 }, { 80, 8192, 72, 1, 72 },   { 55, 8192, 640, 1, 640 },   { 2, 60000, 50000, 1, 50000 }, { 2, 1024, 8, 0, 8 },
    { 2, 4000, 3992, 1, 3992 }, { 2, 8192, 24, 8, 24 },     { 2, 8192, 8184, 0, 8184 },
  };
  g_autoptr (Maker) maker = maker_new ();
  g_autoptr (AscExperiment) e = NULL;
  g_autoptr (GByteArray) buffer = g_byte_array_new ();
  const AscEvents *events;
  const AscDumps *dumps;
  const guint n = 12 * G_N_ELEMENTS (rows);

  add_attr (maker, 0, SAMPLE_TYPE | ASC_PERF_SAMPLE_REGS_USER | ASC_PERF_SAMPLE_STACK_USER, 0, 0, 0);
  maker->attrs->data[81] = 1; /* registers 6, 7 and 8 of arch/x86/include/uapi/asm/perf_regs.h */
  maker->attrs->data[80] = 1 << 6 | 1 << 7;
  for (guint i = 0; i < n; i++)
    {
      const guint row = i % G_N_ELEMENTS (rows);

      add_dump (maker, i + 1, rows[row].n_chain, rows[row].size, rows[row].copied, rows[row].n_tail);
      if (i % 8 == 7)
        add_comm (maker, 10, 10, i + 1, 0, "b");
    }
  e = finish (maker);
  events = asc_experiment_get_events (e);
  dumps = asc_experiment_get_dumps (e);
  g_assert_cmpuint (events->n_events, ==, n);
  for (guint i = 0; i < n; i++)
    for (gsize max = 256; max <= 65536; max *= 16)
      {
        guint wanted = rows[i % G_N_ELEMENTS (rows)].wanted;
        AscDump dump;

        g_assert_true (dumps->read (dumps->data, events->dump[i], max, buffer, &dump));
        g_assert_cmpuint (dump.stack_addr, ==, 0x7001 + i);
        g_assert_cmpuint (dump.stack_size + dump.stack_left, ==, wanted);
        g_assert_cmpuint (dump.stack_size, ==, MIN (wanted, max));
        for (gsize j = 0; j + 8 <= dump.stack_size; j += 8)
          {
            g_assert_cmpuint (dump.stack[j], ==, (guint8) (j / 8));
            g_assert_cmpuint (dump.stack[j + 4], ==, (guint8) (i + 1));
          }
      }
}

/* Nothing is dropped uncounted. */
static void
test_counts (void)
{
  g_autoptr (Maker) maker = simple ();
  g_autoptr (AscExperiment) e = NULL;
  const AscDiagnostics *diagnostics;

  add_attr (maker, 1, SAMPLE_TYPE, 0, 0, 0);
  add_sample (maker, 10, 5, USER, A (0x10010), END);
  begin_sample (maker, 77, 10, 6, USER, 0x10010); /* an id that nobody has */
  put64 (maker->data, 0);
  end (maker);
  begin_sample (maker, 0, 10, 7, USER, 0x10010);
  put64 (maker->data, 1000); /* a chain that is not there */
  end (maker);
  begin (maker, 4711, 0);
  end (maker);
  begin (maker, ASC_PERF_RECORD_LOST, 0);
  put64 (maker->data, 100); /* the id */
  put64 (maker->data, 7);
  end_at (maker, 10, 10, 8);
  begin (maker, ASC_PERF_RECORD_LOST_SAMPLES, 0);
  put64 (maker->data, 5);
  end_at (maker, 10, 10, 9);
  e = finish (maker);
  diagnostics = asc_experiment_get_diagnostics (e);
  g_assert_cmpuint (asc_experiment_get_events (e)->n_events, ==, 1);
  g_assert_cmpint (asc_diagnostics_get_n_read (diagnostics), ==, 3);
  g_assert_cmpint (asc_diagnostics_get_n_skipped (diagnostics), ==, 2);
  g_assert_nonnull (asc_diagnostics_find (diagnostics, "unknown-event"));
  g_assert_nonnull (asc_diagnostics_find (diagnostics, "sample-broken"));
  g_assert_nonnull (asc_diagnostics_find (diagnostics, "records-unknown"));
  g_assert_cmpint (asc_diagnostics_find (diagnostics, "lost-records")->count, ==, 7);
  g_assert_cmpint (asc_diagnostics_find (diagnostics, "lost-samples")->count, ==, 5);
}

/* The tree of mappings against an array of what lies where. */
static void
test_maps (void)
{
  enum { SIZE = 300, STEPS = 2000 };
  g_autofree guint32 *states = g_new0 (guint32, STEPS + 1);
  g_autofree guint32 *wanted = g_new0 (guint32, (STEPS + 1) * SIZE);
  AscPerfMaps maps;

  asc_perf_maps_init (&maps);
  for (guint i = 1; i <= STEPS; i++)
    {
      guint64 start = (guint64) g_test_rand_int_range (0, SIZE - 1);
      AscPerfMapNode node = { .start = start, .end = (guint64) g_test_rand_int_range ((gint) start + 1, SIZE), .file_off = start + 1000, .object = i };
      guint from = (guint) g_test_rand_int_range (0, (gint) i); /* any state before, as a fork has */

      asc_perf_maps_seal (&maps);
      states[i] = asc_perf_maps_insert (&maps, states[from], &node);
      for (guint a = 0; a < SIZE; a++)
        wanted[i * SIZE + a] = a >= node.start && a < node.end ? i : wanted[from * SIZE + a];
    }
  for (guint i = 0; i <= STEPS; i++)
    for (guint a = 0; a < SIZE; a++)
      {
        const AscPerfMapNode *node = asc_perf_maps_find (&maps, states[i], a);

        g_assert_cmpuint (node != NULL ? node->object : 0, ==, wanted[i * SIZE + a]);
        g_assert_true (node == NULL || node->file_off - node->start == 1000);
      }
  asc_perf_maps_clear (&maps);
}

static void
add_switch (Maker *self, gint tid, guint64 time, guint misc)
{
  begin (self, ASC_PERF_RECORD_SWITCH, misc);
  end_at (self, tid > 0 ? tid / 10 * 10 : tid, tid, time);
}

/* Who comes and goes stands in the trailer, of a CPU-wide record too; idle tasks (0) and those that are no more (-1) are no threads. */
static void
test_switches (void)
{
  static const guint8 flags[] = { ASC_SWITCH_RUNS, ASC_SWITCH_IN, ASC_SWITCH_OUT, ASC_SWITCH_IN, ASC_SWITCH_OUT | ASC_SWITCH_PREEMPTED, ASC_SWITCH_LOST };
  static const gint64 times[] = { 0, 2, 4, 5, 7, 9 };
  g_autoptr (Maker) maker = simple ();
  g_autoptr (AscExperiment) e = NULL;
  const AscSwitches *switches;
  guint n;
  const AscThread *threads;

  add_comm (maker, 10, 11, 10, 0, "worker");
  add_switch (maker, 11, 12, 0);
  add_switch (maker, 0, 13, 0);
  add_switch (maker, 11, 14, 1 << 13);
  begin (maker, ASC_PERF_RECORD_SWITCH_CPU_WIDE, 0);
  put32 (maker->data, 0);
  put32 (maker->data, 0);
  end_at (maker, 20, 21, 15);
  add_switch (maker, -1, 16, 1 << 13);
  begin (maker, ASC_PERF_RECORD_SWITCH_CPU_WIDE, 1 << 13 | 1 << 14);
  put32 (maker->data, 0);
  put32 (maker->data, 0);
  end_at (maker, 20, 21, 17);
  begin (maker, ASC_PERF_RECORD_LOST, 0);
  put64 (maker->data, 100);
  put64 (maker->data, 3);
  end_at (maker, 0, 0, 19);
  e = finish (maker);
  switches = asc_experiment_get_switches (e);
  threads = asc_experiment_get_threads (e, &n);
  g_assert_cmpuint (switches->n, ==, G_N_ELEMENTS (flags));
  for (guint i = 0; i < switches->n; i++)
    {
      g_assert_cmpuint (switches->flags[i], ==, flags[i]);
      g_assert_cmpint (switches->time_ns[i], ==, times[i]);
      if (flags[i] == ASC_SWITCH_LOST)
        g_assert_cmpuint (switches->thread[i], ==, ASC_NONE);
      else
        g_assert_cmpint (threads[switches->thread[i]].tid, ==, i < 3 ? 11 : 21);
    }
}

/* Without a record of a switch the others tell nothing, but for those that were lost. */
static void
test_no_switches (void)
{
  for (guint n_lost = 0; n_lost < 2; n_lost++)
    {
      g_autoptr (Maker) maker = simple ();
      g_autoptr (AscExperiment) e = NULL;

      add_comm (maker, 10, 11, 10, 0, "worker");
      begin (maker, n_lost > 0 ? ASC_PERF_RECORD_LOST : ASC_PERF_RECORD_THROTTLE, 0);
      put64 (maker->data, 100);
      put64 (maker->data, 3);
      end_at (maker, 10, 11, 19);
      e = finish (maker);
      g_assert_cmpuint (asc_experiment_get_switches (e)->n, ==, n_lost);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/perf-made/chains", test_chains);
  g_test_add_func ("/perf-made/times", test_times);
  g_test_add_func ("/perf-made/forks", test_forks);
  g_test_add_func ("/perf-made/exec", test_exec);
  g_test_add_func ("/perf-made/objects", test_objects);
  g_test_add_func ("/perf-made/readings", test_readings);
  g_test_add_func ("/perf-made/branches", test_branches);
  g_test_add_func ("/perf-made/deferred", test_deferred);
  g_test_add_func ("/perf-made/dumps", test_dumps);
  g_test_add_func ("/perf-made/counts", test_counts);
  g_test_add_func ("/perf-made/maps", test_maps);
  g_test_add_func ("/perf-made/switches", test_switches);
  g_test_add_func ("/perf-made/no-switches", test_no_switches);
  return g_test_run ();
}
