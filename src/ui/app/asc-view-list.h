/* asc-view-list.h: the list of views at the left
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "asc-session.h"

G_BEGIN_DECLS

/** Property "view" (notifies): id of the view chosen in it. Only views that the session's data can fill are listed. */
#define ASC_TYPE_VIEW_LIST (asc_view_list_get_type ())
G_DECLARE_FINAL_TYPE (AscViewList, asc_view_list, ASC, VIEW_LIST, AdwBin)

/** Asks every view again whether it can be shown. */
void asc_view_list_update (AscViewList *self, AscSession *session);
const char *asc_view_list_get_view (AscViewList *self);
/** Returns: FALSE when @id is not listed. */
gboolean asc_view_list_set_view (AscViewList *self, const char *id);
/** Whether the view @id is in the list. */
gboolean asc_view_list_has (AscViewList *self, const char *id);
/** Id of the @i-th listed view, or NULL. */
const char *asc_view_list_get_nth (AscViewList *self, guint i);
/** The type of view @id, or G_TYPE_INVALID. */
GType asc_view_list_find_type (const char *id);

G_END_DECLS
