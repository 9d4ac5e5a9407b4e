/* asc-build-id.h: the fingerprint that tells one build of a file from another
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A SHA-1 has 20 bytes; longer ones are cut as perf cuts them. */
#define ASC_BUILD_ID_MAX 32

typedef struct
{
  guint8 bytes[ASC_BUILD_ID_MAX];
  gsize size; /* 0: none */
} AscBuildId;

/** One made of @size @bytes; none when they are all zero, as perf writes an unknown one. */
AscBuildId asc_build_id_make (const guint8 *bytes, gsize size);
/** Takes it from a block of ELF notes (elf(5), "Notes") padded to @align (4 or 8) bytes. Returns: FALSE when there is none. */
gboolean asc_build_id_from_notes (AscBuildId *self, gconstpointer notes, gsize size, gsize align, gboolean big_endian);
/** From hexadecimal digits. Returns: FALSE when @hex is anything else, or shorter than 4 bytes. */
gboolean asc_build_id_from_hex (AscBuildId *self, const char *hex);
/** Returns: (transfer full) */
char *asc_build_id_to_hex (const AscBuildId *self);
/** Zeros at the end do not count: perf pads to 20 bytes. Two that are not there are not equal. */
gboolean asc_build_id_equal (const AscBuildId *a, const AscBuildId *b);

G_END_DECLS
