/* An example of the library: one round of Ultimate Texas Hold'em, settled and judged.
 *
 *   cc settle_round.c $(pkg-config --cflags --libs croupier) -o settle_round
 *
 * A seat holds A♠ K♠ and raises four times its Ante; the board makes it a royal flush with the
 * flop, so the progressive pays the whole Mega meter. */
#include <croupier/analysis.h>
#include <croupier/cards.h>
#include <croupier/rules.h>
#include <croupier/settle.h>

#include <stdio.h>
#include <string.h>

static int fail(const char *what, const struct cr_err *err)
{
    fprintf(stderr, "%s: %s\n", what, err->text);
    return 1;
}

/* Puts a wager into the slot of that name. */
static void bet(const struct cr_rules *rules, struct cr_seat *seat, const char *slot, int units)
{
    seat->wagers[cr_slot_find(rules->game, slot, strlen(slot))] = cr_money_from_units(units);
}

static int deal(const char *text, cr_card *out, size_t count, struct cr_err *err)
{
    size_t dealt = 0;
    return cr_cards_parse(text, strlen(text), out, count, &dealt, err);
}

int main(void)
{
    struct cr_err err = {0};
    struct cr_rules rules;
    struct cr_progressive progressive;
    if (cr_rules_load("uth-cn", &rules, &err) ||
        cr_progressive_load(rules.progressive, &progressive, &err))
        return fail("rules", &err);

    struct cr_meters meters;
    cr_meters_init(&progressive, &meters);

    struct cr_round round = {0};
    struct cr_seat *seat = &round.seats[0];
    seat->taken = true;
    bet(&rules, seat, "ante", 10);
    bet(&rules, seat, "blind", 10);
    bet(&rules, seat, "progressive", 1);
    seat->actions[seat->action_count++] = cr_action_bet(4);
    if (deal("As Ks", seat->cards, 2, &err) || deal("Qs Js Ts 2d 3c", round.board, 5, &err) ||
        deal("2h 7c", round.dealer, 2, &err))
        return fail("cards", &err);

    struct cr_settlement settlement;
    if (cr_settle(&rules, &progressive, &meters, &round, &settlement, &err))
        return fail("round", &err);

    char name[CR_HAND_NAME_MAX], amount[CR_MONEY_TEXT_MAX];
    cr_hand_name(settlement.seats[0].rank, name);
    printf("seat 1 has a %s\n", name);
    for (unsigned i = 0; i < settlement.payment_count; i++) {
        const struct cr_payment_line *line = &settlement.payments[i];
        cr_money_format(line->amount, amount);
        printf("  %-12s pays %s\n", cr_slot_name(rules.game, line->slot), amount);
    }
    cr_money_format(settlement.seats[0].net, amount);
    printf("  net %s\n", amount);

    /* What would a hand that had checked be worth on this flop? Exact, in Antes. */
    struct cr_position position;
    if (cr_analyze_position(&rules, seat->cards, round.board, 3, NULL, 0, &position, &err))
        return fail("position", &err);
    for (unsigned i = 0; i < position.option_count; i++)
        printf("  %-5s after the flop is worth %.6f\n", position.options[i].name,
               cr_rational_value(position.options[i].ev));
    return 0;
}
