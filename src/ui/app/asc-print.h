/* asc-print.h: the view on show on paper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-window.h"

G_BEGIN_DECLS

/** Asks for a printer and prints the view on show: a table with its head on each page, or a drawing that fills one. Does not block. */
void asc_print_ask (AscWindow *window);
/** The same as a PDF file without a question. Says in the window when it is done. */
void asc_print_to (AscWindow *window, const char *path);

G_END_DECLS
