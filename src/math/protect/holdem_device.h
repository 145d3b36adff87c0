/* The tables of a question about the Texas games in the form that an accelerator reads. */
#pragma once

#include "math/protect/module.h"

/* Makes the steps of the tables; false without memory, then nothing is to be freed. */
bool holdem_steps_make(const struct class_tables *t, struct holdem_tables *out);
void holdem_steps_free(struct holdem_tables *tables);
