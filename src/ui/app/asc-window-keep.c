/* asc-window-keep.c: how a window looks at its experiment, kept for the next time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-window-private.h"

/* What changes together is written once. */
#define KEEP_MS 400u

static void
collect_orders (AscWindow *self)
{
  for (GtkWidget *view = gtk_widget_get_first_child (GTK_WIDGET (self->views)); view != NULL; view = gtk_widget_get_next_sibling (view))
    {
      AscViewClass *klass = ASC_VIEW_GET_CLASS (view);
      char *order = klass->dup_order != NULL ? klass->dup_order (ASC_VIEW (view)) : NULL;

      if (order != NULL)
        g_hash_table_insert (self->kept->orders, g_strdup (klass->id), order);
    }
}

static gboolean
keep_cb (gpointer data)
{
  AscWindow *self = data;
  const char *view = asc_window_get_view (self);

  self->keep_source = 0;
  if (view == NULL || asc_session_get_profile (self->session) == NULL)
    return G_SOURCE_REMOVE;
  g_free (self->kept->view);
  self->kept->view = g_strdup (view);
  collect_orders (self);
  asc_kept_view_store (self->session, self->kept);
  return G_SOURCE_REMOVE;
}

void
asc_window_keep_soon (AscWindow *self)
{
  if (!self->restoring && self->kept != NULL && self->keep_source == 0)
    self->keep_source = g_timeout_add (KEEP_MS, keep_cb, self);
}

void
asc_window_keep_now (AscWindow *self)
{
  if (self->kept == NULL || asc_session_get_profile (self->session) == NULL)
    return;
  g_clear_handle_id (&self->keep_source, g_source_remove);
  keep_cb (self);
}

static gboolean
restored_cb (gpointer data)
{
  AscWindow *self = data;

  self->restored_source = 0;
  self->restoring = FALSE;
  return G_SOURCE_REMOVE;
}

void
asc_window_restore_kept (AscWindow *self)
{
  AscSymbols *symbols = asc_session_get_profile (self->session) != NULL && asc_session_get_n_experiments (self->session) > 0
                          ? asc_session_get_symbols (self->session, 0) : NULL;

  /* A filter makes a new profile of what is open already. */
  if (symbols == self->kept_for)
    return;
  g_clear_handle_id (&self->keep_source, g_source_remove);
  g_set_object (&self->kept_for, symbols);
  g_clear_pointer (&self->kept, asc_kept_view_free);
  if (symbols == NULL)
    return;
  self->restoring = TRUE;
  if (!self->is_copy)
    self->kept = asc_kept_view_load (self->session);
  self->is_copy = FALSE;
  if (self->kept == NULL)
    {
      self->kept = g_new0 (AscKeptView, 1);
      self->kept->orders = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
    }
  if (self->restored_source == 0)
    self->restored_source = g_idle_add_full (G_PRIORITY_LOW, restored_cb, self, NULL);
}

void
asc_window_forget_kept (AscWindow *self)
{
  g_clear_handle_id (&self->keep_source, g_source_remove);
  g_clear_handle_id (&self->restored_source, g_source_remove);
  g_clear_pointer (&self->kept, asc_kept_view_free);
  g_clear_object (&self->kept_for);
}
