/* test-unwind.c: stacks built by hand, and this program's own beside their frame pointers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-unwind.h"

#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <ucontext.h>

#include "asc-cfi-elf.h"

#define CODE 0x400000
#define STACK 0x7ffe0000

/* A program of one module, whose functions have 0x100 bytes each from CODE on, and a stack of words. */
typedef struct
{
  GByteArray *frames; /* .debug_frame */
  AscCfi *cfi;
  AscUnwindModule module;
  AscArch arch;
  guint64 words[256];
  AscDump dump;
} Program;

static void
add_entry (Program *self, const guint8 *bytes, guint size)
{
  guint32 length = GUINT32_TO_LE (size);

  g_byte_array_append (self->frames, (const guint8 *) &length, sizeof length);
  g_byte_array_append (self->frames, bytes, size);
}

/* Returns: its position. */
static guint32
add_cie (Program *self, const char *augmentation, guint8 ra, const guint8 *instructions, guint size)
{
  g_autoptr (GByteArray) entry = g_byte_array_new ();
  const guint8 head[] = { 0xff, 0xff, 0xff, 0xff, 1 };
  const guint8 fields[] = { 1, asc_arch_get_address_size (self->arch) == 8 ? 0x78 : 0x7c, ra };
  guint32 position = self->frames->len;

  g_byte_array_append (entry, head, sizeof head);
  g_byte_array_append (entry, (const guint8 *) augmentation, (guint) strlen (augmentation) + 1);
  g_byte_array_append (entry, fields, sizeof fields);
  if (augmentation[0] == 'z')
    g_byte_array_append (entry, (const guint8 *) "", 1);
  g_byte_array_append (entry, instructions, size);
  add_entry (self, entry->data, entry->len);
  return position;
}

static void
add_function (Program *self, guint32 cie, gboolean has_augmentation, guint index, const guint8 *instructions, guint size)
{
  g_autoptr (GByteArray) entry = g_byte_array_new ();
  guint width = asc_arch_get_address_size (self->arch);
  guint64 start = GUINT64_TO_LE (CODE + index * 0x100);
  guint64 length = GUINT64_TO_LE (0x100);

  cie = GUINT32_TO_LE (cie);
  g_byte_array_append (entry, (const guint8 *) &cie, sizeof cie);
  g_byte_array_append (entry, (const guint8 *) &start, width);
  g_byte_array_append (entry, (const guint8 *) &length, width);
  if (has_augmentation)
    g_byte_array_append (entry, (const guint8 *) "", 1);
  g_byte_array_append (entry, instructions, size);
  add_entry (self, entry->data, entry->len);
}

static void
program_init (Program *self, AscArch arch)
{
  memset (self, 0, sizeof *self);
  self->arch = arch;
  self->frames = g_byte_array_new ();
}

static const AscUnwindModule *
find_module (gpointer data, guint64 space, guint64 address)
{
  const AscUnwindModule *module = data;

  return address >= module->start_addr && address < module->end_addr ? module : NULL;
}

/* Unwinds from @pc with the stack's first @n_words words; prints "0 1 2 done": the functions by number ("+": return address), the end. */
static void
assert_stack (Program *self, guint64 pc, guint n_words, const char *expected)
{
  const AscCfiSection section = { .data = self->frames->data, .size = self->frames->len };
  const AscCfiInput input = { .arch = self->arch, .sections = &section, .n_sections = 1, .code_end = G_MAXUINT64 };
  static const char *const ends[] = { "done", "cut", "lost", "bad", "limit" };
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (AscUnwinder) unwinder = NULL;
  const AscUnwindFrame *frames;
  AscUnwindEnd end;
  gboolean needs_more;
  guint n;

  if (self->cfi == NULL)
    self->cfi = asc_cfi_new (&input);
  self->module = (AscUnwindModule){ .cfi = self->cfi, .start_addr = CODE, .end_addr = CODE + 0x10000 };
  unwinder = asc_unwinder_new (find_module, &self->module);
  self->dump.arch = self->arch;
  self->dump.registers[asc_arch_get_pc_register (self->arch)] = pc;
  self->dump.registers[asc_arch_get_sp_register (self->arch)] = STACK;
  self->dump.valid = (G_GUINT64_CONSTANT (1) << asc_arch_get_n_registers (self->arch)) - 1;
  self->dump.stack = (const guint8 *) self->words;
  self->dump.stack_addr = STACK;
  self->dump.stack_size = n_words * 8;
  /* Twice: the second time from the cache. */
  for (guint round = 0; round < 2; round++)
    {
      g_string_set_size (text, 0);
      n = asc_unwinder_run (unwinder, &self->dump, &frames, &end, &needs_more);
      for (guint i = 0; i < n; i++)
        g_string_append_printf (text, "%" G_GINT64_MODIFIER "x%s ", frames[i].pc - CODE, frames[i].is_call ? "+" : "");
      g_string_append (text, ends[end]);
      g_assert_cmpstr (text->str, ==, expected);
    }
}

static void
program_clear (Program *self)
{
  g_byte_array_unref (self->frames);
  g_clear_pointer (&self->cfi, asc_cfi_unref);
}

static const guint8 x86_64_cie[] = { 0x0c, 7, 8, 0x90, 1 };
/* pushed rbp, 16 bytes of locals: CFA rsp+32, rbp at c-16 */
static const guint8 with_rbp[] = { 0x0e, 32, 0x86, 2 };
static const guint8 outermost[] = { 0x07, 16 };

static void
test_x86_64 (void)
{
  Program p;
  guint32 cie;

  program_init (&p, ASC_ARCH_X86_64);
  cie = add_cie (&p, "", 16, x86_64_cie, sizeof x86_64_cie);
  add_function (&p, cie, FALSE, 0, NULL, 0);
  add_function (&p, cie, FALSE, 1, with_rbp, sizeof with_rbp);
  add_function (&p, cie, FALSE, 2, outermost, sizeof outermost);
  p.words[0] = CODE + 0x120;
  p.words[4] = CODE + 0x210;
  assert_stack (&p, CODE + 0x10, 256, "10 120+ 210+ done");
  assert_stack (&p, CODE + 0x10, 5, "10 120+ 210+ done");
  assert_stack (&p, CODE + 0x10, 4, "10 120+ cut");
  assert_stack (&p, CODE + 0x10, 0, "10 cut");
  /* A call that never returns ends its function: the byte before the return address counts. */
  p.words[4] = CODE + 0x300;
  assert_stack (&p, CODE + 0x10, 256, "10 120+ 300+ done");
  p.words[4] = 0;
  assert_stack (&p, CODE + 0x10, 256, "10 120+ done");
  /* Through a null pointer. */
  p.words[4] = CODE + 0x210;
  memmove (p.words + 1, p.words, 10 * sizeof p.words[0]);
  p.words[0] = CODE + 0x11;
  assert_stack (&p, 0, 256, "ffffffffffc00000 11+ 120+ 210+ done");
  program_clear (&p);
}

/* What is dumped of the stack is asked for when it is needed. */
static void
test_needs_more (void)
{
  Program p;
  const AscUnwindFrame *frames;
  AscUnwindEnd end;
  gboolean needs_more;
  g_autoptr (AscUnwinder) unwinder = NULL;
  guint32 cie;

  program_init (&p, ASC_ARCH_X86_64);
  cie = add_cie (&p, "", 16, x86_64_cie, sizeof x86_64_cie);
  add_function (&p, cie, FALSE, 1, with_rbp, sizeof with_rbp);
  assert_stack (&p, CODE + 0x110, 2, "110 cut");
  unwinder = asc_unwinder_new (find_module, &p.module);
  p.dump.stack_left = 100;
  asc_unwinder_run (unwinder, &p.dump, &frames, &end, &needs_more);
  g_assert_true (needs_more);
  program_clear (&p);
}

static void
test_frame_pointers (void)
{
  Program p;
  guint32 cie;

  program_init (&p, ASC_ARCH_X86_64);
  cie = add_cie (&p, "", 16, x86_64_cie, sizeof x86_64_cie);
  add_function (&p, cie, FALSE, 2, outermost, sizeof outermost);
  p.dump.registers[6] = STACK + 16;
  p.words[2] = STACK + 64;
  p.words[3] = CODE + 0x520;
  p.words[8] = 0;
  p.words[9] = CODE + 0x210;
  assert_stack (&p, CODE + 0x410, 256, "410 520+ 210+ done");
  p.words[9] = CODE + 0x610;
  assert_stack (&p, CODE + 0x410, 256, "410 520+ 610+ done"); /* the frame pointer 0 */
  p.words[9] = 0x1234;
  assert_stack (&p, CODE + 0x410, 256, "410 520+ lost"); /* no code there */
  p.words[2] = STACK + 8;
  assert_stack (&p, CODE + 0x410, 256, "410 520+ lost"); /* it falls */
  p.dump.registers[6] = STACK + 3;
  assert_stack (&p, CODE + 0x410, 256, "410 lost");
  p.words[2] = STACK + 0x10000;
  p.dump.registers[6] = STACK + 16;
  assert_stack (&p, CODE + 0x410, 256, "410 520+ cut");
  program_clear (&p);
}

/* A trampoline to which a handler returns: all registers lie in the kernel's frame. */
static void
test_signal (void)
{
  /* CFA, rip and rbx from the frame at rsp: expressions, as glibc has them for __restore_rt */
  static const guint8 trampoline[] = { 0x0f, 3, 0x77, 32, 0x06, 0x10, 16, 2, 0x77, 40, 0x10, 3, 2, 0x77, 48 };
  /* the interrupted function's frame is found by rbx */
  static const guint8 by_rbx[] = { 0x0c, 3, 16 };
  Program p;
  guint32 cie, signal_cie;

  program_init (&p, ASC_ARCH_X86_64);
  cie = add_cie (&p, "", 16, x86_64_cie, sizeof x86_64_cie);
  signal_cie = add_cie (&p, "zS", 16, NULL, 0);
  add_function (&p, cie, FALSE, 0, NULL, 0);
  add_function (&p, signal_cie, TRUE, 1, trampoline, sizeof trampoline);
  add_function (&p, cie, FALSE, 2, by_rbx, sizeof by_rbx);
  add_function (&p, cie, FALSE, 3, outermost, sizeof outermost);
  p.words[0] = CODE + 0x101;        /* return address of the handler; rsp is then STACK + 8 */
  p.words[5] = STACK + 100 * 8;     /* at rsp + 32: the stack pointer that was interrupted */
  p.words[6] = CODE + 0x200;        /* at rsp + 40: the first instruction of function 2 */
  p.words[7] = STACK + 120 * 8;     /* at rsp + 48: rbx */
  p.words[121] = CODE + 0x310;
  assert_stack (&p, CODE + 0x10, 256, "10 101 200 310+ done");
  program_clear (&p);
}

/* A stack that leads into itself ends. */
static void
test_loops (void)
{
  static const guint8 same_sp[] = { 0x0c, 7, 0, 0x90, 1 };
  static const guint8 by_stack[] = { 0x0f, 3, 0x77, 0, 0x06, 0x10, 16, 2, 0x77, 8 };
  Program p;
  guint32 cie;

  program_init (&p, ASC_ARCH_X86_64);
  cie = add_cie (&p, "", 16, x86_64_cie, sizeof x86_64_cie);
  add_function (&p, cie, FALSE, 0, same_sp, sizeof same_sp);
  add_function (&p, cie, FALSE, 1, by_stack, sizeof by_stack);
  p.words[0] = STACK;
  p.words[1] = CODE + 0x110;
  assert_stack (&p, CODE + 0x10, 256, "10 bad");  /* ra at c-8: below the dump */
  assert_stack (&p, CODE + 0x110, 256, "110 110+ bad");
  p.words[0] = STACK - 64;
  assert_stack (&p, CODE + 0x110, 256, "110 bad");
  program_clear (&p);
}

static void
test_aarch64 (void)
{
  static const guint8 cie_program[] = { 0x0c, 31, 0 };
  /* stp x29, x30, [sp, -32]!; mov x29, sp; a signed return address */
  static const guint8 framed[] = { 0x2d, 0x0c, 29, 32, 0x9d, 4, 0x9e, 3 };
  static const guint8 first[] = { 0x07, 30 };
  Program p;
  guint32 cie;

  program_init (&p, ASC_ARCH_AARCH64);
  cie = add_cie (&p, "", 30, cie_program, sizeof cie_program);
  add_function (&p, cie, FALSE, 0, NULL, 0);
  add_function (&p, cie, FALSE, 1, framed, sizeof framed);
  add_function (&p, cie, FALSE, 2, first, sizeof first);
  p.dump.registers[30] = CODE + 0x120;
  p.dump.registers[29] = STACK + 16;
  p.words[2] = STACK + 64;
  p.words[3] = (CODE + 0x210) | G_GUINT64_CONSTANT (0x2a) << 48;
  assert_stack (&p, CODE + 0x10, 256, "10 120+ 210+ done");
  /* without frame information: by x29 */
  assert_stack (&p, CODE + 0x710, 256, "710 210+ done");
  /* A frame that called, and says that its return address is still in x30, would lead to itself. */
  p.words[3] = CODE + 0x20;
  assert_stack (&p, CODE + 0x110, 256, "110 20+ bad");
  program_clear (&p);
}

static void
test_i386_arm (void)
{
  static const guint8 i386_cie[] = { 0x0c, 4, 4, 0x88, 1 };
  static const guint8 i386_first[] = { 0x07, 8 };
  static const guint8 arm_cie[] = { 0x0c, 13, 0 };
  static const guint8 arm_framed[] = { 0x0e, 8, 0x8e, 1, 0x8b, 2 }; /* push {r11, lr} */
  static const guint8 arm_first[] = { 0x07, 14 };
  guint32 words[] = { CODE + 0x110, 0, 0 };
  Program p;
  guint32 cie;

  program_init (&p, ASC_ARCH_I386);
  cie = add_cie (&p, "", 8, i386_cie, sizeof i386_cie);
  add_function (&p, cie, FALSE, 0, NULL, 0);
  add_function (&p, cie, FALSE, 1, i386_first, sizeof i386_first);
  memcpy (p.words, words, sizeof words);
  assert_stack (&p, CODE + 0x10, 256, "10 110+ done");
  program_clear (&p);

  program_init (&p, ASC_ARCH_ARM);
  cie = add_cie (&p, "", 14, arm_cie, sizeof arm_cie);
  add_function (&p, cie, FALSE, 0, NULL, 0);
  add_function (&p, cie, FALSE, 1, arm_framed, sizeof arm_framed);
  add_function (&p, cie, FALSE, 2, arm_first, sizeof arm_first);
  p.dump.registers[14] = CODE + 0x121; /* of Thumb code */
  words[1] = CODE + 0x210;
  memcpy (p.words, words, sizeof words);
  assert_stack (&p, CODE + 0x10, 256, "10 120+ 210+ done");
  program_clear (&p);
}

/* perf's numbers of registers, from the kernel's asm/perf_regs.h. */
static void
test_perf_registers (void)
{
  guint64 values[33];
  AscDump dump = { .arch = ASC_ARCH_X86_64 };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    values[i] = GUINT64_TO_LE (1000 + i);
  /* ax bx cx dx si di bp sp ip flags cs ss r8 to r15: the mask that perf asks for */
  g_assert_true (asc_dump_set_perf_registers (&dump, 0xff0fff, (const guint8 *) values, 20, FALSE));
  g_assert_cmpuint (dump.registers[3], ==, 1001);  /* rbx */
  g_assert_cmpuint (dump.registers[1], ==, 1003);  /* rdx */
  g_assert_cmpuint (dump.registers[6], ==, 1006);
  g_assert_cmpuint (dump.registers[7], ==, 1007);
  g_assert_cmpuint (dump.stack_addr, ==, 1007);
  g_assert_cmpuint (dump.registers[16], ==, 1008);
  g_assert_cmpuint (dump.registers[8], ==, 1012);
  g_assert_cmpuint (dump.registers[15], ==, 1019);
  g_assert_cmpuint (dump.valid, ==, 0x1ffff);
  g_assert_false (asc_dump_set_perf_registers (&dump, 0xff0fff, (const guint8 *) values, 7, FALSE)); /* cut before the stack pointer */
  dump.arch = ASC_ARCH_AARCH64;
  g_assert_true (asc_dump_set_perf_registers (&dump, 0x1ffffffff, (const guint8 *) values, 33, FALSE));
  g_assert_cmpuint (dump.registers[29], ==, 1029);
  g_assert_cmpuint (dump.registers[31], ==, 1031);
  g_assert_cmpuint (dump.registers[32], ==, 1032);
  g_assert_cmpint (asc_arch_from_machine ("x86_64", TRUE), ==, ASC_ARCH_I386);
  g_assert_cmpint (asc_arch_from_machine ("aarch64", FALSE), ==, ASC_ARCH_AARCH64);
  g_assert_cmpint (asc_arch_from_machine ("riscv64", FALSE), ==, ASC_ARCH_UNKNOWN);
}

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)

/* --- This program, interrupted while it works in functions with frame pointers: registers and stack as perf would dump them. --- */

#define MAX_SNAPSHOTS 400
#define SNAPSHOT_BYTES 16384

typedef struct
{
  guint64 registers[17];
  guint8 stack[SNAPSHOT_BYTES]; /* a multiple of 8 */
} Snapshot;

static Snapshot *snapshots;
static volatile sig_atomic_t n_snapshots;
static guint64 stack_top; /* of main's frame: nothing above is copied */

/* Word by word: the sanitizer's memcpy() would not have the space between variables copied. */
__attribute__ ((no_sanitize ("address", "thread"))) static void
take_snapshot (int number, siginfo_t *info, void *context)
{
  /* DWARF's order of the general registers in the kernel's context */
  static const int order[] = { REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI, REG_RBP, REG_RSP, REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP };
  const ucontext_t *ucontext = context;
  Snapshot *s;
  guint64 sp = (guint64) ucontext->uc_mcontext.gregs[REG_RSP];

  if (n_snapshots == MAX_SNAPSHOTS)
    return;
  s = &snapshots[n_snapshots++];
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    s->registers[i] = (guint64) ucontext->uc_mcontext.gregs[order[i]];
  for (guint64 at = 0; at + 8 <= SNAPSHOT_BYTES && sp + at + 8 <= stack_top; at += 8)
    *(volatile guint64 *) (gpointer) (s->stack + at) = *(const volatile guint64 *) (sp + at);
}

#define FRAMED __attribute__ ((noinline, noclone, no_sanitize ("address", "undefined", "thread"), optimize ("O2", "no-omit-frame-pointer", "no-optimize-sibling-calls")))

static volatile guint64 sink;

FRAMED static void
spin (guint n)
{
  for (guint i = 0; i < n; i++)
    sink = sink * 3 + i;
  /* gcc gives a leaf no frame of its own unless it is used */
  __asm__ volatile ("" : : "r"(__builtin_frame_address (0)) : "memory");
}

FRAMED static guint64
recurse (guint depth, guint n)
{
  guint64 local[8];

  for (guint i = 0; i < G_N_ELEMENTS (local); i++)
    local[i] = sink + i;
  spin (n);
  if (depth > 0)
    local[depth % 8] += recurse (depth - 1, n);
  spin (n);
  return local[depth % 8];
}

FRAMED static guint64
variable (guint n)
{
  guint8 *bytes = __builtin_alloca (n);

  memset (bytes, (int) n, n);
  return recurse (n % 12, 400) + bytes[n - 1];
}

FRAMED static void
work_until_full (void)
{
  for (guint i = 1; n_snapshots < MAX_SNAPSHOTS && i < 40000000; i++)
    sink += variable (16 + i % 200);
}

static const AscUnwindModule *
find_own_module (gpointer data, guint64 space, guint64 address)
{
  const GArray *modules = data;

  for (guint i = 0; i < modules->len; i++)
    {
      const AscUnwindModule *module = &g_array_index (modules, AscUnwindModule, i);

      if (address >= module->start_addr && address < module->end_addr)
        return module;
    }
  return NULL;
}

static GArray *
list_own_modules (void)
{
  GArray *modules = g_array_new (FALSE, FALSE, sizeof (AscUnwindModule));
  g_autofree char *maps = NULL;
  g_auto (GStrv) lines = NULL;

  g_assert_true (g_file_get_contents ("/proc/self/maps", &maps, NULL, NULL));
  lines = g_strsplit (maps, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      AscUnwindModule module = { 0 };
      const char *path = strchr (lines[i], '/');
      char *end;
      guint64 file_off;

      if (path == NULL || strstr (lines[i], " r-xp ") == NULL)
        continue;
      module.start_addr = g_ascii_strtoull (lines[i], &end, 16);
      module.end_addr = g_ascii_strtoull (end + 1, &end, 16);
      file_off = g_ascii_strtoull (end + 6, NULL, 16);
      module.elf = asc_elf_open (path, NULL);
      if (module.elf == NULL)
        continue;
      module.cfi = asc_cfi_load (module.elf, NULL);
      g_assert_true (asc_elf_get_bias (module.elf, module.start_addr, module.end_addr - module.start_addr, file_off, &module.bias));
      g_array_append_val (modules, module);
    }
  return modules;
}

/* Return addresses by the chain of frame pointers, up to the function that took no snapshots itself. */
static guint
walk_frame_pointers (const Snapshot *s, guint64 *pcs, guint max)
{
  guint64 sp = s->registers[7];
  guint64 fp = s->registers[6];
  guint n = 0;

  pcs[n++] = s->registers[16];
  while (n < max && fp >= sp && fp - sp <= SNAPSHOT_BYTES - 16)
    {
      memcpy (&pcs[n++], s->stack + (fp - sp) + 8, 8);
      memcpy (&fp, s->stack + (fp - sp), 8);
    }
  return n;
}

/* How many of the @n program counters, @step bytes apart, there are up to the outermost function with frame pointers; 0: it is not among them. */
static guint
count_own_frames (const guint64 *pcs, gsize step, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      guint64 pc = *(const guint64 *) (gconstpointer) ((const guint8 *) pcs + i * step);

      if (pc >= (guint64) work_until_full && pc < (guint64) work_until_full + 160)
        return i + 1;
    }
  return 0;
}

/* The same thread at spin()'s ret, its frame taken down: rbp is the caller's again, while its rule still finds it below the stack. Callers must be the same. */
static gboolean
check_at_ret (AscUnwinder *unwinder, const Snapshot *s, const AscUnwindFrame *callers, guint n_callers)
{
  const guint8 *code = (const guint8 *) spin;
  AscDump dump = { .arch = ASC_ARCH_X86_64, .valid = 0x1ffff, .stack_addr = s->registers[6] + 8 };
  guint64 offset = s->registers[6] - s->registers[7];
  g_autofree guint64 *wanted = g_new (guint64, n_callers);
  const AscUnwindFrame *frames;
  AscUnwindEnd end;
  gboolean needs_more;
  guint at = 0;
  guint n;

  while (at < 200 && !(code[at] == 0x5d && code[at + 1] == 0xc3))
    at++;
  if (at == 200 || s->registers[16] < (guint64) code + 4 || s->registers[16] >= (guint64) code + at || offset > SNAPSHOT_BYTES - 16)
    return FALSE;
  for (guint i = 0; i < n_callers; i++)
    wanted[i] = callers[i].pc;
  memcpy (dump.registers, s->registers, sizeof s->registers);
  dump.registers[16] = (guint64) code + at + 1;
  dump.registers[7] = dump.stack_addr;
  memcpy (&dump.registers[6], s->stack + offset, 8);
  dump.stack = s->stack + offset + 8;
  dump.stack_size = SNAPSHOT_BYTES - offset - 8;
  n = asc_unwinder_run (unwinder, &dump, &frames, &end, &needs_more);
  g_assert_cmpuint (n, >=, n_callers + 1);
  for (guint i = 0; i < n_callers; i++)
    g_assert_cmphex (frames[i + 1].pc, ==, wanted[i]);
  return TRUE;
}

static void
test_own_frame_pointers (void)
{
  const struct sigaction action = { .sa_sigaction = take_snapshot, .sa_flags = SA_SIGINFO | SA_RESTART };
  const struct itimerval timer = { { 0, 1000 }, { 0, 1000 } };
  const struct itimerval off = { { 0, 0 }, { 0, 0 } };
  GArray *modules = list_own_modules ();
  g_autoptr (AscUnwinder) unwinder = asc_unwinder_new (find_own_module, modules);
  guint n_same = 0, n_all = 0, n_prologues = 0, n_rets = 0;

  snapshots = g_new0 (Snapshot, MAX_SNAPSHOTS);
  stack_top = (guint64) __builtin_frame_address (0) + 1024;
  sigaction (SIGPROF, &action, NULL);
  setitimer (ITIMER_PROF, &timer, NULL);
  work_until_full ();
  setitimer (ITIMER_PROF, &off, NULL);
  g_assert_cmpint (n_snapshots, >, 100);
  for (guint i = 0; i < (guint) n_snapshots; i++)
    {
      const Snapshot *s = &snapshots[i];
      AscDump dump = { .arch = ASC_ARCH_X86_64, .valid = 0x1ffff, .stack = s->stack, .stack_size = SNAPSHOT_BYTES, .stack_addr = s->registers[7] };
      const AscUnwindFrame *frames;
      AscUnwindEnd end;
      gboolean needs_more;
      guint64 pcs[256];
      guint n_pcs = walk_frame_pointers (s, pcs, G_N_ELEMENTS (pcs));
      guint n, missing;

      memcpy (dump.registers, s->registers, sizeof s->registers);
      n = asc_unwinder_run (unwinder, &dump, &frames, &end, &needs_more);
      n = count_own_frames (&frames[0].pc, sizeof *frames, n);
      n_pcs = count_own_frames (pcs, sizeof *pcs, n_pcs);
      if (n == 0 || n_pcs == 0)
        continue; /* interrupted outside */
      /* Before a function has set up its frame pointer and after it took it down, the chain lacks its caller: one frame less, the rest the same. */
      missing = n == n_pcs + 1 ? 1 : 0;
      n_prologues += missing;
      n_all += n;
      for (guint j = 0; j < n - missing && j < n_pcs; j++)
        n_same += frames[j > 0 ? j + missing : 0].pc == pcs[j];
      n_rets += missing == 0 && check_at_ret (unwinder, s, frames + 1, n - 1);
    }
  g_test_message ("%d stacks, %u frames, %u equal the frame pointers' (%.3f %%); %u stacks in a prologue; %u again at the ret", (int) n_snapshots, n_all, n_same,
                  100.0 * n_same / n_all, n_prologues, n_rets);
  g_assert_cmpuint (n_same + n_prologues, ==, n_all);
  g_assert_cmpuint (n_all, >, 300);
  g_assert_cmpfloat ((double) n_same / n_all, >, 0.995);
  g_free (snapshots);
  for (guint i = 0; i < modules->len; i++)
    {
      asc_cfi_unref ((AscCfi *) g_array_index (modules, AscUnwindModule, i).cfi);
      asc_elf_free (g_array_index (modules, AscUnwindModule, i).elf);
    }
  g_array_unref (modules);
}

#else

static void
test_own_frame_pointers (void)
{
  g_test_skip ("needs gcc on x86-64");
}

#endif

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/unwind/x86-64", test_x86_64);
  g_test_add_func ("/unwind/needs-more", test_needs_more);
  g_test_add_func ("/unwind/frame-pointers", test_frame_pointers);
  g_test_add_func ("/unwind/signal", test_signal);
  g_test_add_func ("/unwind/loops", test_loops);
  g_test_add_func ("/unwind/aarch64", test_aarch64);
  g_test_add_func ("/unwind/i386-arm", test_i386_arm);
  g_test_add_func ("/unwind/perf-registers", test_perf_registers);
  g_test_add_func ("/unwind/own-frame-pointers", test_own_frame_pointers);
  return g_test_run ();
}
