/* asc-experiment.h: one recording in memory, as frozen columns of numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "asc-diagnostics.h"
#include "asc-dump.h"
#include "asc-scheduler.h"
#include "asc-unit.h"

G_BEGIN_DECLS

/** No stack, no parent, no thread, no object. */
#define ASC_NONE G_MAXUINT32

typedef enum
{
  ASC_OBJECT_FILE,    /* an ELF file; addresses are file offsets */
  ASC_OBJECT_KERNEL,  /* [kernel.kallsyms]; addresses as recorded */
  ASC_OBJECT_MODULE,  /* a kernel module, "[nf_nat]"; addresses as recorded */
  ASC_OBJECT_VDSO,    /* [vdso]; addresses are offsets in its image */
  ASC_OBJECT_JIT,     /* anonymous executable memory of a process, named by /tmp/perf-PID.map; addresses as recorded */
  ASC_OBJECT_RECORDED, /* its symbols are in the recording (KSYMBOL, a BPF program); addresses as recorded */
  ASC_OBJECT_JITDUMP, /* code that a process made at run time and wrote to a jitdump at @path; addresses are offsets in that file, where the code's bytes stand; symbols and lines
                         are in the recording */
  ASC_OBJECT_NAMES,   /* frames have names and no addresses (folded stacks) */
  ASC_OBJECT_UNKNOWN, /* outside every mapping; addresses as recorded */
} AscObjectKind;

/** A load object. Strings are lent by the experiment, alive as long as it. */
typedef struct
{
  AscObjectKind kind;
  const char *path; /* as recorded; "" for the unknown one */
  const char *name; /* what is shown: base name of @path, or [kernel.kallsyms], [nf_nat], [vdso], perf-PID.map; NULL for an object without a name */
  guint8 build_id[32];
  guint build_id_size; /* 0: not recorded */
  gint32 pid;          /* of ASC_OBJECT_JIT and JITDUMP, else -1 */
  guint64 start_addr;  /* kernel, modules, recorded: where it is mapped */
  guint64 end_addr;
  const char *reloc_symbol; /* kernel: the symbol that tells its relocation ("_text", "_stext"), or NULL */
  guint64 reloc_addr;       /* kernel: that symbol's address when recorded */
} AscObject;

typedef enum
{
  ASC_FRAME_CALL = 1 << 0,   /* a return address: function and line are those of address - 1 */
  ASC_FRAME_NAMED = 1 << 1,  /* address is the number of the function's name, asc_experiment_get_string() */
  ASC_FRAME_PSEUDO = 1 << 2, /* NAMED too: <Truncated-stack> */
  ASC_FRAME_KERNEL = 1 << 3, /* recorded in kernel, hypervisor or guest kernel mode */
} AscFrameFlags;

/** One place in the program, distinct in its experiment. Its meaning by the object's kind, see AscObjectKind. */
typedef struct
{
  guint64 address;
  guint32 object;
  guint32 flags; /* AscFrameFlags */
} AscFrame;

typedef enum
{
  ASC_MODE_UNKNOWN,
  ASC_MODE_USER,
  ASC_MODE_KERNEL,
  ASC_MODE_HYPERVISOR,
  ASC_MODE_GUEST_KERNEL,
  ASC_MODE_GUEST_USER,
} AscMode;

/** A kind of event, each with a metric of its own whose value is the sum of the events' values. */
typedef struct
{
  const char *id;   /* metric id: "cycles:u", "cpu-clock", "samples"; distinct in the experiment ("#2" is added to a second) */
  AscUnit unit;
  gboolean is_clock; /* cpu-clock or task-clock, by its attr: gives user, system, totalcpu */
  gboolean no_kernel; /* recorded in user mode alone */
  gboolean has_dumps; /* its events carry copies of the stack, from which all callers can be found; else chains of frame pointers, if any */
  guint8 role;       /* AscEventRole */
  gint64 interval;  /* fixed period, 0 when it varies or is unknown */
  gint64 frequency; /* wanted samples per second, 0 when the period is fixed */
  gint64 n_events;  /* filled in by asc_builder_finish() */
  gint64 sum;       /* filled in by asc_builder_finish(): of the values of its events */
} AscEventKind;

typedef struct
{
  gint32 pid;
  gint32 ppid;      /* -1: unknown */
  const char *name; /* last command name, or NULL */
  gint64 start_ns;  /* since recording start; 0 when it ran before */
  gint64 end_ns;    /* -1: still ran at the end */
} AscProcess;

typedef struct
{
  guint32 process; /* index */
  gint32 tid;
  const char *name; /* last command name, or NULL */
  gint64 start_ns;
  gint64 end_ns;
} AscThread;

/** An executable range of a process's memory over a span of time. */
typedef struct
{
  guint32 process; /* ASC_NONE: the kernel's, seen by all */
  guint32 object;
  guint64 start_addr;
  guint64 end_addr;
  guint64 file_off;
  gint64 start_ns;
  gint64 end_ns; /* -1: to the end */
} AscMapping;

/** A symbol that the recording itself carries. */
typedef struct
{
  guint32 object;
  guint64 address;
  guint64 size;
  const char *name;
} AscRecordedSymbol;

/** A line that the recording itself carries: of the code from @address on, up to the next one or the end of the symbol. */
typedef struct
{
  guint32 object;
  guint32 line;
  guint64 address;
  const char *file; /* or NULL */
} AscRecordedLine;

/**
 * The events as columns of n_events entries each, in the order in which they were recorded (nearly that of time).
 */
typedef struct
{
  guint n_events;
  const gint64 *time_ns; /* since recording start; -1 unknown */
  const gint64 *value;   /* the weight, in the unit of its kind */
  const guint32 *stack;  /* node whose frame is the leaf; ASC_NONE: no call stack recorded */
  const guint32 *thread; /* index; ASC_NONE unknown */
  const guint16 *cpu;    /* number; G_MAXUINT16 unknown */
  const guint8 *kind;    /* index of AscEventKind */
  const guint8 *mode;    /* AscMode */
  const guint64 *dump;   /* NULL: no event has one; else an id for asc_experiment_get_dumps(), 0: none */
  const guint64 *detail; /* NULL: no event has one; else ASC_DETAIL() by its kind's role, 0: none */
} AscEvents;

/**
 * The distinct call stacks as a forest of n_nodes entries. A node is a frame and the node of its caller. Nodes are in
 * preorder: a caller stands before what it called, and the nodes below i are i + 1 .. end[i] - 1.
 */
typedef struct
{
  guint n_nodes;
  const guint32 *parent; /* ASC_NONE: a root */
  const guint32 *end;
  const guint32 *frame;
} AscStacks;

#define ASC_TYPE_EXPERIMENT (asc_experiment_get_type ())
G_DECLARE_FINAL_TYPE (AscExperiment, asc_experiment, ASC, EXPERIMENT, GObject)

/* Everything lent lives as long as the experiment and never changes: any thread may read. Made by asc_builder_finish(). */
const char *asc_experiment_get_path (AscExperiment *self);
/** The reader's id, "perf.data", "folded". */
const char *asc_experiment_get_format (AscExperiment *self);
/** What the recording says of itself, by key: "host", "arch", "os-release", "command", "target" (the program's path or name), "cpu", "n-cpus", "start-time" (ISO 8601),
 * "clock" and "time-zero-ns" (on that clock, of the events' time 0), "perf-version", "pid", "exit-status", "exit-signal" (of the program recorded), ... Returns: NULL when it does not say. */
const char *asc_experiment_get_info (AscExperiment *self, const char *key);
/** Keys in the order in which they were set, NULL-terminated. */
const char *const *asc_experiment_list_info (AscExperiment *self);
/** From the first to the last event or record with a time. */
gint64 asc_experiment_get_duration_ns (AscExperiment *self);
const AscDiagnostics *asc_experiment_get_diagnostics (AscExperiment *self);
/** Records that became events, a group of counter readings once: read = shown + skipped. */
gint64 asc_experiment_get_n_shown (AscExperiment *self);
const AscEvents *asc_experiment_get_events (AscExperiment *self);
const AscStacks *asc_experiment_get_stacks (AscExperiment *self);
/** Empty when the recording has none. */
const AscSwitches *asc_experiment_get_switches (AscExperiment *self);
const AscFrame *asc_experiment_get_frames (AscExperiment *self, guint *n_frames);
const AscObject *asc_experiment_get_objects (AscExperiment *self, guint *n_objects);
const AscEventKind *asc_experiment_get_kinds (AscExperiment *self, guint *n_kinds);
const AscProcess *asc_experiment_get_processes (AscExperiment *self, guint *n_processes);
const AscThread *asc_experiment_get_threads (AscExperiment *self, guint *n_threads);
const AscMapping *asc_experiment_get_mappings (AscExperiment *self, guint *n_mappings);
const AscRecordedSymbol *asc_experiment_get_recorded_symbols (AscExperiment *self, guint *n_symbols);
/** Ascending addresses within each symbol; those of an object need not stand together. */
const AscRecordedLine *asc_experiment_get_recorded_lines (AscExperiment *self, guint *n_lines);
/** Where the events' registers and stacks are read that are still to be unwound; NULL when there are none. */
const AscDumps *asc_experiment_get_dumps (AscExperiment *self);
/** The text of a number found in a NAMED frame. */
const char *asc_experiment_get_string (AscExperiment *self, guint32 id);

G_END_DECLS
