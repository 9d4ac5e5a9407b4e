/* asc-profile.c: see asc-profile.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-filter-private.h"

#include "asc-name.h"

#include <glib/gi18n.h>
#include <string.h>

G_DEFINE_FINAL_TYPE (AscProfile, asc_profile, G_TYPE_OBJECT)

static void
metric_free (gpointer data)
{
  AscProfileMetric *metric = data;

  g_free (metric->slots);
  g_free (metric);
}

static void
part_clear (AscPart *part)
{
  g_free (part->kind_slots);
  g_free (part->functions);
  g_free (part->chain_start);
  g_free (part->chains);
  g_free (part->node_map);
  for (guint s = 0; s < ASC_N_SOURCES; s++)
    g_free (part->left_out[s]);
  g_free (part->passes);
  asc_filter_clear_events (&part->intervals);
}

static void
asc_profile_finalize (GObject *object)
{
  AscProfile *self = ASC_PROFILE (object);

  for (guint p = 0; p < self->n_parts; p++)
    part_clear (&self->parts[p]);
  g_free (self->parts);
  g_free (self->slots);
  if (self->metrics != NULL)
    g_ptr_array_foreach (self->metrics, (GFunc) (void (*) (void)) metric_free, NULL);
  g_clear_pointer (&self->metrics, g_ptr_array_unref);
  g_clear_pointer (&self->diagnostics, asc_diagnostics_free);
  g_free (self->cut_thread);
  g_free (self->functions);
  g_free (self->exclusive);
  g_free (self->inclusive);
  g_free (self->tree.parent);
  g_free (self->tree.end);
  g_free (self->tree.function);
  g_free (self->tree.self);
  g_free (self->tree.subtree);
  asc_arcs_clear (&self->arcs);
  g_free (self->objects);
  g_free (self->object_exclusive);
  g_free (self->object_inclusive);
  for (guint e = 0; e < G_N_ELEMENTS (self->entities); e++)
    {
      g_clear_pointer (&self->entities[e], g_array_unref);
      g_free (self->entity_values[e]);
    }
  g_clear_object (&self->input);
  G_OBJECT_CLASS (asc_profile_parent_class)->finalize (object);
}

static void
asc_profile_class_init (AscProfileClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = asc_profile_finalize;
}

static void
asc_profile_init (AscProfile *self)
{
}

static gboolean
select_events (AscProfile *self, guint n_threads, GCancellable *cancellable, GError **error)
{
  AscFilter *filter = asc_profile_input_get_filter (self->input);

  for (guint p = 0; p < self->n_parts && asc_filter_is_active (filter); p++)
    if (!asc_filter_select (filter, &self->parts[p], p, n_threads, cancellable))
      return !g_cancellable_set_error_if_cancelled (cancellable, error);
  return TRUE;
}

AscProfile *
asc_profile_compute (AscProfileInput *input, guint n_threads, GCancellable *cancellable, AscProgress *progress, GError **error)
{
  g_autoptr (AscProfile) self = g_object_new (ASC_TYPE_PROFILE, NULL);

  g_return_val_if_fail (ASC_IS_PROFILE_INPUT (input), NULL);
  self->input = g_object_ref (input);
  self->diagnostics = asc_diagnostics_new ();
  self->n_parts = asc_profile_input_get_size (input);
  self->parts = g_new0 (AscPart, MAX (self->n_parts, 1));
  for (guint p = 0; p < self->n_parts; p++)
    {
      self->parts[p].experiment = asc_profile_input_get_experiment (input, p);
      self->parts[p].names = asc_profile_input_get_names (input, p);
      self->parts[p].states = asc_profile_input_get_states (input, p);
      if (self->parts[p].states != NULL && asc_profile_input_get_view (input) == ASC_VIEW_USER)
        self->parts[p].user_nodes = asc_states_get_user_nodes (self->parts[p].states);
    }
  if (!select_events (self, n_threads, cancellable, error))
    return NULL;
  asc_progress_begin (progress, N_ ("Building the call tree"), 0);
  asc_profile_make_metrics (self);
  if (!asc_profile_make_tree (self, cancellable, error)
      || !asc_profile_weigh (self, n_threads, cancellable, progress, error)
      || !asc_profile_ascribe (self, cancellable, error))
    return NULL;
  asc_profile_total_metrics (self);
  asc_profile_judge (self);
  asc_profile_sort_rows (self);
  return g_steal_pointer (&self);
}

AscExperiment *
asc_profile_get_experiment (AscProfile *self, guint i)
{
  return asc_profile_input_get_experiment (self->input, i);
}

AscProfileInput *
asc_profile_get_input (AscProfile *self)
{
  return self->input;
}

const guint8 *
asc_profile_get_passes (AscProfile *self, guint i)
{
  g_return_val_if_fail (i < self->n_parts, NULL);
  return self->parts[i].passes;
}

const AscEvents *
asc_profile_get_intervals (AscProfile *self, guint i)
{
  g_return_val_if_fail (i < self->n_parts, NULL);
  return asc_part_get_events (&self->parts[i], ASC_SOURCE_STATES);
}

static guint
count_passes (const AscPart *part)
{
  guint n_all = asc_part_get_all_events (part, ASC_SOURCE_EVENTS)->n_events;
  guint n = 0;

  for (guint i = 0; part->passes != NULL && i < n_all; i++)
    n += part->passes[i];
  return part->passes != NULL ? n : n_all;
}

AscFiltered
asc_profile_count_filtered (AscProfile *self)
{
  AscFiltered count = { 0 };

  for (guint p = 0; p < self->n_parts; p++)
    {
      count.n_events += count_passes (&self->parts[p]);
      count.n_all_events += asc_part_get_all_events (&self->parts[p], ASC_SOURCE_EVENTS)->n_events;
      count.n_intervals += asc_part_get_events (&self->parts[p], ASC_SOURCE_STATES)->n_events;
      count.n_all_intervals += asc_part_get_all_events (&self->parts[p], ASC_SOURCE_STATES)->n_events;
    }
  return count;
}

const char *
asc_profile_get_cut_thread (AscProfile *self)
{
  return self->cut_thread;
}

const AscDiagnostics *
asc_profile_get_diagnostics (AscProfile *self)
{
  return self->diagnostics;
}

guint
asc_profile_get_n_metrics (AscProfile *self)
{
  return self->metrics->len;
}

guint
asc_profile_get_primary_metric (AscProfile *self)
{
  return self->primary;
}

const AscMetric *
asc_profile_get_metric (AscProfile *self, guint metric)
{
  g_return_val_if_fail (metric < self->metrics->len, NULL);
  return &((AscProfileMetric *) g_ptr_array_index (self->metrics, metric))->metric;
}

int
asc_profile_find_metric (AscProfile *self, const char *id)
{
  for (guint i = 0; i < self->metrics->len; i++)
    if (g_str_equal (asc_profile_get_metric (self, i)->id, id))
      return (int) i;
  return -1;
}

guint
asc_profile_get_n_functions (AscProfile *self)
{
  return self->n_functions;
}

guint
asc_profile_get_n_listed_functions (AscProfile *self)
{
  return self->n_listed;
}

const AscFunctionRow *
asc_profile_get_function (AscProfile *self, guint32 row)
{
  g_return_val_if_fail (row < self->n_functions, NULL);
  return &self->functions[row];
}

gint64
asc_profile_get_exclusive (AscProfile *self, guint32 row, guint metric)
{
  return asc_profile_get_exclusive_column (self, metric)[row];
}

gint64
asc_profile_get_inclusive (AscProfile *self, guint32 row, guint metric)
{
  return asc_profile_get_inclusive_column (self, metric)[row];
}

const gint64 *
asc_profile_get_exclusive_column (AscProfile *self, guint metric)
{
  g_return_val_if_fail (metric < self->metrics->len, NULL);
  return self->exclusive + (gsize) metric * self->n_functions;
}

const gint64 *
asc_profile_get_inclusive_column (AscProfile *self, guint metric)
{
  g_return_val_if_fail (metric < self->metrics->len, NULL);
  return self->inclusive + (gsize) metric * self->n_functions;
}

/* "work" of "work.constprop.0": what compilers append to copies and parts of a function. */
static gboolean
is_copy_of (const char *full, const char *name)
{
  static const char *const suffixes[] = { ".constprop.", ".isra.", ".part.", ".cold", ".lto_priv.", ".llvm." };
  gsize length = strlen (name);

  if (strncmp (full, name, length) != 0)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_prefix (full + length, suffixes[i]))
      return TRUE;
  return FALSE;
}

/* Whether the longest word of @text stands in @name: if not, no form of the name is @text, and the forms need not be made. */
static gboolean
has_longest_word (const char *name, const char *text)
{
  char word[256];
  const char *best = text;
  gsize length = 0;

  for (const char *c = text; *c != '\0';)
    {
      gsize n = strspn (c, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");

      if (n > length)
        {
          best = c;
          length = n;
        }
      c += MAX (n, 1);
    }
  if (length == 0 || length >= sizeof word)
    return TRUE;
  memcpy (word, best, length);
  word[length] = '\0';
  return strstr (name, word) != NULL;
}

gboolean
asc_profile_is_called (const char *name, const char *long_name, const char *mangled, const char *text)
{
  g_autofree char *bare = NULL;
  g_autofree char *brief = NULL;

  if (g_str_equal (name, text) || g_str_equal (long_name, text) || g_strcmp0 (mangled, text) == 0 || is_copy_of (long_name, text))
    return TRUE;
  if (!has_longest_word (long_name, text))
    return FALSE;
  bare = asc_name_dup_bare (long_name);
  if (g_str_equal (bare, text))
    return TRUE;
  brief = asc_name_dup_short (long_name);
  return g_str_equal (brief, text);
}

/* Whether @text is the last component of a name: "collatz" of "r::collatz". */
static gboolean
is_last_component (const char *long_name, const char *text)
{
  g_autofree char *bare = NULL;
  gsize length = strlen (text), all;

  if (length == 0 || !has_longest_word (long_name, text))
    return FALSE;
  bare = asc_name_dup_bare (long_name);
  all = strlen (bare);
  return all > length + 2 && g_str_equal (bare + all - length, text) && memcmp (bare + all - length - 2, "::", 2) == 0;
}

GArray *
asc_profile_find_functions (AscProfile *self, const char *name)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < self->n_functions; i++)
    if (asc_profile_is_called (self->functions[i].name, self->functions[i].long_name, self->functions[i].mangled, name))
      g_array_append_val (rows, i);
  if (rows->len > 0)
    return rows;
  for (guint32 i = 0; i < self->n_functions; i++)
    if (is_last_component (self->functions[i].long_name, name))
      g_array_append_val (rows, i);
  return rows;
}

const AscArc *
asc_profile_get_callers (AscProfile *self, guint32 row, guint *n_arcs)
{
  g_return_val_if_fail (row < self->n_functions, NULL);
  *n_arcs = self->arcs.callers_start[row + 1] - self->arcs.callers_start[row];
  return self->arcs.callers + self->arcs.callers_start[row];
}

const AscArc *
asc_profile_get_callees (AscProfile *self, guint32 row, guint *n_arcs)
{
  g_return_val_if_fail (row < self->n_functions, NULL);
  *n_arcs = self->arcs.callees_start[row + 1] - self->arcs.callees_start[row];
  return self->arcs.callees + self->arcs.callees_start[row];
}

gint64
asc_profile_get_caller_value (AscProfile *self, guint32 arc, guint metric)
{
  return asc_profile_sum (self, metric, self->arcs.from_callee, self->arcs.n, arc);
}

gint64
asc_profile_get_callee_value (AscProfile *self, guint32 arc, guint metric)
{
  return asc_profile_sum (self, metric, self->arcs.from_caller, self->arcs.n, arc);
}

guint
asc_profile_get_n_nodes (AscProfile *self)
{
  return self->tree.n;
}

guint32
asc_profile_get_node_function (AscProfile *self, guint32 node)
{
  return self->tree.function[node];
}

guint32
asc_profile_get_node_parent (AscProfile *self, guint32 node)
{
  return self->tree.parent[node];
}

guint32
asc_profile_get_node_end (AscProfile *self, guint32 node)
{
  return self->tree.end[node];
}

gint64
asc_profile_get_node_exclusive (AscProfile *self, guint32 node, guint metric)
{
  return asc_profile_sum (self, metric, self->tree.self, self->tree.n, node);
}

gint64
asc_profile_get_node_attributed (AscProfile *self, guint32 node, guint metric)
{
  return asc_profile_sum (self, metric, self->tree.subtree, self->tree.n, node);
}

typedef struct
{
  AscProfile *profile;
  guint metric;
} ChildSort;

static int
compare_children (gconstpointer a, gconstpointer b, gpointer user_data)
{
  ChildSort *data = user_data;
  guint32 x = *(const guint32 *) a;
  guint32 y = *(const guint32 *) b;
  guint32 fx = data->profile->tree.function[x];
  guint32 fy = data->profile->tree.function[y];

  if (data->profile->metrics->len > 0)
    {
      gint64 vx = asc_profile_get_node_attributed (data->profile, x, data->metric);
      gint64 vy = asc_profile_get_node_attributed (data->profile, y, data->metric);

      if (vx != vy)
        return vx < vy ? 1 : -1;
    }
  /* Rows are in an order that does not depend on the reading. */
  return (fx > fy) - (fx < fy);
}

GArray *
asc_profile_list_node_children (AscProfile *self, guint32 node, guint metric)
{
  GArray *children = g_array_new (FALSE, FALSE, sizeof (guint32));
  ChildSort data = { self, metric };

  g_return_val_if_fail (node < self->tree.n, children);
  for (guint32 child = node + 1; child < self->tree.end[node]; child = self->tree.end[child])
    g_array_append_val (children, child);
  g_array_sort_with_data (children, compare_children, &data);
  return children;
}

guint
asc_profile_get_n_objects (AscProfile *self)
{
  return self->n_objects;
}

const AscObjectRow *
asc_profile_get_object (AscProfile *self, guint32 row)
{
  g_return_val_if_fail (row < self->n_objects, NULL);
  return &self->objects[row];
}

gint64
asc_profile_get_object_exclusive (AscProfile *self, guint32 row, guint metric)
{
  return asc_profile_sum (self, metric, self->object_exclusive, self->n_objects, row);
}

gint64
asc_profile_get_object_inclusive (AscProfile *self, guint32 row, guint metric)
{
  return asc_profile_sum (self, metric, self->object_inclusive, self->n_objects, row);
}

guint
asc_profile_get_n_entities (AscProfile *self, AscEntity entity)
{
  return self->entities[entity]->len;
}

const AscEntityRow *
asc_profile_get_entity (AscProfile *self, AscEntity entity, guint32 row)
{
  g_return_val_if_fail (row < self->entities[entity]->len, NULL);
  return &g_array_index (self->entities[entity], AscEntityRow, row);
}

gint64
asc_profile_get_entity_value (AscProfile *self, AscEntity entity, guint32 row, guint metric)
{
  return asc_profile_sum (self, metric, self->entity_values[entity], self->entities[entity]->len, row);
}

guint32
asc_profile_get_input_row (AscProfile *self, guint experiment, guint32 number)
{
  g_return_val_if_fail (experiment < self->n_parts, ASC_NONE);
  g_return_val_if_fail (number < self->parts[experiment].names->n_functions, ASC_NONE);
  return self->parts[experiment].functions[number];
}

gboolean
asc_profile_find_input (AscProfile *self, guint32 function, guint *experiment, guint32 *number)
{
  for (; *experiment < self->n_parts; ++*experiment)
    {
      const AscPart *part = &self->parts[*experiment];

      for (guint i = 0; i < part->names->n_functions; i++)
        if (part->functions[i] == function)
          {
            *number = i;
            return TRUE;
          }
    }
  return FALSE;
}
