/* asc-findings-objects.c: load objects without names, or with doubtful ones
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "ascribe.h"
#include "asc-findings-private.h"

#include <glib/gi18n-lib.h>

/* A load object without names is a warning from this share of the metric on. */
#define NAMELESS_SHARE 0.05
#define MAX_NAMELESS 5u
#define MAX_NEWER 5u

/* Why the functions of @object have no names. */
static const char *
explain_nameless (const AscObject *object, AscSymbolsStatus status)
{
  gboolean is_kernel = object->kind == ASC_OBJECT_KERNEL || object->kind == ASC_OBJECT_MODULE;

  if (object->kind == ASC_OBJECT_UNKNOWN)
    return _ ("These addresses are outside every load object.");
  switch (status)
    {
    case ASC_SYMBOLS_EXPORTED:
      return _ ("Its debug symbols are not installed.");
    case ASC_SYMBOLS_NONE:
      return is_kernel ? _ ("The system hides the addresses of the kernel.") : _ ("The file has no symbols.");
    case ASC_SYMBOLS_MISMATCH:
      return is_kernel ? _ ("The symbols found are of another kernel.") : _ ("The file found is of another build.");
    case ASC_SYMBOLS_MISSING:
      if (is_kernel)
        return _ ("No symbols of the recorded kernel were found.");
      if (object->kind == ASC_OBJECT_JIT)
        return _ ("The program did not write down the names of the code that it made.");
      return object->build_id_size > 0 ? _ ("No file with this build-id was found.") : _ ("The file was not found.");
    case ASC_SYMBOLS_FULL:
    case ASC_SYMBOLS_NOT_NEEDED:
    default:
      return NULL;
    }
}

/* What to type, where a command mends it. Returns: (transfer full) (nullable) */
static char *
dup_command (const AscAdvice *advice, AscExperiment *experiment)
{
  g_autofree char *base = NULL;
  g_autofree char *quoted = NULL;

  switch (advice->kind)
    {
    case ASC_ADVICE_INSTALL:
      return advice->argument != NULL ? g_strconcat ("sudo apt install ", advice->argument, NULL) : NULL;
    case ASC_ADVICE_RESTRICTED:
      return g_strdup ("sudo sysctl kernel.kptr_restrict=0");
    case ASC_ADVICE_FILE:
    case ASC_ADVICE_SYSROOT:
    case ASC_ADVICE_KALLSYMS:
      base = g_path_get_basename (asc_experiment_get_path (experiment));
      quoted = g_shell_quote (base);
      return g_strconcat ("ascribe-cli archive ", quoted, NULL);
    case ASC_ADVICE_DEBUGINFOD:
      quoted = g_shell_quote (asc_experiment_get_path (experiment));
      return g_strconcat ("ascribe-cli info --debuginfod ", quoted, NULL);
    case ASC_ADVICE_BUILD:
      return g_strdup ("-g");
    case ASC_ADVICE_NONE:
    case ASC_ADVICE_DEBUG_FILE:
    case ASC_ADVICE_VMLINUX:
    case ASC_ADVICE_PERF_MAP:
    default:
      return NULL;
    }
}

static char *
dup_title (const AscObjectRow *row, AscSymbolsStatus status, const char *share)
{
  if (status == ASC_SYMBOLS_MISMATCH)
    /* TRANSLATORS: a program's or library's name */
    return g_strdup_printf (_ ("“%s” is another build"), row->name);
  if (status == ASC_SYMBOLS_EXPORTED)
    /* TRANSLATORS: a library's name and its share of the time */
    return g_strdup_printf (_ ("Only exported functions have names in %s (%s)"), row->name, share);
  /* TRANSLATORS: a library's name and its share of the time */
  return g_strdup_printf (_ ("No function names in %s (%s)"), row->name, share);
}

/* Returns: (transfer full) (nullable) */
static char *
dup_mend (const AscAdvice *advice)
{
  g_autofree char *text = asc_dup_advice (advice);

  if (advice->kind != ASC_ADVICE_FILE && advice->kind != ASC_ADVICE_SYSROOT && advice->kind != ASC_ADVICE_KALLSYMS)
    return g_steal_pointer (&text);
  /* TRANSLATORS: %s is a piece of advice: "Give the recorded file (--symbols)". The command that makes the archive follows. */
  return g_strdup_printf (_ ("%s, or make an archive where it was recorded, as long as that build is still there"), text);
}

/* Its share of the metric, and where it lies. */
static void
place_object (AscFinding *finding, AscProfile *profile, guint32 i, guint metric, const char *share)
{
  const AscObjectRow *row = asc_profile_get_object (profile, i);
  const AscMetric *m = asc_profile_get_metric (profile, metric);

  /* TRANSLATORS: a percentage and the title of a metric: "12.34% of User CPU Time" */
  finding->share = g_strdup_printf (_ ("%s of “%s”"), share, m->translatable ? g_dpgettext2 (GETTEXT_PACKAGE, "metric", m->title) : m->title);
  finding->where = g_strdup (row->path != NULL && *row->path != '\0' ? row->path : row->name);
  finding->object_row = i;
}

static void
add_object (GPtrArray *findings, AscProfile *profile, GPtrArray *all, guint32 i, guint metric, AscFindingsFormat format)
{
  const AscObjectRow *row = asc_profile_get_object (profile, i);
  gint64 total = asc_profile_get_metric (profile, metric)->total;
  gint64 value = asc_profile_get_object_exclusive (profile, i, metric);
  AscSymbols *symbols = g_ptr_array_index (all, row->experiment);
  AscExperiment *experiment = asc_profile_get_experiment (profile, row->experiment);
  const AscObjectSymbols *found = asc_symbols_get_object (symbols, row->object);
  gboolean mismatch = found != NULL && found->status == ASC_SYMBOLS_MISMATCH;
  guint n;
  const AscObject *object = &asc_experiment_get_objects (experiment, &n)[row->object];
  g_autofree char *share = asc_findings_dup_percent (format, value, total);
  g_autofree char *title = NULL;
  AscFinding *finding;

  title = dup_title (row, found->status, share);
  finding = asc_findings_add (findings, mismatch || (double) value >= NAMELESS_SHARE * (double) total ? ASC_SEVERITY_WARNING : ASC_SEVERITY_NOTE,
                              mismatch ? "mismatch" : "nameless", g_steal_pointer (&title));
  finding->why = g_strdup (explain_nameless (object, found->status));
  if (mismatch && found->problem != NULL)
    {
      g_autofree char *why = g_steal_pointer (&finding->why);

      finding->why = g_strconcat (why, "\n", found->problem, NULL);
    }
  finding->mend = finding->why != NULL ? dup_mend (&found->advice) : NULL;
  finding->command = finding->why != NULL ? dup_command (&found->advice, experiment) : NULL;
  place_object (finding, profile, i, metric, share);
}

/* A file that only its path speaks for, and its time against. */
static void
add_newer (GPtrArray *findings, AscProfile *profile, guint32 i, guint metric, AscFindingsFormat format)
{
  const AscObjectRow *row = asc_profile_get_object (profile, i);
  gint64 total = asc_profile_get_metric (profile, metric)->total;
  gint64 value = asc_profile_get_object_exclusive (profile, i, metric);
  g_autofree char *share = asc_findings_dup_percent (format, value, total);
  /* TRANSLATORS: a program's or library's name */
  char *title = g_strdup_printf (_ ("“%s” is newer than the recording"), row->name);
  AscFinding *finding = asc_findings_add (findings, (double) value >= NAMELESS_SHARE * (double) total ? ASC_SEVERITY_WARNING : ASC_SEVERITY_NOTE, "newer", title);

  finding->why = g_strdup (_ ("No build-id of it was recorded: names, lines and code may be those of another build."));
  finding->mend = g_strdup (_ ("Give the recorded file (--symbols), or record again with build-ids."));
  finding->command = asc_dup_record_again (asc_profile_get_experiment (profile, row->experiment), "--buildid-mmap");
  place_object (finding, profile, i, metric, share);
}

void
asc_findings_add_objects (GPtrArray *findings, AscProfile *profile, GPtrArray *symbols, guint metric, AscFindingsFormat format)
{
  guint n = 0, n_newer = 0;

  for (guint32 row = 1; row < asc_profile_get_n_objects (profile); row++)
    {
      const AscObjectRow *object = asc_profile_get_object (profile, row);
      const AscObjectSymbols *found;

      if (object->object == ASC_NONE || asc_profile_get_object_exclusive (profile, row, metric) <= 0)
        continue;
      found = asc_symbols_get_object (g_ptr_array_index (symbols, object->experiment), object->object);
      if (found != NULL && found->is_newer && n_newer++ < MAX_NEWER)
        add_newer (findings, profile, row, metric, format);
      if (n >= MAX_NAMELESS || found == NULL || found->status == ASC_SYMBOLS_FULL || found->status == ASC_SYMBOLS_NOT_NEEDED || found->n_named == found->n_frames)
        continue;
      add_object (findings, profile, symbols, row, metric, format);
      n++;
    }
}
