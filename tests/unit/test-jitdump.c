/* test-jitdump.c: dumps of code made at run time, written by hand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-jitdump.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "asc-reader.h"

/* A dump that is being written. */
typedef struct
{
  GByteArray *bytes;
  gboolean big_endian;
} Maker;

static void
put32 (Maker *self, guint32 v)
{
  v = self->big_endian ? GUINT32_TO_BE (v) : GUINT32_TO_LE (v);
  g_byte_array_append (self->bytes, (const guint8 *)&v, 4);
}

static void
put64 (Maker *self, guint64 v)
{
  v = self->big_endian ? GUINT64_TO_BE (v) : GUINT64_TO_LE (v);
  g_byte_array_append (self->bytes, (const guint8 *)&v, 8);
}

static void
put_string (Maker *self, const char *s)
{
  g_byte_array_append (self->bytes, (const guint8 *)s, (guint)strlen (s) + 1);
}

static Maker
begin (gboolean big_endian, guint32 version, guint64 flags)
{
  Maker self = { g_byte_array_new (), big_endian };

  put32 (&self, 0x4a695444);
  put32 (&self, version);
  put32 (&self, 48); /* longer than is known today */
  put32 (&self, 62);
  put32 (&self, 0);
  put32 (&self, 4242);
  put64 (&self, 1000);
  put64 (&self, flags);
  put64 (&self, 0);
  return self;
}

static void
put_prefix (Maker *self, guint32 id, guint32 size, guint64 time)
{
  put32 (self, id);
  put32 (self, 16 + size);
  put64 (self, time);
}

static void
put_load (Maker *self, const char *name, guint64 address, guint64 size, guint64 index, guint64 time)
{
  g_autofree guint8 *code = g_malloc0 (size + 1);

  put_prefix (self, 0, (guint32)(40 + strlen (name) + 1 + size), time);
  put32 (self, 4242);
  put32 (self, 4243);
  put64 (self, address);
  put64 (self, address);
  put64 (self, size);
  put64 (self, index);
  put_string (self, name);
  g_byte_array_append (self->bytes, code, (guint)size);
}

static void
put_line (Maker *self, guint64 address, guint32 line, const char *file)
{
  put64 (self, address);
  put32 (self, line);
  put32 (self, 7);
  put_string (self, file);
}

/* Two lines of code at @address, the first @shift behind its start. */
static void
put_lines (Maker *self, guint64 address, guint64 shift)
{
  put_prefix (self, 2, 16 + 16 + 5 + 16 + 2, 0);
  put64 (self, address);
  put64 (self, 2);
  put_line (self, address + shift, 5, "a.js");
  put_line (self, address + shift + 8, 6, "\xff");
}

static AscJitdump *
read_made (Maker *self, gsize size, GError **error)
{
  g_autofree char *path = NULL;
  g_autoptr (AscSource) source = NULL;
  int fd = g_file_open_tmp ("jit-XXXXXX", &path, NULL);
  AscJitdump *dump;

  g_assert_cmpint (write (fd, self->bytes->data, size), ==, size);
  close (fd);
  source = asc_source_open (path, error);
  g_assert_nonnull (source);
  dump = asc_jitdump_read (source, NULL, error);
  g_unlink (path);
  return dump;
}

static const AscJitFunction *
function_at (AscJitdump *dump, guint i)
{
  g_assert_cmpuint (i, <, dump->functions->len);
  return &g_array_index (dump->functions, AscJitFunction, i);
}

static const AscJitPlacing *
placing_at (AscJitdump *dump, guint i)
{
  g_assert_cmpuint (i, <, dump->placings->len);
  return &g_array_index (dump->placings, AscJitPlacing, i);
}

static void
test_records (gconstpointer data)
{
  Maker maker = begin (GPOINTER_TO_INT (data), 1, 0);
  g_autoptr (GError) error = NULL;
  g_autoptr (AscJitdump) dump = NULL;
  const AscJitLine *lines;
  guint64 code_off;

  put_lines (&maker, 0x7000, 0);
  put_load (&maker, "f", 0x7000, 32, 1, 2000);
  code_off = maker.bytes->len - 32;
  put_load (&maker, "g \xe4", 0x7000, 16, 2, 3000);
  put_prefix (&maker, 1, 48, 4000); /* f goes to 0x9000 */
  put32 (&maker, 4242);
  put32 (&maker, 4242);
  put64 (&maker, 0x9000);
  put64 (&maker, 0x7000);
  put64 (&maker, 0x9000);
  put64 (&maker, 32);
  put64 (&maker, 1);
  put_prefix (&maker, 4, 24, 0);
  for (guint i = 0; i < 3; i++)
    put64 (&maker, 0);
  put_prefix (&maker, 99, 0, 0);
  put_prefix (&maker, 3, 0, 0);
  dump = read_made (&maker, maker.bytes->len, &error);
  g_assert_no_error (error);
  g_assert_cmpint (dump->pid, ==, 4242);
  g_assert_cmpuint (dump->time, ==, 1000);
  g_assert_false (dump->has_processor_times);
  g_assert_cmpuint (dump->functions->len, ==, 2);
  g_assert_cmpstr (function_at (dump, 0)->name, ==, "f");
  g_assert_cmpuint (function_at (dump, 0)->code_off, ==, code_off);
  g_assert_cmpuint (function_at (dump, 0)->size, ==, 32);
  g_assert_cmpstr (function_at (dump, 1)->name, ==, "g \xef\xbf\xbd");
  g_assert_cmpuint (dump->placings->len, ==, 3);
  g_assert_cmpuint (placing_at (dump, 1)->start_addr, ==, 0x7000);
  g_assert_cmpuint (placing_at (dump, 1)->time, ==, 3000);
  g_assert_cmpuint (placing_at (dump, 2)->start_addr, ==, 0x9000);
  g_assert_cmpuint (placing_at (dump, 2)->code_off, ==, code_off);
  g_assert_cmpuint (placing_at (dump, 2)->time, ==, 4000);
  g_assert_cmpuint (dump->lines->len, ==, 2);
  lines = (const AscJitLine *)(gpointer)dump->lines->data;
  g_assert_cmpuint (lines[0].code_off, ==, code_off);
  g_assert_cmpuint (lines[0].line, ==, 5);
  g_assert_cmpuint (lines[1].code_off, ==, code_off + 8);
  g_assert_cmpstr (lines[1].file, ==, "a.js");
  g_assert_cmpint (dump->n_broken + dump->n_broken_lines, ==, 0);
  g_assert_cmpint (dump->n_unwinding, ==, 1);
  g_assert_cmpint (dump->n_unknown, ==, 1);
  g_assert_false (dump->is_cut);
  g_byte_array_unref (maker.bytes);
}

/* V8's lines are 0x40 too high. */
static void
test_v8_lines (void)
{
  Maker maker = begin (FALSE, 1, 1);
  g_autoptr (AscJitdump) dump = NULL;

  put_lines (&maker, 0x7000, 0x40);
  put_load (&maker, "f", 0x7000, 16, 1, 2000);
  dump = read_made (&maker, maker.bytes->len, NULL);
  g_assert_true (dump->has_processor_times);
  g_assert_cmpuint (dump->lines->len, ==, 2);
  g_assert_cmpuint (g_array_index (dump->lines, AscJitLine, 0).code_off, ==, function_at (dump, 0)->code_off);
  g_byte_array_unref (maker.bytes);
}

static void
test_broken (void)
{
  Maker maker = begin (FALSE, 1, 0);
  g_autoptr (AscJitdump) dump = NULL;
  g_autoptr (AscJitdump) cut = NULL;

  put_lines (&maker, 0x7000, 0x1000); /* not of this code */
  put_load (&maker, "f", 0x7000, 16, 1, 0);
  put_load (&maker, "wraps", G_MAXUINT64 - 3, 16, 2, 0);
  put_load (&maker, "empty", 0x7000, 0, 3, 0);
  put_prefix (&maker, 1, 4, 0); /* too short to move anything */
  put32 (&maker, 0);
  put_load (&maker, "h", 0x8000, 16, 4, 0);
  dump = read_made (&maker, maker.bytes->len, NULL);
  g_assert_cmpuint (dump->functions->len, ==, 2);
  g_assert_cmpstr (function_at (dump, 1)->name, ==, "h");
  g_assert_cmpint (dump->n_broken_lines, ==, 1);
  g_assert_cmpint (dump->n_broken, ==, 2);
  g_assert_cmpuint (dump->lines->len, ==, 0);
  cut = read_made (&maker, maker.bytes->len - 1, NULL);
  g_assert_true (cut->is_cut);
  g_assert_cmpuint (cut->functions->len, ==, 1);
  g_byte_array_unref (maker.bytes);
}

static void
test_none (void)
{
  Maker maker = begin (FALSE, 2, 0);
  g_autoptr (GError) error = NULL;

  g_assert_null (read_made (&maker, maker.bytes->len, &error));
  g_assert_error (error, ASC_READER_ERROR, ASC_READER_ERROR_VERSION);
  g_clear_error (&error);
  g_assert_null (read_made (&maker, 20, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_null (read_made (&maker, 0, &error));
  g_assert_error (error, ASC_READER_ERROR, ASC_READER_ERROR_NOT_THIS_FORMAT);
  g_byte_array_unref (maker.bytes);
}

static void
test_names (void)
{
  g_assert_true (asc_jitdump_is_name ("/tmp/jit-12.dump"));
  g_assert_true (asc_jitdump_is_name ("jit-1.dump"));
  g_assert_false (asc_jitdump_is_name ("/tmp/jit-.dump"));
  g_assert_false (asc_jitdump_is_name ("/tmp/jit-1x.dump"));
  g_assert_false (asc_jitdump_is_name ("/jit-1.dump/x"));
  g_assert_false (asc_jitdump_is_name (""));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/jitdump/records/little-endian", GINT_TO_POINTER (FALSE), test_records);
  g_test_add_data_func ("/jitdump/records/big-endian", GINT_TO_POINTER (TRUE), test_records);
  g_test_add_func ("/jitdump/v8-lines", test_v8_lines);
  g_test_add_func ("/jitdump/broken", test_broken);
  g_test_add_func ("/jitdump/none", test_none);
  g_test_add_func ("/jitdump/names", test_names);
  return g_test_run ();
}
