/* asc-filter-parse-private.h: the parts of the taking apart of a filter
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-filter-private.h"
#include "asc-filter-scan-private.h"

G_BEGIN_DECLS

/* What a person writes has some ten tests; the tree is walked by recursion. */
#define ASC_FILTER_MAX_DEPTH 64u
#define ASC_FILTER_MAX_TESTS 1000u

gboolean asc_filter_is_operator (const AscFilterScanner *p, const char *text);
gboolean asc_filter_is_word (const AscFilterScanner *p, const char *text);
gboolean asc_filter_is_comparison (const AscFilterScanner *p);
/** Takes the token when it is the operator @text or the word @word (NULL: none). *@taken says so. Returns: FALSE: failed */
gboolean asc_filter_take (AscFilterScanner *p, const char *text, const char *word, gboolean *taken);
gboolean asc_filter_expect (AscFilterScanner *p, const char *text, const char *what);

/** "==", "<", ...; from "a < b" to "b > a" when @flip. A test of TID, whose field or op is to be set: in a negation, where the answer is what is not
 * equal; or a constant. */
AscFilterNode *asc_filter_node_new_range (const char *op, gboolean flip, gint64 value);
/** Whether an operator of arithmetic stands here, or a number that is taken from what stands before. */
gboolean asc_filter_is_arithmetic (const AscFilterScanner *p);
/** A comparison of two sums: "TID % 2 == 1", "TIME >= 1s + 5ms". @is_trial: a text that is none is no error, and @p is where it was. NULL: failed. */
AscFilterNode *asc_filter_parse_comparison (AscFilterScanner *p, gboolean is_trial);

G_END_DECLS
