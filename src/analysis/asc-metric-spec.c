/* asc-metric-spec.c: see asc-metric-spec.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-metric-spec.h"

#include <string.h>

G_DEFINE_QUARK (asc-spec-error-quark, asc_spec_error)

static const struct
{
  const char *id;
  AscStatic column;
} statics[] = {
  { "name", ASC_STATIC_NAME },
  { "size", ASC_STATIC_SIZE },
  { "address", ASC_STATIC_ADDRESS },
  { "object", ASC_STATIC_OBJECT },
};

/* The metric whose id starts at @text and ends there, at a colon or at the end: the longest. Returns: its number, or -1. */
static int
match_metric (AscProfile *profile, const char *text, gsize *length)
{
  int found = -1;

  for (guint i = 0; i < asc_profile_get_n_metrics (profile); i++)
    {
      const char *id = asc_profile_get_metric (profile, i)->id;
      gsize n = strlen (id);

      if (strncmp (text, id, n) == 0 && (text[n] == '\0' || text[n] == ':') && (found < 0 || n > *length))
        {
          found = (int) i;
          *length = n;
        }
    }
  return found;
}

static gboolean
match_static (const char *text, gsize *length, AscStatic *column)
{
  for (guint i = 0; i < G_N_ELEMENTS (statics); i++)
    {
      gsize n = strlen (statics[i].id);

      if (strncmp (text, statics[i].id, n) == 0 && (text[n] == '\0' || text[n] == ':'))
        {
          *length = n;
          *column = statics[i].column;
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
flavor_of (char letter, AscFlavor *flavor)
{
  switch (letter)
    {
    case 'e':
      *flavor = ASC_FLAVOR_EXCLUSIVE;
      return TRUE;
    case 'i':
      *flavor = ASC_FLAVOR_INCLUSIVE;
      return TRUE;
    case 'a':
      *flavor = ASC_FLAVOR_ATTRIBUTED;
      return TRUE;
    default:
      return FALSE;
    }
}

/* The signs of a column's forms. */
static const struct
{
  char sign;
  AscVisibility visibility;
} signs[] = {
  { '.', ASC_VISIBLE_TIME },
  { '+', ASC_VISIBLE_VALUE },
  { '%', ASC_VISIBLE_PERCENT },
  { '!', ASC_HIDDEN },
};

static guint
visibility_of (const char *letters, gsize *length)
{
  guint visibility = 0;

  *length = strspn (letters, ".%+!");
  for (gsize i = 0; i < *length; i++)
    for (guint j = 0; j < G_N_ELEMENTS (signs); j++)
      if (letters[i] == signs[j].sign)
        visibility |= signs[j].visibility;
  return visibility;
}

static void
set_spec_error (GError **error, const char *text)
{
  g_set_error (error, ASC_SPEC_ERROR, 0, "metric specification: not understood from “%s” on", text);
}

/* One part, "-ie.%user"; steps over it. */
static gboolean
parse_part (AscProfile *profile, const char **text, GArray *columns, GError **error)
{
  const char *p = *text;
  AscColumn column = { .flavor = ASC_FLAVOR_STATIC };
  AscFlavor flavors[3];
  guint n_flavors = 0;
  gsize length = 0;
  AscStatic which;
  int metric;

  if (*p == '-')
    {
      column.reverse = TRUE;
      p++;
    }
  if (match_static (p, &length, &which))
    {
      column.metric = which;
      column.visibility = ASC_VISIBLE_VALUE;
      g_array_append_val (columns, column);
      *text = p + length;
      return TRUE;
    }
  while (n_flavors < G_N_ELEMENTS (flavors) && flavor_of (*p, &flavors[n_flavors]))
    {
      n_flavors++;
      p++;
    }
  column.visibility = visibility_of (p, &length);
  p += length;
  metric = match_metric (profile, p, &length);
  if (n_flavors == 0 || column.visibility == 0 || metric < 0)
    {
      set_spec_error (error, *text);
      return FALSE;
    }
  column.metric = (guint) metric;
  for (guint i = 0; i < n_flavors; i++)
    {
      column.flavor = flavors[i];
      g_array_append_val (columns, column);
    }
  *text = p + length;
  return TRUE;
}

GArray *
asc_metric_spec_parse (AscProfile *profile, const char *spec, GError **error)
{
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (AscColumn));
  const char *text = spec;

  while (*text != '\0')
    {
      if (!parse_part (profile, &text, columns, error))
        return NULL;
      if (*text == '\0')
        break;
      text++; /* the colon */
      if (*text == '\0')
        {
          set_spec_error (error, text);
          return NULL;
        }
    }
  if (columns->len == 0)
    {
      set_spec_error (error, spec);
      return NULL;
    }
  return g_steal_pointer (&columns);
}

char *
asc_metric_spec_default (AscProfile *profile)
{
  const AscMetric *metric;

  if (asc_profile_get_n_metrics (profile) == 0)
    return g_strdup ("name");
  metric = asc_profile_get_metric (profile, asc_profile_get_primary_metric (profile));
  /* With the threads' states: what they waited for, beside. */
  if (g_str_equal (metric->id, "totalcpu") && asc_profile_find_metric (profile, "owait") >= 0)
    return g_strdup ("e.%totalcpu:i.%totalcpu:i.%wait:i.%lock:i.%owait:name");
  return metric->unit == ASC_UNIT_NS ? g_strdup_printf ("e.%%%s:i.%%%s:name", metric->id, metric->id)
                                     : g_strdup_printf ("e+%%%s:i+%%%s:name", metric->id, metric->id);
}

char *
asc_metric_spec_format (AscProfile *profile, GArray *columns)
{
  static const char flavors[] = "eia";
  GString *spec = g_string_new (NULL);

  for (guint i = 0; i < columns->len; i++)
    {
      const AscColumn *column = &g_array_index (columns, AscColumn, i);

      g_string_append_printf (spec, "%s%s", i > 0 ? ":" : "", column->reverse ? "-" : "");
      if (column->flavor == ASC_FLAVOR_STATIC)
        {
          g_string_append (spec, statics[column->metric].id);
          continue;
        }
      g_string_append_c (spec, flavors[column->flavor]);
      for (guint bit = 0; bit < G_N_ELEMENTS (signs); bit++)
        if ((column->visibility & signs[bit].visibility) != 0)
          g_string_append_c (spec, signs[bit].sign);
      g_string_append (spec, asc_profile_get_metric (profile, column->metric)->id);
    }
  return g_string_free (spec, FALSE);
}

char *
asc_column_dup_id (AscProfile *profile, const AscColumn *column, AscVisibility visibility)
{
  static const char flavors[] = "eia";
  char sign = visibility == ASC_VISIBLE_PERCENT ? '%' : visibility == ASC_VISIBLE_VALUE ? '+' : '.';

  if (column->flavor == ASC_FLAVOR_STATIC)
    return g_strdup (statics[column->metric].id);
  return g_strdup_printf ("%c%c%s", flavors[column->flavor], sign, asc_profile_get_metric (profile, column->metric)->id);
}
