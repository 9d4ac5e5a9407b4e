/* test-symbols.c: names of an experiment's frames
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <elf.h>
#include <fcntl.h>
#include <unistd.h>

#include "asc-disassembly.h"
#include "asc-live.h"
#include "test-lines.h"
#include "test-symbols-maker.h"

static void
test_rules (void)
{
  Fixture fixture;
  Maker maker;
  guint32 object;
  guint64 text;
  g_autofree char *gap = NULL;
  g_autofree char *hidden = NULL;
  g_autoptr (AscExperiment) experiment = NULL;
  g_autoptr (AscSymbols) symbols = NULL;
  static const guint64 offsets[] = { 0, 15, 16, 31, 32, 48, 56, 64, 68, 72, 80, 96, 111 };

  if (!fixture_init (&fixture))
    return;
  maker = maker_new ();
  object = maker_object (&maker, ASC_OBJECT_FILE, fixture.library, "libfixture.so", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (offsets); i++)
    maker_frame (&maker, object, fixture.text_offset + offsets[i], 0);
  /* A return address behind the last instruction of first. */
  maker_frame (&maker, object, fixture.text_offset + 16, ASC_FRAME_CALL);
  experiment = maker_finish (&maker, "/nowhere/x.data");
  symbols = load (experiment, NULL);
  text = fixture.text_offset;
  gap = g_strdup_printf ("<static>@0x%lx (<libfixture.so>)", fixture.text_address + 16);
  g_assert_cmpstr (get_name (symbols, object, text), ==, "first");
  g_assert_cmpstr (get_name (symbols, object, text + 15), ==, "first");
  g_assert_cmpstr (get_name (symbols, object, text + 31), ==, gap);
  g_assert_cmpstr (get_name (symbols, object, text + 32), ==, "strong");
  g_assert_cmpstr (get_name (symbols, object, text + 48), ==, "label");
  /* An unsized label ends at the next symbol. */
  g_assert_cmpstr (get_name (symbols, object, text + 56), ==, "next_label");
  g_assert_cmpuint (get_function (symbols, object, text + 48)->size, ==, 8);
  g_assert_cmpstr (get_name (symbols, object, text + 64), ==, "outer");
  g_assert_cmpstr (get_name (symbols, object, text + 68), ==, "inner");
  g_assert_cmpstr (get_name (symbols, object, text + 72), ==, "outer");
  g_assert_true (get_function (symbols, object, text + 64) == get_function (symbols, object, text + 72));
  g_assert_cmpstr (get_name (symbols, object, text + 80), ==, "ns::foo(int)");
  g_assert_cmpstr (get_function (symbols, object, text + 80)->mangled, ==, "_ZN2ns3fooEi");
  g_assert_cmpstr (get_name (symbols, object, text + 111), ==, "unsized");
  g_assert_cmphex (get_function (symbols, object, text + 80)->address, ==, fixture.text_address + 80);
  g_assert_cmpuint (get_function (symbols, object, text + 80)->size, ==, 16);
  g_assert_cmpint (asc_symbols_get_object (symbols, object)->status, ==, ASC_SYMBOLS_FULL);
  g_assert_cmpuint (asc_symbols_get_object (symbols, object)->n_frames, ==, G_N_ELEMENTS (offsets) + 1);
  g_assert_cmpuint (asc_symbols_get_object (symbols, object)->n_named, ==, G_N_ELEMENTS (offsets) + 1 - 2);
  {
    guint n_frames, n_functions, n_places;
    const AscFrame *frames = asc_experiment_get_frames (experiment, &n_frames);
    const AscFunction *functions = asc_symbols_get_functions (symbols, &n_functions);

    for (guint i = 0; i < n_frames; i++)
      {
        if (frames[i].flags & ASC_FRAME_CALL)
          g_assert_cmpstr (functions[asc_symbols_get_chain (symbols, i, &n_places)->function].name, ==, "first");
        g_assert_cmphex (asc_symbols_get_elf_address (symbols, i), ==, frames[i].address - fixture.text_offset + fixture.text_address);
      }
  }
  fixture_clear (&fixture);
}

static guint32
add_kernel (Maker *maker, AscObjectKind kind, const char *name, const AscBuildId *build_id, guint64 start, guint64 end, guint64 text)
{
  AscObject object = { .kind = kind, .path = name, .name = name, .pid = -1, .start_addr = start, .end_addr = end };

  if (text != 0)
    {
      object.reloc_symbol = "_text";
      object.reloc_addr = text;
    }
  if (build_id != NULL)
    {
      memcpy (object.build_id, build_id->bytes, build_id->size);
      object.build_id_size = (guint) build_id->size;
    }
  return asc_builder_add_object (maker->builder, &object);
}

#define KERNEL_ID "0123456789abcdef0123456789abcdef01234567"

static const char kallsyms[] = "ffffffff81000000 T _stext\n"
                               "ffffffff81000000 T _text\n"
                               "ffffffff81001000 t do_work.isra.0\n"
                               "not a line\n"
                               "ffffffff81002000 T memcpy\n"
                               "ffffffff81002000 W __memcpy\n"
                               "ffffffff81003000 r not_code\n"
                               "ffffffff81004000 D data_start\n"
                               "ffffffffc0000000 t mod_first\t[nf_nat]\n"
                               "ffffffffc0000100 t mod_second\t[nf_nat]\n"
                               "ffffffffc0002000 t other\t[other_mod]\n";

/* As /proc/kcore lays it out (Linux, fs/proc/kcore.c): notes, then memory by address, far apart and far behind in the file, without sections. */
static void
write_core (const char *path)
{
  static const guint8 code[] = { 0x55, 0x48, 0x89, 0xe5, 0xc3 };
  const off_t offset = ((off_t) 4 << 30) + 0x2000;
  const struct
  {
    Elf64_Ehdr header;
    Elf64_Phdr segments[3];
  } core = {
    .header = { .e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT }, .e_type = ET_CORE, .e_machine = EM_X86_64, .e_version = EV_CURRENT,
                .e_phoff = sizeof (Elf64_Ehdr), .e_ehsize = sizeof (Elf64_Ehdr), .e_phentsize = sizeof (Elf64_Phdr), .e_phnum = 3 },
    .segments = { { .p_type = PT_NOTE, .p_offset = 0x200, .p_filesz = 0 },
                  { .p_type = PT_LOAD, .p_flags = PF_R | PF_W | PF_X, .p_offset = 0x2000, .p_vaddr = 0xffff888000001000, .p_paddr = 0x1000, .p_filesz = 0x9f000, .p_memsz = 0x9f000 },
                  { .p_type = PT_LOAD, .p_flags = PF_R | PF_W | PF_X, .p_offset = (Elf64_Off) offset, .p_vaddr = 0xffffffff81000000, .p_paddr = 0x1000000, .p_filesz = 0x3000, .p_memsz = 0x3000 } },
  };
  int fd = g_open (path, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (ftruncate (fd, offset + 0x3000), ==, 0);
  g_assert_cmpint (pwrite (fd, &core, sizeof core, 0), ==, sizeof core);
  g_assert_cmpint (pwrite (fd, code, sizeof code, offset + 0x1000), ==, sizeof code);
  close (fd);
}

/* The code of do_work.isra.0 from the core file beside the list; nothing beyond what that has. */
static void
assert_core (AscSymbols *symbols, guint32 kernel, guint64 base, const char *core)
{
  static const char *const texts[] = { "push", "mov", "ret" };
  static const guint sizes[] = { 1, 3, 1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (AscDisassembly) code = asc_disassembly_load (symbols, &(AscCodeRange){ kernel, base + 0x1000, 5 }, NULL, NULL, &error);
  guint64 address = base + 0x1000;

  g_assert_no_error (error);
  g_assert_cmpstr (asc_disassembly_get_source (code), ==, core);
  g_assert_cmpuint (asc_disassembly_get_size (code), ==, G_N_ELEMENTS (texts));
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      const AscInstruction *instruction = asc_disassembly_get (code, i);

      g_assert_cmphex (instruction->address, ==, address);
      g_assert_cmpuint (instruction->size, ==, sizes[i]);
      g_assert_true (g_str_has_prefix (instruction->text, texts[i]));
      address += instruction->size;
    }
  g_assert_null (asc_disassembly_load (symbols, &(AscCodeRange){ kernel, base + 0x3000, 5 }, NULL, NULL, &error));
  g_assert_error (error, ASC_DISASSEMBLY_ERROR, ASC_DISASSEMBLY_ERROR_NO_FILE);
  g_clear_error (&error);
  g_assert_cmpint (truncate (core, 100), ==, 0);
  g_assert_null (asc_disassembly_load (symbols, &(AscCodeRange){ kernel, base + 0x1000, 5 }, NULL, NULL, &error));
  g_assert_error (error, ASC_DISASSEMBLY_ERROR, ASC_DISASSEMBLY_ERROR_NO_FILE);
  g_clear_error (&error);
  g_assert_cmpint (g_remove (core), ==, 0);
  g_assert_null (asc_disassembly_load (symbols, &(AscCodeRange){ kernel, base + 0x1000, 5 }, NULL, NULL, &error));
  g_assert_error (error, ASC_DISASSEMBLY_ERROR, ASC_DISASSEMBLY_ERROR_NO_FILE);
  g_assert_nonnull (strstr (error->message, "the kernel's code is read from there"));
}

/* The list of another start of the same kernel, 1 MiB higher. */
static void
test_kallsyms_copy (void)
{
  g_autofree char *folder = g_dir_make_tmp ("asc-kernel-XXXXXX", NULL);
  g_autofree char *dir = g_build_filename (folder, "[kernel.kallsyms]", KERNEL_ID, NULL);
  g_autofree char *list = g_build_filename (dir, "kallsyms", NULL);
  g_autofree char *core = g_build_filename (dir, "kcore", NULL);
  const char *paths[] = { folder, NULL };
  AscSymbolOptions options = { .symbol_paths = paths };
  AscBuildId build_id, other;
  static const gint64 shifts[] = { 0, 0x100000 };

  g_assert_true (asc_build_id_from_hex (&build_id, KERNEL_ID));
  other = build_id;
  other.bytes[0] = 0xff;
  g_assert_cmpint (g_mkdir_with_parents (dir, 0700), ==, 0);
  g_assert_true (g_file_set_contents (list, kallsyms, -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (shifts); i++)
    {
      guint64 base = 0xffffffff81000000 + (guint64) shifts[i];
      Maker maker = maker_new ();
      guint32 kernel = add_kernel (&maker, ASC_OBJECT_KERNEL, "[kernel.kallsyms]", &build_id, base, base + 0x1000000, base);
      guint32 module = add_kernel (&maker, ASC_OBJECT_MODULE, "[nf_nat]", NULL, 0xffffffffc0000000, 0xffffffffc0001000, 0);
      g_autoptr (AscExperiment) experiment = NULL;
      g_autoptr (AscSymbols) symbols = NULL;

      maker_frame (&maker, kernel, base + 0x1fff, 0);
      maker_frame (&maker, kernel, base + 0x2008, 0);
      maker_frame (&maker, kernel, base, 0);
      maker_frame (&maker, module, 0xffffffffc0000100, ASC_FRAME_CALL);
      maker_frame (&maker, module, 0xffffffffc0000180, 0);
      experiment = maker_finish (&maker, "/x");
      symbols = load (experiment, &options);
      g_assert_cmpstr (get_name (symbols, kernel, base + 0x1fff), ==, "do_work.isra.0");
      g_assert_cmpuint (get_function (symbols, kernel, base + 0x1fff)->size, ==, 0x1000);
      g_assert_cmphex (get_function (symbols, kernel, base + 0x1fff)->address, ==, base + 0x1000);
      /* Of several the last listed. */
      g_assert_cmpstr (get_name (symbols, kernel, base + 0x2008), ==, "__memcpy");
      g_assert_cmpstr (get_name (symbols, kernel, base), ==, "_text");
      g_assert_cmpstr (asc_symbols_get_object (symbols, kernel)->file, ==, list);
      g_assert_cmpint (asc_symbols_get_object (symbols, kernel)->status, ==, ASC_SYMBOLS_FULL);
      write_core (core);
      assert_core (symbols, kernel, base, core);
      if (shifts[i] == 0)
        {
          g_assert_cmpstr (get_name (symbols, module, 0xffffffffc0000100), ==, "mod_first");
          g_assert_cmpstr (get_name (symbols, module, 0xffffffffc0000180), ==, "mod_second");
        }
      else
        {
          /* Where modules lay then is not told by where they lie now. */
          g_assert_cmpint (asc_symbols_get_object (symbols, module)->status, ==, ASC_SYMBOLS_MISMATCH);
          g_assert_nonnull (asc_symbols_get_object (symbols, module)->problem);
        }
    }
  /* A list whose addresses are hidden, and none at all for another kernel. */
  {
    Maker maker = maker_new ();
    guint32 kernel = add_kernel (&maker, ASC_OBJECT_KERNEL, "[kernel.kallsyms]", &other, 0, 0, 0xffffffff81000000);
    g_autoptr (AscExperiment) experiment = NULL;
    g_autoptr (AscSymbols) symbols = NULL;

    maker_frame (&maker, kernel, 0xffffffff81001000, 0);
    experiment = maker_finish (&maker, "/x");
    symbols = load (experiment, &options);
    g_assert_cmpint (asc_symbols_get_object (symbols, kernel)->status, ==, ASC_SYMBOLS_MISMATCH);
    g_assert_nonnull (strstr (asc_symbols_get_object (symbols, kernel)->problem, "--symbols"));
    g_assert_cmpuint (asc_symbols_get_object (symbols, kernel)->n_named, ==, 0);
  }
  g_assert_true (g_file_set_contents (list, "0000000000000000 T _text\n0000000000000000 t work\n", -1, NULL));
  {
    Maker maker = maker_new ();
    guint32 kernel = add_kernel (&maker, ASC_OBJECT_KERNEL, "[kernel.kallsyms]", &build_id, 0, 0, 0xffffffff81000000);
    AscSymbolOptions hidden = { .symbol_paths = paths, .no_live = TRUE };
    g_autoptr (AscExperiment) experiment = NULL;
    g_autoptr (AscSymbols) symbols = NULL;

    maker_frame (&maker, kernel, 0xffffffff81001000, 0);
    experiment = maker_finish (&maker, "/x");
    symbols = load (experiment, &hidden);
    g_assert_cmpint (asc_symbols_get_object (symbols, kernel)->status, ==, ASC_SYMBOLS_NONE);
    g_assert_nonnull (strstr (asc_symbols_get_object (symbols, kernel)->problem, "kptr_restrict"));
  }
  run ("rm -rf %s", folder);
}

/* The live kernel, by /proc/kallsyms itself and then by what was kept of it. */
static void
test_live_kernel (void)
{
  AscBuildId build_id;
  g_autofree char *list = NULL;
  g_autofree char *kept = g_build_filename (g_get_user_cache_dir (), "ascribe", "kallsyms", NULL);
  g_auto (GStrv) lines = NULL;

  if (!asc_live_get_kernel_build_id (&build_id) || !g_file_get_contents ("/proc/kallsyms", &list, NULL, NULL)
      || g_str_has_prefix (list, "0000000000000000"))
    {
      g_test_skip ("the kernel hides its addresses");
      return;
    }
  lines = split_lines (list);
  for (guint round = 0; round < 3; round++)
    {
      Maker maker = maker_new ();
      guint32 kernel = add_kernel (&maker, ASC_OBJECT_KERNEL, "[kernel.kallsyms]", &build_id, 0, 0, 0);
      g_autoptr (AscExperiment) experiment = NULL;
      g_autoptr (AscSymbols) symbols = NULL;
      guint n = 0;

      for (guint i = 0; lines[i] != NULL; i += 97)
        if (strlen (lines[i]) > 19 && strchr (lines[i], '\t') == NULL && strchr ("tT", lines[i][17]) != NULL)
          maker_frame (&maker, kernel, g_ascii_strtoull (lines[i], NULL, 16), 0);
      experiment = maker_finish (&maker, "/x");
      symbols = load (experiment, NULL);
      g_assert_cmpstr (asc_symbols_get_object (symbols, kernel)->file, ==, "/proc/kallsyms");
      for (guint i = 0; lines[i] != NULL; i += 97)
        if (strlen (lines[i]) > 19 && strchr (lines[i], '\t') == NULL && strchr ("tT", lines[i][17]) != NULL)
          {
            guint64 address = g_ascii_strtoull (lines[i], NULL, 16);
            guint last = i;

            while (lines[last + 1] != NULL && g_ascii_strtoull (lines[last + 1], NULL, 16) == address)
              last++;
            g_assert_cmphex (get_function (symbols, kernel, address)->address, ==, address);
            if (last == i)
              g_assert_cmpstr (get_name (symbols, kernel, address), ==, lines[i] + 19);
            n++;
          }
      g_assert_cmpuint (n, >, 100);
      g_assert_true (g_file_test (kept, G_FILE_TEST_EXISTS));
      /* Of another boot: not used. */
      if (round == 1)
        g_assert_true (g_file_set_contents (kept, "# boot 0\nffffffff81000000 t wrong\n", -1, NULL));
    }
}

/* A module's file, found by its build-id when no list has the module. */
static void
test_module_file (void)
{
  g_autofree char *folder = g_dir_make_tmp ("asc-module-XXXXXX", NULL);
  g_autofree char *source = g_build_filename (folder, "mod.s", NULL);
  g_autofree char *file = g_build_filename (folder, "fixture-mod.ko", NULL);
  const char *paths[] = { folder, NULL };
  AscSymbolOptions options = { .symbol_paths = paths, .no_live = TRUE };
  Maker maker = maker_new ();
  g_autoptr (AscElf) elf = NULL;
  g_autoptr (AscExperiment) experiment = NULL;
  g_autoptr (AscSymbols) symbols = NULL;
  guint32 module;

  g_assert_true (g_file_set_contents (source,
                                      ".text\n.fill 16,1,0x90\n.globl work\n.type work,@function\nwork: .fill 16,1,0x90\n.size work,16\n"
                                      ".section .init.text,\"ax\"\n.globl start\n.type start,@function\nstart: .fill 16,1,0x90\n.size start,16\n",
                                      -1, NULL));
  if (!run ("gcc -c -o %s/mod.o %s", folder, source) || !run ("ld -r --build-id=sha1 -o %s %s/mod.o", file, folder))
    {
      g_test_skip ("no gcc or ld here");
      asc_builder_free (maker.builder);
      return;
    }
  g_assert_true (run ("rm %s/mod.o", folder));
  elf = asc_elf_open (file, NULL);
  module = add_kernel (&maker, ASC_OBJECT_MODULE, "[fixture_mod]", asc_elf_get_build_id (elf), 0xffffffffc0000000, 0xffffffffc0001000, 0);
  maker_frame (&maker, module, 0xffffffffc0000008, 0);
  maker_frame (&maker, module, 0xffffffffc0000018, 0);
  experiment = maker_finish (&maker, "/x");
  symbols = load (experiment, &options);
  g_assert_cmpstr (get_name (symbols, module, 0xffffffffc0000018), ==, "work");
  g_assert_cmphex (get_function (symbols, module, 0xffffffffc0000018)->address, ==, 0xffffffffc0000010);
  g_assert_cmpstr (get_name (symbols, module, 0xffffffffc0000008), ==, "<static>@0xffffffffc0000000 (<[fixture_mod]>)");
  run ("rm -rf %s", folder);
}

static void
test_jit (void)
{
  g_autofree char *folder = g_dir_make_tmp ("asc-jit-XXXXXX", NULL);
  g_autofree char *map = g_build_filename (folder, "perf-4242.map", NULL);
  g_autofree char *other = g_build_filename (folder, "x.perf-4243.map", NULL);
  const char *paths[] = { folder, NULL };
  AscSymbolOptions options = { .symbol_paths = paths };
  Maker maker = maker_new ();
  guint32 jit, no_map;
  g_autoptr (AscExperiment) experiment = NULL;
  g_autoptr (AscSymbols) symbols = NULL;

  g_assert_true (g_file_set_contents (map,
                                      "1000 100 old one\n"
                                      "garbage\n"
                                      "80000000000 10 far\r\n"
                                      "1080 20 jit spin (a, b) with spaces\n"
                                      "0x2000 0x10 prefixed\n"
                                      "ffffffffffffff00 ffffffffffffffff lying size\n"
                                      "1100 0 empty",
                                      -1, NULL));
  g_assert_true (g_file_set_contents (other, "1000 100 not recognised\n", -1, NULL));
  jit = asc_builder_add_object (maker.builder, &(AscObject){ .kind = ASC_OBJECT_JIT, .path = "//anon", .name = "perf-4242.map", .pid = 4242 });
  no_map = asc_builder_add_object (maker.builder, &(AscObject){ .kind = ASC_OBJECT_JIT, .path = "//anon", .name = "perf-4243.map", .pid = 4243 });
  maker_frame (&maker, jit, 0x1000, 0);
  maker_frame (&maker, jit, 0x1080, 0);
  maker_frame (&maker, jit, 0x10a0, 0);
  maker_frame (&maker, jit, 0x2005, 0);
  maker_frame (&maker, jit, 0x80000000008, 0);
  maker_frame (&maker, jit, 0x1100, 0);
  maker_frame (&maker, no_map, 0x1000, 0);
  experiment = maker_finish (&maker, "/x");
  symbols = load (experiment, &options);
  g_assert_cmpstr (get_name (symbols, jit, 0x1000), ==, "old one");
  g_assert_cmpstr (get_name (symbols, jit, 0x1080), ==, "jit spin (a, b) with spaces");
  g_assert_cmpstr (get_name (symbols, jit, 0x10a0), ==, "old one");
  g_assert_cmpstr (get_name (symbols, jit, 0x2005), ==, "prefixed");
  g_assert_cmpstr (get_name (symbols, jit, 0x80000000008), ==, "far");
  g_assert_cmpstr (get_name (symbols, jit, 0x1100), ==, "<static>@0x1100 (<perf-4242.map>)");
  g_assert_cmpint (asc_symbols_get_object (symbols, jit)->status, ==, ASC_SYMBOLS_FULL);
  g_assert_nonnull (strstr (asc_symbols_get_object (symbols, jit)->problem, "1 line"));
  g_assert_cmpint (asc_symbols_get_object (symbols, no_map)->status, ==, ASC_SYMBOLS_MISSING);
  g_assert_cmpstr (get_name (symbols, no_map, 0x1000), ==, "<static>@0x0 (<perf-4243.map>)");
  run ("rm -rf %s", folder);
}

/* The live vDSO by nm's answers on a dump of it. */
static void
test_vdso (void)
{
  g_autoptr (GBytes) image = asc_live_dup_vdso ();
  g_autofree char *dump = g_build_filename (g_get_tmp_dir (), "asc-test-vdso", NULL);
  g_autofree char *command = g_strdup_printf ("nm -D %s", dump);
  g_autofree char *out = NULL;
  guint64 address = 0;
  const char *line;
  Maker maker = maker_new ();
  guint32 vdso, other;
  AscBuildId wrong;
  g_autoptr (AscExperiment) experiment = NULL;
  g_autoptr (AscSymbols) symbols = NULL;

  g_assert_true (asc_build_id_from_hex (&wrong, KERNEL_ID));
  if (image != NULL)
    g_assert_true (g_file_set_contents (dump, g_bytes_get_data (image, NULL), (gssize) g_bytes_get_size (image), NULL));
  if (image == NULL || !g_spawn_command_line_sync (command, &out, NULL, NULL, NULL) || (line = strstr (out, " T __vdso_clock_gettime")) == NULL
      || line - out < 16)
    {
      g_test_skip ("no vDSO or no nm here");
      asc_builder_free (maker.builder);
      return;
    }
  address = g_ascii_strtoull (line - 16, NULL, 16);
  g_remove (dump);
  vdso = maker_object (&maker, ASC_OBJECT_VDSO, "[vdso]", "[vdso]", NULL);
  other = maker_object (&maker, ASC_OBJECT_VDSO, "[vdso]", "[vdso]", &wrong);
  maker_frame (&maker, vdso, address + 1, 0);
  maker_frame (&maker, other, address + 1, 0);
  experiment = maker_finish (&maker, "/x");
  symbols = load (experiment, NULL);
  /* perf's choice of the two aliases: the one that is not weak. */
  g_assert_cmpstr (get_name (symbols, vdso, address + 1), ==, "__vdso_clock_gettime");
  g_assert_cmpstr (asc_symbols_get_object (symbols, vdso)->file, ==, "[vdso]");
  g_assert_cmpint (asc_symbols_get_object (symbols, other)->status, ==, ASC_SYMBOLS_MISSING);
  g_assert_nonnull (asc_symbols_get_object (symbols, other)->problem);
}

/* Whether stacks can be unwound through a file: by its own tables or its debug file's. */
static void
test_cfi (void)
{
  static const struct
  {
    const char *command;
    gboolean has_cfi;
  } cases[] = {
    { "gcc -shared -nostdlib -fasynchronous-unwind-tables -o %s/lib.so %s/f.c", TRUE },
    { "gcc -shared -nostdlib -fno-asynchronous-unwind-tables -fno-unwind-tables -o %s/lib.so %s/f.c", FALSE },
    { "gcc -shared -nostdlib -fno-asynchronous-unwind-tables -fno-unwind-tables -g -o %s/lib.so %s/f.c", TRUE },
  };
  g_autofree char *folder = g_dir_make_tmp ("asc-cfi-XXXXXX", NULL);
  g_autofree char *source = g_build_filename (folder, "f.c", NULL);
  g_autofree char *library = g_build_filename (folder, "lib.so", NULL);

  g_assert_true (g_file_set_contents (source, "int f (int x)\n{\n  return x + 1;\n}\n", -1, NULL));
  /* The last one twice: then its tables lie in its debug file alone. */
  for (guint i = 0; i <= G_N_ELEMENTS (cases); i++)
    {
      Maker maker = maker_new ();
      guint32 object = maker_object (&maker, ASC_OBJECT_FILE, library, "lib.so", NULL);
      g_autoptr (AscExperiment) experiment = NULL;
      g_autoptr (AscSymbols) symbols = NULL;

      if (i < G_N_ELEMENTS (cases) ? !run (cases[i].command, folder, folder)
                                   : !run ("objcopy --only-keep-debug %s %s.debug", library, library) || !run ("strip %s", library) || !run ("objcopy --add-gnu-debuglink=%s.debug %s", library, library))
        {
          g_test_skip ("no gcc or objcopy here");
          break;
        }
      maker_frame (&maker, object, 0x1000, 0);
      experiment = maker_finish (&maker, "/x");
      symbols = load (experiment, NULL);
      g_assert_cmpstr (asc_symbols_get_object (symbols, object)->file, ==, library);
      g_assert_cmpint (asc_symbols_get_object (symbols, object)->debug_file != NULL, ==, i == G_N_ELEMENTS (cases));
      g_assert_cmpint (asc_symbols_get_object (symbols, object)->has_cfi, ==, i < G_N_ELEMENTS (cases) ? cases[i].has_cfi : TRUE);
    }
  run ("rm -rf %s", folder);
}

/* Names that came with the recording. */
static void
test_named (void)
{
  Maker maker = maker_new ();
  guint32 names = maker_object (&maker, ASC_OBJECT_NAMES, "", NULL, NULL);
  guint32 bpf = maker_object (&maker, ASC_OBJECT_RECORDED, "bpf_prog_1234_x", "bpf_prog_1234_x", NULL);
  guint32 unknown = maker_object (&maker, ASC_OBJECT_UNKNOWN, "", NULL, NULL);
  guint32 a = asc_builder_intern (maker.builder, "A");
  guint32 cut = asc_builder_intern (maker.builder, "<Truncated-stack>");
  g_autoptr (AscExperiment) experiment = NULL;
  g_autoptr (AscSymbols) symbols = NULL;

  asc_builder_add_recorded_symbol (maker.builder, &(AscRecordedSymbol){ bpf, 0xffffffffc0100000, 0x80, "bpf_prog_1234_x" });
  maker_frame (&maker, names, cut, ASC_FRAME_NAMED | ASC_FRAME_PSEUDO);
  maker_frame (&maker, names, a, ASC_FRAME_NAMED);
  maker_frame (&maker, bpf, 0xffffffffc0100010, 0);
  maker_frame (&maker, unknown, 0x10, 0);
  maker_frame (&maker, unknown, 0x7000, ASC_FRAME_CALL);
  experiment = maker_finish (&maker, "/x");
  symbols = load (experiment, NULL);
  g_assert_cmpstr (get_name (symbols, names, a), ==, "A");
  g_assert_cmpuint (get_function (symbols, names, a)->object, ==, ASC_NONE);
  g_assert_cmpstr (get_name (symbols, names, cut), ==, "<Truncated-stack>");
  g_assert_cmpstr (get_name (symbols, bpf, 0xffffffffc0100010), ==, "bpf_prog_1234_x");
  g_assert_cmpstr (get_name (symbols, unknown, 0x10), ==, "<unknown>");
  g_assert_true (get_function (symbols, unknown, 0x10) == get_function (symbols, unknown, 0x7000));
  g_assert_cmpuint (get_function (symbols, unknown, 0x10)->object, ==, ASC_NONE);
  g_assert_cmpint (asc_symbols_get_object (symbols, names)->status, ==, ASC_SYMBOLS_NOT_NEEDED);
  {
    g_autoptr (GError) error = NULL;

    g_assert_null (asc_disassembly_load (symbols, &(AscCodeRange){ bpf, 0xffffffffc0100000, 0x80 }, NULL, NULL, &error));
    g_assert_error (error, ASC_DISASSEMBLY_ERROR, ASC_DISASSEMBLY_ERROR_NO_FILE);
    g_assert_nonnull (strstr (error->message, "bpftool prog dump jited"));
  }
}

/* The same for any number of threads; nothing when it is cancelled. */
static void
test_threads (void)
{
  static const char *const files[] = { "/lib/x86_64-linux-gnu/libc.so.6", "/lib/x86_64-linux-gnu/libstdc++.so.6", "/lib/x86_64-linux-gnu/libm.so.6", "/bin/ls" };
  Maker maker = maker_new ();
  g_autoptr (AscExperiment) experiment = NULL;
  g_autoptr (AscSymbols) first = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  const AscFunction *expected;
  guint32 objects[G_N_ELEMENTS (files)];
  guint n_expected, n_frames;

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    objects[i] = maker_object (&maker, ASC_OBJECT_FILE, files[i], files[i], NULL);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    for (guint64 address = 0; address < 0x100000; address += 1777)
      maker_frame (&maker, objects[i], address, address % 2 != 0 ? ASC_FRAME_CALL : 0);
  experiment = maker_finish (&maker, "/x");
  first = load (experiment, &(AscSymbolOptions){ .n_threads = 1 });
  expected = asc_symbols_get_functions (first, &n_expected);
  asc_experiment_get_frames (experiment, &n_frames);
  for (guint n_threads = 2; n_threads < 5; n_threads++)
    {
      g_autoptr (AscSymbols) symbols = load (experiment, &(AscSymbolOptions){ .n_threads = n_threads });
      guint n_functions, n_places;
      const AscFunction *functions = asc_symbols_get_functions (symbols, &n_functions);

      g_assert_cmpuint (n_functions, ==, n_expected);
      for (guint i = 0; i < n_functions; i++)
        {
          g_assert_cmpstr (functions[i].name, ==, expected[i].name);
          g_assert_cmphex (functions[i].address, ==, expected[i].address);
        }
      for (guint i = 0; i < n_frames; i++)
        g_assert_cmpuint (asc_symbols_get_chain (symbols, i, &n_places)->function, ==, asc_symbols_get_chain (first, i, &n_places)->function);
    }
  g_cancellable_cancel (cancellable);
  g_assert_null (asc_symbols_load (experiment, NULL, cancellable, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char *argv[])
{
  g_autofree char *home = g_dir_make_tmp ("asc-home-XXXXXX", NULL);
  int status;

  g_setenv ("HOME", home, TRUE);
  g_setenv ("XDG_CACHE_HOME", home, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/symbols/rules", test_rules);
  g_test_add_func ("/symbols/kallsyms-copy", test_kallsyms_copy);
  g_test_add_func ("/symbols/cfi", test_cfi);
  g_test_add_func ("/symbols/live-kernel", test_live_kernel);
  g_test_add_func ("/symbols/module-file", test_module_file);
  g_test_add_func ("/symbols/jit", test_jit);
  g_test_add_func ("/symbols/vdso", test_vdso);
  g_test_add_func ("/symbols/named", test_named);
  g_test_add_func ("/symbols/threads", test_threads);
  status = g_test_run ();
  run ("rm -rf %s", home);
  return status;
}
