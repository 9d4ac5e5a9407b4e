/* test-symbols-finding.c: files in archives, below a system's root, on servers; what one finder remembers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <signal.h>
#include <sys/stat.h>

#include "asc-source-finder.h"
#include "asc-symbol-index.h"
#include "test-symbols-maker.h"

static char *server_root; /* served by HTTP, or NULL */

/* `perf archive`'s tree: .build-id/xx/yyyy is a link to a folder with "elf" in it. */
static gboolean
make_archive (const Fixture *fixture, const char *archive, const char *method)
{
  g_autofree char *hex = asc_build_id_to_hex (&fixture->build_id);
  g_autofree char *real = g_strdup_printf ("%s/tree/nowhere/libfixture.so/%s", fixture->folder, hex);

  return run ("mkdir -p %s %s/tree/.build-id/%.2s", real, fixture->folder, hex) && run ("cp %s %s/elf", fixture->library, real)
         && run ("ln -sf ../../nowhere/libfixture.so/%s %s/tree/.build-id/%.2s/%s", hex, fixture->folder, hex, hex + 2)
         && run ("tar c%sf %s -C %s/tree .build-id nowhere", method, archive, fixture->folder);
}

static void
test_archive (gconstpointer data)
{
  const char *const *format = data; /* suffix, tar's option */
  Fixture fixture;

  if (!fixture_init (&fixture))
    return;
  {
    g_autofree char *recording = g_strconcat (fixture.folder, "/run.data", NULL);
    g_autofree char *archive = g_strconcat (recording, format[0], NULL);
    const char *paths[] = { archive, NULL };
    AscSymbolOptions options = { .symbol_paths = paths, .no_live = TRUE };
    AscSymbolOptions nothing = { .no_live = TRUE };

    if (!make_archive (&fixture, archive, format[1]))
      g_test_skip ("tar cannot write this here");
    else
      {
        g_auto (Outcome) given = load_fixture (&fixture, "/x", NOWHERE, &fixture.build_id, &options);
        g_auto (Outcome) beside = load_fixture (&fixture, recording, NOWHERE, &fixture.build_id, &nothing);
        g_auto (Outcome) by_name = load_fixture (&fixture, recording, NOWHERE, NULL, &nothing);

        g_assert_cmpint (given.status, ==, ASC_SYMBOLS_FULL);
        g_assert_true (g_str_has_prefix (given.file, g_get_user_cache_dir ()));
        assert_first (&beside, given.file);
        assert_first (&by_name, given.file);
      }
  }
  fixture_clear (&fixture);
}

/* What a stranger's archive may hold: names that lead out, links, no end. Nothing is written elsewhere. */
static void
test_hostile_archive (void)
{
  Fixture fixture;

  if (!fixture_init (&fixture))
    return;
  {
    g_autofree char *archive = g_build_filename (fixture.folder, "bad.tar", NULL);
    g_autofree char *script = g_build_filename (fixture.folder, "make.py", NULL);
    g_autofree char *outside = g_build_filename (g_get_user_cache_dir (), "ascribe", "archives", "outside", NULL);
    g_autofree char *through = g_build_filename (fixture.folder, "through", NULL);
    g_autofree char *text = NULL;
    gsize size;
    const char *paths[] = { archive, NULL };
    AscSymbolOptions options = { .symbol_paths = paths, .no_live = TRUE };
    g_autofree char *program = g_strdup_printf ("import io, tarfile\n"
                                                "t = tarfile.open('%s', 'w')\n"
                                                "def add(name, type=tarfile.REGTYPE, link='', data=b'x'):\n"
                                                "    i = tarfile.TarInfo(name); i.type = type; i.linkname = link\n"
                                                "    i.size = len(data) if type == tarfile.REGTYPE else 0\n"
                                                "    t.addfile(i, io.BytesIO(data))\n"
                                                "add('../outside')\n"
                                                "add('a/../../outside')\n"
                                                "add('link', tarfile.SYMTYPE, '%s')\n"
                                                "add('link/through')\n"
                                                "add('hard', tarfile.LNKTYPE, '/etc/passwd')\n"
                                                "add('fifo', tarfile.FIFOTYPE)\n"
                                                "add('good/libfixture.so', data=open('%s', 'rb').read())\n"
                                                "t.close()\n",
                                                archive, fixture.folder, fixture.library);

    g_assert_true (g_file_set_contents (script, program, -1, NULL));
    g_assert_true (run ("python3 %s", script));
    {
      g_auto (Outcome) found = load_fixture (&fixture, "/x", NOWHERE, &fixture.build_id, &options);

      g_assert_cmpint (found.status, ==, ASC_SYMBOLS_FULL);
      g_assert_true (g_str_has_suffix (found.file, "/good/libfixture.so"));
    }
    g_assert_false (g_file_test (outside, G_FILE_TEST_EXISTS));
    g_assert_false (g_file_test (through, G_FILE_TEST_EXISTS));
    g_assert_true (g_file_get_contents (archive, &text, &size, NULL));
    for (gsize cut = 0; cut < size; cut += 1111)
      {
        g_assert_true (g_file_set_contents (archive, text, (gssize) cut, NULL));
        {
          g_auto (Outcome) outcome = load_fixture (&fixture, "/x", NOWHERE, &fixture.build_id, &options);

          /* Of a cut one the file may be whole, cut, or not there. */
          g_assert_nonnull (outcome.name);
        }
      }
  }
  fixture_clear (&fixture);
}

/* The links of another system, absolute ones too, are followed within it. */
static void
test_sysroot (void)
{
  Fixture fixture;

  if (!fixture_init (&fixture))
    return;
  {
    g_autofree char *root = g_build_filename (fixture.folder, "root", NULL);
    g_autofree char *real = g_build_filename (root, "usr/lib/real.so", NULL);
    AscSymbolOptions options = { .sysroot = root };

    g_assert_true (run ("mkdir -p %s/usr/lib %s/usr/lib/debug/usr/lib", root, root));
    g_assert_true (run ("cp %s %s", fixture.library, real));
    g_assert_true (run ("ln -s /usr/lib %s/lib", root));
    g_assert_true (run ("ln -s /lib/../../../usr/lib/real.so %s/usr/lib/libfixture.so", root));
    g_assert_true (run ("ln -s loop %s/usr/lib/loop", root));
    {
      g_auto (Outcome) found = load_fixture (&fixture, "/x", "/lib/libfixture.so", &fixture.build_id, &options);
      g_auto (Outcome) loop = load_fixture (&fixture, "/x", "/lib/loop", &fixture.build_id, &options);

      assert_first (&found, real);
      g_assert_cmpint (loop.status, ==, ASC_SYMBOLS_MISSING);
    }
    /* Its debug file, by debuglink, in the system's own /usr/lib/debug. */
    if (run ("objcopy --only-keep-debug %s %s/usr/lib/debug/usr/lib/real.debug", real, root) && run ("strip %s", real)
        && run ("objcopy --add-gnu-debuglink=%s/usr/lib/debug/usr/lib/real.debug %s", root, real))
      {
        g_auto (Outcome) debug = load_fixture (&fixture, "/x", "/lib/libfixture.so", &fixture.build_id, &options);

        assert_first (&debug, real);
        g_assert_true (g_str_has_suffix (debug.debug_file, "/root/usr/lib/debug/usr/lib/real.debug"));
      }
  }
  fixture_clear (&fixture);
}

/* One finder looks through a folder once, and remembers what it has found. */
static void
test_remembers (void)
{
  Fixture fixture;

  if (!fixture_init (&fixture))
    return;
  {
    g_autofree char *folder = g_build_filename (fixture.folder, "symbols", NULL);
    g_autofree char *copy = g_build_filename (folder, "libfixture.so", NULL);
    const char *paths[] = { folder, NULL };
    AscSymbolOptions options = { .symbol_paths = paths, .no_live = TRUE };
    g_autoptr (AscSymbolFinder) finder = asc_symbol_finder_new (NULL, &options);
    AscSymbolOptions shared = { .finder = finder };

    g_assert_true (run ("mkdir %s", folder));
    {
      g_auto (Outcome) before = load_fixture (&fixture, "/x", NOWHERE, &fixture.build_id, &shared);

      g_assert_cmpint (before.status, ==, ASC_SYMBOLS_MISSING);
    }
    g_assert_true (run ("cp %s %s", fixture.library, copy));
    {
      g_auto (Outcome) known = load_fixture (&fixture, "/x", NOWHERE, &fixture.build_id, &shared);
      g_auto (Outcome) fresh = load_fixture (&fixture, "/x", NOWHERE, &fixture.build_id, &options);

      g_assert_cmpint (known.status, ==, ASC_SYMBOLS_MISSING);
      g_assert_cmpstr (known.problem, !=, NULL);
      assert_first (&fresh, copy);
    }
  }
  fixture_clear (&fixture);
}

/* A walk through a whole system must end when it is no longer wanted; and is done when it is. */
static void
test_cancelled_walk (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (AscProgress) progress = asc_progress_new ();
  g_autoptr (AscSymbolIndex) index = NULL;
  Fixture fixture;

  if (!fixture_init (&fixture))
    return;
  {
    const char *root[] = { "/", NULL };
    const char *own[] = { fixture.folder, NULL };
    g_autoptr (AscSymbolIndex) whole = asc_symbol_index_new (own, NULL, progress);
    gint64 done = 0, total;

    asc_progress_begin (progress, "x", 0);
    asc_symbol_index_free (g_steal_pointer (&whole));
    whole = asc_symbol_index_new (own, NULL, progress);
    asc_progress_get (progress, &done, &total);
    g_assert_cmpint (done, ==, 2); /* lib.s, libfixture.so */
    g_assert_nonnull (asc_symbol_index_find_build_id (whole, &fixture.build_id));
    g_cancellable_cancel (cancellable);
    index = asc_symbol_index_new (root, cancellable, NULL);
    g_assert_null (asc_symbol_index_find_build_id (index, &fixture.build_id));
  }
  fixture_clear (&fixture);
}

/* ---- debuginfod ---- */

/* Serves @server_root; the first line of its output tells the port. */
static GPid
start_server (void)
{
  const char *argv[] = { "python3", "-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory", NULL, "0", NULL };
  g_autofree char *urls = NULL;
  char line[256] = "";
  const char *port;
  GPid pid = 0;
  int out = -1;

  argv[7] = server_root = g_dir_make_tmp ("asc-server-XXXXXX", NULL);
  if (!g_spawn_async_with_pipes (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL | G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, NULL,
                                 &out, NULL, NULL))
    return 0;
  if (read (out, line, sizeof line - 1) > 0 && (port = strstr (line, " port ")) != NULL)
    urls = g_strdup_printf ("http://127.0.0.1:%d/", atoi (port + 6));
  g_setenv ("DEBUGINFOD_URLS", urls != NULL ? urls : "", TRUE);
  return pid;
}

static gboolean
can_ask (void)
{
  g_autoptr (GError) error = NULL;

  if (!asc_debuginfod_is_usable (&error))
    g_test_skip (error->message);
  return error == NULL;
}

/* A file as the server has it for the fixture's build-id. Returns: (transfer full) */
static char *
make_served (const Fixture *fixture, const char *kind)
{
  g_autofree char *hex = asc_build_id_to_hex (&fixture->build_id);
  g_autofree char *folder = g_build_filename (server_root, "buildid", hex, NULL);
  g_autofree char *cache = g_build_filename (g_get_home_dir (), "debuginfod", NULL);

  /* The client remembers for minutes what was not there. */
  g_assert_true (run ("rm -rf %s %s", folder, cache));
  g_assert_true (run ("mkdir -p %s", folder));
  return g_build_filename (folder, kind, NULL);
}

static void
test_server_debuginfo (void)
{
  Fixture fixture;
  AscSymbolOptions ask = { .debuginfod = TRUE };

  if (!can_ask () || !fixture_init (&fixture))
    return;
  {
    g_autofree char *served = make_served (&fixture, "debuginfo");

    if (!run ("objcopy --only-keep-debug %s %s", fixture.library, served) || !run ("strip %s", fixture.library))
      g_test_skip ("no objcopy here");
    else
      {
        g_auto (Outcome) quiet = load_fixture (&fixture, "/x", fixture.library, &fixture.build_id, NULL);
        g_auto (Outcome) asked = load_fixture (&fixture, "/x", fixture.library, &fixture.build_id, &ask);
        g_auto (Outcome) gone = load_fixture (&fixture, "/x", NOWHERE, &fixture.build_id, &ask);

        g_assert_cmpint (quiet.status, ==, ASC_SYMBOLS_EXPORTED);
        assert_first (&asked, fixture.library);
        g_assert_true (g_str_has_prefix (asked.debug_file, g_get_home_dir ()));
        g_assert_cmpint (gone.status, ==, ASC_SYMBOLS_FULL);
        g_assert_cmpstr (gone.debug_file, ==, asked.debug_file);
      }
  }
  fixture_clear (&fixture);
}

static void
test_server_executable (void)
{
  Fixture fixture;
  AscSymbolOptions ask = { .debuginfod = TRUE };

  if (!can_ask () || !fixture_init (&fixture))
    return;
  {
    g_autofree char *served = make_served (&fixture, "executable");

    g_assert_true (run ("cp %s %s", fixture.library, served));
    {
      g_auto (Outcome) found = load_fixture (&fixture, "/x", NOWHERE, &fixture.build_id, &ask);

      g_assert_cmpint (found.status, ==, ASC_SYMBOLS_FULL);
      g_assert_true (g_str_has_prefix (found.file, g_get_home_dir ()));
    }
  }
  fixture_clear (&fixture);
}

/* A server that sends another build is not believed, and that is said. */
static void
test_server_refused (void)
{
  Fixture fixture;
  AscSymbolOptions ask = { .debuginfod = TRUE };

  if (!can_ask () || !fixture_init (&fixture))
    return;
  {
    g_autofree char *served = make_served (&fixture, "executable");

    g_assert_true (run ("gcc -shared -nostdlib -Wl,--build-id=0x0123456789 -o %s %s/lib.s", served, fixture.folder));
    {
      g_auto (Outcome) found = load_fixture (&fixture, "/x", NOWHERE, &fixture.build_id, &ask);

      g_assert_cmpint (found.status, ==, ASC_SYMBOLS_MISMATCH);
      g_assert_nonnull (strstr (found.problem, "0123456789"));
    }
  }
  fixture_clear (&fixture);
}

static gpointer
cancel_soon (gpointer cancellable)
{
  g_usleep (200000);
  g_cancellable_cancel (cancellable);
  return NULL;
}

/* One that never answers is left when it is no longer waited for. */
static void
test_server_cancelled (void)
{
  Fixture fixture;
  AscSymbolOptions ask = { .debuginfod = TRUE };

  if (!can_ask () || !fixture_init (&fixture))
    return;
  {
    g_autofree char *served = make_served (&fixture, "executable");
    g_autoptr (GCancellable) cancellable = g_cancellable_new ();
    g_autoptr (AscExperiment) experiment = NULL;
    g_autoptr (AscSymbols) symbols = NULL;
    g_autoptr (GError) error = NULL;
    Maker maker = maker_new ();
    guint32 object = maker_object (&maker, ASC_OBJECT_FILE, NOWHERE, "libfixture.so", &fixture.build_id);
    GThread *thread;
    gint64 start = g_get_monotonic_time ();

    /* Opening a FIFO waits for its writer: so does the server. */
    g_assert_cmpint (mkfifo (served, 0600), ==, 0);
    maker_frame (&maker, object, fixture.text_offset, 0);
    experiment = maker_finish (&maker, "/x");
    thread = g_thread_new ("cancel", cancel_soon, cancellable);
    symbols = asc_symbols_load (experiment, &ask, cancellable, NULL, &error);
    g_thread_join (thread);
    g_assert_null (symbols);
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_assert_cmpint (g_get_monotonic_time () - start, <, 20 * G_USEC_PER_SEC);
    g_remove (served);
  }
  fixture_clear (&fixture);
}

/* A source file of the program, by the path as it was written or without its dots; a server that does not answer is left. */
static void
test_server_source (void)
{
  Fixture fixture;

  if (!can_ask () || !fixture_init (&fixture))
    return;
  {
    g_autofree char *served = make_served (&fixture, "source");
    g_autofree char *file = g_build_filename (served, "nowhere", "src", "a.c", NULL);
    g_autofree char *stuck = g_build_filename (served, "nowhere", "stuck.c", NULL);
    g_autoptr (AscProgress) progress = asc_progress_new ();
    g_autoptr (GCancellable) cancellable = g_cancellable_new ();
    AscSourceRequest request = { .file = "/nowhere/obj/../src/./a.c", .build_id = fixture.build_id.bytes, .build_id_size = (guint) fixture.build_id.size };
    AscSourceOptions ask = { .fetch = asc_debuginfod_fetch_source, .fetch_data = progress };
    GThread *thread;
    gint64 done, total, start;

    g_assert_true (run ("mkdir -p %s/nowhere/src", served));
    g_assert_true (g_file_set_contents (file, "int x;\n", -1, NULL));
    {
      g_auto (AscFoundSource) quiet = asc_source_find (&request, NULL, NULL);
      g_auto (AscFoundSource) found = asc_source_find (&request, &ask, NULL);
      g_autoptr (AscSourceText) text = found.path != NULL ? asc_found_source_read (&found, NULL) : NULL;

      g_assert_null (quiet.path);
      g_assert_nonnull (text);
      g_assert_true (g_str_has_prefix (found.path, g_get_home_dir ()));
      g_assert_cmpint (found.age, ==, ASC_SOURCE_FITS);
      g_assert_cmpuint (asc_source_text_get_n_lines (text), ==, 1);
      g_assert_nonnull (asc_progress_get (progress, &done, &total));
    }
    request.file = "/nowhere/src/b.c";
    {
      g_auto (AscFoundSource) found = asc_source_find (&request, &ask, NULL);

      g_assert_null (found.path);
    }
    /* Opening a FIFO waits for its writer: so does the server. */
    g_assert_cmpint (mkfifo (stuck, 0600), ==, 0);
    request.file = "/nowhere/stuck.c";
    start = g_get_monotonic_time ();
    thread = g_thread_new ("cancel", cancel_soon, cancellable);
    {
      g_auto (AscFoundSource) found = asc_source_find (&request, &ask, cancellable);

      g_assert_null (found.path);
    }
    g_thread_join (thread);
    g_assert_cmpint (g_get_monotonic_time () - start, <, 20 * G_USEC_PER_SEC);
    g_remove (stuck);
  }
  fixture_clear (&fixture);
}

int
main (int argc, char *argv[])
{
  static const char *const bz2[] = { ".tar.bz2", "j" };
  static const char *const gz[] = { ".tar.gz", "z" };
  static const char *const zst[] = { ".tar.zst", " --zstd -" };
  g_autofree char *home = g_dir_make_tmp ("asc-home-XXXXXX", NULL);
  g_autofree char *debuginfod = g_build_filename (home, "debuginfod", NULL);
  GPid server;
  int status;

  g_setenv ("HOME", home, TRUE);
  g_setenv ("XDG_CACHE_HOME", home, TRUE);
  g_setenv ("DEBUGINFOD_CACHE_PATH", debuginfod, TRUE);
  g_unsetenv ("http_proxy");
  server = start_server ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/symbols/finding/archive/bz2", bz2, test_archive);
  g_test_add_data_func ("/symbols/finding/archive/gz", gz, test_archive);
  g_test_add_data_func ("/symbols/finding/archive/zst", zst, test_archive);
  g_test_add_func ("/symbols/finding/archive/hostile", test_hostile_archive);
  g_test_add_func ("/symbols/finding/sysroot", test_sysroot);
  g_test_add_func ("/symbols/finding/remembers", test_remembers);
  g_test_add_func ("/symbols/finding/cancelled-walk", test_cancelled_walk);
  g_test_add_func ("/symbols/finding/server/debuginfo", test_server_debuginfo);
  g_test_add_func ("/symbols/finding/server/executable", test_server_executable);
  g_test_add_func ("/symbols/finding/server/refused", test_server_refused);
  g_test_add_func ("/symbols/finding/server/cancelled", test_server_cancelled);
  g_test_add_func ("/symbols/finding/server/source", test_server_source);
  status = g_test_run ();
  if (server != 0)
    {
      kill (server, SIGKILL);
      g_spawn_close_pid (server);
    }
  run ("rm -rf %s %s", home, server_root);
  g_free (server_root);
  return status;
}
