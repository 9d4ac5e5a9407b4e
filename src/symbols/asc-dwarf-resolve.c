/* asc-dwarf-resolve.c: from addresses to chains of functions and lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-dwarf-private.h"

#include "asc-parallel.h"

/* What a function without any name is called. */
#define UNNAMED "<unnamed>"
/* Work that one address may be: its row, its functions and the ranges in which it lies. */
#define BUDGET_PER_ADDRESS 256

/* The addresses of one unit, and what was found. */
typedef struct
{
  AscDwarf *dwarf;
  GCancellable *cancellable;
  guint64 unit; /* offset of its header */
  guint n;
  guint32 *numbers;   /* n: of the addresses among all */
  guint64 *addresses; /* n */
  AscDwarfUnit *code; /* with the functions: the unit or its split half */
  AscDwarfLines *lines;
  GArray *hits;       /* AscDwarfHit */
  guint32 *innermost; /* n */
  AscDwarfRow *rows;  /* n */
  AscMap functions;   /* entry -> number in the result */
  AscMap paths;       /* file number -> index in @path_list */
  GPtrArray *path_list;
} Task;

static void
task_free (gpointer data)
{
  Task *self = data;

  g_free (self->numbers);
  g_free (self->addresses);
  g_clear_pointer (&self->hits, g_array_unref);
  g_free (self->innermost);
  g_free (self->rows);
  asc_map_clear (&self->functions);
  asc_map_clear (&self->paths);
  g_clear_pointer (&self->path_list, g_ptr_array_unref);
  g_free (self);
}

static void
run_task (guint number, gpointer data)
{
  Task *self = g_ptr_array_index ((GPtrArray *)data, number);
  AscDwarf *dwarf = self->dwarf;
  AscDwarfUnit *unit, *split;

  if (g_cancellable_is_cancelled (self->cancellable) || asc_dwarf_is_spent (&dwarf->budget))
    return;
  unit = asc_dwarf_get_unit (dwarf->file, self->unit);
  if (unit == NULL)
    return;
  self->code = unit;
  if (unit->dwo_name != NULL)
    {
      g_autofree char *problem = NULL;

      split = asc_dwarf_split_find (dwarf->split, unit, &problem);
      if (split != NULL)
        self->code = split;
      g_mutex_lock (&dwarf->mutex);
      if (dwarf->problem == NULL)
        dwarf->problem = g_steal_pointer (&problem);
      g_mutex_unlock (&dwarf->mutex);
    }
  self->hits = g_array_new (FALSE, FALSE, sizeof (AscDwarfHit));
  self->innermost = g_new (guint32, self->n);
  for (guint i = 0; i < self->n; i++)
    self->innermost[i] = ASC_DWARF_NONE;
  self->rows = g_new0 (AscDwarfRow, self->n);
  asc_dwarf_walk (self->code, self->addresses, self->n, self->hits, self->innermost);
  self->lines = asc_dwarf_unit_get_lines (unit);
  if (self->lines != NULL)
    asc_dwarf_lines_run (self->lines, self->addresses, self->n, self->rows);
}

static gboolean
has_answer (const Task *self, guint i)
{
  return self->hits != NULL && (self->innermost[i] != ASC_DWARF_NONE || self->rows[i].found);
}

/* ---- Merging: one thread, in the order of the addresses ---- */

/* Of the file number in the task's line tables. @is_call: it stands in an entry, not in a row. */
static const char *
get_path (AscDwarfResult *result, Task *task, guint32 file, gboolean is_call)
{
  AscDwarfLines *lines = is_call ? asc_dwarf_unit_get_lines (task->code) : task->lines;
  gboolean is_new;
  guint32 *slot;

  if (lines == NULL)
    return NULL;
  slot = asc_map_insert (&task->paths, (guint64)file << 1 | (lines != task->lines), &is_new);
  if (is_new)
    {
      g_autofree char *path = asc_dwarf_lines_dup_path (lines, file);

      *slot = task->path_list->len;
      g_ptr_array_add (task->path_list,
                       path != NULL ? g_string_chunk_insert_const (result->strings, path) : NULL);
      asc_dwarf_result_add_digest (result, path, lines, file);
    }
  return g_ptr_array_index (task->path_list, *slot);
}

static guint32
add_function (AscDwarfResult *result, const AscDwarfNaming *naming)
{
  AscDwarfLines *lines = naming->file_unit != NULL ? asc_dwarf_unit_get_lines (naming->file_unit) : NULL;
  g_autofree char *file = lines != NULL ? asc_dwarf_lines_dup_path (lines, naming->decl_file) : NULL;
  g_autofree char *mangled = NULL;
  AscDwarfFunction function = { .file = file, .line = naming->decl_line };

  if (naming->linkage_name != NULL)
    mangled = g_utf8_make_valid (naming->linkage_name, -1);
  else if (naming->name != NULL)
    mangled = asc_dwarf_qualify (naming);
  else
    mangled = g_strdup (UNNAMED);
  function.mangled = mangled;
  asc_dwarf_result_add_digest (result, file, lines, naming->decl_file);
  return asc_dwarf_result_add_function (result, &function, naming->linkage_name != NULL);
}

static guint32
get_function (AscDwarfResult *result, Task *task, const AscDwarfHit *hit)
{
  AscDwarfFile *file = task->code->file;
  guint64 offset = hit->die;
  AscDwarfNaming naming;
  gboolean is_new;
  guint32 *slot, number;

  /* What is inlined in a hundred places has one origin. */
  if (hit->parent == ASC_DWARF_NONE || hit->origin.form == 0
      || !asc_dwarf_value_reference (task->code, &hit->origin, &file, &offset))
    {
      file = task->code->file;
      offset = hit->die;
    }
  slot = asc_map_insert (&task->functions, offset << 1 | (file != task->code->file), &is_new);
  if (!is_new)
    return *slot;
  asc_dwarf_find_name (task->code, hit->die, &naming);
  asc_dwarf_find_place (&naming);
  number = naming.name == NULL && naming.linkage_name == NULL && hit->parent == ASC_DWARF_NONE
               ? ASC_DWARF_NONE
               : add_function (result, &naming);
  *slot = number;
  return number;
}

static void
add_chain (AscDwarfResult *result, Task *task, guint i)
{
  const AscDwarfRow *row = &task->rows[i];
  AscDwarfPlace place = { .function = ASC_DWARF_NONE };

  if (row->found)
    {
      place.line = row->line;
      place.file = get_path (result, task, row->file, FALSE);
    }
  for (guint32 h = task->innermost[i]; h != ASC_DWARF_NONE;)
    {
      const AscDwarfHit *hit = &g_array_index (task->hits, AscDwarfHit, h);

      place.function = get_function (result, task, hit);
      g_array_append_val (result->places, place);
      h = hit->parent;
      if (h == ASC_DWARF_NONE)
        return;
      place.line = hit->call_line;
      place.file = hit->call_line != 0 || hit->call_file != 0 ? get_path (result, task, hit->call_file, TRUE) : NULL;
    }
  g_array_append_val (result->places, place);
}

/* ---- Cutting the work ---- */

typedef struct
{
  guint64 unit;
  guint32 number;
} Wanted;

static int
compare_wanted (gconstpointer a, gconstpointer b)
{
  const Wanted *x = a, *y = b;

  if (x->unit != y->unit)
    return x->unit < y->unit ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

static Task *
task_new (AscDwarf *dwarf, guint64 unit, guint n, GCancellable *cancellable)
{
  Task *self = g_new0 (Task, 1);

  self->dwarf = dwarf;
  self->cancellable = cancellable;
  self->unit = unit;
  self->numbers = g_new (guint32, n);
  self->addresses = g_new (guint64, n);
  self->path_list = g_ptr_array_new ();
  asc_map_init (&self->functions, 64);
  asc_map_init (&self->paths, 16);
  return self;
}

static void
task_add (Task *self, guint32 number, guint64 address)
{
  self->numbers[self->n] = number;
  self->addresses[self->n++] = address;
}

/* One task a unit. */
static GPtrArray *
cut (AscDwarf *self, const guint64 *addresses, guint n, GCancellable *cancellable)
{
  GPtrArray *tasks = g_ptr_array_new_with_free_func (task_free);
  g_autofree Wanted *wanted = g_new (Wanted, n + 1);

  for (guint i = 0; i < n; i++)
    wanted[i] = (Wanted){ asc_dwarf_index_look_up (self->index, addresses[i], cancellable), i };
  qsort (wanted, n, sizeof *wanted, compare_wanted);
  for (guint i = 0; i < n && wanted[i].unit != G_MAXUINT64;)
    {
      guint end = i;
      Task *task;

      while (end < n && wanted[end].unit == wanted[i].unit)
        end++;
      task = task_new (self, wanted[i].unit, end - i, cancellable);
      for (; i < end; i++)
        task_add (task, wanted[i].number, addresses[wanted[i].number]);
      g_ptr_array_add (tasks, task);
    }
  return tasks;
}

/* Notes which task answers each address. */
static void
note_answers (GPtrArray *tasks, guint first, guint32 *answered_by, guint32 *answer)
{
  for (guint t = first; t < tasks->len; t++)
    {
      Task *task = g_ptr_array_index (tasks, t);

      for (guint i = 0; i < task->n; i++)
        if (answered_by[task->numbers[i]] == ASC_DWARF_NONE && has_answer (task, i))
          {
            answered_by[task->numbers[i]] = t;
            answer[task->numbers[i]] = i;
          }
    }
}

/* What no unit laid claim to is looked for in those that do not say what they hold. */
static void
add_silent_tasks (AscDwarf *self,
                  GPtrArray *tasks,
                  const guint64 *addresses,
                  guint n,
                  const guint32 *answered_by,
                  GCancellable *cancellable)
{
  GArray *silent;
  guint n_open = 0;

  for (guint i = 0; i < n; i++)
    n_open += answered_by[i] == ASC_DWARF_NONE;
  if (n_open == 0)
    return;
  silent = asc_dwarf_index_get_silent (self->index, cancellable);
  for (guint s = 0; s < silent->len && asc_dwarf_spend (&self->budget, n_open); s++)
    {
      Task *task = task_new (self, g_array_index (silent, guint64, s), n_open, cancellable);

      for (guint i = 0; i < n; i++)
        if (answered_by[i] == ASC_DWARF_NONE)
          task_add (task, i, addresses[i]);
      g_ptr_array_add (tasks, task);
    }
}

typedef struct
{
  GPtrArray *tasks;
  guint first;
} Batch;

static void
run_batched (guint number, gpointer data)
{
  Batch *batch = data;

  run_task (batch->first + number, batch->tasks);
}

static AscDwarfResult *
merge_tasks (GPtrArray *tasks, const guint64 *addresses, guint n, const guint32 *answered_by, const guint32 *answer)
{
  AscDwarfResult *result = asc_dwarf_result_new (addresses, n);

  for (guint i = 0; i < n; i++)
    {
      result->chain_start[i] = result->places->len;
      if (answered_by[i] != ASC_DWARF_NONE)
        add_chain (result, g_ptr_array_index (tasks, answered_by[i]), answer[i]);
    }
  result->chain_start[n] = result->places->len;
  asc_source_digests_sort (result->digests);
  return result;
}

AscDwarfResult *
asc_dwarf_resolve (AscDwarf *self, const guint64 *addresses, guint n, GCancellable *cancellable, GError **error)
{
  g_autoptr (AscDwarfResult) result = NULL;
  g_autoptr (GPtrArray) tasks = NULL;
  g_autofree guint32 *answered_by = g_new (guint32, n + 1);
  g_autofree guint32 *answer = g_new (guint32, n + 1);
  Batch batch;

  self->budget.left += (gint64)n * BUDGET_PER_ADDRESS;
  if (self->index == NULL)
    self->index = asc_dwarf_index_new (self->file);
  for (guint i = 0; i < n; i++)
    answered_by[i] = ASC_DWARF_NONE;
  tasks = cut (self, addresses, n, cancellable);
  batch = (Batch){ tasks, 0 };
  asc_parallel_for (self->options.n_threads, tasks->len, run_batched, &batch);
  note_answers (tasks, 0, answered_by, answer);
  batch.first = tasks->len;
  add_silent_tasks (self, tasks, addresses, n, answered_by, cancellable);
  asc_parallel_for (self->options.n_threads, tasks->len - batch.first, run_batched, &batch);
  note_answers (tasks, batch.first, answered_by, answer);
  result = merge_tasks (tasks, addresses, n, answered_by, answer);
  if (self->problem == NULL)
    self->problem = asc_dwarf_file_dup_problem (self->file);
  if (self->problem == NULL && self->alt != NULL)
    self->problem = asc_dwarf_file_dup_problem (self->alt);
  if (asc_dwarf_is_spent (&self->budget) && self->problem == NULL)
    self->problem = g_strdup ("the debugging information refers to itself without end: some of it was left out");
  if (g_cancellable_is_cancelled (cancellable))
    g_clear_pointer (&self->index, asc_dwarf_index_free);
  return g_cancellable_set_error_if_cancelled (cancellable, error) ? NULL : g_steal_pointer (&result);
}
