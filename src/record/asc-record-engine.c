/* asc-record-engine.c: see asc-record-engine.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Options: uftrace-record(1), gprofng-collect-app(1), callgrind's manual ("--callgrind-out-file").
 */
#include "config.h"

#include "asc-record-engine.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct
{
  const char *id;
  const char *program;
  const char *const *version_argv; /* behind the program */
  const char *before_version;      /* in what it answers */
  guint least_major;
  guint least_minor;
  const char *packages[5]; /* debian, ubuntu, fedora, arch, suse */
  const char *const *options;
  const char *output_option; /* a prefix of the word before the path, or the word itself when it ends without "=" */
  const char *output;
  const char *title; /* why it left nothing */
  const char *text;
  const char *mend;
} Engine;

static const char *const version_long[] = { "--version", NULL };
static const char *const uftrace_options[] = { "record", NULL };
static const char *const gprofng_options[] = { "collect", "app", NULL };
static const char *const callgrind_options[] = { "--tool=callgrind", NULL };

/* Those are the oldest that were tried: Debian 12's; older ones of the same main version write the same. */
static const Engine engines[] = {
  [ASC_RECORD_ENGINE_PERF] = { .id = "perf", .program = "perf" },
  [ASC_RECORD_ENGINE_UFTRACE] = { "uftrace", "uftrace", version_long, "uftrace v", 0, 9, { "uftrace", "uftrace", "uftrace", "uftrace", "uftrace" }, uftrace_options, "-d", "uftrace.data",
                                  N_ ("uftrace recorded nothing"), N_ ("It traces programs that were built for it."), "gcc -pg -g" },
  [ASC_RECORD_ENGINE_GPROFNG] = { "gprofng", "gprofng", version_long, "version ", 2, 39, { "binutils", "binutils", "binutils-gprofng", "binutils", "binutils" }, gprofng_options, "-o", "experiment.er",
                                  N_ ("gprofng recorded nothing"), N_ ("It preloads a library into the program: one that is linked statically, or has more rights than its user, takes none."), NULL },
  [ASC_RECORD_ENGINE_CALLGRIND] = { "callgrind", "valgrind", version_long, "valgrind-", 3, 13, { "valgrind", "valgrind", "valgrind", "valgrind", "valgrind" }, callgrind_options,
                                    "--callgrind-out-file=", "callgrind.out.%p", N_ ("callgrind recorded nothing"), N_ ("valgrind writes when the program ends; killed, it does not."), NULL },
};

const char *
asc_record_engine_get_id (AscRecordEngine engine)
{
  return engines[engine].id;
}

gboolean
asc_record_engine_parse (const char *id, AscRecordEngine *engine)
{
  for (guint i = 0; i < G_N_ELEMENTS (engines); i++)
    if (g_str_equal (engines[i].id, id))
      {
        *engine = i;
        return TRUE;
      }
  return FALSE;
}

char *
asc_dup_install_command (const char *debian, const char *ubuntu, const char *fedora, const char *arch, const char *suse)
{
  const struct
  {
    const char *id;
    const char *command;
    const char *package;
  } systems[] = {
    { "ubuntu", "sudo apt install", ubuntu }, { "debian", "sudo apt install", debian }, { "fedora", "sudo dnf install", fedora },
    { "rhel", "sudo dnf install", fedora },   { "arch", "sudo pacman -S", arch },       { "suse", "sudo zypper install", suse },
  };
  g_autofree char *id = g_get_os_info (G_OS_INFO_KEY_ID);
  g_autofree char *like = g_get_os_info ("ID_LIKE");
  g_auto (GStrv) likes = g_strsplit (like != NULL ? like : "", " ", -1);

  for (guint i = 0; i < G_N_ELEMENTS (systems); i++)
    if (g_strcmp0 (id, systems[i].id) == 0 || g_strv_contains ((const char *const *) likes, systems[i].id))
      return g_strjoin (" ", systems[i].command, systems[i].package, NULL);
  return NULL;
}

/* "0.13", "2.40.00" at @text. Returns: FALSE when there are no two numbers */
static gboolean
parse_version (const char *text, guint *major, guint *minor, char **version)
{
  const gsize length = strspn (text, "0123456789.");
  char *end;

  *major = (guint) g_ascii_strtoull (text, &end, 10);
  if (end == text || *end != '.' || !g_ascii_isdigit (end[1]))
    return FALSE;
  *minor = (guint) g_ascii_strtoull (end + 1, NULL, 10);
  *version = g_strndup (text, length);
  return TRUE;
}

/* The first words of @what that are followed by a version. */
static gboolean
ask_version (const Engine *engine, const char *path, guint *major, guint *minor, char **version)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autofree char *answer = NULL;
  const char *at;

  g_ptr_array_add (argv, (gpointer) path);
  for (const char *const *word = engine->version_argv; *word != NULL; word++)
    g_ptr_array_add (argv, (gpointer) *word);
  g_ptr_array_add (argv, NULL);
  if (!g_spawn_sync (NULL, (char **) argv->pdata, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &answer, NULL, NULL, NULL) || answer == NULL)
    return FALSE;
  at = strstr (answer, engine->before_version);
  return at != NULL && parse_version (at + strlen (engine->before_version), major, minor, version);
}

AscProblem *
asc_record_engine_find (AscRecordEngine number, char **path, char **version)
{
  const Engine *engine = &engines[number];
  const char *const *packages = engine->packages;
  g_autofree char *install = asc_dup_install_command (packages[0], packages[1], packages[2], packages[3], packages[4]);
  g_autofree char *title = NULL;
  g_autofree char *text = NULL;
  guint major = 0, minor = 0;

  *version = NULL;
  *path = g_find_program_in_path (engine->program);
  if (*path == NULL)
    {
      /* TRANSLATORS: %s is a program */
      title = g_strdup_printf (_ ("%s is not installed"), engine->program);
      return asc_problem_new (ASC_RECORD_ERROR_NO_ENGINE, title, _ ("This recording needs it."), install);
    }
  if (!ask_version (engine, *path, &major, &minor, version))
    {
      /* TRANSLATORS: %s is a program */
      title = g_strdup_printf (_ ("%s does not run"), engine->program);
      /* TRANSLATORS: %s is the path of a program */
      text = g_strdup_printf (_ ("%s does not tell its version."), *path);
      return asc_problem_new (ASC_RECORD_ERROR_NO_ENGINE, title, text, install);
    }
  if (major > engine->least_major || (major == engine->least_major && minor >= engine->least_minor))
    return NULL;
  /* TRANSLATORS: %s is a program */
  title = g_strdup_printf (_ ("%s is too old"), engine->program);
  /* TRANSLATORS: the version that is there, the oldest that will do */
  text = g_strdup_printf (_ ("Its version is %s, recording needs %u.%u."), *version, engine->least_major, engine->least_minor);
  return asc_problem_new (ASC_RECORD_ERROR_NO_ENGINE, title, text, install);
}

char **
asc_record_engine_make_argv (AscRecordEngine number, const char *path, const char *folder, const AscRecordSettings *settings)
{
  const Engine *engine = &engines[number];
  g_autofree char *output = g_build_filename (folder, engine->output, NULL);
  GPtrArray *argv = g_ptr_array_new ();

  g_ptr_array_add (argv, g_strdup (path));
  for (const char *const *option = engine->options; *option != NULL; option++)
    g_ptr_array_add (argv, g_strdup (*option));
  if (g_str_has_suffix (engine->output_option, "="))
    g_ptr_array_add (argv, g_strconcat (engine->output_option, output, NULL));
  else
    {
      g_ptr_array_add (argv, g_strdup (engine->output_option));
      g_ptr_array_add (argv, g_steal_pointer (&output));
    }
  for (char **word = settings->command; *word != NULL; word++)
    g_ptr_array_add (argv, g_strdup (*word));
  g_ptr_array_add (argv, NULL);
  return (char **) g_ptr_array_free (argv, FALSE);
}

char *
asc_record_engine_find_result (AscRecordEngine number, const char *folder)
{
  const char *output = engines[number].output;
  const gsize length = strcspn (output, "%");
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  char *found = NULL;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      /* Of the program itself, not of those that it started: the first in order. */
      if (strncmp (name, output, length) != 0 || (output[length] == '\0' && name[length] != '\0') || (found != NULL && strcmp (name, found) > 0))
        continue;
      if (!g_file_test (path, G_FILE_TEST_IS_DIR | G_FILE_TEST_IS_REGULAR))
        continue;
      g_free (found);
      found = g_strdup (name);
    }
  return found;
}

AscProblem *
asc_record_engine_explain (AscRecordEngine number)
{
  const Engine *engine = &engines[number];

  return asc_problem_new (ASC_RECORD_ERROR_FAILED, _ (engine->title), _ (engine->text), engine->mend);
}
