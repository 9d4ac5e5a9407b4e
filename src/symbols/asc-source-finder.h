/* asc-source-finder.h: where a source file lies now
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "asc-source-digest.h"
#include "asc-source-text.h"

G_BEGIN_DECLS

/**
 * Asked where no file was found: for example a server of debug files. @file: as the compiler wrote it; @build_id: of the load object, @build_id_size bytes, 0: unknown. Blocks; any
 * thread. Returns: (transfer full) (nullable): the path of a file
 */
typedef char *(*AscSourceFetch) (gpointer data, const guint8 *build_id, guint build_id_size, const char *file, GCancellable *cancellable);

/** An AscSourceFetch: asks the debuginfod servers, by the path as it is and without its dots. @progress: (nullable): an AscProgress */
char *asc_debuginfod_fetch_source (gpointer progress, const guint8 *build_id, guint build_id_size, const char *file, GCancellable *cancellable);

/** All fields may be NULL or FALSE. */
typedef struct
{
  const char *const *paths;    /* --source-path, in their order, NULL-terminated: "FROM=TO" or a folder */
  const char *experiment_path; /* its own folder is searched: PATH/sources when it is a folder, else PATH.sources */
  const char *sysroot;         /* put before recorded paths */
  gboolean no_live;            /* not at the recorded path itself, nor beside the program */
  AscSourceFetch fetch;
  gpointer fetch_data;
} AscSourceOptions;

/** What is looked for. */
typedef struct
{
  const char *file;        /* as the compiler wrote it: the folder of the compilation, the folder, the name, joined */
  const char *object_path; /* (nullable): the program or library whose code is from it, as it was found */
  const guint8 *build_id;  /* of that; may be NULL */
  guint build_id_size;
  const AscSourceDigest *digests; /* what it held when it was compiled: any of these; may be NULL */
  guint n_digests;
  gint64 recorded_at;      /* when the recording began, seconds since 1970; 0: unknown */
} AscSourceRequest;

typedef enum
{
  ASC_SOURCE_FITS,                  /* nothing speaks against it */
  ASC_SOURCE_NEWER_THAN_OBJECT,     /* changed after the program was linked */
  ASC_SOURCE_NEWER_THAN_RECORDING,  /* the program is not there; changed after it was recorded */
  ASC_SOURCE_DIFFERS,               /* by its content, whatever its age: not what was compiled */
} AscSourceAge;

/** The file, or where it was looked for. */
typedef struct
{
  char *path;       /* NULL: none */
  AscSourceAge age; /* by its times until it is read */
  GArray *digests;  /* AscSourceDigest, without names: the request's */
  GPtrArray *tried; /* of char *: paths where there was none, in their order */
} AscFoundSource;

void asc_found_source_clear (AscFoundSource *self);

/**
 * Finds the file, in this order: the paths of @options (a map's FROM is the beginning of the recorded path; in a folder the longest end of the recorded path that is there), the experiment's own
 * folder, the recorded path below the sysroot, the recorded path, the longest end of it beside the program, what @fetch brings. Only regular files are taken, and none is opened. Blocks, some ms
 * without @fetch; any thread. @options: (nullable)
 */
AscFoundSource asc_source_find (const AscSourceRequest *request, const AscSourceOptions *options, GCancellable *cancellable);

/** Reads what was found, asc_source_text_load(). Where the request told what the file held that alone decides about its age from then on. */
AscSourceText *asc_found_source_read (AscFoundSource *self, GError **error);

/** The map by which @file becomes @chosen, "FROM=TO": as general as their common end allows. Returns: (transfer full) */
char *asc_source_make_map (const char *file, const char *chosen);
/** Whether @path is a folder or a map, for options; a folder must be there. */
gboolean asc_source_path_check (const char *path, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AscFoundSource, asc_found_source_clear)

G_END_DECLS
