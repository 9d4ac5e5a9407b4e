/* asc-heaviest-stack.c: the call stack that costs most
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-heaviest-stack.h"

GArray *
asc_heaviest_stack_find (AscProfile *profile, guint32 function, guint metric)
{
  GArray *stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n_nodes = asc_profile_get_n_nodes (profile);
  gint64 best_value = 0;
  guint32 best = ASC_NONE;
  guint32 node = 0;

  /* Nodes stand in preorder: below an occurrence of the function every node's path holds it. */
  while (node < n_nodes)
    {
      guint32 end = asc_profile_get_node_end (profile, node);

      if (asc_profile_get_node_function (profile, node) != function)
        {
          node++;
          continue;
        }
      for (; node < end; node++)
        {
          gint64 value = asc_profile_get_node_exclusive (profile, node, metric);

          if (value > best_value)
            {
              best_value = value;
              best = node;
            }
        }
    }
  for (node = best; node != ASC_NONE && node != 0; node = asc_profile_get_node_parent (profile, node))
    g_array_append_val (stack, node);
  return stack;
}
