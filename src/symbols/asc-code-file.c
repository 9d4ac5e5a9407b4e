/* asc-code-file.c: see asc-code-file.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-code-file.h"

#include "asc-live.h"

/* The running kernel's memory as an ELF core file, readable by root: proc(5). */
#define KCORE "/proc/kcore"
#define KALLSYMS "/proc/kallsyms"
#define VDSO "[vdso]"

void
asc_code_file_clear (AscCodeFile *self)
{
  g_clear_pointer (&self->elf, asc_elf_free);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->debug_path, g_free);
}

static const AscObject *
get_object (AscSymbols *symbols, guint32 object)
{
  guint n;

  return &asc_experiment_get_objects (asc_symbols_get_experiment (symbols), &n)[object];
}

static gboolean
fail (GError **error, AscDisassemblyError code, const char *format, ...) G_GNUC_PRINTF (3, 4);

static gboolean
fail (GError **error, AscDisassemblyError code, const char *format, ...)
{
  va_list args;

  if (error != NULL)
    {
      va_start (args, format);
      *error = g_error_new_valist (ASC_DISASSEMBLY_ERROR, (int) code, format, args);
      va_end (args);
    }
  return FALSE;
}

/* The file may have become another one since its symbols were read. */
static gboolean
check (AscCodeFile *self, const AscObject *object, GError **error)
{
  AscBuildId wanted = asc_build_id_make (object->build_id, object->build_id_size);

  if (!asc_elf_has_code (self->elf))
    return fail (error, ASC_DISASSEMBLY_ERROR_NO_FILE, "%s has debugging information only, the machine code is in %s, which is not here: give its folder with --symbols",
                 self->path, object->path);
  if (wanted.size > 0 && !asc_build_id_equal (&wanted, asc_elf_get_build_id (self->elf)))
    return fail (error, ASC_DISASSEMBLY_ERROR_NO_FILE, "%s is another build than the recorded one: give the folder of that with --symbols", self->path);
  return TRUE;
}

static gboolean
open_path (AscCodeFile *self, const AscObject *object, const AscObjectSymbols *found, GError **error)
{
  g_autoptr (GError) wrong = NULL;

  if (found->file == NULL)
    return fail (error, ASC_DISASSEMBLY_ERROR_NO_FILE, "%s: %s", object->path, found->problem != NULL ? found->problem : "the file is not here");
  self->path = g_strdup (found->file);
  self->debug_path = g_strdup (found->debug_file);
  self->elf = asc_elf_open (self->path, &wrong);
  if (self->elf == NULL)
    return fail (error, ASC_DISASSEMBLY_ERROR_NO_FILE, "%s: %s", self->path, wrong->message);
  return check (self, object, error);
}

static gboolean
open_vdso (AscCodeFile *self, const AscObject *object, const AscObjectSymbols *found, GError **error)
{
  g_autoptr (GBytes) image = NULL;

  if (g_strcmp0 (found->file, VDSO) != 0)
    return open_path (self, object, found, error);
  image = asc_live_dup_vdso ();
  self->path = g_strdup (VDSO);
  self->is_memory = TRUE;
  self->elf = image != NULL ? asc_elf_open_bytes (image, NULL) : NULL;
  return self->elf != NULL ? check (self, object, error) : fail (error, ASC_DISASSEMBLY_ERROR_NO_FILE, "the vDSO is not there");
}

/* What runs is what was recorded when its own list of symbols was taken. */
static gboolean
open_kernel (AscCodeFile *self, const AscObject *object, const AscObjectSymbols *found, GError **error)
{
  g_autoptr (GError) wrong = NULL;

  if (found->file != NULL && !g_str_has_suffix (found->file, "kallsyms"))
    {
      if (!open_path (self, object, found, error))
        return FALSE;
      asc_elf_move (self->elf, found->bias);
      return TRUE;
    }
  if (g_strcmp0 (found->file, KALLSYMS) != 0)
    return fail (error, ASC_DISASSEMBLY_ERROR_NO_FILE, "the code of %s is not here: it can be read while the recorded kernel runs, as root", object->path);
  self->path = g_strdup (KCORE);
  self->is_memory = TRUE;
  self->elf = asc_elf_open (KCORE, &wrong);
  return self->elf != NULL ? TRUE : fail (error, ASC_DISASSEMBLY_ERROR_NO_FILE, "%s: %s: the kernel's code is read from there, as root", KCORE, wrong->message);
}

gboolean
asc_code_file_open (AscCodeFile *self, AscSymbols *symbols, guint32 number, GError **error)
{
  const AscObject *object = get_object (symbols, number);
  const AscObjectSymbols *found = asc_symbols_get_object (symbols, number);

  switch (object->kind)
    {
    case ASC_OBJECT_FILE:
      return open_path (self, object, found, error);
    case ASC_OBJECT_VDSO:
      return open_vdso (self, object, found, error);
    case ASC_OBJECT_KERNEL:
    case ASC_OBJECT_MODULE:
      return open_kernel (self, object, found, error);
    case ASC_OBJECT_JIT:
    case ASC_OBJECT_RECORDED:
      return fail (error, ASC_DISASSEMBLY_ERROR_NO_FILE, "%s: the machine code was not recorded", object->path);
    case ASC_OBJECT_NAMES:
    case ASC_OBJECT_UNKNOWN:
    default:
      return fail (error, ASC_DISASSEMBLY_ERROR_NO_CODE, "the recording has names without addresses");
    }
}

static void
add_functions (AscAddressNames *names, AscSymbols *symbols, guint32 object)
{
  guint n;
  const AscFunction *functions = asc_symbols_get_functions (symbols, &n);

  for (guint i = 0; i < n; i++)
    if (functions[i].object == object && functions[i].address != 0)
      asc_address_names_add (names, functions[i].address, functions[i].long_name);
}

AscAddressNames *
asc_code_file_list_names (AscCodeFile *self, AscSymbols *symbols, guint32 object)
{
  AscAddressNames *names = asc_address_names_new ();
  AscElf *debug = self->debug_path != NULL ? asc_elf_open (self->debug_path, NULL) : NULL;
  AscElf *own = self->is_memory ? NULL : asc_elf_open (self->path, NULL);
  AscElf *mini = own != NULL && debug == NULL && !asc_elf_has_symtab (own) ? asc_elf_open_minidebug (own, NULL) : NULL;

  /* The first that has symbols gives all of them. */
  if (debug != NULL)
    asc_address_names_add_elf (names, debug, self->elf);
  if (mini != NULL)
    asc_address_names_add_elf (names, mini, self->elf);
  if (own != NULL)
    {
      asc_elf_move (own, asc_symbols_get_object (symbols, object)->bias);
      asc_address_names_add_elf (names, own, NULL);
    }
  if (asc_address_names_get_size (names) == 0)
    add_functions (names, symbols, object);
  return names;
}

GArray *
asc_code_file_list_marks (AscCodeFile *self)
{
  g_autoptr (AscElf) debug = self->debug_path != NULL ? asc_elf_open (self->debug_path, NULL) : NULL;

  if (debug != NULL && asc_elf_has_symtab (debug))
    return asc_elf_list_code_marks (debug, self->elf);
  return asc_elf_list_code_marks (self->elf, NULL);
}
