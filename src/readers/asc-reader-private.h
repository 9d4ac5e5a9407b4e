/* asc-reader-private.h: what a reader defines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-builder.h"
#include "asc-cursor.h"
#include "asc-reader.h"
#include "asc-source.h"

G_BEGIN_DECLS

/** What a sniff function may see: never the experiment's own name. */
typedef struct
{
  gboolean is_folder;
  const guint8 *head; /* first bytes of the file (unpacked), at most 4096 */
  gsize head_size;
  AscSource *source; /* for a folder: members' names and heads */
} AscSniff;

typedef struct
{
  const char *id;   /* "perf.data" */
  const char *name; /* N_("Linux perf recording") */
  /** Returns: 0 (no) .. 100 (certainly). */
  int (*sniff) (const AscSniff *sniff);
  /** Fills @builder. FALSE with @error: nothing usable. What is half good: TRUE, with diagnostics. */
  gboolean (*read) (AscSource *source, AscBuilder *builder, const AscReadOptions *options, GCancellable *cancellable, AscProgress *progress, GError **error);
} AscReader;

G_END_DECLS
