/* asc-unit.h: what a weight counts, and how it is written
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  ASC_UNIT_COUNT,
  ASC_UNIT_NS,
  ASC_UNIT_BYTES,
} AscUnit;

/** "ns", "bytes", "count": the word of the JSON answers. */
const char *asc_unit_get_id (AscUnit unit);

/** One unit for a whole column, chosen from its total. */
typedef struct
{
  const char *symbol; /* "s", "ms", "µs", "ns", "B", "KiB", "MiB", "GiB", "" */
  double divisor;     /* base units in one of it */
  guint decimals;
} AscScale;

AscScale asc_unit_choose_scale (AscUnit unit, gint64 total);

/**
 * Writes @value in @scale, with the locale's digits grouping and decimal mark when @localized, else as in C.
 * A true zero is "0"; what is not zero but would print as zero is "<0.001" (or "<1"), with its sign.
 * Returns: (transfer full)
 */
char *asc_format_value (gint64 value, AscScale scale, gboolean localized);

/** The exact integer with its base unit: "1,234,567,890 ns". Returns: (transfer full) */
char *asc_format_exact (gint64 value, AscUnit unit, gboolean localized);

/** 100 * @value / @total with @decimals digits and no percent sign; "<0.01" for what would print as zero and is not; "0.00" when @total is 0.
 * Returns: (transfer full) */
char *asc_format_percent (gint64 value, gint64 total, guint decimals, gboolean localized);

/** How many columns of a terminal @text (UTF-8) takes; also the rule for the widths of labels: a Chinese or Japanese character is two. */
guint asc_text_width (const char *text);

/** Bytes as hexadecimal digits, as build-ids are written. Returns: (transfer full) */
char *asc_format_hex (const guint8 *bytes, gsize n);

G_END_DECLS
