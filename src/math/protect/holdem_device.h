/* The tables of a question about a Texas game in the form that an accelerator reads. */
#pragma once

#include "math/protect/module.h"

/* Makes the steps of the tables; false when memory is short, and then nothing is to be freed. */
bool holdem_steps_make(const struct class_tables *t, struct holdem_tables *out);
void holdem_steps_free(struct holdem_tables *tables);
