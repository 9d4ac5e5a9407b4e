/* asc-test-cfi.c: see asc-test-cfi.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-test-cfi.h"

#include <stdlib.h>
#include <string.h>

/* Columns that are compared; arm has vector registers above. */
#define MAX_COLUMNS 64

typedef struct
{
  const AscCfi *cfi;
  AscArch arch;
  char *columns[MAX_COLUMNS];
  guint n_columns;
  guint64 start; /* of the function */
  guint64 end;
  char *row; /* the last one read, whose end is not known yet */
  guint64 row_start;
  gboolean is_fde;
  guint64 cie; /* offset of the one being read */
  GHashTable *cie_rows;    /* offset -> last row of the CIE */
  GHashTable *cie_columns; /* offset -> its header line */
  guint n_rows;
  guint n_wrong;
} Reader;

static const char *const x86_64_names[] = { "rax", "rdx", "rcx", "rbx", "rsi", "rdi", "rbp", "rsp", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15" };
static const char *const i386_names[] = { "eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi" };

/* DWARF number of a register by readelf's name; G_MAXUINT: none that is followed. @ra: what "ra" is. */
static guint
register_number (AscArch arch, const char *name, guint ra)
{
  const char *const *names = arch == ASC_ARCH_X86_64 ? x86_64_names : i386_names;
  guint n = arch == ASC_ARCH_X86_64 ? G_N_ELEMENTS (x86_64_names) : arch == ASC_ARCH_I386 ? G_N_ELEMENTS (i386_names) : 0;
  guint number = G_MAXUINT;

  if (g_str_equal (name, "ra"))
    return ra;
  if (arch == ASC_ARCH_AARCH64 && g_str_equal (name, "sp"))
    return 31;
  for (guint i = 0; i < n; i++)
    if (g_str_equal (names[i], name))
      number = i;
  if (number == G_MAXUINT && (name[0] == 'r' || name[0] == 'x') && g_ascii_isdigit (name[1]))
    number = (guint) atoi (name + 1);
  return number < asc_arch_get_n_registers (arch) ? number : G_MAXUINT;
}

static const char *
register_name (AscArch arch, guint number, char *buffer)
{
  if (arch == ASC_ARCH_X86_64 && number < G_N_ELEMENTS (x86_64_names))
    return x86_64_names[number];
  if (arch == ASC_ARCH_I386 && number < G_N_ELEMENTS (i386_names))
    return i386_names[number];
  if (arch == ASC_ARCH_AARCH64 && number == 31)
    return "sp";
  g_snprintf (buffer, 16, "%s%u", arch == ASC_ARCH_AARCH64 ? "x" : "r", number);
  return buffer;
}

/* The rule in readelf's words. */
static void
print_rule (const Reader *self, const AscCfiRow *row, guint reg, char *text)
{
  const AscCfiRule *rules = asc_cfi_get_rules (self->cfi, row);

  g_strlcpy (text, "u", 32);
  for (guint i = 0; i < row->n_rules; i++)
    {
      if (rules[i].reg != reg)
        continue;
      switch (rules[i].kind)
        {
        case ASC_CFI_OFFSET:
          g_snprintf (text, 32, "c%+d", rules[i].value);
          break;
        case ASC_CFI_VAL_OFFSET:
          g_snprintf (text, 32, "v%+d", rules[i].value);
          break;
        case ASC_CFI_REGISTER:
          g_snprintf (text, 32, "r%d", rules[i].value); /* readelf: "r1 (rdx)" */
          break;
        case ASC_CFI_EXPRESSION:
          g_strlcpy (text, "exp", 32);
          break;
        case ASC_CFI_VAL_EXPRESSION:
          g_strlcpy (text, "vexp", 32);
          break;
        default:
          break;
        }
    }
}

static void
print_cfa (const Reader *self, const AscCfiRow *row, char *text)
{
  char name[16];

  if (row->cfa_kind == ASC_CFI_REGISTER)
    g_snprintf (text, 32, "%s%+d", register_name (self->arch, row->cfa_reg, name), row->cfa_value);
  else
    g_strlcpy (text, row->cfa_kind == ASC_CFI_VAL_EXPRESSION ? "exp" : "none", 32);
}

static gboolean
check_at (Reader *self, char **cells, guint64 address)
{
  const AscCfiRow *row = asc_cfi_find (self->cfi, address);
  guint n = g_strv_length (cells);
  char text[32];

  if (row == NULL)
    return FALSE;
  print_cfa (self, row, text);
  if (n < 1 || !g_str_equal (cells[0], text))
    return FALSE;
  for (guint i = 1; i < n && i < self->n_columns; i++)
    {
      guint reg = register_number (self->arch, self->columns[i], row->ra_reg);

      if (reg == G_MAXUINT)
        continue;
      print_rule (self, row, reg, text);
      /* "s": said to be the same, which is what no rule means too. */
      if (!g_str_equal (cells[i], text) && !(g_str_equal (cells[i], "s") && g_str_equal (text, "u")))
        return FALSE;
    }
  return TRUE;
}

static char **
split_cells (const char *text)
{
  g_auto (GStrv) parts = g_strsplit_set (text, " ", -1);
  GPtrArray *cells = g_ptr_array_new ();

  for (guint i = 0; parts[i] != NULL; i++)
    if (parts[i][0] != '\0' && parts[i][0] != '(')
      g_ptr_array_add (cells, g_strdup (parts[i]));
  g_ptr_array_add (cells, NULL);
  return (char **) g_ptr_array_free (cells, FALSE);
}

/* The row read last ends before @end. */
static void
finish_row (Reader *self, guint64 end)
{
  g_auto (GStrv) cells = NULL;

  if (self->row == NULL)
    return;
  if (self->is_fde && end > self->row_start)
    {
      cells = split_cells (self->row);
      self->n_rows++;
      if (!check_at (self, cells, self->row_start) || !check_at (self, cells, end - 1))
        {
          if (self->n_wrong++ < 5)
            g_test_message ("differs in 0x%" G_GINT64_MODIFIER "x..0x%" G_GINT64_MODIFIER "x: %s", self->row_start, end, self->row);
        }
    }
  g_clear_pointer (&self->row, g_free);
}

static void
set_columns (Reader *self, const char *line)
{
  g_auto (GStrv) cells = split_cells (line); /* LOC CFA ... */

  for (guint i = 0; i < self->n_columns; i++)
    g_free (self->columns[i]);
  self->n_columns = 0;
  for (guint i = 1; cells[0] != NULL && cells[i] != NULL && self->n_columns < MAX_COLUMNS; i++)
    self->columns[self->n_columns++] = g_strdup (cells[i]);
}

/* A function for which readelf prints no row has its CIE's. */
static void
begin_function (Reader *self, const char *line)
{
  const char *cie = strstr (line, " cie=");
  const char *pc = strstr (line, " pc=");
  const char *header;
  guint64 offset;

  offset = g_ascii_strtoull (cie + 5, NULL, 16);
  self->is_fde = TRUE;
  self->start = g_ascii_strtoull (pc + 4, (char **) &pc, 16);
  self->end = g_ascii_strtoull (pc + 2, NULL, 16);
  self->row = g_strdup (g_hash_table_lookup (self->cie_rows, GSIZE_TO_POINTER (offset)));
  self->row_start = self->start;
  header = g_hash_table_lookup (self->cie_columns, GSIZE_TO_POINTER (offset));
  if (header != NULL)
    set_columns (self, header);
}

static void
read_line (Reader *self, const char *line)
{
  char *rest;
  guint64 address;

  if (strstr (line, " FDE ") != NULL)
    {
      finish_row (self, self->end);
      begin_function (self, line);
    }
  else if (strstr (line, " CIE ") != NULL)
    {
      finish_row (self, self->end);
      self->is_fde = FALSE;
      self->cie = g_ascii_strtoull (line, NULL, 16);
    }
  else if (g_str_has_prefix (line, "   LOC "))
    {
      set_columns (self, line);
      g_clear_pointer (&self->row, g_free);
      if (!self->is_fde)
        g_hash_table_insert (self->cie_columns, GSIZE_TO_POINTER (self->cie), g_strdup (line));
    }
  else if (strstr (line, " ZERO terminator") != NULL)
    {
      finish_row (self, self->end);
      self->is_fde = FALSE;
    }
  else if (line[0] == '\0' || !g_ascii_isxdigit (line[0]))
    {
      return;
    }
  else
    {
      address = g_ascii_strtoull (line, &rest, 16);
      if (rest - line < 8 || *rest != ' ')
        return;
      finish_row (self, address);
      self->row = g_strdup (rest);
      self->row_start = address;
      if (!self->is_fde)
        g_hash_table_insert (self->cie_rows, GSIZE_TO_POINTER (self->cie), g_strdup (rest));
    }
}

guint
asc_test_compare_with_readelf (const AscCfi *cfi, const char *path, guint *n_rows)
{
  const char *argv[] = { "readelf", "-W", "--debug-dump=frames-interp", path, NULL };
  Reader self = { .cfi = cfi, .arch = asc_cfi_get_arch (cfi) };
  g_autofree char *output = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &output, NULL, NULL, &error));
  self.cie_rows = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self.cie_columns = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  lines = g_strsplit (output, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (g_str_has_prefix (lines[i], "Contents of the"))
        finish_row (&self, self.end);
      read_line (&self, lines[i]);
    }
  finish_row (&self, self.end);
  for (guint i = 0; i < self.n_columns; i++)
    g_free (self.columns[i]);
  g_hash_table_unref (self.cie_rows);
  g_hash_table_unref (self.cie_columns);
  *n_rows = self.n_rows;
  return self.n_wrong;
}
