/* asc-kept-columns.c: the columns that somebody chose, kept in the settings
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-kept-columns.h"

#include "asc-ui-text.h"

#define KEY "columns"

/* The settings' value without @kind. */
static GVariantBuilder *
copy_without (GSettings *settings, const char *kind)
{
  g_autoptr (GVariant) kept = g_settings_get_value (settings, KEY);
  GVariantBuilder *builder = g_variant_builder_new (G_VARIANT_TYPE ("a{ss}"));
  GVariantIter iter;
  const char *name;
  const char *spec;

  g_variant_iter_init (&iter, kept);
  while (g_variant_iter_next (&iter, "{&s&s}", &name, &spec))
    if (!g_str_equal (name, kind))
      g_variant_builder_add (builder, "{ss}", name, spec);
  return builder;
}

GArray *
asc_kept_columns_load (AscProfile *profile)
{
  GSettings *settings = asc_ui_get_settings ();
  g_autofree char *kind = asc_metric_spec_default (profile);
  g_autoptr (GVariant) kept = settings != NULL ? g_settings_get_value (settings, KEY) : NULL;
  GArray *columns = NULL;
  const char *spec;

  /* A metric that this recording has not makes it another kind. */
  if (kept != NULL && g_variant_lookup (kept, kind, "&s", &spec))
    columns = asc_metric_spec_parse (profile, spec, NULL);
  if (columns == NULL)
    columns = asc_metric_spec_parse (profile, kind, NULL);
  return columns != NULL ? columns : g_array_new (FALSE, FALSE, sizeof (AscColumn));
}

void
asc_kept_columns_store (AscProfile *profile, GArray *columns)
{
  GSettings *settings = asc_ui_get_settings ();
  g_autofree char *kind = asc_metric_spec_default (profile);
  g_autoptr (GVariantBuilder) builder = NULL;

  if (settings == NULL)
    return;
  builder = copy_without (settings, kind);
  if (columns != NULL)
    {
      g_autofree char *spec = asc_metric_spec_format (profile, columns);

      g_variant_builder_add (builder, "{ss}", kind, spec);
    }
  g_settings_set_value (settings, KEY, g_variant_builder_end (builder));
}
