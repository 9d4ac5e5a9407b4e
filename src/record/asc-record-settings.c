/* asc-record-settings.c: see asc-record-settings.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-record-settings.h"

#include <string.h>

static const char *const stack_ids[] = { "fp", "dwarf", "lbr", "none" };

AscRecordSettings *
asc_record_settings_new (void)
{
  AscRecordSettings *self = g_new0 (AscRecordSettings, 1);

  self->clock = TRUE;
  self->frequency = ASC_RECORD_FREQUENCY;
  self->stack_bytes = ASC_RECORD_STACK_BYTES;
  self->wait_stack_bytes = ASC_RECORD_WAIT_STACK_BYTES;
  return self;
}

AscRecordSettings *
asc_record_settings_copy (const AscRecordSettings *self)
{
  AscRecordSettings *copy = g_memdup2 (self, sizeof *self);

  copy->command = g_strdupv (self->command);
  copy->directory = g_strdup (self->directory);
  copy->environment = g_strdupv (self->environment);
  copy->pids = g_memdup2 (self->pids, self->n_pids * sizeof *self->pids);
  copy->events = g_strdupv (self->events);
  copy->output = g_strdup (self->output);
  return copy;
}

void
asc_record_settings_free (AscRecordSettings *self)
{
  if (self == NULL)
    return;
  g_strfreev (self->command);
  g_free (self->directory);
  g_strfreev (self->environment);
  g_free (self->pids);
  g_strfreev (self->events);
  g_free (self->output);
  g_free (self);
}

const char *
asc_record_stacks_get_id (AscRecordStacks stacks)
{
  return stack_ids[stacks];
}

gboolean
asc_record_settings_set_stacks (AscRecordSettings *self, const char *text)
{
  const char *comma = strchr (text, ',');
  g_autofree char *id = comma != NULL ? g_strndup (text, (gsize) (comma - text)) : g_strdup (text);
  gint64 bytes = ASC_RECORD_STACK_BYTES;

  for (guint i = 0; i < G_N_ELEMENTS (stack_ids); i++)
    if (g_str_equal (id, stack_ids[i]))
      {
        if (comma != NULL && (i != ASC_RECORD_STACKS_DWARF || !g_ascii_string_to_signed (comma + 1, 10, 8, ASC_RECORD_STACK_BYTES_MAX, &bytes, NULL)))
          return FALSE;
        self->stacks = i;
        self->stack_bytes = (guint) bytes & ~7u; /* the kernel wants a multiple of 8 */
        return TRUE;
      }
  return FALSE;
}
