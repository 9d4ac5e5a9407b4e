/* asc-states-legend.c: see asc-states-legend.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-states-legend.h"

#include "asc-palette.h"
#include "asc-ui-text.h"

struct _AscStatesLegend
{
  AdwBin parent_instance;

  GtkLabel *label;
  AscTableSource *source;
};

G_DEFINE_FINAL_TYPE (AscStatesLegend, asc_states_legend, ADW_TYPE_BIN)

static int
find_states (AscTableSource *source)
{
  for (guint i = 0; source != NULL && i < asc_table_source_get_n_columns (source); i++)
    if (asc_table_source_get_column (source, i)->kind == ASC_CELL_STATES)
      return (int)i;
  return -1;
}

/* "■ User CPU Time": what does not fit on a line goes on the next one, whole. */
static void
append_state (GString *text, const AscTableState *state)
{
  g_autofree char *title = g_markup_escape_text (asc_ui_metric_get_title (state->metric), -1);
  g_auto (GStrv) words = g_strsplit (title, " ", -1);
  g_autofree char *whole = g_strjoinv ("\302\240", words);
  GdkRGBA color;

  if (text->len > 0)
    g_string_append (text, "   ");
  if (asc_palette_get_state (state->id, adw_style_manager_get_dark (adw_style_manager_get_default ()), &color))
    g_string_append_printf (text, "<span foreground=\"#%02x%02x%02x\">■</span>", (guint)(color.red * 255 + 0.5f),
                            (guint)(color.green * 255 + 0.5f), (guint)(color.blue * 255 + 0.5f));
  else
    g_string_append (text, "▨");
  g_string_append_printf (text, "\302\240%s", whole);
}

static void
update (AscStatesLegend *self)
{
  int column = find_states (self->source);
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = 0;
  const AscTableState *states
      = column >= 0 ? asc_table_source_get_states (self->source, (guint)column, &n) : NULL;

  for (guint i = 0; i < n; i++)
    append_state (text, &states[i]);
  gtk_label_set_markup (self->label, text->str);
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
}

static void
asc_states_legend_dispose (GObject *object)
{
  g_clear_object (&ASC_STATES_LEGEND (object)->source);
  G_OBJECT_CLASS (asc_states_legend_parent_class)->dispose (object);
}

static void
asc_states_legend_class_init (AscStatesLegendClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = asc_states_legend_dispose;
}

static void
asc_states_legend_init (AscStatesLegend *self)
{
  GtkWidget *label = asc_ui_new_label ("", 0, NULL);

  self->label = GTK_LABEL (label);
  gtk_label_set_wrap (self->label, TRUE);
  gtk_label_set_selectable (self->label, FALSE);
  gtk_widget_set_margin_start (label, 12);
  gtk_widget_set_margin_end (label, 12);
  gtk_widget_set_margin_top (label, 6);
  gtk_widget_set_margin_bottom (label, 6);
  adw_bin_set_child (ADW_BIN (self), label);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
}

GtkWidget *
asc_states_legend_new (void)
{
  return g_object_new (ASC_TYPE_STATES_LEGEND, NULL);
}

void
asc_states_legend_set_source (AscStatesLegend *self, AscTableSource *source)
{
  g_return_if_fail (ASC_IS_STATES_LEGEND (self));

  g_set_object (&self->source, source);
  update (self);
}
