/* asc-metric-spec.h: metric specifications, "e.%user:i.user:name"
 *
 * The language of er_print's `metrics` command (gprofng manual): see docs/terms.md.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-profile.h"

G_BEGIN_DECLS

typedef enum
{
  ASC_FLAVOR_EXCLUSIVE,
  ASC_FLAVOR_INCLUSIVE,
  ASC_FLAVOR_ATTRIBUTED,
  ASC_FLAVOR_STATIC, /* name, size, address, object */
} AscFlavor;

typedef enum
{
  ASC_VISIBLE_TIME = 1 << 0,    /* . */
  ASC_VISIBLE_PERCENT = 1 << 1, /* % */
  ASC_VISIBLE_VALUE = 1 << 2,   /* + */
  ASC_HIDDEN = 1 << 3,          /* ! */
} AscVisibility;

typedef enum
{
  ASC_STATIC_NAME,
  ASC_STATIC_SIZE,
  ASC_STATIC_ADDRESS,
  ASC_STATIC_OBJECT,
} AscStatic;

/** One column. */
typedef struct
{
  AscFlavor flavor;
  guint visibility;   /* AscVisibility */
  guint metric;       /* number in the profile; AscStatic for ASC_FLAVOR_STATIC */
  gboolean reverse;   /* a leading '-', in a sort specification */
} AscColumn;

#define ASC_SPEC_ERROR (asc_spec_error_quark ())
GQuark asc_spec_error_quark (void);

/** Parses @spec over the metrics of @profile. Returns: (transfer full) (element-type AscColumn); NULL with @error naming the part that is wrong. */
GArray *asc_metric_spec_parse (AscProfile *profile, const char *spec, GError **error);
/** The columns shown when nothing was asked for: "e.%totalcpu:i.%totalcpu:name" with clock data, else "e+%FIRST:i+%FIRST:name". Returns: (transfer full) */
char *asc_metric_spec_default (AscProfile *profile);
/** The specification that asc_metric_spec_parse() makes @columns (of AscColumn) from. Returns: (transfer full) */
char *asc_metric_spec_format (AscProfile *profile, GArray *columns);
/** The column's id, "e.user", "i%user", "name"; for a value and a percent that stand in one column the value's. Returns: (transfer full) */
char *asc_column_dup_id (AscProfile *profile, const AscColumn *column, AscVisibility visibility);

G_END_DECLS
