/* asc-table-hover.c: which row of code the pointer is on
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-table-private.h"

#include "asc-jumps-cell.h"

static void
draw_jumps (AscTable *self)
{
  GHashTableIter iter;
  gpointer cell;

  g_hash_table_iter_init (&iter, self->cells);
  while (g_hash_table_iter_next (&iter, &cell, NULL))
    if (ASC_IS_JUMPS_CELL (cell))
      gtk_widget_queue_draw (cell);
}

static gboolean
has_jumps (AscTable *self)
{
  return self->context->source != NULL && asc_table_source_find_kind (self->context->source, ASC_CELL_JUMPS) >= 0;
}

static void
set_hovered (AscTable *self, guint32 row)
{
  if (self->context->hovered_row == row)
    return;
  self->context->hovered_row = row;
  draw_jumps (self);
}

static void
motion_cb (GtkEventControllerMotion *controller, double x, double y, AscTable *self)
{
  GtkWidget *widget;
  guint position = ASC_NO_POSITION;

  if (!has_jumps (self))
    return;
  widget = gtk_widget_pick (GTK_WIDGET (self->view), x, y, GTK_PICK_DEFAULT);
  if (widget != NULL && !ASC_IS_CELL (widget))
    widget = gtk_widget_get_first_child (widget); /* the list's own cell around it */
  if (widget != NULL && ASC_IS_CELL (widget))
    position = asc_cell_get_position (ASC_CELL (widget));
  set_hovered (self, position != ASC_NO_POSITION ? asc_row_model_get_row (self->context->model, position) : ASC_NONE);
}

static void
leave_cb (GtkEventControllerMotion *controller, AscTable *self)
{
  set_hovered (self, ASC_NONE);
}

void
asc_table_watch_pointer (AscTable *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();

  g_signal_connect_object (motion, "motion", G_CALLBACK (motion_cb), self, 0);
  g_signal_connect_object (motion, "leave", G_CALLBACK (leave_cb), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (self->view), motion);
}

void
asc_table_update_chosen (AscTable *self)
{
  if (self->context->chosen_row == self->selected_row)
    return;
  self->context->chosen_row = self->selected_row;
  if (has_jumps (self))
    draw_jumps (self);
}
