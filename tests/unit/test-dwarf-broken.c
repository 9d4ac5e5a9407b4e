/* test-dwarf-broken.c: DWARF that is cut, changed, or written to do harm
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "test-dwarf-tools.h"

#include <time.h>

/* What no answer may take; a loop that is not bounded takes for ever. */
#define MAX_SECONDS 20

/* 64 bytes of code, at "f" to "end", and the abbreviations that the units below use. */
#define HEAD                                                                                                                                             \
  ".text\n"                                                                                                                                              \
  "f: .skip 64, 0x90\n"                                                                                                                                  \
  "end: .byte 0x90\n"                                                                                                                                    \
  ".section .debug_abbrev,\"\",@progbits\n"                                                                                                              \
  ".uleb128 1; .uleb128 0x11; .byte 1; .uleb128 0x11, 0x01; .uleb128 0x12, 0x06; .uleb128 0x10, 0x17; .uleb128 0, 0\n" /* unit: low, high, lines */      \
  ".uleb128 2; .uleb128 0x2e; .byte 0; .uleb128 0x11, 0x01; .uleb128 0x12, 0x06; .uleb128 0x31, 0x13; .uleb128 0, 0\n" /* function: low, high, origin */ \
  ".uleb128 3; .uleb128 0x0b; .byte 1; .uleb128 0, 0\n"                      /* block with children */                                                   \
  ".uleb128 4; .uleb128 0x1d; .byte 1; .uleb128 0x55, 0x17; .uleb128 0, 0\n" /* inlined: ranges */                                                       \
  ".uleb128 5; .uleb128 0x2e; .byte 1; .uleb128 0x11, 0x01; .uleb128 0x12, 0x06; .uleb128 0x03, 0x08; .uleb128 0, 0\n" /* function: low, high, name */   \
  ".uleb128 6; .uleb128 0x34; .byte 0; .uleb128 0x03, 0x16; .uleb128 0, 0\n" /* variable: name by DW_FORM_indirect */                                    \
  ".uleb128 7; .uleb128 0x34; .byte 0; .uleb128 0x03, 0x7777; .uleb128 0, 0\n" /* variable: unknown form */                                              \
  ".byte 0\n"                                                                                                                                            \
  ".section .debug_info,\"\",@progbits\n"                                                                                                                \
  "info: .4byte info_end - 1f\n"                                                                                                                         \
  "1: .2byte 5; .byte 1, 8; .4byte 0\n"                                                                                                                  \
  ".uleb128 1; .8byte f; .4byte end - f; .4byte 0\n"
#define TAIL "info_end:\n"
/* Version 5, no tables of files; then its program. */
#define LINES                                                                                                          \
  ".section .debug_line,\"\",@progbits\n"                                                                              \
  ".4byte line_end - 1f\n"                                                                                             \
  "1: .2byte 5; .byte 8, 0; .4byte 3f - 2f\n"                                                                          \
  "2: .byte 1, 1, 1, -5, 14, 4, 0, 1, 1\n"

static AscDwarfResult *
resolve (const char *path, guint64 start, guint n, guint n_threads)
{
  const AscDwarfOptions options = { .n_threads = n_threads };
  g_autoptr (AscDwarf) dwarf = asc_dwarf_open (path, NULL, &options, NULL);
  g_autofree guint64 *addresses = g_new (guint64, n);
  AscDwarfResult *result;

  if (dwarf == NULL)
    return NULL;
  for (guint i = 0; i < n; i++)
    addresses[i] = start + i;
  result = asc_dwarf_resolve (dwarf, addresses, n, NULL, NULL);
  g_assert_nonnull (result);
  return result;
}

/* Assembles @text and looks up its 64 bytes of code. Returns: (transfer full) (nullable): NULL when there is no
 * assembler, or no DWARF in it */
static AscDwarfResult *
resolve_assembled (const char *text)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *source = g_build_filename (folder, "code.s", NULL);
  g_autofree char *program = g_build_filename (folder, "code.so", NULL);
  g_autofree char *out = NULL;
  AscDwarfResult *result = NULL;
  clock_t started;

  g_assert_true (g_file_set_contents (source, text, -1, NULL));
  out = run (folder, "gcc -shared -nostdlib code.s -o code.so && sed -i s/qdebug/zdebug/g code.so && nm code.so | sed "
                     "-n 's/ t f$//p'");
  if (out == NULL)
    g_test_skip ("no assembler for 64-bit addresses here");
  else
    {
      started = clock ();
      result = resolve (program, g_ascii_strtoull (out, NULL, 16), 64, 1);
      g_assert_cmpint (clock () - started, <, MAX_SECONDS * CLOCKS_PER_SEC);
    }
  remove_folder (folder);
  return result;
}

static const AscDwarfPlace *
get_place (AscDwarfResult *result, guint i, guint n_expected)
{
  guint n_places;
  const AscDwarfPlace *places = asc_dwarf_result_get_chain (result, i, &n_places);

  g_assert_cmpuint (n_places, ==, n_expected);
  return places;
}

static const char *
get_name (AscDwarfResult *result, guint32 function)
{
  guint n_functions;
  const AscDwarfFunction *functions = asc_dwarf_result_get_functions (result, &n_functions);

  g_assert_cmpuint (function, <, n_functions);
  return functions[function].name;
}

/* The assembled examples are what they should be: else the others prove nothing. */
static void
test_sane (void)
{
  g_autoptr (AscDwarfResult) result = resolve_assembled (
      HEAD ".uleb128 5; .8byte f; .4byte 32; .asciz \"first\"; .uleb128 4; .4byte ranges - list; .byte 0, 0\n"
           ".byte 0\n" TAIL ".section .debug_rnglists,\"\",@progbits\n"
           "list: .4byte 9f - 1f; 1: .2byte 5; .byte 8, 0; .4byte 0; ranges: .byte 7; .8byte f + 4; .uleb128 4; .byte "
           "0; 9:\n" LINES ".byte 0, 0, 0, 0; 3: .byte 0, 9, 2; .8byte f; .byte 3; .sleb128 6; .byte 1, 2; .uleb128 "
                           "64; .byte 0, 1, 1; line_end:\n");

  if (result == NULL)
    return;
  /* opcode_base 4: 3 advances the line, 1 copies, 2 advances the address. */
  g_assert_cmpstr (get_name (result, get_place (result, 0, 1)->function), ==, "first");
  g_assert_cmpuint (get_place (result, 0, 1)->line, ==, 7);
  g_assert_cmpstr (get_name (result, get_place (result, 4, 2)[1].function), ==, "first");
  g_assert_cmpstr (get_name (result, get_place (result, 4, 2)[0].function), ==, "<unnamed>");
  g_assert_cmpuint (get_place (result, 40, 1)->function, ==, ASC_DWARF_NONE);
  g_assert_cmpuint (get_place (result, 40, 1)->line, ==, 7);
}

static void
test_loop (void)
{
  g_autoptr (AscDwarfResult) result
      = resolve_assembled (HEAD "a: .uleb128 2; .8byte f; .4byte 32; .4byte b - info\n"
                                "b: .uleb128 2; .8byte f + 32; .4byte 32; .4byte a - info\n"
                                ".byte 0\n" TAIL);

  if (result == NULL)
    return;
  g_assert_cmpuint (get_place (result, 0, 1)->function, ==, ASC_DWARF_NONE);
}

static void
test_depth (void)
{
  g_autoptr (AscDwarfResult) result
      = resolve_assembled (HEAD ".uleb128 5; .8byte f; .4byte 32; .asciz \"first\"; .byte 0\n"
                                ".rept 3000000\n.byte 3\n.endr\n" TAIL);

  if (result != NULL)
    g_assert_cmpstr (get_name (result, get_place (result, 0, 1)->function), ==, "first");
}

/* 30,000 entries, each with the same list of 30,000 ranges. */
static void
test_ranges (void)
{
  g_autoptr (AscDwarfResult) result = resolve_assembled (
      HEAD ".uleb128 5; .8byte f; .4byte 32; .asciz \"first\"\n"
           ".rept 30000\n.uleb128 4; .4byte ranges - list\n.endr\n" TAIL ".section .debug_rnglists,\"\",@progbits\n"
           "list: .4byte 9f - 1f; 1: .2byte 5; .byte 8, 0; .4byte 0; ranges: .rept 30000\n.byte 7; .8byte f + 4; "
           ".uleb128 4\n.endr\n.byte 0; 9:\n");

  if (result != NULL)
    g_assert_cmpstr (get_name (result, get_place (result, 0, 1)->function), ==, "first");
}

/* 5,000 units that share one line program of a million rows. */
static void
test_shared_lines (void)
{
  g_autoptr (AscDwarfResult) result
      = resolve_assembled (HEAD ".byte 0\n" TAIL ".rept 5000\n.4byte 2f - 1f\n1: .2byte 5; .byte 1, 8; .4byte 0; "
                                                 ".uleb128 1; .8byte f; .4byte 1; .4byte 0; .byte 0\n2:\n.endr\n" LINES
                                ".byte 0, 0, 0, 0; 3: .rept 1000000\n.byte 1\n.endr\nline_end:\n");

  if (result != NULL)
    get_place (result, 0, 0);
}

/* A table that says it has 4 billion files of 0 bytes each; a line range of 0. */
static void
test_counts (void)
{
  g_autoptr (AscDwarfResult) a = resolve_assembled (
      HEAD ".byte 0\n" TAIL LINES ".byte 0; .uleb128 0xffffffff; .byte 0; .uleb128 0xffffffffff; 3: line_end:\n");
  g_autoptr (AscDwarfResult) b
      = resolve_assembled (HEAD ".byte 0\n" TAIL LINES ".byte 1, 1, 0x21; .uleb128 20; .skip 100; 3: line_end:\n");
  g_autoptr (AscDwarfResult) c = resolve_assembled (
      HEAD ".byte 0\n" TAIL
           ".section .debug_line,\"\",@progbits\n.4byte line_end - 1f\n1: .2byte 5; .byte 8, 0; .4byte 3f - 2f\n"
           "2: .byte 0, 0, 0, 0, 0, 4, 0, 1, 1, 0, 0, 0, 0\n3: .byte 0, 9, 2; .8byte f; .byte 1, 200, 2; .uleb128 64; "
           ".byte 0, 1, 1; line_end:\n");

  if (a != NULL)
    get_place (a, 0, 0);
  if (b != NULL)
    get_place (b, 0, 0);
  if (c != NULL)
    get_place (c, 0, 0);
}

static void
test_forms (void)
{
  g_autoptr (AscDwarfResult) a = resolve_assembled (
      HEAD ".uleb128 5; .8byte f; .4byte 32; .asciz \"first\"; .byte 6; .fill 3000, 1, 0x16; .byte 0\n" TAIL);
  g_autoptr (AscDwarfResult) b
      = resolve_assembled (HEAD ".uleb128 5; .8byte f; .4byte 32; .asciz \"first\"; .byte 7, 1, 2, 3, 0\n" TAIL);

  /* What came before stays. */
  if (a != NULL)
    g_assert_cmpstr (get_name (a, get_place (a, 0, 1)->function), ==, "first");
  if (b != NULL)
    g_assert_cmpstr (get_name (b, get_place (b, 0, 1)->function), ==, "first");
}

/* The linker would refuse it under its right name. 20 bytes that are said to be packed 16 million terabytes. */
static void
test_packed (void)
{
  g_autoptr (AscDwarfResult) result = resolve_assembled (
      ".text\nf: .skip 65\n.section .qdebug_info,\"\",@progbits\n.ascii \"ZLIB\"; .8byte 0xffffffffffffffff; .skip 20\n"
      ".section .debug_abbrev,\"\",@progbits\n.byte 0\n");

  g_assert_null (result);
}

/* A real program, cut at many places and with bytes changed, also while it is open. */
static void
test_changed (void)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *program = g_build_filename (folder, "program", NULL);
  g_autofree char *other = g_build_filename (folder, "other", NULL);
  g_autofree char *source = asc_test_source_path ("fixtures/dwarf/inline.c");
  g_autofree char *out = run (folder, "gcc -O2 -g -gdwarf-5 '%s' -o program", source);
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_autofree char *bytes = NULL;
  gsize size;

  if (out == NULL)
    {
      g_test_skip ("no compiler here");
      remove_folder (folder);
      return;
    }
  g_assert_true (g_file_get_contents (program, &bytes, &size, NULL));
  for (guint i = 0; i < 300; i++)
    {
      g_autofree char *changed = g_memdup2 (bytes, size);
      AscDwarfResult *result;

      for (guint j = 0; j < i % 20; j++)
        changed[g_rand_int_range (random, 0, (gint32)size)] = (char)g_rand_int (random);
      g_assert_true (g_file_set_contents (
          other, changed, (gssize)(i % 3 == 0 ? (gsize)g_rand_int_range (random, 64, (gint32)size) : size), NULL));
      result = resolve (other, 0x1000, 1000, 1 + i % 2);
      g_clear_pointer (&result, asc_dwarf_result_free);
    }
  remove_folder (folder);
}

static void
test_cut_while_open (void)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *program = g_build_filename (folder, "program", NULL);
  g_autofree char *source = asc_test_source_path ("fixtures/dwarf/inline.c");
  g_autofree char *out = run (folder, "gcc -O2 -g '%s' -o program", source);
  guint64 addresses[1000];

  if (out == NULL)
    g_test_skip ("no compiler here");
  else
    {
      g_autoptr (AscDwarf) dwarf = asc_dwarf_open (program, NULL, NULL, NULL);
      g_autoptr (AscDwarfResult) result = NULL;

      g_assert_nonnull (dwarf);
      for (guint i = 0; i < G_N_ELEMENTS (addresses); i++)
        addresses[i] = 0x1000 + i;
      g_free (run (folder, "truncate -s 100 program"));
      result = asc_dwarf_resolve (dwarf, addresses, G_N_ELEMENTS (addresses), NULL, NULL);
      g_assert_nonnull (result);
    }
  remove_folder (folder);
}

/* The same answer with one thread and with many, and none once it is cancelled. */
static void
test_threads (void)
{
  const char *path = "/lib/x86_64-linux-gnu/libc.so.6";
  g_autofree char *id = run ("/", "readelf -n %s | sed -n 's/.*Build ID: *//p'", path);
  g_autofree char *debug = id != NULL && strlen (g_strstrip (id)) > 3
                               ? g_strdup_printf ("/usr/lib/debug/.build-id/%.2s/%s.debug", id, id + 2)
                               : NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  AscDwarfResult *results[2];
  g_autofree guint64 *addresses = g_new (guint64, 8000);
  const AscDwarfFunction *functions[2];
  guint n_functions[2];

  if (debug == NULL || !g_file_test (debug, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("libc6-dbg is not installed");
      return;
    }
  for (guint i = 0; i < 8000; i++)
    addresses[i] = 0x27000 + i * 173;
  for (guint k = 0; k < 2; k++)
    {
      const AscDwarfOptions options = { .n_threads = k == 0 ? 1 : 4 };
      g_autoptr (AscDwarf) dwarf = asc_dwarf_open (path, debug, &options, NULL);

      results[k] = asc_dwarf_resolve (dwarf, addresses, 8000, NULL, NULL);
      functions[k] = asc_dwarf_result_get_functions (results[k], &n_functions[k]);
      g_cancellable_cancel (cancellable);
      g_assert_null (asc_dwarf_resolve (dwarf, addresses, 8000, cancellable, NULL));
    }
  g_assert_cmpuint (n_functions[0], ==, n_functions[1]);
  g_assert_cmpuint (n_functions[0], >, 500);
  for (guint i = 0; i < 8000; i++)
    {
      guint n[2];
      const AscDwarfPlace *a = asc_dwarf_result_get_chain (results[0], i, &n[0]);
      const AscDwarfPlace *b = asc_dwarf_result_get_chain (results[1], i, &n[1]);

      g_assert_cmpuint (n[0], ==, n[1]);
      for (guint j = 0; j < n[0]; j++)
        {
          g_assert_cmpuint (a[j].function, ==, b[j].function);
          g_assert_cmpuint (a[j].line, ==, b[j].line);
          g_assert_cmpstr (a[j].file, ==, b[j].file);
          if (a[j].function != ASC_DWARF_NONE)
            g_assert_cmpstr (functions[0][a[j].function].name, ==, functions[1][b[j].function].name);
        }
    }
  asc_dwarf_result_free (results[0]);
  asc_dwarf_result_free (results[1]);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dwarf-broken/sane", test_sane);
  g_test_add_func ("/dwarf-broken/loop", test_loop);
  g_test_add_func ("/dwarf-broken/depth", test_depth);
  g_test_add_func ("/dwarf-broken/ranges", test_ranges);
  g_test_add_func ("/dwarf-broken/shared-lines", test_shared_lines);
  g_test_add_func ("/dwarf-broken/counts", test_counts);
  g_test_add_func ("/dwarf-broken/forms", test_forms);
  g_test_add_func ("/dwarf-broken/packed", test_packed);
  g_test_add_func ("/dwarf-broken/changed", test_changed);
  g_test_add_func ("/dwarf-broken/cut-while-open", test_cut_while_open);
  g_test_add_func ("/dwarf-broken/threads", test_threads);
  return g_test_run ();
}
