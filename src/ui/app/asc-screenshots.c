/* asc-screenshots.c: pictures of every view, taken by the program itself
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-screenshots.h"

#include <glib/gstdio.h>

#include "asc-window-private.h"

#define WIDTH 1280
#define HEIGHT 800
#define NARROW_WIDTH 560
#define N_NARROWINGS 2
/* Long enough for transitions and for what a view computes. */
#define SETTLE_MS 700u
#define RETRY_MS 37u
#define MAX_RETRIES 100u
#define LOAD_POLL_MS 50u
#define MAX_LOAD_MS 120000u

typedef enum
{
  STEP_SIZE,
  STEP_START,
  STEP_LOADING,
  STEP_WAIT,
  STEP_VIEWS,
  STEP_METRIC_MENU,
  STEP_QUALITY,
  STEP_SEARCH,
  STEP_NARROWER,
  STEP_NARROW,
} Step;

typedef struct
{
  AscWindow *window; /* owned */
  char *folder;
  GPtrArray *files; /* of GFile */
  Step step;
  guint view;
  guint waited_ms;
  guint n_retries;
  int n_narrowed;
  AscScreenshotsDone done;
  gpointer data;
} Job;

/* Popovers have surfaces of their own: they are drawn where their surface lies. */
static void
snapshot_popovers (GtkWidget *widget, GtkNative *window, GtkSnapshot *snapshot)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      if (GTK_IS_POPOVER (child) && gtk_widget_get_mapped (child))
        {
          GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (child));
          g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (child);
          double x;
          double y;
          double window_x;
          double window_y;

          gtk_native_get_surface_transform (GTK_NATIVE (child), &x, &y);
          gtk_native_get_surface_transform (window, &window_x, &window_y);
          x += gdk_popup_get_position_x (GDK_POPUP (surface)) - window_x;
          y += gdk_popup_get_position_y (GDK_POPUP (surface)) - window_y;
          gtk_snapshot_save (snapshot);
          gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) x, (float) y));
          gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (child), gtk_widget_get_height (child));
          gtk_snapshot_restore (snapshot);
        }
      else if (gtk_widget_get_mapped (child))
        snapshot_popovers (child, window, snapshot);
    }
}

gboolean
asc_screenshots_save (GtkWindow *window, const char *path, GError **error)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (GTK_WIDGET (window));
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GskRenderer *renderer = gtk_native_get_renderer (GTK_NATIVE (window));
  int width = gtk_widget_get_width (GTK_WIDGET (window));
  int height = gtk_widget_get_height (GTK_WIDGET (window));
  g_autoptr (GskRenderNode) node = NULL;
  g_autoptr (GdkTexture) texture = NULL;
  g_autofree char *temporary = g_strconcat (path, ".part", NULL);

  gdk_paintable_snapshot (paintable, snapshot, width, height);
  snapshot_popovers (GTK_WIDGET (window), GTK_NATIVE (window), snapshot);
  node = gtk_snapshot_free_to_node (snapshot);
  if (node == NULL || renderer == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: nothing to see yet", path);
      return FALSE;
    }
  texture = gsk_renderer_render_texture (renderer, node, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  if (!gdk_texture_save_to_png (texture, temporary) || g_rename (temporary, path) != 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: could not be written", path);
      return FALSE;
    }
  return TRUE;
}

static void
finish (Job *job, const GError *error)
{
  job->done (error, job->data);
  g_object_unref (job->window);
  g_ptr_array_unref (job->files);
  g_free (job->folder);
  g_free (job);
}

static gboolean step_cb (gpointer data);

/* While a window lays itself out anew there is nothing to see for a moment: the step is then done again. Returns: whether there is a picture */
static gboolean
save (Job *job, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *file = g_strconcat (name, ".png", NULL);
  g_autofree char *path = g_build_filename (job->folder, file, NULL);

  if (asc_screenshots_save (GTK_WINDOW (job->window), path, &error))
    {
      job->n_retries = 0;
      return TRUE;
    }
  if (job->n_retries++ < MAX_RETRIES)
    g_timeout_add (RETRY_MS, step_cb, job);
  else
    finish (job, error);
  return FALSE;
}

static void
next (Job *job, Step step, guint wait_ms)
{
  job->step = step;
  g_timeout_add (wait_ms, step_cb, job);
}

/* Waits until the files are read. */
static void
wait_for_load (Job *job)
{
  AscSessionState state = asc_session_get_state (job->window->session);

  if ((state == ASC_SESSION_LOADING || asc_session_is_naming (job->window->session)) && job->waited_ms < MAX_LOAD_MS)
    {
      job->waited_ms += LOAD_POLL_MS;
      next (job, STEP_WAIT, LOAD_POLL_MS);
    }
  else if (state == ASC_SESSION_READY)
    next (job, STEP_VIEWS, SETTLE_MS);
  else
    {
      g_autoptr (GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, "the experiment could not be opened");
      finish (job, error);
    }
}

static void
take_view (Job *job)
{
  const char *id = asc_view_list_get_nth (job->window->view_list, job->view + 1);

  if (!save (job, asc_window_get_view (job->window)))
    return;
  job->view++;
  if (id != NULL)
    {
      asc_window_set_view (job->window, id);
      next (job, STEP_VIEWS, SETTLE_MS);
      return;
    }
  asc_window_set_view (job->window, asc_view_list_get_nth (job->window->view_list, 0));
  gtk_menu_button_popup (job->window->metric_button);
  next (job, STEP_METRIC_MENU, SETTLE_MS);
}

static gboolean
step_cb (gpointer data)
{
  Job *job = data;
  AscWindow *window = job->window;

  switch (job->step)
    {
    case STEP_SIZE:
      /* The frame is part of the size that was asked for. */
      gtk_window_set_default_size (GTK_WINDOW (window), 2 * WIDTH - gtk_widget_get_width (GTK_WIDGET (window)),
                                   2 * HEIGHT - gtk_widget_get_height (GTK_WIDGET (window)));
      next (job, STEP_START, SETTLE_MS);
      break;
    case STEP_START:
      if (!save (job, "start"))
        break;
      asc_window_open (window, (GFile **) job->files->pdata, job->files->len);
      next (job, STEP_LOADING, 16);
      break;
    case STEP_LOADING:
      /* What is read at once has no such page to see: it is shown for the picture. */
      asc_window_show_state (window, ASC_SESSION_LOADING);
      next (job, STEP_WAIT, SETTLE_MS);
      break;
    case STEP_WAIT:
      if (job->waited_ms == 0 && !save (job, "loading"))
        break;
      asc_window_show_state (window, asc_session_get_state (window->session));
      wait_for_load (job);
      break;
    case STEP_VIEWS:
      take_view (job);
      break;
    case STEP_METRIC_MENU:
      if (!save (job, "metric-menu"))
        break;
      gtk_menu_button_popdown (window->metric_button);
      asc_quality_button_popup (window->quality_button);
      next (job, STEP_QUALITY, SETTLE_MS);
      break;
    case STEP_QUALITY:
      if (!save (job, "data-quality"))
        break;
      asc_quality_button_popdown (window->quality_button);
      asc_window_set_view (window, "functions");
      gtk_search_bar_set_search_mode (window->search_bar, TRUE);
      gtk_editable_set_text (GTK_EDITABLE (window->search_entry), "m");
      next (job, STEP_SEARCH, SETTLE_MS);
      break;
    case STEP_SEARCH:
      if (!save (job, "search"))
        break;
      gtk_search_bar_set_search_mode (window->search_bar, FALSE);
      gtk_window_set_default_size (GTK_WINDOW (window), NARROW_WIDTH, HEIGHT);
      next (job, STEP_NARROWER, SETTLE_MS);
      break;
    case STEP_NARROWER:
      /* What a narrow window leaves out makes room for a narrower one. */
      gtk_window_set_default_size (GTK_WINDOW (window), NARROW_WIDTH, HEIGHT - ++job->n_narrowed);
      next (job, job->n_narrowed < N_NARROWINGS ? STEP_NARROWER : STEP_NARROW, SETTLE_MS);
      break;
    case STEP_NARROW:
      if (save (job, "narrow"))
        finish (job, NULL);
      break;
    default:
      g_assert_not_reached ();
    }
  return G_SOURCE_REMOVE;
}

void
asc_screenshots_take (AscWindow *window, const char *folder, GFile **files, guint n_files, AscScreenshotsDone done, gpointer data)
{
  Job *job = g_new0 (Job, 1);

  job->window = g_object_ref (window);
  job->folder = g_strdup (folder);
  job->files = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < n_files; i++)
    g_ptr_array_add (job->files, g_object_ref (files[i]));
  job->done = done;
  job->data = data;
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, HEIGHT);
  if (g_mkdir_with_parents (folder, 0755) != 0)
    {
      g_autoptr (GError) error = g_error_new (G_IO_ERROR, g_io_error_from_errno (errno), "%s: %s", folder, g_strerror (errno));
      finish (job, error);
      return;
    }
  next (job, STEP_SIZE, SETTLE_MS);
}
