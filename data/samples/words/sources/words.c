/* words.c: the program of the sample recording "words"
 *
 * Makes a text, counts its words in two threads, each with a hash table of its own, joins the tables, sorts the words by number
 * (a quicksort that calls itself), and puts them into a search tree (that calls itself, too).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N_THREADS 2
#define N_WORDS 6000000
#define VOCABULARY 40000

typedef struct
{
  char *word;
  size_t n;
} Entry;

typedef struct
{
  Entry *entries;
  size_t size; /* a power of two */
  size_t used;
} Table;

typedef struct
{
  const char *text;
  size_t length;
  Table table;
} Part;

typedef struct Node
{
  const Entry *entry;
  struct Node *left, *right;
} Node;

static unsigned
random_number (unsigned *state)
{
  *state = *state * 1664525u + 1013904223u;
  return *state >> 8;
}

/* The spelling of word number I: syllables, as many as it takes. */
static size_t
spell (char *out, unsigned i)
{
  static const char *const syllables[] = { "ka", "lo", "mi", "ne", "ru", "sa", "te", "vo" };
  size_t length = 0;

  do
    {
      memcpy (out + length, syllables[i % 8], 2);
      length += 2;
      i /= 8;
    }
  while (i > 0);
  return length;
}

static char *
make_text (size_t *length)
{
  char *text = malloc (N_WORDS * 16);
  size_t end = 0;
  unsigned state = 1;

  for (int i = 0; i < N_WORDS; i++)
    {
      /* Small numbers are frequent, as short words are in a language. */
      unsigned word = random_number (&state) % VOCABULARY;

      end += spell (text + end, random_number (&state) % (word + 1));
      text[end++] = ' ';
    }
  text[end] = '\0';
  *length = end;
  return text;
}

static unsigned
hash_word (const char *word, size_t length)
{
  unsigned hash = 2166136261u;

  for (size_t i = 0; i < length; i++)
    hash = (hash ^ (unsigned char) word[i]) * 16777619u;
  return hash;
}

static int
same_word (const Entry *entry, const char *word, size_t length)
{
  return strncmp (entry->word, word, length) == 0 && entry->word[length] == '\0';
}

static Entry *
table_find (Table *table, const char *word, size_t length)
{
  size_t i = hash_word (word, length) & (table->size - 1);

  while (table->entries[i].word != NULL && !same_word (&table->entries[i], word, length))
    i = (i + 1) & (table->size - 1);
  return &table->entries[i];
}

static void
table_init (Table *table, size_t size)
{
  table->entries = calloc (size, sizeof (Entry));
  table->size = size;
  table->used = 0;
}

static void table_add (Table *table, const char *word, size_t length, size_t n);

static void
table_grow (Table *table)
{
  Table old = *table;

  table_init (table, old.size * 2);
  for (size_t i = 0; i < old.size; i++)
    if (old.entries[i].word != NULL)
      {
        table_add (table, old.entries[i].word, strlen (old.entries[i].word), old.entries[i].n);
        free (old.entries[i].word);
      }
  free (old.entries);
}

static void
table_add (Table *table, const char *word, size_t length, size_t n)
{
  Entry *entry;

  if (table->used * 2 >= table->size)
    table_grow (table);
  entry = table_find (table, word, length);
  if (entry->word == NULL)
    {
      entry->word = strndup (word, length);
      table->used++;
    }
  entry->n += n;
}

static size_t
next_word (const char *text, size_t length)
{
  size_t end = 0;

  while (end < length && text[end] != ' ')
    end++;
  return end;
}

static void *
count_words (void *data)
{
  Part *part = data;
  size_t at = 0;

  while (at < part->length)
    {
      size_t length = next_word (part->text + at, part->length - at);

      if (length > 0)
        table_add (&part->table, part->text + at, length, 1);
      at += length + 1;
    }
  return NULL;
}

static void
join_tables (Table *into, const Table *from)
{
  for (size_t i = 0; i < from->size; i++)
    if (from->entries[i].word != NULL)
      table_add (into, from->entries[i].word, strlen (from->entries[i].word), from->entries[i].n);
}

static int
compare_entries (const Entry *a, const Entry *b)
{
  if (a->n != b->n)
    return a->n > b->n ? -1 : 1;
  return strcmp (a->word, b->word);
}

static void
sort_entries (Entry *entries, long low, long high)
{
  long i = low, j = high;
  Entry pivot = entries[(low + high) / 2];

  while (i <= j)
    {
      while (compare_entries (&entries[i], &pivot) < 0)
        i++;
      while (compare_entries (&entries[j], &pivot) > 0)
        j--;
      if (i <= j)
        {
          Entry swap = entries[i];

          entries[i++] = entries[j];
          entries[j--] = swap;
        }
    }
  if (low < j)
    sort_entries (entries, low, j);
  if (i < high)
    sort_entries (entries, i, high);
}

static Node *
tree_insert (Node *node, const Entry *entry)
{
  if (node == NULL)
    {
      node = calloc (1, sizeof (Node));
      node->entry = entry;
    }
  else if (strcmp (entry->word, node->entry->word) < 0)
    node->left = tree_insert (node->left, entry);
  else
    node->right = tree_insert (node->right, entry);
  return node;
}

static size_t
tree_write (const Node *node, FILE *out)
{
  size_t n;

  if (node == NULL)
    return 0;
  n = tree_write (node->left, out);
  fprintf (out, "%s %zu\n", node->entry->word, node->entry->n);
  return n + 1 + tree_write (node->right, out);
}

static void
report (Table *table)
{
  Entry *sorted = malloc (table->used * sizeof (Entry));
  size_t n = 0, written;
  Node *tree = NULL;
  FILE *out = fopen ("words.txt", "w");

  for (size_t i = 0; i < table->size; i++)
    if (table->entries[i].word != NULL)
      sorted[n++] = table->entries[i];
  sort_entries (sorted, 0, (long) n - 1);
  for (size_t i = 0; i < n; i++)
    tree = tree_insert (tree, &sorted[i]);
  written = tree_write (tree, out);
  fclose (out);
  printf ("%zu words, the most frequent \"%s\" %zu times\n", written, sorted[0].word, sorted[0].n);
}

int
main (void)
{
  size_t length, start = 0;
  char *text = make_text (&length);
  Part parts[N_THREADS];
  pthread_t threads[N_THREADS];

  for (int i = 0; i < N_THREADS; i++)
    {
      size_t end = i == N_THREADS - 1 ? length : length / N_THREADS * (i + 1);

      while (end < length && text[end] != ' ')
        end++;
      parts[i].text = text + start;
      parts[i].length = end - start;
      table_init (&parts[i].table, 1024);
      pthread_create (&threads[i], NULL, count_words, &parts[i]);
      start = end;
    }
  for (int i = 0; i < N_THREADS; i++)
    pthread_join (threads[i], NULL);
  for (int i = 1; i < N_THREADS; i++)
    join_tables (&parts[0].table, &parts[i].table);
  report (&parts[0].table);
  return 0;
}
