/* test-symbols.c: names of an experiment's frames
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-live.h"
#include "test-symbols-maker.h"

static void
test_rules (void)
{
  Fixture fixture;
  Maker maker;
  guint32 object;
  guint64 text;
  g_autofree char *gap = NULL;
  g_autofree char *hidden = NULL;
  g_autoptr (AscExperiment) experiment = NULL;
  g_autoptr (AscSymbols) symbols = NULL;
  static const guint64 offsets[] = { 0, 15, 16, 31, 32, 48, 56, 64, 68, 72, 80, 96, 111 };

  if (!fixture_init (&fixture))
    return;
  maker = maker_new ();
  object = maker_object (&maker, ASC_OBJECT_FILE, fixture.library, "libfixture.so", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (offsets); i++)
    maker_frame (&maker, object, fixture.text_offset + offsets[i], 0);
  /* A return address behind the last instruction of first. */
  maker_frame (&maker, object, fixture.text_offset + 16, ASC_FRAME_CALL);
  experiment = maker_finish (&maker, "/nowhere/x.data");
  symbols = load (experiment, NULL);
  text = fixture.text_offset;
  gap = g_strdup_printf ("<static>@0x%lx (<libfixture.so>)", fixture.text_address + 16);
  g_assert_cmpstr (get_name (symbols, object, text), ==, "first");
  g_assert_cmpstr (get_name (symbols, object, text + 15), ==, "first");
  g_assert_cmpstr (get_name (symbols, object, text + 31), ==, gap);
  g_assert_cmpstr (get_name (symbols, object, text + 32), ==, "strong");
  g_assert_cmpstr (get_name (symbols, object, text + 48), ==, "label");
  /* An unsized label ends at the next symbol. */
  g_assert_cmpstr (get_name (symbols, object, text + 56), ==, "next_label");
  g_assert_cmpuint (get_function (symbols, object, text + 48)->size, ==, 8);
  g_assert_cmpstr (get_name (symbols, object, text + 64), ==, "outer");
  g_assert_cmpstr (get_name (symbols, object, text + 68), ==, "inner");
  g_assert_cmpstr (get_name (symbols, object, text + 72), ==, "outer");
  g_assert_true (get_function (symbols, object, text + 64) == get_function (symbols, object, text + 72));
  g_assert_cmpstr (get_name (symbols, object, text + 80), ==, "ns::foo(int)");
  g_assert_cmpstr (get_function (symbols, object, text + 80)->mangled, ==, "_ZN2ns3fooEi");
  g_assert_cmpstr (get_name (symbols, object, text + 111), ==, "unsized");
  g_assert_cmphex (get_function (symbols, object, text + 80)->address, ==, fixture.text_address + 80);
  g_assert_cmpuint (get_function (symbols, object, text + 80)->size, ==, 16);
  g_assert_cmpint (asc_symbols_get_object (symbols, object)->status, ==, ASC_SYMBOLS_FULL);
  g_assert_cmpuint (asc_symbols_get_object (symbols, object)->n_frames, ==, G_N_ELEMENTS (offsets) + 1);
  g_assert_cmpuint (asc_symbols_get_object (symbols, object)->n_named, ==, G_N_ELEMENTS (offsets) + 1 - 2);
  {
    guint n_frames, n_functions, n_places;
    const AscFrame *frames = asc_experiment_get_frames (experiment, &n_frames);
    const AscFunction *functions = asc_symbols_get_functions (symbols, &n_functions);

    for (guint i = 0; i < n_frames; i++)
      {
        if (frames[i].flags & ASC_FRAME_CALL)
          g_assert_cmpstr (functions[asc_symbols_get_chain (symbols, i, &n_places)->function].name, ==, "first");
        g_assert_cmphex (asc_symbols_get_elf_address (symbols, i), ==, frames[i].address - fixture.text_offset + fixture.text_address);
      }
  }
  fixture_clear (&fixture);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/symbols/rules", test_rules);
  return g_test_run ();
}
