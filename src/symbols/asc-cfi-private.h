/* asc-cfi-private.h: what the files that compile call frame information share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-cfi.h"
#include "asc-cursor.h"
#include "asc-map.h"

G_BEGIN_DECLS

/* DW_EH_PE_*: how a pointer is written (Linux Standard Base Core 5.0, 10.5.1) */
#define ASC_EH_PE_OMIT 0xff
#define ASC_EH_PE_INDIRECT 0x80

typedef struct
{
  guint32 offset; /* in the pool of expressions */
  guint32 size;
} AscCfiExpression;

struct _AscCfi
{
  gatomicrefcount refs;
  AscArch arch;
  gboolean big_endian;
  AscCfiStats stats;
  guint64 base;      /* address of the first range */
  guint n_ranges;
  guint32 *starts;   /* n_ranges entries, from @base, rising; a range ends where the next begins */
  guint32 *range_row; /* n_ranges entries: index of a row; 0: nothing known */
  GArray *rows;      /* AscCfiRow; [0] is unused */
  GArray *rules;     /* AscCfiRule */
  GArray *expressions; /* AscCfiExpression */
  GByteArray *pool;  /* bytes of the expressions */
};

/** Common Information Entry: what several functions share. */
typedef struct
{
  guint64 code_align;
  gint64 data_align;
  guint64 ra_reg;
  guint32 section;
  guint8 encoding;     /* of the functions' addresses */
  guint8 address_size;
  gboolean has_length; /* 'z': FDEs say how long their augmentation is */
  gboolean is_signal;
  gboolean is_good;
  gsize program;       /* in the section */
  gsize program_size;
} AscCfiCie;

/** Frame Description Entry: one function's range and its program. */
typedef struct
{
  guint64 start;
  guint64 end;
  guint32 cie; /* index */
  guint32 section;
  gsize program;
  gsize program_size;
} AscCfiFde;

typedef struct
{
  gint32 value;
  guint8 kind;
} AscCfiStateRule;

/** Where a program stands. */
typedef struct
{
  guint8 cfa_kind;
  guint8 cfa_reg;
  gint64 cfa_value;
  guint64 changed; /* bit i: register i has a rule other than SAME */
  AscCfiStateRule rules[ASC_DUMP_MAX_REGISTERS];
} AscCfiState;

/** One compilation. */
typedef struct
{
  const AscCfiInput *input;
  AscCfi *cfi;
  guint n_registers;
  guint address_size;
  gint64 work_left; /* bytes of programs that may still be run */

  GArray *cies; /* AscCfiCie */
  GArray *fdes; /* AscCfiFde */
  AscMap cie_map; /* section << 56 | offset -> index */

  AscMap row_map;
  AscMap expression_map;
  AscCfiState state;
  AscCfiState initial; /* after the CIE's program */
  GArray *remembered;  /* AscCfiState */
  gsize ranges_room;
} AscCfiCompiler;

/* asc-cfi-entries.c */

/** Collects the entries of all sections. */
void asc_cfi_read_entries (AscCfiCompiler *self);
/** Reads a pointer of @encoding at @cursor, which reads of @section. Returns: FALSE when it is left out or not to be had. */
gboolean asc_cfi_read_pointer (const AscCfiCompiler *self, const AscCfiSection *section, AscCursor *cursor, guint8 encoding, guint64 function, guint64 *value);

/* asc-cfi-program.c */

/** Appends the ranges of @fde, which is behind all before it. Returns: FALSE when its program could not be run to its end. */
gboolean asc_cfi_run_program (AscCfiCompiler *self, const AscCfiFde *fde);

/* asc-cfi-rows.c */

/** Ends the range before @address and begins one with the state's row; @nothing: with none. */
void asc_cfi_add_range (AscCfiCompiler *self, guint64 address, guint32 row);
/** The number of the row of the compiler's state. */
guint32 asc_cfi_intern_row (AscCfiCompiler *self, const AscCfiCie *cie);
/** The number of the expression; -1: too long. */
gint32 asc_cfi_intern_expression (AscCfiCompiler *self, const guint8 *bytes, gsize size);

G_END_DECLS
