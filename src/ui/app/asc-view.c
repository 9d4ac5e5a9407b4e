/* asc-view.c: the base of every view
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-view.h"

#include <glib/gi18n.h>

typedef enum
{
  PENDING_PROFILE = 1 << 0,
  PENDING_METRIC = 1 << 1,
  PENDING_SELECTION = 1 << 2,
  PENDING_ALL = PENDING_PROFILE | PENDING_METRIC | PENDING_SELECTION,
} Pending;

typedef struct
{
  AscSession *session;
  guint pending; /* what the view was not told yet */
  gconstpointer profile; /* the one that was told of last, never followed */
} AscViewPrivate;

enum
{
  PROP_0,
  PROP_SESSION,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];
static guint zoomed_signal;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (AscView, asc_view, ADW_TYPE_BIN)

/* Tells the view what changed, once it can be seen and there is something to show. */
static void
flush (AscView *self)
{
  AscViewPrivate *priv = asc_view_get_instance_private (self);
  AscViewClass *klass = ASC_VIEW_GET_CLASS (self);
  guint pending = priv->pending;

  if (pending == 0 || priv->session == NULL || asc_session_get_profile (priv->session) == NULL
      || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  priv->pending = 0;
  if ((pending & PENDING_PROFILE) != 0 && klass->profile_changed != NULL)
    klass->profile_changed (self);
  if ((pending & PENDING_METRIC) != 0 && klass->metric_changed != NULL)
    klass->metric_changed (self);
  if ((pending & PENDING_SELECTION) != 0 && klass->selection_changed != NULL)
    klass->selection_changed (self);
}

static void
notify_cb (AscView *self, GParamSpec *pspec, AscSession *session)
{
  AscViewPrivate *priv = asc_view_get_instance_private (self);

  /* With a new profile the session tells of everything: the view shall be filled once. */
  if (g_str_equal (pspec->name, "profile"))
    {
      priv->profile = asc_session_get_profile (session);
      priv->pending = PENDING_ALL;
    }
  else if (asc_session_get_profile (session) != priv->profile)
    return;
  else if (g_str_equal (pspec->name, "metric") || g_str_equal (pspec->name, "columns"))
    priv->pending |= PENDING_METRIC;
  else if (g_str_equal (pspec->name, "function") || g_str_equal (pspec->name, "fragment") || g_str_equal (pspec->name, "place")
           || g_str_equal (pspec->name, "address"))
    priv->pending |= PENDING_SELECTION;
  flush (self);
}

static void
asc_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (asc_view_parent_class)->map (widget);
  flush (ASC_VIEW (widget));
}

static void
asc_view_dispose (GObject *object)
{
  AscViewPrivate *priv = asc_view_get_instance_private (ASC_VIEW (object));

  g_clear_object (&priv->session);
  G_OBJECT_CLASS (asc_view_parent_class)->dispose (object);
}

static void
asc_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_SESSION)
    g_value_set_object (value, asc_view_get_session (ASC_VIEW (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
asc_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_SESSION)
    asc_view_set_session (ASC_VIEW (object), g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
asc_view_class_init (AscViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = asc_view_dispose;
  object_class->get_property = asc_view_get_property;
  object_class->set_property = asc_view_set_property;
  GTK_WIDGET_CLASS (klass)->map = asc_view_map;

  properties[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, ASC_TYPE_SESSION,
                                                  G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  zoomed_signal = g_signal_new ("zoomed", ASC_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
asc_view_init (AscView *self)
{
}

AscSession *
asc_view_get_session (AscView *self)
{
  AscViewPrivate *priv = asc_view_get_instance_private (self);

  g_return_val_if_fail (ASC_IS_VIEW (self), NULL);
  return priv->session;
}

AscProfile *
asc_view_get_profile (AscView *self)
{
  AscSession *session = asc_view_get_session (self);

  if (session == NULL)
    return NULL;
  if (ASC_VIEW_GET_CLASS (self)->whole)
    return asc_filtering_get_whole (asc_session_get_filtering (session));
  return asc_session_get_profile (session);
}

void
asc_view_set_session (AscView *self, AscSession *session)
{
  AscViewPrivate *priv = asc_view_get_instance_private (self);

  g_return_if_fail (ASC_IS_VIEW (self));
  g_return_if_fail (session == NULL || ASC_IS_SESSION (session));

  if (priv->session == session)
    return;
  if (priv->session != NULL)
    g_signal_handlers_disconnect_by_func (priv->session, notify_cb, self);
  g_set_object (&priv->session, session);
  priv->pending = PENDING_ALL;
  priv->profile = session != NULL ? asc_session_get_profile (session) : NULL;
  if (session != NULL)
    g_signal_connect_object (session, "notify", G_CALLBACK (notify_cb), self, G_CONNECT_SWAPPED);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SESSION]);
  flush (self);
}

void
asc_view_zoomed (AscView *self)
{
  g_return_if_fail (ASC_IS_VIEW (self));
  g_signal_emit (self, zoomed_signal, 0);
}

const char *
asc_view_class_get_title (AscViewClass *klass)
{
  return g_dpgettext2 (GETTEXT_PACKAGE, "view", klass->title);
}

const char *
asc_view_class_get_group (AscViewClass *klass)
{
  return klass->group != NULL ? g_dpgettext2 (GETTEXT_PACKAGE, "view group", klass->group) : NULL;
}

gboolean
asc_view_class_can_show (AscViewClass *klass, AscSession *session, const char **reason)
{
  *reason = NULL;
  return klass->can_show == NULL || klass->can_show (session, reason);
}
