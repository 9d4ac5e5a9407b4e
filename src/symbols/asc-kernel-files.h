/* asc-kernel-files.h: the files that the kernel and its modules were made of
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-symbol-finder.h"

G_BEGIN_DECLS

/**
 * The uncompressed kernel, vmlinux, as the packages of debugging information have it. @build_id: of the recorded
 * kernel; without one none is right. @release: (nullable): "6.1.0-57-amd64".
 */
AscFoundFile asc_kernel_files_find_kernel (AscSymbolFinder *finder, const AscBuildId *build_id, const char *release);

/** A module's own file, packed or not. */
AscFoundFile asc_kernel_files_find_module (AscSymbolFinder *finder, const AscObject *object, const char *release);

/** The file with the debugging information of the module @elf, which was found at @path. */
AscFoundFile asc_kernel_files_find_module_debug (AscSymbolFinder *finder, AscElf *elf, const char *path);

G_END_DECLS
