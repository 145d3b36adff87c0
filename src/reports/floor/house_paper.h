/* What is of the house on every paper: its name, its time, its money, its size of paper. */
#pragma once

#include "floor/floor.h"
#include "paper/paper.h"

/* Right after paper_new. */
void house_set_locale(struct paper *p, const struct floor *f);
/* The letterhead: the house's own name, or `otherwise` where none is set (NULL: none). */
void house_add_name(struct paper *p, const struct floor *f, const char *otherwise);
/* Money in a sentence, as the house writes it. */
void house_write_money(const struct floor *f, struct cr_money amount, char *out, size_t size);

/* Whether papers can draw the picture that these bytes of a PNG are. */
bool house_logo_is_drawn(const void *png, size_t len);
