/* asc-disassembly.h: the instructions of a function
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-instruction.h"
#include "asc-symbols.h"

G_BEGIN_DECLS

#define ASC_DISASSEMBLY_ERROR (asc_disassembly_error_quark ())
GQuark asc_disassembly_error_quark (void);

typedef enum
{
  ASC_DISASSEMBLY_ERROR_NO_CODE,    /* the function has no machine code of its own: a name without an address, or inlined wherever it is called */
  ASC_DISASSEMBLY_ERROR_NO_FILE,    /* its machine code is not here */
  ASC_DISASSEMBLY_ERROR_NO_MACHINE, /* nothing here disassembles code of that machine */
} AscDisassemblyError;

/** A stretch of a load object's code, addresses as in the ELF file (kernel: as in memory). */
typedef struct
{
  guint32 object; /* index in the experiment */
  guint64 address;
  guint64 size;   /* 0: up to the next symbol, or the end of the section */
} AscCodeRange;

#define ASC_TYPE_DISASSEMBLY (asc_disassembly_get_type ())
G_DECLARE_FINAL_TYPE (AscDisassembly, asc_disassembly, ASC, DISASSEMBLY, GObject)

/** More code than this is cut off, asc_disassembly_is_cut(): what has no symbols is one function, however large. */
#define ASC_DISASSEMBLY_MAX_BYTES (4u << 20)

/**
 * Reads the code of @range and disassembles it: from the file that named the object's functions, the vDSO, the running kernel's memory (root only).
 * Blocks, some ms for each 10,000 instructions, and as long as it takes to find their lines. The result is frozen: any thread may read.
 * @options: (nullable): those by which @symbols was loaded. Returns: (transfer full): NULL with @error, of ASC_DISASSEMBLY_ERROR, or cancelled.
 */
AscDisassembly *asc_disassembly_load (AscSymbols *symbols, const AscCodeRange *range, const AscSymbolOptions *options, GCancellable *cancellable, GError **error);

/** Instructions stand in the order of their addresses, without gaps. */
guint asc_disassembly_get_size (AscDisassembly *self);
const AscInstruction *asc_disassembly_get (AscDisassembly *self, guint i);
/** Returns: the instruction that holds @address, or -1. */
int asc_disassembly_find (AscDisassembly *self, guint64 address);
/** The range that was asked for, its size filled in. */
const AscCodeRange *asc_disassembly_get_range (AscDisassembly *self);
gboolean asc_disassembly_is_cut (AscDisassembly *self);
/** Where the code was read: a path, "[vdso]". */
const char *asc_disassembly_get_source (AscDisassembly *self);
/** Build-id of that file; *@size is 0 when it has none. */
const guint8 *asc_disassembly_get_build_id (AscDisassembly *self, guint *size);

G_END_DECLS
