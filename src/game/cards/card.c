/* Cards as text: reading every accepted spelling, writing the one we print. */
#include "game/cards/card_text.h"

#include "base/check.h"
#include "base/err.h"

#include <string.h>

static const char rank_letters[] = "23456789TJQKA";
static const char suit_letters[] = "cdhs";

/* The suits' symbols in UTF-8, in the order of suit_letters. Printers and telephones may put a
 * variation selector after one to choose its looks; it says nothing about the card. */
#define SYMBOL_BYTES 3
static const char suit_symbols[CR_SUITS][SYMBOL_BYTES + 1] = {"\xe2\x99\xa3", "\xe2\x99\xa6",
                                                              "\xe2\x99\xa5", "\xe2\x99\xa0"};
static const char variation_selector[SYMBOL_BYTES + 1] = "\xef\xb8\x8f";

/* The most bytes of a wrong text that a message repeats. */
#define QUOTE_MAX 24

void cr_card_format(cr_card card, char out[CR_CARD_TEXT_MAX])
{
    CHECK(card < CR_DECK_CARDS);
    out[0] = rank_letters[cr_card_rank(card)];
    out[1] = suit_letters[cr_card_suit(card)];
    out[2] = '\0';
}

void text_add_cards(struct text *t, const cr_card *cards, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char card[CR_CARD_TEXT_MAX];
        cr_card_format(cards[i], card);
        text_add_format(t, "%s%s", i > 0 ? " " : "", card);
    }
}

void json_cards(struct text *t, const char *key, const cr_card *cards, unsigned count)
{
    json_open(t, key, '[');
    for (unsigned i = 0; i < count; i++) {
        char card[CR_CARD_TEXT_MAX];
        if (cards[i] == CR_NO_CARD)
            continue;
        cr_card_format(cards[i], card);
        json_text(t, NULL, card);
    }
    json_close(t, ']');
}

/* ---- Messages about faults ---- */

static bool bytes_begin(const char *text, size_t len, const char *with)
{
    return len >= SYMBOL_BYTES && memcmp(text, with, SYMBOL_BYTES) == 0;
}

/* One of the eight card symbols U+2660 to U+2667, those we read and their outlined twins. */
static bool is_symbol(const char *text, size_t len)
{
    return len >= SYMBOL_BYTES && memcmp(text, "\xe2\x99", 2) == 0 &&
           ((unsigned char)text[2] & 0xf8) == 0xa0;
}

/* Writes text between quotes: printable ASCII and card symbols as they are, any other byte as
 * \xNN, so that a message is valid UTF-8 and cannot steer a terminal. */
static void quote(struct text *t, const char *text, size_t len)
{
    size_t i = 0;
    text_add_char(t, '"');
    while (i < len && i < QUOTE_MAX) {
        unsigned char c = (unsigned char)text[i];
        if (is_symbol(text + i, len - i)) {
            text_add_len(t, text + i, SYMBOL_BYTES);
            i += SYMBOL_BYTES;
            continue;
        }
        if (c == '"' || c == '\\')
            text_add_format(t, "\\%c", c);
        else if (c >= 0x20 && c < 0x7f)
            text_add_char(t, (char)c);
        else
            text_add_format(t, "\\x%02x", c);
        i++;
    }
    text_add(t, i < len ? "...\"" : "\"");
}

/* The message is the quoted text and what is wrong with it. */
static int fault(struct cr_err *err, const char *text, size_t len, const char *what)
{
    char quoted[4 * QUOTE_MAX + 8];
    struct text t = text_in(quoted, sizeof quoted);
    quote(&t, text, len);
    return err_set(err, CR_E_INPUT, "%s %s", quoted, what);
}

static const char not_a_card[] = "is not a card: a card is a rank (2 to 9, T or 10, J, Q, K, A) "
                                 "and a suit (c, d, h, s)";

/* ---- Reading ---- */

/* The place of a letter in a list, in either case, or -1. A NUL is in no list. */
static int letter_find(const char *letters, char c)
{
    for (int i = 0; letters[i] != '\0'; i++) {
        char lower = letters[i] >= 'A' && letters[i] <= 'Z' ? (char)(letters[i] + 32) : letters[i];
        char upper = lower >= 'a' && lower <= 'z' ? (char)(lower - 32) : lower;
        if (c == lower || c == upper)
            return i;
    }
    return -1;
}

/* The bytes that the rank at the start of text takes; 0 when there is none. */
static size_t rank_read(const char *text, size_t len, unsigned *rank)
{
    if (len >= 2 && text[0] == '1' && text[1] == '0') {
        *rank = 8;
        return 2;
    }
    int found = len > 0 ? letter_find(rank_letters, text[0]) : -1;
    *rank = (unsigned)found;
    return found < 0 ? 0 : 1;
}

static size_t suit_read(const char *text, size_t len, unsigned *suit)
{
    for (unsigned s = 0; s < CR_SUITS; s++) {
        if (!bytes_begin(text, len, suit_symbols[s]))
            continue;
        *suit = s;
        bool selector = bytes_begin(text + SYMBOL_BYTES, len - SYMBOL_BYTES, variation_selector);
        return selector ? (size_t)2 * SYMBOL_BYTES : SYMBOL_BYTES;
    }
    int found = len > 0 ? letter_find(suit_letters, text[0]) : -1;
    *suit = (unsigned)found;
    return found < 0 ? 0 : 1;
}

/* The bytes that the card at the start of text takes; 0 when there is none. */
static size_t card_read(const char *text, size_t len, cr_card *card)
{
    unsigned rank;
    unsigned suit;
    size_t rank_len = rank_read(text, len, &rank);
    if (rank_len == 0)
        return 0;
    size_t suit_len = suit_read(text + rank_len, len - rank_len, &suit);
    if (suit_len == 0)
        return 0;
    *card = cr_card_make(rank, suit);
    return rank_len + suit_len;
}

int cr_card_parse(const char *text, size_t len, cr_card *out, struct cr_err *err)
{
    cr_card card;
    size_t used = card_read(text, len, &card);
    if (used == 0 || used != len)
        return fault(err, text, len, not_a_card);
    *out = card;
    return CR_OK;
}

static bool is_separator(char c)
{
    return c == ' ' || c == ',' || c == '\t' || c == '\r' || c == '\n';
}

static size_t word_length(const char *text, size_t len)
{
    size_t n = 0;
    while (n < len && !is_separator(text[n]))
        n++;
    return n;
}

/* Reads all cards, writing them only when out is not NULL. */
static int cards_scan(const char *text, size_t len, cr_card *out, size_t max, size_t *count,
                      struct cr_err *err)
{
    size_t n = 0;
    for (size_t at = 0; at < len;) {
        if (is_separator(text[at])) {
            at++;
            continue;
        }
        cr_card card;
        size_t used = card_read(text + at, len - at, &card);
        if (used == 0)
            return fault(err, text + at, word_length(text + at, len - at), not_a_card);
        if (n == max)
            return fault(err, text + at, used, "is one card too many");
        if (out)
            out[n] = card;
        n++;
        at += used;
    }
    *count = n;
    return CR_OK;
}

int cr_cards_parse(const char *text, size_t len, cr_card *out, size_t max, size_t *count,
                   struct cr_err *err)
{
    /* The first pass finds faults and the second writes, so that a text with a fault changes
     * nothing. */
    size_t n;
    int rc = cards_scan(text, len, NULL, max, &n, err);
    return rc != CR_OK ? rc : cards_scan(text, len, out, max, count, err);
}

cr_card cr_cards_repeated(const cr_card *cards, size_t count)
{
    uint64_t seen = 0;
    for (size_t i = 0; i < count; i++) {
        CHECK(cards[i] < CR_DECK_CARDS);
        uint64_t bit = UINT64_C(1) << cards[i];
        if (seen & bit)
            return cards[i];
        seen |= bit;
    }
    return CR_NO_CARD;
}
