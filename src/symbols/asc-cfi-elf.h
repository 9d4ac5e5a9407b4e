/* asc-cfi-elf.h: the call frame information and the memory image of an ELF file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-cfi.h"
#include "asc-elf.h"

G_BEGIN_DECLS

/** The architecture of @elf, as far as it can be unwound. */
AscArch asc_elf_get_arch (AscElf *elf);

/** Whether it has call frame information of its own, by its headers alone. */
gboolean asc_elf_has_cfi (AscElf *elf);
/**
 * Compiles .eh_frame (also one that only .eh_frame_hdr leads to) and .debug_frame, compressed or not, of @elf, then what .gnu_debugdata and
 * @debug (nullable: its separate debug file) have beside. Returns: (transfer full): with no ranges when there are none.
 */
AscCfi *asc_cfi_load (AscElf *elf, AscElf *debug);

/**
 * For a mapping of @size bytes at @start in memory, of the file from @file_off on. @bias: what is added to the file's addresses to
 * have those in memory. Returns: FALSE when no segment lies in it.
 */
gboolean asc_elf_get_bias (AscElf *elf, guint64 start, guint64 size, guint64 file_off, guint64 *bias);

/** Copies @size bytes of the program's image at @address (of the file); those of code and constants are the process's own too. Any thread. */
gboolean asc_elf_read_image (AscElf *elf, guint64 address, gpointer buffer, gsize size);

G_END_DECLS
