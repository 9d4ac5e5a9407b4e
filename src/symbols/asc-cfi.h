/* asc-cfi.h: call frame information: how each instruction's caller is found
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-dump.h"

G_BEGIN_DECLS

/** How a register of the caller is found, from the callee's registers and its CFA (canonical frame address: the stack pointer before the call). */
typedef enum
{
  ASC_CFI_SAME,           /* not touched; no rule stands for it too */
  ASC_CFI_UNDEFINED,      /* lost; for the return address: the outermost frame */
  ASC_CFI_OFFSET,         /* saved at CFA + value */
  ASC_CFI_VAL_OFFSET,     /* is CFA + value */
  ASC_CFI_REGISTER,       /* is in register value */
  ASC_CFI_EXPRESSION,     /* saved where expression value says */
  ASC_CFI_VAL_EXPRESSION, /* is what expression value says */
} AscCfiRuleKind;

typedef struct
{
  guint8 reg;  /* DWARF number, below asc_arch_get_n_registers() */
  guint8 kind; /* AscCfiRuleKind */
  gint32 value;
} AscCfiRule;

typedef enum
{
  ASC_CFI_SIGNAL = 1 << 0, /* a signal handler returns here: the caller was interrupted, it did not call */
} AscCfiFlags;

/** The rules of a range of instructions. Equal ones are one. */
typedef struct
{
  guint8 cfa_kind;   /* ASC_CFI_REGISTER: cfa_reg + cfa_value; ASC_CFI_VAL_EXPRESSION: expression cfa_value; else the CFA is unknown */
  guint8 cfa_reg;
  guint8 ra_reg;     /* the column that holds the return address */
  guint8 flags;      /* AscCfiFlags */
  gint32 cfa_value;
  guint32 first_rule; /* in asc_cfi_get_rules() */
  guint32 n_rules;    /* by register number */
} AscCfiRow;

/** A section with call frame information, as it is in the file, unpacked. */
typedef struct
{
  const guint8 *data;
  gsize size;
  guint64 address;  /* of data[0] in the ELF file */
  gboolean is_eh;   /* .eh_frame; else .debug_frame */
} AscCfiSection;

typedef struct
{
  AscArch arch;
  gboolean big_endian;
  const AscCfiSection *sections; /* where two speak of one address, the earlier counts */
  guint n_sections;
  guint64 text_address; /* of DW_EH_PE_textrel */
  guint64 data_address; /* of DW_EH_PE_datarel */
  guint64 code_start;   /* functions outside are those that the linker threw away */
  guint64 code_end;
} AscCfiInput;

typedef struct
{
  guint n_functions; /* FDEs used */
  guint n_skipped;   /* FDEs of other sections' functions, thrown away by the linker, or double */
  guint n_bad;       /* entries that could not be read to their end */
  guint n_ranges;
  guint n_rows;      /* distinct */
  gsize n_bytes;     /* of memory */
} AscCfiStats;

/** The table of one load object, sorted by address. Frozen: any thread may read. */
typedef struct _AscCfi AscCfi;

/**
 * Compiles the sections. Never fails: what cannot be read is left out and counted. The sections' bytes are no longer needed
 * afterwards. Returns: (transfer full)
 */
AscCfi *asc_cfi_new (const AscCfiInput *input);
AscCfi *asc_cfi_ref (AscCfi *self);
void asc_cfi_unref (AscCfi *self);

AscArch asc_cfi_get_arch (const AscCfi *self);
const AscCfiStats *asc_cfi_get_stats (const AscCfi *self);

/** The row of the instruction at @address in the ELF file; NULL: nothing is said of it. */
const AscCfiRow *asc_cfi_find (const AscCfi *self, guint64 address);
/** Lent: row->n_rules entries. */
const AscCfiRule *asc_cfi_get_rules (const AscCfi *self, const AscCfiRow *row);

/** Reads @size (1 to 8) bytes of the process's memory. Returns: FALSE when they were not recorded. */
typedef gboolean (*AscCfiReadFunc) (gpointer data, guint64 address, guint size, guint64 *value);

/**
 * Runs expression @expression on the callee's @registers, of which those in @valid are known. @initial: (nullable): what lies on the stack at the
 * start (the CFA, for a register's rule). Returns: FALSE when it is malformed, too long or reads what is not there.
 */
gboolean asc_cfi_evaluate (const AscCfi *self, guint expression, const guint64 *registers, guint64 valid, const guint64 *initial, AscCfiReadFunc read, gpointer data, guint64 *value);

/** Lends the bytes of an expression. */
const guint8 *asc_cfi_get_expression (const AscCfi *self, guint expression, gsize *size);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscCfi, asc_cfi_unref)

G_END_DECLS
