/* asc-hot-keys.c: see asc-hot-keys.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-hot-keys.h"

typedef struct
{
  AscHotKeyFunc go;
  int step;
} HotKey;

static gboolean
key_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  const HotKey *key = data;

  return gtk_widget_get_mapped (widget) && key->go (widget, key->step);
}

static void
add (GtkEventController *controller, const char *trigger, AscHotKeyFunc go, int step)
{
  HotKey *key = g_new0 (HotKey, 1);

  *key = (HotKey){ go, step };
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller),
                                        gtk_shortcut_new (gtk_shortcut_trigger_parse_string (trigger), gtk_callback_action_new (key_cb, key, g_free)));
}

void
asc_hot_keys_add (GtkWidget *widget, AscHotKeyFunc go)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_set_scope (GTK_SHORTCUT_CONTROLLER (controller), GTK_SHORTCUT_SCOPE_GLOBAL);
  add (controller, "F8", go, 1);
  add (controller, "<Shift>F8", go, -1);
  gtk_widget_add_controller (widget, controller);
}
