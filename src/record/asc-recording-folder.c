/* asc-recording-folder.c: the experiment's folder and its description
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The form: docs/formats/experiment.md.
 */
#include "config.h"

#include "asc-recording-private.h"

#include "asc-json.h"
#include "asc-record-engine.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <sys/wait.h>

#define NAMES_MAX 100000

/* A name for the experiment after what is recorded. Returns: (transfer full) */
static char *
dup_stem (const AscRecordSettings *settings)
{
  g_autofree char *path = NULL;
  g_autofree char *name = NULL;

  if (settings->command != NULL)
    return g_path_get_basename (settings->command[0]);
  if (settings->n_pids == 0)
    return g_strdup ("system");
  path = g_strdup_printf ("/proc/%d/comm", settings->pids[0]);
  if (!g_file_get_contents (path, &name, NULL, NULL))
    return g_strdup_printf ("%d", settings->pids[0]);
  g_strdelimit (g_strchomp (name), "/", '_');
  return g_steal_pointer (&name);
}

gboolean
asc_recording_make_folder (AscRecording *self, GError **error)
{
  const char *wanted = self->settings->output;
  g_autofree char *stem = wanted == NULL ? dup_stem (self->settings) : NULL;
  int problem = EEXIST;

  for (guint i = 1; problem == EEXIST && i <= (wanted != NULL ? 1 : NAMES_MAX); i++)
    {
      g_free (self->path);
      self->path = wanted != NULL ? g_strdup (wanted) : i == 1 ? g_strconcat (stem, ".ascribe", NULL) : g_strdup_printf ("%s.%u.ascribe", stem, i);
      problem = g_mkdir (self->path, 0777) == 0 ? 0 : errno;
    }
  if (problem != 0)
    {
      g_set_error (error, ASC_RECORD_ERROR, problem == EEXIST ? ASC_RECORD_ERROR_EXISTS : ASC_RECORD_ERROR_FAILED, "%s: %s", self->path, g_strerror (problem));
      return FALSE;
    }
  self->made_folder = TRUE;
  self->data_path = g_build_filename (self->path, ASC_RECORDING_FILE, NULL);
  return TRUE;
}

static void
append_key (GString *json, const char *key)
{
  g_string_append (json, json->str[json->len - 1] == '{' ? "\n  " : ",\n  ");
  asc_json_append_string (json, key);
  g_string_append (json, ": ");
}

static void
append_string (GString *json, const char *key, const char *value)
{
  append_key (json, key);
  asc_json_append_string (json, value);
}

static void
append_int (GString *json, const char *key, gint64 value)
{
  append_key (json, key);
  g_string_append_printf (json, "%" G_GINT64_FORMAT, value);
}

static void
append_strings (GString *json, const char *key, const char *const *values)
{
  append_key (json, key);
  g_string_append_c (json, '[');
  for (guint i = 0; values != NULL && values[i] != NULL; i++)
    {
      if (i > 0)
        g_string_append (json, ", ");
      asc_json_append_string (json, values[i]);
    }
  g_string_append_c (json, ']');
}

static void
append_bool (GString *json, const char *key, gboolean value)
{
  append_key (json, key);
  g_string_append (json, value ? "true" : "false");
}

/* What was asked for. */
static void
append_settings (GString *json, const AscRecordSettings *settings)
{
  append_strings (json, "command", (const char *const *) settings->command);
  append_strings (json, "environment", (const char *const *) settings->environment);
  append_key (json, "pids");
  g_string_append_c (json, '[');
  for (guint i = 0; i < settings->n_pids; i++)
    g_string_append_printf (json, "%s%d", i > 0 ? ", " : "", settings->pids[i]);
  g_string_append_c (json, ']');
  append_bool (json, "all", settings->all);
  append_bool (json, "clock", settings->clock);
  append_bool (json, "states", settings->states);
  append_bool (json, "page_faults", settings->page_faults);
  append_bool (json, "memory", settings->memory);
  append_strings (json, "events", (const char *const *) settings->events);
  append_int (json, "frequency", settings->frequency);
  append_string (json, "stacks", asc_record_stacks_get_id (settings->stacks));
  append_int (json, "stack_bytes", settings->stack_bytes);
  append_int (json, "wait_stack_bytes", settings->wait_stack_bytes);
}

static void
append_machine (GString *json)
{
  struct utsname system;

  if (uname (&system) != 0)
    return;
  append_string (json, "host", system.nodename);
  append_string (json, "kernel", system.release);
  append_string (json, "arch", system.machine);
}

static void
append_end (GString *json, AscRecording *self)
{
  const int status = self->target.wait_status;

  append_string (json, "state", self->progress.phase == ASC_RECORDING_DONE ? "complete" : "recording");
  if (self->end_ns != 0)
    append_int (json, "end_ns", self->end_ns);
  if (self->target.reaped && WIFEXITED (status))
    append_int (json, "exit_status", WEXITSTATUS (status));
  else if (self->target.reaped && WIFSIGNALED (status))
    append_int (json, "exit_signal", WTERMSIG (status));
}

/* By another engine. Its file is not known before its end. */
static void
append_engine (GString *json, AscRecording *self)
{
  append_key (json, "recordings");
  g_string_append (json, "[{\"file\": ");
  asc_json_append_string (json, self->engine_file);
  g_string_append (json, ", \"engine\": ");
  asc_json_append_string (json, asc_record_engine_get_id (self->settings->engine));
  g_string_append (json, ", \"version\": ");
  asc_json_append_string (json, self->engine_version);
  g_string_append_printf (json, ", \"bytes\": %" G_GUINT64_FORMAT ", \"arguments\": [", self->progress.size_bytes);
  for (guint i = 0; self->engine_argv != NULL && self->engine_argv[i] != NULL; i++)
    {
      if (i > 0)
        g_string_append (json, ", ");
      asc_json_append_string (json, self->engine_argv[i]);
    }
  g_string_append (json, "]}]");
}

/* The recordings: that of what is recorded, and that of wakeups by others. */
static void
append_recordings (GString *json, AscRecording *self)
{
  append_key (json, "recordings");
  g_string_append (json, "[{\"file\": ");
  asc_json_append_string (json, ASC_RECORDING_FILE);
  g_string_append (json, ", \"engine\": \"perf\", \"version\": ");
  asc_json_append_string (json, asc_record_machine_get_perf_version (self->machine));
  g_string_append_printf (json, ", \"events\": %" G_GINT64_FORMAT ", \"lost\": %" G_GINT64_FORMAT ", \"bytes\": %" G_GUINT64_FORMAT ", \"arguments\": [",
                          self->progress.n_events, self->meter.n_lost, self->meter.size_bytes);
  for (guint i = 0; self->perf.argv != NULL && i + 1 < self->perf.argv->len; i++)
    {
      if (i > 0)
        g_string_append (json, ", ");
      asc_json_append_string (json, g_ptr_array_index (self->perf.argv, i));
    }
  g_string_append (json, "]}");
  if (self->wakeups.child.pid != 0)
    g_string_append_printf (json,
                            ", {\"file\": \"" ASC_RECORDING_WAKEUPS "\", \"engine\": \"perf\", \"events\": %" G_GINT64_FORMAT ", \"lost\": %" G_GINT64_FORMAT ", \"bytes\": %" G_GUINT64_FORMAT "}",
                            self->wakeups_meter.is_blind ? -1 : self->wakeups_meter.n_events, self->wakeups_meter.n_lost, self->wakeups_meter.size_bytes);
  g_string_append_c (json, ']');
}

static void
append_notes (GString *json, const GPtrArray *notes)
{
  append_key (json, "notes");
  g_string_append_c (json, '[');
  for (guint i = 0; i < notes->len; i++)
    {
      const AscRecordNote *note = g_ptr_array_index (notes, i);

      if (i > 0)
        g_string_append (json, ", ");
      asc_json_append_string (json, note->text);
    }
  g_string_append_c (json, ']');
}

void
asc_recording_write_description (AscRecording *self)
{
  g_autofree char *path = g_build_filename (self->path, ASC_RECORDING_DESCRIPTION, NULL);
  g_autofree char *start = self->start != NULL ? g_date_time_format_iso8601 (self->start) : NULL;
  g_autofree char *here = g_get_current_dir ();
  g_autofree char *directory = self->settings->directory != NULL ? g_canonicalize_filename (self->settings->directory, here) : g_steal_pointer (&here);
  GString *json = g_string_new ("{");

  append_string (json, "schema", "ascribe.experiment/1");
  append_string (json, "version", ASC_VERSION);
  append_string (json, "start_time", start);
  append_string (json, "clock_id", "CLOCK_MONOTONIC");
  append_int (json, "start_ns", self->start_ns);
  append_end (json, self);
  append_machine (json);
  append_string (json, "directory", directory);
  if (self->target.pid != 0)
    append_int (json, "pid", self->target.pid);
  append_settings (json, self->settings);
  if (self->settings->engine != ASC_RECORD_ENGINE_PERF)
    append_engine (json, self);
  else
    append_recordings (json, self);
  append_string (json, "statistics", ASC_RECORDING_STATISTICS);
  append_notes (json, self->notes);
  g_string_append (json, "\n}\n");
  /* A full disk must not end the recording: what is there of it is opened without a description too. */
  g_file_set_contents (path, json->str, (gssize) json->len, NULL);
  g_string_free (json, TRUE);
}
