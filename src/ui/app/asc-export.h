/* asc-export.h: a table as a file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-window.h"

G_BEGIN_DECLS

/** Asks for a file and writes the table on show to it. */
void asc_export_ask (AscWindow *window);
/**
 * Writes the table on show to @file: a page where its name ends in ".html" or ".htm", JSON in ".json", else TSV; with the columns and in the order on show, and where `ascribe-cli`
 * has the table, as it writes it. In a worker; says in the window how it went.
 */
void asc_export_to (AscWindow *window, GFile *file);

G_END_DECLS
