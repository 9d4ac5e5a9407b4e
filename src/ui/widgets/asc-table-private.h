/* asc-table-private.h: what the parts of the table share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-cell.h"
#include "asc-row-selection.h"
#include "asc-states-legend.h"
#include "asc-table.h"

G_BEGIN_DECLS

struct _AscTable
{
  AdwBin parent_instance;

  GtkWidget *scroller;
  GtkWidget *legend; /* AscStatesLegend */
  GtkColumnView *view;
  AscRowSelection *selection;
  AscRowModel *rows;       /* of a flat table */
  AscCellContext *context;
  GPtrArray *columns;      /* of GtkColumnViewColumn: one for each of the source's */
  GHashTable *cells;       /* bound ones, lent */
  GHashTable *shown;       /* id -> whether somebody wants the column */
  GSimpleActionGroup *column_actions;
  gulong rows_changed_id;  /* on the model that is shown */

  char *sort_id;
  gboolean sort_descending;
  int last_primary;        /* the column that GTK sorted by last, or -1 */
  int probed;              /* see asc-table-columns.c */
  gboolean sorting;        /* we move the arrow ourselves */
  guint32 selected_row;    /* the one that leads */

  GMenuModel *menu;
  GtkWidget *popover;
  GString *typed;          /* type-ahead */
  gint64 typed_time_us;
  guint scroll_tick;
  guint scroll_position;
  guint surroundings;      /* rows above and below that come on screen with it */
  guint scroll_frames;
  guint stale_tick;        /* while cells out of sight wait to be read anew */
  guint restore_tick;
  guint restore_frames;
  AscTablePlace place;     /* to scroll back to */
  gboolean wants_focus;
  PangoFontDescription *font; /* that was measured with */
  guint measure_idle;
};

/* asc-table-columns.c */
/** Makes or updates the columns for the context's source. */
void asc_table_update_columns (AscTable *self, AscTableSource *source);
/** The text got another size. */
void asc_table_measure_anew (AscTable *self);
gboolean asc_table_has_same_columns (AscTable *self, AscTableSource *source);
void asc_table_remove_columns (AscTable *self);
/** Puts the arrow where the order is; the source's columns are there. */
void asc_table_show_sort (AscTable *self);
void asc_table_watch_sorter (AscTable *self);
/** The source's column of @column, and the shown ones from the left. (transfer full) (element-type guint) */
GArray *asc_table_list_shown_columns (AscTable *self);

/* asc-table.c */
void asc_table_sort (AscTable *self, guint column, gboolean descending);
void asc_table_refresh (AscTable *self);
void asc_table_choose_position (AscTable *self, guint position);
/** Where the row that leads stands, or ASC_NO_POSITION. */
guint asc_table_get_selected_position (AscTable *self);

/* asc-table-hover.c: in tables of code the jumps of the chosen row and of that under the pointer stand out. */
void asc_table_watch_pointer (AscTable *self);
/** Another row was chosen. */
void asc_table_update_chosen (AscTable *self);

/* asc-table-keys.c */
void asc_table_add_controllers (AscTable *self);
void asc_table_class_install_actions (GtkWidgetClass *widget_class);

G_END_DECLS
