/* asc-code-text.h: source text with metrics in its gutter
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>
#include <gtksourceview/gtksource.h>

#include "ascribe.h"

G_BEGIN_DECLS

/**
 * AscCodeText:
 *
 * Text in syntax colours, two metric columns and what is called on a line in its gutter, lines tinted by their part of the file's largest, marks of hot lines beside the scroll bar. Lines count
 * from 1. Signals: "line-chosen" (guint: line): the user put the cursor there; "function-chosen" (guint: row of the profile): a callee was clicked.
 */
#define ASC_TYPE_CODE_TEXT (asc_code_text_get_type ())
G_DECLARE_FINAL_TYPE (AscCodeText, asc_code_text, ASC, CODE_TEXT, AdwBin)

/** @text: UTF-8; @file: its name tells the language; @lines: its metrics. */
void asc_code_text_set_text (AscCodeText *self, const char *text, const char *file, AscFileLines *lines);
/** The gutter shows the first two metrics of @columns (element-type AscColumn); @metric says which lines are hot and what calls cost. After the text. */
void asc_code_text_set_columns (AscCodeText *self, GArray *columns, guint metric);

/** Puts the cursor on @line and scrolls there, once the text is laid out. */
void asc_code_text_show_line (AscCodeText *self, guint32 line);
guint32 asc_code_text_get_line (AscCodeText *self);
/** The next (@step 1) or previous (-1) hot line, around the ends. Returns: FALSE: there is none. */
gboolean asc_code_text_go_hot (AscCodeText *self, int step);
/** Lists what is called on @line. Returns: FALSE: nothing. */
gboolean asc_code_text_show_calls (AscCodeText *self, guint32 line);
/** Marks what @matcher (NULL: nothing) finds and goes to it: see AscViewClass. Returns: how often it is there. */
guint asc_code_text_search (AscCodeText *self, AscMatcher *matcher, int step);

/** Beside something else: one column in the gutter, no calls. Before the columns are set. */
void asc_code_text_set_narrow (AscCodeText *self);

GtkSourceView *asc_code_text_get_view (AscCodeText *self);
/** Column 0, 1; 2: calls. */
gint64 asc_code_text_get_value (AscCodeText *self, guint column, guint32 line);

G_END_DECLS
