/* asc-heaviest-stack.h: the call stack that costs most
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "ascribe.h"

G_BEGIN_DECLS

/**
 * The call-tree nodes of the stack with the largest exclusive @metric among those that hold @function (ASC_FUNCTION_TOTAL: among all),
 * leaf first, without <Total>. Linear in the nodes. Returns: (transfer full) (element-type guint32): empty when nothing costs anything
 */
GArray *asc_heaviest_stack_find (AscProfile *profile, guint32 function, guint metric);

G_END_DECLS
