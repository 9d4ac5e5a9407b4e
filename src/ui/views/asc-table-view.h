/* asc-table-view.h: what the views that are tables have in common
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-table.h"
#include "asc-view.h"

G_BEGIN_DECLS

/**
 * AscTableView:
 *
 * A view that is one table. Its template has an AscTable, which it hands to asc_table_view_set_table(); it says what is in it by one of the two functions
 * below. Choosing a row that stands for a function chooses it for the whole window, and the other way round.
 */
#define ASC_TYPE_TABLE_VIEW (asc_table_view_get_type ())
G_DECLARE_DERIVABLE_TYPE (AscTableView, asc_table_view, ASC, TABLE_VIEW, AscView)

struct _AscTableViewClass
{
  AscViewClass parent_class;

  AscFlavor sort_flavor; /* whose column of the primary metric sorts, downwards, ... */
  const char *sort_id;   /* ... unless this column does, upwards */
  /** One of the two: what is shown of the session's profile. Returns: (transfer full) */
  AscTableSource *(*make_source) (AscTableView *self, AscProfile *profile);
  AscRowTree *(*make_tree) (AscTableView *self, AscProfile *profile);
  /** A new tree is shown. */
  void (*tree_changed) (AscTableView *self, AscRowTree *tree);
  /** Whether the rows of the session's profile are still computed: those before stay on show, and do nothing. NULL: never. */
  gboolean (*is_waiting) (AscTableView *self);
  /** Ids of the columns by which a row without a function, or with several rows a function, is found again; NULL-terminated, or NULL. */
  const char *const *identity;
  /** Double click or Enter on a row (flat tables). NULL: Callers-Callees with its function in the center. */
  void (*row_activated) (AscTableView *self, guint32 row);
  /** The filter for @row alone, or NULL; set by asc_table_view_class_set_filter(). (transfer full) */
  char *(*dup_filter) (AscTableView *self, guint32 row);
};

/** For rows that are no functions: what "Filter to This" does. */
void asc_table_view_class_set_filter (AscTableViewClass *klass, char *(*dup_filter) (AscTableView *self, guint32 row));
/** Gives @table the context menu for it. */
void asc_table_view_add_filter_menu (AscTable *table);

void asc_table_view_set_table (AscTableView *self, AscTable *table);

/* The key of a column: the metric and its flavor, or with ASC_FLAVOR_STATIC the AscStatic (in tables of functions) or the metric (where it has no flavor). */
#define ASC_COLUMN_KEY(number, flavor) ((guint) (number) * 4u + (guint) (flavor))
#define ASC_KEY_NUMBER(key) ((key) / 4u)
#define ASC_KEY_FLAVOR(key) ((AscFlavor) ((key) % 4u))

/**
 * Adds the session's metric columns to @source. @exclusive and @inclusive: what stands in the table for the two flavors (ASC_FLAVOR_STATIC: the value has no flavor); a
 * metric that would then have two equal columns has one.
 */
void asc_table_view_add_metrics (AscTableSource *source, AscSession *session, AscFlavor exclusive, AscFlavor inclusive);
typedef enum
{
  ASC_FUNCTION_COLUMNS_ALL,  /* name, load object where any is known; to be chosen: address and size */
  ASC_FUNCTION_COLUMNS_ARCS, /* name, load object where any is known */
  ASC_FUNCTION_COLUMNS_TREE, /* name; to be chosen: load object */
} AscFunctionColumns;

/** Adds the columns that say which function a row is. */
void asc_table_view_add_function_columns (AscTableSource *source, AscProfile *profile, AscFunctionColumns which);
/** Their text and number. */
const char *asc_table_view_get_function_text (const AscFunctionRow *function, guint key);
gint64 asc_table_view_get_function_number (const AscFunctionRow *function, guint key);

/** Makes the function of @row, and those of all chosen rows of @table, the chosen ones of @session. Returns: FALSE when @row stands for none. */
gboolean asc_table_view_select (AscSession *session, AscTable *table, guint32 row);

/** For can_show() of views that need callers: whether any stack has two frames. */
gboolean asc_table_view_has_stacks (AscSession *session, const char **reason);

/** The context menu of rows that are functions, and its actions for a class of views. Returns: (transfer full) */
GMenuModel *asc_function_menu_new (void);
void asc_function_menu_install_actions (GtkWidgetClass *widget_class);

G_END_DECLS
