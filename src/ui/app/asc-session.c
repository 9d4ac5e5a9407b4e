/* asc-session.c: what is open in a window, and what is chosen in it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-session-private.h"

#include "asc-chain.h"
#include "asc-kept-columns.h"

/* GTK 4.8 keeps about 200 rows of widgets alive: more columns make every table slow. */
#define MAX_METRIC_COLUMNS 6u

enum
{
  PROP_0,
  PROP_STATE,
  PROP_NAMING,
  PROP_PROFILE,
  PROP_METRIC,
  PROP_COLUMNS,
  PROP_FUNCTION,
  PROP_SEVERAL,
  PROP_CENTER,
  PROP_FRAGMENT,
  PROP_PLACE,
  PROP_ADDRESS,
  N_PROPS,
};

enum
{
  FAILED,
  SHOW_VIEW,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (AscSession, asc_session, G_TYPE_OBJECT)

static void
notify (AscSession *self, guint property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

void
asc_session_set_state (AscSession *self, AscSessionState state)
{
  if (self->state == state)
    return;
  self->state = state;
  notify (self, PROP_STATE);
}

static void
asc_session_dispose (GObject *object)
{
  AscSession *self = ASC_SESSION (object);

  asc_session_stop_load (self);
  g_clear_pointer (&self->experiments, g_ptr_array_unref);
  g_clear_pointer (&self->symbols, g_ptr_array_unref);
  g_clear_pointer (&self->states, g_ptr_array_unref);
  g_clear_object (&self->profile);
  G_OBJECT_CLASS (asc_session_parent_class)->dispose (object);
}

static void
asc_session_finalize (GObject *object)
{
  AscSession *self = ASC_SESSION (object);

  g_strfreev (self->paths);
  g_strfreev (self->loading_paths);
  g_free (self->place);
  g_clear_pointer (&self->columns, g_array_unref);
  g_clear_pointer (&self->moved, g_array_unref);
  g_array_unref (self->fragment);
  g_object_unref (self->filtering);
  G_OBJECT_CLASS (asc_session_parent_class)->finalize (object);
}

static void
asc_session_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  AscSession *self = ASC_SESSION (object);

  switch (id)
    {
    case PROP_STATE:
      g_value_set_uint (value, self->state);
      break;
    case PROP_NAMING:
      g_value_set_boolean (value, self->naming);
      break;
    case PROP_PROFILE:
      g_value_set_object (value, self->profile);
      break;
    case PROP_METRIC:
      g_value_set_uint (value, self->metric);
      break;
    case PROP_COLUMNS:
      g_value_set_boxed (value, self->columns);
      break;
    case PROP_FUNCTION:
      g_value_set_uint (value, self->function);
      break;
    case PROP_SEVERAL:
      g_value_set_boxed (value, self->several);
      break;
    case PROP_CENTER:
      g_value_set_uint (value, asc_session_get_center (self));
      break;
    case PROP_FRAGMENT:
      g_value_set_boxed (value, self->fragment);
      break;
    case PROP_PLACE:
      g_value_set_string (value, self->place);
      break;
    case PROP_ADDRESS:
      g_value_set_uint64 (value, self->address);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
asc_session_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  AscSession *self = ASC_SESSION (object);

  switch (id)
    {
    case PROP_METRIC:
      asc_session_set_metric (self, g_value_get_uint (value));
      break;
    case PROP_COLUMNS:
      asc_session_set_columns (self, g_value_get_boxed (value));
      break;
    case PROP_FUNCTION:
      asc_session_select_function (self, g_value_get_uint (value));
      break;
    case PROP_CENTER:
      asc_session_set_center (self, g_value_get_uint (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
asc_session_class_init (AscSessionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  const GParamFlags writable = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = asc_session_dispose;
  object_class->finalize = asc_session_finalize;
  object_class->get_property = asc_session_get_property;
  object_class->set_property = asc_session_set_property;

  properties[PROP_STATE] = g_param_spec_uint ("state", NULL, NULL, 0, ASC_SESSION_READY, ASC_SESSION_EMPTY, readable);
  properties[PROP_NAMING] = g_param_spec_boolean ("naming", NULL, NULL, FALSE, readable);
  properties[PROP_PROFILE] = g_param_spec_object ("profile", NULL, NULL, ASC_TYPE_PROFILE, readable);
  properties[PROP_METRIC] = g_param_spec_uint ("metric", NULL, NULL, 0, G_MAXUINT, 0, writable);
  properties[PROP_COLUMNS] = g_param_spec_boxed ("columns", NULL, NULL, G_TYPE_ARRAY, writable);
  properties[PROP_FUNCTION] = g_param_spec_uint ("function", NULL, NULL, 0, G_MAXUINT, ASC_NONE, writable);
  properties[PROP_SEVERAL] = g_param_spec_boxed ("several", NULL, NULL, G_TYPE_ARRAY, readable);
  properties[PROP_ADDRESS] = g_param_spec_uint64 ("address", NULL, NULL, 0, G_MAXUINT64, 0, readable);
  properties[PROP_CENTER] = g_param_spec_uint ("center", NULL, NULL, 0, G_MAXUINT, ASC_NONE, writable);
  properties[PROP_FRAGMENT] = g_param_spec_boxed ("fragment", NULL, NULL, G_TYPE_ARRAY, readable);
  properties[PROP_PLACE] = g_param_spec_string ("place", NULL, NULL, NULL, readable);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[FAILED] = g_signal_new ("failed", ASC_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
  signals[SHOW_VIEW] = g_signal_new ("show-view", ASC_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 1, G_TYPE_STRING);
}

/* Another filter: what was chosen stays so. */
static void
filtered_cb (AscSession *self, AscProfile *profile)
{
  g_autoptr (GArray) moved = asc_filtering_list_moved (self->profile, profile);
  g_autoptr (GPtrArray) experiments = g_ptr_array_ref (self->experiments);
  g_autoptr (GPtrArray) symbols = g_ptr_array_ref (self->symbols);
  g_autoptr (GPtrArray) states = g_ptr_array_ref (self->states);

  asc_session_install (self, experiments, symbols, states, profile, moved);
}

static void
asc_session_init (AscSession *self)
{
  self->paths = g_new0 (char *, 1);
  self->columns = g_array_new (FALSE, FALSE, sizeof (AscColumn));
  self->function = ASC_NONE;
  self->fragment = asc_chain_new (ASC_NONE);
  self->filtering = asc_filtering_new ();
  g_signal_connect_object (self->filtering, "computed", G_CALLBACK (filtered_cb), self, G_CONNECT_SWAPPED);
}

AscSession *
asc_session_new (void)
{
  return g_object_new (ASC_TYPE_SESSION, NULL);
}

AscSession *
asc_session_new_like (AscSession *other)
{
  AscSession *self = asc_session_new ();

  g_return_val_if_fail (ASC_IS_SESSION (other), self);

  if (other->profile == NULL)
    return self;
  g_strfreev (self->paths);
  self->paths = g_strdupv (other->paths);
  asc_session_install (self, other->experiments, other->symbols, other->states, other->profile, NULL);
  asc_session_set_columns (self, other->columns);
  asc_session_set_metric (self, other->metric);
  asc_session_select_function (self, other->function);
  asc_session_set_fragment (self, other->fragment);
  asc_filtering_follow (self->filtering, other->filtering);
  if (other->naming)
    {
      asc_session_complete (self, asc_load_copy (other->first));
      self->naming = TRUE;
    }
  return self;
}

void
asc_session_close (AscSession *self)
{
  g_return_if_fail (ASC_IS_SESSION (self));

  asc_session_stop_load (self);
  g_object_freeze_notify (G_OBJECT (self));
  g_strfreev (self->paths);
  self->paths = g_new0 (char *, 1);
  g_clear_pointer (&self->experiments, g_ptr_array_unref);
  g_clear_pointer (&self->symbols, g_ptr_array_unref);
  g_clear_pointer (&self->states, g_ptr_array_unref);
  g_clear_pointer (&self->several, g_array_unref);
  g_array_unref (self->columns);
  self->columns = g_array_new (FALSE, FALSE, sizeof (AscColumn));
  self->function = ASC_NONE;
  g_array_unref (self->fragment);
  self->fragment = asc_chain_new (ASC_NONE);
  asc_filtering_set_profile (self->filtering, NULL, FALSE);
  if (self->profile != NULL)
    {
      g_clear_object (&self->profile);
      notify (self, PROP_PROFILE);
    }
  asc_session_set_state (self, ASC_SESSION_EMPTY);
  g_object_thaw_notify (G_OBJECT (self));
}

AscSessionState
asc_session_get_state (AscSession *self)
{
  g_return_val_if_fail (ASC_IS_SESSION (self), ASC_SESSION_EMPTY);
  return self->state;
}

gboolean
asc_session_is_naming (AscSession *self)
{
  g_return_val_if_fail (ASC_IS_SESSION (self), FALSE);
  return self->naming;
}

GArray *
asc_session_get_moved (AscSession *self, AscProfile *before)
{
  g_return_val_if_fail (ASC_IS_SESSION (self), NULL);
  return before == NULL || before == self->moved_from ? self->moved : NULL;
}

guint32
asc_session_move (GArray *moved, guint32 function)
{
  return function < moved->len ? g_array_index (moved, guint32, function) : ASC_NONE;
}

guint32
asc_session_find_current (AscSession *self, AscProfile *profile, guint32 function)
{
  GArray *moved;

  g_return_val_if_fail (ASC_IS_SESSION (self), ASC_NONE);
  g_return_val_if_fail (profile != NULL, ASC_NONE);

  if (profile == self->profile || function == ASC_NONE)
    return function;
  moved = asc_session_get_moved (self, profile);
  return moved != NULL ? asc_session_move (moved, function) : ASC_NONE;
}

const char *const *
asc_session_get_paths (AscSession *self)
{
  g_return_val_if_fail (ASC_IS_SESSION (self), NULL);
  return (const char *const *) (self->loading_paths != NULL ? self->loading_paths : self->paths);
}

AscProgress *
asc_session_get_progress (AscSession *self)
{
  g_return_val_if_fail (ASC_IS_SESSION (self), NULL);
  return self->progress;
}

AscProfile *
asc_session_get_profile (AscSession *self)
{
  g_return_val_if_fail (ASC_IS_SESSION (self), NULL);
  return self->profile;
}

guint
asc_session_get_n_experiments (AscSession *self)
{
  g_return_val_if_fail (ASC_IS_SESSION (self), 0);
  return self->experiments != NULL ? self->experiments->len : 0;
}

AscExperiment *
asc_session_get_experiment (AscSession *self, guint i)
{
  g_return_val_if_fail (i < asc_session_get_n_experiments (self), NULL);
  return g_ptr_array_index (self->experiments, i);
}

AscStates *
asc_session_get_states (AscSession *self, guint i)
{
  g_return_val_if_fail (i < asc_session_get_n_experiments (self), NULL);
  return g_ptr_array_index (self->states, i);
}

AscSymbols *
asc_session_get_symbols (AscSession *self, guint i)
{
  g_return_val_if_fail (i < asc_session_get_n_experiments (self), NULL);
  return g_ptr_array_index (self->symbols, i);
}

GPtrArray *
asc_session_list_symbols (AscSession *self)
{
  g_return_val_if_fail (ASC_IS_SESSION (self), NULL);
  return self->symbols;
}

AscFiltering *
asc_session_get_filtering (AscSession *self)
{
  g_return_val_if_fail (ASC_IS_SESSION (self), NULL);
  return self->filtering;
}

guint
asc_session_get_metric (AscSession *self)
{
  g_return_val_if_fail (ASC_IS_SESSION (self), 0);
  return self->metric;
}

static gboolean
is_column_of (const AscColumn *column, guint metric)
{
  return column->flavor != ASC_FLAVOR_STATIC && column->metric == metric;
}

static gboolean
has_column_of (AscSession *self, guint metric)
{
  for (guint i = 0; i < self->columns->len; i++)
    if (is_column_of (&g_array_index (self->columns, AscColumn, i), metric))
      return TRUE;
  return FALSE;
}

/* Adds the exclusive and the inclusive column of @metric. */
static void
append_columns_of (AscSession *self, GArray *columns, guint metric)
{
  AscUnit unit = asc_profile_get_metric (self->profile, metric)->unit;
  guint visibility = ASC_VISIBLE_PERCENT | (unit == ASC_UNIT_NS ? ASC_VISIBLE_TIME : ASC_VISIBLE_VALUE);

  for (AscFlavor flavor = ASC_FLAVOR_EXCLUSIVE; flavor <= ASC_FLAVOR_INCLUSIVE; flavor++)
    {
      AscColumn column = { .flavor = flavor, .visibility = visibility, .metric = metric };
      g_array_append_val (columns, column);
    }
}

/* Adds the session's own columns: those of metrics but @metric as far as there is room, or else (@metrics FALSE) the static ones. */
static void
append_own_columns (AscSession *self, GArray *columns, guint metric, guint max, gboolean metrics)
{
  for (guint i = 0; i < self->columns->len; i++)
    {
      AscColumn *column = &g_array_index (self->columns, AscColumn, i);

      if ((column->flavor != ASC_FLAVOR_STATIC) == metrics && !is_column_of (column, metric) && columns->len < max)
        g_array_append_val (columns, *column);
    }
}

void
asc_session_show_metric (AscSession *self, guint metric, gboolean shown)
{
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (AscColumn));

  g_return_if_fail (ASC_IS_SESSION (self));
  g_return_if_fail (self->profile != NULL);
  g_return_if_fail (metric < asc_profile_get_n_metrics (self->profile));

  if (has_column_of (self, metric) == !!shown || (!shown && metric == self->metric))
    return;
  append_own_columns (self, columns, metric, shown ? MAX_METRIC_COLUMNS - 2 : G_MAXUINT, TRUE);
  if (shown)
    append_columns_of (self, columns, metric);
  append_own_columns (self, columns, metric, G_MAXUINT, FALSE);
  asc_session_set_columns (self, columns);
}

void
asc_session_set_metric (AscSession *self, guint metric)
{
  g_return_if_fail (ASC_IS_SESSION (self));
  g_return_if_fail (self->profile != NULL);
  g_return_if_fail (metric < asc_profile_get_n_metrics (self->profile));

  if (self->metric == metric)
    return;
  g_object_freeze_notify (G_OBJECT (self));
  self->metric = metric;
  notify (self, PROP_METRIC);
  if (!has_column_of (self, metric))
    {
      g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (AscColumn));

      append_columns_of (self, columns, metric);
      append_own_columns (self, columns, metric, MAX_METRIC_COLUMNS, TRUE);
      append_own_columns (self, columns, metric, G_MAXUINT, FALSE);
      asc_session_set_columns (self, columns);
    }
  g_object_thaw_notify (G_OBJECT (self));
}

GArray *
asc_session_get_columns (AscSession *self)
{
  g_return_val_if_fail (ASC_IS_SESSION (self), NULL);
  return self->columns;
}

void
asc_session_set_columns (AscSession *self, GArray *columns)
{
  g_return_if_fail (ASC_IS_SESSION (self));
  g_return_if_fail (columns != NULL);

  if (self->columns == columns)
    return;
  g_array_unref (self->columns);
  self->columns = g_array_ref (columns);
  notify (self, PROP_COLUMNS);
}

void
asc_session_choose_columns (AscSession *self, GArray *columns)
{
  g_autoptr (GArray) usual = NULL;

  g_return_if_fail (ASC_IS_SESSION (self));
  g_return_if_fail (self->profile != NULL);

  asc_kept_columns_store (self->profile, columns);
  if (columns == NULL)
    columns = usual = asc_kept_columns_load (self->profile);
  g_object_freeze_notify (G_OBJECT (self));
  asc_session_set_columns (self, columns);
  if (!has_column_of (self, self->metric))
    for (guint i = 0; i < columns->len; i++)
      if (g_array_index (columns, AscColumn, i).flavor != ASC_FLAVOR_STATIC)
        {
          asc_session_set_metric (self, g_array_index (columns, AscColumn, i).metric);
          break;
        }
  g_object_thaw_notify (G_OBJECT (self));
}

guint32
asc_session_get_function (AscSession *self)
{
  g_return_val_if_fail (ASC_IS_SESSION (self), ASC_NONE);
  return self->function;
}

void
asc_session_select_function (AscSession *self, guint32 function)
{
  g_return_if_fail (ASC_IS_SESSION (self));
  g_return_if_fail (function == ASC_NONE
                    || (self->profile != NULL && function < asc_profile_get_n_functions (self->profile)));

  if (self->function == function)
    {
      asc_session_set_several (self, NULL);
      return;
    }
  self->function = function;
  g_clear_pointer (&self->place, g_free);
  self->address = 0;
  g_object_freeze_notify (G_OBJECT (self));
  asc_session_set_several (self, NULL);
  notify (self, PROP_FUNCTION);
  g_object_thaw_notify (G_OBJECT (self));
}

GArray *
asc_session_get_several (AscSession *self)
{
  g_return_val_if_fail (ASC_IS_SESSION (self), NULL);
  return self->several;
}

void
asc_session_set_several (AscSession *self, GArray *functions)
{
  g_return_if_fail (ASC_IS_SESSION (self));

  if (functions != NULL && functions->len < 2)
    functions = NULL;
  if (self->several == NULL && functions == NULL)
    return;
  if (functions != NULL)
    g_array_ref (functions);
  g_clear_pointer (&self->several, g_array_unref);
  self->several = functions;
  notify (self, PROP_SEVERAL);
}

const char *
asc_session_get_place (AscSession *self, guint32 *line)
{
  g_return_val_if_fail (ASC_IS_SESSION (self), NULL);

  if (line != NULL)
    *line = self->place_line;
  return self->place;
}

void
asc_session_set_place (AscSession *self, const char *file, guint32 line)
{
  g_return_if_fail (ASC_IS_SESSION (self));

  if (g_strcmp0 (self->place, file) == 0 && self->place_line == line)
    return;
  g_free (self->place);
  self->place = g_strdup (file);
  self->place_line = line;
  notify (self, PROP_PLACE);
}

guint64
asc_session_get_address (AscSession *self)
{
  g_return_val_if_fail (ASC_IS_SESSION (self), 0);
  return self->address;
}

void
asc_session_set_address (AscSession *self, guint64 address)
{
  g_return_if_fail (ASC_IS_SESSION (self));

  if (self->address == address)
    return;
  self->address = address;
  notify (self, PROP_ADDRESS);
}

guint32
asc_session_get_center (AscSession *self)
{
  g_return_val_if_fail (ASC_IS_SESSION (self), ASC_NONE);
  return asc_chain_get_center (self->fragment);
}

GArray *
asc_session_get_fragment (AscSession *self)
{
  g_return_val_if_fail (ASC_IS_SESSION (self), NULL);
  return self->fragment;
}

void
asc_session_set_center (AscSession *self, guint32 function)
{
  g_autoptr (GArray) fragment = NULL;

  g_return_if_fail (ASC_IS_SESSION (self));
  g_return_if_fail (function == ASC_NONE
                    || (self->profile != NULL && function < asc_profile_get_n_functions (self->profile)));

  fragment = asc_chain_new (function);
  asc_session_set_fragment (self, fragment);
}

void
asc_session_set_fragment (AscSession *self, GArray *fragment)
{
  guint32 center;

  g_return_if_fail (ASC_IS_SESSION (self));
  g_return_if_fail (fragment != NULL);

  if (asc_chain_equal (self->fragment, fragment))
    return;
  center = asc_session_get_center (self);
  g_array_ref (fragment);
  g_array_unref (self->fragment);
  self->fragment = fragment;
  g_object_freeze_notify (G_OBJECT (self));
  notify (self, PROP_FRAGMENT);
  if (asc_session_get_center (self) != center)
    notify (self, PROP_CENTER);
  g_object_thaw_notify (G_OBJECT (self));
}

void
asc_session_show_view (AscSession *self, const char *id)
{
  g_return_if_fail (ASC_IS_SESSION (self));
  g_signal_emit (self, signals[SHOW_VIEW], 0, id);
}
