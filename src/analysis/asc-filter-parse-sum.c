/* asc-filter-parse-sum.c: comparisons of numbers that are computed
 *
 * Operators as in C: * / % before + -, these before << >>, and all of them before comparisons.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-filter-parse-private.h"

#include <string.h>

static const struct
{
  const char *word;
  AscArithName name;
} names[] = {
  { "TIME", ASC_ARITH_TIME }, { "TSTAMP", ASC_ARITH_TIME }, { "TID", ASC_ARITH_TID },
  { "THRID", ASC_ARITH_TID }, { "LWPID", ASC_ARITH_TID },   { "PID", ASC_ARITH_PID },
  { "CPUID", ASC_ARITH_CPU }, { "CPU", ASC_ARITH_CPU },     { "EXPID", ASC_ARITH_EXPERIMENT },
};

static const struct
{
  const char *text;
  guint level; /* higher binds closer */
  AscArithOp op;
} operators[] = {
  { "<<", 0, ASC_ARITH_SHIFT_LEFT }, { ">>", 0, ASC_ARITH_SHIFT_RIGHT }, { "+", 1, ASC_ARITH_ADD },
  { "-", 1, ASC_ARITH_SUBTRACT },    { "*", 2, ASC_ARITH_MULTIPLY },     { "/", 2, ASC_ARITH_DIVIDE },
  { "%", 2, ASC_ARITH_REMAINDER },
};

#define N_LEVELS 3u

static gboolean
is_number (const AscFilterScanner *p)
{
  return p->kind == ASC_FILTER_TOKEN_INT || p->kind == ASC_FILTER_TOKEN_TIME;
}

/* "TID -1": the sign was read as the number's. */
static gboolean
is_taken_away (const AscFilterScanner *p)
{
  return is_number (p) && *p->begin == '-';
}

gboolean
asc_filter_is_arithmetic (const AscFilterScanner *p)
{
  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    if (asc_filter_is_operator (p, operators[i].text))
      return TRUE;
  return is_taken_away (p);
}

static AscArith *parse_level (AscFilterScanner *p, guint level, gboolean is_time);

/* @is_time: a time is wanted, for the message. */
static AscArith *
parse_operand (AscFilterScanner *p, gboolean is_time)
{
  g_autoptr (AscArith) sum = NULL;

  if (is_number (p))
    {
      sum = asc_arith_new_number (p->value, p->kind == ASC_FILTER_TOKEN_TIME);
      return asc_filter_scanner_advance (p) ? g_steal_pointer (&sum) : NULL;
    }
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (asc_filter_is_word (p, names[i].word))
      {
        sum = asc_arith_new_name (names[i].name);
        return asc_filter_scanner_advance (p) ? g_steal_pointer (&sum) : NULL;
      }
  if (!asc_filter_is_operator (p, "("))
    {
      asc_filter_scanner_fail (p, p->begin, ASC_FILTER_ERROR_SYNTAX,
                               is_time ? "a time is expected here, as 1.5s or 1500000000" : "a number is expected here");
      return NULL;
    }
  if (++p->depth > ASC_FILTER_MAX_DEPTH)
    {
      asc_filter_scanner_fail (p, p->begin, ASC_FILTER_ERROR_LIMIT, "brackets and negations nested deeper than %u",
                               ASC_FILTER_MAX_DEPTH);
      return NULL;
    }
  if (!asc_filter_scanner_advance (p))
    return NULL;
  sum = parse_level (p, 0, is_time);
  if (sum == NULL || !asc_filter_expect (p, ")", "to close the bracket"))
    return NULL;
  p->depth--;
  return g_steal_pointer (&sum);
}

/* Operands parted by operators of @level or a higher one. */
static AscArith *
parse_level (AscFilterScanner *p, guint level, gboolean is_time)
{
  g_autoptr (AscArith) sum = level < N_LEVELS ? parse_level (p, level + 1, is_time) : parse_operand (p, is_time);

  while (sum != NULL && level < N_LEVELS)
    {
      gboolean taken = level == 1 && is_taken_away (p);
      AscArithOp op = ASC_ARITH_ADD; /* of what is less than nothing */
      AscArith *right;

      for (guint i = 0; i < G_N_ELEMENTS (operators) && !taken; i++)
        if (operators[i].level == level)
          {
            op = operators[i].op;
            if (!asc_filter_take (p, operators[i].text, NULL, &taken))
              return NULL;
          }
      if (!taken)
        break;
      if (++p->n_tests > ASC_FILTER_MAX_TESTS)
        {
          asc_filter_scanner_fail (p, p->begin, ASC_FILTER_ERROR_LIMIT, "more than %u tests", ASC_FILTER_MAX_TESTS);
          return NULL;
        }
      right = parse_level (p, level + 1, is_time);
      if (right == NULL)
        return NULL;
      sum = asc_arith_new (op, g_steal_pointer (&sum), right);
    }
  return g_steal_pointer (&sum);
}

/* TIME and what is added to it, against a number: a range. @flip: the number stands first. */
static AscFilterNode *
new_time_range (AscFilterScanner *p, const char *begin, const AscArith *time, const AscArith *number, const char *op, gboolean flip)
{
  const AscArithValues none = { 0 };
  gint64 shift_ns, value;
  AscFilterNode *node;

  if (!asc_arith_is_shifted_time (time, &shift_ns))
    {
      asc_filter_scanner_fail (p, begin, ASC_FILTER_ERROR_SYNTAX, "to TIME times can be added, or taken from it, nothing else");
      return NULL;
    }
  if (__builtin_sub_overflow (asc_arith_compute (number, &none), shift_ns, &value))
    {
      asc_filter_scanner_fail (p, begin, ASC_FILTER_ERROR_VALUE, "this number is too large");
      return NULL;
    }
  p->n_tests++;
  node = asc_filter_node_new_range (op, flip, value);
  if (node->op != ASC_FILTER_CONST)
    (node->left != NULL ? node->left : node)->op = ASC_FILTER_TIME;
  return node;
}

static AscFilterNode *
new_comparison (AscFilterScanner *p, const char *begin, AscArith *left, const char *op, AscArith *right)
{
  guint both = left->names | right->names;
  AscFilterNode *node;

  if ((both & ASC_ARITH_TIME) != 0 && left->names != 0 && right->names != 0)
    {
      asc_filter_scanner_fail (p, begin, ASC_FILTER_ERROR_SYNTAX, "TIME can be compared with times only");
      return NULL;
    }
  if ((both & ASC_ARITH_TIME) != 0)
    return left->names != 0 ? new_time_range (p, begin, left, right, op, FALSE)
                            : new_time_range (p, begin, right, left, op, TRUE);
  if (both != 0 && (left->is_time || right->is_time))
    {
      asc_filter_scanner_fail (p, begin, ASC_FILTER_ERROR_VALUE, "this is compared with numbers, not with times");
      return NULL;
    }
  if ((both & ASC_ARITH_CPU) != 0 && (both & (ASC_ARITH_TID | ASC_ARITH_PID)) != 0)
    {
      asc_filter_scanner_fail (p, begin, ASC_FILTER_ERROR_SYNTAX,
                               "processors and threads cannot stand in one comparison");
      return NULL;
    }
  node = asc_filter_node_new (ASC_FILTER_TEST, NULL, NULL);
  node->field = ASC_FILTER_SUMS;
  node->sums[0] = left;
  node->sums[1] = right;
  g_strlcpy (node->compare, op, sizeof node->compare);
  p->n_tests++;
  return node;
}

/* The two sides are taken by what is returned, or freed. */
static AscFilterNode *
parse_sides (AscFilterScanner *p)
{
  const char *begin = p->begin;
  g_autoptr (AscArith) left = parse_level (p, 0, FALSE);
  g_autoptr (AscArith) right = NULL;
  g_autofree char *op = NULL;
  AscFilterNode *node;

  if (left == NULL)
    return NULL;
  if (!asc_filter_is_comparison (p))
    {
      asc_filter_scanner_fail (p, p->begin, ASC_FILTER_ERROR_SYNTAX,
                               "a comparison is expected here: ==, !=, <, <=, >, >=");
      return NULL;
    }
  op = g_strdup (p->word->str);
  if (!asc_filter_scanner_advance (p))
    return NULL;
  if (left->names != 0)
    begin = p->begin;
  right = parse_level (p, 0, left->is_time);
  if (right == NULL)
    return NULL;
  node = new_comparison (p, begin, left, op, right);
  if (node != NULL && node->field == ASC_FILTER_SUMS && node->sums[0] == left)
    {
      g_steal_pointer (&left);
      g_steal_pointer (&right);
    }
  return node;
}

AscFilterNode *
asc_filter_parse_comparison (AscFilterScanner *p, gboolean is_trial)
{
  AscFilterScanner at = *p;
  g_autofree char *word = g_strdup (p->word->str);
  g_autoptr (GError) none = NULL;
  AscFilterNode *node;

  if (!is_trial)
    return parse_sides (p);
  p->error = &none;
  node = parse_sides (p);
  p->error = at.error;
  if (node == NULL)
    {
      *p = at;
      g_string_assign (p->word, word);
    }
  return node;
}
