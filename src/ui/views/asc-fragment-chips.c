/* asc-fragment-chips.c: see asc-fragment-chips.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-fragment-chips.h"

#include <glib/gi18n.h>

#include "asc-ui-text.h"

/* Of a function's name in a chip, characters. */
#define MAX_CHIP 80u
#define MAX_SHOWN 40

struct _AscFragmentChips
{
  AdwBin parent_instance;

  GtkBox *box;
  GPtrArray *names; /* of the toggles with the functions' names, not owned: the box has them */
  GMenuModel *menu;
  GtkWidget *popover;
};

enum
{
  CHOSEN,
  REMOVED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (AscFragmentChips, asc_fragment_chips, ADW_TYPE_BIN)

static const char number_key[] = "asc-chip";

static guint
get_number (gpointer part)
{
  return GPOINTER_TO_UINT (g_object_get_data (part, number_key));
}

static void
choose (AscFragmentChips *self, guint i)
{
  asc_fragment_chips_choose (self, i);
  g_signal_emit (self, signals[CHOSEN], 0, i);
}

static void
clicked_cb (GtkWidget *name, AscFragmentChips *self)
{
  choose (self, get_number (name));
}

static void
cross_clicked_cb (GtkWidget *cross, AscFragmentChips *self)
{
  g_signal_emit (self, signals[REMOVED], 0, get_number (cross));
}

static void
open_menu (AscFragmentChips *self, GtkWidget *name)
{
  graphene_rect_t bounds;

  choose (self, get_number (name));
  if (self->menu == NULL || !gtk_widget_compute_bounds (name, GTK_WIDGET (self), &bounds))
    return;
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  self->popover = gtk_popover_menu_new_from_model (self->menu);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover),
                               &(GdkRectangle){ (int) bounds.origin.x, (int) bounds.origin.y, (int) bounds.size.width, (int) bounds.size.height });
  gtk_popover_popup (GTK_POPOVER (self->popover));
}

static void
pressed_cb (GtkGestureClick *gesture, int n_press, double x, double y, AscFragmentChips *self)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  open_menu (self, gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture)));
}

static gboolean
key_cb (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType modifiers, AscFragmentChips *self)
{
  GtkWidget *name = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller));

  if (key == GDK_KEY_Delete)
    g_signal_emit (self, signals[REMOVED], 0, get_number (name));
  else if (key == GDK_KEY_Menu || (key == GDK_KEY_F10 && (modifiers & GDK_SHIFT_MASK) != 0))
    open_menu (self, name);
  else
    return FALSE;
  return TRUE;
}

static GtkWidget *
make_name (AscFragmentChips *self, const char *text)
{
  g_autofree char *shown = asc_ui_shorten (text, MAX_CHIP);
  g_autofree char *whole = asc_ui_make_tooltip (text);
  GtkWidget *label = gtk_label_new (shown);
  GtkWidget *name = gtk_toggle_button_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), MAX_SHOWN);
  gtk_button_set_child (GTK_BUTTON (name), label);
  asc_ui_set_tooltip (name, whole);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (name, "clicked", G_CALLBACK (clicked_cb), self);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (name, GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (name, keys);
  return name;
}

static GtkWidget *
make_cross (AscFragmentChips *self, const char *text)
{
  GtkWidget *cross = gtk_button_new_from_icon_name ("window-close-symbolic");
  /* TRANSLATORS: %s is a function's name */
  g_autofree char *tooltip = g_strdup_printf (_ ("Remove %s from the fragment"), text);
  g_autofree char *whole = asc_ui_make_tooltip (tooltip);

  asc_ui_set_tooltip (cross, whole);
  gtk_accessible_update_property (GTK_ACCESSIBLE (cross), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip, -1);
  g_signal_connect (cross, "clicked", G_CALLBACK (cross_clicked_cb), self);
  return cross;
}

static void
append_part (GtkBox *chip, GtkWidget *part, guint i)
{
  gtk_widget_add_css_class (part, "flat");
  gtk_widget_add_css_class (part, "circular");
  g_object_set_data (G_OBJECT (part), number_key, GUINT_TO_POINTER (i));
  gtk_box_append (chip, part);
}

void
asc_fragment_chips_show (AscFragmentChips *self, AscProfile *profile, GArray *fragment)
{
  GtkWidget *child;

  g_return_if_fail (ASC_IS_FRAGMENT_CHIPS (self));

  g_ptr_array_set_size (self->names, 0);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->box))) != NULL)
    gtk_box_remove (self->box, child);
  for (guint i = 0; i < fragment->len; i++)
    {
      const char *text = asc_profile_get_function (profile, g_array_index (fragment, guint32, i))->name;
      GtkWidget *chip = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
      GtkWidget *name = make_name (self, text);

      gtk_widget_add_css_class (chip, "fragment-chip");
      append_part (GTK_BOX (chip), name, i);
      append_part (GTK_BOX (chip), make_cross (self, text), i);
      g_ptr_array_add (self->names, name);
      if (i > 0)
        gtk_box_append (self->box, gtk_image_new_from_icon_name ("go-next-symbolic"));
      gtk_box_append (self->box, chip);
    }
}

void
asc_fragment_chips_choose (AscFragmentChips *self, guint i)
{
  g_return_if_fail (ASC_IS_FRAGMENT_CHIPS (self));
  for (guint k = 0; k < self->names->len; k++)
    gtk_toggle_button_set_active (g_ptr_array_index (self->names, k), k == i);
}

void
asc_fragment_chips_set_menu (AscFragmentChips *self, GMenuModel *menu)
{
  g_return_if_fail (ASC_IS_FRAGMENT_CHIPS (self));
  g_set_object (&self->menu, menu);
}

static void
asc_fragment_chips_dispose (GObject *object)
{
  AscFragmentChips *self = ASC_FRAGMENT_CHIPS (object);

  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_clear_object (&self->menu);
  G_OBJECT_CLASS (asc_fragment_chips_parent_class)->dispose (object);
}

static void
asc_fragment_chips_finalize (GObject *object)
{
  g_ptr_array_unref (ASC_FRAGMENT_CHIPS (object)->names);
  G_OBJECT_CLASS (asc_fragment_chips_parent_class)->finalize (object);
}

static void
asc_fragment_chips_class_init (AscFragmentChipsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = asc_fragment_chips_dispose;
  object_class->finalize = asc_fragment_chips_finalize;
  signals[CHOSEN] = g_signal_new ("chosen", ASC_TYPE_FRAGMENT_CHIPS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[REMOVED] = g_signal_new ("removed", ASC_TYPE_FRAGMENT_CHIPS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
asc_fragment_chips_init (AscFragmentChips *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->names = g_ptr_array_new ();
  self->box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6));
  gtk_widget_add_css_class (GTK_WIDGET (self->box), "fragment-chips");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->box));
  adw_bin_set_child (ADW_BIN (self), scroller);
}
