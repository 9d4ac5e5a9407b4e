/* asc-test-recording.c: see asc-test-recording.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-test-recording.h"

#include "asc-builder.h"

AscExperiment *
asc_test_recording (const char *text)
{
  g_autoptr (AscBuilder) builder = asc_builder_new ();
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  AscShard *shard = asc_builder_add_shard (builder);

  asc_builder_add_kind (builder, &(AscEventKind){ .id = "samples" });
  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *space = strrchr (lines[i], ' ');
      AscEvent event = { .time_ns = -1, .stack = ASC_NONE, .thread = ASC_NONE, .cpu = G_MAXUINT16 };

      if (lines[i][0] == '\0')
        continue;
      event.value = g_ascii_strtoll (space != NULL ? space + 1 : lines[i], NULL, 10);
      if (space != NULL)
        {
          g_auto (GStrv) names = NULL;

          *space = '\0';
          names = g_strsplit (lines[i], ";", -1);
          for (guint k = 0; names[k] != NULL; k++)
            event.stack = asc_shard_node (shard, event.stack, asc_shard_frame (shard, ASC_NONE, asc_builder_intern (builder, names[k]), ASC_FRAME_NAMED));
        }
      asc_shard_event (shard, &event);
    }
  return asc_builder_finish (builder, "test", "folded");
}

static void
get_function (gpointer data, guint32 function, AscInputFunction *out)
{
  guint n;
  const AscFrame *frames = asc_experiment_get_frames (data, &n);

  *out = (AscInputFunction){ .name = asc_experiment_get_string (data, (guint32) frames[function].address), .object = ASC_NONE };
}

static guint
get_chain (gpointer data, guint32 frame, guint32 *functions, guint max)
{
  if (max > 0)
    functions[0] = frame;
  return 1;
}

static guint64
get_elf_address (gpointer data, guint32 frame)
{
  return 0;
}

AscNames
asc_test_names (AscExperiment *experiment)
{
  AscNames names = { .get_function = get_function, .get_chain = get_chain, .get_elf_address = get_elf_address };

  asc_experiment_get_frames (experiment, &names.n_functions);
  names.data = g_object_ref (experiment);
  names.destroy = g_object_unref;
  return names;
}
