/* asc-filter.c: see asc-filter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-filter-private.h"

#include <glib/gi18n.h>

/* A text and what it says; shared by the filters that have it. */
typedef struct
{
  char *text;
  AscFilterNode *node;
} Expression;

typedef struct
{
  Expression *expression; /* atomic rc box */
  gboolean is_enabled;
} Clause;

struct _AscFilter
{
  guint n;
  Clause clauses[];
};

G_DEFINE_QUARK (asc - filter - error - quark, asc_filter_error)
G_DEFINE_BOXED_TYPE (AscFilter, asc_filter, asc_filter_ref, asc_filter_unref)

void
asc_filter_thing_free (AscFilterThing *self)
{
  g_free (self->name);
  g_free (self->object);
  g_clear_pointer (&self->regex, g_regex_unref);
  g_free (self);
}

AscFilterNode *
asc_filter_node_new (AscFilterOp op, AscFilterNode *left, AscFilterNode *right)
{
  AscFilterNode *self = g_new0 (AscFilterNode, 1);

  self->op = op;
  self->left = left;
  self->right = right;
  return self;
}

void
asc_filter_node_free (AscFilterNode *self)
{
  g_clear_pointer (&self->left, asc_filter_node_free);
  g_clear_pointer (&self->right, asc_filter_node_free);
  g_clear_pointer (&self->thing, asc_filter_thing_free);
  g_clear_pointer (&self->things, g_ptr_array_unref);
  for (guint i = 0; i < G_N_ELEMENTS (self->sums); i++)
    g_clear_pointer (&self->sums[i], asc_arith_free);
  g_free (self->word);
  g_free (self);
}

static void
expression_clear (gpointer data)
{
  Expression *self = data;

  g_free (self->text);
  asc_filter_node_free (self->node);
}

AscFilter *
asc_filter_ref (AscFilter *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
asc_filter_clear (gpointer data)
{
  AscFilter *self = data;

  for (guint i = 0; i < self->n; i++)
    g_atomic_rc_box_release_full (self->clauses[i].expression, expression_clear);
}

void
asc_filter_unref (AscFilter *self)
{
  g_atomic_rc_box_release_full (self, asc_filter_clear);
}

static AscFilter *
filter_new (guint n)
{
  AscFilter *self = g_atomic_rc_box_alloc0 (sizeof (AscFilter) + n * sizeof (Clause));

  self->n = n;
  return self;
}

static void
copy_clauses (AscFilter *to, guint at, const AscFilter *from, guint first, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      to->clauses[at + i] = from->clauses[first + i];
      g_atomic_rc_box_acquire (from->clauses[first + i].expression);
    }
}

AscFilter *
asc_filter_parse (const char *text, guint *error_at, GError **error)
{
  AscFilterNode *node = asc_filter_parse_text (text, error_at, error);
  AscFilter *self;

  if (node == NULL)
    return NULL;
  self = filter_new (1);
  self->clauses[0].expression = g_atomic_rc_box_new0 (Expression);
  self->clauses[0].expression->text = g_strstrip (g_strdup (text));
  self->clauses[0].expression->node = node;
  self->clauses[0].is_enabled = TRUE;
  return self;
}

AscFilter *
asc_filter_join (AscFilter *self, AscFilter *more)
{
  guint n = asc_filter_get_size (self);
  AscFilter *joined = filter_new (n + asc_filter_get_size (more));

  if (self != NULL)
    copy_clauses (joined, 0, self, 0, n);
  if (more != NULL)
    copy_clauses (joined, n, more, 0, more->n);
  return joined;
}

AscFilter *
asc_filter_replace (AscFilter *self, guint i, AscFilter *other)
{
  guint n_other = asc_filter_get_size (other);
  AscFilter *made;

  g_return_val_if_fail (i < asc_filter_get_size (self), NULL);
  if (self->n + n_other == 1)
    return NULL;
  made = filter_new (self->n - 1 + n_other);
  copy_clauses (made, 0, self, 0, i);
  if (other != NULL)
    copy_clauses (made, i, other, 0, n_other);
  copy_clauses (made, i + n_other, self, i + 1, self->n - i - 1);
  return made;
}

AscFilter *
asc_filter_enable (AscFilter *self, guint i, gboolean enabled)
{
  AscFilter *made = asc_filter_join (self, NULL);

  g_return_val_if_fail (i < made->n, made);
  made->clauses[i].is_enabled = enabled;
  return made;
}

guint
asc_filter_get_size (AscFilter *self)
{
  return self != NULL ? self->n : 0;
}

const char *
asc_filter_get_text (AscFilter *self, guint i)
{
  g_return_val_if_fail (i < asc_filter_get_size (self), NULL);
  return self->clauses[i].expression->text;
}

const AscFilterNode *
asc_filter_get_node (AscFilter *self, guint i)
{
  return self->clauses[i].expression->node;
}

gboolean
asc_filter_is_enabled (AscFilter *self, guint i)
{
  g_return_val_if_fail (i < asc_filter_get_size (self), FALSE);
  return self->clauses[i].is_enabled;
}

gboolean
asc_filter_is_active (AscFilter *self)
{
  for (guint i = 0; i < asc_filter_get_size (self); i++)
    if (self->clauses[i].is_enabled)
      return TRUE;
  return FALSE;
}

char *
asc_filter_dup_expression (AscFilter *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < asc_filter_get_size (self); i++)
    n += self->clauses[i].is_enabled;
  for (guint i = 0; i < asc_filter_get_size (self); i++)
    if (self->clauses[i].is_enabled)
      g_string_append_printf (text, n > 1 ? "%s(%s)" : "%s%s", text->len > 0 ? " && " : "",
                              self->clauses[i].expression->text);
  return n > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

char *
asc_filter_quote (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString *quoted = g_string_new ("\"");

  for (const char *c = valid; *c != '\0'; c++)
    {
      if (*c == '"' || *c == '\\')
        g_string_append_c (quoted, '\\');
      g_string_append_c (quoted, *c);
    }
  g_string_append_c (quoted, '"');
  return g_string_free (quoted, FALSE);
}

char *
asc_filter_format_time (gint64 ns)
{
  static const struct
  {
    const char *unit;
    gint64 ns;
    guint digits;
  } scales[] = { { "s", G_GINT64_CONSTANT (1000000000), 9 }, { "ms", 1000000, 6 }, { "us", 1000, 3 } };

  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    if (ns >= scales[i].ns)
      {
        char fraction[16];
        gsize length = (gsize)g_snprintf (fraction, sizeof fraction, "%0*" G_GINT64_FORMAT, (int)scales[i].digits,
                                          ns % scales[i].ns);

        while (length > 0 && fraction[length - 1] == '0')
          fraction[--length] = '\0';
        return g_strdup_printf ("%" G_GINT64_FORMAT "%s%s%s", ns / scales[i].ns, length > 0 ? "." : "", fraction,
                                scales[i].unit);
      }
  return g_strdup_printf ("%" G_GINT64_FORMAT "ns", ns);
}

gboolean
asc_filter_parse_time (const char *text, gint64 *ns)
{
  g_autofree char *test = g_strdup_printf ("TIME >= %s", text);
  g_autoptr (AscFilterNode) node = asc_filter_parse_text (test, NULL, NULL);

  /* What is more than a number is another tree. */
  if (node == NULL || node->op != ASC_FILTER_TIME || node->low < 0)
    return FALSE;
  *ns = node->low;
  return TRUE;
}

char *
asc_filter_range (gint64 begin_ns, gint64 end_ns)
{
  g_autofree char *begin = asc_filter_format_time (begin_ns);
  g_autofree char *end = asc_filter_format_time (end_ns);

  return g_strdup_printf ("TIME >= %s && TIME < %s", begin, end);
}

const AscFilterHelp *
asc_filter_list_help (guint *n)
{
  static const AscFilterHelp help[] = {
    { NULL, NC_ ("filter help", "When and where an event was") },
    { "TIME >= 1.5s && TIME < 2s", NC_ ("filter help", "From the beginning of the recording, in ns, us, ms, s or min "
                                                       "(without a unit: ns). Of waits the part within is taken") },
    { "TID == 1234", NC_ ("filter help", "The thread’s number; also THRID, LWPID") },
    { "PID IN (12, 20..29)", NC_ ("filter help", "The process’s number; any one of a list, with ranges") },
    { "CPUID < 4", NC_ ("filter help", "The processor; -1 where it is not known") },
    { "EXPID == 0", NC_ ("filter help", "Of several experiments the first") },
    { "COMM == \"make\"", NC_ ("filter help", "The thread’s name") },
    { "EVENT == cycles", NC_ ("filter help", "The kind of event") },
    { "STATE IN (lock, sleep)",
      NC_ ("filter help", "What its thread did: user, system, trap, wait, lock, textpfault, datapfault, kernelpfault, "
                          "sleep, stop, blocked, unknown; owait and totalcpu are several") },
    { NULL, NC_ ("filter help", "Functions, as they are shown") },
    { "\"parse\" IN STACK",
      NC_ ("filter help", "Its call stack holds this function: by its long, short or mangled name") },
    { "LEAF == \"parse\"", NC_ ("filter help", "The stack ends in this function") },
    { "FUNCTION(\"parse(int)\", \"libx.so\") IN STACK",
      NC_ ("filter help", "By exactly its name; and its load object, which may be left out") },
    { "FNAME(\"std::.*\") SOME IN STACK", NC_ ("filter help", "By a regular expression that fits the whole name") },
    { "LEAF IN OBJECT(\"libc.so.6\")",
      NC_ ("filter help", "Any function of a load object; LIBRARY(\"libc.*\"): by a regular expression") },
    { "(\"a\", \"b\") SOME IN STACK", NC_ ("filter help", "At least one of them; without SOME all of them") },
    { "(\"callee\", \"caller\") ORDERED IN STACK",
      NC_ ("filter help", "They call each other directly, in this order, the innermost first") },
    { NULL, NC_ ("filter help", "Several conditions") },
    { "&&  ||  !  ( )", NC_ ("filter help", "And, or, not; also AND, OR, NOT. Without brackets && comes before ||") },
    { "==  !=  <  <=  >  >=", NC_ ("filter help", "Comparisons") },
    { "CPUID % 2 == 0 && TIME < 1s + 250ms",
      NC_ ("filter help", "Numbers may be computed: + - * / % << >> and brackets, with space around them; to TIME times "
                          "can be added") },
  };

  *n = G_N_ELEMENTS (help);
  return help;
}
