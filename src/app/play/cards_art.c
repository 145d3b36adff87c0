/* Draws cards: as cream blocks with colour, as boxes without. */
#include "app/play/glyphs.h"
#include "app/play/view.h"

static enum style ink(cr_card card)
{
    unsigned suit = cr_card_suit(card);
    return suit == 1 || suit == 2 ? STYLE_CARD_RED : STYLE_CARD_BLACK;
}

/* The rank in the corner of a card: "10", "A". */
static const char *corner(cr_card card)
{
    static const char *const ranks[CR_RANKS] = {"2", "3",  "4", "5", "6", "7", "8",
                                                "9", "10", "J", "Q", "K", "A"};
    return ranks[cr_card_rank(card)];
}

static void draw_box(struct screen *out, unsigned row, unsigned col, enum style style)
{
    static const char *const lines[CARD_ROWS] = {"┌───┐", "│   │", "└───┘"};
    for (unsigned r = 0; r < CARD_ROWS; r++)
        screen_text(out, row + r, col, CARD_COLS, style, lines[r]);
}

static void draw_up(struct screen *out, unsigned row, unsigned col, cr_card card)
{
    enum style style = ink(card);
    if (out->color) {
        screen_fill(out, row, col, CARD_ROWS, CARD_COLS, style, ' ');
        screen_text(out, row, col, 2, style, corner(card));
        screen_put(out, row + 1, col + 2, style, glyph_suit(card));
        screen_text_right(out, row + 2, col, CARD_COLS, style, corner(card));
    } else {
        draw_box(out, row, col, STYLE_TEXT);
        screen_text(out, row + 1, col + 1, 2, style, corner(card));
        screen_put(out, row + 1, col + 3, style, glyph_suit(card));
    }
}

void card_draw(struct screen *out, unsigned row, unsigned col, cr_card card, enum card_face face)
{
    if (face == CARD_UP) {
        draw_up(out, row, col, card);
    } else if (face == CARD_NONE) {
        draw_box(out, row, col, STYLE_FELT);
    } else if (out->color) {
        screen_fill(out, row, col, CARD_ROWS, CARD_COLS, STYLE_CARD_BACK, 0x2591);
    } else {
        draw_box(out, row, col, STYLE_TEXT);
        screen_fill(out, row + 1, col + 1, 1, 3, STYLE_CARD_BACK, 0x2591);
    }
}

void card_draw_line(struct screen *out, unsigned row, unsigned col, unsigned width,
                    const cr_card *cards, unsigned count, enum card_face face)
{
    unsigned pad = out->color && count < 3, each = 2 + 2 * pad;
    /* cards stand without a gap when there is no room for one */
    unsigned pitch = count * (each + 1) - 1 <= width ? each + 1 : each;
    unsigned length = count * pitch - (pitch - each);
    unsigned at = col + (length < width ? (width - length) / 2 : 0);
    for (unsigned i = 0; i < count; i++, at += pitch) {
        if (cards[i] >= CR_DECK_CARDS)
            continue;
        if (face != CARD_UP) {
            screen_fill(out, row, at, 1, each, STYLE_CARD_BACK, 0x2591);
            continue;
        }
        char text[GLYPH_CARD_MAX];
        glyph_card(cards[i], text);
        screen_fill(out, row, at, 1, each, ink(cards[i]), ' ');
        screen_text(out, row, at + pad, 2, ink(cards[i]), text);
    }
}
