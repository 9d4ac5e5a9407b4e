/* asc-report-tsv.c: a table as lines of fields parted by tabs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-report-private.h"

#include "asc-report-format.h"

void
asc_report_tsv_head (AscReportWriter *self)
{
  for (guint i = 0; i < self->columns->len; i++)
    {
      if (i > 0)
        asc_out_putc (self->ask->out, '\t');
      asc_out_puts (self->ask->out, g_array_index (self->columns, AscReportColumn, i).id);
    }
  asc_out_putc (self->ask->out, '\n');
}

static void
put_field (AscReportWriter *self, guint32 row, guint field)
{
  AscReportCell cell = { ASC_REPORT_NULL };

  self->table->get_field (self->data, row, field, self->scratch, &cell);
  if (cell.kind == ASC_REPORT_STRING && cell.text != NULL)
    {
      g_string_truncate (self->line, 0);
      asc_report_append_clean (self->line, cell.text, TRUE);
      asc_out_write (self->ask->out, self->line->str, (gssize) self->line->len);
    }
  else if (cell.kind == ASC_REPORT_INT || cell.kind == ASC_REPORT_TIME)
    asc_out_int (self->ask->out, cell.number);
  else if (cell.kind == ASC_REPORT_BOOL)
    asc_out_puts (self->ask->out, cell.number != 0 ? "true" : "false");
  else if (cell.kind == ASC_REPORT_ADDRESS)
    asc_out_printf (self->ask->out, "%" G_GUINT64_FORMAT, cell.address);
}

void
asc_report_tsv_row (AscReportWriter *self, guint32 row)
{
  AscOut *out = self->ask->out;

  for (guint i = 0; i < self->columns->len; i++)
    {
      const AscReportColumn *column = &g_array_index (self->columns, AscReportColumn, i);
      gint64 value;

      if (i > 0)
        asc_out_putc (out, '\t');
      if (column->field >= 0)
        {
          put_field (self, row, (guint) column->field);
          continue;
        }
      value = self->table->get_value (self->data, row, column->flavor, column->metric);
      if (column->part == ASC_VISIBLE_PERCENT)
        {
          char digits[ASC_REPORT_NUMBER_SIZE];

          g_ascii_formatd (digits, sizeof digits, "%.4f", asc_report_percent (value, asc_report_get_base (self, row, column)));
          asc_out_puts (out, digits);
        }
      else
        asc_out_int (out, value);
    }
  asc_out_putc (out, '\n');
}
