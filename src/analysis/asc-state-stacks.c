/* asc-state-stacks.c: what the kernel functions on a stack tell of why its thread sleeps
 *
 * The names are those of Linux from 3.x to 6.x on x86 and arm64; how they were found: docs/microstates.md.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-states-private.h"

#include <string.h>

/* What a function's own name tells; TRAP and FAULT depend on where it stands. */
enum
{
  FUNCTION_FAULT = 1 << 0,
  FUNCTION_LOCK = 1 << 1,
  FUNCTION_STOP = 1 << 2,
  FUNCTION_ENTRY = 1 << 3, /* of a trap or an interrupt */
  FUNCTION_NAMED = 1 << 4,
};

static const struct
{
  const char *prefix;
  guint8 what;
} functions[] = {
  { "asm_exc_page_fault", FUNCTION_FAULT },
  { "exc_page_fault", FUNCTION_FAULT },
  { "page_fault", FUNCTION_FAULT }, /* before Linux 5.8 */
  { "async_page_fault", FUNCTION_FAULT },
  { "do_page_fault", FUNCTION_FAULT },
  { "__do_page_fault", FUNCTION_FAULT },
  { "do_mem_abort", FUNCTION_FAULT }, /* arm64 */
  { "el0_da", FUNCTION_FAULT },
  { "el0_ia", FUNCTION_FAULT },
  { "el1_abort", FUNCTION_FAULT },
  { "el1_da", FUNCTION_FAULT },
  { "futex_", FUNCTION_LOCK },
  { "do_futex", FUNCTION_LOCK },
  { "__x64_sys_futex", FUNCTION_LOCK },
  { "__ia32_sys_futex", FUNCTION_LOCK },
  { "__arm64_sys_futex", FUNCTION_LOCK },
  { "__se_sys_futex", FUNCTION_LOCK },
  { "SyS_futex", FUNCTION_LOCK },
  { "sys_futex", FUNCTION_LOCK },
  { "do_signal_stop", FUNCTION_STOP },
  { "ptrace_stop", FUNCTION_STOP },
  { "do_jobctl_trap", FUNCTION_STOP },
  { "asm_exc_", FUNCTION_ENTRY },
  { "exc_", FUNCTION_ENTRY },
  { "asm_sysvec_", FUNCTION_ENTRY },
  { "sysvec_", FUNCTION_ENTRY },
  { "asm_common_interrupt", FUNCTION_ENTRY },
  { "common_interrupt", FUNCTION_ENTRY },
  { "apic_timer_interrupt", FUNCTION_ENTRY },
  { "reschedule_interrupt", FUNCTION_ENTRY },
  { "call_function_interrupt", FUNCTION_ENTRY },
  { "el0_irq", FUNCTION_ENTRY },
  { "el0t_64_irq", FUNCTION_ENTRY },
};

static guint8
what_of_name (const char *name)
{
  /* Of code without a symbol the name begins so. */
  if (name == NULL || name[0] == '<' || name[0] == '\0')
    return 0;
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    if (g_str_has_prefix (name, functions[i].prefix))
      return functions[i].what | FUNCTION_NAMED;
  return FUNCTION_NAMED;
}

/* (transfer full): n_frames */
static guint8 *
find_frames (AscExperiment *experiment, const AscNames *names)
{
  guint n;
  const AscFrame *frames = asc_experiment_get_frames (experiment, &n);
  guint8 *what = g_new0 (guint8, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    if (frames[i].flags & ASC_FRAME_KERNEL)
      {
        guint32 chain[8];
        guint n_chain = names->get_chain (names->data, i, chain, G_N_ELEMENTS (chain));

        for (guint k = 0; k < MIN (n_chain, G_N_ELEMENTS (chain)); k++)
          {
            AscInputFunction function = { 0 };

            names->get_function (names->data, chain[k], &function);
            what[i] |= what_of_name (function.name);
          }
      }
  return what;
}

/* @above: the caller's reasons. */
static guint8
reasons_of (guint8 what, guint8 above)
{
  gboolean is_first = !(above & ASC_REASON_KERNEL); /* the way into the kernel */
  guint8 reasons = above | ASC_REASON_KERNEL;

  if (what & FUNCTION_NAMED)
    reasons |= ASC_REASON_NAMED;
  if (what & FUNCTION_LOCK)
    reasons |= ASC_REASON_LOCK;
  if (what & FUNCTION_STOP)
    reasons |= ASC_REASON_STOP;
  if ((what & FUNCTION_FAULT) && !(above & (ASC_REASON_USER_FAULT | ASC_REASON_KERNEL_FAULT)))
    reasons |= is_first ? ASC_REASON_USER_FAULT : ASC_REASON_KERNEL_FAULT;
  if ((what & FUNCTION_ENTRY) && is_first)
    reasons |= ASC_REASON_TRAP;
  return reasons;
}

void
asc_state_stacks_find (AscExperiment *experiment, const AscNames *names, guint8 **reasons_out, guint32 **user_nodes_out)
{
  const AscStacks *stacks = asc_experiment_get_stacks (experiment);
  guint n_frames;
  const AscFrame *frames = asc_experiment_get_frames (experiment, &n_frames);
  g_autofree guint8 *what = find_frames (experiment, names);
  guint8 *reasons = g_new0 (guint8, MAX (stacks->n_nodes, 1));
  guint32 *user_nodes = g_new (guint32, MAX (stacks->n_nodes, 1));

  /* A caller stands before what it called. */
  for (guint i = 0; i < stacks->n_nodes; i++)
    {
      guint32 parent = stacks->parent[i];
      guint32 frame = stacks->frame[i];

      user_nodes[i] = i;
      if (!(frames[frame].flags & ASC_FRAME_KERNEL))
        continue;
      reasons[i] = reasons_of (what[frame], parent != ASC_NONE ? reasons[parent] : 0);
      /* Below a root of the kernel, a thread of its own, there is no user part: the frames stay. */
      if (parent != ASC_NONE && !(frames[stacks->frame[user_nodes[parent]]].flags & ASC_FRAME_KERNEL))
        user_nodes[i] = user_nodes[parent];
    }
  *reasons_out = reasons;
  *user_nodes_out = user_nodes;
}
