/* asc-source-pane.h: a source file with metrics beside its lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-source-load.h"

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * AscSourcePane:
 *
 * For the views that show source text. It shows the session's place, or else the file of the chosen function at its hottest line. Signal "shown": another file, or the same anew, is on screen, or
 * it is known that there is none. A click on a line makes it the session's place and chooses the function that has most of it.
 */
#define ASC_TYPE_SOURCE_PANE (asc_source_pane_get_type ())
G_DECLARE_FINAL_TYPE (AscSourcePane, asc_source_pane, ASC, SOURCE_PANE, AdwBin)

void asc_source_pane_set_session (AscSourcePane *self, AscSession *session);
/** Beside something else: one column of metrics, no calls. */
void asc_source_pane_set_narrow (AscSourcePane *self);
/** What the functions of AscViewClass tell a view. */
void asc_source_pane_profile_changed (AscSourcePane *self);
void asc_source_pane_metric_changed (AscSourcePane *self);
void asc_source_pane_selection_changed (AscSourcePane *self);
guint asc_source_pane_search (AscSourcePane *self, AscMatcher *matcher, int step);
/** The chosen text, or all lines with their metrics, as TSV. Returns: (transfer full) (nullable) */
char *asc_source_pane_copy (AscSourcePane *self, gboolean everything);
/** The first @max_rows lines, all with their metrics as the window writes them, for paper; *n_rows: how many there are. Returns: (transfer full) (nullable) */
char *asc_source_pane_dup_sheet (AscSourcePane *self, guint max_rows, guint *n_rows);

/** What is on screen; lent, NULL: nothing yet. */
AscSourceFile *asc_source_pane_get_file (AscSourcePane *self);
/** Puts the path of the file on screen, or nothing, into @label. */
void asc_source_pane_show_file (AscSourcePane *self, GtkLabel *label);
/** Scrolls to @line, from 1, puts the cursor there. */
void asc_source_pane_show_line (AscSourcePane *self, guint32 line);
/** The cursor's line, from 1. */
guint32 asc_source_pane_get_line (AscSourcePane *self);
/** To the next (@step 1) or previous (-1) hot line; around the ends. FALSE: there is none. */
gboolean asc_source_pane_go_hot (AscSourcePane *self, int step);

G_END_DECLS
