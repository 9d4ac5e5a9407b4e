/* asc-fuzzy.h: how well a name answers to a few typed letters
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * How well @name answers to @typed, whose letters must all stand in it in this order, whatever their case. As one piece is best, then at the beginnings of words (behind "::", "_", at
 * a capital), then close together; parameters and long names are worth less. Any thread. Returns: more is better; -1: it does not
 */
int asc_fuzzy_score (const char *typed, const char *name);

/** A name that answers. */
typedef struct
{
  guint32 index;
  int score;
} AscFuzzyMatch;

/**
 * The best of @n names, at most @max; equals in their order. @get_name: lends the name of an index. 100,000 names take some 10 ms.
 * Returns: (transfer full) (element-type AscFuzzyMatch)
 */
GArray *asc_fuzzy_find (const char *typed, guint32 n, const char *(*get_name) (gpointer data, guint32 index), gpointer data, guint max);

G_END_DECLS
