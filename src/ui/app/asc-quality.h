/* asc-quality.h: what makes the numbers of a window less than certain
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "asc-session.h"

G_BEGIN_DECLS

/** All findings about what @session has open, the gravest first. Returns: (transfer full) (element-type AscFinding) */
GPtrArray *asc_quality_list (AscSession *session);
/** What the reader of @experiment found damaged. Returns: (transfer full) (element-type AscFinding) */
GPtrArray *asc_quality_list_damage (AscExperiment *experiment);
/** How many of @findings are warnings or errors. */
guint asc_quality_count_warnings (GPtrArray *findings);
/** "12,400 of 12,412 events read are shown". (transfer full) */
char *asc_quality_describe_events (AscSession *session);
const char *asc_quality_get_icon_name (AscSeverity severity);
/** The severity's word, for people who do not see the icon. */
const char *asc_quality_get_severity_name (AscSeverity severity);
/** An icon of @severity that says its word. (transfer floating) */
GtkWidget *asc_quality_new_icon (AscSeverity severity);
/** The finding that a row of the list was activated for, its number, until it is asked for; -1: none. For the page. */
int asc_quality_take_wanted (AscSession *session);
/** A list of @findings to show: rows of icon, sentence and why; a row opens the page "quality" at that finding. (transfer floating) */
GtkWidget *asc_quality_new_list (GPtrArray *findings, AscSession *session);

G_END_DECLS
