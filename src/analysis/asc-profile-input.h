/* asc-profile-input.h: what a profile is computed from
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-experiment.h"
#include "asc-filter.h"

G_BEGIN_DECLS

/** The names of one experiment's frames, as the analysis needs them: made from whatever symbolizer by its caller, see asc_profile_input_add(). */
typedef struct
{
  const char *name;      /* as shown */
  const char *long_name; /* decides, with the load object, which function of another experiment is the same one; NULL: @name */
  const char *mangled;
  guint32 object;
  guint64 address;
  guint64 size;
  const char *file;
  guint32 line;
} AscInputFunction;

/** The line of one function of a frame's chain: of the code, or of the call that goes on below. The string lives as long as the names. */
typedef struct
{
  const char *file; /* NULL: unknown */
  guint32 line;     /* 0: unknown */
} AscInputPlace;

/**
 * AscNames:
 *
 * An interface to frozen names. The rooms symbols and analysis do not know each other; the caller joins them (asc_names_from_symbols() in ascribe.h).
 */
typedef struct
{
  guint n_functions;
  void (*get_function) (gpointer data, guint32 function, AscInputFunction *out);
  /** Functions at @frame, innermost first, at most @max; returns how many there are. */
  guint (*get_chain) (gpointer data, guint32 frame, guint32 *functions, guint max);
  /** (nullable) The lines of the functions of get_chain, in its order, at most @max; returns how many there are. */
  guint (*get_places) (gpointer data, guint32 frame, AscInputPlace *places, guint max);
  guint64 (*get_elf_address) (gpointer data, guint32 frame);
  gpointer data;
  GDestroyNotify destroy;
} AscNames;

#define ASC_TYPE_PROFILE_INPUT (asc_profile_input_get_type ())
G_DECLARE_FINAL_TYPE (AscProfileInput, asc_profile_input, ASC, PROFILE_INPUT, GObject)

/** How much is shown of what a user need not know. */
typedef enum
{
  ASC_VIEW_USER,    /* the kernel's part of the stacks of waits is left out, states that are part of another are no columns */
  ASC_VIEW_EXPERT,
  ASC_VIEW_MACHINE, /* as the expert's; kept apart for what else is the machine's alone */
} AscViewMode;

typedef struct _AscStates AscStates;

/** Empty; fill it before asc_profile_compute(), then leave it alone. */
AscProfileInput *asc_profile_input_new (void);
/** Adds @experiment with its @names (taken over). Experiments add up. */
void asc_profile_input_add (AscProfileInput *self, AscExperiment *experiment, AscNames names);
/** The states of experiment @i's threads (kept alive): metrics of waits, and the time on the CPU measured. Without any intervals: as if not set. */
void asc_profile_input_set_states (AscProfileInput *self, guint i, AscStates *states);
/** ASC_VIEW_USER at first. */
void asc_profile_input_set_view (AscProfileInput *self, AscViewMode view);
AscViewMode asc_profile_input_get_view (AscProfileInput *self);
/** Only what passes @filter counts; NULL, as at first: everything. */
void asc_profile_input_set_filter (AscProfileInput *self, AscFilter *filter);
AscFilter *asc_profile_input_get_filter (AscProfileInput *self);
/** The same experiments, names, states and view, shared, with another filter. Returns: (transfer full) */
AscProfileInput *asc_profile_input_new_filtered (AscProfileInput *self, AscFilter *filter);
/** Returns: (nullable) */
AscStates *asc_profile_input_get_states (AscProfileInput *self, guint i);
guint asc_profile_input_get_size (AscProfileInput *self);
AscExperiment *asc_profile_input_get_experiment (AscProfileInput *self, guint i);
const AscNames *asc_profile_input_get_names (AscProfileInput *self, guint i);

G_END_DECLS
