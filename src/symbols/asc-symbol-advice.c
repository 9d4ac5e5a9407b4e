/* asc-symbol-advice.c: see asc-symbol-advice.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-symbol-advice.h"

#include <string.h>

#include "asc-debuginfod.h"
#include "asc-packages.h"

/* One in so many events ends in an object whose package is looked for. */
#define NOTICEABLE 200

typedef struct
{
  AscExperiment *experiment;
  AscSymbolFinder *finder;
  const char *packages;
  const AscObject *recorded; /* n_objects entries */
  AscObjectSymbols *objects; /* n_objects entries */
  guint n_objects;
  gboolean can_download; /* servers could be asked, and are not */
  GStringChunk *strings;
} Advice;

static void
advise (Advice *self, guint object, AscAdviceKind kind, const char *argument)
{
  self->objects[object].advice = (AscAdvice){ kind, argument != NULL ? g_string_chunk_insert_const (self->strings, argument) : NULL };
}

/* Files that a system's packages bring, and its servers know. */
static gboolean
is_of_system (const char *path)
{
  static const char *const folders[] = { "/usr/", "/lib", "/bin/", "/sbin/" };

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    if (g_str_has_prefix (path, folders[i]))
      return !g_str_has_prefix (path, "/usr/local/");
  return FALSE;
}

static void
advise_on_kernel (Advice *self, guint object)
{
  const AscObject *recorded = &self->recorded[object];
  const AscObjectSymbols *found = &self->objects[object];
  const char *release = asc_experiment_get_info (self->experiment, "os-release");
  g_autofree char *image = release != NULL ? g_strconcat ("linux-image-", release, NULL) : NULL;

  if (found->status == ASC_SYMBOLS_NONE)
    advise (self, object, ASC_ADVICE_RESTRICTED, NULL);
  else if (found->status != ASC_SYMBOLS_FULL && recorded->kind == ASC_OBJECT_MODULE)
    advise (self, object, ASC_ADVICE_FILE, recorded->path);
  else if (found->status != ASC_SYMBOLS_FULL)
    advise (self, object, ASC_ADVICE_KALLSYMS, NULL);
  else if (found->line_file == NULL && image != NULL && asc_symbol_finder_may_use_live (self->finder) && asc_packages_has (self->packages, image))
    {
      g_autofree char *package = asc_packages_dup_debug (image);

      advise (self, object, ASC_ADVICE_INSTALL, package);
    }
  else if (found->line_file == NULL)
    advise (self, object, ASC_ADVICE_VMLINUX, recorded->name != NULL ? recorded->name : recorded->path);
}

/* Whether the recorded file is what this system has there; it may have been read from perf's cache all the same, where `perf record` puts a copy. */
static gboolean
is_installed (Advice *self, const AscObject *recorded, const AscObjectSymbols *found)
{
  AscBuildId wanted = asc_build_id_make (recorded->build_id, recorded->build_id_size);
  g_autoptr (AscElf) elf = NULL;

  if (!asc_symbol_finder_may_use_live (self->finder) || asc_symbol_finder_get_sysroot (self->finder) != NULL)
    return FALSE;
  if (g_str_equal (found->file, recorded->path))
    return TRUE;
  elf = wanted.size > 0 ? asc_elf_open (recorded->path, NULL) : NULL;
  return elf != NULL && asc_build_id_equal (&wanted, asc_elf_get_build_id (elf));
}

static void
advise_on_file (Advice *self, guint object)
{
  const AscObject *recorded = &self->recorded[object];
  const AscObjectSymbols *found = &self->objects[object];

  switch (found->status)
    {
    case ASC_SYMBOLS_MISSING:
      if (recorded->build_id_size == 0)
        advise (self, object, ASC_ADVICE_SYSROOT, recorded->path);
      else if (self->can_download && is_of_system (recorded->path))
        advise (self, object, ASC_ADVICE_DEBUGINFOD, recorded->path);
      else
        advise (self, object, ASC_ADVICE_FILE, recorded->path);
      break;
    case ASC_SYMBOLS_MISMATCH:
      advise (self, object, ASC_ADVICE_FILE, recorded->path);
      break;
    case ASC_SYMBOLS_FULL:
    case ASC_SYMBOLS_EXPORTED:
    case ASC_SYMBOLS_NONE:
      if (found->status == ASC_SYMBOLS_FULL && found->line_file != NULL)
        break;
      if (!is_of_system (recorded->path))
        advise (self, object, ASC_ADVICE_BUILD, recorded->path);
      else if (is_installed (self, recorded, found))
        advise (self, object, ASC_ADVICE_INSTALL, NULL);
      else if (self->can_download && recorded->build_id_size > 0)
        advise (self, object, ASC_ADVICE_DEBUGINFOD, recorded->path);
      else
        advise (self, object, ASC_ADVICE_DEBUG_FILE, recorded->path);
      break;
    case ASC_SYMBOLS_NOT_NEEDED:
    default:
      break;
    }
}

static void
advise_on (Advice *self, guint object)
{
  const AscObjectSymbols *found = &self->objects[object];
  const AscObject *recorded = &self->recorded[object];
  g_autofree char *map = NULL;

  if (found->n_frames == 0)
    return;
  switch (recorded->kind)
    {
    case ASC_OBJECT_FILE:
      advise_on_file (self, object);
      break;
    case ASC_OBJECT_KERNEL:
    case ASC_OBJECT_MODULE:
      if (found->status != ASC_SYMBOLS_NOT_NEEDED && !g_str_has_prefix (recorded->path, "[guest"))
        advise_on_kernel (self, object);
      break;
    case ASC_OBJECT_VDSO:
      if (found->status == ASC_SYMBOLS_MISSING || found->status == ASC_SYMBOLS_MISMATCH)
        advise (self, object, ASC_ADVICE_FILE, recorded->path);
      break;
    case ASC_OBJECT_JIT:
      map = g_strdup_printf ("/tmp/perf-%d.map", recorded->pid);
      if (found->status == ASC_SYMBOLS_MISSING || found->status == ASC_SYMBOLS_NONE)
        advise (self, object, ASC_ADVICE_PERF_MAP, map);
      break;
    case ASC_OBJECT_RECORDED:
    case ASC_OBJECT_JITDUMP:
    case ASC_OBJECT_NAMES:
    case ASC_OBJECT_UNKNOWN:
      break;
    }
}

/* How many events end in each object. Returns: (transfer full) */
static gint64 *
count_leaves (Advice *self)
{
  const AscEvents *events = asc_experiment_get_events (self->experiment);
  const AscStacks *stacks = asc_experiment_get_stacks (self->experiment);
  guint n_frames;
  const AscFrame *frames = asc_experiment_get_frames (self->experiment, &n_frames);
  gint64 *n = g_new0 (gint64, self->n_objects + 1);

  for (guint i = 0; i < events->n_events; i++)
    {
      guint32 object = events->stack[i] != ASC_NONE ? frames[stacks->frame[events->stack[i]]].object : ASC_NONE;

      if (object < self->n_objects)
        n[object]++;
    }
  return n;
}

/* The packages of the files that take a noticeable part. A file that no package owns was put there by hand. */
static void
name_packages (Advice *self)
{
  g_autofree gint64 *n_leaves = NULL;
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  g_autoptr (GArray) asked = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GHashTable) owners = NULL;
  gint64 n_events = asc_experiment_get_events (self->experiment)->n_events;

  for (guint i = 0; i < self->n_objects; i++)
    {
      const AscAdvice *advice = &self->objects[i].advice;

      if (advice->kind != ASC_ADVICE_INSTALL || advice->argument != NULL)
        continue;
      if (n_leaves == NULL)
        n_leaves = count_leaves (self);
      if (n_leaves[i] < MAX (1, n_events / NOTICEABLE))
        continue;
      g_array_append_val (asked, i);
      g_ptr_array_add (paths, (gpointer) self->recorded[i].path);
    }
  owners = asc_packages_find (self->packages, (const char *const *) paths->pdata, paths->len);
  for (guint i = 0; i < asked->len; i++)
    {
      guint object = g_array_index (asked, guint, i);
      const char *owner = g_hash_table_lookup (owners, self->recorded[object].path);
      g_autofree char *package = owner != NULL ? asc_packages_dup_debug (owner) : NULL;

      if (package != NULL)
        advise (self, object, ASC_ADVICE_INSTALL, package);
      else if (self->can_download && self->recorded[object].build_id_size > 0)
        advise (self, object, ASC_ADVICE_DEBUGINFOD, self->recorded[object].path);
    }
}

GStringChunk *
asc_symbol_advice_add (AscExperiment *experiment, AscSymbolFinder *finder, AscObjectSymbols *objects, const char *packages)
{
  Advice self = { .experiment = experiment, .finder = finder, .objects = objects, .packages = packages, .strings = g_string_chunk_new (256) };

  self.recorded = asc_experiment_get_objects (experiment, &self.n_objects);
  self.can_download = !asc_symbol_finder_asks_servers (finder) && asc_debuginfod_is_usable (NULL);
  for (guint i = 0; i < self.n_objects; i++)
    advise_on (&self, i);
  name_packages (&self);
  return self.strings;
}
