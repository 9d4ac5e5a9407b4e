/* asc-symbols.h: what the addresses of an experiment are called
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-experiment.h"
#include "asc-name.h"
#include "asc-progress.h"
#include "asc-source-digest.h"

G_BEGIN_DECLS

/** Finds files, and remembers where they were. Any thread. */
typedef struct _AscSymbolFinder AscSymbolFinder;

/** Where files are looked for. All fields may be NULL or FALSE. */
typedef struct
{
  const char *const *symbol_paths; /* --symbols: files and folders (searched recursively), NULL-terminated */
  const char *const *debug_dirs;   /* --debug-dir: beside /usr/lib/debug */
  const char *sysroot;             /* --sysroot: put before recorded paths */
  gboolean no_live;                /* use only what @symbol_paths and the experiment's own folder hold */
  gboolean debuginfod;             /* ask the servers of $DEBUGINFOD_URLS for what is not here */
  AscSymbolFinder *finder;         /* one made before of the fields above, which then do not count: what it found is not looked for again */
  gboolean no_inline;              /* one frame an address */
  gboolean quick;                  /* what needs no long reading alone: names of symbol tables; no lines, no inlined functions */
  AscNameStyle names;              /* what functions are called */
  guint n_threads;                 /* 0: one a processor */
} AscSymbolOptions;

/**
 * @experiment_path: (nullable): beside it lie its own folder, which is searched first (PATH/symbols when it is a folder, else PATH.symbols), and its
 * archive (PATH.tar.bz2). @options: (nullable), copied. Returns: (transfer full)
 */
AscSymbolFinder *asc_symbol_finder_new (const char *experiment_path, const AscSymbolOptions *options);
AscSymbolFinder *asc_symbol_finder_ref (AscSymbolFinder *self);
void asc_symbol_finder_unref (AscSymbolFinder *self);

/** Makes @urls, (nullable), the debuginfod servers; without it, where the environment has none, those of /etc/debuginfod. Before threads are started: it changes the environment. */
void asc_debuginfod_init (const char *urls);
/** Whether debuginfod servers can be asked: the client library is there and $DEBUGINFOD_URLS names one. */
gboolean asc_debuginfod_is_usable (GError **error);

/** A function as found: distinct by object and start. Strings live as long as the symbols. */
typedef struct
{
  const char *name;      /* in the style of the options */
  const char *long_name; /* demangled, with parameters; "<unknown>", "<static>@0x1130 (<libx.so>)" */
  const char *mangled;   /* the symbol's own name; equal to @long_name when nothing was mangled */
  guint32 object;      /* index in the experiment; ASC_NONE: none is shown (folded names, <unknown>) */
  guint64 address;     /* in the ELF file (kernel: as in memory); 0 for named ones */
  guint64 size;        /* 0: unknown */
  const char *file;    /* of its definition, or NULL */
  guint32 line;        /* 0: unknown */
} AscFunction;

/** One function of an address's chain. */
typedef struct
{
  guint32 function;
  const char *file; /* of the place in it, or NULL */
  guint32 line;     /* 0: unknown */
} AscPlace;

typedef enum
{
  ASC_SYMBOLS_FULL,      /* .symtab, of the file or its debug file; kallsyms; a perf map */
  ASC_SYMBOLS_EXPORTED,  /* .dynsym only */
  ASC_SYMBOLS_NONE,      /* the file is there and has none */
  ASC_SYMBOLS_MISSING,   /* no file found */
  ASC_SYMBOLS_MISMATCH,  /* a file was found and refused: its build-id differs */
  ASC_SYMBOLS_NOT_NEEDED, /* names came with the recording */
} AscSymbolsStatus;

/** Where an object's symbols come from. */
typedef enum
{
  ASC_ORIGIN_NOTHING,
  ASC_ORIGIN_SYMTAB,        /* the file's own .symtab */
  ASC_ORIGIN_DYNSYM,        /* its .dynsym alone */
  ASC_ORIGIN_DEBUG_FILE,
  ASC_ORIGIN_MINIDEBUG,     /* .gnu_debugdata */
  ASC_ORIGIN_GO,            /* .gopclntab: what Go's run time knows */
  ASC_ORIGIN_KALLSYMS,      /* a copy of the list: the recording's, one given, perf's cache */
  ASC_ORIGIN_KALLSYMS_LIVE, /* the running kernel's list */
  ASC_ORIGIN_KERNEL_FILE,   /* vmlinux, a module's file */
  ASC_ORIGIN_PERF_MAP,
  ASC_ORIGIN_JITDUMP,
  ASC_ORIGIN_RECORDING,     /* names came with it */
} AscSymbolsOrigin;

/** What would bring the symbols or lines that an object lacks. */
typedef enum
{
  ASC_ADVICE_NONE,       /* nothing is missing, or nothing is known to help */
  ASC_ADVICE_INSTALL,    /* a package with debug symbols; the argument is its name, or NULL when that is not known */
  ASC_ADVICE_DEBUGINFOD, /* let the servers be asked; the argument is the file */
  ASC_ADVICE_FILE,       /* give the recorded file, as `perf archive` packs it; the argument is its path */
  ASC_ADVICE_SYSROOT,    /* give the system that the argument was recorded on: there is no build-id to go by */
  ASC_ADVICE_DEBUG_FILE, /* give the debug file of the argument */
  ASC_ADVICE_BUILD,      /* build the argument with -g, and do not strip it */
  ASC_ADVICE_RESTRICTED, /* the kernel hides its addresses: kernel.kptr_restrict, or record as root */
  ASC_ADVICE_KALLSYMS,   /* give a copy of the recorded kernel's list */
  ASC_ADVICE_VMLINUX,    /* give the recorded kernel's or module's file with debugging information; the argument is its name */
  ASC_ADVICE_PERF_MAP,   /* have the program write the map that the argument names */
} AscAdviceKind;

typedef struct
{
  AscAdviceKind kind;
  const char *argument; /* (nullable); lives as long as the symbols */
} AscAdvice;

/** How it went for one load object. */
typedef struct
{
  AscSymbolsStatus status;
  AscSymbolsOrigin origin;
  const char *file;       /* the ELF file, kallsyms or map used, or NULL */
  const char *debug_file; /* the separate debug file used, or NULL */
  guint64 bias;           /* of the kernel and its modules: what is added to addresses in @file to have those of the frames; else 0 */
  gboolean is_newer;      /* @file was changed after the recording, which has no build-id for it */
  const char *problem;    /* one English line: what is wrong and what would mend it, or NULL */
  guint n_frames;         /* distinct frames in it */
  guint n_named;          /* of them with a symbol */
  guint n_lined;          /* of them with a source line */
  gboolean has_cfi;       /* @file or @debug_file has call frame information: stacks can be unwound through it */
  const char *line_file;  /* the file with the debugging information that was read for lines, or NULL: there is none, or the recording itself has the lines */
  AscAdvice advice;
} AscObjectSymbols;

#define ASC_TYPE_SYMBOLS (asc_symbols_get_type ())
G_DECLARE_FINAL_TYPE (AscSymbols, asc_symbols, ASC, SYMBOLS, GObject)

/**
 * Names every frame of @experiment, each once. Blocks. Never fails for want of symbols: frames without one are
 * "<static>@..." or "<unknown>", and the object's status says why. The result is frozen: any thread may read.
 * @options: (nullable). Returns: (transfer full); NULL only when cancelled.
 */
AscSymbols *asc_symbols_load (AscExperiment *experiment, const AscSymbolOptions *options, GCancellable *cancellable, AscProgress *progress, GError **error);

AscExperiment *asc_symbols_get_experiment (AscSymbols *self);
const AscFunction *asc_symbols_get_functions (AscSymbols *self, guint *n_functions);
/** The functions at frame @frame (index in the experiment's frames), innermost inlined one first; at least one. */
const AscPlace *asc_symbols_get_chain (AscSymbols *self, guint32 frame, guint *n_places);
/** The frame's address as in the ELF file (kernel, JIT: as in memory). */
guint64 asc_symbols_get_elf_address (AscSymbols *self, guint32 frame);
/** What source file @file, however spelled, held when @object's code was compiled from it: any of these. @n_digests: (out). Returns: lent; (nullable): NULL and 0 when that is not known */
const AscSourceDigest *asc_symbols_find_digests (AscSymbols *self, guint32 object, const char *file, guint *n_digests);
/** Whether they were loaded quick, and another load would bring more: some object has debugging information. */
gboolean asc_symbols_can_be_completed (AscSymbols *self);
/** One entry for each object of the experiment. */
const AscObjectSymbols *asc_symbols_get_object (AscSymbols *self, guint32 object);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscSymbolFinder, asc_symbol_finder_unref)

G_END_DECLS
