/* asc-cli-progress.h: --progress
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "ascribe.h"

G_BEGIN_DECLS

/** A thread that tells on standard error what @progress says, until it is freed. */
typedef struct _AscCliTicker AscCliTicker;

AscCliTicker *asc_cli_ticker_new (AscProgress *progress);
void asc_cli_ticker_free (AscCliTicker *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscCliTicker, asc_cli_ticker_free)

G_END_DECLS
