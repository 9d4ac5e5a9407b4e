/* asc-table-source.c: see asc-table-source.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-table-source.h"

#include <glib/gi18n.h>
#include <string.h>

#include "asc-palette.h"
#include "asc-radix.h"
#include "asc-ui-text.h"

/* Percent in copies. */
#define PERCENT_DECIMALS 2

struct _AscTableSource
{
  GObject parent_instance;

  guint n_rows;
  guint32 total_row;
  AscTableFuncs funcs;
  gpointer data;
  GDestroyNotify destroy;
  GArray *columns; /* of AscTableColumn */
  int name_column;
  int sorted_column; /* -1: none */
  gboolean sorted_up;

  GMutex order_lock;
  guint32 *base_order; /* n_rows; guarded until made */
};

G_DEFINE_FINAL_TYPE (AscTableSource, asc_table_source, G_TYPE_OBJECT)

static AscTableColumn *
nth_column (AscTableSource *self, guint column)
{
  g_assert (column < self->columns->len);

  return &g_array_index (self->columns, AscTableColumn, column);
}

static gboolean
is_text (AscCellKind kind)
{
  return kind == ASC_CELL_NAME || kind == ASC_CELL_TEXT;
}

static void
column_clear (gpointer data)
{
  AscTableColumn *column = data;

  g_free (column->id);
  g_free (column->title);
  g_free (column->detail);
  g_free (column->tooltip);
  g_clear_pointer (&column->states, g_array_unref);
}

static void
asc_table_source_finalize (GObject *object)
{
  AscTableSource *self = ASC_TABLE_SOURCE (object);

  if (self->destroy != NULL)
    self->destroy (self->data);
  g_array_unref (self->columns);
  g_free (self->base_order);
  g_mutex_clear (&self->order_lock);
  G_OBJECT_CLASS (asc_table_source_parent_class)->finalize (object);
}

static void
asc_table_source_class_init (AscTableSourceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = asc_table_source_finalize;
}

static void
asc_table_source_init (AscTableSource *self)
{
  self->columns = g_array_new (FALSE, TRUE, sizeof (AscTableColumn));
  g_array_set_clear_func (self->columns, column_clear);
  g_mutex_init (&self->order_lock);
  self->name_column = -1;
  self->sorted_column = -1;
}

AscTableSource *
asc_table_source_new (guint n_rows, guint32 total_row, const AscTableFuncs *funcs, gpointer data, GDestroyNotify destroy)
{
  AscTableSource *self = g_object_new (ASC_TYPE_TABLE_SOURCE, NULL);

  self->n_rows = n_rows;
  self->total_row = total_row;
  self->funcs = *funcs;
  self->data = data;
  self->destroy = destroy;
  return self;
}

AscTableColumn *
asc_table_source_add (AscTableSource *self, AscCellKind kind, guint key, const char *id, const char *title, int width)
{
  AscTableColumn column = {
    .kind = kind,
    .key = key,
    .id = g_strdup (id),
    .title = g_strdup (title),
    .width = width,
  };

  if (kind == ASC_CELL_NAME)
    self->name_column = (int) self->columns->len;
  g_array_append_val (self->columns, column);
  return nth_column (self, self->columns->len - 1);
}

static const char *
flavor_meaning (AscFlavor flavor)
{
  switch (flavor)
    {
    case ASC_FLAVOR_EXCLUSIVE:
      return _ ("Exclusive: spent in the function itself.");
    case ASC_FLAVOR_INCLUSIVE:
      return _ ("Inclusive: spent in the function and in all that it calls, each event once.");
    case ASC_FLAVOR_ATTRIBUTED:
      return _ ("Attributed: the part that belongs to this call.");
    case ASC_FLAVOR_STATIC:
    default:
      return NULL;
    }
}

static char *
make_detail (AscFlavor flavor, AscScale scale)
{
  const char *title = asc_ui_flavor_get_title (flavor);

  if (*title == '\0')
    return *scale.symbol != '\0' ? g_strdup (scale.symbol) : NULL;
  if (*scale.symbol == '\0')
    return g_strdup (title);
  /* TRANSLATORS: second line of a column's header: the flavor of a metric and its unit, "Exclusive, s" */
  return g_strdup_printf (C_ ("column header", "%1$s, %2$s"), title, scale.symbol);
}

static char *
make_tooltip (const AscMetric *metric, AscFlavor flavor, const char *base)
{
  GString *text = g_string_new (asc_ui_metric_get_title (metric));
  const char *definition = asc_ui_metric_get_tooltip (metric);
  const char *meaning = flavor_meaning (flavor);

  if (definition != NULL)
    g_string_append_printf (text, "\n%s", definition);
  if (meaning != NULL)
    g_string_append_printf (text, "\n%s", meaning);
  if (base != NULL)
    g_string_append_printf (text, "\n%s", base);
  return g_string_free (text, FALSE);
}

char *
asc_table_dup_metric_id (const AscMetric *metric, AscFlavor flavor)
{
  static const char letters[] = { [ASC_FLAVOR_EXCLUSIVE] = 'e', [ASC_FLAVOR_INCLUSIVE] = 'i', [ASC_FLAVOR_ATTRIBUTED] = 'a', [ASC_FLAVOR_STATIC] = 's' };

  return g_strdup_printf ("%c.%s", letters[flavor], metric->id);
}

AscTableColumn *
asc_table_source_add_metric (AscTableSource *self, const AscMetric *metric, AscFlavor flavor, guint visibility, guint key, gint64 total, const char *base)
{
  g_autofree char *id = asc_table_dup_metric_id (metric, flavor);
  AscTableColumn *column = asc_table_source_add (self, ASC_CELL_METRIC, key, id, asc_ui_metric_get_title (metric), 0);

  column->shows_value = (visibility & (ASC_VISIBLE_TIME | ASC_VISIBLE_VALUE)) != 0;
  column->shows_percent = (visibility & ASC_VISIBLE_PERCENT) != 0;
  if (!column->shows_value && !column->shows_percent)
    column->shows_value = TRUE;
  column->hidden = (visibility & ASC_HIDDEN) != 0;
  column->metric = metric;
  column->scale = asc_ui_metric_get_scale (metric);
  column->total = total;
  column->detail = make_detail (flavor, column->scale);
  column->tooltip = make_tooltip (metric, flavor, base);
  return column;
}

AscTableColumn *
asc_table_source_add_states (AscTableSource *self, AscProfile *profile, guint (*get_key) (guint metric), const char *title, int width)
{
  const char *const *ids = asc_palette_list_states ();
  g_autoptr (GArray) states = g_array_new (FALSE, FALSE, sizeof (AscTableState));
  AscTableColumn *column;

  for (guint i = 0; ids[i] != NULL; i++)
    {
      int number = asc_profile_find_metric (profile, ids[i]);
      const AscMetric *metric = number >= 0 ? asc_profile_get_metric (profile, (guint) number) : NULL;
      AscTableState state = { ids[i], metric, metric != NULL ? get_key ((guint) number) : 0 };

      /* Hidden ones are part of another. */
      if (metric != NULL && metric->total > 0 && !metric->hidden)
        g_array_append_val (states, state);
    }
  if (states->len == 0)
    return NULL;
  column = asc_table_source_add (self, ASC_CELL_STATES, 0, "states", title, width);
  column->states = g_steal_pointer (&states);
  return column;
}

void
asc_table_source_set_sorted (AscTableSource *self, guint column)
{
  self->sorted_column = (int) column;
}

void
asc_table_source_set_sorted_up (AscTableSource *self, guint column)
{
  self->sorted_column = (int) column;
  self->sorted_up = TRUE;
}

void
asc_table_source_hide_column (AscTableSource *self, guint column)
{
  nth_column (self, column)->hidden = TRUE;
}

/* The length of a bar. */
static gint64
sum_states (AscTableSource *self, guint32 row, const AscTableColumn *column)
{
  gint64 sum = 0;

  for (guint i = 0; i < column->states->len; i++)
    sum += asc_table_source_get_state_value (self, row, &g_array_index (column->states, AscTableState, i));
  return sum;
}

void
asc_table_source_seal (AscTableSource *self, gboolean largest_is_total)
{
  for (guint i = 0; i < self->columns->len; i++)
    {
      AscTableColumn *column = nth_column (self, i);

      gboolean states = column->kind == ASC_CELL_STATES;

      if (column->kind != ASC_CELL_METRIC && !states)
        continue;
      if (states && self->total_row != ASC_NONE)
        column->total = sum_states (self, self->total_row, column);
      column->largest = largest_is_total ? column->total : 0;
      for (guint row = 0; row < self->n_rows && !largest_is_total; row++)
        if (row != self->total_row)
          column->largest = MAX (column->largest, states ? sum_states (self, row, column) : self->funcs.get_number (self->data, row, column->key));
    }
}

guint
asc_table_source_get_n_rows (AscTableSource *self)
{
  return self->n_rows;
}

guint32
asc_table_source_get_total_row (AscTableSource *self)
{
  return self->total_row;
}

guint
asc_table_source_get_n_columns (AscTableSource *self)
{
  return self->columns->len;
}

const AscTableColumn *
asc_table_source_get_column (AscTableSource *self, guint column)
{
  return nth_column (self, column);
}

int
asc_table_source_find_column (AscTableSource *self, const char *id)
{
  for (guint i = 0; id != NULL && i < self->columns->len; i++)
    if (strcmp (nth_column (self, i)->id, id) == 0)
      return (int) i;
  return -1;
}

int
asc_table_source_find_kind (AscTableSource *self, AscCellKind kind)
{
  for (guint i = 0; i < self->columns->len; i++)
    if (nth_column (self, i)->kind == kind)
      return (int) i;
  return -1;
}

gint64
asc_table_source_get_number (AscTableSource *self, guint32 row, guint column)
{
  return self->funcs.get_number (self->data, row, nth_column (self, column)->key);
}

const char *
asc_table_source_get_text (AscTableSource *self, guint32 row, guint column)
{
  g_assert (is_text (nth_column (self, column)->kind));

  return self->funcs.get_text (self->data, row, nth_column (self, column)->key);
}

const AscTableState *
asc_table_source_get_states (AscTableSource *self, guint column, guint *n_states)
{
  GArray *states = nth_column (self, column)->states;

  *n_states = states->len;
  return (const AscTableState *) (gpointer) states->data;
}

gint64
asc_table_source_get_state_value (AscTableSource *self, guint32 row, const AscTableState *state)
{
  return self->funcs.get_number (self->data, row, state->key);
}

const char *
asc_table_source_get_name (AscTableSource *self, guint32 row)
{
  const char *name = self->name_column >= 0 ? asc_table_source_get_text (self, row, (guint) self->name_column) : NULL;

  return name != NULL ? name : "";
}

guint32
asc_table_source_get_function (AscTableSource *self, guint32 row)
{
  return self->funcs.get_function != NULL ? self->funcs.get_function (self->data, row) : ASC_NONE;
}

/* What is told of a number beside "0" and "—": shown dim. */
static gboolean
says_nothing (const char *text)
{
  return text[0] == '<' || text[0] == '>';
}

/* "User CPU Time 0.299 s; System CPU Time 0.002 s": every state that took any time. */
static char *
describe_states (AscTableSource *self, guint32 row, const AscTableColumn *column, const char *separator)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < column->states->len; i++)
    {
      const AscTableState *state = &g_array_index (column->states, AscTableState, i);
      gint64 number = asc_table_source_get_state_value (self, row, state);
      g_autofree char *value = asc_ui_format_value (state->metric, number);

      if (number == 0)
        continue;
      g_string_append_printf (text, "%s%s %s", text->len > 0 ? separator : "", asc_ui_metric_get_title (state->metric), value);
    }
  return g_string_free (text, FALSE);
}

gboolean
asc_table_source_is_heading (AscTableSource *self, guint32 row)
{
  return self->funcs.is_heading != NULL && self->funcs.is_heading (self->data, row);
}

gboolean
asc_table_source_is_hot (AscTableSource *self, guint32 row)
{
  return self->funcs.is_hot != NULL && self->funcs.is_hot (self->data, row);
}

gboolean
asc_table_source_is_code (AscTableSource *self)
{
  return self->funcs.get_instruction != NULL;
}

guint32
asc_table_source_get_instruction (AscTableSource *self, guint32 row)
{
  return self->funcs.get_instruction != NULL ? self->funcs.get_instruction (self->data, row) : ASC_NONE;
}

char *
asc_table_source_dup_cell (AscTableSource *self, guint32 row, guint column, gboolean *dim)
{
  const AscTableColumn *c = nth_column (self, column);
  char *text;
  gint64 number;

  *dim = FALSE;
  if (c->kind == ASC_CELL_JUMPS || (c->kind != ASC_CELL_NAME && asc_table_source_is_heading (self, row)))
    return g_strdup ("");
  if (is_text (c->kind))
    {
      const char *lent = asc_table_source_get_text (self, row, column);

      *dim = lent == NULL;
      return g_strdup (lent != NULL ? lent : "—");
    }
  if (c->kind == ASC_CELL_STATES)
    return describe_states (self, row, c, "; ");
  number = asc_table_source_get_number (self, row, column);
  if (number == ASC_NO_NUMBER)
    {
      *dim = TRUE;
      return g_strdup (row == self->total_row && c->kind != ASC_CELL_METRIC ? "" : "—");
    }
  if (c->kind == ASC_CELL_NUMBER)
    return g_strdup_printf ("%" G_GINT64_FORMAT, number);
  if (c->kind == ASC_CELL_ADDRESS)
    return g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", (guint64) number);
  text = asc_format_value (number, c->scale, TRUE);
  *dim = number == 0 || says_nothing (text);
  return text;
}

/* What 100 % of a row is. */
static gint64
get_whole (AscTableSource *self, guint32 row, const AscTableColumn *column)
{
  return column->has_whole ? self->funcs.get_number (self->data, row, column->whole_key) : column->total;
}

char *
asc_table_source_dup_percent (AscTableSource *self, guint32 row, guint column, gboolean *dim)
{
  const AscTableColumn *c = nth_column (self, column);
  gint64 number = asc_table_source_get_number (self, row, column);
  char *text;

  *dim = TRUE;
  if (number == ASC_NO_NUMBER || asc_table_source_is_heading (self, row))
    return NULL;
  if (number == 0)
    return g_strdup (c->shows_value ? "" : "0");
  text = asc_ui_format_percent (number, get_whole (self, row, c));
  *dim = says_nothing (text);
  return text;
}

char *
asc_table_source_dup_tooltip (AscTableSource *self, guint32 row, guint column)
{
  const AscTableColumn *c = nth_column (self, column);
  gint64 number;

  if (is_text (c->kind))
    {
      const char *text = self->funcs.get_tooltip != NULL ? self->funcs.get_tooltip (self->data, row, c->key) : NULL;

      return g_strdup (text != NULL ? text : asc_table_source_get_text (self, row, column));
    }
  if (c->kind == ASC_CELL_STATES)
    return describe_states (self, row, c, "\n");
  if (c->kind != ASC_CELL_METRIC || asc_table_source_is_heading (self, row))
    return NULL;
  number = asc_table_source_get_number (self, row, column);
  return number != ASC_NO_NUMBER ? asc_ui_format_value_long (c->metric, number) : g_strdup (C_ ("value", "unknown"));
}

char *
asc_table_source_dup_heading (AscTableSource *self, guint column)
{
  const AscTableColumn *c = nth_column (self, column);

  if (c->detail == NULL)
    return g_strdup (c->title);
  /* TRANSLATORS: a column's title and its second line in one: "Total CPU Time, Exclusive, s" */
  return g_strdup_printf (C_ ("column heading", "%1$s, %2$s"), c->title, c->detail);
}

static void
append_field (GString *string, const char *text)
{
  gsize start = string->len;

  g_string_append (string, text);
  for (gsize i = start; i < string->len; i++)
    if (string->str[i] == '\t' || string->str[i] == '\n' || string->str[i] == '\r')
      string->str[i] = ' ';
}

void
asc_table_source_append_tsv (AscTableSource *self, GString *string, guint32 row, guint column)
{
  const AscTableColumn *c = nth_column (self, column);
  gint64 number;

  if (c->kind != ASC_CELL_METRIC)
    {
      gboolean dim;
      g_autofree char *text = asc_table_source_dup_cell (self, row, column, &dim);

      append_field (string, dim ? "" : text);
      return;
    }
  number = asc_table_source_get_number (self, row, column);
  if (c->shows_value && number != ASC_NO_NUMBER)
    {
      char digits[G_ASCII_DTOSTR_BUF_SIZE];

      if (c->scale.divisor == 1)
        g_string_append_printf (string, "%" G_GINT64_FORMAT, number);
      else
        g_string_append (string, g_ascii_formatd (digits, sizeof digits, "%.9g", (double) number / c->scale.divisor));
    }
  if (c->shows_value && c->shows_percent)
    g_string_append_c (string, '\t');
  if (c->shows_percent && number != ASC_NO_NUMBER)
    {
      g_autofree char *digits = asc_format_percent (number, get_whole (self, row, c), PERCENT_DECIMALS, FALSE);

      g_string_append (string, digits);
    }
}

void
asc_table_source_append_tsv_heading (AscTableSource *self, GString *string, guint column)
{
  const AscTableColumn *c = nth_column (self, column);
  g_autofree char *heading = asc_table_source_dup_heading (self, column);

  if (c->kind != ASC_CELL_METRIC || c->shows_value)
    append_field (string, heading);
  if (c->kind == ASC_CELL_METRIC && c->shows_value && c->shows_percent)
    g_string_append_c (string, '\t');
  if (c->kind == ASC_CELL_METRIC && c->shows_percent)
    {
      append_field (string, heading);
      g_string_append (string, ", %");
    }
}

typedef struct
{
  AscTableSource *self;
  gboolean by_text;
  gboolean descending;
} Order;

static int
compare_text (const char *a, const char *b)
{
  if (a == b)
    return 0;
  if (a == NULL || b == NULL)
    return a == NULL ? 1 : -1;
  return strcmp (a, b);
}

static int
compare_column (AscTableSource *self, guint column, guint32 a, guint32 b)
{
  gint64 x, y;

  if (is_text (nth_column (self, column)->kind))
    return compare_text (asc_table_source_get_text (self, a, column), asc_table_source_get_text (self, b, column));
  if (nth_column (self, column)->kind == ASC_CELL_STATES)
    return 0;
  x = asc_table_source_get_number (self, a, column);
  y = asc_table_source_get_number (self, b, column);
  return x < y ? -1 : x > y;
}

/* By the columns that are no metric, from left to right (the name is the first), then by number. */
static int
compare_base (AscTableSource *self, guint32 a, guint32 b)
{
  for (guint i = 0; i < self->columns->len; i++)
    if (nth_column (self, i)->kind != ASC_CELL_METRIC)
      {
        int result = compare_column (self, i, a, b);

        if (result != 0)
          return result;
      }
  return a < b ? -1 : a > b;
}

typedef struct
{
  const char *name; /* lent */
  guint32 row;
} NamedRow;

static int
compare_named_cb (gconstpointer a, gconstpointer b, gpointer data)
{
  const NamedRow *x = a;
  const NamedRow *y = b;
  int result = compare_text (x->name, y->name);

  return result != 0 ? result : compare_base (data, x->row, y->row);
}

static guint32 *
make_base_order (AscTableSource *self)
{
  guint32 *order = g_new (guint32, self->n_rows);
  g_autofree NamedRow *named = g_new (NamedRow, self->n_rows);

  for (guint i = 0; i < self->n_rows; i++)
    named[i] = (NamedRow){ asc_table_source_get_name (self, i), i };
  g_qsort_with_data (named, (int) self->n_rows, sizeof (NamedRow), compare_named_cb, self);
  for (guint i = 0; i < self->n_rows; i++)
    order[i] = named[i].row;
  return order;
}

const guint32 *
asc_table_source_get_base_order (AscTableSource *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->order_lock);

  if (self->base_order == NULL)
    self->base_order = make_base_order (self);
  return self->base_order;
}

static void
prepare_cb (GTask *task, gpointer source_object, gpointer task_data, GCancellable *cancellable)
{
  asc_table_source_get_base_order (source_object);
  g_task_return_boolean (task, TRUE);
}

void
asc_table_source_prepare (AscTableSource *self)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, NULL, NULL);

  g_task_set_source_tag (task, asc_table_source_prepare);
  g_task_run_in_thread (task, prepare_cb);
}

static int
compare_pointers (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Numbers that order texts as the texts would: few distinct texts are ranked, and each is looked at once. */
static void
rank_texts (AscTableSource *self, guint column, gint64 *keys)
{
  g_autoptr (GHashTable) ranks = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree gpointer *texts = NULL;
  guint n_texts;

  for (guint row = 0; row < self->n_rows; row++)
    {
      const char *text = asc_table_source_get_text (self, row, column);

      if (text != NULL)
        g_hash_table_add (ranks, (gpointer) text);
    }
  texts = g_hash_table_get_keys_as_array (ranks, &n_texts);
  qsort (texts, n_texts, sizeof (gpointer), compare_pointers);
  for (guint i = 0; i < n_texts; i++)
    g_hash_table_insert (ranks, texts[i], GUINT_TO_POINTER (i));
  for (guint row = 0; row < self->n_rows; row++)
    {
      const char *text = asc_table_source_get_text (self, row, column);

      keys[row] = text != NULL ? (gint64) GPOINTER_TO_UINT (g_hash_table_lookup (ranks, text)) : G_MAXINT64;
    }
}

/* The base order itself, or backwards. */
static void
copy_base_order (AscTableSource *self, guint32 *rows, gboolean descending)
{
  const guint32 *base = asc_table_source_get_base_order (self);

  for (guint i = 0; i < self->n_rows; i++)
    rows[i] = base[descending ? self->n_rows - 1 - i : i];
}

static void
move_to_front (guint32 *rows, guint n_rows, guint32 row)
{
  for (guint i = 0; i < n_rows; i++)
    if (rows[i] == row)
      {
        memmove (rows + 1, rows, i * sizeof *rows);
        rows[0] = row;
        return;
      }
}

guint32 *
asc_table_source_sort (AscTableSource *self, guint column, gboolean descending)
{
  guint32 *rows = g_new (guint32, self->n_rows);

  if ((int) column == self->sorted_column && (descending || self->sorted_up))
    for (guint i = 0; i < self->n_rows; i++)
      rows[i] = descending == self->sorted_up ? self->n_rows - 1 - i : i;
  else if ((int) column == self->name_column)
    copy_base_order (self, rows, descending);
  else
    {
      g_autofree gint64 *keys = g_new (gint64, self->n_rows);
      gboolean states = nth_column (self, column)->kind == ASC_CELL_STATES;

      copy_base_order (self, rows, FALSE);
      if (is_text (nth_column (self, column)->kind))
        rank_texts (self, column, keys);
      else
        for (guint row = 0; row < self->n_rows; row++)
          keys[row] = states ? sum_states (self, row, nth_column (self, column)) : asc_table_source_get_number (self, row, column);
      asc_radix_sort (rows, self->n_rows, keys, descending);
    }
  if (self->total_row != ASC_NONE)
    move_to_front (rows, self->n_rows, self->total_row);
  return rows;
}

/* A row with what it is compared by, looked up once. */
typedef struct
{
  gint64 number;
  const char *text; /* of the column, or the name */
  guint32 row;
} Keyed;

static int
compare_keyed_cb (gconstpointer a, gconstpointer b, gpointer data)
{
  const Order *order = data;
  const Keyed *x = a;
  const Keyed *y = b;
  int result = x->number < y->number ? -1 : x->number > y->number;

  if (result == 0 && order->by_text)
    result = compare_text (x->text, y->text);
  if (result != 0)
    return order->descending ? -result : result;
  if (!order->by_text)
    result = compare_text (x->text, y->text);
  return result != 0 ? result : compare_base (order->self, x->row, y->row);
}

void
asc_table_source_sort_rows (AscTableSource *self, GArray *rows, guint column, gboolean descending)
{
  AscCellKind kind = nth_column (self, column)->kind;
  Order order = { self, is_text (kind), descending };
  g_autofree Keyed *keyed = g_new (Keyed, rows->len);

  for (guint i = 0; i < rows->len; i++)
    {
      guint32 row = g_array_index (rows, guint32, i);

      keyed[i].row = row;
      keyed[i].text = order.by_text ? asc_table_source_get_text (self, row, column) : asc_table_source_get_name (self, row);
      keyed[i].number = order.by_text || kind == ASC_CELL_STATES ? 0 : asc_table_source_get_number (self, row, column);
    }
  g_qsort_with_data (keyed, (int) rows->len, sizeof (Keyed), compare_keyed_cb, &order);
  for (guint i = 0; i < rows->len; i++)
    g_array_index (rows, guint32, i) = keyed[i].row;
}
