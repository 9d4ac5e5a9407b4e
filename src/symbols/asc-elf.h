/* asc-elf.h: an ELF file from a stranger: build-id, segments, symbols
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "asc-build-id.h"
#include "asc-symbol-table.h"

G_BEGIN_DECLS

#define ASC_ELF_ERROR (asc_elf_error_quark ())
GQuark asc_elf_error_quark (void);

typedef enum
{
  ASC_ELF_ERROR_NOT_ELF,
  ASC_ELF_ERROR_CORRUPT,
} AscElfError;

/** An open file. One thread at a time. Every size and offset in it is checked against the file before use. */
typedef struct _AscElf AscElf;

/** Opens a regular file, which may be packed by gzip, xz or zstd; anything else is refused without blocking on it. Returns: (transfer full) (nullable) */
AscElf *asc_elf_open (const char *path, GError **error);
/** The same for an image in memory, kept alive. Returns: (transfer full) (nullable) */
AscElf *asc_elf_open_bytes (GBytes *image, GError **error);
void asc_elf_free (AscElf *self);

/** Lent; its size is 0 when the file has none. */
const AscBuildId *asc_elf_get_build_id (AscElf *self);
/** Whether the machine code itself is in the file: FALSE for a separate debug file. */
gboolean asc_elf_has_code (AscElf *self);
gboolean asc_elf_has_symtab (AscElf *self);
/** Whether it is a Go program, which lists its functions for itself. */
gboolean asc_elf_has_go_functions (AscElf *self);
/**
 * A kernel module (ET_REL), or another file that was not linked to its end. All its sections start at 0; here they get addresses as the kernel gives them to a module's, with 0 for
 * where it is loaded: first the code that stays, in the order of the file, then all else.
 */
gboolean asc_elf_is_relocatable (AscElf *self);
/** Adds @bias, modulo 2^64, to the addresses of all sections, segments and symbols: the kernel and its modules lie elsewhere in memory. */
void asc_elf_move (AscElf *self, guint64 bias);

/** File offset to address, through PT_LOAD. Returns: FALSE when no segment holds @offset. */
gboolean asc_elf_get_address (AscElf *self, guint64 offset, guint64 *address);
/** Start of the section that holds @address, or of its segment; 0 when neither does. */
guint64 asc_elf_get_section_start (AscElf *self, guint64 address);

/**
 * Adds the function symbols of .symtab and .dynsym, the PLT's entries and, without .symtab, what a Go program lists, to @table; the names live as long as the table.
 * @self: (transfer full): given to the table and alive as long as it. @base: (nullable): the file whose addresses are meant, when @self is its debug
 * file: sections of one name may lie at different addresses in the two (prelink). Returns: FALSE, with @error, when a table in the file is broken; what could be
 * read of the others was added.
 */
gboolean asc_elf_add_symbols (AscElf *self, AscElf *base, AscSymbolTable *table, GError **error);

/** The value of the symbol @name in .symtab, as linked. Returns: FALSE when there is none. */
gboolean asc_elf_find_symbol (AscElf *self, const char *name, guint64 *value);

/** The ELF image that .gnu_debugdata holds (xz), opened. Returns: (transfer full) (nullable): NULL without @error when there is none. */
AscElf *asc_elf_open_minidebug (AscElf *self, GError **error);
/** Name and checksum of the separate debug file by .gnu_debuglink. Returns: (transfer full) (nullable) */
char *asc_elf_dup_debuglink (AscElf *self, guint32 *crc);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscElf, asc_elf_free)

G_END_DECLS
