/* asc-window-private.h: the parts of a window, for its two files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-details.h"
#include "asc-filter-bar.h"
#include "asc-history.h"
#include "asc-kept-view.h"
#include "asc-loading-page.h"
#include "asc-naming-bar.h"
#include "asc-quality-button.h"
#include "asc-start-page.h"
#include "asc-view-list.h"
#include "asc-view.h"
#include "asc-window.h"

G_BEGIN_DECLS

struct _AscWindow
{
  AdwApplicationWindow parent_instance;

  AscSession *session;
  AscHistory history;
  gboolean walking; /* Back or Forward runs: the center is theirs */
  gboolean no_room_for_open;
  AscKeptView *kept;     /* of what is open; NULL: nothing is */
  AscSymbols *kept_for;  /* what it was read for */
  gboolean restoring;    /* changes are not the user's */
  gboolean is_copy;      /* made to show what another window shows: nothing is restored */
  guint keep_source;
  guint restored_source;
  guint visit_idle; /* source that will remember where the window is */

  AdwToastOverlay *toasts;
  AdwWindowTitle *title;
  GtkWidget *views_button;
  GtkWidget *history_buttons;
  AdwSplitButton *open_button;
  GtkWidget *details_button;
  AscQualityButton *quality_button;
  GtkWidget *search_button;
  GtkWidget *filter_button;
  GtkMenuButton *metric_button;
  GtkWidget *metric_icon;
  GtkLabel *metric_label;
  char *metric_menu; /* ids and titles of the metrics that its menu has */
  GtkStack *pages;
  AscStartPage *start_page;
  AscLoadingPage *loading_page;
  AscNamingBar *naming_bar;
  AdwFlap *details_flap;
  AdwFlap *views_flap;
  AscDetails *details;
  AscViewList *view_list;
  GtkWidget *content;
  GtkSearchBar *search_bar;
  GtkSearchEntry *search_entry;
  GtkLabel *search_label;
  GtkLabel *search_error;
  GtkToggleButton *search_regex;
  AscMatcher *matcher; /* what the entry says; NULL: nothing, or no expression */
  AscFilterBar *filter_bar;
  GtkWidget *no_events;
  AdwBin *view_bar;
  GtkStack *views;
};

/** The keyboard goes into the view: to the chosen row of its first table that has rows. */
void asc_window_focus_view (AscWindow *self);
/** Remembers now where the window is, if that was to be done soon. */
void asc_window_flush_visit (AscWindow *self);
/** The page and the header buttons of @state. */
void asc_window_show_state (AscWindow *self, AscSessionState state);
/** The view on show, or NULL. */
AscView *asc_window_get_current_view (AscWindow *self);

/* asc-window-keep.c */
/** Keeps how the experiment is looked at, soon or now. */
void asc_window_keep_soon (AscWindow *self);
void asc_window_keep_now (AscWindow *self);
/** A profile was opened: gives the session what was kept for it, the view is in @kept. Before the list of views is told. */
void asc_window_restore_kept (AscWindow *self);
void asc_window_forget_kept (AscWindow *self);

/* asc-window-actions.c */
void asc_window_install_actions (AscWindow *self);
/** Says again which actions can be done and which metric is chosen. */
void asc_window_update_actions (AscWindow *self);
void asc_window_search (AscWindow *self, int step);

G_END_DECLS
