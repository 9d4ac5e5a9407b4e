/* asc-timeline-states.c: names and colours of what a thread does
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-timeline-canvas.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "asc-palette.h"

/* Their metrics' ids, for the colours; NULL: hatched. */
static const char *const ids[ASC_N_STATES] = {
  [ASC_STATE_USER] = "user",
  [ASC_STATE_SYSTEM] = "system",
  [ASC_STATE_TRAP] = "trap",
  [ASC_STATE_WAIT_CPU] = "wait",
  [ASC_STATE_LOCK] = "lock",
  [ASC_STATE_TEXT_FAULT] = "textpfault",
  [ASC_STATE_DATA_FAULT] = "datapfault",
  [ASC_STATE_KERNEL_FAULT] = "kernelpfault",
  [ASC_STATE_SLEEP] = "sleep",
  [ASC_STATE_STOPPED] = "stop",
  [ASC_STATE_BLOCKED] = "owait",
};

const char *
asc_timeline_state_get_title (AscState state)
{
  static const char *const titles[ASC_N_STATES] = {
    [ASC_STATE_USER] = NC_ ("thread state", "User CPU"),
    [ASC_STATE_SYSTEM] = NC_ ("thread state", "System CPU"),
    [ASC_STATE_TRAP] = NC_ ("thread state", "Trap"),
    [ASC_STATE_WAIT_CPU] = NC_ ("thread state", "Wait CPU"),
    [ASC_STATE_LOCK] = NC_ ("thread state", "User lock"),
    [ASC_STATE_TEXT_FAULT] = NC_ ("thread state", "Text fault"),
    [ASC_STATE_DATA_FAULT] = NC_ ("thread state", "Data fault"),
    [ASC_STATE_KERNEL_FAULT] = NC_ ("thread state", "Kernel fault"),
    [ASC_STATE_SLEEP] = NC_ ("thread state", "Sleep"),
    [ASC_STATE_STOPPED] = NC_ ("thread state", "Stopped"),
    [ASC_STATE_BLOCKED] = NC_ ("thread state", "Other wait"),
    [ASC_STATE_UNKNOWN] = NC_ ("thread state", "Not recorded"),
  };

  return g_dpgettext2 (GETTEXT_PACKAGE, "thread state", titles[state]);
}

gboolean
asc_timeline_state_get_color (AscState state, gboolean dark, GdkRGBA *color)
{
  return ids[state] != NULL && asc_palette_get_state (ids[state], dark, color);
}

char *
asc_timeline_state_dup_markup (AscState state)
{
  g_autofree char *title = g_markup_escape_text (asc_timeline_state_get_title (state), -1);
  GdkRGBA color;

  if (!asc_timeline_state_get_color (state, adw_style_manager_get_dark (adw_style_manager_get_default ()), &color))
    return g_strdup_printf ("▨\302\240%s", title);
  return g_strdup_printf ("<span foreground=\"#%02x%02x%02x\">■</span>\302\240%s", (guint)(color.red * 255 + 0.5f),
                          (guint)(color.green * 255 + 0.5f), (guint)(color.blue * 255 + 0.5f), title);
}

guint
asc_timeline_order_states (const gint64 *sums, AscState *order)
{
  guint n = 0;

  for (guint state = 0; state < ASC_N_STATES; state++)
    {
      guint place = n;

      if (sums[state] <= 0)
        continue;
      for (; place > 0 && sums[order[place - 1]] < sums[state]; place--)
        order[place] = order[place - 1];
      order[place] = (AscState)state;
      n++;
    }
  return n;
}
