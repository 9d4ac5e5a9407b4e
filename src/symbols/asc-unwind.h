/* asc-unwind.h: from registers and a piece of stack to the frames of a thread
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-cfi.h"
#include "asc-elf.h"

G_BEGIN_DECLS

/** Executable memory of a process. Must not change while an unwinder knows it. */
typedef struct
{
  const AscCfi *cfi;  /* NULL: none, frame pointers are followed */
  AscElf *elf;        /* NULL: its bytes cannot be read */
  guint64 start_addr; /* in memory */
  guint64 end_addr;
  guint64 bias;       /* what is added to addresses of the ELF file to have those in memory */
  guint32 object;     /* the caller's */
  guint64 frame_bias; /* the caller's: address in memory - address of its frame */
} AscUnwindModule;

/** Lends the module at @address of address space @space (AscDump); NULL: nothing is mapped there. */
typedef const AscUnwindModule *(*AscUnwindFindFunc) (gpointer data, guint64 space, guint64 address);

typedef struct
{
  guint64 pc;
  const AscUnwindModule *module; /* NULL: outside every one */
  gboolean is_call;              /* pc is a return address: the call stands before it */
} AscUnwindFrame;

/** Why there are no more frames. */
typedef enum
{
  ASC_UNWIND_DONE,  /* the outermost frame was reached */
  ASC_UNWIND_CUT,   /* the dump ends before it */
  ASC_UNWIND_LOST,  /* the code says nothing of its caller, and frame pointers lead nowhere */
  ASC_UNWIND_BAD,   /* the stack pointer would not rise, or a rule needs what is lost */
  ASC_UNWIND_LIMIT, /* ASC_UNWIND_MAX_FRAMES */
} AscUnwindEnd;

/* A dump has at most 65,528 bytes, a frame at least 4 of them. */
#define ASC_UNWIND_MAX_FRAMES 16384

/** One thread at a time; it remembers what it found for each program counter. */
typedef struct _AscUnwinder AscUnwinder;

AscUnwinder *asc_unwinder_new (AscUnwindFindFunc find, gpointer data);
void asc_unwinder_free (AscUnwinder *self);

/**
 * Finds the frames of @dump, leaf first: always at least one, the program counter itself. @frames: (out): lent until the
 * next call. @needs_more: (out): the end is due to bytes that @dump counts in stack_left: read them and try again. Returns: their number.
 */
guint asc_unwinder_run (AscUnwinder *self, const AscDump *dump, const AscUnwindFrame **frames, AscUnwindEnd *end, gboolean *needs_more);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscUnwinder, asc_unwinder_free)

G_END_DECLS
