/* asc-problem.c: what is in the way of a recording
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-record-machine.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  char *mend;
} AscRecordErrorPrivate;

static void
asc_record_error_private_init (AscRecordErrorPrivate *priv)
{
  priv->mend = NULL;
}

static void
asc_record_error_private_copy (const AscRecordErrorPrivate *from, AscRecordErrorPrivate *to)
{
  to->mend = g_strdup (from->mend);
}

static void
asc_record_error_private_clear (AscRecordErrorPrivate *priv)
{
  g_free (priv->mend);
}

G_DEFINE_EXTENDED_ERROR (AscRecordError, asc_record_error)

const char *
asc_record_error_get_mend (const GError *error)
{
  return error->domain == ASC_RECORD_ERROR ? asc_record_error_get_private (error)->mend : NULL;
}

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

AscProblem *
asc_problem_new_event (AscRecordError code, const char *event, const char *text, const char *mend)
{
  /* TRANSLATORS: an event's name, such as "cycles" */
  g_autofree char *title = g_strdup_printf (_ ("“%s” cannot be recorded"), event);

  return asc_problem_new (code, title, text, mend);
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
  GError *made;

  if (self->mend == NULL)
    /* TRANSLATORS: an error: what, why */
    made = g_error_new (ASC_RECORD_ERROR, self->code, _ ("%s: %s"), self->title, self->text);
  else
    /* TRANSLATORS: an error: what, why, the command that mends it */
    made = g_error_new (ASC_RECORD_ERROR, self->code, _ ("%s: %s Mend it with: %s"), self->title, self->text, self->mend);
  asc_record_error_get_private (made)->mend = g_strdup (self->mend);
  g_propagate_error (error, made);
}
