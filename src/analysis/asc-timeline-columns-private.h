/* asc-timeline-columns-private.h: a timeline's columns, for those that make and those that read them
 *
 * A row's intervals and samples are ranges of columns that are sorted by row, then by time. At every BLOCK-th interval
 * stands how long the row had been in each state before: the time in a state between two moments is a difference of two
 * such sums, so that a pixel costs the same at every zoom.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-timeline.h"

G_BEGIN_DECLS

#define ASC_TIMELINE_BLOCK 64u
/* Above so many rows a table of N_BUCKETS is read for the sum of all, instead of row by row. */
#define ASC_TIMELINE_MAX_TO_ADD 256u
#define ASC_TIMELINE_N_BUCKETS 4096u

typedef struct
{
  AscTimelineRow row;
  guint first; /* interval */
  guint n;
  gsize block; /* first sums */
  guint first_sample;
} AscTimelineEntry;

struct _AscTimeline
{
  GObject parent_instance;

  AscExperiment *experiment;
  AscStates *states;
  AscTimelineRows by;
  gboolean has_states;
  gint64 duration_ns;
  GArray *rows; /* of AscTimelineEntry */
  guint n_intervals;
  gint64 *begin_ns; /* n_intervals each */
  gint64 *length_ns;
  guint8 *state;
  guint32 *stack;
  guint32 *thread;
  gint64 (*sums)[ASC_N_STATES];    /* of each block, before it */
  gint64 (*buckets)[ASC_N_STATES]; /* N_BUCKETS: all rows; NULL with few of them */
  guint n_samples;
  gint64 *sample_ns; /* n_samples each */
  guint32 *sample_stack;
};

/** Where bucket @bucket of ASC_TIMELINE_N_BUCKETS begins. */
gint64 asc_timeline_bucket_begin (const AscTimeline *self, guint bucket);

G_END_DECLS
