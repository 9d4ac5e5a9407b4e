/* asc-symbol-advice.h: what would bring the symbols and lines that are missing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-symbol-finder.h"
#include "asc-symbols.h"

G_BEGIN_DECLS

/**
 * Sets the advice of each of @objects, one for each object of @experiment, by all else that is known of it. @packages: the folder for asc_packages_find(), which is read only when an
 * installed file that lacks something has a noticeable share of the events. Returns: (transfer full): the strings of the arguments
 */
GStringChunk *asc_symbol_advice_add (AscExperiment *experiment, AscSymbolFinder *finder, AscObjectSymbols *objects, const char *packages);

G_END_DECLS
