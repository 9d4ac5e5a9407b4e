/* asc-report-lists.c: load objects, threads, processes, CPUs, instruction addresses
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-report-functions.h"
#include "asc-pcs.h"

#include <glib/gi18n.h>

#define ALL (ASC_FORMAT_TEXT | ASC_FORMAT_TSV | ASC_FORMAT_JSON)

/* Load objects */

enum
{
  OBJECT_NAME,
  OBJECT_PATH,
  OBJECT_BUILD_ID,
};

static const AscReportField object_fields[] = {
  [OBJECT_NAME] = { "name", NC_ ("column", "Name"), ASC_REPORT_STRING, ALL },
  [OBJECT_PATH] = { "path", NC_ ("column", "Path"), ASC_REPORT_STRING, ALL },
  [OBJECT_BUILD_ID] = { "build_id", NC_ ("column", "Build ID"), ASC_REPORT_STRING, ASC_FORMAT_TSV | ASC_FORMAT_JSON },
};

static void
get_object_field (gpointer data, guint32 row, guint field, GString *scratch, AscReportCell *cell)
{
  const AscObjectRow *object = asc_profile_get_object (data, row);

  if (field == OBJECT_NAME)
    asc_report_cell_string (cell, object->name);
  else if (field == OBJECT_PATH)
    asc_report_cell_string (cell, object->path != NULL && *object->path != '\0' ? object->path : NULL);
  else if (object->build_id_size > 0)
    {
      g_autofree char *build_id = asc_format_hex (object->build_id, object->build_id_size);

      g_string_assign (scratch, build_id);
      asc_report_cell_string (cell, scratch->str);
    }
}

static gint64
get_object_value (gpointer data, guint32 row, AscFlavor flavor, guint metric)
{
  return flavor == ASC_FLAVOR_EXCLUSIVE ? asc_profile_get_object_exclusive (data, row, metric) : asc_profile_get_object_inclusive (data, row, metric);
}

gboolean
asc_report_objects (const AscRequest *ask, GError **error)
{
  static const AscReport table = {
    .name = "objects",
    /* TRANSLATORS: %s is a metric with its flavor, "Exclusive User CPU Time" */
    .heading = N_ ("Load objects sorted by metric: %s"),
    .fields = object_fields,
    .n_fields = G_N_ELEMENTS (object_fields),
    .values = { { ASC_FLAVOR_EXCLUSIVE, "exclusive" }, { ASC_FLAVOR_INCLUSIVE, "inclusive" } },
    .n_values = 2,
    .meant = { ASC_FLAVOR_EXCLUSIVE, ASC_FLAVOR_INCLUSIVE, ASC_FLAVOR_STATIC },
    .get_field = get_object_field,
    .get_value = get_object_value,
  };

  return asc_report_print (ask, &table, ask->profile, asc_profile_get_n_objects (ask->profile), error);
}

/* Threads, processes, CPUs */

typedef struct
{
  AscProfile *profile;
  AscEntity entity;
  const AscReportField *fields;
} Entities;

static void
get_entity_field (gpointer data, guint32 row, guint field, GString *scratch, AscReportCell *cell)
{
  const Entities *entities = data;
  const AscEntityRow *entity = asc_profile_get_entity (entities->profile, entities->entity, row);
  const char *id = entities->fields[field].id;

  gboolean is_known = entity->name != NULL || (entities->entity == ASC_ENTITY_CPU ? entity->cpu >= 0 : entity->pid >= 0 || entity->tid >= 0);

  if (g_str_equal (id, "name"))
    asc_report_cell_string (cell, is_known ? entity->name : "<unknown>");
  else if (g_str_equal (id, "experiment"))
    {
      if (row > 0)
        asc_report_cell_int (cell, entity->experiment);
    }
  else
    {
      gint32 number = g_str_equal (id, "pid") ? entity->pid : g_str_equal (id, "tid") ? entity->tid : entity->cpu;

      if (number >= 0)
        asc_report_cell_int (cell, number);
    }
}

static gint64
get_entity_value (gpointer data, guint32 row, AscFlavor flavor, guint metric)
{
  const Entities *entities = data;

  return asc_profile_get_entity_value (entities->profile, entities->entity, row, metric);
}

static const AscReportField thread_fields[] = {
  { "pid", NC_ ("column", "PID"), ASC_REPORT_INT, ALL },
  { "tid", NC_ ("column", "TID"), ASC_REPORT_INT, ALL },
  { "experiment", NC_ ("column", "Experiment"), ASC_REPORT_INT, ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  { "name", NC_ ("column", "Name"), ASC_REPORT_STRING, ALL },
};

static const AscReportField process_fields[] = {
  { "pid", NC_ ("column", "PID"), ASC_REPORT_INT, ALL },
  { "experiment", NC_ ("column", "Experiment"), ASC_REPORT_INT, ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  { "name", NC_ ("column", "Name"), ASC_REPORT_STRING, ALL },
};

static const AscReportField cpu_fields[] = {
  { "cpu", NC_ ("column", "CPU"), ASC_REPORT_INT, ALL },
  { "name", NC_ ("column", "Name"), ASC_REPORT_STRING, ALL },
};

static gboolean
run_entities (const AscRequest *ask, AscEntity entity, const char *name, const char *heading, const AscReportField *fields, guint n_fields, GError **error)
{
  const AscReport table = {
    .name = name,
    .heading = heading,
    .fields = fields,
    .n_fields = n_fields,
    .values = { { ASC_FLAVOR_EXCLUSIVE, "values" } },
    .n_values = 1,
    .meant = { ASC_FLAVOR_EXCLUSIVE, ASC_FLAVOR_EXCLUSIVE, ASC_FLAVOR_EXCLUSIVE },
    .plain = TRUE,
    .get_field = get_entity_field,
    .get_value = get_entity_value,
  };
  Entities data = { ask->profile, entity, fields };

  return asc_report_print (ask, &table, &data, asc_profile_get_n_entities (ask->profile, entity), error);
}

gboolean
asc_report_threads (const AscRequest *ask, GError **error)
{
  /* TRANSLATORS: %s is a metric, "User CPU Time" */
  return run_entities (ask, ASC_ENTITY_THREAD, "threads", N_ ("Threads sorted by metric: %s"), thread_fields, G_N_ELEMENTS (thread_fields), error);
}

gboolean
asc_report_processes (const AscRequest *ask, GError **error)
{
  /* TRANSLATORS: %s is a metric, "User CPU Time" */
  return run_entities (ask, ASC_ENTITY_PROCESS, "processes", N_ ("Processes sorted by metric: %s"), process_fields, G_N_ELEMENTS (process_fields), error);
}

gboolean
asc_report_cpus (const AscRequest *ask, GError **error)
{
  return run_entities (ask, ASC_ENTITY_CPU, "cpus", NULL, cpu_fields, G_N_ELEMENTS (cpu_fields), error);
}

/* PCs */

enum
{
  PC_NAME,
  PC_OBJECT,
  PC_ADDRESS,
  PC_FUNCTION,
  PC_OFFSET,
};

static const AscReportField pc_fields[] = {
  [PC_NAME] = { "name", NC_ ("column", "Name"), ASC_REPORT_STRING, ASC_FORMAT_TEXT },
  [PC_OBJECT] = { "object", NC_ ("column", "Load Object"), ASC_REPORT_STRING, ASC_FORMAT_HTML | ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [PC_ADDRESS] = { "address", NC_ ("column", "Address"), ASC_REPORT_ADDRESS, ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [PC_FUNCTION] = { "function", NC_ ("column", "Function"), ASC_REPORT_STRING, ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [PC_OFFSET] = { "offset", NC_ ("column", "Offset"), ASC_REPORT_INT, ASC_FORMAT_TSV | ASC_FORMAT_JSON },
};

typedef struct
{
  AscProfile *profile;
  AscPcs *pcs;
} Pcs;

static void
get_pc_field (gpointer data, guint32 row, guint field, GString *scratch, AscReportCell *cell)
{
  const Pcs *pcs = data;
  const AscPcRow *pc = asc_pcs_get (pcs->pcs, row);
  const AscFunctionRow *function = asc_profile_get_function (pcs->profile, pc->function);
  gboolean has_address = function->object != NULL || pc->address != 0; /* folded stacks have names alone */

  if (field == PC_OBJECT)
    asc_report_cell_string (cell, function->object);
  else if (field == PC_FUNCTION || (field == PC_NAME && !has_address))
    asc_report_cell_string (cell, function->name);
  else if (field == PC_NAME)
    {
      g_string_printf (scratch, "%s %c 0x%08" G_GINT64_MODIFIER "X", function->name, pc->offset < 0 ? '-' : '+', (guint64) ABS (pc->offset));
      asc_report_cell_string (cell, scratch->str);
    }
  else if (has_address && field == PC_ADDRESS)
    asc_report_cell_address (cell, pc->address);
  else if (has_address)
    asc_report_cell_int (cell, pc->offset);
}

static gint64
get_pc_value (gpointer data, guint32 row, AscFlavor flavor, guint metric)
{
  const Pcs *pcs = data;

  return flavor == ASC_FLAVOR_EXCLUSIVE ? asc_pcs_get_exclusive (pcs->pcs, row, metric) : asc_pcs_get_inclusive (pcs->pcs, row, metric);
}

gboolean
asc_report_pcs (const AscRequest *ask, GError **error)
{
  static const AscReport table = {
    .name = "pcs",
    /* TRANSLATORS: PCs are instruction addresses; %s is a metric with its flavor, "Exclusive User CPU Time" */
    .heading = N_ ("PCs sorted by metric: %s"),
    .fields = pc_fields,
    .n_fields = G_N_ELEMENTS (pc_fields),
    .values = { { ASC_FLAVOR_EXCLUSIVE, "exclusive" }, { ASC_FLAVOR_INCLUSIVE, "inclusive" } },
    .n_values = 2,
    .meant = { ASC_FLAVOR_EXCLUSIVE, ASC_FLAVOR_INCLUSIVE, ASC_FLAVOR_STATIC },
    .get_field = get_pc_field,
    .get_value = get_pc_value,
  };
  g_autoptr (AscPcs) pcs = asc_pcs_compute (ask->profile, NULL, error);
  Pcs data = { ask->profile, pcs };

  return pcs != NULL && asc_report_print (ask, &table, &data, asc_pcs_get_size (pcs), error);
}
