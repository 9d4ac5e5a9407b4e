/* asc-window.c: one window with what is open in it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-window-private.h"

#include <glib/gi18n.h>

#include "asc-chain.h"
#include "asc-pane-handle.h"
#include "asc-quality.h"
#include "asc-recent.h"
#include "asc-table.h"
#include "asc-ui-text.h"

#define MAX_RECENT_FILES 8u
#define NARROW_WIDTH 900
#define VERY_NARROW_WIDTH 680
/* As in the settings' schema, px at 100 % text. */
#define MIN_VIEWS_WIDTH 120
#define MIN_DETAILS_WIDTH 200

G_DEFINE_FINAL_TYPE (AscWindow, asc_window, ADW_TYPE_APPLICATION_WINDOW)

AscView *
asc_window_get_current_view (AscWindow *self)
{
  return ASC_VIEW (gtk_stack_get_visible_child (self->views));
}

const char *
asc_window_get_view (AscWindow *self)
{
  g_return_val_if_fail (ASC_IS_WINDOW (self), NULL);
  return asc_view_list_get_view (self->view_list);
}

AscSession *
asc_window_get_session (AscWindow *self)
{
  g_return_val_if_fail (ASC_IS_WINDOW (self), NULL);
  return self->session;
}

/* A toast's title is markup; file names are not. */
static AdwToast *
new_toast (const char *title)
{
  g_autofree char *markup = g_markup_escape_text (title, -1);

  return adw_toast_new (markup);
}

void
asc_window_toast (AscWindow *self, const char *title)
{
  AdwToast *toast = new_toast (title);

  g_return_if_fail (ASC_IS_WINDOW (self));
  adw_toast_set_timeout (toast, 3);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

/* Remembers where the window is, for Back. */
static gboolean
visit_cb (gpointer data)
{
  AscWindow *self = data;
  const char *view = asc_window_get_view (self);
  AscViewClass *klass;

  self->visit_idle = 0;
  if (view == NULL || asc_session_get_profile (self->session) == NULL)
    return G_SOURCE_REMOVE;
  klass = ASC_VIEW_GET_CLASS (asc_window_get_current_view (self));
  asc_history_visit (&self->history, (AscStop){ .view = view,
                                                .function = asc_session_get_function (self->session),
                                                .fragment = g_array_ref (asc_session_get_fragment (self->session)),
                                                .zoom = klass->dup_zoom != NULL ? klass->dup_zoom (asc_window_get_current_view (self)) : NULL });
  asc_window_update_actions (self);
  asc_window_keep_soon (self);
  return G_SOURCE_REMOVE;
}

/* Once all that changes together has changed: a new center in another view is one stop. */
static void
visit (AscWindow *self)
{
  if (self->visit_idle == 0)
    self->visit_idle = g_idle_add_full (G_PRIORITY_DEFAULT, visit_cb, self, NULL);
}

void
asc_window_flush_visit (AscWindow *self)
{
  if (self->visit_idle == 0)
    return;
  g_source_remove (self->visit_idle);
  visit_cb (self);
}

/* A page of its own where the filter leaves nothing of what the view shows. */
static void
update_no_events (AscWindow *self)
{
  AscProfile *profile = asc_session_get_profile (self->session);
  AscView *view = asc_window_get_current_view (self);
  AscFiltered count = { 0 };
  g_autofree char *hidden = NULL;
  g_autofree char *text = NULL;
  gboolean empty;
  guint n_all;

  if (profile != NULL && view != NULL && !ASC_VIEW_GET_CLASS (view)->whole)
    count = asc_profile_count_filtered (profile);
  n_all = count.n_all_events + count.n_all_intervals;
  empty = count.n_events + count.n_intervals == 0 && n_all > 0;
  hidden = asc_ui_format_count (n_all);
  text = g_strdup_printf (ngettext ("%s event is hidden.", "%s events are hidden.", n_all), hidden);
  adw_status_page_set_description (ADW_STATUS_PAGE (self->no_events), text);
  gtk_widget_set_visible (self->no_events, empty);
  gtk_widget_set_visible (GTK_WIDGET (self->views), !empty);
  gtk_widget_set_visible (GTK_WIDGET (self->view_bar), !empty && adw_bin_get_child (self->view_bar) != NULL);

}
/* A fragment that has the chosen function stays. */
static void
center_chosen (AscWindow *self)
{
  guint32 function = asc_session_get_function (self->session);

  if (function != ASC_NONE && !asc_chain_has (asc_session_get_fragment (self->session), function))
    asc_session_set_center (self->session, function);
}

/* Brings the chosen view to the front; a view is made when it is first wanted. */
static void
view_chosen_cb (AscWindow *self)
{
  const char *id = asc_window_get_view (self);
  GtkWidget *view;
  GtkWidget *bar = NULL;

  if (id == NULL)
    return;
  view = gtk_stack_get_child_by_name (self->views, id);
  if (view == NULL)
    {
      const char *order = self->kept != NULL ? g_hash_table_lookup (self->kept->orders, id) : NULL;

      view = g_object_new (asc_view_list_find_type (id), "session", self->session, NULL);
      if (order != NULL && ASC_VIEW_GET_CLASS (view)->set_order != NULL)
        ASC_VIEW_GET_CLASS (view)->set_order (ASC_VIEW (view), order);
      g_signal_connect_object (view, "zoomed", G_CALLBACK (visit), self, G_CONNECT_SWAPPED);
      gtk_stack_add_named (self->views, view, id);
    }
  if (ASC_VIEW_GET_CLASS (view)->centers && !self->walking)
    center_chosen (self);
  gtk_stack_set_visible_child (self->views, view);

  if (ASC_VIEW_GET_CLASS (view)->get_bar != NULL)
    bar = ASC_VIEW_GET_CLASS (view)->get_bar (ASC_VIEW (view));
  adw_bin_set_child (self->view_bar, bar);
  asc_details_set_above (self->details, ASC_VIEW_GET_CLASS (view)->get_details != NULL ? ASC_VIEW_GET_CLASS (view)->get_details (ASC_VIEW (view)) : NULL);
  asc_ui_name_controls (GTK_WIDGET (self->view_bar));
  update_no_events (self);
  gtk_label_set_text (self->search_label, "");
  if (gtk_search_bar_get_search_mode (self->search_bar))
    asc_window_search (self, 0);
  if (adw_flap_get_folded (self->views_flap))
    adw_flap_set_reveal_flap (self->views_flap, FALSE);
  visit (self);
}

static AscTable *
find_filled_table (GtkWidget *parent)
{
  for (GtkWidget *child = gtk_widget_get_first_child (parent); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      AscTable *found = ASC_IS_TABLE (child) ? asc_table_is_empty (ASC_TABLE (child)) ? NULL : ASC_TABLE (child) : find_filled_table (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

void
asc_window_focus_view (AscWindow *self)
{
  GtkWidget *view = gtk_stack_get_visible_child (self->views);
  AscTable *table = view != NULL ? find_filled_table (view) : NULL;

  if (table != NULL)
    asc_table_focus (table);
  else
    gtk_widget_child_focus (GTK_WIDGET (self->views), GTK_DIR_TAB_FORWARD);
}

static void
show_view_cb (AscWindow *self, const char *id)
{
  asc_window_set_view (self, id);
}

/* The title is the experiment's base name, the subtitle its command and date. */
static void
update_title (AscWindow *self)
{
  const char *const *paths = asc_session_get_paths (self->session);
  guint n = paths != NULL ? g_strv_length ((GStrv) paths) : 0;
  g_autofree char *name = NULL;
  g_autofree char *title = NULL;
  g_autofree char *subtitle = NULL;

  if (n == 0)
    {
      adw_window_title_set_title (self->title, "Ascribe");
      adw_window_title_set_subtitle (self->title, "");
      gtk_window_set_title (GTK_WINDOW (self), "Ascribe");
      return;
    }
  name = g_filename_display_basename (paths[0]);
  if (n > 1)
    /* TRANSLATORS: a file name and how many other files were added up with it */
    title = g_strdup_printf (ngettext ("%s and %u more", "%s and %u more", n - 1), name, n - 1);
  else
    title = g_steal_pointer (&name);
  if (asc_session_get_n_experiments (self->session) > 0)
    subtitle = asc_ui_describe_experiment (asc_session_get_experiment (self->session, 0));
  adw_window_title_set_title (self->title, title);
  adw_window_title_set_subtitle (self->title, subtitle != NULL ? subtitle : "");
  gtk_window_set_title (GTK_WINDOW (self), title);
}

static void
show_open_button (AscWindow *self, AscSessionState state)
{
  gtk_widget_set_visible (GTK_WIDGET (self->open_button),
                          state == ASC_SESSION_EMPTY || (state == ASC_SESSION_READY && !self->no_room_for_open));
}

void
asc_window_show_state (AscWindow *self, AscSessionState state)
{
  gboolean ready = state == ASC_SESSION_READY;

  gtk_stack_set_visible_child_name (self->pages, state == ASC_SESSION_EMPTY ? "start" : ready ? "views" : "loading");
  gtk_widget_set_visible (self->views_button, ready);
  gtk_widget_set_visible (self->history_buttons, ready);
  gtk_widget_set_visible (self->details_button, ready);
  gtk_widget_set_visible (self->search_button, ready);
  gtk_widget_set_visible (self->filter_button, ready && !self->no_room_for_open);
  gtk_widget_set_visible (GTK_WIDGET (self->metric_button), ready);
  gtk_widget_set_visible (GTK_WIDGET (self->quality_button), ready);
  show_open_button (self, state);
}

static void
update_state (AscWindow *self)
{
  if (asc_session_get_state (self->session) == ASC_SESSION_LOADING)
    asc_window_keep_now (self);
  asc_window_show_state (self, asc_session_get_state (self->session));
  update_title (self);
  asc_window_update_actions (self);
}

/* Views of what was shown before keep it alive: they go with it. */
static void
drop_views (AscWindow *self)
{
  GtkWidget *view;

  adw_bin_set_child (self->view_bar, NULL);
  asc_details_set_above (self->details, NULL);
  while ((view = gtk_widget_get_first_child (GTK_WIDGET (self->views))) != NULL)
    gtk_stack_remove (self->views, view);
}

/* A toast that stays, and says more when asked. */
static void
show_problem (AscWindow *self, const char *title, const char *detail)
{
  /* Messages may quote a file name of any bytes. */
  g_autofree char *valid = g_utf8_make_valid (detail, -1);
  AdwToast *toast = new_toast (title);

  adw_toast_set_button_label (toast, _ ("_Details"));
  adw_toast_set_action_name (toast, "win.show-error");
  adw_toast_set_action_target_value (toast, g_variant_new ("(ss)", title, valid));
  adw_toast_set_timeout (toast, 0);
  adw_toast_set_priority (toast, ADW_TOAST_PRIORITY_HIGH);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

/* What its reader found damaged, and that it was opened all the same. */
static void
tell_damage (AscWindow *self, AscExperiment *experiment)
{
  g_autoptr (GPtrArray) findings = asc_quality_list_damage (experiment);
  g_autoptr (GString) detail = g_string_new (NULL);
  g_autofree char *name = g_filename_display_basename (asc_experiment_get_path (experiment));
  g_autofree char *title = NULL;

  if (findings->len == 0)
    return;
  for (guint i = 0; i < findings->len; i++)
    {
      const AscFinding *finding = g_ptr_array_index (findings, i);

      g_string_append_printf (detail, "%s\n", finding->title);
      if (finding->places != NULL)
        g_string_append_printf (detail, "%s\n", finding->places);
    }
  g_string_append (detail, _ ("What came before is shown."));
  /* TRANSLATORS: %s is a file name */
  title = g_strdup_printf (_ ("“%s” is damaged"), name);
  show_problem (self, title, detail->str);
}

static guint32
move_function (gpointer data, guint32 function)
{
  return asc_session_move (data, function);
}

/* The same recording with more names: all stays as it is, and a view that can now be shown is in the list. A visit that waits has the new functions already. */
static void
follow_names (AscWindow *self, GArray *moved)
{
  asc_history_move (&self->history, move_function, moved);
  asc_view_list_update (self->view_list, self->session);
  update_no_events (self);
  update_state (self);
}

static void
profile_cb (AscWindow *self)
{
  GArray *moved = asc_session_get_moved (self->session, NULL);

  if (moved != NULL)
    {
      follow_names (self, moved);
      return;
    }
  gtk_search_bar_set_search_mode (self->search_bar, FALSE);
  drop_views (self);
  asc_history_reset (&self->history);
  asc_window_restore_kept (self);
  self->walking = self->restoring; /* the center is what was kept */
  asc_view_list_update (self->view_list, self->session);
  if (self->restoring && self->kept != NULL && self->kept->view != NULL)
    asc_view_list_set_view (self->view_list, self->kept->view);
  view_chosen_cb (self);
  self->walking = FALSE;
  update_no_events (self);
  if (asc_session_get_profile (self->session) != NULL)
    for (guint i = 0; i < asc_session_get_n_experiments (self->session); i++)
      {
        asc_recent_add (asc_session_get_experiment (self->session, i));
        tell_damage (self, asc_session_get_experiment (self->session, i));
      }
  update_state (self);
  if (asc_session_get_profile (self->session) != NULL)
    gtk_widget_child_focus (GTK_WIDGET (self->views), GTK_DIR_TAB_FORWARD);
}

static void
failed_cb (AscWindow *self, const char *title, const char *detail)
{
  show_problem (self, title, detail);
  update_state (self);
}

static void
connect_session (AscWindow *self)
{
  static const struct
  {
    const char *signal;
    GCallback callback;
  } handlers[] = {
    { "notify::state", G_CALLBACK (update_state) },
    { "notify::profile", G_CALLBACK (profile_cb) },
    { "notify::metric", G_CALLBACK (asc_window_update_actions) },
    { "notify::metric", G_CALLBACK (asc_window_keep_soon) },
    { "notify::columns", G_CALLBACK (asc_window_keep_soon) },
    { "notify::function", G_CALLBACK (visit) },
    { "notify::fragment", G_CALLBACK (visit) },
    { "failed", G_CALLBACK (failed_cb) },
    { "show-view", G_CALLBACK (show_view_cb) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (handlers); i++)
    g_signal_connect_object (self->session, handlers[i].signal, handlers[i].callback, self, G_CONNECT_SWAPPED);
  asc_loading_page_set_session (self->loading_page, self->session);
  asc_naming_bar_set_session (self->naming_bar, self->session);
  asc_quality_button_set_session (self->quality_button, self->session);
  asc_details_set_session (self->details, self->session);
  asc_filter_bar_set_session (self->filter_bar, self->session);
  g_signal_connect_object (asc_session_get_filtering (self->session), "changed", G_CALLBACK (asc_window_update_actions), self, G_CONNECT_SWAPPED);
  profile_cb (self);
}

/* What the window reports may be outside of what the setting can hold. */
static GVariant *
size_to_setting (const GValue *value, const GVariantType *type, gpointer data)
{
  GSettings *settings = asc_ui_get_settings ();
  g_autoptr (GSettingsSchema) schema = NULL;
  g_autoptr (GSettingsSchemaKey) key = NULL;
  g_autoptr (GVariant) size = g_variant_ref_sink (g_variant_new_int32 (g_value_get_int (value)));

  g_object_get (settings, "settings-schema", &schema, NULL);
  key = g_settings_schema_get_key (schema, data);
  return g_settings_schema_key_range_check (key, size) ? g_steal_pointer (&size) : NULL;
}

static gboolean
setting_to_size (GValue *value, GVariant *variant, gpointer data)
{
  g_value_set_int (value, g_variant_get_int32 (variant));
  return TRUE;
}

static void
bind_size (AscWindow *self, const char *key, const char *property)
{
  g_settings_bind_with_mapping (asc_ui_get_settings (), key, self, property, G_SETTINGS_BIND_DEFAULT,
                                setting_to_size, size_to_setting, (gpointer) key, NULL);
}

static void
show_columns_anew (AscWindow *self)
{
  if (self->session != NULL && asc_session_get_profile (self->session) != NULL)
    g_object_notify (G_OBJECT (self->session), "columns");
}

static void
reload (AscWindow *self)
{
  if (self->session != NULL)
    asc_session_reload (self->session);
}

/* What the preferences change is followed at once. */
static void
watch_settings (AscWindow *self)
{
  static const char *const shown[] = { "percent-digits", "hot-line-percent", "function-colors" };
  static const char *const read[] = { "name-style", "view-mode", "debuginfod", "symbol-paths" };

  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    asc_ui_watch_setting (shown[i], G_CALLBACK (show_columns_anew), self);
  for (guint i = 0; i < G_N_ELEMENTS (read); i++)
    asc_ui_watch_setting (read[i], G_CALLBACK (reload), self);
}

static void
restore_size (AscWindow *self)
{
  GSettings *settings = asc_ui_get_settings ();

  if (settings == NULL)
    return;
  bind_size (self, "window-width", "default-width");
  bind_size (self, "window-height", "default-height");
  g_settings_bind (settings, "window-maximized", self, "maximized", G_SETTINGS_BIND_DEFAULT);
  adw_flap_set_reveal_flap (self->views_flap, g_settings_get_boolean (settings, "views-visible"));
  adw_flap_set_reveal_flap (self->details_flap, g_settings_get_boolean (settings, "details-visible"));
}

/* The parts of a split button have no names of their own in libadwaita 1.2. */
static void
name_menu_buttons (GtkWidget *parent, const char *name)
{
  for (GtkWidget *child = gtk_widget_get_first_child (parent); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      if (GTK_IS_MENU_BUTTON (child) || GTK_IS_TOGGLE_BUTTON (child))
        gtk_accessible_update_property (GTK_ACCESSIBLE (child), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
      name_menu_buttons (child, name);
    }
}

static void
update_recent (AscWindow *self)
{
  g_autoptr (GMenuModel) menu = asc_recent_new_menu (MAX_RECENT_FILES);

  adw_split_button_set_menu_model (self->open_button, menu);
}

/* A narrow header bar has no room for the metric's title, a very narrow one none for Open, which is in the menu too. */
static void
surface_width_cb (GdkSurface *surface, GParamSpec *pspec, AscWindow *self)
{
  gboolean narrow = gdk_surface_get_width (surface) < NARROW_WIDTH;

  gtk_widget_set_visible (self->metric_icon, narrow);
  gtk_widget_set_visible (GTK_WIDGET (self->metric_label), !narrow);
  self->no_room_for_open = gdk_surface_get_width (surface) < VERY_NARROW_WIDTH;
  asc_window_show_state (self, asc_session_get_state (self->session));
}

static void
asc_window_realize (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (asc_window_parent_class)->realize (widget);
  g_signal_connect_object (gtk_native_get_surface (GTK_NATIVE (widget)), "notify::width", G_CALLBACK (surface_width_cb), widget, 0);
}

/* A pane that folded for want of room is not one that the user closed. */
static gboolean
asc_window_close_request (GtkWindow *window)
{
  AscWindow *self = ASC_WINDOW (window);
  GSettings *settings = asc_ui_get_settings ();

  asc_window_keep_now (self);
  if (settings != NULL && asc_session_get_profile (self->session) != NULL)
    {
      if (!adw_flap_get_folded (self->views_flap))
        g_settings_set_boolean (settings, "views-visible", adw_flap_get_reveal_flap (self->views_flap));
      if (!adw_flap_get_folded (self->details_flap))
        g_settings_set_boolean (settings, "details-visible", adw_flap_get_reveal_flap (self->details_flap));
    }
  return GTK_WINDOW_CLASS (asc_window_parent_class)->close_request (window);
}

static void
asc_window_dispose (GObject *object)
{
  AscWindow *self = ASC_WINDOW (object);

  g_clear_handle_id (&self->visit_idle, g_source_remove);
  asc_window_forget_kept (self);
  if (self->session != NULL)
    asc_session_cancel (self->session);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (asc_window_parent_class)->dispose (object);
}

static void
asc_window_finalize (GObject *object)
{
  asc_history_clear (&ASC_WINDOW (object)->history);
  g_clear_pointer (&ASC_WINDOW (object)->matcher, asc_matcher_unref);
  g_free (ASC_WINDOW (object)->metric_menu);
  G_OBJECT_CLASS (asc_window_parent_class)->finalize (object);
}

static void
search_changed_cb (AscWindow *self)
{
  asc_window_search (self, 0);
}

static void
search_next_cb (AscWindow *self)
{
  asc_window_search (self, 1);
}

static void
search_previous_cb (AscWindow *self)
{
  asc_window_search (self, -1);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, AscWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, AscWindow, title);
  gtk_widget_class_bind_template_child (widget_class, AscWindow, views_button);
  gtk_widget_class_bind_template_child (widget_class, AscWindow, history_buttons);
  gtk_widget_class_bind_template_child (widget_class, AscWindow, open_button);
  gtk_widget_class_bind_template_child (widget_class, AscWindow, details_button);
  gtk_widget_class_bind_template_child (widget_class, AscWindow, quality_button);
  gtk_widget_class_bind_template_child (widget_class, AscWindow, search_button);
  gtk_widget_class_bind_template_child (widget_class, AscWindow, filter_button);
  gtk_widget_class_bind_template_child (widget_class, AscWindow, filter_bar);
  gtk_widget_class_bind_template_child (widget_class, AscWindow, no_events);
  gtk_widget_class_bind_template_child (widget_class, AscWindow, metric_button);
  gtk_widget_class_bind_template_child (widget_class, AscWindow, metric_icon);
  gtk_widget_class_bind_template_child (widget_class, AscWindow, metric_label);
  gtk_widget_class_bind_template_child (widget_class, AscWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, AscWindow, start_page);
  gtk_widget_class_bind_template_child (widget_class, AscWindow, loading_page);
  gtk_widget_class_bind_template_child (widget_class, AscWindow, naming_bar);
  gtk_widget_class_bind_template_child (widget_class, AscWindow, details_flap);
  gtk_widget_class_bind_template_child (widget_class, AscWindow, views_flap);
  gtk_widget_class_bind_template_child (widget_class, AscWindow, details);
  gtk_widget_class_bind_template_child (widget_class, AscWindow, view_list);
  gtk_widget_class_bind_template_child (widget_class, AscWindow, content);
  gtk_widget_class_bind_template_child (widget_class, AscWindow, search_bar);
  gtk_widget_class_bind_template_child (widget_class, AscWindow, search_entry);
  gtk_widget_class_bind_template_child (widget_class, AscWindow, search_label);
  gtk_widget_class_bind_template_child (widget_class, AscWindow, search_error);
  gtk_widget_class_bind_template_child (widget_class, AscWindow, search_regex);
  gtk_widget_class_bind_template_child (widget_class, AscWindow, view_bar);
  gtk_widget_class_bind_template_child (widget_class, AscWindow, views);
  gtk_widget_class_bind_template_callback (widget_class, search_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_next_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_previous_cb);
}

static void
asc_window_class_init (AscWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = asc_window_dispose;
  object_class->finalize = asc_window_finalize;
  widget_class->realize = asc_window_realize;
  GTK_WINDOW_CLASS (klass)->close_request = asc_window_close_request;

  g_type_ensure (ASC_TYPE_DETAILS);
  g_type_ensure (ASC_TYPE_FILTER_BAR);
  g_type_ensure (ASC_TYPE_LOADING_PAGE);
  g_type_ensure (ASC_TYPE_NAMING_BAR);
  g_type_ensure (ASC_TYPE_QUALITY_BUTTON);
  g_type_ensure (ASC_TYPE_START_PAGE);
  g_type_ensure (ASC_TYPE_VIEW_LIST);
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-window"));
  bind_children (widget_class);

  /* Not accelerators of the application: those would take the keys from text entries. */
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, GDK_CONTROL_MASK, "win.undo-filter", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "win.redo-filter", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "win.copy", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "win.copy-name", NULL);
}

/* Beside Open; in a narrow window the menu alone has it. */
static void
add_record_button (AscWindow *self)
{
  GtkWidget *header = gtk_widget_get_ancestor (GTK_WIDGET (self->open_button), ADW_TYPE_HEADER_BAR);
  GtkWidget *button = gtk_button_new_from_icon_name ("media-record-symbolic");

  gtk_widget_set_tooltip_text (button, _ ("New recording (Ctrl+R)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("New Recording"), -1);
  gtk_actionable_set_detailed_action_name (GTK_ACTIONABLE (button), "app.record('')");
  g_object_bind_property (self->metric_label, "visible", button, "visible", G_BINDING_SYNC_CREATE);
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), button);
}

static void
asc_window_init (AscWindow *self)
{
  asc_history_init (&self->history);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_search_bar_connect_entry (self->search_bar, GTK_EDITABLE (self->search_entry));
  g_signal_connect_object (self->view_list, "notify::view", G_CALLBACK (view_chosen_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_recent_manager_get_default (), "changed", G_CALLBACK (update_recent), self, G_CONNECT_SWAPPED);
  update_recent (self);
  name_menu_buttons (GTK_WIDGET (self->open_button), _ ("Open recent"));
  add_record_button (self);
  asc_ui_name_controls (GTK_WIDGET (self->details));
  restore_size (self);
  watch_settings (self);
  asc_pane_handle_attach (self->views_flap, "views-width", MIN_VIEWS_WIDTH);
  asc_pane_handle_attach (self->details_flap, "details-width", MIN_DETAILS_WIDTH);
  asc_window_install_actions (self);
}

AscWindow *
asc_window_new (GtkApplication *app, AscSession *session)
{
  AscWindow *self = g_object_new (ASC_TYPE_WINDOW, "application", app, NULL);

  self->is_copy = session != NULL;
  self->session = session != NULL ? g_object_ref (session) : asc_session_new ();
  connect_session (self);
  return self;
}

void
asc_window_set_view (AscWindow *self, const char *id)
{
  g_return_if_fail (ASC_IS_WINDOW (self));
  asc_view_list_set_view (self->view_list, id);
}
