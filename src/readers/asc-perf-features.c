/* asc-perf-features.c: the header's features: what the recording says of itself
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-perf-private.h"

#include <glib/gi18n-lib.h>

enum
{
  FEATURE_TRACING_DATA = 1,
  FEATURE_BUILD_ID = 2,
  FEATURE_HOSTNAME = 3,
  FEATURE_OSRELEASE = 4,
  FEATURE_VERSION = 5,
  FEATURE_ARCH = 6,
  FEATURE_NRCPUS = 7,
  FEATURE_CPUDESC = 8,
  FEATURE_CPUID = 9,
  FEATURE_TOTAL_MEM = 10,
  FEATURE_CMDLINE = 11,
  FEATURE_EVENT_DESC = 12,
  FEATURE_CPU_TOPOLOGY = 13,
  FEATURE_NUMA_TOPOLOGY = 14,
  FEATURE_PMU_MAPPINGS = 16,
  FEATURE_SAMPLE_TIME = 21,
  FEATURE_CLOCKID = 23,
  FEATURE_DIR_FORMAT = 24,
  FEATURE_COMPRESSED = 27,
  FEATURE_CLOCK_DATA = 29,
};

/* The largest section is the tracing data: the formats of all tracepoints of a kernel take some MB. */
#define SECTION_MAX (256 * 1024 * 1024)

/* An array of strings longer than this is a lying count. */
#define STRINGS_MAX 65536

/* Every string is a length and that many bytes, NUL-padded. */
static char *
dup_string (AscCursor *cursor)
{
  guint32 length = asc_cursor_u32 (cursor);

  return asc_cursor_dup_string (cursor, length);
}

static void
set_info (AscPerf *self, const char *key, const char *value)
{
  if (*value != '\0')
    asc_builder_set_info (self->builder, key, value);
}

static void
read_string (AscPerf *self, const char *key, AscCursor *cursor)
{
  g_autofree char *value = dup_string (cursor);

  set_info (self, key, value);
}

static void
set_number (AscPerf *self, const char *key, guint64 value)
{
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, value);

  set_info (self, key, text);
}

static void
read_command (AscPerf *self, AscCursor *cursor)
{
  guint32 n = asc_cursor_u32 (cursor);
  g_autoptr (GString) command = g_string_new (NULL);

  for (guint32 i = 0; i < n && i < STRINGS_MAX && asc_cursor_ok (cursor); i++)
    {
      g_autofree char *word = dup_string (cursor);

      if (i > 0)
        g_string_append_c (command, ' ');
      if (*word == '\0' || strpbrk (word, " \t\n'\"\\$`*?[](){}<>|&;") != NULL)
        {
          g_autofree char *quoted = g_shell_quote (word);

          g_string_append (command, quoted);
        }
      else
        {
          g_string_append (command, word);
        }
    }
  set_info (self, "command", command->str);
}

static void
read_event_desc (AscPerf *self, AscCursor *cursor)
{
  guint32 n = asc_cursor_u32 (cursor);
  guint32 attr_size = asc_cursor_u32 (cursor);

  for (guint32 i = 0; i < n && asc_cursor_ok (cursor); i++)
    {
      AscPerfAttr *attr = asc_perf_attr_read (cursor, attr_size);
      guint32 n_ids = attr != NULL ? asc_cursor_u32 (cursor) : 0;
      g_autofree char *name = attr != NULL ? dup_string (cursor) : NULL;
      guint index = i;

      if (attr == NULL)
        return;
      if (i >= self->attrs->len && asc_cursor_ok (cursor))
        {
          g_ptr_array_add (self->attrs, attr); /* a file whose attrs are gone, or a pipe without them */
          index = self->attrs->len - 1;
        }
      else
        {
          asc_perf_attr_free (attr);
        }
      for (guint32 j = 0; j < n_ids && asc_cursor_ok (cursor); j++)
        {
          guint64 id = asc_cursor_u64 (cursor);
          guint32 known = asc_map_lookup (&self->ids, id);

          if (!asc_cursor_ok (cursor))
            break;
          if (j == 0 && known < self->attrs->len)
            index = known;
          asc_perf_add_id (self, id, index);
        }
      if (asc_cursor_ok (cursor) && index < self->attrs->len)
        {
          attr = self->attrs->pdata[index];
          if (attr->name == NULL)
            attr->name = g_steal_pointer (&name);
        }
    }
}

static void
read_clock_data (AscPerf *self, AscCursor *cursor)
{
  guint64 wall, reference;

  asc_cursor_skip (cursor, 8); /* version, clockid */
  wall = asc_cursor_u64 (cursor);
  reference = asc_cursor_u64 (cursor);
  if (asc_cursor_ok (cursor))
    {
      self->wall_clock_ns = wall;
      self->wall_clock_ref = reference;
    }
}

void
asc_perf_read_build_id (AscPerf *self, AscCursor *cursor, guint16 misc)
{
  const guint8 *id;
  guint size = 20;
  g_autofree char *path = NULL;

  id = asc_cursor_bytes (cursor, 24);
  path = asc_cursor_dup_string (cursor, asc_cursor_left (cursor));
  if (id == NULL || *path == '\0')
    return;
  if (misc & ASC_PERF_MISC_BUILD_ID_SIZE)
    size = MIN (id[20], 20);
  while (size > 0 && id[size - 1] == 0 && !(misc & ASC_PERF_MISC_BUILD_ID_SIZE) && size > 8)
    size--; /* an MD5 or xxHash build-id in a field of 20 */
  if (size > 16 && size < 20 && !(misc & ASC_PERF_MISC_BUILD_ID_SIZE))
    size = 20; /* a SHA-1 that ends in zeros */
  if (size > 0 && (misc & ASC_PERF_MISC_CPUMODE) == 1 && *path != '[' && strstr (path, ".ko") == NULL) /* a vmlinux file */
    g_hash_table_insert (self->build_ids, g_strdup ("[kernel.kallsyms]"), g_bytes_new (id, size));
  if (size > 0)
    g_hash_table_insert (self->build_ids, g_steal_pointer (&path), g_bytes_new (id, size));
}

/* Some perfs of 2010 wrote the entries without the process id, so that names seem to begin four bytes later (perf's
 * perf_header__read_build_ids_abi_quirk()). The kernel is always there to show it. */
static gboolean
lacks_pids (const AscCursor *section)
{
  return section->size >= 8 + 24 + 4 + 13 && memcmp (section->data + 8 + 4 + 24, "nel.kallsyms]", 13) == 0;
}

static void
read_build_ids (AscPerf *self, AscCursor *cursor)
{
  gboolean no_pids = lacks_pids (cursor);

  while (asc_cursor_left (cursor) >= 8)
    {
      guint16 misc;
      guint16 size;
      AscCursor entry;

      asc_cursor_skip (cursor, 4);
      misc = asc_cursor_u16 (cursor);
      size = asc_cursor_u16 (cursor);
      if (size < 8 + 24)
        return;
      entry = asc_cursor_sub (cursor, MIN ((gsize) size - 8, asc_cursor_left (cursor)));
      if (!no_pids)
        asc_cursor_skip (&entry, 4);
      asc_perf_read_build_id (self, &entry, misc);
    }
}

/* "name: sched_switch\nID: 316\n..." */
static void
add_tracepoint (AscPerf *self, const char *system, AscCursor format)
{
  g_autofree char *text = asc_cursor_dup_string (&format, asc_cursor_left (&format));
  const char *name = strstr (text, "name: ");
  const char *id = strstr (text, "ID: ");
  AscPerfDetail *detail;
  char *full;
  gpointer key;

  if (name == NULL || id == NULL)
    return;
  name += strlen ("name: ");
  full = g_strdup_printf ("%s:%.*s", system, (int) strcspn (name, "\n"), name);
  key = GUINT_TO_POINTER ((guint) g_ascii_strtoull (id + strlen ("ID: "), NULL, 10));
  detail = asc_perf_detail_new (full, text);
  g_hash_table_insert (self->tracepoints, key, full);
  if (detail != NULL)
    g_hash_table_insert (self->details, key, detail);
}

static char *
dup_nul_string (AscCursor *cursor)
{
  gsize left = asc_cursor_left (cursor);
  const guint8 *nul = left > 0 ? memchr (cursor->data + cursor->pos, 0, left) : NULL;

  return asc_cursor_dup_string (cursor, nul != NULL ? (gsize) (nul - (cursor->data + cursor->pos)) + 1 : left + 1);
}

/* As tools/perf/util/trace-event-info.c writes it: names of tracepoints by number. */
void
asc_perf_read_tracing_data (AscPerf *self, AscCursor *cursor)
{
  const guint8 *magic = asc_cursor_bytes (cursor, 10);
  guint32 n;

  g_free (dup_nul_string (cursor)); /* the version */
  if (magic == NULL || memcmp (magic, "\x17\x08\x44tracing", 10) != 0)
    return;
  cursor->big_endian = asc_cursor_u8 (cursor) != 0;
  asc_cursor_skip (cursor, 5);                     /* size of long, page size */
  for (guint i = 0; i < 2; i++)                    /* header_page, header_event */
    {
      g_free (dup_nul_string (cursor));
      asc_cursor_skip (cursor, asc_cursor_u64 (cursor));
    }
  n = asc_cursor_u32 (cursor);
  for (guint32 i = 0; i < n && asc_cursor_ok (cursor); i++)
    {
      gsize size = asc_cursor_u64 (cursor);

      add_tracepoint (self, "ftrace", asc_cursor_sub (cursor, size));
    }
  n = asc_cursor_u32 (cursor);
  for (guint32 i = 0; i < n && asc_cursor_ok (cursor); i++)
    {
      g_autofree char *system = dup_nul_string (cursor);
      guint32 n_events = asc_cursor_u32 (cursor);

      for (guint32 j = 0; j < n_events && asc_cursor_ok (cursor); j++)
        {
          gsize size = asc_cursor_u64 (cursor);

          add_tracepoint (self, system, asc_cursor_sub (cursor, size));
        }
    }
}

void
asc_perf_read_feature (AscPerf *self, guint feature, AscCursor *cursor)
{
  static const struct
  {
    guint feature;
    const char *key;
  } strings[] = {
    { FEATURE_HOSTNAME, "host" }, { FEATURE_OSRELEASE, "os-release" }, { FEATURE_VERSION, "perf-version" },
    { FEATURE_ARCH, "arch" },     { FEATURE_CPUDESC, "cpu" },          { FEATURE_CPUID, "cpuid" },
  };
  guint32 available;

  for (guint i = 0; i < G_N_ELEMENTS (strings); i++)
    if (strings[i].feature == feature)
      read_string (self, strings[i].key, cursor);
  switch (feature)
    {
    case FEATURE_TRACING_DATA:
      asc_perf_read_tracing_data (self, cursor);
      break;
    case FEATURE_BUILD_ID:
      read_build_ids (self, cursor);
      break;
    case FEATURE_NRCPUS: /* how many there could be, and how many ran */
      available = asc_cursor_u32 (cursor);
      set_number (self, "n-cpus", asc_cursor_left (cursor) >= 4 ? asc_cursor_u32 (cursor) : available);
      break;
    case FEATURE_TOTAL_MEM:
      set_number (self, "memory", asc_cursor_u64 (cursor) * 1024);
      break;
    case FEATURE_CMDLINE:
      read_command (self, cursor);
      break;
    case FEATURE_EVENT_DESC:
      read_event_desc (self, cursor);
      break;
    case FEATURE_CLOCK_DATA:
      read_clock_data (self, cursor);
      break;
    case FEATURE_NUMA_TOPOLOGY:
      set_number (self, "numa-nodes", asc_cursor_u32 (cursor));
      break;
    default: /* what the other features tell changes no figure */
      break;
    }
}

void
asc_perf_read_features (AscPerf *self)
{
  guint64 offset = self->data_end;

  for (guint feature = 0; feature < 256; feature++)
    {
      g_autoptr (GBytes) entry = NULL;
      g_autoptr (GBytes) section = NULL;
      AscCursor cursor;
      guint64 at, size;

      if (!(self->features[feature / 8] & 1 << feature % 8))
        continue;
      entry = asc_perf_file_read (self, offset, 16, 16);
      offset += 16;
      if (entry == NULL || g_bytes_get_size (entry) < 16)
        {
          asc_diagnostics_add (self->diagnostics, ASC_SEVERITY_WARNING, "features-cut", N_ ("The end of the file, which tells about the machine and the events, is missing"), 1, offset - 16);
          return;
        }
      asc_cursor_init (&cursor, g_bytes_get_data (entry, NULL), 16, self->big_endian);
      at = asc_cursor_u64 (&cursor);
      size = asc_cursor_u64 (&cursor);
      section = asc_perf_file_read (self, at, size, SECTION_MAX);
      if (section == NULL || g_bytes_get_size (section) < size)
        asc_diagnostics_add (self->diagnostics, ASC_SEVERITY_WARNING, "feature-cut", N_ ("Sections of the header that reach beyond the file"), 1, offset - 16);
      if (section == NULL)
        continue;
      asc_cursor_init (&cursor, g_bytes_get_data (section, NULL), g_bytes_get_size (section), self->big_endian);
      asc_perf_read_feature (self, feature, &cursor);
    }
}

/* Which clock the times are of, where it was chosen (`perf record -k`). */
static void
set_clock (AscPerf *self)
{
  static const struct
  {
    gint32 id;
    const char *name;
  } clocks[] = { { 0, "CLOCK_REALTIME" }, { 1, "CLOCK_MONOTONIC" }, { 4, "CLOCK_MONOTONIC_RAW" }, { 7, "CLOCK_BOOTTIME" }, { 11, "CLOCK_TAI" } };
  const AscPerfAttr *attr = self->attrs->len > 0 ? self->attrs->pdata[0] : NULL;

  for (guint i = 0; i < G_N_ELEMENTS (clocks); i++)
    if (attr != NULL && (attr->flags & ASC_PERF_FLAG_USE_CLOCKID) && attr->clockid == clocks[i].id)
      set_info (self, "clock", clocks[i].name);
}

void
asc_perf_finish_info (AscPerf *self)
{
  set_clock (self);
  if (self->first_time != G_MAXUINT64)
    {
      g_autofree char *zero = g_strdup_printf ("%" G_GUINT64_FORMAT, self->first_time);

      set_info (self, "time-zero-ns", zero);
    }
  if (self->wall_clock_ns != 0 && self->first_time != G_MAXUINT64)
    {
      gint64 start_s = (gint64) (self->wall_clock_ns + (self->first_time - self->wall_clock_ref)) / G_GINT64_CONSTANT (1000000000);
      g_autoptr (GDateTime) start = g_date_time_new_from_unix_utc (start_s);
      g_autofree char *text = start != NULL ? g_date_time_format_iso8601 (start) : NULL;

      if (text != NULL)
        set_info (self, "start-time", text);
    }
}
