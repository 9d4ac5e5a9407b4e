/* asc-names-moved.c: where functions are when the same experiments have other names
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "ascribe.h"

/* The function whose code it is: what is inlined into it comes before. */
static guint32
get_outermost (AscProfile *profile, guint experiment, AscSymbols *symbols, guint32 frame)
{
  guint n;
  const AscPlace *chain = asc_symbols_get_chain (symbols, frame, &n);

  return asc_profile_get_input_row (profile, experiment, chain[n - 1].function);
}

GArray *
asc_find_moved_functions (AscProfile *before, GPtrArray *symbols_before, AscProfile *after, GPtrArray *symbols_after)
{
  guint n = asc_profile_get_n_functions (before);
  GArray *moved = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n);
  const guint32 none = ASC_NONE;

  g_return_val_if_fail (symbols_before->len == symbols_after->len, moved);

  for (guint i = 0; i < n; i++)
    g_array_append_val (moved, none);
  g_array_index (moved, guint32, ASC_FUNCTION_TOTAL) = ASC_FUNCTION_TOTAL;
  for (guint i = 0; i < symbols_before->len; i++)
    {
      AscSymbols *old = g_ptr_array_index (symbols_before, i), *new = g_ptr_array_index (symbols_after, i);
      guint n_frames;

      asc_experiment_get_frames (asc_symbols_get_experiment (old), &n_frames);
      for (guint frame = 0; frame < n_frames; frame++)
        {
          guint32 from = get_outermost (before, i, old, frame);

          if (from != ASC_NONE && g_array_index (moved, guint32, from) == ASC_NONE)
            g_array_index (moved, guint32, from) = get_outermost (after, i, new, frame);
        }
    }
  return moved;
}
