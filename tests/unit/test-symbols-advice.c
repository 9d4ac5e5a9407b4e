/* test-symbols-advice.c: where symbols and lines come from, and what would bring those that are missing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-packages.h"
#include "ascribe.h"
#include "test-symbols-maker.h"

/* The report on the fixture's library, with the symbols that lend its strings. */
typedef struct
{
  AscSymbols *symbols;
  const AscObjectSymbols *report;
} Result;

static void
result_clear (Result *self)
{
  g_clear_object (&self->symbols);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Result, result_clear)

static Result
look_up (AscObjectKind kind, const char *path, const AscBuildId *build_id, guint64 address, const AscSymbolOptions *options)
{
  Maker maker = maker_new ();
  g_autofree char *name = g_path_get_basename (path);
  guint32 object = maker_object (&maker, kind, path, name, build_id);
  g_autoptr (AscExperiment) experiment = NULL;
  Result result;

  maker_frame (&maker, object, address, 0);
  experiment = maker_finish (&maker, "/x");
  result.symbols = load (experiment, options);
  result.report = asc_symbols_get_object (result.symbols, object);
  return result;
}

static void
assert_result (const Result *result, AscSymbolsStatus status, AscSymbolsOrigin origin, const char *line_file, AscAdviceKind advice, const char *argument)
{
  g_assert_cmpint (result->report->status, ==, status);
  g_assert_cmpint (result->report->origin, ==, origin);
  g_assert_cmpstr (result->report->line_file, ==, line_file);
  g_assert_cmpuint (result->report->n_lined, ==, line_file != NULL ? 1 : 0);
  g_assert_cmpint (result->report->advice.kind, ==, advice);
  g_assert_cmpstr (result->report->advice.argument, ==, argument);
}

/* One library, whole, without lines, stripped, with its symbols elsewhere. */
static void
test_origins (void)
{
  Fixture fixture;
  g_autofree char *debug = NULL;
  g_autofree char *plain = NULL;

  if (!fixture_init (&fixture))
    return;
  debug = g_build_filename (fixture.folder, "libfixture.so.debug", NULL);
  plain = g_build_filename (fixture.folder, "libplain.so", NULL);
  if (!run ("cp %s %s", fixture.library, plain) || !run ("gcc -g -shared -nostdlib -Wl,--build-id=sha1 -o %s %s/lib.s", fixture.library, fixture.folder)
      || !run ("objcopy --only-keep-debug %s %s", fixture.library, debug))
    {
      g_test_skip ("no gcc or objcopy here");
      fixture_clear (&fixture);
      return;
    }
  {
    g_auto (Result) whole = look_up (ASC_OBJECT_FILE, fixture.library, NULL, fixture.text_offset, NULL);
    g_auto (Result) without_g = look_up (ASC_OBJECT_FILE, plain, NULL, fixture.text_offset, NULL);

    assert_result (&whole, ASC_SYMBOLS_FULL, ASC_ORIGIN_SYMTAB, fixture.library, ASC_ADVICE_NONE, NULL);
    assert_result (&without_g, ASC_SYMBOLS_FULL, ASC_ORIGIN_SYMTAB, NULL, ASC_ADVICE_BUILD, plain);
  }
  g_assert_true (run ("strip %s", fixture.library));
  g_assert_true (run ("mv %s %s.away", debug, debug));
  {
    g_auto (Result) exported = look_up (ASC_OBJECT_FILE, fixture.library, NULL, fixture.text_offset, NULL);

    assert_result (&exported, ASC_SYMBOLS_EXPORTED, ASC_ORIGIN_DYNSYM, NULL, ASC_ADVICE_BUILD, fixture.library);
    g_assert_cmpstr (asc_describe_symbols (exported.report), ==, "exported only");
    g_assert_cmpstr (asc_describe_lines (exported.report), ==, "none");
  }
  g_assert_true (run ("mv %s.away %s", debug, debug));
  g_assert_true (run ("objcopy --add-gnu-debuglink=%s %s", debug, fixture.library));
  {
    g_auto (Result) linked = look_up (ASC_OBJECT_FILE, fixture.library, NULL, fixture.text_offset, NULL);

    assert_result (&linked, ASC_SYMBOLS_FULL, ASC_ORIGIN_DEBUG_FILE, debug, ASC_ADVICE_NONE, NULL);
    g_assert_cmpstr (asc_describe_lines (linked.report), ==, "debug file");
  }
  fixture_clear (&fixture);
}

static void
test_packed (void)
{
  Fixture fixture;

  if (!fixture_init (&fixture))
    return;
  if (!run ("sh -c 'cd %s && objcopy --only-keep-debug libfixture.so mini && strip libfixture.so && xz mini && "
            "objcopy --add-section .gnu_debugdata=mini.xz libfixture.so'",
            fixture.folder))
    g_test_skip ("no objcopy or xz here");
  else
    {
      g_auto (Result) packed = look_up (ASC_OBJECT_FILE, fixture.library, NULL, fixture.text_offset, NULL);

      assert_result (&packed, ASC_SYMBOLS_FULL, ASC_ORIGIN_MINIDEBUG, NULL, ASC_ADVICE_BUILD, fixture.library);
    }
  fixture_clear (&fixture);
}

/* No file, another one, one without any symbols. */
static void
test_missing (void)
{
  Fixture fixture;
  AscBuildId other;
  AscSymbolOptions no_live = { .no_live = TRUE };

  g_unsetenv ("DEBUGINFOD_URLS");
  if (!fixture_init (&fixture))
    return;
  other = fixture.build_id;
  other.bytes[3] ^= 1;
  {
    g_auto (Result) refused = look_up (ASC_OBJECT_FILE, fixture.library, &other, fixture.text_offset, NULL);
    g_auto (Result) gone = look_up (ASC_OBJECT_FILE, NOWHERE, &other, fixture.text_offset, NULL);
    g_auto (Result) unproved = look_up (ASC_OBJECT_FILE, NOWHERE, NULL, fixture.text_offset, NULL);
    g_auto (Result) vdso = look_up (ASC_OBJECT_VDSO, "[vdso]", &other, 0x800, NULL);
    g_auto (Result) kernel = look_up (ASC_OBJECT_KERNEL, "[kernel.kallsyms]", &other, 0xffffffff81001000, &no_live);
    g_auto (Result) jit = look_up (ASC_OBJECT_JIT, "//anon", NULL, 0x7f0000001000, &no_live);
    g_autofree char *sentence = asc_dup_advice (&jit.report->advice);

    assert_result (&refused, ASC_SYMBOLS_MISMATCH, ASC_ORIGIN_NOTHING, NULL, ASC_ADVICE_FILE, fixture.library);
    g_assert_cmpstr (asc_describe_symbols (refused.report), ==, "another build");
    assert_result (&gone, ASC_SYMBOLS_MISSING, ASC_ORIGIN_NOTHING, NULL, ASC_ADVICE_FILE, NOWHERE);
    assert_result (&unproved, ASC_SYMBOLS_MISSING, ASC_ORIGIN_NOTHING, NULL, ASC_ADVICE_SYSROOT, NOWHERE);
    assert_result (&vdso, ASC_SYMBOLS_MISSING, ASC_ORIGIN_NOTHING, NULL, ASC_ADVICE_FILE, "[vdso]");
    assert_result (&kernel, ASC_SYMBOLS_MISSING, ASC_ORIGIN_NOTHING, NULL, ASC_ADVICE_KALLSYMS, NULL);
    assert_result (&jit, ASC_SYMBOLS_MISSING, ASC_ORIGIN_NOTHING, NULL, ASC_ADVICE_PERF_MAP, "/tmp/perf--1.map");
    g_assert_cmpstr (sentence, ==, "Have the program write /tmp/perf--1.map");
  }
  g_assert_true (run ("objcopy --strip-all --remove-section=.symtab --remove-section=.dynsym --remove-section=.hash --remove-section=.gnu.hash %s", fixture.library));
  {
    g_auto (Result) nothing = look_up (ASC_OBJECT_FILE, fixture.library, NULL, fixture.text_offset, NULL);

    assert_result (&nothing, ASC_SYMBOLS_NONE, ASC_ORIGIN_NOTHING, NULL, ASC_ADVICE_BUILD, fixture.library);
  }
  fixture_clear (&fixture);
}

/* Where nothing may be taken from this system, the list that is there hides its addresses. */
static void
test_kernel (void)
{
  static const char id[] = "aabbccddeeff00112233445566778899aabbccdd";
  static const char shown[] = "ffffffff81000000 T _text\nffffffff81001000 t work\nffffffff81002000 T _etext\n";
  g_autofree char *folder = g_dir_make_tmp ("asc-kernel-XXXXXX", NULL);
  g_autofree char *dir = g_build_filename (folder, "[kernel.kallsyms]", id, NULL);
  g_autofree char *list = g_build_filename (dir, "kallsyms", NULL);
  const char *paths[] = { folder, NULL };
  AscSymbolOptions options = { .symbol_paths = paths, .no_live = TRUE };
  AscBuildId build_id;

  g_assert_true (asc_build_id_from_hex (&build_id, id));
  g_assert_cmpint (g_mkdir_with_parents (dir, 0700), ==, 0);
  g_assert_true (g_file_set_contents (list, "0000000000000000 T _text\n0000000000000000 t work\n", -1, NULL));
  {
    g_auto (Result) hidden = look_up (ASC_OBJECT_KERNEL, "[kernel.kallsyms]", &build_id, 0xffffffff81001000, &options);

    assert_result (&hidden, ASC_SYMBOLS_NONE, ASC_ORIGIN_NOTHING, NULL, ASC_ADVICE_RESTRICTED, NULL);
  }
  g_assert_true (g_file_set_contents (list, shown, -1, NULL));
  {
    g_auto (Result) listed = look_up (ASC_OBJECT_KERNEL, "[kernel.kallsyms]", &build_id, 0xffffffff81001008, &options);

    assert_result (&listed, ASC_SYMBOLS_FULL, ASC_ORIGIN_KALLSYMS, NULL, ASC_ADVICE_VMLINUX, "[kernel.kallsyms]");
    g_assert_cmpstr (listed.report->file, ==, list);
  }
  run ("rm -rf %s", folder);
}

/* Lists as dpkg has them: of one architecture or all, the path before the merge of /usr. */
static void
test_packages (void)
{
  g_autofree char *dir = g_dir_make_tmp ("asc-packages-XXXXXX", NULL);
  g_autofree char *libc = g_build_filename (dir, "libc6:amd64.list", NULL);
  g_autofree char *dash = g_build_filename (dir, "dash.list", NULL);
  g_autofree char *other = g_build_filename (dir, "other.md5sums", NULL);
  const char *paths[] = { "/usr/lib/x86_64-linux-gnu/libc.so.6", "/bin/dash", "/usr/bin/mine", "/usr/bin/das" };
  g_autoptr (GHashTable) found = NULL;
  g_autoptr (GHashTable) nothing = NULL;
  g_autofree char *of_libc = asc_packages_dup_debug ("libc6");
  g_autofree char *of_dash = asc_packages_dup_debug ("dash");

  g_assert_true (g_file_set_contents (libc, "/.\n/lib\n/lib/x86_64-linux-gnu/libc.so.6\n/usr/share/doc\n", -1, NULL));
  g_assert_true (g_file_set_contents (dash, "/.\n\n/usr/bin\n/usr/bin/dash", -1, NULL));
  g_assert_true (g_file_set_contents (other, "/usr/bin/mine\n", -1, NULL));
  found = asc_packages_find (dir, paths, G_N_ELEMENTS (paths));
  g_assert_cmpuint (g_hash_table_size (found), ==, 2);
  g_assert_cmpstr (g_hash_table_lookup (found, paths[0]), ==, "libc6");
  g_assert_cmpstr (g_hash_table_lookup (found, paths[1]), ==, "dash");
  g_assert_true (asc_packages_has (dir, "dash"));
  g_assert_false (asc_packages_has (dir, "other"));
  g_assert_cmpstr (of_libc, ==, "libc6-dbg");
  g_assert_cmpstr (of_dash, ==, "dash-dbgsym");
  nothing = asc_packages_find ("/nowhere/at/all", paths, G_N_ELEMENTS (paths));
  g_assert_cmpuint (g_hash_table_size (nothing), ==, 0);
  run ("rm -rf %s", dir);
}

/* The package that dpkg says owns @path, in the spelling that it has. Returns: (transfer full) (nullable) */
static char *
ask_dpkg (const char *path)
{
  g_autofree char *command = g_strdup_printf ("dpkg -S %s", path);
  g_autofree char *owner = NULL;
  int status = -1;

  if (!g_spawn_command_line_sync (command, &owner, NULL, &status, NULL) || status != 0)
    return NULL;
  owner[strcspn (owner, ":")] = '\0';
  return g_steal_pointer (&owner);
}

/* The copy that `perf record` puts into its cache is read first; the package is that of the installed file all the same. */
static void
check_cached (const char *path, const char *package)
{
  g_autoptr (AscElf) elf = asc_elf_open (path, NULL);
  const AscBuildId *build_id = asc_elf_get_build_id (elf);
  g_autofree char *hex = asc_build_id_to_hex (build_id);
  g_autofree char *dir = g_strdup_printf ("%s/.debug/.build-id/%.2s/%s", g_get_home_dir (), hex, build_id->size > 0 ? hex + 2 : "");
  g_autofree char *copy = g_build_filename (dir, "elf", NULL);

  if (build_id->size == 0)
    return;
  g_assert_true (run ("mkdir -p %s", dir));
  g_assert_true (run ("cp %s %s", path, copy));
  {
    g_auto (Result) cached = look_up (ASC_OBJECT_FILE, path, build_id, 0x1000, NULL);

    g_assert_cmpstr (cached.report->file, ==, copy);
    g_assert_cmpint (cached.report->advice.kind, ==, ASC_ADVICE_INSTALL);
    g_assert_cmpstr (cached.report->advice.argument, ==, package);
  }
}

/* Programs of this system that are stripped, against what dpkg itself says. */
static void
test_installed (void)
{
  static const char *const paths[][2] = { { "/usr/bin/dash", "/bin/dash" }, { "/usr/bin/make", NULL }, { "/usr/bin/dpkg", NULL }, { "/usr/bin/xz", NULL } };
  guint n = 0;

  g_unsetenv ("DEBUGINFOD_URLS");
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autofree char *owner = g_file_test (paths[i][0], G_FILE_TEST_IS_REGULAR) ? ask_dpkg (paths[i][0]) : NULL;
      g_autofree char *expected = NULL;
      g_auto (Result) found = { 0 };

      if (owner == NULL && paths[i][1] != NULL)
        owner = ask_dpkg (paths[i][1]);
      if (owner == NULL)
        continue;
      found = look_up (ASC_OBJECT_FILE, paths[i][0], NULL, 0x1000, NULL);
      if (found.report->line_file != NULL)
        continue;
      expected = g_strconcat (owner, "-dbgsym", NULL);
      g_assert_cmpint (found.report->advice.kind, ==, ASC_ADVICE_INSTALL);
      g_assert_cmpstr (found.report->advice.argument, ==, expected);
      check_cached (paths[i][0], expected);
      n++;
    }
  if (n == 0)
    g_test_skip ("no stripped program here that dpkg knows");
}

int
main (int argc, char *argv[])
{
  g_autofree char *home = g_dir_make_tmp ("asc-home-XXXXXX", NULL);
  int status;

  g_setenv ("HOME", home, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/symbols/advice/origins", test_origins);
  g_test_add_func ("/symbols/advice/packed", test_packed);
  g_test_add_func ("/symbols/advice/missing", test_missing);
  g_test_add_func ("/symbols/advice/kernel", test_kernel);
  g_test_add_func ("/symbols/advice/packages", test_packages);
  g_test_add_func ("/symbols/advice/installed", test_installed);
  status = g_test_run ();
  run ("rm -rf %s", home);
  return status;
}
