/* asc-quality.c: what makes the numbers of a window less than certain
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-quality.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "asc-ui-text.h"

/* Below this a difference of a tenth is chance. */
#define FEW_SAMPLES 300
/* A load object without names is a warning from this share of the metric on. */
#define NAMELESS_SHARE 0.05
#define MAX_NAMELESS 5u

static void
finding_free (gpointer data)
{
  AscFinding *finding = data;

  g_free (finding->title);
  g_free (finding->detail);
  g_free (finding);
}

static AscFinding *
add (GPtrArray *findings, AscSeverity severity, char *title, char *detail)
{
  AscFinding *finding = g_new0 (AscFinding, 1);

  finding->severity = severity;
  finding->title = title;
  finding->detail = detail;
  g_ptr_array_add (findings, finding);
  return finding;
}

/* From which share of the events on a finding is a warning; those that are not here always are what their reader says. */
static const struct
{
  const char *kind;
  double share;
} thresholds[] = {
  { "lost-records", 0.001 },
  { "lost-samples", 0.001 },
  { "stacks-truncated", 0.01 },
  { "stacks-lost", 0.01 },
  { "callchain-missing", 0.01 },
  { "callchain-broken", 0.01 },
};

static AscSeverity
judge (const AscDiagnostic *diagnostic, gint64 n_read)
{
  for (guint i = 0; i < G_N_ELEMENTS (thresholds); i++)
    if (g_str_equal (thresholds[i].kind, diagnostic->kind) && diagnostic->severity == ASC_SEVERITY_WARNING
        && (double) diagnostic->count < thresholds[i].share * (double) n_read)
      return ASC_SEVERITY_NOTE;
  return diagnostic->severity;
}

/* Where in the file it was found first. */
static char *
describe_places (const AscDiagnostic *diagnostic)
{
  g_autofree char *first = asc_ui_format_count ((gint64) diagnostic->places[0]);
  g_autofree char *second = asc_ui_format_count ((gint64) diagnostic->places[1]);
  g_autofree char *third = asc_ui_format_count ((gint64) diagnostic->places[2]);

  switch (diagnostic->n_places)
    {
    case 0:
      return NULL;
    case 1:
      /* TRANSLATORS: a byte's position in a file */
      return g_strdup_printf (_ ("At byte %s"), first);
    case 2:
      /* TRANSLATORS: positions of bytes in a file */
      return g_strdup_printf (_ ("At bytes %s and %s"), first, second);
    default:
      /* TRANSLATORS: positions of bytes in a file */
      return g_strdup_printf (_ ("At bytes %s, %s and %s"), first, second, third);
    }
}

static void
add_diagnostics (GPtrArray *findings, const AscDiagnostics *diagnostics, gint64 n_read)
{
  for (guint i = 0; diagnostics != NULL && i < asc_diagnostics_get_size (diagnostics); i++)
    {
      const AscDiagnostic *diagnostic = asc_diagnostics_get (diagnostics, i);
      g_autofree char *count = asc_ui_format_count (diagnostic->count);
      char *title;

      if (diagnostic->count > 1)
        /* TRANSLATORS: a finding and its number: "Samples that the kernel lost: 12" */
        title = g_strdup_printf (_ ("%s: %s"), _ (diagnostic->text), count);
      else
        title = g_strdup (_ (diagnostic->text));
      add (findings, judge (diagnostic, n_read), title, describe_places (diagnostic));
    }
}

/* Why the functions of @object have no names. */
static const char *
explain_nameless (const AscObject *object, AscSymbolsStatus status)
{
  gboolean is_kernel = object->kind == ASC_OBJECT_KERNEL || object->kind == ASC_OBJECT_MODULE;

  if (object->kind == ASC_OBJECT_UNKNOWN)
    return _ ("These addresses are outside every load object.");
  switch (status)
    {
    case ASC_SYMBOLS_EXPORTED:
      return _ ("Its debug symbols are not installed.");
    case ASC_SYMBOLS_NONE:
      return is_kernel ? _ ("The system hides the addresses of the kernel.") : _ ("The file has no symbols.");
    case ASC_SYMBOLS_MISMATCH:
      return is_kernel ? _ ("The symbols found are of another kernel.") : _ ("The file found is of another build.");
    case ASC_SYMBOLS_MISSING:
      if (is_kernel)
        return _ ("No symbols of the recorded kernel were found.");
      if (object->kind == ASC_OBJECT_JIT)
        return _ ("The program did not write down the names of the code that it made.");
      return object->build_id_size > 0 ? _ ("No file with this build-id was found.") : _ ("The file was not found.");
    case ASC_SYMBOLS_FULL:
    case ASC_SYMBOLS_NOT_NEEDED:
    default:
      return NULL;
    }
}

/* Why there are no names, and below it what would bring them. Returns: (transfer full) (nullable) */
static char *
make_detail (const AscObject *object, const AscObjectSymbols *symbols)
{
  const char *why = explain_nameless (object, symbols->status);
  g_autofree char *advice = asc_dup_advice (&symbols->advice);

  if (why == NULL || advice == NULL)
    return g_strdup (why);
  return g_strconcat (why, "\n", advice, NULL);
}

/* Load objects whose functions have no names, by their share of the metric. */
static void
add_nameless (GPtrArray *findings, AscSession *session)
{
  AscProfile *profile = asc_session_get_profile (session);
  guint metric = asc_session_get_metric (session);
  gint64 total = asc_profile_get_metric (profile, metric)->total;
  guint n = 0;

  for (guint32 row = 1; row < asc_profile_get_n_objects (profile) && n < MAX_NAMELESS; row++)
    {
      const AscObjectRow *object = asc_profile_get_object (profile, row);
      gint64 value = asc_profile_get_object_exclusive (profile, row, metric);
      const AscObjectSymbols *symbols;
      const AscObject *objects;
      guint n_objects;
      g_autofree char *share = NULL;
      AscFinding *finding;
      double fraction = total > 0 ? (double) value / (double) total : 0;

      if (object->object == ASC_NONE || value <= 0)
        continue;
      objects = asc_experiment_get_objects (asc_session_get_experiment (session, object->experiment), &n_objects);
      symbols = asc_symbols_get_object (asc_session_get_symbols (session, object->experiment), object->object);
      if (symbols == NULL || symbols->status == ASC_SYMBOLS_FULL || symbols->status == ASC_SYMBOLS_NOT_NEEDED
          || symbols->n_named == symbols->n_frames)
        continue;
      share = asc_ui_format_percent (value, total);
      finding = add (findings, fraction >= NAMELESS_SHARE ? ASC_SEVERITY_WARNING : ASC_SEVERITY_NOTE,
                     symbols->status == ASC_SYMBOLS_EXPORTED
                         /* TRANSLATORS: a library's name and its share of the time */
                         ? g_strdup_printf (_ ("Only exported functions have names in %s (%s)"), object->name, share)
                         /* TRANSLATORS: a library's name and its share of the time */
                         : g_strdup_printf (_ ("No function names in %s (%s)"), object->name, share),
                     make_detail (&objects[object->object], symbols));
      finding->view = "objects";
      n++;
    }
}

static void
add_few_samples (GPtrArray *findings, AscSession *session)
{
  AscProfile *profile = asc_session_get_profile (session);
  const AscMetric *metric = asc_profile_get_metric (profile, asc_session_get_metric (session));
  g_autofree char *count = NULL;

  if (metric->n_events >= FEW_SAMPLES || !metric->sampled)
    return;
  count = asc_ui_format_count (metric->n_events);
  add (findings, ASC_SEVERITY_WARNING,
       g_strdup_printf (ngettext ("Only %s sample", "Only %s samples", (gulong) metric->n_events), count),
       g_strdup (_ ("Small differences are chance. Record longer.")));
}

static int
compare_severity (gconstpointer a, gconstpointer b)
{
  const AscFinding *finding_a = *(AscFinding *const *) a;
  const AscFinding *finding_b = *(AscFinding *const *) b;

  return (int) finding_b->severity - (int) finding_a->severity;
}

GPtrArray *
asc_quality_list (AscSession *session)
{
  GPtrArray *findings = g_ptr_array_new_with_free_func (finding_free);
  AscProfile *profile = asc_session_get_profile (session);

  if (profile == NULL)
    return findings;
  for (guint i = 0; i < asc_session_get_n_experiments (session); i++)
    {
      const AscDiagnostics *diagnostics = asc_experiment_get_diagnostics (asc_session_get_experiment (session, i));

      add_diagnostics (findings, diagnostics, asc_diagnostics_get_n_read (diagnostics));
    }
  add_diagnostics (findings, asc_profile_get_diagnostics (profile), 0);
  if (asc_profile_get_n_metrics (profile) > 0)
    {
      add_nameless (findings, session);
      add_few_samples (findings, session);
    }
  g_ptr_array_sort (findings, compare_severity);
  return findings;
}

GPtrArray *
asc_quality_list_damage (AscExperiment *experiment)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (finding_free);
  GPtrArray *damage = g_ptr_array_new_with_free_func (finding_free);
  const AscDiagnostics *diagnostics = asc_experiment_get_diagnostics (experiment);

  add_diagnostics (all, diagnostics, asc_diagnostics_get_n_read (diagnostics));
  while (all->len > 0)
    {
      AscFinding *finding = g_ptr_array_steal_index (all, 0);

      if (finding->severity == ASC_SEVERITY_ERROR)
        g_ptr_array_add (damage, finding);
      else
        finding_free (finding);
    }
  return damage;
}

guint
asc_quality_count_warnings (GPtrArray *findings)
{
  guint n = 0;

  for (guint i = 0; i < findings->len; i++)
    n += ((AscFinding *) g_ptr_array_index (findings, i))->severity >= ASC_SEVERITY_WARNING;
  return n;
}

char *
asc_quality_describe_events (AscSession *session)
{
  gint64 n_read = 0;
  gint64 n_skipped = 0;
  g_autofree char *read_text = NULL;
  g_autofree char *shown_text = NULL;

  for (guint i = 0; i < asc_session_get_n_experiments (session); i++)
    {
      const AscDiagnostics *diagnostics = asc_experiment_get_diagnostics (asc_session_get_experiment (session, i));

      n_read += asc_diagnostics_get_n_read (diagnostics);
      n_skipped += asc_diagnostics_get_n_skipped (diagnostics);
    }
  read_text = asc_ui_format_count (n_read);
  if (n_skipped == 0)
    return g_strdup_printf (ngettext ("The %s event read is shown", "All %s events read are shown", (gulong) n_read), read_text);
  shown_text = asc_ui_format_count (n_read - n_skipped);
  /* TRANSLATORS: how many events are shown, how many were read */
  return g_strdup_printf (ngettext ("%s of %s event read is shown", "%s of %s events read are shown", (gulong) n_read), shown_text, read_text);
}

const char *
asc_quality_get_icon_name (AscSeverity severity)
{
  switch (severity)
    {
    case ASC_SEVERITY_ERROR:
      return "dialog-error-symbolic";
    case ASC_SEVERITY_WARNING:
      return "dialog-warning-symbolic";
    case ASC_SEVERITY_NOTE:
    default:
      return "help-about-symbolic";
    }
}

const char *
asc_quality_get_severity_name (AscSeverity severity)
{
  switch (severity)
    {
    case ASC_SEVERITY_ERROR:
      return C_ ("severity", "Error");
    case ASC_SEVERITY_WARNING:
      return C_ ("severity", "Warning");
    case ASC_SEVERITY_NOTE:
    default:
      return C_ ("severity", "Note");
    }
}

/* To the view that shows more of it; a popover that the list is in is in the way. */
static void
row_activated_cb (AscSession *session, GtkListBoxRow *row, GtkListBox *list)
{
  const char *view = g_object_get_data (G_OBJECT (row), "asc-view");
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (list), GTK_TYPE_POPOVER);

  if (popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (popover));
  if (view != NULL)
    asc_session_show_view (session, view);
}

static GtkWidget *
new_row (const AscFinding *finding)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *icon = gtk_image_new_from_icon_name (asc_quality_get_icon_name (finding->severity));
  g_autofree char *name = g_strdup_printf ("%s: %s", asc_quality_get_severity_name (finding->severity), finding->title);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), finding->title);
  if (finding->detail != NULL)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), finding->detail);
  gtk_widget_set_tooltip_text (icon, asc_quality_get_severity_name (finding->severity));
  gtk_widget_add_css_class (icon, finding->severity == ASC_SEVERITY_ERROR     ? "error"
                                  : finding->severity == ASC_SEVERITY_WARNING ? "warning"
                                                                              : "dim-label");
  if (finding->view != NULL)
    {
      g_object_set_data (G_OBJECT (row), "asc-view", (gpointer) finding->view);
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), gtk_image_new_from_icon_name ("go-next-symbolic"));
    }
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), icon);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return row;
}

GtkWidget *
asc_quality_new_list (GPtrArray *findings, AscSession *session)
{
  GtkWidget *list = gtk_list_box_new ();

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Data Quality"), -1);
  for (guint i = 0; i < findings->len; i++)
    gtk_list_box_append (GTK_LIST_BOX (list), new_row (g_ptr_array_index (findings, i)));
  g_signal_connect_object (list, "row-activated", G_CALLBACK (row_activated_cb), session, G_CONNECT_SWAPPED);
  return list;
}
