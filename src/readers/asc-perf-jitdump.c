/* asc-perf-jitdump.c: code that recorded programs made while they ran, by the dumps that they wrote of it
 *
 * Such a program maps its dump, executable, so that the recording names it. Each piece of code becomes a mapping from
 * the time on at which it was made; its offset is that of the code's bytes in the dump, so that code which is replaced
 * at its address stays another code.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-perf-private.h"

#include <glib/gi18n-lib.h>
#include <time.h>

#include "asc-jitdump.h"

void
asc_perf_jitdump_free (gpointer data)
{
  AscPerfJitdump *self = data;

  g_free (self->path);
  g_free (self);
}

static void
note (AscPerf *self, AscSeverity severity, const char *kind, const char *text, gint64 n)
{
  if (n > 0)
    asc_diagnostics_add (self->diagnostics, severity, kind, text, n, ASC_NO_PLACE);
}

static AscJitdump *
open_dump (AscPerf *self, const AscPerfJitdump *jitdump)
{
  g_autofree char *path = NULL;
  g_autoptr (AscSource) source = NULL;
  g_autoptr (AscJitdump) dump = NULL;

  if (self->options->find_file != NULL)
    path = self->options->find_file (self->options->find_data, jitdump->path, jitdump->change.pid);
  if (path != NULL)
    source = asc_source_open (path, NULL);
  if (source == NULL)
    note (self, ASC_SEVERITY_WARNING, "jitdump-missing",
          N_ ("Dumps of code made at run time (jit-PID.dump) that are not here: this code has no names"), 1);
  else if ((dump = asc_jitdump_read (source, self->cancellable, NULL)) == NULL)
    note (self, ASC_SEVERITY_WARNING, "jitdump-unreadable",
          N_ ("Dumps of code made at run time (jit-PID.dump) that cannot be read: this code has no names"), 1);
  return g_steal_pointer (&dump);
}

/* What is added to the dump's times to have those of the recording. Returns: FALSE: they cannot be compared. */
static gboolean
find_clock (AscPerf *self, const AscPerfJitdump *jitdump, const AscJitdump *dump, guint64 *shift)
{
  const AscPerfAttr *attr = self->attrs->len > 0 ? self->attrs->pdata[0] : NULL;

  *shift = 0;
  if (self->by_position || dump->has_processor_times)
    return FALSE;
  if (attr != NULL && (attr->flags & ASC_PERF_FLAG_USE_CLOCKID))
    return attr->clockid == CLOCK_MONOTONIC;
  /* perf's own clock differs from the monotonic one by what lies between the dump's beginning and its mapping, which
   * follow each other at once. A mapping from before the recording has no time. */
  if (jitdump->change.key == 0 || dump->time == 0)
    return FALSE;
  *shift = jitdump->change.key - dump->time;
  return TRUE;
}

static void
add_code (AscPerf *self, const AscPerfJitdump *jitdump, const AscJitdump *dump, guint32 object)
{
  guint64 shift;
  gboolean has_times = find_clock (self, jitdump, dump, &shift);
  guint32 serial = 0;

  if (!has_times)
    note (self, ASC_SEVERITY_WARNING, "jitdump-clock",
          N_ ("Dumps of code made at run time with another clock than the recording's: of code that was replaced only "
              "the last is known (perf record -k mono)"),
          1);
  for (guint i = 0; i < dump->placings->len; i++)
    {
      const AscJitPlacing *placing = &g_array_index (dump->placings, AscJitPlacing, i);
      AscPerfChange change = jitdump->change;

      change.serial = ++serial;
      if (has_times)
        change.key = MAX (placing->time + shift, jitdump->change.key);
      /* A child that goes on writing to its parent's dump. */
      if (placing->pid != dump->pid)
        change.pid = change.tid = placing->pid;
      change.start = placing->start_addr;
      change.end = placing->start_addr + placing->size;
      change.file_off = placing->code_off;
      change.object = object;
      g_array_append_val (self->changes, change);
    }
}

static void
add_names (AscPerf *self, const AscJitdump *dump, guint32 object)
{
  for (guint i = 0; i < dump->functions->len; i++)
    {
      const AscJitFunction *function = &g_array_index (dump->functions, AscJitFunction, i);

      asc_builder_add_recorded_symbol (self->builder, &(AscRecordedSymbol){ .object = object,
                                                                            .address = function->code_off,
                                                                            .size = function->size,
                                                                            .name = function->name });
    }
  for (guint i = 0; i < dump->lines->len; i++)
    {
      const AscJitLine *line = &g_array_index (dump->lines, AscJitLine, i);

      asc_builder_add_recorded_line (
          self->builder,
          &(AscRecordedLine){ .object = object, .address = line->code_off, .file = line->file, .line = line->line });
    }
}

static void
report (AscPerf *self, const AscJitdump *dump)
{
  note (self, ASC_SEVERITY_WARNING, "jitdump-broken", N_ ("Records of code made at run time that make no sense"),
        dump->n_broken);
  note (self, ASC_SEVERITY_NOTE, "jitdump-lines-broken",
        N_ ("Records of source lines of code made at run time that make no sense"), dump->n_broken_lines);
  note (self, ASC_SEVERITY_NOTE, "jitdump-unwinding",
        N_ ("Records of how code made at run time is unwound, which are not used"), dump->n_unwinding);
  note (self, ASC_SEVERITY_NOTE, "jitdump-unknown", N_ ("Records of an unknown kind in dumps of code made at run time"),
        dump->n_unknown);
  note (self, ASC_SEVERITY_WARNING, "jitdump-cut", N_ ("Dumps of code made at run time that are cut off"),
        dump->is_cut);
}

gboolean
asc_perf_read_jitdumps (AscPerf *self, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < self->jitdumps->len; i++)
    {
      AscPerfJitdump *jitdump = self->jitdumps->pdata[i];
      g_autoptr (AscJitdump) dump = NULL;

      /* Mapped twice, or both found at the start and recorded. */
      if (!g_hash_table_add (seen, g_strdup_printf ("%d %s", jitdump->change.pid, jitdump->path)))
        continue;
      dump = open_dump (self, jitdump);
      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      if (dump == NULL)
        {
          jitdump->change.object = asc_perf_add_user_object (self, jitdump->path, jitdump->change.pid, NULL, 0);
          g_array_append_val (self->changes, jitdump->change);
          continue;
        }
      jitdump->change.object = asc_perf_add_jitdump_object (self, jitdump->path, jitdump->change.pid);
      self->has_jit_code = TRUE;
      add_code (self, jitdump, dump, jitdump->change.object);
      add_names (self, dump, jitdump->change.object);
      report (self, dump);
    }
  return TRUE;
}
