/* asc-builder.h: how a reader fills an experiment
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-experiment.h"

G_BEGIN_DECLS

/** An event on its way in; fields as the columns of AscEvents. */
typedef struct
{
  gint64 time_ns;
  gint64 value;
  guint32 stack; /* a node of the same shard, or ASC_NONE */
  guint32 thread;
  guint16 cpu;
  guint8 kind;
  guint8 mode;
  guint64 dump;         /* for the experiment's AscDumps; 0: none */
  guint64 detail;       /* ASC_DETAIL(), by the role of the kind; 0: none */
  gboolean same_record; /* a further counter of the record whose event came just before: shown once */
} AscEvent;

/**
 * AscBuilder:
 *
 * Tables (kinds, objects, processes, threads, mappings) are filled by one thread. Stacks and events go through shards: a shard
 * is used by one thread at a time, several shards by several threads at once, after the tables that their events name
 * are complete. Strings handed in are copied.
 */
typedef struct _AscBuilder AscBuilder;

/** A worker's own part of the experiment. Owned by the builder. */
typedef struct _AscShard AscShard;

AscBuilder *asc_builder_new (void);
void asc_builder_free (AscBuilder *self);

void asc_builder_set_info (AscBuilder *self, const char *key, const char *value);
const char *asc_builder_get_info (AscBuilder *self, const char *key);
AscDiagnostics *asc_builder_get_diagnostics (AscBuilder *self);
guint32 asc_builder_intern (AscBuilder *self, const char *string);

/** All add_ functions return the index. At most 255 kinds (a further one gives G_MAXUINT8 and counts nothing). */
guint8 asc_builder_add_kind (AscBuilder *self, const AscEventKind *kind);
/** An object equal in kind, path, build-id, pid and start address to one that is there already is that one. A build-id may also be given later. */
guint32 asc_builder_add_object (AscBuilder *self, const AscObject *object);
/** @build_id: @size bytes, at most 32; copied. */
void asc_builder_set_object_build_id (AscBuilder *self, guint32 object, const guint8 *build_id, guint size);
guint32 asc_builder_add_process (AscBuilder *self, const AscProcess *process);
guint32 asc_builder_add_thread (AscBuilder *self, const AscThread *thread);
/** Changes names or times of what was added before finish; lent, until the next add of the same table. @name fields must come from asc_builder_dup_string(). */
AscProcess *asc_builder_get_process (AscBuilder *self, guint32 index);
AscThread *asc_builder_get_thread (AscBuilder *self, guint32 index);
guint asc_builder_get_n_threads (AscBuilder *self);
AscObject *asc_builder_get_object (AscBuilder *self, guint32 index);
/** Copies @string into memory that lives as long as the experiment. */
const char *asc_builder_dup_string (AscBuilder *self, const char *string);
void asc_builder_add_mapping (AscBuilder *self, const AscMapping *mapping);
void asc_builder_add_recorded_symbol (AscBuilder *self, const AscRecordedSymbol *symbol);
void asc_builder_add_recorded_line (AscBuilder *self, const AscRecordedLine *line);
/** Recording span; without it the first and last event tell it. */
void asc_builder_set_duration_ns (AscBuilder *self, gint64 duration_ns);

/** Hands over @switches, whose columns were made by g_malloc(). Once. */
void asc_builder_take_switches (AscBuilder *self, const AscSwitches *switches);
/** Says where the events' dumps are read; *@dumps is taken over. */
void asc_builder_set_dumps (AscBuilder *self, const AscDumps *dumps);
/** Takes all of @other but stacks, events and dumps into an empty builder: tables with the same indices, information, diagnostics, and the number of events shown. */
void asc_builder_add_tables (AscBuilder *self, AscExperiment *other);

AscShard *asc_builder_add_shard (AscBuilder *self);
/** A shard's own diagnostics, merged in the order of the shards by finish. */
AscDiagnostics *asc_shard_get_diagnostics (AscShard *self);
/** Returns: the shard's number of the frame. */
guint32 asc_shard_frame (AscShard *self, guint32 object, guint64 address, guint32 flags);
/** Returns: the shard's number of the node for @frame called from @parent (ASC_NONE: a root). Amortised O(1). */
guint32 asc_shard_node (AscShard *self, guint32 parent, guint32 frame);
void asc_shard_event (AscShard *self, const AscEvent *event);

/** How many events an experiment may hold (its columns are indexed by 32 bits). More end in a diagnostic, skipped and counted. */
#define ASC_MAX_EVENTS (G_MAXUINT32 - 1)

/**
 * Freezes what was gathered: merges the shards in their order, puts the stacks in preorder, counts. The builder is empty after it.
 * @path and @format: what the experiment's getters answer. Returns: (transfer full): never NULL.
 */
AscExperiment *asc_builder_finish (AscBuilder *self, const char *path, const char *format);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscBuilder, asc_builder_free)

G_END_DECLS
