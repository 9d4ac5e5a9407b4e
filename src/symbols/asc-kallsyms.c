/* asc-kallsyms.c: see asc-kallsyms.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-kallsyms.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "asc-symbol-file.h"

/* /proc/kallsyms has some 10 MB; offsets into it are 32 bits wide. */
#define MAX_BYTES (512u << 20)
#define READ_BYTES (256 * 1024)

typedef struct
{
  guint64 address;
  guint32 name;   /* offset in the text */
  guint32 module; /* 0: the kernel */
} Entry;

struct _AscKallsyms
{
  AscKallsymsQuery query;
  GByteArray *text;
  gsize done; /* up to here the text is parsed */
  GArray *entries;
  GHashTable *modules; /* name -> number from 1 */
  guint64 last_address;
  gboolean ascending;
  gboolean any_address;
  gboolean has_reloc;
  gint64 shift;
  gboolean enough;
};

void
asc_kallsyms_free (AscKallsyms *self)
{
  g_byte_array_unref (self->text);
  g_array_unref (self->entries);
  g_hash_table_unref (self->modules);
  g_free (self);
}

/* The number of the module whose name, in brackets, ends the line; 0 when there is none. */
static guint32
parse_module (AscKallsyms *self, char *field)
{
  char *end;
  guint32 number;

  if (field == NULL || field[0] != '[' || (end = strchr (field, ']')) == NULL)
    return 0;
  *end = '\0';
  number = GPOINTER_TO_UINT (g_hash_table_lookup (self->modules, field + 1));
  if (number == 0)
    {
      number = g_hash_table_size (self->modules) + 1;
      g_hash_table_insert (self->modules, g_strdup (field + 1), GUINT_TO_POINTER (number));
    }
  return number;
}

/* Returns: behind the last digit. */
static char *
parse_hex (char *p, guint64 *value)
{
  *value = 0;
  for (; g_ascii_isxdigit (*p); p++)
    *value = *value << 4 | (guint64) g_ascii_xdigit_value (*p);
  return p;
}

/* @line: NUL-terminated, changed. Types as perf takes them: code and data, for data ends what stands before it. */
static void
parse_line (AscKallsyms *self, char *line)
{
  guint64 address;
  char *rest = parse_hex (line, &address);
  char *name, *tab;
  Entry entry = { .address = address };

  if (rest == line || rest[0] != ' ' || rest[1] == '\0' || rest[2] != ' ' || rest[3] == '\0')
    return;
  self->any_address = self->any_address || address != 0;
  if (strchr ("tTwWdDbB", rest[1]) == NULL)
    return;
  name = rest + 3;
  tab = strchr (name, '\t');
  if (tab != NULL)
    *tab++ = '\0';
  entry.module = parse_module (self, tab);
  entry.name = (guint32) (name - (char *) self->text->data);
  g_array_append_val (self->entries, entry);
  if (entry.module != 0)
    return;
  self->ascending = self->ascending && address >= self->last_address;
  self->last_address = address;
  if (self->query.reloc_symbol != NULL && !self->has_reloc && strcmp (name, self->query.reloc_symbol) == 0)
    {
      self->has_reloc = TRUE;
      self->shift = (gint64) (self->query.reloc_addr - address);
    }
  /* The kernel writes its symbols in ascending order, and that takes it as long as all the rest of our work. */
  self->enough = self->ascending && address != 0 && self->query.last_addr != G_MAXUINT64 && (self->has_reloc || self->query.reloc_symbol == NULL)
                 && address + (guint64) self->shift > self->query.last_addr;
}

static void
parse (AscKallsyms *self, gboolean at_end)
{
  while (!self->enough && self->done < self->text->len)
    {
      char *line = (char *) self->text->data + self->done;
      gsize left = self->text->len - self->done;
      char *end = memchr (line, '\n', left);

      if (end == NULL && !at_end)
        return;
      if (end == NULL)
        {
          g_byte_array_append (self->text, (const guint8 *) "", 1);
          line = (char *) self->text->data + self->done;
          end = line + left;
        }
      *end = '\0';
      self->done += (gsize) (end - line) + 1;
      parse_line (self, line);
    }
}

AscKallsyms *
asc_kallsyms_open (const char *path, const AscKallsymsQuery *query, GError **error)
{
  g_autoptr (AscKallsyms) self = g_new0 (AscKallsyms, 1);
  int fd;

  self->query = *query;
  self->ascending = TRUE;
  self->text = g_byte_array_new ();
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  self->modules = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  fd = asc_symbol_file_open (path, NULL, error);
  if (fd < 0)
    return NULL;
  while (!self->enough && self->text->len < MAX_BYTES)
    {
      guint before = self->text->len;
      gssize n;

      g_byte_array_set_size (self->text, before + READ_BYTES);
      n = read (fd, self->text->data + before, READ_BYTES);
      g_byte_array_set_size (self->text, before + (guint) MAX (n, 0));
      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        break;
      parse (self, FALSE);
    }
  close (fd);
  parse (self, TRUE);
  self->query.reloc_symbol = NULL;
  return g_steal_pointer (&self);
}

gboolean
asc_kallsyms_is_hidden (AscKallsyms *self)
{
  return !self->any_address;
}

gboolean
asc_kallsyms_has_reloc (AscKallsyms *self)
{
  return self->has_reloc;
}

gint64
asc_kallsyms_get_shift (AscKallsyms *self)
{
  return self->shift;
}

gboolean
asc_kallsyms_find (AscKallsyms *self, const char *name, guint64 *address)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);

      if (entry->module != 0 || entry->address == 0 || strcmp ((const char *) self->text->data + entry->name, name) != 0)
        continue;
      *address = entry->address + (guint64) self->shift;
      return TRUE;
    }
  return FALSE;
}

void
asc_kallsyms_add (AscKallsyms *self, const char *module, AscSymbolTable *table)
{
  guint32 number = module != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (self->modules, module)) : 0;

  guint64 highest = 0;

  if (module != NULL && number == 0)
    return;
  for (guint i = 0; i < self->entries->len; i++)
    if (g_array_index (self->entries, Entry, i).module == number)
      highest = MAX (highest, g_array_index (self->entries, Entry, i).address);
  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);
      AscSymbol symbol = { .start = entry->address, .name = (const char *) self->text->data + entry->name, .flags = ASC_SYMBOL_UNSIZED };

      if (entry->module != number || entry->address == 0)
        continue;
      symbol.start += (guint64) self->shift;
      /* As perf ends the last symbol of a list: at the page after the next page border (symbols__fixup_end). */
      symbol.end = ((symbol.start + 4095) & ~(guint64) 4095) + 4096;
      if (symbol.end < symbol.start || entry->address != highest)
        symbol.end = G_MAXUINT64;
      asc_symbol_table_add (table, &symbol);
    }
}

#define BOOT_ID "/proc/sys/kernel/random/boot_id"

/* The first line of the kept file. The kernel itself does not move between two boots. */
static char *
dup_boot_line (void)
{
  gsize size;
  g_autofree char *boot_id = asc_symbol_file_read (BOOT_ID, 4096, &size, NULL);

  return boot_id != NULL && size > 8 ? g_strdup_printf ("# boot %s\n", g_strchomp (boot_id)) : NULL;
}

static char *
dup_cache_path (void)
{
  return g_build_filename (g_get_user_cache_dir (), "ascribe", "kallsyms", NULL);
}

char *
asc_kallsyms_cache_find (void)
{
  g_autofree char *wanted = dup_boot_line ();
  g_autofree char *path = dup_cache_path ();
  char line[256] = "";
  gssize n = 0;
  int fd;

  if (wanted == NULL || strlen (wanted) >= sizeof line)
    return NULL;
  fd = asc_symbol_file_open (path, NULL, NULL);
  if (fd < 0)
    return NULL;
  n = read (fd, line, strlen (wanted));
  close (fd);
  return n == (gssize) strlen (wanted) && memcmp (line, wanted, (gsize) n) == 0 ? g_steal_pointer (&path) : NULL;
}

void
asc_kallsyms_cache_save (AscKallsyms *self)
{
  g_autofree char *first = dup_boot_line ();
  g_autofree char *path = dup_cache_path ();
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *part = NULL;
  g_autoptr (GString) text = g_string_new (first);

  /* A list that was not read to its end, or whose addresses are hidden, is of no use later. */
  if (first == NULL || self->enough || !self->any_address)
    return;
  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);

      if (entry->module == 0)
        g_string_append_printf (text, "%" G_GINT64_MODIFIER "x t %s\n", entry->address, (const char *) self->text->data + entry->name);
    }
  if (g_mkdir_with_parents (folder, 0700) != 0)
    return;
  /* Put in place whole, for another process may be reading; not synced, for after a crash it is of another boot. */
  part = g_strdup_printf ("%s.%d", path, (int) getpid ());
  if (!g_file_set_contents_full (part, text->str, (gssize) text->len, G_FILE_SET_CONTENTS_NONE, 0600, NULL) || g_rename (part, path) != 0)
    g_unlink (part);
}
