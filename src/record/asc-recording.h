/* asc-recording.h: a recording that is made
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-record-plan.h"

G_BEGIN_DECLS

typedef enum
{
  ASC_RECORDING_STARTING,
  ASC_RECORDING_RUNNING,
  ASC_RECORDING_FINISHING, /* perf writes what it has */
  ASC_RECORDING_DONE,
} AscRecordingPhase;

typedef struct
{
  AscRecordingPhase phase;
  gint64 time_ns;     /* since recording began */
  guint64 size_bytes; /* of all recordings in the experiment */
  gint64 n_events;    /* -1: only the size is known; without wakeups by others */
  gint64 n_lost;      /* with them */
} AscRecordingProgress;

/**
 * AscRecording:
 *
 * `perf record`, started, watched and ended, with the program that it records; the result is an experiment, a folder (docs/formats/experiment.md)
 * that can be opened from the moment at which recording began, whatever happens then.
 */
typedef struct _AscRecording AscRecording;

/** Returns: (transfer full) */
AscRecording *asc_recording_new (const AscRecordSettings *settings, AscRecordMachine *machine);
AscRecording *asc_recording_ref (AscRecording *self);
void asc_recording_unref (AscRecording *self);

/**
 * Records until the program ends, the time is over, or asc_recording_stop(). Blocks: for a worker thread or a command; once only. The program is started by this
 * thread and ends with it. A program that still runs after a stop is asked to end (SIGTERM), and made to after some seconds; processes that were
 * attached to run on.
 *
 * Returns: FALSE with @error (ASC_RECORD_ERROR) when nothing was recorded: then no folder is left. A recording that ended too early is TRUE, with a note.
 */
gboolean asc_recording_run (AscRecording *self, GError **error);

/** Asks it to end. Any thread, and signal handlers. @signal: the one that the program got already, from the terminal; 0: none */
void asc_recording_stop (AscRecording *self, int signal);
/** Any thread, any time. */
void asc_recording_get_progress (AscRecording *self, AscRecordingProgress *progress);

/* After asc_recording_run(): */

/** The experiment's folder. */
const char *asc_recording_get_path (const AscRecording *self);
/** Of the program: as waitpid() has it; 0 when there was none. */
int asc_recording_get_wait_status (const AscRecording *self);
/** AscRecordNote: what is recorded less, and what went wrong on the way. */
const GPtrArray *asc_recording_get_notes (const AscRecording *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscRecording, asc_recording_unref)

G_END_DECLS
