/* asc-diagnostics.c: see asc-diagnostics.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-diagnostics.h"

struct _AscDiagnostics
{
  GArray *findings; /* AscDiagnostic, kind and text owned */
  gint64 n_read;
  gint64 n_skipped;
};

static void
finding_clear (gpointer data)
{
  AscDiagnostic *finding = data;

  g_free ((char *) finding->kind);
  g_free ((char *) finding->text);
  g_free ((char *) finding->where);
}

AscDiagnostics *
asc_diagnostics_new (void)
{
  AscDiagnostics *self = g_new0 (AscDiagnostics, 1);

  self->findings = g_array_new (FALSE, FALSE, sizeof (AscDiagnostic));
  g_array_set_clear_func (self->findings, finding_clear);
  return self;
}

void
asc_diagnostics_free (AscDiagnostics *self)
{
  g_array_unref (self->findings);
  g_free (self);
}

/* Counts come from files: a lying one must not wrap. */
static void
add_count (gint64 *sum, gint64 count)
{
  if (__builtin_add_overflow (*sum, count, sum))
    *sum = count < 0 ? G_MININT64 : G_MAXINT64;
}

static AscDiagnostic *
find_or_add (AscDiagnostics *self, AscSeverity severity, const char *kind, const char *text)
{
  AscDiagnostic *found = (AscDiagnostic *) asc_diagnostics_find (self, kind);
  AscDiagnostic finding = { .severity = severity };

  if (found != NULL)
    return found;
  finding.kind = g_strdup (kind);
  finding.text = g_strdup (text);
  g_array_append_val (self->findings, finding);
  return &g_array_index (self->findings, AscDiagnostic, self->findings->len - 1);
}

static void
add_place (AscDiagnostic *finding, guint64 offset)
{
  if (offset != ASC_NO_PLACE && finding->n_places < G_N_ELEMENTS (finding->places))
    finding->places[finding->n_places++] = offset;
}

void
asc_diagnostics_add (AscDiagnostics *self, AscSeverity severity, const char *kind, const char *text, gint64 count, guint64 offset)
{
  AscDiagnostic *finding = find_or_add (self, severity, kind, text);

  add_count (&finding->count, count);
  add_place (finding, offset);
}

void
asc_diagnostics_skip (AscDiagnostics *self, const char *kind, const char *text, gint64 n_events, guint64 offset)
{
  AscDiagnostic *finding = find_or_add (self, ASC_SEVERITY_WARNING, kind, text);

  finding->skipped = TRUE;
  add_count (&finding->count, n_events);
  add_count (&self->n_skipped, n_events);
  add_place (finding, offset);
}

void
asc_diagnostics_explain (AscDiagnostics *self, const char *kind, gint64 of, const char *where)
{
  AscDiagnostic *finding = (AscDiagnostic *) asc_diagnostics_find (self, kind);

  g_return_if_fail (finding != NULL);

  add_count (&finding->of, of);
  if (finding->where == NULL)
    finding->where = g_strdup (where);
}

void
asc_diagnostics_add_read (AscDiagnostics *self, gint64 n_events)
{
  add_count (&self->n_read, n_events);
}

gint64
asc_diagnostics_get_n_read (const AscDiagnostics *self)
{
  return self->n_read;
}

gint64
asc_diagnostics_get_n_skipped (const AscDiagnostics *self)
{
  return self->n_skipped;
}

guint
asc_diagnostics_get_size (const AscDiagnostics *self)
{
  return self->findings->len;
}

const AscDiagnostic *
asc_diagnostics_get (const AscDiagnostics *self, guint i)
{
  g_return_val_if_fail (i < self->findings->len, NULL);
  return &g_array_index (self->findings, AscDiagnostic, i);
}

const AscDiagnostic *
asc_diagnostics_find (const AscDiagnostics *self, const char *kind)
{
  for (guint i = 0; i < self->findings->len; i++)
    {
      const AscDiagnostic *finding = &g_array_index (self->findings, AscDiagnostic, i);

      if (g_str_equal (finding->kind, kind))
        return finding;
    }
  return NULL;
}

void
asc_diagnostics_remove (AscDiagnostics *self, const char *kind)
{
  const AscDiagnostic *finding = asc_diagnostics_find (self, kind);

  if (finding != NULL)
    g_array_remove_index (self->findings, (guint) (finding - (const AscDiagnostic *) (gpointer) self->findings->data));
}

void
asc_diagnostics_merge (AscDiagnostics *self, const AscDiagnostics *other)
{
  add_count (&self->n_read, other->n_read);
  add_count (&self->n_skipped, other->n_skipped);
  for (guint i = 0; i < other->findings->len; i++)
    {
      const AscDiagnostic *from = &g_array_index (other->findings, AscDiagnostic, i);
      AscDiagnostic *to = find_or_add (self, from->severity, from->kind, from->text);

      add_count (&to->count, from->count);
      add_count (&to->of, from->of);
      if (to->where == NULL)
        to->where = g_strdup (from->where);
      to->skipped |= from->skipped;
      to->severity = MAX (to->severity, from->severity);
      for (guint j = 0; j < from->n_places; j++)
        add_place (to, from->places[j]);
    }
}
