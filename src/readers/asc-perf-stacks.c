/* asc-perf-stacks.c: call chains as stacks of the model, each resolved once
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Most samples repeat a chain, or all of a chain but its leaf. A chain and each of its tails (the frames from one on to the root) are
 * known by 96 bits of a hash over the state of the address spaces and the recorded words, so that a sample costs one
 * look-up, and a chain that is new costs the frames that are new in it.
 */
#include "config.h"

#include "asc-perf-private.h"

/* What the whole chain's key has and a tail's has not: its first frame is no return address. */
#define LEAF 16

typedef struct
{
  guint64 key;
  guint32 check;
  guint32 node; /* + 1; 0: free */
} Slot;

typedef struct
{
  guint64 a;
  guint64 b;
} Hash;

/* A frame of the chain that is being resolved. */
typedef struct
{
  Hash hash; /* of the words from here to the root */
  guint64 address;
  guint8 mode;
  guint8 flags;
} Frame;

struct _AscPerfStacks
{
  AscPerf *perf;
  AscShard *shard;
  Slot *slots;
  gsize mask;
  gsize n;
  Frame *frames; /* n_frames_max entries */
  guint n_frames_max;
  gint64 n_impossible;
};

AscPerfStacks *
asc_perf_stacks_new (AscPerf *perf, AscShard *shard)
{
  AscPerfStacks *self = g_new0 (AscPerfStacks, 1);

  self->perf = perf;
  self->shard = shard;
  self->mask = 4095;
  self->slots = g_new0 (Slot, self->mask + 1);
  return self;
}

void
asc_perf_stacks_free (AscPerfStacks *self)
{
  g_free (self->slots);
  g_free (self->frames);
  g_free (self);
}

gint64
asc_perf_stacks_get_n_impossible (AscPerfStacks *self)
{
  return self->n_impossible;
}

static inline Hash
add_word (Hash h, guint64 word)
{
  h.a = (h.a ^ word) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  h.b = (h.b + word) * G_GUINT64_CONSTANT (0xd6e8feb86659fd93);
  h.a ^= h.a >> 32;
  h.b ^= h.b >> 29;
  return h;
}

static inline Hash
finish (Hash h, guint mode)
{
  h.a = asc_hash_u64 (h.a + mode);
  h.b = (h.b + mode) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  return h;
}

static void
grow (AscPerfStacks *self)
{
  gsize mask = self->mask * 2 + 1;
  Slot *slots = g_new0 (Slot, mask + 1);

  for (gsize i = 0; i <= self->mask; i++)
    if (self->slots[i].node != 0)
      {
        gsize j = self->slots[i].key & mask;

        while (slots[j].node != 0)
          j = (j + 1) & mask;
        slots[j] = self->slots[i];
      }
  g_free (self->slots);
  self->slots = slots;
  self->mask = mask;
}

/* Where the chain of this hash is, or belongs. */
static inline Slot *
find (AscPerfStacks *self, Hash h)
{
  gsize i = h.a & self->mask;

  while (self->slots[i].node != 0 && !(self->slots[i].key == h.a && self->slots[i].check == h.b >> 32))
    i = (i + 1) & self->mask;
  return &self->slots[i];
}

static void
store (AscPerfStacks *self, Hash h, guint32 node)
{
  Slot *slot;

  if (self->n * 4 >= self->mask * 3)
    grow (self);
  slot = find (self, h);
  if (slot->node == 0)
    self->n++;
  *slot = (Slot){ .key = h.a, .check = (guint32) (h.b >> 32), .node = node + 1 };
}

static guint
mode_of_cpumode (guint cpumode)
{
  static const guint8 modes[] = { ASC_MODE_UNKNOWN, ASC_MODE_KERNEL, ASC_MODE_USER, ASC_MODE_HYPERVISOR, ASC_MODE_GUEST_KERNEL, ASC_MODE_GUEST_USER };

  return cpumode < G_N_ELEMENTS (modes) ? modes[cpumode] : ASC_MODE_UNKNOWN;
}

static guint
mode_of_marker (guint64 marker)
{
  switch (marker)
    {
    case ASC_PERF_CONTEXT_HV:
      return ASC_MODE_HYPERVISOR;
    case ASC_PERF_CONTEXT_KERNEL:
      return ASC_MODE_KERNEL;
    case ASC_PERF_CONTEXT_USER:
      return ASC_MODE_USER;
    case ASC_PERF_CONTEXT_GUEST:
    case ASC_PERF_CONTEXT_GUEST_USER:
      return ASC_MODE_GUEST_USER;
    case ASC_PERF_CONTEXT_GUEST_KERNEL:
      return ASC_MODE_GUEST_KERNEL;
    default:
      return ASC_MODE_UNKNOWN;
    }
}

static const AscPerfMapNode *
find_mapping (const AscPerf *perf, const AscPerfView *view, guint mode, guint64 address)
{
  const AscPerfMapNode *node = NULL;

  if (mode == ASC_MODE_UNKNOWN)
    mode = address >> 63 ? ASC_MODE_KERNEL : ASC_MODE_USER;
  if (mode == ASC_MODE_KERNEL)
    return asc_perf_maps_find (&perf->maps, view->kernel_root, address);
  if (mode != ASC_MODE_USER)
    return NULL; /* hypervisor and guests */
  node = asc_perf_maps_find (&perf->maps, view->user_root, address);
  if (node == NULL && view->old_root != 0)
    node = asc_perf_maps_find (&perf->maps, view->old_root, address);
  return node;
}

static guint32
add_frame (AscPerfStacks *self, const AscPerfView *view, const Frame *frame, guint32 parent)
{
  const AscPerf *perf = self->perf;
  const AscPerfMapNode *mapping = find_mapping (perf, view, frame->mode, frame->address);
  guint32 flags = frame->flags;
  guint32 object = perf->unknown_object;
  guint64 address = frame->address;

  if (mapping == NULL && (frame->flags & ASC_FRAME_CALL)) /* a call may be the last instruction of its mapping */
    mapping = find_mapping (perf, view, frame->mode, frame->address - 1);
  if (mapping != NULL)
    {
      AscObjectKind kind = asc_builder_get_object (perf->builder, mapping->object)->kind;

      object = mapping->object;
      if (kind == ASC_OBJECT_FILE || kind == ASC_OBJECT_JITDUMP)
        address += mapping->file_off - mapping->start;
      else if (kind == ASC_OBJECT_VDSO)
        address -= mapping->start;
    }
  if (frame->mode == ASC_MODE_KERNEL || frame->mode == ASC_MODE_HYPERVISOR || frame->mode == ASC_MODE_GUEST_KERNEL)
    flags |= ASC_FRAME_KERNEL;
  return asc_shard_node (self->shard, parent, asc_shard_frame (self->shard, object, address, flags));
}

static Frame *
need_frames (AscPerfStacks *self, guint n)
{
  if (n > self->n_frames_max)
    {
      self->n_frames_max = MAX (n, 256);
      self->frames = g_renew (Frame, self->frames, self->n_frames_max);
    }
  return self->frames;
}

static inline Hash
begin (const AscPerfView *view)
{
  Hash h = { (guint64) view->user_root << 32 | view->kernel_root, view->old_root };

  return add_word (h, 1);
}

/* Makes nodes of the @n frames, leaf first, beginning at the highest that is not known yet. */
static guint32
resolve (AscPerfStacks *self, const AscPerfView *view, const Frame *frames, guint n)
{
  guint known = 1;
  guint32 node = ASC_NONE;

  for (; known < n; known++)
    {
      const Slot *slot = find (self, finish (frames[known].hash, frames[known].mode));

      if (slot->node != 0)
        {
          node = slot->node - 1;
          break;
        }
    }
  for (guint i = known; i-- > 0;)
    {
      node = add_frame (self, view, &frames[i], node);
      store (self, finish (frames[i].hash, frames[i].mode + (i == 0 ? LEAF : 0)), node);
    }
  return node;
}

static guint32
add_ip (AscPerfStacks *self, const AscPerfView *view, guint mode, guint64 ip)
{
  Frame frame = { .hash = add_word (begin (view), ip), .address = ip, .mode = (guint8) mode };
  const Slot *slot = find (self, finish (frame.hash, mode + LEAF));

  return slot->node != 0 ? slot->node - 1 : resolve (self, view, &frame, 1);
}

guint32
asc_perf_stacks_add (AscPerfStacks *self, const AscPerfView *view, guint cpumode, guint64 ip, const guint8 *chain, guint n)
{
  guint mode = mode_of_cpumode (cpumode);
  Hash h = begin (view);
  guint first = 0;
  guint leaf_mode = mode;
  const Slot *slot;
  Frame *frames;
  guint n_frames = 0;
  gboolean is_impossible = FALSE;

  while (first < n && asc_perf_u64 (self->perf, chain + first * 8) >= ASC_PERF_CONTEXT_MAX)
    {
      leaf_mode = mode_of_marker (asc_perf_u64 (self->perf, chain + first++ * 8));
      is_impossible |= leaf_mode == ASC_MODE_UNKNOWN;
    }
  if (first == n && !is_impossible)
    return add_ip (self, view, mode, ip);
  for (guint i = n; i-- > first;)
    {
      guint64 word = asc_perf_u64 (self->perf, chain + i * 8);

      h = add_word (h, word);
      if (G_UNLIKELY (word >= ASC_PERF_CONTEXT_MAX))
        is_impossible |= mode_of_marker (word) == ASC_MODE_UNKNOWN;
    }
  if (G_UNLIKELY (is_impossible))
    {
      self->n_impossible++; /* the chain is corrupt: perf discards it whole, too */
      return ASC_NONE;
    }
  slot = find (self, finish (h, leaf_mode + LEAF));
  if (G_LIKELY (slot->node != 0))
    return slot->node - 1;

  /* A new chain: all its frames, with the mode and the tail's hash of each. */
  frames = need_frames (self, n - first);
  mode = leaf_mode;
  for (guint i = first; i < n; i++)
    {
      guint64 word = asc_perf_u64 (self->perf, chain + i * 8);

      frames[i - first] = (Frame){ .address = word, .mode = (guint8) mode, .flags = i > first ? ASC_FRAME_CALL : 0 };
      if (word >= ASC_PERF_CONTEXT_MAX)
        mode = mode_of_marker (word);
    }
  h = begin (view);
  for (guint i = n - first; i-- > 0;)
    {
      h = add_word (h, frames[i].address);
      frames[i].hash = h;
    }
  for (guint i = 0; i < n - first; i++)
    if (frames[i].address < ASC_PERF_CONTEXT_MAX)
      frames[n_frames++] = frames[i];
  return resolve (self, view, frames, n_frames);
}

guint32
asc_perf_stacks_add_branches (AscPerfStacks *self, const AscPerfView *view, guint cpumode, guint64 ip, const guint8 *chain, guint n, const guint8 *branches,
                              guint n_branches)
{
  guint mode = mode_of_cpumode (cpumode);
  Frame *frames = need_frames (self, n + n_branches + 1);
  Hash h = begin (view);
  guint n_frames = 0;
  const Slot *slot;

  /* The kernel part, as recorded; the user part's first address is the target of the newest call, then the calls themselves. */
  for (guint i = 0; i < n && mode != ASC_MODE_USER; i++)
    {
      guint64 word = asc_perf_u64 (self->perf, chain + i * 8);

      if (word >= ASC_PERF_CONTEXT_MAX)
        mode = mode_of_marker (word);
      else
        {
          frames[n_frames] = (Frame){ .address = word, .mode = (guint8) mode, .flags = n_frames > 0 ? ASC_FRAME_CALL : 0 };
          n_frames++;
        }
    }
  frames[n_frames++] = (Frame){ .address = asc_perf_u64 (self->perf, branches + 8), .mode = ASC_MODE_USER };
  for (guint i = 0; i < n_branches; i++)
    frames[n_frames++] = (Frame){ .address = asc_perf_u64 (self->perf, branches + (gsize) i * 24), .mode = ASC_MODE_USER };
  for (guint i = n_frames; i-- > 0;)
    {
      h = add_word (add_word (h, frames[i].address), frames[i].mode + 1000u + frames[i].flags);
      frames[i].hash = h;
    }
  slot = find (self, finish (h, frames[0].mode + LEAF));
  return slot->node != 0 ? slot->node - 1 : resolve (self, view, frames, n_frames);
}
