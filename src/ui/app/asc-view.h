/* asc-view.h: the base of every view
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "asc-session.h"

G_BEGIN_DECLS

#define ASC_TYPE_VIEW (asc_view_get_type ())
G_DECLARE_DERIVABLE_TYPE (AscView, asc_view, ASC, VIEW, AdwBin)

/** Properties of a view come from its class: set them in class_init. */
struct _AscViewClass
{
  AdwBinClass parent_class;

  const char *id;        /* "functions" */
  const char *title;     /* N_("Functions"), context "view" */
  const char *icon_name; /* symbolic */
  const char *group;     /* N_(), context "view group"; NULL: stands alone at the top */

  /** Whether @session's data can fill the view; @reason is set to an N_() sentence when not. NULL: always. */
  gboolean (*can_show) (AscSession *session, const char **reason);
  /** The profile was replaced (also called when the view is first mapped). Views that are not mapped are told when they are. */
  void (*profile_changed) (AscView *self);
  /** The primary metric or the columns changed. */
  void (*metric_changed) (AscView *self);
  /** The chosen function or the centre changed. */
  void (*selection_changed) (AscView *self);
  /** Search text typed in the window's search bar ("" clears); step: +1 next, -1 previous, 0 as typed. Returns the number of matches. */
  guint (*search) (AscView *self, const char *text, int step);
  /** What Copy copies: the selection (or everything) as TSV. (transfer full) or NULL. */
  char *(*copy) (AscView *self, gboolean everything);
  /** A widget for the view bar (own controls), or NULL. (transfer none) */
  GtkWidget *(*get_bar) (AscView *self);

  gpointer padding[8];
};

AscSession *asc_view_get_session (AscView *self);
void asc_view_set_session (AscView *self, AscSession *session);

G_END_DECLS
