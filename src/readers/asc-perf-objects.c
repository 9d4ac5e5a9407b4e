/* asc-perf-objects.c: load objects by the names that perf gives to mappings
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-perf-private.h"

#define KERNEL_NAME "[kernel.kallsyms]"

/* Memory that holds code without a file: perf looks its names up in /tmp/perf-PID.map (tools/perf/util/map.c). */
static gboolean
is_jit_memory (const char *path)
{
  static const char *const prefixes[] = { "//anon", "/dev/zero", "/anon_hugepage", "[stack", "[heap]", "/SYSV", "/memfd:", "[anon", NULL };

  if (*path == '\0')
    return TRUE;
  for (guint i = 0; prefixes[i] != NULL; i++)
    if (g_str_has_prefix (path, prefixes[i]))
      return TRUE;
  return FALSE;
}

static void
set_build_id (AscObject *object, const guint8 *build_id, guint size)
{
  object->build_id_size = MIN (size, sizeof object->build_id);
  if (object->build_id_size > 0)
    memcpy (object->build_id, build_id, object->build_id_size);
}

/* The builder's own look-up takes a text of all that makes an object; a recording repeats its few paths thousands of times. */
static guint32
add_cached (AscPerf *self, const AscObject *object)
{
  g_autofree char *build_id = asc_format_hex (object->build_id, object->build_id_size);
  g_autofree char *key = g_strdup_printf ("%d %d %" G_GINT64_MODIFIER "x %s %s", object->kind, object->pid, object->start_addr, object->path, build_id);
  gpointer found;
  guint32 index;

  if (g_hash_table_lookup_extended (self->object_cache, key, NULL, &found))
    return GPOINTER_TO_UINT (found);
  index = asc_builder_add_object (self->builder, object);
  g_hash_table_insert (self->object_cache, g_steal_pointer (&key), GUINT_TO_POINTER (index));
  return index;
}

guint32
asc_perf_add_user_object (AscPerf *self, const char *path, gint32 pid, const guint8 *build_id, guint build_id_size)
{
  AscObject object = { .kind = ASC_OBJECT_FILE, .path = path, .pid = -1 };
  g_autofree char *name = NULL;
  g_autofree char *map = NULL;

  set_build_id (&object, build_id, build_id_size);
  if (g_str_equal (path, "[vdso]") || g_str_equal (path, "[vdso32]") || g_str_equal (path, "[vdsox32]"))
    {
      object.kind = ASC_OBJECT_VDSO;
      object.name = path;
    }
  else if (is_jit_memory (path))
    {
      object.kind = ASC_OBJECT_JIT;
      object.pid = pid;
      object.path = map = g_strdup_printf ("/tmp/perf-%d.map", pid);
      object.build_id_size = 0;
    }
  if (object.name == NULL)
    object.name = name = object.path[0] == '[' ? g_strdup (object.path) : g_path_get_basename (object.path);
  return add_cached (self, &object);
}

guint32
asc_perf_add_jitdump_object (AscPerf *self, const char *path, gint32 pid)
{
  g_autofree char *name = g_path_get_basename (path);
  AscObject object = { .kind = ASC_OBJECT_JITDUMP, .path = path, .name = name, .pid = pid };

  return add_cached (self, &object);
}

/* "/lib/modules/6.1.0/kernel/net/nf-nat.ko.xz" is [nf_nat]. */
static char *
dup_module_name (const char *path)
{
  g_autofree char *base = NULL;
  char *dot;

  if (*path == '[')
    return g_strdup (path);
  base = g_path_get_basename (path);
  dot = strstr (base, ".ko");
  if (dot != NULL)
    *dot = '\0';
  g_strdelimit (base, "-", '_');
  return g_strdup_printf ("[%s]", base);
}

/* The symbol whose address the mapping's file offset is: "[kernel.kallsyms]_text", in 2010 "[kernel.kallsyms._text]". */
static char *
dup_reloc_symbol (const char *path)
{
  const char *bracket = strchr (path, ']');
  const char *dot = g_str_has_prefix (path, "[kernel.kallsyms.") ? path + strlen ("[kernel.kallsyms.") : NULL;

  if (bracket == NULL)
    return NULL;
  if (dot != NULL && dot < bracket)
    return g_strndup (dot, (gsize) (bracket - dot));
  return bracket[1] != '\0' ? g_strdup (bracket + 1) : NULL;
}

guint32
asc_perf_add_kernel_object (AscPerf *self, const char *path, guint64 start, guint64 end, guint64 file_off, const guint8 *build_id, guint build_id_size)
{
  AscObject object = { .kind = ASC_OBJECT_MODULE, .path = path, .pid = -1, .start_addr = start, .end_addr = end };
  g_autofree char *name = NULL;
  g_autofree char *symbol = NULL;
  guint32 index;

  set_build_id (&object, build_id, build_id_size);
  if (g_str_has_prefix (path, "[kernel.") || g_str_equal (path, "[kernel]"))
    {
      object.kind = ASC_OBJECT_KERNEL;
      object.path = object.name = KERNEL_NAME;
      object.reloc_symbol = symbol = file_off != 0 ? dup_reloc_symbol (path) : NULL;
      object.reloc_addr = symbol != NULL ? file_off : 0;
    }
  else
    {
      object.name = name = dup_module_name (path);
    }
  index = add_cached (self, &object);
  if (object.kind == ASC_OBJECT_KERNEL && self->kernel_object == ASC_NONE)
    self->kernel_object = index;
  return index;
}

guint32
asc_perf_add_recorded_object (AscPerf *self, const char *name, guint64 start, guint64 size)
{
  AscObject object = { .kind = ASC_OBJECT_RECORDED, .path = name, .name = name, .pid = -1, .start_addr = start, .end_addr = start + size };
  guint n_known = g_hash_table_size (self->object_cache);
  AscRecordedSymbol symbol = { .object = add_cached (self, &object), .address = start, .size = size, .name = name };

  if (g_hash_table_size (self->object_cache) > n_known)
    asc_builder_add_recorded_symbol (self->builder, &symbol);
  return symbol.object;
}

/* The header's build-ids, by path, for the objects whose mappings had none. */
void
asc_perf_apply_build_ids (AscPerf *self)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->object_cache);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      guint32 index = GPOINTER_TO_UINT (value);
      const AscObject *object = asc_builder_get_object (self->builder, index);
      GBytes *id = NULL;

      if (object->build_id_size > 0)
        continue;
      if (object->kind == ASC_OBJECT_FILE || object->kind == ASC_OBJECT_KERNEL || object->kind == ASC_OBJECT_MODULE || object->kind == ASC_OBJECT_VDSO)
        id = g_hash_table_lookup (self->build_ids, object->path);
      if (id == NULL && object->kind == ASC_OBJECT_MODULE)
        id = g_hash_table_lookup (self->build_ids, object->name);
      if (id != NULL)
        asc_builder_set_object_build_id (self->builder, index, g_bytes_get_data (id, NULL), (guint) g_bytes_get_size (id));
    }
}
