/* test-symbols-perf.c: the names of sampled addresses against perf's own
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asc-builder.h"
#include "asc-demangle.h"
#include "asc-live.h"
#include "asc-symbols.h"
#include "test-lines.h"

/* A line of `perf script -F ip,sym,symoff,dso`: "  1605 ns::A::f<int>+0x12 (/tmp/x)". perf's ip is the file offset. */
typedef struct
{
  guint64 address;
  char *name;
  guint64 offset;
  guint32 object;
  gboolean is_call;
} Line;

static void
line_clear (gpointer data)
{
  g_free (((Line *) data)->name);
}

static char *
record (const char *folder, const char *workload)
{
  g_autofree char *data = g_build_filename (folder, "perf.data", NULL);
  g_autofree char *command = g_strdup_printf ("perf record -q -e cpu-clock -F 2500 -g -o %s -- sh -c '%s'", data, workload);
  g_autofree char *script = g_strdup_printf ("perf script --no-inline -i %s -F ip,sym,symoff,dso", data);
  g_autofree char *out = NULL;
  int status = -1;

  if (!g_spawn_command_line_sync (command, NULL, NULL, &status, NULL) || status != 0
      || !g_spawn_command_line_sync (script, &out, NULL, &status, NULL) || status != 0)
    {
      g_test_skip ("perf is not here or may not record");
      return NULL;
    }
  return g_steal_pointer (&out);
}

static guint32
add_object (AscBuilder *builder, const char *dso)
{
  AscObject object = { .kind = ASC_OBJECT_FILE, .path = dso, .pid = -1 };
  g_autofree char *base = g_path_get_basename (dso);
  AscBuildId build_id;

  object.name = base;
  if (g_str_equal (dso, "[vdso]"))
    object.kind = ASC_OBJECT_VDSO;
  else if (g_str_equal (dso, "[kernel.kallsyms]"))
    {
      object.kind = ASC_OBJECT_KERNEL;
      if (asc_live_get_kernel_build_id (&build_id))
        {
          memcpy (object.build_id, build_id.bytes, build_id.size);
          object.build_id_size = (guint) build_id.size;
        }
    }
  else if (dso[0] == '[')
    object.kind = ASC_OBJECT_UNKNOWN;
  return asc_builder_add_object (builder, &object);
}

/* Returns: FALSE when the line is none of a frame. */
static gboolean
parse_line (AscBuilder *builder, char *text, gboolean is_call, Line *line)
{
  char *open = strrchr (text, '(');
  char *rest, *name, *plus;

  line->address = g_ascii_strtoull (text, &rest, 16);
  if (open == NULL || rest == text || open[-1] != ' ')
    return FALSE;
  open[-1] = '\0';
  open[strlen (open + 1)] = '\0';
  name = g_strchug (rest);
  plus = strrchr (name, '+');
  if (plus != NULL && g_str_has_prefix (plus, "+0x"))
    {
      line->offset = g_ascii_strtoull (plus + 3, NULL, 16);
      *plus = '\0';
    }
  line->object = add_object (builder, open + 1);
  line->name = g_strdup (name);
  line->is_call = is_call;
  return TRUE;
}

/* perf's form of our name: without parameters and version. */
static gboolean
is_same_name (const char *perf, const AscFunction *function)
{
  gboolean is_plt = g_str_has_suffix (function->mangled, "@plt");
  g_autofree char *bare = g_strndup (function->mangled, strlen (function->mangled) - (is_plt ? 4 : 0));
  g_autofree char *shorter = asc_demangle (bare, ASC_DEMANGLE_SHORT);
  g_autofree char *ours = g_strconcat (shorter != NULL ? shorter : bare, is_plt ? "@plt" : "", NULL);
  g_autofree char *theirs = g_strdup (perf);
  char *at = strchr (theirs, '@');

  if (at != NULL && !is_plt)
    *at = '\0';
  return g_str_equal (ours, theirs);
}

static void
compare (const char *folder, const char *workload)
{
  g_autofree char *out = record (folder, workload);
  g_auto (GStrv) texts = NULL;
  g_autoptr (AscBuilder) builder = asc_builder_new ();
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (Line));
  g_autoptr (AscExperiment) experiment = NULL;
  g_autoptr (AscSymbols) symbols = NULL;
  g_autoptr (GHashTable) by_frame = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const AscFrame *frames;
  const AscFunction *functions;
  guint n_frames, n_functions, n_places, n_compared = 0, n_bad = 0, n_nameless = 0;
  guint32 node = ASC_NONE;
  AscShard *shard;
  gint64 start;

  if (out == NULL)
    return;
  g_array_set_clear_func (lines, line_clear);
  texts = split_lines (out);
  for (guint i = 0, depth = 0; texts[i] != NULL; i++)
    {
      Line line = { 0 };

      if (texts[i][0] == '\0')
        depth = 0;
      else if (parse_line (builder, texts[i], depth++ > 0, &line))
        g_array_append_val (lines, line);
    }
  g_assert_cmpuint (lines->len, >, 100);
  asc_builder_add_kind (builder, &(AscEventKind){ .id = "cpu-clock" });
  shard = asc_builder_add_shard (builder);
  for (guint i = 0; i < lines->len; i++)
    {
      const Line *line = &g_array_index (lines, Line, i);

      node = asc_shard_node (shard, ASC_NONE, asc_shard_frame (shard, line->object, line->address, line->is_call ? ASC_FRAME_CALL : 0));
      asc_shard_event (shard, &(AscEvent){ .value = 1, .stack = node, .thread = ASC_NONE, .cpu = G_MAXUINT16 });
    }
  experiment = asc_builder_finish (builder, "perf.data", "test");
  start = g_get_monotonic_time ();
  symbols = asc_symbols_load (experiment, &(AscSymbolOptions){ .no_inline = TRUE }, NULL, NULL, NULL);
  frames = asc_experiment_get_frames (experiment, &n_frames);
  functions = asc_symbols_get_functions (symbols, &n_functions);
  g_test_message ("%u frames, %u functions in %ld us", n_frames, n_functions, (long) (g_get_monotonic_time () - start));
  for (guint i = 0; i < n_frames; i++)
    g_hash_table_insert (by_frame, g_strdup_printf ("%u %lx %d", frames[i].object, frames[i].address, (frames[i].flags & ASC_FRAME_CALL) != 0),
                         (gpointer) &functions[asc_symbols_get_chain (symbols, i, &n_places)->function]);
  for (guint i = 0; i < lines->len; i++)
    {
      const Line *line = &g_array_index (lines, Line, i);
      g_autofree char *key = g_strdup_printf ("%u %lx %d", line->object, line->address, line->is_call);
      const AscFunction *function = g_hash_table_lookup (by_frame, key);

      g_assert_nonnull (function);
      /* A call that ends its function: perf looks at the return address itself and takes the next function's name. */
      if (line->is_call && line->offset == 0 && !g_str_equal (line->name, "[unknown]"))
        continue;
      /* perf 6.1 counts PLT entries in the order of the relocations, which in libc is not that of the entries: objdump judges those. */
      if (g_str_equal (line->name, "[unknown]") || g_str_has_suffix (line->name, "@plt"))
        {
          n_nameless++;
          continue;
        }
      n_compared++;
      if (!is_same_name (line->name, function) && n_bad++ < 20)
        g_test_message ("%lx: perf %s+0x%lx, ours %s (%s)", line->address, line->name, line->offset, function->name, function->mangled);
    }
  g_test_message ("%u names compared, %u differ, %u without a name in perf", n_compared, n_bad, n_nameless);
  g_assert_cmpuint (n_bad, ==, 0);
}

static void
test_system (void)
{
  g_autofree char *folder = g_dir_make_tmp ("asc-perf-XXXXXX", NULL);
  g_autofree char *data = g_build_filename (folder, "perf.data", NULL);
  g_autofree char *old = g_strconcat (data, ".old", NULL);

  compare (folder, "ls -lR /usr/include >/dev/null; grep -rc static /usr/include/linux >/dev/null; sort /usr/include/stdio.h >/dev/null; "
                   "xz -1 -c /bin/bash >/dev/null; awk \"BEGIN { for (i = 0; i < 1e6; i++) s += i ^ 2 }\"");
  compare (folder, "c++filt _Z3foov >/dev/null; objdump -d -C /usr/lib/x86_64-linux-gnu/libm.so.6 | head -100000 >/dev/null; "
                   "python3 -c \"import json; json.dumps([list(range(1000)) for i in range(300)])\"");
  g_unlink (data);
  g_unlink (old);
  g_rmdir (folder);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/symbols/perf", test_system);
  return g_test_run ();
}
