/* main.c: the window's program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>
#include <locale.h>

#include "asc-application.h"
#include "ascribe.h"

int
main (int argc, char **argv)
{
  g_autoptr (AscApplication) app = NULL;
  int status;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, asc_dirs_get_locale ());
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_set_application_name ("Ascribe");
  gtk_window_set_default_icon_name (ASC_APP_ID);

  asc_debuginfod_init (NULL);
  app = asc_application_new ();
  status = g_application_run (G_APPLICATION (app), argc, argv);
  return status != 0 ? status : asc_application_get_status (app);
}
