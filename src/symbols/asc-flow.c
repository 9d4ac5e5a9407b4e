/* asc-flow.c: whether an instruction jumps, told from its mnemonic
 *
 * For machines of which capstone tells it wrongly or not at all.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-disassembler-private.h"

#include <elf.h>
#include <string.h>

static gboolean
is_one_of (const char *word, const char *const *words)
{
  for (; *words != NULL; words++)
    if (g_str_equal (word, *words))
      return TRUE;
  return FALSE;
}

/* What follows b or b and a condition (Power ISA, book I, "Branch Instructions", extended mnemonics). */
static gboolean
find_ppc_suffix (const char *suffix, guint *flags)
{
  static const struct
  {
    const char *suffix;
    guint flags;
  } kinds[] = {
    { "", ASC_INSTRUCTION_JUMP },    { "a", ASC_INSTRUCTION_JUMP },   { "l", ASC_INSTRUCTION_CALL },    { "la", ASC_INSTRUCTION_CALL },
    { "lr", ASC_INSTRUCTION_RETURN }, { "lrl", ASC_INSTRUCTION_CALL }, { "ctr", ASC_INSTRUCTION_JUMP }, { "ctrl", ASC_INSTRUCTION_CALL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (suffix, kinds[i].suffix))
      {
        *flags = kinds[i].flags;
        return TRUE;
      }
  return FALSE;
}

static guint
flow_of_ppc (char *mnemonic)
{
  static const char *const conditions[] = { "dnzt", "dnzf", "dzt", "dzf", "dnz", "dz", "lt", "le", "eq", "ge", "gt", "nl", "ne", "ng", "so", "ns", "un", "nu", "c", "t", "f", NULL };
  gsize length = strlen (mnemonic);
  guint flags;

  if (length > 0 && (mnemonic[length - 1] == '+' || mnemonic[length - 1] == '-'))
    mnemonic[length - 1] = '\0';
  if (mnemonic[0] != 'b')
    return 0;
  if (find_ppc_suffix (mnemonic + 1, &flags))
    return flags;
  for (guint i = 0; conditions[i] != NULL; i++)
    if (g_str_has_prefix (mnemonic + 1, conditions[i]) && find_ppc_suffix (mnemonic + 1 + strlen (conditions[i]), &flags))
      return flags | ASC_INSTRUCTION_CONDITIONAL;
  return 0;
}

/* z/Architecture Principles of Operation, "Branch Instructions", with the extended mnemonics. */
static guint
flow_of_s390 (const char *mnemonic, const char *operands)
{
  static const char *const calls[] = { "bal", "balr", "bas", "basr", "bassm", "bras", "brasl", "jas", "jasl", NULL };
  static const char *const jumps[] = { "b", "br", "bi", "j", "jg", "bsm", NULL };
  /* Compare, and branch when it holds: cgrjne, clijl. */
  const char *compare = mnemonic[0] == 'c' ? mnemonic + 1 : NULL;

  if (is_one_of (mnemonic, calls))
    return ASC_INSTRUCTION_CALL;
  if (is_one_of (mnemonic, jumps))
    return g_str_equal (mnemonic, "br") && g_str_equal (operands, "%r14") ? ASC_INSTRUCTION_RETURN : ASC_INSTRUCTION_JUMP;
  if (mnemonic[0] == 'b' || mnemonic[0] == 'j')
    return strncmp (mnemonic, "bpp", 3) == 0 || strncmp (mnemonic, "bpr", 3) == 0 ? 0 : ASC_INSTRUCTION_JUMP | ASC_INSTRUCTION_CONDITIONAL;
  if (compare != NULL)
    {
      compare += *compare == 'l';
      compare += *compare == 'g';
      if ((compare[0] == 'r' || compare[0] == 'i') && compare[1] == 'j')
        return ASC_INSTRUCTION_JUMP | ASC_INSTRUCTION_CONDITIONAL;
    }
  return 0;
}

/* ARM: a jump to the link register, or one that takes the program counter off the stack. */
static guint
flow_of_arm (const char *mnemonic, const char *operands)
{
  if ((g_str_has_prefix (mnemonic, "bx") && g_str_equal (operands, "lr"))
      || ((g_str_has_prefix (mnemonic, "pop") || g_str_has_prefix (mnemonic, "ldm")) && g_str_has_suffix (operands, "pc}"))
      || (g_str_has_prefix (mnemonic, "mov") && g_str_equal (operands, "pc, lr")))
    return ASC_INSTRUCTION_RETURN;
  return 0;
}

gboolean
asc_flow_from_text (guint16 machine, const char *text, guint *flags)
{
  gsize length = strcspn (text, " \t");
  char mnemonic[16];
  const char *operands = text + length;
  guint found;

  while (*operands == ' ' || *operands == '\t')
    operands++;
  if (length >= sizeof mnemonic)
    return FALSE;
  memcpy (mnemonic, text, length);
  mnemonic[length] = '\0';
  switch (machine)
    {
    case EM_PPC:
    case EM_PPC64:
      *flags = flow_of_ppc (mnemonic);
      return TRUE;
    case EM_S390:
      *flags = flow_of_s390 (mnemonic, operands);
      return TRUE;
    case EM_ARM:
      found = flow_of_arm (mnemonic, operands);
      break;
    case EM_RISCV:
      found = g_str_equal (mnemonic, "ret") ? ASC_INSTRUCTION_RETURN : 0;
      break;
    default:
      return FALSE;
    }
  if (found != 0)
    *flags = found;
  return found != 0;
}
