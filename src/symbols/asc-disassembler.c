/* asc-disassembler.c: see asc-disassembler.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-disassembler-private.h"

#include <elf.h>

#include "asc-cursor.h"

/* Bytes of a line for what is no instruction. */
#define DATA_BYTES 8

struct _AscDisassembler
{
  AscMachine machine;
  GBytes *bytes;
  AscCodeBytes code;
  const GArray *marks; /* AscCodeMark, or NULL */
  AscAddressNames *names;
  AscOpcodes *opcodes;   /* or NULL */
  AscOperands *operands; /* or NULL */
  GString *text;
  guint64 lost_from; /* without libopcodes: bytes that it could not decode, up to where an instruction is known to start */
  guint64 lost_until;
};

AscDisassembler *
asc_disassembler_new (const AscMachine *machine, GBytes *code, guint64 address, const GArray *marks, AscAddressNames *names)
{
  g_autoptr (AscDisassembler) self = g_new0 (AscDisassembler, 1);

  self->machine = *machine;
  self->bytes = g_bytes_ref (code);
  self->code.bytes = g_bytes_get_data (code, &self->code.size);
  self->code.address = address;
  self->marks = marks;
  self->names = names;
  self->text = g_string_new (NULL);
  self->opcodes = asc_opcodes_new (machine, &self->code, names);
  self->operands = asc_operands_new (machine, &self->code);
  return self->opcodes != NULL || self->operands != NULL ? g_steal_pointer (&self) : NULL;
}

void
asc_disassembler_free (AscDisassembler *self)
{
  g_clear_pointer (&self->opcodes, asc_opcodes_free);
  g_clear_pointer (&self->operands, asc_operands_free);
  g_bytes_unref (self->bytes);
  g_string_free (self->text, TRUE);
  g_free (self);
}

const char *
asc_disassembler_get_engine (AscDisassembler *self)
{
  return self->opcodes != NULL ? "libopcodes" : "capstone";
}

/* The last mark at or below @address. *@next: where the next one is. */
static AscCodeKind
find_kind (AscDisassembler *self, guint64 address, guint64 *next)
{
  guint low = 0, high = self->marks != NULL ? self->marks->len : 0;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->marks, AscCodeMark, middle).address <= address)
        low = middle + 1;
      else
        high = middle;
    }
  *next = self->marks != NULL && low < self->marks->len ? g_array_index (self->marks, AscCodeMark, low).address : G_MAXUINT64;
  return low > 0 ? g_array_index (self->marks, AscCodeMark, low - 1).kind : ASC_CODE_INSTRUCTIONS;
}

/* A word of data, as the printers of ARM and RISC-V have it. */
static void
decode_data (AscDisassembler *self, AscDecoded *decoded, guint64 end)
{
  AscCursor cursor;
  guint64 left;

  asc_cursor_init (&cursor, self->code.bytes, self->code.size, self->machine.big_endian);
  asc_cursor_seek (&cursor, (gsize) (decoded->address - self->code.address));
  left = asc_cursor_left (&cursor);
  if (end - decoded->address < left)
    left = end - decoded->address;
  decoded->flags = ASC_INSTRUCTION_NONE;
  if (self->machine.machine == EM_RISCV)
    decoded->size = left >= 4 ? 4 : left >= 2 ? 2 : 1;
  else if (decoded->address % 4 == 0)
    decoded->size = left >= 4 ? 4 : 1;
  else
    decoded->size = decoded->address % 2 == 0 && left >= 2 ? 2 : 1;
  if (decoded->size == 4)
    g_string_append_printf (self->text, ".word\t0x%08x", asc_cursor_u32 (&cursor));
  else if (decoded->size == 2)
    g_string_append_printf (self->text, ".short\t0x%04x", asc_cursor_u16 (&cursor));
  else
    g_string_append_printf (self->text, ".byte\t0x%02x", asc_cursor_u8 (&cursor));
}

/* Bytes that are no instruction, @n of them at most. */
static void
decode_bytes (AscDisassembler *self, AscDecoded *decoded, guint64 n)
{
  AscCursor cursor;

  asc_cursor_init (&cursor, self->code.bytes, self->code.size, FALSE);
  asc_cursor_seek (&cursor, (gsize) (decoded->address - self->code.address));
  decoded->flags = ASC_INSTRUCTION_NONE;
  g_string_assign (self->text, ".byte");
  for (decoded->size = 0; decoded->size < n && asc_cursor_left (&cursor) > 0; decoded->size++)
    g_string_append_printf (self->text, "%s 0x%02x", decoded->size > 0 ? "," : "", asc_cursor_u8 (&cursor));
}

#define FLOW (ASC_INSTRUCTION_JUMP | ASC_INSTRUCTION_CALL | ASC_INSTRUCTION_RETURN | ASC_INSTRUCTION_CONDITIONAL)

/* Joins what the two libraries and the text tell. */
static void
join (AscDisassembler *self, AscDecoded *decoded, guint64 operand)
{
  guint flow;

  if (asc_flow_from_text (self->machine.machine, self->text->str, &flow))
    decoded->flags = (decoded->flags & ~(guint) FLOW) | flow;
  if ((decoded->flags & (ASC_INSTRUCTION_JUMP | ASC_INSTRUCTION_CALL)) == 0)
    decoded->target = ASC_NO_ADDRESS;
  else if (operand != ASC_NO_ADDRESS)
    decoded->target = operand;
  /* An address that is read from memory first. */
  if (decoded->flags & ASC_INSTRUCTION_LOAD)
    decoded->target = ASC_NO_ADDRESS;
}

static gboolean
decode_instruction (AscDisassembler *self, AscDecoded *decoded, gboolean is_thumb)
{
  guint64 operand = ASC_NO_ADDRESS;

  if (self->opcodes != NULL)
    {
      decoded->size = asc_opcodes_decode (self->opcodes, decoded->address, is_thumb, self->text, decoded);
      operand = decoded->target;
      decoded->target = ASC_NO_ADDRESS;
      if (decoded->size > 0 && self->operands != NULL)
        asc_operands_decode (self->operands, decoded->address, is_thumb, decoded->size, NULL, decoded);
    }
  else
    decoded->size = asc_operands_decode (self->operands, decoded->address, is_thumb, 0, self->text, decoded);
  if (decoded->size == 0)
    return FALSE;
  join (self, decoded, operand);
  if (self->opcodes == NULL && decoded->target != ASC_NO_ADDRESS && self->names != NULL)
    {
      g_autofree char *name = asc_address_names_dup (self->names, decoded->target);

      if (name != NULL)
        g_string_append_printf (self->text, " <%s>", name);
    }
  return TRUE;
}

void
asc_disassembler_decode (AscDisassembler *self, guint64 address, guint64 sync, AscDecoded *decoded)
{
  guint64 next_mark;
  AscCodeKind kind = find_kind (self, address, &next_mark);

  g_return_if_fail (address >= self->code.address && address - self->code.address < self->code.size);
  *decoded = (AscDecoded){ .address = address, .target = ASC_NO_ADDRESS };
  g_string_truncate (self->text, 0);
  sync = MAX (MIN (sync, next_mark), address + 1);
  if (kind == ASC_CODE_DATA)
    decode_data (self, decoded, sync);
  else if (address >= self->lost_from && address < self->lost_until)
    decode_bytes (self, decoded, MIN (self->lost_until - address, DATA_BYTES));
  else if (!decode_instruction (self, decoded, kind == ASC_CODE_THUMB))
    {
      /* libopcodes fails only where the code is cut off; where capstone does, nothing tells where the next instruction starts. */
      self->lost_from = address;
      self->lost_until = self->opcodes != NULL ? address : sync;
      decode_bytes (self, decoded, self->opcodes != NULL ? 1 : MIN (sync - address, DATA_BYTES));
    }
  while (self->text->len > 0 && self->text->str[self->text->len - 1] == ' ')
    g_string_truncate (self->text, self->text->len - 1);
  decoded->text = self->text->str;
}
