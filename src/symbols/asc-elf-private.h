/* asc-elf-private.h: what the files that read ELF share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gelf.h>

#include "asc-elf.h"

G_BEGIN_DECLS

typedef struct
{
  Elf_Scn *scn;
  const char *name; /* never NULL */
  guint32 type;
  guint32 link;
  guint64 flags;
  guint64 addr;
  guint64 offset;
  guint64 size;
} AscElfSection;

typedef struct
{
  guint64 offset;
  guint64 file_size;
  guint64 address;
  guint64 size;
  gboolean executable;
} AscElfSegment;

struct _AscElf
{
  Elf *elf;
  int fd; /* -1: in memory */
  GBytes *image;
  guint64 file_size;
  GElf_Ehdr ehdr;
  gboolean big_endian;
  GArray *sections; /* AscElfSection, by number */
  GArray *segments; /* AscElfSegment: PT_LOAD */
  AscBuildId build_id;
  gboolean has_text_address; /* ET_REL only */
  guint64 text_address;
};

/** Lends a section's bytes, converted to this machine's order by its type. Returns: NULL when it has none or lies about them. */
Elf_Data *asc_elf_get_data (AscElf *self, const AscElfSection *section);
const AscElfSection *asc_elf_find_section (AscElf *self, const char *name);

/** Adds "name@plt" for the entries of the procedure linkage table. */
void asc_elf_add_plt (AscElf *self, AscSymbolTable *table);

G_END_DECLS
