/* asc-elf.c: see asc-elf.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-elf-private.h"

#include <errno.h>
#include <lzma.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "asc-cursor.h"
#include "asc-symbol-file.h"
#include "asc-unpack.h"

/* More is no program: -ffunction-sections objects of the largest programs have some 100,000. */
#define MAX_SECTIONS (1 << 20)
#define MAX_SEGMENTS 65536
/* Symbol tables and their strings; the largest debug files known have 2 GB of symbols' strings. */
#define MAX_TABLE_BYTES (G_GUINT64_CONSTANT (4) << 30)
#define MAX_NOTE_BYTES (1 << 20)
/* What .gnu_debugdata unpacks to; the largest on Fedora is some 20 MB. */
#define MAX_MINIDEBUG_BYTES (256u << 20)
/* What a packed module unpacks to; amdgpu.ko with its debugging information has some 500 MB. */
#define MAX_UNPACKED_BYTES (G_GUINT64_CONSTANT (2) << 30)
/* Of sections that were not linked: no machine's pages are larger, no module is. */
#define MAX_ALIGN (G_GUINT64_CONSTANT (1) << 24)
#define MAX_LAYOUT (G_GUINT64_CONSTANT (1) << 40)
#define MAX_LZMA_MEMORY (G_GUINT64_CONSTANT (128) << 20)

G_DEFINE_QUARK (asc-elf-error-quark, asc_elf_error)

void
asc_elf_free (AscElf *self)
{
  if (self->elf != NULL)
    elf_end (self->elf);
  if (self->fd >= 0)
    close (self->fd);
  g_clear_pointer (&self->image, g_bytes_unref);
  g_clear_pointer (&self->sections, g_array_unref);
  g_clear_pointer (&self->segments, g_array_unref);
  g_free (self);
}

Elf_Data *
asc_elf_get_data (AscElf *self, const AscElfSection *section)
{
  Elf_Data *data;

  if (section->type == SHT_NOBITS || (section->flags & SHF_COMPRESSED) || section->size == 0 || section->size > MAX_TABLE_BYTES
      || section->offset > self->file_size || section->size > self->file_size - section->offset)
    return NULL;
  data = elf_getdata (section->scn, NULL);
  return data != NULL && data->d_buf != NULL && data->d_size > 0 ? data : NULL;
}

const AscElfSection *
asc_elf_find_section (AscElf *self, const char *name)
{
  for (guint i = 0; i < self->sections->len; i++)
    if (g_str_equal (g_array_index (self->sections, AscElfSection, i).name, name))
      return &g_array_index (self->sections, AscElfSection, i);
  return NULL;
}

static void
read_sections (AscElf *self)
{
  size_t n = 0, names = 0;

  if (elf_getshdrnum (self->elf, &n) != 0 || n > MAX_SECTIONS)
    n = 0;
  if (elf_getshdrstrndx (self->elf, &names) != 0)
    names = 0;
  for (size_t i = 0; i < n; i++)
    {
      AscElfSection section = { .scn = elf_getscn (self->elf, i), .name = "" };
      GElf_Shdr shdr;

      if (section.scn != NULL && gelf_getshdr (section.scn, &shdr) != NULL)
        {
          const char *name = names != 0 ? elf_strptr (self->elf, names, shdr.sh_name) : NULL;

          section.name = name != NULL ? name : "";
          section.type = shdr.sh_type;
          section.link = shdr.sh_link;
          section.info = shdr.sh_info;
          section.flags = shdr.sh_flags;
          section.addr = shdr.sh_addr;
          section.offset = shdr.sh_offset;
          section.size = shdr.sh_size;
        }
      g_array_append_val (self->sections, section);
    }
}

static void
read_notes (AscElf *self, guint64 offset, guint64 size, guint64 align)
{
  Elf_Data *data;

  if (self->build_id.size > 0 || size > MAX_NOTE_BYTES || offset > self->file_size || size > self->file_size - offset)
    return;
  data = elf_getdata_rawchunk (self->elf, (int64_t) offset, size, ELF_T_BYTE);
  if (data != NULL && data->d_buf != NULL)
    asc_build_id_from_notes (&self->build_id, data->d_buf, data->d_size, align, self->big_endian);
}

static void
read_segments (AscElf *self)
{
  size_t n = 0;

  if (elf_getphdrnum (self->elf, &n) != 0 || n > MAX_SEGMENTS)
    n = 0;
  for (size_t i = 0; i < n; i++)
    {
      GElf_Phdr phdr;
      AscElfSegment segment;

      if (gelf_getphdr (self->elf, (int) i, &phdr) == NULL)
        break;
      if (phdr.p_type == PT_NOTE)
        read_notes (self, phdr.p_offset, phdr.p_filesz, phdr.p_align);
      if (phdr.p_type != PT_LOAD)
        continue;
      segment = (AscElfSegment){ phdr.p_offset, phdr.p_filesz, phdr.p_vaddr, phdr.p_memsz, (phdr.p_flags & PF_X) != 0 };
      g_array_append_val (self->segments, segment);
    }
}

/* Code that stays when a module is loaded: Linux, kernel/module/main.c, layout_sections(). */
static gboolean
is_core_code (const AscElfSection *section)
{
  return (section->flags & SHF_ALLOC) && (section->flags & SHF_EXECINSTR) && !g_str_has_prefix (section->name, ".init");
}

/* Puts those sections behind each other for which is_core_code() is @core. */
static guint64
lay_out (AscElf *self, gboolean core, guint64 next)
{
  for (guint i = 0; i < self->sections->len; i++)
    {
      AscElfSection *section = &g_array_index (self->sections, AscElfSection, i);
      GElf_Shdr shdr;
      guint64 align;

      if (!(section->flags & SHF_ALLOC) || is_core_code (section) != core || section->addr != 0 || gelf_getshdr (section->scn, &shdr) == NULL)
        continue;
      align = shdr.sh_addralign > 1 && shdr.sh_addralign <= MAX_ALIGN ? shdr.sh_addralign : 1;
      next = (next + align - 1) / align * align;
      if (section->size > MAX_LAYOUT - next)
        break;
      section->addr = next;
      next += section->size;
    }
  return next;
}

static gboolean
read_headers (AscElf *self, GError **error)
{
  const char *ident;

  if (self->elf == NULL || elf_kind (self->elf) != ELF_K_ELF || gelf_getehdr (self->elf, &self->ehdr) == NULL)
    {
      g_set_error_literal (error, ASC_ELF_ERROR, ASC_ELF_ERROR_NOT_ELF, "not an ELF file");
      return FALSE;
    }
  ident = elf_getident (self->elf, NULL);
  self->big_endian = ident != NULL && ident[EI_DATA] == ELFDATA2MSB;
  self->sections = g_array_new (FALSE, FALSE, sizeof (AscElfSection));
  self->segments = g_array_new (FALSE, FALSE, sizeof (AscElfSegment));
  read_sections (self);
  /* Sections first: in a debug file the segments' offsets are those of the program. */
  for (guint i = 0; i < self->sections->len; i++)
    {
      const AscElfSection *section = &g_array_index (self->sections, AscElfSection, i);
      GElf_Shdr shdr;

      if (section->type == SHT_NOTE && gelf_getshdr (section->scn, &shdr) != NULL)
        read_notes (self, section->offset, section->size, shdr.sh_addralign);
    }
  read_segments (self);
  if (self->ehdr.e_type == ET_REL)
    lay_out (self, FALSE, lay_out (self, TRUE, 0));
  return TRUE;
}

/* Unpacks what is packed, in place of the file. */
static gboolean
unpack (AscElf *self, GError **error)
{
  guint8 head[8];
  gssize n = pread (self->fd, head, sizeof head, 0);
  AscPacking packing = n > 0 ? asc_packing_detect (head, (gsize) n) : ASC_PACKING_NONE;
  g_autofree char *damage = NULL;
  struct stat st;
  int fd;

  if (packing == ASC_PACKING_NONE)
    return TRUE;
  fd = asc_unpack (self->fd, packing, MAX_UNPACKED_BYTES, &damage, error);
  if (fd < 0)
    return FALSE;
  close (self->fd);
  self->fd = fd;
  if (damage == NULL && fstat (fd, &st) == 0)
    {
      self->file_size = (guint64) st.st_size;
      return TRUE;
    }
  g_set_error (error, ASC_ELF_ERROR, ASC_ELF_ERROR_CORRUPT, "%s", damage != NULL ? damage : g_strerror (errno));
  return FALSE;
}

AscElf *
asc_elf_open (const char *path, GError **error)
{
  g_autoptr (AscElf) self = g_new0 (AscElf, 1);

  self->fd = asc_symbol_file_open (path, &self->file_size, error);
  if (self->fd < 0)
    return NULL;
  if (!unpack (self, error))
    return NULL;
  elf_version (EV_CURRENT);
  /* Read, not mapped: a file that is cut while it is open must not end in SIGBUS. */
  self->elf = elf_begin (self->fd, ELF_C_READ, NULL);
  return read_headers (self, error) ? g_steal_pointer (&self) : NULL;
}

AscElf *
asc_elf_open_bytes (GBytes *image, GError **error)
{
  g_autoptr (AscElf) self = g_new0 (AscElf, 1);
  gsize size;
  gconstpointer data = g_bytes_get_data (image, &size);

  self->fd = -1;
  self->image = g_bytes_ref (image);
  self->file_size = size;
  elf_version (EV_CURRENT);
  /* libelf does not write to an image that it only reads. */
  self->elf = size > 0 ? elf_memory ((char *) data, size) : NULL;
  return read_headers (self, error) ? g_steal_pointer (&self) : NULL;
}

const AscBuildId *
asc_elf_get_build_id (AscElf *self)
{
  return &self->build_id;
}

gboolean
asc_elf_has_code (AscElf *self)
{
  for (guint i = 0; i < self->sections->len; i++)
    {
      const AscElfSection *section = &g_array_index (self->sections, AscElfSection, i);

      if (section->type == SHT_PROGBITS && (section->flags & SHF_EXECINSTR) && section->size > 0)
        return TRUE;
    }
  if (self->sections->len <= 1)
    for (guint i = 0; i < self->segments->len; i++)
      if (g_array_index (self->segments, AscElfSegment, i).executable)
        return TRUE;
  return FALSE;
}

gboolean
asc_elf_has_symtab (AscElf *self)
{
  for (guint i = 0; i < self->sections->len; i++)
    if (g_array_index (self->sections, AscElfSection, i).type == SHT_SYMTAB)
      return TRUE;
  return FALSE;
}

gboolean
asc_elf_is_relocatable (AscElf *self)
{
  return self->ehdr.e_type == ET_REL;
}

void
asc_elf_move (AscElf *self, guint64 bias)
{
  self->bias += bias;
  for (guint i = 0; i < self->sections->len; i++)
    {
      AscElfSection *section = &g_array_index (self->sections, AscElfSection, i);

      if (section->flags & SHF_ALLOC)
        section->addr += bias;
    }
  for (guint i = 0; i < self->segments->len; i++)
    g_array_index (self->segments, AscElfSegment, i).address += bias;
}

gboolean
asc_elf_get_address (AscElf *self, guint64 offset, guint64 *address)
{
  const AscElfSegment *found = NULL;

  for (guint i = 0; i < self->segments->len; i++)
    {
      const AscElfSegment *segment = &g_array_index (self->segments, AscElfSegment, i);
      /* `objcopy --only-keep-debug` sets the sizes in the file to 0. */
      guint64 size = segment->file_size != 0 ? segment->file_size : segment->size;

      if (offset >= segment->offset && offset - segment->offset < size && (found == NULL || (segment->executable && !found->executable)))
        found = segment;
    }
  if (found == NULL)
    return FALSE;
  *address = found->address + (offset - found->offset);
  return TRUE;
}

guint64
asc_elf_get_section_start (AscElf *self, guint64 address)
{
  for (guint i = 0; i < self->sections->len; i++)
    {
      const AscElfSection *section = &g_array_index (self->sections, AscElfSection, i);

      if ((section->flags & SHF_ALLOC) && address >= section->addr && address - section->addr < section->size)
        return section->addr;
    }
  for (guint i = 0; i < self->segments->len; i++)
    {
      const AscElfSegment *segment = &g_array_index (self->segments, AscElfSegment, i);

      if (address >= segment->address && address - segment->address < segment->size)
        return segment->address;
    }
  return 0;
}

/* Unpacks one xz stream. Returns: (transfer full) (nullable) */
static GBytes *
unpack_xz (gconstpointer data, gsize size, GError **error)
{
  lzma_stream stream = LZMA_STREAM_INIT;
  g_autoptr (GByteArray) out = g_byte_array_new ();
  guint8 buffer[65536];
  lzma_ret ret = lzma_stream_decoder (&stream, MAX_LZMA_MEMORY, 0);

  stream.next_in = data;
  stream.avail_in = size;
  while (ret == LZMA_OK)
    {
      stream.next_out = buffer;
      stream.avail_out = sizeof buffer;
      ret = lzma_code (&stream, LZMA_FINISH);
      g_byte_array_append (out, buffer, (guint) (sizeof buffer - stream.avail_out));
      if (out->len > MAX_MINIDEBUG_BYTES)
        ret = LZMA_MEMLIMIT_ERROR;
    }
  lzma_end (&stream);
  if (ret != LZMA_STREAM_END)
    {
      g_set_error (error, ASC_ELF_ERROR, ASC_ELF_ERROR_CORRUPT, ".gnu_debugdata cannot be unpacked (xz error %d)", (int) ret);
      return NULL;
    }
  return g_byte_array_free_to_bytes (g_steal_pointer (&out));
}

AscElf *
asc_elf_open_minidebug (AscElf *self, GError **error)
{
  const AscElfSection *section = asc_elf_find_section (self, ".gnu_debugdata");
  Elf_Data *data = section != NULL ? asc_elf_get_data (self, section) : NULL;
  g_autoptr (GBytes) image = data != NULL ? unpack_xz (data->d_buf, data->d_size, error) : NULL;

  return image != NULL ? asc_elf_open_bytes (image, error) : NULL;
}

char *
asc_elf_dup_debuglink (AscElf *self, guint32 *crc)
{
  const AscElfSection *section = asc_elf_find_section (self, ".gnu_debuglink");
  Elf_Data *data = section != NULL ? asc_elf_get_data (self, section) : NULL;
  AscCursor cursor;
  gsize length;

  if (data == NULL)
    return NULL;
  length = strnlen (data->d_buf, data->d_size);
  asc_cursor_init (&cursor, data->d_buf, data->d_size, self->big_endian);
  /* The name, its NUL, padding to 4, the CRC (GDB manual, "Separate Debug Files"). */
  asc_cursor_skip (&cursor, (length + 4) & ~(gsize) 3);
  *crc = asc_cursor_u32 (&cursor);
  /* The name of a file beside this one: nothing that leads elsewhere. */
  if (!asc_cursor_ok (&cursor) || length == 0 || memchr (data->d_buf, '/', length) != NULL)
    return NULL;
  return g_strdup (data->d_buf);
}
