/* The characters that the table shows: reads UTF-8 into code points that take one cell each, and
 * replaces them where only ASCII can be shown. */
#pragma once

#include <croupier/cards.h>

#include <stddef.h>
#include <stdint.h>

/* Reads the next character of a terminated text; 0 at its end. Anything that could move the cursor,
 * takes two cells or is not UTF-8 becomes '?', so that a house's own file cannot disturb the
 * screen. */
uint32_t glyph_next(const char **at);

/* The number of cells that a text takes. */
size_t glyph_count(const char *text);

/* The ASCII character to show instead; '?' where there is none. */
char glyph_ascii(uint32_t code);

/* The symbol of a card's suit. */
uint32_t glyph_suit(cr_card card);

/* Writes a card in two cells, as UTF-8: "T♠". */
#define GLYPH_CARD_MAX 6
void glyph_card(cr_card card, char out[GLYPH_CARD_MAX]);
