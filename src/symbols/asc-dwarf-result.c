/* asc-dwarf-result.c: what addresses come from, in memory and as bytes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-demangle.h"
#include "asc-dwarf-private.h"

/* A string that is not there. */
#define NO_STRING G_MAXUINT32

AscDwarfResult *
asc_dwarf_result_new (const guint64 *addresses, guint n)
{
  AscDwarfResult *self = g_new0 (AscDwarfResult, 1);

  self->n = n;
  self->addresses = g_new (guint64, (gsize)n + 1);
  if (n > 0 && addresses != NULL)
    memcpy (self->addresses, addresses, sizeof *addresses * n);
  self->chain_start = g_new0 (guint32, (gsize)n + 1);
  self->places = g_array_new (FALSE, FALSE, sizeof (AscDwarfPlace));
  self->functions = g_array_new (FALSE, FALSE, sizeof (AscDwarfFunction));
  self->digests = g_array_new (FALSE, FALSE, sizeof (AscSourceDigest));
  self->strings = g_string_chunk_new (16384);
  return self;
}

void
asc_dwarf_result_free (AscDwarfResult *self)
{
  g_free (self->addresses);
  g_free (self->chain_start);
  g_free (self->selected);
  g_array_unref (self->places);
  g_array_unref (self->functions);
  g_array_unref (self->digests);
  g_string_chunk_free (self->strings);
  g_clear_pointer (&self->image, g_bytes_unref);
  g_clear_pointer (&self->by_identity, g_hash_table_unref);
  g_free (self);
}

const AscDwarfFunction *
asc_dwarf_result_get_functions (AscDwarfResult *self, guint *n_functions)
{
  *n_functions = self->functions->len;
  return (const AscDwarfFunction *)(gpointer)self->functions->data;
}

const AscDwarfPlace *
asc_dwarf_result_get_chain (AscDwarfResult *self, guint i, guint *n_places)
{
  if (self->selected != NULL)
    i = self->selected[i];
  *n_places = self->chain_start[i + 1] - self->chain_start[i];
  return *n_places > 0 ? &g_array_index (self->places, AscDwarfPlace, self->chain_start[i]) : NULL;
}

const AscSourceDigest *
asc_dwarf_result_get_digests (AscDwarfResult *self, guint *n_digests)
{
  *n_digests = self->digests->len;
  return (const AscSourceDigest *)(gpointer)self->digests->data;
}

gboolean
asc_dwarf_result_find (AscDwarfResult *self, guint64 address, guint32 *number)
{
  *number = asc_dwarf_count_below (self->addresses, self->n, address);
  return *number < self->n && self->addresses[*number] == address;
}

static char *
dup_identity (const AscDwarfFunction *function)
{
  return g_strdup_printf ("%s\n%s\n%u", function->mangled, function->file != NULL ? function->file : "",
                          function->line);
}

/* Those that were unpacked are known by their numbers alone. */
static void
index_functions (AscDwarfResult *self)
{
  self->by_identity = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < self->functions->len; i++)
    g_hash_table_insert (self->by_identity, dup_identity (&g_array_index (self->functions, AscDwarfFunction, i)),
                         GUINT_TO_POINTER (i + 1));
}

guint32
asc_dwarf_result_add_function (AscDwarfResult *self, const AscDwarfFunction *function, gboolean demangle)
{
  g_autofree char *identity = dup_identity (function);
  g_autofree char *name = NULL;
  AscDwarfFunction copy = { .line = function->line };
  gpointer known;

  if (self->by_identity == NULL)
    index_functions (self);
  known = g_hash_table_lookup (self->by_identity, identity);
  if (known != NULL)
    return GPOINTER_TO_UINT (known) - 1;
  name = demangle ? asc_demangle (function->mangled, 0) : g_strdup (function->name);
  copy.mangled = g_string_chunk_insert (self->strings, function->mangled);
  copy.name = name != NULL ? g_string_chunk_insert_const (self->strings, name) : copy.mangled;
  copy.file = function->file != NULL ? g_string_chunk_insert_const (self->strings, function->file) : NULL;
  g_array_append_val (self->functions, copy);
  g_hash_table_insert (self->by_identity, g_steal_pointer (&identity), GUINT_TO_POINTER (self->functions->len));
  return self->functions->len - 1;
}

void
asc_dwarf_result_add_digest (AscDwarfResult *self, const char *file, AscDwarfLines *lines, guint64 number)
{
  const guint8 *md5 = file != NULL ? asc_dwarf_lines_get_md5 (lines, number) : NULL;
  AscSourceDigest digest;

  if (md5 == NULL)
    return;
  digest.file = g_string_chunk_insert_const (self->strings, file);
  memcpy (digest.md5, md5, sizeof digest.md5);
  g_array_append_val (self->digests, digest);
}

/* ---- Joining ---- */

static void
copy_digests (AscDwarfResult *to, AscDwarfResult *from)
{
  for (guint i = 0; i < from->digests->len; i++)
    {
      AscSourceDigest digest = g_array_index (from->digests, AscSourceDigest, i);

      digest.file = g_string_chunk_insert_const (to->strings, digest.file);
      g_array_append_val (to->digests, digest);
    }
}

/* The functions of @from as numbers of @to. Returns: (transfer full) */
static guint32 *
map_functions (AscDwarfResult *to, AscDwarfResult *from)
{
  guint32 *numbers = g_new (guint32, from->functions->len + 1);

  for (guint i = 0; i < from->functions->len; i++)
    numbers[i] = asc_dwarf_result_add_function (to, &g_array_index (from->functions, AscDwarfFunction, i), FALSE);
  return numbers;
}

static void
copy_chain (AscDwarfResult *to, AscDwarfResult *from, guint32 number, const guint32 *functions)
{
  for (guint32 i = from->chain_start[number]; i < from->chain_start[number + 1]; i++)
    {
      AscDwarfPlace place = g_array_index (from->places, AscDwarfPlace, i);

      if (place.function != ASC_DWARF_NONE)
        place.function = functions[place.function];
      if (place.file != NULL)
        place.file = g_string_chunk_insert_const (to->strings, place.file);
      g_array_append_val (to->places, place);
    }
}

AscDwarfResult *
asc_dwarf_result_join (AscDwarfResult *self, AscDwarfResult *other)
{
  AscDwarfResult *joined = asc_dwarf_result_new (NULL, self->n + other->n);
  g_autofree guint32 *of_self = map_functions (joined, self);
  g_autofree guint32 *of_other = map_functions (joined, other);
  guint a = 0, b = 0, n = 0;

  while (a < self->n || b < other->n)
    {
      gboolean is_self = b == other->n || (a < self->n && self->addresses[a] <= other->addresses[b]);
      guint64 address = is_self ? self->addresses[a] : other->addresses[b];

      joined->addresses[n] = address;
      joined->chain_start[n++] = joined->places->len;
      if (is_self)
        copy_chain (joined, self, a, of_self);
      else
        copy_chain (joined, other, b, of_other);
      a += is_self;
      b += b < other->n && other->addresses[b] == address;
    }
  joined->n = n;
  joined->chain_start[n] = joined->places->len;
  copy_digests (joined, self);
  copy_digests (joined, other);
  asc_source_digests_sort (joined->digests);
  return joined;
}

/* ---- As bytes ----
 *
 * Little-endian: the numbers of addresses, places, functions and digests and the size of the strings (4 bytes each);
 * the addresses (8); the first places of their chains, and the end (4); places: function, line, file; functions: name,
 * mangled name, file, line (4 each); digests: file (4), MD5 (16), by file and sum; the strings, each with a NUL. A
 * string is its offset there.
 */

typedef struct
{
  GByteArray *bytes;
  GByteArray *strings;
  GHashTable *offsets; /* string -> offset + 1 */
  const char *last;    /* neighbors often are of one file */
  guint32 last_offset;
} Packer;

static void
put_u32 (GByteArray *bytes, guint32 value)
{
  value = GUINT32_TO_LE (value);
  g_byte_array_append (bytes, (const guint8 *)&value, sizeof value);
}

static guint32
pack_string (Packer *self, const char *string)
{
  gpointer known;

  if (string == NULL)
    return NO_STRING;
  if (string == self->last)
    return self->last_offset;
  self->last = string;
  known = g_hash_table_lookup (self->offsets, string);
  if (known == NULL)
    {
      known = GUINT_TO_POINTER (self->strings->len + 1);
      g_hash_table_insert (self->offsets, (gpointer)string, known);
      g_byte_array_append (self->strings, (const guint8 *)string, (guint)strlen (string) + 1);
    }
  return self->last_offset = GPOINTER_TO_UINT (known) - 1;
}

static void
pack_tables (Packer *self, AscDwarfResult *result)
{
  for (guint i = 0; i < result->n; i++)
    {
      guint64 address = GUINT64_TO_LE (result->addresses[i]);
      g_byte_array_append (self->bytes, (const guint8 *)&address, sizeof address);
    }
  for (guint i = 0; i <= result->n; i++)
    put_u32 (self->bytes, result->chain_start[i]);
  for (guint i = 0; i < result->places->len; i++)
    {
      const AscDwarfPlace *place = &g_array_index (result->places, AscDwarfPlace, i);

      put_u32 (self->bytes, place->function);
      put_u32 (self->bytes, place->line);
      put_u32 (self->bytes, pack_string (self, place->file));
    }
  for (guint i = 0; i < result->functions->len; i++)
    {
      const AscDwarfFunction *function = &g_array_index (result->functions, AscDwarfFunction, i);

      put_u32 (self->bytes, pack_string (self, function->name));
      put_u32 (self->bytes, pack_string (self, function->mangled));
      put_u32 (self->bytes, pack_string (self, function->file));
      put_u32 (self->bytes, function->line);
    }
  for (guint i = 0; i < result->digests->len; i++)
    {
      const AscSourceDigest *digest = &g_array_index (result->digests, AscSourceDigest, i);

      put_u32 (self->bytes, pack_string (self, digest->file));
      g_byte_array_append (self->bytes, digest->md5, ASC_MD5_SIZE);
    }
}

GBytes *
asc_dwarf_result_pack (AscDwarfResult *self)
{
  Packer packer = { .bytes = g_byte_array_new (), .strings = g_byte_array_new () };
  guint32 n_strings;

  packer.offsets = g_hash_table_new (g_str_hash, g_str_equal);
  put_u32 (packer.bytes, self->n);
  put_u32 (packer.bytes, self->places->len);
  put_u32 (packer.bytes, self->functions->len);
  put_u32 (packer.bytes, self->digests->len);
  put_u32 (packer.bytes, 0);
  pack_tables (&packer, self);
  n_strings = GUINT32_TO_LE (packer.strings->len);
  memcpy (packer.bytes->data + 16, &n_strings, sizeof n_strings);
  g_byte_array_append (packer.bytes, packer.strings->data, packer.strings->len);
  g_byte_array_unref (packer.strings);
  g_hash_table_unref (packer.offsets);
  return g_byte_array_free_to_bytes (packer.bytes);
}

typedef struct
{
  AscCursor cursor;
  const char *strings;
  guint32 n_strings; /* bytes */
  gboolean failed;
} Unpacker;

static const char *
unpack_string (Unpacker *self)
{
  guint32 offset = asc_cursor_u32 (&self->cursor);

  if (offset == NO_STRING)
    return NULL;
  /* Where one begins: the rest of one may begin within a character. */
  if (offset < self->n_strings && (offset == 0 || self->strings[offset - 1] == '\0'))
    return self->strings + offset;
  self->failed = TRUE;
  return NULL;
}

/* The strings at the end: each must be what a text may be, and the last one must end. */
static gboolean
find_strings (Unpacker *self, gsize skip)
{
  AscCursor strings = self->cursor;

  asc_cursor_skip (&strings, skip);
  if (!asc_cursor_ok (&strings) || asc_cursor_left (&strings) != self->n_strings)
    return FALSE;
  self->strings = (const char *)asc_cursor_bytes (&strings, self->n_strings);
  if (self->n_strings == 0)
    return TRUE;
  if (self->strings[self->n_strings - 1] != '\0')
    return FALSE;
  for (gsize i = 0; i < self->n_strings; i += strlen (self->strings + i) + 1)
    if (!g_utf8_validate (self->strings + i, -1, NULL))
      return FALSE;
  return TRUE;
}

static void
unpack_chains (Unpacker *self, AscDwarfResult *result, guint32 n_places)
{
  for (guint i = 0; i < result->n; i++)
    {
      result->addresses[i] = asc_cursor_u64 (&self->cursor);
      self->failed |= i > 0 && result->addresses[i] <= result->addresses[i - 1];
    }
  for (guint i = 0; i <= result->n; i++)
    {
      result->chain_start[i] = asc_cursor_u32 (&self->cursor);
      self->failed |= result->chain_start[i] < (i > 0 ? result->chain_start[i - 1] : 0);
    }
  self->failed |= result->chain_start[0] != 0 || result->chain_start[result->n] != n_places;
}

static void
unpack_digests (Unpacker *self, AscDwarfResult *result, guint32 n_digests)
{
  g_array_set_size (result->digests, n_digests);
  for (guint i = 0; i < n_digests; i++)
    {
      AscSourceDigest *digest = &g_array_index (result->digests, AscSourceDigest, i);
      const guint8 *md5;

      digest->file = unpack_string (self);
      self->failed |= digest->file == NULL;
      md5 = asc_cursor_bytes (&self->cursor, ASC_MD5_SIZE);
      if (md5 != NULL)
        memcpy (digest->md5, md5, ASC_MD5_SIZE);
    }
  /* Nobody else writes them in another order, or twice. */
  if (!self->failed)
    asc_source_digests_sort (result->digests);
  self->failed |= result->digests->len != n_digests;
}

static void
unpack_tables (Unpacker *self, AscDwarfResult *result, guint32 n_places, guint32 n_functions)
{
  unpack_chains (self, result, n_places);
  g_array_set_size (result->places, n_places);
  for (guint i = 0; i < n_places; i++)
    {
      AscDwarfPlace *place = &g_array_index (result->places, AscDwarfPlace, i);

      place->function = asc_cursor_u32 (&self->cursor);
      place->line = asc_cursor_u32 (&self->cursor);
      place->file = unpack_string (self);
      self->failed |= place->function != ASC_DWARF_NONE && place->function >= n_functions;
    }
  g_array_set_size (result->functions, n_functions);
  for (guint i = 0; i < n_functions; i++)
    {
      AscDwarfFunction *function = &g_array_index (result->functions, AscDwarfFunction, i);

      function->name = unpack_string (self);
      function->mangled = unpack_string (self);
      function->file = unpack_string (self);
      function->line = asc_cursor_u32 (&self->cursor);
      self->failed |= function->name == NULL || function->mangled == NULL;
    }
}

AscDwarfResult *
asc_dwarf_result_unpack (GBytes *bytes)
{
  g_autoptr (AscDwarfResult) self = NULL;
  Unpacker unpacker = { 0 };
  guint32 n, n_places, n_functions, n_digests;
  gsize size;
  gconstpointer data = g_bytes_get_data (bytes, &size);

  asc_cursor_init (&unpacker.cursor, data, size, FALSE);
  n = asc_cursor_u32 (&unpacker.cursor);
  n_places = asc_cursor_u32 (&unpacker.cursor);
  n_functions = asc_cursor_u32 (&unpacker.cursor);
  n_digests = asc_cursor_u32 (&unpacker.cursor);
  unpacker.n_strings = asc_cursor_u32 (&unpacker.cursor);
  if (!asc_cursor_ok (&unpacker.cursor)
      || !find_strings (&unpacker, 12 * (gsize)n + 4 + 12 * (gsize)n_places + 16 * (gsize)n_functions + (4 + ASC_MD5_SIZE) * (gsize)n_digests))
    return NULL;
  self = asc_dwarf_result_new (NULL, n);
  self->image = g_bytes_ref (bytes);
  unpack_tables (&unpacker, self, n_places, n_functions);
  unpack_digests (&unpacker, self, n_digests);
  return unpacker.failed ? NULL : g_steal_pointer (&self);
}
