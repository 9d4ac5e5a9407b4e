/* asc-findings-private.h: what the two files of the findings share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-findings.h"

G_BEGIN_DECLS

/** Appends an empty finding. @title: taken. Lent. */
AscFinding *asc_findings_add (GPtrArray *findings, AscSeverity severity, const char *kind, char *title);
char *asc_findings_dup_percent (AscFindingsFormat format, gint64 part, gint64 whole);
char *asc_findings_dup_count (AscFindingsFormat format, gint64 n);

/* asc-findings-objects.c */
/** Load objects whose functions have no names, whose file is another build, or may be one. @symbols: as asc_findings_list(). */
void asc_findings_add_objects (GPtrArray *findings, AscProfile *profile, GPtrArray *symbols, guint metric, AscFindingsFormat format);

G_END_DECLS
