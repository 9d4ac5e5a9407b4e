/* names-dump.c: what addresses of a kernel, a module or a program are called, by its file alone
 *
 * names-dump kernel|module|program FILE START FOLDER: reads addresses from standard input, hexadecimal, one a line. A
 * kernel has its symbol _text at START, a module is loaded there; of a program they are offsets in its file, and START
 * does not matter. Prints for each a line "0xADDRESS", then function and FILE:LINE for each of its chain, innermost
 * first, as addr2line -a -i -f does; then the load object's report. FOLDER: for --symbols.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <stdio.h>

#include "asc-builder.h"
#include "asc-elf.h"
#include "asc-symbols.h"

static AscObject
make_object (const char *kind, const char *file, guint64 start)
{
  gboolean is_kernel = g_str_equal (kind, "kernel"), is_program = g_str_equal (kind, "program");
  AscObject object = { .kind = is_kernel    ? ASC_OBJECT_KERNEL
                               : is_program ? ASC_OBJECT_FILE
                                            : ASC_OBJECT_MODULE,
                       .path = is_kernel    ? "[kernel.kallsyms]"
                               : is_program ? file
                                            : "[made]",
                       .pid = -1,
                       .start_addr = is_program ? 0 : start,
                       .end_addr = is_program ? 0 : start + (1u << 30) };
  g_autoptr (AscElf) elf = asc_elf_open (file, NULL);
  const AscBuildId *id = elf != NULL ? asc_elf_get_build_id (elf) : NULL;

  object.name = object.path;
  if (id != NULL)
    {
      object.build_id_size = (guint)id->size;
      memcpy (object.build_id, id->bytes, id->size);
    }
  if (is_kernel)
    {
      object.reloc_symbol = "_text";
      object.reloc_addr = start;
    }
  return object;
}

static AscExperiment *
make_experiment (const AscObject *object)
{
  g_autoptr (AscBuilder) builder = asc_builder_new ();
  AscShard *shard = asc_builder_add_shard (builder);
  guint32 index = asc_builder_add_object (builder, object);
  char line[64];

  asc_builder_add_kind (builder, &(AscEventKind){ .id = "samples" });
  while (fgets (line, sizeof line, stdin) != NULL)
    {
      guint32 node = asc_shard_node (
          shard, ASC_NONE, asc_shard_frame (shard, index, g_ascii_strtoull (line, NULL, 16), object->kind == ASC_OBJECT_FILE ? 0 : ASC_FRAME_KERNEL));

      asc_shard_event (shard, &(AscEvent){ .value = 1, .stack = node, .thread = ASC_NONE, .cpu = G_MAXUINT16 });
    }
  return asc_builder_finish (builder, NULL, "test");
}

static void
print_frames (AscSymbols *symbols)
{
  guint n_frames, n_functions;
  const AscFrame *frames = asc_experiment_get_frames (asc_symbols_get_experiment (symbols), &n_frames);
  const AscFunction *functions = asc_symbols_get_functions (symbols, &n_functions);

  for (guint i = 0; i < n_frames; i++)
    {
      guint n;
      const AscPlace *chain = asc_symbols_get_chain (symbols, i, &n);

      g_print ("0x%016" G_GINT64_MODIFIER "x\n", frames[i].address);
      for (guint j = 0; j < n; j++)
        g_print ("%s\n%s:%u\n", functions[chain[j].function].name, chain[j].file != NULL ? chain[j].file : "??",
                 chain[j].line);
    }
}

int
main (int argc, char **argv)
{
  const char *paths[] = { argc > 4 ? argv[4] : NULL, NULL };
  AscSymbolOptions options = { .symbol_paths = paths, .no_live = TRUE };
  AscObject object;
  g_autoptr (AscExperiment) experiment = NULL;
  g_autoptr (AscSymbols) symbols = NULL;
  const AscObjectSymbols *report;

  if (argc < 5)
    return 2;
  object = make_object (argv[1], argv[2], g_ascii_strtoull (argv[3], NULL, 16));
  experiment = make_experiment (&object);
  symbols = asc_symbols_load (experiment, &options, NULL, NULL, NULL);
  print_frames (symbols);
  report = asc_symbols_get_object (symbols, 0);
  g_print ("report status %d file %s debug %s problem %s\n", report->status, report->file, report->debug_file,
           report->problem);
  return 0;
}
