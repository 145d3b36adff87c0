/* Draws the lower part of the screen: the player's wagers or hand, the settlement, the message, the
 * keys, and the bankroll. Also decides in which row each part of the screen begins. */
#include "app/play/glyphs.h"
#include "app/play/play_pages.h"
#include "app/play/view.h"
#include "game/games/game.h"
#include "game/round/actions.h"
#include "sim/bets.h"

#include <inttypes.h>
#include <stdio.h>

#define MARGIN 2

/* The number of cells of an entry in the key line: " Enter Deal 11.00". */
static unsigned key_cells(const struct view_key *key)
{
    return (unsigned)(glyph_count(key->name) + 2 + 1 + glyph_count(key->text));
}

/* Arranges the keys in rows, and draws them when out is not NULL. Returns the number of rows. */
static unsigned lay_keys(const struct view_keys *keys, unsigned row, struct screen *out)
{
    unsigned rows = 1, col = MARGIN;
    for (size_t i = 0; i < keys->count; i++) {
        const struct view_key *key = &keys->list[i];
        if (key->name[0] == '\0')
            continue;
        if (col > MARGIN && col + key_cells(key) > SCREEN_COLS - MARGIN) {
            rows++;
            col = MARGIN;
        }
        if (out) {
            char name[16];
            snprintf(name, sizeof name, out->color ? " %s " : "[%s]", key->name);
            unsigned width = (unsigned)glyph_count(name), down = row + rows - 1;
            screen_text(out, down, col, width, STYLE_KEY, name);
            screen_text(out, down, col + width + 1, SCREEN_COLS - col - width - 1, STYLE_KEY_TEXT,
                        key->text);
        }
        col += key_cells(key) + 2;
    }
    return rows;
}

static struct view_layout view_layout(const struct view *view, unsigned rows)
{
    struct view_layout at;
    unsigned spare = rows - SCREEN_ROWS_MIN;
    size_t message = glyph_count(view->message);
    at.dealer = 2 + (spare >= 1);
    at.seats = at.dealer + 5 + (spare >= 2);
    at.panel = at.seats + 7 + (spare >= 3);
    at.page = view->over_table ? 3 : at.seats + 5 + (spare >= 4);
    at.status = rows - 1;
    at.keys = at.status - lay_keys(&view->keys, 0, NULL);
    at.message = at.keys - (message > SCREEN_COLS - 2 * MARGIN ? 2 : 1);
    return at;
}

unsigned view_page_rows(const struct view *view, unsigned rows)
{
    struct view_layout at = view_layout(view, rows);
    return at.message > at.page ? at.message - at.page : 1;
}

static void draw_page(const struct view *view, const struct view_layout *at, struct screen *out)
{
    static const uint8_t styles[] = {
        [TONE_TEXT] = STYLE_TEXT, [TONE_HEAD] = STYLE_STRONG, [TONE_GOOD] = STYLE_GOOD,
        [TONE_BAD] = STYLE_BAD,   [TONE_DIM] = STYLE_DIM,
    };
    unsigned row = at->page;
    for (size_t i = view->page_from; i < view->page.count && row < at->message; i++, row++)
        screen_text(out, row, MARGIN, VIEW_PAGE_COLS, (enum style)styles[view->page.lines[i].tone],
                    view->page.lines[i].text);
}

struct area {
    unsigned row, col, rows, cols;
};

/* Draws a text over as many rows of an area as it needs. */
static void draw_wrapped(const char *text, struct area area, enum style style, struct screen *out)
{
    struct page page;
    page_clear(&page);
    page_add_wrapped(&page, TONE_TEXT, area.cols, 0, text);
    for (unsigned i = 0; i < page.count && i < area.rows; i++)
        screen_text(out, area.row + i, area.col, area.cols, style, page.lines[i].text);
}

/* ---- The player's wagers ---- */

static void draw_wager(const struct view *view, unsigned slot, unsigned row, struct screen *out)
{
    const struct session *s = view->session;
    const struct cr_game *game = s->setup.rules->game;
    struct cr_money amount = s->bets[view->seat - 1][slot];
    bool focus = view->slot == slot;
    enum style style = focus ? STYLE_STRONG : amount.micro > 0 ? STYLE_TEXT : STYLE_DIM;
    char text[PAGE_MONEY_MAX];
    if (focus)
        screen_put(out, row, 24, STYLE_LIGHT_ON, 0x25b8);
    screen_text(out, row, 26, 14, style, game->slots[slot].label);
    screen_text_right(out, row, 40, 12, style, amount.micro > 0 ? page_money(amount, text) : "–");
    if (bets_follows(game, slot))
        screen_text(out, row, 54, 24, STYLE_DIM, "equals the Ante");
    else if (game->slots[slot].is_progressive && amount.micro > 0)
        screen_put(out, row, 54, STYLE_LIGHT_ON, 0x25c9);
}

static void draw_wagers(const struct view *view, const struct view_layout *at, struct screen *out)
{
    const struct session *s = view->session;
    const struct cr_game *game = s->setup.rules->game;
    char text[PAGE_TEXT_MAX], amount[PAGE_MONEY_MAX];
    unsigned row = at->panel;
    snprintf(text, sizeof text, "Your wagers at seat %u", view->seat);
    screen_text(out, row++, 26, 40, STYLE_DIM, text);
    for (unsigned slot = 0; slot < game->slot_count && row < at->message; slot++)
        if (bets_follows(game, slot) || bets_is_free(s->setup.rules, s->setup.progressive, slot))
            draw_wager(view, slot, row++, out);
    if (row < at->message) {
        screen_text(out, row, 26, 14, STYLE_DIM, "together");
        screen_text_right(out, row, 40, 12, STYLE_DIM,
                          page_money(bets_total(s->bets[view->seat - 1]), amount));
    }
}

/* ---- The player's hand ---- */

static void draw_stakes(const struct view *view, const struct view_layout *at, struct screen *out)
{
    const struct session *s = view->session;
    const struct cr_game *game = s->setup.rules->game;
    struct cr_money stakes[CR_SLOTS];
    seat_stakes(s->setup.rules, &s->round.play.seats[view->seat - 1], stakes);
    unsigned row = at->panel;
    for (unsigned slot = 0; slot < game->slot_count && row < at->message; slot++) {
        if (game->slots[slot].kind == SLOT_BONUS ||
            (slot == game->progressive && !s->setup.progressive))
            continue;
        char amount[PAGE_MONEY_MAX];
        enum style style = stakes[slot].micro > 0 ? STYLE_TEXT : STYLE_DIM;
        screen_text(out, row, 54, 12, style, game->slots[slot].label);
        screen_text_right(out, row, 66, 11, style,
                          stakes[slot].micro > 0 ? page_money(stakes[slot], amount) : "–");
        row++;
    }
}

static void draw_hand(const struct view *view, const struct view_layout *at, struct screen *out)
{
    const struct session *s = view->session;
    const struct cr_game *game = s->setup.rules->game;
    const struct cr_seat *seat = &s->round.play.seats[view->seat - 1];
    unsigned col = 5, pitch = CARD_COLS + 1;
    if (!seat->taken)
        return;
    for (unsigned i = 0; i < game->hole_cards; i++)
        card_draw(out, at->panel + 1, col + i * pitch, seat->cards[i],
                  seat->cards[i] < CR_DECK_CARDS ? CARD_UP : CARD_NONE);
    col += game->hole_cards * pitch + 2;
    char text[PAGE_TEXT_MAX], name[CR_HAND_NAME_MAX];
    snprintf(text, sizeof text, "Your hand at seat %u%s", view->seat,
             seat_folded(seat) ? ", folded" : "");
    screen_text(out, at->panel + 1, col, 52 - col, STYLE_DIM, text);
    pages_hand(&s->round, seat->cards, name);
    draw_wrapped(name, (struct area){at->panel + 2, col, 3, 52 - col}, STYLE_STRONG, out);
    draw_stakes(view, at, out);
}

/* ---- Message, keys, status ---- */

static void draw_message(const struct view *view, const struct view_layout *at, struct screen *out)
{
    const struct area area = {at->message, MARGIN, at->keys - at->message,
                              SCREEN_COLS - 2 * MARGIN};
    screen_fill(out, area.row, 0, area.rows, SCREEN_COLS, STYLE_FELT, ' ');
    draw_wrapped(view->message, area, view->is_fault ? STYLE_BAD : STYLE_STRONG, out);
}

static void draw_status(const struct session *s, unsigned row, struct screen *out)
{
    char text[PAGE_TEXT_MAX], amount[PAGE_MONEY_MAX];
    screen_fill(out, row, 0, 1, SCREEN_COLS, STYLE_STATUS, ' ');
    unsigned col = MARGIN;
    col += screen_text(out, row, col, 9, STYLE_STATUS, "Bankroll ");
    col += screen_text(out, row, col, 20, STYLE_STATUS_STRONG, page_money(session_free(s), amount));
    if (session_at_stake(s).micro > 0) {
        snprintf(text, sizeof text, "   at stake %s", page_money(session_at_stake(s), amount));
        col += screen_text(out, row, col, 28, STYLE_STATUS, text);
    }
    snprintf(text, sizeof text, "   session %s", page_money_signed(s->stats.net, amount));
    col += screen_text(out, row, col, 28, STYLE_STATUS, text);
    snprintf(text, sizeof text, "round %" PRIu64 "   seed %" PRIu64, s->number, s->setup.seed);
    if (col + 2 < SCREEN_COLS - MARGIN)
        screen_text_right(out, row, col + 2, SCREEN_COLS - MARGIN - col - 2, STYLE_STATUS, text);
}

static void panel_draw(const struct view *view, const struct view_layout *at, struct screen *out)
{
    enum session_state state = session_state(view->session);
    if (view->page.count > 0)
        draw_page(view, at, out);
    else if (state == SESSION_BETTING)
        draw_wagers(view, at, out);
    else
        draw_hand(view, at, out);
    draw_message(view, at, out);
    screen_fill(out, at->keys, 0, at->status - at->keys, SCREEN_COLS, STYLE_KEY_TEXT, ' ');
    lay_keys(&view->keys, at->keys, out);
    draw_status(view->session, at->status, out);
}

void view_draw(const struct view *view, struct screen *out)
{
    struct view_layout at = view_layout(view, out->rows);
    felt_draw(view, &at, out);
    panel_draw(view, &at, out);
}
