/* asc-matcher.h: what somebody searches for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * AscMatcher:
 *
 * A text or a regular expression that is looked for in names and lines, whatever their case. Made once for each search, then never changed; any thread.
 */
typedef struct _AscMatcher AscMatcher;

/** @text: UTF-8, not empty. @is_regex: it is a regular expression (PCRE's). Returns: (transfer full): NULL with @error when it is none. */
AscMatcher *asc_matcher_new (const char *text, gboolean is_regex, GError **error);
AscMatcher *asc_matcher_ref (AscMatcher *self);
void asc_matcher_unref (AscMatcher *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscMatcher, asc_matcher_unref)

/** As it was given. Lent. */
const char *asc_matcher_get_text (AscMatcher *self);
gboolean asc_matcher_is_regex (AscMatcher *self);

/** Whether it stands anywhere in @text. An expression that matches nothing at all (“x*”) stands in every text. */
gboolean asc_matcher_matches (AscMatcher *self, const char *text);
/** The first place in @text at or after byte @from that is not empty. @start, @end: (out): bytes. Returns: FALSE: there is none */
gboolean asc_matcher_find (AscMatcher *self, const char *text, gsize from, gsize *start, gsize *end);

/** How often it stands in the lines of @text, in places that do not overlap and are not empty. */
guint asc_matcher_count (AscMatcher *self, const char *text);
/** For others that search by expressions: itself as one, with a limit of steps. Lent; NULL for a text of ASCII. */
const char *asc_matcher_get_expression (AscMatcher *self);

/** Whether some text took so many steps that it was given up; after some of those nothing is looked at any more. */
gboolean asc_matcher_is_too_costly (AscMatcher *self);

/** The same matcher, or both NULL, or one that finds the same. */
gboolean asc_matcher_equal (AscMatcher *self, AscMatcher *other);

G_END_DECLS
