/* asc-record-settings.h: what is to be recorded, and how
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  ASC_RECORD_ENGINE_PERF,
  ASC_RECORD_ENGINE_UFTRACE,   /* every call of functions that were built for it */
  ASC_RECORD_ENGINE_GPROFNG,   /* samples by time, by a preloaded library */
  ASC_RECORD_ENGINE_CALLGRIND, /* every instruction, simulated */
} AscRecordEngine;

typedef enum
{
  ASC_RECORD_STACKS_FP,    /* frame pointers */
  ASC_RECORD_STACKS_DWARF, /* a copy of the stack, unwound when it is opened */
  ASC_RECORD_STACKS_LBR,   /* the processor's record of calls */
  ASC_RECORD_STACKS_NONE,
} AscRecordStacks;

/** A frequency that no regular work of round numbers keeps step with. */
#define ASC_RECORD_FREQUENCY 997
/** With more, a machine of few processors does little but write samples. */
#define ASC_RECORD_FREQUENCY_MOST 10000
/** What perf takes for a stack when nothing is said. */
#define ASC_RECORD_STACK_BYTES 8192
/** Enough for waits: the blocking function was found within the first 248 bytes in all of them. */
#define ASC_RECORD_WAIT_STACK_BYTES 4096
/** The kernel's limit: sizes of records are 16 bits wide. */
#define ASC_RECORD_STACK_BYTES_MAX 65528

/** Values of a copy: all owned. What runs is @command, or else the processes @pids, or (@all) whatever runs, for as long as @command if there is one. */
typedef struct
{
  AscRecordEngine engine; /* all but perf: a command, where and with what environment it runs, for how long, and the output; nothing else */
  char **command;     /* program and arguments, or NULL */
  char *directory;    /* where it runs; NULL: here */
  char **environment; /* nullable: "NAME=VALUE" sets, "NAME" removes */
  gint32 *pids;       /* @n_pids */
  guint n_pids;
  gboolean all;         /* the whole system */
  gboolean descendants; /* goes on until the last process that the command started has ended */
  gint64 duration_ns;   /* 0: no limit */

  gboolean clock;        /* samples by time */
  gboolean states;       /* each switch of threads, with the reason and the stack */
  gboolean page_faults;  /* each, with its address */
  gboolean memory;       /* memory accesses sampled by the processor */
  char **events;         /* nullable: more events, in perf's words */
  guint frequency;       /* samples a second */
  AscRecordStacks stacks; /* of samples */
  guint stack_bytes;      /* DWARF: copied of each sample's stack */
  guint wait_stack_bytes; /* copied of the stack at each switch; 0: as for samples */

  char *output; /* the experiment's folder; NULL: a new name in the current folder */
} AscRecordSettings;

/** Samples by time with frame pointers. Returns: (transfer full) */
AscRecordSettings *asc_record_settings_new (void);
AscRecordSettings *asc_record_settings_copy (const AscRecordSettings *self);
void asc_record_settings_free (AscRecordSettings *self);

/** The id of @stacks: "fp", "dwarf", "lbr", "none". */
const char *asc_record_stacks_get_id (AscRecordStacks stacks);
/** Reads "fp", "dwarf", "dwarf,SIZE", "lbr" or "none" (perf's words). Returns: FALSE when it is something else */
gboolean asc_record_settings_set_stacks (AscRecordSettings *self, const char *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscRecordSettings, asc_record_settings_free)

G_END_DECLS
