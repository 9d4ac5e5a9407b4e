/* asc-cli-disasm.c: the command disasm
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

/* One answer. Rows of text and TSV are those of @code, and behind them what is elsewhere. */
typedef struct
{
  AscCli *cli;
  AscFunctionCode *code;
  guint metric;   /* that says which instructions are hot */
  gint64 largest;
  guint digits;   /* of line numbers */
  guint bytes_width;
  const char *main_file; /* whose lines are shown without its name */
} Disasm;

/* Which function */

static gboolean
parse_address (const char *name, guint64 *address)
{
  char *end = NULL;

  if (!g_str_has_prefix (name, "0x") && !g_str_has_prefix (name, "0X"))
    return FALSE;
  *address = g_ascii_strtoull (name + 2, &end, 16);
  return end > name + 2 && *end == '\0';
}

/* Functions whose code holds the address. */
static GArray *
find_by_address (AscCli *cli, guint64 address)
{
  GArray *functions = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 1; i < asc_profile_get_n_functions (cli->ask.profile); i++)
    {
      const AscFunctionRow *row = asc_profile_get_function (cli->ask.profile, i);

      if (row->address != 0 && address >= row->address && address - row->address < MAX (row->size, 1) && asc_cli_is_in_object (cli, i))
        g_array_append_val (functions, i);
    }
  return functions;
}

static char *
list_candidates (AscCli *cli, const GArray *functions)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < MIN (functions->len, MAX_CANDIDATES); i++)
    {
      const AscFunctionRow *row = asc_profile_get_function (cli->ask.profile, g_array_index (functions, guint32, i));

      g_string_append_printf (text, "%s%s at 0x%" G_GINT64_MODIFIER "x (%s)", i > 0 ? "; " : "", row->name, row->address, row->object);
    }
  if (functions->len > MAX_CANDIDATES)
    g_string_append_printf (text, "; and %u more", functions->len - MAX_CANDIDATES);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* An inlined function of the same name has no code. */
static void
leave_out_inlined (AscCli *cli, GArray *functions)
{
  gboolean any = FALSE;

  for (guint i = 0; i < functions->len; i++)
    any = any || asc_profile_get_function (cli->ask.profile, g_array_index (functions, guint32, i))->address != 0;
  for (guint i = functions->len; any && i-- > 0;)
    if (asc_profile_get_function (cli->ask.profile, g_array_index (functions, guint32, i))->address == 0)
      g_array_remove_index (functions, i);
}

static gboolean
choose (AscCli *cli, guint32 *function, GError **error)
{
  guint64 address = 0;
  g_autoptr (GArray) functions = parse_address (cli->name, &address) ? find_by_address (cli, address) : asc_cli_find_named (cli);
  g_autofree char *list = NULL;

  leave_out_inlined (cli, functions);
  if (functions->len == 1)
    {
      *function = g_array_index (functions, guint32, 0);
      return TRUE;
    }
  if (functions->len == 0)
    {
      g_set_error (error, ASC_CLI_ERROR, ASC_CLI_ERROR_USAGE, "no function “%s”", cli->name);
      return FALSE;
    }
  list = list_candidates (cli, functions);
  g_set_error (error, ASC_CLI_ERROR, ASC_CLI_ERROR_USAGE, "“%s” means %u functions; give the long name, the address or --object: %s", cli->name, functions->len, list);
  return FALSE;
}

/* Rows */

enum
{
  FIELD_ADDRESS,
  FIELD_BYTES,
  FIELD_TEXT,
  FIELD_TARGET,
  FIELD_FILE,
  FIELD_LINE,
  FIELD_FUNCTION,
  FIELD_NAME,
};

static const AscReportField instruction_fields[] = {
  [FIELD_ADDRESS] = { "address", NC_ ("column", "Address"), ASC_REPORT_ADDRESS, ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [FIELD_BYTES] = { "bytes", NC_ ("column", "Bytes"), ASC_REPORT_STRING, ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [FIELD_TEXT] = { "text", NC_ ("column", "Text"), ASC_REPORT_STRING, ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [FIELD_TARGET] = { "target", NC_ ("column", "Target"), ASC_REPORT_ADDRESS, ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [FIELD_FILE] = { "file", NC_ ("column", "File"), ASC_REPORT_STRING, ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [FIELD_LINE] = { "line", NC_ ("column", "Line"), ASC_REPORT_INT, ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [FIELD_FUNCTION] = { "function", NC_ ("column", "Function"), ASC_REPORT_STRING, ASC_FORMAT_TSV | ASC_FORMAT_JSON },
  [FIELD_NAME] = { "name", NC_ ("column", "Instructions"), ASC_REPORT_STRING, ASC_FORMAT_TEXT, TRUE },
};

static void
append_bytes (const AscInstruction *instruction, GString *out)
{
  for (guint i = 0; i < instruction->size; i++)
    g_string_append_printf (out, "%s%02x", i > 0 ? " " : "", instruction->bytes[i]);
}

/* "  12. x = y;", "  x.h:12. inlined(): x = y;" */
static void
print_line (const Disasm *disasm, const AscInstruction *instruction, GString *out)
{
  g_autofree char *text = asc_function_code_dup_line (disasm->code, instruction->file, instruction->line);
  g_autofree char *base = g_path_get_basename (instruction->file);
  guint tracks = asc_jumps_get_n_tracks (asc_function_code_get_jumps (disasm->code));

  g_string_append_printf (out, "   %*s", (int) tracks, "");
  if (g_strcmp0 (instruction->file, disasm->main_file) != 0)
    g_string_append_printf (out, "%s:%u. ", base, instruction->line);
  else
    g_string_append_printf (out, "%*u. ", (int) disasm->digits, instruction->line);
  if (instruction->function != NULL)
    g_string_append_printf (out, text != NULL ? "%s: " : "%s", instruction->function);
  if (text != NULL)
    g_string_append (out, text);
}

/* Lines of the jumps, as objdump's --visualize-jumps has them. */
static void
print_jumps (const Disasm *disasm, guint32 i, GString *out)
{
  AscJumps *jumps = asc_function_code_get_jumps (disasm->code);
  guint32 target = asc_jumps_get_target (jumps, i);
  char end = ' ';

  for (guint t = asc_jumps_get_n_tracks (jumps); t-- > 0;)
    {
      const AscJumpLine *line = asc_jumps_find (jumps, t, i);
      char sign = end == ' ' ? ' ' : '-';

      if (line != NULL && (line->target == i || line->target == target))
        {
          sign = i == line->first ? '/' : i == line->last ? '\\' : '+';
          end = line->target == i ? '>' : end == '>' ? '>' : '-';
        }
      else if (line != NULL)
        sign = '|';
      g_string_append_c (out, sign);
    }
  g_string_append_c (out, end);
}

/* Tabs stand between the mnemonic and the operands of some machines. */
static void
append_text (const char *text, GString *out)
{
  gsize start = out->len;

  for (; *text != '\0'; text++)
    if (*text != '\t')
      g_string_append_c (out, *text);
    else
      for (gsize n = TAB_WIDTH - (out->len - start) % TAB_WIDTH; n > 0; n--)
        g_string_append_c (out, ' ');
}

static void
print_instruction (const Disasm *disasm, guint32 i, GString *out)
{
  const AscInstruction *instruction = asc_disassembly_get (asc_function_code_get_disassembly (disasm->code), i);

  g_string_append (out, asc_function_code_is_hot (disasm->code, i, disasm->metric, disasm->largest) ? "## " : "   ");
  print_jumps (disasm, i, out);
  g_string_append_printf (out, " %" G_GINT64_MODIFIER "x:  ", instruction->address);
  if (disasm->bytes_width > 0)
    {
      gsize start = out->len;

      append_bytes (instruction, out);
      for (gsize n = out->len - start; n < disasm->bytes_width; n++)
        g_string_append_c (out, ' ');
      g_string_append (out, "  ");
    }
  append_text (instruction->text, out);
}

static gboolean
is_rest (const Disasm *disasm, guint32 row)
{
  return row == asc_function_code_get_n_rows (disasm->code);
}

static void
print_name (const Disasm *disasm, guint32 row, GString *out)
{
  const AscCodeRow *r = is_rest (disasm, row) ? NULL : asc_function_code_get_row (disasm->code, row);

  if (r == NULL)
    /* TRANSLATORS: %s is a function; keep the angle brackets */
    g_string_append_printf (out, _ ("<Function: %s, instructions elsewhere>"),
                            asc_profile_get_function (disasm->cli->ask.profile, asc_function_code_get_function (disasm->code))->name);
  else if (r->is_line)
    print_line (disasm, asc_disassembly_get (asc_function_code_get_disassembly (disasm->code), r->instruction), out);
  else
    print_instruction (disasm, r->instruction, out);
}

static gboolean
has_values (gpointer data, guint32 row)
{
  const Disasm *disasm = data;

  return is_rest (disasm, row) || !asc_function_code_get_row (disasm->code, row)->is_line;
}

static void
get_instruction_field (const AscInstruction *instruction, guint field, GString *scratch, AscReportCell *cell)
{
  if (field == FIELD_ADDRESS)
    asc_report_cell_address (cell, instruction->address);
  else if (field == FIELD_TEXT)
    asc_report_cell_string (cell, instruction->text);
  else if (field == FIELD_TARGET && instruction->target != ASC_NO_ADDRESS)
    asc_report_cell_address (cell, instruction->target);
  else if (field == FIELD_FILE)
    asc_report_cell_string (cell, instruction->file);
  else if (field == FIELD_LINE && instruction->line != 0)
    asc_report_cell_int (cell, instruction->line);
  else if (field == FIELD_FUNCTION)
    asc_report_cell_string (cell, instruction->function);
  else if (field == FIELD_BYTES)
    {
      append_bytes (instruction, scratch);
      asc_report_cell_string (cell, scratch->str);
    }
}

static void
get_field (gpointer data, guint32 row, guint field, GString *scratch, AscReportCell *cell)
{
  const Disasm *disasm = data;

  g_string_truncate (scratch, 0);
  if (field == FIELD_NAME)
    {
      print_name (disasm, row, scratch);
      asc_report_cell_string (cell, g_strchomp (scratch->str));
    }
  else if (!is_rest (disasm, row))
    get_instruction_field (asc_disassembly_get (asc_function_code_get_disassembly (disasm->code), asc_function_code_get_row (disasm->code, row)->instruction), field, scratch,
                           cell);
}

static gint64
get_value (gpointer data, guint32 row, AscFlavor flavor, guint metric)
{
  const Disasm *disasm = data;
  AscCodeMetrics *metrics = asc_function_code_get_metrics (disasm->code);
  const AscCodeRow *r = is_rest (disasm, row) ? NULL : asc_function_code_get_row (disasm->code, row);
  guint i = r != NULL ? r->instruction : asc_disassembly_get_size (asc_function_code_get_disassembly (disasm->code));

  if (r != NULL && r->is_line)
    return 0;
  return flavor == ASC_FLAVOR_EXCLUSIVE ? asc_code_metrics_get_exclusive (metrics, i, metric) : asc_code_metrics_get_inclusive (metrics, i, metric);
}

/* What the answer is about: the function, its file, the load object. */
static void
add_notes (gpointer data, GPtrArray *notes)
{
  const Disasm *disasm = data;
  const AscFunctionRow *function = asc_profile_get_function (disasm->cli->ask.profile, asc_function_code_get_function (disasm->code));
  g_autoptr (GString) line = g_string_new (NULL);

  asc_report_append_clean (line, function->name, FALSE);
  g_ptr_array_add (notes, g_strdup_printf (_ ("Function: %s"), line->str));
  if (disasm->main_file != NULL)
    {
      g_string_truncate (line, 0);
      asc_report_append_clean (line, disasm->main_file, FALSE);
      g_ptr_array_add (notes, g_strdup_printf (_ ("Source file: %s"), line->str));
    }
  g_ptr_array_add (notes, g_strdup_printf (_ ("Load object: %s"), function->object));
}

static gboolean
is_hot (gpointer data, guint32 row)
{
  const Disasm *disasm = data;

  return has_values (data, row) && !is_rest (disasm, row)
         && asc_function_code_is_hot (disasm->code, asc_function_code_get_row (disasm->code, row)->instruction, disasm->metric, disasm->largest);
}

static void
add_json (gpointer data, guint32 row, AscJsonWriter *json)
{
  if (!is_hot (data, row))
    return;
  asc_json_writer_key (json, "hot");
  asc_json_writer_bool (json, TRUE);
}

static const AscReport instruction_table = {
  .name = "disasm",
  .fields = instruction_fields,
  .n_fields = G_N_ELEMENTS (instruction_fields),
  .values = { { ASC_FLAVOR_EXCLUSIVE, "exclusive" }, { ASC_FLAVOR_INCLUSIVE, "inclusive" } },
  .n_values = 2,
  .meant = { ASC_FLAVOR_EXCLUSIVE, ASC_FLAVOR_INCLUSIVE, ASC_FLAVOR_STATIC },
  .get_field = get_field,
  .get_value = get_value,
  .add_json = add_json,
  .add_notes = add_notes,
  .is_hot = is_hot,
  .has_values = has_values,
};

/* The function: the one row of JSON */

enum
{
  HEAD_FUNCTION,
  HEAD_OBJECT,
  HEAD_OBJECT_PATH,
  HEAD_ADDRESS,
  HEAD_SIZE,
  HEAD_CODE,
};

static const AscReportField head_fields[] = {
  [HEAD_FUNCTION] = { "function", NC_ ("column", "Function"), ASC_REPORT_STRING, ASC_FORMAT_JSON },
  [HEAD_OBJECT] = { "object", NC_ ("column", "Load Object"), ASC_REPORT_STRING, ASC_FORMAT_JSON },
  [HEAD_OBJECT_PATH] = { "object_path", NC_ ("column", "Path"), ASC_REPORT_STRING, ASC_FORMAT_JSON },
  [HEAD_ADDRESS] = { "address", NC_ ("column", "Address"), ASC_REPORT_ADDRESS, ASC_FORMAT_JSON },
  [HEAD_SIZE] = { "size", NC_ ("column", "Size"), ASC_REPORT_INT, ASC_FORMAT_JSON },
  [HEAD_CODE] = { "code", NC_ ("column", "Path"), ASC_REPORT_STRING, ASC_FORMAT_JSON },
};

static void
get_head_field (gpointer data, guint32 row, guint field, GString *scratch, AscReportCell *cell)
{
  const Disasm *disasm = data;
  AscDisassembly *disassembly = asc_function_code_get_disassembly (disasm->code);
  const AscFunctionRow *function = asc_profile_get_function (disasm->cli->ask.profile, asc_function_code_get_function (disasm->code));

  if (field == HEAD_FUNCTION)
    asc_report_cell_string (cell, function->name);
  else if (field == HEAD_OBJECT)
    asc_report_cell_string (cell, function->object);
  else if (field == HEAD_OBJECT_PATH)
    asc_report_cell_string (cell, function->object_path);
  else if (field == HEAD_ADDRESS)
    asc_report_cell_address (cell, asc_disassembly_get_range (disassembly)->address);
  else if (field == HEAD_SIZE)
    asc_report_cell_int (cell, (gint64) asc_disassembly_get_range (disassembly)->size);
  else
    asc_report_cell_string (cell, asc_disassembly_get_source (disassembly));
}

/* Whether any event of the function is at none of the instructions. */
static gboolean
has_rest (const Disasm *disasm)
{
  guint i = asc_disassembly_get_size (asc_function_code_get_disassembly (disasm->code));

  for (guint metric = 0; metric < asc_profile_get_n_metrics (disasm->cli->ask.profile); metric++)
    if (asc_code_metrics_get_inclusive (asc_function_code_get_metrics (disasm->code), i, metric) != 0)
      return TRUE;
  return FALSE;
}

static void
add_instructions (gpointer data, guint32 row, AscJsonWriter *json)
{
  const Disasm *disasm = data;
  guint n = asc_function_code_get_n_rows (disasm->code);

  asc_report_add_mangled (disasm->cli->ask.profile, asc_function_code_get_function (disasm->code), json);
  asc_json_writer_key (json, "cut");
  asc_json_writer_bool (json, asc_disassembly_is_cut (asc_function_code_get_disassembly (disasm->code)));
  asc_json_writer_key (json, "instructions");
  asc_json_writer_open (json, '[');
  for (guint i = 0; i < n && !asc_out_failed (disasm->cli->ask.out); i++)
    if (!asc_function_code_get_row (disasm->code, i)->is_line)
      {
        asc_json_writer_break (json);
        asc_report_add_json (&disasm->cli->ask, &instruction_table, data, i, json);
      }
  asc_json_writer_close (json, ']');
  if (has_rest (disasm))
    {
      asc_json_writer_key (json, "elsewhere");
      asc_report_add_json (&disasm->cli->ask, &instruction_table, data, n, json);
    }
}

static const AscReport head_table = {
  .name = "disasm",
  .fields = head_fields,
  .n_fields = G_N_ELEMENTS (head_fields),
  .meant = { ASC_FLAVOR_EXCLUSIVE, ASC_FLAVOR_INCLUSIVE, ASC_FLAVOR_STATIC },
  .get_field = get_head_field,
  .get_value = get_value,
  .add_json = add_instructions,
};

/* Row @row is left out of TSV, which has a line for each instruction. */
static gboolean
is_printed (const Disasm *disasm, guint32 row)
{
  return (disasm->cli->options.format & (ASC_FORMAT_TEXT | ASC_FORMAT_HTML)) != 0 || has_values ((gpointer) disasm, row);
}

static gboolean
print (Disasm *disasm, GError **error)
{
  gboolean json = disasm->cli->options.format == ASC_FORMAT_JSON;
  g_autoptr (AscReportWriter) writer = asc_report_writer_new (&disasm->cli->ask, json ? &head_table : &instruction_table, disasm, error);
  guint n = json ? 1 : asc_function_code_get_n_rows (disasm->code) + (has_rest (disasm) ? 1 : 0);

  if (writer == NULL)
    return FALSE;
  if (asc_report_writer_measures (writer))
    {
      asc_report_put_notes (&disasm->cli->ask, &instruction_table, disasm);
      for (guint i = 0; i < n; i++)
        asc_report_writer_measure (writer, i);
    }
  asc_report_writer_begin (writer);
  for (guint i = 0; i < n && !asc_out_failed (disasm->cli->ask.out); i++)
    if (json || is_printed (disasm, i))
      asc_report_writer_row (writer, i);
  asc_report_writer_end (writer);
  return TRUE;
}

/* Widths of columns, the file that the function is in. */
static void
measure (Disasm *disasm)
{
  AscDisassembly *disassembly = asc_function_code_get_disassembly (disasm->code);
  guint32 most = 0;
  guint longest = 0;

  disasm->main_file = asc_disassembly_get (disassembly, 0)->file;
  for (guint i = 0; i < asc_disassembly_get_size (disassembly); i++)
    {
      const AscInstruction *instruction = asc_disassembly_get (disassembly, i);

      longest = MAX (longest, instruction->size);
      if (g_strcmp0 (instruction->file, disasm->main_file) == 0)
        most = MAX (most, instruction->line);
    }
  for (disasm->digits = 1; most >= 10; most /= 10)
    disasm->digits++;
  if (disasm->cli->options.bytes)
    disasm->bytes_width = longest * 3 - 1;
}

gboolean
asc_cli_run_disasm (AscCli *cli, GError **error)
{
  const AscSymbolOptions find = {
    .symbol_paths = (const char *const *) cli->options.symbols,
    .debug_dirs = (const char *const *) cli->options.debug_dirs,
    .sysroot = cli->options.sysroot,
    .no_inline = cli->options.no_inline,
    .names = cli->options.names,
    .debuginfod = cli->options.debuginfod,
    .n_threads = cli->options.n_threads,
  };
  g_autoptr (AscProgress) progress = cli->options.progress ? asc_progress_new () : NULL;
  g_autoptr (AscCliTicker) ticker = progress != NULL ? asc_cli_ticker_new (progress) : NULL;
  const AscSourceOptions source = asc_cli_get_source_options (cli, progress);
  Disasm disasm = { .cli = cli };
  guint32 function;
  gboolean good, reverse;

  if (!choose (cli, &function, error))
    return FALSE;
  disasm.code = asc_function_code_load (cli->ask.profile, cli->symbols, function, &find, &source, NULL, error);
  g_clear_pointer (&ticker, asc_cli_ticker_free);
  if (disasm.code == NULL)
    return FALSE;
  disasm.metric = asc_report_get_sort_metric (&cli->ask, &reverse);
  if (asc_profile_get_n_metrics (cli->ask.profile) > 0)
    disasm.largest = asc_function_code_get_largest (disasm.code, disasm.metric);
  measure (&disasm);
  if (asc_disassembly_is_cut (asc_function_code_get_disassembly (disasm.code)))
    g_printerr ("ascribe-cli: %s: %s\n", asc_disassembly_get_source (asc_function_code_get_disassembly (disasm.code)), _ ("the function is too long, its end is not shown"));
  good = print (&disasm, error);
  g_object_unref (disasm.code);
  return good;
}
