/* asc-quality-button.h: the header button that says how far to trust the numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "asc-session.h"

G_BEGIN_DECLS

#define ASC_TYPE_QUALITY_BUTTON (asc_quality_button_get_type ())
G_DECLARE_FINAL_TYPE (AscQualityButton, asc_quality_button, ASC, QUALITY_BUTTON, AdwBin)

void asc_quality_button_set_session (AscQualityButton *self, AscSession *session);
void asc_quality_button_popup (AscQualityButton *self);
void asc_quality_button_popdown (AscQualityButton *self);

G_END_DECLS
