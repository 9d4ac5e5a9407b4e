/* asc-recording-private.h: the parts of a recording that is made
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-child-private.h"
#include "asc-meter-private.h"
#include "asc-perf-child-private.h"
#include "asc-recording.h"
#include "asc-sampler-private.h"
#include "asc-wait-sampler-private.h"

#include <signal.h>

G_BEGIN_DECLS

#define ASC_RECORDING_FILE "perf.data"
#define ASC_RECORDING_WAKEUPS "wakeups.data"
#define ASC_RECORDING_LOG "perf.log"
#define ASC_RECORDING_STATISTICS "statistics.tsv"
#define ASC_RECORDING_WAITS "waits.tsv"
#define ASC_RECORDING_DESCRIPTION "experiment.json"

struct _AscRecording
{
  gatomicrefcount refs;
  AscRecordSettings *settings;
  AscRecordMachine *machine;
  AscRecordPlan *plan;
  GPtrArray *notes; /* AscRecordNote: the plan's, then what happened */

  char *path;      /* the experiment's folder */
  char *data_path; /* perf.data in it */
  gboolean made_folder;

  AscChild target;
  AscPerfChild perf;
  AscPerfChild wakeups; /* the second perf; pid 0: none */
  gboolean wakeups_stopped;
  char *engine_version; /* NULL: perf's */
  char **engine_argv;
  char *engine_file;    /* the recording that it left */
  AscSampler *sampler;
  AscWaitSampler *wait_sampler; /* NULL: the events tell */
  AscMeter meter;
  AscMeter wakeups_meter;

  int stop_fd;     /* eventfd */
  volatile sig_atomic_t stop_signal; /* of the last asc_recording_stop(), 0: none */
  gboolean is_stopping;
  guint n_stops;
  gint64 target_deadline_ns; /* when the program is signalled next; 0: never */
  gboolean target_asked;     /* it got SIGTERM */

  GDateTime *start;
  gint64 start_ns; /* CLOCK_MONOTONIC; 0: not yet */
  gint64 end_ns;

  GMutex lock; /* of @progress */
  AscRecordingProgress progress;
};

/** Takes a stop that was asked for. */
void asc_recording_take_stop (AscRecording *self);
/** Asks the program to end, or makes it, when it is time. */
void asc_recording_press_target (AscRecording *self);
/** Records with another engine than perf. Returns: FALSE with @error when nothing was recorded */
gboolean asc_recording_run_engine (AscRecording *self, GError **error);
/** Writes experiment.json as things are. */
void asc_recording_write_description (AscRecording *self);
/** Adds a note. @mend: nullable */
void asc_recording_add_note (AscRecording *self, const char *text, const char *mend);

/**
 * Makes the experiment's folder: that of the settings, which must not be there, or a new name after the program in the current one.
 * Returns: FALSE with @error
 */
gboolean asc_recording_make_folder (AscRecording *self, GError **error);

/** Starts perf and waits until it records. Returns: FALSE with @error, perf having ended */
gboolean asc_recording_start_perf (AscRecording *self, GError **error);
/** Starts the second recording, and waits until it records; if it does not, there is a note. */
void asc_recording_start_wakeups (AscRecording *self);
/** Tells it to end. */
void asc_recording_stop_wakeups (AscRecording *self);
/** Ends it and waits until it has written. */
void asc_recording_end_wakeups (AscRecording *self);
/** What perf said when it failed, as a problem for a person. Returns: (transfer full) */
AscProblem *asc_perf_explain (const char *says);

G_END_DECLS
