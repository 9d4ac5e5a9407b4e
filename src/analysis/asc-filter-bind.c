/* asc-filter-bind.c: what a filter names, looked up in one experiment
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-filter-private.h"

#include <string.h>

/* How often a loop over functions asks whether it was cancelled. */
#define CANCEL_MASK 0xfff

typedef struct
{
  const AscPart *part;
  guint number;
  AscWeightSource source;
  GCancellable *cancellable;
} Bind;

static const struct
{
  const char *word;
  guint states;
} states[] = {
  { "user", 1u << ASC_STATE_USER },
  { "system", 1u << ASC_STATE_SYSTEM | 1u << ASC_STATE_TRAP },
  { "trap", 1u << ASC_STATE_TRAP },
  { "wait", 1u << ASC_STATE_WAIT_CPU },
  { "lock", 1u << ASC_STATE_LOCK },
  { "textpfault", 1u << ASC_STATE_TEXT_FAULT },
  { "datapfault", 1u << ASC_STATE_DATA_FAULT },
  { "kernelpfault", 1u << ASC_STATE_KERNEL_FAULT },
  { "sleep", 1u << ASC_STATE_SLEEP },
  { "stop", 1u << ASC_STATE_STOPPED },
  { "blocked", 1u << ASC_STATE_BLOCKED },
  { "unknown", 1u << ASC_STATE_UNKNOWN },
  { "owait", 1u << ASC_STATE_KERNEL_FAULT | 1u << ASC_STATE_SLEEP | 1u << ASC_STATE_STOPPED | 1u << ASC_STATE_BLOCKED },
  { "totalcpu", 1u << ASC_STATE_USER | 1u << ASC_STATE_SYSTEM | 1u << ASC_STATE_TRAP },
};

guint
asc_filter_find_states (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    if (g_ascii_strcasecmp (word, states[i].word) == 0)
      return states[i].states;
  return 0;
}

void
asc_bound_free (AscBound *self)
{
  g_clear_pointer (&self->left, asc_bound_free);
  g_clear_pointer (&self->right, asc_bound_free);
  g_free (self->table);
  g_free (self);
}

static void
make_table (AscBound *self, AscFilterField column, guint n)
{
  self->column = column;
  self->n = n;
  self->table = g_new0 (guint8, (gsize)n + 1);
}

static gboolean
fits (const AscFilterNode *node, gint64 value)
{
  return node->low <= value && value <= node->high;
}

/* Threads and their processes. */
static void
bind_threads (Bind *b, AscBound *self, const AscFilterNode *node)
{
  guint n, n_processes;
  const AscThread *threads = asc_experiment_get_threads (b->part->experiment, &n);
  const AscProcess *processes = asc_experiment_get_processes (b->part->experiment, &n_processes);

  make_table (self, ASC_FILTER_TID, n);
  for (guint i = 0; i < n; i++)
    if (node->field == ASC_FILTER_COMM)
      self->table[i] = g_strcmp0 (threads[i].name, node->word) == 0;
    else
      self->table[i] = fits (node, node->field == ASC_FILTER_TID ? threads[i].tid : processes[threads[i].process].pid);
  self->table[n] = node->field != ASC_FILTER_COMM && fits (node, -1);
}

static void
bind_state (Bind *b, AscBound *self, const AscFilterNode *node)
{
  make_table (self, ASC_FILTER_STATE, ASC_N_STATES);
  for (guint i = 0; i < ASC_N_STATES; i++)
    self->table[i] = node->value >> i & 1;
}

/* Intervals of states are of no kind. */
static void
bind_event (Bind *b, AscBound *self, const AscFilterNode *node)
{
  guint n;
  const AscEventKind *kinds = asc_experiment_get_kinds (b->part->experiment, &n);

  if (b->source != ASC_SOURCE_EVENTS)
    {
      self->op = ASC_FILTER_CONST;
      return;
    }
  make_table (self, ASC_FILTER_EVENT, n);
  for (guint i = 0; i < n; i++)
    self->table[i] = g_str_equal (kinds[i].id, node->word);
}

static gboolean
fits_regex (GRegex *regex, const char *text)
{
  return text != NULL && g_regex_match (regex, text, 0, NULL);
}

static gboolean
fits_object (const AscFilterThing *thing, const AscObject *object)
{
  const char *name = object != NULL && object->name != NULL ? object->name : "<unknown>";
  const char *wanted = thing->kind == ASC_FILTER_THING_OBJECT ? thing->name : thing->object;

  if (thing->kind == ASC_FILTER_THING_LIBRARY)
    return fits_regex (thing->regex, name) || (object != NULL && fits_regex (thing->regex, object->path));
  return wanted == NULL || g_str_equal (name, wanted) || (object != NULL && g_str_equal (object->path, wanted));
}

static gboolean
fits_function (const AscFilterThing *thing, const AscInputFunction *function)
{
  const char *long_name = function->long_name != NULL ? function->long_name : function->name;

  switch (thing->kind)
    {
    case ASC_FILTER_THING_LOOSE:
      return asc_profile_is_called (function->name, long_name, function->mangled, thing->name);
    case ASC_FILTER_THING_FUNCTION:
      return g_str_equal (long_name, thing->name) || g_str_equal (function->name, thing->name)
             || g_strcmp0 (function->mangled, thing->name) == 0;
    case ASC_FILTER_THING_FNAME:
      return fits_regex (thing->regex, long_name)
             || (function->name != long_name && fits_regex (thing->regex, function->name));
    default:
      return TRUE;
    }
}

/* 0 or 1 for each function of the names. */
static guint8 *
find_functions (Bind *b, const AscFilterThing *thing)
{
  const AscNames *names = b->part->names;
  guint8 *found = g_new0 (guint8, MAX (names->n_functions, 1));
  guint n_objects;
  const AscObject *objects = asc_experiment_get_objects (b->part->experiment, &n_objects);
  g_autofree guint8 *in_object = g_new0 (guint8, n_objects + 1);

  for (guint i = 0; i < n_objects; i++)
    in_object[i] = fits_object (thing, &objects[i]);
  in_object[n_objects] = fits_object (thing, NULL);
  for (guint i = 0; i < names->n_functions; i++)
    {
      AscInputFunction function = { 0 };

      if ((i & CANCEL_MASK) == 0 && g_cancellable_is_cancelled (b->cancellable))
        break;
      names->get_function (names->data, i, &function);
      found[i] = in_object[MIN (function.object, n_objects)] && fits_function (thing, &function);
    }
  return found;
}

/* By frame: whether the innermost function fits (1), whether any does (2). */
static guint8 *
find_frames (Bind *b, const guint8 *functions)
{
  const AscNames *names = b->part->names;
  g_autoptr (GArray) chain = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n_frames;
  guint8 *found;

  asc_experiment_get_frames (b->part->experiment, &n_frames);
  found = g_new0 (guint8, MAX (n_frames, 1));
  g_array_set_size (chain, 64);
  for (guint i = 0; i < n_frames; i++)
    {
      guint n = names->get_chain (names->data, i, (guint32 *)(gpointer)chain->data, chain->len);

      if (n > chain->len)
        {
          g_array_set_size (chain, n);
          names->get_chain (names->data, i, (guint32 *)(gpointer)chain->data, n);
        }
      for (guint k = 0; k < n; k++)
        if (functions[g_array_index (chain, guint32, k)])
          found[i] |= k == 0 ? 3 : 2;
    }
  return found;
}

/* By node of the stacks, of which the last is no stack at all. Of waits the stack that is shown counts. */
static void
bind_stack (Bind *b, AscBound *self, const AscFilterNode *node)
{
  const AscStacks *stacks = asc_experiment_get_stacks (b->part->experiment);
  g_autofree guint8 *functions = find_functions (b, node->thing);
  g_autofree guint8 *frames = find_frames (b, functions);
  gboolean no_stack = node->thing->kind <= ASC_FILTER_THING_FNAME && node->thing->object == NULL
                      && fits_function (node->thing, &(AscInputFunction){ .name = ASC_NO_STACK_NAME });

  make_table (self, ASC_FILTER_STACK, stacks->n_nodes);
  for (guint i = 0; i < stacks->n_nodes; i++)
    {
      guint8 frame = frames[stacks->frame[i]];

      if (node->field == ASC_FILTER_LEAF)
        self->table[i] = frame & 1;
      else
        self->table[i] = frame != 0 || (stacks->parent[i] != ASC_NONE && self->table[stacks->parent[i]]);
    }
  self->table[stacks->n_nodes] = no_stack;
}

/* Which of the things each function is: bits, the last thing is bit 0. */
static guint64 *
find_bits (Bind *b, GPtrArray *things)
{
  guint n = MAX (b->part->names->n_functions, 1);
  guint64 *bits = g_new0 (guint64, n);

  for (guint i = 0; i < things->len; i++)
    {
      g_autofree guint8 *functions = find_functions (b, g_ptr_array_index (things, things->len - 1 - i));

      for (guint k = 0; k < n; k++)
        bits[k] |= (guint64)(functions[k] != 0) << i;
    }
  return bits;
}

/* From the outermost function inwards, the last thing is to be met first: bit i of what was met stands for the i + 1 last things, in a row that ends here. */
static void
bind_ordered (Bind *b, AscBound *self, const AscFilterNode *node)
{
  const AscStacks *stacks = asc_experiment_get_stacks (b->part->experiment);
  const AscNames *names = b->part->names;
  g_autofree guint64 *bits = find_bits (b, node->things);
  g_autofree guint64 *met = g_new0 (guint64, MAX (stacks->n_nodes, 1));
  g_autoptr (GArray) chain = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint64 all = (guint64)1 << (node->things->len - 1);

  make_table (self, ASC_FILTER_STACK, stacks->n_nodes);
  g_array_set_size (chain, 64);
  for (guint i = 0; i < stacks->n_nodes; i++)
    {
      guint32 parent = stacks->parent[i];
      guint64 now = parent != ASC_NONE ? met[parent] : 0;
      gboolean found = parent != ASC_NONE && self->table[parent];
      guint n = names->get_chain (names->data, stacks->frame[i], (guint32 *)(gpointer)chain->data, chain->len);

      if ((i & CANCEL_MASK) == 0 && g_cancellable_is_cancelled (b->cancellable))
        break;
      if (n > chain->len)
        {
          g_array_set_size (chain, n);
          names->get_chain (names->data, stacks->frame[i], (guint32 *)(gpointer)chain->data, n);
        }
      for (guint k = n; k-- > 0;)
        {
          now = (now << 1 | 1) & bits[g_array_index (chain, guint32, k)];
          found = found || (now & all) != 0;
        }
      met[i] = now;
      self->table[i] = found;
    }
}

/* Of threads, of processors, or of nothing that differs within an experiment. */
static void
bind_sums (Bind *b, AscBound *self, const AscFilterNode *node)
{
  guint names = node->sums[0]->names | node->sums[1]->names;
  AscArithValues values = { 0, -1, -1, -1, b->number };
  guint n = 0, n_processes;
  const AscThread *threads = asc_experiment_get_threads (b->part->experiment, &n);
  const AscProcess *processes = asc_experiment_get_processes (b->part->experiment, &n_processes);

  if ((names & (ASC_ARITH_TID | ASC_ARITH_PID)) != 0)
    make_table (self, ASC_FILTER_TID, n);
  else
    make_table (self, ASC_FILTER_CPU, n = G_MAXUINT16);
  for (guint i = 0; i <= n; i++)
    {
      gboolean known = i < n;

      if (self->column == ASC_FILTER_CPU)
        values.cpu = known ? i : -1;
      else
        {
          values.tid = known ? threads[i].tid : -1;
          values.pid = known ? processes[threads[i].process].pid : -1;
        }
      self->table[i] = asc_arith_compare (asc_arith_compute (node->sums[0], &values), node->compare,
                                          asc_arith_compute (node->sums[1], &values));
    }
}

static void
bind_cpu (Bind *b, AscBound *self, const AscFilterNode *node)
{
  make_table (self, ASC_FILTER_CPU, G_MAXUINT16);
  for (guint i = 0; i < G_MAXUINT16; i++)
    self->table[i] = fits (node, i);
  self->table[G_MAXUINT16] = fits (node, -1);
}

static void
bind_test (Bind *b, AscBound *self, const AscFilterNode *node)
{
  switch (node->field)
    {
    case ASC_FILTER_TID:
    case ASC_FILTER_PID:
    case ASC_FILTER_COMM:
      bind_threads (b, self, node);
      break;
    case ASC_FILTER_CPU:
      bind_cpu (b, self, node);
      break;
    case ASC_FILTER_EXPERIMENT:
      self->op = ASC_FILTER_CONST;
      self->value = fits (node, b->number);
      break;
    case ASC_FILTER_STATE:
      bind_state (b, self, node);
      break;
    case ASC_FILTER_EVENT:
      bind_event (b, self, node);
      break;
    case ASC_FILTER_LEAF:
    case ASC_FILTER_STACK:
      bind_stack (b, self, node);
      break;
    case ASC_FILTER_ORDERED:
      bind_ordered (b, self, node);
      break;
    case ASC_FILTER_SUMS:
      bind_sums (b, self, node);
      break;
    }
}

static AscBound *
bind (Bind *b, const AscFilterNode *node)
{
  AscBound *self = g_new0 (AscBound, 1);

  self->op = node->op;
  self->value = node->value;
  self->low = node->low;
  self->high = node->high;
  if (node->left != NULL)
    self->left = bind (b, node->left);
  if (node->right != NULL)
    self->right = bind (b, node->right);
  if (node->op == ASC_FILTER_TEST)
    bind_test (b, self, node);
  return self;
}

AscBound *
asc_filter_bind (
    const AscFilterNode *node, const AscPart *part, guint number, AscWeightSource source, GCancellable *cancellable)
{
  Bind b = { .part = part, .number = number, .source = source, .cancellable = cancellable };
  g_autoptr (AscBound) self = bind (&b, node);

  return g_cancellable_is_cancelled (cancellable) ? NULL : g_steal_pointer (&self);
}
