/* asc-cli-options.c: see asc-cli-options.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cli-options.h"

#include "ascribe.h"

#include <glib/gi18n.h>
#include <string.h>

G_DEFINE_QUARK (asc-cli-error-quark, asc_cli_error)

/* The texts of numbers and words, before they are checked. */
typedef struct
{
  char *format;
  char *filter;
  char *range;
  char *buckets;
  char *view;
  char *names;
  char *limit;
  char *threads;
  char *min;
  char *compare;
} Raw;

/* Its value may be left out. */
static gboolean
debuginfod_cb (const char *name, const char *value, gpointer data, GError **error)
{
  AscCliOptions *self = data;

  self->debuginfod = TRUE;
  g_free (self->debuginfod_urls);
  self->debuginfod_urls = g_strdup (value);
  return TRUE;
}

typedef struct
{
  GOptionEntry entry;
  guint takes; /* AscCliTakes; 0: every command has it */
} Option;

#define N_OPTIONS 28

static void
list_options (AscCliOptions *o, Raw *raw, Option *options)
{
  const Option all[N_OPTIONS] = {
    { { "format", 0, 0, G_OPTION_ARG_STRING, &raw->format, N_ ("How to print: text, tsv, json, or tables as html"), N_ ("FORMAT") }, 0 },
    { { "metrics", 0, 0, G_OPTION_ARG_STRING, &o->metrics, N_ ("The columns: “e.%user:i.user:name”"), N_ ("SPEC") }, ASC_CLI_TAKES_COLUMNS | ASC_CLI_TAKES_METRICS },
    { { "sort", 0, 0, G_OPTION_ARG_STRING, &o->sort, N_ ("The order: a column as for --metrics; “-” before it reverses"), N_ ("SPEC") }, ASC_CLI_TAKES_COLUMNS },
    { { "limit", 0, 0, G_OPTION_ARG_STRING, &raw->limit, N_ ("At most N rows"), N_ ("N") }, ASC_CLI_TAKES_COLUMNS },
    { { "function", 0, 0, G_OPTION_ARG_STRING_ARRAY, &o->functions, N_ ("This function in the center; several are a call-stack fragment, outermost first"), N_ ("NAME") },
      ASC_CLI_TAKES_FUNCTION },
    { { "inverted", 0, 0, G_OPTION_ARG_NONE, &o->inverted, N_ ("From the functions that cost to their callers (bottom-up)"), NULL }, ASC_CLI_TAKES_INVERTED },
    { { "min", 0, 0, G_OPTION_ARG_STRING, &raw->min, N_ ("Leave out what is less than this part of the whole"), N_ ("PERCENT") }, ASC_CLI_TAKES_MIN },
    { { "by", 0, 0, G_OPTION_ARG_STRING, &o->by, N_ ("Apart for each one: thread, process or (timeline) cpu"), N_ ("WHAT") }, ASC_CLI_TAKES_BY },
    { { "range", 0, 0, G_OPTION_ARG_STRING, &raw->range, N_ ("Only from the first time to before the second: “1.5s..2s”"), N_ ("A..B") }, ASC_CLI_TAKES_RANGE },
    { { "buckets", 0, 0, G_OPTION_ARG_STRING, &raw->buckets, N_ ("Sums of so many equal parts of the time, not each interval"), N_ ("N") }, ASC_CLI_TAKES_RANGE },
    { { "compare", 0, 0, G_OPTION_ARG_STRING, &raw->compare, N_ ("The first experiment is the baseline of the others: off or delta"), N_ ("STYLE") }, ASC_CLI_TAKES_COMPARE },
    { { "group", 0, 0, G_OPTION_ARG_STRING, &o->group, N_ ("What is a node: function or object"), N_ ("WHAT") }, ASC_CLI_TAKES_GROUP },
    { { "object", 0, 0, G_OPTION_ARG_FILENAME, &o->object, N_ ("Only functions of this load object"), N_ ("NAME") }, ASC_CLI_TAKES_NAME },
    { { "source-path", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->source_paths, N_ ("A folder of source files, or FROM=TO: what a recorded path begins with, and what it becomes; may be repeated"), N_ ("PATH") },
      ASC_CLI_TAKES_SOURCE },
    { { "bytes", 0, 0, G_OPTION_ARG_NONE, &o->bytes, N_ ("The bytes of instructions too"), NULL }, ASC_CLI_TAKES_BYTES },
    { { "filter", 0, 0, G_OPTION_ARG_STRING, &raw->filter, N_ ("Only events for which this holds; see filter-help"), N_ ("EXPR") }, ASC_CLI_TAKES_FILTER },
    { { "view", 0, 0, G_OPTION_ARG_STRING, &raw->view, N_ ("How much of the kernel is shown: user, expert or machine"), N_ ("VIEW") }, 0 },
    { { "names", 0, 0, G_OPTION_ARG_STRING, &raw->names, N_ ("What functions are called: long (with parameters), short or mangled"), N_ ("STYLE") }, 0 },
    { { "symbols", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->symbols, N_ ("A file or folder with load objects, debug files, kallsyms; may be repeated"), N_ ("PATH") }, 0 },
    { { "debug-dir", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->debug_dirs, N_ ("A folder of debug files beside /usr/lib/debug"), N_ ("DIR") }, 0 },
    { { "sysroot", 0, 0, G_OPTION_ARG_FILENAME, &o->sysroot, N_ ("Put before every recorded path"), N_ ("DIR") }, 0 },
    { { "debuginfod", 0, G_OPTION_FLAG_OPTIONAL_ARG, G_OPTION_ARG_CALLBACK, (gpointer) debuginfod_cb, N_ ("Ask these servers, or those of DEBUGINFOD_URLS, for missing files"), N_ ("URLS") }, 0 },
    { { "no-inline", 0, 0, G_OPTION_ARG_NONE, &o->no_inline, N_ ("Do not tell inlined functions apart"), NULL }, 0 },
    { { "threads", 0, 0, G_OPTION_ARG_STRING, &raw->threads, N_ ("How many threads work"), N_ ("N") }, 0 },
    { { "output", 0, 0, G_OPTION_ARG_FILENAME, &o->output, N_ ("Write there instead of to standard output"), N_ ("FILE") }, 0 },
    { { "progress", 0, 0, G_OPTION_ARG_NONE, &o->progress, N_ ("Tell on standard error what is going on"), NULL }, 0 },
    { { "help", 'h', 0, G_OPTION_ARG_NONE, &o->help, N_ ("Show this help"), NULL }, 0 },
    { { "version", 0, 0, G_OPTION_ARG_NONE, &o->version, N_ ("Show the version"), NULL }, 0 },
  };

  memcpy (options, all, sizeof all);
}

static gboolean
usage_error (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
usage_error (GError **error, const char *format, ...)
{
  va_list args;

  if (error != NULL)
    {
      va_start (args, format);
      *error = g_error_new_valist (ASC_CLI_ERROR, ASC_CLI_ERROR_USAGE, format, args);
      va_end (args);
    }
  return FALSE;
}

static gboolean
parse_count (const char *name, const char *text, gint64 least, gint64 most, gint64 *value, GError **error)
{
  if (text == NULL || g_ascii_string_to_signed (text, 10, least, most, value, NULL))
    return TRUE;
  return usage_error (error, "--%s: “%s” is no number from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT, name, text, least, most);
}

/* Negative when it was not given. */
static gboolean
parse_percent (const char *name, const char *text, double *value, GError **error)
{
  char *end;

  *value = -1;
  if (text == NULL)
    return TRUE;
  *value = g_ascii_strtod (text, &end);
  if (end > text && *end == '%')
    end++;
  if (end > text && *end == '\0' && *value >= 0 && *value <= 100)
    return TRUE;
  return usage_error (error, "--%s: “%s” is no number from 0 to 100", name, text);
}

static gboolean
parse_view (AscCliOptions *self, const char *text, GError **error)
{
  static const char *const names[] = { [ASC_VIEW_USER] = "user", [ASC_VIEW_EXPERT] = "expert", [ASC_VIEW_MACHINE] = "machine" };

  for (guint i = 0; text != NULL && i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (text, names[i]))
      {
        self->view = i;
        return TRUE;
      }
  return text == NULL || usage_error (error, "--view: “%s” is none of user, expert, machine", text);
}

static gboolean
parse_filter (AscCliOptions *self, const char *text, GError **error)
{
  g_autoptr (GError) wrong = NULL;

  if (text == NULL)
    return TRUE;
  self->filter = asc_filter_parse (text, NULL, &wrong);
  return self->filter != NULL || usage_error (error, "--filter: %s; try filter-help", wrong->message);
}

/* "A..B", each a time or nothing. */
static gboolean
parse_range (AscCliOptions *self, const char *text, GError **error)
{
  const char *dots = text != NULL ? strstr (text, "..") : NULL;
  g_autofree char *begin = dots != NULL ? g_strndup (text, (gsize) (dots - text)) : NULL;

  self->range_end_ns = G_MAXINT64;
  if (text == NULL)
    return TRUE;
  if (dots == NULL || (*begin != '\0' && !asc_filter_parse_time (begin, &self->range_begin_ns))
      || (dots[2] != '\0' && !asc_filter_parse_time (dots + 2, &self->range_end_ns)) || self->range_end_ns <= self->range_begin_ns)
    return usage_error (error, "--range: “%s” is not two times, the first before the second, as 1.5s..2s", text);
  return TRUE;
}

static gboolean
check_values (AscCliOptions *self, const Raw *raw, GError **error)
{
  static const struct
  {
    const char *name;
    AscFormat format;
  } formats[] = { { "text", ASC_FORMAT_TEXT }, { "tsv", ASC_FORMAT_TSV }, { "json", ASC_FORMAT_JSON }, { "folded", ASC_FORMAT_FOLDED },
                  { "dot", ASC_FORMAT_DOT },   { "svg", ASC_FORMAT_SVG }, { "png", ASC_FORMAT_PNG },   { "pdf", ASC_FORMAT_PDF },
                  { "html", ASC_FORMAT_HTML } };
  gint64 n_threads = 0;
  gint64 n_buckets = 0;

  self->format = raw->format == NULL ? ASC_FORMAT_TEXT : 0;
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_strcmp0 (raw->format, formats[i].name) == 0)
      self->format = formats[i].format;
  if (self->format == 0)
    return usage_error (error, "--format: “%s” is none of text, tsv, json, html, folded, dot, svg, png, pdf", raw->format);
  if (!parse_view (self, raw->view, error) || !parse_filter (self, raw->filter, error))
    return FALSE;
  if (raw->names != NULL && !asc_name_style_parse (raw->names, &self->names))
    return usage_error (error, "--names: “%s” is none of long, short, mangled", raw->names);
  /* A mistyped path would look like a program without symbols. */
  for (guint i = 0; self->symbols != NULL && self->symbols[i] != NULL; i++)
    if (!g_file_test (self->symbols[i], G_FILE_TEST_EXISTS))
      return usage_error (error, "--symbols: no such file or folder: “%s”", self->symbols[i]);
  if (self->sysroot != NULL && !g_file_test (self->sysroot, G_FILE_TEST_IS_DIR))
    return usage_error (error, "--sysroot: no such folder: “%s”", self->sysroot);
  if (self->by != NULL && !g_str_equal (self->by, "thread") && !g_str_equal (self->by, "process") && !g_str_equal (self->by, "cpu"))
    return usage_error (error, "--by: “%s” is none of thread, process, cpu", self->by);
  if (!parse_range (self, raw->range, error) || !parse_count ("buckets", raw->buckets, 1, 100000, &n_buckets, error))
    return FALSE;
  self->n_buckets = (guint) n_buckets;
  if (self->group != NULL && !g_str_equal (self->group, "function") && !g_str_equal (self->group, "object"))
    return usage_error (error, "--group: “%s” is none of function, object", self->group);
  self->compares = g_strcmp0 (raw->compare, "delta") == 0;
  if (raw->compare != NULL && !self->compares && !g_str_equal (raw->compare, "off"))
    return usage_error (error, "--compare: “%s” is none of off, delta", raw->compare);
  if (!parse_percent ("min", raw->min, &self->min, error))
    return FALSE;
  for (guint i = 0; self->source_paths != NULL && self->source_paths[i] != NULL; i++)
    {
      g_autoptr (GError) wrong = NULL;

      if (!asc_source_path_check (self->source_paths[i], &wrong))
        return usage_error (error, "--source-path: %s", wrong->message);
    }
  self->limit = -1;
  if (!parse_count ("limit", raw->limit, 0, G_MAXINT64, &self->limit, error) || !parse_count ("threads", raw->threads, 1, 4096, &n_threads, error))
    return FALSE;
  self->n_threads = (guint) n_threads;
  return TRUE;
}

gboolean
asc_cli_options_parse (AscCliOptions *self, char **argv, GError **error)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_auto (GStrv) rest = g_strdupv (argv);
  g_autoptr (GError) wrong = NULL;
  Option options[N_OPTIONS];
  Raw raw = { NULL };
  gboolean good;

  memset (self, 0, sizeof *self);
  list_options (self, &raw, options);
  g_option_context_set_main_group (context, g_option_group_new (NULL, NULL, NULL, self, NULL));
  g_option_context_set_help_enabled (context, FALSE);
  for (guint i = 0; i < N_OPTIONS; i++)
    {
      const GOptionEntry entries[] = { options[i].entry, { NULL } };

      g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
    }
  {
    const GOptionEntry entries[] = { { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &self->arguments, NULL, NULL }, { NULL } };

    g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  }
  good = g_option_context_parse_strv (context, &rest, &wrong);
  if (!good)
    usage_error (error, "%s", wrong->message);
  else
    good = check_values (self, &raw, error);
  g_free (raw.format);
  g_free (raw.filter);
  g_free (raw.range);
  g_free (raw.buckets);
  g_free (raw.view);
  g_free (raw.names);
  g_free (raw.limit);
  g_free (raw.threads);
  g_free (raw.min);
  g_free (raw.compare);
  return good;
}

gboolean
asc_cli_options_check (const AscCliOptions *self, const AscCliCommandInfo *command, GError **error)
{
  const struct
  {
    const char *name;
    gboolean given;
    guint takes;
  } special[] = {
    { "metrics", self->metrics != NULL, ASC_CLI_TAKES_COLUMNS | ASC_CLI_TAKES_METRICS },
    { "sort", self->sort != NULL, ASC_CLI_TAKES_COLUMNS },
    { "limit", self->limit >= 0, ASC_CLI_TAKES_COLUMNS },
    { "function", self->functions != NULL, ASC_CLI_TAKES_FUNCTION },
    { "inverted", self->inverted, ASC_CLI_TAKES_INVERTED },
    { "min", self->min >= 0, ASC_CLI_TAKES_MIN },
    { "by", self->by != NULL, ASC_CLI_TAKES_BY },
    { "compare", self->compares, ASC_CLI_TAKES_COMPARE },
    { "group", self->group != NULL, ASC_CLI_TAKES_GROUP },
    { "object", self->object != NULL, ASC_CLI_TAKES_NAME },
    { "bytes", self->bytes, ASC_CLI_TAKES_BYTES },
    { "filter", self->filter != NULL, ASC_CLI_TAKES_FILTER },
    { "range", self->range_begin_ns > 0 || self->range_end_ns < G_MAXINT64, ASC_CLI_TAKES_RANGE },
    { "buckets", self->n_buckets > 0, ASC_CLI_TAKES_RANGE },
    { "by=cpu", g_strcmp0 (self->by, "cpu") == 0, ASC_CLI_TAKES_RANGE },
    { "source-path", self->source_paths != NULL, ASC_CLI_TAKES_SOURCE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (special); i++)
    if (special[i].given && (command->takes & special[i].takes) == 0)
      return usage_error (error, "%s has no option --%s", command->name, special[i].name);
  if ((self->format & (ASC_CLI_COMMON_FORMATS | command->formats)) == 0)
    return usage_error (error, "%s has no such --format; try --help", command->name);
  return TRUE;
}

void
asc_cli_options_clear (AscCliOptions *self)
{
  g_free (self->metrics);
  g_free (self->sort);
  g_clear_pointer (&self->filter, asc_filter_unref);
  g_free (self->output);
  g_free (self->by);
  g_free (self->group);
  g_strfreev (self->symbols);
  g_strfreev (self->debug_dirs);
  g_free (self->sysroot);
  g_free (self->debuginfod_urls);
  g_strfreev (self->functions);
  g_free (self->object);
  g_strfreev (self->source_paths);
  g_strfreev (self->arguments);
  memset (self, 0, sizeof *self);
}

static char *
list_commands (const AscCliCommandInfo *const *commands)
{
  GString *text = g_string_new (_ ("Commands:"));

  for (; *commands != NULL; commands++)
    g_string_append_printf (text, "\n  %-18s%s", (*commands)->name, _ ((*commands)->summary));
  return g_string_free (text, FALSE);
}

char *
asc_cli_options_dup_help (const AscCliCommandInfo *command, const AscCliCommandInfo *const *commands)
{
  gboolean alone = command != NULL && (command->takes & ASC_CLI_TAKES_NOTHING) != 0;
  g_autofree char *usage = g_strjoin (" ", command != NULL ? command->name : _ ("COMMAND"),
                                      alone ? NULL : command != NULL && command->argument != NULL ? _ (command->argument) : _ ("EXPERIMENT…"),
                                      command != NULL && command->argument != NULL ? _ ("EXPERIMENT…") : NULL, NULL);
  g_autofree char *summary = command != NULL ? g_strdup (_ (command->summary)) : list_commands (commands);
  g_autoptr (GOptionContext) context = g_option_context_new (usage);
  AscCliOptions unused;
  Option options[N_OPTIONS];
  Raw raw;

  list_options (&unused, &raw, options);
  g_option_context_set_translation_domain (context, GETTEXT_PACKAGE);
  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_set_summary (context, summary);
  if (command != NULL && command->note != NULL)
    g_option_context_set_description (context, _ (command->note));
  for (guint i = 0; i < N_OPTIONS; i++)
    {
      const GOptionEntry entries[] = { options[i].entry, { NULL } };

      if (options[i].takes == 0 || command == NULL || (command->takes & options[i].takes) != 0)
        g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
    }
  return g_option_context_get_help (context, TRUE, NULL);
}
