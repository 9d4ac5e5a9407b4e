/* asc-object-job.h: naming the frames of one load object
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-dwarf.h"
#include "asc-symbol-finder.h"
#include "asc-symbol-table.h"
#include "asc-symbols.h"

G_BEGIN_DECLS

/** A frame on its way to a name. */
typedef struct
{
  guint64 address; /* to be looked up, as in the ELF file: of a call the one before it */
  guint32 frame;   /* index in the experiment */
  gboolean known;  /* FALSE: no segment of the file holds it */
  /* Results */
  guint32 first_place; /* in the job's chains */
  guint32 n_places;    /* 0: its one place is in the job's places */
} AscObjectFrame;

/** The work on one object and what comes of it. Several objects run at once, each job on one thread. */
typedef struct
{
  AscExperiment *experiment;
  AscSymbolFinder *finder;
  guint32 object;        /* index */
  AscObjectFrame *frames; /* n_frames entries */
  guint n_frames;
  const AscSymbolOptions *options; /* (nullable) */
  guint n_threads;                 /* that it may use itself */
  gboolean no_inline;
  GCancellable *cancellable;
  /* Results */
  guint64 *elf_addresses; /* by frame of the experiment: shared, each job writes those of its frames */
  AscPlace *places;       /* the same; functions are numbers in @functions */
  GArray *chains;         /* AscPlace: of frames with inlined functions, innermost first, the one of @places last */
  GArray *functions;      /* AscFunction, ascending addresses; inlined ones behind */
  GArray *digests;        /* AscSourceDigest: normalized files, sorted */
  GStringChunk *strings;  /* of @functions, @digests and @report */
  AscObjectSymbols report;
} AscObjectJob;

/** Finds the object's symbols, for every kind but the kernel's, and names its frames. */
void asc_object_job_run (AscObjectJob *self);

/** Sets the one line that says what is wrong and what mends it; the first one stays. */
void asc_object_job_set_problem (AscObjectJob *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
/** Names the frames by @table, sorted here; @elf: (nullable): whose sections bound the code before the first symbol. */
void asc_object_job_name_frames (AscObjectJob *self, AscSymbolTable *table, AscElf *elf);
/** Names them without any symbols. */
void asc_object_job_name_nothing (AscObjectJob *self);

/** Gives the named frames their lines, and what was inlined there; nothing when there is no DWARF. @debug_path: (nullable). Those of the frames that have no address are left alone. */
void asc_object_job_add_lines (AscObjectJob *self, const char *path, const char *debug_path, const AscDwarfOptions *options);

const AscObject *asc_object_job_get_object (AscObjectJob *self);

G_END_DECLS
