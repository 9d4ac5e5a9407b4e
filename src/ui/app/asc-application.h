/* asc-application.h: the program with its windows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define ASC_TYPE_APPLICATION (asc_application_get_type ())
G_DECLARE_FINAL_TYPE (AscApplication, asc_application, ASC, APPLICATION, AdwApplication)

AscApplication *asc_application_new (void);
/** What the program exits with when it ran to its end: 1 when its pictures could not be taken. */
int asc_application_get_status (AscApplication *self);

G_END_DECLS
