/* asc-perf-attr.c: perf_event_attr: where the records of an event keep their fields, and what the event is called
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-perf-private.h"

#include <glib/gi18n-lib.h>

/* PERF_ATTR_SIZE_VER0, and an attr larger than a page is none. */
#define ATTR_SIZE_MIN 64
#define ATTR_SIZE_MAX 4096

enum
{
  TYPE_HARDWARE,
  TYPE_SOFTWARE,
  TYPE_TRACEPOINT,
  TYPE_HW_CACHE,
  TYPE_RAW,
  TYPE_BREAKPOINT,
};

enum
{
  SW_CPU_CLOCK = 0,
  SW_TASK_CLOCK = 1,
  SW_DUMMY = 9,
};

static const char *const hardware_names[] = { "cycles", "instructions", "cache-references", "cache-misses", "branches", "branch-misses", "bus-cycles",
                                              "stalled-cycles-frontend", "stalled-cycles-backend", "ref-cycles" };
static const char *const software_names[] = { "cpu-clock", "task-clock", "page-faults", "context-switches", "cpu-migrations", "minor-faults", "major-faults",
                                              "alignment-faults", "emulation-faults", "dummy", "bpf-output", "cgroup-switches" };
static const char *const cache_names[] = { "L1-dcache", "L1-icache", "LLC", "dTLB", "iTLB", "branch", "node" };
static const char *const cache_ops[] = { "load", "store", "prefetch" };
static const char *const cache_ops_plural[] = { "loads", "stores", "prefetches" };

/* Terms of `event/term=value,.../` that do not make another event of it (tools/perf/util/parse-events.c, the software and common terms). */
static const char *const option_terms[] = { "freq", "period", "time", "call-graph", "stack-size", "inherit", "no-inherit", "max-stack", "nr", "overwrite",
                                            "no-overwrite", "percore", "aux-output", "aux-action", "aux-sample-size", "branch_type", "metric-id", "cpu", NULL };

void
asc_perf_attr_free (gpointer data)
{
  AscPerfAttr *attr = data;

  g_free (attr->name);
  g_free (attr);
}

/* The flags are a C bit field: on big-endian machines the first declared bit is the highest of its byte. */
static guint64
read_flags (AscCursor *cursor)
{
  const guint8 *bytes = asc_cursor_bytes (cursor, 8);
  guint64 flags = 0;

  for (guint i = 0; bytes != NULL && i < 64; i++)
    if (bytes[i / 8] & (cursor->big_endian ? 0x80 >> i % 8 : 1 << i % 8))
      flags |= 1ULL << i;
  return flags;
}

static void
lay_out (AscPerfAttr *self)
{
  const struct
  {
    guint64 bit;
    int *field;
  } body[] = {
    { ASC_PERF_SAMPLE_IDENTIFIER, &self->id }, { ASC_PERF_SAMPLE_IP, &self->ip }, { ASC_PERF_SAMPLE_TID, &self->tid }, { ASC_PERF_SAMPLE_TIME, &self->time },
    { ASC_PERF_SAMPLE_ADDR, &self->addr }, { ASC_PERF_SAMPLE_ID, &self->id }, { ASC_PERF_SAMPLE_STREAM_ID, NULL }, { ASC_PERF_SAMPLE_CPU, &self->cpu },
    { ASC_PERF_SAMPLE_PERIOD, &self->period_at },
  }, trailer[] = {
    { ASC_PERF_SAMPLE_IDENTIFIER, &self->end_id }, { ASC_PERF_SAMPLE_CPU, &self->end_cpu }, { ASC_PERF_SAMPLE_STREAM_ID, NULL },
    { ASC_PERF_SAMPLE_ID, &self->end_id }, { ASC_PERF_SAMPLE_TIME, &self->end_time }, { ASC_PERF_SAMPLE_TID, &self->end_tid },
  };

  self->id = self->ip = self->tid = self->time = self->cpu = self->period_at = self->addr = ASC_PERF_NO_FIELD;
  self->end_id = self->end_tid = self->end_time = self->end_cpu = ASC_PERF_NO_FIELD;
  for (guint i = 0; i < G_N_ELEMENTS (body); i++)
    {
      gboolean is_there = (self->sample_type & body[i].bit) != 0;

      if (is_there && body[i].field != NULL && *body[i].field == ASC_PERF_NO_FIELD)
        *body[i].field = (int) self->fixed_size;
      self->fixed_size += is_there ? 8 : 0;
    }
  for (guint i = 0; i < G_N_ELEMENTS (trailer); i++)
    {
      gboolean is_there = (self->sample_type & trailer[i].bit) != 0 && (self->flags & ASC_PERF_FLAG_SAMPLE_ID_ALL) != 0;

      self->trailer_size += is_there ? 8 : 0;
      if (is_there && trailer[i].field != NULL && *trailer[i].field == ASC_PERF_NO_FIELD)
        *trailer[i].field = (int) self->trailer_size;
    }
}

AscPerfAttr *
asc_perf_attr_read (AscCursor *cursor, guint size)
{
  AscCursor peek = *cursor;
  AscCursor c;
  AscPerfAttr *self;
  guint own_size;

  asc_cursor_skip (&peek, 4);
  own_size = asc_cursor_u32 (&peek);
  if (size == 0)
    size = own_size != 0 ? own_size : ATTR_SIZE_MIN;
  if (size < ATTR_SIZE_MIN || size > ATTR_SIZE_MAX)
    return NULL;
  c = asc_cursor_sub (cursor, size);
  if (!asc_cursor_ok (&c))
    return NULL;
  /* Fields beyond the attr's own size are the next thing in the file. Reading beyond the end gives 0: what an older perf did not know. */
  c.size = CLAMP (own_size, ATTR_SIZE_MIN, size);
  self = g_new0 (AscPerfAttr, 1);
  self->type = asc_cursor_u32 (&c);
  asc_cursor_skip (&c, 4);
  self->config = asc_cursor_u64 (&c);
  self->period = asc_cursor_u64 (&c);
  self->sample_type = asc_cursor_u64 (&c);
  self->read_format = asc_cursor_u64 (&c);
  self->flags = read_flags (&c);
  asc_cursor_skip (&c, 24); /* wakeup, bp_type, config1, config2 */
  self->branch_sample_type = asc_cursor_u64 (&c);
  self->regs_user = asc_cursor_u64 (&c);
  asc_cursor_skip (&c, 4); /* stack_user */
  self->clockid = (gint32) asc_cursor_u32 (&c);
  lay_out (self);
  return self;
}

void
asc_perf_add_id (AscPerf *self, guint64 id, guint attr)
{
  gboolean is_new;
  guint32 *value = asc_map_insert (&self->ids, id, &is_new);

  if (is_new)
    *value = attr;
}

AscPerfAttr *
asc_perf_find_attr (const AscPerf *self, const AscPerfRecord *record, gboolean is_sample)
{
  AscPerfAttr *first = self->attrs->len > 0 ? self->attrs->pdata[0] : NULL;
  guint64 id = 0;
  guint32 i;

  if (self->attrs->len <= 1)
    return first;
  if (is_sample)
    {
      if (first->id == ASC_PERF_NO_FIELD)
        return first;
      if (record->size < (guint) first->id + 8)
        return NULL;
      id = asc_perf_u64 (self, record->body + first->id);
    }
  else
    {
      if (first->end_id == ASC_PERF_NO_FIELD || record->size < (guint) first->end_id)
        return first;
      id = asc_perf_u64 (self, record->body + record->size - first->end_id);
    }
  if (id == 0)
    return first; /* synthesized by perf */
  i = asc_map_lookup (&self->ids, id);
  if (i < self->attrs->len)
    return self->attrs->pdata[i];
  return is_sample && self->ids.n > 0 ? NULL : first;
}

static char *
dup_base_name (AscPerf *self, const AscPerfAttr *attr)
{
  guint64 config = attr->config;
  const char *tracepoint;

  switch (attr->type)
    {
    case TYPE_HARDWARE: /* bits 32 and up: the PMU of a hybrid processor */
      if ((guint32) config < G_N_ELEMENTS (hardware_names))
        return g_strdup (hardware_names[(guint32) config]);
      return g_strdup ("unknown-hardware");
    case TYPE_SOFTWARE:
      return g_strdup (config < G_N_ELEMENTS (software_names) ? software_names[config] : "unknown-software");
    case TYPE_TRACEPOINT:
      tracepoint = g_hash_table_lookup (self->tracepoints, GUINT_TO_POINTER ((guint) config));
      return tracepoint != NULL ? g_strdup (tracepoint) : g_strdup_printf ("tracepoint:%u", (guint) config);
    case TYPE_HW_CACHE:
      if ((config & 0xff) < G_N_ELEMENTS (cache_names) && (config >> 8 & 0xff) < G_N_ELEMENTS (cache_ops))
        {
          if ((config >> 16 & 0xff) != 0)
            return g_strdup_printf ("%s-%s-misses", cache_names[config & 0xff], cache_ops[config >> 8 & 0xff]);
          return g_strdup_printf ("%s-%s", cache_names[config & 0xff], cache_ops_plural[config >> 8 & 0xff]);
        }
      return g_strdup ("unknown-cache");
    case TYPE_RAW:
      return g_strdup_printf ("raw 0x%" G_GINT64_MODIFIER "x", config);
    case TYPE_BREAKPOINT:
      return g_strdup ("mem");
    default:
      return g_strdup_printf ("pmu%u/config=0x%" G_GINT64_MODIFIER "x/", attr->type, config);
    }
}

/* As perf's evsel__add_modifiers(); the rule: docs/formats/perf.data.md, "Event names". */
static void
append_modifiers (GString *name, const AscPerfAttr *attr)
{
  gboolean no_kernel = (attr->flags & ASC_PERF_FLAG_EXCLUDE_KERNEL) != 0;
  gboolean no_user = (attr->flags & ASC_PERF_FLAG_EXCLUDE_USER) != 0;
  gboolean no_hv = (attr->flags & ASC_PERF_FLAG_EXCLUDE_HV) != 0;
  gboolean no_host = (attr->flags & ASC_PERF_FLAG_EXCLUDE_HOST) != 0;
  gboolean no_guest = (attr->flags & ASC_PERF_FLAG_EXCLUDE_GUEST) != 0;
  g_autoptr (GString) letters = g_string_new (NULL);

  if (no_kernel || no_user || no_hv)
    g_string_append_printf (letters, "%s%s%s", no_kernel ? "" : "k", no_user ? "" : "u", no_hv ? "" : "h");
  g_string_append_len (letters, "ppp", ASC_PERF_PRECISE_IP (attr->flags));
  if (no_host || no_guest == (no_kernel || no_user || no_hv || ASC_PERF_PRECISE_IP (attr->flags) != 0))
    g_string_append_printf (letters, "%s%s", no_host ? "" : "H", no_guest ? "" : "G");
  if (letters->len > 0)
    g_string_append_printf (name, ":%s", letters->str);
}

static gboolean
sets_only_options (const char *terms)
{
  g_auto (GStrv) list = g_strsplit (terms, ",", -1);

  for (guint i = 0; list[i] != NULL; i++)
    {
      char *equals = strchr (list[i], '=');

      if (equals != NULL)
        *equals = '\0';
      if (!g_strv_contains (option_terms, list[i]))
        return FALSE;
    }
  return TRUE;
}

/* "cpu-clock/freq=2000/u" is "cpu-clock:u"; "cpu_core/cycles/" stays. */
static char *
dup_plain_name (const char *name)
{
  const char *slash = strchr (name, '/');
  const char *end = slash != NULL ? strrchr (name, '/') : NULL;
  g_autofree char *terms = NULL;

  if (end == slash)
    return g_strdup (name);
  terms = g_strndup (slash + 1, (gsize) (end - slash - 1));
  if (!sets_only_options (terms))
    return g_strdup (name);
  end += end[1] == ':';
  return g_strdup_printf ("%.*s%s%s", (int) (slash - name), name, end[1] != '\0' ? ":" : "", end + 1);
}

char *
asc_perf_attr_dup_name (AscPerf *self, const AscPerfAttr *attr)
{
  g_autofree char *base = NULL;
  GString *name;

  if (attr->name != NULL && *attr->name != '\0')
    return dup_plain_name (attr->name);
  base = dup_base_name (self, attr);
  name = g_string_new (base);
  if (attr->type != TYPE_TRACEPOINT)
    append_modifiers (name, attr);
  return g_string_free (name, FALSE);
}

static gboolean
is_clock (const AscPerfAttr *attr)
{
  return attr->type == TYPE_SOFTWARE && (attr->config == SW_CPU_CLOCK || attr->config == SW_TASK_CLOCK);
}

static void
set_detail (AscPerf *self, AscPerfAttr *attr)
{
  const AscPerfDetail *detail = NULL;

  if (attr->type == TYPE_SOFTWARE)
    attr->detail.role = asc_perf_role_of_software (attr->config);
  else if (attr->type == TYPE_TRACEPOINT)
    detail = g_hash_table_lookup (self->details, GUINT_TO_POINTER ((guint) attr->config));
  if (detail != NULL)
    attr->detail = *detail;
}

void
asc_perf_add_kinds (AscPerf *self)
{
  gboolean all = self->attrs->len < G_MAXUINT8;

  for (guint i = 0; i < self->attrs->len; i++)
    {
      AscPerfAttr *attr = self->attrs->pdata[i];
      gboolean is_dummy = attr->type == TYPE_SOFTWARE && attr->config == SW_DUMMY;
      gboolean is_freq = (attr->flags & ASC_PERF_FLAG_FREQ) != 0;
      g_autofree char *id = NULL;
      AscEventKind kind = { 0 };

      if (attr->n_samples == 0 && (is_dummy || !all))
        continue;
      id = asc_perf_attr_dup_name (self, attr);
      kind.id = id;
      kind.is_clock = is_clock (attr);
      kind.no_kernel = (attr->flags & ASC_PERF_FLAG_EXCLUDE_KERNEL) != 0;
      kind.has_dumps = (attr->sample_type & ASC_PERF_SAMPLE_STACK_USER) != 0;
      set_detail (self, attr);
      kind.role = attr->detail.role;
      kind.unit = kind.is_clock ? ASC_UNIT_NS : ASC_UNIT_COUNT;
      kind.interval = is_freq ? 0 : (gint64) MIN (attr->period, G_MAXINT64);
      kind.frequency = is_freq ? (gint64) MIN (attr->period, G_MAXINT64) : 0;
      attr->kind = asc_builder_add_kind (self->builder, &kind);
      attr->has_kind = attr->kind != G_MAXUINT8;
      attr->index = i;
    }
}
