/* asc-packed.h: the contents of a compressed section, unpacked from the start as far as they are needed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Where the packed bytes are. */
typedef struct
{
  int fd;             /* -1: in memory; lent */
  guint64 offset;     /* in the file */
  const guint8 *data; /* in memory; lent */
  gsize size;
} AscPackedSource;

typedef enum
{
  ASC_PACKED_ELF32, /* Elf32_Chdr (gABI, "Section Compression"), zlib or zstd */
  ASC_PACKED_ELF64,
  ASC_PACKED_GNU, /* .zdebug_* of older binutils: "ZLIB", the size, highest byte first */
} AscPackedKind;

/** One thread at a time. */
typedef struct _AscPacked AscPacked;

/**
 * Begins to unpack. Fails when the head is broken, the method unknown, or the size @max or more times that of the
 * packed bytes. Returns: (transfer full) (nullable): NULL with one line in @problem
 */
AscPacked *asc_packed_new (
    const AscPackedSource *source, AscPackedKind kind, gboolean big_endian, guint max_ratio, char **problem);
void asc_packed_free (AscPacked *self);
/** What it says to unpack to. Not 0. */
guint64 asc_packed_get_size (AscPacked *self);
/** Unpacks the next @n bytes. Returns: how many there were: less when the packed bytes are broken or end */
gsize asc_packed_read (AscPacked *self, guint8 *out, gsize n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscPacked, asc_packed_free)

G_END_DECLS
