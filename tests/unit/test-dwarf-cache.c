/* test-dwarf-cache.c: what is kept of resolved addresses, and when it is used
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "asc-dwarf-private.h"
#include "test-dwarf-tools.h"

/* A program, some of its addresses, and where what is kept lies. */
typedef struct
{
  char *folder;
  char *program;
  GArray *addresses;
} Fixture;

static gboolean
fixture_init_by (Fixture *self, const char *compiler, const char *flags)
{
  g_autofree char *source = asc_test_source_path ("fixtures/dwarf/inline.c");
  g_autofree char *out = NULL;
  g_autofree char *empty = run (g_get_user_cache_dir (), "rm -rf ascribe");

  *self = (Fixture){ .folder = make_folder () };
  self->program = g_build_filename (self->folder, "program", NULL);
  out = run (self->folder, "%s -O2 -g -w %s -o program '%s'", compiler, flags, source);
  if (out == NULL)
    {
      g_test_skip ("the compiler is not here");
      remove_folder (self->folder);
      g_free (self->folder);
      g_free (self->program);
      return FALSE;
    }
  self->addresses = list_instructions (self->program, 200);
  g_assert_cmpuint (self->addresses->len, >, 30);
  return TRUE;
}

static gboolean
fixture_init (Fixture *self, const char *flags)
{
  return fixture_init_by (self, "gcc", flags);
}

static void
fixture_clear (Fixture *self)
{
  remove_folder (self->folder);
  g_free (self->folder);
  g_free (self->program);
  g_array_unref (self->addresses);
}

/* Every @step-th address, with its chain. */
static char *
resolve (const Fixture *self, gboolean cached, guint step)
{
  g_autoptr (AscDwarf) dwarf = asc_dwarf_open (self->program, NULL, NULL, NULL);
  g_autoptr (AscDwarfResult) result = NULL;
  g_autoptr (GArray) some = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GString) text = g_string_new (NULL);
  const AscDwarfFunction *functions;
  guint n_functions;

  g_assert_nonnull (dwarf);
  for (guint i = 0; i < self->addresses->len; i += step)
    g_array_append_val (some, g_array_index (self->addresses, guint64, i));
  result = (cached ? asc_dwarf_resolve_cached : asc_dwarf_resolve) (dwarf, (guint64 *)(gpointer)some->data, some->len,
                                                                    NULL, NULL);
  functions = asc_dwarf_result_get_functions (result, &n_functions);
  for (guint i = 0; i < some->len; i++)
    {
      guint n;
      const AscDwarfPlace *places = asc_dwarf_result_get_chain (result, i, &n);

      g_string_append_printf (text, "%" G_GINT64_MODIFIER "x", g_array_index (some, guint64, i));
      for (guint j = 0; j < n; j++)
        {
          const AscDwarfFunction *function
              = places[j].function != ASC_DWARF_NONE ? &functions[places[j].function] : NULL;

          g_string_append_printf (text, " %s:%u", places[j].file, places[j].line);
          if (function != NULL)
            g_string_append_printf (text, "=%s,%s,%s:%u", function->name, function->mangled, function->file,
                                    function->line);
        }
      g_string_append_c (text, '\n');
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* What the files held, "PATH MD5" each. */
static char *
list_digests (const Fixture *self, gboolean cached, guint step)
{
  g_autoptr (AscDwarf) dwarf = asc_dwarf_open (self->program, NULL, NULL, NULL);
  g_autoptr (GArray) some = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (AscDwarfResult) result = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  const AscSourceDigest *digests;
  guint n;

  for (guint i = 0; i < self->addresses->len; i += step)
    g_array_append_val (some, g_array_index (self->addresses, guint64, i));
  result = (cached ? asc_dwarf_resolve_cached : asc_dwarf_resolve) (dwarf, (guint64 *)(gpointer)some->data, some->len, NULL, NULL);
  digests = asc_dwarf_result_get_digests (result, &n);
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (text, "%s ", digests[i].file);
      for (guint j = 0; j < ASC_MD5_SIZE; j++)
        g_string_append_printf (text, "%02x", digests[i].md5[j]);
      g_string_append_c (text, '\n');
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* clang writes what md5sum says, gcc nothing; it is kept, and joined when more is asked for. */
static void
test_digests (gconstpointer flags)
{
  Fixture fixture;
  g_autofree char *source = asc_test_source_path ("fixtures/dwarf/inline.c");

  if (!fixture_init_by (&fixture, "clang", flags))
    return;
  {
    g_autofree char *sum = run (fixture.folder, "md5sum < '%s'", source);
    g_autofree char *expected = g_strdup_printf ("%s %.32s\n", source, sum);
    g_autofree char *plain = list_digests (&fixture, FALSE, 1);
    g_autofree char *half = list_digests (&fixture, TRUE, 2);
    g_autofree char *grown = list_digests (&fixture, TRUE, 1);
    g_autofree char *kept = list_digests (&fixture, TRUE, 1);

    g_assert_cmpstr (plain, ==, expected);
    g_assert_cmpstr (half, ==, expected);
    g_assert_cmpstr (grown, ==, expected);
    g_assert_cmpstr (kept, ==, expected);
  }
  fixture_clear (&fixture);
  if (!fixture_init (&fixture, "-gdwarf-5"))
    return;
  {
    g_autofree char *none = list_digests (&fixture, TRUE, 1);

    g_assert_cmpstr (none, ==, "");
  }
  fixture_clear (&fixture);
}

/* The one entry there is. */
static char *
find_entry (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_cache_dir (), "ascribe", "lines", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name = dir != NULL ? g_dir_read_name (dir) : NULL;
  char *path = name != NULL ? g_build_filename (folder, name, NULL) : NULL;

  g_assert_true (dir == NULL || g_dir_read_name (dir) == NULL);
  return path;
}

/* Makes the line table and the entries unreadable behind the program's back: same size, same time. */
static void
spoil (const Fixture *self, gboolean keep_time)
{
  struct stat st;
  g_autofree char *out = NULL;

  g_assert_cmpint (stat (self->program, &st), ==, 0);
  out = run (self->folder,
             "for s in .debug_info .debug_line; do "
             "set -- $(readelf -SW program | sed -n \"s/.* $s  *PROGBITS  *[0-9a-f]* \\([0-9a-f]*\\) \\([0-9a-f]*\\) "
             ".*/\\1 \\2/p\"); "
             "dd if=/dev/zero of=program bs=1 seek=$((0x$1)) count=$((0x$2)) conv=notrunc || exit 1; done");
  g_assert_nonnull (out);
  if (keep_time)
    {
      const struct timespec times[2] = { st.st_atim, st.st_mtim };
      g_assert_cmpint (utimensat (AT_FDCWD, self->program, times, 0), ==, 0);
    }
}

static void
test_same (gconstpointer flags)
{
  Fixture fixture;

  if (!fixture_init (&fixture, flags))
    return;
  {
    g_autofree char *plain = resolve (&fixture, FALSE, 1);
    g_autofree char *half = resolve (&fixture, TRUE, 2);
    g_autofree char *grown = resolve (&fixture, TRUE, 1);
    g_autofree char *kept = resolve (&fixture, TRUE, 1);
    g_autofree char *some = resolve (&fixture, TRUE, 3);
    g_autofree char *some_plain = resolve (&fixture, FALSE, 3);
    g_autofree char *entry = find_entry ();

    g_assert_nonnull (entry);
    g_assert_nonnull (strstr (plain, "=square,square,"));
    g_assert_cmpstr (grown, ==, plain);
    g_assert_cmpstr (kept, ==, plain);
    g_assert_cmpstr (some, ==, some_plain);
    g_assert_cmpuint (strlen (half), <, strlen (plain));
  }
  fixture_clear (&fixture);
}

/* Without reading the program's DWARF again; but not when it is another file now. */
static void
test_used (void)
{
  Fixture fixture;

  if (!fixture_init (&fixture, ""))
    return;
  {
    g_autofree char *first = resolve (&fixture, TRUE, 1);
    g_autofree char *kept = NULL;
    g_autofree char *spoiled = NULL;
    g_autofree char *changed = NULL;

    spoil (&fixture, TRUE);
    kept = resolve (&fixture, TRUE, 1);
    spoiled = resolve (&fixture, FALSE, 1);
    g_assert_cmpstr (kept, ==, first);
    g_assert_cmpstr (spoiled, !=, first);
    spoil (&fixture, FALSE);
    changed = resolve (&fixture, TRUE, 1);
    g_assert_cmpstr (changed, ==, spoiled);
  }
  fixture_clear (&fixture);
}

static void
test_damaged (void)
{
  Fixture fixture;

  if (!fixture_init (&fixture, ""))
    return;
  {
    g_autofree char *first = resolve (&fixture, TRUE, 1);
    g_autofree char *entry = find_entry ();
    g_autofree char *whole = NULL;
    gsize size;

    g_assert_true (g_file_get_contents (entry, &whole, &size, NULL));
    for (gsize cut = 0; cut < size; cut += size / 20)
      {
        g_autofree char *answer = NULL;
        g_autofree char *again = NULL;
        gsize size_again;

        g_assert_true (g_file_set_contents (entry, whole, (gssize)cut, NULL));
        answer = resolve (&fixture, TRUE, 1);
        g_assert_cmpstr (answer, ==, first);
        g_assert_true (g_file_get_contents (entry, &again, &size_again, NULL));
        g_assert_cmpmem (again, size_again, whole, size);
      }
  }
  fixture_clear (&fixture);
}

/* Where a part of the DWARF is missing nothing is kept: it may come. */
static void
test_incomplete (void)
{
  Fixture fixture;

  if (!fixture_init (&fixture, "-gsplit-dwarf"))
    return;
  {
    g_autofree char *whole = resolve (&fixture, FALSE, 1);
    g_autofree char *hidden = run (fixture.folder, "mkdir hidden && mv *.dwo hidden");
    g_autofree char *less = resolve (&fixture, TRUE, 1);
    g_autofree char *entry = find_entry ();
    g_autofree char *shown = run (fixture.folder, "mv hidden/*.dwo .");
    g_autofree char *again = resolve (&fixture, TRUE, 1);

    g_assert_null (entry);
    g_assert_cmpstr (less, !=, whole);
    g_assert_cmpstr (again, ==, whole);
  }
  fixture_clear (&fixture);
}

/* An entry as make-answers.py has written it. */
static void
test_form (void)
{
  static const char *const expected[]
      = { "/src/a.h:9=ns::inner(int),_ZN2ns5innerEi,/src/a.h:7 /src/a.c:22=outer,outer,/src/a.c:20 ", "",
          "(null):0=bare,bare,(null):0 ", "/src/ä.S:5 " };
  g_autofree char *path = asc_test_source_path ("fixtures/dwarf/answers.bin");
  char *data = NULL;
  gsize size;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (AscDwarfResult) result = NULL;
  g_autoptr (GBytes) packed = NULL;
  const AscDwarfFunction *functions;
  guint n_functions;

  g_assert_true (g_file_get_contents (path, &data, &size, NULL));
  bytes = g_bytes_new_take (data, size);
  result = asc_dwarf_result_unpack (bytes);
  g_assert_nonnull (result);
  functions = asc_dwarf_result_get_functions (result, &n_functions);
  g_assert_cmpuint (n_functions, ==, 3);
  g_assert_cmpuint (result->n, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < result->n; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      guint n;
      const AscDwarfPlace *places = asc_dwarf_result_get_chain (result, i, &n);

      for (guint j = 0; j < n; j++)
        {
          const AscDwarfFunction *function
              = places[j].function != ASC_DWARF_NONE ? &functions[places[j].function] : NULL;

          g_string_append_printf (text, "%s:%u", places[j].file != NULL ? places[j].file : "(null)", places[j].line);
          if (function != NULL)
            g_string_append_printf (text, "=%s,%s,%s:%u", function->name, function->mangled,
                                    function->file != NULL ? function->file : "(null)", function->line);
          g_string_append_c (text, ' ');
        }
      g_assert_cmpstr (text->str, ==, expected[i]);
    }
  {
    static const char *const files[] = { "/src/a.c", "/src/a.h", "/src/a.h", "/src/ä.S" };
    static const guint8 first[] = { 0, 16, 32, 255 };
    guint n_digests;
    const AscSourceDigest *digests = asc_dwarf_result_get_digests (result, &n_digests);

    g_assert_cmpuint (n_digests, ==, G_N_ELEMENTS (files));
    for (guint i = 0; i < n_digests; i++)
      {
        g_assert_cmpstr (digests[i].file, ==, files[i]);
        g_assert_cmpuint (digests[i].md5[0], ==, first[i]);
      }
  }
  packed = asc_dwarf_result_pack (result);
  g_assert_true (g_bytes_equal (packed, bytes));
}

/* A string is one of those listed, from its beginning: what begins within one, or behind the last, is refused, wherever it is referred to. */
static void
test_strings (void)
{
  /* As make-answers.py lays it out: 4 addresses, 4 places, 3 functions, 4 digests. */
  static const struct
  {
    guint first, step, n;
  } references[] = {
    { 20 + 4 * 8 + 5 * 4 + 8, 12, 4 },                    /* file of places */
    { 20 + 4 * 8 + 5 * 4 + 4 * 12, 16, 3 },               /* name of functions */
    { 20 + 4 * 8 + 5 * 4 + 4 * 12 + 4, 16, 3 },           /* mangled name */
    { 20 + 4 * 8 + 5 * 4 + 4 * 12 + 8, 16, 3 },           /* file */
    { 20 + 4 * 8 + 5 * 4 + 4 * 12 + 3 * 16, 20, 4 },      /* file of digests */
  };
  g_autofree char *path = asc_test_source_path ("fixtures/dwarf/answers.bin");
  g_autofree char *data = NULL;
  gsize size;
  guint n_refused = 0;

  g_assert_true (g_file_get_contents (path, &data, &size, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (references); i++)
    for (guint j = 0; j < references[i].n; j++)
      for (guint32 by = 1; by < 64; by++)
        {
          g_autofree char *changed = g_memdup2 (data, size);
          char *at = changed + references[i].first + j * references[i].step;
          const guint32 n_strings = GUINT32_FROM_LE (*(guint32 *)(gpointer)(changed + 16));
          guint32 offset = GUINT32_FROM_LE (*(guint32 *)(gpointer)at);
          g_autoptr (GBytes) bytes = NULL;
          g_autoptr (AscDwarfResult) result = NULL;

          if (offset == G_MAXUINT32)
            continue;
          offset += by;
          if (offset < n_strings && changed[size - n_strings + offset - 1] == '\0')
            continue;
          *(guint32 *)(gpointer)at = GUINT32_TO_LE (offset);
          bytes = g_bytes_new (changed, size);
          result = asc_dwarf_result_unpack (bytes);
          g_assert_null (result);
          n_refused++;
        }
  g_assert_cmpuint (n_refused, >, 500);
}

int
main (int argc, char *argv[])
{
  g_autofree char *folder = make_folder ();
  int status;

  g_setenv ("XDG_CACHE_HOME", folder, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/dwarf/cache/same", "", test_same);
  g_test_add_data_func ("/dwarf/cache/same-without-build-id", "-Wl,--build-id=none", test_same);
  g_test_add_data_func ("/dwarf/cache/same-split", "-gsplit-dwarf", test_same);
  g_test_add_func ("/dwarf/cache/used", test_used);
  g_test_add_func ("/dwarf/cache/damaged", test_damaged);
  g_test_add_func ("/dwarf/cache/incomplete", test_incomplete);
  g_test_add_func ("/dwarf/cache/form", test_form);
  g_test_add_func ("/dwarf/cache/strings", test_strings);
  g_test_add_data_func ("/dwarf/cache/digests", "-gdwarf-5", test_digests);
  g_test_add_data_func ("/dwarf/cache/digests-split", "-gdwarf-5 -gsplit-dwarf", test_digests);
  status = g_test_run ();
  remove_folder (folder);
  return status;
}
