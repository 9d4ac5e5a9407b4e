/* asc-session.h: what is open in a window, and what is chosen in it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-filtering.h"

G_BEGIN_DECLS

typedef enum
{
  ASC_SESSION_EMPTY,   /* nothing open: the start page */
  ASC_SESSION_LOADING, /* reading, naming or computing; the old profile stays until the new one is there */
  ASC_SESSION_READY,
} AscSessionState;

#define ASC_TYPE_SESSION (asc_session_get_type ())
G_DECLARE_FINAL_TYPE (AscSession, asc_session, ASC, SESSION, GObject)

/**
 * AscSession:
 *
 * One for a window; main thread. Views know the session and never each other. Properties (all notify):
 * "state", "naming" (gboolean: what is shown has only the names that were quickly found, and the others are being looked up), "profile" (AscProfile or NULL; a new one
 * replaces it whole), "metric" (guint: the primary metric, which colours, sorts and draws),
 * "function" (guint: the chosen row of the profile's functions, ASC_NONE when none), "center" (guint: the function in the center of
 * Callers-Callees), "fragment" (the call-stack fragment there, whose last function the center is). Signals: "failed" (title, detail: a sentence and then the error's own line), "show-view" (view id: somebody asks for that view).
 */
AscSession *asc_session_new (void);
/** A second look at what @other has open, with its own choice of metric and function. Returns: (transfer full) */
AscSession *asc_session_new_like (AscSession *other);

/** Starts to read @paths (n_paths entries; they add up) in a worker; the newest request wins. */
void asc_session_open (AscSession *self, const char *const *paths, guint n_paths);
/** Reads what is open or being read once more: how it is read was changed in the settings. */
void asc_session_reload (AscSession *self);
/** Ends what runs: a load, or the looking up of names, whose result so far stays. */
void asc_session_cancel (AscSession *self);
void asc_session_close (AscSession *self);

AscSessionState asc_session_get_state (AscSession *self);
gboolean asc_session_is_naming (AscSession *self);
/**
 * Where the functions of @before, the profile before this one (NULL: whichever it was), are now: what is on show can stay there.
 * Returns: (nullable) (element-type guint32): by row of @before, the row or ASC_NONE; lent. NULL: this profile is of something else.
 */
GArray *asc_session_get_moved (AscSession *self, AscProfile *before);
/** The place of @function in @moved, or ASC_NONE. */
guint32 asc_session_move (GArray *moved, guint32 function);
/** The row of the profile on show for @function, a row of @profile: the same one, or the one before it. Returns: ASC_NONE where there is none */
guint32 asc_session_find_current (AscSession *self, AscProfile *profile, guint32 function);
/** What is open or being read, NULL-terminated; empty at the start. Lent until the next open or close. */
const char *const *asc_session_get_paths (AscSession *self);
/** Of the load that runs, or NULL. */
AscProgress *asc_session_get_progress (AscSession *self);
AscProfile *asc_session_get_profile (AscSession *self);
guint asc_session_get_n_experiments (AscSession *self);
AscExperiment *asc_session_get_experiment (AscSession *self, guint i);
AscSymbols *asc_session_get_symbols (AscSession *self, guint i);
/** What the threads of experiment @i did when; without intervals where the recording does not tell. */
AscStates *asc_session_get_states (AscSession *self, guint i);
/** Of all experiments, for workers: (element-type AscSymbols), lent, never changed. */
GPtrArray *asc_session_list_symbols (AscSession *self);

/** What is to count; a new profile of the same experiments follows each change. Lent. */
AscFiltering *asc_session_get_filtering (AscSession *self);
guint asc_session_get_metric (AscSession *self);
void asc_session_set_metric (AscSession *self, guint metric);
/** Columns of every table, of the functions' flavors: (element-type AscColumn), lent. Property "columns" notifies. */
GArray *asc_session_get_columns (AscSession *self);
void asc_session_set_columns (AscSession *self, GArray *columns);
/**
 * Shows @columns in every table, and begins with them when a recording of the same kind is opened; NULL: the usual ones again. If the
 * primary metric has no column among them, that of the first one becomes it.
 */
void asc_session_choose_columns (AscSession *self, GArray *columns);
/** Gives every table the columns of @metric, behind those it has, or takes them away. The primary metric always has columns. */
void asc_session_show_metric (AscSession *self, guint metric, gboolean shown);
guint32 asc_session_get_function (AscSession *self);
void asc_session_select_function (AscSession *self, guint32 function);
/** The functions of several chosen rows, the one above among them: (element-type guint32), lent; NULL: it is alone. Property "several" notifies. */
GArray *asc_session_get_several (AscSession *self);
/** @functions: (nullable); fewer than two are none. Choosing another function alone forgets them. */
void asc_session_set_several (AscSession *self, GArray *functions);
/**
 * A line of source text that somebody asks for, property "place" (its file); the chosen function has its own hottest line when there is none. Choosing another function forgets it.
 * @line: (out) (optional). Returns: (nullable): the file, lent.
 */
const char *asc_session_get_place (AscSession *self, guint32 *line);
/** @file: NULL: none. */
void asc_session_set_place (AscSession *self, const char *file, guint32 line);
/** The address of an instruction that somebody asks for, as in the ELF file, property "address"; 0: none. Choosing another function forgets it. */
guint64 asc_session_get_address (AscSession *self);
void asc_session_set_address (AscSession *self, guint64 address);
guint32 asc_session_get_center (AscSession *self);
/** @function alone, without others of a fragment. */
void asc_session_set_center (AscSession *self, guint32 function);
/** What stands in the center, see asc-chain.h; empty while nothing does. Lent, never changed. */
GArray *asc_session_get_fragment (AscSession *self);
void asc_session_set_fragment (AscSession *self, GArray *fragment);
/** Asks the window to show the view @id ("functions", "callers-callees", ...). Remembered for Back. */
void asc_session_show_view (AscSession *self, const char *id);

G_END_DECLS
