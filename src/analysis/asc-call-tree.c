/* asc-call-tree.c: functions and call paths that occur in the experiments' stacks
 *
 * Stack nodes are addresses; call-tree nodes are functions, inlined ones being nodes of their own. There are far fewer of
 * them, and everything about functions is computed from them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-profile-private.h"

#include "asc-map.h"
#include "asc-tree.h"

/* How often a long loop asks whether it was cancelled. */
#define CANCEL_MASK 0xffff

typedef struct
{
  AscProfile *profile;
  GArray *functions;     /* AscFunctionRow */
  GHashTable *by_key;    /* several experiments: name, object, ordinal -> function */
  GArray *objects;       /* AscObjectRow */
  GHashTable *object_by_key;
  guint32 no_stack;      /* function <no call stack recorded>, or ASC_NONE */
  AscMap nodes;          /* parent << 32 | function -> node */
  GArray *parent;        /* guint32 */
  GArray *function;      /* guint32 */
} Build;

static guint32
find_or_add_object (Build *b, guint part, guint32 index)
{
  guint n;
  const AscObject *objects = asc_experiment_get_objects (b->profile->parts[part].experiment, &n);
  const AscObject *object = index < n ? &objects[index] : NULL;
  const char *name = object != NULL && object->name != NULL ? object->name : "<unknown>";
  g_autofree char *key = g_strdup_printf ("%s\n%s", name, object != NULL && object->name != NULL ? object->path : "");
  AscObjectRow row = { .name = name, .experiment = part, .object = ASC_NONE };
  gpointer found;

  if (g_hash_table_lookup_extended (b->object_by_key, key, NULL, &found))
    return GPOINTER_TO_UINT (found);
  if (object != NULL && object->name != NULL)
    {
      row.path = object->path;
      row.build_id = object->build_id_size > 0 ? object->build_id : NULL;
      row.build_id_size = object->build_id_size;
      row.object = index;
    }
  g_array_append_val (b->objects, row);
  g_hash_table_insert (b->object_by_key, g_steal_pointer (&key), GUINT_TO_POINTER (b->objects->len - 1));
  return b->objects->len - 1;
}

static guint32
add_function (Build *b, guint part, const AscInputFunction *from)
{
  guint32 object_row = find_or_add_object (b, part, from->object);
  const AscObjectRow *object = &g_array_index (b->objects, AscObjectRow, object_row);
  const char *long_name = from->long_name != NULL ? from->long_name : from->name;
  AscFunctionRow row = {
    .name = from->name,
    .long_name = long_name,
    .mangled = from->mangled != NULL && !g_str_equal (from->mangled, long_name) ? from->mangled : NULL,
    .object = object->object != ASC_NONE ? object->name : NULL,
    .object_path = object->path,
    .object_row = object_row,
    .address = from->address,
    .size = from->size,
    .file = from->file,
    .line = from->line,
  };

  g_array_append_val (b->functions, row);
  return b->functions->len - 1;
}

/* Functions of further experiments are those of the first where name, load object and, of several alike, the ordinal are the same. */
static guint32
match_function (Build *b, guint part, const AscInputFunction *from, GHashTable *seen)
{
  guint n;
  const AscObject *objects = asc_experiment_get_objects (b->profile->parts[part].experiment, &n);
  const char *object = from->object < n && objects[from->object].name != NULL ? objects[from->object].name : "";
  g_autofree char *plain = g_strdup_printf ("%s\n%s", from->long_name != NULL ? from->long_name : from->name, object);
  guint ordinal = GPOINTER_TO_UINT (g_hash_table_lookup (seen, plain));
  char *key = g_strdup_printf ("%s\n%u", plain, ordinal);
  gpointer found;

  g_hash_table_insert (seen, g_steal_pointer (&plain), GUINT_TO_POINTER (ordinal + 1));
  if (!g_hash_table_lookup_extended (b->by_key, key, NULL, &found))
    {
      found = GUINT_TO_POINTER (add_function (b, part, from));
      g_hash_table_insert (b->by_key, key, found);
    }
  else
    {
      g_free (key);
    }
  return GPOINTER_TO_UINT (found);
}

static void
add_functions (Build *b, guint p)
{
  AscPart *part = &b->profile->parts[p];
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  part->functions = g_new (guint32, MAX (part->names->n_functions, 1));
  for (guint i = 0; i < part->names->n_functions; i++)
    {
      AscInputFunction from = { 0 };

      part->names->get_function (part->names->data, i, &from);
      part->functions[i] = b->profile->n_parts > 1 ? match_function (b, p, &from, seen) : add_function (b, p, &from);
    }
}

static void
add_chains (AscPart *part)
{
  guint n_frames;
  GArray *chains = g_array_new (FALSE, FALSE, sizeof (guint32));

  asc_experiment_get_frames (part->experiment, &n_frames);
  part->chain_start = g_new (guint32, n_frames + 1);
  for (guint i = 0; i < n_frames; i++)
    {
      guint32 buffer[64];
      guint n = part->names->get_chain (part->names->data, i, buffer, G_N_ELEMENTS (buffer));

      part->chain_start[i] = chains->len;
      if (n <= G_N_ELEMENTS (buffer))
        {
          g_array_append_vals (chains, buffer, n);
        }
      else
        {
          g_array_set_size (chains, chains->len + n);
          part->names->get_chain (part->names->data, i, &g_array_index (chains, guint32, chains->len - n), n);
        }
      for (guint k = part->chain_start[i]; k < chains->len; k++)
        g_array_index (chains, guint32, k) = part->functions[g_array_index (chains, guint32, k)];
    }
  part->chain_start[n_frames] = chains->len;
  part->chains = (guint32 *) (gpointer) g_array_free (chains, FALSE);
}

static guint32
call_node (Build *b, guint32 parent, guint32 function)
{
  gboolean is_new;
  guint32 *node = asc_map_insert (&b->nodes, (guint64) parent << 32 | function, &is_new);

  if (is_new)
    {
      *node = b->parent->len;
      g_array_append_val (b->parent, parent);
      g_array_append_val (b->function, function);
    }
  return *node;
}

static gboolean
has_event_without_stack (const AscPart *part)
{
  for (guint s = 0; s < ASC_N_SOURCES; s++)
    {
      const AscEvents *events = asc_part_get_events (part, s);

      for (guint i = 0; i < events->n_events; i++)
        if (events->stack[i] == ASC_NONE && asc_part_passes (part, s, i))
          return TRUE;
    }
  return FALSE;
}

static gboolean
add_nodes (Build *b, AscPart *part, GCancellable *cancellable, GError **error)
{
  const AscStacks *stacks = asc_experiment_get_stacks (part->experiment);

  part->node_map = g_new (guint32, stacks->n_nodes + 1);
  for (guint i = 0; i < stacks->n_nodes; i++)
    {
      guint32 node = stacks->parent[i] != ASC_NONE ? part->node_map[stacks->parent[i]] : 0;
      guint32 frame = stacks->frame[i];

      if ((i & CANCEL_MASK) == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      for (guint k = part->chain_start[frame + 1]; k-- > part->chain_start[frame];)
        node = call_node (b, node, part->chains[k]);
      part->node_map[i] = node;
    }
  /* Events without a stack stand behind the last stack node. */
  part->node_map[stacks->n_nodes] = ASC_NONE;
  if (has_event_without_stack (part))
    {
      if (b->no_stack == ASC_NONE)
        b->no_stack = add_function (b, 0, &(AscInputFunction){ .name = ASC_NO_STACK_NAME, .object = ASC_NONE });
      part->node_map[stacks->n_nodes] = call_node (b, 0, b->no_stack);
    }
  return TRUE;
}

/* Puts the nodes into preorder and points the parts' maps to their places. */
static void
freeze_tree (Build *b)
{
  AscProfile *self = b->profile;
  AscCallTree *tree = &self->tree;
  guint n = b->parent->len;
  const guint32 *parent = (const guint32 *) (gpointer) b->parent->data;
  g_autofree guint32 *position = g_new (guint32, n);

  *tree = (AscCallTree){ .n = n, .parent = g_new (guint32, n), .end = g_new (guint32, n), .function = g_new (guint32, n) };
  asc_tree_preorder (n, parent, position, tree->end);
  for (guint i = 0; i < n; i++)
    {
      tree->parent[position[i]] = parent[i] != ASC_NONE ? position[parent[i]] : ASC_NONE;
      tree->function[position[i]] = g_array_index (b->function, guint32, i);
    }
  for (guint p = 0; p < self->n_parts; p++)
    {
      guint n_nodes = asc_experiment_get_stacks (self->parts[p].experiment)->n_nodes;

      for (guint i = 0; i <= n_nodes; i++)
        if (self->parts[p].node_map[i] != ASC_NONE)
          self->parts[p].node_map[i] = position[self->parts[p].node_map[i]];
    }
}

gboolean
asc_profile_make_tree (AscProfile *self, GCancellable *cancellable, GError **error)
{
  Build b = {
    .profile = self,
    .functions = g_array_new (FALSE, FALSE, sizeof (AscFunctionRow)),
    .by_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .objects = g_array_new (FALSE, FALSE, sizeof (AscObjectRow)),
    .object_by_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .no_stack = ASC_NONE,
    .parent = g_array_new (FALSE, FALSE, sizeof (guint32)),
    .function = g_array_new (FALSE, FALSE, sizeof (guint32)),
  };
  gboolean ok = TRUE;

  asc_map_init (&b.nodes, 4096);
  g_array_append_val (b.objects, ((AscObjectRow){ .name = "<Total>", .object = ASC_NONE }));
  g_array_append_val (b.functions, ((AscFunctionRow){ .name = "<Total>", .long_name = "<Total>", .object_row = ASC_NONE }));
  call_node (&b, ASC_NONE, ASC_FUNCTION_TOTAL);
  for (guint p = 0; p < self->n_parts && ok; p++)
    {
      add_functions (&b, p);
      add_chains (&self->parts[p]);
      ok = add_nodes (&b, &self->parts[p], cancellable, error);
    }
  if (ok)
    freeze_tree (&b);
  self->n_functions = b.functions->len;
  self->functions = (AscFunctionRow *) (gpointer) g_array_free (b.functions, FALSE);
  self->n_objects = b.objects->len;
  self->objects = (AscObjectRow *) (gpointer) g_array_free (b.objects, FALSE);
  g_hash_table_unref (b.by_key);
  g_hash_table_unref (b.object_by_key);
  g_array_unref (b.parent);
  g_array_unref (b.function);
  asc_map_clear (&b.nodes);
  return ok;
}
