/* asc-jitdump.h: code that a program made while it ran, as it wrote it down for perf
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-source.h"

G_BEGIN_DECLS

/** From @time on the code lies at @start_addr: it was made there, or moved there. */
typedef struct
{
  guint64 time;       /* of the dump's clock */
  guint64 start_addr; /* in the process */
  guint64 code_off;   /* of its bytes in the dump */
  guint64 size;
  gint32 pid;
} AscJitPlacing;

typedef struct
{
  guint64 code_off; /* of its bytes in the dump */
  guint64 size;
  const char *name;
} AscJitFunction;

/** The code from here on, up to the next entry or the function's end, comes from this line. */
typedef struct
{
  guint64 code_off; /* of the first byte in the dump */
  const char *file; /* (nullable) */
  guint32 line;
} AscJitLine;

/** Frozen. */
typedef struct
{
  guint64 time;                 /* when it was begun */
  gint32 pid;                   /* of the program, as it sees itself */
  gboolean has_processor_times; /* the clock is that of the processor, in ticks */
  GArray *placings;             /* AscJitPlacing, as written */
  GArray *functions;            /* AscJitFunction, as written */
  GArray *lines;                /* AscJitLine, as written */
  GStringChunk *strings;
  gint64 n_broken;       /* records that are no such, and were skipped */
  gint64 n_broken_lines; /* records of lines that make no sense */
  gint64 n_unwinding;    /* records with unwinding information, which is not used */
  gint64 n_unknown;      /* records of other kinds */
  gboolean is_cut;       /* it ends within a record: also of a program that still runs */
} AscJitdump;

/**
 * Reads the dump that @source is: all but the code itself. Cancellable. Returns: (transfer full) (nullable): NULL with
 * @error when it is none.
 */
AscJitdump *asc_jitdump_read (AscSource *source, GCancellable *cancellable, GError **error);
void asc_jitdump_free (AscJitdump *self);

/** Whether a mapped file of that name is such a dump: "jit-PID.dump". */
gboolean asc_jitdump_is_name (const char *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscJitdump, asc_jitdump_free)

G_END_DECLS
