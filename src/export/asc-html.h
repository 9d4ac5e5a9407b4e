/* asc-html.h: tables as HTML
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const char *text;
  gboolean is_number; /* stands at the right */
  gboolean is_code;   /* in a font of equal widths, blanks kept */
  guint depth;        /* of a tree's node: indented so often */
} AscHtmlCell;

typedef enum
{
  ASC_HTML_HEAD,
  ASC_HTML_TOTAL, /* bold, above a line */
  ASC_HTML_PLAIN,
  ASC_HTML_HOT,   /* marked */
} AscHtmlRow;

/**
 * Appends the beginning of a page that needs no other file and is XML too. @language: as in the environment ("zh_CN", "es_ES.UTF-8"; NULL, "C": English).
 * @notes: NULL-terminated lines below the title.
 */
void asc_html_begin_page (GString *out, const char *title, const char *const *notes, const char *language);
void asc_html_end_page (GString *out);
/** The same of a table; it begins with a head row. */
void asc_html_begin_table (GString *out);
void asc_html_end_table (GString *out);
/** @cells: n of them; control characters are shown as \xNN. */
void asc_html_append_row (GString *out, AscHtmlRow kind, const AscHtmlCell *cells, guint n);
/** Lines of cells parted by tabs, the first one the head, as a table. An empty line, and a line after one, begins another body. */
void asc_html_append_tsv (GString *out, const char *tsv);
/** What the user reads: the first of $LANGUAGE, $LC_ALL, $LC_MESSAGES, $LANG that is set. Lent. */
const char *asc_html_get_language (void);

G_END_DECLS
