/* asc-kernel-job.c: see asc-kernel-job.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-kernel-job.h"

#include <string.h>

#include "asc-kallsyms.h"
#include "asc-kernel-files.h"
#include "asc-live.h"

#define LIVE_KALLSYMS "/proc/kallsyms"

/* The kernel as recorded, and the list that fits it. */
typedef struct
{
  const AscObject *kernel; /* NULL: not in the recording */
  AscBuildId build_id;
  AscKallsymsQuery query;
  AscKallsyms *kallsyms; /* NULL: none fits */
  char *path;
  AscSymbolsStatus status; /* when none fits */
  GString *problem;
} Kernel;

static void
set_problem (Kernel *self, AscSymbolsStatus status, const char *format, ...) G_GNUC_PRINTF (3, 4);

static void
set_problem (Kernel *self, AscSymbolsStatus status, const char *format, ...)
{
  va_list args;

  self->status = status;
  va_start (args, format);
  g_string_vprintf (self->problem, format, args);
  va_end (args);
}

/* The list was good for @job. */
static void
report_list (Kernel *self, AscObjectJob *job)
{
  job->report.status = ASC_SYMBOLS_FULL;
  job->report.origin = g_str_equal (self->path, LIVE_KALLSYMS) ? ASC_ORIGIN_KALLSYMS_LIVE : ASC_ORIGIN_KALLSYMS;
  job->report.file = g_string_chunk_insert (job->strings, self->path);
  job->report.bias = (guint64) asc_kallsyms_get_shift (self->kallsyms);
}

static gboolean
is_guest (const AscObject *object)
{
  return g_str_has_prefix (object->path, "[guest") || (object->name != NULL && g_str_has_prefix (object->name, "[guest"));
}

static const AscObject *
find_kernel (AscObjectJob *job)
{
  guint n_objects;
  const AscObject *objects = asc_experiment_get_objects (job->experiment, &n_objects);

  for (guint i = 0; i < n_objects; i++)
    if (objects[i].kind == ASC_OBJECT_KERNEL && !is_guest (&objects[i]))
      return &objects[i];
  return NULL;
}

/* The highest address asked for, when only the kernel itself is: the modules' symbols stand at the end of the list. */
static guint64
find_last_address (AscObjectJob **jobs, guint n_jobs)
{
  guint64 last = 0;

  for (guint i = 0; i < n_jobs; i++)
    {
      if (asc_object_job_get_object (jobs[i])->kind != ASC_OBJECT_KERNEL)
        return G_MAXUINT64;
      for (guint j = 0; j < jobs[i]->n_frames; j++)
        last = MAX (last, jobs[i]->frames[j].address);
    }
  return last;
}

/* Opens a list that may be used: the addresses in it must be real ones. */
static gboolean
take_list (Kernel *self, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AscKallsyms) list = asc_kallsyms_open (path, &self->query, &error);

  if (list == NULL)
    set_problem (self, ASC_SYMBOLS_MISSING, "%s: %s", path, error->message);
  else if (asc_kallsyms_is_hidden (list))
    set_problem (self, ASC_SYMBOLS_NONE, "%s hides the addresses: run `sysctl kernel.kptr_restrict=0` as root, or record as root", path);
  else
    {
      self->kallsyms = g_steal_pointer (&list);
      self->path = g_strdup (path);
      return TRUE;
    }
  return FALSE;
}

/* The running kernel's list. The kernel's own part is kept for the next time: modules come and go, and are read anew. */
static gboolean
take_live_list (Kernel *self)
{
  g_autofree char *kept = NULL;
  gboolean with_modules = self->query.last_addr == G_MAXUINT64;

  if (!with_modules && (kept = asc_kallsyms_cache_find ()) != NULL && take_list (self, kept))
    {
      g_free (self->path);
      self->path = g_strdup (LIVE_KALLSYMS);
      return TRUE;
    }
  self->query.last_addr = G_MAXUINT64;
  if (!take_list (self, LIVE_KALLSYMS))
    return FALSE;
  if (!with_modules)
    asc_kallsyms_cache_save (self->kallsyms);
  return TRUE;
}

/* The running kernel is the recorded one when the build-ids are equal; without one, when its reloc symbol lies where it lay. */
static gboolean
take_live (Kernel *self)
{
  AscBuildId running = { 0 };
  g_autofree char *running_hex = NULL;
  g_autofree char *wanted_hex = NULL;

  if (self->build_id.size > 0)
    {
      if (asc_live_get_kernel_build_id (&running) && asc_build_id_equal (&running, &self->build_id))
        return take_live_list (self);
      running_hex = asc_build_id_to_hex (&running);
      wanted_hex = asc_build_id_to_hex (&self->build_id);
      set_problem (self, ASC_SYMBOLS_MISMATCH,
                   "the running kernel is another build (build-id %s, recorded was %s): give [kernel.kallsyms]/BUILD-ID/kallsyms of the recorded one with --symbols",
                   running.size > 0 ? running_hex : "unknown", wanted_hex);
      return FALSE;
    }
  if (self->query.reloc_symbol == NULL || self->query.reloc_addr == 0)
    {
      set_problem (self, ASC_SYMBOLS_MISSING, "the recording does not tell which kernel ran: give a copy of its kallsyms with --symbols");
      return FALSE;
    }
  if (!take_live_list (self))
    return FALSE;
  if (asc_kallsyms_has_reloc (self->kallsyms) && asc_kallsyms_get_shift (self->kallsyms) == 0)
    return TRUE;
  g_clear_pointer (&self->kallsyms, asc_kallsyms_free);
  g_clear_pointer (&self->path, g_free);
  set_problem (self, ASC_SYMBOLS_MISMATCH, "the running kernel has %s elsewhere than the recorded one: give a copy of its kallsyms with --symbols",
               self->query.reloc_symbol);
  return FALSE;
}

static void
find_list (Kernel *self, AscSymbolFinder *finder)
{
  g_autofree char *given = asc_symbol_finder_find_given_kallsyms (finder, &self->build_id);
  g_autofree char *cached = NULL;

  set_problem (self, ASC_SYMBOLS_MISSING, "no kernel symbols: give [kernel.kallsyms]/BUILD-ID/kallsyms of the recorded kernel with --symbols");
  if (given != NULL && take_list (self, given))
    return;
  if (asc_symbol_finder_may_use_live (finder) && take_live (self))
    return;
  cached = asc_symbol_finder_find_cached_kallsyms (finder, &self->build_id);
  if (cached != NULL)
    take_list (self, cached);
}

/* "[nf_nat]" is nf_nat in kallsyms; file names may have dashes for its underscores. Returns: (transfer full) */
static char *
dup_module_name (const AscObject *object)
{
  const char *shown = object->name != NULL ? object->name : object->path;
  gsize length = strlen (shown);
  char *name = shown[0] == '[' && length > 2 ? g_strndup (shown + 1, length - 2) : g_strdup (shown);

  return g_strdelimit (name, "-", '_');
}

/* A module is loaded anew at another place after each start of the system: its symbols must lie where it was mapped. */
static gboolean
lies_within (AscSymbolTable *table, const AscObject *object)
{
  guint64 address = object->start_addr;
  AscSymbolHit hit;

  if (object->end_addr <= object->start_addr)
    return TRUE;
  asc_symbol_table_look_up (table, &address, 1, &hit);
  return hit.symbol != NULL || hit.gap_end < object->end_addr;
}

/* Whether most frames are in functions that begin alike in both: a file's sections may lie otherwise than they are thought to. */
static gboolean
agree (const AscObjectJob *job, AscSymbolTable *file, AscSymbolTable *list)
{
  guint n_same = 0, n_other = 0;

  for (guint i = 0; i < job->n_frames; i++)
    {
      AscSymbolHit x, y;

      asc_symbol_table_look_up (file, &job->frames[i].address, 1, &x);
      asc_symbol_table_look_up (list, &job->frames[i].address, 1, &y);
      if (x.symbol != NULL && y.symbol != NULL)
        x.symbol->start == y.symbol->start ? n_same++ : n_other++;
    }
  return n_same >= n_other;
}

static void
shift_frames (AscObjectJob *job, guint64 by)
{
  for (guint i = 0; i < job->n_frames; i++)
    job->frames[i].address += by;
}

/* Names and lines by a file whose addresses lie @bias lower than those in memory. @debug_path: (nullable): with its debugging information. @list: (nullable): what kallsyms says.
 * Returns: FALSE, with nothing done, when it has no symbols, or they lie elsewhere. */
static gboolean
name_by_file (AscObjectJob *job, AscFoundFile *found, const char *debug_path, guint64 bias, AscSymbolTable *list)
{
  g_autoptr (AscSymbolTable) table = asc_symbol_table_new (ASC_SYMBOL_ORDER_NAMES);
  AscDwarfOptions options = asc_symbol_finder_get_dwarf_options (job->finder, job->n_threads);

  asc_elf_move (found->elf, bias);
  asc_elf_add_symbols (g_steal_pointer (&found->elf), NULL, table, NULL);
  if (asc_symbol_table_get_size (table) == 0 || (list != NULL && !agree (job, table, list)))
    return FALSE;
  job->report.status = ASC_SYMBOLS_FULL;
  job->report.origin = ASC_ORIGIN_KERNEL_FILE;
  job->report.file = g_string_chunk_insert (job->strings, found->path);
  job->report.debug_file = debug_path != NULL ? g_string_chunk_insert (job->strings, debug_path) : NULL;
  job->report.bias = bias;
  asc_object_job_name_frames (job, table, NULL);
  shift_frames (job, -bias);
  asc_object_job_add_lines (job, found->path, debug_path, &options);
  shift_frames (job, bias);
  return TRUE;
}

/* A module's own file, by build-id: it counts from where it was mapped. */
static gboolean
name_by_module_file (AscObjectJob *job, AscSymbolTable *list)
{
  const AscObject *object = asc_object_job_get_object (job);
  g_auto (AscFoundFile) found = { 0 };
  g_auto (AscFoundFile) debug = { 0 };

  if (object->build_id_size == 0 || object->start_addr == 0)
    return FALSE;
  found = asc_kernel_files_find_module (job->finder, object, asc_experiment_get_info (job->experiment, "os-release"));
  if (found.elf == NULL || !asc_elf_is_relocatable (found.elf))
    return FALSE;
  debug = asc_kernel_files_find_module_debug (job->finder, found.elf, found.path);
  return name_by_file (job, &found, debug.elf != NULL ? debug.path : NULL, object->start_addr, list);
}

/* What is added to addresses of vmlinux: the kernel may have put itself anywhere. */
static gboolean
find_bias (Kernel *self, AscElf *vmlinux, guint64 *bias)
{
  static const char *const starts[] = { "_text", "_stext" };
  guint64 linked, address;

  if (self->query.reloc_symbol != NULL && asc_elf_find_symbol (vmlinux, self->query.reloc_symbol, &linked))
    {
      *bias = self->query.reloc_addr - linked;
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    if (asc_elf_find_symbol (vmlinux, starts[i], &linked)
        && ((self->kallsyms != NULL && asc_kallsyms_find (self->kallsyms, starts[i], &address)) || (address = self->kernel->start_addr) == linked))
      {
        *bias = address - linked;
        return TRUE;
      }
  return FALSE;
}

static gboolean
name_by_vmlinux (AscObjectJob *job, Kernel *kernel, AscSymbolTable *list)
{
  g_auto (AscFoundFile) found = asc_kernel_files_find_kernel (job->finder, &kernel->build_id, asc_experiment_get_info (job->experiment, "os-release"));
  guint64 bias;

  return found.elf != NULL && find_bias (kernel, found.elf, &bias) && name_by_file (job, &found, NULL, bias, list);
}

static void
name_module (AscObjectJob *job, Kernel *kernel, AscSymbolTable *table)
{
  const AscObject *object = asc_object_job_get_object (job);
  g_autofree char *module = dup_module_name (object);

  asc_kallsyms_add (kernel->kallsyms, module, table);
  if (asc_symbol_table_get_size (table) > 0 && asc_kallsyms_get_shift (kernel->kallsyms) == 0 && lies_within (table, object))
    {
      if (name_by_module_file (job, table))
        return;
      report_list (kernel, job);
      asc_object_job_name_frames (job, table, NULL);
      return;
    }
  if (name_by_module_file (job, NULL))
    return;
  job->report.status = asc_symbol_table_get_size (table) > 0 ? ASC_SYMBOLS_MISMATCH : ASC_SYMBOLS_MISSING;
  asc_object_job_set_problem (job, "the module %s is not loaded where it was in %s: give its file with --symbols", module, kernel->path);
  asc_object_job_name_nothing (job);
}

static void
run_one (AscObjectJob *job, Kernel *kernel)
{
  const AscObject *object = asc_object_job_get_object (job);
  g_autoptr (AscSymbolTable) table = asc_symbol_table_new (ASC_SYMBOL_ORDER_LAST);

  if (is_guest (object))
    {
      job->report.status = ASC_SYMBOLS_MISSING;
      asc_object_job_set_problem (job, "symbols of a guest's kernel are not looked for");
      asc_object_job_name_nothing (job);
    }
  else if (kernel->kallsyms == NULL && object->kind == ASC_OBJECT_MODULE && name_by_module_file (job, NULL))
    return;
  else if (kernel->kallsyms == NULL && object->kind == ASC_OBJECT_KERNEL && name_by_vmlinux (job, kernel, NULL))
    return;
  else if (kernel->kallsyms == NULL)
    {
      job->report.status = kernel->status;
      asc_object_job_set_problem (job, "%s", kernel->problem->str);
      asc_object_job_name_nothing (job);
    }
  else if (object->kind == ASC_OBJECT_MODULE)
    name_module (job, kernel, table);
  else
    {
      asc_kallsyms_add (kernel->kallsyms, NULL, table);
      if (name_by_vmlinux (job, kernel, table))
        return;
      report_list (kernel, job);
      asc_object_job_name_frames (job, table, NULL);
    }
}

void
asc_kernel_job_run (AscObjectJob **jobs, guint n_jobs)
{
  Kernel kernel = { .problem = g_string_new (NULL) };

  if (n_jobs == 0)
    {
      g_string_free (kernel.problem, TRUE);
      return;
    }
  kernel.kernel = find_kernel (jobs[0]);
  if (kernel.kernel != NULL)
    {
      kernel.build_id = asc_build_id_make (kernel.kernel->build_id, kernel.kernel->build_id_size);
      kernel.query.reloc_symbol = kernel.kernel->reloc_symbol;
      kernel.query.reloc_addr = kernel.kernel->reloc_addr;
    }
  /* A reloc symbol without an address tells nothing. */
  if (kernel.query.reloc_addr == 0)
    kernel.query.reloc_symbol = NULL;
  kernel.query.last_addr = find_last_address (jobs, n_jobs);
  find_list (&kernel, jobs[0]->finder);
  for (guint i = 0; i < n_jobs; i++)
    run_one (jobs[i], &kernel);
  g_clear_pointer (&kernel.kallsyms, asc_kallsyms_free);
  g_free (kernel.path);
  g_string_free (kernel.problem, TRUE);
}
