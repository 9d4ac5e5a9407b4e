/* reader-dump.c: an experiment as text, for the tests that compare it with other programs' answers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 *   reader-dump [--threads=N] [--events | --sums | --tables | --time] FILE
 *
 * --events: a line each: kind, value, pid, tid, cpu, mode, time in ns, then the frames, leaf first: OBJECT+0xADDRESS, "^" behind call sites
 * --sums: kind, number of events and sum, a line for each kind
 * --tables: info, objects, processes, threads, diagnostics
 * --time: how long reading took, the number of events and nodes, and the peak memory
 */
#include "config.h"

#include "asc-experiment.h"
#include "asc-reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

static const char *const mode_names[] = { "unknown", "user", "kernel", "hypervisor", "guest-kernel", "guest-user" };

static void
print_stack (AscExperiment *e, guint32 node)
{
  const AscStacks *stacks = asc_experiment_get_stacks (e);
  guint n;
  const AscFrame *frames = asc_experiment_get_frames (e, &n);
  const AscObject *objects = asc_experiment_get_objects (e, &n);

  for (; node != ASC_NONE; node = stacks->parent[node])
    {
      const AscFrame *frame = &frames[stacks->frame[node]];

      if (frame->flags & ASC_FRAME_NAMED)
        printf ("\t%s", asc_experiment_get_string (e, (guint32) frame->address));
      else
        printf ("\t%s+0x%" G_GINT64_MODIFIER "x%s", objects[frame->object].name != NULL ? objects[frame->object].name : "?", frame->address,
                frame->flags & ASC_FRAME_CALL ? "^" : "");
    }
}

static void
print_events (AscExperiment *e)
{
  const AscEvents *events = asc_experiment_get_events (e);
  guint n;
  const AscEventKind *kinds = asc_experiment_get_kinds (e, &n);
  const AscThread *threads = asc_experiment_get_threads (e, &n);
  const AscProcess *processes = asc_experiment_get_processes (e, &n);

  for (guint i = 0; i < events->n_events; i++)
    {
      guint32 thread = events->thread[i];

      printf ("%s\t%" G_GINT64_FORMAT "\t%d\t%d\t%d\t%s\t%" G_GINT64_FORMAT, kinds[events->kind[i]].id, events->value[i],
              thread != ASC_NONE ? processes[threads[thread].process].pid : -1, thread != ASC_NONE ? threads[thread].tid : -1,
              events->cpu[i] != G_MAXUINT16 ? events->cpu[i] : -1, mode_names[events->mode[i]], events->time_ns[i]);
      print_stack (e, events->stack[i]);
      putchar ('\n');
    }
}

static void
print_sums (AscExperiment *e)
{
  guint n;
  const AscEventKind *kinds = asc_experiment_get_kinds (e, &n);

  for (guint i = 0; i < n; i++)
    printf ("%s\t%" G_GINT64_FORMAT "\t%" G_GINT64_FORMAT "\n", kinds[i].id, kinds[i].n_events, kinds[i].sum);
}

static void
print_objects (AscExperiment *e)
{
  guint n;
  const AscObject *objects = asc_experiment_get_objects (e, &n);

  for (guint i = 0; i < n; i++)
    {
      printf ("object %u kind %d %s name %s", i, objects[i].kind, objects[i].path, objects[i].name != NULL ? objects[i].name : "-");
      for (guint j = 0; j < objects[i].build_id_size; j++)
        printf ("%s%02x", j == 0 ? " build-id " : "", objects[i].build_id[j]);
      if (objects[i].reloc_symbol != NULL)
        printf (" %s=%" G_GINT64_MODIFIER "x", objects[i].reloc_symbol, objects[i].reloc_addr);
      putchar ('\n');
    }
}

static void
print_tables (AscExperiment *e)
{
  const char *const *keys = asc_experiment_list_info (e);
  const AscDiagnostics *diagnostics = asc_experiment_get_diagnostics (e);
  guint n;
  const AscProcess *processes = asc_experiment_get_processes (e, &n);
  guint n_threads;
  const AscThread *threads = asc_experiment_get_threads (e, &n_threads);

  for (guint i = 0; keys[i] != NULL; i++)
    printf ("info %s: %s\n", keys[i], asc_experiment_get_info (e, keys[i]));
  print_objects (e);
  for (guint i = 0; i < n; i++)
    printf ("process %d of %d %s %" G_GINT64_FORMAT "..%" G_GINT64_FORMAT "\n", processes[i].pid, processes[i].ppid, processes[i].name, processes[i].start_ns,
            processes[i].end_ns);
  for (guint i = 0; i < n_threads; i++)
    printf ("thread %d of %d %s %" G_GINT64_FORMAT "..%" G_GINT64_FORMAT "\n", threads[i].tid, processes[threads[i].process].pid, threads[i].name, threads[i].start_ns,
            threads[i].end_ns);
  for (guint i = 0; i < asc_diagnostics_get_size (diagnostics); i++)
    {
      const AscDiagnostic *d = asc_diagnostics_get (diagnostics, i);

      printf ("diagnostic %s %" G_GINT64_FORMAT "%s: %s\n", d->kind, d->count, d->skipped ? " skipped" : "", d->text);
    }
  printf ("read %" G_GINT64_FORMAT " skipped %" G_GINT64_FORMAT " shown %u duration %" G_GINT64_FORMAT "\n", asc_diagnostics_get_n_read (diagnostics),
          asc_diagnostics_get_n_skipped (diagnostics), asc_experiment_get_events (e)->n_events, asc_experiment_get_duration_ns (e));
}

int
main (int argc, char **argv)
{
  const char *what = "--events";
  AscReadOptions options = { 0 };
  g_autoptr (AscExperiment) e = NULL;
  g_autoptr (GError) error = NULL;
  gint64 start = g_get_monotonic_time ();

  for (int i = 1; i + 1 < argc; i++)
    if (g_str_has_prefix (argv[i], "--threads="))
      options.n_threads = (guint) atoi (argv[i] + strlen ("--threads="));
    else
      what = argv[i];
  e = argc > 1 ? asc_experiment_open (argv[argc - 1], &options, NULL, NULL, &error) : NULL;
  if (e == NULL)
    {
      fprintf (stderr, "%s\n", error != NULL ? error->message : "which file?");
      return 1;
    }
  if (g_str_equal (what, "--events"))
    print_events (e);
  else if (g_str_equal (what, "--sums"))
    print_sums (e);
  else if (g_str_equal (what, "--tables"))
    print_tables (e);
  else
    {
      struct rusage usage;

      getrusage (RUSAGE_SELF, &usage);
      printf ("%.3f s, %u events, %u nodes, %ld KiB\n", (double) (g_get_monotonic_time () - start) / 1e6, asc_experiment_get_events (e)->n_events,
              asc_experiment_get_stacks (e)->n_nodes, usage.ru_maxrss);
    }
  return 0;
}
