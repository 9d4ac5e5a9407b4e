/* asc-experiment-private.h: the experiment's columns, filled by the builder alone
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-experiment.h"
#include "asc-strings.h"

G_BEGIN_DECLS

struct _AscExperiment
{
  GObject parent_instance;

  char *path;
  char *format;
  GStringChunk *chunk;  /* every name in the tables */
  AscStrings *strings;  /* names of NAMED frames */
  GPtrArray *info_keys; /* NULL-terminated, order of setting; owned by @info */
  GHashTable *info;
  AscDiagnostics *diagnostics;
  gint64 duration_ns;
  gint64 n_shown;
  AscEvents events;
  AscSwitches switches;
  AscDumps dumps; /* read is NULL: none */
  AscStacks stacks;
  AscFrame *frames;
  guint n_frames;
  GArray *objects;
  GArray *kinds;
  GArray *processes;
  GArray *threads;
  GArray *mappings;
  GArray *lines; /* AscRecordedLine */
  GArray *symbols;
};

G_END_DECLS
