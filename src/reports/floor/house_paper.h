/* The settings of the house on every paper: its name, time, money and size of paper. */
#pragma once

#include "floor/floor.h"
#include "paper/paper.h"

/* Sets time zone, style of money, size of paper and logo; to be called right after paper_new. */
void house_set_locale(struct paper *p, const struct floor *f);
/* Adds the letterhead: the house's own name, or `otherwise` where none is set (NULL: none). */
void house_add_name(struct paper *p, const struct floor *f, const char *otherwise);
/* Writes an amount within a sentence, as the house writes money. */
void house_write_money(const struct floor *f, struct cr_money amount, char *out, size_t size);

/* Whether papers can draw the PNG that these bytes are. */
bool house_logo_is_drawn(const void *png, size_t len);
