/* Pages of text: the settlement explained, the rules in force, the summary. The screen shows a part
 * at a time; plain mode prints them. */
#pragma once

#include <croupier/money.h>

#include <stddef.h>
#include <stdint.h>

enum tone { TONE_TEXT, TONE_HEAD, TONE_GOOD, TONE_BAD, TONE_DIM };

#define PAGE_TEXT_MAX  256
#define PAGE_LINES_MAX 256

struct page_line {
    uint8_t tone; /* enum tone */
    char text[PAGE_TEXT_MAX];
};

/* Lines beyond PAGE_LINES_MAX are dropped; no page has nearly as many. */
struct page {
    size_t count;
    struct page_line lines[PAGE_LINES_MAX];
};

void page_clear(struct page *page);
void page_add(struct page *page, enum tone tone, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Adds a text over as many lines as it needs; lines after the first start at column indent. width 0
 * does not wrap. */
void page_add_wrapped(struct page *page, enum tone tone, size_t width, size_t indent,
                      const char *text);

/* Writes an amount for people: "10,000.14", rounded down to the cent (MET-5); the second function
 * writes a plus sign, too. Returns out. */
#define PAGE_MONEY_MAX 40
const char *page_money(struct cr_money m, char out[PAGE_MONEY_MAX]);
const char *page_money_signed(struct cr_money m, char out[PAGE_MONEY_MAX]);
