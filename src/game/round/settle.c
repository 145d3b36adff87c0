/* Settlement of a whole round: base game, awards, envy, order of payment. */
#include "game/round/settle.h"
#include "base/err.h"
#include "base/money.h"
#include "game/cards/eval_inline.h"
#include "game/games/game.h"
#include "game/meters/meters.h"
#include "game/round/actions.h"

#include <string.h>

/* What the seats of one round share while it is being settled. */
struct settling {
    const struct cr_rules *rules;
    const struct cr_progressive *progressive;
    const struct cr_round *round;
    struct eval_hand board;         /* sums of cards, for hands of five */
    struct eval_hand award_board;   /* the part of it that the progressive looks at */
    struct cr_money cap;            /* PG-1: what fixed awards may still be paid */
    unsigned by_category;           /* a bit for each slot that a table pays by category alone */
    unsigned by_rank;               /* a bit for each other slot that a table pays */
    unsigned awarded;               /* a bit for each seat that the progressive paid */
    uint16_t board_ranks[CR_SLOTS]; /* of the slots that are paid by the board alone */
    uint8_t paid[CR_SEATS];         /* a bit for each slot that the seat is paid on */
    bool lists_at_once;             /* payments are made in the order of seats and slots */
    struct cr_settlement *out;
};

/* The rank of some cards with the whole board. */
static inline uint16_t rank_all(const struct settling *s, const cr_card *cards, unsigned count)
{
    const struct cr_game *game = s->rules->game;
    if (game->ranking == &ranking_five) /* the board is added up once for all seats */
        return eval_hand_rank_with(s->board, cards, count);
    if (game->board_cards == 0)
        return game->ranking->rank(cards, count);
    cr_card all[CR_DEALER_MAX + CR_BOARD_MAX];
    memcpy(all, cards, count);
    memcpy(all + count, s->round->board, game->board_cards);
    return game->ranking->rank(all, (size_t)count + game->board_cards);
}

static void open_board(struct settling *s)
{
    const struct cr_game *game = s->rules->game;
    s->award_board = eval_hand_of(s->round->board, game->award_board_cards);
    s->board = s->award_board;
    for (unsigned i = game->award_board_cards; i < game->board_cards; i++)
        s->board = eval_hand_add(s->board, s->round->board[i]);
    for (unsigned slot = 0; slot < game->slot_count; slot++)
        if (game->slots[slot].cards == CARDS_BOARD)
            s->board_ranks[slot] =
                slot_ranking(game, slot)->rank(s->round->board, game->board_cards);
}

static void settle_dealer(struct settling *s)
{
    struct cr_settlement *out = s->out;
    if (s->rules->game->dealer_cards == 0) {
        out->dealer_qualifies = true;
        return;
    }
    out->dealer_rank = rank_all(s, s->round->dealer, s->rules->game->dealer_cards);
    out->dealer_category = (uint8_t)game_category(s->rules->game, out->dealer_rank);
    out->dealer_qualifies = out->dealer_rank <= s->rules->qualifying_rank;
}

void hand_limit_apply(const struct cr_rules *rules, struct cr_wager_result *slots)
{
    struct cr_money left = rules->hand_limit;
    for (unsigned s = 0; s < rules->game->slot_count; s++) {
        if (rules->game->limit_spares_side && rules->game->slots[s].is_side)
            continue;
        if (slots[s].pays.micro > left.micro) {
            slots[s].pays = left;
            slots[s].reason = REASON_CUT_HAND;
        }
        left = money_sub(left, slots[s].pays);
    }
}

/* Whether the hand beats the dealer's or, in a game without a dealer's hand, whether more of the
 * seat's base bets won than lost. */
static enum cr_outcome outcome_of(const struct cr_game *game, const struct showdown *at,
                                  const struct cr_wager_result *slots)
{
    int better = at->versus_dealer;
    if (at->folded)
        return CR_OUTCOME_FOLD;
    if (!at->has_ante)
        return CR_OUTCOME_NONE;
    for (unsigned s = 0; s < game->slot_count && game->dealer_cards == 0; s++)
        if (!game->slots[s].is_side && !game->slots[s].is_progressive)
            better += (slots[s].result == CR_RESULT_WIN) - (slots[s].result == CR_RESULT_LOSE);
    return better > 0 ? CR_OUTCOME_WIN : better < 0 ? CR_OUTCOME_LOSE : CR_OUTCOME_PUSH;
}

/* Looks up what the pay tables of a seat's slots give. Most of them pay whole categories of the
 * seat's best hand, and that category is known already. */
static void look_up_pays(const struct settling *s, const struct cr_seat *seat,
                         struct cr_seat_result *result, struct showdown *at)
{
    const struct cr_game *game = s->rules->game;
    for (unsigned left = s->by_category; left; left &= left - 1) {
        const unsigned slot = (unsigned)__builtin_ctz(left);
        result->wagers[slot].rank = result->rank;
        at->pays[slot] = s->rules->pays[slot].pays[result->category];
    }
    for (unsigned left = s->by_rank; left; left &= left - 1) {
        const unsigned slot = (unsigned)__builtin_ctz(left);
        const struct game_slot *place = &game->slots[slot];
        uint16_t rank = result->rank;
        if (place->cards == CARDS_OWN)
            rank = slot_ranking(game, slot)->rank(seat->cards, game->hole_cards);
        else if (place->cards == CARDS_BOARD)
            rank = s->board_ranks[slot];
        result->wagers[slot].rank = rank;
        const bool is_shared = slot > 0 && place->table && place->table == place[-1].table;
        at->pays[slot] = is_shared ? at->pays[slot - 1] : slot_pays(s->rules, slot, rank);
    }
}

/* Above 0 when the seat's hand is better than the dealer's, or equal where ties win (FCP-5); below
 * 0 when it is worse; 0 when it is equal or there is no dealer. */
static int versus_dealer(const struct settling *s, uint16_t rank)
{
    if (s->rules->game->dealer_cards == 0)
        return 0;
    const int better = (int)s->out->dealer_rank - (int)rank;
    return better == 0 && s->rules->ties_win ? 1 : better;
}

/* Sets a seat's stakes and marks the wagers that were taken back. */
static inline void lay_stakes(const struct cr_rules *rules, const struct cr_seat *seat,
                              struct cr_wager_result *slots)
{
    const struct cr_game *game = rules->game;
    const unsigned slot_count = game->slot_count, action_count = seat->action_count;
    for (unsigned slot = 0; slot < slot_count; slot++)
        slots[slot].stake = seat->wagers[slot];
    for (unsigned i = 0; i < action_count; i++) {
        if (seat->actions[i] <= CR_CHECK)
            continue;
        struct cr_wager_result *bet = &slots[game->stages[i].slot];
        bet->stake = stake_after(rules, seat, seat->actions[i], bet->stake);
        if (seat->actions[i] == CR_PULL) {
            bet->result = CR_RESULT_PULLED;
            bet->reason = REASON_PULLED;
        }
    }
}

/* Settles all wagers of a seat but the progressive. False when an amount is too large. */
static bool settle_base(struct settling *s, unsigned i)
{
    const struct cr_rules *rules = s->rules;
    const struct cr_seat *seat = &s->round->seats[i];
    struct cr_seat_result *result = &s->out->seats[i];
    lay_stakes(rules, seat, result->wagers);
    result->taken = true;
    result->rank = rank_all(s, seat->cards, rules->game->hole_cards);
    result->category = (uint8_t)rules->game->ranking->category(result->rank);
    struct showdown at = {
        .folded = seat_folded(seat),
        .has_ante = seat->wagers[rules->game->ante].micro > 0,
        .dealer_qualifies = s->out->dealer_qualifies,
        .versus_dealer = versus_dealer(s, result->rank),
        .category = (enum cr_category)result->category,
    };
    look_up_pays(s, seat, result, &at);
    bool fits = rules->game->settle(rules, &at, result->wagers);
    result->outcome = (uint8_t)outcome_of(rules->game, &at, result->wagers);
    if (fits && rules->has_hand_limit)
        hand_limit_apply(rules, result->wagers);
    return fits;
}

/* Whether the seat's progressive wager can still win (PG-7, UTH-6). */
static bool progressive_live(const struct settling *s, unsigned i)
{
    unsigned slot = s->rules->game->progressive;
    return s->out->seats[i].wagers[slot].stake.micro > 0 &&
           !(s->out->seats[i].outcome == CR_OUTCOME_FOLD && (s->rules->fold_forfeits & 1u << slot));
}

/* PG-8, UTH-12, UTH-14, LINK-2: the award of the seat's five cards, its own and the first of the
 * board, from the meter as it then stands. */
static void settle_award(struct settling *s, unsigned i)
{
    struct cr_seat_result *result = &s->out->seats[i];
    struct cr_wager_result *wager = &result->wagers[s->rules->game->progressive];
    if (wager->stake.micro == 0)
        return;
    wager->result = CR_RESULT_LOSE;
    if (!progressive_live(s, i)) {
        wager->reason = REASON_FORFEITED;
        return;
    }
    enum cr_category category = cr_rank_category(
        eval_hand_rank_with(s->award_board, s->round->seats[i].cards, s->rules->game->hole_cards));
    const struct cr_award *award = &s->progressive->awards[category];
    wager->reason = REASON_NO_AWARD;
    if (award->kind == CR_AWARD_NONE)
        return;
    bool fixed = award->kind == CR_AWARD_FIXED;
    bool cut = fixed && award->amount.micro > s->cap.micro;
    wager->reason = cut ? REASON_CUT_ROUND : REASON_AWARD;
    if (cut && s->cap.micro == 0)
        return;
    struct meters_hit hit = meters_pay(s->progressive, &s->out->meters, award, s->cap);
    if (fixed)
        s->cap = money_sub(s->cap, hit.amount);
    s->out->house_funded = money_add(s->out->house_funded, hit.house_funded);
    s->out->reseeded = money_add(s->out->reseeded, hit.reseeded);
    s->awarded |= 1u << i;
    wager->result = CR_RESULT_WIN;
    wager->pays = hit.amount;
    result->award = (struct cr_award_result){.paid = true,
                                             .from = award->from,
                                             .key = (uint8_t)award->key,
                                             .category = (uint8_t)category,
                                             .amount = hit.amount,
                                             .house_funded = hit.house_funded};
}

/* UTH-15: what seat i is paid for the hands of others, from the highest seat down. */
static void settle_envy(struct settling *s, unsigned i)
{
    struct cr_seat_result *result = &s->out->seats[i];
    if (!result->taken || !progressive_live(s, i))
        return;
    uint16_t patron = s->round->seats[i].patron;
    for (unsigned from = CR_SEATS; from-- > 0;) {
        if (!(s->awarded & 1u << from) || from == i ||
            (patron && s->round->seats[from].patron == patron))
            continue;
        const struct cr_award_result *award = &s->out->seats[from].award;
        struct cr_money envy = s->progressive->awards[award->category].envy;
        if (envy.micro == 0)
            continue;
        result->envy[result->envy_count++] =
            (struct cr_envy){(uint8_t)(from + 1), award->category, envy};
        result->net = money_add(result->net, envy);
        s->out->payments[s->out->payment_count++] =
            (struct cr_payment_line){.seat = (uint8_t)(i + 1),
                                     .slot = CR_SLOTS,
                                     .from_seat = (uint8_t)(from + 1),
                                     .amount = envy};
    }
}

static inline void list_payment(struct settling *s, unsigned i, unsigned slot)
{
    s->out->payments[s->out->payment_count++] =
        (struct cr_payment_line){.seat = (uint8_t)(i + 1),
                                 .slot = (uint8_t)slot,
                                 .amount = s->out->seats[i].wagers[slot].pays};
}

static void sum_seat(struct settling *s, unsigned i)
{
    const struct cr_game *game = s->rules->game;
    const struct cr_wager_result *wagers = s->out->seats[i].wagers;
    struct cr_money net = cr_money_from_micro(0);
    unsigned paid = 0;
    for (unsigned slot = 0; slot < game->slot_count; slot++) {
        if (wagers[slot].pays.micro > 0) {
            net = money_add(net, wagers[slot].pays);
            paid |= 1u << slot;
            if (s->lists_at_once)
                list_payment(s, i, slot);
        }
        if (wagers[slot].result == CR_RESULT_LOSE || slot == game->progressive)
            net = money_sub(net, wagers[slot].stake);
    }
    s->out->seats[i].net = net;
    s->paid[i] = (uint8_t)paid;
}

/* Lists what a seat is paid on some of its slots, a bit each. */
static void list_seat(struct settling *s, unsigned i, unsigned slots)
{
    for (unsigned left = s->paid[i] & slots; left; left &= left - 1)
        list_payment(s, i, (unsigned)__builtin_ctz(left));
}

static void list_all_seats(struct settling *s, unsigned first, unsigned then)
{
    for (unsigned i = CR_SEATS; i-- > 0;) {
        list_seat(s, i, first);
        list_seat(s, i, then);
    }
}

/* Whether the house pays seat by seat with the progressive last, and the slots are numbered in
 * that order: then each payment is listed as soon as it is known. This is so in most houses and
 * games. */
static bool pays_as_slots_lie(const struct cr_rules *rules)
{
    return (rules->payment.order == CR_PAY_BASE_FIRST ||
            rules->payment.order == CR_PAY_LOSERS_FIRST) &&
           rules->game->progressive + 1u >= rules->game->slot_count;
}

/* PIT-20: the house's order of base game and bonus. Collecting what is lost first changes nothing
 * of the order in which seats are paid. */
static void list_payments(struct settling *s)
{
    const unsigned bonus = 1u << s->rules->game->progressive, base = ~bonus;
    switch ((enum cr_pay_order)s->rules->payment.order) {
    case CR_PAY_BASE_FIRST:
    case CR_PAY_LOSERS_FIRST:
        list_all_seats(s, base, bonus);
        break;
    case CR_PAY_BONUS_FIRST:
        list_all_seats(s, bonus, base);
        break;
    case CR_PAY_ALL_BASE_FIRST:
        list_all_seats(s, base, 0);
        list_all_seats(s, bonus, 0);
        break;
    }
}

/* MET-1: the round's coins enter the meters before anything is paid. */
static void contribute(struct settling *s)
{
    unsigned slot = s->rules->game->progressive, bets = 0;
    for (unsigned i = 0; i < CR_SEATS; i++)
        bets += s->round->seats[i].taken && s->round->seats[i].wagers[slot].micro > 0;
    s->out->house_share = meters_contribute(s->progressive, &s->out->meters, bets);
}

/* Resets the parts of a settlement that belong to no seat. */
static void settlement_begin(struct cr_settlement *out, const struct cr_progressive *progressive,
                             const struct cr_meters *meters)
{
    out->payment_count = 0;
    out->house_share = out->house_funded = out->reseeded = cr_money_from_micro(0);
    if (progressive)
        out->meters = *meters;
}

static void settlement_clear(struct cr_settlement *out)
{
    memset(out, 0, offsetof(struct cr_settlement, payments));
    memset(&out->meters, 0, sizeof out->meters);
}

/* PG-1: the round's own limit on fixed awards comes before the house's. */
static struct cr_money cap_of(const struct cr_rules *rules, const struct cr_round *round)
{
    if (round->has_aggregate_limit)
        return round->aggregate_limit;
    return rules->has_aggregate_limit ? rules->aggregate_limit : cr_money_from_micro(INT64_MAX);
}

/* Finds the slots that are paid by a table, and which of them need only the category of the seat's
 * best hand. */
static void sort_slots(struct settling *s)
{
    const struct cr_game *game = s->rules->game;
    for (unsigned slot = 0; slot < game->slot_count; slot++) {
        const bool is_plain =
            game->slots[slot].cards == CARDS_ALL && s->rules->pays[slot].part_count == 0;
        const unsigned bit = (unsigned)game->slots[slot].by_table << slot;
        *(is_plain ? &s->by_category : &s->by_rank) |= bit;
    }
}

/* PG-6, UTH-13, TCP-7: settles the seats from the dealer's right to left. */
static int settle_seats(struct settling *s, struct cr_err *err)
{
    for (unsigned i = CR_SEATS; i-- > 0;) {
        if (!s->round->seats[i].taken)
            continue;
        if (!settle_base(s, i))
            return err_set(err, CR_E_RANGE, "seat %u: a win is larger than the system can hold",
                           i + 1);
        if (s->progressive)
            settle_award(s, i);
        sum_seat(s, i);
    }
    return CR_OK;
}

/* Settles into *out, in which the results of all taken seats are zero. */
static int settle_cleared(const struct cr_rules *rules, const struct cr_progressive *progressive,
                          const struct cr_meters *meters, const struct cr_round *round,
                          struct cr_settlement *out, struct cr_err *err)
{
    settlement_begin(out, progressive, meters);
    struct settling s = {.rules = rules,
                         .progressive = progressive,
                         .round = round,
                         .cap = cap_of(rules, round),
                         .lists_at_once = pays_as_slots_lie(rules),
                         .out = out};
    sort_slots(&s);
    open_board(&s);
    settle_dealer(&s);
    if (progressive)
        contribute(&s);
    int rc = settle_seats(&s, err);
    if (rc != CR_OK)
        return rc;
    if (!s.lists_at_once)
        list_payments(&s);
    for (unsigned i = CR_SEATS; s.awarded && i-- > 0;)
        settle_envy(&s, i);
    return CR_OK;
}

int cr_settle(const struct cr_rules *rules, const struct cr_progressive *progressive,
              const struct cr_meters *meters, const struct cr_round *round,
              struct cr_settlement *out, struct cr_err *err)
{
    int rc = cr_round_check(rules, progressive, round, err);
    if (rc != CR_OK)
        return rc;
    settlement_clear(out);
    return settle_cleared(rules, progressive, meters, round, out, err);
}

int settle_checked(const struct cr_rules *rules, const struct cr_progressive *progressive,
                   const struct cr_meters *meters, const struct cr_round *round,
                   struct cr_settlement *out, struct cr_err *err)
{
    for (unsigned i = 0; i < CR_SEATS; i++)
        if (round->seats[i].taken)
            memset(&out->seats[i], 0, offsetof(struct cr_seat_result, envy));
    return settle_cleared(rules, progressive, meters, round, out, err);
}

void cr_settle_dead(const struct cr_rules *rules, const struct cr_progressive *progressive,
                    const struct cr_meters *meters, const struct cr_round *round,
                    struct cr_settlement *out)
{
    settlement_clear(out);
    settlement_begin(out, progressive, meters);
    for (unsigned i = 0; i < CR_SEATS; i++) {
        if (!round->seats[i].taken)
            continue;
        out->seats[i].taken = true;
        lay_stakes(rules, &round->seats[i], out->seats[i].wagers);
        for (unsigned slot = 0; slot < rules->game->slot_count; slot++)
            slot_push(&out->seats[i].wagers[slot], REASON_DEAD);
    }
}

bool cr_reason(const struct cr_rules *rules, unsigned reason, const char **rule, const char **text)
{
    if (reason == 0 || reason >= rules->game->reason_count || !rules->game->reasons[reason].rule)
        return false;
    *rule = rules->game->reasons[reason].rule;
    *text = rules->game->reasons[reason].text;
    return true;
}
