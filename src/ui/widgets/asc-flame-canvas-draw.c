/* asc-flame-canvas-draw.c: the flame graph on the screen
 *
 * GtkSnapshot and not cairo: GTK then draws only what differs from the frame before (1 to 5 ms instead of 16 to 20 with a cairo node). The boxes are
 * one node that is kept as long as they look the same: what is chosen is drawn over them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-flame-canvas-private.h"

#include <math.h>
#include <string.h>

#define TEXT_FROM 30.0f   /* px at 100 % text: narrower cells have no text */
#define TEXT_MARGIN 4.0f
#define LINED_FROM 3.0f   /* px: a line between neighbours */
#define MARKED_FROM 12.0f /* px: marks of inlined and unknown code */
#define FADED 0.3         /* what a search did not find */
#define ABOVE 0.45        /* the path above what is enlarged */
#define MAX_TEXTS 4096u

typedef struct
{
  AscFlameCanvas *canvas;
  GtkSnapshot *snapshot;
  GdkRGBA accent;
  guint32 background;
  guint focus_depth;
  float text_from;
} Draw;

void
asc_flame_canvas_forget_drawn (AscFlameCanvas *self)
{
  g_clear_pointer (&self->drawn, gsk_render_node_unref);
}

void
asc_flame_canvas_forget_texts (AscFlameCanvas *self)
{
  asc_flame_canvas_forget_drawn (self);
  g_hash_table_remove_all (self->texts);
  g_hash_table_remove_all (self->short_names);
  self->text_height = 0;
}

static void
measure_font (AscFlameCanvas *self)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), "漢");
  int height;

  pango_layout_get_size (layout, &self->other_advance, NULL);
  for (int c = 32; c < 127; c++)
    {
      char text[2] = { (char) c, '\0' };

      pango_layout_set_text (layout, text, 1);
      pango_layout_get_size (layout, &self->advances[c], &height);
    }
  self->text_height = height / PANGO_SCALE;
}

/* How many bytes of @text fit in @room px; all of them or with an ellipsis behind. */
static gsize
fit (const AscFlameCanvas *self, const char *text, float room, gboolean *is_cut)
{
  int left = (int) (room * PANGO_SCALE);
  int ellipsis = self->advances['m'];
  const char *cut = text;

  for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c))
    {
      guchar byte = (guchar) *c;

      left -= byte < 128 ? self->advances[byte] : self->other_advance;
      if (left < 0)
        {
          *is_cut = TRUE;
          return (gsize) (cut - text);
        }
      if (left >= ellipsis)
        cut = g_utf8_next_char (c);
    }
  *is_cut = FALSE;
  return strlen (text);
}

/* What a long name is called where it does not fit: without return type, parameters and template arguments. Lent. */
static const char *
get_short_name (AscFlameCanvas *self, guint32 key, const char *name)
{
  char *found = g_hash_table_lookup (self->short_names, GUINT_TO_POINTER (key));

  if (found != NULL)
    return found;
  found = asc_name_dup_short (name);
  g_hash_table_insert (self->short_names, GUINT_TO_POINTER (key), found);
  return found;
}

/* The layout of @name as it fits, from the store when it was drawn like that before; NULL: not even two letters fit. */
static PangoLayout *
get_layout (AscFlameCanvas *self, guint32 key, const char *name, float room)
{
  gboolean is_cut;
  gsize length = fit (self, name, room, &is_cut);
  gboolean is_short = is_cut;
  gint64 id;
  PangoLayout *layout;
  g_autofree char *text = NULL;

  if (is_short)
    {
      name = get_short_name (self, key, name);
      length = fit (self, name, room, &is_cut);
    }
  if (is_cut && length < 2)
    return NULL;
  id = (gint64) key << 32 | (gint64) MIN (length, G_MAXINT32 / 4) << 2 | is_short << 1 | is_cut;
  layout = g_hash_table_lookup (self->texts, &id);
  if (layout != NULL)
    return layout;
  if (g_hash_table_size (self->texts) >= MAX_TEXTS)
    g_hash_table_remove_all (self->texts);
  text = is_cut ? g_strdup_printf ("%.*s…", (int) length, name) : g_strndup (name, length);
  layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  g_hash_table_insert (self->texts, g_memdup2 (&id, sizeof id), layout);
  return layout;
}

static GdkRGBA
to_rgba (guint32 color)
{
  return (GdkRGBA){ (float) ((color >> 16) & 0xff) / 255, (float) ((color >> 8) & 0xff) / 255, (float) (color & 0xff) / 255, 1 };
}

static void
draw_text (const Draw *d, const AscFlameBox *box, const graphene_rect_t *area, guint32 color)
{
  AscFlameCanvas *self = d->canvas;
  const AscFlameCell *cell = &self->cells[box->cell];
  AscProfile *profile = asc_flame_graph_get_profile (self->graph);
  g_autofree char *made = cell->entity != ASC_NONE ? asc_flame_graph_dup_name (self->graph, box->cell) : NULL;
  const char *name = made != NULL ? made : asc_profile_get_function (profile, cell->function)->name;
  guint n_functions = asc_profile_get_n_functions (profile);
  PangoLayout *layout = get_layout (self, made != NULL ? n_functions + cell->entity : cell->function, name, area->size.width - 2 * TEXT_MARGIN);
  GdkRGBA ink = to_rgba (asc_color_text (color));

  if (layout == NULL)
    return;
  /* What is faded has faded text, still to be read. */
  if (color != box->color)
    ink.alpha = 0.7f;
  gtk_snapshot_save (d->snapshot);
  gtk_snapshot_translate (d->snapshot, &GRAPHENE_POINT_INIT (area->origin.x + TEXT_MARGIN, floorf (area->origin.y + (area->size.height - (float) self->text_height) / 2)));
  gtk_snapshot_append_layout (d->snapshot, layout, &ink);
  gtk_snapshot_restore (d->snapshot);
}

/* Inlined code has a dotted left edge, code without a name is hatched. */
static void
draw_marks (const Draw *d, const AscFlameBox *box, const graphene_rect_t *area, guint32 color)
{
  AscFlameCanvas *self = d->canvas;
  const AscFlameCell *cell = &self->cells[box->cell];
  GdkRGBA ink = to_rgba (asc_color_text (color));

  if (cell->entity == ASC_NONE && self->colors->is_unknown[cell->function])
    {
      GdkRGBA clear = { 0 };

      ink.alpha = 0.16f;
      gtk_snapshot_append_repeating_linear_gradient (d->snapshot, area, &area->origin, &GRAPHENE_POINT_INIT (area->origin.x + 5, area->origin.y + 5),
                                                     (GskColorStop[4]){ { 0, clear }, { 0.7f, clear }, { 0.7f, ink }, { 1, ink } }, 4);
    }
  ink.alpha = 0.7f;
  if ((cell->flags & ASC_FLAME_INLINED) != 0)
    for (float y = 1; y + 2 <= area->size.height; y += 4)
      gtk_snapshot_append_color (d->snapshot, &ink, &GRAPHENE_RECT_INIT (area->origin.x, area->origin.y + y, 1.5f, 2));
}

static void
draw_outline (const Draw *d, const graphene_rect_t *area, float width, const GdkRGBA *color)
{
  GskRoundedRect rect;

  gsk_rounded_rect_init_from_rect (&rect, area, 0);
  gtk_snapshot_append_border (d->snapshot, &rect, (float[4]){ width, width, width, width }, (GdkRGBA[4]){ *color, *color, *color, *color });
}

static void
draw_box (const Draw *d, const AscFlameBox *box, double y, double height)
{
  graphene_rect_t area = GRAPHENE_RECT_INIT (box->x, (float) y, box->width, (float) height);
  guint32 color = box->color;
  GdkRGBA fill;

  if (d->canvas->found != NULL && !box->is_marked)
    color = asc_color_mix (color, d->background, FADED);
  else if (box->depth < d->focus_depth)
    color = asc_color_mix (color, d->background, ABOVE);
  if (!box->is_bucket && box->width >= LINED_FROM)
    area.size.width -= 1;
  fill = to_rgba (color);
  gtk_snapshot_append_color (d->snapshot, &fill, &area);
  if (!box->is_bucket && box->width >= MARKED_FROM)
    draw_marks (d, box, &area, color);
  if (!box->is_bucket && box->width >= d->text_from)
    draw_text (d, box, &area, color);
}

/* The chosen cell; with the keyboard's focus in a wider frame. */
static void
draw_chosen (const Draw *d)
{
  AscFlameCanvas *self = d->canvas;
  gboolean has_focus = gtk_widget_has_focus (GTK_WIDGET (self));
  graphene_rect_t area;

  if (self->chosen == ASC_NONE || !asc_flame_canvas_get_bounds (self, self->chosen, &area))
    return;
  area.size.width = MAX (area.size.width, 3);
  if (has_focus)
    graphene_rect_inset (&area, -1, -1);
  draw_outline (d, &area, has_focus ? 3 : 2, &d->accent);
}

static GskRenderNode *
draw_boxes (AscFlameCanvas *self, const AscFlameWindow *window, const AscFlameSight *sight)
{
  Draw d = {
    .canvas = self,
    .snapshot = gtk_snapshot_new (),
    .background = self->colors->background,
    .focus_depth = self->cells[self->at.focus].depth,
    .text_from = TEXT_FROM * (float) sight->pitch / (ASC_FLAME_ROW + ASC_FLAME_GAP),
  };
  double y = 0;

  g_array_set_size (self->boxes, 0);
  asc_flame_scene_list (self->graph, window, self->colors, self->found, self->boxes);
  for (guint i = 0, depth = G_MAXUINT; i < self->boxes->len; i++)
    {
      const AscFlameBox *box = &g_array_index (self->boxes, AscFlameBox, i);

      if (box->depth != depth)
        y = asc_flame_canvas_get_level_y (self, depth = box->depth);
      draw_box (&d, box, y, sight->pitch - ASC_FLAME_GAP);
    }
  return gtk_snapshot_free_to_node (d.snapshot);
}

/* Frames around the cells of the chosen function. */
static void
draw_outlined (const Draw *d, const AscFlameWindow *window, int pitch)
{
  AscFlameCanvas *self = d->canvas;

  if (self->outlined == NULL)
    return;
  g_array_set_size (self->boxes, 0);
  asc_flame_scene_list_function (self->graph, window, self->function, self->boxes);
  for (guint i = 0; i < self->boxes->len; i++)
    {
      const AscFlameBox *box = &g_array_index (self->boxes, AscFlameBox, i);
      graphene_rect_t area = GRAPHENE_RECT_INIT (box->x, (float) asc_flame_canvas_get_level_y (self, box->depth), box->width, (float) (pitch - ASC_FLAME_GAP));

      if (!box->is_bucket && box->width >= LINED_FROM)
        {
          area.size.width -= 1;
          draw_outline (d, &area, 2, &d->accent);
        }
      else
        gtk_snapshot_append_color (d->snapshot, &d->accent, &area);
    }
}

void
asc_flame_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  AscFlameCanvas *self = ASC_FLAME_CANVAS (widget);
  GtkStyleContext *context = gtk_widget_get_style_context (widget);
  AscFlameSight sight;
  Draw d = { .canvas = self, .snapshot = snapshot };
  AscFlameWindow window = { .left = self->at.left, .right = self->at.right, .width_px = gtk_widget_get_width (widget) };
  int one = asc_flame_canvas_get_level_at (self, 0);
  int other = asc_flame_canvas_get_level_at (self, gtk_widget_get_height (widget));

  if (self->graph == NULL || self->colors == NULL)
    return;
  if (self->text_height == 0)
    measure_font (self);
  if (!gtk_style_context_lookup_color (context, "accent_color", &d.accent))
    gtk_style_context_get_color (context, &d.accent);
  window.first_depth = (guint) MAX (MIN (one, other), 0);
  window.end_depth = (guint) MAX (MAX (one, other) + 1, 0);
  memset (&sight, 0, sizeof sight); /* compared byte by byte */
  sight.left = self->at.left;
  sight.right = self->at.right;
  sight.focus = self->at.focus;
  sight.top = asc_flame_canvas_get_level_y (self, 0);
  sight.width = gtk_widget_get_width (widget);
  sight.height = gtk_widget_get_height (widget);
  sight.pitch = asc_flame_canvas_get_pitch (self);
  if (self->drawn == NULL || memcmp (&sight, &self->drawn_in, sizeof sight) != 0)
    {
      asc_flame_canvas_forget_drawn (self);
      self->drawn = draw_boxes (self, &window, &sight);
      self->drawn_in = sight;
    }
  if (self->drawn != NULL)
    gtk_snapshot_append_node (snapshot, self->drawn);
  draw_outlined (&d, &window, sight.pitch);
  draw_chosen (&d);
}
