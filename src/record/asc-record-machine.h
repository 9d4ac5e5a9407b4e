/* asc-record-machine.h: what can be recorded here, by this user, and what keeps the rest from it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define ASC_RECORD_ERROR (asc_record_error_quark ())
GQuark asc_record_error_quark (void);

typedef enum
{
  ASC_RECORD_ERROR_NO_ENGINE,     /* perf is not installed, too old, or does not run */
  ASC_RECORD_ERROR_NOT_PERMITTED, /* the kernel refuses */
  ASC_RECORD_ERROR_NOT_SUPPORTED, /* the machine has no such thing */
  ASC_RECORD_ERROR_NO_COMMAND,    /* the program cannot be run */
  ASC_RECORD_ERROR_NO_PROCESS,    /* there is no such process, or it is another user's */
  ASC_RECORD_ERROR_EXISTS,        /* the experiment's folder is there already */
  ASC_RECORD_ERROR_FAILED,
} AscRecordError;

/** The command for a shell that mends what @error, of ASC_RECORD_ERROR, says; NULL: none is known, or it is another error. Lent by @error. */
const char *asc_record_error_get_mend (const GError *error);

/** What is in the way, for a person: translated. */
typedef struct
{
  AscRecordError code;
  char *title; /* "perf is not installed" */
  char *text;  /* "Recording needs it." */
  char *mend;  /* a command for a shell; NULL: none would help */
} AscProblem;

/** @title, @text: copied; @mend: nullable. Returns: (transfer full) */
AscProblem *asc_problem_new (AscRecordError code, const char *title, const char *text, const char *mend);
/** The same of @event, which the title names. */
AscProblem *asc_problem_new_event (AscRecordError code, const char *event, const char *text, const char *mend);
void asc_problem_free (AscProblem *self);
/** The problem as an error of one line. */
void asc_problem_set_error (const AscProblem *self, GError **error);

typedef enum
{
  ASC_ABILITY_CLOCK,       /* samples by time */
  ASC_ABILITY_KERNEL,      /* what the kernel does, in samples */
  ASC_ABILITY_STATES,      /* each switch of threads with reason and stack: tracepoints */
  ASC_ABILITY_WAKEUPS,     /* the same tracepoints, who woke whom */
  ASC_ABILITY_PAGE_FAULTS,
  ASC_ABILITY_MEMORY,      /* memory accesses sampled by the processor */
  ASC_ABILITY_LBR,
  ASC_ABILITY_SYSTEM,      /* all processes */
  ASC_N_ABILITIES,
} AscAbility;

/** A hardware counter that can be sampled here. */
typedef struct
{
  const char *event; /* perf's name */
  AscProblem *problem; /* NULL: it can */
} AscCounter;

/** Frozen once made: any thread may read. */
typedef struct _AscMachine AscRecordMachine;

/** Looks for perf in $PATH and asks the kernel, by opening each kind of event for an instant. Blocks for some milliseconds. Returns: (transfer full) */
AscRecordMachine *asc_record_machine_new (void);
AscRecordMachine *asc_record_machine_ref (AscRecordMachine *self);
void asc_record_machine_unref (AscRecordMachine *self);

/** perf's path, or NULL. */
const char *asc_record_machine_get_perf (const AscRecordMachine *self);
/** "6.1.192", or NULL. */
const char *asc_record_machine_get_perf_version (const AscRecordMachine *self);
/** Why nothing at all can be recorded; NULL: something can. */
const AscProblem *asc_record_machine_get_problem (const AscRecordMachine *self);
/** Why @ability is not there; NULL: it is. */
const AscProblem *asc_record_machine_get_lack (const AscRecordMachine *self, AscAbility ability);
/** Generalized hardware events, as many as perf has names for. */
const AscCounter *asc_record_machine_get_counters (const AscRecordMachine *self, guint *n_counters);
/** Why functions of the kernel will have no names; NULL: they will. */
const AscProblem *asc_record_machine_get_no_kernel_names (const AscRecordMachine *self);
/** Bytes of ring buffer for each processor that this user may have. A power of 2. */
guint64 asc_record_machine_get_buffer_bytes (const AscRecordMachine *self);
/** Options and event of `perf record` that sample memory accesses here; NULL: none. */
const char *const *asc_record_machine_get_memory_options (const AscRecordMachine *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscRecordMachine, asc_record_machine_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscProblem, asc_problem_free)

G_END_DECLS
