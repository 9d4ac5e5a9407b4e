/* asc-cli-info-objects.c: the load objects of the command info
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cli-info.h"

/* For each load object: how many events have a frame in it. Returns: (transfer full) */
static gint64 *
count_samples (AscExperiment *experiment)
{
  const AscEvents *events = asc_experiment_get_events (experiment);
  const AscStacks *stacks = asc_experiment_get_stacks (experiment);
  guint n_objects;
  guint n_frames;
  const AscFrame *frames = asc_experiment_get_frames (experiment, &n_frames);
  gint64 *samples;
  g_autofree gint64 *below = g_new0 (gint64, (gsize) stacks->n_nodes + 1);
  g_autofree guint32 *until = NULL; /* by object: end of the subtree that has been counted */

  asc_experiment_get_objects (experiment, &n_objects);
  samples = g_new0 (gint64, (gsize) n_objects + 1);
  until = g_new0 (guint32, (gsize) n_objects + 1);
  for (guint i = 0; i < events->n_events; i++)
    if (events->stack[i] != ASC_NONE)
      below[events->stack[i]]++;
  for (guint32 i = stacks->n_nodes; i-- > 0;)
    if (stacks->parent[i] != ASC_NONE)
      below[stacks->parent[i]] += below[i];
  for (guint32 i = 0; i < stacks->n_nodes; i++)
    {
      guint32 object = frames[stacks->frame[i]].object;

      if (object >= n_objects || i < until[object])
        continue;
      samples[object] += below[i];
      until[object] = stacks->end[i];
    }
  return samples;
}

gboolean
asc_info_has_code_file (const AscObject *object, const AscObjectSymbols *found)
{
  return found->file != NULL && (object->kind == ASC_OBJECT_FILE || object->kind == ASC_OBJECT_VDSO);
}

const char *
asc_info_get_status_id (AscSymbolsStatus status)
{
  static const char *const ids[] = {
    [ASC_SYMBOLS_FULL] = "full",       [ASC_SYMBOLS_EXPORTED] = "exported", [ASC_SYMBOLS_NONE] = "none",
    [ASC_SYMBOLS_MISSING] = "missing", [ASC_SYMBOLS_MISMATCH] = "mismatch", [ASC_SYMBOLS_NOT_NEEDED] = "not-needed",
  };

  return ids[status];
}

const char *
asc_info_get_origin_id (AscSymbolsOrigin origin)
{
  static const char *const ids[] = {
    [ASC_ORIGIN_NOTHING] = NULL,
    [ASC_ORIGIN_SYMTAB] = "symtab",
    [ASC_ORIGIN_DYNSYM] = "dynsym",
    [ASC_ORIGIN_DEBUG_FILE] = "debug-file",
    [ASC_ORIGIN_MINIDEBUG] = "minidebuginfo",
    [ASC_ORIGIN_GO] = "gopclntab",
    [ASC_ORIGIN_KALLSYMS] = "kallsyms",
    [ASC_ORIGIN_KALLSYMS_LIVE] = "kallsyms-live",
    [ASC_ORIGIN_KERNEL_FILE] = "kernel-file",
    [ASC_ORIGIN_PERF_MAP] = "perf-map",
    [ASC_ORIGIN_JITDUMP] = "jitdump",
    [ASC_ORIGIN_RECORDING] = "recording",
  };

  return ids[origin];
}

const char *
asc_info_get_advice_id (AscAdviceKind kind)
{
  static const char *const ids[] = {
    [ASC_ADVICE_NONE] = NULL,
    [ASC_ADVICE_INSTALL] = "install",
    [ASC_ADVICE_DEBUGINFOD] = "debuginfod",
    [ASC_ADVICE_FILE] = "file",
    [ASC_ADVICE_SYSROOT] = "sysroot",
    [ASC_ADVICE_DEBUG_FILE] = "debug-file",
    [ASC_ADVICE_BUILD] = "build",
    [ASC_ADVICE_RESTRICTED] = "kptr-restrict",
    [ASC_ADVICE_KALLSYMS] = "kallsyms",
    [ASC_ADVICE_VMLINUX] = "vmlinux",
    [ASC_ADVICE_PERF_MAP] = "perf-map",
  };

  return ids[kind];
}

/* Rows of several experiments are one by name and path. Returns: (transfer full): row by these */
static GHashTable *
list_rows (AscProfile *profile)
{
  GHashTable *rows = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint32 row = 1; row < asc_profile_get_n_objects (profile); row++)
    {
      const AscObjectRow *object = asc_profile_get_object (profile, row);

      g_hash_table_insert (rows, g_strdup_printf ("%s\n%s", object->name, object->path != NULL ? object->path : ""), GUINT_TO_POINTER (row));
    }
  return rows;
}

static int
compare_objects (gconstpointer a, gconstpointer b)
{
  const AscInfoObject *x = a, *y = b;

  if (x->value != y->value)
    return x->value < y->value ? 1 : -1;
  if (x->n_samples != y->n_samples)
    return x->n_samples < y->n_samples ? 1 : -1;
  return (x->object > y->object) - (x->object < y->object);
}

GArray *
asc_info_list_objects (AscCli *cli, guint experiment)
{
  AscExperiment *from = asc_cli_get_experiment (cli, experiment);
  GArray *list = g_array_new (FALSE, FALSE, sizeof (AscInfoObject));
  g_autofree gint64 *n_samples = count_samples (from);
  g_autoptr (GHashTable) rows = list_rows (cli->ask.profile);
  guint n;
  const AscObject *objects = asc_experiment_get_objects (from, &n);

  for (guint32 i = 0; i < n; i++)
    {
      g_autofree char *key = g_strdup_printf ("%s\n%s", objects[i].name != NULL ? objects[i].name : "<unknown>", objects[i].name != NULL ? objects[i].path : "");
      guint32 row = GPOINTER_TO_UINT (g_hash_table_lookup (rows, key));
      AscInfoObject entry = { .object = i, .n_samples = n_samples[i] };

      if (row != 0)
        entry.value = asc_profile_get_object_exclusive (cli->ask.profile, row, asc_profile_get_primary_metric (cli->ask.profile));
      g_array_append_val (list, entry);
    }
  g_array_sort (list, compare_objects);
  return list;
}
