/* asc-object-lines.c: lines and inlined functions for the frames of one load object
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-object-job.h"

#include <string.h>

#include "asc-dwarf.h"
#include "asc-path.h"

typedef struct
{
  AscObjectJob *job;
  AscDwarfResult *result;
  const AscDwarfFunction *functions; /* DWARF's */
  guint n_functions;
  guint n_symbols;    /* the job's functions before any inlined ones were added */
  guint32 *by_symbol; /* by DWARF function: the job's function that is the same by its symbol, or NONE */
  guint32 *inlined;   /* by DWARF function: the job's function made for it, or NONE */
} Lines;

/* Distinct addresses; frames ascend, those without one come first. @indices: (out): by frame, its address's place in
 * the list. */
static GArray *
list_addresses (AscObjectJob *self, guint32 *indices)
{
  GArray *addresses = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint i = 0; i < self->n_frames; i++)
    {
      const AscObjectFrame *frame = &self->frames[i];

      indices[i] = ASC_NONE;
      if (!frame->known)
        continue;
      if (addresses->len == 0 || g_array_index (addresses, guint64, addresses->len - 1) != frame->address)
        g_array_append_val (addresses, frame->address);
      indices[i] = addresses->len - 1;
    }
  return addresses;
}

static const char *
dup_file (Lines *lines, const char *file)
{
  return file != NULL ? g_string_chunk_insert_const (lines->job->strings, file) : NULL;
}

/* The symbol decides which function the outermost one is: DWARF gives it the place of its definition, and where it is
 * inlined elsewhere its identity. */
static void
join_outermost (Lines *lines, guint32 symbol, guint32 dwarf)
{
  AscFunction *function = &g_array_index (lines->job->functions, AscFunction, symbol);
  const AscDwarfFunction *definition = &lines->functions[dwarf];

  if (function->file == NULL)
    {
      function->file = dup_file (lines, definition->file);
      function->line = definition->line;
    }
  if (lines->by_symbol[dwarf] == ASC_NONE && g_str_equal (function->mangled, definition->mangled))
    lines->by_symbol[dwarf] = symbol;
}

static guint32
get_inlined (Lines *lines, guint32 dwarf)
{
  const AscDwarfFunction *found = &lines->functions[dwarf];
  GStringChunk *strings = lines->job->strings;
  AscFunction function = { .object = lines->job->object, .line = found->line };

  if (lines->by_symbol[dwarf] != ASC_NONE)
    return lines->by_symbol[dwarf];
  if (lines->inlined[dwarf] == ASC_NONE)
    {
      function.mangled = g_string_chunk_insert_const (strings, found->mangled);
      function.name = g_string_chunk_insert_const (strings, found->name);
      function.file = dup_file (lines, found->file);
      lines->inlined[dwarf] = lines->job->functions->len;
      g_array_append_val (lines->job->functions, function);
    }
  return lines->inlined[dwarf];
}

static void
join_frame (Lines *lines, const AscObjectFrame *frame, guint32 address)
{
  AscPlace *outer = &lines->job->places[frame->frame];
  guint n;
  const AscDwarfPlace *chain = asc_dwarf_result_get_chain (lines->result, address, &n);

  if (n > 0 && chain[n - 1].function != ASC_DWARF_NONE)
    join_outermost (lines, outer->function, chain[n - 1].function);
}

static void
expand_frame (Lines *lines, AscObjectFrame *frame, guint32 address)
{
  AscObjectJob *job = lines->job;
  AscPlace *outer = &job->places[frame->frame];
  guint n;
  const AscDwarfPlace *chain = asc_dwarf_result_get_chain (lines->result, address, &n);
  /* Without inlined functions the whole is one, at the line that the code is of. */
  const AscDwarfPlace *own = n == 0 ? NULL : job->no_inline ? &chain[0] : &chain[n - 1];

  if (own == NULL)
    return;
  outer->file = dup_file (lines, own->file);
  outer->line = own->line;
  if (n == 1 || job->no_inline)
    return;
  frame->first_place = job->chains->len;
  frame->n_places = n;
  for (guint i = 0; i + 1 < n; i++)
    {
      AscPlace place = { get_inlined (lines, chain[i].function), dup_file (lines, chain[i].file), chain[i].line };
      g_array_append_val (job->chains, place);
    }
  g_array_append_vals (job->chains, outer, 1);
}

static void
expand (Lines *lines, const guint32 *indices)
{
  AscObjectJob *job = lines->job;

  lines->functions = asc_dwarf_result_get_functions (lines->result, &lines->n_functions);
  lines->by_symbol = g_new (guint32, lines->n_functions + 1);
  lines->inlined = g_new (guint32, lines->n_functions + 1);
  memset (lines->by_symbol, 0xff, sizeof (guint32) * lines->n_functions);
  memset (lines->inlined, 0xff, sizeof (guint32) * lines->n_functions);
  for (guint i = 0; i < job->n_frames; i++)
    if (indices[i] != ASC_NONE)
      join_frame (lines, &job->frames[i], indices[i]);
  for (guint i = 0; i < job->n_frames; i++)
    if (indices[i] != ASC_NONE)
      expand_frame (lines, &job->frames[i], indices[i]);
  g_free (lines->by_symbol);
  g_free (lines->inlined);
}

/* Two spellings of a file are one. */
static void
add_digests (Lines *lines)
{
  guint n;
  const AscSourceDigest *digests = asc_dwarf_result_get_digests (lines->result, &n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *normal = asc_path_normalize (digests[i].file);
      AscSourceDigest digest = digests[i];

      digest.file = dup_file (lines, normal);
      g_array_append_val (lines->job->digests, digest);
    }
  asc_source_digests_sort (lines->job->digests);
}

void
asc_object_job_add_lines (AscObjectJob *self, const char *path, const char *debug_path, const AscDwarfOptions *options)
{
  g_autoptr (AscDwarf) dwarf = asc_dwarf_open (path, debug_path, options, NULL);
  g_autofree guint32 *indices = NULL;
  g_autoptr (GArray) addresses = NULL;
  g_autoptr (AscDwarfResult) result = NULL;
  Lines lines = { .job = self };

  if (dwarf == NULL)
    return;
  self->report.line_file = asc_dwarf_get_path (dwarf) != NULL ? g_string_chunk_insert (self->strings, asc_dwarf_get_path (dwarf)) : NULL;
  if (self->options != NULL && self->options->quick)
    return;
  indices = g_new (guint32, self->n_frames + 1);
  addresses = list_addresses (self, indices);
  result
      = asc_dwarf_resolve_cached (dwarf, (const guint64 *)(gpointer)addresses->data, addresses->len, self->cancellable, NULL);
  if (asc_dwarf_get_problem (dwarf) != NULL)
    asc_object_job_set_problem (self, "%s: %s", path, asc_dwarf_get_problem (dwarf));
  if (result == NULL)
    return;
  lines.result = result;
  expand (&lines, indices);
  add_digests (&lines);
}
