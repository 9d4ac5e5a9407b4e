/* asc-symbols.c: see asc-symbols.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-symbols.h"

#include <glib/gi18n.h>

#include "asc-kernel-job.h"
#include "asc-object-job.h"
#include "asc-packages.h"
#include "asc-parallel.h"
#include "asc-path.h"
#include "asc-strings.h"
#include "asc-symbol-advice.h"

typedef struct
{
  guint32 first;
  guint32 n;
} Span;

struct _AscSymbols
{
  GObject parent_instance;

  AscExperiment *experiment;
  GArray *functions;       /* AscFunction */
  AscPlace *places;        /* by frame: the outermost function */
  GArray *chains;          /* AscPlace: of the frames with inlined functions, innermost first */
  Span *spans;             /* by frame: its part of @chains; of 0 places: it is alone in @places */
  guint64 *elf_addresses;  /* by frame */
  AscObjectSymbols *objects; /* by object */
  GArray *digests;         /* AscSourceDigest: those of an object stand together, sorted */
  Span *digest_spans;      /* by object: its part of @digests */
  GPtrArray *strings;      /* GStringChunk: what all of these lend */
  gboolean is_quick;       /* loaded so */
};

G_DEFINE_FINAL_TYPE (AscSymbols, asc_symbols, G_TYPE_OBJECT)

static void
asc_symbols_finalize (GObject *object)
{
  AscSymbols *self = ASC_SYMBOLS (object);

  g_clear_object (&self->experiment);
  g_clear_pointer (&self->functions, g_array_unref);
  g_clear_pointer (&self->places, g_free);
  g_clear_pointer (&self->chains, g_array_unref);
  g_clear_pointer (&self->spans, g_free);
  g_clear_pointer (&self->elf_addresses, g_free);
  g_clear_pointer (&self->objects, g_free);
  g_clear_pointer (&self->digests, g_array_unref);
  g_clear_pointer (&self->digest_spans, g_free);
  g_clear_pointer (&self->strings, g_ptr_array_unref);
  G_OBJECT_CLASS (asc_symbols_parent_class)->finalize (object);
}

static void
asc_symbols_class_init (AscSymbolsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = asc_symbols_finalize;
}

static void
asc_symbols_init (AscSymbols *self)
{
  self->functions = g_array_new (FALSE, FALSE, sizeof (AscFunction));
  self->chains = g_array_new (FALSE, FALSE, sizeof (AscPlace));
  self->digests = g_array_new (FALSE, FALSE, sizeof (AscSourceDigest));
  self->strings = g_ptr_array_new_with_free_func ((GDestroyNotify) g_string_chunk_free);
}

/* Everything that one call of load needs beside its result. */
typedef struct
{
  AscSymbols *symbols;
  const AscSymbolOptions *options; /* (nullable) */
  AscSymbolFinder *finder;
  AscObjectFrame *frames; /* those of one object stand together */
  AscObjectJob *jobs;     /* by object; n_frames is 0 where there is nothing to do */
  guint n_objects;
  GPtrArray *tasks;       /* AscObjectJob: looked for one by one */
  GPtrArray *kernel_jobs; /* AscObjectJob: all in task 0 */
  GCancellable *cancellable;
  AscProgress *progress;
} Load;

static gboolean
is_named (const AscFrame *frame, const AscObject *objects)
{
  return (frame->flags & ASC_FRAME_NAMED) || frame->object == ASC_NONE || objects[frame->object].kind == ASC_OBJECT_UNKNOWN;
}

/* A function for every name that came with the recording; distinct by name and object. */
static void
name_named_frames (AscSymbols *self)
{
  guint n_frames, n_objects;
  const AscFrame *frames = asc_experiment_get_frames (self->experiment, &n_frames);
  const AscObject *objects = asc_experiment_get_objects (self->experiment, &n_objects);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  guint32 unknown = ASC_NONE;

  for (guint i = 0; i < n_frames; i++)
    {
      const AscFrame *frame = &frames[i];
      AscFunction function = { .object = ASC_NONE };
      gpointer found;
      gint64 key;

      if (!is_named (frame, objects))
        continue;
      if (!(frame->flags & ASC_FRAME_NAMED))
        {
          if (unknown == ASC_NONE)
            {
              function.name = function.mangled = "<unknown>";
              unknown = self->functions->len;
              g_array_append_val (self->functions, function);
            }
          self->places[i].function = unknown;
          continue;
        }
      if (!(frame->flags & ASC_FRAME_PSEUDO) && frame->object != ASC_NONE && objects[frame->object].name != NULL)
        function.object = frame->object;
      key = (gint64) ((guint64) function.object << 32 | (guint32) frame->address);
      if (g_hash_table_lookup_extended (seen, &key, NULL, &found))
        {
          self->places[i].function = GPOINTER_TO_UINT (found);
          continue;
        }
      function.name = function.mangled = asc_experiment_get_string (self->experiment, (guint32) frame->address);
      self->places[i].function = self->functions->len;
      g_hash_table_insert (seen, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (self->functions->len));
      g_array_append_val (self->functions, function);
    }
}

/* Sorts the frames with addresses by object, each with the address that is to be looked up. */
static void
gather_frames (Load *load)
{
  AscSymbols *self = load->symbols;
  guint n_frames, n_objects;
  const AscFrame *frames = asc_experiment_get_frames (self->experiment, &n_frames);
  const AscObject *objects = asc_experiment_get_objects (self->experiment, &n_objects);
  AscObjectFrame *next;

  for (guint i = 0; i < n_frames; i++)
    if (frames[i].object != ASC_NONE)
      {
        self->objects[frames[i].object].n_frames++;
        if (!is_named (&frames[i], objects))
          load->jobs[frames[i].object].n_frames++;
        else
          self->objects[frames[i].object].n_named += (frames[i].flags & ASC_FRAME_NAMED) != 0;
      }
  next = load->frames;
  for (guint i = 0; i < n_objects; i++)
    {
      load->jobs[i].frames = next;
      next += load->jobs[i].n_frames;
      load->jobs[i].n_frames = 0;
    }
  for (guint i = 0; i < n_frames; i++)
    {
      AscObjectJob *job = frames[i].object != ASC_NONE ? &load->jobs[frames[i].object] : NULL;

      self->elf_addresses[i] = frames[i].flags & ASC_FRAME_NAMED ? 0 : frames[i].address;
      if (job == NULL || is_named (&frames[i], objects))
        continue;
      job->frames[job->n_frames++] = (AscObjectFrame){
        .address = frames[i].address - ((frames[i].flags & ASC_FRAME_CALL) && frames[i].address > 0),
        .frame = i,
        .known = TRUE,
      };
    }
}

static int
compare_jobs (gconstpointer a, gconstpointer b)
{
  const AscObjectJob *x = *(const AscObjectJob *const *) a, *y = *(const AscObjectJob *const *) b;

  if (x->n_frames != y->n_frames)
    return x->n_frames > y->n_frames ? -1 : 1;
  return (x->object > y->object) - (x->object < y->object);
}

static void
prepare_jobs (Load *load)
{
  guint n_jobs = 0, n_threads;

  for (guint i = 0; i < load->n_objects; i++)
    {
      AscObjectJob *job = &load->jobs[i];
      AscObjectKind kind;

      if (job->n_frames == 0)
        continue;
      job->experiment = load->symbols->experiment;
      job->finder = load->finder;
      job->object = i;
      job->elf_addresses = load->symbols->elf_addresses;
      job->places = load->symbols->places;
      job->functions = g_array_new (FALSE, FALSE, sizeof (AscFunction));
      job->chains = g_array_new (FALSE, FALSE, sizeof (AscPlace));
      job->digests = g_array_new (FALSE, FALSE, sizeof (AscSourceDigest));
      job->options = load->options;
      job->no_inline = load->options != NULL && load->options->no_inline;
      job->cancellable = load->cancellable;
      n_jobs++;
      job->strings = g_string_chunk_new (1024);
      kind = asc_object_job_get_object (job)->kind;
      g_ptr_array_add (kind == ASC_OBJECT_KERNEL || kind == ASC_OBJECT_MODULE ? load->kernel_jobs : load->tasks, job);
    }
  /* What one object leaves over of the processors. */
  n_threads = asc_parallel_n_threads (load->options != NULL ? load->options->n_threads : 0);
  for (guint i = 0; i < load->n_objects; i++)
    load->jobs[i].n_threads = MAX (1, n_threads / MAX (1, n_jobs));
  /* The longest first: the last to end is then short. */
  g_ptr_array_sort (load->tasks, compare_jobs);
}

static void
run_task (guint task, gpointer data)
{
  Load *load = data;

  if (g_cancellable_is_cancelled (load->cancellable))
    return;
  if (task == 0)
    asc_kernel_job_run ((AscObjectJob **) load->kernel_jobs->pdata, load->kernel_jobs->len);
  else
    asc_object_job_run (g_ptr_array_index (load->tasks, task - 1));
  if (task > 0 || load->kernel_jobs->len > 0)
    asc_progress_add (load->progress, 1);
}

/* Whose innermost function has a line, by object. */
static void
count_lines (AscSymbols *self)
{
  guint n_frames;
  const AscFrame *frames = asc_experiment_get_frames (self->experiment, &n_frames);

  for (guint i = 0; i < n_frames; i++)
    {
      guint n_places;

      if (frames[i].object != ASC_NONE)
        self->objects[frames[i].object].n_lined += asc_symbols_get_chain (self, i, &n_places)->line > 0;
    }
}

/* In the order of the objects, whichever thread was first. */
static void
merge_jobs (Load *load)
{
  AscSymbols *self = load->symbols;

  for (guint i = 0; i < load->n_objects; i++)
    {
      AscObjectJob *job = &load->jobs[i];
      guint32 base = self->functions->len;

      if (job->functions == NULL)
        continue;
      for (guint j = 0; j < job->n_frames; j++)
        {
          const AscObjectFrame *frame = &job->frames[j];

          self->places[frame->frame].function += base;
          self->spans[frame->frame] = (Span){ self->chains->len + frame->first_place, frame->n_places };
        }
      for (guint j = 0; j < job->chains->len; j++)
        g_array_index (job->chains, AscPlace, j).function += base;
      g_array_append_vals (self->chains, job->chains->data, job->chains->len);
      g_array_append_vals (self->functions, job->functions->data, job->functions->len);
      self->digest_spans[i] = (Span){ self->digests->len, job->digests->len };
      g_array_append_vals (self->digests, job->digests->data, job->digests->len);
      g_ptr_array_add (self->strings, g_steal_pointer (&job->strings));
      /* Counted before: frames of the same object that came with names. */
      job->report.n_frames = self->objects[i].n_frames;
      job->report.n_named += self->objects[i].n_named;
      self->objects[i] = job->report;
    }
}

/* In the end: until then the long names are what things are known by. */
static void
set_style (AscSymbols *self, AscNameStyle style)
{
  GStringChunk *strings = g_string_chunk_new (1024);

  g_ptr_array_add (self->strings, strings);
  for (guint i = 0; i < self->functions->len; i++)
    {
      AscFunction *function = &g_array_index (self->functions, AscFunction, i);

      function->long_name = function->name;
      if (style == ASC_NAME_SHORT)
        {
          g_autofree char *name = asc_name_dup_short (function->long_name);

          function->name = g_string_chunk_insert (strings, name);
        }
      else if (style == ASC_NAME_MANGLED)
        {
          function->name = function->mangled;
        }
    }
}

static void
free_jobs (Load *load)
{
  for (guint i = 0; i < load->n_objects; i++)
    {
      g_clear_pointer (&load->jobs[i].functions, g_array_unref);
      g_clear_pointer (&load->jobs[i].chains, g_array_unref);
      g_clear_pointer (&load->jobs[i].digests, g_array_unref);
      g_clear_pointer (&load->jobs[i].strings, g_string_chunk_free);
    }
  g_free (load->jobs);
  g_free (load->frames);
  g_ptr_array_unref (load->tasks);
  g_ptr_array_unref (load->kernel_jobs);
  asc_symbol_finder_unref (load->finder);
}

AscSymbols *
asc_symbols_load (AscExperiment *experiment, const AscSymbolOptions *options, GCancellable *cancellable, AscProgress *progress, GError **error)
{
  g_autoptr (AscSymbols) self = NULL;
  guint n_frames, n_objects;
  Load load = { .cancellable = cancellable, .progress = progress };

  g_return_val_if_fail (ASC_IS_EXPERIMENT (experiment), NULL);
  self = g_object_new (ASC_TYPE_SYMBOLS, NULL);
  self->experiment = g_object_ref (experiment);
  asc_experiment_get_frames (experiment, &n_frames);
  asc_experiment_get_objects (experiment, &n_objects);
  self->places = g_new0 (AscPlace, n_frames + 1);
  self->spans = g_new0 (Span, n_frames + 1);
  self->elf_addresses = g_new0 (guint64, n_frames + 1);
  self->objects = g_new0 (AscObjectSymbols, n_objects + 1);
  self->digest_spans = g_new0 (Span, n_objects + 1);
  for (guint i = 0; i < n_objects; i++)
    self->objects[i] = (AscObjectSymbols){ .status = ASC_SYMBOLS_NOT_NEEDED, .origin = ASC_ORIGIN_RECORDING };

  load.symbols = self;
  load.options = options;
  load.n_objects = n_objects;
  load.finder = asc_symbol_finder_use (options, experiment);
  load.frames = g_new (AscObjectFrame, n_frames + 1);
  load.jobs = g_new0 (AscObjectJob, n_objects + 1);
  load.tasks = g_ptr_array_new ();
  load.kernel_jobs = g_ptr_array_new ();
  name_named_frames (self);
  gather_frames (&load);
  prepare_jobs (&load);
  if (load.tasks->len + load.kernel_jobs->len > 0)
    asc_symbol_finder_prepare (load.finder, cancellable, progress);
  self->is_quick = options != NULL && options->quick;
  for (guint i = 0; i < load.tasks->len; i++)
    {
      const AscObject *object = asc_object_job_get_object (g_ptr_array_index (load.tasks, i));

      if (object->kind == ASC_OBJECT_FILE)
        asc_symbol_finder_download (load.finder, object, progress);
    }
  asc_progress_begin (progress, N_("Looking up symbols"), load.tasks->len + (load.kernel_jobs->len > 0));
  asc_parallel_for (options != NULL ? options->n_threads : 0, load.tasks->len + 1, run_task, &load);
  if (!g_cancellable_is_cancelled (cancellable))
    {
      merge_jobs (&load);
      set_style (self, options != NULL ? options->names : ASC_NAME_LONG);
      count_lines (self);
      g_ptr_array_add (self->strings, asc_symbol_advice_add (experiment, load.finder, self->objects, ASC_PACKAGES_DIR));
    }
  free_jobs (&load);
  return g_cancellable_set_error_if_cancelled (cancellable, error) ? NULL : g_steal_pointer (&self);
}

AscExperiment *
asc_symbols_get_experiment (AscSymbols *self)
{
  return self->experiment;
}

const AscFunction *
asc_symbols_get_functions (AscSymbols *self, guint *n_functions)
{
  *n_functions = self->functions->len;
  return (const AscFunction *) (gpointer) self->functions->data;
}

const AscPlace *
asc_symbols_get_chain (AscSymbols *self, guint32 frame, guint *n_places)
{
  const Span *span = &self->spans[frame];

  *n_places = MAX (span->n, 1);
  return span->n > 0 ? &g_array_index (self->chains, AscPlace, span->first) : &self->places[frame];
}

guint64
asc_symbols_get_elf_address (AscSymbols *self, guint32 frame)
{
  return self->elf_addresses[frame];
}

const AscSourceDigest *
asc_symbols_find_digests (AscSymbols *self, guint32 object, const char *file, guint *n_digests)
{
  const Span *span = &self->digest_spans[object];
  g_autofree char *normal = asc_path_normalize (file);

  return asc_source_digests_find ((const AscSourceDigest *) (gpointer) self->digests->data + span->first, span->n, normal, n_digests);
}

gboolean
asc_symbols_can_be_completed (AscSymbols *self)
{
  guint n_objects;

  asc_experiment_get_objects (self->experiment, &n_objects);
  for (guint i = 0; self->is_quick && i < n_objects; i++)
    if (self->objects[i].line_file != NULL)
      return TRUE;
  return FALSE;
}

const AscObjectSymbols *
asc_symbols_get_object (AscSymbols *self, guint32 object)
{
  return &self->objects[object];
}
