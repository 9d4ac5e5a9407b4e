/* asc-function-colors.c: see asc-function-colors.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-function-colors.h"

#include <string.h>

#define N_DIGITS 6

typedef struct
{
  char *pattern;
  GPatternSpec *spec;
  guint32 color;
} Rule;

struct _AscFunctionColors
{
  GArray *rules;
};

static GMutex lock;
static AscFunctionColors *used; /* under lock; NULL: never set */

static void
rule_clear (gpointer data)
{
  Rule *rule = data;

  g_free (rule->pattern);
  g_pattern_spec_free (rule->spec);
}

gboolean
asc_function_colors_parse (const char *rule, char **pattern, guint32 *color)
{
  const char *equals = strrchr (rule, '=');

  if (equals == NULL || equals == rule || equals[1] != '#' || strlen (equals + 2) != N_DIGITS
      || strspn (equals + 2, "0123456789abcdefABCDEF") != N_DIGITS || !g_utf8_validate (rule, -1, NULL))
    return FALSE;
  *color = (guint32) g_ascii_strtoull (equals + 2, NULL, 16);
  if (pattern != NULL)
    *pattern = g_strndup (rule, (gsize) (equals - rule));
  return TRUE;
}

AscFunctionColors *
asc_function_colors_new (const char *const *rules)
{
  AscFunctionColors *self = g_atomic_rc_box_new0 (AscFunctionColors);

  self->rules = g_array_new (FALSE, FALSE, sizeof (Rule));
  g_array_set_clear_func (self->rules, rule_clear);
  for (; rules != NULL && *rules != NULL; rules++)
    {
      Rule rule;

      if (!asc_function_colors_parse (*rules, &rule.pattern, &rule.color))
        continue;
      rule.spec = g_pattern_spec_new (rule.pattern);
      g_array_append_val (self->rules, rule);
    }
  return self;
}

AscFunctionColors *
asc_function_colors_ref (AscFunctionColors *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  g_array_unref (((AscFunctionColors *) data)->rules);
}

void
asc_function_colors_unref (AscFunctionColors *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

int
asc_function_colors_find (const AscFunctionColors *self, const char *name, guint32 *color)
{
  gsize length = self->rules->len > 0 ? strlen (name) : 0;

  for (guint i = 0; i < self->rules->len; i++)
    if (g_pattern_spec_match (g_array_index (self->rules, Rule, i).spec, length, name, NULL))
      {
        *color = g_array_index (self->rules, Rule, i).color;
        return (int) i;
      }
  return -1;
}

const char *
asc_function_colors_get_pattern (const AscFunctionColors *self, guint rule)
{
  g_return_val_if_fail (rule < self->rules->len, NULL);
  return g_array_index (self->rules, Rule, rule).pattern;
}

guint
asc_function_colors_get_size (const AscFunctionColors *self)
{
  return self->rules->len;
}

void
asc_function_colors_use (AscFunctionColors *self)
{
  AscFunctionColors *before;

  g_mutex_lock (&lock);
  before = used;
  used = asc_function_colors_ref (self);
  g_mutex_unlock (&lock);
  if (before != NULL)
    asc_function_colors_unref (before);
}

AscFunctionColors *
asc_function_colors_dup_used (void)
{
  AscFunctionColors *now;

  g_mutex_lock (&lock);
  if (used == NULL)
    used = asc_function_colors_new (NULL);
  now = asc_function_colors_ref (used);
  g_mutex_unlock (&lock);
  return now;
}
