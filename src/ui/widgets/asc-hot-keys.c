/* asc-hot-keys.c: see asc-hot-keys.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-hot-keys.h"

typedef struct
{
  AscHotKeyFunc go;
} HotKeys;

static gboolean
key_cb (GtkWidget *widget, GVariant *step, gpointer data)
{
  return gtk_widget_get_mapped (widget) && ((HotKeys *) data)->go (widget, g_variant_get_int32 (step));
}

static void
add (GtkShortcutController *controller, const char *trigger, AscHotKeyFunc go, int step)
{
  HotKeys *keys = g_new0 (HotKeys, 1);
  GtkShortcut *shortcut;

  keys->go = go;
  shortcut = gtk_shortcut_new (gtk_shortcut_trigger_parse_string (trigger), gtk_callback_action_new (key_cb, keys, g_free));
  gtk_shortcut_set_arguments (shortcut, g_variant_new_int32 (step));
  gtk_shortcut_controller_add_shortcut (controller, shortcut);
}

void
asc_hot_keys_add (GtkWidget *widget, AscHotKeyFunc go)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_set_scope (GTK_SHORTCUT_CONTROLLER (controller), GTK_SHORTCUT_SCOPE_GLOBAL);
  add (GTK_SHORTCUT_CONTROLLER (controller), "F8", go, 1);
  add (GTK_SHORTCUT_CONTROLLER (controller), "<Shift>F8", go, -1);
  gtk_widget_add_controller (widget, controller);
}
