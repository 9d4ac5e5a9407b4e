/* asc-debuginfod.h: files from debuginfod servers, by build-id
 *
 * The client library of elfutils is loaded when it is first needed, and need not be there. It asks the servers of
 * $DEBUGINFOD_URLS and keeps what it gets in a cache of its own (debuginfod-client-config(7)).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "asc-build-id.h"
#include "asc-progress.h"

G_BEGIN_DECLS

typedef enum
{
  ASC_DEBUGINFOD_EXECUTABLE,
  ASC_DEBUGINFOD_DEBUGINFO,
} AscDebuginfodKind;

/** Asks for a file; blocks until it is there. Any thread. @progress: (nullable): has a phase of its own for the bytes.
 * Returns: (transfer full) (nullable): its path */
char *asc_debuginfod_find (const AscBuildId *build_id,
                           AscDebuginfodKind kind,
                           GCancellable *cancellable,
                           AscProgress *progress);

/** The same for a source file of it. @file: absolute, as the compiler wrote it. */
char *asc_debuginfod_find_source (const AscBuildId *build_id, const char *file, GCancellable *cancellable, AscProgress *progress);

G_END_DECLS
