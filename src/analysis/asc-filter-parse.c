/* asc-filter-parse.c: the text of a filter, taken apart
 *
 * The language is that of er_print's `filters` (Performance Analyzer manual, "Expression Grammar"), as far as it is
 * about what is recorded here, with times in units and words for states; docs/filters.md has its grammar.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-filter-parse-private.h"

#include <string.h>

#define MAX_TEXT 65536

gboolean
asc_filter_is_operator (const AscFilterScanner *p, const char *text)
{
  return p->kind == ASC_FILTER_TOKEN_OPERATOR && g_str_equal (p->word->str, text);
}

gboolean
asc_filter_is_word (const AscFilterScanner *p, const char *text)
{
  return p->kind == ASC_FILTER_TOKEN_WORD && g_ascii_strcasecmp (p->word->str, text) == 0;
}

gboolean
asc_filter_take (AscFilterScanner *p, const char *text, const char *word, gboolean *taken)
{
  *taken = asc_filter_is_operator (p, text) || (word != NULL && asc_filter_is_word (p, word));
  return !*taken || asc_filter_scanner_advance (p);
}

gboolean
asc_filter_expect (AscFilterScanner *p, const char *text, const char *what)
{
  if (!asc_filter_is_operator (p, text))
    return asc_filter_scanner_fail (p, p->begin, ASC_FILTER_ERROR_SYNTAX, "“%s” is expected here, %s", text, what);
  return asc_filter_scanner_advance (p);
}

static const struct
{
  const char *name;
  AscFilterField field;
  gboolean is_time;
} fields[] = {
  { "TIME", 0, TRUE },
  { "TSTAMP", 0, TRUE },
  { "TID", ASC_FILTER_TID, FALSE },
  { "THRID", ASC_FILTER_TID, FALSE },
  { "LWPID", ASC_FILTER_TID, FALSE },
  { "PID", ASC_FILTER_PID, FALSE },
  { "CPUID", ASC_FILTER_CPU, FALSE },
  { "CPU", ASC_FILTER_CPU, FALSE },
  { "EXPID", ASC_FILTER_EXPERIMENT, FALSE },
  { "STATE", ASC_FILTER_STATE, FALSE },
  { "MSTATE", ASC_FILTER_STATE, FALSE },
  { "EVENT", ASC_FILTER_EVENT, FALSE },
  { "COMM", ASC_FILTER_COMM, FALSE },
  { "LEAF", ASC_FILTER_LEAF, FALSE },
  { "STACK", ASC_FILTER_STACK, FALSE },
  { "USTACK", ASC_FILTER_STACK, FALSE },
  { "XSTACK", ASC_FILTER_STACK, FALSE },
  { "MSTACK", ASC_FILTER_STACK, FALSE },
};

static int
find_field (const AscFilterScanner *p)
{
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (asc_filter_is_word (p, fields[i].name))
      return (int)i;
  return -1;
}

static AscFilterNode *
new_test (AscFilterScanner *p, AscFilterField field)
{
  AscFilterNode *node = asc_filter_node_new (ASC_FILTER_TEST, NULL, NULL);

  node->field = field;
  p->n_tests++;
  return node;
}

static AscFilterNode *
negate (AscFilterNode *node, gboolean wanted)
{
  return wanted && node != NULL ? asc_filter_node_new (ASC_FILTER_NOT, node, NULL) : node;
}

/* "==", "<", ...; from "a < b" to "b > a" when @flip. *@low .. *@high is where the comparison with @value holds;
 * *@negated: or rather everywhere else. */
static gboolean
range_of (const char *op, gboolean flip, gint64 value, gint64 *low, gint64 *high, gboolean *negated)
{
  char first = flip && op[0] == '<' ? '>' : flip && op[0] == '>' ? '<' : op[0];
  gboolean equal = op[1] == '=';

  *low = G_MININT64;
  *high = G_MAXINT64;
  *negated = FALSE;
  if (first == '=' || first == '!')
    {
      *low = *high = value;
      *negated = first == '!';
    }
  else if (first == '<')
    {
      *high = value - (equal ? 0 : 1);
      return equal || value > G_MININT64;
    }
  else
    {
      *low = value + (equal ? 0 : 1);
      return equal || value < G_MAXINT64;
    }
  return TRUE;
}

gboolean
asc_filter_is_comparison (const AscFilterScanner *p)
{
  return p->kind == ASC_FILTER_TOKEN_OPERATOR && strchr ("=!<>", p->word->str[0]) != NULL
         && !asc_filter_is_operator (p, "!") && !asc_filter_is_operator (p, "<<") && !asc_filter_is_operator (p, ">>");
}

AscFilterNode *
asc_filter_node_new_range (const char *op, gboolean flip, gint64 value)
{
  AscFilterNode *node = asc_filter_node_new (ASC_FILTER_TEST, NULL, NULL);
  gboolean negated;

  if (!range_of (op, flip, value, &node->low, &node->high, &negated))
    node->op = ASC_FILTER_CONST;
  return negate (node, negated);
}

static gboolean
check_number (AscFilterScanner *p, guint field)
{
  if (p->kind != ASC_FILTER_TOKEN_INT && p->kind != ASC_FILTER_TOKEN_TIME)
    return asc_filter_scanner_fail (p, p->begin, ASC_FILTER_ERROR_SYNTAX,
                                    fields[field].is_time ? "a time is expected here, as 1.5s or 1500000000"
                                                          : "a number is expected here");
  if (p->kind == ASC_FILTER_TOKEN_TIME && !fields[field].is_time)
    return asc_filter_scanner_fail (p, p->begin, ASC_FILTER_ERROR_VALUE, "%s is a number, not a time",
                                    fields[field].name);
  return TRUE;
}

/* A state, an event or a name of a thread. */
static AscFilterNode *
parse_word (AscFilterScanner *p, guint field)
{
  g_autoptr (AscFilterNode) node = NULL;

  if (p->kind != ASC_FILTER_TOKEN_WORD && p->kind != ASC_FILTER_TOKEN_STRING)
    {
      asc_filter_scanner_fail (p, p->begin, ASC_FILTER_ERROR_SYNTAX, "a name is expected here");
      return NULL;
    }
  node = new_test (p, fields[field].field);
  node->word = g_strdup (p->word->str);
  if (node->field == ASC_FILTER_STATE)
    {
      node->value = asc_filter_find_states (node->word);
      if (node->value == 0)
        {
          asc_filter_scanner_fail (
              p, p->begin, ASC_FILTER_ERROR_NAME,
              "no such state: “%s”; there are user, system, trap, wait, lock, textpfault, datapfault, kernelpfault, "
              "sleep, stop, blocked, unknown, owait, totalcpu",
              node->word);
          return NULL;
        }
    }
  return asc_filter_scanner_advance (p) ? g_steal_pointer (&node) : NULL;
}

/* A number or a range of them, "3" or "0..3". */
static AscFilterNode *
parse_numbers (AscFilterScanner *p, guint field)
{
  g_autoptr (AscFilterNode) node = NULL;
  gboolean taken;

  if (!check_number (p, field))
    return NULL;
  node = new_test (p, fields[field].field);
  node->low = node->high = p->value;
  if (!asc_filter_scanner_advance (p) || !asc_filter_take (p, "..", NULL, &taken))
    return NULL;
  if (!taken)
    return g_steal_pointer (&node);
  if (!check_number (p, field))
    return NULL;
  node->high = p->value;
  if (node->high < node->low)
    {
      asc_filter_scanner_fail (p, p->begin, ASC_FILTER_ERROR_VALUE, "a range ends behind its begin");
      return NULL;
    }
  return asc_filter_scanner_advance (p) ? g_steal_pointer (&node) : NULL;
}

static const struct
{
  const char *name;
  AscFilterThingKind kind;
} things[] = {
  { "FUNCTION", ASC_FILTER_THING_FUNCTION },
  { "FNAME", ASC_FILTER_THING_FNAME },
  { "OBJECT", ASC_FILTER_THING_OBJECT },
  { "LIBRARY", ASC_FILTER_THING_LIBRARY },
};

static int
find_thing (const AscFilterScanner *p)
{
  for (guint i = 0; i < G_N_ELEMENTS (things); i++)
    if (asc_filter_is_word (p, things[i].name))
      return (int)i;
  return -1;
}

static gboolean
is_thing (const AscFilterScanner *p)
{
  return p->kind == ASC_FILTER_TOKEN_STRING || find_thing (p) >= 0;
}

/* The whole name has to match, as with er_print. */
static gboolean
compile_regex (AscFilterScanner *p, AscFilterThing *thing)
{
  g_autoptr (GError) wrong = NULL;
  g_autoptr (GRegex) alone = g_regex_new (thing->name, G_REGEX_RAW, 0, &wrong);
  g_autofree char *whole = g_strdup_printf ("^(?:%s)$", thing->name);

  if (alone != NULL)
    thing->regex = g_regex_new (whole, G_REGEX_RAW | G_REGEX_OPTIMIZE | G_REGEX_DOLLAR_ENDONLY, 0, &wrong);
  return thing->regex != NULL || asc_filter_scanner_fail (p, p->begin, ASC_FILTER_ERROR_VALUE, "%s", wrong->message);
}

static gboolean
take_string (AscFilterScanner *p, char **string)
{
  if (p->kind != ASC_FILTER_TOKEN_STRING)
    return asc_filter_scanner_fail (p, p->begin, ASC_FILTER_ERROR_SYNTAX, "a text in quotation marks is expected here");
  *string = g_strdup (p->word->str);
  return TRUE;
}

static gboolean
parse_arguments (AscFilterScanner *p, AscFilterThing *thing)
{
  gboolean taken;

  if (!asc_filter_scanner_advance (p) || !asc_filter_expect (p, "(", "then a name in quotation marks")
      || !take_string (p, &thing->name))
    return FALSE;
  if ((thing->kind == ASC_FILTER_THING_FNAME || thing->kind == ASC_FILTER_THING_LIBRARY) && !compile_regex (p, thing))
    return FALSE;
  if (!asc_filter_scanner_advance (p) || !asc_filter_take (p, ",", NULL, &taken))
    return FALSE;
  if (taken && (thing->kind == ASC_FILTER_THING_OBJECT || thing->kind == ASC_FILTER_THING_LIBRARY))
    return asc_filter_scanner_fail (p, p->begin, ASC_FILTER_ERROR_SYNTAX, "there is one name only");
  if (taken && (!take_string (p, &thing->object) || !asc_filter_scanner_advance (p)))
    return FALSE;
  return asc_filter_expect (p, ")", "behind the name");
}

/* "f", FUNCTION("f", "object"), FNAME("f.*"), OBJECT("libc.so.6"), LIBRARY("libc.*") */
static AscFilterNode *
parse_thing (AscFilterScanner *p, AscFilterField field)
{
  g_autoptr (AscFilterNode) node = new_test (p, field);
  int kind = find_thing (p);

  node->thing = g_new0 (AscFilterThing, 1);
  if (kind >= 0)
    {
      node->thing->kind = things[kind].kind;
      return parse_arguments (p, node->thing) ? g_steal_pointer (&node) : NULL;
    }
  if (!is_thing (p))
    {
      asc_filter_scanner_fail (p, p->begin, ASC_FILTER_ERROR_SYNTAX,
                               "a function is expected here: \"NAME\" or FNAME(\"REGEX\")");
      return NULL;
    }
  node->thing->kind = ASC_FILTER_THING_LOOSE;
  node->thing->name = g_strdup (p->word->str);
  return asc_filter_scanner_advance (p) ? g_steal_pointer (&node) : NULL;
}

static AscFilterNode *
parse_value (AscFilterScanner *p, guint field)
{
  switch (fields[field].field)
    {
    case ASC_FILTER_STATE:
    case ASC_FILTER_EVENT:
    case ASC_FILTER_COMM:
      return parse_word (p, field);
    case ASC_FILTER_LEAF:
    case ASC_FILTER_STACK:
      return parse_thing (p, fields[field].field);
    default:
      return parse_numbers (p, field);
    }
}

static gboolean
check_tests (AscFilterScanner *p)
{
  return p->n_tests <= ASC_FILTER_MAX_TESTS
         || asc_filter_scanner_fail (p, p->begin, ASC_FILTER_ERROR_LIMIT, "more than %u tests", ASC_FILTER_MAX_TESTS);
}

/* "(a, b)" or "a", behind IN. */
static AscFilterNode *
parse_list (AscFilterScanner *p, guint field)
{
  g_autoptr (AscFilterNode) list = NULL;
  gboolean taken;

  if (!asc_filter_take (p, "(", NULL, &taken))
    return NULL;
  if (!taken)
    return parse_value (p, field);
  for (gboolean more = TRUE; more;)
    {
      AscFilterNode *one = parse_value (p, field);

      if (one == NULL)
        return NULL;
      list = list != NULL ? asc_filter_node_new (ASC_FILTER_OR, g_steal_pointer (&list), one) : one;
      if (!check_tests (p) || !asc_filter_take (p, ",", NULL, &more))
        return NULL;
    }
  return asc_filter_expect (p, ")", "or a comma and more") ? g_steal_pointer (&list) : NULL;
}

/* What stands behind a name: "== 3", "IN (1, 2)", "NOT IN ...". */
static AscFilterNode *
parse_field (AscFilterScanner *p, guint field)
{
  g_autofree char *op = NULL;
  gboolean is_number = fields[field].is_time || fields[field].field <= ASC_FILTER_EXPERIMENT;
  gboolean negated, taken;
  AscFilterScanner at = *p;
  g_autofree char *name = g_strdup (p->word->str);

  if (!asc_filter_scanner_advance (p))
    return NULL;
  if (is_number && (asc_filter_is_comparison (p) || asc_filter_is_arithmetic (p)))
    {
      *p = at;
      g_string_assign (p->word, name);
      return asc_filter_parse_comparison (p, FALSE);
    }
  if (asc_filter_is_comparison (p))
    {
      op = g_strdup (p->word->str);
      if (!strchr ("=!", op[0]))
        {
          asc_filter_scanner_fail (p, p->begin, ASC_FILTER_ERROR_SYNTAX, "%s can be compared by == and != only",
                                   fields[field].name);
          return NULL;
        }
      if (fields[field].field == ASC_FILTER_STACK)
        {
          asc_filter_scanner_fail (p, p->begin, ASC_FILTER_ERROR_SYNTAX,
                                   "what is in a stack is told so: \"NAME\" IN STACK");
          return NULL;
        }
      return asc_filter_scanner_advance (p) ? negate (parse_value (p, field), op[0] == '!') : NULL;
    }
  if (!asc_filter_take (p, "!", "NOT", &negated) || !asc_filter_take (p, "", "IN", &taken))
    return NULL;
  if (taken && !fields[field].is_time && fields[field].field != ASC_FILTER_STACK)
    return negate (parse_list (p, field), negated);
  asc_filter_scanner_fail (p, p->begin, ASC_FILTER_ERROR_SYNTAX,
                           is_number ? "a comparison is expected here: ==, !=, <, <=, >, >=%s"
                                     : "==, != or IN is expected here%s",
                           !is_number || fields[field].is_time ? "" : ", or IN");
  return NULL;
}

/* "[NOT] [SOME | ORDERED] IN STACK" behind functions. Returns: FALSE: failed */
static gboolean
parse_in (AscFilterScanner *p, gboolean *negated, gboolean *some, AscFilterField *field)
{
  gboolean ordered;
  gboolean taken;
  int where;

  if (!asc_filter_take (p, "!", "NOT", negated) || !asc_filter_take (p, "", "SOME", some)
      || !asc_filter_take (p, "", *some ? NULL : "ORDERED", &ordered) || !asc_filter_take (p, "", "IN", &taken))
    return FALSE;
  if (!taken)
    return asc_filter_scanner_fail (p, p->begin, ASC_FILTER_ERROR_SYNTAX, "IN STACK or IN LEAF is expected here");
  where = find_field (p);
  if (where < 0 || (fields[where].field != ASC_FILTER_STACK && fields[where].field != ASC_FILTER_LEAF))
    return asc_filter_scanner_fail (p, p->begin, ASC_FILTER_ERROR_SYNTAX, "STACK or LEAF is expected here");
  if (ordered && fields[where].field != ASC_FILTER_STACK)
    return asc_filter_scanner_fail (p, p->begin, ASC_FILTER_ERROR_SYNTAX, "STACK is expected here");
  *field = ordered ? ASC_FILTER_ORDERED : fields[where].field;
  return asc_filter_scanner_advance (p);
}

/* All of @list, whose things go into one node. */
static AscFilterNode *
new_ordered (AscFilterScanner *p, GPtrArray *list)
{
  AscFilterNode *node;

  if (list->len > ASC_FILTER_MAX_ORDERED)
    {
      asc_filter_scanner_fail (p, p->begin, ASC_FILTER_ERROR_LIMIT, "more than %u functions in a row",
                               ASC_FILTER_MAX_ORDERED);
      return NULL;
    }
  node = asc_filter_node_new (ASC_FILTER_TEST, NULL, NULL);
  node->field = ASC_FILTER_ORDERED;
  node->things = g_ptr_array_new_with_free_func ((GDestroyNotify)asc_filter_thing_free);
  for (guint i = 0; i < list->len; i++)
    {
      AscFilterNode *one = g_ptr_array_index (list, i);

      g_ptr_array_add (node->things, g_steal_pointer (&one->thing));
    }
  return node;
}

/* "f" IN STACK; ("f", "g") SOME IN STACK. @bracket: the list is open. */
static AscFilterNode *
parse_things (AscFilterScanner *p, gboolean bracket)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func ((GDestroyNotify)asc_filter_node_free);
  AscFilterNode *all = NULL;
  AscFilterField field = ASC_FILTER_STACK;
  gboolean negated, some;

  for (gboolean more = TRUE; more;)
    {
      AscFilterNode *one = parse_thing (p, field);

      if (one == NULL)
        return NULL;
      g_ptr_array_add (list, one);
      if (!check_tests (p))
        return NULL;
      more = FALSE;
      if (bracket && !asc_filter_take (p, ",", NULL, &more))
        return NULL;
    }
  if ((bracket && !asc_filter_expect (p, ")", "or a comma and more")) || !parse_in (p, &negated, &some, &field))
    return NULL;
  if (field == ASC_FILTER_ORDERED)
    return negate (new_ordered (p, list), negated);
  g_ptr_array_set_free_func (list, NULL);
  for (guint i = 0; i < list->len; i++)
    {
      AscFilterNode *one = g_ptr_array_index (list, i);

      one->field = field;
      all = all != NULL ? asc_filter_node_new (some ? ASC_FILTER_OR : ASC_FILTER_AND, all, one) : one;
    }
  return negate (all, negated);
}

static AscFilterNode *parse_or (AscFilterScanner *p);

/* Behind an open bracket. */
static AscFilterNode *
parse_bracket (AscFilterScanner *p)
{
  g_autoptr (AscFilterNode) node = NULL;
  AscFilterScanner at = *p;

  /* ("a", "b") is a list, ("a" IN STACK) an expression. */
  if (is_thing (p))
    {
      g_autofree char *word = g_strdup (p->word->str);
      g_autoptr (AscFilterNode) first = parse_thing (p, ASC_FILTER_STACK);
      gboolean is_list = first != NULL && (asc_filter_is_operator (p, ",") || asc_filter_is_operator (p, ")"));

      if (first == NULL)
        return NULL;
      at.n_tests = p->n_tests;
      *p = at;
      g_string_assign (p->word, word);
      if (is_list)
        return parse_things (p, TRUE);
    }
  node = parse_or (p);
  if (node == NULL || !asc_filter_expect (p, ")", "to close the bracket"))
    return NULL;
  return g_steal_pointer (&node);
}

static AscFilterNode *
parse_not (AscFilterScanner *p)
{
  gboolean taken;
  int field;

  if (!asc_filter_take (p, "!", "NOT", &taken))
    return NULL;
  if (taken)
    {
      AscFilterNode *node;

      if (++p->depth > ASC_FILTER_MAX_DEPTH)
        {
          asc_filter_scanner_fail (p, p->begin, ASC_FILTER_ERROR_LIMIT, "brackets and negations nested deeper than %u",
                                   ASC_FILTER_MAX_DEPTH);
          return NULL;
        }
      node = negate (parse_not (p), TRUE);
      p->depth--;
      return node;
    }
  if (asc_filter_is_operator (p, "("))
    {
      AscFilterNode *node = asc_filter_parse_comparison (p, TRUE);

      return node != NULL ? node : asc_filter_scanner_advance (p) ? parse_bracket (p) : NULL;
    }
  if (asc_filter_is_word (p, "TRUE") || asc_filter_is_word (p, "FALSE"))
    {
      AscFilterNode *node = asc_filter_node_new (ASC_FILTER_CONST, NULL, NULL);

      node->value = asc_filter_is_word (p, "TRUE");
      if (asc_filter_scanner_advance (p))
        return node;
      asc_filter_node_free (node);
      return NULL;
    }
  if (is_thing (p))
    return parse_things (p, FALSE);
  if (p->kind == ASC_FILTER_TOKEN_INT || p->kind == ASC_FILTER_TOKEN_TIME)
    return asc_filter_parse_comparison (p, FALSE);
  field = find_field (p);
  if (field >= 0)
    return parse_field (p, (guint)field);
  if (p->kind == ASC_FILTER_TOKEN_WORD)
    asc_filter_scanner_fail (
        p, p->begin, ASC_FILTER_ERROR_NAME,
        "no such name: “%s”; there are TIME, TID, PID, CPUID, EXPID, STATE, EVENT, COMM, LEAF, STACK", p->word->str);
  else
    asc_filter_scanner_fail (p, p->begin, ASC_FILTER_ERROR_SYNTAX,
                             p->kind == ASC_FILTER_TOKEN_END ? "a test is missing here" : "a test is expected here");
  return NULL;
}

static AscFilterNode *
parse_and (AscFilterScanner *p)
{
  g_autoptr (AscFilterNode) node = parse_not (p);
  gboolean taken = TRUE;

  while (node != NULL)
    {
      AscFilterNode *right;

      if (!check_tests (p) || !asc_filter_take (p, "&&", "AND", &taken))
        return NULL;
      if (!taken)
        return g_steal_pointer (&node);
      right = parse_not (p);
      if (right == NULL)
        return NULL;
      node = asc_filter_node_new (ASC_FILTER_AND, g_steal_pointer (&node), right);
    }
  return NULL;
}

static AscFilterNode *
parse_or (AscFilterScanner *p)
{
  g_autoptr (AscFilterNode) node = NULL;
  gboolean taken = TRUE;

  if (++p->depth > ASC_FILTER_MAX_DEPTH)
    {
      asc_filter_scanner_fail (p, p->begin, ASC_FILTER_ERROR_LIMIT, "brackets and negations nested deeper than %u",
                               ASC_FILTER_MAX_DEPTH);
      return NULL;
    }
  while (taken)
    {
      AscFilterNode *right = parse_and (p);

      if (right == NULL)
        return NULL;
      node = node != NULL ? asc_filter_node_new (ASC_FILTER_OR, g_steal_pointer (&node), right) : right;
      if (!asc_filter_take (p, "||", "OR", &taken))
        return NULL;
    }
  p->depth--;
  return g_steal_pointer (&node);
}

AscFilterNode *
asc_filter_parse_text (const char *text, guint *error_at, GError **error)
{
  g_autoptr (GString) word = g_string_new (NULL);
  g_autoptr (AscFilterNode) node = NULL;
  g_autoptr (GError) wrong = NULL;
  AscFilterScanner p = { .text = text, .next = text, .begin = text, .word = word, .error = &wrong };
  const char *invalid;

  if (!g_utf8_validate (text, -1, &invalid))
    asc_filter_scanner_fail (&p, invalid, ASC_FILTER_ERROR_SYNTAX, "a filter is text in UTF-8");
  else if (strlen (text) > MAX_TEXT)
    asc_filter_scanner_fail (&p, text, ASC_FILTER_ERROR_LIMIT, "a filter has at most %d bytes", MAX_TEXT);
  else if (asc_filter_scanner_advance (&p))
    {
      node = parse_or (&p);
      if (node != NULL && p.kind != ASC_FILTER_TOKEN_END)
        {
          asc_filter_scanner_fail (&p, p.begin, ASC_FILTER_ERROR_SYNTAX, "&& or || is expected here");
          g_clear_pointer (&node, asc_filter_node_free);
        }
    }
  if (node == NULL)
    {
      if (error_at != NULL)
        *error_at = (guint)g_utf8_strlen (text, p.error_at - text);
      g_propagate_error (error, g_steal_pointer (&wrong));
    }
  return g_steal_pointer (&node);
}
