/* asc-profile-input.c: see asc-profile-input.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "asc-profile-input.h"

#include "asc-states.h"

typedef struct
{
  AscExperiment *experiment;
  AscNames names;
  AscStates *states; /* or NULL */
} Entry;

struct _AscProfileInput
{
  GObject parent_instance;

  GArray *entries;
  AscViewMode view;
};

G_DEFINE_FINAL_TYPE (AscProfileInput, asc_profile_input, G_TYPE_OBJECT)

static void
entry_clear (gpointer data)
{
  Entry *entry = data;

  g_clear_object (&entry->experiment);
  g_clear_object (&entry->states);
  if (entry->names.destroy != NULL)
    entry->names.destroy (entry->names.data);
}

static void
asc_profile_input_finalize (GObject *object)
{
  g_array_unref (ASC_PROFILE_INPUT (object)->entries);
  G_OBJECT_CLASS (asc_profile_input_parent_class)->finalize (object);
}

static void
asc_profile_input_class_init (AscProfileInputClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = asc_profile_input_finalize;
}

static void
asc_profile_input_init (AscProfileInput *self)
{
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_array_set_clear_func (self->entries, entry_clear);
}

AscProfileInput *
asc_profile_input_new (void)
{
  return g_object_new (ASC_TYPE_PROFILE_INPUT, NULL);
}

void
asc_profile_input_add (AscProfileInput *self, AscExperiment *experiment, AscNames names)
{
  Entry entry = { .experiment = g_object_ref (experiment), .names = names };

  g_array_append_val (self->entries, entry);
}

void
asc_profile_input_set_states (AscProfileInput *self, guint i, AscStates *states)
{
  g_return_if_fail (i < self->entries->len);
  if (states != NULL && asc_states_get_intervals (states)->n_events == 0)
    states = NULL;
  g_set_object (&g_array_index (self->entries, Entry, i).states, states);
}

AscStates *
asc_profile_input_get_states (AscProfileInput *self, guint i)
{
  g_return_val_if_fail (i < self->entries->len, NULL);
  return g_array_index (self->entries, Entry, i).states;
}

void
asc_profile_input_set_view (AscProfileInput *self, AscViewMode view)
{
  self->view = view;
}

AscViewMode
asc_profile_input_get_view (AscProfileInput *self)
{
  return self->view;
}

guint
asc_profile_input_get_size (AscProfileInput *self)
{
  return self->entries->len;
}

AscExperiment *
asc_profile_input_get_experiment (AscProfileInput *self, guint i)
{
  g_return_val_if_fail (i < self->entries->len, NULL);
  return g_array_index (self->entries, Entry, i).experiment;
}

const AscNames *
asc_profile_input_get_names (AscProfileInput *self, guint i)
{
  g_return_val_if_fail (i < self->entries->len, NULL);
  return &g_array_index (self->entries, Entry, i).names;
}
