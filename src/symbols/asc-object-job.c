/* asc-object-job.c: see asc-object-job.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-object-job.h"

#include <glib/gstdio.h>
#include <string.h>

#include "asc-cfi-elf.h"
#include "asc-demangle.h"
#include "asc-map.h"
#include "asc-perf-map.h"

const AscObject *
asc_object_job_get_object (AscObjectJob *self)
{
  guint n_objects;

  return &asc_experiment_get_objects (self->experiment, &n_objects)[self->object];
}

static const char *
get_shown_name (AscObjectJob *self)
{
  const AscObject *object = asc_object_job_get_object (self);

  return object->name != NULL ? object->name : object->path;
}

void
asc_object_job_set_problem (AscObjectJob *self, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  if (self->report.problem != NULL)
    return;
  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  self->report.problem = g_string_chunk_insert (self->strings, text);
}

static int
compare_frames (gconstpointer a, gconstpointer b)
{
  const AscObjectFrame *x = a, *y = b;

  if (x->known != y->known)
    return x->known ? 1 : -1;
  if (x->address != y->address)
    return x->address < y->address ? -1 : 1;
  return (x->frame > y->frame) - (x->frame < y->frame);
}

/* Only in a program with Ada is foo__bar the Ada name foo.bar. Asked once, when a name looks like it. */
static gboolean
is_ada (AscSymbolTable *table, int *cache)
{
  if (*cache < 0)
    *cache = asc_symbol_table_has_ada (table);
  return *cache != 0;
}

/* Length of @name without the version that linkers append: memcpy@@GLIBC_2.14. */
static gsize
length_without_version (const char *name)
{
  const char *at = name[0] != '\0' ? strchr (name + 1, '@') : NULL;

  return at != NULL && at[1] != '\0' ? (gsize) (at - name) : strlen (name);
}

static void
set_names (AscObjectJob *self, AscFunction *function, const AscSymbol *symbol, AscSymbolTable *table, int *ada)
{
  const char *suffix = symbol->flags & ASC_SYMBOL_PLT ? "@plt" : "";
  gsize length = strlen (symbol->name) - strlen (suffix);
  g_autofree char *bare = g_strndup (symbol->name, *suffix != '\0' ? length : length_without_version (symbol->name));
  g_autofree char *mangled = *suffix != '\0' ? g_strconcat (bare, suffix, NULL) : g_strdup (bare);
  g_autofree char *valid = g_utf8_make_valid (mangled, -1);
  g_autofree char *name = NULL;
  /* perf leaves the parameters out; behind them the suffix would look like a part of the name. */
  AscDemangleFlags flags = symbol->flags & ASC_SYMBOL_PLT ? ASC_DEMANGLE_SHORT : 0;

  if (g_ascii_islower (bare[0]) && strstr (bare, "__") != NULL && is_ada (table, ada))
    flags |= ASC_DEMANGLE_ADA;
  name = asc_demangle (bare, flags);
  function->mangled = g_string_chunk_insert (self->strings, valid);
  function->name = function->mangled;
  if (name != NULL)
    {
      g_autofree char *whole = g_strconcat (name, suffix, NULL);
      function->name = g_string_chunk_insert (self->strings, whole);
    }
}

static guint32
add_function (AscObjectJob *self, const AscFunction *function)
{
  g_array_append_vals (self->functions, function, 1);
  return self->functions->len - 1;
}

static guint32
add_symbol_function (AscObjectJob *self, const AscSymbol *symbol, AscSymbolTable *table, int *ada)
{
  AscFunction function = { .object = self->object, .address = symbol->start, .size = symbol->end - symbol->start };

  set_names (self, &function, symbol, table, ada);
  return add_function (self, &function);
}

/* Code that no symbol holds: gprofng gives it this name too. */
static guint32
add_static_function (AscObjectJob *self, guint64 start, guint64 end)
{
  AscFunction function = { .object = self->object, .address = start, .size = end != G_MAXUINT64 && end > start ? end - start : 0 };
  g_autofree char *name = g_strdup_printf ("<static>@0x%" G_GINT64_MODIFIER "x (<%s>)", start, get_shown_name (self));

  function.name = function.mangled = g_string_chunk_insert (self->strings, name);
  return add_function (self, &function);
}

/* Where the gap before the first symbol starts: the section's start; of the kernel the mapping's. */
static guint64
get_code_start (AscObjectJob *self, AscElf *elf, guint64 address)
{
  const AscObject *object = asc_object_job_get_object (self);

  if (elf != NULL)
    return asc_elf_get_section_start (elf, address);
  return object->start_addr <= address ? object->start_addr : 0;
}

/* A signal's handler returns to the first byte of a trampoline, which nobody called: the byte before is not its own. (glibc's unwind information begins
 * there for that reason: sysdeps/unix/sysv/linux/x86_64/libc_sigaction.c; musl, src/signal/x86_64/restore.s.) */
static void
enter_trampoline (AscObjectJob *self, AscSymbolTable *table, const AscObjectFrame *frame, AscSymbolHit *hit)
{
  guint n_frames;
  const AscFrame *frames = asc_experiment_get_frames (self->experiment, &n_frames);
  const guint64 address = frame->address + 1;
  AscSymbolHit next;

  if (hit->symbol != NULL || hit->gap_end != address || (frames[frame->frame].flags & ASC_FRAME_CALL) == 0)
    return;
  asc_symbol_table_look_up (table, &address, 1, &next);
  if (next.symbol != NULL && (g_str_equal (next.symbol->name, "__restore_rt") || g_str_equal (next.symbol->name, "__restore")))
    *hit = next;
}

void
asc_object_job_name_frames (AscObjectJob *self, AscSymbolTable *table, AscElf *elf)
{
  g_autofree guint64 *addresses = g_new (guint64, self->n_frames + 1);
  g_autofree AscSymbolHit *hits = g_new0 (AscSymbolHit, self->n_frames + 1);
  guint32 unknown = ASC_NONE, gap = ASC_NONE;
  AscMap functions; /* by symbol: one may go on behind another that lies in it */
  int ada = -1;
  guint first = 0;

  asc_map_init (&functions, 256);
  qsort (self->frames, self->n_frames, sizeof *self->frames, compare_frames);
  for (; first < self->n_frames && !self->frames[first].known; first++)
    {
      if (unknown == ASC_NONE)
        unknown = add_static_function (self, 0, G_MAXUINT64);
      self->places[self->frames[first].frame].function = unknown;
    }
  for (guint i = first; i < self->n_frames; i++)
    addresses[i] = self->frames[i].address;
  asc_symbol_table_look_up (table, addresses + first, self->n_frames - first, hits + first);
  for (guint i = first; i < self->n_frames; i++)
    {
      AscSymbolHit *hit = &hits[i];
      guint32 number;

      enter_trampoline (self, table, &self->frames[i], hit);
      if (hit->symbol != NULL)
        {
          gboolean is_new;
          guint32 *slot = asc_map_insert (&functions, (guint64) (guintptr) hit->symbol, &is_new);

          if (is_new)
            *slot = add_symbol_function (self, hit->symbol, table, &ada);
          number = *slot;
          self->report.n_named++;
        }
      else
        {
          guint64 start = hit->gap_start != 0 ? hit->gap_start : get_code_start (self, elf, addresses[i]);

          if (gap == ASC_NONE || g_array_index (self->functions, AscFunction, gap).address != start)
            gap = start == 0 && unknown != ASC_NONE ? unknown : add_static_function (self, start, hit->gap_end);
          number = gap;
        }
      self->places[self->frames[i].frame].function = number;
    }
  asc_map_clear (&functions);
}

void
asc_object_job_name_nothing (AscObjectJob *self)
{
  g_autoptr (AscSymbolTable) none = asc_symbol_table_new (ASC_SYMBOL_ORDER_NAMES);

  asc_object_job_name_frames (self, none, NULL);
}

/* File offsets become addresses of the ELF file. */
static void
translate (AscObjectJob *self, AscElf *elf)
{
  for (guint i = 0; i < self->n_frames; i++)
    {
      AscObjectFrame *frame = &self->frames[i];
      guint64 address;

      frame->known = asc_elf_get_address (elf, frame->address, &address);
      if (!frame->known)
        continue;
      self->elf_addresses[frame->frame] += address - frame->address;
      frame->address = address;
    }
}

static void
report_missing (AscObjectJob *self, const AscFoundFile *found)
{
  const AscObject *object = asc_object_job_get_object (self);
  AscBuildId wanted = asc_build_id_make (object->build_id, object->build_id_size);
  g_autofree char *wanted_hex = asc_build_id_to_hex (&wanted);
  g_autofree char *refused_hex = asc_build_id_to_hex (&found->refused);

  self->report.status = found->is_refused ? ASC_SYMBOLS_MISMATCH : ASC_SYMBOLS_MISSING;
  if (found->is_refused && found->refused.size > 0)
    asc_object_job_set_problem (self, "%s is another build (build-id %s, recorded was %s): give the folder of the recorded one with --symbols", found->path,
                                refused_hex, wanted_hex);
  else if (found->is_refused)
    asc_object_job_set_problem (self, "%s has no build-id, recorded was %s: give the folder of the recorded file with --symbols", found->path, wanted_hex);
  else if (wanted.size > 0)
    asc_object_job_set_problem (self, "no file with build-id %s: give its folder with --symbols", wanted_hex);
  else
    asc_object_job_set_problem (self, "no such file: give its folder with --symbols, or the system's with --sysroot");
  asc_object_job_name_nothing (self);
}

/* Without a build-id nothing else tells that a file is another one than what ran. */
static void
check_age (AscObjectJob *self, const char *path)
{
  const char *recorded = asc_experiment_get_path (self->experiment);
  GStatBuf file;
  GStatBuf recording;

  if (recorded == NULL || asc_object_job_get_object (self)->build_id_size > 0 || g_stat (path, &file) != 0 || g_stat (recorded, &recording) != 0)
    return;
  self->report.is_newer = file.st_mtime > recording.st_mtime;
  if (self->report.is_newer)
    asc_object_job_set_problem (self, "%s is newer than the recording, which has no build-id for it: names and code may be those of another build", path);
}

static void
add_symbols (AscObjectJob *self, AscElf *elf, AscElf *base, const char *path, AscSymbolTable *table)
{
  g_autoptr (GError) error = NULL;

  if (!asc_elf_add_symbols (elf, base, table, &error))
    asc_object_job_set_problem (self, "%s: %s", path, error->message);
}

/* Names by the found file, its debug file and its packed symbols. */
static void
name_by_elf (AscObjectJob *self, AscFoundFile *found)
{
  g_autoptr (AscSymbolTable) table = asc_symbol_table_new (ASC_SYMBOL_ORDER_NAMES);
  g_auto (AscFoundFile) debug = asc_symbol_finder_find_debug (self->finder, found->elf, found->path);
  AscElf *elf = g_steal_pointer (&found->elf);
  gboolean is_full = asc_elf_has_symtab (elf);
  AscSymbolsOrigin origin = is_full ? asc_elf_has_code (elf) ? ASC_ORIGIN_SYMTAB : ASC_ORIGIN_DEBUG_FILE : ASC_ORIGIN_DYNSYM;
  AscDwarfOptions options;

  self->report.file = g_string_chunk_insert (self->strings, found->path);
  check_age (self, found->path);
  if (!asc_elf_has_code (elf))
    self->report.debug_file = self->report.file;
  translate (self, elf);
  self->report.has_cfi = asc_elf_has_cfi (elf) || (debug.elf != NULL && asc_elf_has_cfi (debug.elf));
  if (debug.elf != NULL)
    {
      if (!is_full)
        origin = ASC_ORIGIN_DEBUG_FILE;
      is_full = TRUE;
      self->report.debug_file = g_string_chunk_insert (self->strings, debug.path);
      add_symbols (self, g_steal_pointer (&debug.elf), elf, debug.path, table);
    }
  else if (!is_full)
    {
      g_autoptr (GError) error = NULL;
      AscElf *mini = asc_elf_open_minidebug (elf, &error);

      if (error != NULL)
        asc_object_job_set_problem (self, "%s: %s", found->path, error->message);
      is_full = mini != NULL;
      if (mini != NULL)
        {
          origin = ASC_ORIGIN_MINIDEBUG;
          add_symbols (self, mini, elf, found->path, table);
        }
      else if (asc_elf_has_go_functions (elf))
        {
          is_full = TRUE;
          origin = ASC_ORIGIN_GO;
        }
    }
  add_symbols (self, elf, NULL, found->path, table);
  self->report.status = asc_symbol_table_get_size (table) == 0 ? ASC_SYMBOLS_NONE : is_full ? ASC_SYMBOLS_FULL : ASC_SYMBOLS_EXPORTED;
  self->report.origin = self->report.status == ASC_SYMBOLS_NONE ? ASC_ORIGIN_NOTHING : origin;
  if (self->report.status == ASC_SYMBOLS_NONE)
    asc_object_job_set_problem (self, "%s is stripped: install its debug symbols or give their folder with --symbols", found->path);
  else if (self->report.status == ASC_SYMBOLS_EXPORTED)
    asc_object_job_set_problem (self, "%s has exported symbols only: install its debug symbols or give their folder with --symbols", found->path);
  asc_object_job_name_frames (self, table, elf);
  options = asc_symbol_finder_get_dwarf_options (self->finder, self->n_threads);
  asc_object_job_add_lines (self, found->path, self->report.debug_file, &options);
}

static void
run_file (AscObjectJob *self)
{
  g_auto (AscFoundFile) found = asc_symbol_finder_find_file (self->finder, asc_object_job_get_object (self));

  if (found.elf != NULL)
    name_by_elf (self, &found);
  else
    report_missing (self, &found);
}

static void
run_vdso (AscObjectJob *self)
{
  g_auto (AscFoundFile) found = asc_symbol_finder_find_vdso (self->finder, asc_object_job_get_object (self));

  if (found.elf != NULL)
    name_by_elf (self, &found);
  else
    {
      asc_object_job_set_problem (self, "the vDSO of the recorded kernel is not here: record with `perf buildid-cache`, or give a copy with --symbols");
      report_missing (self, &found);
    }
}

static void
run_jit (AscObjectJob *self)
{
  const AscObject *object = asc_object_job_get_object (self);
  g_autofree char *path = asc_symbol_finder_find_perf_map (self->finder, object->pid);
  g_autoptr (AscSymbolTable) table = asc_symbol_table_new (ASC_SYMBOL_ORDER_LATEST_WINS);
  g_autoptr (GError) error = NULL;
  guint n_bad = 0;

  self->report.status = ASC_SYMBOLS_MISSING;
  if (path == NULL)
    asc_object_job_set_problem (self, "no perf-%d.map: have the program write it to /tmp (node --perf-basic-prof, perf-map-agent), or give its folder with --symbols",
                                object->pid);
  else if (!asc_perf_map_read (path, table, &n_bad, &error))
    asc_object_job_set_problem (self, "%s: %s", path, error->message);
  else
    {
      self->report.file = g_string_chunk_insert (self->strings, path);
      self->report.status = asc_symbol_table_get_size (table) > 0 ? ASC_SYMBOLS_FULL : ASC_SYMBOLS_NONE;
      self->report.origin = self->report.status == ASC_SYMBOLS_FULL ? ASC_ORIGIN_PERF_MAP : ASC_ORIGIN_NOTHING;
      if (n_bad > 0)
        asc_object_job_set_problem (self, "%s: %u lines are not START SIZE NAME", path, n_bad);
    }
  asc_object_job_name_frames (self, table, NULL);
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  const AscRecordedLine *x = *(const AscRecordedLine *const *) a, *y = *(const AscRecordedLine *const *) b;

  return (x->address > y->address) - (x->address < y->address);
}

/* The recording's lines of this object, ascending. Returns: (transfer full) */
static GPtrArray *
list_recorded_lines (AscObjectJob *self)
{
  GPtrArray *list = g_ptr_array_new ();
  guint n_lines;
  const AscRecordedLine *lines = asc_experiment_get_recorded_lines (self->experiment, &n_lines);

  for (guint i = 0; i < n_lines; i++)
    if (lines[i].object == self->object)
      g_ptr_array_add (list, (gpointer) &lines[i]);
  g_ptr_array_sort (list, compare_lines);
  return list;
}

/* Frames ascend, and so do the lines: each has the last one at or before it in its function. */
static void
add_recorded_lines (AscObjectJob *self)
{
  g_autoptr (GPtrArray) lines = list_recorded_lines (self);
  guint next = 0;

  for (guint i = 0; i < self->n_frames; i++)
    {
      AscPlace *place = &self->places[self->frames[i].frame];
      AscFunction *function = &g_array_index (self->functions, AscFunction, place->function);
      const AscRecordedLine *line;

      while (next < lines->len && ((const AscRecordedLine *) g_ptr_array_index (lines, next))->address <= self->frames[i].address)
        next++;
      line = next > 0 ? g_ptr_array_index (lines, next - 1) : NULL;
      if (line == NULL || line->address < function->address)
        continue;
      place->file = line->file;
      place->line = line->line;
    }
}

static void
run_recorded (AscObjectJob *self)
{
  const AscObject *object = asc_object_job_get_object (self);
  g_autoptr (AscSymbolTable) table = asc_symbol_table_new (ASC_SYMBOL_ORDER_LATEST_WINS);
  g_autofree char *path = NULL;
  guint n_symbols;
  const AscRecordedSymbol *symbols = asc_experiment_get_recorded_symbols (self->experiment, &n_symbols);

  for (guint i = 0; i < n_symbols; i++)
    {
      guint64 end = symbols[i].size < G_MAXUINT64 - symbols[i].address ? symbols[i].address + symbols[i].size : G_MAXUINT64;

      if (symbols[i].object == self->object && end > symbols[i].address)
        asc_symbol_table_add (table, &(AscSymbol){ .start = symbols[i].address, .end = end, .name = symbols[i].name });
    }
  if (object->kind == ASC_OBJECT_JITDUMP)
    path = asc_symbol_finder_find_jitdump (self->finder, object->path, object->pid);
  self->report.file = path != NULL ? g_string_chunk_insert (self->strings, path) : NULL;
  self->report.status = ASC_SYMBOLS_NOT_NEEDED;
  self->report.origin = object->kind == ASC_OBJECT_JITDUMP ? ASC_ORIGIN_JITDUMP : ASC_ORIGIN_RECORDING;
  asc_object_job_name_frames (self, table, NULL);
  add_recorded_lines (self);
}

void
asc_object_job_run (AscObjectJob *self)
{
  switch (asc_object_job_get_object (self)->kind)
    {
    case ASC_OBJECT_FILE:
      run_file (self);
      break;
    case ASC_OBJECT_VDSO:
      run_vdso (self);
      break;
    case ASC_OBJECT_JIT:
      run_jit (self);
      break;
    case ASC_OBJECT_RECORDED:
    case ASC_OBJECT_JITDUMP:
      run_recorded (self);
      break;
    case ASC_OBJECT_KERNEL:
    case ASC_OBJECT_MODULE:
    case ASC_OBJECT_NAMES:
    case ASC_OBJECT_UNKNOWN:
      g_assert_not_reached ();
    }
}
