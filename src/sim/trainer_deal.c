/* Answers with a round for a trainee: how it was dealt and played, all cards open, nothing
 * settled. */
#include "sim/practice_internal.h"
#include "sim/trainer.h"

#include "base/json_write.h"
#include "game/cards/card_text.h"
#include "game/document/round_json.h"
#include "game/meters/meters.h"
#include "game/round/actions.h"

/* Lists the cards in dealt order; a burn card stays face down. */
static void add_deal(const struct trainer *tr, struct text *t)
{
    json_open(t, "deal", '[');
    for (unsigned i = 0; i < tr->hand.deal_count; i++) {
        const unsigned to = tr->hand.deal[i].step.to;
        const bool is_seat = to >= 1 && to <= CR_SEATS;
        char card[CR_CARD_TEXT_MAX] = "";
        if (to != DEAL_BURN)
            cr_card_format(tr->hand.deal[i].card, card);
        json_open(t, NULL, '{');
        json_text(t, "to",
                  is_seat             ? "seat"
                  : to == DEAL_BOARD  ? "board"
                  : to == DEAL_DEALER ? "dealer"
                                      : "burn");
        json_count_or_null(t, "seat", is_seat ? to : 0);
        json_count(t, "part", tr->hand.deal[i].part);
        json_text_or_null(t, "card", card);
        json_close(t, '}');
    }
    json_close(t, ']');
}

static void add_seats(const struct trainer *tr, struct text *t)
{
    const struct cr_rules *rules = &tr->table.rules;
    json_open(t, "seats", '[');
    for (unsigned seat = 1; seat <= CR_SEATS; seat++) {
        const struct cr_seat *play = &tr->hand.round.play.seats[seat - 1];
        if (!play->taken)
            continue;
        json_open(t, NULL, '{');
        json_count(t, "seat", seat);
        json_stakes(t, "wagers", rules, play);
        round_json_actions(t, "actions", rules, play);
        json_flag(t, "folded", seat_folded(play));
        json_cards(t, "cards", play->cards, rules->game->hole_cards);
        json_close(t, '}');
    }
    json_close(t, ']');
}

/* The meters on the sign while the trainee pays, with this round's coins in them. */
static void add_meters(const struct trainer *tr, struct text *t)
{
    struct cr_meters shown = tr->table.meters;
    const struct cr_progressive *progressive = tr->hand.setup.progressive;
    unsigned bets = 0;
    for (unsigned i = 0; progressive && i < CR_SEATS; i++)
        bets += tr->hand.round.play.seats[i].wagers[tr->table.rules.game->progressive].micro > 0;
    if (progressive)
        meters_contribute(progressive, &shown, bets);
    json_meters(t, "meters", progressive, &shown);
}

static void answer(const struct trainer *tr, struct text *t)
{
    static const char *const announcements[] = {"qualifies", "does not qualify", NULL};
    const struct cr_game *game = tr->table.rules.game;
    json_open(t, NULL, '{');
    json_text(t, "rules", tr->table.rules.name);
    JSON_MEMBERS(t, &tr->hand.setup, seed, round);
    add_deal(tr, t);
    json_cards(t, "board", tr->hand.round.play.board, game->board_cards);
    json_open(t, "dealer", '{');
    cr_card shown[CR_DEALER_MAX];
    game_show_dealer(game, tr->hand.round.play.dealer, game->dealer_cards, shown);
    json_cards(t, "cards", shown, game->dealer_cards);
    json_close(t, '}');
    add_seats(tr, t);
    add_meters(tr, t);
    json_words(t, "announcements", announcements, game->keys & GAME_KEY_QUALIFY ? 3 : 0);
    json_open(t, "order", '[');
    for (unsigned i = 0; i < tr->item_count; i++)
        trainer_add_item(tr, NULL, &tr->items[i], t);
    json_close(t, ']');
    json_close(t, '}');
}

int trainer_deal(struct practice *p, struct ask *a, struct text *t)
{
    static const char *const known[] = {TRAINER_KEYS, NULL};
    struct trainer *tr = ask_begin(a, known, sizeof *tr);
    (void)p;
    int rc = tr ? trainer_ask(a, tr) : a->err.code;
    if (rc == CR_OK)
        answer(tr, t);
    return rc;
}
