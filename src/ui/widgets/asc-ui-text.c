/* asc-ui-text.c: numbers and titles as the window writes them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-ui-text.h"

#include <glib/gi18n.h>
#include <math.h>

#define DEFAULT_PERCENT_DIGITS 2u
#define MAX_PERCENT_DIGITS 4
#define NOT_READ G_MAXUINT
/* Of a tooltip, and of a word in it, characters. */
#define MAX_TOOLTIP 1000u
#define MAX_TOOLTIP_WORD 60u
/* Text at 100 %, px. */
#define FONT_SIZE (11.0 * 96 / 72)
#define ZERO_WIDTH_SPACE "\xe2\x80\x8b"

/* The setting, or NOT_READ: every number on screen asks for it, and GSettings takes 40 us to answer. Any thread. */
static guint percent_digits = NOT_READ;

static void
percent_digits_cb (void)
{
  g_atomic_int_set (&percent_digits, NOT_READ);
}

GSettings *
asc_ui_get_settings (void)
{
  static GSettings *settings;
  static gsize once;

  if (g_once_init_enter (&once))
    {
      GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
      g_autoptr (GSettingsSchema) schema = NULL;

      if (source != NULL)
        schema = g_settings_schema_source_lookup (source, ASC_APP_ID, TRUE);
      if (schema != NULL)
        {
          settings = g_settings_new_full (schema, NULL, NULL);
          /* Before those who draw anew. */
          g_signal_connect (settings, "changed::percent-digits", G_CALLBACK (percent_digits_cb), NULL);
        }
      g_once_init_leave (&once, 1);
    }
  return settings;
}

void
asc_ui_watch_setting (const char *key, GCallback callback, gpointer object)
{
  g_autofree char *signal = g_strconcat ("changed::", key, NULL);

  if (asc_ui_get_settings () != NULL)
    g_signal_connect_object (asc_ui_get_settings (), signal, callback, object, G_CONNECT_SWAPPED);
}

guint
asc_ui_get_percent_digits (void)
{
  guint digits = g_atomic_int_get (&percent_digits);
  GSettings *settings;

  if (digits != NOT_READ)
    return digits;
  settings = asc_ui_get_settings ();
  digits = settings != NULL ? (guint) CLAMP (g_settings_get_int (settings, "percent-digits"), 0, MAX_PERCENT_DIGITS) : DEFAULT_PERCENT_DIGITS;
  g_atomic_int_set (&percent_digits, digits);
  return digits;
}

const char *
asc_ui_metric_get_title (const AscMetric *metric)
{
  return metric->translatable ? g_dpgettext2 (GETTEXT_PACKAGE, "metric", metric->title) : metric->title;
}

const char *
asc_ui_metric_get_tooltip (const AscMetric *metric)
{
  if (metric->tooltip == NULL)
    return NULL;
  return metric->translatable ? g_dpgettext2 (GETTEXT_PACKAGE, "metric tooltip", metric->tooltip) : metric->tooltip;
}

const char *
asc_ui_flavor_get_title (AscFlavor flavor)
{
  switch (flavor)
    {
    case ASC_FLAVOR_EXCLUSIVE:
      return C_ ("flavor", "Exclusive");
    case ASC_FLAVOR_INCLUSIVE:
      return C_ ("flavor", "Inclusive");
    case ASC_FLAVOR_ATTRIBUTED:
      return C_ ("flavor", "Attributed");
    case ASC_FLAVOR_STATIC:
    default:
      return "";
    }
}

AscScale
asc_ui_metric_get_scale (const AscMetric *metric)
{
  return asc_unit_choose_scale (metric->unit, metric->total);
}

char *
asc_ui_format_percent (gint64 value, gint64 total)
{
  g_autofree char *number = NULL;

  if (total == 0)
    return g_strdup ("—");
  number = asc_format_percent (value, total, asc_ui_get_percent_digits (), TRUE);
  /* TRANSLATORS: a percentage, "12.34%". Use the space or sign that your language wants. */
  return g_strdup_printf (_ ("%s%%"), number);
}

static char *
join_unit (const char *number, const char *symbol)
{
  return *symbol != '\0' ? g_strconcat (number, "\u00a0", symbol, NULL) : g_strdup (number);
}

char *
asc_ui_format_value (const AscMetric *metric, gint64 value)
{
  AscScale scale = asc_ui_metric_get_scale (metric);
  g_autofree char *number = asc_format_value (value, scale, TRUE);

  return join_unit (number, scale.symbol);
}

/* What one sample stands for: the fixed interval, else the mean of all samples. At least 1. */
static double
get_period (const AscMetric *metric)
{
  if (metric->interval > 0)
    return (double) metric->interval;
  return metric->n_events > 0 ? MAX ((double) metric->total / (double) metric->n_events, 1) : 1;
}

char *
asc_ui_format_value_long (const AscMetric *metric, gint64 value)
{
  g_autofree char *exact = asc_format_exact (value, metric->unit, TRUE);
  g_autofree char *text = NULL;
  g_autofree char *error_text = NULL;
  g_autofree char *samples = NULL;
  double period = get_period (metric);
  gint64 n_samples;

  if (metric->unit == ASC_UNIT_COUNT && !metric->sampled)
    return g_steal_pointer (&exact);
  text = asc_ui_format_value (metric, value);
  if (!metric->sampled || value <= 0)
    /* TRANSLATORS: a rounded value and the exact one, "0.941 s (941,000,000 ns)" */
    return g_strdup_printf (_ ("%s (%s)"), text, exact);

  n_samples = (gint64) MAX (round ((double) value / period), 1);
  error_text = asc_ui_format_value (metric, (gint64) (1.96 * sqrt ((double) n_samples) * period));
  samples = asc_ui_format_count (n_samples);
  /* TRANSLATORS: a sampled value, its error of 95 % confidence, how many samples, the exact value:
   * "0.941 s ± 0.060 s (941 samples, 95%; 941,000,000 ns)" */
  return g_strdup_printf (ngettext ("%s ± %s (%s sample, 95%%; %s)", "%s ± %s (%s samples, 95%%; %s)", (gulong) n_samples),
                          text, error_text, samples, exact);
}

char *
asc_ui_format_count (gint64 n)
{
  return g_strdup_printf ("%'" G_GINT64_FORMAT, n);
}

char *
asc_ui_format_duration (gint64 ns)
{
  AscScale scale = asc_unit_choose_scale (ASC_UNIT_NS, ns);
  g_autofree char *number = asc_format_value (ns, scale, TRUE);

  return join_unit (number, scale.symbol);
}

char *
asc_ui_format_place (const char *file, guint32 line)
{
  if (file == NULL || *file == '\0')
    return NULL;
  return line != 0 ? g_strdup_printf ("%s:%u", file, line) : g_strdup (file);
}

GtkWidget *
asc_ui_new_label (const char *text, float xalign, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), xalign);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

char *
asc_ui_format_date (const char *iso8601)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();
  g_autoptr (GDateTime) date = iso8601 != NULL ? g_date_time_new_from_iso8601 (iso8601, zone) : NULL;
  g_autoptr (GDateTime) local = date != NULL ? g_date_time_to_local (date) : NULL;

  if (local == NULL)
    return NULL;
  return g_date_time_format (local, "%x %R");
}

char *
asc_ui_describe_experiment (AscExperiment *experiment)
{
  const char *command = asc_experiment_get_info (experiment, "command");
  g_autofree char *date = asc_ui_format_date (asc_experiment_get_info (experiment, "start-time"));

  if (command != NULL && date != NULL)
    /* TRANSLATORS: a command line and the date of its recording */
    return g_strdup_printf (_ ("%s, %s"), command, date);
  if (command != NULL)
    return g_strdup (command);
  if (date != NULL)
    return g_steal_pointer (&date);
  return g_strdup (asc_reader_get_name (asc_experiment_get_format (experiment)));
}

double
asc_ui_get_text_scale (GtkWidget *widget)
{
  PangoContext *context = gtk_widget_get_pango_context (widget);
  const PangoFontDescription *font = pango_context_get_font_description (context);
  double size = (double) pango_font_description_get_size (font) / PANGO_SCALE;
  double dpi = pango_cairo_context_get_resolution (context);

  if (!pango_font_description_get_size_is_absolute (font))
    size *= (dpi > 0 ? dpi : 96.0) / 72;
  return size > 0 ? CLAMP (size / FONT_SIZE, 0.5, 8.0) : 1;
}

char *
asc_ui_shorten (const char *text, guint max)
{
  glong length = g_utf8_strlen (text, -1);
  const char *start_end;
  const char *end_start;

  if (length <= (glong) max)
    return g_strdup (text);
  start_end = g_utf8_offset_to_pointer (text, (glong) max / 2);
  end_start = g_utf8_offset_to_pointer (start_end, length - (glong) max + 1);
  return g_strdup_printf ("%.*s…%s", (int) (start_end - text), text, end_start);
}

char *
asc_ui_make_tooltip (const char *text)
{
  g_autofree char *shown = NULL;
  GString *tooltip;
  guint word = 0;

  if (text == NULL)
    return NULL;
  shown = asc_ui_shorten (text, MAX_TOOLTIP);
  tooltip = g_string_new (NULL);
  for (const char *c = shown; *c != '\0'; c = g_utf8_next_char (c))
    {
      gunichar character = g_utf8_get_char (c);

      g_string_append_unichar (tooltip, character);
      word = g_unichar_isspace (character) ? 0 : word + 1;
      if (word < MAX_TOOLTIP_WORD)
        continue;
      g_string_append (tooltip, ZERO_WIDTH_SPACE);
      word = 0;
    }
  return g_string_free (tooltip, FALSE);
}

void
asc_ui_set_tooltip (GtkWidget *widget, const char *text)
{
  gboolean visible = gtk_widget_get_visible (widget);

  if (g_strcmp0 (gtk_widget_get_tooltip_text (widget), text) == 0)
    return;
  /* No pointer can be on what is in no window yet. */
  if (visible && gtk_widget_get_root (widget) == NULL)
    gtk_widget_set_visible (widget, FALSE);
  gtk_widget_set_tooltip_text (widget, text);
  gtk_widget_set_visible (widget, visible);
}

void
asc_ui_copy_rows (GtkWidget *widget, const char *tsv)
{
  g_autoptr (GString) html = g_string_new (NULL);
  g_autoptr (GBytes) bytes = NULL;
  GdkContentProvider *flavors[2];
  g_autoptr (GdkContentProvider) all = NULL;

  asc_html_append_tsv (html, tsv);
  bytes = g_bytes_new (html->str, html->len);
  flavors[0] = gdk_content_provider_new_typed (G_TYPE_STRING, tsv);
  flavors[1] = gdk_content_provider_new_for_bytes ("text/html", bytes);
  all = gdk_content_provider_new_union (flavors, G_N_ELEMENTS (flavors));
  gdk_clipboard_set_content (gtk_widget_get_clipboard (widget), all);
}

char *
asc_ui_describe_progress (const char *title, gint64 done, gint64 total)
{
  g_autofree char *done_text = NULL;
  g_autofree char *total_text = NULL;

  if (total <= 0)
    return g_strdup (_ (title));
  done_text = asc_ui_format_count (MIN (done, total));
  total_text = asc_ui_format_count (total);
  /* TRANSLATORS: what is being done, how much of it is done, how much there is */
  return g_strdup_printf (_ ("%s · %s of %s"), _ (title), done_text, total_text);
}

void
asc_ui_name_controls (GtkWidget *parent)
{
  for (GtkWidget *child = gtk_widget_get_first_child (parent); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      const char *name = GTK_IS_EXPANDER (child) ? gtk_expander_get_label (GTK_EXPANDER (child))
                         : GTK_IS_DROP_DOWN (child) || GTK_IS_MENU_BUTTON (child) ? gtk_widget_get_tooltip_text (child) : NULL;

      if (name != NULL)
        gtk_accessible_update_property (GTK_ACCESSIBLE (child), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
      asc_ui_name_controls (child);
    }
}
