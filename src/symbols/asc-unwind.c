/* asc-unwind.c: see asc-unwind.h
 *
 * A frame is found in three steps: the row of its instruction (asc-cfi.h), from the cache or by binary search; the CFA, which is the caller's
 * stack pointer; the caller's registers by the row's rules. Where there is no row, the frame pointer is taken for what the
 * convention says it is. docs/unwinding.md tells more.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-unwind.h"

#include "asc-cfi-elf.h"
#include "asc-cursor.h"
#include "asc-map.h"

/* Program counters that recur: a program has some thousand in its stacks. A power of two. */
#define CACHE_SIZE 4096

/* A read so far above the dump's end is one of the stack that was not recorded; further off it is a wild pointer. */
#define STACK_REACH (G_GUINT64_CONSTANT (64) << 20)

/* Return addresses of aarch64 may carry a signature in the bits above the user's 48 bits of address (Arm ARM, D8.8). */
#define AARCH64_ADDRESS ((G_GUINT64_CONSTANT (1) << 48) - 1)

/* A handler on a stack of its own lies below or above the stack it interrupted: only here may the stack pointer fall. */
#define MAX_SIGNALS 64

typedef struct
{
  guint64 pc; /* the address looked up */
  guint64 space;
  const AscUnwindModule *module; /* NULL: the entry is empty */
  const AscCfiRow *row;          /* NULL: none */
  guint8 returning;              /* whether its code does nothing but return: 0 unknown, 1 no, 2 yes */
} Entry;

struct _AscUnwinder
{
  AscUnwindFindFunc find;
  gpointer find_data;
  Entry *cache;
  GArray *frames; /* AscUnwindFrame */

  /* of the running call */
  const AscDump *dump;
  guint64 registers[ASC_DUMP_MAX_REGISTERS];
  guint64 valid;
  guint address_size;
  guint pc_reg, sp_reg, fp_reg;
  gboolean cut;
  gboolean needs_more;
  gboolean is_elsewhere; /* a handler of signals has a stack of its own: that of the code it interrupted was not dumped */
};

AscUnwinder *
asc_unwinder_new (AscUnwindFindFunc find, gpointer data)
{
  AscUnwinder *self = g_new0 (AscUnwinder, 1);

  self->find = find;
  self->find_data = data;
  self->cache = g_new0 (Entry, CACHE_SIZE);
  self->frames = g_array_sized_new (FALSE, FALSE, sizeof (AscUnwindFrame), 256);
  return self;
}

void
asc_unwinder_free (AscUnwinder *self)
{
  g_free (self->cache);
  g_array_unref (self->frames);
  g_free (self);
}

static inline gboolean
is_valid (const AscUnwinder *self, guint reg)
{
  return self->valid >> reg & 1;
}

static inline void
set_register (AscUnwinder *self, guint reg, guint64 value)
{
  self->registers[reg] = self->address_size == 4 ? (guint32) value : value;
  self->valid |= G_GUINT64_CONSTANT (1) << reg;
}

static guint64
get_number (const guint8 *bytes, guint size, gboolean big_endian)
{
  guint64 value = 0;

  for (guint i = 0; i < size; i++)
    value = value << 8 | bytes[big_endian ? i : size - 1 - i];
  return value;
}

/* Code and constants are in the process as they are in its files. */
static gboolean
read_module (AscUnwinder *self, guint64 address, guint size, guint64 *value)
{
  const AscUnwindModule *module = self->find (self->find_data, self->dump->space, address);
  guint8 bytes[8];

  if (module == NULL || module->elf == NULL || !asc_elf_read_image (module->elf, address - module->bias, bytes, size))
    return FALSE;
  *value = get_number (bytes, size, self->dump->big_endian);
  return TRUE;
}

static gboolean
read_memory (gpointer data, guint64 address, guint size, guint64 *value)
{
  AscUnwinder *self = data;
  const AscDump *dump = self->dump;
  guint64 offset = address - dump->stack_addr;
  AscCursor cursor;

  if (G_LIKELY (offset < dump->stack_size && size <= dump->stack_size - offset))
    {
      asc_cursor_init (&cursor, dump->stack, dump->stack_size, dump->big_endian);
      asc_cursor_seek (&cursor, (gsize) offset);
      *value = size == 8 ? asc_cursor_u64 (&cursor) : size == 4 ? asc_cursor_u32 (&cursor) : get_number (asc_cursor_bytes (&cursor, size), size, dump->big_endian);
      return TRUE;
    }
  if (address >= dump->stack_addr && offset < dump->stack_size + dump->stack_left + STACK_REACH)
    {
      self->cut = TRUE;
      self->needs_more |= dump->stack_left > 0;
      return FALSE;
    }
  return read_module (self, address, size, value);
}

static inline gboolean
read_address (AscUnwinder *self, guint64 address, guint64 *value)
{
  return read_memory (self, address, self->address_size, value);
}

static inline gsize
cache_index (const AscUnwinder *self, guint64 pc)
{
  return asc_hash_u64 (pc + (self->dump->space << 48)) & (CACHE_SIZE - 1);
}

/* The module and the row of the instruction at @pc. */
static const Entry *
look_up (AscUnwinder *self, guint64 pc)
{
  Entry *entry = &self->cache[cache_index (self, pc)];
  const AscUnwindModule *module;

  if (G_LIKELY (entry->module != NULL && entry->pc == pc && entry->space == self->dump->space))
    return entry;
  module = self->find (self->find_data, self->dump->space, pc);
  *entry = (Entry){ .pc = pc, .space = self->dump->space, .module = module };
  if (module != NULL && module->cfi != NULL && asc_cfi_get_arch (module->cfi) == self->dump->arch)
    entry->row = asc_cfi_find (module->cfi, pc - module->bias);
  return entry;
}

static gboolean
get_cfa (AscUnwinder *self, const AscCfi *cfi, const AscCfiRow *row, guint64 *cfa)
{
  if (G_LIKELY (row->cfa_kind == ASC_CFI_REGISTER))
    {
      if (!is_valid (self, row->cfa_reg))
        return FALSE;
      *cfa = self->registers[row->cfa_reg] + (guint64) (gint64) row->cfa_value;
      if (self->address_size == 4)
        *cfa = (guint32) *cfa;
      return TRUE;
    }
  return row->cfa_kind == ASC_CFI_VAL_EXPRESSION
         && asc_cfi_evaluate (cfi, (guint) row->cfa_value, self->registers, self->valid, NULL, read_memory, self, cfa);
}

/* The caller's value of a register. Returns: FALSE when it is lost. */
static gboolean
apply_rule (AscUnwinder *self, const AscCfi *cfi, const AscCfiRule *rule, guint64 cfa, guint64 *value)
{
  switch (rule->kind)
    {
    case ASC_CFI_OFFSET:
      return read_address (self, cfa + (guint64) (gint64) rule->value, value);
    case ASC_CFI_VAL_OFFSET:
      *value = cfa + (guint64) (gint64) rule->value;
      return TRUE;
    case ASC_CFI_REGISTER:
      *value = self->registers[rule->value];
      return is_valid (self, (guint) rule->value);
    case ASC_CFI_EXPRESSION:
      return asc_cfi_evaluate (cfi, (guint) rule->value, self->registers, self->valid, &cfa, read_memory, self, value) && read_address (self, *value, value);
    case ASC_CFI_VAL_EXPRESSION:
      return asc_cfi_evaluate (cfi, (guint) rule->value, self->registers, self->valid, &cfa, read_memory, self, value);
    default:
      return FALSE;
    }
}

static guint64
clean_pc (const AscUnwinder *self, guint64 pc)
{
  switch (self->dump->arch)
    {
    case ASC_ARCH_AARCH64:
      return pc & AARCH64_ADDRESS;
    case ASC_ARCH_ARM:
      return pc & ~G_GUINT64_CONSTANT (1); /* of Thumb code */
    default:
      return pc;
    }
}

/* Whether the instructions at the leaf's pc only take registers off the stack and return: pop (58+r, 41 58+r), then ret (c3, f3 c3, c2). */
static gboolean
is_returning (AscUnwinder *self)
{
  guint64 pc = self->registers[self->pc_reg];
  guint64 byte = 0;

  for (guint i = 0; i < 16; i++, pc++)
    {
      if (!read_module (self, pc, 1, &byte))
        return FALSE;
      if (byte == 0xc3 || byte == 0xc2)
        return TRUE;
      if (byte != 0x41 && byte != 0xf3 && (byte & 0xf8) != 0x58)
        return FALSE;
    }
  return FALSE;
}

/* The same, remembered: the code is read from its file, a byte each time. */
static gboolean
is_returning_cached (AscUnwinder *self)
{
  guint64 pc = self->registers[self->pc_reg];
  Entry *entry = &self->cache[cache_index (self, pc)];

  if (entry->module == NULL || entry->pc != pc || entry->space != self->dump->space)
    return is_returning (self);
  if (entry->returning == 0)
    entry->returning = is_returning (self) ? 2 : 1;
  return entry->returning == 2;
}

/* A register that was taken off the stack just now: gcc's rules go on to say that it lies there, below the stack pointer, where nothing was dumped. */
static gboolean
is_popped (AscUnwinder *self, const AscCfiRule *rule, guint64 cfa)
{
  guint64 sp = self->dump->stack_addr;
  guint64 address = cfa + (guint64) (gint64) rule->value;

  return rule->kind == ASC_CFI_OFFSET && self->frames->len == 1 && address < sp && sp - address <= 128
         && (self->dump->arch == ASC_ARCH_X86_64 || self->dump->arch == ASC_ARCH_I386) && is_returning_cached (self);
}

/* Why a step failed that read memory. */
static AscUnwindEnd
end_of_failure (const AscUnwinder *self)
{
  return self->cut || self->is_elsewhere ? ASC_UNWIND_CUT : ASC_UNWIND_BAD;
}

/* Makes the registers those of the caller. Returns: ASC_UNWIND_DONE with *@going TRUE when there is one. */
static AscUnwindEnd
step_by_row (AscUnwinder *self, const AscCfi *cfi, const AscCfiRow *row, gboolean *going)
{
  const AscCfiRule *rules = asc_cfi_get_rules (cfi, row);
  guint64 values[ASC_DUMP_MAX_REGISTERS];
  guint64 known = 0;
  gboolean has_ra = row->ra_reg != self->pc_reg; /* a link register that no rule names still holds it */
  guint64 cfa;

  self->cut = FALSE;
  if (!get_cfa (self, cfi, row, &cfa))
    return end_of_failure (self);
  for (guint i = 0; i < row->n_rules; i++)
    {
      gboolean is_ra = rules[i].reg == row->ra_reg;

      if (is_ra && rules[i].kind == ASC_CFI_UNDEFINED)
        return ASC_UNWIND_DONE;
      if (apply_rule (self, cfi, &rules[i], cfa, &values[i]))
        known |= G_GUINT64_CONSTANT (1) << i;
      else if (!is_ra && is_valid (self, rules[i].reg) && is_popped (self, &rules[i], cfa))
        {
          values[i] = self->registers[rules[i].reg];
          known |= G_GUINT64_CONSTANT (1) << i;
        }
      else if (is_ra)
        return end_of_failure (self);
      has_ra |= is_ra;
    }
  set_register (self, self->sp_reg, cfa);
  for (guint i = 0; i < row->n_rules; i++)
    if (known >> i & 1)
      set_register (self, rules[i].reg, values[i]);
    else
      self->valid &= ~(G_GUINT64_CONSTANT (1) << rules[i].reg);
  if (!has_ra || !is_valid (self, row->ra_reg))
    return ASC_UNWIND_LOST;
  set_register (self, self->pc_reg, clean_pc (self, self->registers[row->ra_reg]));
  *going = TRUE;
  return ASC_UNWIND_DONE;
}

/* The frame pointer points at the caller's, behind which the return address lies. What else the function saved is not known. */
static AscUnwindEnd
step_by_frame_pointer (AscUnwinder *self, gboolean *going)
{
  guint64 fp = self->registers[self->fp_reg];
  guint64 next_fp, pc;

  if (!is_valid (self, self->fp_reg) || self->dump->arch == ASC_ARCH_ARM) /* where compilers do not agree on it */
    return ASC_UNWIND_LOST;
  if (fp == 0)
    return ASC_UNWIND_DONE; /* so System V's ABIs mark the outermost frame */
  if (fp < self->registers[self->sp_reg] || fp % self->address_size != 0)
    return ASC_UNWIND_LOST;
  self->cut = FALSE;
  if (!read_address (self, fp, &next_fp) || !read_address (self, fp + self->address_size, &pc))
    return self->cut || self->is_elsewhere ? ASC_UNWIND_CUT : ASC_UNWIND_LOST;
  pc = clean_pc (self, pc);
  if (pc == 0 && next_fp == 0)
    return ASC_UNWIND_DONE;
  if (self->find (self->find_data, self->dump->space, pc - 1) == NULL)
    return ASC_UNWIND_LOST;
  self->valid = 0;
  set_register (self, self->pc_reg, pc);
  set_register (self, self->sp_reg, fp + 2 * self->address_size);
  set_register (self, self->fp_reg, next_fp);
  *going = TRUE;
  return ASC_UNWIND_DONE;
}

/* A call that led nowhere (a bad pointer): the return address is where calls put it, and nothing else was done yet. */
static gboolean
step_out_of_nowhere (AscUnwinder *self)
{
  guint64 sp = self->registers[self->sp_reg];
  guint64 pc = 0;
  guint link = self->dump->arch == ASC_ARCH_AARCH64 ? 30 : 14;
  gboolean has_link = self->dump->arch == ASC_ARCH_AARCH64 || self->dump->arch == ASC_ARCH_ARM;

  if (has_link ? !is_valid (self, link) : !read_address (self, sp, &pc))
    return FALSE;
  if (has_link)
    pc = self->registers[link];
  pc = clean_pc (self, pc);
  if (pc == 0 || self->find (self->find_data, self->dump->space, pc - 1) == NULL)
    return FALSE;
  set_register (self, self->pc_reg, pc);
  set_register (self, self->sp_reg, has_link ? sp : sp + self->address_size);
  return TRUE;
}

static void
begin (AscUnwinder *self, const AscDump *dump)
{
  self->dump = dump;
  memcpy (self->registers, dump->registers, sizeof self->registers);
  self->valid = dump->valid;
  self->address_size = asc_arch_get_address_size (dump->arch);
  self->pc_reg = asc_arch_get_pc_register (dump->arch);
  self->sp_reg = asc_arch_get_sp_register (dump->arch);
  self->fp_reg = asc_arch_get_fp_register (dump->arch);
  self->needs_more = FALSE;
  self->is_elsewhere = FALSE;
  g_array_set_size (self->frames, 0);
}

static void
add_frame (AscUnwinder *self, guint64 pc, const AscUnwindModule *module, gboolean is_call)
{
  AscUnwindFrame frame = { .pc = pc, .module = module, .is_call = is_call };

  g_array_append_val (self->frames, frame);
}

/* Walks from frame to frame until there is no more. */
static AscUnwindEnd
walk (AscUnwinder *self)
{
  gboolean is_call = FALSE;
  guint n_signals = 0;

  for (;;)
    {
      guint64 pc = self->registers[self->pc_reg];
      guint64 sp = self->registers[self->sp_reg];
      const Entry *entry = look_up (self, is_call ? pc - 1 : pc);
      const AscCfiRow *row = entry->row;
      gboolean is_signal = row != NULL && (row->flags & ASC_CFI_SIGNAL);
      gboolean was_call = is_call;
      gboolean going = FALSE;
      AscUnwindEnd end;

      /* Where handlers return to is no place that called them. */
      add_frame (self, pc, entry->module, is_call && !is_signal);
      if (self->frames->len == ASC_UNWIND_MAX_FRAMES)
        return ASC_UNWIND_LIMIT;
      if (row != NULL)
        end = step_by_row (self, entry->module->cfi, row, &going);
      else if (entry->module == NULL && self->frames->len == 1 && step_out_of_nowhere (self))
        going = TRUE, end = ASC_UNWIND_DONE;
      else
        end = step_by_frame_pointer (self, &going);
      if (!going)
        return end;
      if (self->registers[self->pc_reg] == 0)
        return ASC_UNWIND_DONE;
      is_call = !is_signal;
      if (is_signal)
        self->is_elsewhere = self->registers[self->sp_reg] - self->dump->stack_addr >= (guint64) self->dump->stack_size + self->dump->stack_left;
      /* Only a frame that called nobody may have put nothing on the stack. */
      if (is_signal ? ++n_signals > MAX_SIGNALS : self->registers[self->sp_reg] < sp || (self->registers[self->sp_reg] == sp && was_call))
        return ASC_UNWIND_BAD;
    }
}

guint
asc_unwinder_run (AscUnwinder *self, const AscDump *dump, const AscUnwindFrame **frames, AscUnwindEnd *end, gboolean *needs_more)
{
  begin (self, dump);
  *end = walk (self);
  *needs_more = *end == ASC_UNWIND_CUT && self->needs_more;
  *frames = (const AscUnwindFrame *) (gpointer) self->frames->data;
  return self->frames->len;
}
