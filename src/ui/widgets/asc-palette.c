/* asc-palette.c: see asc-palette.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-palette.h"

#include <string.h>

static const char *const states[]
  = { "user", "system", "trap", "wait", "lock", "owait", "datapfault", "textpfault", "kernelpfault", "stop", "sleep", "unknown", NULL };

/* Least CIEDE2000 distance 12.6 light, 11.9 dark, in normal vision and simulated protan, deutan and tritan. */
static const struct
{
  const char *light;
  const char *dark;
} state_colors[] = {
  { "#427B4C", "#64BD90" }, /* user */
  { "#3E82CE", "#1083CA" }, /* system */
  { "#0DB2BB", "#B1E5E1" }, /* trap */
  { "#C23D01", "#C76529" }, /* wait for a CPU */
  { "#5F1781", "#A6338A" }, /* user lock */
  { "#F0B4FC", "#E2A2F1" }, /* other wait */
  { "#F9AF1A", "#F9DC32" }, /* data page fault */
  { "#A29558", "#D7A450" }, /* text page fault */
  { "#5F361A", "#806950" }, /* kernel page fault */
  { "#6F7274", "#93999D" }, /* stopped */
  { "#CFD1D3", "#515659" }, /* sleep */
  { NULL, NULL },           /* not recorded: hatched */
};

G_STATIC_ASSERT (G_N_ELEMENTS (states) == G_N_ELEMENTS (state_colors) + 1);

gboolean
asc_palette_get_state (const char *metric_id, gboolean dark, GdkRGBA *color)
{
  for (guint i = 0; states[i] != NULL; i++)
    if (strcmp (states[i], metric_id) == 0)
      return state_colors[i].light != NULL
             && gdk_rgba_parse (color, dark ? state_colors[i].dark : state_colors[i].light);
  return FALSE;
}

const char *const *
asc_palette_list_states (void)
{
  return states;
}
