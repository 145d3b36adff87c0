/* The order in which the cards of a round leave the deck (PG-2, PG-4, UTH-4, TCP-1, LIR-2, MS-2).
 */
#include "game/round/deal.h"

#include "base/check.h"
#include "game/games/game.h"

unsigned deal_seat_in_order(const struct cr_rules *rules, unsigned button, unsigned n)
{
    unsigned first = rules->deal.from_button ? button + rules->deal.after_button : 1;
    return (first - 1 + n) % CR_SEATS + 1;
}

static void add_step(struct deal_plan *plan, unsigned to, unsigned index)
{
    CHECK(plan->count < DEAL_STEPS_MAX);
    plan->steps[plan->count++] = (struct deal_step){(uint8_t)to, (uint8_t)index};
}

/* Deals each taken seat, in order, its cards from index `from` up to the one before `to`. */
static void add_turn(const struct cr_rules *rules, unsigned taken, unsigned button, unsigned from,
                     unsigned to, struct deal_plan *plan)
{
    for (unsigned n = 0; n < CR_SEATS; n++) {
        const unsigned seat = deal_seat_in_order(rules, button, n);
        for (unsigned c = from; c < to && (taken & 1u << seat); c++)
            add_step(plan, seat, c);
    }
}

/* Deals all hands, the dealer's last: one card a turn, or each whole hand at once. */
static void add_hands(const struct cr_rules *rules, unsigned taken, unsigned button,
                      struct deal_plan *plan)
{
    const unsigned hole = rules->game->hole_cards, dealer = rules->game->dealer_cards;
    if (!rules->deal.one_at_a_time) {
        add_turn(rules, taken, button, 0, hole, plan);
        for (unsigned c = 0; c < dealer; c++)
            add_step(plan, DEAL_DEALER, c);
        return;
    }
    for (unsigned c = 0; c < hole || c < dealer; c++) {
        if (c < hole)
            add_turn(rules, taken, button, c, c + 1, plan);
        if (c < dealer)
            add_step(plan, DEAL_DEALER, c);
    }
}

static void add_board(const struct cr_rules *rules, unsigned from, unsigned to,
                      struct deal_plan *plan)
{
    if (from < to && rules->deal.burn)
        add_step(plan, DEAL_BURN, 0);
    for (unsigned i = from; i < to; i++)
        add_step(plan, DEAL_BOARD, i);
    if (from < to && to == rules->game->board_cards && rules->deal.discard)
        add_step(plan, DEAL_BURN, 0);
}

void deal_plan_make(const struct cr_rules *rules, unsigned taken, unsigned button,
                    struct deal_plan *out)
{
    const struct cr_game *game = rules->game;
    *out = (struct deal_plan){0};
    unsigned on_table = 0; /* board cards dealt, open or not */
    if (rules->deal.community_first) {
        add_board(rules, 0, game->board_cards, out);
        on_table = game->board_cards;
    }
    add_hands(rules, taken, button, out);
    if (game->board_face_down) {
        add_board(rules, on_table, game->board_cards, out);
        on_table = game->board_cards;
    }
    for (unsigned part = 0; part <= game->stage_count; part++) {
        unsigned open =
            part < game->stage_count ? game->stages[part].board_visible : game->board_cards;
        if (open > on_table) {
            add_board(rules, on_table, open, out);
            on_table = open;
        }
        out->open[part] = (uint8_t)open;
        out->part_end[part] = out->count;
    }
}
