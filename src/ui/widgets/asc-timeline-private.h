/* asc-timeline-private.h: the parts of a timeline's canvas, for its three files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-timeline-canvas.h"

G_BEGIN_DECLS

/* px at 100 % text */
#define ASC_TIMELINE_RULER 24
#define ASC_TIMELINE_CHART 56
#define ASC_TIMELINE_LABELS 200
#define ASC_TIMELINE_HEADING 24
#define ASC_TIMELINE_ROW 44
#define ASC_TIMELINE_COMPACT 20
#define ASC_TIMELINE_BAND 14
#define ASC_TIMELINE_CELLS 20
#define ASC_TIMELINE_PADDING 3
#define ASC_TIMELINE_FRAME 8
#define ASC_TIMELINE_MAX_FRAMES 40u

typedef enum
{
  ASC_TIMELINE_PROCESS, /* heading: row is the first of the process's */
  ASC_TIMELINE_ENTITY,  /* a thread, a CPU, or the n rows of a process as one */
  ASC_TIMELINE_FOLD,    /* "41 threads with little time": row is the first of them, n how many */
} AscTimelineItemKind;

/* What stands below each other. */
typedef struct
{
  AscTimelineItemKind kind;
  guint row;
  guint n;
  double y; /* px from the first row's top */
  double height;
} AscTimelineItem;

struct _AscTimelineCanvas
{
  GtkWidget parent_instance;

  AscTimeline *timeline;
  AscTimelineColorFunc color;
  AscTimelineNameFunc name;
  gpointer data;
  GDestroyNotify destroy;

  GArray *items;       /* of AscTimelineItem */
  GHashTable *unfolded; /* numbers of processes (ASC_NONE: the CPUs) whose rows are all shown */
  AscTimelineHeight row_height;
  gboolean by_process; /* a process is one row */
  double scale;        /* of the text */
  GtkAdjustment *time; /* ns */
  GtkAdjustment *rows; /* px */

  guint chosen_row;
  gint64 chosen_ns;
  gint64 range_begin_ns;
  gint64 range_end_ns;
  gint64 drag_ns;      /* where a drag began, -1: none */
  double pointer_x;    /* -1: not here */
  double pointer_y;
};

typedef enum
{
  ASC_TIMELINE_PLAIN,
  ASC_TIMELINE_HATCHED,
  ASC_TIMELINE_BARRED,
  ASC_TIMELINE_DOTTED,
} AscTimelinePattern;

/** A picture that is being filled: pixels 0xAARRGGBB, premultiplied; all its lengths are in pixels of the device. */
typedef struct
{
  guint32 *pixels;
  int width;
  int height;
  int factor; /* device pixels in one */
  guint32 colors[ASC_N_STATES];
  AscTimelinePattern patterns[ASC_N_STATES];
  gboolean is_filled[ASC_N_STATES];
  guint32 ink; /* of hatches */
  gboolean dark;
} AscTimelinePicture;

/** Empty; @width, @height in px of @widget, @color: its text's. */
void asc_timeline_picture_init (
    AscTimelinePicture *self, GtkWidget *widget, double width, double height, const GdkRGBA *color);
void asc_timeline_picture_fill (AscTimelinePicture *self, int x, int y0, int y1, guint32 color);
void asc_timeline_picture_hatch (AscTimelinePicture *self, int x, int y0, int y1);
/** The shares of @sums (by AscState) of @whole, one above the other from @bottom up, @height for all of it. */
void asc_timeline_picture_stack (
    AscTimelinePicture *self, int x, int bottom, int height, const gint64 *sums, double whole);
/** Hands the pixels over. */
void asc_timeline_picture_append (AscTimelinePicture *self, GtkSnapshot *snapshot, double x, double y);

/** From the left edge to where times begin, px. */
double asc_timeline_canvas_get_left (AscTimelineCanvas *self);
/** From the top edge to the first row, px. */
double asc_timeline_canvas_get_top (AscTimelineCanvas *self);
double asc_timeline_canvas_get_x (AscTimelineCanvas *self, gint64 time_ns);
gint64 asc_timeline_canvas_get_time_at (AscTimelineCanvas *self, double x);
/** The item at widget coordinate @y, or NULL. */
const AscTimelineItem *asc_timeline_canvas_get_item_at (AscTimelineCanvas *self, double y);
/** "bench 4711", "CPU 3", "41 threads with little time". Returns: (transfer full) */
char *asc_timeline_canvas_dup_title (AscTimelineCanvas *self, const AscTimelineItem *item);

void asc_timeline_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot);
void asc_timeline_canvas_add_controllers (AscTimelineCanvas *self);
/** Chooses row and moment as a user does. */
void asc_timeline_canvas_pick (AscTimelineCanvas *self, guint row, gint64 time_ns);
void asc_timeline_canvas_unfold (AscTimelineCanvas *self, const AscTimelineItem *item);

G_END_DECLS
