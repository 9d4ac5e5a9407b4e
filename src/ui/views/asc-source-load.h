/* asc-source-load.h: finds, reads and measures a source file in a worker
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-session.h"

G_BEGIN_DECLS

/** What is shown of a file: immutable. */
typedef struct
{
  AscLines *all;        /* of all files, for the next load */
  AscFileLines *lines;  /* NULL: no file is known */
  guint32 function;     /* whose load object it is of */
  guint32 line;         /* to show first, 0: none */
  AscFoundSource found;
  AscSourceText *text;  /* NULL: not found, or not to be read */
  char *problem;        /* why not to be read: English detail, or NULL */
  char *shown;          /* the text for a view: lines cut where nobody reads on */
} AscSourceFile;

void asc_source_file_free (AscSourceFile *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscSourceFile, asc_source_file_free)

/** A download of a source file, which may take as long as a server likes: none is begun where the settings do not allow it. */
typedef struct
{
  AscProgress *progress;     /* has a phase while one runs */
  GCancellable *cancellable; /* ends it; what was found without it is shown */
} AscSourceDownload;

/**
 * @function: a row of the session's profile, or ASC_NONE; @file: the file itself (nullable: that of the function). @lines: (nullable): of the same profile. @download: copied, what it holds is
 * kept alive. Main thread.
 */
void asc_source_load_async (AscSession *session, AscLines *lines, guint32 function, const char *file, guint32 line, const AscSourceDownload *download, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);
/** Returns: (transfer full) (nullable): NULL only when cancelled. */
AscSourceFile *asc_source_load_finish (GAsyncResult *result, GError **error);

/** The line at which @function's hottest line is in @self, 0 when it has none there. */
guint32 asc_source_file_find_function (AscSourceFile *self, guint32 function, guint metric);

/** The user's own places, from now on: a map from @file to @chosen. Kept in the settings. */
void asc_source_load_remember (const char *file, const char *chosen);

/** For can_show(): whether any line of source text is known. */
gboolean asc_source_can_show (AscSession *session, const char **reason);

G_END_DECLS
