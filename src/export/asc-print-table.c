/* asc-print-table.c: see asc-print-table.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-print-table.h"

#include <glib/gi18n.h>
#include <string.h>

#define FONT_SIZE 8.0
#define MIN_FONT_SIZE 4.0
#define TITLE_SIZE 12.0
#define NOTE_SIZE 8.0
#define COLUMN_GAP 10.0
#define ROW_GAP 1.5
#define MIN_TEXT_WIDTH 90.0 /* of a column of text, before everything gets smaller */
#define MAX_HEAD_WIDTH                                                                                                 \
  90.0                /* the head of a column is broken into lines rather than that its numbers stand so far apart */
#define MAX_LINES 3   /* of a text */
#define MAX_TEXT 4000 /* bytes looked at: nothing of what is behind could be seen */

typedef struct
{
  double natural; /* the widest cell */
  double width;
  gboolean is_number;
} Column;

typedef struct
{
  char *line; /* cells parted by tabs; "" is a rule */
  double height;
} Row;

struct _AscPrintTable
{
  PangoContext *context;
  PangoLayout *layout;
  char *title;
  char *note;
  char *end;
  gboolean is_code;
  double width;
  double height;

  char *text;      /* of all rows */
  GArray *rows;    /* Row; the first is the head */
  GArray *columns; /* Column */
  guint n_columns; /* of the head; what follows is text with tabs in it */
  GArray *starts;  /* guint: the first row of each page */
  double font_size;
  double line_height;
  double top; /* of the rows on each page */
  guint n_measured;
  guint n_placed;
  double y; /* where the next row begins */
};

static void
set_font (AscPrintTable *self, double size, gboolean bold, gboolean monospace)
{
  g_autoptr (PangoFontDescription) font
      = pango_font_description_copy (pango_context_get_font_description (self->context));

  pango_font_description_set_family (font, monospace ? "Monospace" : "Sans");
  pango_font_description_set_absolute_size (font, size * PANGO_SCALE);
  pango_font_description_set_weight (font, bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_layout_set_font_description (self->layout, font);
}

/* @width: pt; negative: a line as long as it gets. */
static void
set_text (AscPrintTable *self, const char *text, double width, guint n_lines)
{
  g_autofree char *valid = g_utf8_validate (text, -1, NULL) ? NULL : g_utf8_make_valid (text, -1);

  pango_layout_set_width (self->layout, width < 0 ? -1 : (int)(width * PANGO_SCALE));
  pango_layout_set_wrap (self->layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_ellipsize (self->layout, width < 0 ? PANGO_ELLIPSIZE_NONE : PANGO_ELLIPSIZE_MIDDLE);
  pango_layout_set_height (self->layout, width < 0 ? -1 : -(int) n_lines);
  pango_layout_set_text (self->layout, valid != NULL ? valid : text, -1);
}

static void
get_size (AscPrintTable *self, double *width, double *height)
{
  int w, h;

  pango_layout_get_size (self->layout, &w, &h);
  *width = (double) w / PANGO_SCALE;
  *height = (double) h / PANGO_SCALE;
}

static void
show (AscPrintTable *self, cairo_t *cr, double x, double y)
{
  cairo_move_to (cr, x, y);
  pango_cairo_show_layout (cr, self->layout);
}

static gboolean
is_number (const char *text)
{
  gboolean digits = FALSE;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char_validated (p, -1);

      if (c == (gunichar)-1 || c == (gunichar)-2 || g_unichar_isalpha (c))
        return FALSE;
      digits = digits || g_unichar_isdigit (c);
    }
  return digits;
}

/* The cells of a line, which is no longer than what could be seen. */
static char **
split (const AscPrintTable *self, const Row *row)
{
  char **cells = g_strsplit (row->line, "\t", (int) self->n_columns);

  for (guint i = 0; cells[i] != NULL; i++)
    if (strlen (cells[i]) > MAX_TEXT)
      *g_utf8_find_prev_char (cells[i], cells[i] + MAX_TEXT) = '\0';
  return cells;
}

static gboolean
is_total (char *const *cells)
{
  return g_strv_contains ((const char *const *)cells, "<Total>");
}

static gboolean
is_monospace (const AscPrintTable *self, guint row, guint column)
{
  return self->is_code && row > 0 && column + 1 == self->columns->len;
}

static Column *
get_column (AscPrintTable *self, guint i)
{
  while (self->columns->len <= i)
    g_array_append_val (self->columns, ((Column){ .is_number = TRUE }));
  return &g_array_index (self->columns, Column, i);
}

AscPrintTable *
asc_print_table_new (PangoContext *context, const AscPrintText *text)
{
  AscPrintTable *self = g_new0 (AscPrintTable, 1);
  PangoAttrList *plain = pango_attr_list_new ();

  self->context = context;
  self->layout = pango_layout_new (context);
  pango_attr_list_insert (plain, pango_attr_insert_hyphens_new (FALSE)); /* a name has none of its own */
  pango_layout_set_attributes (self->layout, plain);
  pango_attr_list_unref (plain);
  self->title = g_strdup (text->title);
  self->note = g_strdup (text->note);
  self->end = g_strdup (text->end);
  self->is_code = text->is_code;
  self->width = text->width;
  self->height = text->height;
  self->text = g_strdup (text->tsv);
  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  self->columns = g_array_new (FALSE, FALSE, sizeof (Column));
  self->starts = g_array_new (FALSE, FALSE, sizeof (guint));
  self->font_size = FONT_SIZE;
  self->n_columns = 1;
  for (const char *p = self->text; *p != '\0' && *p != '\n'; p++)
    self->n_columns += *p == '\t';
  for (char *line = self->text; line != NULL && *line != '\0';)
    {
      char *end = strchr (line, '\n');

      if (end != NULL)
        *end = '\0';
      g_array_append_val (self->rows, ((Row){ .line = line }));
      line = end != NULL ? end + 1 : NULL;
    }
  return self;
}

void
asc_print_table_free (AscPrintTable *self)
{
  g_object_unref (self->layout);
  g_object_unref (self->context);
  g_array_unref (self->rows);
  g_array_unref (self->columns);
  g_array_unref (self->starts);
  g_free (self->title);
  g_free (self->note);
  g_free (self->end);
  g_free (self->text);
  g_free (self);
}

static void
measure_row (AscPrintTable *self, guint i)
{
  /* A rule has no cell. */
  g_auto (GStrv) cells = split (self, &g_array_index (self->rows, Row, i));
  gboolean bold = i == 0 || is_total (cells);

  for (guint k = 0; cells[k] != NULL; k++)
    {
      Column *column = get_column (self, k);
      double width, height;

      set_font (self, FONT_SIZE, bold, is_monospace (self, i, k));
      set_text (self, cells[k], -1, 1);
      get_size (self, &width, &height);
      if (i == 0)
        width = MIN (width, MAX_HEAD_WIDTH);
      else
        column->is_number = column->is_number && (*cells[k] == '\0' || is_number (cells[k]));
      column->natural = MAX (column->natural, width);
    }
}

/* Numbers have what they need; the columns of text share what is left, the narrow ones first. */
static void
set_widths (AscPrintTable *self)
{
  double gaps = self->columns->len > 0 ? (self->columns->len - 1) * COLUMN_GAP : 0;
  double fixed = gaps;
  double least = gaps;
  double room, scale;
  guint n_texts = 0;

  for (guint i = 0; i < self->columns->len; i++)
    {
      const Column *column = get_column (self, i);

      fixed += column->is_number ? column->natural : 0;
      n_texts += column->is_number ? 0 : 1;
      least += column->is_number ? column->natural : MIN (column->natural, MIN_TEXT_WIDTH);
    }
  scale = CLAMP (self->width / MAX (least, 1), MIN_FONT_SIZE / FONT_SIZE, 1);
  self->font_size = FONT_SIZE * scale;
  room = MAX (self->width - fixed * scale, 0);
  for (guint i = 0; i < self->columns->len; i++)
    get_column (self, i)->width = get_column (self, i)->is_number ? get_column (self, i)->natural * scale : -1;
  for (gboolean again = TRUE; again && n_texts > 0;)
    {
      double share = room / n_texts;

      again = FALSE;
      for (guint i = 0; i < self->columns->len; i++)
        {
          Column *column = get_column (self, i);

          if (column->width >= 0 || column->natural * scale > share)
            continue;
          column->width = column->natural * scale;
          room -= column->width;
          n_texts--;
          again = TRUE;
        }
    }
  for (guint i = 0; i < self->columns->len; i++)
    if (get_column (self, i)->width < 0)
      get_column (self, i)->width = room / n_texts;
}

/* Draws the row, or with @cr NULL says how high it is. */
static double
put_row (AscPrintTable *self, guint i, cairo_t *cr, double y)
{
  g_auto (GStrv) cells = split (self, &g_array_index (self->rows, Row, i));
  gboolean bold = i == 0 || is_total (cells);
  double highest = self->line_height;
  double x = 0;

  for (guint k = 0; cells[k] != NULL && k < self->columns->len; k++)
    {
      const Column *column = get_column (self, k);
      double width, height;

      if (*cells[k] != '\0' && (cr != NULL || i == 0 || !column->is_number))
        {
          set_font (self, self->font_size, bold, is_monospace (self, i, k));
          pango_layout_set_alignment (self->layout, column->is_number ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT);
          set_text (self, cells[k], column->width + 0.5, MAX_LINES);
          get_size (self, &width, &height);
          highest = MAX (highest, height);
          if (cr != NULL)
            show (self, cr, x, y);
        }
      x += column->width + COLUMN_GAP * self->font_size / FONT_SIZE;
    }
  pango_layout_set_alignment (self->layout, PANGO_ALIGN_LEFT);
  return highest + ROW_GAP;
}

static void
put_rule (cairo_t *cr, double width, double y, double line_width)
{
  cairo_set_line_width (cr, line_width);
  cairo_move_to (cr, 0, y);
  cairo_line_to (cr, width, y);
  cairo_stroke (cr);
}

static double
put_line (AscPrintTable *self, cairo_t *cr, const char *text, double size, gboolean bold, guint n_lines, double y)
{
  double width, height;

  if (text == NULL || *text == '\0')
    return 0;
  set_font (self, size, bold, FALSE);
  set_text (self, text, self->width, n_lines);
  get_size (self, &width, &height);
  if (cr != NULL)
    show (self, cr, 0, y);
  return height;
}

/* Title, note and head. Returns: where the rows begin */
static double
put_top (AscPrintTable *self, cairo_t *cr)
{
  double y = put_line (self, cr, self->title, TITLE_SIZE, TRUE, 2, 0);

  y += put_line (self, cr, self->note, NOTE_SIZE, FALSE, 2, y) + 8;
  if (self->rows->len > 0)
    y += put_row (self, 0, cr, y);
  if (cr != NULL)
    put_rule (cr, self->width, y, 0.75);
  return y + 3;
}

static double
get_bottom (const AscPrintTable *self)
{
  return self->height - 2 * NOTE_SIZE;
}

/* Every column is measured: rows get their places now. */
static void
begin_pages (AscPrintTable *self)
{
  double width;

  set_widths (self);
  set_font (self, self->font_size, TRUE, FALSE);
  set_text (self, "X", -1, 1);
  get_size (self, &width, &self->line_height);
  self->top = put_top (self, NULL);
  self->y = self->top;
  self->n_placed = 1;
  g_array_append_val (self->starts, self->n_placed);
}

static void
place_row (AscPrintTable *self)
{
  Row *row = &g_array_index (self->rows, Row, self->n_placed);

  row->height = *row->line != '\0' ? put_row (self, self->n_placed, NULL, 0) : 4;
  if (self->y + row->height > get_bottom (self) && self->y > self->top)
    {
      g_array_append_val (self->starts, self->n_placed);
      self->y = self->top;
    }
  self->y += row->height;
  self->n_placed++;
}

gboolean
asc_print_table_lay_out (AscPrintTable *self, guint n_rows)
{
  for (; n_rows > 0 && self->n_measured < self->rows->len; n_rows--)
    measure_row (self, self->n_measured++);
  if (self->n_measured < self->rows->len)
    return FALSE;
  if (self->starts->len == 0)
    begin_pages (self);
  for (; n_rows > 0 && self->n_placed < self->rows->len; n_rows--)
    place_row (self);
  return self->n_placed >= self->rows->len;
}

double
asc_print_table_get_progress (const AscPrintTable *self)
{
  return self->rows->len > 0 ? (double)(self->n_measured + self->n_placed) / (2.0 * self->rows->len) : 1;
}

guint
asc_print_table_get_n_pages (const AscPrintTable *self)
{
  return MAX (self->starts->len, 1);
}

void
asc_print_table_paint (AscPrintTable *self, guint page, cairo_t *cr)
{
  guint end = page + 1 < self->starts->len ? g_array_index (self->starts, guint, page + 1) : self->rows->len;
  /* TRANSLATORS: below a printed page: its number and how many there are */
  g_autofree char *number = g_strdup_printf (_ ("Page %u of %u"), page + 1, asc_print_table_get_n_pages (self));
  double y;

  cairo_set_source_rgb (cr, 0, 0, 0);
  pango_cairo_update_layout (cr, self->layout);
  y = put_top (self, cr);
  for (guint i = page < self->starts->len ? g_array_index (self->starts, guint, page) : end; i < end; i++)
    {
      if (*g_array_index (self->rows, Row, i).line == '\0')
        put_rule (cr, self->width, y + 1, 0.5);
      else
        put_row (self, i, cr, y);
      y += g_array_index (self->rows, Row, i).height;
    }
  if (self->end != NULL && page + 1 == asc_print_table_get_n_pages (self))
    put_line (self, cr, self->end, NOTE_SIZE, FALSE, 1, MIN (y + 2, get_bottom (self) - NOTE_SIZE * 1.5));
  pango_layout_set_alignment (self->layout, PANGO_ALIGN_CENTER);
  put_line (self, cr, number, NOTE_SIZE, FALSE, 1, self->height - 1.4 * NOTE_SIZE);
  pango_layout_set_alignment (self->layout, PANGO_ALIGN_LEFT);
}
