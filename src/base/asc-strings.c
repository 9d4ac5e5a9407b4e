/* asc-strings.c: see asc-strings.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-strings.h"

struct _AscStrings
{
  GStringChunk *chunk;
  GHashTable *ids;
  GPtrArray *strings;
};

AscStrings *
asc_strings_new (void)
{
  AscStrings *self = g_new0 (AscStrings, 1);

  self->chunk = g_string_chunk_new (16384);
  self->ids = g_hash_table_new (g_str_hash, g_str_equal);
  self->strings = g_ptr_array_new ();
  asc_strings_intern (self, "");
  return self;
}

void
asc_strings_free (AscStrings *self)
{
  g_hash_table_unref (self->ids);
  g_ptr_array_unref (self->strings);
  g_string_chunk_free (self->chunk);
  g_free (self);
}

guint32
asc_strings_intern (AscStrings *self, const char *string)
{
  gpointer id;
  char *copy;

  if (g_hash_table_lookup_extended (self->ids, string, NULL, &id))
    return GPOINTER_TO_UINT (id);
  copy = g_string_chunk_insert (self->chunk, string);
  g_hash_table_insert (self->ids, copy, GUINT_TO_POINTER (self->strings->len));
  g_ptr_array_add (self->strings, copy);
  return self->strings->len - 1;
}

const char *
asc_strings_get (const AscStrings *self, guint32 id)
{
  g_return_val_if_fail (id < self->strings->len, "");
  return g_ptr_array_index (self->strings, id);
}

guint
asc_strings_get_size (const AscStrings *self)
{
  return self->strings->len;
}
