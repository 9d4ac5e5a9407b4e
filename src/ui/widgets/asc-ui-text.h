/* asc-ui-text.h: numbers and titles as the window writes them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "ascribe.h"

G_BEGIN_DECLS

/** The window's settings, or NULL when the schema is not installed. Lent. Main thread. */
GSettings *asc_ui_get_settings (void);
/** Calls @callback (swapped) with @object whenever @key of the settings changes, as long as @object lives. */
void asc_ui_watch_setting (const char *key, GCallback callback, gpointer object);
/** Digits after the decimal mark of percentages, 0 to 4 (setting "percent-digits"; 2 without settings). */
guint asc_ui_get_percent_digits (void);

/** The metric's title in the user's language; an event's own name stays as it is. Lent by the profile or the catalogue. */
const char *asc_ui_metric_get_title (const AscMetric *metric);
/** The definition, or NULL. */
const char *asc_ui_metric_get_tooltip (const AscMetric *metric);
/** "Exclusive", "Inclusive", "Attributed" in the user's language. */
const char *asc_ui_flavor_get_title (AscFlavor flavor);

/** The one unit in which all values of @metric are written. */
AscScale asc_ui_metric_get_scale (const AscMetric *metric);
/** "12.34%" with the locale's mark and the wanted digits; "—" when @total is 0. (transfer full) */
char *asc_ui_format_percent (gint64 value, gint64 total);
/** "0.941 s": value and unit, for prose and tooltips. (transfer full) */
char *asc_ui_format_value (const AscMetric *metric, gint64 value);
/** The same with the exact integer and, for sampled values, the error: "0.941 s ± 0.060 s (941 samples, 95 %)". (transfer full) */
char *asc_ui_format_value_long (const AscMetric *metric, gint64 value);
/** @n with the locale's grouping. (transfer full) */
char *asc_ui_format_count (gint64 n);
/** A span of time in the unit that suits it: "3.020 s". (transfer full) */
char *asc_ui_format_duration (gint64 ns);

/** "Reading samples · 1,240,000 of 2,770,000"; @title: of the phase, untranslated; @total: 0: unknown. (transfer full) */
char *asc_ui_describe_progress (const char *title, gint64 done, gint64 total);

/** What is shown for a function's place: "main.c:12", "main.c", or NULL. (transfer full) */
char *asc_ui_format_place (const char *file, guint32 line);

/** A label with @css_class (nullable). (transfer floating) */
GtkWidget *asc_ui_new_label (const char *text, float xalign, const char *css_class);
/** How much larger the text of @widget is than 11 pt at 96 dpi: what text-bearing sizes are multiplied by. */
double asc_ui_get_text_scale (GtkWidget *widget);
/** Gives the drop-downs, menu buttons and expanders below @parent that have no name of their own one for those who hear it: their tooltip, or their label. */
void asc_ui_name_controls (GtkWidget *parent);
/** @text with its middle left out when it has more than @max characters, for labels. (transfer full) */
char *asc_ui_shorten (const char *text, guint max);
/** @text (nullable) as a tooltip that stays small whatever it is: shortened, and long words may be broken. (transfer full) */
char *asc_ui_make_tooltip (const char *text);
/** gtk_widget_set_tooltip_text(), which asks the display each time where the pointer is, only where that can matter. */
void asc_ui_set_tooltip (GtkWidget *widget, const char *text);

/** Date and time of day in the locale's form and the local zone; NULL when @iso8601 (nullable) is none. (transfer full) */
char *asc_ui_format_date (const char *iso8601);
/** One line: what was run and when; else the format. (transfer full) */
char *asc_ui_describe_experiment (AscExperiment *experiment);

/** Puts rows on the clipboard: @tsv as text and as an HTML table, for spreadsheets and documents. */
void asc_ui_copy_rows (GtkWidget *widget, const char *tsv);

G_END_DECLS
