/* asc-flame-svg.c: a flame graph as a drawing that stands alone in a browser
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-flame-sheet-private.h"

#include "asc-colors.h"

#include <glib/gi18n.h>

#define BLOCK 65536u

typedef struct
{
  AscFlameSheet sheet;
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

static void
append_cut (GString *text, const char *name, guint columns)
{
  g_autofree char *cut = asc_flame_sheet_dup_cut (name, columns);

  append_escaped (text, cut);
}

static void
append_tooltip (const Svg *svg, guint32 cell, const char *name)
{
  const AscFlameSheet *sheet = &svg->sheet;
  const AscFlameCell *c = &sheet->cells[cell];
  const AscFunctionRow *function = asc_profile_get_function (asc_flame_graph_get_profile (sheet->graph), c->function);
  g_autofree char *value = asc_flame_sheet_dup_value (sheet, c->value);
  g_autofree char *own = asc_flame_sheet_dup_value (sheet, asc_flame_graph_get_exclusive (sheet->graph, cell, asc_flame_graph_get_options (sheet->graph)->metric));

  append_escaped (svg->text, name);
  if (function->object != NULL)
    {
      g_string_append_c (svg->text, '\n');
      append_escaped (svg->text, function->object);
    }
  g_string_append_c (svg->text, '\n');
  append_escaped (svg->text, value);
  if (sheet->drawing->difference != NULL)
    {
      g_autofree char *change = asc_flame_sheet_dup_change (sheet, cell);

      g_string_append_c (svg->text, '\n');
      append_escaped (svg->text, change);
    }
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
  const AscFlameSheet *sheet = &svg->sheet;
  const AscFlameCell *c = &sheet->cells[cell];
  g_autofree char *name = asc_flame_graph_dup_name (sheet->graph, cell);
  double x = ASC_SHEET_MARGIN + (double) c->start * sheet->px;
  double width = (double) c->width * sheet->px;
  int y = asc_flame_sheet_get_y (sheet, c->depth);
  guint32 color = asc_flame_colors_get (sheet->colors, c, TRUE);
  GString *text = svg->text;

  g_string_append (text, width >= ASC_SHEET_LINED_FROM ? "<g class=\"w\"><title>" : "<g><title>");
  append_tooltip (svg, cell, name);
  g_string_append (text, "</title><rect x=\"");
  append_number (text, "%.3f", x);
  g_string_append_printf (text, "\" y=\"%d\" width=\"", y);
  append_number (text, "%.3f", width);
  g_string_append_printf (text, "\" height=\"%d\" fill=\"#%06x\"/>", ASC_SHEET_ROW - ASC_SHEET_GAP, color);
  if (width >= ASC_SHEET_TEXT_FROM)
    {
      g_string_append (text, "<text x=\"");
      append_number (text, "%.3f", x + 3);
      g_string_append_printf (text, "\" y=\"%d.5\"%s>", y + ASC_SHEET_FONT, asc_color_text (color) != 0 ? " fill=\"#fff\"" : "");
      append_cut (text, name, (guint) ((width - 6) / ASC_SHEET_COLUMN));
      g_string_append (text, "</text>");
    }
  g_string_append (text, "</g>\n");
}

static void
append_head (const Svg *svg)
{
  const AscFlameSheet *sheet = &svg->sheet;
  GString *text = svg->text;
  g_autofree char *status = asc_flame_sheet_dup_status (sheet);

  g_string_append_printf (text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%.0f\" "
                          "viewBox=\"0 0 %d %.0f\" font-family=\"Cantarell, 'Noto Sans', sans-serif\" font-size=\"%d\" role=\"img\">\n<title>",
                          ASC_SHEET_WIDTH, sheet->height, ASC_SHEET_WIDTH, sheet->height, ASC_SHEET_FONT);
  append_escaped (text, sheet->drawing->title);
  g_string_append_printf (text, "</title>\n<style>#cells g{cursor:pointer}.w rect{stroke:#fafafa;stroke-width:.5}#cells g:hover rect{stroke:#000;stroke-width:1}"
                          ".above{opacity:.5}.other{opacity:.3}</style>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#%06x\"/>\n"
                          "<text x=\"%d\" y=\"%d\" font-size=\"%d\">", sheet->colors->background, ASC_SHEET_MARGIN, ASC_SHEET_TITLE_Y, ASC_SHEET_TITLE_FONT);
  append_cut (text, sheet->drawing->title, (guint) ((ASC_SHEET_WIDTH - 2 * ASC_SHEET_MARGIN) / (ASC_SHEET_COLUMN * ASC_SHEET_TITLE_FONT / ASC_SHEET_FONT)));
  g_string_append_printf (text, "</text>\n<text id=\"status\" x=\"%d\" y=\"%d\">", ASC_SHEET_MARGIN, ASC_SHEET_STATUS_Y);
  append_escaped (text, status);
  g_string_append (text, "</text>\n<g id=\"cells\">\n");
}

static void
append_legend (const Svg *svg)
{
  g_string_append (svg->text, "</g>\n<g id=\"legend\">\n");
  for (guint i = 0; i < svg->sheet.legend->len; i++)
    {
      const AscFlameSheetLegend *legend = &g_array_index (svg->sheet.legend, AscFlameSheetLegend, i);

      g_string_append_printf (svg->text, "<rect x=\"%.0f\" y=\"%.0f\" width=\"%d\" height=\"%d\" fill=\"#%06x\"/><text x=\"%.0f\" y=\"%.0f\">", legend->x, legend->y,
                              ASC_SHEET_SWATCH, ASC_SHEET_SWATCH, legend->color, legend->x + ASC_SHEET_SWATCH + 6, legend->y + ASC_SHEET_SWATCH - 1);
      append_escaped (svg->text, legend->title);
      g_string_append (svg->text, "</text>\n");
    }
}

guint
asc_flame_write_svg (AscFlameGraph *graph, const AscFlameDrawing *drawing, AscWriteFunc write, gpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);
  Svg svg = { .text = text };
  guint n_narrow;

  asc_flame_sheet_init (&svg.sheet, graph, drawing);
  append_head (&svg);
  for (guint32 i = 0; i < svg.sheet.n_cells; i++)
    {
      if (svg.sheet.cells[i].width < svg.sheet.least)
        continue;
      append_cell (&svg, i);
      if (text->len >= BLOCK)
        {
          write (data, text->str, text->len);
          g_string_truncate (text, 0);
        }
    }
  append_legend (&svg);
  g_string_append_printf (text, "</g>\n<script><![CDATA[\n%s]]></script>\n</svg>\n", script);
  write (data, text->str, text->len);
  n_narrow = svg.sheet.n_narrow;
  asc_flame_sheet_clear (&svg.sheet);
  return n_narrow;
}
