/* asc-code-file.c: see asc-code-file.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-code-file.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "asc-cursor.h"
#include "asc-live.h"

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

/* The kernel's memory as an ELF core file lies beside its list of symbols: that of the running one, readable by root, in /proc (proc(5)); copies where perf-buildid-cache(1) --kcore keeps both. */
static gboolean
open_core (AscCodeFile *self, const AscObjectSymbols *found, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (found->file);
  g_autoptr (GError) wrong = NULL;

  self->path = g_build_filename (folder, "kcore", NULL);
  self->is_memory = TRUE;
  self->elf = asc_elf_open (self->path, &wrong);
  if (self->elf == NULL)
    return fail (error, ASC_DISASSEMBLY_ERROR_NO_FILE, "%s: %s: the kernel's code is read from there%s", self->path, wrong->message,
                 g_str_equal (found->file, KALLSYMS) && geteuid () != 0 ? ", as root" : "");
  asc_elf_move (self->elf, found->bias);
  return TRUE;
}

/* What runs is what was recorded when its own list of symbols was taken. */
static gboolean
open_kernel (AscCodeFile *self, const AscObject *object, const AscObjectSymbols *found, GError **error)
{
  if (found->file != NULL && !g_str_has_suffix (found->file, "kallsyms"))
    {
      if (!open_path (self, object, found, error))
        return FALSE;
      asc_elf_move (self->elf, found->bias);
      return TRUE;
    }
  if (found->file == NULL)
    return fail (error, ASC_DISASSEMBLY_ERROR_NO_FILE, "the code of %s is not here: it can be read while the recorded kernel runs, as root", object->path);
  return open_core (self, found, error);
}

/* At most @size bytes of it; empty when it cannot be read. It may have become another file since it was opened. */
static GBytes *
read_part (const char *path, guint64 offset, gsize size)
{
  g_autofree guint8 *data = g_malloc (size);
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  gsize n = 0;

  while (fd >= 0 && n < size && offset <= G_MAXINT64 - size)
    {
      gssize got = pread (fd, data + n, size - n, (off_t) (offset + n));

      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0)
        break;
      n += (gsize) got;
    }
  if (fd >= 0)
    close (fd);
  return g_bytes_new_take (g_steal_pointer (&data), n);
}

/* Its header tells the machine: Linux, tools/perf/Documentation/jitdump-specification.txt. */
static gboolean
open_jitdump (AscCodeFile *self, const AscObject *object, const AscObjectSymbols *found, GError **error)
{
  const gsize header_bytes = 16;
  const guint32 magic = 0x4A695444;
  g_autoptr (GBytes) header = NULL;
  AscCursor cursor;
  gsize size;
  gconstpointer data;
  guint16 machine;

  if (found->file == NULL)
    return fail (error, ASC_DISASSEMBLY_ERROR_NO_FILE, "%s: %s", object->path, found->problem != NULL ? found->problem : "the file is not here");
  self->path = g_strdup (found->file);
  self->is_memory = TRUE;
  header = read_part (self->path, 0, header_bytes);
  data = g_bytes_get_data (header, &size);
  asc_cursor_init (&cursor, data, size, FALSE);
  cursor.big_endian = asc_cursor_u32 (&cursor) != magic;
  asc_cursor_seek (&cursor, 0);
  if (asc_cursor_u32 (&cursor) != magic)
    return fail (error, ASC_DISASSEMBLY_ERROR_NO_FILE, "%s is no jitdump any more, at byte 0", self->path);
  asc_cursor_skip (&cursor, 8);
  machine = (guint16) asc_cursor_u32 (&cursor);
  if (!asc_cursor_ok (&cursor))
    return fail (error, ASC_DISASSEMBLY_ERROR_NO_FILE, "%s is cut off, at byte %" G_GSIZE_FORMAT, self->path, size);
  self->machine = (AscMachine){
    .machine = machine,
    .is_64 = machine != EM_386 && machine != EM_ARM,
    .big_endian = cursor.big_endian,
    .big_endian_code = cursor.big_endian && machine != EM_AARCH64 && machine != EM_ARM,
  };
  return TRUE;
}

GBytes *
asc_code_file_dup_code (AscCodeFile *self, guint64 address, guint64 size)
{
  g_autoptr (GBytes) code = NULL;

  if (self->elf != NULL)
    return asc_elf_dup_code (self->elf, address, size);
  code = read_part (self->path, address, (gsize) size);
  return g_bytes_get_size (code) > 0 ? g_steal_pointer (&code) : NULL;
}

static gboolean
open_object (AscCodeFile *self, AscSymbols *symbols, guint32 number, GError **error)
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
    case ASC_OBJECT_JITDUMP:
      return open_jitdump (self, object, found, error);
    case ASC_OBJECT_JIT:
    case ASC_OBJECT_RECORDED:
      return fail (error, ASC_DISASSEMBLY_ERROR_NO_FILE,
                   g_str_has_prefix (object->path, "bpf_prog_") ? "%s: machine code of BPF programs is not taken from recordings: `bpftool prog dump jited` shows it while the program is loaded"
                                                                : "%s: the machine code was not recorded",
                   object->path);
    case ASC_OBJECT_NAMES:
    case ASC_OBJECT_UNKNOWN:
    default:
      return fail (error, ASC_DISASSEMBLY_ERROR_NO_CODE, "the recording has names without addresses");
    }
}

gboolean
asc_code_file_open (AscCodeFile *self, AscSymbols *symbols, guint32 number, GError **error)
{
  if (!open_object (self, symbols, number, error))
    return FALSE;
  if (self->elf != NULL)
    self->machine = asc_elf_get_machine (self->elf);
  return TRUE;
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
  return self->elf != NULL ? asc_elf_list_code_marks (self->elf, NULL) : g_array_new (FALSE, FALSE, sizeof (AscCodeMark));
}
