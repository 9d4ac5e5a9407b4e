/* asc-dwarf-private.h: what the files that read DWARF share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "asc-build-id.h"
#include "asc-cursor.h"
#include "asc-dwarf-constants.h"
#include "asc-dwarf.h"
#include "asc-elf.h"
#include "asc-map.h"
#include "asc-packed.h"

G_BEGIN_DECLS

/* ---- Sections ---- */

typedef enum
{
  ASC_DWARF_INFO,
  ASC_DWARF_ABBREV,
  ASC_DWARF_LINE,
  ASC_DWARF_LINE_STR,
  ASC_DWARF_STR,
  ASC_DWARF_STR_OFFSETS,
  ASC_DWARF_ADDR,
  ASC_DWARF_RANGES,
  ASC_DWARF_RNGLISTS,
  ASC_DWARF_ARANGES,
  ASC_DWARF_CU_INDEX,
  ASC_DWARF_N_SECTIONS,
} AscDwarfSectionId;

/* What is read at once. */
#define ASC_DWARF_BLOCK 8192

/**
 * The bytes of a section. Only what was asked for by asc_dwarf_need() is read from the file, all else is 0: a debug
 * file of gigabytes costs what is looked at, and a file that is cut while it is open gives wrong bytes, not SIGBUS as a
 * mapping would.
 */
typedef struct
{
  const guint8 *data; /* size bytes, or NULL */
  gsize size;
  gboolean mapped;    /* @data is a mapping of ours */
  int fd;             /* -1: all is there */
  guint64 offset;     /* in the file */
  guint8 *blocks;     /* by block: whether it was read; atomic */
  AscPacked *packed;  /* of a compressed section, or NULL */
  gsize n_unpacked;   /* atomic */
  gboolean is_broken; /* it could not be unpacked to its end */
  GMutex mutex;
} AscDwarfSection;

typedef struct
{
  guint64 start;
  guint64 end;
} AscDwarfRange;

typedef struct _AscDwarfUnit AscDwarfUnit;
typedef struct _AscDwarfAbbrevs AscDwarfAbbrevs;
typedef struct _AscDwarfLines AscDwarfLines;

/** A unit as the list has it. */
typedef struct
{
  guint64 offset; /* of its header in .debug_info */
  guint64 end;
  AscDwarfUnit *unit; /* once it was looked at; file's mutex */
} AscDwarfUnitEntry;

/** Work left before a file is given up: a bound on what overlapping and repeated parts can cost. Shared by all files of
 * one object; atomic. */
typedef struct
{
  gint64 left;
} AscDwarfBudget;

/** A file with DWARF sections: the program, its debug file, a .dwo, a .dwp, a dwz file. */
typedef struct _AscDwarfFile
{
  char *path; /* NULL: in memory */
  AscElf *elf;
  gboolean big_endian;
  gboolean is_relocatable;
  gboolean is_split; /* the sections are those named .dwo */
  AscBuildId build_id;
  AscDwarfSection sections[ASC_DWARF_N_SECTIONS];
  GArray *code;   /* AscDwarfRange: executable sections, by address */
  char *alt_path; /* as .gnu_debugaltlink or .debug_sup has it, or NULL */
  AscBuildId alt_id;
  struct _AscDwarfFile *alt; /* dwz's file; owned by the AscDwarf */
  char *problem;             /* of a section that cannot be used, or NULL */

  GMutex mutex;        /* for what follows */
  GArray *units;       /* AscDwarfUnitEntry, ascending: those before @listed */
  guint64 listed;      /* offset */
  GHashTable *abbrevs; /* key -> AscDwarfAbbrevs */
  AscDwarfBudget *budget;
} AscDwarfFile;

/** @is_split: take the sections named .dwo. Returns: (transfer full) (nullable) */
AscDwarfFile *asc_dwarf_file_open (const char *path, gboolean is_split, AscDwarfBudget *budget, GError **error);
AscDwarfFile *asc_dwarf_file_open_bytes (GBytes *image, gboolean is_split, AscDwarfBudget *budget, GError **error);
void asc_dwarf_file_free (AscDwarfFile *self);
/** Whether @address lies in an executable section. A range that starts elsewhere is the trace of code that the linker
 * threw away (0, 1, -1, -2). */
gboolean asc_dwarf_file_is_code (AscDwarfFile *self, guint64 address);

/** Applies the relocations of a file that was not linked to its end to its sections, which are read whole for it. */
void asc_dwarf_file_relocate (AscDwarfFile *self, const guint32 *numbers);

/** One line about a section that cannot be used, as far as was seen. Returns: (transfer full) (nullable) */
char *asc_dwarf_file_dup_problem (AscDwarfFile *self);

/** Has the @n bytes at @offset read, as far as the section goes. */
void asc_dwarf_need (AscDwarfSection *section, gsize offset, gsize n);
/** A cursor over the bytes up to @end, at @offset; positions are those of the section. Failed when they lie outside. */
AscCursor asc_dwarf_cursor (AscDwarfFile *file, AscDwarfSectionId id, guint64 offset, guint64 end);
/** The string at @offset, lent. Returns: (nullable): NULL when it does not end. */
const char *asc_dwarf_string (AscDwarfSection *section, guint64 offset);
static inline gboolean
asc_dwarf_spend (AscDwarfBudget *budget, gsize work)
{
  return __atomic_sub_fetch (&budget->left, (gint64)work, __ATOMIC_RELAXED) > 0;
}

static inline gboolean
asc_dwarf_is_spent (AscDwarfBudget *budget)
{
  return __atomic_load_n (&budget->left, __ATOMIC_RELAXED) <= 0;
}

/* ---- Numbers ---- */

/* How many of the @n sorted @addresses lie below @address. */
static inline guint
asc_dwarf_count_below (const guint64 *addresses, guint n, guint64 address)
{
  guint low = 0;

  while (low < n)
    {
      guint middle = (low + n) / 2;

      if (addresses[middle] < address)
        low = middle + 1;
      else
        n = middle;
    }
  return low;
}

/** A code that is kept in 16 bits: a larger one, which nobody knows, becomes the largest. */
static inline guint16
asc_dwarf_code (AscCursor *cursor)
{
  guint64 code = asc_cursor_uleb128 (cursor);

  return (guint16)MIN (code, G_MAXUINT16);
}

/** A version in 8 bits; one that does not fit becomes 255. */
static inline guint8
asc_dwarf_version (AscCursor *cursor)
{
  guint16 version = asc_cursor_u16 (cursor);

  return (guint8)MIN (version, G_MAXUINT8);
}

/** An unsigned number of @size bytes: 1, 2, 3, 4 or 8; of any other size the cursor fails. */
guint64 asc_dwarf_uint (AscCursor *cursor, guint size);
/** An initial length: 4 bytes, or 12 in the 64-bit format. @offset_size: (out): 4 or 8 */
guint64 asc_dwarf_length (AscCursor *cursor, guint8 *offset_size);
/** The NUL-terminated string at the cursor, lent; NULL, and failed, when it does not end. */
const char *asc_dwarf_cursor_string (AscCursor *cursor);

/* ---- Abbreviations ---- */

typedef struct
{
  guint16 name;
  guint16 form;
  gint64 implicit; /* of DW_FORM_implicit_const */
} AscDwarfAttr;

typedef struct
{
  guint64 code;
  guint32 first_attr;
  guint32 n_attrs;
  gint32 size; /* of the attributes' values, or -1: it depends */
  guint16 tag;
  guint8 has_children;
  guint8 has_sibling;
} AscDwarfAbbrev;

struct _AscDwarfAbbrevs
{
  GArray *abbrevs; /* AscDwarfAbbrev */
  GArray *attrs;   /* AscDwarfAttr */
  AscMap *by_code; /* code -> index; NULL: code is index + 1, as nearly always */
};

/** How wide things are in a unit. */
typedef struct
{
  guint8 version;
  guint8 address_size;
  guint8 offset_size;
} AscDwarfEncoding;

/** The table at @offset, read once for each encoding. Returns: lent by @file; (nullable): NULL when it is broken at its
 * first entry */
const AscDwarfAbbrevs *asc_dwarf_get_abbrevs (AscDwarfFile *file, guint64 offset, const AscDwarfEncoding *encoding);

static inline const AscDwarfAbbrev *
asc_dwarf_find_abbrev (const AscDwarfAbbrevs *self, guint64 code)
{
  guint64 i = code - 1;

  if (self->by_code != NULL)
    i = asc_map_lookup (self->by_code, code);
  return i < self->abbrevs->len ? &g_array_index (self->abbrevs, AscDwarfAbbrev, i) : NULL;
}

/** Bytes of a value of @form, or -1 when it depends on the value, or -2 when there is no such form. */
int asc_dwarf_form_size (guint form, const AscDwarfEncoding *encoding);

/* ---- Units ---- */

/** Where a unit's parts start in the sections of a package file (.dwp); 0 elsewhere. */
typedef struct
{
  guint64 abbrev;
  guint64 line;
  guint64 str_offsets;
  guint64 rnglists;
} AscDwarfBases;

struct _AscDwarfUnit
{
  AscDwarfFile *file;
  guint64 offset; /* of its header */
  guint64 die;    /* of its first entry */
  guint64 end;
  AscDwarfEncoding encoding;
  guint8 type; /* DW_UT_* */
  guint64 dwo_id;
  const AscDwarfAbbrevs *abbrevs;
  AscDwarfBases bases;

  /* Of the first entry */
  guint16 language;
  gboolean has_children;
  gboolean has_line;
  guint64 line_offset;
  guint64 str_offsets_base;
  guint64 addr_base;
  guint64 ranges_base; /* .debug_rnglists, or GNU's of version 4 */
  guint64 low_pc;
  gboolean has_high_pc; /* one range from @low_pc to @high_pc */
  guint64 high_pc;
  gboolean has_ranges;
  guint64 ranges; /* offset, ready for asc_dwarf_read_ranges() */
  const char *name;
  const char *comp_dir;
  const char *dwo_name;

  AscDwarfUnit *skeleton; /* of a split unit: has the addresses and the line table; owned elsewhere */
  GMutex mutex;           /* for what follows */
  AscDwarfLines *lines;   /* line-table header, once it was asked for */
  gboolean lines_read;
  GArray *scopes; /* AscDwarfScope, ascending, once they were asked for */
};

/** Lists the units of a file that start at or before @offset, by their headers alone. */
void asc_dwarf_list_units (AscDwarfFile *file, guint64 offset);
/** The unit that holds @offset of .debug_info, read. Returns: lent; (nullable): none, or it is broken */
AscDwarfUnit *asc_dwarf_get_unit (AscDwarfFile *file, guint64 offset);
/** The unit whose header is at @offset, read for the caller alone; of a split file with what its skeleton says, and
 * with its place in a package. @bases, @skeleton: (nullable). Returns: (transfer full) (nullable) */
AscDwarfUnit *
asc_dwarf_read_unit (AscDwarfFile *file, guint64 offset, const AscDwarfBases *bases, AscDwarfUnit *skeleton);
void asc_dwarf_unit_free (AscDwarfUnit *self);
/** Calls for the ranges of the unit's code; nothing when its first entry does not say. */
typedef void (*AscDwarfRangeFunc) (guint64 start, guint64 end, gpointer data);
void asc_dwarf_unit_foreach_range (AscDwarfUnit *self, AscDwarfRangeFunc func, gpointer data);
/** The unit's file in .debug_line, and the names by it; of a split unit those of its skeleton. Returns: lent;
 * (nullable) */
AscDwarfLines *asc_dwarf_unit_get_lines (AscDwarfUnit *self);

/* ---- Entries ---- */

/** A value as it stands in the file. */
typedef struct
{
  guint64 u;
  const char *string; /* DW_FORM_string */
  guint16 form;
} AscDwarfValue;

/** Reads a value of @form; blocks are stepped over. Returns: FALSE when the form is unknown or the bytes end. */
gboolean asc_dwarf_read_value (
    AscCursor *cursor, const AscDwarfEncoding *encoding, guint form, gint64 implicit, AscDwarfValue *out);
const char *asc_dwarf_value_string (AscDwarfUnit *unit, const AscDwarfValue *value);
gboolean asc_dwarf_value_address (AscDwarfUnit *unit, const AscDwarfValue *value, guint64 *address);
/** What a reference means: an entry of @unit's file or of the dwz file. */
gboolean
asc_dwarf_value_reference (AscDwarfUnit *unit, const AscDwarfValue *value, AscDwarfFile **file, guint64 *offset);
gboolean asc_dwarf_value_ranges (AscDwarfUnit *unit, const AscDwarfValue *value, guint64 *offset);

/** An entry for code. */
typedef struct
{
  guint64 offset;
  guint64 sibling; /* 0: not said */
  guint16 tag;
  gboolean has_children;
  gboolean has_low_pc;
  gboolean has_high_pc;
  gboolean has_ranges;
  guint64 low_pc;
  guint64 high_pc;
  guint64 ranges;
  AscDwarfValue name; /* form 0: none */
  AscDwarfValue linkage_name;
  AscDwarfValue origin; /* abstract origin, or else specification */
  guint64 decl_file;
  gboolean has_decl_file;
  guint32 decl_line;
  guint32 call_file;
  guint32 call_line;
} AscDwarfDie;

/** Reads the entry at the cursor. Returns: FALSE when it is broken. A tag of 0 ends a list of children. */
gboolean asc_dwarf_read_die (AscDwarfUnit *unit, AscCursor *cursor, AscDwarfDie *die);
/** Steps over the attributes of @abbrev. @sibling: (out): offset of the next entry beside it, 0 when not said */
gboolean asc_dwarf_skip_attrs (AscDwarfUnit *unit, AscCursor *cursor, const AscDwarfAbbrev *abbrev, guint64 *sibling);

/** Calls for each range of the list at @offset. Returns: FALSE when it is broken. */
gboolean asc_dwarf_read_ranges (AscDwarfUnit *unit, guint64 offset, AscDwarfRangeFunc func, gpointer data);

/* ---- Lines ---- */

typedef struct
{
  gboolean found;
  guint32 file;
  guint32 line;
} AscDwarfRow;

AscDwarfLines *asc_dwarf_lines_read (AscDwarfUnit *unit);
void asc_dwarf_lines_free (AscDwarfLines *self);
/** Runs the program and finds the rows of @addresses, n entries, ascending. @rows: (inout): n entries */
void asc_dwarf_lines_run (AscDwarfLines *self, const guint64 *addresses, guint n, AscDwarfRow *rows);
/** The path of file number @file. Returns: (transfer full) (nullable) */
char *asc_dwarf_lines_dup_path (AscDwarfLines *self, guint64 file);
/** MD5 of its content, ASC_MD5_SIZE bytes, lent by the section. Returns: (nullable): NULL where the compiler wrote none */
const guint8 *asc_dwarf_lines_get_md5 (AscDwarfLines *self, guint64 file);

/* ---- Which unit holds an address ---- */

typedef struct _AscDwarfIndex AscDwarfIndex;

/** Reads .debug_aranges. One thread at a time. */
AscDwarfIndex *asc_dwarf_index_new (AscDwarfFile *file);
void asc_dwarf_index_free (AscDwarfIndex *self);
/** By .debug_aranges; of what is not there by the first entries of the units that are not in it, read when that is
 * first needed. Returns: offset of the unit's header, or G_MAXUINT64 */
guint64 asc_dwarf_index_look_up (AscDwarfIndex *self, guint64 address, GCancellable *cancellable);
/** Offsets of the units that do not say where their code is; lent. */
GArray *asc_dwarf_index_get_silent (AscDwarfIndex *self, GCancellable *cancellable);

/* ---- Functions ---- */

/** A function, and where it was inlined. */
typedef struct
{
  guint64 die;          /* in the unit's file */
  AscDwarfValue origin; /* form 0: none */
  guint32 parent;       /* number of the one it was inlined into, or ASC_DWARF_NONE */
  guint32 call_file;
  guint32 call_line;
} AscDwarfHit;

/**
 * Finds the functions of a unit that hold @addresses, n entries, ascending. @hits: (inout) (element-type AscDwarfHit).
 * @innermost: (inout): n entries, number of the hit or ASC_DWARF_NONE. Returns: FALSE when the unit is broken; what was
 * found until then stays.
 */
gboolean asc_dwarf_walk (AscDwarfUnit *unit, const guint64 *addresses, guint n, GArray *hits, guint32 *innermost);

/** What is written about a function; strings are lent by the files. */
typedef struct
{
  const char *linkage_name;
  const char *name;
  AscDwarfUnit *scope_unit; /* where its declaration stands */
  guint64 scope_die;
  AscDwarfUnit *file_unit; /* whose line table decl_file is of, or NULL */
  guint64 decl_file;
  guint32 decl_line;
} AscDwarfNaming;

/** Follows abstract origins and specifications from the entry at @die. */
void asc_dwarf_find_name (AscDwarfUnit *unit, guint64 die, AscDwarfNaming *naming);
/** Where the type around it is declared, for a function that says nothing of its own place: closures. */
void asc_dwarf_find_place (AscDwarfNaming *naming);
/** "a::B::name" by the namespaces, classes and functions around the declaration. Returns: (transfer full) */
char *asc_dwarf_qualify (const AscDwarfNaming *naming);

/* ---- Split files ---- */

typedef struct _AscDwarfSplit AscDwarfSplit;

/** @main_path: (nullable): beside which a package file may lie */
AscDwarfSplit *asc_dwarf_split_new (const char *const *main_paths, AscDwarfBudget *budget);
void asc_dwarf_split_free (AscDwarfSplit *self);
/** The unit that @skeleton stands for. Any thread. Returns: lent; (nullable): it is not there, and @problem, when it is
 * still NULL, says so */
AscDwarfUnit *asc_dwarf_split_find (AscDwarfSplit *self, AscDwarfUnit *skeleton, char **problem);

/* ---- Answers ---- */

struct _AscDwarfResult
{
  guint n;
  guint64 *addresses;   /* n, ascending */
  guint32 *chain_start; /* n + 1: into places */
  GArray *places;       /* AscDwarfPlace */
  GArray *functions;    /* AscDwarfFunction */
  GArray *digests;      /* AscSourceDigest: of the files of @places and @functions, as far as they are known */
  GStringChunk *strings;
  GBytes *image;           /* the strings when it was unpacked from one, or NULL */
  GHashTable *by_identity; /* name, file and line -> number + 1, once a function was added */
  guint32 *selected;       /* what was asked for as numbers of @addresses, or NULL: all of them */
};

/** One without any places. @addresses: n entries, ascending, copied. */
AscDwarfResult *asc_dwarf_result_new (const guint64 *addresses, guint n);
/** The number of the function with these mangled name, file and line; added when it is new. @demangle: else its name is
 * the mangled one. */
guint32 asc_dwarf_result_add_function (AscDwarfResult *self, const AscDwarfFunction *function, gboolean demangle);
/** Notes what @file, which @lines have as number @number, held. */
void asc_dwarf_result_add_digest (AscDwarfResult *self, const char *file, AscDwarfLines *lines, guint64 number);
/** Whether, and as which number, it has @address. */
gboolean asc_dwarf_result_find (AscDwarfResult *self, guint64 address, guint32 *number);
/** What either says, @self first. Returns: (transfer full) */
AscDwarfResult *asc_dwarf_result_join (AscDwarfResult *self, AscDwarfResult *other);
/** As bytes, and back. Returns: (transfer full) (nullable): unpack gives NULL when the bytes are anything else */
GBytes *asc_dwarf_result_pack (AscDwarfResult *self);
AscDwarfResult *asc_dwarf_result_unpack (GBytes *bytes);

/* ---- The whole ---- */

struct _AscDwarf
{
  AscDwarfOptions options;
  AscDwarfBudget budget;
  AscDwarfFile *file; /* the one with the units */
  AscDwarfFile *alt;  /* what dwz took out of it, or NULL */
  AscDwarfSplit *split;
  AscDwarfIndex *index; /* once it was needed */
  GMutex mutex;         /* for the problem */
  char *problem;
};

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscDwarfFile, asc_dwarf_file_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscDwarfUnit, asc_dwarf_unit_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AscDwarfLines, asc_dwarf_lines_free)

G_END_DECLS
