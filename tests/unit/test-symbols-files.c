/* test-symbols-files.c: where the files with symbols are found, and which are refused
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sys/stat.h>
#include <utime.h>

#include "test-symbols-maker.h"

static void
test_recorded_path (void)
{
  Fixture fixture;
  AscBuildId other;
  AscSymbolOptions no_live = { .no_live = TRUE };

  if (!fixture_init (&fixture))
    return;
  other = fixture.build_id;
  other.bytes[3] ^= 1;
  {
    g_auto (Outcome) plain = load_fixture (&fixture, "/x", fixture.library, NULL, NULL);
    g_auto (Outcome) proved = load_fixture (&fixture, "/x", fixture.library, &fixture.build_id, NULL);
    g_auto (Outcome) refused = load_fixture (&fixture, "/x", fixture.library, &other, NULL);
    g_auto (Outcome) missing = load_fixture (&fixture, "/x", NOWHERE, NULL, NULL);
    g_auto (Outcome) forbidden = load_fixture (&fixture, "/x", fixture.library, &fixture.build_id, &no_live);
    g_autofree char *deleted = g_strconcat (fixture.library, " (deleted)", NULL);
    g_auto (Outcome) unproved = load_fixture (&fixture, "/x", deleted, NULL, NULL);
    g_auto (Outcome) still_there = load_fixture (&fixture, "/x", deleted, &fixture.build_id, NULL);
    g_autofree char *hex = asc_build_id_to_hex (&other);

    assert_first (&plain, fixture.library);
    assert_first (&proved, fixture.library);
    g_assert_cmpint (refused.status, ==, ASC_SYMBOLS_MISMATCH);
    g_assert_nonnull (strstr (refused.problem, hex));
    g_assert_nonnull (strstr (refused.problem, "--symbols"));
    g_assert_cmpstr (refused.name, ==, "<static>@0x0 (<libfixture.so>)");
    g_assert_cmpint (missing.status, ==, ASC_SYMBOLS_MISSING);
    g_assert_nonnull (missing.problem);
    g_assert_cmpint (forbidden.status, ==, ASC_SYMBOLS_MISSING);
    g_assert_cmpint (unproved.status, ==, ASC_SYMBOLS_MISSING);
    assert_first (&still_there, fixture.library);
  }
  fixture_clear (&fixture);
}

/* A file that was changed after the recording, of which no build-id was recorded, may be another one. */
static void
test_newer (void)
{
  Fixture fixture;

  if (!fixture_init (&fixture))
    return;
  {
    g_autofree char *data = g_build_filename (fixture.folder, "run.data", NULL);
    struct utimbuf old = { 1000000000, 1000000000 };

    g_assert_true (g_file_set_contents (data, "", 0, NULL));
    {
      g_auto (Outcome) new_recording = load_fixture (&fixture, data, fixture.library, NULL, NULL);

      assert_first (&new_recording, fixture.library);
      g_assert_null (new_recording.problem);
    }
    g_assert_cmpint (g_utime (data, &old), ==, 0);
    {
      g_auto (Outcome) unproved = load_fixture (&fixture, data, fixture.library, NULL, NULL);
      g_auto (Outcome) proved = load_fixture (&fixture, data, fixture.library, &fixture.build_id, NULL);

      g_assert_cmpint (unproved.status, ==, ASC_SYMBOLS_FULL);
      g_assert_nonnull (strstr (unproved.problem, "newer than the recording"));
      g_assert_null (proved.problem);
    }
    remove (data);
  }
  fixture_clear (&fixture);
}

static void
test_folders (void)
{
  Fixture fixture;

  if (!fixture_init (&fixture))
    return;
  {
    g_autofree char *data = g_build_filename (fixture.folder, "run.data", NULL);
    g_autofree char *beside = g_build_filename (fixture.folder, "run.data.symbols", "deep", "er", NULL);
    g_autofree char *moved = g_build_filename (beside, "libfixture.so", NULL);
    g_autofree char *folder = g_build_filename (fixture.folder, "folder", NULL);
    g_autofree char *within = g_build_filename (folder, "symbols", NULL);
    g_autofree char *in_folder = g_build_filename (within, "any-name", NULL);
    g_autofree char *sysroot = g_build_filename (fixture.folder, "root", NULL);
    g_autofree char *below = g_build_filename (sysroot, NOWHERE, NULL);
    g_autofree char *below_dir = g_path_get_dirname (below);
    const char *paths[] = { moved, NULL };
    const char *folders[] = { within, NULL };
    AscSymbolOptions by_file = { .symbol_paths = paths, .no_live = TRUE };
    AscSymbolOptions by_folder = { .symbol_paths = folders };
    AscSymbolOptions by_sysroot = { .sysroot = sysroot };

    g_assert_true (run ("mkdir -p %s %s %s", beside, within, below_dir));
    g_assert_true (run ("cp %s %s", fixture.library, moved));
    g_assert_true (run ("cp %s %s", fixture.library, in_folder));
    g_assert_true (run ("cp %s %s", fixture.library, below));
    {
      g_auto (Outcome) own = load_fixture (&fixture, data, NOWHERE, &fixture.build_id, NULL);
      g_auto (Outcome) own_name = load_fixture (&fixture, data, NOWHERE, NULL, NULL);
      g_auto (Outcome) own_folder = load_fixture (&fixture, folder, NOWHERE, &fixture.build_id, NULL);
      g_auto (Outcome) file = load_fixture (&fixture, "/x", NOWHERE, &fixture.build_id, &by_file);
      g_auto (Outcome) other_name = load_fixture (&fixture, "/x", NOWHERE, NULL, &by_folder);
      g_auto (Outcome) root = load_fixture (&fixture, "/x", NOWHERE, &fixture.build_id, &by_sysroot);

      assert_first (&own, moved);
      assert_first (&own_name, moved);
      assert_first (&own_folder, in_folder);
      assert_first (&file, moved);
      g_assert_cmpint (other_name.status, ==, ASC_SYMBOLS_MISSING);
      assert_first (&root, below);
    }
  }
  fixture_clear (&fixture);
}

/* perf's cache: ~/.debug/.build-id/xx/yyyy -> ../../NAME/BUILD-ID, with elf in it. */
static void
test_cache (void)
{
  Fixture fixture;

  if (!fixture_init (&fixture))
    return;
  {
    g_autofree char *hex = asc_build_id_to_hex (&fixture.build_id);
    g_autofree char *real = g_strdup_printf ("%s/.debug/lib/libfixture.so/%s", g_get_home_dir (), hex);
    g_autofree char *links = g_strdup_printf ("%s/.debug/.build-id/%.2s", g_get_home_dir (), hex);
    g_autofree char *expected = g_strdup_printf ("%s/%s/elf", links, hex + 2);

    g_assert_true (run ("mkdir -p %s %s", real, links));
    g_assert_true (run ("cp %s %s/elf", fixture.library, real));
    g_assert_true (run ("ln -s %s %s/%s", real, links, hex + 2));
    {
      g_auto (Outcome) cached = load_fixture (&fixture, "/x", NOWHERE, &fixture.build_id, NULL);

      assert_first (&cached, expected);
    }
    /* The other tests' library has the same build-id. */
    g_assert_true (run ("rm -rf %s/.debug", g_get_home_dir ()));
  }
  fixture_clear (&fixture);
}

static void
test_debug_file (void)
{
  Fixture fixture;

  if (!fixture_init (&fixture))
    return;
  {
    g_autofree char *hex = asc_build_id_to_hex (&fixture.build_id);
    g_autofree char *dir = g_strdup_printf ("%s/debug/.build-id/%.2s", fixture.folder, hex);
    g_autofree char *debug = g_strdup_printf ("%s/%s.debug", dir, hex + 2);
    g_autofree char *root = g_build_filename (fixture.folder, "debug", NULL);
    const char *dirs[] = { root, NULL };
    AscSymbolOptions options = { .debug_dirs = dirs };

    g_assert_true (run ("mkdir -p %s", dir));
    if (!run ("objcopy --only-keep-debug %s %s", fixture.library, debug) || !run ("strip %s", fixture.library))
      {
        g_test_skip ("no objcopy here");
        fixture_clear (&fixture);
        return;
      }
    {
      g_auto (Outcome) exported = load_fixture (&fixture, "/x", fixture.library, &fixture.build_id, NULL);
      g_auto (Outcome) full = load_fixture (&fixture, "/x", fixture.library, NULL, &options);
      g_auto (Outcome) alone = load_fixture (&fixture, "/x", NOWHERE, &fixture.build_id, &options);

      g_assert_cmpint (exported.status, ==, ASC_SYMBOLS_EXPORTED);
      g_assert_cmpstr (exported.name, ==, "first");
      assert_first (&full, fixture.library);
      g_assert_cmpstr (full.debug_file, ==, debug);
      g_assert_cmpint (alone.status, ==, ASC_SYMBOLS_FULL);
      g_assert_cmpstr (alone.debug_file, ==, debug);
    }
    /* Prelink moves the program and not its debug file. */
    g_assert_true (run ("objcopy --adjust-vma=0x10000 %s", debug));
    {
      g_auto (Outcome) moved = load_fixture (&fixture, "/x", fixture.library, &fixture.build_id, &options);

      assert_first (&moved, fixture.library);
    }
    /* Of another build: refused. */
    g_assert_true (run ("objcopy --remove-section=.note.gnu.build-id %s", debug));
    {
      g_auto (Outcome) other = load_fixture (&fixture, "/x", fixture.library, &fixture.build_id, &options);

      g_assert_cmpint (other.status, ==, ASC_SYMBOLS_EXPORTED);
      g_assert_null (other.debug_file);
    }
  }
  fixture_clear (&fixture);
}

/* Without a build-id the checksum decides. */
static void
test_debuglink (void)
{
  Fixture fixture;

  if (!fixture_init (&fixture))
    return;
  {
    g_autofree char *debug = g_build_filename (fixture.folder, ".debug", "libfixture.so.debug", NULL);
    g_autofree char *dir = g_path_get_dirname (debug);

    g_assert_true (run ("mkdir %s", dir));
    if (!run ("objcopy --remove-section=.note.gnu.build-id %s", fixture.library) || !run ("objcopy --only-keep-debug %s %s", fixture.library, debug)
        || !run ("strip %s", fixture.library) || !run ("objcopy --add-gnu-debuglink=%s %s", debug, fixture.library))
      {
        g_test_skip ("no objcopy here");
        fixture_clear (&fixture);
        return;
      }
    {
      g_auto (Outcome) linked = load_fixture (&fixture, "/x", fixture.library, NULL, NULL);

      assert_first (&linked, fixture.library);
      g_assert_cmpstr (linked.debug_file, ==, debug);
    }
    g_assert_true (run ("sh -c 'echo >>%s'", debug));
    {
      g_auto (Outcome) changed = load_fixture (&fixture, "/x", fixture.library, NULL, NULL);

      g_assert_cmpint (changed.status, ==, ASC_SYMBOLS_EXPORTED);
      g_assert_null (changed.debug_file);
    }
  }
  fixture_clear (&fixture);
}

/* Fedora's way: a stripped ELF file with .symtab alone, packed by xz, in .gnu_debugdata. */
static void
test_minidebug (void)
{
  Fixture fixture;
  Maker maker;
  guint32 object;
  g_autoptr (AscExperiment) experiment = NULL;
  g_autoptr (AscSymbols) symbols = NULL;

  if (!fixture_init (&fixture))
    return;
  if (!run ("sh -c 'cd %s && objcopy --only-keep-debug libfixture.so mini && strip libfixture.so && xz mini && "
            "objcopy --add-section .gnu_debugdata=mini.xz libfixture.so'",
            fixture.folder))
    {
      g_test_skip ("no objcopy or xz here");
      fixture_clear (&fixture);
      return;
    }
  maker = maker_new ();
  object = maker_object (&maker, ASC_OBJECT_FILE, fixture.library, "libfixture.so", NULL);
  maker_frame (&maker, object, fixture.text_offset + 48, 0);
  experiment = maker_finish (&maker, "/x");
  symbols = load (experiment, NULL);
  /* A local label: .dynsym does not have it. */
  g_assert_cmpstr (get_name (symbols, object, fixture.text_offset + 48), ==, "label");
  g_assert_cmpint (asc_symbols_get_object (symbols, object)->status, ==, ASC_SYMBOLS_FULL);
  fixture_clear (&fixture);
}

/* What is no file, or a broken one, ends in no names and a line that says so. */
static void
test_hostile (void)
{
  Fixture fixture;
  g_autofree char *text = NULL;
  gsize size;

  if (!fixture_init (&fixture))
    return;
  g_assert_true (g_file_get_contents (fixture.library, &text, &size, NULL));
  for (gsize cut = 0; cut < size; cut += 61)
    {
      g_assert_true (g_file_set_contents (fixture.library, text, (gssize) cut, NULL));
      {
        g_auto (Outcome) outcome = load_fixture (&fixture, "/x", fixture.library, NULL, NULL);

        g_assert_nonnull (outcome.problem);
      }
    }
  g_remove (fixture.library);
  g_assert_cmpint (mkfifo (fixture.library, 0600), ==, 0);
  {
    g_auto (Outcome) fifo = load_fixture (&fixture, "/x", fixture.library, NULL, NULL);

    g_assert_cmpint (fifo.status, ==, ASC_SYMBOLS_MISSING);
  }
  g_remove (fixture.library);
  {
    g_auto (Outcome) folder = load_fixture (&fixture, "/x", fixture.folder, NULL, NULL);
    g_auto (Outcome) strange = load_fixture (&fixture, "/x", "//anon", NULL, NULL);
    g_auto (Outcome) relative = load_fixture (&fixture, "/x", "anon_inode:[perf_event]", NULL, NULL);

    g_assert_cmpint (folder.status, ==, ASC_SYMBOLS_MISSING);
    g_assert_cmpint (strange.status, ==, ASC_SYMBOLS_MISSING);
    g_assert_cmpint (relative.status, ==, ASC_SYMBOLS_MISSING);
  }
  fixture_clear (&fixture);
}

int
main (int argc, char *argv[])
{
  g_autofree char *home = g_dir_make_tmp ("asc-home-XXXXXX", NULL);
  int status;

  g_setenv ("HOME", home, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/symbols/files/recorded-path", test_recorded_path);
  g_test_add_func ("/symbols/files/newer", test_newer);
  g_test_add_func ("/symbols/files/folders", test_folders);
  g_test_add_func ("/symbols/files/cache", test_cache);
  g_test_add_func ("/symbols/files/debug-file", test_debug_file);
  g_test_add_func ("/symbols/files/debuglink", test_debuglink);
  g_test_add_func ("/symbols/files/minidebug", test_minidebug);
  g_test_add_func ("/symbols/files/hostile", test_hostile);
  status = g_test_run ();
  run ("rm -rf %s", home);
  return status;
}
