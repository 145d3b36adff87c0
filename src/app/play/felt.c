/* Draws the upper part of the screen: title, sign, the dealer's hand, the board, and seven seats in
 * an arc.
 *
 * The table is shown as its players see it, who face the dealer: seat 1, at the dealer's left, is
 * on the right of the screen. Cards are dealt from right to left, and paid from left to right. */
#include "app/play/view.h"
#include "game/document/explain.h"
#include "game/games/game.h"
#include "game/round/actions.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define SEAT_COLS  11
#define SEAT_WIDTH 9
#define STAKE_COLS 4

/* By how many rows each seat is lowered in the arc. */
static const uint8_t sag[CR_SEATS] = {0, 1, 2, 2, 2, 1, 0};

static void draw_title(const struct session *s, struct screen *out)
{
    const struct cr_rules *rules = s->setup.rules;
    screen_fill(out, 0, 0, 1, SCREEN_COLS, STYLE_TITLE, ' ');
    unsigned used = screen_text(out, 0, 2, SCREEN_COLS - 4, STYLE_TITLE, rules->title);
    if (used + 8 < SCREEN_COLS)
        screen_text_right(out, 0, used + 4, SCREEN_COLS - used - 6, STYLE_TITLE_DIM, rules->house);
}

/* The seat with the largest award of the round, for the sign; 0 when there was none. */
static unsigned award_seat(const struct session *s)
{
    unsigned best = 0;
    for (unsigned seat = CR_SEATS; s->round.phase == ROUND_SETTLED && seat >= 1; seat--) {
        const struct cr_seat_result *result = &s->round.settlement.seats[seat - 1];
        if (result->award.paid &&
            (best == 0 ||
             result->award.amount.micro > s->round.settlement.seats[best - 1].award.amount.micro))
            best = seat;
    }
    return best;
}

static void draw_award(const struct session *s, unsigned seat, struct screen *out)
{
    const struct cr_award_result *award = &s->round.settlement.seats[seat - 1].award;
    char text[PAGE_TEXT_MAX], amount[PAGE_MONEY_MAX];
    snprintf(text, sizeof text, "★  Seat %u: %s, %s%s%s  ★", seat,
             cr_category_name((enum cr_category)award->category), page_money(award->amount, amount),
             award->from == CR_FROM_TRAY ? "" : " from ",
             award->from == CR_FROM_TRAY ? "" : s->setup.progressive->meters[award->from].name);
    screen_fill(out, 1, 0, 1, SCREEN_COLS, STYLE_SIGN_WIN, ' ');
    screen_text_centre(out, 1, 0, SCREEN_COLS, STYLE_SIGN_WIN, text);
}

static void draw_sign(const struct view *view, struct screen *out)
{
    const struct cr_progressive *progressive = view->session->setup.progressive;
    unsigned winner = award_seat(view->session);
    if (winner > 0) {
        draw_award(view->session, winner, out);
        return;
    }
    screen_fill(out, 1, 0, 1, SCREEN_COLS, STYLE_SIGN, ' ');
    if (!progressive) {
        screen_text_centre(out, 1, 0, SCREEN_COLS, STYLE_SIGN_NAME, "no progressive");
        return;
    }
    unsigned each = SCREEN_COLS / progressive->meter_count;
    for (unsigned i = 0; i < progressive->meter_count; i++) {
        char name[CR_NAME_MAX], amount[PAGE_MONEY_MAX];
        snprintf(name, sizeof name, "%s", progressive->meters[i].name);
        for (char *c = name; *c != '\0'; c++)
            *c = (char)toupper((unsigned char)*c);
        page_money(view->meters.meters[i].amount, amount);
        unsigned length = (unsigned)(strlen(name) + strlen(amount)) + 1;
        unsigned col = i * each + (length < each ? (each - length) / 2 : 0);
        col += screen_text(out, 1, col, each, STYLE_SIGN_NAME, name) + 1;
        screen_text(out, 1, col, SCREEN_COLS - col, STYLE_SIGN, amount);
    }
}

static enum card_face board_face(const struct round *r, unsigned i)
{
    return r->play.board[i] >= CR_DECK_CARDS ? CARD_NONE : i < r->open ? CARD_UP : CARD_DOWN;
}

static enum card_face dealer_face(const struct round *r, unsigned i)
{
    const struct cr_game *game = r->rules->game;
    bool shown = r->phase == ROUND_SHOWDOWN || r->phase == ROUND_SETTLED ||
                 i + game->dealer_open >= game->dealer_cards;
    return r->play.dealer[i] >= CR_DECK_CARDS ? CARD_NONE : shown ? CARD_UP : CARD_DOWN;
}

static unsigned burnt(const struct round *r)
{
    unsigned n = 0;
    for (unsigned i = 0; i < r->dealt; i++)
        n += r->plan.steps[i].to == DEAL_BURN;
    return n;
}

static void draw_dealer(const struct session *s, unsigned row, struct screen *out)
{
    const struct round *r = &s->round;
    const struct cr_game *game = s->setup.rules->game;
    unsigned pitch = CARD_COLS + 1,
             hand = game->dealer_cards > 0 ? game->dealer_cards * pitch - 1 : 0;
    unsigned board = game->board_cards > 0 ? game->board_cards * pitch - 1 : 0;
    unsigned gap = hand > 0 && board > 0 ? 4 : 0, col = (SCREEN_COLS - hand - gap - board) / 2;
    if (hand > 0)
        screen_text_centre(out, row, col, hand, STYLE_DIM, "DEALER");
    cr_card shown[CR_DEALER_MAX];
    memcpy(shown, r->play.dealer, sizeof shown);
    if (r->phase == ROUND_SHOWDOWN || r->phase == ROUND_SETTLED)
        game_show_dealer(game, r->play.dealer, game->dealer_cards, shown);
    for (unsigned i = 0; i < game->dealer_cards; i++)
        card_draw(out, row + 1, col + i * pitch, shown[i], dealer_face(r, i));
    col += hand + gap;
    if (board > 0)
        screen_text_centre(out, row, col, board, STYLE_DIM, "BOARD");
    for (unsigned i = 0; i < game->board_cards; i++)
        card_draw(out, row + 1, col + i * pitch, r->play.board[i], board_face(r, i));
    char line[PAGE_TEXT_MAX];
    if (burnt(r) > 0) {
        snprintf(line, sizeof line, "burnt %u", burnt(r));
        screen_text_right(out, row, SCREEN_COLS - 12, 10, STYLE_DIM, line);
    }
    if (r->phase == ROUND_SETTLED) {
        struct text text = text_in(line, sizeof line);
        explain_dealer(s->setup.rules, &r->settlement, &text);
        screen_text_centre(out, row + 4, 2, SCREEN_COLS - 4, STYLE_STRONG, line);
    }
}

/* ---- Seats ---- */

/* Writes a short amount, rounded down: "25", "2.5", "10k". The lower part of the screen has the
 * exact one. */
static void short_money(struct cr_money m, char out[PAGE_MONEY_MAX])
{
    static const char units[] = " kmb";
    int64_t tenths = m.micro / (CR_MICRO_PER_UNIT / 10);
    unsigned unit = 0;
    for (; tenths >= 10000 && units[unit + 1] != '\0'; tenths /= 1000)
        unit++;
    char suffix[2] = {units[unit] == ' ' ? '\0' : units[unit], '\0'};
    if (unit == 0 && tenths < 100 && tenths % 10 != 0)
        snprintf(out, PAGE_MONEY_MAX, "%d.%d", (int)(tenths / 10), (int)(tenths % 10));
    else
        snprintf(out, PAGE_MONEY_MAX, "%d%s", (int)(tenths / 10), suffix);
}

/* The initials of a label: "PP" for "Pair Plus", "A" for "Ante". */
static void initials(const char *label, char out[4])
{
    size_t n = 0;
    for (size_t i = 0; label[i] != '\0' && n < 3; i++)
        if (i == 0 || label[i - 1] == ' ')
            out[n++] = label[i];
    out[n] = '\0';
}

/* Draws the stakes of a seat, two in each row: those placed before the deal first, then the later
 * bets. */
static void draw_stakes(const struct session *s, unsigned seat, unsigned row, unsigned col,
                        struct screen *out)
{
    const struct cr_game *game = s->setup.rules->game;
    struct cr_money stakes[CR_SLOTS];
    seat_stakes(s->setup.rules, &s->round.play.seats[seat - 1], stakes);
    unsigned n = 0;
    for (unsigned i = 0; i < 2u * game->slot_count && n < 4; i++) {
        unsigned slot = i % game->slot_count;
        bool placed = game->slots[slot].kind == SLOT_PLACED;
        if (stakes[slot].micro == 0 || slot == game->progressive ||
            placed != (i < game->slot_count))
            continue;
        char letter[4], amount[PAGE_MONEY_MAX];
        initials(game->slots[slot].label, letter);
        short_money(stakes[slot], amount);
        unsigned at = col + n % 2 * (STAKE_COLS + 1), down = row + n / 2;
        unsigned used = screen_text(out, down, at, 2, STYLE_DIM, letter);
        screen_text_right(out, down, at + used, STAKE_COLS - used, STYLE_TEXT, amount);
        n++;
    }
}

static void draw_label(const struct view *view, unsigned seat, unsigned row, unsigned col,
                       struct screen *out)
{
    const struct session *s = view->session;
    const struct cr_seat *at = &s->round.play.seats[seat - 1];
    bool own = (s->setup.own & 1u << seat) != 0;
    bool turn = s->round.turn == seat || (s->round.phase == ROUND_BETTING && view->seat == seat);
    char text[32];
    snprintf(text, sizeof text, turn && !out->color ? "[%u%s]" : " %u%s ", seat, own ? " YOU" : "");
    enum style style = turn        ? STYLE_SEAT_TURN
                       : own       ? STYLE_SEAT_OWN
                       : at->taken ? STYLE_SEAT
                                   : STYLE_FELT;
    unsigned length = (unsigned)strlen(text), start = col + (SEAT_WIDTH - length) / 2;
    screen_text(out, row, start, length, style, text);
    unsigned slot = s->setup.rules->game->progressive;
    if (at->taken && s->setup.progressive) {
        bool lit = at->wagers[slot].micro > 0;
        screen_put(out, row, start + length, lit ? STYLE_LIGHT_ON : STYLE_FELT,
                   lit ? 0x25c9 : 0x25cb);
    }
    if (s->setup.rules->deal.from_button && s->round.button == seat)
        screen_put(out, row, start - 1, STYLE_STRONG, 0x25cf);
}

static void draw_result(const struct session *s, unsigned seat, unsigned row, unsigned col,
                        struct screen *out)
{
    struct cr_money net = s->round.settlement.seats[seat - 1].net;
    char text[PAGE_MONEY_MAX];
    page_money_signed(net, text);
    screen_text_centre(out, row, col, SEAT_WIDTH,
                       net.micro > 0   ? STYLE_GOOD
                       : net.micro < 0 ? STYLE_BAD
                                       : STYLE_TEXT,
                       text);
}

static void draw_seat(const struct view *view, unsigned seat, unsigned row, struct screen *out)
{
    const struct session *s = view->session;
    const struct cr_seat *at = &s->round.play.seats[seat - 1];
    unsigned col = 2 + (CR_SEATS - seat) * SEAT_COLS;
    row += sag[seat - 1];
    draw_label(view, seat, row, col, out);
    if (!at->taken)
        return;
    bool shown = (s->setup.own & 1u << seat) || s->round.phase == ROUND_SETTLED;
    card_draw_line(out, row + 1, col, SEAT_WIDTH, at->cards, s->setup.rules->game->hole_cards,
                   shown ? CARD_UP : CARD_DOWN);
    if (s->round.phase == ROUND_SETTLED) {
        draw_result(s, seat, row + 2, col, out);
        return;
    }
    draw_stakes(s, seat, row + 2, col, out);
    if (at->action_count > 0) {
        char word[CR_ACTION_TEXT_MAX];
        unsigned last = at->action_count - 1u;
        cr_action_format(s->setup.rules, last, at->actions[last], word);
        screen_text_centre(out, row + 4, col, SEAT_WIDTH, STYLE_DIM, word);
    }
}

void felt_draw(const struct view *view, const struct view_layout *at, struct screen *out)
{
    draw_title(view->session, out);
    draw_sign(view, out);
    if (view->over_table)
        return;
    draw_dealer(view->session, at->dealer, out);
    for (unsigned seat = 1; seat <= CR_SEATS; seat++)
        draw_seat(view, seat, at->seats, out);
}
