/* asc-view-pcs.c: metrics of instruction addresses
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "asc-table-view.h"

#define ASC_TYPE_VIEW_PCS (asc_view_pcs_get_type ())
G_DECLARE_FINAL_TYPE (AscViewPcs, asc_view_pcs, ASC, VIEW_PCS, AscTableView)

struct _AscViewPcs
{
  AscTableView parent_instance;

  AscTable *table;
  AscPcs *pcs;              /* of @profile, or NULL while they are computed */
  AscProfile *profile;
  GCancellable *cancellable; /* while that runs */
};

G_DEFINE_FINAL_TYPE (AscViewPcs, asc_view_pcs, ASC_TYPE_TABLE_VIEW)

enum
{
  ADDRESS,
  NAME,
  OBJECT,
};

typedef struct
{
  AscProfile *profile;
  AscPcs *pcs;
  char **names; /* by row: "f + 0x10" */
} PcsData;

static void
pcs_data_free (gpointer data)
{
  PcsData *self = data;

  g_strfreev (self->names);
  g_object_unref (self->profile);
  g_clear_object (&self->pcs);
  g_free (self);
}

static gint64
get_number (gpointer data, guint32 row, guint key)
{
  PcsData *self = data;

  if (ASC_KEY_FLAVOR (key) == ASC_FLAVOR_EXCLUSIVE)
    return asc_pcs_get_exclusive (self->pcs, row, ASC_KEY_NUMBER (key));
  if (ASC_KEY_FLAVOR (key) == ASC_FLAVOR_INCLUSIVE)
    return asc_pcs_get_inclusive (self->pcs, row, ASC_KEY_NUMBER (key));
  return asc_pcs_get (self->pcs, row)->address != 0 ? (gint64) asc_pcs_get (self->pcs, row)->address : ASC_NO_NUMBER;
}

static const char *
get_text (gpointer data, guint32 row, guint key)
{
  PcsData *self = data;

  if (ASC_KEY_NUMBER (key) == OBJECT)
    return row == 0 ? "" : asc_profile_get_function (self->profile, asc_pcs_get (self->pcs, row)->function)->object;
  return self->names[row];
}

static guint32
get_function (gpointer data, guint32 row)
{
  return asc_pcs_get (((PcsData *) data)->pcs, row)->function;
}

static char **
make_names (AscProfile *profile, AscPcs *pcs)
{
  guint n = asc_pcs_get_size (pcs);
  char **names = g_new0 (char *, (gsize) n + 1);

  for (guint row = 0; row < n; row++)
    {
      const AscPcRow *pc = asc_pcs_get (pcs, row);
      const char *name = asc_profile_get_function (profile, pc->function)->name;

      names[row] = pc->address != 0 && pc->offset > 0 ? g_strdup_printf ("%s + 0x%" G_GINT64_MODIFIER "x", name, (guint64) pc->offset) : g_strdup (name);
    }
  return names;
}

static AscTableSource *
asc_view_pcs_make_source (AscTableView *view, AscProfile *profile)
{
  static const AscTableFuncs funcs = { .get_number = get_number, .get_text = get_text, .get_function = get_function };
  AscViewPcs *self = ASC_VIEW_PCS (view);
  gboolean ready = self->pcs != NULL && self->profile == profile;
  PcsData *data = g_new0 (PcsData, 1);
  AscTableSource *source = asc_table_source_new (ready ? asc_pcs_get_size (self->pcs) : 0, ready ? 0 : ASC_NONE, &funcs, data, pcs_data_free);

  data->profile = g_object_ref (profile);
  data->pcs = ready ? g_object_ref (self->pcs) : NULL;
  data->names = ready ? make_names (profile, self->pcs) : NULL;
  asc_table_view_add_metrics (source, asc_view_get_session (ASC_VIEW (view)), ASC_FLAVOR_EXCLUSIVE, ASC_FLAVOR_INCLUSIVE);
  asc_table_source_add (source, ASC_CELL_ADDRESS, ASC_COLUMN_KEY (ADDRESS, ASC_FLAVOR_STATIC), "address", C_ ("column", "Address"), 0);
  asc_table_source_add (source, ASC_CELL_NAME, ASC_COLUMN_KEY (NAME, ASC_FLAVOR_STATIC), "name", C_ ("column", "Function + Offset"), 0);
  asc_table_source_add (source, ASC_CELL_TEXT, ASC_COLUMN_KEY (OBJECT, ASC_FLAVOR_STATIC), "object", C_ ("column", "Load Object"), 0);
  asc_table_source_seal (source, FALSE);
  return source;
}

static void
compute_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  AscPcs *pcs = asc_pcs_compute (data, cancellable, &error);

  if (pcs != NULL)
    g_task_return_pointer (task, pcs, g_object_unref);
  else
    g_task_return_error (task, error);
}

/* Rows of the profile before are on show, and those of this one are on their way. */
static gboolean
asc_view_pcs_is_waiting (AscTableView *view)
{
  AscViewPcs *self = ASC_VIEW_PCS (view);

  return self->cancellable != NULL && self->pcs == NULL && !asc_table_is_empty (self->table)
         && asc_session_get_moved (asc_view_get_session (ASC_VIEW (view)), NULL) != NULL;
}

static void
computed_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AscViewPcs) self = user_data;
  g_autoptr (AscPcs) pcs = g_task_propagate_pointer (G_TASK (result), NULL);

  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  g_clear_object (&self->cancellable);
  g_set_object (&self->pcs, pcs);
  if (asc_session_get_profile (asc_view_get_session (ASC_VIEW (self))) == self->profile)
    ASC_VIEW_GET_CLASS (self)->metric_changed (ASC_VIEW (self));
}

static void
asc_view_pcs_profile_changed (AscView *view)
{
  AscViewPcs *self = ASC_VIEW_PCS (view);
  AscProfile *profile = asc_session_get_profile (asc_view_get_session (view));
  g_autoptr (GTask) task = NULL;

  if (self->profile == profile)
    return;
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->pcs);
  g_set_object (&self->profile, profile);
  self->cancellable = g_cancellable_new ();
  task = g_task_new (NULL, self->cancellable, computed_cb, g_object_ref (self));
  g_task_set_task_data (task, g_object_ref (profile), g_object_unref);
  g_task_set_source_tag (task, asc_view_pcs_profile_changed);
  g_task_run_in_thread (task, compute_thread);
}

static gboolean
asc_view_pcs_can_show (AscSession *session, const char **reason)
{
  AscProfile *profile = asc_session_get_profile (session);

  for (guint32 i = 1; i < asc_profile_get_n_functions (profile); i++)
    if (asc_profile_get_function (profile, i)->address != 0)
      return TRUE;
  *reason = N_ ("No addresses were recorded.");
  return FALSE;
}

static void
asc_view_pcs_row_activated (AscTableView *view, guint32 row)
{
  AscViewPcs *self = ASC_VIEW_PCS (view);
  AscSession *session = asc_view_get_session (ASC_VIEW (view));
  const AscPcRow *pc = self->pcs != NULL ? asc_pcs_get (self->pcs, row) : NULL;

  if (pc == NULL || pc->function == ASC_FUNCTION_TOTAL)
    return;
  asc_session_select_function (session, pc->function);
  asc_session_set_address (session, pc->address);
  asc_session_show_view (session, "disassembly");
}

static void
asc_view_pcs_dispose (GObject *object)
{
  AscViewPcs *self = ASC_VIEW_PCS (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->pcs);
  g_clear_object (&self->profile);
  G_OBJECT_CLASS (asc_view_pcs_parent_class)->dispose (object);
}

static void
asc_view_pcs_class_init (AscViewPcsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  AscViewClass *view_class = ASC_VIEW_CLASS (klass);
  AscTableViewClass *table_view_class = ASC_TABLE_VIEW_CLASS (klass);
  static const char *const identity[] = { "address", "object", NULL };

  G_OBJECT_CLASS (klass)->dispose = asc_view_pcs_dispose;
  view_class->id = "pcs";
  view_class->title = NC_ ("view", "PCs");
  view_class->icon_name = "asc-pcs-symbolic";
  view_class->group = NC_ ("view group", "Code");
  view_class->report = asc_report_pcs;
  view_class->can_show = asc_view_pcs_can_show;
  view_class->profile_changed = asc_view_pcs_profile_changed;
  table_view_class->make_source = asc_view_pcs_make_source;
  table_view_class->is_waiting = asc_view_pcs_is_waiting;
  table_view_class->identity = identity;
  table_view_class->row_activated = asc_view_pcs_row_activated;
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-view-pcs"));
  gtk_widget_class_bind_template_child (widget_class, AscViewPcs, table);
}

static void
asc_view_pcs_init (AscViewPcs *self)
{
  g_autoptr (GMenuModel) menu = asc_function_menu_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  asc_table_set_menu (self->table, menu);
  asc_table_view_set_table (ASC_TABLE_VIEW (self), self->table);
}
