/* asc-reader.h: one format's way into an experiment
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-experiment.h"
#include "asc-progress.h"

G_BEGIN_DECLS

#define ASC_READER_ERROR (asc_reader_error_quark ())
GQuark asc_reader_error_quark (void);

typedef enum
{
  ASC_READER_ERROR_NOT_THIS_FORMAT, /* no reader knows it */
  ASC_READER_ERROR_EMPTY,
  ASC_READER_ERROR_TRUNCATED,
  ASC_READER_ERROR_CORRUPT,
  ASC_READER_ERROR_VERSION,
  ASC_READER_ERROR_LIMIT,
} AscReaderError;

typedef struct
{
  guint n_threads; /* 0: one a processor */
  /** Finds a file that the recorded process @pid had at @path and that the experiment needs beside its own. (nullable): there are none. Returns: (transfer full) (nullable) */
  char *(*find_file) (gpointer data, const char *path, gint32 pid);
  gpointer find_data;
} AscReadOptions;

/**
 * Reads the experiment at @path, a file or a folder, of whatever format: recognised by its content. Blocks; for a worker thread or a command.
 *
 * @options: (nullable). Returns: (transfer full): the experiment, with diagnostics when only part of it could be read; NULL with
 * @error set (one line: file, what, at which byte) when nothing could, or G_IO_ERROR_CANCELLED.
 */
AscExperiment *asc_experiment_open (const char *path, const AscReadOptions *options, GCancellable *cancellable, AscProgress *progress, GError **error);

/** The name for people of the reader @id (an experiment's format), to be translated. */
const char *asc_reader_get_name (const char *id);

G_END_DECLS
