/* asc-problem.c: what is in the way of a recording
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-record-machine.h"

#include <glib/gi18n-lib.h>

G_DEFINE_QUARK (asc-record-error-quark, asc_record_error)

AscProblem *
asc_problem_new (AscRecordError code, const char *title, const char *text, const char *mend)
{
  AscProblem *self = g_new0 (AscProblem, 1);

  self->code = code;
  self->title = g_strdup (title);
  self->text = g_strdup (text);
  self->mend = g_strdup (mend);
  return self;
}

void
asc_problem_free (AscProblem *self)
{
  if (self == NULL)
    return;
  g_free (self->title);
  g_free (self->text);
  g_free (self->mend);
  g_free (self);
}

void
asc_problem_set_error (const AscProblem *self, GError **error)
{
  if (self->mend == NULL)
    /* TRANSLATORS: an error: what, why */
    g_set_error (error, ASC_RECORD_ERROR, self->code, _ ("%s: %s"), self->title, self->text);
  else
    /* TRANSLATORS: an error: what, why, the command that mends it */
    g_set_error (error, ASC_RECORD_ERROR, self->code, _ ("%s: %s Mend it with: %s"), self->title, self->text, self->mend);
}
