/* The characters the table shows: UTF-8 in, code points of one cell out, and what stands in for
 * them where only ASCII can be shown. */
#pragma once

#include <croupier/cards.h>

#include <stddef.h>
#include <stdint.h>

/* The next character of a terminated text; 0 at its end. Whatever could move the cursor, take two
 * cells or is not UTF-8 comes out as '?', so that a house's own file cannot disturb the screen. */
uint32_t glyph_next(const char **at);

/* Cells that a text takes. */
size_t glyph_count(const char *text);

/* The ASCII character that stands in; '?' where there is none. */
char glyph_ascii(uint32_t code);

/* The symbol of a card's suit. */
uint32_t glyph_suit(cr_card card);

/* A card in two cells, as UTF-8: "T♠". */
#define GLYPH_CARD_MAX 6
void glyph_card(cr_card card, char out[GLYPH_CARD_MAX]);
