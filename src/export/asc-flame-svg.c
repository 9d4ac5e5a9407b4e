/* asc-flame-svg.c: a flame graph as a drawing that stands alone in a browser
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-flame-export.h"

#include "asc-colors.h"

#include <glib/gi18n.h>
#include <math.h>

#define WIDTH 1200
#define MARGIN 10
#define HEAD 52      /* title and status line */
#define ROW 17
#define FONT 12
#define COLUMN 7.0   /* px that a column of text takes at most on the average */
#define TEXT_FROM 24 /* px: narrower cells have no text */
#define LINED_FROM 3
#define BLOCK 65536u

typedef struct
{
  AscFlameGraph *graph;
  const AscFlameDrawing *drawing;
  const AscMetric *metric;
  AscFlameColors *colors;
  AscScale scale;
  double px; /* for a unit of weight */
  guint n_rows;
  GString *text;
} Svg;

/* What the drawing does when it is clicked, walked by keys or searched. Cells are <g><title/><rect/><text/></g>. */
static const char script[] =
  "'use strict';\n"
  "const cells=[...document.querySelectorAll('#cells>g')].map(g=>{const r=g.querySelector('rect'),n=k=>+r.getAttribute(k);\n"
  "  return{g,r,t:g.querySelector('text'),x:n('x'),w:n('width'),name:g.querySelector('title').textContent.split('\\n')[0]}});\n"
  "const all=cells[0],status=document.getElementById('status'),said=status.textContent;let at=all,past=[];\n"
  "const wide=c=>c.codePointAt(0)>0x10ff?2:1;\n"
  "function fit(c,x,w){if(!c.t){if(w<24)return;c.t=document.createElementNS('http://www.w3.org/2000/svg','text');\n"
  "    c.t.setAttribute('y',+c.r.getAttribute('y')+12.5);c.g.append(c.t)}\n"
  "  let left=(w-6)/7,s='';const a=[...c.name];for(const k of a){left-=wide(k);if(left<0)break;s+=k}\n"
  "  const cut=s.length<c.name.length;c.t.textContent=w<24?'':cut?s.slice(0,-1)+'…':s;c.t.setAttribute('x',x+3)}\n"
  "function show(z){at=z;const f=all.w/z.w;for(const c of cells){const above=c.x<=z.x+1e-3&&c.x+c.w>=z.x+z.w-1e-3&&c.w>z.w+1e-3;\n"
  "    const a=Math.max(c.x,z.x),e=Math.min(c.x+c.w,z.x+z.w);const on=e-a>1e-4;c.g.style.display=on?'':'none';if(!on)continue;\n"
  "    const x=all.x+(a-z.x)*f,w=(e-a)*f;c.r.setAttribute('x',x);c.r.setAttribute('width',w);c.g.classList.toggle('above',above);c.g.classList.toggle('w',w>=3);fit(c,x,w)}}\n"
  "function out(){if(past.length)show(past.pop());else find('')}\n"
  "function find(s){let q=null;try{q=s?new RegExp(s,'i'):null}catch(e){q={test:n=>n.includes(s)}}\n"
  "  let sum=0;const hit=[];for(const c of cells){const m=q&&q.test(c.name);c.g.classList.toggle('other',!!q&&!m);if(m)hit.push(c)}\n"
  "  hit.sort((a,b)=>a.x-b.x||b.w-a.w);let end=-1;for(const c of hit)if(c.x+c.w>end+1e-3){sum+=c.x+c.w-Math.max(c.x,end);end=c.x+c.w}\n"
  "  status.textContent=q?`${s}: ${hit.length}, ${(100*sum/all.w).toFixed(1)}%`:said}\n"
  "for(const c of cells)c.g.addEventListener('click',()=>{if(c!==at){past.push(at);show(c)}});\n"
  "addEventListener('keydown',e=>{if(e.key==='Escape'||e.key==='Backspace')out();\n"
  "  else if(e.key==='f'&&(e.ctrlKey||e.metaKey)){e.preventDefault();find(prompt('')||'')}});\n";

static void
append_escaped (GString *text, const char *plain)
{
  g_autofree char *valid = g_utf8_make_valid (plain, -1);
  g_autofree char *escaped = NULL;

  /* XML has no such characters at all. */
  for (char *c = valid; *c != '\0'; c++)
    if ((guchar) *c < 0x20 && *c != '\n')
      *c = ' ';
  escaped = g_markup_escape_text (valid, -1);
  g_string_append (text, escaped);
}

/* As many characters of @name as fit in @columns. */
static void
append_cut (GString *text, const char *name, guint columns)
{
  g_autoptr (GString) cut = g_string_new (NULL);
  guint used = 0;

  if (asc_text_width (name) <= columns)
    {
      append_escaped (text, name);
      return;
    }
  for (const char *c = name; *c != '\0'; c = g_utf8_next_char (c))
    {
      used += g_unichar_iswide (g_utf8_get_char (c)) ? 2 : 1;
      if (used >= columns)
        break;
      g_string_append_unichar (cut, g_utf8_get_char (c));
    }
  append_escaped (text, cut->str);
  g_string_append (text, "…");
}

static char *
dup_value (const Svg *svg, gint64 value)
{
  g_autofree char *number = asc_format_value (value, svg->scale, FALSE);
  g_autofree char *percent = asc_format_percent (value, svg->metric->total, 1, FALSE);
  const char *unit = svg->scale.symbol;

  return g_strdup_printf ("%s%s%s (%s%%)", number, *unit != '\0' ? " " : "", unit, percent);
}

static void
append_tooltip (const Svg *svg, guint32 cell, const char *name)
{
  guint n;
  const AscFlameCell *c = &asc_flame_graph_get_cells (svg->graph, &n)[cell];
  const AscFunctionRow *function = asc_profile_get_function (asc_flame_graph_get_profile (svg->graph), c->function);
  g_autofree char *value = dup_value (svg, c->value);
  g_autofree char *own = dup_value (svg, asc_flame_graph_get_exclusive (svg->graph, cell, asc_flame_graph_get_options (svg->graph)->metric));

  append_escaped (svg->text, name);
  if (function->object != NULL)
    {
      g_string_append_c (svg->text, '\n');
      append_escaped (svg->text, function->object);
    }
  g_string_append_c (svg->text, '\n');
  append_escaped (svg->text, value);
  g_string_append_c (svg->text, '\n');
  /* TRANSLATORS: %s is a value with its percentage, "1.234 s (5.6%)": what arose in the function itself */
  g_string_append_printf (svg->text, _ ("Exclusive: %s"), own);
}

static void
append_number (GString *text, const char *format, double number)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (text, g_ascii_formatd (digits, sizeof digits, format, number));
}

static void
append_cell (const Svg *svg, guint32 cell)
{
  guint n;
  const AscFlameCell *c = &asc_flame_graph_get_cells (svg->graph, &n)[cell];
  g_autofree char *name = asc_flame_graph_dup_name (svg->graph, cell);
  double x = MARGIN + (double) c->start * svg->px;
  double width = (double) c->width * svg->px;
  int y = HEAD + ROW * (int) (svg->drawing->upward ? svg->n_rows - 1 - c->depth : c->depth);
  guint32 color = asc_flame_colors_get (svg->colors, c, TRUE);
  GString *text = svg->text;

  /* A line between neighbours, where it does not hide them. */
  g_string_append (text, width >= LINED_FROM ? "<g class=\"w\"><title>" : "<g><title>");
  append_tooltip (svg, cell, name);
  g_string_append (text, "</title><rect x=\"");
  append_number (text, "%.3f", x);
  g_string_append_printf (text, "\" y=\"%d\" width=\"", y);
  append_number (text, "%.3f", width);
  g_string_append_printf (text, "\" height=\"%d\" fill=\"#%06x\"/>", ROW - 1, color);
  if (width >= TEXT_FROM)
    {
      g_string_append (text, "<text x=\"");
      append_number (text, "%.3f", x + 3);
      g_string_append_printf (text, "\" y=\"%d.5\"%s>", y + FONT, asc_color_text (color) != 0 ? " fill=\"#fff\"" : "");
      append_cut (text, name, (guint) ((width - 6) / COLUMN));
      g_string_append (text, "</text>");
    }
  g_string_append (text, "</g>\n");
}

/* Whether it is wide enough, and the largest depth of those that are. */
static guint
count_narrow (Svg *svg, gint64 least)
{
  guint n;
  const AscFlameCell *cells = asc_flame_graph_get_cells (svg->graph, &n);
  guint narrow = 0;

  for (guint i = 0; i < n; i++)
    if (cells[i].width < least)
      narrow++;
    else
      svg->n_rows = MAX (svg->n_rows, cells[i].depth + 1);
  return narrow;
}

static void
append_head (const Svg *svg, guint n_cells, guint n_narrow)
{
  int height = HEAD + ROW * (int) svg->n_rows + MARGIN;
  GString *text = svg->text;
  guint n;
  g_autofree char *total = dup_value (svg, asc_flame_graph_get_cells (svg->graph, &n)[0].value);
  g_autofree char *least = g_strdup_printf ("%g%%", svg->drawing->min_share * 100);

  g_string_append_printf (text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                          "viewBox=\"0 0 %d %d\" font-family=\"Cantarell, 'Noto Sans', sans-serif\" font-size=\"%d\" role=\"img\">\n<title>",
                          WIDTH, height, WIDTH, height, FONT);
  append_escaped (text, svg->drawing->title);
  g_string_append_printf (text, "</title>\n<style>#cells g{cursor:pointer}.w rect{stroke:#fafafa;stroke-width:.5}#cells g:hover rect{stroke:#000;stroke-width:1}"
                          ".above{opacity:.5}.other{opacity:.3}</style>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#%06x\"/>\n"
                          "<text x=\"%d\" y=\"24\" font-size=\"17\">", svg->colors->background, MARGIN);
  append_cut (text, svg->drawing->title, (guint) ((WIDTH - 2 * MARGIN) / (COLUMN * 17 / FONT)));
  g_string_append_printf (text, "</text>\n<text id=\"status\" x=\"%d\" y=\"43\">", MARGIN);
  append_escaped (text, asc_profile_get_n_metrics (asc_flame_graph_get_profile (svg->graph)) == 0 ? "" : total);
  g_string_append_printf (text, " · ");
  g_string_append_printf (text, ngettext ("%u cell", "%u cells", n_cells), n_cells);
  if (n_narrow > 0)
    {
      g_string_append (text, " · ");
      /* TRANSLATORS: a count of cells, and the least share that a cell must have, "0.01%" */
      g_string_append_printf (text, ngettext ("%u cell below %s left out", "%u cells below %s left out", n_narrow), n_narrow, least);
    }
  g_string_append (text, "</text>\n<g id=\"cells\">\n");
}

guint
asc_flame_write_svg (AscFlameGraph *graph, const AscFlameDrawing *drawing, AscWriteFunc write, gpointer data)
{
  static const AscMetric none = { .id = "", .title = "" };
  AscProfile *profile = asc_flame_graph_get_profile (graph);
  guint metric = asc_flame_graph_get_options (graph)->metric;
  g_autoptr (AscFlameColors) colors = asc_flame_colors_new (profile, drawing->coloring, metric, FALSE);
  g_autoptr (GString) text = g_string_new (NULL);
  guint n;
  const AscFlameCell *cells = asc_flame_graph_get_cells (graph, &n);
  Svg svg = { .graph = graph, .drawing = drawing, .colors = colors, .text = text };
  gint64 least = (gint64) ceil (drawing->min_share * (double) cells[0].width);
  guint n_narrow;

  svg.metric = asc_profile_get_n_metrics (profile) > 0 ? asc_profile_get_metric (profile, metric) : &none;
  svg.scale = asc_unit_choose_scale (svg.metric->unit, svg.metric->total);
  svg.px = cells[0].width > 0 ? (WIDTH - 2 * MARGIN) / (double) cells[0].width : 0;
  n_narrow = count_narrow (&svg, least);
  append_head (&svg, n - n_narrow, n_narrow);
  for (guint32 i = 0; i < n; i++)
    {
      if (cells[i].width < least)
        continue;
      append_cell (&svg, i);
      if (text->len >= BLOCK)
        {
          write (data, text->str, text->len);
          g_string_truncate (text, 0);
        }
    }
  g_string_append_printf (text, "</g>\n<script><![CDATA[\n%s]]></script>\n</svg>\n", script);
  write (data, text->str, text->len);
  return n_narrow;
}
