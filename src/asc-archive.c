/* asc-archive.c: an experiment with all that is needed to read it elsewhere
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "ascribe.h"

#include <errno.h>
#include <glib/gstdio.h>

/* The folder of symbols that is searched first when the experiment is opened. Returns: (transfer full) */
static char *
dup_folder (const char *experiment)
{
  return g_file_test (experiment, G_FILE_TEST_IS_DIR) ? g_build_filename (experiment, "symbols", NULL) : g_strconcat (experiment, ".symbols", NULL);
}

static char *
dup_hex (const AscObject *object)
{
  GString *hex = g_string_new (NULL);

  for (guint i = 0; i < object->build_id_size; i++)
    g_string_append_printf (hex, "%02x", object->build_id[i]);
  return g_string_free (hex, FALSE);
}

/* Where the file @source of @object goes below @folder. Returns: (transfer full) */
static char *
dup_target (const char *folder, const AscObject *object, const char *source)
{
  g_autofree char *hex = dup_hex (object);
  g_autofree char *base = g_path_get_basename (source);

  if (object->kind == ASC_OBJECT_KERNEL || object->kind == ASC_OBJECT_MODULE)
    if (g_str_equal (base, "kallsyms"))
      return g_build_filename (folder, "[kernel.kallsyms]", hex, "kallsyms", NULL);
  return *hex != '\0' ? g_build_filename (folder, hex, base, NULL) : g_build_filename (folder, base, NULL);
}

/* A file that is already there is what an earlier archive made. */
static gboolean
copy (const char *source, const char *target, AscArchived *result, GCancellable *cancellable, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (target);
  g_autoptr (GFile) from = g_file_new_for_path (source);
  g_autoptr (GFile) to = g_file_new_for_path (target);
  GStatBuf st;

  if (g_file_test (target, G_FILE_TEST_EXISTS))
    return TRUE;
  if (g_mkdir_with_parents (folder, 0777) != 0)
    {
      int problem = errno;

      g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (problem), "%s: %s", folder, g_strerror (problem));
      return FALSE;
    }
  if (!g_file_copy (from, to, G_FILE_COPY_TARGET_DEFAULT_PERMS, cancellable, NULL, NULL, error))
    {
      g_prefix_error (error, "%s: ", target);
      g_unlink (target);
      return FALSE;
    }
  result->n_files++;
  result->n_bytes += g_stat (target, &st) == 0 ? (guint64) st.st_size : 0;
  return TRUE;
}

gboolean
asc_archive (AscSymbols *symbols, AscArchived *result, GCancellable *cancellable, GError **error)
{
  AscExperiment *experiment = asc_symbols_get_experiment (symbols);
  g_autofree char *folder = dup_folder (asc_experiment_get_path (experiment));
  guint n;
  const AscObject *objects = asc_experiment_get_objects (experiment, &n);

  *result = (AscArchived){ 0 };
  for (guint i = 0; i < n; i++)
    {
      const AscObjectSymbols *found = asc_symbols_get_object (symbols, i);
      const char *files[] = { found->file, found->debug_file };

      for (guint j = 0; j < G_N_ELEMENTS (files); j++)
        if (found->n_frames > 0 && found->status != ASC_SYMBOLS_MISMATCH && files[j] != NULL && g_path_is_absolute (files[j]))
          {
            g_autofree char *target = dup_target (folder, &objects[i], files[j]);

            if (!copy (files[j], target, result, cancellable, error))
              return FALSE;
          }
      result->n_missing += found->n_frames > 0 && (found->status == ASC_SYMBOLS_MISSING || found->status == ASC_SYMBOLS_MISMATCH);
    }
  return TRUE;
}
