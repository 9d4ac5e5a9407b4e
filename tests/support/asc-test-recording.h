/* asc-test-recording.h: experiments typed by hand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-experiment.h"
#include "asc-profile-input.h"

G_BEGIN_DECLS

/** An experiment of the stacks in @text, a line each, root first: "main;A;C 3". A line that is only a number has no stack. (transfer full) */
AscExperiment *asc_test_recording (const char *text);

/** Names for an experiment all of whose frames are named: a function for each frame. */
AscNames asc_test_names (AscExperiment *experiment);

G_END_DECLS
