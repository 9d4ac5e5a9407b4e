/* asc-disassembly.c: see asc-disassembly.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-disassembly.h"

#include <string.h>

#include "asc-code-file.h"
#include "asc-disassembler.h"
#include "asc-dwarf.h"
#include "asc-symbol-finder.h"

/* The longest instruction of any machine, x86's; read beyond the end, so that the last one is whole. */
#define MAX_INSTRUCTION 16
/* Texts of instructions: names in them can be long. */
#define MAX_TEXT_BYTES (256u << 20)
#define POLL_EVERY 4096

struct _AscDisassembly
{
  GObject parent_instance;

  AscCodeRange range;
  gboolean is_cut;
  char *source;
  AscBuildId build_id;
  GBytes *code;
  GArray *instructions; /* AscInstruction */
  GStringChunk *texts;
  gsize n_text_bytes;
  AscDwarfResult *lines; /* lends files and functions; or NULL */
};

G_DEFINE_FINAL_TYPE (AscDisassembly, asc_disassembly, G_TYPE_OBJECT)
G_DEFINE_QUARK (asc-disassembly-error-quark, asc_disassembly_error)

static void
asc_disassembly_finalize (GObject *object)
{
  AscDisassembly *self = ASC_DISASSEMBLY (object);

  g_free (self->source);
  g_clear_pointer (&self->code, g_bytes_unref);
  g_array_unref (self->instructions);
  g_string_chunk_free (self->texts);
  g_clear_pointer (&self->lines, asc_dwarf_result_free);
  G_OBJECT_CLASS (asc_disassembly_parent_class)->finalize (object);
}

static void
asc_disassembly_class_init (AscDisassemblyClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = asc_disassembly_finalize;
}

static void
asc_disassembly_init (AscDisassembly *self)
{
  self->instructions = g_array_new (FALSE, FALSE, sizeof (AscInstruction));
  self->texts = g_string_chunk_new (64 * 1024);
}

/* Where the range ends that has no size, and what is too much. */
static void
bound (AscDisassembly *self, const AscCodeFile *file, AscAddressNames *names)
{
  AscCodeRange *range = &self->range;

  if (range->size == 0)
    {
      guint64 end = file->elf != NULL ? asc_elf_get_section_end (file->elf, range->address) : G_MAXUINT64;
      guint64 next = asc_address_names_find_next (names, range->address);

      range->size = MIN (end, next) - range->address;
    }
  if (range->size > ASC_DISASSEMBLY_MAX_BYTES)
    {
      range->size = ASC_DISASSEMBLY_MAX_BYTES;
      self->is_cut = TRUE;
    }
  range->size = MIN (range->size, G_MAXUINT64 - range->address);
}

static gboolean
read_code (AscDisassembly *self, AscCodeFile *file, GError **error)
{
  self->code = self->range.size > 0 ? asc_code_file_dup_code (file, self->range.address, self->range.size + MAX_INSTRUCTION) : NULL;
  if (self->code != NULL)
    return TRUE;
  g_set_error (error, ASC_DISASSEMBLY_ERROR, ASC_DISASSEMBLY_ERROR_NO_FILE, "%s has no code at 0x%" G_GINT64_MODIFIER "x", self->source, self->range.address);
  return FALSE;
}

static void
add_instruction (AscDisassembly *self, const AscDecoded *decoded, guint64 size, const guint8 *bytes)
{
  AscInstruction instruction = { .address = decoded->address, .target = decoded->target, .bytes = bytes, .size = (guint16) size, .flags = (guint16) decoded->flags };

  self->n_text_bytes += strlen (decoded->text) + 1;
  instruction.text = g_string_chunk_insert (self->texts, decoded->text);
  g_array_append_val (self->instructions, instruction);
}

static gboolean
disassemble (AscDisassembly *self, AscDisassembler *disassembler, AscAddressNames *names, GCancellable *cancellable, GError **error)
{
  gsize n_bytes;
  const guint8 *bytes = g_bytes_get_data (self->code, &n_bytes);
  guint64 start = self->range.address;
  guint64 end = start + MIN (self->range.size, n_bytes);
  guint64 sync = start;

  for (guint64 address = start; address < end;)
    {
      AscDecoded decoded;
      guint64 next;

      if (address >= sync)
        sync = MIN (asc_address_names_find_next (names, address), end);
      asc_disassembler_decode (disassembler, address, sync, &decoded);
      /* Where a symbol is there starts an instruction, as objdump has it. */
      next = MIN (address + decoded.size, MAX (sync, address + 1));
      add_instruction (self, &decoded, next - address, bytes + (address - start));
      address = next;
      if (self->n_text_bytes > MAX_TEXT_BYTES)
        {
          self->is_cut = TRUE;
          break;
        }
      if (self->instructions->len % POLL_EVERY == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
    }
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

/* Lines are extra: without them, or with broken ones, the instructions are the same. */
static void
add_lines (AscDisassembly *self, const AscCodeFile *file, const AscSymbolOptions *options, GCancellable *cancellable)
{
  g_autoptr (AscSymbolFinder) finder
      = options != NULL && options->finder != NULL ? asc_symbol_finder_ref (options->finder) : asc_symbol_finder_new (NULL, options);
  const AscDwarfOptions dwarf_options = asc_symbol_finder_get_dwarf_options (finder, options != NULL ? options->n_threads : 0);
  g_autoptr (AscDwarf) dwarf = file->is_memory ? NULL : asc_dwarf_open (file->path, file->debug_path, &dwarf_options, NULL);
  g_autofree guint64 *addresses = NULL;
  const AscDwarfFunction *functions;
  guint n = self->instructions->len, n_functions;

  if (dwarf == NULL)
    return;
  addresses = g_new (guint64, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    addresses[i] = g_array_index (self->instructions, AscInstruction, i).address;
  self->lines = asc_dwarf_resolve (dwarf, addresses, n, cancellable, NULL);
  if (self->lines == NULL)
    return;
  functions = asc_dwarf_result_get_functions (self->lines, &n_functions);
  for (guint i = 0; i < n; i++)
    {
      AscInstruction *instruction = &g_array_index (self->instructions, AscInstruction, i);
      guint n_places;
      const AscDwarfPlace *chain = asc_dwarf_result_get_chain (self->lines, i, &n_places);

      if (n_places == 0)
        continue;
      instruction->file = chain[0].file;
      instruction->line = chain[0].line;
      if (n_places > 1 && chain[0].function != ASC_DWARF_NONE && (options == NULL || !options->no_inline))
        {
          const AscDwarfFunction *inlined = &functions[chain[0].function];
          g_autofree char *name = asc_name_dup_styled (inlined->name, inlined->mangled, options != NULL ? options->names : ASC_NAME_LONG);

          instruction->function = g_string_chunk_insert_const (self->texts, name);
        }
    }
}

/* Each holds up to the next one. */
static void
add_recorded_lines (AscDisassembly *self, AscExperiment *experiment)
{
  guint n;
  const AscRecordedLine *lines = asc_experiment_get_recorded_lines (experiment, &n);

  for (guint i = 0; i < n; i++)
    {
      int at = lines[i].object == self->range.object && lines[i].file != NULL ? asc_disassembly_find (self, lines[i].address) : -1;
      AscInstruction *instruction = at >= 0 ? &g_array_index (self->instructions, AscInstruction, at) : NULL;

      if (instruction == NULL)
        continue;
      instruction->file = g_string_chunk_insert_const (self->texts, lines[i].file);
      instruction->line = lines[i].line;
    }
  for (guint i = 1; i < self->instructions->len; i++)
    {
      AscInstruction *instruction = &g_array_index (self->instructions, AscInstruction, i);

      if (instruction->file == NULL)
        {
          instruction->file = instruction[-1].file;
          instruction->line = instruction[-1].line;
        }
    }
}

AscDisassembly *
asc_disassembly_load (AscSymbols *symbols, const AscCodeRange *range, const AscSymbolOptions *options, GCancellable *cancellable, GError **error)
{
  g_autoptr (AscDisassembly) self = g_object_new (ASC_TYPE_DISASSEMBLY, NULL);
  g_auto (AscCodeFile) file = { 0 };
  g_autoptr (AscAddressNames) names = NULL;
  g_autoptr (GArray) marks = NULL;
  g_autoptr (AscDisassembler) disassembler = NULL;

  g_return_val_if_fail (ASC_IS_SYMBOLS (symbols), NULL);
  if (!asc_code_file_open (&file, symbols, range->object, error))
    return NULL;
  self->range = *range;
  self->source = g_strdup (file.path);
  if (file.elf != NULL)
    self->build_id = *asc_elf_get_build_id (file.elf);
  names = asc_code_file_list_names (&file, symbols, range->object);
  marks = asc_code_file_list_marks (&file);
  bound (self, &file, names);
  if (!read_code (self, &file, error))
    return NULL;
  disassembler = asc_disassembler_new (&file.machine, self->code, self->range.address, marks, names);
  if (disassembler == NULL)
    {
      g_set_error (error, ASC_DISASSEMBLY_ERROR, ASC_DISASSEMBLY_ERROR_NO_MACHINE, "%s: no disassembler for ELF machine %u here", self->source, file.machine.machine);
      return NULL;
    }
  if (!disassemble (self, disassembler, names, cancellable, error))
    return NULL;
  if (file.elf != NULL)
    add_lines (self, &file, options, cancellable);
  else
    add_recorded_lines (self, asc_symbols_get_experiment (symbols));
  return g_cancellable_set_error_if_cancelled (cancellable, error) ? NULL : g_steal_pointer (&self);
}

guint
asc_disassembly_get_size (AscDisassembly *self)
{
  return self->instructions->len;
}

const AscInstruction *
asc_disassembly_get (AscDisassembly *self, guint i)
{
  g_return_val_if_fail (i < self->instructions->len, NULL);
  return &g_array_index (self->instructions, AscInstruction, i);
}

int
asc_disassembly_find (AscDisassembly *self, guint64 address)
{
  guint low = 0, high = self->instructions->len;
  const AscInstruction *found;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->instructions, AscInstruction, middle).address <= address)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0)
    return -1;
  found = &g_array_index (self->instructions, AscInstruction, low - 1);
  return address - found->address < found->size ? (int) low - 1 : -1;
}

const AscCodeRange *
asc_disassembly_get_range (AscDisassembly *self)
{
  return &self->range;
}

gboolean
asc_disassembly_is_cut (AscDisassembly *self)
{
  return self->is_cut;
}

const char *
asc_disassembly_get_source (AscDisassembly *self)
{
  return self->source;
}

const guint8 *
asc_disassembly_get_build_id (AscDisassembly *self, guint *size)
{
  *size = self->build_id.size;
  return self->build_id.bytes;
}
