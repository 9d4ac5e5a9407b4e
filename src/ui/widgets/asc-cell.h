/* asc-cell.h: one cell of a table
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "asc-row-model.h"
#include "asc-table-source.h"
#include "asc-row-tree.h"

G_BEGIN_DECLS

/** What cells of a column ask for, px; a width where the column has no fixed one. */
typedef struct
{
  int minimum;
  int natural;
  int height;  /* 0: not measured yet */
} AscCellWidth;

/** What all cells of a table share; the table owns and changes it. */
typedef struct
{
  AscTableSource *source; /* or NULL, then no cell is bound */
  AscRowTree *tree;          /* or NULL */
  AscRowModel *model;
  guint32 chosen_row;     /* ASC_NONE: none */
  guint32 hovered_row;    /* that the pointer is on, in tables of code; ASC_NONE: none */
  AscMatcher *search;     /* what is marked where it stands, or NULL */
  int percent_width;      /* px, of the widest percentage */
  GArray *widths;         /* of AscCellWidth, for each column */
  PangoAttrList *plain;   /* tabular digits */
  PangoAttrList *bold;
} AscCellContext;

AscCellContext *asc_cell_context_new (void);
AscCellContext *asc_cell_context_ref (AscCellContext *self);
void asc_cell_context_unref (AscCellContext *self);

/** Distance of text from the cell's edges, px. */
#define ASC_CELL_PADDING 8
/** Opacity of what says next to nothing. */
#define ASC_CELL_DIM 0.5f

#define ASC_TYPE_CELL (asc_cell_get_type ())
G_DECLARE_DERIVABLE_TYPE (AscCell, asc_cell, ASC, CELL, GtkWidget)

struct _AscCellClass
{
  GtkWidgetClass parent_class;

  /** Takes over what row @row says. */
  void (*update) (AscCell *self, guint32 row, guint position);
  /** Draws what was taken over. */
  void (*draw) (AscCell *self, GtkSnapshot *snapshot);
};

/** Makes a cell of @type (ASC_TYPE_METRIC_CELL, ASC_TYPE_TEXT_CELL). */
GtkWidget *asc_cell_new (GType type, AscCellContext *context, guint column);
void asc_cell_bind (AscCell *self, GtkListItem *item);
void asc_cell_unbind (AscCell *self);
/** The rows changed: the cell reads anew when it is drawn next, or by asc_cell_catch_up(). */
void asc_cell_refresh (AscCell *self);
/** Sees to it that the cell says what its row says now. Returns: whether it had to read anew */
gboolean asc_cell_catch_up (AscCell *self);
gboolean asc_cell_is_stale (AscCell *self);

AscCellContext *asc_cell_get_context (AscCell *self);
guint asc_cell_get_column (AscCell *self);
/** Returns: its row's position, ASC_NO_POSITION when it has none. */
guint asc_cell_get_position (AscCell *self);
gboolean asc_cell_is_total (AscCell *self);
/** What it says to those who hear it. */
void asc_cell_set_label (AscCell *self, const char *label);
/** The line under the total row, where @self stands in it. */
void asc_cell_snapshot_separator (AscCell *self, GtkSnapshot *snapshot);

G_END_DECLS
