/* asc-filter-arith-private.h: sums of what an event has, as the two sides of a comparison
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** What a sum is of: bits of AscArith.names. */
typedef enum
{
  ASC_ARITH_TIME = 1 << 0,
  ASC_ARITH_TID = 1 << 1,
  ASC_ARITH_PID = 1 << 2,
  ASC_ARITH_CPU = 1 << 3,
  ASC_ARITH_EXPERIMENT = 1 << 4,
} AscArithName;

typedef enum
{
  ASC_ARITH_NUMBER,
  ASC_ARITH_NAME,
  ASC_ARITH_ADD,
  ASC_ARITH_SUBTRACT,
  ASC_ARITH_MULTIPLY,
  ASC_ARITH_DIVIDE,
  ASC_ARITH_REMAINDER,
  ASC_ARITH_SHIFT_LEFT,
  ASC_ARITH_SHIFT_RIGHT,
} AscArithOp;

typedef struct _AscArith AscArith;
struct _AscArith
{
  AscArithOp op;
  AscArith *left;
  AscArith *right;
  gint64 value;     /* of a number; the AscArithName of a name */
  guint names;      /* all that occur */
  gboolean is_time; /* a time, or TIME, is in it */
};

void asc_arith_free (AscArith *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscArith, asc_arith_free)

AscArith *asc_arith_new_number (gint64 value, gboolean is_time);
AscArith *asc_arith_new_name (AscArithName name);
/** Takes @left and @right. */
AscArith *asc_arith_new (AscArithOp op, AscArith *left, AscArith *right);

/** What the names stand for. */
typedef struct
{
  gint64 time_ns;
  gint64 tid;
  gint64 pid;
  gint64 cpu;
  gint64 experiment;
} AscArithValues;

/** In 64 bits that wrap around; what is divided by 0 is 0, what is shifted by 64 or more or by less than 0 too. */
gint64 asc_arith_compute (const AscArith *self, const AscArithValues *values);
/** Whether @op ("==", "<=", ...) holds. */
gboolean asc_arith_compare (gint64 left, const char *op, gint64 right);
/** When it is TIME, one times, and numbers added to it or taken from it: *@shift_ns is added. Returns: FALSE: it is not, or too far */
gboolean asc_arith_is_shifted_time (const AscArith *self, gint64 *shift_ns);

G_END_DECLS
