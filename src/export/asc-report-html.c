/* asc-report-html.c: a table as a page of HTML
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-report-private.h"

#include "asc-report-format.h"
#include "asc-html.h"

#include <glib/gi18n.h>

static void
put (AscReportWriter *self)
{
  asc_out_write (self->ask->out, self->html->str, (gssize) self->html->len);
  g_string_truncate (self->html, 0);
}

void
asc_report_html_head (AscReportWriter *self)
{
  AscProfileInput *input = asc_profile_get_input (self->ask->profile);
  g_autofree char *filter = asc_report_dup_filter (self->ask->profile);
  g_autofree char *sorted = asc_report_dup_sort_title (self->ask, self->table);
  g_autofree char *title = self->table->heading != NULL ? g_strdup_printf (_ (self->table->heading), sorted) : g_strdup (self->table->name);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autofree AscHtmlCell *cells = g_new0 (AscHtmlCell, self->columns->len);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  if (self->table->add_notes != NULL)
    self->table->add_notes (self->data, notes);
  if (self->table->heading == NULL && notes->len > 0)
    {
      g_free (title);
      title = g_ptr_array_steal_index (notes, 0);
    }
  for (guint i = 0; i < asc_profile_input_get_size (input); i++)
    g_ptr_array_add (notes, g_filename_display_name (asc_experiment_get_path (asc_profile_input_get_experiment (input, i))));
  if (filter != NULL)
    g_ptr_array_add (notes, g_steal_pointer (&filter));
  g_ptr_array_add (notes, NULL);
  for (guint i = 0; i < self->columns->len; i++)
    {
      const AscReportColumn *column = &g_array_index (self->columns, AscReportColumn, i);
      g_autofree char *name = asc_report_text_dup_title (self, column);
      const char *unit = column->field < 0 ? asc_report_text_get_unit (self, column) : "";

      g_ptr_array_add (texts, *unit != '\0' ? g_strdup_printf ("%s, %s", name, unit) : g_strdup (name));
      cells[i].text = g_ptr_array_index (texts, i);
      cells[i].is_number = column->field < 0 || !asc_report_is_text (&self->table->fields[column->field]);
    }
  asc_html_begin_page (self->html, title, (const char *const *) notes->pdata, asc_html_get_language ());
  asc_html_begin_table (self->html);
  asc_html_append_row (self->html, ASC_HTML_HEAD, cells, self->columns->len);
  put (self);
}

/* The level of a tree's node; 0 in other tables. */
static guint
get_depth (AscReportWriter *self, guint32 row)
{
  for (guint i = 0; i < self->table->n_fields; i++)
    if (g_str_equal (self->table->fields[i].id, "depth"))
      {
        AscReportCell cell = { ASC_REPORT_NULL };

        self->table->get_field (self->data, row, i, self->scratch, &cell);
        return (guint) cell.number;
      }
  return 0;
}

void
asc_report_html_row (AscReportWriter *self, guint32 row)
{
  gboolean has_values = self->table->has_values == NULL || self->table->has_values (self->data, row);
  g_autofree AscHtmlCell *cells = g_new0 (AscHtmlCell, self->columns->len);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  gboolean is_total = FALSE;
  AscHtmlRow kind = ASC_HTML_PLAIN;

  for (guint i = 0; i < self->columns->len; i++)
    {
      const AscReportColumn *column = &g_array_index (self->columns, AscReportColumn, i);

      g_ptr_array_add (texts, column->field < 0 && !has_values ? g_strdup ("") : g_strchomp (asc_report_text_dup_cell (self, row, column)));
      cells[i].text = g_ptr_array_index (texts, i);
      cells[i].is_number = column->field < 0 || !asc_report_is_text (&self->table->fields[column->field]);
      cells[i].is_code = column->field >= 0 && self->table->fields[column->field].is_code;
      if (column->field >= 0 && g_str_equal (column->id, "name"))
        {
          cells[i].depth = get_depth (self, row);
          is_total = g_str_equal (cells[i].text, "<Total>");
        }
    }
  if (self->table->is_hot != NULL && self->table->is_hot (self->data, row))
    kind = ASC_HTML_HOT;
  asc_html_append_row (self->html, is_total ? ASC_HTML_TOTAL : kind, cells, self->columns->len);
  put (self);
}

void
asc_report_html_gap (AscReportWriter *self)
{
  g_string_append (self->html, "</tbody>\n<tbody>\n");
  put (self);
}

void
asc_report_html_end (AscReportWriter *self)
{
  asc_html_end_table (self->html);
  asc_html_end_page (self->html);
  put (self);
}
