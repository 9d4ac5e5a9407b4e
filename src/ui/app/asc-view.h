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

  gboolean centers;      /* entering it puts the chosen function in the center */
  gboolean whole;        /* it is of the whole recording, whatever the filter leaves */

  /** Whether @session's data can fill the view; @reason is set to an N_() sentence when not. NULL: always. */
  gboolean (*can_show) (AscSession *session, const char **reason);
  /** The profile was replaced (also called when the view is first mapped; the two below follow). Views that are not mapped are told when they are.
   * None of the three is called while there is no profile. */
  void (*profile_changed) (AscView *self);
  /** The primary metric or the columns changed. */
  void (*metric_changed) (AscView *self);
  /** The chosen function or the fragment in the center changed. */
  void (*selection_changed) (AscView *self);
  /** What the window's search bar looks for (NULL: nothing any more); step: +1 next, -1 previous, 0 as typed. Returns the number of matches. */
  guint (*search) (AscView *self, AscMatcher *matcher, int step);
  /** What Copy copies: the selection (or everything) as TSV, a line of headings first; empty lines may part it. (transfer full) or NULL. */
  char *(*copy) (AscView *self, gboolean everything);
  /** What is exported: the rows that `ascribe-cli` prints. NULL: what Copy copies. */
  AscReportFunc report;
  /** Of what, and in which order: fills columns, sort, sort_field (lent) and functions. The arrays become the caller's. */
  void (*get_request) (AscView *self, AscRequest *ask);
  /** The first @max_rows rows of what Copy copies, for paper; *n_rows: how many there are. NULL: all of them. (transfer full) or NULL. */
  char *(*dup_sheet) (AscView *self, guint max_rows, guint *n_rows);
  /** The drawing on show, for paper, if the view is one; its data are freed with *destroy. Returns: FALSE when there is nothing to see. */
  gboolean (*get_picture) (AscView *self, AscPicture *picture, GDestroyNotify *destroy);
  gboolean is_code; /* its last column is text in a font of equal widths */
  /** The names of the chosen rows, a line each. (transfer full) or NULL. NULL: the chosen function's. */
  char *(*copy_names) (AscView *self);
  /** A widget for the view bar (own controls), or NULL. (transfer none) */
  GtkWidget *(*get_bar) (AscView *self);
  /** A widget that stands above the function in Details while the view is on screen; it shows itself when it has something to say. (transfer none) */
  GtkWidget *(*get_details) (AscView *self);

  /**
   * What of it is enlarged, in words that still mean the same when another profile is shown: Back and Forward remember them. NULL: all of it is shown. (transfer full)
   * Emit "zoomed" when it is another.
   */
  char *(*dup_zoom) (AscView *self);
  /** Enlarges what dup_zoom gave, as far as it can still be found, at once or when it can. */
  void (*set_zoom) (AscView *self, const char *zoom);

  /** The order of its rows, to be kept with the experiment: one line. (transfer full) or NULL. */
  char *(*dup_order) (AscView *self);
  /** Takes what dup_order gave, before the view is first shown. */
  void (*set_order) (AscView *self, const char *order);

  gpointer padding[2];
};

/** The path of a template: ASC_UI_TEMPLATE ("asc-view-functions"). All .ui files of src/ui are listed by base name. */
#define ASC_UI_TEMPLATE(name) "/io/github/ascribe_profiler/Ascribe/ui/" name ".ui"

/** The views' types in the order of the list, NULL at the end: made from views/meson.build. */
extern GType (*const asc_view_types[]) (void);

/** Title and group (NULL: none) in the user's language. */
const char *asc_view_class_get_title (AscViewClass *klass);
const char *asc_view_class_get_group (AscViewClass *klass);
/** @reason: an untranslated N_() sentence when the answer is FALSE. */
gboolean asc_view_class_can_show (AscViewClass *klass, AscSession *session, const char **reason);

/** Property "session". */
AscSession *asc_view_get_session (AscView *self);
void asc_view_set_session (AscView *self, AscSession *session);
/** What the view is to show: the profile of the session, for a view of the whole recording that without the filter. Lent. */
AscProfile *asc_view_get_profile (AscView *self);
/** Tells by the signal "zoomed" that what is enlarged is another. */
void asc_view_zoomed (AscView *self);

G_END_DECLS
