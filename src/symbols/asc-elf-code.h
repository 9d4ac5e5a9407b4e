/* asc-elf-code.h: the machine code in an ELF file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-elf.h"
#include "asc-machine.h"

G_BEGIN_DECLS

AscMachine asc_elf_get_machine (AscElf *self);
/** The bytes from @address on, at most @size of them, as far as the segment (of a kernel module: .text) goes in the file. Returns: (transfer full) (nullable): NULL when it has none there. */
GBytes *asc_elf_dup_code (AscElf *self, guint64 address, guint64 size);
/** End of the section that holds @address, or of its segment; @address when neither does. */
guint64 asc_elf_get_section_end (AscElf *self, guint64 address);
/**
 * Where instructions and data begin in code of ARM and RISC-V, ascending: by mapping symbols; of Thumb code also by the lowest bit of functions' addresses.
 * @base: (nullable): the file whose addresses are meant. Returns: (transfer full) (element-type AscCodeMark)
 */
GArray *asc_elf_list_code_marks (AscElf *self, AscElf *base);

G_END_DECLS
