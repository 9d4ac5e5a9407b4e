/* asc-symbol-texts.c: how it went for a load object, in the user's language
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "ascribe.h"

#include <glib/gi18n-lib.h>

const char *
asc_describe_symbols (const AscObjectSymbols *symbols)
{
  switch (symbols->status)
    {
    case ASC_SYMBOLS_FULL:
      return C_ ("symbols", "complete");
    case ASC_SYMBOLS_EXPORTED:
      return C_ ("symbols", "exported only");
    case ASC_SYMBOLS_NONE:
      return C_ ("symbols", "none");
    case ASC_SYMBOLS_MISSING:
      return C_ ("symbols", "file not found");
    case ASC_SYMBOLS_MISMATCH:
      return C_ ("symbols", "another build");
    case ASC_SYMBOLS_NOT_NEEDED:
    default:
      return C_ ("symbols", "in the recording");
    }
}

const char *
asc_describe_symbols_origin (AscSymbolsOrigin origin)
{
  switch (origin)
    {
    case ASC_ORIGIN_SYMTAB:
      return C_ ("symbols from", "symbol table of the file");
    case ASC_ORIGIN_DYNSYM:
      return C_ ("symbols from", "exported symbols of the file");
    case ASC_ORIGIN_DEBUG_FILE:
      return C_ ("symbols from", "separate debug file");
    case ASC_ORIGIN_MINIDEBUG:
      return C_ ("symbols from", "packed symbols in the file (.gnu_debugdata)");
    case ASC_ORIGIN_GO:
      return C_ ("symbols from", "list of functions of Go's run time (.gopclntab)");
    case ASC_ORIGIN_KALLSYMS:
      return C_ ("symbols from", "copy of kallsyms");
    case ASC_ORIGIN_KALLSYMS_LIVE:
      return C_ ("symbols from", "kallsyms of the running kernel");
    case ASC_ORIGIN_KERNEL_FILE:
      return C_ ("symbols from", "file of the kernel or module");
    case ASC_ORIGIN_PERF_MAP:
      return C_ ("symbols from", "perf map");
    case ASC_ORIGIN_JITDUMP:
      return C_ ("symbols from", "jitdump");
    case ASC_ORIGIN_RECORDING:
      return C_ ("symbols from", "recording");
    case ASC_ORIGIN_NOTHING:
    default:
      return C_ ("symbols from", "nothing");
    }
}

const char *
asc_describe_lines (const AscObjectSymbols *symbols)
{
  if (symbols->line_file == NULL)
    return symbols->n_lined > 0 ? C_ ("lines", "in the recording") : C_ ("lines", "none");
  return g_strcmp0 (symbols->line_file, symbols->debug_file) == 0 ? C_ ("lines", "debug file") : C_ ("lines", "in the file");
}

char *
asc_dup_advice (const AscAdvice *advice)
{
  switch (advice->kind)
    {
    case ASC_ADVICE_INSTALL:
      if (advice->argument == NULL)
        return g_strdup (_ ("Install the package with its debug symbols"));
      /* TRANSLATORS: the name of a package */
      return g_strdup_printf (_ ("Install %s"), advice->argument);
    case ASC_ADVICE_DEBUGINFOD:
      return g_strdup (_ ("Switch debuginfod on (--debuginfod)"));
    case ASC_ADVICE_FILE:
      return g_strdup (_ ("Give the recorded file (--symbols)"));
    case ASC_ADVICE_SYSROOT:
      return g_strdup (_ ("Give the recorded system (--sysroot)"));
    case ASC_ADVICE_DEBUG_FILE:
      return g_strdup (_ ("Give its debug file (--debug-dir)"));
    case ASC_ADVICE_BUILD:
      return g_strdup (_ ("Build it with -g, and do not strip it"));
    case ASC_ADVICE_RESTRICTED:
      return g_strdup (_ ("Set kernel.kptr_restrict to 0, or record as root"));
    case ASC_ADVICE_KALLSYMS:
      return g_strdup (_ ("Give the recorded kallsyms (--symbols)"));
    case ASC_ADVICE_VMLINUX:
      return g_strdup (_ ("Give vmlinux with debug information (--symbols)"));
    case ASC_ADVICE_PERF_MAP:
      /* TRANSLATORS: the path of a file */
      return g_strdup_printf (_ ("Have the program write %s"), advice->argument);
    case ASC_ADVICE_NONE:
    default:
      return NULL;
    }
}
