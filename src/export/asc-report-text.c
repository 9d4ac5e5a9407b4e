/* asc-report-text.c: a table as er_print prints it: aligned, the title of each metric in lines above its columns
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-report-private.h"

#include "asc-report-format.h"

#include <glib/gi18n.h>
#include <string.h>

#define GROUP_GAP 2
#define TITLE_WIDTH 11 /* a title is not broken into narrower lines */

/* What stands above the columns of one group. */
typedef struct
{
  guint first; /* column */
  guint n;
  guint width;
  char **lines; /* of the title */
} Group;

static void
group_clear (gpointer data)
{
  g_strfreev (((Group *) data)->lines);
}

static const AscReportColumn *
get_column (const AscReportWriter *self, guint i)
{
  return &g_array_index (self->columns, AscReportColumn, i);
}

static guint
format_value (const AscReportWriter *self, const AscReportColumn *column, gint64 value, char buffer[static ASC_REPORT_NUMBER_SIZE])
{
  if (column->part == ASC_VISIBLE_TIME)
    return asc_report_format_seconds (buffer, value);
  return asc_report_format_int (buffer, value);
}

/* Text of a field; the cell's kind tells how it is aligned. Returns: lent until the next call. */
static const char *
format_field (AscReportWriter *self, guint32 row, guint field)
{
  AscReportCell cell = { ASC_REPORT_NULL };

  self->table->get_field (self->data, row, field, self->scratch, &cell);
  g_string_truncate (self->line, 0);
  if (cell.kind == ASC_REPORT_STRING && cell.text != NULL)
    asc_report_append_clean (self->line, cell.text, FALSE);
  else if (cell.kind == ASC_REPORT_INT)
    g_string_append_printf (self->line, "%" G_GINT64_FORMAT, cell.number);
  else if (cell.kind == ASC_REPORT_TIME)
    {
      char seconds[ASC_REPORT_NUMBER_SIZE];

      asc_report_format_seconds (seconds, cell.number);
      g_string_append (self->line, seconds);
    }
  else if (cell.kind == ASC_REPORT_BOOL)
    g_string_append (self->line, cell.number != 0 ? C_ ("report", "yes") : C_ ("report", "no"));
  else if (cell.kind == ASC_REPORT_ADDRESS)
    g_string_append_printf (self->line, "0x%" G_GINT64_MODIFIER "x", cell.address);
  return self->line->str;
}

void
asc_report_text_measure (AscReportWriter *self, guint32 row)
{
  for (guint i = 0; i < self->columns->len; i++)
    {
      AscReportColumn *column = &g_array_index (self->columns, AscReportColumn, i);
      gint64 value;

      if (column->field >= 0)
        {
          if (!column->last || self->table->fields[column->field].kind != ASC_REPORT_STRING)
            column->width = MAX (column->width, asc_text_width (format_field (self, row, (guint) column->field)));
          continue;
        }
      value = self->table->get_value (self->data, row, column->flavor, column->metric);
      if (column->part == ASC_VISIBLE_PERCENT)
        {
          double percent = asc_report_percent (value, asc_report_get_base (self, row, column));

          column->least_percent = MIN (column->least_percent, percent);
          column->most_percent = MAX (column->most_percent, percent);
        }
      else
        {
          column->least = MIN (column->least, value);
          column->most = MAX (column->most, value);
        }
    }
}

const char *
asc_report_text_get_unit (const AscReportWriter *self, const AscReportColumn *column)
{
  AscUnit unit = asc_profile_get_metric (self->ask->profile, column->metric)->unit;

  if (column->part == ASC_VISIBLE_PERCENT)
    return "%";
  if (column->part == ASC_VISIBLE_TIME)
    return C_ ("unit", "sec.");
  return unit == ASC_UNIT_NS ? C_ ("unit", "ns") : unit == ASC_UNIT_BYTES ? C_ ("unit", "bytes") : "";
}

static void
set_width (const AscReportWriter *self, AscReportColumn *column)
{
  char least[ASC_REPORT_NUMBER_SIZE];
  char most[ASC_REPORT_NUMBER_SIZE];

  if (column->field >= 0)
    return;
  if (column->part == ASC_VISIBLE_PERCENT)
    {
      g_snprintf (least, sizeof least, "%.2f", column->least_percent);
      g_snprintf (most, sizeof most, "%.2f", column->most_percent);
    }
  else
    {
      format_value (self, column, column->least, least);
      format_value (self, column, column->most, most);
    }
  column->width = (guint) MAX (strlen (least), strlen (most));
  column->width = MAX (column->width, asc_text_width (asc_report_text_get_unit (self, column)));
}

char *
asc_report_text_dup_title (const AscReportWriter *self, const AscReportColumn *column)
{
  const AscMetric *metric;
  const char *title;

  if (column->field >= 0)
    return g_strdup (g_dpgettext2 (GETTEXT_PACKAGE, "column", self->table->fields[column->field].title));
  metric = asc_profile_get_metric (self->ask->profile, column->metric);
  title = metric->translatable ? g_dpgettext2 (GETTEXT_PACKAGE, "metric", metric->title) : metric->title;
  if (self->table->plain)
    return g_strdup (title);
  if (column->flavor == ASC_FLAVOR_EXCLUSIVE)
    /* TRANSLATORS: short for Exclusive, above a column; %s is a metric's name */
    return g_strdup_printf (C_ ("flavor", "Excl. %s"), title);
  if (column->flavor == ASC_FLAVOR_INCLUSIVE)
    /* TRANSLATORS: short for Inclusive, above a column; %s is a metric's name */
    return g_strdup_printf (C_ ("flavor", "Incl. %s"), title);
  /* TRANSLATORS: short for Attributed, above a column; %s is a metric's name */
  return g_strdup_printf (C_ ("flavor", "Attr. %s"), title);
}

/* Breaks @title between words into lines of at most @width; a longer word makes a longer line. */
static char **
break_lines (const char *title, guint width)
{
  g_auto (GStrv) words = g_strsplit (title, " ", -1);
  g_autoptr (GStrvBuilder) lines = g_strv_builder_new ();
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    {
      if (line->len > 0 && asc_text_width (line->str) + 1 + asc_text_width (words[i]) > width)
        {
          g_strv_builder_add (lines, line->str);
          g_string_truncate (line, 0);
        }
      if (line->len > 0)
        g_string_append_c (line, ' ');
      g_string_append (line, words[i]);
    }
  g_strv_builder_add (lines, line->str);
  return g_strv_builder_end (lines);
}

static GArray *
make_groups (AscReportWriter *self)
{
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (Group));

  g_array_set_clear_func (groups, group_clear);
  for (guint i = 0; i < self->columns->len;)
    {
      Group group = { .first = i };
      g_autofree char *title = asc_report_text_dup_title (self, get_column (self, i));

      for (; i < self->columns->len && get_column (self, i)->group == get_column (self, group.first)->group; i++)
        {
          set_width (self, &g_array_index (self->columns, AscReportColumn, i));
          group.width += get_column (self, i)->width + (group.n > 0 ? 1 : 0);
          group.n++;
        }
      group.lines = break_lines (title, get_column (self, group.first)->field >= 0 ? G_MAXUINT : MAX (group.width, TITLE_WIDTH));
      for (guint k = 0; group.lines[k] != NULL; k++)
        group.width = MAX (group.width, asc_text_width (group.lines[k]));
      g_array_append_val (groups, group);
    }
  return groups;
}

static void
pad_to (GString *line, guint width)
{
  for (guint at = asc_text_width (line->str); at < width; at++)
    g_string_append_c (line, ' ');
}

static void
put_line (AscReportWriter *self, GString *line)
{
  while (line->len > 0 && line->str[line->len - 1] == ' ')
    g_string_truncate (line, line->len - 1);
  g_string_append_c (line, '\n');
  asc_out_write (self->ask->out, line->str, (gssize) line->len);
}

/* Line @k of the titles of all groups. */
static void
put_titles (AscReportWriter *self, const GArray *groups, guint k)
{
  g_autoptr (GString) line = g_string_new (NULL);
  guint at = 0;

  for (guint i = 0; i < groups->len; i++)
    {
      const Group *group = &g_array_index (groups, Group, i);

      if (k < g_strv_length (group->lines))
        g_string_append (line, group->lines[k]);
      at += group->width + GROUP_GAP;
      pad_to (line, at);
    }
  put_line (self, line);
}

static void
put_units (AscReportWriter *self, const GArray *groups)
{
  g_autoptr (GString) line = g_string_new (NULL);
  guint at = 0;

  for (guint i = 0; i < groups->len; i++)
    {
      const Group *group = &g_array_index (groups, Group, i);
      guint place = at;

      for (guint k = group->first; k < group->first + group->n && get_column (self, k)->field < 0; k++)
        {
          const char *unit = asc_report_text_get_unit (self, get_column (self, k));

          pad_to (line, place + get_column (self, k)->width - asc_text_width (unit));
          g_string_append (line, unit);
          place += get_column (self, k)->width + 1;
        }
      at += group->width + GROUP_GAP;
      pad_to (line, at);
    }
  put_line (self, line);
}

void
asc_report_text_head (AscReportWriter *self)
{
  g_autoptr (GArray) groups = make_groups (self);
  guint n_lines = 0;
  gboolean units = FALSE;

  if (self->table->heading != NULL)
    {
      g_autofree char *title = asc_report_dup_sort_title (self->ask, self->table);

      asc_out_printf (self->ask->out, _ (self->table->heading), title);
      asc_out_puts (self->ask->out, "\n\n");
    }
  for (guint i = 0; i < groups->len; i++)
    {
      Group *group = &g_array_index (groups, Group, i);
      AscReportColumn *last = &g_array_index (self->columns, AscReportColumn, group->first + group->n - 1);
      guint own = group->n - 1;

      n_lines = MAX (n_lines, g_strv_length (group->lines));
      for (guint k = group->first; k < group->first + group->n; k++)
        {
          units = units || (get_column (self, k)->field < 0 && *asc_report_text_get_unit (self, get_column (self, k)) != '\0');
          own += get_column (self, k)->width;
        }
      last->after = group->width - own + GROUP_GAP;
    }
  for (guint k = 0; k < n_lines; k++)
    put_titles (self, groups, k);
  if (units)
    put_units (self, groups);
}

char *
asc_report_text_dup_cell (AscReportWriter *self, guint32 row, const AscReportColumn *column)
{
  char buffer[ASC_REPORT_NUMBER_SIZE];
  gint64 value;

  if (column->field >= 0)
    return g_strdup (format_field (self, row, (guint) column->field));
  value = self->table->get_value (self->data, row, column->flavor, column->metric);
  if (column->part == ASC_VISIBLE_PERCENT)
    asc_report_format_percent (buffer, value, asc_report_get_base (self, row, column));
  else
    format_value (self, column, value, buffer);
  return g_strdup (buffer);
}

void
asc_report_text_row (AscReportWriter *self, guint32 row)
{
  AscOut *out = self->ask->out;
  gboolean has_values = self->table->has_values == NULL || self->table->has_values (self->data, row);
  guint blanks = 0; /* owed before what comes next */

  for (guint i = 0; i < self->columns->len; i++)
    {
      const AscReportColumn *column = get_column (self, i);
      char buffer[ASC_REPORT_NUMBER_SIZE];
      const char *text = buffer;
      gboolean left = FALSE;
      guint width;

      if (column->field >= 0)
        {
          text = format_field (self, row, (guint) column->field);
          left = self->table->fields[column->field].kind == ASC_REPORT_STRING;
          width = asc_text_width (text);
        }
      else if (!has_values)
        {
          text = "";
          width = 0;
        }
      else
        {
          gint64 value = self->table->get_value (self->data, row, column->flavor, column->metric);

          width = column->part == ASC_VISIBLE_PERCENT ? asc_report_format_percent (buffer, value, asc_report_get_base (self, row, column))
                                                      : format_value (self, column, value, buffer);
        }
      if (!left && width < column->width)
        blanks += column->width - width;
      if (*text != '\0')
        {
          asc_out_pad (out, ' ', blanks);
          asc_out_puts (out, text);
          blanks = 0;
        }
      blanks += (left && width < column->width ? column->width - width : 0) + MAX (column->after, 1);
    }
  asc_out_putc (out, '\n');
}

void
asc_report_put_notes (const AscRequest *ask, const AscReport *table, gpointer data)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);

  table->add_notes (data, notes);
  for (guint i = 0; i < notes->len; i++)
    {
      asc_out_puts (ask->out, g_ptr_array_index (notes, i));
      asc_out_putc (ask->out, '\n');
    }
  asc_out_putc (ask->out, '\n');
}
