/* asc-perf-records.c: pass 1 over the records: all that is no sample, and what the samples need to be known of beforehand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-perf-private.h"

#include <glib/gi18n-lib.h>

#include "asc-jitdump.h"

/* Distance of the places where a worker may begin. */
#define PLACE_BYTES (1024 * 1024)

#define PROT_EXECUTE 4

enum
{
  KSYMBOL_UNREGISTER = 1 << 0,
  AUX_TRUNCATED = 1 << 0,
  EVENT_UPDATE_NAME = 2,
  FEATURE_EVENT_DESC = 12,
};

typedef struct
{
  AscPerf *perf;
  GBytes *event_desc; /* of a pipe: used when the attrs are there */
} Reader;

static AscCursor
cursor_of (const AscPerf *self, const AscPerfRecord *record)
{
  AscCursor cursor;

  asc_cursor_init (&cursor, record->body, record->size, self->big_endian);
  return cursor;
}

static void
note_time (AscPerf *self, guint64 time)
{
  if (time == 0)
    return;
  self->first_time = MIN (self->first_time, time);
  self->last_time = MAX (self->last_time, time);
}

static void
note_task (AscPerf *self, guint64 key)
{
  gboolean is_new;

  if (G_LIKELY (key == self->last_task && self->task_keys->len > 0))
    return;
  self->last_task = key;
  asc_map_insert (&self->tasks, key, &is_new);
  if (is_new)
    g_array_append_val (self->task_keys, key);
}

/* The time in the trailer of a record that is no sample; 0: made by perf, or none. */
static guint64
trailer_time (AscPerf *self, const AscPerfRecord *record)
{
  const AscPerfAttr *attr = asc_perf_find_attr (self, record, FALSE);

  if (attr == NULL || attr->end_time == ASC_PERF_NO_FIELD || record->size < (guint) attr->end_time)
    return 0;
  return asc_perf_u64 (self, record->body + record->size - attr->end_time);
}

static void
add_change (AscPerf *self, const AscPerfRecord *record, AscPerfChange *change)
{
  change->key = trailer_time (self, record);
  change->position = record->position;
  note_time (self, change->key);
  g_array_append_val (self->changes, *change);
}

static void
read_sample (AscPerf *self, const AscPerfRecord *record)
{
  AscPerfAttr *attr = asc_perf_find_attr (self, record, TRUE);
  AscPerfPlace *place = &g_array_index (self->places, AscPerfPlace, self->places->len - 1);
  guint64 time = 0;

  if (attr == NULL || record->size < attr->fixed_size)
    return; /* counted in pass 2 */
  attr->n_samples++;
  if (attr->tid != ASC_PERF_NO_FIELD)
    {
      const guint8 *p = record->body + attr->tid;

      note_task (self, asc_perf_task_key ((gint32) asc_perf_u32 (self, p), (gint32) asc_perf_u32 (self, p + 4)));
    }
  if (attr->time != ASC_PERF_NO_FIELD)
    time = asc_perf_u64 (self, record->body + attr->time);
  note_time (self, time);
  place->min_time = MIN (place->min_time, time);
  if (G_UNLIKELY (record->n_body < record->size))
    asc_perf_heads_add (self->heads, self, record);
}

/* MMAP: addr, len, pgoff, filename. MMAP2 has device, inode and generation or a build-id, and prot and flags before the name. */
static void
read_mmap (AscPerf *self, const AscPerfRecord *record)
{
  AscPerfChange change = { .type = ASC_PERF_CHANGE_MMAP };
  AscCursor cursor = cursor_of (self, record);
  guint cpumode = record->misc & ASC_PERF_MISC_CPUMODE;
  gboolean is_code = !(record->misc & ASC_PERF_MISC_MMAP_DATA);
  const guint8 *build_id = NULL;
  guint build_id_size = 0;
  g_autofree char *path = NULL;

  change.pid = (gint32) asc_cursor_u32 (&cursor);
  change.tid = (gint32) asc_cursor_u32 (&cursor);
  change.start = asc_cursor_u64 (&cursor);
  change.end = asc_cursor_u64 (&cursor);
  change.file_off = asc_cursor_u64 (&cursor);
  change.end = change.end > G_MAXUINT64 - change.start ? G_MAXUINT64 : change.start + change.end;
  if (record->type == ASC_PERF_RECORD_MMAP2)
    {
      const guint8 *id = asc_cursor_bytes (&cursor, 24);
      guint32 prot = asc_cursor_u32 (&cursor);

      if (id != NULL && (record->misc & ASC_PERF_MISC_MMAP_BUILD_ID))
        {
          build_id_size = MIN (id[0], 20);
          build_id = id + 4;
        }
      is_code = is_code && (prot == 0 || (prot & PROT_EXECUTE));
      asc_cursor_skip (&cursor, 4);
    }
  path = asc_cursor_dup_string (&cursor, asc_cursor_left (&cursor));
  if (!asc_cursor_ok (&cursor))
    {
      asc_diagnostics_add (self->diagnostics, ASC_SEVERITY_WARNING, "mmap-broken", N_ ("Mappings whose record is too short"), 1, record->offset);
      return;
    }
  if (cpumode == 4 || cpumode == 5)
    return; /* the code of virtual machines is not looked up */
  if (change.pid == -1 || cpumode == 1)
    {
      change.pid = change.tid = -1;
      if (g_str_has_prefix (path, "[kernel.") && (change.end <= change.start + 1 || change.start == 0))
        change.end = G_MAXUINT64; /* some perfs wrote a kernel of no size */
      change.object = asc_perf_add_kernel_object (self, path, change.start, change.end, change.file_off, build_id, build_id_size);
    }
  else if (is_code && asc_jitdump_is_name (path))
    {
      AscPerfJitdump *jitdump = g_new0 (AscPerfJitdump, 1);

      change.key = trailer_time (self, record);
      change.position = record->position;
      note_time (self, change.key);
      jitdump->path = g_steal_pointer (&path);
      jitdump->change = change;
      g_ptr_array_add (self->jitdumps, jitdump);
      return;
    }
  else
    {
      change.object = is_code ? asc_perf_add_user_object (self, path, change.pid, build_id, build_id_size) : ASC_NONE;
      asc_perf_note_switch (self, record);
    }
  add_change (self, record, &change);
}

static void
read_comm (AscPerf *self, const AscPerfRecord *record)
{
  AscPerfChange change = { .type = record->misc & ASC_PERF_MISC_COMM_EXEC ? ASC_PERF_CHANGE_EXEC : ASC_PERF_CHANGE_COMM };
  AscCursor cursor = cursor_of (self, record);
  g_autofree char *name = NULL;

  change.pid = (gint32) asc_cursor_u32 (&cursor);
  change.tid = (gint32) asc_cursor_u32 (&cursor);
  name = asc_cursor_dup_string (&cursor, asc_cursor_left (&cursor));
  if (!asc_cursor_ok (&cursor))
    return;
  change.name = asc_strings_intern (self->names, name);
  add_change (self, record, &change);
  asc_perf_note_switch (self, record);
}

static void
read_fork_or_exit (AscPerf *self, const AscPerfRecord *record)
{
  AscPerfChange change = { .type = record->type == ASC_PERF_RECORD_FORK ? ASC_PERF_CHANGE_FORK : ASC_PERF_CHANGE_EXIT };
  AscCursor cursor = cursor_of (self, record);

  change.pid = (gint32) asc_cursor_u32 (&cursor);
  change.ppid = (gint32) asc_cursor_u32 (&cursor);
  change.tid = (gint32) asc_cursor_u32 (&cursor);
  change.ptid = (gint32) asc_cursor_u32 (&cursor);
  change.is_synthesized = (record->misc & ASC_PERF_MISC_FORK_EXEC) != 0;
  if (asc_cursor_ok (&cursor))
    add_change (self, record, &change);
}

/* Who comes or goes stands in the trailer. What a CPU-wide record has before it is the other thread, which has a record of its own. */
static void
read_switch (AscPerf *self, const AscPerfRecord *record)
{
  const AscPerfAttr *attr = asc_perf_find_attr (self, record, FALSE);

  note_time (self, trailer_time (self, record));
  asc_perf_note_switch (self, record);
  if (attr != NULL && attr->end_tid != ASC_PERF_NO_FIELD && record->size >= attr->trailer_size)
    {
      const guint8 *p = record->body + record->size - attr->end_tid;
      gint32 pid = (gint32) asc_perf_u32 (self, p);

      if (pid > 0) /* neither an idle task nor one that is no more */
        note_task (self, asc_perf_task_key (pid, (gint32) asc_perf_u32 (self, p + 4)));
    }
}

static void
read_ksymbol (AscPerf *self, const AscPerfRecord *record)
{
  AscPerfChange change = { .type = ASC_PERF_CHANGE_MMAP, .pid = -1, .tid = -1 };
  AscCursor cursor = cursor_of (self, record);
  guint32 size;
  guint16 flags;
  g_autofree char *name = NULL;

  change.start = asc_cursor_u64 (&cursor);
  size = asc_cursor_u32 (&cursor);
  asc_cursor_skip (&cursor, 2);
  flags = asc_cursor_u16 (&cursor);
  name = asc_cursor_dup_string (&cursor, asc_cursor_left (&cursor));
  if (!asc_cursor_ok (&cursor))
    return;
  change.end = size > G_MAXUINT64 - change.start ? G_MAXUINT64 : change.start + size;
  change.object = flags & KSYMBOL_UNREGISTER ? ASC_NONE : asc_perf_add_recorded_object (self, name, change.start, size);
  add_change (self, record, &change);
}

static void
read_lost (AscPerf *self, const AscPerfRecord *record)
{
  AscCursor cursor = cursor_of (self, record);
  guint64 lost;

  if (record->type == ASC_PERF_RECORD_LOST)
    asc_cursor_skip (&cursor, 8); /* id */
  lost = asc_cursor_u64 (&cursor);
  lost = MIN (lost, G_MAXINT64);
  if (lost == 0)
    return;
  asc_perf_note_switch (self, record);
  if (record->type == ASC_PERF_RECORD_LOST)
    asc_diagnostics_add (self->diagnostics, ASC_SEVERITY_WARNING, "lost-records", N_ ("Records that the kernel lost because perf did not read them in time"), (gint64) lost, record->offset);
  else
    asc_diagnostics_add (self->diagnostics, ASC_SEVERITY_WARNING, "lost-samples", N_ ("Samples that the processor or the kernel lost"), (gint64) lost, record->offset);
}

static void
read_aux (AscPerf *self, const AscPerfRecord *record)
{
  AscCursor cursor = cursor_of (self, record);

  asc_cursor_skip (&cursor, 16);
  if (asc_cursor_u64 (&cursor) & AUX_TRUNCATED)
    asc_diagnostics_add (self->diagnostics, ASC_SEVERITY_WARNING, "aux-truncated", N_ ("Hardware trace data that was cut off"), 1, record->offset);
}

/* The user part of a chain, recorded on the way back to user mode: cookie, number, words. Samples name it by its cookie. */
static void
read_deferred (AscPerf *self, const AscPerfRecord *record)
{
  AscCursor cursor = cursor_of (self, record);
  guint64 cookie = asc_cursor_u64 (&cursor);
  guint64 n = asc_cursor_u64 (&cursor);
  gboolean is_new;
  guint32 *place;

  if (!asc_cursor_ok (&cursor) || n > asc_cursor_left (&cursor) / 8 || self->deferred->len > G_MAXUINT32 - 8192)
    {
      asc_diagnostics_add (self->diagnostics, ASC_SEVERITY_WARNING, "callchain-broken", N_ ("User call chains whose record is too short"), 1, record->offset);
      return;
    }
  place = asc_map_insert (&self->deferred_of, cookie, &is_new);
  if (!is_new)
    return;
  *place = self->deferred->len;
  g_array_append_val (self->deferred, n);
  g_array_append_vals (self->deferred, asc_cursor_bytes (&cursor, (gsize) n * 8), (guint) n);
}

static void
read_attr (AscPerf *self, const AscPerfRecord *record)
{
  AscCursor cursor = cursor_of (self, record);
  AscPerfAttr *attr = asc_perf_attr_read (&cursor, 0);

  if (attr == NULL)
    {
      asc_diagnostics_add (self->diagnostics, ASC_SEVERITY_WARNING, "attr-broken", N_ ("Descriptions of events that are cut off"), 1, record->offset);
      return;
    }
  g_ptr_array_add (self->attrs, attr);
  while (asc_cursor_left (&cursor) >= 8)
    asc_perf_add_id (self, asc_cursor_u64 (&cursor), self->attrs->len - 1);
}

static void
read_event_update (AscPerf *self, const AscPerfRecord *record)
{
  AscCursor cursor = cursor_of (self, record);
  guint64 type = asc_cursor_u64 (&cursor);
  guint32 i = asc_map_lookup (&self->ids, asc_cursor_u64 (&cursor));

  if (type == EVENT_UPDATE_NAME && i < self->attrs->len && asc_cursor_left (&cursor) > 0)
    {
      AscPerfAttr *attr = self->attrs->pdata[i];

      g_free (attr->name);
      attr->name = asc_cursor_dup_string (&cursor, asc_cursor_left (&cursor));
    }
}

static void
read_feature (Reader *reader, const AscPerfRecord *record)
{
  AscPerf *self = reader->perf;
  AscCursor cursor = cursor_of (self, record);
  guint64 feature = asc_cursor_u64 (&cursor);

  if (!asc_cursor_ok (&cursor))
    return;
  if (feature == FEATURE_EVENT_DESC) /* may stand before the events that it names */
    {
      g_clear_pointer (&reader->event_desc, g_bytes_unref);
      reader->event_desc = g_bytes_new (record->body + 8, record->size - 8);
    }
  else if (feature < 256)
    {
      asc_perf_read_feature (self, (guint) feature, &cursor);
    }
}

/* In a pipe the tracing data stands behind its record. */
static void
read_tracing_data (AscPerf *self, const AscPerfWalk *walk, const AscPerfRecord *record)
{
  const AscPerfSpan *span = &g_array_index (self->spans, AscPerfSpan, walk->span);
  gsize size = (gsize) MIN (record->payload, 256 * 1024 * 1024);
  g_autofree guint8 *data = g_try_malloc (size + 1);
  AscCursor cursor;
  gssize n = data != NULL ? asc_perf_span_pread (self, span, walk->offset - record->payload, data, size) : -1;

  asc_cursor_init (&cursor, data, (gsize) MAX (n, 0), self->big_endian);
  asc_perf_read_tracing_data (self, &cursor);
}

static void
read_record (Reader *reader, AscPerfWalk *walk, const AscPerfRecord *record)
{
  AscPerf *self = reader->perf;
  AscCursor cursor;

  switch (record->type)
    {
    case ASC_PERF_RECORD_MMAP:
    case ASC_PERF_RECORD_MMAP2:
      read_mmap (self, record);
      break;
    case ASC_PERF_RECORD_COMM:
      read_comm (self, record);
      break;
    case ASC_PERF_RECORD_FORK:
    case ASC_PERF_RECORD_EXIT:
      read_fork_or_exit (self, record);
      break;
    case ASC_PERF_RECORD_SWITCH:
    case ASC_PERF_RECORD_SWITCH_CPU_WIDE:
      read_switch (self, record);
      break;
    case ASC_PERF_RECORD_KSYMBOL:
      read_ksymbol (self, record);
      break;
    case ASC_PERF_RECORD_LOST:
    case ASC_PERF_RECORD_LOST_SAMPLES:
      read_lost (self, record);
      break;
    case ASC_PERF_RECORD_THROTTLE:
      asc_diagnostics_add (self->diagnostics, ASC_SEVERITY_WARNING, "throttled", N_ ("Times that the kernel held back an event that came too often"), 1, record->offset);
      break;
    case ASC_PERF_RECORD_AUX:
      read_aux (self, record);
      break;
    case ASC_PERF_RECORD_AUXTRACE:
      asc_diagnostics_add (self->diagnostics, ASC_SEVERITY_NOTE, "auxtrace", N_ ("Blocks of hardware trace data, which is not decoded"), 1, record->offset);
      break;
    case ASC_PERF_RECORD_CALLCHAIN_DEFERRED:
      read_deferred (self, record);
      break;
    case ASC_PERF_RECORD_ATTR:
      read_attr (self, record);
      break;
    case ASC_PERF_RECORD_EVENT_UPDATE:
      read_event_update (self, record);
      break;
    case ASC_PERF_RECORD_FEATURE:
      read_feature (reader, record);
      break;
    case ASC_PERF_RECORD_BUILD_ID:
      cursor = cursor_of (self, record);
      asc_cursor_skip (&cursor, 4); /* pid */
      asc_perf_read_build_id (self, &cursor, record->misc);
      break;
    case ASC_PERF_RECORD_TRACING_DATA:
      read_tracing_data (self, walk, record);
      break;
    default:
      if (record->type == 0 || (record->type > ASC_PERF_RECORD_CALLCHAIN_DEFERRED && record->type < ASC_PERF_RECORD_ATTR) || record->type > ASC_PERF_RECORD_LAST_KNOWN)
        asc_diagnostics_add (self->diagnostics, ASC_SEVERITY_NOTE, "records-unknown", N_ ("Records of a type that is not known, skipped"), 1, record->offset);
      else if (record->type < ASC_PERF_RECORD_ATTR)
        note_time (self, trailer_time (self, record)); /* they tell no figure, but how long it was */
      break;
    }
}

static void
add_place (AscPerf *self, guint64 position)
{
  AscPerfPlace place = { .position = position, .end = G_MAXUINT64, .min_time = G_MAXUINT64 };

  if (self->places->len > 0)
    g_array_index (self->places, AscPerfPlace, self->places->len - 1).end = position;
  g_array_append_val (self->places, place);
}

static gboolean
walk_records (Reader *reader, GError **error)
{
  AscPerf *self = reader->perf;
  guint64 next_place = 0;
  AscPerfRecord record;
  AscPerfWalk walk;
  gboolean was_long = FALSE;
  gboolean ok = TRUE;

  asc_perf_walk_init (&walk, self, 0);
  walk.sample_head = ASC_PERF_SAMPLE_HEAD_BYTES;
  while (ok && asc_perf_walk_next (&walk, G_MAXUINT64, &record, self->diagnostics))
    {
      if (G_UNLIKELY (record.position >= next_place))
        {
          add_place (self, record.position);
          asc_progress_add (self->progress, PLACE_BYTES / 2);
          next_place = record.position + PLACE_BYTES;
          ok = !g_cancellable_set_error_if_cancelled (self->cancellable, error);
        }
      if (G_UNLIKELY (was_long))
        asc_perf_heads_set_end (self->heads, self, record.position, asc_perf_walk_get_before (&walk, &record));
      was_long = record.n_body < record.size;
      if (record.type == ASC_PERF_RECORD_SAMPLE)
        read_sample (self, &record);
      else if (record.type == ASC_PERF_RECORD_COMPRESSED || record.type == ASC_PERF_RECORD_COMPRESSED2)
        {
          ok = asc_perf_span_decompress (self, walk.span, record.offset, error);
          walk.buffer_size = 0; /* the span now ends here: what is in the window beyond it is no record */
        }
      else if (record.type != ASC_PERF_RECORD_FINISHED_ROUND)
        read_record (reader, &walk, &record);
    }
  asc_perf_walk_clear (&walk);
  return ok;
}

/* Times order the samples and the changes of tasks only if both have them. */
static gboolean
lacks_times (const AscPerf *self)
{
  for (guint i = 0; i < self->attrs->len; i++)
    {
      const AscPerfAttr *attr = self->attrs->pdata[i];

      if (attr->time == ASC_PERF_NO_FIELD || attr->end_time == ASC_PERF_NO_FIELD)
        return TRUE;
    }
  return FALSE;
}

gboolean
asc_perf_read_records (AscPerf *self, GError **error)
{
  Reader reader = { .perf = self };
  gboolean ok = walk_records (&reader, error);

  if (reader.event_desc != NULL)
    {
      AscCursor cursor;

      asc_cursor_init (&cursor, g_bytes_get_data (reader.event_desc, NULL), g_bytes_get_size (reader.event_desc), self->big_endian);
      asc_perf_read_feature (self, FEATURE_EVENT_DESC, &cursor);
      g_bytes_unref (reader.event_desc);
    }
  self->by_position = lacks_times (self);
  for (guint i = 0; i < self->attrs->len; i++)
    {
      const AscPerfAttr *attr = self->attrs->pdata[i];

      self->has_readings = self->has_readings || ((attr->sample_type & ASC_PERF_SAMPLE_READ) && attr->n_samples > 0);
    }
  return ok;
}
