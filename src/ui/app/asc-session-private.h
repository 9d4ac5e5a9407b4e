/* asc-session-private.h: a session's parts, for its two files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-load.h"
#include "asc-session.h"

G_BEGIN_DECLS

struct _AscSession
{
  GObject parent_instance;

  AscSessionState state;
  GStrv paths;         /* of what is shown */
  GStrv loading_paths; /* of what is being read; NULL when nothing is */
  GCancellable *cancellable; /* of the newest request, while it runs */
  AscProgress *progress;
  AscLoad *first;      /* while it is being completed */
  guint grace;         /* source that will show it */
  gboolean naming;     /* it is on show */
  GArray *moved;       /* from the profile at @moved_from, never followed, to this one; or NULL */
  gconstpointer moved_from;
  GPtrArray *experiments;
  GPtrArray *symbols;
  GPtrArray *states;
  AscProfile *profile;
  GArray *columns;
  guint metric;
  guint32 function;
  GArray *several; /* of guint32, or NULL */
  GArray *fragment; /* see asc-chain.h; never NULL */
  char *place; /* file, or NULL */
  guint32 place_line;
  guint64 address;
  AscFiltering *filtering;
  gboolean keeps_filter; /* the load that runs is of the same experiments */
};

void asc_session_set_state (AscSession *self, AscSessionState state);

/* asc-session-load.c */
/** Forgets the load that runs, if one does; what is shown stays, and has the names that it will have. */
void asc_session_stop_load (AscSession *self);
/**
 * Swaps in a whole new profile. @moved: (nullable): where the functions of what is shown are in it; without it what depended on the old profile starts anew.
 */
void asc_session_install (AscSession *self, GPtrArray *experiments, GPtrArray *symbols, GPtrArray *states, AscProfile *profile, GArray *moved);
/** Looks up the names that @first, swallowed, lacks. */
void asc_session_complete (AscSession *self, AscLoad *first);
/** Shows what is being completed as it is. */
void asc_session_show_first (AscSession *self);

G_END_DECLS
