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

  GPtrArray *entries; /* Entry in an atomic rc box: inputs that differ in their filter share them */
  AscViewMode view;
  AscFilter *filter;
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
entry_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, entry_clear);
}

static Entry *
get_entry (AscProfileInput *self, guint i)
{
  return g_ptr_array_index (self->entries, i);
}

static void
asc_profile_input_finalize (GObject *object)
{
  g_ptr_array_unref (ASC_PROFILE_INPUT (object)->entries);
  g_clear_pointer (&ASC_PROFILE_INPUT (object)->filter, asc_filter_unref);
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
  self->entries = g_ptr_array_new_with_free_func (entry_unref);
}

AscProfileInput *
asc_profile_input_new (void)
{
  return g_object_new (ASC_TYPE_PROFILE_INPUT, NULL);
}

void
asc_profile_input_add (AscProfileInput *self, AscExperiment *experiment, AscNames names)
{
  Entry *entry = g_atomic_rc_box_new0 (Entry);

  entry->experiment = g_object_ref (experiment);
  entry->names = names;
  g_ptr_array_add (self->entries, entry);
}

void
asc_profile_input_set_states (AscProfileInput *self, guint i, AscStates *states)
{
  g_return_if_fail (i < self->entries->len);
  if (states != NULL && asc_states_get_intervals (states)->n_events == 0)
    states = NULL;
  g_set_object (&get_entry (self, i)->states, states);
}

AscStates *
asc_profile_input_get_states (AscProfileInput *self, guint i)
{
  g_return_val_if_fail (i < self->entries->len, NULL);
  return get_entry (self, i)->states;
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
  return get_entry (self, i)->experiment;
}

const AscNames *
asc_profile_input_get_names (AscProfileInput *self, guint i)
{
  g_return_val_if_fail (i < self->entries->len, NULL);
  return &get_entry (self, i)->names;
}

void
asc_profile_input_set_filter (AscProfileInput *self, AscFilter *filter)
{
  g_clear_pointer (&self->filter, asc_filter_unref);
  self->filter = filter != NULL ? asc_filter_ref (filter) : NULL;
}

AscFilter *
asc_profile_input_get_filter (AscProfileInput *self)
{
  return self->filter;
}

AscProfileInput *
asc_profile_input_new_filtered (AscProfileInput *self, AscFilter *filter)
{
  AscProfileInput *other = asc_profile_input_new ();

  for (guint i = 0; i < self->entries->len; i++)
    g_ptr_array_add (other->entries, g_atomic_rc_box_acquire (get_entry (self, i)));
  other->view = self->view;
  asc_profile_input_set_filter (other, filter);
  return other;
}
