/* asc-flame-colors.c: see asc-flame-colors.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-flame-colors.h"

#include "asc-colors.h"
#include "asc-function-colors.h"

#include <glib/gi18n.h>
#include <string.h>

#define RANK_PROGRAM 0u
/* As many as asc_color_vary() tells apart. */
#define N_VARIATIONS 257u
#define RANK_REST (ASC_N_OBJECT_COLORS - 1)
#define LIGHT_BACKGROUND 0xFAFAFAu
#define DARK_BACKGROUND 0x242424u

/* Places among the colours of load objects that the kinds of code take. */
enum
{
  KIND_OWN = 0,
  KIND_LIBRARY = 1,
  KIND_JIT = 3,
  KIND_INLINED = 4,
  KIND_KERNEL = RANK_REST,
};

static const char *const kind_titles[ASC_N_OBJECT_COLORS] = {
  [KIND_OWN] = NC_ ("flame color", "Program"),
  [KIND_LIBRARY] = NC_ ("flame color", "Libraries"),
  [KIND_JIT] = NC_ ("flame color", "Compiled at run time"),
  [KIND_INLINED] = NC_ ("flame color", "Inlined"),
  [KIND_KERNEL] = NC_ ("flame color", "Kernel"),
};

static const char *const heat_titles[ASC_N_HEAT] = { "0%", "0.5%", "1%", "2%", "5%", "10%", "20%", "40%" };
/* Parts of a thousand that have the heat of a step: its own lower limit. */
static const gint64 heat_parts[ASC_N_HEAT] = { 0, 5, 10, 20, 50, 100, 200, 400 };

void
asc_flame_colors_free (AscFlameColors *self)
{
  g_free (self->base);
  g_free (self->varied);
  g_free (self->is_unknown);
  g_free (self->by_cell);
  g_free (self->is_chosen);
  g_free (self->object);
  g_array_unref (self->legend);
  g_free (self);
}

static void
legend_clear (gpointer legend)
{
  g_free (((AscFlameLegend *) legend)->title);
}

static const AscObject *
find_object (AscProfile *profile, guint32 row)
{
  const AscObjectRow *object = row != ASC_NONE ? asc_profile_get_object (profile, row) : NULL;
  guint n;

  if (object == NULL || object->object == ASC_NONE)
    return NULL;
  return &asc_experiment_get_objects (asc_profile_get_experiment (profile, object->experiment), &n)[object->object];
}

static gboolean
is_kernel (const AscObject *object)
{
  return object != NULL && (object->kind == ASC_OBJECT_KERNEL || object->kind == ASC_OBJECT_MODULE || object->kind == ASC_OBJECT_RECORDED);
}

/* What the recording names as its target; frames that are only names are the program's too. */
static gboolean
is_program (AscProfile *profile, guint32 row)
{
  const AscObjectRow *object = asc_profile_get_object (profile, row);
  const char *target;
  g_autofree char *base = NULL;

  if (object->object == ASC_NONE)
    return row != 0 && asc_profile_get_n_objects (profile) == 2;
  target = asc_experiment_get_info (asc_profile_get_experiment (profile, object->experiment), "target");
  base = target != NULL ? g_path_get_basename (target) : NULL;
  return base != NULL && g_str_equal (base, object->name);
}

/* The rank of each load object: rows are sorted by their exclusive metric. */
static guint *
rank_objects (AscProfile *profile)
{
  guint n = asc_profile_get_n_objects (profile);
  guint *ranks = g_new (guint, n);
  guint next = RANK_PROGRAM + 1;
  gboolean found = FALSE;

  for (guint i = 0; i < n; i++)
    {
      ranks[i] = is_program (profile, i) ? RANK_PROGRAM : RANK_REST;
      found |= ranks[i] == RANK_PROGRAM;
    }
  for (guint i = 1; i < n; i++)
    {
      const AscObject *object = find_object (profile, i);

      if (ranks[i] == RANK_PROGRAM || object == NULL || is_kernel (object))
        continue;
      /* Without a target, as in a recording of the whole system, the hottest stands for it. */
      if (!found)
        ranks[i] = RANK_PROGRAM;
      else if (next < RANK_REST)
        ranks[i] = next++;
      found = TRUE;
    }
  return ranks;
}

static guint
get_kind (AscProfile *profile, guint32 row, const guint *ranks)
{
  const AscObject *object = find_object (profile, row);

  if (is_kernel (object))
    return KIND_KERNEL;
  if (object != NULL && object->kind == ASC_OBJECT_JIT)
    return KIND_JIT;
  return row == ASC_NONE || ranks[row] == RANK_PROGRAM ? KIND_OWN : KIND_LIBRARY;
}

static gboolean
is_unknown (const char *name)
{
  return g_str_has_prefix (name, "<static>@") || g_str_equal (name, "<unknown>") || g_str_has_prefix (name, "0x");
}

static void
add_legend (AscFlameColors *self, guint32 color, const char *title, gboolean translatable)
{
  AscFlameLegend legend = { .color = color, .title = g_strdup (title), .translatable = translatable };

  g_array_append_val (self->legend, legend);
}

static void
list_legend (AscFlameColors *self, AscProfile *profile, const guint *ranks, const guint *used)
{
  guint n = asc_profile_get_n_objects (profile);

  if (self->coloring == ASC_FLAME_COLOR_HEAT)
    {
      for (guint i = 0; i < ASC_N_HEAT; i++)
        add_legend (self, asc_color_heat (heat_parts[i], 1000, self->dark), heat_titles[i], FALSE);
      return;
    }
  for (guint rank = 0; rank < ASC_N_OBJECT_COLORS; rank++)
    {
      if (self->coloring == ASC_FLAME_COLOR_KIND)
        {
          if (used[rank] > 0 && kind_titles[rank] != NULL)
            add_legend (self, asc_color_object (rank, self->dark), kind_titles[rank], TRUE);
          continue;
        }
      if (rank == RANK_REST && used[rank] > 0)
        add_legend (self, asc_color_object (rank, self->dark), NC_ ("flame color", "Kernel and others"), TRUE);
      for (guint i = 1; i < n && rank != RANK_REST; i++)
        if (ranks[i] == rank && asc_profile_get_object (profile, i)->object != ASC_NONE)
          {
            add_legend (self, asc_color_object (rank, self->dark), asc_profile_get_object (profile, i)->name, FALSE);
            break;
          }
    }
}

/* What the user chose for functions by their names stands above what the coloring says. */
static void
apply_choices (AscFlameColors *self, AscProfile *profile)
{
  g_autoptr (AscFunctionColors) choices = asc_function_colors_dup_used ();
  guint n = asc_function_colors_get_size (choices);
  g_autofree guint8 *occurs = g_new0 (guint8, n + 1);
  guint32 color = 0;

  if (n == 0 || self->coloring == ASC_FLAME_COLOR_HEAT)
    return;
  for (guint32 f = ASC_FUNCTION_TOTAL + 1; f < asc_profile_get_n_functions (profile); f++)
    {
      int rule = asc_function_colors_find (choices, asc_profile_get_function (profile, f)->name, &color);

      if (rule < 0)
        continue;
      self->base[f] = self->varied[f] = color;
      self->is_chosen[f] = TRUE;
      if (!occurs[rule])
        add_legend (self, color, asc_function_colors_get_pattern (choices, (guint) rule), FALSE);
      occurs[rule] = TRUE;
    }
}

AscFlameColors *
asc_flame_colors_new (AscProfile *profile, AscFlameColoring coloring, guint metric, gboolean dark)
{
  AscFlameColors *self = g_new0 (AscFlameColors, 1);
  guint n = asc_profile_get_n_functions (profile);
  g_autofree guint *ranks = rank_objects (profile);
  gint64 total = asc_profile_get_n_metrics (profile) > 0 ? asc_profile_get_metric (profile, metric)->total : 0;
  guint used[ASC_N_OBJECT_COLORS] = { 0 };
  guint32 varied[ASC_N_OBJECT_COLORS][N_VARIATIONS];

  for (guint i = 0; i < ASC_N_OBJECT_COLORS * N_VARIATIONS; i++)
    varied[i / N_VARIATIONS][i % N_VARIATIONS] = asc_color_vary (asc_color_object (i / N_VARIATIONS, dark), i % N_VARIATIONS);
  self->coloring = coloring;
  self->dark = dark;
  self->base = g_new (guint32, n);
  self->varied = g_new (guint32, n);
  self->is_unknown = g_new0 (guint8, n);
  self->is_chosen = g_new0 (guint8, n);
  self->object = g_new (guint32, asc_profile_get_n_objects (profile) + 1);
  for (guint i = 0; i < asc_profile_get_n_objects (profile); i++)
    self->object[i] = asc_color_object (ranks[i], dark);
  self->legend = g_array_new (FALSE, FALSE, sizeof (AscFlameLegend));
  g_array_set_clear_func (self->legend, legend_clear);
  self->root = asc_color_object (RANK_REST, dark);
  self->background = dark ? DARK_BACKGROUND : LIGHT_BACKGROUND;
  self->inlined = coloring == ASC_FLAME_COLOR_KIND ? asc_color_object (KIND_INLINED, dark) : ASC_NONE;
  used[KIND_INLINED] = coloring == ASC_FLAME_COLOR_KIND;
  for (guint32 f = 0; f < n; f++)
    {
      const AscFunctionRow *row = asc_profile_get_function (profile, f);
      guint rank = coloring == ASC_FLAME_COLOR_KIND ? get_kind (profile, row->object_row, ranks)
                                                    : row->object_row != ASC_NONE ? ranks[row->object_row] : RANK_REST;

      if (f != ASC_FUNCTION_TOTAL)
        used[rank]++;
      if (coloring == ASC_FLAME_COLOR_HEAT)
        self->base[f] = asc_color_heat (total > 0 ? asc_profile_get_exclusive (profile, f, metric) : 0, total, dark);
      else
        self->base[f] = asc_color_object (rank, dark);
      self->varied[f] = coloring == ASC_FLAME_COLOR_HEAT ? self->base[f] : varied[rank][g_str_hash (row->name) % N_VARIATIONS];
      self->is_unknown[f] = is_unknown (row->name);
    }
  list_legend (self, profile, ranks, used);
  apply_choices (self, profile);
  return self;
}

AscFlameColors *
asc_flame_colors_new_difference (AscFlameGraph *graph, const AscFlameDifference *difference, gboolean dark)
{
  static const char *const titles[ASC_N_DIFFERENCES] = { "\342\210\22220%", "\342\210\2225%", "\342\210\2221%", "\302\2610%", "+1%", "+5%", "+20%" };
  static const gint64 parts[ASC_N_DIFFERENCES] = { -20, -5, -1, 0, 1, 5, 20 };
  AscFlameColors *self
    = asc_flame_colors_new (asc_flame_graph_get_profile (graph), ASC_FLAME_COLOR_HEAT, asc_flame_graph_get_options (graph)->metric, dark);
  guint n;

  self->coloring = ASC_FLAME_COLOR_DIFFERENCE;
  self->cells = asc_flame_graph_get_cells (graph, &n);
  self->by_cell = g_new (guint32, n);
  for (guint i = 0; i < n; i++)
    self->by_cell[i] = asc_color_difference (self->cells[i].value - difference->value[i], difference->total, dark);
  g_array_set_size (self->legend, 0);
  for (guint i = 0; i < ASC_N_DIFFERENCES; i++)
    add_legend (self, asc_color_difference (parts[i], 100, dark), titles[i], FALSE);
  return self;
}
