/* test-disassembler.c: machine code of eight machines against what objdump printed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "asc-disassembler.h"
#include "asc-elf-code.h"
#include "asc-test-paths.h"

#include <elf.h>

/* A line of objdump: "  401000:\t89 3d ba 20 00 00    \tmov    %edi,0x20ba(%rip)". */
typedef struct
{
  guint64 address;
  char *bytes; /* hexadecimal, as they lie in memory */
  char *text;
} Line;

static void
line_clear (gpointer data)
{
  g_free (((Line *) data)->bytes);
  g_free (((Line *) data)->text);
}

/* A group of digits is a number in the machine's order: "f000 f801" are the bytes 00 f0 01 f8. */
static char *
order_bytes (const char *shown, gboolean swap)
{
  g_auto (GStrv) groups = g_strsplit (shown, " ", -1);
  g_autoptr (GString) bytes = g_string_new (NULL);

  for (guint i = 0; groups[i] != NULL; i++)
    for (gsize k = 0, n = strlen (groups[i]); k + 1 < n; k += 2)
      g_string_append_len (bytes, groups[i] + (swap ? n - 2 - k : k), 2);
  return g_string_free (g_steal_pointer (&bytes), FALSE);
}

static GArray *
read_lines (const char *path, gboolean swap)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) rows = NULL;
  GArray *lines = g_array_new (FALSE, TRUE, sizeof (Line));

  g_array_set_clear_func (lines, line_clear);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  rows = g_strsplit (text, "\n", -1);
  for (guint i = 0; rows[i] != NULL; i++)
    {
      g_auto (GStrv) fields = g_strsplit (rows[i], "\t", 3);
      char *end;
      Line line = { .address = g_ascii_strtoull (fields[0] != NULL ? fields[0] : "", &end, 16) };

      if (g_strv_length (fields) != 3 || *end != ':')
        continue;
      line.bytes = order_bytes (g_strstrip (fields[1]), swap);
      line.text = g_strchomp (g_strdup (fields[2]));
      g_array_append_val (lines, line);
    }
  return lines;
}

/* Names of places where nothing is, counted from the nearest symbol: not shown. */
static char *
without_far_name (const char *text)
{
  const char *start = strrchr (text, '<');

  return start != NULL && start > text ? g_strndup (text, (gsize) (start - 1 - text)) : g_strdup (text);
}

/* What must be told of calls: the mnemonic. */
typedef struct
{
  const char *file;
  const char *call;
  const char *jump; /* that always jumps to an address */
  gboolean swap;
} Machine;

static const Machine machines[] = {
  { "x86-64", "call", "jmp", FALSE },  { "x86-64-avx512", "call", "jmp", FALSE }, { "i386", "call", "jmp", FALSE },
  { "aarch64", "bl", "b", TRUE },      { "arm", "bl", "b", TRUE },                { "thumb", "bl", "b.n", TRUE },
  { "riscv64", "jal", "j", TRUE },     { "s390x", "brasl", "j", FALSE },          { "ppc64le", "bl", "b", FALSE },
};

static gboolean
has_mnemonic (const char *text, const char *mnemonic)
{
  gsize n = strcspn (text, " \t");

  return n == strlen (mnemonic) && strncmp (text, mnemonic, n) == 0;
}

static void
check_line (const Machine *machine, const Line *line, const AscDecoded *decoded, const guint8 *bytes)
{
  g_autoptr (GString) got = g_string_new (NULL);
  g_autofree char *plain = without_far_name (line->text);

  for (guint i = 0; i < decoded->size; i++)
    g_string_append_printf (got, "%02x", bytes[i]);
  g_assert_cmpstr (got->str, ==, line->bytes);
  if (!g_str_equal (decoded->text, line->text))
    g_assert_cmpstr (decoded->text, ==, plain);
  g_assert_cmpint ((decoded->flags & ASC_INSTRUCTION_CALL) != 0, ==, has_mnemonic (line->text, machine->call));
  if (has_mnemonic (line->text, machine->call) || has_mnemonic (line->text, machine->jump))
    {
      g_autofree char *target = g_strdup_printf ("%" G_GINT64_MODIFIER "x <", decoded->target);

      if (strchr (line->text, '<') != NULL)
        g_assert_nonnull (strstr (line->text, target));
      g_assert_false (decoded->flags & ASC_INSTRUCTION_CONDITIONAL);
    }
}

static void
test_machine (gconstpointer data)
{
  const Machine *machine = data;
  g_autofree char *name = g_strconcat ("fixtures/disasm/", machine->file, NULL);
  g_autofree char *path = asc_test_source_path (name);
  g_autofree char *text = g_strconcat (path, ".txt", NULL);
  g_autoptr (AscElf) elf = asc_elf_open (path, NULL);
  g_autoptr (AscAddressNames) names = asc_address_names_new ();
  g_autoptr (GArray) marks = NULL;
  g_autoptr (GArray) lines = read_lines (text, machine->swap);
  g_autoptr (AscDisassembler) disassembler = NULL;
  g_autoptr (GBytes) code = NULL;
  AscMachine elf_machine = asc_elf_get_machine (elf);
  guint64 start = g_array_index (lines, Line, 0).address, address = start;

  g_assert_cmpint (lines->len, >, 80);
  asc_address_names_add_elf (names, asc_elf_open (path, NULL), NULL);
  marks = asc_elf_list_code_marks (elf, NULL);
  code = asc_elf_dup_code (elf, start, G_MAXUINT64);
  disassembler = asc_disassembler_new (&elf_machine, code, start, marks, names);
  if (disassembler == NULL || !g_str_equal (asc_disassembler_get_engine (disassembler), "libopcodes"))
    {
      g_test_skip ("the libopcodes here does not know this machine");
      return;
    }
  for (guint i = 0; i < lines->len; i++)
    {
      const Line *line = &g_array_index (lines, Line, i);
      AscDecoded decoded;

      g_assert_cmphex (address, ==, line->address);
      asc_disassembler_decode (disassembler, address, asc_address_names_find_next (names, address), &decoded);
      check_line (machine, line, &decoded, (const guint8 *) g_bytes_get_data (code, NULL) + (address - start));
      address += decoded.size;
    }
}

/* Operands of the first instructions of x86-64's walk(), by the manual of that machine. */
static void
test_operands (void)
{
  static const guint8 bytes[] = {
    0x48, 0x8b, 0x44, 0x8f, 0x10,                               /* mov 0x10(%rdi,%rcx,4),%rax */
    0x64, 0x48, 0x89, 0x04, 0x25, 0x28, 0x00, 0x00, 0x00,       /* mov %rax,%fs:0x28 */
    0x48, 0x8d, 0x04, 0x37,                                     /* lea (%rdi,%rsi,1),%rax */
    0x75, 0xec,                                                 /* jne 0x1000 */
    0xff, 0x25, 0x00, 0x10, 0x00, 0x00,                         /* jmp *0x1000(%rip) */
    0xc3,                                                       /* ret */
  };
  AscMachine machine = asc_machine_from_name ("x86_64");
  g_autoptr (GBytes) code = g_bytes_new_static (bytes, sizeof bytes);
  g_autoptr (AscDisassembler) disassembler = asc_disassembler_new (&machine, code, 0x1000, NULL, NULL);
  AscDecoded decoded[6];
  guint64 address = 0x1000;

#ifndef HAVE_CAPSTONE
  g_test_skip ("built without capstone");
  return;
#endif
  for (guint i = 0; i < G_N_ELEMENTS (decoded); i++)
    {
      asc_disassembler_decode (disassembler, address, G_MAXUINT64, &decoded[i]);
      address += decoded[i].size;
    }
  g_assert_cmphex (address, ==, 0x1000 + sizeof bytes);
  g_assert_cmpint (decoded[0].flags, ==, ASC_INSTRUCTION_LOAD);
  g_assert_cmpstr (decoded[0].memory.base, ==, "rdi");
  g_assert_cmpstr (decoded[0].memory.index, ==, "rcx");
  g_assert_cmpint (decoded[0].memory.scale, ==, 4);
  g_assert_cmpint (decoded[0].memory.displacement, ==, 0x10);
  g_assert_cmpint (decoded[0].memory.size, ==, 8);
  g_assert_cmpint (decoded[1].flags, ==, ASC_INSTRUCTION_STORE);
  g_assert_cmpstr (decoded[1].memory.segment, ==, "fs");
  g_assert_cmpint (decoded[2].flags, ==, 0); /* lea touches no memory */
  g_assert_cmpint (decoded[3].flags, ==, ASC_INSTRUCTION_JUMP | ASC_INSTRUCTION_CONDITIONAL);
  g_assert_cmphex (decoded[3].target, ==, 0x1000);
  g_assert_true (decoded[4].flags & ASC_INSTRUCTION_JUMP);
  g_assert_cmphex (decoded[4].target, ==, ASC_NO_ADDRESS); /* where to stands in memory */
  g_assert_cmpint (decoded[5].flags, ==, ASC_INSTRUCTION_RETURN);
}

/* Whatever the bytes are: every step goes on, and none reads beyond them. */
static void
test_rubbish (void)
{
  static const char *const names[] = { "x86_64", "i686", "aarch64", "armv7l", "ppc64le", "ppc64", "s390x", "riscv64" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (guint32 seed = 1; seed <= 8; seed++)
      {
        AscMachine machine = asc_machine_from_name (names[i]);
        g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
        gsize size = (gsize) g_rand_int_range (rand, 1, 4000);
        g_autofree guint8 *bytes = g_malloc (size); /* its own block: AddressSanitizer sees the end */
        g_autoptr (GBytes) code = NULL;
        g_autoptr (AscDisassembler) disassembler = NULL;

        for (gsize k = 0; k < size; k++)
          bytes[k] = (guint8) g_rand_int (rand);
        code = g_bytes_new_static (bytes, size);
        disassembler = asc_disassembler_new (&machine, code, G_MAXUINT64 - 8192, NULL, NULL);
        for (gsize at = 0; disassembler != NULL && at < size;)
          {
            AscDecoded decoded;

            asc_disassembler_decode (disassembler, G_MAXUINT64 - 8192 + at, G_MAXUINT64, &decoded);
            g_assert_cmpint (decoded.size, >, 0);
            g_assert_cmpint (decoded.size, <=, size - at);
            g_assert_true (g_utf8_validate (decoded.text, -1, NULL));
            at += decoded.size;
          }
      }
}

static void
test_names (void)
{
  g_autoptr (AscAddressNames) names = asc_address_names_new ();
  g_autofree char *at = NULL, *inside = NULL, *demangled = NULL, *longest = NULL;
  g_autofree char *huge = g_strnfill (100000, 'x');

  g_assert_null (asc_address_names_dup (names, 0x1000));
  asc_address_names_add (names, 0x2000, "_ZN3foo3barEi");
  asc_address_names_add (names, 0x1000, "first@@VERSION_2");
  asc_address_names_add (names, 0x3000, huge);
  g_assert_null (asc_address_names_dup (names, 0xfff));
  at = asc_address_names_dup (names, 0x1000);
  g_assert_cmpstr (at, ==, "first");
  inside = asc_address_names_dup (names, 0x1010);
  g_assert_cmpstr (inside, ==, "first+0x10");
  demangled = asc_address_names_dup (names, 0x2001);
  g_assert_cmpstr (demangled, ==, "foo::bar(int)+0x1");
  longest = asc_address_names_dup (names, 0x3000);
  g_assert_cmpint (strlen (longest), <, 2000);
  g_assert_cmphex (asc_address_names_find_next (names, 0x1000), ==, 0x2000);
  g_assert_cmphex (asc_address_names_find_next (names, 0x3000), ==, G_MAXUINT64);
}

static void
test_unknown_machine (void)
{
  AscMachine machine = asc_machine_from_name ("vax");
  g_autoptr (GBytes) code = g_bytes_new_static ("\0\0\0\0", 4);

  g_assert_cmpint (machine.machine, ==, 0);
  g_assert_null (asc_disassembler_new (&machine, code, 0, NULL, NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (machines); i++)
    {
      g_autofree char *path = g_strconcat ("/disassembler/machine/", machines[i].file, NULL);

      g_test_add_data_func (path, &machines[i], test_machine);
    }
  g_test_add_func ("/disassembler/operands", test_operands);
  g_test_add_func ("/disassembler/rubbish", test_rubbish);
  g_test_add_func ("/disassembler/names", test_names);
  g_test_add_func ("/disassembler/unknown-machine", test_unknown_machine);
  return g_test_run ();
}
