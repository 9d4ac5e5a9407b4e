/* asc-dwarf.h: which functions and source lines the addresses of one load object come from
 *
 * Reads .debug_info and .debug_line itself: libdwarf needs 0.3 s for the line table of SQLite alone, see docs/dwarf.md.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "asc-build-id.h"
#include "asc-source-digest.h"

G_BEGIN_DECLS

/** A function that DWARF describes: distinct by name and place of its definition. Strings live as long as the result.
 */
typedef struct
{
  const char *name;    /* linkage name demangled, else the DWARF name qualified by namespaces and classes; never NULL */
  const char *mangled; /* linkage name; the DWARF name when it has none */
  const char *file;    /* of its definition, or NULL */
  guint32 line;        /* 0: unknown */
} AscDwarfFunction;

/** One function of an address's chain. */
typedef struct
{
  guint32 function; /* index in the result's functions, or ASC_DWARF_NONE: no function holds it, only a line is known */
  guint32 line;     /* of the place in it; 0: unknown, also where the compiler says that the code comes from no line */
  const char *file; /* of that line, as the compiler wrote it, or NULL */
} AscDwarfPlace;

#define ASC_DWARF_NONE G_MAXUINT32

/** What some addresses come from. Frozen: any thread. */
typedef struct _AscDwarfResult AscDwarfResult;

void asc_dwarf_result_free (AscDwarfResult *self);
const AscDwarfFunction *asc_dwarf_result_get_functions (AscDwarfResult *self, guint *n_functions);
/** The chain of address number @i, innermost inlined function first. Returns: (nullable): NULL and 0 places when
 * nothing is known. */
const AscDwarfPlace *asc_dwarf_result_get_chain (AscDwarfResult *self, guint i, guint *n_places);
/** What the files of the places and functions held, where the compiler wrote it. Sorted by file and sum; NULL and 0 when there is none. */
const AscSourceDigest *asc_dwarf_result_get_digests (AscDwarfResult *self, guint *n_digests);

/** The debugging information of one ELF file, wherever it lies. One thread at a time. */
typedef struct _AscDwarf AscDwarf;

typedef struct
{
  char *(*find) (gpointer data, const AscBuildId *build_id); /* (nullable): the path of a file that dwz has made, (transfer full) (nullable) */
  gpointer data;
  guint n_threads; /* 0: one a processor */
} AscDwarfOptions;

/**
 * Opens what describes the code of @elf_path. @debug_path: (nullable): its separate debug file. @options: (nullable),
 * lent until freed. Returns: (transfer full) (nullable): NULL without @error when neither file has DWARF.
 */
AscDwarf *asc_dwarf_open (const char *elf_path, const char *debug_path, const AscDwarfOptions *options, GError **error);
/** The same of an image in memory, without other files. */
AscDwarf *asc_dwarf_open_bytes (GBytes *image, const AscDwarfOptions *options, GError **error);
void asc_dwarf_free (AscDwarf *self);

/**
 * Finds what is at each of @addresses. Reads only the units that hold one of them. What is broken is left out:
 * asc_dwarf_get_problem() says so.
 * @addresses: n entries, ascending, distinct, as in the ELF file. Returns: (transfer full) (nullable): NULL only when
 * cancelled.
 */
AscDwarfResult *
asc_dwarf_resolve (AscDwarf *self, const guint64 *addresses, guint n, GCancellable *cancellable, GError **error);

/** The same, with what was found before kept below $XDG_CACHE_HOME/ascribe: only what is not there yet is looked up. */
AscDwarfResult *
asc_dwarf_resolve_cached (AscDwarf *self, const guint64 *addresses, guint n, GCancellable *cancellable, GError **error);

/** The file that has the units: the ELF file or its debug file. Lent; NULL for an image in memory. */
const char *asc_dwarf_get_path (AscDwarf *self);
/** One English line about what is missing or broken, or NULL. Lent until the next call of resolve. */
const char *asc_dwarf_get_problem (AscDwarf *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscDwarf, asc_dwarf_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscDwarfResult, asc_dwarf_result_free)

G_END_DECLS
