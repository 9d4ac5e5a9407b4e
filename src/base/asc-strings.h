/* asc-strings.h: each string once, known by a small number
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** A table of distinct strings. Number 0 is "". One thread at a time while it grows; frozen, any thread. */
typedef struct _AscStrings AscStrings;

AscStrings *asc_strings_new (void);
void asc_strings_free (AscStrings *self);
guint32 asc_strings_intern (AscStrings *self, const char *string);
/** Returns: lent, alive as long as the table; never NULL for a number that was handed out. */
const char *asc_strings_get (const AscStrings *self, guint32 id);
guint asc_strings_get_size (const AscStrings *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscStrings, asc_strings_free)

G_END_DECLS
