/* asc-loading-page.h: how far the reading has come
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "asc-session.h"

G_BEGIN_DECLS

#define ASC_TYPE_LOADING_PAGE (asc_loading_page_get_type ())
G_DECLARE_FINAL_TYPE (AscLoadingPage, asc_loading_page, ASC, LOADING_PAGE, AdwBin)

void asc_loading_page_set_session (AscLoadingPage *self, AscSession *session);

G_END_DECLS
