/* asc-metrics-dialog.c: which metrics stand in the tables, in which form and order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-metrics-dialog.h"

#include <glib/gi18n.h>

#include "asc-ui-text.h"
#include "asc-view.h"

#define N_FLAVORS 2 /* exclusive, inclusive */
#define N_FORMS 2   /* value, percent */
#define MAX_TITLE_CHARS 40

/* What is shown of one metric. */
typedef struct
{
  guint metric;
  guint visibility[N_FLAVORS]; /* AscVisibility; 0: no column */
} Choice;

/* The widgets of a row. */
typedef struct
{
  GtkWidget *title;
  GtkCheckButton *checks[N_FLAVORS][N_FORMS];
  GtkWidget *up;
  GtkWidget *down;
} Row;

struct _AscMetricsDialog
{
  AdwWindow parent_instance;

  AscSession *session;
  GArray *choices; /* of Choice: one for each metric, in the order of the columns */
  GArray *rows;    /* of Row: the same places */
  gboolean filling;

  GtkGrid *grid;
  GtkWidget *reset_button;
};

G_DEFINE_FINAL_TYPE (AscMetricsDialog, asc_metrics_dialog, ADW_TYPE_WINDOW)

static const AscMetric *
get_metric (AscMetricsDialog *self, guint i)
{
  return asc_profile_get_metric (asc_session_get_profile (self->session),
                                 g_array_index (self->choices, Choice, i).metric);
}

/* The bit that @form has for @metric. */
static guint
bit_of (const AscMetric *metric, guint form)
{
  if (form == 1)
    return ASC_VISIBLE_PERCENT;
  return metric->unit == ASC_UNIT_NS ? ASC_VISIBLE_TIME : ASC_VISIBLE_VALUE;
}

static Choice *
find_choice (AscMetricsDialog *self, guint metric)
{
  for (guint i = 0; i < self->choices->len; i++)
    if (g_array_index (self->choices, Choice, i).metric == metric)
      return &g_array_index (self->choices, Choice, i);
  return NULL;
}

static Choice *
add_choice (AscMetricsDialog *self, guint metric)
{
  Choice choice = { .metric = metric };

  g_array_append_val (self->choices, choice);
  return &g_array_index (self->choices, Choice, self->choices->len - 1);
}

/* The session's columns as choices; metrics without a column come behind them. */
static void
read_columns (AscMetricsDialog *self)
{
  AscProfile *profile = asc_session_get_profile (self->session);
  GArray *columns = asc_session_get_columns (self->session);

  g_array_set_size (self->choices, 0);
  for (guint i = 0; i < columns->len; i++)
    {
      const AscColumn *column = &g_array_index (columns, AscColumn, i);
      Choice *choice;

      if (column->flavor > ASC_FLAVOR_INCLUSIVE)
        continue;
      choice = find_choice (self, column->metric);
      if (choice == NULL)
        choice = add_choice (self, column->metric);
      choice->visibility[column->flavor] |= column->visibility;
    }
  for (guint metric = 0; metric < asc_profile_get_n_metrics (profile); metric++)
    if (find_choice (self, metric) == NULL)
      add_choice (self, metric);
}

static guint
count_columns (AscMetricsDialog *self)
{
  guint n = 0;

  for (guint i = 0; i < self->choices->len; i++)
    for (guint flavor = 0; flavor < N_FLAVORS; flavor++)
      n += g_array_index (self->choices, Choice, i).visibility[flavor] != 0;
  return n;
}

/* The last tick can not be taken away, the first and last rows not moved further. */
static void
update_sensitivity (AscMetricsDialog *self)
{
  guint n_columns = count_columns (self);

  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = &g_array_index (self->rows, Row, i);
      const Choice *choice = &g_array_index (self->choices, Choice, i);

      for (guint flavor = 0; flavor < N_FLAVORS; flavor++)
        for (guint form = 0; form < N_FORMS; form++)
          {
            gboolean is_last = n_columns == 1 && choice->visibility[flavor] == bit_of (get_metric (self, i), form);

            gtk_widget_set_sensitive (GTK_WIDGET (row->checks[flavor][form]), !is_last);
          }
      gtk_widget_set_sensitive (row->up, i > 0);
      gtk_widget_set_sensitive (row->down, i + 1 < self->rows->len);
    }
}

/* Puts the choices into the row widgets. */
static void
show_choices (AscMetricsDialog *self)
{
  self->filling = TRUE;
  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = &g_array_index (self->rows, Row, i);
      const Choice *choice = &g_array_index (self->choices, Choice, i);
      const AscMetric *metric = get_metric (self, i);
      const char *title = asc_ui_metric_get_title (metric);

      gtk_label_set_text (GTK_LABEL (row->title), title);
      asc_ui_set_tooltip (row->title, asc_ui_metric_get_tooltip (metric));
      for (guint flavor = 0; flavor < N_FLAVORS; flavor++)
        for (guint form = 0; form < N_FORMS; form++)
          {
            GtkCheckButton *check = row->checks[flavor][form];
            g_autofree char *name = g_strdup_printf ("%s, %s, %s", title, asc_ui_flavor_get_title (flavor),
                                                     gtk_check_button_get_label (check));

            gtk_check_button_set_active (check, (choice->visibility[flavor] & bit_of (metric, form)) != 0);
            gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
          }
    }
  self->filling = FALSE;
  update_sensitivity (self);
}

/* Hands the choices to the session, which remembers them. */
static void
apply (AscMetricsDialog *self)
{
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (AscColumn));
  GArray *before = asc_session_get_columns (self->session);

  for (guint i = 0; i < self->choices->len; i++)
    for (guint flavor = 0; flavor < N_FLAVORS; flavor++)
      {
        const Choice *choice = &g_array_index (self->choices, Choice, i);
        AscColumn column = { .flavor = flavor, .visibility = choice->visibility[flavor], .metric = choice->metric };

        if (column.visibility != 0)
          g_array_append_val (columns, column);
      }
  for (guint i = 0; i < before->len; i++)
    if (g_array_index (before, AscColumn, i).flavor == ASC_FLAVOR_STATIC)
      g_array_append_val (columns, g_array_index (before, AscColumn, i));
  asc_session_choose_columns (self->session, columns);
  update_sensitivity (self);
}

static void
toggled_cb (GtkCheckButton *check, AscMetricsDialog *self)
{
  if (self->filling)
    return;
  for (guint i = 0; i < self->rows->len; i++)
    for (guint flavor = 0; flavor < N_FLAVORS; flavor++)
      for (guint form = 0; form < N_FORMS; form++)
        if (g_array_index (self->rows, Row, i).checks[flavor][form] == check)
          g_array_index (self->choices, Choice, i).visibility[flavor] ^= bit_of (get_metric (self, i), form);
  apply (self);
}

/* Exchanges rows @i and @i + 1; the keyboard goes with what is moved. */
static void
exchange (AscMetricsDialog *self, guint i)
{
  Choice choice = g_array_index (self->choices, Choice, i);

  g_array_index (self->choices, Choice, i) = g_array_index (self->choices, Choice, i + 1);
  g_array_index (self->choices, Choice, i + 1) = choice;
  show_choices (self);
  apply (self);
}

static void
up_cb (GtkWidget *button, AscMetricsDialog *self)
{
  for (guint i = 1; i < self->rows->len; i++)
    if (g_array_index (self->rows, Row, i).up == button)
      {
        exchange (self, i - 1);
        gtk_widget_grab_focus (i > 1 ? g_array_index (self->rows, Row, i - 1).up
                                     : g_array_index (self->rows, Row, i - 1).down);
        return;
      }
}

static void
down_cb (GtkWidget *button, AscMetricsDialog *self)
{
  for (guint i = 0; i + 1 < self->rows->len; i++)
    if (g_array_index (self->rows, Row, i).down == button)
      {
        exchange (self, i);
        gtk_widget_grab_focus (i + 2 < self->rows->len ? g_array_index (self->rows, Row, i + 1).down
                                                       : g_array_index (self->rows, Row, i + 1).up);
        return;
      }
}

static void
reset_cb (AscMetricsDialog *self)
{
  asc_session_choose_columns (self->session, NULL);
  read_columns (self);
  show_choices (self);
}

static GtkWidget *
add_mover (AscMetricsDialog *self, const char *icon, const char *label, GCallback callback)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  asc_ui_set_tooltip (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_signal_connect (button, "clicked", callback, self);
  return button;
}

static void
add_row (AscMetricsDialog *self, int place)
{
  const char *const forms[] = { C_ ("column", "Value"), C_ ("column", "Percent") };
  Row row;

  row.title = asc_ui_new_label ("", 0, NULL);
  gtk_label_set_ellipsize (GTK_LABEL (row.title), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (row.title), MAX_TITLE_CHARS);
  gtk_label_set_width_chars (GTK_LABEL (row.title), MAX_TITLE_CHARS / 2);
  gtk_widget_set_hexpand (row.title, TRUE);
  gtk_grid_attach (self->grid, row.title, 0, place, 1, 1);
  for (int flavor = 0; flavor < N_FLAVORS; flavor++)
    for (int form = 0; form < N_FORMS; form++)
      {
        GtkWidget *check = gtk_check_button_new_with_label (forms[form]);

        row.checks[flavor][form] = GTK_CHECK_BUTTON (check);
        g_signal_connect (check, "toggled", G_CALLBACK (toggled_cb), self);
        gtk_grid_attach (self->grid, check, 1 + flavor * N_FORMS + form, place, 1, 1);
      }
  row.up = add_mover (self, "go-up-symbolic", _ ("Move Up"), G_CALLBACK (up_cb));
  row.down = add_mover (self, "go-down-symbolic", _ ("Move Down"), G_CALLBACK (down_cb));
  gtk_grid_attach (self->grid, row.up, 1 + N_FLAVORS * N_FORMS, place, 1, 1);
  gtk_grid_attach (self->grid, row.down, 2 + N_FLAVORS * N_FORMS, place, 1, 1);
  g_array_append_val (self->rows, row);
}

static void
asc_metrics_dialog_dispose (GObject *object)
{
  AscMetricsDialog *self = ASC_METRICS_DIALOG (object);

  g_clear_object (&self->session);
  gtk_widget_dispose_template (GTK_WIDGET (self), ASC_TYPE_METRICS_DIALOG);
  G_OBJECT_CLASS (asc_metrics_dialog_parent_class)->dispose (object);
}

static void
asc_metrics_dialog_finalize (GObject *object)
{
  AscMetricsDialog *self = ASC_METRICS_DIALOG (object);

  g_array_unref (self->choices);
  g_array_unref (self->rows);
  G_OBJECT_CLASS (asc_metrics_dialog_parent_class)->finalize (object);
}

static void
asc_metrics_dialog_class_init (AscMetricsDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = asc_metrics_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = asc_metrics_dialog_finalize;
  gtk_widget_class_set_template_from_resource (widget_class, ASC_UI_TEMPLATE ("asc-metrics-dialog"));
  gtk_widget_class_bind_template_child (widget_class, AscMetricsDialog, grid);
  gtk_widget_class_bind_template_child (widget_class, AscMetricsDialog, reset_button);
  gtk_widget_class_bind_template_callback (widget_class, reset_cb);
}

static void
asc_metrics_dialog_init (AscMetricsDialog *self)
{
  self->choices = g_array_new (FALSE, FALSE, sizeof (Choice));
  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
asc_metrics_dialog_new (GtkWindow *parent, AscSession *session)
{
  AscMetricsDialog *self;

  g_return_val_if_fail (ASC_IS_SESSION (session), NULL);
  g_return_val_if_fail (asc_session_get_profile (session) != NULL, NULL);

  self = g_object_new (ASC_TYPE_METRICS_DIALOG, "transient-for", parent, NULL);
  self->session = g_object_ref (session);
  g_signal_connect_object (session, "notify::profile", G_CALLBACK (gtk_window_close), self, G_CONNECT_SWAPPED);
  read_columns (self);
  for (guint i = 0; i < self->choices->len; i++)
    add_row (self, (int)i + 1);
  show_choices (self);
  return GTK_WIDGET (self);
}
