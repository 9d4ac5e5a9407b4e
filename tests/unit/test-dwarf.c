/* test-dwarf.c: inlined functions and lines against addr2line and llvm-symbolizer
 *
 * Both are asked about every instruction, without demangling (their demanglers differ). Where they disagree with each
 * other, we must agree with one of them; where addr2line is the one that errs the case is listed in docs/dwarf.md, and
 * counted here.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "test-dwarf-tools.h"

#define MAX_ADDRESSES 12000

static guint n_compared; /* over all programs */

/* Compares the addresses of @path; @debug: (nullable). @min_addr2line, @min_llvm: percent that must agree with it, 0
 * where it cannot read the file. */
static void
compare_with_tools (const char *path, const char *debug, guint min_addr2line, guint min_llvm)
{
  g_autoptr (GArray) addresses = list_instructions (path, MAX_ADDRESSES);
  g_autoptr (GError) error = NULL;
  g_autoptr (AscDwarf) dwarf = asc_dwarf_open (path, debug, NULL, &error);
  g_autoptr (AscDwarfResult) result = NULL;
  g_autoptr (GPtrArray) addr2line = NULL;
  g_autoptr (GPtrArray) llvm = NULL;
  g_autofree char *addr2line_line = g_strdup_printf ("addr2line -a -i -f -e '%s'", path);
  g_autofree char *llvm_line = g_strdup_printf ("llvm-symbolizer --obj='%s' -a --inlines --no-demangle", path);
  guint n_addr2line = 0, n_names = 0, n_llvm = 0;

  g_assert_no_error (error);
  g_assert_nonnull (dwarf);
  result = asc_dwarf_resolve (dwarf, (const guint64 *)(gpointer)addresses->data, addresses->len, NULL, &error);
  g_assert_no_error (error);
  g_assert_null (asc_dwarf_get_problem (dwarf));
  addr2line = ask_tool (addr2line_line, FALSE, addresses);
  if (has_program ("llvm-symbolizer"))
    llvm = ask_tool (llvm_line, TRUE, addresses);
  for (guint i = 0; i < addresses->len; i++)
    {
      Agreement a = compare_chain (result, i, addr2line->pdata[i]);
      Agreement b = llvm != NULL ? compare_chain (result, i, llvm->pdata[i]) : SAME;

      n_addr2line += a == SAME;
      n_names += a == OTHER_NAME;
      n_llvm += b == SAME;
      if (a != SAME && b != SAME)
        g_test_message ("0x%" G_GINT64_MODIFIER "x: neither agrees (%d, %d)", g_array_index (addresses, guint64, i), a,
                        b);
      /* A name alone: addr2line calls the innermost inlined function by the symbol's name when it has no linkage name.
       */
      g_assert_true (a != OTHER_PLACE || b == SAME);
    }
  n_compared += addresses->len;
  g_test_message ("%u addresses: addr2line agrees on %u, but for a name on %u; llvm-symbolizer on %u", addresses->len,
                  n_addr2line, n_names, n_llvm);
  g_assert_cmpuint ((n_addr2line + n_names) * 100, >=, addresses->len * min_addr2line);
  if (llvm != NULL)
    g_assert_cmpuint (n_llvm * 100, >=, addresses->len * min_llvm);
}

typedef struct
{
  const char *path;
  const char *source;
  const char *command;
  const char *debug;
  guint min_addr2line;
  guint min_llvm;
} Variant;

static const Variant variants[] = {
  { "/dwarf/c/4", "inline.c", "gcc -O2 -gdwarf-4 -DNESTED $S -o program", NULL, 95, 99 },
  { "/dwarf/c/5", "inline.c", "gcc -O2 -gdwarf-5 -DNESTED $S -o program", NULL, 95, 99 },
  /* Without ranges, as the standard had none: addr2line finds nothing of a unit that is spread over several sections.
   */
  { "/dwarf/c/2", "inline.c", "gcc -O2 -gdwarf-2 -gstrict-dwarf $S -o program", NULL, 0, 99 },
  { "/dwarf/c/3", "inline.c", "gcc -O2 -gdwarf-3 -gstrict-dwarf $S -o program", NULL, 0, 99 },
  /* addr2line finds only the symbols. */
  { "/dwarf/c/64-bit-format", "inline.c", "gcc -O2 -gdwarf-5 -gdwarf64 $S -o program", NULL, 0, 99 },
  { "/dwarf/c/O0", "inline.c", "gcc -O0 -g $S -o program", NULL, 95, 99 },
  /* addr2line looks for .dwo files where it runs, and of version 5 finds no lines. */
  { "/dwarf/c/split-4", "inline.c", "gcc -O2 -gdwarf-4 -gsplit-dwarf $S -o program", NULL, 0, 99 },
  { "/dwarf/c/split-5", "inline.c", "gcc -O2 -gdwarf-5 -gsplit-dwarf $S -o program", NULL, 0, 99 },
  { "/dwarf/c/package-4", "inline.c",
    "gcc -O2 -gdwarf-4 -gsplit-dwarf $S -o program && dwp -e program -o program.dwp && rm *.dwo", NULL, 0, 99 },
  /* Of clang's version 5, whose addresses stand in a table of their own, addr2line finds no chains. */
  { "/dwarf/c/clang", "inline.c", "clang -O2 -g -fdebug-default-version=5 $S -o program", NULL, 0, 99 },
  { "/dwarf/c/clang-package-5", "inline.c",
    "clang -O2 -gdwarf-5 -gsplit-dwarf $S -c -o p.o && clang p.o -o program && llvm-dwp -e program -o program.dwp && "
    "rm *.dwo",
    NULL, 0, 99 },
  /* llvm-symbolizer 14 cannot unpack zstd, and follows no references into dwz's file. */
  { "/dwarf/c/zstd", "inline.c", "gcc -O2 -g $S -o plain && objcopy --compress-debug-sections=zstd plain program", NULL,
    95, 0 },
  { "/dwarf/c/dwz", "inline.c", "gcc -O2 -g $S -o program && cp program other && dwz -m common.debug program other",
    NULL, 95, 80 },
  { "/dwarf/c++/4", "templates.cpp", "g++ -std=c++17 -O2 -gdwarf-4 $S -o program", NULL, 99, 99 },
  { "/dwarf/c++/5-nopie-gz", "templates.cpp", "g++ -std=c++17 -O2 -gdwarf-5 -no-pie -gz=zlib $S -o program", NULL, 99,
    99 },
  { "/dwarf/c++/split-5", "templates.cpp", "g++ -std=c++17 -O2 -gdwarf-5 -gsplit-dwarf $S -o program", NULL, 0, 99 },
  /* Sections thrown away: of version 5's range lists in several sections addr2line reads too few. */
  { "/dwarf/c++/gc-sections", "templates.cpp",
    "g++ -std=c++17 -O1 -g -ffunction-sections -Wl,--gc-sections -fdebug-types-section $S -o program", NULL, 0, 99 },
  { "/dwarf/fortran", "nested.f90", "gfortran -O2 -g $S -o program", NULL, 95, 99 },
  { "/dwarf/rust", "iterators.rs", "rustc -O -g $S -o program", NULL, 95, 99 },
  { "/dwarf/debug-file", "inline.c",
    "gcc -O2 -g $S -o program && objcopy --only-keep-debug program program.debug && strip -g program && objcopy "
    "--add-gnu-debuglink=program.debug program",
    "program.debug", 95, 99 },
};

/* Builds it and compares. */
static void
test_variant (gconstpointer data)
{
  const Variant *variant = data;
  g_autofree char *folder = make_folder ();
  g_autofree char *name = g_build_filename ("fixtures", "dwarf", variant->source, NULL);
  g_autofree char *source_path = asc_test_source_path (name);
  g_autofree char *program = g_build_filename (folder, "program", NULL);
  g_autofree char *debug_path = variant->debug != NULL ? g_build_filename (folder, variant->debug, NULL) : NULL;
  g_auto (GStrv) words = g_strsplit (variant->command, " ", 2);
  g_autofree char *out = NULL;

  if (!has_program (words[0]) || !has_program ("addr2line") || !has_program ("objdump"))
    g_test_skip ("no compiler or no binutils here");
  else if ((out = run (folder, "S='%s'; %s", source_path, variant->command)) == NULL)
    g_test_skip ("the compiler does not know these options");
  else
    compare_with_tools (program, debug_path, variant->min_addr2line, variant->min_llvm);
  remove_folder (folder);
}

/* The recordings' programs, whose chains are known by construction: made/expected/inline.json. */
static void
check_case (const char *name, const char *debug, guint64 bias)
{
  static const guint64 addresses[] = { 0x13c0, 0x14c0, 0x1500, 0x1540 };
  static const char *const chains[] = { "Table<:44", "inl::level0:34 hot:39", "inl::level1:29 inl::level0:35 hot:39",
                                        "inl::level2:25 inl::level1:30 inl::level0:35 hot:39" };
  g_autofree char *case_name = g_strconcat ("made/recordings/inline/", name, NULL);
  g_autofree char *path = asc_test_case_path (case_name);
  g_autofree char *debug_name = debug != NULL ? g_strconcat ("made/recordings/inline/", debug, NULL) : NULL;
  g_autofree char *debug_path = debug != NULL ? asc_test_case_path (debug_name) : NULL;
  g_autoptr (AscDwarf) dwarf = NULL;
  g_autoptr (AscDwarfResult) result = NULL;
  guint64 wanted[G_N_ELEMENTS (addresses)];
  const AscDwarfFunction *functions;
  guint n_functions;

  if (path == NULL)
    return;
  dwarf = asc_dwarf_open (path, debug_path, NULL, NULL);
  g_assert_nonnull (dwarf);
  for (guint i = 0; i < G_N_ELEMENTS (addresses); i++)
    wanted[i] = addresses[i] + bias;
  result = asc_dwarf_resolve (dwarf, wanted, G_N_ELEMENTS (wanted), NULL, NULL);
  functions = asc_dwarf_result_get_functions (result, &n_functions);
  for (guint i = 0; i < G_N_ELEMENTS (addresses); i++)
    {
      g_autoptr (GString) chain = g_string_new (NULL);
      guint n_places;
      const AscDwarfPlace *places = asc_dwarf_result_get_chain (result, i, &n_places);

      for (guint j = 0; j < n_places; j++)
        {
          const AscDwarfFunction *function = &functions[places[j].function];
          gsize length = g_str_has_prefix (function->name, "Table<") ? 6 : strlen (function->name);

          g_string_append_printf (chain, "%s%.*s:%u", j > 0 ? " " : "", (int)length, function->name, places[j].line);
          g_assert_true (g_str_has_suffix (places[j].file, "/inline.cpp"));
          g_assert_true (g_str_has_suffix (function->file, "/inline.cpp"));
        }
      g_assert_cmpstr (chain->str, ==, chains[i]);
    }
}

static void
test_cases (void)
{
  check_case ("dwarf4", NULL, 0);
  check_case ("dwarf5", NULL, 0);
  check_case ("gz", NULL, 0);
  check_case ("gz_gnu", NULL, 0);
  check_case ("nopie", NULL, 0x400000);
  check_case ("split4", NULL, 0);
  check_case ("split5", NULL, 0);
  check_case ("debuglink", "debuglink.debug", 0);
}

/* Debian's C library: two thousand units, made smaller by dwz. */
static void
test_libc (void)
{
  const char *path = "/lib/x86_64-linux-gnu/libc.so.6";
  g_autofree char *id = run ("/", "readelf -n %s | sed -n 's/.*Build ID: *//p'", path);
  g_autofree char *debug = NULL;

  if (id == NULL || strlen (g_strstrip (id)) < 4)
    {
      g_test_skip ("no such C library, or no readelf here");
      return;
    }
  debug = g_strdup_printf ("/usr/lib/debug/.build-id/%.2s/%s.debug", id, id + 2);
  if (!g_file_test (debug, G_FILE_TEST_EXISTS))
    g_test_skip ("libc6-dbg is not installed");
  else
    compare_with_tools (path, debug, 90, 99);
}

static void
test_enough (void)
{
  g_test_message ("%u addresses were compared", n_compared);
  if (n_compared < 5000)
    g_test_skip ("compilers are missing: fewer than 5000 addresses were compared");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dwarf/cases", test_cases);
  for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
    g_test_add_data_func (variants[i].path, &variants[i], test_variant);
  g_test_add_func ("/dwarf/libc", test_libc);
  g_test_add_func ("/enough/addresses", test_enough);
  return g_test_run ();
}
