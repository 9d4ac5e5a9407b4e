/* asc-function-set.c: what several functions cost together
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-profile-private.h"

void
asc_function_set_free (AscFunctionSet *self)
{
  g_free (self->exclusive);
  g_free (self->inclusive);
  g_free (self);
}

AscFunctionSet *
asc_profile_compute_set (AscProfile *self, const guint32 *functions, guint n)
{
  const AscCallTree *tree = &self->tree;
  AscFunctionSet *set = g_new0 (AscFunctionSet, 1);
  g_autofree guint8 *is_in = g_new0 (guint8, MAX (self->n_functions, 1));

  set->n_metrics = self->metrics->len;
  set->exclusive = g_new0 (gint64, MAX (set->n_metrics, 1));
  set->inclusive = g_new0 (gint64, MAX (set->n_metrics, 1));
  for (guint i = 0; i < n; i++)
    {
      g_return_val_if_fail (functions[i] < self->n_functions, set);
      if (is_in[functions[i]])
        continue;
      is_in[functions[i]] = TRUE;
      /* That of <Total> is all that the others have, too. */
      for (guint m = 0; functions[i] != ASC_FUNCTION_TOTAL && m < set->n_metrics; m++)
        set->exclusive[m] += asc_profile_get_exclusive (self, functions[i], m);
    }
  if (is_in[ASC_FUNCTION_TOTAL])
    for (guint m = 0; m < set->n_metrics; m++)
      set->exclusive[m] = asc_profile_get_exclusive (self, ASC_FUNCTION_TOTAL, m);
  /* An event counts at the outermost of its frames that is in the set: what is below that node is counted with it. */
  for (guint32 node = 0; node < tree->n;)
    {
      if (!is_in[tree->function[node]])
        {
          node++;
          continue;
        }
      for (guint m = 0; m < set->n_metrics; m++)
        set->inclusive[m] += asc_profile_get_node_attributed (self, node, m);
      node = asc_profile_get_node_end (self, node);
    }
  return set;
}
