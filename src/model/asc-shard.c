/* asc-shard.c: interned stacks and columns of events, per worker, and their merge
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-shard-private.h"

#include "asc-experiment-private.h"
#include "asc-map.h"
#include "asc-tree.h"

#include <glib/gi18n-lib.h>

/* The columns of AscEvents while they grow. */
typedef struct
{
  gsize size;
  gsize room;
  gint64 *time_ns;
  gint64 *value;
  guint32 *stack;
  guint32 *thread;
  guint16 *cpu;
  guint8 *kind;
  guint8 *mode;
  guint64 *dump;   /* NULL: all 0 */
  guint64 *detail; /* the same */
} Columns;

struct _AscShard
{
  AscDiagnostics *diagnostics;
  AscMap frame_map; /* hash of a frame -> its number; a taken hash moves on, see asc_shard_frame() */
  AscMap node_map;  /* parent << 32 | frame -> node */
  GArray *frames;   /* AscFrame */
  guint32 *node_parent;
  guint32 *node_frame;
  guint n_nodes;
  guint node_room;
  Columns columns;
  gint64 n_shown;
};

AscShard *
asc_shard_new (void)
{
  AscShard *self = g_new0 (AscShard, 1);

  self->diagnostics = asc_diagnostics_new ();
  asc_map_init (&self->frame_map, 0);
  asc_map_init (&self->node_map, 0);
  self->frames = g_array_new (FALSE, FALSE, sizeof (AscFrame));
  return self;
}

static void
columns_clear (Columns *self)
{
  g_free (self->time_ns);
  g_free (self->value);
  g_free (self->stack);
  g_free (self->thread);
  g_free (self->cpu);
  g_free (self->kind);
  g_free (self->mode);
  g_free (self->dump);
  g_free (self->detail);
  *self = (Columns){ 0 };
}

void
asc_shard_free (AscShard *self)
{
  asc_diagnostics_free (self->diagnostics);
  asc_map_clear (&self->frame_map);
  asc_map_clear (&self->node_map);
  g_array_unref (self->frames);
  g_free (self->node_parent);
  g_free (self->node_frame);
  columns_clear (&self->columns);
  g_free (self);
}

AscDiagnostics *
asc_shard_get_diagnostics (AscShard *self)
{
  return self->diagnostics;
}

guint32
asc_shard_frame (AscShard *self, guint32 object, guint64 address, guint32 flags)
{
  guint64 key = asc_hash_add (asc_hash_add (address, object), flags);
  AscFrame frame = { .address = address, .object = object, .flags = flags };

  for (;;)
    {
      gboolean is_new;
      guint32 *value = asc_map_insert (&self->frame_map, key, &is_new);
      const AscFrame *have;

      if (is_new)
        {
          *value = self->frames->len;
          g_array_append_val (self->frames, frame);
          return self->frames->len - 1;
        }
      have = &g_array_index (self->frames, AscFrame, *value);
      if (have->address == address && have->object == object && have->flags == flags)
        return *value;
      key = asc_hash_u64 (key + 1);
    }
}

guint32
asc_shard_node (AscShard *self, guint32 parent, guint32 frame)
{
  gboolean is_new;
  guint32 *value = asc_map_insert (&self->node_map, (guint64) parent << 32 | frame, &is_new);

  if (!is_new)
    return *value;
  if (self->n_nodes == self->node_room)
    {
      self->node_room = MAX (1024, self->node_room * 2);
      self->node_parent = g_renew (guint32, self->node_parent, self->node_room);
      self->node_frame = g_renew (guint32, self->node_frame, self->node_room);
    }
  *value = self->n_nodes;
  self->node_parent[self->n_nodes] = parent;
  self->node_frame[self->n_nodes] = frame;
  return self->n_nodes++;
}

static void
columns_grow (Columns *self)
{
  self->room = MAX (1024, self->room + self->room / 2);
  self->time_ns = g_renew (gint64, self->time_ns, self->room);
  self->value = g_renew (gint64, self->value, self->room);
  self->stack = g_renew (guint32, self->stack, self->room);
  self->thread = g_renew (guint32, self->thread, self->room);
  self->cpu = g_renew (guint16, self->cpu, self->room);
  self->kind = g_renew (guint8, self->kind, self->room);
  self->mode = g_renew (guint8, self->mode, self->room);
  if (self->dump != NULL)
    self->dump = g_renew (guint64, self->dump, self->room);
  if (self->detail != NULL)
    self->detail = g_renew (guint64, self->detail, self->room);
}

void
asc_shard_event (AscShard *self, const AscEvent *event)
{
  Columns *c = &self->columns;
  gsize i = c->size;

  if (G_UNLIKELY (event->kind == G_MAXUINT8))
    {
      asc_diagnostics_skip (self->diagnostics, "too-many-kinds", N_ ("Events of the 256th and further kinds"), 1, ASC_NO_PLACE);
      return;
    }
  if (G_UNLIKELY (i == c->room))
    {
      if (i >= ASC_MAX_EVENTS)
        {
          asc_diagnostics_skip (self->diagnostics, "too-many-events", N_ ("Events beyond the number that fits"), 1, ASC_NO_PLACE);
          return;
        }
      columns_grow (c);
    }
  c->time_ns[i] = event->time_ns;
  c->value[i] = event->value;
  c->stack[i] = event->stack;
  c->thread[i] = event->thread;
  c->cpu[i] = event->cpu;
  c->kind[i] = event->kind;
  c->mode[i] = event->mode;
  if (G_UNLIKELY (event->dump != 0 && c->dump == NULL))
    c->dump = g_new0 (guint64, c->room);
  if (c->dump != NULL)
    c->dump[i] = event->dump;
  if (G_UNLIKELY (event->detail != 0 && c->detail == NULL))
    c->detail = g_new0 (guint64, c->room);
  if (c->detail != NULL)
    c->detail[i] = event->detail;
  c->size++;
  self->n_shown += !event->same_record;
}

/* Numbers in the merged tables of the nodes of @from, which goes into @into. (transfer full) */
static guint32 *
merge_nodes (AscShard *into, AscShard *from)
{
  g_autofree guint32 *frame_map = g_new (guint32, from->frames->len);
  guint32 *node_map = g_new (guint32, from->n_nodes);

  for (guint i = 0; i < from->frames->len; i++)
    {
      const AscFrame *frame = &g_array_index (from->frames, AscFrame, i);

      frame_map[i] = asc_shard_frame (into, frame->object, frame->address, frame->flags);
    }
  for (guint i = 0; i < from->n_nodes; i++)
    {
      guint32 parent = from->node_parent[i];

      node_map[i] = asc_shard_node (into, parent != ASC_NONE ? node_map[parent] : ASC_NONE, frame_map[from->node_frame[i]]);
    }
  g_clear_pointer (&from->node_parent, g_free);
  g_clear_pointer (&from->node_frame, g_free);
  asc_map_clear (&from->frame_map);
  asc_map_clear (&from->node_map);
  return node_map;
}

/* Puts the nodes of @shard into preorder. Returns: old -> new number. (transfer full) */
static guint32 *
freeze_stacks (AscShard *shard, AscStacks *stacks)
{
  guint n = shard->n_nodes;
  guint32 *position = g_new (guint32, n);
  guint32 *parent = g_new (guint32, n);
  guint32 *end = g_new (guint32, n);
  guint32 *frame = g_new (guint32, n);

  asc_tree_preorder (n, shard->node_parent, position, end);
  for (guint i = 0; i < n; i++)
    {
      guint32 up = shard->node_parent[i];

      parent[position[i]] = up != ASC_NONE ? position[up] : ASC_NONE;
      frame[position[i]] = shard->node_frame[i];
    }
  *stacks = (AscStacks){ .n_nodes = n, .parent = parent, .end = end, .frame = frame };
  return position;
}

typedef struct
{
  GPtrArray *shards;
  guint32 **node_maps;
  const guint32 *position;
} Merge;

static void
renumber_stacks (Merge *merge)
{
  for (guint s = 0; s < merge->shards->len; s++)
    {
      AscShard *shard = g_ptr_array_index (merge->shards, s);
      const guint32 *map = merge->node_maps[s];
      guint32 *stack = shard->columns.stack;

      for (gsize i = 0; i < shard->columns.size; i++)
        if (stack[i] != ASC_NONE)
          stack[i] = merge->position[map != NULL ? map[stack[i]] : stack[i]];
    }
}

/* One column of all shards, end to end; each shard's part is freed as soon as it is copied. */
#define JOIN_COLUMN(shards, n, type, field)                                                                                   \
  G_STMT_START                                                                                                                \
  {                                                                                                                           \
    if ((shards)->len == 1)                                                                                                   \
      {                                                                                                                       \
        events->field = g_steal_pointer (&((AscShard *) g_ptr_array_index ((shards), 0))->columns.field);                     \
        events->field = g_realloc_n ((gpointer) events->field, MAX ((n), 1), sizeof (type));                                  \
      }                                                                                                                       \
    else                                                                                                                      \
      {                                                                                                                       \
        type *all = g_new (type, MAX ((n), 1));                                                                               \
        gsize done = 0;                                                                                                       \
        for (guint s = 0; s < (shards)->len; s++)                                                                             \
          {                                                                                                                   \
            Columns *c = &((AscShard *) g_ptr_array_index ((shards), s))->columns;                                            \
            gsize part = MIN (c->size, (n) - done);                                                                           \
            if (part > 0)                                                                                                     \
              memcpy (all + done, c->field, part * sizeof (type));                                                            \
            done += part;                                                                                                     \
            g_clear_pointer (&c->field, g_free);                                                                              \
          }                                                                                                                   \
        events->field = all;                                                                                                  \
      }                                                                                                                       \
  }                                                                                                                           \
  G_STMT_END

/* A column that a shard may lack: the one at @offset in Columns. */
static guint64 *
join_rare (GPtrArray *shards, gsize n, gsize offset)
{
  guint64 *all = NULL;
  gsize done = 0;

  for (guint s = 0; s < shards->len; s++)
    {
      Columns *c = &((AscShard *) g_ptr_array_index (shards, s))->columns;
      guint64 **column = &G_STRUCT_MEMBER (guint64 *, c, offset);
      gsize part = MIN (c->size, n - done);

      if (*column != NULL && part > 0)
        {
          if (all == NULL)
            all = g_new0 (guint64, n);
          memcpy (all + done, *column, part * sizeof *all);
        }
      done += part;
      g_clear_pointer (column, g_free);
    }
  return all;
}

static void
join_columns (GPtrArray *shards, AscExperiment *experiment)
{
  AscEvents *events = &experiment->events;
  gsize n = 0;

  for (guint s = 0; s < shards->len; s++)
    {
      AscShard *shard = g_ptr_array_index (shards, s);

      n += shard->columns.size;
      experiment->n_shown += shard->n_shown;
    }
  if (n > ASC_MAX_EVENTS)
    {
      asc_diagnostics_skip (experiment->diagnostics, "too-many-events", N_ ("Events beyond the number that fits"), (gint64) (n - ASC_MAX_EVENTS), ASC_NO_PLACE);
      experiment->n_shown -= (gint64) (n - ASC_MAX_EVENTS);
      n = ASC_MAX_EVENTS;
    }
  events->n_events = (guint) n;
  JOIN_COLUMN (shards, n, gint64, time_ns);
  JOIN_COLUMN (shards, n, gint64, value);
  JOIN_COLUMN (shards, n, guint32, stack);
  JOIN_COLUMN (shards, n, guint32, thread);
  JOIN_COLUMN (shards, n, guint16, cpu);
  JOIN_COLUMN (shards, n, guint8, kind);
  JOIN_COLUMN (shards, n, guint8, mode);
  events->dump = join_rare (shards, n, G_STRUCT_OFFSET (Columns, dump));
  events->detail = join_rare (shards, n, G_STRUCT_OFFSET (Columns, detail));
}

void
asc_shards_merge (GPtrArray *shards, AscExperiment *experiment)
{
  g_autofree guint32 **node_maps = NULL;
  g_autofree guint32 *position = NULL;
  AscShard *first;

  if (shards->len == 0)
    g_ptr_array_add (shards, asc_shard_new ());
  node_maps = g_new0 (guint32 *, shards->len);
  first = g_ptr_array_index (shards, 0);
  for (guint s = 1; s < shards->len; s++)
    node_maps[s] = merge_nodes (first, g_ptr_array_index (shards, s));
  asc_map_clear (&first->frame_map);
  asc_map_clear (&first->node_map);
  position = freeze_stacks (first, &experiment->stacks);
  g_clear_pointer (&first->node_parent, g_free);
  g_clear_pointer (&first->node_frame, g_free);
  renumber_stacks (&(Merge){ shards, node_maps, position });
  for (guint s = 0; s < shards->len; s++)
    g_free (node_maps[s]);
  experiment->n_frames = first->frames->len;
  experiment->frames = (AscFrame *) (gpointer) g_array_free (first->frames, FALSE);
  first->frames = g_array_new (FALSE, FALSE, sizeof (AscFrame));
  join_columns (shards, experiment);
}
