/* asc-filter-scan-private.h: the text of a filter, word by word
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-filter.h"

G_BEGIN_DECLS

typedef enum
{
  ASC_FILTER_TOKEN_END,
  ASC_FILTER_TOKEN_WORD,
  ASC_FILTER_TOKEN_STRING,
  ASC_FILTER_TOKEN_INT,
  ASC_FILTER_TOKEN_TIME,
  ASC_FILTER_TOKEN_OPERATOR, /* && || ! == != <= >= < > ( ) , .. + - * / % << >> */
} AscFilterToken;

typedef struct
{
  const char *text;
  const char *next;  /* behind the token */
  const char *begin; /* of the token */
  AscFilterToken kind;
  GString *word; /* of a string without its marks; also of an operator */
  gint64 value;
  guint depth;
  guint n_tests;
  const char *error_at;
  GError **error;
} AscFilterScanner;

/** Sets the error, whose place is @at, once. Returns: FALSE */
gboolean asc_filter_scanner_fail (AscFilterScanner *p, const char *at, AscFilterError code, const char *format, ...)
    G_GNUC_PRINTF (4, 5);
/** Goes on to the next token. Returns: FALSE: failed */
gboolean asc_filter_scanner_advance (AscFilterScanner *p);

G_END_DECLS
