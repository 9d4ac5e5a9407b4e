/* asc-perf-private.h: the parts of the perf.data reader
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How a recording is read: asc-perf-file.c opens it and walks over its records; asc-perf-features.c and asc-perf-attr.c know the header;
 * asc-perf-records.c goes once over all records and gathers what is no sample (pass 1); asc-perf-tasks.c makes processes, threads and their
 * address spaces over time from it, kept by asc-perf-maps.c; asc-perf-samples.c turns the samples into events, on all processors (pass 2),
 * with asc-perf-stacks.c for their call chains and asc-perf-readings.c for counter readings.
 * Format facts: docs/formats/perf.data.md.
 */
#pragma once

#include "asc-map.h"
#include "asc-reader-private.h"
#include "asc-strings.h"

G_BEGIN_DECLS

/* Record types (enum perf_event_type in linux/perf_event.h, enum perf_user_event_type in tools/lib/perf/include/perf/event.h). */
enum
{
  ASC_PERF_RECORD_MMAP = 1,
  ASC_PERF_RECORD_LOST = 2,
  ASC_PERF_RECORD_COMM = 3,
  ASC_PERF_RECORD_EXIT = 4,
  ASC_PERF_RECORD_THROTTLE = 5,
  ASC_PERF_RECORD_UNTHROTTLE = 6,
  ASC_PERF_RECORD_FORK = 7,
  ASC_PERF_RECORD_READ = 8,
  ASC_PERF_RECORD_SAMPLE = 9,
  ASC_PERF_RECORD_MMAP2 = 10,
  ASC_PERF_RECORD_AUX = 11,
  ASC_PERF_RECORD_ITRACE_START = 12,
  ASC_PERF_RECORD_LOST_SAMPLES = 13,
  ASC_PERF_RECORD_SWITCH = 14,
  ASC_PERF_RECORD_SWITCH_CPU_WIDE = 15,
  ASC_PERF_RECORD_NAMESPACES = 16,
  ASC_PERF_RECORD_KSYMBOL = 17,
  ASC_PERF_RECORD_BPF_EVENT = 18,
  ASC_PERF_RECORD_CGROUP = 19,
  ASC_PERF_RECORD_TEXT_POKE = 20,
  ASC_PERF_RECORD_AUX_OUTPUT_HW_ID = 21,
  ASC_PERF_RECORD_CALLCHAIN_DEFERRED = 22,
  ASC_PERF_RECORD_ATTR = 64,
  ASC_PERF_RECORD_EVENT_TYPE = 65,
  ASC_PERF_RECORD_TRACING_DATA = 66,
  ASC_PERF_RECORD_BUILD_ID = 67,
  ASC_PERF_RECORD_FINISHED_ROUND = 68,
  ASC_PERF_RECORD_ID_INDEX = 69,
  ASC_PERF_RECORD_AUXTRACE_INFO = 70,
  ASC_PERF_RECORD_AUXTRACE = 71,
  ASC_PERF_RECORD_AUXTRACE_ERROR = 72,
  ASC_PERF_RECORD_EVENT_UPDATE = 78,
  ASC_PERF_RECORD_FEATURE = 80,
  ASC_PERF_RECORD_COMPRESSED = 81,
  ASC_PERF_RECORD_FINISHED_INIT = 82,
  ASC_PERF_RECORD_COMPRESSED2 = 83,
  ASC_PERF_RECORD_LAST_KNOWN = 90,
  ASC_PERF_RECORD_WIDE = 32768, /* from here on simpleperf's, with 32 bits of size */
};

enum
{
  ASC_PERF_MISC_CPUMODE = 7,
  ASC_PERF_MISC_MMAP_DATA = 1 << 13,
  ASC_PERF_MISC_COMM_EXEC = 1 << 13,
  ASC_PERF_MISC_FORK_EXEC = 1 << 13, /* synthesized: the task was there before, its maps are its own */
  ASC_PERF_MISC_MMAP_BUILD_ID = 1 << 14,
  ASC_PERF_MISC_BUILD_ID_SIZE = 1 << 15,
};

/* PERF_SAMPLE_* */
#define ASC_PERF_SAMPLE_IP (1ULL << 0)
#define ASC_PERF_SAMPLE_TID (1ULL << 1)
#define ASC_PERF_SAMPLE_TIME (1ULL << 2)
#define ASC_PERF_SAMPLE_ADDR (1ULL << 3)
#define ASC_PERF_SAMPLE_READ (1ULL << 4)
#define ASC_PERF_SAMPLE_CALLCHAIN (1ULL << 5)
#define ASC_PERF_SAMPLE_ID (1ULL << 6)
#define ASC_PERF_SAMPLE_CPU (1ULL << 7)
#define ASC_PERF_SAMPLE_PERIOD (1ULL << 8)
#define ASC_PERF_SAMPLE_STREAM_ID (1ULL << 9)
#define ASC_PERF_SAMPLE_RAW (1ULL << 10)
#define ASC_PERF_SAMPLE_BRANCH_STACK (1ULL << 11)
#define ASC_PERF_SAMPLE_REGS_USER (1ULL << 12)
#define ASC_PERF_SAMPLE_STACK_USER (1ULL << 13)
#define ASC_PERF_SAMPLE_IDENTIFIER (1ULL << 16)

/* PERF_FORMAT_* */
#define ASC_PERF_FORMAT_TIME_ENABLED (1ULL << 0)
#define ASC_PERF_FORMAT_TIME_RUNNING (1ULL << 1)
#define ASC_PERF_FORMAT_ID (1ULL << 2)
#define ASC_PERF_FORMAT_GROUP (1ULL << 3)
#define ASC_PERF_FORMAT_LOST (1ULL << 4)

/* Bits of the attr's flags, first declared lowest. */
#define ASC_PERF_FLAG_INHERIT (1ULL << 1)
#define ASC_PERF_FLAG_EXCLUDE_USER (1ULL << 4)
#define ASC_PERF_FLAG_EXCLUDE_KERNEL (1ULL << 5)
#define ASC_PERF_FLAG_EXCLUDE_HV (1ULL << 6)
#define ASC_PERF_FLAG_FREQ (1ULL << 10)
#define ASC_PERF_FLAG_SAMPLE_ID_ALL (1ULL << 18)
#define ASC_PERF_FLAG_EXCLUDE_HOST (1ULL << 19)
#define ASC_PERF_FLAG_EXCLUDE_GUEST (1ULL << 20)
#define ASC_PERF_FLAG_USE_CLOCKID (1ULL << 25)
#define ASC_PERF_PRECISE_IP(flags) ((guint) ((flags) >> 15) & 3)

#define ASC_PERF_BRANCH_CALL_STACK (1ULL << 11)
#define ASC_PERF_BRANCH_HW_INDEX (1ULL << 17)

/* Callchain entries from here on are context markers. */
#define ASC_PERF_CONTEXT_MAX ((guint64) -4095)
#define ASC_PERF_CONTEXT_HV ((guint64) -32)
#define ASC_PERF_CONTEXT_KERNEL ((guint64) -128)
#define ASC_PERF_CONTEXT_USER ((guint64) -512)
#define ASC_PERF_CONTEXT_USER_DEFERRED ((guint64) -640)
#define ASC_PERF_CONTEXT_GUEST ((guint64) -2048)
#define ASC_PERF_CONTEXT_GUEST_KERNEL ((guint64) -2176)
#define ASC_PERF_CONTEXT_GUEST_USER ((guint64) -2560)

/* No field of this name in the record. */
#define ASC_PERF_NO_FIELD (-1)

/** What the samples of an event tell beside their value, and where it stands in a tracepoint's raw data. */
typedef struct
{
  guint8 role;      /* AscEventRole */
  guint what_at;    /* prev_state, error_code: its place */
  guint what_size;  /* 0: there is none */
  guint tid_at;     /* next_pid, pid: of 4 bytes */
  guint tid_size;
} AscPerfDetail;

/** An event as it was asked of the kernel, and where its records keep their fields. */
typedef struct
{
  guint32 type;
  guint64 config;
  guint64 period; /* or frequency, by ASC_PERF_FLAG_FREQ */
  guint64 sample_type;
  guint64 read_format;
  guint64 flags;
  guint64 branch_sample_type;
  guint64 regs_user;
  gint32 clockid;
  char *name; /* from the file, or NULL */
  /* Byte positions in a sample's body, or ASC_PERF_NO_FIELD. */
  int ip, tid, time, id, cpu, period_at, addr;
  guint fixed_size; /* of what stands before the fields of varying size */
  /* The same for the trailer of other records, counted back from the record's end. */
  int end_tid, end_time, end_id, end_cpu;
  guint trailer_size;
  /* Filled while reading. */
  AscPerfDetail detail;
  gint64 n_samples;
  gboolean has_kind;
  guint8 kind;
  guint index; /* in the list of attrs */
} AscPerfAttr;

/** Records in a row: a span of the file, of a member, or of a temporary file. */
typedef struct
{
  const char *member; /* NULL: the file itself */
  int fd;             /* >= 0: a temporary file instead */
  guint64 start;      /* in that file */
  guint64 end;
  guint64 position; /* of start in the reading order of all spans: unique, growing */
} AscPerfSpan;

/** A place where a walk may begin. */
typedef struct
{
  guint64 position;
  guint64 end;      /* position of the next place */
  guint64 min_time; /* of the samples between; G_MAXUINT64: there are none */
} AscPerfPlace;

/** A mapping in an address space. Index 0 is none. */
typedef struct
{
  guint64 start;
  guint64 end;
  guint64 file_off;
  guint32 object; /* ASC_NONE: memory without code */
  guint32 left;
  guint32 right;
  guint32 priority;
  guint32 generation;
} AscPerfMapNode;

/** All address spaces at all times: persistent trees that share their nodes. A root (0: empty) is one state of one space. */
typedef struct
{
  GArray *nodes;      /* AscPerfMapNode */
  guint32 generation; /* nodes of the current one may still be changed */
  GRand *random;
} AscPerfMaps;

void asc_perf_maps_init (AscPerfMaps *self);
void asc_perf_maps_clear (AscPerfMaps *self);
/** What was handed out so far stays as it is; later changes make new nodes. */
void asc_perf_maps_seal (AscPerfMaps *self);
/** Returns: the state with [start, end) mapped over whatever was there. */
guint32 asc_perf_maps_insert (AscPerfMaps *self, guint32 root, const AscPerfMapNode *mapping);
/** Returns: the mapping of @address, or NULL. */
const AscPerfMapNode *asc_perf_maps_find (const AscPerfMaps *self, guint32 root, guint64 address);
/** Returns: the first mapping that ends above @address, or NULL. */
const AscPerfMapNode *asc_perf_maps_find_next (const AscPerfMaps *self, guint32 root, guint64 address);

typedef enum
{
  ASC_PERF_CHANGE_MMAP,
  ASC_PERF_CHANGE_COMM,
  ASC_PERF_CHANGE_EXEC, /* a COMM that is one */
  ASC_PERF_CHANGE_FORK,
  ASC_PERF_CHANGE_EXIT,
} AscPerfChangeType;

/** Something that happened to a task, from pass 1. */
typedef struct
{
  guint64 key; /* time, or the position where the file has no times */
  guint64 position;
  guint8 type; /* AscPerfChangeType */
  gboolean is_synthesized; /* FORK: keeps its own maps */
  gint32 pid;
  gint32 tid;
  gint32 ppid;
  gint32 ptid;
  guint64 start;
  guint64 end;
  guint64 file_off;
  guint32 object; /* MMAP: or ASC_NONE */
  guint32 name;   /* COMM: in the names */
  guint32 serial; /* of changes at the same key and position */
} AscPerfChange;

/** A record of a thread that enters or leaves a CPU, from pass 1. */
typedef struct
{
  guint64 time;
  gint32 pid;
  gint32 tid;
  guint16 cpu;
  guint8 flags; /* AscSwitchFlags */
} AscPerfSwitch;

/** From @key on the address space of a process is @root. */
typedef struct
{
  guint64 key;
  guint32 root;
  guint32 exec; /* index + 1 in execs, 0: none */
} AscPerfEra;

/** An exec, and until when kernel-mode samples still see the image before it. */
typedef struct
{
  gint32 tid;
  guint64 key;
  guint64 until;
  guint32 old_root;
} AscPerfExec;

/** A thread from its key on; several of one tid follow each other. */
typedef struct
{
  guint64 key;
  guint32 thread;
  guint32 next; /* index + 1 of the later one, 0: none */
  guint32 last; /* of the first: index of the latest */
  guint32 n;    /* of the first: how many there are */
  gboolean has_ended;
} AscPerfLife;

/** A process id and its address spaces over time. */
typedef struct
{
  GArray *eras;    /* AscPerfEra, by key */
  guint32 process; /* the latest of this pid, or ASC_NONE */
  gboolean has_ended;
} AscPerfSpace;

/** One running of the reader. */
typedef struct
{
  AscSource *source;
  AscBuilder *builder;
  AscDiagnostics *diagnostics;
  GCancellable *cancellable;
  AscProgress *progress;
  guint n_threads;
  const AscReadOptions *options;

  const char *header_member; /* of a folder: the file with the header */
  gint64 file_size;          /* of the file with the header */
  gboolean big_endian;
  gboolean is_pipe;
  guint64 data_end;   /* where the features begin */
  guint8 features[32]; /* bit i: feature i is there; 256 bits */
  GArray *spans;      /* AscPerfSpan */

  GPtrArray *attrs; /* AscPerfAttr */
  AscMap ids;       /* sample id -> attr */
  GHashTable *tracepoints; /* id -> "system:name", from the tracing data */
  GHashTable *details;     /* id -> AscPerfDetail, of those that tell more */
  gboolean by_position; /* no times: the order of the file decides */
  GHashTable *build_ids;   /* path -> GBytes */
  guint64 wall_clock_ns;
  guint64 wall_clock_ref;

  GArray *places;  /* AscPerfPlace */
  GArray *changes; /* AscPerfChange */
  GPtrArray *jitdumps; /* AscPerfJitdump */
  gboolean has_jit_code; /* one of them was read */
  GArray *switches; /* AscPerfSwitch */
  AscStrings *names;
  AscMap tasks;  /* pid and tid of samples -> 1 */
  GArray *task_keys; /* guint64, the same in order of appearance */
  guint64 last_task;
  gint32 target_pid; /* of the command that perf ran, from its exec until its program is known; else -1 */
  GHashTable *object_cache;
  guint32 unknown_object;
  guint32 kernel_object; /* the first; ASC_NONE: not recorded */
  guint64 first_time;
  guint64 last_time;

  AscPerfMaps maps;
  GArray *spaces;     /* AscPerfSpace; [0]: the kernel, of pid -1 */
  AscMap space_of;    /* pid -> index */
  GArray *lives;      /* AscPerfLife */
  AscMap life_of;     /* pid and tid -> index of the first */
  GArray *execs;      /* AscPerfExec */
  GPtrArray *dumps; /* a GArray of AscPerfDump for each worker */
  struct _AscPerfHeads *heads;
  gboolean has_readings;
  struct _AscPerfReadings *readings;
  AscMap deferred_of;    /* cookie of a user chain that was recorded later -> where it begins in deferred */
  GArray *deferred;      /* guint64: the number of words, then the words as recorded */
} AscPerf;

/* asc-perf-file.c */

/* Holds all fields of a sample before its dump, but for the rarest: 20 frames of the kernel among them. */
#define ASC_PERF_SAMPLE_HEAD_BYTES 512

/* Of samples so long the dump is skipped: shorter ones are read sooner than left out. */
#define ASC_PERF_LONG_SAMPLE_BYTES 4096

/* Before a record that follows a long sample so much of that is read: the fields behind its dump, one word each. */
#define ASC_PERF_BEFORE_BYTES 64

/** A window on the records, refilled by pread(). */
typedef struct
{
  AscPerf *perf;
  guint span;
  guint64 offset; /* of the next record in its file */
  guint8 *buffer;
  guint64 buffer_offset;
  gsize buffer_size;
  guint64 shift; /* position - offset in this span, modulo 2^64 */
  guint sample_head; /* of a long sample only so many bytes are read, the dump of the stack is not; 0: all. To be set before the first step. */
  gboolean is_behind_long; /* the last record was such a one */
  gsize window;            /* how much is read next */
  const struct _AscPerfHeads *heads; /* nullable: what was kept of long samples. To be set before the first step. */
  guint next_head;
  const struct _AscPerfHead *head; /* of the last long sample; NULL: none was kept */
} AscPerfWalk;

/** A record. @body is what follows its 8-byte header, readable until the walk moves on. */
typedef struct
{
  guint32 type;
  guint16 misc;
  guint size;           /* of the body */
  guint n_body;         /* readable bytes of it: all, or less of a long sample where the walk has a sample_head */
  const guint8 *body;
  guint64 position;     /* of the header in the reading order */
  guint64 offset;       /* of the header in its file, for messages */
  guint64 payload;      /* bytes that follow the record and are not in its size (TRACING_DATA, AUXTRACE) */
} AscPerfRecord;

gboolean asc_perf_file_open (AscPerf *self, GError **error);
/** Reads [offset, offset + size) of the header's file, clipped at its end and at @max. Returns: (transfer full) (nullable) */
GBytes *asc_perf_file_read (AscPerf *self, guint64 offset, guint64 size, gsize max);
gssize asc_perf_span_pread (AscPerf *self, const AscPerfSpan *span, guint64 offset, gpointer buffer, gsize size);
/** Decompresses span @span from the compressed record at @offset on into a temporary file, which stands behind what is left of it. */
gboolean asc_perf_span_decompress (AscPerf *self, guint span, guint64 offset, GError **error);

void asc_perf_walk_init (AscPerfWalk *self, AscPerf *perf, guint64 position);
void asc_perf_walk_clear (AscPerfWalk *self);

static inline guint32
asc_perf_u32 (const AscPerf *self, const guint8 *p)
{
  guint32 v;

  memcpy (&v, p, sizeof v);
  return self->big_endian ? GUINT32_FROM_BE (v) : GUINT32_FROM_LE (v);
}

static inline guint64
asc_perf_u64 (const AscPerf *self, const guint8 *p)
{
  guint64 v;

  memcpy (&v, p, sizeof v);
  return self->big_endian ? GUINT64_FROM_BE (v) : GUINT64_FROM_LE (v);
}

/** The ASC_PERF_BEFORE_BYTES before @record, the last one that @self stepped to; NULL: the window does not hold them. */
const guint8 *asc_perf_walk_get_before (const AscPerfWalk *self, const AscPerfRecord *record);
/** Makes all of @record readable, the last one that @self stepped to. Returns: FALSE when it is cut off. */
gboolean asc_perf_walk_complete (AscPerfWalk *self, AscPerfRecord *record);
gboolean asc_perf_walk_next_slow (AscPerfWalk *self, guint64 end, AscPerfRecord *record, AscDiagnostics *diagnostics);

/** Steps to the next record, as long as its position is below @end. Returns: FALSE at the end, whatever that is. @diagnostics: (nullable) */
static inline gboolean
asc_perf_walk_next (AscPerfWalk *self, guint64 end, AscPerfRecord *record, AscDiagnostics *diagnostics)
{
  guint64 at = self->offset - self->buffer_offset;

  /* A kernel's record that is whole in the window: nearly always. */
  if (G_LIKELY (at < self->buffer_size && self->buffer_size - at >= 8 && self->offset + self->shift < end))
    {
      const guint8 *p = self->buffer + at;
      guint size;

      record->type = asc_perf_u32 (self->perf, p);
      record->misc = (guint16) (self->perf->big_endian ? p[4] << 8 | p[5] : p[5] << 8 | p[4]);
      size = self->perf->big_endian ? p[6] << 8 | p[7] : p[7] << 8 | p[6];
      if (G_LIKELY (record->type < ASC_PERF_RECORD_ATTR && size >= 8 && size <= self->buffer_size - at))
        {
          record->size = record->n_body = size - 8;
          record->body = p + 8;
          record->offset = self->offset;
          record->position = self->offset + self->shift;
          record->payload = 0;
          self->offset += size;
          return TRUE;
        }
    }
  return asc_perf_walk_next_slow (self, end, record, diagnostics);
}

/* asc-perf-attr.c */
void asc_perf_attr_free (gpointer attr);
/** Reads an attr of @size bytes (0: its own size field tells) from @cursor, which is left behind it. Returns: (transfer full): NULL when it is cut off. */
AscPerfAttr *asc_perf_attr_read (AscCursor *cursor, guint size);
void asc_perf_add_id (AscPerf *self, guint64 id, guint attr);
/** The kind of event's name in perf's words. */
char *asc_perf_attr_dup_name (AscPerf *self, const AscPerfAttr *attr);
/** The attr of a sample or (@is_sample FALSE) another record's trailer; NULL: unknown id. */
AscPerfAttr *asc_perf_find_attr (const AscPerf *self, const AscPerfRecord *record, gboolean is_sample);
/** Makes the builder's kinds of event, once all names and counts are known. */
void asc_perf_add_kinds (AscPerf *self);

/* asc-perf-features.c */
void asc_perf_read_features (AscPerf *self);
void asc_perf_read_feature (AscPerf *self, guint feature, AscCursor *cursor);
/** Reads one entry from behind its pid. */
void asc_perf_read_build_id (AscPerf *self, AscCursor *cursor, guint16 misc);
void asc_perf_read_tracing_data (AscPerf *self, AscCursor *cursor);
/** What follows from all that was read: start time, target, build-ids of objects. */
void asc_perf_finish_info (AscPerf *self);

/* asc-perf-heads.c */

#define ASC_PERF_NOT_KNOWN G_MAXUINT32

/** The head of a sample with a dump: its first @n_bytes with the header, up to the first word of the registers. */
typedef struct _AscPerfHead
{
  guint64 position;
  guint32 at; /* of its bytes among all */
  guint32 n_bytes;
  guint32 copied_bytes; /* how much of the stack the kernel could copy, or ASC_PERF_NOT_KNOWN */
} AscPerfHead;

typedef struct _AscPerfHeads AscPerfHeads;
AscPerfHeads *asc_perf_heads_new (void);
void asc_perf_heads_free (AscPerfHeads *self);
/** Keeps the head of @record, a long sample whose dump is skipped, if it has one and there is room. Positions grow. */
void asc_perf_heads_add (AscPerfHeads *self, const AscPerf *perf, const AscPerfRecord *record);
/** Takes what the last one's record ends with from the ASC_PERF_BEFORE_BYTES @before (nullable) @position. */
void asc_perf_heads_set_end (AscPerfHeads *self, const AscPerf *perf, guint64 position, const guint8 *before);
/** Returns: the index of the first that lies at @position or behind it. */
guint asc_perf_heads_find (const AscPerfHeads *self, guint64 position);
/** Lends entry @index and its bytes. Returns: NULL: there are no more. */
const AscPerfHead *asc_perf_heads_get (const AscPerfHeads *self, guint index, const guint8 **bytes);

/* asc-perf-records.c */
gboolean asc_perf_read_records (AscPerf *self, GError **error);

/* asc-perf-jitdump.c */

/** A program's dump of its own code, mapped to tell perf of it: @change is that mapping. */
typedef struct
{
  char *path;
  AscPerfChange change;
} AscPerfJitdump;

void asc_perf_jitdump_free (gpointer jitdump);
/** Makes mappings over time of the dumps that pass 1 came across. Returns: FALSE: cancelled. */
gboolean asc_perf_read_jitdumps (AscPerf *self, GError **error);

/* asc-perf-objects.c */
guint32 asc_perf_add_jitdump_object (AscPerf *self, const char *path, gint32 pid);
guint32 asc_perf_add_user_object (AscPerf *self, const char *path, gint32 pid, const guint8 *build_id, guint build_id_size);
guint32 asc_perf_add_kernel_object (AscPerf *self, const char *path, guint64 start, guint64 end, guint64 file_off, const guint8 *build_id, guint build_id_size);
guint32 asc_perf_add_recorded_object (AscPerf *self, const char *name, guint64 start, guint64 size);
void asc_perf_apply_build_ids (AscPerf *self);

/* asc-perf-tasks.c */

/** Sorts the changes and makes processes, threads, mappings and address spaces of them. */
void asc_perf_build_tasks (AscPerf *self);
static inline guint64
asc_perf_task_key (gint32 pid, gint32 tid)
{
  return (guint64) (guint32) pid << 32 | (guint32) tid;
}
/** The era of @space at @key, and the span [*from, *to) of keys in which it holds. */
AscPerfEra asc_perf_find_era (const AscPerf *self, guint32 space, guint64 key, guint64 *from, guint64 *to);
/** The thread at @key and the span in which it is that. */
guint32 asc_perf_find_thread (const AscPerf *self, gint32 pid, gint32 tid, guint64 key, guint64 *from, guint64 *to);
guint32 asc_perf_find_space (const AscPerf *self, gint32 pid);

/* asc-perf-switches.c */

/** What a tracepoint tells, by its name and its format as the kernel describes it; NULL: nothing. (transfer full) */
AscPerfDetail *asc_perf_detail_new (const char *name, const char *format);
/** The role of an event that is no tracepoint. */
AscEventRole asc_perf_role_of_software (guint64 config);
/** Gathers a SWITCH or SWITCH_CPU_WIDE record, a time at which a thread ran (MMAP, COMM), or a loss. */
void asc_perf_note_switch (AscPerf *self, const AscPerfRecord *record);
/** Hands the gathered records to the builder, once the tasks are known. FALSE when cancelled. */
gboolean asc_perf_give_switches (AscPerf *self, GError **error);

/* asc-perf-execs.c */

/** Finds for each exec when its thread first ran in user mode again: until then kernel-mode samples belong to the image before. */
gboolean asc_perf_find_exec_ends (AscPerf *self, GError **error);

/* asc-perf-stacks.c */

/** What the frames of a chain are looked up in. */
typedef struct
{
  guint32 user_root;
  guint32 old_root; /* of the image before an exec, 0: none */
  guint32 kernel_root;
} AscPerfView;

/** One worker's call chains: each resolved once. */
typedef struct _AscPerfStacks AscPerfStacks;
AscPerfStacks *asc_perf_stacks_new (AscPerf *perf, AscShard *shard);
void asc_perf_stacks_free (AscPerfStacks *self);
/** Chains with a word that is neither an address nor a marker (a frame pointer that was none led there): discarded whole, as perf does. */
gint64 asc_perf_stacks_get_n_impossible (AscPerfStacks *self);
/** Returns: the node of a chain of @n entries, leaf first, as recorded at @chain; of @ip alone when it holds no address; ASC_NONE when it is corrupt. @cpumode: of the sample. */
guint32 asc_perf_stacks_add (AscPerfStacks *self, const AscPerfView *view, guint cpumode, guint64 ip, const guint8 *chain, guint n);
/** The same where the user part comes from branch records (from, to, flags), newest first. */
guint32 asc_perf_stacks_add_branches (AscPerfStacks *self, const AscPerfView *view, guint cpumode, guint64 ip, const guint8 *chain, guint n, const guint8 *branches, guint n_branches);

/* asc-perf-samples.c */

/** A sample's fields, as far as the model takes them. */
typedef struct
{
  guint64 ip;
  guint64 time;
  guint64 period;
  gint32 pid;
  gint32 tid;
  guint16 cpu;
  const guint8 *reading;
  guint reading_size;
  const guint8 *chain;
  guint n_chain;
  const guint8 *branches; /* call stack from branch records */
  guint n_branches;
  const guint8 *raw;
  guint n_raw;
  guint64 addr;
  guint registers_at; /* position of the user's registers, behind which the dump of the stack lies; 0: none */
} AscPerfSample;

/** What orders a sample: its time, or its place where the file has no times. */
static inline guint64
asc_perf_sample_key (const AscPerf *self, const AscPerfRecord *record, guint64 time)
{
  return self->by_position ? record->position : time;
}

/** What @sample tells beside its value: AscEvents.detail. */
guint64 asc_perf_sample_detail (const AscPerf *self, const AscPerfAttr *attr, const AscPerfSample *sample);
/** FALSE: the record is too short for what it should hold. */
gboolean asc_perf_parse_sample (const AscPerf *self, const AscPerfAttr *attr, const AscPerfRecord *record, AscPerfSample *sample);
gboolean asc_perf_read_samples (AscPerf *self, GError **error);

/* asc-perf-dumps.c */

/** A sample whose stack is to be unwound. */
typedef struct
{
  guint64 position;     /* of the registers, in the reading order */
  guint64 space;        /* root, and above it the old root of an exec */
  guint32 copied_bytes; /* as in AscPerfHead */
  guint16 attr;         /* index */
} AscPerfDump;

/** Steps from behind the call chain to the registers. Returns: their position in the record's body; 0: there are none. */
guint asc_perf_find_registers (const AscPerf *self, const AscPerfAttr *attr, const AscPerfRecord *record, guint at);
/** Remembers a sample's dump in @dumps, a worker's list. @head: (nullable): what was kept of it. Returns: its id for the model; 0 when it has none. */
guint64 asc_perf_add_dump (GArray *dumps, guint worker, const AscPerfAttr *attr, const AscPerfRecord *record, guint registers_at, const AscPerfView *view, const AscPerfHead *head);
/** Hands what reading the dumps needs to the builder's experiment: spans, attrs and maps are no longer @self's. */
void asc_perf_give_dumps (AscPerf *self);

/* asc-perf-readings.c */

/** A sample's share of one counter. */
typedef struct
{
  guint8 kind;
  gint64 growth;
} AscPerfGrowth;

/** Collects all counter readings and finds each one's growth since the reading before it. */
gboolean asc_perf_read_readings (AscPerf *self, GError **error);
void asc_perf_readings_free (struct _AscPerfReadings *self);
/** The counters that grew at the sample at @position; lent. */
const AscPerfGrowth *asc_perf_readings_get (const struct _AscPerfReadings *self, guint64 position, guint *n);

G_END_DECLS
