/* test-builder.c: what goes through the builder comes out whole, in preorder, equal for any number of shards
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-builder.h"

/* Adds the stack @path, root first, "a;b;c", as an event of weight @value to @shard. */
static void
add (AscBuilder *builder, AscShard *shard, const char *path, gint64 value)
{
  g_auto (GStrv) names = g_strsplit (path, ";", -1);
  guint32 node = ASC_NONE;

  for (guint i = 0; names[i] != NULL; i++)
    node = asc_shard_node (shard, node, asc_shard_frame (shard, ASC_NONE, asc_builder_intern (builder, names[i]), ASC_FRAME_NAMED));
  asc_shard_event (shard, &(AscEvent){ .value = value, .stack = node, .thread = ASC_NONE, .time_ns = -1 });
}

/* The events of @experiment as lines "a;b;c 3". */
static char *
print_events (AscExperiment *experiment)
{
  const AscEvents *events = asc_experiment_get_events (experiment);
  const AscStacks *stacks = asc_experiment_get_stacks (experiment);
  guint n_frames;
  const AscFrame *frames = asc_experiment_get_frames (experiment, &n_frames);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < events->n_events; i++)
    {
      GString *path = g_string_new (NULL);

      for (guint32 node = events->stack[i]; node != ASC_NONE; node = stacks->parent[node])
        {
          const char *name = asc_experiment_get_string (experiment, (guint32) frames[stacks->frame[node]].address);

          g_string_prepend (path, path->len > 0 ? ";" : "");
          g_string_prepend (path, name);
        }
      g_string_append_printf (text, "%s %" G_GINT64_FORMAT "\n", path->str, events->value[i]);
      g_string_free (path, TRUE);
    }
  return g_string_free (text, FALSE);
}

static const char *const lines[] = { "m;a;c", "m", "m;b;c;e", "x", "m;a;c;e", "m;b;c", "x;m;a", "m;a;c" };

static AscExperiment *
build (guint n_shards)
{
  g_autoptr (AscBuilder) builder = asc_builder_new ();
  guint per_shard = G_N_ELEMENTS (lines) / n_shards;

  asc_builder_add_kind (builder, &(AscEventKind){ .id = "samples" });
  for (guint s = 0; s < n_shards; s++)
    {
      AscShard *shard = asc_builder_add_shard (builder);

      for (guint i = s * per_shard; i < (s + 1 == n_shards ? G_N_ELEMENTS (lines) : (s + 1) * per_shard); i++)
        add (builder, shard, lines[i], i + 1);
    }
  return asc_builder_finish (builder, "x", "folded");
}

static void
test_shards (void)
{
  g_autoptr (GString) expected = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    g_string_append_printf (expected, "%s %u\n", lines[i], i + 1);
  for (guint n = 1; n <= 4; n++)
    {
      g_autoptr (AscExperiment) experiment = build (n);
      g_autofree char *text = print_events (experiment);
      const AscStacks *stacks = asc_experiment_get_stacks (experiment);
      guint n_kinds;

      g_assert_cmpstr (text, ==, expected->str);
      g_assert_cmpint (asc_experiment_get_kinds (experiment, &n_kinds)->sum, ==, 36);
      g_assert_cmpint (asc_experiment_get_n_shown (experiment), ==, 8);
      g_assert_cmpuint (stacks->n_nodes, ==, 10);
      for (guint i = 0; i < stacks->n_nodes; i++)
        {
          guint32 parent = stacks->parent[i];

          g_assert_cmpuint (stacks->end[i], >, i);
          g_assert_true (parent == ASC_NONE || (parent < i && stacks->end[i] <= stacks->end[parent]));
        }
    }
}

static void
test_names (void)
{
  g_autoptr (AscBuilder) builder = asc_builder_new ();
  g_autoptr (AscExperiment) experiment = NULL;
  AscObject object = { .kind = ASC_OBJECT_FILE, .path = "/usr/lib/libx.so", .name = "libx.so", .pid = -1 };
  guint n;

  asc_builder_add_kind (builder, &(AscEventKind){ .id = "cycles" });
  asc_builder_add_kind (builder, &(AscEventKind){ .id = "cycles:u" });
  asc_builder_add_kind (builder, &(AscEventKind){ .id = "cycles" });
  g_assert_cmpuint (asc_builder_add_object (builder, &object), ==, 0);
  object.build_id_size = 20;
  g_assert_cmpuint (asc_builder_add_object (builder, &object), ==, 1);
  object.build_id_size = 0;
  g_assert_cmpuint (asc_builder_add_object (builder, &object), ==, 0);
  asc_builder_set_info (builder, "host", "a");
  asc_builder_set_info (builder, "arch", "x86_64");
  asc_builder_set_info (builder, "host", "b");
  experiment = asc_builder_finish (builder, "x", "folded");
  g_assert_cmpstr (asc_experiment_get_kinds (experiment, &n)[2].id, ==, "cycles#2");
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpstr (asc_experiment_get_info (experiment, "host"), ==, "b");
  g_assert_cmpstr (asc_experiment_list_info (experiment)[0], ==, "host");
  g_assert_cmpstr (asc_experiment_list_info (experiment)[1], ==, "arch");
  g_assert_null (asc_experiment_list_info (experiment)[2]);
}

static void
test_depth (void)
{
  g_autoptr (AscBuilder) builder = asc_builder_new ();
  AscShard *shard = asc_builder_add_shard (builder);
  guint32 frame = asc_shard_frame (shard, ASC_NONE, asc_builder_intern (builder, "r"), ASC_FRAME_NAMED);
  guint32 node = ASC_NONE;
  g_autoptr (AscExperiment) experiment = NULL;

  for (guint i = 0; i < 1000000; i++)
    node = asc_shard_node (shard, node, frame);
  experiment = asc_builder_finish (builder, "x", "folded");
  g_assert_cmpuint (asc_experiment_get_stacks (experiment)->n_nodes, ==, 1000000);
  g_assert_cmpuint (asc_experiment_get_stacks (experiment)->end[0], ==, 1000000);
}

static void
test_too_many_kinds (void)
{
  g_autoptr (AscBuilder) builder = asc_builder_new ();
  AscShard *shard = asc_builder_add_shard (builder);
  g_autoptr (AscExperiment) experiment = NULL;
  guint8 kind = 0;

  for (guint i = 0; i < 256; i++)
    kind = asc_builder_add_kind (builder, &(AscEventKind){ .id = "e" });
  g_assert_cmpuint (kind, ==, G_MAXUINT8);
  asc_diagnostics_add_read (asc_shard_get_diagnostics (shard), 2);
  asc_shard_event (shard, &(AscEvent){ .kind = kind, .stack = ASC_NONE });
  asc_shard_event (shard, &(AscEvent){ .kind = 3, .stack = ASC_NONE, .value = 5 });
  experiment = asc_builder_finish (builder, "x", "folded");
  g_assert_cmpint (asc_diagnostics_get_n_skipped (asc_experiment_get_diagnostics (experiment)), ==, 1);
  g_assert_cmpint (asc_experiment_get_n_shown (experiment), ==, 1);
  g_assert_cmpint (asc_diagnostics_get_n_read (asc_experiment_get_diagnostics (experiment)), ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/builder/shards", test_shards);
  g_test_add_func ("/builder/names", test_names);
  g_test_add_func ("/builder/depth", test_depth);
  g_test_add_func ("/builder/too-many-kinds", test_too_many_kinds);
  return g_test_run ();
}
