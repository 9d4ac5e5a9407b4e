/* asc-recent.h: files opened before, and the samples
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "ascribe.h"

G_BEGIN_DECLS

typedef struct
{
  char *uri;
  char *name;
  char *format;  /* the reader's id, or NULL */
  GDateTime *visited;
  gint64 size;   /* bytes; -1: the file is not there */
  gboolean is_folder;
} AscRecentFile;

/** Remembers @experiment's file (samples are not remembered). */
void asc_recent_add (AscExperiment *experiment);
void asc_recent_remove (const char *uri);
/** At most @max files, the newest first. Returns: (transfer full) (element-type AscRecentFile) */
GPtrArray *asc_recent_list (guint max);

/** A menu of them, with the action win.open-uri. Returns: (transfer full) */
GMenuModel *asc_recent_new_menu (guint max);

/** The bundled samples: figure 2-1, and a recording of a real program. */
#define ASC_SAMPLE_FIGURE "figure-2-1.folded"
#define ASC_SAMPLE_PROGRAM "words"

/** Whether @path is of a bundled sample. */
gboolean asc_recent_is_sample (const char *path);
/** Where the bundled sample @name lies. (transfer full) */
char *asc_recent_dup_sample_path (const char *name);

G_END_DECLS
