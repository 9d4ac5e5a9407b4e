/* asc-entity-source.c: see asc-entity-source.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-entity-source.h"

#include <glib/gi18n.h>

#include "asc-table-view.h"

#define STATES_WIDTH 160

enum
{
  NAME,
  PID,
  TID,
  CPU,
};

typedef struct
{
  AscProfile *profile;
  AscEntity entity;
  GPtrArray *names; /* n entities; NULL: unknown */
} EntityData;

static void
entity_data_free (gpointer data)
{
  EntityData *self = data;

  g_object_unref (self->profile);
  g_ptr_array_unref (self->names);
  g_free (self);
}

static gint64
known (gint32 number)
{
  return number >= 0 ? number : ASC_NO_NUMBER;
}

/* Metrics have no flavor here, so that a key's flavor tells them from the rest. */
static gint64
get_number (gpointer data, guint32 row, guint key)
{
  EntityData *self = data;
  const AscEntityRow *entity = asc_profile_get_entity (self->profile, self->entity, row);

  if (ASC_KEY_FLAVOR (key) == ASC_FLAVOR_STATIC)
    return asc_profile_get_entity_value (self->profile, self->entity, row, ASC_KEY_NUMBER (key));
  switch (ASC_KEY_NUMBER (key))
    {
    case PID:
      return known (entity->pid);
    case TID:
      return known (entity->tid);
    case CPU:
    default:
      return known (entity->cpu);
    }
}

static const char *
get_text (gpointer data, guint32 row, guint key)
{
  return g_ptr_array_index (((EntityData *) data)->names, row);
}

static guint
make_state_key (guint metric)
{
  return ASC_COLUMN_KEY (metric, ASC_FLAVOR_STATIC);
}

static char *
make_name (AscEntity kind, const AscEntityRow *entity)
{
  if (entity->name != NULL || kind != ASC_ENTITY_CPU)
    return g_strdup (entity->name);
  if (entity->cpu < 0)
    return g_strdup (C_ ("CPU", "unknown"));
  /* TRANSLATORS: a processor and its number */
  return g_strdup_printf (_ ("CPU %d"), entity->cpu);
}

static void
add_number (AscTableSource *source, guint number, const char *id, const char *title)
{
  /* Any flavor but that of the metrics. */
  asc_table_source_add (source, ASC_CELL_NUMBER, ASC_COLUMN_KEY (number, ASC_FLAVOR_EXCLUSIVE), id, title, 0);
}

AscTableSource *
asc_entity_source_new (AscSession *session, AscEntity entity)
{
  static const AscTableFuncs funcs = { .get_number = get_number, .get_text = get_text };
  AscProfile *profile = asc_session_get_profile (session);
  guint n_rows = asc_profile_get_n_entities (profile, entity);
  EntityData *data = g_new0 (EntityData, 1);
  AscTableSource *source = asc_table_source_new (n_rows, 0, &funcs, data, entity_data_free);

  data->profile = g_object_ref (profile);
  data->entity = entity;
  data->names = g_ptr_array_new_full (n_rows, g_free);
  for (guint32 row = 0; row < n_rows; row++)
    g_ptr_array_add (data->names, make_name (entity, asc_profile_get_entity (profile, entity, row)));
  asc_table_view_add_metrics (source, session, ASC_FLAVOR_STATIC, ASC_FLAVOR_STATIC);
  asc_table_source_add_states (source, profile, make_state_key, C_ ("column", "States"), STATES_WIDTH);
  asc_table_source_add (source, ASC_CELL_NAME, ASC_COLUMN_KEY (NAME, ASC_FLAVOR_EXCLUSIVE), "name", C_ ("column", "Name"), 0);
  if (entity != ASC_ENTITY_CPU)
    add_number (source, PID, "pid", C_ ("column", "PID"));
  if (entity == ASC_ENTITY_THREAD)
    add_number (source, TID, "tid", C_ ("column", "TID"));
  if (entity == ASC_ENTITY_CPU)
    add_number (source, CPU, "cpu", C_ ("column", "CPU"));
  asc_table_source_seal (source, FALSE);
  return source;
}

gboolean
asc_entity_source_can_show (AscSession *session, AscEntity entity, const char **reason)
{
  AscProfile *profile = asc_session_get_profile (session);
  guint n_rows = profile != NULL ? asc_profile_get_n_entities (profile, entity) : 0;

  for (guint32 row = 1; row < n_rows; row++)
    {
      const AscEntityRow *known_row = asc_profile_get_entity (profile, entity, row);

      if (known_row->pid >= 0 || known_row->tid >= 0 || known_row->cpu >= 0)
        return TRUE;
    }
  switch (entity)
    {
    case ASC_ENTITY_THREAD:
      *reason = N_ ("The recording does not tell threads apart.");
      break;
    case ASC_ENTITY_PROCESS:
      *reason = N_ ("The recording does not tell processes apart.");
      break;
    case ASC_ENTITY_CPU:
    default:
      *reason = N_ ("The recording does not tell CPUs apart.");
      break;
    }
  return FALSE;
}

char *
asc_entity_source_dup_filter (AscProfile *profile, AscEntity entity, guint32 row)
{
  static const char *const names[] = { [ASC_ENTITY_THREAD] = "TID", [ASC_ENTITY_PROCESS] = "PID", [ASC_ENTITY_CPU] = "CPUID" };
  const AscEntityRow *r = asc_profile_get_entity (profile, entity, row);
  gint32 number = entity == ASC_ENTITY_THREAD ? r->tid : entity == ASC_ENTITY_PROCESS ? r->pid : r->cpu;

  if (row == 0)
    return NULL;
  if (entity != ASC_ENTITY_CPU && asc_profile_input_get_size (asc_profile_get_input (profile)) > 1)
    return g_strdup_printf ("EXPID == %u && %s == %d", r->experiment, names[entity], number);
  return g_strdup_printf ("%s == %d", names[entity], number);
}
