/* generate-switches.c: a recording of threads that come and go
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 *   generate-switches EVENTS OUT
 *
 * Writes a perf.data (little-endian, file mode) with so many events: nine of ten are records of switches, the others samples of the clock. N_THREADS threads of
 * N_PROCESSES processes take turns on N_CPUS processors, for times that differ by a factor of a hundred; the same for every run. Formats: linux/perf_event.h,
 * tools/perf/Documentation/perf.data-file-format.txt.
 */
#include <glib.h>
#include <stdio.h>

enum
{
  N_CPUS = 8,
  N_THREADS = 400,
  N_PROCESSES = 20,
  DEPTH = 12,
  ATTR_BYTES = 112,
  HEADER_BYTES = 104,
  RECORD_COMM = 3,
  RECORD_FORK = 7,
  RECORD_SAMPLE = 9,
  RECORD_MMAP2 = 10,
  RECORD_SWITCH = 14,
  MISC_SWITCH_OUT = 1 << 13,
  MISC_SWITCH_OUT_PREEMPT = 1 << 14,
};

/* IP, TID, TIME, CALLCHAIN, CPU, PERIOD */
#define SAMPLE_TYPE (1 | 2 | 4 | 32 | 128 | 256)
/* mmap, comm, task, sample_id_all, mmap2, context_switch */
#define FLAGS (1ull << 8 | 1ull << 9 | 1ull << 13 | 1ull << 18 | 1ull << 23 | 1ull << 26)
#define FIRST_PID 1000u
#define FIRST_NS G_GUINT64_CONSTANT (1000000000)
#define PERIOD_NS 1000000
#define CONTEXT_USER ((guint64)-512)
#define CODE G_GUINT64_CONSTANT (0x400000)
#define CODE_BYTES 0x100000u

typedef struct
{
  FILE *out;
  GByteArray *record;
  guint64 written;
  GRand *random;
  guint64 now[N_CPUS];
  guint32 thread[N_CPUS];
  gboolean runs[N_THREADS];
} Maker;

static void
put32 (Maker *self, guint32 value)
{
  value = GUINT32_TO_LE (value);
  g_byte_array_append (self->record, (const guint8 *)&value, 4);
}

static void
put64 (Maker *self, guint64 value)
{
  value = GUINT64_TO_LE (value);
  g_byte_array_append (self->record, (const guint8 *)&value, 8);
}

static void
put_text (Maker *self, const char *text)
{
  static const guint8 zeros[8] = { 0 };
  guint n = (guint)strlen (text);

  g_byte_array_append (self->record, (const guint8 *)text, n);
  g_byte_array_append (self->record, zeros, 8 - n % 8);
}

static guint32
pid_of (guint32 thread)
{
  return FIRST_PID + thread % N_PROCESSES;
}

static guint32
tid_of (guint32 thread)
{
  return FIRST_PID + thread;
}

static void
begin (Maker *self, guint32 type, guint32 misc)
{
  g_byte_array_set_size (self->record, 0);
  put32 (self, type);
  put32 (self, misc); /* and the size */
}

static void
end (Maker *self)
{
  self->record->data[6] = (guint8)self->record->len;
  self->record->data[7] = (guint8)(self->record->len >> 8);
  fwrite (self->record->data, 1, self->record->len, self->out);
  self->written += self->record->len;
}

static void
end_with_id (Maker *self, guint32 thread, guint64 time, guint32 cpu)
{
  put32 (self, pid_of (thread));
  put32 (self, tid_of (thread));
  put64 (self, time);
  put32 (self, cpu);
  put32 (self, 0);
  end (self);
}

static void
write_tables (Maker *self)
{
  for (guint32 i = 0; i < N_THREADS; i++)
    {
      if (i >= N_PROCESSES)
        {
          begin (self, RECORD_FORK, 0);
          put32 (self, pid_of (i));
          put32 (self, pid_of (i));
          put32 (self, tid_of (i));
          put32 (self, pid_of (i));
          put64 (self, FIRST_NS);
          end_with_id (self, i, FIRST_NS, 0);
        }
      begin (self, RECORD_COMM, 0);
      put32 (self, pid_of (i));
      put32 (self, tid_of (i));
      put_text (self, i < N_PROCESSES ? "bench" : "worker");
      end_with_id (self, i, FIRST_NS, 0);
      if (i >= N_PROCESSES)
        continue;
      begin (self, RECORD_MMAP2, 2);
      put32 (self, pid_of (i));
      put32 (self, tid_of (i));
      put64 (self, CODE);
      put64 (self, CODE_BYTES);
      for (guint k = 0; k < 4; k++)
        put64 (self, 0); /* offset, device, inode */
      put64 (self, 5);   /* may be read and executed */
      put_text (self, "/bench/program");
      end_with_id (self, i, FIRST_NS, 0);
    }
}

static void
write_switch (Maker *self, guint32 cpu, guint32 misc)
{
  begin (self, RECORD_SWITCH, misc);
  end_with_id (self, self->thread[cpu], self->now[cpu], cpu);
}

static void
write_sample (Maker *self, guint32 cpu, guint64 time)
{
  guint32 thread = self->thread[cpu];
  guint64 path = (guint64)g_rand_int_range (self->random, 0, 4096);
  guint64 leaf = CODE + path * 16;

  begin (self, RECORD_SAMPLE, 2);
  put64 (self, leaf);
  put32 (self, pid_of (thread));
  put32 (self, tid_of (thread));
  put64 (self, time);
  put32 (self, cpu);
  put32 (self, 0);
  put64 (self, PERIOD_NS);
  put64 (self, DEPTH + 1);
  put64 (self, CONTEXT_USER);
  for (guint i = 0; i < DEPTH; i++)
    put64 (self, i == 0 ? leaf : CODE + 0x20000 + (path >> MIN (i, 12u)) * 64 + i * 16384);
  end (self);
}

/* One turn of one thread on @cpu. Returns: how many events */
static guint
write_turn (Maker *self, guint32 cpu)
{
  guint64 length = 2000u << g_rand_int_range (self->random, 0, 7);
  guint32 next;
  guint n = 2;

  do
    next = (guint32)g_rand_int_range (self->random, 0, N_THREADS);
  while (self->runs[next]);
  self->thread[cpu] = next;
  self->runs[next] = TRUE;
  write_switch (self, cpu, 0);
  if (g_rand_int_range (self->random, 0, 9) < 2)
    {
      write_sample (self, cpu, self->now[cpu] + length / 2);
      n++;
    }
  self->now[cpu] += length;
  write_switch (self, cpu, MISC_SWITCH_OUT | (g_rand_int_range (self->random, 0, 4) == 0 ? MISC_SWITCH_OUT_PREEMPT : 0));
  self->runs[next] = FALSE;
  self->now[cpu] += 500;
  return n;
}

static void
write_head (Maker *self)
{
  g_byte_array_set_size (self->record, 0);
  g_byte_array_append (self->record, (const guint8 *)"PERFILE2", 8);
  put64 (self, HEADER_BYTES);
  put64 (self, ATTR_BYTES + 16);
  put64 (self, HEADER_BYTES);
  put64 (self, ATTR_BYTES + 16);
  put64 (self, HEADER_BYTES + ATTR_BYTES + 16);
  put64 (self, self->written);
  while (self->record->len < HEADER_BYTES)
    put64 (self, 0);
  put32 (self, 1); /* PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK */
  put32 (self, ATTR_BYTES);
  put64 (self, 0);
  put64 (self, PERIOD_NS);
  put64 (self, SAMPLE_TYPE);
  put64 (self, 0);
  put64 (self, FLAGS);
  while (self->record->len < HEADER_BYTES + ATTR_BYTES + 16)
    put64 (self, 0);
  fwrite (self->record->data, 1, self->record->len, self->out);
}

int
main (int argc, char **argv)
{
  Maker self = { .record = g_byte_array_new (), .random = g_rand_new_with_seed (1) };
  guint64 n = argc == 3 ? g_ascii_strtoull (argv[1], NULL, 10) : 0;
  gboolean ok;

  if (n == 0)
    {
      g_printerr ("usage: generate-switches EVENTS OUT\n");
      return 2;
    }
  self.out = fopen (argv[2], "wb");
  if (self.out == NULL)
    return 1;
  write_head (&self);
  write_tables (&self);
  for (guint cpu = 0; cpu < N_CPUS; cpu++)
    self.now[cpu] = FIRST_NS + cpu * 100;
  for (guint64 done = 0; done < n;)
    {
      guint32 first = 0;

      /* Of the processor that is behind the others. */
      for (guint32 cpu = 1; cpu < N_CPUS; cpu++)
        if (self.now[cpu] < self.now[first])
          first = cpu;
      done += write_turn (&self, first);
    }
  rewind (self.out);
  write_head (&self);
  g_byte_array_unref (self.record);
  g_rand_free (self.random);
  ok = !ferror (self.out);
  return fclose (self.out) == 0 && ok ? 0 : 1;
}
