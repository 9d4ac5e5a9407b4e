/* test-elf.c: ELF symbols against readelf, objdump and c++filt
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#include "asc-demangle.h"
#include "asc-elf.h"
#include "asc-test-paths.h"
#include "test-lines.h"

static char *
run_tool (const char *const *argv)
{
  g_autofree char *out = NULL;
  g_autofree char *program = g_find_program_in_path (argv[0]);
  g_autoptr (GError) error = NULL;

  if (program == NULL)
    {
      g_autofree char *reason = g_strdup_printf ("no %s here", argv[0]);
      g_test_skip (reason);
      return NULL;
    }
  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &out, NULL, NULL, &error);
  g_assert_no_error (error);
  return g_steal_pointer (&out);
}

static char *
strip_version (const char *name)
{
  const char *at = strchr (name + 1, '@');

  return at != NULL ? g_strndup (name, (gsize) (at - name)) : g_strdup (name);
}

/* What readelf says of one address, judged by the rules of docs/symbols.md. */
typedef struct
{
  GPtrArray *names; /* of the highest rank */
  guint rank;
  guint64 size;
} Expected;

static void
expected_free (Expected *self)
{
  g_ptr_array_unref (self->names);
  g_free (self);
}

/* Lines: "  12: 0000000000001000   34 FUNC    GLOBAL DEFAULT   14 name@@VERSION (2)" */
static void
read_expected (const char *path, const GArray *text_sections, GHashTable *table)
{
  const char *argv[] = { "readelf", "-sW", path, NULL };
  g_autofree char *out = run_tool (argv);
  g_auto (GStrv) lines = out != NULL ? split_lines (out) : NULL;

  for (guint i = 0; lines != NULL && lines[i] != NULL; i++)
    {
      char type[32], bind[32], visibility[32], section[32], size_text[32], name[4096];
      guint64 address, size;
      guint number, rank;
      Expected *expected;
      gboolean is_label;

      if (sscanf (lines[i], " %u: %lx %31s %31s %31s %31s %31s %4095s", &number, &address, size_text, type, bind, visibility, section, name) != 8)
        continue;
      size = g_ascii_strtoull (size_text, NULL, 0);
      is_label = g_str_equal (type, "NOTYPE");
      if (!g_ascii_isdigit (section[0]) || !(g_str_equal (type, "FUNC") || g_str_equal (type, "IFUNC") || is_label))
        continue;
      if (is_label)
        {
          gboolean in_text = FALSE;

          for (guint j = 0; j < text_sections->len; j++)
            in_text = in_text || g_array_index (text_sections, guint, j) == (guint) atoi (section);
          if (!in_text || g_str_equal (visibility, "HIDDEN") || g_str_equal (visibility, "INTERNAL"))
            continue;
        }
      rank = (size > 0) * 8 + !is_label * 4 + !g_str_equal (bind, "WEAK") * 2 + g_str_equal (bind, "GLOBAL");
      expected = g_hash_table_lookup (table, &address);
      if (expected == NULL)
        {
          expected = g_new0 (Expected, 1);
          expected->names = g_ptr_array_new_with_free_func (g_free);
          g_hash_table_insert (table, g_memdup2 (&address, sizeof address), expected);
        }
      if (rank > expected->rank)
        g_ptr_array_set_size (expected->names, 0);
      if (rank >= expected->rank)
        {
          expected->rank = rank;
          expected->size = size;
          g_ptr_array_add (expected->names, strip_version (name));
        }
    }
}

static GArray *
read_text_sections (const char *path)
{
  const char *argv[] = { "readelf", "-SW", path, NULL };
  g_autofree char *out = run_tool (argv);
  g_auto (GStrv) lines = out != NULL ? split_lines (out) : NULL;
  GArray *sections = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; lines != NULL && lines[i] != NULL; i++)
    {
      guint number;
      char name[256];

      if (sscanf (lines[i], " [%u] %255s", &number, name) == 2 && strstr (name, "text") != NULL)
        g_array_append_val (sections, number);
    }
  return sections;
}

static int
compare_u64 (gconstpointer a, gconstpointer b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

static void
check_against_readelf (const char *path)
{
  g_autoptr (GHashTable) expected = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, (GDestroyNotify) expected_free);
  g_autoptr (GArray) text_sections = NULL;
  g_autoptr (AscSymbolTable) table = asc_symbol_table_new (ASC_SYMBOL_ORDER_NAMES);
  g_autoptr (GArray) addresses = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autofree AscSymbolHit *hits = NULL;
  g_autoptr (GError) error = NULL;
  GHashTableIter iter;
  gpointer key, value;
  AscElf *elf;
  gint64 start;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return;
  text_sections = read_text_sections (path);
  read_expected (path, text_sections, expected);
  start = g_get_monotonic_time ();
  elf = asc_elf_open (path, &error);
  g_assert_no_error (error);
  g_assert_true (asc_elf_add_symbols (elf, NULL, table, &error));
  g_assert_no_error (error);
  g_hash_table_iter_init (&iter, expected);
  while (g_hash_table_iter_next (&iter, &key, &value))
    g_array_append_vals (addresses, key, 1);
  g_array_sort (addresses, compare_u64);
  hits = g_new0 (AscSymbolHit, addresses->len + 1);
  asc_symbol_table_look_up (table, (const guint64 *) (gpointer) addresses->data, addresses->len, hits);
  g_test_message ("%s: %u symbols, %u addresses, %ld us", path, asc_symbol_table_get_size (table), addresses->len, (long) (g_get_monotonic_time () - start));
  for (guint i = 0; i < addresses->len; i++)
    {
      guint64 address = g_array_index (addresses, guint64, i);
      const Expected *want = g_hash_table_lookup (expected, &address);
      g_autofree char *name = NULL;

      g_assert_nonnull (hits[i].symbol);
      name = strip_version (hits[i].symbol->name);
      if (hits[i].symbol->flags & ASC_SYMBOL_PLT)
        continue;
      g_assert_cmphex (hits[i].symbol->start, ==, address);
      if (!g_ptr_array_find_with_equal_func (want->names, name, g_str_equal, NULL))
        g_error ("%s: at %lx %s, expected %s", path, address, name, (char *) g_ptr_array_index (want->names, 0));
      if (want->size > 0)
        g_assert_cmpuint (hits[i].symbol->end, ==, address + want->size);
    }
}

/* Lines: "0000000000001030 <puts@plt>:" */
static guint
check_plt (const char *path, const char *objdump)
{
  const char *argv[] = { objdump, "-d", "-j", ".plt", "-j", ".plt.sec", "-j", ".plt.got", path, NULL };
  g_autofree char *out = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (AscSymbolTable) table = asc_symbol_table_new (ASC_SYMBOL_ORDER_NAMES);
  AscElf *elf;
  guint n = 0;

  if (!g_file_test (path, G_FILE_TEST_EXISTS) || (out = run_tool (argv)) == NULL)
    return 0;
  lines = split_lines (out);
  elf = asc_elf_open (path, NULL);
  g_assert_nonnull (elf);
  asc_elf_add_symbols (elf, NULL, table, NULL);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      guint64 address;
      char label[4096];
      AscSymbolHit hit;

      if (sscanf (lines[i], "%lx <%4095[^>]>:", &address, label) != 2 || !g_str_has_suffix (label, "@plt"))
        continue;
      asc_symbol_table_look_up (table, &address, 1, &hit);
      if (hit.symbol == NULL)
        g_error ("%s: nothing at %lx, objdump has %s", path, address, label);
      g_assert_cmpstr (hit.symbol->name, ==, label);
      g_assert_cmphex (hit.symbol->start, ==, address);
      n++;
    }
  g_test_message ("%s: %u PLT entries as in objdump", path, n);
  return n;
}

static const char *const system_files[] = {
  "/lib/x86_64-linux-gnu/libc.so.6",
  "/lib/x86_64-linux-gnu/libstdc++.so.6",
  "/lib/x86_64-linux-gnu/libm.so.6",
  "/lib64/ld-linux-x86-64.so.2",
  "/usr/bin/perf",
  "/usr/bin/gdb",
  "/bin/ls",
};

static void
test_readelf (void)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);

  check_against_readelf (self);
  for (guint i = 0; i < G_N_ELEMENTS (system_files); i++)
    check_against_readelf (system_files[i]);
}

/* Programs and debug files of known build: C++, Rust, split, stripped, static. */
static void
test_cases (void)
{
  static const char *const files[] = {
    "bin/figure",          "bin/libc.so.6",       "bin/libstdc++.so.6",      "bin/instrument_pg", "bin/libnodebug.so", "inline/dwarf5",
    "inline/nopie",        "inline/rust_v0",      "inline/rust_legacy",      "inline/debuglink",  "inline/minidebug",  "inline/plugin.so",
    "inline/gz",           "inline/debuglink.debug",
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *name = g_strconcat ("made/recordings/", files[i], NULL);
      g_autofree char *path = asc_test_case_path (name);

      if (path == NULL)
        return;
      check_against_readelf (path);
      if (!g_str_has_suffix (path, ".debug"))
        check_plt (path, "objdump");
    }
}

/* The debug file of libc: 20,000 symbols, many of them aliases and labels. */
static void
test_debug_file (void)
{
  g_autoptr (AscElf) libc = asc_elf_open (system_files[0], NULL);
  g_autofree char *hex = libc != NULL ? asc_build_id_to_hex (asc_elf_get_build_id (libc)) : NULL;
  g_autofree char *path = hex != NULL ? g_strdup_printf ("/usr/lib/debug/.build-id/%.2s/%s.debug", hex, hex + 2) : NULL;

  if (path == NULL || !g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("no debug file of libc here");
      return;
    }
  check_against_readelf (path);
}

static void
test_plt (void)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);

  check_plt (self, "objdump");
  for (guint i = 0; i < G_N_ELEMENTS (system_files); i++)
    check_plt (system_files[i], "objdump");
}

static const char foreign_source[] = "extern int helper (int); extern void *other (long);\n"
                                     "int twice (int a) { return helper (a) + helper (a + 1); }\n"
                                     "static __attribute__ ((noinline)) int inner (int a) { return a + (other (a) != 0); }\n"
                                     "int outer (int a) { return inner (a) * 3; }\n";

/* 32 and 64 bits, both byte orders. */
static void
test_foreign (void)
{
  static const struct
  {
    const char *target;
    guint n_plt; /* entries that are to be named; 0: this machine's are not looked for */
  } cases[] = {
    { "aarch64-linux-gnu", 2 }, { "i386-linux-gnu", 2 }, { "x86_64-linux-gnu", 2 }, { "armv7-linux-gnueabi", 0 },
    { "mips-linux-gnu", 0 }, { "powerpc-linux-gnu", 0 }, { "riscv64-linux-gnu", 0 },
  };
  g_autofree char *folder = g_dir_make_tmp ("asc-foreign-XXXXXX", NULL);
  g_autofree char *source = g_build_filename (folder, "f.c", NULL);
  g_autofree char *library = g_build_filename (folder, "f.so", NULL);

  g_assert_true (g_file_set_contents (source, foreign_source, -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *command = g_strdup_printf ("clang --target=%s -shared -nostdlib -fuse-ld=lld -fPIC -O1 -o %s %s", cases[i].target, library, source);
      int status = -1;

      if (!g_spawn_command_line_sync (command, NULL, NULL, &status, NULL) || status != 0)
        {
          g_test_skip ("no clang and lld here that make libraries for other machines");
          break;
        }
      check_against_readelf (library);
      if (cases[i].n_plt > 0)
        g_assert_cmpuint (check_plt (library, "llvm-objdump"), ==, cases[i].n_plt);
    }
  g_remove (library);
  g_remove (source);
  g_rmdir (folder);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/elf/readelf", test_readelf);
  g_test_add_func ("/elf/plt", test_plt);
  g_test_add_func ("/elf/cases", test_cases);
  g_test_add_func ("/elf/debug-file", test_debug_file);
  g_test_add_func ("/elf/foreign", test_foreign);
  return g_test_run ();
}
