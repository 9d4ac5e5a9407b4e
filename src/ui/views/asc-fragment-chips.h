/* asc-fragment-chips.h: a call-stack fragment as a row of chips, outermost first
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "ascribe.h"

G_BEGIN_DECLS

/**
 * AscFragmentChips:
 *
 * Each chip can be chosen, removed by its cross or Delete, and has a context menu. Signals: "chosen" (guint i), "removed" (guint i): the user wants it; the owner
 * shows the shorter fragment.
 */
#define ASC_TYPE_FRAGMENT_CHIPS (asc_fragment_chips_get_type ())
G_DECLARE_FINAL_TYPE (AscFragmentChips, asc_fragment_chips, ASC, FRAGMENT_CHIPS, AdwBin)

/** @fragment: (element-type guint32): rows of the functions of @profile. */
void asc_fragment_chips_show (AscFragmentChips *self, AscProfile *profile, GArray *fragment);
/** Chip @i looks chosen; ASC_NONE: none does. Emits nothing. */
void asc_fragment_chips_choose (AscFragmentChips *self, guint i);
/** The context menu of a chip, which is chosen by it; its actions are those of the chips' ancestors. */
void asc_fragment_chips_set_menu (AscFragmentChips *self, GMenuModel *menu);

G_END_DECLS
