/* asc-dwarf-name.c: what a function is called, and where it was declared
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-demangle.h"
#include "asc-dwarf-private.h"

/* A concrete instance, its abstract origin, its specification: 3 in real programs. A longer chain is a loop. */
#define MAX_STEPS 16
#define MAX_DEPTH 1024
/* Functions in functions. */
#define MAX_FUNCTIONS 8

typedef struct
{
  guint64 start; /* of its entry */
  guint64 end;   /* behind its children */
  guint32 parent;
  guint16 tag;
  const char *name;
  guint64 decl_file;
  guint32 decl_line;
  gboolean has_decl_file;
} Scope;

static void
take_entry (AscDwarfUnit *unit, const AscDwarfDie *die, AscDwarfNaming *naming)
{
  if (naming->linkage_name == NULL && die->linkage_name.form != 0)
    naming->linkage_name = asc_dwarf_value_string (unit, &die->linkage_name);
  if (naming->name == NULL && die->name.form != 0)
    naming->name = asc_dwarf_value_string (unit, &die->name);
  if (naming->file_unit == NULL && die->has_decl_file)
    {
      naming->file_unit = unit;
      naming->decl_file = die->decl_file;
    }
  if (naming->decl_line == 0)
    naming->decl_line = die->decl_line;
  naming->scope_unit = unit;
  naming->scope_die = die->offset;
}

void
asc_dwarf_find_name (AscDwarfUnit *unit, guint64 offset, AscDwarfNaming *naming)
{
  *naming = (AscDwarfNaming){ 0 };
  for (guint step = 0; step < MAX_STEPS && unit != NULL; step++)
    {
      AscCursor cursor = asc_dwarf_cursor (unit->file, ASC_DWARF_INFO, offset, unit->end);
      AscDwarfFile *file;
      AscDwarfDie die;

      if (offset < unit->die || offset >= unit->end || !asc_dwarf_read_die (unit, &cursor, &die) || die.tag == 0)
        return;
      take_entry (unit, &die, naming);
      if (die.origin.form == 0 || !asc_dwarf_value_reference (unit, &die.origin, &file, &offset))
        return;
      if (file != unit->file || offset < unit->offset || offset >= unit->end)
        unit = asc_dwarf_get_unit (file, offset);
    }
}

static gboolean
is_scope (guint16 tag)
{
  return tag == DW_TAG_namespace || tag == DW_TAG_class_type || tag == DW_TAG_structure_type || tag == DW_TAG_union_type
         || tag == DW_TAG_interface_type || tag == DW_TAG_enumeration_type || tag == DW_TAG_module
         || tag == DW_TAG_subprogram;
}

/* Lists the namespaces, types and functions of a unit that have something in them. */
static GArray *
list_scopes (AscDwarfUnit *unit)
{
  GArray *scopes = g_array_new (FALSE, FALSE, sizeof (Scope));
  AscCursor cursor = asc_dwarf_cursor (unit->file, ASC_DWARF_INFO, unit->die, unit->end);
  g_autofree guint32 *open = g_new (guint32, MAX_DEPTH); /* by depth: its scope, or NONE */
  g_autofree guint32 *around = g_new (guint32, MAX_DEPTH);
  guint depth = 0;

  around[0] = ASC_DWARF_NONE;
  if (!asc_dwarf_spend (unit->file->budget, unit->end - unit->die))
    return scopes;
  while (asc_cursor_left (&cursor) > 0)
    {
      AscCursor attrs = cursor;
      guint64 start = cursor.pos, code = asc_cursor_uleb128 (&attrs), sibling;
      const AscDwarfAbbrev *abbrev = code != 0 ? asc_dwarf_find_abbrev (unit->abbrevs, code) : NULL;
      Scope scope = { .start = start, .end = unit->end, .parent = around[depth] };
      AscDwarfDie die;

      if (code == 0)
        {
          cursor = attrs;
          if (depth == 0)
            break;
          if (open[depth] != ASC_DWARF_NONE)
            g_array_index (scopes, Scope, open[depth]).end = cursor.pos;
          depth--;
          continue;
        }
      if (abbrev == NULL || !asc_dwarf_skip_attrs (unit, &attrs, abbrev, &sibling))
        break;
      if (!abbrev->has_children)
        {
          cursor = attrs;
          continue;
        }
      if (++depth == MAX_DEPTH)
        break;
      open[depth] = ASC_DWARF_NONE;
      around[depth] = scope.parent;
      if (is_scope (abbrev->tag) && asc_dwarf_read_die (unit, &cursor, &die))
        {
          scope.tag = abbrev->tag;
          scope.name = asc_dwarf_value_string (unit, &die.name);
          scope.decl_file = die.decl_file;
          scope.decl_line = die.decl_line;
          scope.has_decl_file = die.has_decl_file;
          open[depth] = around[depth] = scopes->len;
          g_array_append_val (scopes, scope);
        }
      cursor = attrs;
    }
  return scopes;
}

static const char *
get_separator (guint16 language)
{
  return language == DW_LANG_D || language == DW_LANG_Go || language == DW_LANG_Ada83 || language == DW_LANG_Ada95
                 || language == DW_LANG_Java || language == DW_LANG_Modula2 || language == DW_LANG_Swift
             ? "."
             : "::";
}

static gboolean
has_scopes (guint16 language)
{
  return language != DW_LANG_C89 && language != DW_LANG_C && language != DW_LANG_C99 && language != DW_LANG_C11
         && language != DW_LANG_C17 && language != DW_LANG_Mips_Assembler;
}

/* The innermost scope around @die. */
static guint32
find_scope (GArray *scopes, guint64 die)
{
  guint low = 0, high = scopes->len;
  guint32 found;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (g_array_index (scopes, Scope, middle).start < die)
        low = middle + 1;
      else
        high = middle;
    }
  found = low > 0 ? low - 1 : ASC_DWARF_NONE;
  while (found != ASC_DWARF_NONE && g_array_index (scopes, Scope, found).end <= die)
    found = g_array_index (scopes, Scope, found).parent;
  return found;
}

static GArray *
get_scopes (AscDwarfUnit *unit)
{
  GArray *scopes;

  g_mutex_lock (&unit->mutex);
  if (unit->scopes == NULL)
    unit->scopes = list_scopes (unit);
  scopes = unit->scopes;
  g_mutex_unlock (&unit->mutex);
  return scopes;
}

void
asc_dwarf_find_place (AscDwarfNaming *naming)
{
  GArray *scopes;
  guint32 found;

  if (naming->file_unit != NULL || naming->scope_unit == NULL)
    return;
  scopes = get_scopes (naming->scope_unit);
  found = find_scope (scopes, naming->scope_die);
  if (found == ASC_DWARF_NONE)
    return;
  const Scope *scope = &g_array_index (scopes, Scope, found);
  if (!scope->has_decl_file || scope->tag == DW_TAG_subprogram || scope->tag == DW_TAG_namespace)
    return;
  naming->file_unit = naming->scope_unit;
  naming->decl_file = scope->decl_file;
  naming->decl_line = scope->decl_line;
}

static char *qualify (const AscDwarfNaming *naming, guint n_functions);

/* What a function that has others in it is called, with all that is around it. Returns: (transfer full) (nullable) */
static char *
name_function (AscDwarfUnit *unit, guint64 offset, guint n_functions)
{
  AscDwarfNaming naming;
  char *demangled;

  asc_dwarf_find_name (unit, offset, &naming);
  if (naming.linkage_name != NULL && (demangled = asc_demangle (naming.linkage_name, 0)) != NULL)
    return demangled;
  return naming.name != NULL && n_functions < MAX_FUNCTIONS ? qualify (&naming, n_functions + 1) : NULL;
}

/* How a namespace or type is called in a name; NULL: not at all. @name: what has been put together of it so far. */
static const char *
name_scope (const Scope *scope, const char *name)
{
  if (scope->tag == DW_TAG_enumeration_type)
    return NULL;
  if (scope->name != NULL)
    return scope->name;
  if (scope->tag == DW_TAG_namespace)
    return "(anonymous namespace)";
  return g_str_has_prefix (name, "operator()") ? "{lambda}" : NULL;
}

static char *
qualify (const AscDwarfNaming *naming, guint n_functions)
{
  AscDwarfUnit *unit = naming->scope_unit;
  g_autoptr (GString) whole = g_string_new (naming->name);
  const char *separator = get_separator (unit->language);
  GArray *scopes;

  if (!has_scopes (unit->language))
    return g_utf8_make_valid (naming->name, -1);
  scopes = get_scopes (unit);
  for (guint32 i = find_scope (scopes, naming->scope_die); i != ASC_DWARF_NONE && whole->len < 65536;
       i = g_array_index (scopes, Scope, i).parent)
    {
      const Scope *scope = &g_array_index (scopes, Scope, i);
      gboolean is_function = scope->tag == DW_TAG_subprogram;
      g_autofree char *function = is_function ? name_function (unit, scope->start, n_functions) : NULL;
      const char *name = is_function ? function : name_scope (scope, whole->str);

      if (name != NULL)
        {
          g_string_prepend (whole, separator);
          g_string_prepend (whole, name);
        }
      if (is_function) /* its name has the rest */
        break;
    }
  return g_utf8_make_valid (whole->str, -1);
}

char *
asc_dwarf_qualify (const AscDwarfNaming *naming)
{
  return qualify (naming, 0);
}
