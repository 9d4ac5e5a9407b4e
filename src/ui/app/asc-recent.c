/* asc-recent.c: files opened before, and the samples
 *
 * The list is the desktop's own (GtkRecentManager), so that Files shows them too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-recent.h"

#include <gio/gio.h>

static void
recent_file_free (gpointer data)
{
  AscRecentFile *file = data;

  g_free (file->uri);
  g_free (file->name);
  g_free (file->format);
  g_clear_pointer (&file->visited, g_date_time_unref);
  g_free (file);
}

char *
asc_recent_dup_sample_path (const char *name)
{
  return g_build_filename (asc_dirs_get_data (), "samples", name, NULL);
}

static gboolean
is_sample (GFile *file)
{
  g_autofree char *path = asc_recent_dup_sample_path (".");
  g_autoptr (GFile) samples = g_file_new_for_path (path);

  return g_file_has_prefix (file, samples);
}

gboolean
asc_recent_is_sample (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return is_sample (file);
}

void
asc_recent_add (AscExperiment *experiment)
{
  static char group[] = "ascribe";
  char *groups[] = { group, NULL };
  g_autoptr (GFile) file = g_file_new_for_path (asc_experiment_get_path (experiment));
  g_autofree char *uri = g_file_get_uri (file);
  GtkRecentData data = {
    .description = (char *) asc_experiment_get_format (experiment),
    .mime_type = (char *) "application/octet-stream",
    .app_name = (char *) g_get_application_name (),
    .app_exec = (char *) "ascribe %f",
    .groups = groups,
  };

  if (!is_sample (file))
    gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}

void
asc_recent_remove (const char *uri)
{
  gtk_recent_manager_remove_item (gtk_recent_manager_get_default (), uri, NULL);
}

static int
compare_visited (gconstpointer a, gconstpointer b)
{
  const AscRecentFile *file_a = *(AscRecentFile *const *) a;
  const AscRecentFile *file_b = *(AscRecentFile *const *) b;

  return g_date_time_compare (file_b->visited, file_a->visited);
}

/* The file's size, without waiting for other machines. */
static void
query_size (AscRecentFile *recent)
{
  g_autoptr (GFile) file = g_file_new_for_uri (recent->uri);
  g_autoptr (GFileInfo) info = NULL;

  recent->size = -1;
  if (!g_file_is_native (file))
    return;
  info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE "," G_FILE_ATTRIBUTE_STANDARD_TYPE, 0, NULL, NULL);
  if (info == NULL)
    return;
  recent->is_folder = g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY;
  recent->size = g_file_info_get_size (info);
}

GPtrArray *
asc_recent_list (guint max)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (recent_file_free);
  GList *items = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());

  for (GList *l = items; l != NULL; l = l->next)
    {
      GtkRecentInfo *info = l->data;
      AscRecentFile *file;

      if (!gtk_recent_info_has_group (info, "ascribe"))
        continue;
      file = g_new0 (AscRecentFile, 1);
      file->uri = g_strdup (gtk_recent_info_get_uri (info));
      file->name = g_strdup (gtk_recent_info_get_display_name (info));
      file->format = g_strdup (gtk_recent_info_get_description (info));
      file->visited = g_date_time_ref (gtk_recent_info_get_modified (info));
      g_ptr_array_add (files, file);
    }
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
  g_ptr_array_sort (files, compare_visited);
  if (files->len > max)
    g_ptr_array_set_size (files, (int) max);
  for (guint i = 0; i < files->len; i++)
    query_size (g_ptr_array_index (files, i));
  return files;
}

/* An underscore would be taken for the mark of a mnemonic. */
static char *
escape_label (const char *label)
{
  g_auto (GStrv) parts = g_strsplit (label, "_", -1);

  return g_strjoinv ("__", parts);
}

GMenuModel *
asc_recent_new_menu (guint max)
{
  g_autoptr (GPtrArray) files = asc_recent_list (max);
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < files->len; i++)
    {
      const AscRecentFile *file = g_ptr_array_index (files, i);
      g_autofree char *label = NULL;
      g_autoptr (GMenuItem) item = NULL;

      if (file->size < 0)
        continue;
      label = escape_label (file->name);
      item = g_menu_item_new (label, NULL);
      g_menu_item_set_action_and_target (item, "win.open-uri", "s", file->uri);
      g_menu_append_item (menu, item);
    }
  return G_MENU_MODEL (menu);
}
