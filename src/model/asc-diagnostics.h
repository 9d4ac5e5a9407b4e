/* asc-diagnostics.h: what was lost, skipped or repaired while reading
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  ASC_SEVERITY_NOTE,
  ASC_SEVERITY_WARNING,
  ASC_SEVERITY_ERROR,
} AscSeverity;

/** One finding; findings of one kind add up. */
typedef struct
{
  AscSeverity severity;
  const char *kind; /* stable English id, "lost-samples"; static or interned */
  const char *text; /* one English line that says what; owned by the diagnostics; N_() text or built once */
  gint64 count;     /* how often, in what @text speaks of */
  guint n_places;   /* of the first three */
  guint64 places[3]; /* byte offsets in the file */
  gint64 of;        /* how many there are of what @count counts, 0: not known */
  const char *where; /* the load object or thread that has most of it, or NULL; owned by the diagnostics */
  gboolean skipped; /* each count is one event that was read but not shown */
} AscDiagnostic;

/**
 * AscDiagnostics:
 *
 * Nothing is dropped uncounted: events read = events shown + events skipped. Grows by one thread at a time (each worker has
 * its own, merged later); frozen with its experiment.
 */
typedef struct _AscDiagnostics AscDiagnostics;

#define ASC_NO_PLACE G_MAXUINT64

AscDiagnostics *asc_diagnostics_new (void);
void asc_diagnostics_free (AscDiagnostics *self);

/** Adds @count to the finding of @kind, which is made with @severity and @text when it is new. @offset: the byte in the file, or ASC_NO_PLACE. */
void asc_diagnostics_add (AscDiagnostics *self, AscSeverity severity, const char *kind, const char *text, gint64 count, guint64 offset);

/** The same for events that were read and are not shown. */
void asc_diagnostics_skip (AscDiagnostics *self, const char *kind, const char *text, gint64 n_events, guint64 offset);

/** What is known besides of the finding of @kind, which is there: see AscDiagnostic. @where: (nullable) */
void asc_diagnostics_explain (AscDiagnostics *self, const char *kind, gint64 of, const char *where);

/** Counts events read from the file, shown or not. */
void asc_diagnostics_add_read (AscDiagnostics *self, gint64 n_events);

gint64 asc_diagnostics_get_n_read (const AscDiagnostics *self);
gint64 asc_diagnostics_get_n_skipped (const AscDiagnostics *self);
guint asc_diagnostics_get_size (const AscDiagnostics *self);
const AscDiagnostic *asc_diagnostics_get (const AscDiagnostics *self, guint i);
const AscDiagnostic *asc_diagnostics_find (const AscDiagnostics *self, const char *kind);
/** Forgets the finding of @kind, which no longer holds. */
void asc_diagnostics_remove (AscDiagnostics *self, const char *kind);
/** Adds the findings of @other, kind by kind, with its places where there is room. */
void asc_diagnostics_merge (AscDiagnostics *self, const AscDiagnostics *other);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscDiagnostics, asc_diagnostics_free)

G_END_DECLS
