/* asc-cli-info.h: what the command info tells, apart from how
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-cli.h"

G_BEGIN_DECLS

/** The keys of asc_experiment_get_info() that have a name of their own in the answer. */
typedef struct
{
  const char *id;    /* JSON, TSV */
  const char *key;   /* of the experiment */
  const char *title; /* NC_ ("info", ...) */
} AscInfoKey;

extern const AscInfoKey asc_info_keys[];
extern const guint asc_n_info_keys;

/** A load object of one experiment. */
typedef struct
{
  guint32 object;   /* index in it */
  gint64 n_samples; /* events with a frame in it */
  gint64 value;     /* its exclusive value of the primary metric, over all experiments */
} AscInfoObject;

/** All load objects of an experiment, the hottest first. Returns: (transfer full) (element-type AscInfoObject) */
GArray *asc_info_list_objects (AscCli *cli, guint experiment);

/** "full", "exported", ...: of an object's symbols. */
/** Whether its code was found in an ELF file: only of such a one is it known whether it has call frame information. */
gboolean asc_info_has_code_file (const AscObject *object, const AscObjectSymbols *found);
const char *asc_info_get_status_id (AscSymbolsStatus status);
/** "symtab", "debug-file", ...; NULL: there are none. */
const char *asc_info_get_origin_id (AscSymbolsOrigin origin);
/** "install", "debuginfod", ...; NULL: there is none. */
const char *asc_info_get_advice_id (AscAdviceKind kind);
/** NULL or the build-id in hexadecimal digits. Returns: (transfer full) */
char *asc_info_dup_build_id (const AscObject *object);
const char *asc_info_get_severity_id (AscSeverity severity);

/** Whether @finding is a warning that says what would mend it, or what it concerns. */
gboolean asc_info_is_mend (const AscFinding *finding);
/** The whole answer. */
void asc_info_write_json (AscCli *cli);

G_END_DECLS
