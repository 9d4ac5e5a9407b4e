/* asc-code-file.h: the machine code of a load object, wherever it lies
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-address-names.h"
#include "asc-disassembly.h"
#include "asc-elf-code.h"

G_BEGIN_DECLS

typedef struct
{
  AscElf *elf;      /* NULL of a jitdump: there an address is the offset in the file */
  AscMachine machine;
  char *path;       /* "[vdso]", ".../kcore" where it is no file with symbols */
  char *debug_path; /* of its debug file, or NULL */
  gboolean is_memory; /* no file whose symbols or lines could be read */
} AscCodeFile;

void asc_code_file_clear (AscCodeFile *self);

/** Opens what holds the code of @object. Returns: FALSE with ASC_DISASSEMBLY_ERROR_NO_FILE or _NO_CODE. */
gboolean asc_code_file_open (AscCodeFile *self, AscSymbols *symbols, guint32 object, GError **error);
/** The bytes from @address on, at most @size of them; as asc_elf_dup_code(). Returns: (transfer full) (nullable) */
GBytes *asc_code_file_dup_code (AscCodeFile *self, guint64 address, guint64 size);
/** Names for its addresses: its own symbols, those of its debug file; else the functions that @symbols found. Returns: (transfer full) */
AscAddressNames *asc_code_file_list_names (AscCodeFile *self, AscSymbols *symbols, guint32 object);
/** As asc_elf_list_code_marks(), of it or its debug file. Returns: (transfer full) */
GArray *asc_code_file_list_marks (AscCodeFile *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AscCodeFile, asc_code_file_clear)

G_END_DECLS
