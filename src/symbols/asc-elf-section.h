/* asc-elf-section.h: the bytes of sections, unpacked
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-elf-private.h"
#include "asc-packed.h"

G_BEGIN_DECLS

/**
 * The bytes of @section as they are in the file, unpacked where they are compressed (SHF_COMPRESSED with zlib or zstd, .zdebug_). They live as long as @self.
 * Returns: (transfer full) (nullable): NULL when it has none in the file, lies about them or would have more than @max.
 */
GBytes *asc_elf_dup_section (AscElf *self, const AscElfSection *section, gsize max);

/** Whether @section is compressed, and how that is told. */
gboolean asc_elf_is_packed (const AscElfSection *section);
AscPackedKind asc_elf_get_packed_kind (AscElf *self, const AscElfSection *section);

G_END_DECLS
