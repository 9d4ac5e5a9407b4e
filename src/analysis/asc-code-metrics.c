/* asc-code-metrics.c: see asc-code-metrics.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-code-metrics.h"

#include "asc-key-sums-private.h"

struct _AscCodeMetrics
{
  GObject parent_instance;

  AscProfile *profile;
  AscKeySums sums; /* key 0 is <Total>, then the instructions, then what is elsewhere, then other functions */
};

G_DEFINE_FINAL_TYPE (AscCodeMetrics, asc_code_metrics, G_TYPE_OBJECT)

static void
asc_code_metrics_finalize (GObject *object)
{
  AscCodeMetrics *self = ASC_CODE_METRICS (object);

  g_clear_object (&self->profile);
  asc_key_sums_clear (&self->sums);
  G_OBJECT_CLASS (asc_code_metrics_parent_class)->finalize (object);
}

static void
asc_code_metrics_class_init (AscCodeMetricsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = asc_code_metrics_finalize;
}

static void
asc_code_metrics_init (AscCodeMetrics *self)
{
}

/* Key of the instruction that holds @address; n + 1: none. */
static guint32
find_key (const AscCode *code, guint64 address)
{
  guint low = 0, high = code->n;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (code->starts[middle] <= address)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 && address < code->end ? low : code->n + 1;
}

/* Only frames whose code is of @function have an instruction; the leaf of the others goes to the last key. */
static void
add_part (AscCodeMetrics *self, guint p, guint32 function, const AscCode *code)
{
  const AscPart *part = &self->profile->parts[p];
  guint n_frames;
  const AscFrame *frames = asc_experiment_get_frames (part->experiment, &n_frames);
  g_autofree guint32 *keys = g_new (guint32, MAX (n_frames, 1));
  g_autofree guint32 *start = g_new (guint32, (gsize) n_frames + 1);

  for (guint i = 0; i < n_frames; i++)
    {
      start[i] = i;
      if (part->chains[part->chain_start[i + 1] - 1] != function)
        keys[i] = code->n + 2;
      else if ((frames[i].flags & ASC_FRAME_NAMED) || (code->is_of_object != NULL && !code->is_of_object (code->data, p, frames[i].object)))
        keys[i] = code->n + 1;
      else
        keys[i] = find_key (code, part->names->get_elf_address (part->names->data, i) - ((frames[i].flags & ASC_FRAME_CALL) != 0));
    }
  start[n_frames] = n_frames;
  asc_key_sums_add (&self->sums, p, start, keys);
}

AscCodeMetrics *
asc_code_metrics_compute (AscProfile *profile, guint32 function, const AscCode *code, GCancellable *cancellable, GError **error)
{
  g_autoptr (AscCodeMetrics) self = g_object_new (ASC_TYPE_CODE_METRICS, NULL);

  self->profile = g_object_ref (profile);
  asc_key_sums_init (&self->sums, profile, code->n + 3);
  for (guint p = 0; p < profile->n_parts && !g_cancellable_is_cancelled (cancellable); p++)
    add_part (self, p, function, code);
  return g_cancellable_set_error_if_cancelled (cancellable, error) ? NULL : g_steal_pointer (&self);
}

gint64
asc_code_metrics_get_exclusive (AscCodeMetrics *self, guint i, guint metric)
{
  g_return_val_if_fail (i + 2 < self->sums.n, 0);
  return asc_key_sums_get_exclusive (&self->sums, i + 1, metric);
}

gint64
asc_code_metrics_get_inclusive (AscCodeMetrics *self, guint i, guint metric)
{
  g_return_val_if_fail (i + 2 < self->sums.n, 0);
  return asc_key_sums_get_inclusive (&self->sums, i + 1, metric);
}
