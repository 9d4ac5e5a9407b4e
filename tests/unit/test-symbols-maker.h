/* test-symbols-maker.h: experiments and libraries for the tests of symbols
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#include "asc-build-id.h"
#include "asc-builder.h"
#include "asc-elf.h"
#include "asc-symbols.h"

/* An experiment of one event whose frames are given one by one. */
typedef struct
{
  AscBuilder *builder;
  AscShard *shard;
  guint32 node;
} Maker;

static inline Maker
maker_new (void)
{
  Maker self = { .builder = asc_builder_new (), .node = ASC_NONE };

  asc_builder_add_kind (self.builder, &(AscEventKind){ .id = "samples" });
  return self;
}

static inline guint32
maker_object (Maker *self, AscObjectKind kind, const char *path, const char *name, const AscBuildId *build_id)
{
  AscObject object = { .kind = kind, .path = path, .name = name, .pid = -1 };

  if (build_id != NULL)
    {
      memcpy (object.build_id, build_id->bytes, build_id->size);
      object.build_id_size = (guint) build_id->size;
    }
  return asc_builder_add_object (self->builder, &object);
}

static inline void
maker_frame (Maker *self, guint32 object, guint64 address, guint32 flags)
{
  if (self->shard == NULL)
    self->shard = asc_builder_add_shard (self->builder);
  self->node = asc_shard_node (self->shard, self->node, asc_shard_frame (self->shard, object, address, flags));
}

static inline AscExperiment *
maker_finish (Maker *self, const char *path)
{
  AscExperiment *experiment;

  if (self->shard == NULL)
    self->shard = asc_builder_add_shard (self->builder);
  asc_shard_event (self->shard, &(AscEvent){ .value = 1, .stack = self->node, .thread = ASC_NONE, .cpu = G_MAXUINT16 });
  experiment = asc_builder_finish (self->builder, path, "test");
  asc_builder_free (self->builder);
  return experiment;
}

static inline const AscFunction *
get_function (AscSymbols *symbols, guint32 object, guint64 address)
{
  guint n_frames, n_functions, n_places;
  const AscFrame *frames = asc_experiment_get_frames (asc_symbols_get_experiment (symbols), &n_frames);
  const AscFunction *functions = asc_symbols_get_functions (symbols, &n_functions);

  for (guint i = 0; i < n_frames; i++)
    if (frames[i].object == object && frames[i].address == address)
      {
        const AscPlace *places = asc_symbols_get_chain (symbols, i, &n_places);

        g_assert_cmpuint (n_places, ==, 1);
        g_assert_cmpuint (places[0].function, <, n_functions);
        return &functions[places[0].function];
      }
  g_assert_not_reached ();
}

static inline const char *
get_name (AscSymbols *symbols, guint32 object, guint64 address)
{
  return get_function (symbols, object, address)->name;
}

/* A library with symbols of every kind that the rules speak of; sizes and bindings are set by hand. */
static const char library_source[] = ".text\n"
                                     ".globl first\n.type first,@function\nfirst: nop\n.balign 16,0x90\n.size first, 16\n"
                                     ".fill 16,1,0x90\n" /* a gap: 0x10..0x20 */
                                     ".globl strong\n.type strong,@function\nstrong:\n"
                                     ".weak weak_but_longer\n.type weak_but_longer,@function\nweak_but_longer:\n"
                                     ".globl __under\n.type __under,@function\n__under:\n"
                                     "local_alias:\n"
                                     ".fill 16,1,0x90\n"
                                     ".size strong, 16\n.size weak_but_longer, 16\n.size __under, 16\n"
                                     "label: .fill 8,1,0x90\n"
                                     ".globl next_label\nnext_label: .fill 8,1,0x90\n"
                                     ".globl outer\n.type outer,@function\nouter: .fill 4,1,0x90\n"
                                     ".globl inner\n.type inner,@function\ninner: .fill 4,1,0x90\n.size inner, 4\n"
                                     ".fill 8,1,0x90\n.size outer, 16\n"
                                     ".globl _ZN2ns3fooEi\n.type _ZN2ns3fooEi,@function\n_ZN2ns3fooEi: .fill 16,1,0x90\n.size _ZN2ns3fooEi, 16\n"
                                     ".globl unsized\n.type unsized,@function\nunsized: .fill 16,1,0x90\n";

typedef struct
{
  char *folder;
  char *library;
  guint64 text_offset; /* in the file */
  guint64 text_address;
  AscBuildId build_id;
} Fixture;

/* Runs a command; whether it ended well. */
G_GNUC_PRINTF (1, 2)
static inline gboolean
run (const char *format, ...)
{
  g_autofree char *command = NULL;
  va_list args;
  int status = -1;

  va_start (args, format);
  command = g_strdup_vprintf (format, args);
  va_end (args);
  return g_spawn_command_line_sync (command, NULL, NULL, &status, NULL) && status == 0;
}

static inline gboolean
fixture_init (Fixture *self)
{
  g_autofree char *source = NULL;
  g_autofree char *sections = NULL;
  g_autofree char *command = NULL;
  g_autoptr (AscElf) elf = NULL;
  const char *line;

  *self = (Fixture){ .folder = g_dir_make_tmp ("asc-symbols-XXXXXX", NULL) };
  self->library = g_build_filename (self->folder, "libfixture.so", NULL);
  source = g_build_filename (self->folder, "lib.s", NULL);
  g_assert_true (g_file_set_contents (source, library_source, -1, NULL));
  if (!run ("gcc -shared -nostdlib -Wl,--build-id=sha1 -o %s %s", self->library, source))
    {
      g_test_skip ("no gcc here that makes a shared library");
      return FALSE;
    }
  command = g_strdup_printf ("readelf -SW %s", self->library);
  g_assert_true (g_spawn_command_line_sync (command, &sections, NULL, NULL, NULL));
  line = strstr (sections, " .text ");
  g_assert_nonnull (line);
  g_assert_cmpint (sscanf (line, " .text PROGBITS %lx %lx", &self->text_address, &self->text_offset), ==, 2);
  elf = asc_elf_open (self->library, NULL);
  self->build_id = *asc_elf_get_build_id (elf);
  g_assert_cmpuint (self->build_id.size, >, 16);
  return TRUE;
}

static inline void
fixture_clear (Fixture *self)
{
  run ("rm -rf %s", self->folder);
  g_free (self->folder);
  g_free (self->library);
}

static inline AscSymbols *
load (AscExperiment *experiment, const AscSymbolOptions *options)
{
  g_autoptr (GError) error = NULL;
  AscSymbols *symbols = asc_symbols_load (experiment, options, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (symbols);
  return symbols;
}

#define NOWHERE "/nowhere/at/all/libfixture.so"

/* What one load makes of the fixture recorded as @path with @build_id: the name of its first instruction's function, and the rest of the report. */
typedef struct
{
  char *name;
  char *problem;
  char *file;
  char *debug_file;
  AscSymbolsStatus status;
} Outcome;

static inline void
outcome_clear (Outcome *self)
{
  g_free (self->name);
  g_free (self->problem);
  g_free (self->file);
  g_free (self->debug_file);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Outcome, outcome_clear)

static inline Outcome
load_fixture (const Fixture *fixture, const char *experiment_path, const char *path, const AscBuildId *build_id, const AscSymbolOptions *options)
{
  Maker maker = maker_new ();
  guint32 object = maker_object (&maker, ASC_OBJECT_FILE, path, "libfixture.so", build_id);
  g_autoptr (AscExperiment) experiment = NULL;
  g_autoptr (AscSymbols) symbols = NULL;
  const AscObjectSymbols *report;

  maker_frame (&maker, object, fixture->text_offset, 0);
  experiment = maker_finish (&maker, experiment_path);
  symbols = load (experiment, options);
  report = asc_symbols_get_object (symbols, object);
  g_assert_cmpuint (report->n_frames, ==, 1);
  return (Outcome){
    .name = g_strdup (get_name (symbols, object, fixture->text_offset)),
    .problem = g_strdup (report->problem),
    .file = g_strdup (report->file),
    .debug_file = g_strdup (report->debug_file),
    .status = report->status,
  };
}

static inline void
assert_first (const Outcome *outcome, const char *file)
{
  g_assert_cmpstr (outcome->name, ==, "first");
  g_assert_cmpint (outcome->status, ==, ASC_SYMBOLS_FULL);
  g_assert_cmpstr (outcome->file, ==, file);
  g_assert_null (outcome->problem);
}
