/* asc-source-digest.h: what a source file held when it was compiled
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define ASC_MD5_SIZE 16u

/** MD5 of a source file, as DWARF 5 has it in its line tables (6.2.4.1, DW_LNCT_MD5; clang writes it). A file that was changed while a program was built has several. */
typedef struct
{
  const char *file; /* lent */
  guint8 md5[ASC_MD5_SIZE];
} AscSourceDigest;

/** Sorts @digests (element-type AscSourceDigest) by file and sum, and leaves each once. */
void asc_source_digests_sort (GArray *digests);
/** Those of @file among @n sorted ones. @n_found: (out). Returns: lent; (nullable): NULL when there is none */
const AscSourceDigest *asc_source_digests_find (const AscSourceDigest *digests, guint n, const char *file, guint *n_found);

G_END_DECLS
