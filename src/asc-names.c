/* asc-names.c: symbols as the names that the analysis asks for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "ascribe.h"

static void
get_function (gpointer data, guint32 function, AscInputFunction *out)
{
  guint n;
  const AscFunction *f = &asc_symbols_get_functions (data, &n)[function];

  *out = (AscInputFunction){
    .name = f->name, .long_name = f->long_name, .mangled = f->mangled, .object = f->object, .address = f->address, .size = f->size, .file = f->file, .line = f->line,
  };
}

static guint
get_chain (gpointer data, guint32 frame, guint32 *functions, guint max)
{
  guint n;
  const AscPlace *places = asc_symbols_get_chain (data, frame, &n);

  for (guint i = 0; i < MIN (n, max); i++)
    functions[i] = places[i].function;
  return n;
}

static guint
get_places (gpointer data, guint32 frame, AscInputPlace *out, guint max)
{
  guint n;
  const AscPlace *places = asc_symbols_get_chain (data, frame, &n);

  for (guint i = 0; i < MIN (n, max); i++)
    out[i] = (AscInputPlace){ places[i].file, places[i].line };
  return n;
}

static guint64
get_elf_address (gpointer data, guint32 frame)
{
  return asc_symbols_get_elf_address (data, frame);
}

AscNames
asc_names_from_symbols (AscSymbols *symbols)
{
  AscNames names = {
    .get_function = get_function,
    .get_chain = get_chain,
    .get_places = get_places,
    .get_elf_address = get_elf_address,
    .data = g_object_ref (symbols),
    .destroy = g_object_unref,
  };

  asc_symbols_get_functions (symbols, &names.n_functions);
  return names;
}
