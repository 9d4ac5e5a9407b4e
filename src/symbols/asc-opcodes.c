/* asc-opcodes.c: text and lengths of instructions, by libopcodes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-code-machines.h"
#include "asc-disassembler-private.h"

#ifdef HAVE_OPCODES

#include <elf.h>
#include <string.h>

struct _AscOpcodes
{
  disassemble_info info;
  disassembler_ftype print;
  AscMachine machine;
  AscCodeBytes code;
  AscAddressNames *names; /* lent, or NULL */
  GString *text;          /* of the instruction being printed */
  guint64 address;        /* the last one in its operands, or ASC_NO_ADDRESS */
  gboolean failed;        /* it reached beyond the code */
  asymbol global_pointer; /* RISC-V: what addresses of data count from */
  asymbol *symbols[1];
  asection section; /* of no address */
};

/* Most machines' printers keep state in static variables. */
static GMutex library_mutex;

static void
append (AscOpcodes *self, const char *format, va_list args)
{
  char piece[ASC_MAX_INSTRUCTION_TEXT];
  int n = g_vsnprintf (piece, sizeof piece, format, args);

  if (n > 0 && self->text->len < ASC_MAX_INSTRUCTION_TEXT)
    g_string_append_len (self->text, piece, MIN (n, (int) sizeof piece - 1));
}

static int
print_plain (void *data, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  append (data, format, args);
  va_end (args);
  return 0;
}

#ifdef HAVE_OPCODES_STYLED
static int
print_styled (void *data, enum disassembler_style style, const char *format, ...)
{
  va_list args;

  (void) style;
  va_start (args, format);
  append (data, format, args);
  va_end (args);
  return 0;
}
#endif

static int
read_memory (bfd_vma address, bfd_byte *bytes, unsigned int length, disassemble_info *info)
{
  const AscOpcodes *self = info->application_data;
  guint64 offset = address - self->code.address;

  if (address < self->code.address || offset > self->code.size || length > self->code.size - offset)
    return -1;
  memcpy (bytes, self->code.bytes + offset, length);
  return 0;
}

static void
memory_error (int status, bfd_vma address, disassemble_info *info)
{
  AscOpcodes *self = info->application_data;

  (void) status;
  (void) address;
  self->failed = TRUE;
}

/* "401136 <f+0x10>", as objdump has it; "0x401136" where nothing at all has a name. */
static void
append_address (AscOpcodes *self, guint64 address)
{
  g_autofree char *name = self->names != NULL ? asc_address_names_dup (self->names, address) : NULL;

  g_string_append_printf (self->text, self->names != NULL && asc_address_names_get_size (self->names) > 0 ? "%" G_GINT64_MODIFIER "x" : "0x%" G_GINT64_MODIFIER "x",
                          address);
  if (name != NULL)
    g_string_append_printf (self->text, " <%s>", name);
}

static void
print_address (bfd_vma address, disassemble_info *info)
{
  AscOpcodes *self = info->application_data;

  if (self->text->len < ASC_MAX_INSTRUCTION_TEXT)
    append_address (self, address);
  self->address = address;
}

/* The RISC-V printer looks for it among the symbols; marked as made up, so that it asks nothing more of the symbol. */
static void
set_global_pointer (AscOpcodes *self)
{
  guint64 address;

  if (self->machine.machine != EM_RISCV || self->names == NULL || !asc_address_names_find (self->names, "__global_pointer$", &address))
    return;
  self->global_pointer.name = "__global_pointer$";
  self->global_pointer.value = address;
  self->global_pointer.flags = BSF_SYNTHETIC | BSF_GLOBAL;
  self->global_pointer.section = &self->section;
  self->symbols[0] = &self->global_pointer;
  self->info.symtab = self->symbols;
  self->info.symtab_size = 1;
}

AscOpcodes *
asc_opcodes_new (const AscMachine *machine, const AscCodeBytes *code, AscAddressNames *names)
{
  const AscCodeMachine *known = asc_code_machine_find (machine);
  disassembler_ftype print;
  AscOpcodes *self;

  if (known == NULL)
    return NULL;
  print = disassembler (known->arch, machine->big_endian, known->mach, NULL);
  if (print == NULL)
    return NULL;
  self = g_new0 (AscOpcodes, 1);
  self->print = print;
  self->machine = *machine;
  self->code = *code;
  self->names = names;
#ifdef HAVE_OPCODES_STYLED
  init_disassemble_info (&self->info, self, print_plain, print_styled);
#else
  init_disassemble_info (&self->info, self, print_plain);
#endif
  self->info.application_data = self;
  self->info.arch = known->arch;
  self->info.mach = known->mach;
  self->info.endian = machine->big_endian ? BFD_ENDIAN_BIG : BFD_ENDIAN_LITTLE;
  self->info.endian_code = machine->big_endian_code ? BFD_ENDIAN_BIG : BFD_ENDIAN_LITTLE;
  self->info.display_endian = self->info.endian;
  self->info.read_memory_func = read_memory;
  self->info.memory_error_func = memory_error;
  self->info.print_address_func = print_address;
  set_global_pointer (self);
  g_mutex_lock (&library_mutex);
  disassemble_init_for_target (&self->info);
  g_mutex_unlock (&library_mutex);
  return self;
}

void
asc_opcodes_free (AscOpcodes *self)
{
  g_mutex_lock (&library_mutex);
  disassemble_free_target (&self->info);
  g_mutex_unlock (&library_mutex);
  g_free (self);
}

/* Only some machines' printers tell. */
static void
take_kind (const disassemble_info *info, AscDecoded *decoded)
{
  if (!info->insn_info_valid)
    return;
  if (info->insn_type == dis_branch || info->insn_type == dis_condbranch)
    decoded->flags |= ASC_INSTRUCTION_JUMP;
  else if (info->insn_type == dis_jsr || info->insn_type == dis_condjsr)
    decoded->flags |= ASC_INSTRUCTION_CALL;
  else
    return;
  if (info->insn_type == dis_condbranch || info->insn_type == dis_condjsr)
    decoded->flags |= ASC_INSTRUCTION_CONDITIONAL;
}

guint
asc_opcodes_decode (AscOpcodes *self, guint64 address, gboolean is_thumb, GString *text, AscDecoded *decoded)
{
  gsize start = text->len;
  int size;

  self->text = text;
  self->failed = FALSE;
  self->address = ASC_NO_ADDRESS;
  self->info.insn_info_valid = 0;
  g_mutex_lock (&library_mutex);
  if (self->machine.machine == EM_ARM)
    self->info.disassembler_options = is_thumb ? "force-thumb" : "no-force-thumb"; /* kept in a static variable of the library */
  size = self->print (address, &self->info);
  g_mutex_unlock (&library_mutex);
  if (self->failed || size <= 0)
    {
      g_string_truncate (text, start);
      return 0;
    }
  take_kind (&self->info, decoded);
  decoded->target = self->address;
  return (guint) size;
}

#else

AscOpcodes *
asc_opcodes_new (const AscMachine *machine, const AscCodeBytes *code, AscAddressNames *names)
{
  return NULL;
}

void
asc_opcodes_free (AscOpcodes *self)
{
  g_assert_not_reached ();
}

guint
asc_opcodes_decode (AscOpcodes *self, guint64 address, gboolean is_thumb, GString *text, AscDecoded *decoded)
{
  g_return_val_if_reached (0);
}

#endif
