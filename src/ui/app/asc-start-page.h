/* asc-start-page.h: what an empty window shows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/** Open, the sample, and the files opened before. Uses the window's actions. */
#define ASC_TYPE_START_PAGE (asc_start_page_get_type ())
G_DECLARE_FINAL_TYPE (AscStartPage, asc_start_page, ASC, START_PAGE, AdwBin)

G_END_DECLS
