/* Whether a round could have been played: cards, seats, wagers, actions. Every fault says what is
 * wrong and by which rule. The step machine asks the same questions, one at a time. */
#include "game/round/play_check.h"

#include "base/err.h"
#include "base/money.h"
#include "game/round/actions.h"
#include "game/rules/paragraphs.h"

#include <stdio.h>

/* PG-1, UTH-1: posted limits. Nothing is formatted unless there is a fault: this is hot. */
static int check_limits(const struct cr_rules *rules, unsigned slot, struct cr_money wager,
                        struct cr_err *err)
{
    const struct cr_limits *limits = &rules->limits[slot];
    bool below = wager.micro < limits->min.micro;
    bool above = limits->max.micro > 0 && wager.micro > limits->max.micro;
    if (!below && !above)
        return CR_OK;
    char amount[CR_MONEY_TEXT_MAX], limit[CR_MONEY_TEXT_MAX];
    cr_money_format(wager, amount);
    cr_money_format(below ? limits->min : limits->max, limit);
    return err_set(err, CR_E_INPUT, "%s %s is %s of %s", rules->game->slots[slot].label, amount,
                   below ? "below the posted minimum" : "above the posted maximum", limit);
}

/* UTH-2, PG-9: one coin, exactly the bet. */
static int check_progressive(const struct cr_progressive *progressive, struct cr_money wager,
                             struct cr_err *err)
{
    if (!progressive)
        return err_set(err, CR_E_INPUT, "a progressive wager, but there is no progressive here");
    if (wager.micro == progressive->bet.micro)
        return CR_OK;
    char amount[CR_MONEY_TEXT_MAX], bet[CR_MONEY_TEXT_MAX];
    cr_money_format(wager, amount);
    cr_money_format(progressive->bet, bet);
    return err_set(err, CR_E_INPUT, "progressive wager %s is not exactly the bet of %s (%s)",
                   amount, bet, progressive->name);
}

/* What is wrong with a wager under the rules of any house. */
static const char *wager_fault(const struct game_slot *place, struct cr_money wager)
{
    if (place->kind != SLOT_PLACED)
        return "is not bet before the deal";
    if (wager.micro < 0)
        return "is negative";
    if (wager.micro > CR_MONEY_INPUT_MAX_MICRO)
        return "is more than 1,000,000,000.00";
    return "is finer than a cent";
}

int check_wager(const struct cr_rules *rules, const struct cr_progressive *progressive,
                unsigned slot, struct cr_money wager, struct cr_err *err)
{
    if (slot >= rules->game->slot_count)
        return err_set(err, CR_E_INPUT, "%s has no wager number %u", rules->game->title, slot);
    const struct game_slot *place = &rules->game->slots[slot];
    const uint64_t micro = (uint64_t)wager.micro; /* a negative amount becomes a huge one */
    if (place->kind != SLOT_PLACED || micro > CR_MONEY_INPUT_MAX_MICRO ||
        micro % CR_MICRO_PER_CENT != 0)
        return err_set(err, CR_E_INPUT, "%s %s", place->label, wager_fault(place, wager));
    if (place->is_progressive)
        return check_progressive(progressive, wager, err);
    if (rules->bet_parts > 1 && slot == rules->game->ante &&
        micro % (CR_MICRO_PER_CENT * rules->bet_parts) != 0)
        return err_set(err, CR_E_INPUT,
                       "%s %s has no half of whole cents, which %s bets; make its cents even",
                       place->label, money_text(wager).text, rules->name);
    return check_limits(rules, slot, wager, err);
}

int check_seat_wagers(const struct cr_rules *rules, const struct cr_progressive *progressive,
                      const struct cr_seat *seat, struct cr_err *err)
{
    bool any = false;
    for (unsigned s = 0; s < CR_SLOTS; s++) {
        if (seat->wagers[s].micro == 0)
            continue;
        int rc = check_wager(rules, progressive, s, seat->wagers[s], err);
        if (rc != CR_OK)
            return rc;
        any = true;
    }
    if (!any)
        return err_set(err, CR_E_INPUT, "no wager");
    return rules->game->check_wagers(rules, seat->wagers, err);
}

static int check_actions(const struct cr_rules *rules, const struct cr_seat *seat,
                         struct cr_err *err)
{
    if (seat->action_count > 0 && seat->wagers[rules->game->ante].micro == 0)
        return err_set(err, CR_E_INPUT, "an action, but a seat without an Ante has none to take");
    if (seat->action_count > rules->game->stage_count)
        return err_set(err, CR_E_INPUT, "too many actions");
    bool is_over;
    const unsigned legal = actions_legal(rules, seat, &is_over);
    if (legal < seat->action_count)
        return err_set(err, CR_E_INPUT, "action %u is not allowed there", legal + 1);
    if (!is_over && seat->wagers[rules->game->ante].micro != 0)
        return err_set(err, CR_E_INPUT, "action %u is missing", seat->action_count + 1u);
    return CR_OK;
}

int check_patrons(const struct cr_rules *rules, const struct cr_round *round, struct cr_err *err)
{
    unsigned most = rules->one_hand || round->one_hand ? 1 : rules->hands_max;
    for (unsigned i = 0; i < CR_SEATS; i++) {
        if (!round->seats[i].taken || round->seats[i].patron == 0)
            continue;
        unsigned hands = 0;
        for (unsigned j = 0; j <= i; j++)
            hands += round->seats[j].taken && round->seats[j].patron == round->seats[i].patron;
        if (hands > most)
            return rules_cite(rules, "UTH-16", err,
                              err_set(err, CR_E_INPUT, "seat %u: a patron holds at most %u %s here",
                                      i + 1, most, most == 1 ? "seat" : "seats"));
    }
    return CR_OK;
}

/* Adds cards to those seen; a card that is missing or already seen is a fault. place is the seat's
 * number, 0 for the board, CR_SEATS + 1 for the dealer. */
static int see_cards(uint64_t *seen, const cr_card *cards, unsigned count, unsigned place,
                     struct cr_err *err)
{
    for (unsigned i = 0; i < count; i++) {
        cr_card card = cards[i];
        if (card < CR_DECK_CARDS && !(*seen & UINT64_C(1) << card)) {
            *seen |= UINT64_C(1) << card;
            continue;
        }
        char where[16] = "board", name[CR_CARD_TEXT_MAX] = "";
        if (place > 0)
            snprintf(where, sizeof where, place > CR_SEATS ? "dealer" : "seat %u", place);
        if (card >= CR_DECK_CARDS)
            return err_set(err, CR_E_INPUT, "%s: card %u is missing", where, i + 1);
        cr_card_format(card, name);
        return err_set(err, CR_E_INPUT, "%s: the card %s is there twice", where, name);
    }
    return CR_OK;
}

struct gathered {
    uint64_t seen; /* a bit for each card */
    cr_card bits;  /* all numbers or'ed: one above 63 has no bit of its own in seen */
};

static inline void gather(struct gathered *all, const cr_card *cards, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        all->seen |= UINT64_C(1) << cards[i] % 64;
        all->bits |= cards[i];
    }
}

/* Whether all cards are there and distinct: then there are as many bits as cards. Nearly every
 * round passes this quick test; only after it fails does check_cards look for the card at fault. */
static bool are_cards_apart(const struct cr_game *game, const struct cr_round *round)
{
    unsigned count = (unsigned)game->board_cards + game->dealer_cards;
    struct gathered all = {0};
    gather(&all, round->board, game->board_cards);
    gather(&all, round->dealer, game->dealer_cards);
    for (unsigned i = 0; i < CR_SEATS; i++) {
        if (!round->seats[i].taken)
            continue;
        gather(&all, round->seats[i].cards, game->hole_cards);
        count += game->hole_cards;
    }
    return all.bits < 64 && all.seen >> CR_DECK_CARDS == 0 &&
           (unsigned)__builtin_popcountll(all.seen) == count;
}

static int check_cards(const struct cr_rules *rules, const struct cr_round *round,
                       struct cr_err *err)
{
    const struct cr_game *game = rules->game;
    if (are_cards_apart(game, round))
        return CR_OK;
    uint64_t seen = 0;
    int rc = see_cards(&seen, round->board, game->board_cards, 0, err);
    if (rc == CR_OK)
        rc = see_cards(&seen, round->dealer, game->dealer_cards, CR_SEATS + 1, err);
    for (unsigned i = 0; i < CR_SEATS && rc == CR_OK; i++)
        if (round->seats[i].taken)
            rc = see_cards(&seen, round->seats[i].cards, game->hole_cards, i + 1, err);
    return rc;
}

int check_seats(const struct cr_rules *rules, const struct cr_progressive *progressive,
                const struct cr_round *round, bool has_actions, struct cr_err *err)
{
    bool any = false;
    for (unsigned i = 0; i < CR_SEATS; i++) {
        const struct cr_seat *seat = &round->seats[i];
        if (!seat->taken)
            continue;
        any = true;
        int rc = check_seat_wagers(rules, progressive, seat, err);
        if (rc == CR_OK && has_actions)
            rc = check_actions(rules, seat, err);
        if (rc != CR_OK) {
            err_prefix(err, "seat %u", i + 1);
            return rc;
        }
    }
    return any ? check_patrons(rules, round, err) : err_set(err, CR_E_INPUT, "no seats");
}

int cr_round_check(const struct cr_rules *rules, const struct cr_progressive *progressive,
                   const struct cr_round *round, struct cr_err *err)
{
    if (progressive && rules->game->progressive >= CR_SLOTS)
        return err_set(err, CR_E_INPUT, "%s is played without a progressive", rules->game->title);
    int rc = check_seats(rules, progressive, round, true, err);
    return rc == CR_OK ? check_cards(rules, round, err) : rc;
}
