/* asc-record-plan.h: settings and machine as a command of perf
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-record-machine.h"
#include "asc-record-settings.h"

G_BEGIN_DECLS

/** Where something less than was asked for is recorded, and why: translated. */
typedef struct
{
  char *text;
  char *mend; /* nullable: a command for a shell */
} AscRecordNote;

typedef struct
{
  GPtrArray *options; /* char *: "perf", "record" and all options but the file's name and what is recorded */
  GPtrArray *notes;   /* AscRecordNote */
  gboolean looks_up_delays;  /* how long threads wait for a processor is to be looked up in /proc: the events do not tell */
  gboolean looks_up_reasons; /* and why they sleep */
} AscRecordPlan;

/**
 * The options of `perf record` for @settings. What the machine or the kernel refuses is replaced by the nearest thing that it allows, with a note; what
 * nothing can replace is an error (ASC_RECORD_ERROR). Returns: (transfer full)
 */
AscRecordPlan *asc_record_plan_new (const AscRecordSettings *settings, AscRecordMachine *machine, GError **error);
void asc_record_plan_free (AscRecordPlan *self);

/**
 * The plan as one line for a shell that makes the same recording as @file, without Ascribe: to read and to copy. The program runs below a shell,
 * since perf ends when its own child is stopped. Returns: (transfer full)
 */
char *asc_record_plan_dup_command_line (const AscRecordPlan *self, const AscRecordSettings *settings, const char *file);

/** Options of the second perf, which records wakeups by others beside the processes; NULL: they are not wanted, or cannot be recorded. NULL-terminated; lent. */
const char *const *asc_record_plan_get_wakeups_options (const AscRecordSettings *settings, AscRecordMachine *machine);
/** The same as a line for a shell, which records until it is stopped; NULL: see there. Returns: (transfer full) */
char *asc_record_plan_dup_wakeups_line (const AscRecordSettings *settings, AscRecordMachine *machine, const char *file);

/** @argv as a line for a shell. Returns: (transfer full) */
char *asc_record_quote (const char *const *argv);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscRecordPlan, asc_record_plan_free)

G_END_DECLS
