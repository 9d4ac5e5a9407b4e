/* test-cfi.c: tables of call frame information, against readelf's and against what was written by hand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cfi-elf.h"

#include <glib/gstdio.h>
#include <string.h>
#include <time.h>

#include "asc-test-cfi.h"
#include "asc-test-paths.h"

static AscCfi *
load (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AscElf) elf = asc_elf_open (path, &error);

  g_assert_no_error (error);
  return asc_cfi_load (elf, NULL);
}

/* Every row of every function of @path, as readelf prints it. */
static void
compare_with_readelf (const char *path)
{
  g_autoptr (AscCfi) cfi = load (path);
  guint n_rows = 0;
  guint n_wrong = asc_test_compare_with_readelf (cfi, path, &n_rows);

  g_test_message ("%s: %u rows of readelf, %u differ; %u functions, %u ranges, %u distinct rows, %zu bytes, %u bad", path, n_rows, n_wrong,
                  asc_cfi_get_stats (cfi)->n_functions, asc_cfi_get_stats (cfi)->n_ranges, asc_cfi_get_stats (cfi)->n_rows, asc_cfi_get_stats (cfi)->n_bytes,
                  asc_cfi_get_stats (cfi)->n_bad);
  g_assert_cmpuint (n_wrong, ==, 0);
  g_assert_cmpuint (n_rows, >, 0);
  g_assert_cmpuint (asc_cfi_get_stats (cfi)->n_bad, ==, 0);
}

static gboolean
have_program (const char *name)
{
  g_autofree char *path = g_find_program_in_path (name);
  g_autofree char *why = g_strdup_printf ("%s is not installed", name);

  if (path == NULL)
    g_test_skip (why);
  return path != NULL;
}

/* This program, and of the libraries that it has loaded some. */
static void
test_loaded_files (void)
{
  g_autofree char *maps = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  if (!have_program ("readelf"))
    return;
  g_assert_true (g_file_get_contents ("/proc/self/maps", &maps, NULL, NULL));
  lines = g_strsplit (maps, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *path = strchr (lines[i], '/');
      gboolean wanted = path != NULL && (strstr (path, "/libc.so") != NULL || strstr (path, "/ld-") != NULL || strstr (path, "/libz.so") != NULL || strstr (path, ".so") == NULL);

      if (wanted && strstr (lines[i], " r-xp ") != NULL && g_file_test (path, G_FILE_TEST_EXISTS) && g_hash_table_add (seen, g_strdup (path)))
        compare_with_readelf (path);
    }
}

static void
test_case_files (void)
{
  static const char *const names[] = { "libstdc++.so.6", "libm.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2", "figure", "figure_nofp", "recursion", "microstates", "dataobjects_O2" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = g_build_filename ("made", "recordings", "bin", names[i], NULL);
      g_autofree char *path = asc_test_case_path (name);

      if (path == NULL)
        return;
      if (!have_program ("readelf"))
        return;
      compare_with_readelf (path);
    }
}

static const char source_text[] = "int g (int *);\n"
                              "__attribute__ ((noinline)) int f (int n, int *p) { int a[n]; for (int i = 0; i < n; i++) a[i] = p[i] * n; return g (a) + p[0]; }\n"
                              "int h (int x, ...) { return x * 3; }\n"
                                  "int m (int n, int *p) { __attribute__ ((aligned (64))) int b[16]; int c[n]; c[0] = g (b); return g (c) + b[3] + p[0]; }\n"
                              "int k (int *p) { int s = 0; for (int i = 0; i < 9; i++) s += f (i, p) * h (s) + g (p); return s; }\n";

/* Compiles the program above. Returns: FALSE when that cannot be done here: the test is skipped. */
static gboolean
compile (const char *const *arguments, const char *folder, const char *output)
{
  g_autofree char *source = g_build_filename (folder, "program.c", NULL);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  static const char *const more[] = { "-shared", "-nostdlib", "-o" };
  int status = 1;

  g_assert_true (g_file_set_contents (source, source_text, -1, NULL));
  for (guint i = 0; arguments[i] != NULL; i++)
    g_ptr_array_add (argv, (gpointer) arguments[i]);
  g_ptr_array_add (argv, source);
  for (guint i = 0; i < G_N_ELEMENTS (more); i++)
    g_ptr_array_add (argv, (gpointer) more[i]);
  g_ptr_array_add (argv, (gpointer) output);
  g_ptr_array_add (argv, NULL);
  if (!g_spawn_sync (NULL, (char **) argv->pdata, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, NULL, NULL, &status, NULL)
      || status != 0)
    {
      g_autofree char *why = g_strdup_printf ("%s does not compile for this here", arguments[0]);

      g_test_skip (why);
      return FALSE;
    }
  return TRUE;
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (folder);
}

/* Variants of one program: machines, and where their frames are. */
static void
test_compiled (gconstpointer data)
{
  const char *const *arguments = data;
  g_autofree char *folder = g_dir_make_tmp ("asc-cfi-XXXXXX", NULL);
  g_autofree char *output = g_build_filename (folder, "program.so", NULL);

  if (have_program ("readelf") && compile (arguments, folder, output))
    compare_with_readelf (output);
  remove_folder (folder);
}

/* Without section headers .eh_frame is found through its header. */
static void
test_no_sections (void)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autoptr (AscCfi) with = load (self);
  g_autofree char *contents = NULL;
  g_autoptr (GBytes) image = NULL;
  g_autoptr (AscElf) elf = NULL;
  g_autoptr (AscCfi) without = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (self, &contents, &size, NULL));
  memset (contents + 40, 0, 8);                               /* e_shoff */
  memset (contents + 60, 0, 4);                               /* e_shnum, e_shstrndx */
  image = g_bytes_new (contents, size);
  elf = asc_elf_open_bytes (image, NULL);
  g_assert_nonnull (elf);
  without = asc_cfi_load (elf, NULL);
  g_assert_cmpuint (asc_cfi_get_stats (without)->n_functions, >, 10);
  g_assert_cmpuint (asc_cfi_get_stats (without)->n_functions, ==, asc_cfi_get_stats (with)->n_functions);
  g_assert_cmpuint (asc_cfi_get_stats (without)->n_ranges, ==, asc_cfi_get_stats (with)->n_ranges);
}

/* The bytes of this program's own .eh_frame. Returns: (transfer full) */
static guint8 *
read_own_frames (gsize *size)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = g_dir_make_tmp ("asc-cfi-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "frames", NULL);
  const char *argv[] = { "objcopy", "-O", "binary", "--only-section=.eh_frame", self, file, NULL };
  int status = 1;
  char *bytes = NULL;

  if (have_program ("objcopy") && g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status, NULL) && status == 0)
    g_assert_true (g_file_get_contents (file, &bytes, size, NULL));
  remove_folder (folder);
  return (guint8 *) bytes;
}

static AscCfi *
compile_bytes (const guint8 *data, gsize size, gboolean is_eh)
{
  const AscCfiSection section = { .data = data, .size = size, .address = 0x10000, .is_eh = is_eh };
  const AscCfiInput input = { .arch = ASC_ARCH_X86_64, .sections = &section, .n_sections = 1, .code_end = G_MAXUINT64 };

  return asc_cfi_new (&input);
}

/* What holds for any table. */
static void
check_table (const AscCfi *cfi, gsize size)
{
  const AscCfiStats *stats = asc_cfi_get_stats (cfi);

  g_assert_cmpuint (stats->n_ranges, <=, size);
  g_assert_cmpuint (stats->n_bytes, <=, 4096 + size * 256);
  for (guint64 address = 0; address < 0x20000; address += 97)
    {
      const AscCfiRow *row = asc_cfi_find (cfi, address);

      for (guint i = 0; row != NULL && i < row->n_rules; i++)
        g_assert_cmpuint (asc_cfi_get_rules (cfi, row)[i].reg, <, 17);
    }
}

/* Cut at every byte; each byte changed; both kinds of section. */
static void
test_damaged (void)
{
  gsize size = 0;
  g_autofree guint8 *frames = read_own_frames (&size);
  g_autoptr (GRand) random = g_rand_new_with_seed (42);

  if (frames == NULL)
    return;
  size = MIN (size, 3000);
  for (gsize i = 0; i <= size; i++)
    {
      g_autofree guint8 *cut = g_memdup2 (frames, MAX (i, 1)); /* so that a read beyond it is seen */
      g_autoptr (AscCfi) cfi = compile_bytes (cut, i, TRUE);

      check_table (cfi, i);
    }
  for (gsize i = 0; i < size * 2; i++)
    {
      g_autofree guint8 *changed = g_memdup2 (frames, size);
      g_autoptr (AscCfi) cfi = NULL;

      changed[i / 2] = i % 2 == 0 ? 0xff : (guint8) g_rand_int (random);
      cfi = compile_bytes (changed, size, g_rand_boolean (random));
      check_table (cfi, size);
    }
}

/* A CIE, without augmentation, whose program is @program. */
static void
append_cie (GByteArray *frames, const guint8 *program, guint size)
{
  const guint32 head[] = { GUINT32_TO_LE (4 + 5 + size), GUINT32_TO_LE (0xffffffff) };
  const guint8 fields[] = { 1, 0, 1, 0x78, 16 };

  g_byte_array_append (frames, (const guint8 *) head, sizeof head);
  g_byte_array_append (frames, fields, sizeof fields);
  g_byte_array_append (frames, program, size);
}

static void
append_fde (GByteArray *frames, guint32 cie, guint64 start, guint64 length, const guint8 *program, guint size)
{
  const guint32 head[] = { GUINT32_TO_LE (4 + 16 + size), GUINT32_TO_LE (cie) };
  const guint64 range[] = { GUINT64_TO_LE (start), GUINT64_TO_LE (length) };

  g_byte_array_append (frames, (const guint8 *) head, sizeof head);
  g_byte_array_append (frames, (const guint8 *) range, sizeof range);
  g_byte_array_append (frames, program, size);
}

static const guint8 plain_cie[] = { 0x0c, 7, 8, 0x90, 1 }; /* CFA rsp+8, ra at c-8 */

/* A megabyte of what costs most must be done in the time of a megabyte. */
static void
test_costly (void)
{
  g_autoptr (GByteArray) frames = g_byte_array_new ();
  g_autofree guint8 *program = g_malloc (1 << 20);
  clock_t start = clock ();
  g_autoptr (AscCfi) remember = NULL;
  g_autoptr (AscCfi) rows = NULL;
  g_autoptr (AscCfi) cies = NULL;
  AscCfi *cfi;

  /* remember_state without end */
  append_cie (frames, plain_cie, sizeof plain_cie);
  memset (program, 0x0a, 1 << 20);
  append_fde (frames, 0, 0x1000, 0x1000, program, 1 << 20);
  remember = compile_bytes (frames->data, frames->len, FALSE);
  check_table (remember, frames->len);
  g_assert_cmpuint (asc_cfi_get_stats (remember)->n_bad, ==, 1);

  /* a new row for each three bytes */
  g_byte_array_set_size (frames, 0);
  append_cie (frames, plain_cie, sizeof plain_cie);
  for (guint i = 0; i + 4 <= 1 << 20; i += 4)
    {
      program[i] = 0x0e;
      program[i + 1] = 0x80 | (i >> 2 & 0x7f);
      program[i + 2] = i >> 9 & 0x7f;
      program[i + 3] = 0x41;
    }
  append_fde (frames, 0, 0x1000, 1 << 30, program, 1 << 20);
  rows = compile_bytes (frames->data, frames->len, FALSE);
  check_table (rows, frames->len);
  g_assert_cmpuint (asc_cfi_get_stats (rows)->n_ranges, >, 200000);

  /* thousands of functions, each with a CIE of its own whose program is the whole rest */
  g_byte_array_set_size (frames, 0);
  for (guint i = 0; i < 20000; i++)
    {
      guint32 at = frames->len;

      append_cie (frames, plain_cie, sizeof plain_cie);
      append_fde (frames, at, i, 1, program, 4);
    }
  for (guint i = 0; i + 18 < frames->len; i += 18 + 28)
    {
      guint32 length = GUINT32_TO_LE (frames->len - i - 4);

      if (i > 0) /* read in sequence up to the first: it takes all; so only its own walk is short */
        memcpy (frames->data + i, &length, 4);
    }
  cies = compile_bytes (frames->data, frames->len, FALSE);
  check_table (cies, frames->len);

  /* functions told of many times, over the whole memory */
  g_byte_array_set_size (frames, 0);
  append_cie (frames, plain_cie, sizeof plain_cie);
  for (guint i = 0; i < 20000; i++)
    append_fde (frames, 0, i % 7, G_MAXUINT32, program, 8);
  cfi = compile_bytes (frames->data, frames->len, FALSE);
  g_assert_cmpuint (asc_cfi_get_stats (cfi)->n_functions, ==, 7);
  asc_cfi_unref (cfi);
  g_test_message ("%.1f ms", (double) (clock () - start) * 1000 / CLOCKS_PER_SEC);
  g_assert_cmpint (clock () - start, <, 20 * CLOCKS_PER_SEC);
}

/* Tables in which no register is saved: all their rows are one, and it has no rules. Found by libFuzzer with clang's UBSan. */
static void
test_no_rules (void)
{
  static const guint8 defines[] = { 0x0c, 7, 8 }; /* DW_CFA_def_cfa rsp+8 */
  static const guint8 nothing[] = { 0, 0, 0, 0 };
  g_autoptr (GByteArray) frames = g_byte_array_new ();
  g_autoptr (AscCfi) cfi = NULL;

  append_cie (frames, defines, sizeof defines);
  append_fde (frames, 0, 0x1000, 0x10, nothing, sizeof nothing);
  append_fde (frames, 0, 0x2000, 0x10, nothing, sizeof nothing);
  cfi = compile_bytes (frames->data, frames->len, FALSE);
  g_assert_nonnull (asc_cfi_find (cfi, 0x1000));
  g_assert_true (asc_cfi_find (cfi, 0x1000) == asc_cfi_find (cfi, 0x200f));
  g_assert_cmpuint (asc_cfi_find (cfi, 0x1000)->n_rules, ==, 0);
  g_assert_cmpint (asc_cfi_find (cfi, 0x1000)->cfa_value, ==, 8);
}

static gboolean
read_nothing (gpointer data, guint64 address, guint size, guint64 *value)
{
  *value = address * 2 + size;
  return address < 0x1000000;
}

/* Runs an expression as the CFA of a function. Returns: FALSE when it fails. */
static gboolean
evaluate (const guint8 *expression, guint size, guint64 *value)
{
  g_autoptr (GByteArray) frames = g_byte_array_new ();
  g_autoptr (GByteArray) program = g_byte_array_new ();
  const guint8 head[] = { 0x0f, (guint8) (size | 0x80), (guint8) (size >> 7) };
  g_autoptr (AscCfi) cfi = NULL;
  const AscCfiRow *row;
  guint64 registers[ASC_DUMP_MAX_REGISTERS];

  for (guint i = 0; i < G_N_ELEMENTS (registers); i++)
    registers[i] = 1000 + i;
  append_cie (frames, plain_cie, sizeof plain_cie);
  g_byte_array_append (program, head, sizeof head);
  g_byte_array_append (program, expression, size);
  append_fde (frames, 0, 0x1000, 0x10, program->data, program->len);
  cfi = compile_bytes (frames->data, frames->len, FALSE);
  row = asc_cfi_find (cfi, 0x1000);
  g_assert_nonnull (row);
  g_assert_cmpuint (row->cfa_kind, ==, ASC_CFI_VAL_EXPRESSION);
  return asc_cfi_evaluate (cfi, (guint) row->cfa_value, registers, 0xffff, NULL, read_nothing, NULL, value);
}

#define ASSERT_VALUE(expected, ...)                                        \
  G_STMT_START                                                             \
  {                                                                        \
    const guint8 bytes[] = { __VA_ARGS__ };                                \
    guint64 value = 0;                                                     \
    g_assert_true (evaluate (bytes, sizeof bytes, &value));                \
    g_assert_cmphex (value, ==, (guint64) (expected));                     \
  }                                                                        \
  G_STMT_END
#define ASSERT_FAILS(...)                                                  \
  G_STMT_START                                                             \
  {                                                                        \
    const guint8 bytes[] = { __VA_ARGS__ };                                \
    guint64 value = 0;                                                     \
    g_assert_false (evaluate (bytes, sizeof bytes, &value));               \
  }                                                                        \
  G_STMT_END

/* Each operation of DWARF 5, 2.5.1, by hand. */
static void
test_expressions (void)
{
  ASSERT_VALUE (5, 0x35);
  ASSERT_VALUE (0x0807060504030201, 0x03, 1, 2, 3, 4, 5, 6, 7, 8);
  ASSERT_VALUE (0xfe, 0x08, 0xfe);
  ASSERT_VALUE (-2, 0x09, 0xfe);
  ASSERT_VALUE (0xfffe, 0x0a, 0xfe, 0xff);
  ASSERT_VALUE (-2, 0x0b, 0xfe, 0xff);
  ASSERT_VALUE (0xfffffffe, 0x0c, 0xfe, 0xff, 0xff, 0xff);
  ASSERT_VALUE (-2, 0x0d, 0xfe, 0xff, 0xff, 0xff);
  ASSERT_VALUE (300, 0x10, 0xac, 0x02);
  ASSERT_VALUE (-2, 0x11, 0x7e);
  ASSERT_VALUE (1007 + 16, 0x77, 16);              /* breg7 16 */
  ASSERT_VALUE (1003 - 1, 0x92, 3, 0x7f);          /* bregx 3 -1 */
  ASSERT_VALUE (1007 * 2 + 8, 0x77, 0, 0x06);      /* deref */
  ASSERT_VALUE (1007 * 2 + 4, 0x77, 0, 0x94, 4);   /* deref_size */
  ASSERT_VALUE (4, 0x32, 0x12, 0x22);              /* dup, plus */
  ASSERT_VALUE (2, 0x32, 0x33, 0x13);              /* drop */
  ASSERT_VALUE (2, 0x32, 0x33, 0x14);              /* over */
  ASSERT_VALUE (1, 0x31, 0x32, 0x33, 0x15, 2);     /* pick */
  ASSERT_VALUE (-1, 0x33, 0x32, 0x16, 0x1c);       /* swap, minus: 2 3 -> 2 - 3 */
  ASSERT_VALUE (2, 0x31, 0x32, 0x33, 0x17);        /* rot: 3 1 2 */
  ASSERT_VALUE (2, 0x09, 0xfe, 0x19);              /* abs */
  ASSERT_VALUE (4, 0x3c, 0x36, 0x1a);              /* 12 & 6 */
  ASSERT_VALUE (-3, 0x09, 0xf9, 0x32, 0x1b);       /* -7 / 2 */
  ASSERT_VALUE (1, 0x37, 0x32, 0x1d);              /* 7 mod 2 */
  ASSERT_VALUE (14, 0x37, 0x32, 0x1e);
  ASSERT_VALUE (-7, 0x37, 0x1f);
  ASSERT_VALUE (~(guint64) 7, 0x37, 0x20);
  ASSERT_VALUE (14, 0x3c, 0x36, 0x21);
  ASSERT_VALUE (137, 0x37, 0x23, 0x82, 0x01);      /* plus_uconst 130 */
  ASSERT_VALUE (28, 0x37, 0x32, 0x24);
  ASSERT_VALUE (1, 0x37, 0x32, 0x25);
  ASSERT_VALUE (-2, 0x09, 0xf9, 0x32, 0x26);       /* -7 >> 2 */
  ASSERT_VALUE (10, 0x3c, 0x36, 0x27);
  ASSERT_VALUE (1, 0x09, 0xff, 0x31, 0x2d);        /* -1 < 1 */
  ASSERT_VALUE (0, 0x09, 0xff, 0x31, 0x2a);
  ASSERT_VALUE (1, 0x31, 0x31, 0x29);
  ASSERT_VALUE (0, 0x31, 0x31, 0x2e);
  ASSERT_VALUE (3, 0x31, 0x28, 1, 0, 0x13, 0x33);  /* bra over the drop */
  ASSERT_VALUE (4, 0x34, 0x2f, 1, 0, 0x35);        /* skip */
  /* the PLT's: rsp + 8 + ((rip & 15) >= 11) * 8; rip is not known here, so r15 = 1015 (7) stands for it */
  ASSERT_VALUE (1007 + 8, 0x77, 8, 0x7f, 0, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22);
  ASSERT_FAILS (0x13);                             /* nothing to drop */
  ASSERT_FAILS (0x96);                             /* nothing left */
  ASSERT_FAILS (0x31, 0x30, 0x1b);                 /* 1 / 0 */
  ASSERT_FAILS (0x31, 0x30, 0x1d);
  ASSERT_FAILS (0x2f, 0xfd, 0xff);                 /* a loop */
  ASSERT_FAILS (0x31, 0x2f, 0xfc, 0xff);           /* a loop that piles up */
  ASSERT_FAILS (0x2f, 0x00, 0x80);                 /* out of it */
  ASSERT_FAILS (0x80, 0);                          /* breg16: the pc is not known here */
  ASSERT_FAILS (0x92, 99, 0);
  ASSERT_FAILS (0x0e, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0x06); /* memory that is not there */
  ASSERT_FAILS (0x50);                             /* a register's name is no value */
  ASSERT_FAILS (0x03, 1, 2);                       /* cut */
}

/* libc's table within the time that opening a recording may cost; printed, and bounded generously for slow machines. */
static void
test_speed (void)
{
  g_autofree char *maps = NULL;
  g_auto (GStrv) lines = NULL;

  g_assert_true (g_file_get_contents ("/proc/self/maps", &maps, NULL, NULL));
  lines = g_strsplit (maps, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *path = strchr (lines[i], '/');
      gint64 best = G_MAXINT64;

      if (path == NULL || strstr (path, "/libc.so") == NULL || strstr (lines[i], " r-xp ") == NULL)
        continue;
      for (guint round = 0; round < 10; round++)
        {
          gint64 start = g_get_monotonic_time ();
          g_autoptr (AscCfi) cfi = load (path);

          best = MIN (best, g_get_monotonic_time () - start);
          g_assert_cmpuint (asc_cfi_get_stats (cfi)->n_functions, >, 1000);
        }
      g_test_message ("%s: opened and compiled in %.2f ms", path, (double) best / 1000);
      g_assert_cmpint (best, <, 200000);
      return;
    }
  g_test_skip ("no libc.so among the files that are loaded");
}

int
main (int argc, char *argv[])
{
  static const char *const eh_frame[] = { "cc", "-O2", "-fPIC", "-fasynchronous-unwind-tables", NULL };
  static const char *const cxx[] = { "cc", "-x", "c++", "-O2", "-g", "-fPIC", "-mavx", "-mstackrealign", NULL };
  static const char *const debug_frame[] = { "cc", "-O2", "-g", "-fPIC", "-fno-asynchronous-unwind-tables", NULL };
  static const char *const compressed[] = { "cc", "-O2", "-g", "-gz=zlib", "-fPIC", "-fno-asynchronous-unwind-tables", NULL };
  static const char *const zdebug[] = { "cc", "-O2", "-g", "-gz=zlib-gnu", "-fPIC", "-fno-asynchronous-unwind-tables", NULL };
  static const char *const no_header[] = { "cc", "-O2", "-fPIC", "-Wl,--no-eh-frame-hdr", NULL };
  static const char *const aarch64[] = { "clang", "--target=aarch64-linux-gnu", "-O2", "-fPIC", "-fuse-ld=lld", "-mbranch-protection=standard", "-fasynchronous-unwind-tables", NULL };
  static const char *const aarch64_be[] = { "clang", "--target=aarch64_be-linux-gnu", "-O2", "-fPIC", "-fuse-ld=lld", "-fasynchronous-unwind-tables", NULL };
  static const char *const i386[] = { "clang", "-m32", "-O2", "-g", "-fPIC", "-fuse-ld=lld", NULL };
  static const char *const arm[] = { "clang", "--target=armv7-linux-gnueabihf", "-O2", "-g", "-fPIC", "-fuse-ld=lld", NULL };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cfi/readelf/loaded", test_loaded_files);
  g_test_add_func ("/cfi/readelf/cases", test_case_files);
  g_test_add_data_func ("/cfi/readelf/eh-frame", eh_frame, test_compiled);
  g_test_add_data_func ("/cfi/readelf/c++-realigned", cxx, test_compiled);
  g_test_add_data_func ("/cfi/readelf/debug-frame", debug_frame, test_compiled);
  g_test_add_data_func ("/cfi/readelf/debug-frame-zlib", compressed, test_compiled);
  g_test_add_data_func ("/cfi/readelf/zdebug-frame", zdebug, test_compiled);
  g_test_add_data_func ("/cfi/readelf/no-eh-frame-hdr", no_header, test_compiled);
  g_test_add_data_func ("/cfi/readelf/aarch64", aarch64, test_compiled);
  g_test_add_data_func ("/cfi/readelf/aarch64-be", aarch64_be, test_compiled);
  g_test_add_data_func ("/cfi/readelf/i386", i386, test_compiled);
  g_test_add_data_func ("/cfi/readelf/arm", arm, test_compiled);
  g_test_add_func ("/cfi/no-sections", test_no_sections);
  g_test_add_func ("/cfi/damaged", test_damaged);
  g_test_add_func ("/cfi/costly", test_costly);
  g_test_add_func ("/cfi/no-rules", test_no_rules);
  g_test_add_func ("/cfi/expressions", test_expressions);
  g_test_add_func ("/cfi/speed", test_speed);
  return g_test_run ();
}
