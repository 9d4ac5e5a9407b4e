/* asc-address-names.h: what addresses in machine code are called: f+0x10
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-elf.h"

G_BEGIN_DECLS

/**
 * The nearest symbol at or below an address, of code or data, chosen as `objdump -d` chooses it; entries of the procedure linkage table; words that the dynamic
 * linker fills in. One thread at a time.
 */
typedef struct _AscAddressNames AscAddressNames;

AscAddressNames *asc_address_names_new (void);
void asc_address_names_free (AscAddressNames *self);

/**
 * Takes the symbols of .symtab; when there are none, those of .dynsym. @elf: (transfer full). @base: (nullable): the file whose addresses are meant, when
 * @elf is its debug file.
 */
void asc_address_names_add_elf (AscAddressNames *self, AscElf *elf, AscElf *base);
/** Adds a function; @name is copied. */
void asc_address_names_add (AscAddressNames *self, guint64 address, const char *name);
guint asc_address_names_get_size (AscAddressNames *self);

/** "f", "f+0x10", demangled, without the symbol version. Returns: (transfer full) (nullable): NULL when @address lies in no section, or below every symbol. */
char *asc_address_names_dup (AscAddressNames *self, guint64 address);
/** Returns: whether there is a symbol @name, and its address. */
gboolean asc_address_names_find (AscAddressNames *self, const char *name, guint64 *address);
/** Where the next symbol above @address starts: an instruction starts there. Returns: G_MAXUINT64 when there is none. */
guint64 asc_address_names_find_next (AscAddressNames *self, guint64 address);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscAddressNames, asc_address_names_free)

G_END_DECLS
