/* asc-fuzzy.c: see asc-fuzzy.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-fuzzy.h"

#include <string.h>

#define WHOLE 4000      /* @typed is the name without its parameters */
#define ONE_PIECE 2000
#define AT_WORD 60      /* a letter begins a word */
#define NEXT 30         /* a letter follows the one before it */
#define IN_PARAMETERS 500
#define MAX_LENGTH_COST 200
#define MAX_GAP_COST 20

/* A call for each letter of 100,000 names would be most of the time. */
static inline char
lower (char c)
{
  return c >= 'A' && c <= 'Z' ? (char) (c | 0x20) : c;
}

static gboolean
begins_word (const char *name, gsize i)
{
  return i == 0 || !g_ascii_isalnum (name[i - 1]) || (g_ascii_isupper (name[i]) && g_ascii_islower (name[i - 1]));
}

/* The best place of @typed as one piece: at a word's beginning, else the first. Returns: -1: nowhere */
static gssize
find_piece (const char *typed, const char *name)
{
  const char *first = strcasestr (name, typed);

  for (const char *at = first; at != NULL; at = strcasestr (at + 1, typed))
    if (begins_word (name, (gsize) (at - name)))
      return at - name;
  return first != NULL ? first - name : -1;
}

/* Letter by letter: where the next one begins a word it is taken there, else at once. */
static int
score_letters (const char *typed, const char *name, gsize *place)
{
  gsize at = 0;
  int score = 0;

  for (gsize k = 0; typed[k] != '\0'; k++)
    {
      char wanted = lower (typed[k]);
      gsize i = at;

      while (name[i] != '\0' && lower (name[i]) != wanted)
        i++;
      if (name[i] == '\0')
        return -1;
      score += begins_word (name, i) ? AT_WORD : 0;
      score += k > 0 && i == at ? NEXT : 0;
      score -= k > 0 ? (int) MIN (i - at, MAX_GAP_COST) : 0;
      at = i + 1;
    }
  *place = at;
  return MAX (score, 0);
}

int
asc_fuzzy_score (const char *typed, const char *name)
{
  gsize place = 0;
  int score = score_letters (typed, name, &place);
  const char *parameters;
  gssize piece;

  if (score < 0)
    return -1;
  piece = find_piece (typed, name);
  parameters = strchr (name, '(');
  if (piece >= 0)
    {
      gsize length = strlen (typed);
      gsize end = (gsize) piece + length;

      score = ONE_PIECE + (begins_word (name, (gsize) piece) ? (int) length * AT_WORD : 0);
      score += begins_word (name, (gsize) piece) && (name[end] == '\0' || name[end] == '(') ? WHOLE : 0;
      place = end;
    }
  if (parameters != NULL && place > (gsize) (parameters - name))
    score -= IN_PARAMETERS;
  return MAX (0, MAX_LENGTH_COST + IN_PARAMETERS + score - (int) MIN (strlen (name), MAX_LENGTH_COST));
}

GArray *
asc_fuzzy_find (const char *typed, guint32 n, const char *(*get_name) (gpointer data, guint32 index), gpointer data, guint max)
{
  GArray *best = g_array_new (FALSE, FALSE, sizeof (AscFuzzyMatch));

  for (guint32 index = 0; index < n; index++)
    {
      AscFuzzyMatch match = { index, asc_fuzzy_score (typed, get_name (data, index)) };
      guint at = best->len;

      if (match.score < 0 || (best->len == max && match.score <= g_array_index (best, AscFuzzyMatch, max - 1).score))
        continue;
      while (at > 0 && g_array_index (best, AscFuzzyMatch, at - 1).score < match.score)
        at--;
      g_array_insert_val (best, at, match);
      if (best->len > max)
        g_array_set_size (best, max);
    }
  return best;
}
