/* asc-matcher.c: see asc-matcher.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-matcher.h"

#include <string.h>

/* Steps of one match: what a person means takes some hundred, an expression like "(a+)+[bc]" would never end. */
#define STEP_LIMIT "(*LIMIT_MATCH=20000)"
/* So many given up, and the expression itself is: a hundred thousand names must not take seconds. */
#define MAX_GIVEN_UP 20

struct _AscMatcher
{
  char *text;
  gboolean is_regex;
  GRegex *regex;  /* NULL: ASCII that strcasestr() finds */
  gint n_given_up; /* atomic */
};

AscMatcher *
asc_matcher_new (const char *text, gboolean is_regex, GError **error)
{
  GRegexCompileFlags flags = G_REGEX_CASELESS | G_REGEX_MULTILINE | G_REGEX_OPTIMIZE;
  AscMatcher *self;
  GRegex *regex = NULL;

  g_return_val_if_fail (text != NULL && *text != '\0', NULL);

  if (is_regex || !g_str_is_ascii (text))
    {
      g_autofree char *escaped = is_regex ? g_strdup (text) : g_regex_escape_string (text, -1);
      g_autofree char *limited = g_strconcat (STEP_LIMIT, escaped, NULL);
      /* Without the limit first: an error is to tell the place in what was typed. */
      g_autoptr (GRegex) typed = g_regex_new (escaped, G_REGEX_CASELESS | G_REGEX_MULTILINE, 0, error);

      if (typed == NULL)
        return NULL;
      regex = g_regex_new (limited, flags, 0, error);
      if (regex == NULL)
        return NULL;
    }
  self = g_atomic_rc_box_new0 (AscMatcher);
  self->text = g_strdup (text);
  self->is_regex = is_regex;
  self->regex = regex;
  return self;
}

AscMatcher *
asc_matcher_ref (AscMatcher *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  AscMatcher *self = data;

  g_free (self->text);
  g_clear_pointer (&self->regex, g_regex_unref);
}

void
asc_matcher_unref (AscMatcher *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

const char *
asc_matcher_get_text (AscMatcher *self)
{
  return self->text;
}

gboolean
asc_matcher_is_regex (AscMatcher *self)
{
  return self->is_regex;
}

/* @text as UTF-8, a byte for a byte, that places stay what they are; NULL: it is. */
static char *
make_valid (const char *text)
{
  char *valid;
  const char *wrong = text;

  if (g_utf8_validate (text, -1, NULL))
    return NULL;
  valid = g_strdup (text);
  while (!g_utf8_validate (wrong, -1, &wrong))
    valid[wrong++ - text] = '?';
  return valid;
}

/* The first match that is not empty, or with @any the first one at all. */
static gboolean
find_regex (AscMatcher *self, const char *text, gsize from, gboolean any, gsize *start, gsize *end)
{
  g_autofree char *valid = make_valid (text);
  g_autoptr (GMatchInfo) match = NULL;
  g_autoptr (GError) error = NULL;
  gboolean found = FALSE;

  if (g_atomic_int_get (&self->n_given_up) >= MAX_GIVEN_UP)
    return FALSE;
  if (valid != NULL)
    text = valid;
  for (found = g_regex_match_full (self->regex, text, -1, (int) from, 0, &match, &error); found; found = g_match_info_next (match, &error))
    {
      int first, last;

      if (!g_match_info_fetch_pos (match, 0, &first, &last) || (!any && last <= first))
        continue;
      *start = (gsize) first;
      *end = (gsize) last;
      return TRUE;
    }
  if (error != NULL)
    g_atomic_int_inc (&self->n_given_up);
  return FALSE;
}

gboolean
asc_matcher_matches (AscMatcher *self, const char *text)
{
  gsize start, end;

  if (self->regex == NULL)
    return strcasestr (text, self->text) != NULL;
  return find_regex (self, text, 0, TRUE, &start, &end);
}

gboolean
asc_matcher_find (AscMatcher *self, const char *text, gsize from, gsize *start, gsize *end)
{
  const char *at;

  if (self->regex != NULL)
    return find_regex (self, text, from, FALSE, start, end);
  at = strcasestr (text + from, self->text);
  if (at == NULL)
    return FALSE;
  *start = (gsize) (at - text);
  *end = *start + strlen (self->text);
  return TRUE;
}

static guint
count_in_line (AscMatcher *self, const char *line)
{
  g_autofree char *valid = make_valid (line);
  g_autoptr (GMatchInfo) match = NULL;
  g_autoptr (GError) error = NULL;
  gboolean found;
  guint n = 0;

  if (g_atomic_int_get (&self->n_given_up) >= MAX_GIVEN_UP)
    return 0;
  for (found = g_regex_match_full (self->regex, valid != NULL ? valid : line, -1, 0, 0, &match, &error); found; found = g_match_info_next (match, &error))
    {
      int first, last;

      n += g_match_info_fetch_pos (match, 0, &first, &last) && last > first;
    }
  if (error != NULL)
    g_atomic_int_inc (&self->n_given_up);
  return n;
}

guint
asc_matcher_count (AscMatcher *self, const char *text)
{
  g_autoptr (GString) line = NULL;
  guint n = 0;

  if (self->regex == NULL)
    {
      for (text = strcasestr (text, self->text); text != NULL; text = strcasestr (text + strlen (self->text), self->text))
        n++;
      return n;
    }
  line = g_string_new (NULL);
  while (*text != '\0')
    {
      gsize length = strcspn (text, "\n");

      g_string_truncate (line, 0);
      g_string_append_len (line, text, (gssize) length);
      n += count_in_line (self, line->str);
      text += text[length] == '\n' ? length + 1 : length;
    }
  return n;
}

const char *
asc_matcher_get_expression (AscMatcher *self)
{
  return self->regex != NULL ? g_regex_get_pattern (self->regex) : NULL;
}

gboolean
asc_matcher_is_too_costly (AscMatcher *self)
{
  return g_atomic_int_get (&self->n_given_up) > 0;
}

gboolean
asc_matcher_equal (AscMatcher *self, AscMatcher *other)
{
  if (self == other || self == NULL || other == NULL)
    return self == other;
  return self->is_regex == other->is_regex && strcmp (self->text, other->text) == 0;
}
