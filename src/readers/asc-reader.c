/* asc-reader.c: opens an experiment of whatever format
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-reader.h"

#include "asc-reader-private.h"

#include <glib/gi18n-lib.h>

#define HEAD_SIZE 4096

extern const AscReader *const asc_reader_table[];

G_DEFINE_QUARK (asc-reader-error-quark, asc_reader_error)

/* Puts the experiment's path before a reader's message; the source's own have it. */
static void
complete_error (GError **error, const char *path)
{
  g_autofree char *prefix = g_strconcat (path, ":", NULL);
  g_autofree char *inside = g_strconcat (path, "/", NULL);

  if (error == NULL || *error == NULL || g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (!g_str_has_prefix ((*error)->message, prefix) && !g_str_has_prefix ((*error)->message, inside))
    g_prefix_error (error, "%s: ", path);
}

static const AscReader *
choose_reader (AscSource *source, GError **error)
{
  const AscReader *best = NULL;
  int best_score = 0;
  guint8 head[HEAD_SIZE];
  AscSniff sniff = { .is_folder = asc_source_is_folder (source), .head = head, .source = source };

  if (!sniff.is_folder)
    {
      gssize n = asc_source_pread (source, NULL, 0, head, sizeof head, error);

      if (n < 0)
        return NULL;
      if (n == 0)
        {
          g_set_error_literal (error, ASC_READER_ERROR, ASC_READER_ERROR_EMPTY, "the file is empty, at byte 0");
          return NULL;
        }
      sniff.head_size = (gsize) n;
    }
  for (guint i = 0; asc_reader_table[i] != NULL; i++)
    {
      int score = asc_reader_table[i]->sniff (&sniff);

      if (score > best_score)
        {
          best = asc_reader_table[i];
          best_score = score;
        }
    }
  if (best == NULL)
    {
      const char *damage = sniff.is_folder ? NULL : asc_source_get_damage (source, NULL);

      if (damage != NULL)
        g_set_error_literal (error, ASC_READER_ERROR, ASC_READER_ERROR_CORRUPT, damage);
      else
        g_set_error (error, ASC_READER_ERROR, ASC_READER_ERROR_NOT_THIS_FORMAT,
                     sniff.is_folder ? "no member of this folder is an experiment" : "not an experiment: unknown contents, at byte 0");
    }
  return best;
}

AscExperiment *
asc_experiment_open (const char *path, const AscReadOptions *options, GCancellable *cancellable, AscProgress *progress, GError **error)
{
  static const AscReadOptions defaults = { 0 };
  g_autoptr (AscSource) source = NULL;
  g_autoptr (AscBuilder) builder = NULL;
  const AscReader *reader;
  const char *damage;

  g_return_val_if_fail (path != NULL, NULL);
  source = asc_source_open (path, error);
  if (source == NULL)
    return NULL;
  reader = choose_reader (source, error);
  if (reader == NULL)
    {
      complete_error (error, path);
      return NULL;
    }
  builder = asc_builder_new ();
  if (!reader->read (source, builder, options != NULL ? options : &defaults, cancellable, progress, error) ||
      g_cancellable_set_error_if_cancelled (cancellable, error))
    {
      complete_error (error, path);
      return NULL;
    }
  damage = asc_source_is_folder (source) ? NULL : asc_source_get_damage (source, NULL);
  if (damage != NULL)
    asc_diagnostics_add (asc_builder_get_diagnostics (builder), ASC_SEVERITY_ERROR, "file-damaged", damage, 1, ASC_NO_PLACE);
  return asc_builder_finish (builder, path, reader->id);
}

const char *
asc_reader_get_name (const char *id)
{
  for (guint i = 0; asc_reader_table[i] != NULL; i++)
    if (g_str_equal (asc_reader_table[i]->id, id))
      return asc_reader_table[i]->name;
  return NULL;
}
