/* asc-cli-source.c: the command source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-cli.h"
#include "asc-cli-named.h"
#include "asc-cli-progress.h"

#include <glib/gi18n.h>
#include <string.h>

/* What one error line can say. */
#define MAX_CANDIDATES 8u
#define TAB_WIDTH 8u

/* One answer. */
typedef struct
{
  AscCli *cli;
  AscProfile *profile;
  AscFileLines *lines;
  guint32 function;    /* whose load object the file is of */
  AscFoundSource found;
  AscSourceText *text; /* NULL: it was not found */
  GArray *rows;        /* Row, as printed */
  guint metric;        /* that says which lines are hot */
  gint64 largest;
  guint digits;        /* of line numbers */
} Source;

typedef struct
{
  guint32 line; /* 0: elsewhere */
  guint32 row;  /* of the file's lines, or ASC_NONE: nothing was spent here */
} Row;

/* What the name means */

/* A file, and a function that is in it. */
typedef struct
{
  char *file; /* normalized */
  guint32 function;
} Candidate;

static void
candidate_clear (gpointer data)
{
  g_free (((Candidate *) data)->file);
}

static void
add_candidate (GArray *candidates, GHashTable *seen, char *file, guint32 function)
{
  Candidate candidate = { file, function };

  if (g_hash_table_contains (seen, file))
    {
      g_free (file);
      return;
    }
  g_hash_table_add (seen, file);
  g_array_append_val (candidates, candidate);
}

/* The file in which a function's heaviest line is; NULL when it has none. */
static char *
dup_file_of (AscProfile *profile, AscLines *lines, guint32 function)
{
  guint metric = asc_profile_get_primary_metric (profile);
  guint32 hottest = asc_profile_get_n_metrics (profile) > 0 ? asc_lines_find_hottest (lines, function, metric) : ASC_NONE;
  const char *file = hottest != ASC_NONE ? asc_lines_get (lines, hottest)->file : asc_profile_get_function (profile, function)->file;

  return file != NULL ? asc_path_normalize (file) : NULL;
}

/* Files that end in the name; the whole name alone when there is one. */
static void
add_files (AscCli *cli, AscLines *lines, GArray *candidates)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree char *name = asc_path_normalize (cli->name);

  for (guint i = 1; i < asc_lines_get_size (lines) + asc_profile_get_n_functions (cli->ask.profile); i++)
    {
      gboolean of_lines = i < asc_lines_get_size (lines);
      guint32 function = of_lines ? asc_lines_get (lines, i)->function : i - asc_lines_get_size (lines);
      const char *file = of_lines ? asc_lines_get (lines, i)->file : asc_profile_get_function (cli->ask.profile, function)->file;
      char *normal = file != NULL && asc_cli_is_in_object (cli, function) ? asc_path_normalize (file) : NULL;

      if (normal != NULL && (asc_path_ends_with (normal, name) || g_str_equal (file, cli->name)))
        add_candidate (candidates, seen, normal, function);
      else
        g_free (normal);
    }
  for (guint i = 0; i < candidates->len; i++)
    if (candidates->len > 1 && g_str_equal (g_array_index (candidates, Candidate, i).file, name))
      {
        g_array_remove_range (candidates, i + 1, candidates->len - i - 1);
        g_array_remove_range (candidates, 0, i);
      }
}

static char *
list_candidates (AscCli *cli, const GArray *candidates)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < MIN (candidates->len, MAX_CANDIDATES); i++)
    {
      const Candidate *candidate = &g_array_index (candidates, Candidate, i);
      const AscFunctionRow *function = asc_profile_get_function (cli->ask.profile, candidate->function);

      g_string_append_printf (text, "%s%s: %s (%s)", i > 0 ? "; " : "", candidate->file, function->name, function->object);
    }
  if (candidates->len > MAX_CANDIDATES)
    g_string_append_printf (text, "; and %u more", candidates->len - MAX_CANDIDATES);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static gboolean
choose (AscCli *cli, AscLines *lines, Candidate *chosen, GError **error)
{
  g_autoptr (GArray) candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));
  g_autoptr (GArray) functions = asc_cli_find_named (cli);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  g_array_set_clear_func (candidates, candidate_clear);
  for (guint i = 0; i < functions->len; i++)
    {
      guint32 function = g_array_index (functions, guint32, i);
      char *file = function != ASC_FUNCTION_TOTAL ? dup_file_of (cli->ask.profile, lines, function) : NULL;

      if (file != NULL)
        add_candidate (candidates, seen, file, function);
    }
  if (functions->len == 0)
    add_files (cli, lines, candidates);
  if (candidates->len == 1)
    {
      *chosen = g_array_index (candidates, Candidate, 0);
      chosen->file = g_strdup (chosen->file);
      return TRUE;
    }
  if (candidates->len > 1)
    {
      g_autofree char *list = list_candidates (cli, candidates);

      g_set_error (error, ASC_CLI_ERROR, ASC_CLI_ERROR_USAGE, "“%s” means %u files; name one, or --object: %s", cli->name, candidates->len, list);
    }
  else if (functions->len > 0)
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "no source lines are known of “%s”: no debug information", cli->name);
  else
    g_set_error (error, ASC_CLI_ERROR, ASC_CLI_ERROR_USAGE, "no function and no source file “%s”", cli->name);
  return FALSE;
}

/* Lines */

enum
{
  LINE_FILE,
  LINE_LINE,
  LINE_FUNCTION,
  LINE_TEXT,
  LINE_NAME,
};

static const AscReportField line_fields[] = {
  [LINE_FILE] = { "file", NC_ ("column", "File"), ASC_REPORT_STRING, ASC_FORMAT_TSV },
  [LINE_LINE] = { "line", NC_ ("column", "Line"), ASC_REPORT_INT, ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [LINE_FUNCTION] = { "function", NC_ ("column", "Function"), ASC_REPORT_STRING, ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [LINE_TEXT] = { "text", NC_ ("column", "Text"), ASC_REPORT_STRING, ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [LINE_NAME] = { "name", NC_ ("column", "Source"), ASC_REPORT_STRING, ASC_FORMAT_TEXT, TRUE },
};

/* Appends the text of @line; FALSE: it is not in the file. */
static gboolean
append_text (const Source *source, guint32 line, gboolean expand, GString *out)
{
  gsize length, column = 0;
  const char *text;

  if (source->text == NULL || line == 0 || line > asc_source_text_get_n_lines (source->text))
    return FALSE;
  text = asc_source_text_get_line (source->text, line, &length);
  if (!expand || memchr (text, '\t', length) == NULL)
    {
      g_string_append_len (out, text, (gssize) length);
      return TRUE;
    }
  for (gsize i = 0; i < length; i++)
    {
      if (text[i] != '\t')
        g_string_append_c (out, text[i]);
      else
        for (gsize n = TAB_WIDTH - column % TAB_WIDTH; n > 1; n--, column++)
          g_string_append_c (out, ' ');
      if (text[i] == '\t')
        g_string_append_c (out, ' ');
      column += ((guint8) text[i] & 0xc0) != 0x80;
    }
  return TRUE;
}

static void
print_elsewhere (const Source *source, const AscFileLine *line, GString *scratch)
{
  const AscFunctionRow *function = asc_profile_get_function (source->profile, line->function);

  if (line->file != NULL)
    /* TRANSLATORS: a function and another source file; keep the angle brackets */
    g_string_append_printf (scratch, _ ("<Function: %s, instructions from source file %s>"), function->name, line->file);
  else
    g_string_append_printf (scratch, _ ("<Function: %s, instructions without line numbers>"), function->name);
}

/* As er_print has it: "## 25.     x = y;", where the two signs mark a hot line. */
static void
print_name (const Source *source, const Row *row, GString *scratch)
{
  gboolean is_hot = row->row != ASC_NONE && asc_file_lines_is_hot (source->lines, row->row, source->metric, source->largest);

  if (row->line == 0)
    {
      g_string_append_printf (scratch, "   %*s  ", (int) source->digits, "");
      print_elsewhere (source, asc_file_lines_get (source->lines, row->row), scratch);
      return;
    }
  g_string_append_printf (scratch, "%s %*u. ", is_hot ? "##" : "  ", (int) source->digits, row->line);
  append_text (source, row->line, TRUE, scratch);
  g_strchomp (scratch->str);
}

static gboolean
has_values (gpointer data, guint32 index)
{
  return g_array_index (((const Source *) data)->rows, Row, index).row != ASC_NONE;
}

static void
get_line_field (gpointer data, guint32 index, guint field, GString *scratch, AscReportCell *cell)
{
  const Source *source = data;
  const Row *row = &g_array_index (source->rows, Row, index);
  const AscFileLine *line = row->row != ASC_NONE ? asc_file_lines_get (source->lines, row->row) : NULL;

  g_string_truncate (scratch, 0);
  if (field == LINE_FILE)
    asc_report_cell_string (cell, row->line != 0 ? asc_file_lines_get_file (source->lines) : line->file);
  else if (field == LINE_LINE && row->line != 0)
    asc_report_cell_int (cell, row->line);
  else if (field == LINE_FUNCTION && line != NULL)
    asc_report_cell_string (cell, asc_profile_get_function (source->profile, line->function)->name);
  else if (field == LINE_TEXT && append_text (source, row->line, FALSE, scratch))
    asc_report_cell_string (cell, scratch->str);
  else if (field == LINE_NAME)
    {
      print_name (source, row, scratch);
      asc_report_cell_string (cell, scratch->str);
    }
}

static gint64
get_line_value (gpointer data, guint32 index, AscFlavor flavor, guint metric)
{
  const Source *source = data;
  guint32 row = g_array_index (source->rows, Row, index).row;

  if (row == ASC_NONE)
    return 0;
  return flavor == ASC_FLAVOR_EXCLUSIVE ? asc_file_lines_get_exclusive (source->lines, row, metric) : asc_file_lines_get_inclusive (source->lines, row, metric);
}

static gboolean
is_hot (gpointer data, guint32 index)
{
  const Source *source = data;
  const Row *row = &g_array_index (source->rows, Row, index);

  return row->line != 0 && row->row != ASC_NONE && asc_file_lines_is_hot (source->lines, row->row, source->metric, source->largest);
}

/* A call of a line, for JSON. */
typedef struct
{
  const Source *source;
  const AscLineCall *call;
} Call;

static void
get_call_field (gpointer data, guint32 index, guint field, GString *scratch, AscReportCell *cell)
{
  const Call *call = data;

  asc_report_get_function_field (call->source->profile, call->call->function, field, cell);
}

static gint64
get_call_value (gpointer data, guint32 index, AscFlavor flavor, guint metric)
{
  const Call *call = data;

  return asc_file_lines_get_call_value (call->source->lines, call->call->call, metric);
}

static void
add_calls (gpointer data, guint32 index, AscJsonWriter *json)
{
  static const AscReport table = {
    .name = "source",
    .fields = asc_report_function_fields,
    .n_fields = ASC_FUNCTION_FIELD_OBJECT + 1, /* id, name, object */
    .values = { { ASC_FLAVOR_ATTRIBUTED, "attributed" } },
    .n_values = 1,
    .get_field = get_call_field,
    .get_value = get_call_value,
  };
  const Source *source = data;
  const Row *row = &g_array_index (source->rows, Row, index);
  const AscLineCall *calls;
  guint n = 0;

  if (row->row == ASC_NONE)
    return;
  calls = asc_file_lines_get_calls (source->lines, row->row, &n);
  if (n > 0)
    {
      asc_json_writer_key (json, "calls");
      asc_json_writer_open (json, '[');
      for (guint i = 0; i < n; i++)
        asc_report_add_json (&source->cli->ask, &table, &(Call){ source, &calls[i] }, 0, json);
      asc_json_writer_close (json, ']');
    }
  if (is_hot (data, index))
    {
      asc_json_writer_key (json, "hot");
      asc_json_writer_bool (json, TRUE);
    }
}

/* What the answer is about: the file, where it was found, the load object. */
static void
add_notes (gpointer data, GPtrArray *notes)
{
  const Source *source = data;
  const char *object = asc_profile_get_function (source->profile, source->function)->object;
  g_autoptr (GString) line = g_string_new (NULL);

  asc_report_append_clean (line, asc_file_lines_get_file (source->lines), FALSE);
  if (source->text != NULL)
    /* TRANSLATORS: a source file and its encoding, "UTF-8" */
    g_ptr_array_add (notes, g_strdup_printf (_ ("Source file: %s (%s)"), line->str, asc_source_text_get_encoding (source->text)));
  else
    g_ptr_array_add (notes, g_strdup_printf (_ ("Source file: %s"), line->str));
  if (source->found.path != NULL && !g_str_equal (source->found.path, asc_file_lines_get_file (source->lines)))
    {
      g_string_truncate (line, 0);
      asc_report_append_clean (line, source->found.path, FALSE);
      g_ptr_array_add (notes, g_strdup_printf (_ ("Found at: %s"), line->str));
    }
  if (object != NULL)
    g_ptr_array_add (notes, g_strdup_printf (_ ("Load object: %s"), object));
}

static const AscReport line_table = {
  .name = "source",
  .fields = line_fields,
  .n_fields = G_N_ELEMENTS (line_fields),
  .values = { { ASC_FLAVOR_EXCLUSIVE, "exclusive" }, { ASC_FLAVOR_INCLUSIVE, "inclusive" } },
  .n_values = 2,
  .meant = { ASC_FLAVOR_EXCLUSIVE, ASC_FLAVOR_INCLUSIVE, ASC_FLAVOR_STATIC },
  .get_field = get_line_field,
  .get_value = get_line_value,
  .add_json = add_calls,
  .add_notes = add_notes,
  .is_hot = is_hot,
  .has_values = has_values,
};

/* The file: the one row of JSON */

enum
{
  FILE_FILE,
  FILE_PATH,
  FILE_ENCODING,
};

static const AscReportField file_fields[] = {
  [FILE_FILE] = { "file", NC_ ("column", "File"), ASC_REPORT_STRING, ASC_FORMAT_JSON },
  [FILE_PATH] = { "path", NC_ ("column", "Path"), ASC_REPORT_STRING, ASC_FORMAT_JSON },
  [FILE_ENCODING] = { "encoding", NC_ ("column", "Encoding"), ASC_REPORT_STRING, ASC_FORMAT_JSON },
};

static void
get_file_field (gpointer data, guint32 index, guint field, GString *scratch, AscReportCell *cell)
{
  const Source *source = data;

  if (field == FILE_FILE)
    asc_report_cell_string (cell, asc_file_lines_get_file (source->lines));
  else if (field == FILE_PATH)
    asc_report_cell_string (cell, source->found.path);
  else
    asc_report_cell_string (cell, source->text != NULL ? asc_source_text_get_encoding (source->text) : NULL);
}

static void
add_file_json (gpointer data, guint32 index, AscJsonWriter *json)
{
  const Source *source = data;

  asc_json_writer_key (json, "newer");
  asc_json_writer_bool (json, source->found.age == ASC_SOURCE_NEWER_THAN_OBJECT || source->found.age == ASC_SOURCE_NEWER_THAN_RECORDING);
  asc_json_writer_key (json, "differs");
  asc_json_writer_bool (json, source->found.age == ASC_SOURCE_DIFFERS);
  asc_json_writer_key (json, "tried");
  asc_json_writer_open (json, '[');
  for (guint i = 0; i < source->found.tried->len; i++)
    asc_json_writer_string (json, g_ptr_array_index (source->found.tried, i));
  asc_json_writer_close (json, ']');
  asc_json_writer_key (json, "lines");
  asc_json_writer_open (json, '[');
  for (guint i = 0; i < source->rows->len && !asc_out_failed (source->cli->ask.out); i++)
    {
      asc_json_writer_break (json);
      asc_report_add_json (&source->cli->ask, &line_table, data, i, json);
    }
  asc_json_writer_close (json, ']');
}

static const AscReport file_table = {
  .name = "source",
  .fields = file_fields,
  .n_fields = G_N_ELEMENTS (file_fields),
  .meant = { ASC_FLAVOR_EXCLUSIVE, ASC_FLAVOR_INCLUSIVE, ASC_FLAVOR_STATIC },
  .get_field = get_file_field,
  .get_value = get_line_value,
  .add_json = add_file_json,
};

/* Every line of the text, or those that carry something; lines behind its end; what is elsewhere. */
static void
list_rows (Source *source)
{
  guint n_text = source->text != NULL ? asc_source_text_get_n_lines (source->text) : 0;
  guint32 most = n_text;

  for (guint32 line = 1; line <= n_text; line++)
    g_array_append_val (source->rows, ((Row){ line, asc_file_lines_find (source->lines, line) }));
  for (guint32 i = 0; i < asc_file_lines_get_size (source->lines); i++)
    {
      guint32 line = asc_file_lines_get (source->lines, i)->line;

      if (line == 0 || line > n_text)
        g_array_append_val (source->rows, ((Row){ line, i }));
      most = MAX (most, line);
    }
  for (source->digits = 1; most >= 10; most /= 10)
    source->digits++;
}

static void say (const char *file, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
say (const char *file, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  g_strdelimit (text, "\n\r", ' ');
  g_printerr ("ascribe-cli: %s: %s\n", file, text);
}

/* The first path of @tried where there is something else than a file; NULL: none. */
static const char *
find_irregular (const GPtrArray *tried)
{
  for (guint i = 0; i < tried->len; i++)
    if (g_file_test (g_ptr_array_index (tried, i), G_FILE_TEST_EXISTS))
      return g_ptr_array_index (tried, i);
  return NULL;
}

/* One line on standard error for what the reader should know. */
static void
warn (const Source *source)
{
  g_autofree char *tried = NULL;
  const AscFileLine *last = asc_file_lines_get_n_lines (source->lines) > 0 ? asc_file_lines_get (source->lines, asc_file_lines_get_n_lines (source->lines) - 1) : NULL;

  const char *irregular = source->found.path == NULL ? find_irregular (source->found.tried) : NULL;

  if (irregular != NULL)
    say (irregular, "%s", _ ("is not a regular file; --source-path says where the source is"));
  else if (source->found.path == NULL)
    {
      g_ptr_array_add (source->found.tried, NULL);
      tried = g_strjoinv (", ", (char **) source->found.tried->pdata);
      g_ptr_array_set_size (source->found.tried, (gint) source->found.tried->len - 1);
      /* TRANSLATORS: the paths where a source file was looked for */
      say (asc_file_lines_get_file (source->lines), _ ("not found; tried %s; --source-path says where it is"), tried);
    }
  else if (source->found.age == ASC_SOURCE_NEWER_THAN_OBJECT)
    say (source->found.path, "%s", _ ("is newer than the program: lines may have moved"));
  else if (source->found.age == ASC_SOURCE_NEWER_THAN_RECORDING)
    say (source->found.path, "%s", _ ("is newer than the recording: lines may have moved"));
  else if (source->found.age == ASC_SOURCE_DIFFERS)
    say (source->found.path, "%s", _ ("differs from the file that was compiled: lines may have moved"));
  if (source->text != NULL && last != NULL && last->line > asc_source_text_get_n_lines (source->text))
    {
      g_autofree char *line = g_strdup_printf ("%u", last->line);

      say (source->found.path, _ ("ends before line %s: it is not the file that was compiled"), line);
    }
}

static gboolean
print (Source *source, GError **error)
{
  gboolean json = source->cli->options.format == ASC_FORMAT_JSON;
  g_autoptr (AscReportWriter) writer = asc_report_writer_new (&source->cli->ask, json ? &file_table : &line_table, source, error);

  if (writer == NULL)
    return FALSE;
  if (asc_report_writer_measures (writer))
    {
      asc_report_put_notes (&source->cli->ask, &line_table, source);
      for (guint i = 0; i < source->rows->len; i++)
        asc_report_writer_measure (writer, i);
    }
  asc_report_writer_begin (writer);
  for (guint i = 0; i < (json ? 1 : source->rows->len) && !asc_out_failed (source->cli->ask.out); i++)
    asc_report_writer_row (writer, i);
  asc_report_writer_end (writer);
  return TRUE;
}

/* What cannot be read is as good as not there, but said. */
static gboolean
load_text (Source *source, const char *file, GError **error)
{
  g_autoptr (AscProgress) progress = source->cli->options.progress ? asc_progress_new () : NULL;
  g_autoptr (AscCliTicker) ticker = progress != NULL ? asc_cli_ticker_new (progress) : NULL;
  const AscSourceOptions options = asc_cli_get_source_options (source->cli, progress);

  source->found = asc_locate_source (source->profile, source->cli->symbols, source->function, file, &options, NULL);
  if (source->found.path == NULL)
    return TRUE;
  source->text = asc_found_source_read (&source->found, error);
  if (source->text == NULL)
    g_prefix_error (error, "%s: ", source->found.path);
  return source->text != NULL;
}

gboolean
asc_cli_run_source (AscCli *cli, GError **error)
{
  g_autoptr (AscLines) lines = asc_lines_compute (cli->ask.profile, NULL, error);
  Source source = { .cli = cli, .profile = cli->ask.profile };
  Candidate chosen = { NULL };
  gboolean good = lines != NULL && choose (cli, lines, &chosen, error);
  gboolean reverse;

  if (!good)
    return FALSE;
  source.lines = asc_file_lines_compute (lines, chosen.file, NULL, error);
  source.function = chosen.function;
  source.rows = g_array_new (FALSE, FALSE, sizeof (Row));
  source.metric = asc_report_get_sort_metric (&cli->ask, &reverse);
  if (asc_profile_get_n_metrics (cli->ask.profile) > 0)
    source.largest = asc_file_lines_get_largest (source.lines, source.metric);
  good = load_text (&source, chosen.file, error);
  if (good)
    {
      list_rows (&source);
      warn (&source);
      good = print (&source, error);
    }
  g_free (chosen.file);
  asc_found_source_clear (&source.found);
  g_clear_pointer (&source.text, asc_source_text_free);
  g_array_unref (source.rows);
  g_object_unref (source.lines);
  return good;
}
