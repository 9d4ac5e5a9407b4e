/* asc-disassembly-pane.h: the instructions of the chosen function
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "asc-session.h"

G_BEGIN_DECLS

/**
 * AscDisassemblyPane:
 *
 * For the views that show machine code: of the session's chosen function, at the session's address or its hottest instruction. A click on an instruction makes its
 * source line the session's place.
 */
#define ASC_TYPE_DISASSEMBLY_PANE (asc_disassembly_pane_get_type ())
G_DECLARE_FINAL_TYPE (AscDisassemblyPane, asc_disassembly_pane, ASC, DISASSEMBLY_PANE, AdwBin)

/** For AscViewClass.can_show. */
gboolean asc_disassembly_pane_can_show (AscSession *session, const char **reason);
void asc_disassembly_pane_set_session (AscDisassemblyPane *self, AscSession *session);
/** For beside the source: percentages alone, at first neither addresses nor lines of source. Before it shows anything. */
void asc_disassembly_pane_set_narrow (AscDisassemblyPane *self);
/** What the functions of AscViewClass tell a view. */
void asc_disassembly_pane_profile_changed (AscDisassemblyPane *self);
void asc_disassembly_pane_metric_changed (AscDisassemblyPane *self);
void asc_disassembly_pane_selection_changed (AscDisassemblyPane *self);
guint asc_disassembly_pane_search (AscDisassemblyPane *self, AscMatcher *matcher, int step);
/** Returns: (transfer full) (nullable) */
char *asc_disassembly_pane_copy (AscDisassemblyPane *self, gboolean everything);
/** The first @max_rows rows as the window writes them, for paper; *n_rows: how many there are. Returns: (transfer full) (nullable) */
char *asc_disassembly_pane_dup_sheet (AscDisassemblyPane *self, guint max_rows, guint *n_rows);
/** Its own controls. Lent. */
GtkWidget *asc_disassembly_pane_get_bar (AscDisassemblyPane *self);

G_END_DECLS
