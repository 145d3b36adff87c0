/* Reads house rules from the text of their file, and settles rounds by them without the library. */
#include "second_settlement.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* ---- Reading the file ---- */

/* Finds the top-level line that begins with the key and copies what follows the key. */
static bool value_of(const char *text, const char *key, char out[WORD])
{
    char lead[WORD];
    snprintf(lead, sizeof lead, "\n%s: ", key);
    const char *at = strstr(text, lead);
    out[0] = '\0';
    if (at)
        sscanf(at + strlen(lead), "%47[^\n]", out);
    return at != NULL;
}

static bool lists(const char *text, const char *key, const char *word)
{
    char value[WORD];
    return value_of(text, key, value) && strstr(value, word);
}

/* What happens to a wager when the dealer does not qualify; `usual` where the file does not say it.
 */
static const char *unqualified(const char *text, const char *wager, const char *usual)
{
    static const char *const choices[] = {"as usual", "push", "pay"};
    const char *at = strstr(text, "\ndealer_not_qualified:\n"), *line = at;
    for (line = at ? strchr(at + 1, '\n') : NULL; line && strncmp(line, "\n  ", 3) == 0;
         line = strchr(line + 1, '\n')) {
        char name[WORD], choice[WORD];
        if (sscanf(line, " %47[^:]: %47[^\n]", name, choice) != 2 || strcmp(name, wager) != 0)
            continue;
        for (unsigned i = 0; i < 3; i++)
            if (strcmp(choice, choices[i]) == 0)
                return choices[i];
    }
    return usual;
}

static void read_row(struct table *table, const char *line)
{
    struct row *row = &table->rows[table->count++];
    char pays[WORD];
    assert_true(table->count <= ROWS);
    assert_int_equal(sscanf(line, "\n    %47[^:]: %47[^\n]", row->hand, pays), 2);
    row->num = row->den = 0;
    if (strcmp(pays, "push") != 0)
        assert_int_equal(sscanf(pays, "%ld to %ld", &row->num, &row->den), 2);
}

static void read_tables(struct house *h)
{
    const char *line = strstr(h->text, "\npays:\n");
    line = line ? strchr(line + 1, '\n') : NULL;
    for (; line && strncmp(line, "\n  ", 3) == 0; line = strchr(line + 1, '\n')) {
        if (strncmp(line, "\n    ", 5) == 0)
            read_row(&h->tables[h->table_count - 1], line);
        else
            sscanf(line, "\n  %47[^:]", h->tables[h->table_count++].name);
    }
}

static int64_t read_cents(const char *text, const char *key)
{
    char value[WORD];
    long units = 0, rest = 0;
    if (!value_of(text, key, value) || strcmp(value, "none") == 0)
        return UNLIMITED;
    sscanf(value, "%ld.%2ld", &units, &rest);
    return units * 100 + rest;
}

struct house house_read(const char *text)
{
    struct house h = {.text = text, .parts = 1};
    const char *bets = strstr(text, "\nbets:\n");
    for (bets = bets ? strchr(bets + 1, '\n') : NULL; bets && strncmp(bets, "\n  ", 3) == 0;
         bets = strchr(bets + 1, '\n'))
        if (memchr(bets + 1, '.', strcspn(bets + 1, "\n")))
            h.parts = 2;
    h.hand_limit = read_cents(text, "hand_limit");
    read_tables(&h);
    return h;
}

/* ---- Hands and their names in the file ---- */

static int rank_named(const char *name)
{
    static const char *const ones[] = {"two",  "three", "four", "five",  "six",  "seven", "eight",
                                       "nine", "ten",   "jack", "queen", "king", "ace"};
    for (int i = 0; i < 13; i++)
        if (strncmp(name, ones[i], strlen(ones[i])) == 0)
            return i + 2;
    fail_msg("%s is no rank", name);
    return 0;
}

static bool is_named(const char *name, const struct slow_hand *hand)
{
    if (strcmp(name, "mini royal") == 0)
        return hand->category == CR_STRAIGHT_FLUSH && hand->ranks[0] == 14;
    if (strncmp(name, "pair of ", 8) != 0)
        return strcmp(name, cr_category_name(hand->category)) == 0;
    const int low = rank_named(name + 8);
    const char *to = strstr(name, " to ");
    const int high = strstr(name, " or better") ? 14 : to ? rank_named(to + 4) : low;
    return hand->category == CR_PAIR && hand->ranks[0] >= low && hand->ranks[0] <= high;
}

const struct row *house_row(const struct house *h, const char *table, const struct slow_hand *hand)
{
    for (unsigned t = 0; t < h->table_count; t++)
        for (unsigned r = 0; r < h->tables[t].count; r++)
            if (strcmp(h->tables[t].name, table) == 0 && is_named(h->tables[t].rows[r].hand, hand))
                return &h->tables[t].rows[r];
    return NULL;
}

/* TCP-3, UTH-7: the dealer qualifies with the named hand or a better one. The names below go from
 * the worst category upwards. */
bool house_qualifies(const struct house *h, const struct slow_hand *hand, bool three)
{
    static const char *const five_cards[] = {
        "high card", "pair",       "two pair",       "three of a kind", "straight",
        "flush",     "full house", "four of a kind", "straight flush",  "royal flush"};
    static const char *const three_cards[] = {
        "high card", "pair", "flush", "straight", "three of a kind", "straight flush"};
    const char *const *order = three ? three_cards : five_cards;
    char least[WORD];
    unsigned own = 0, wanted = 0;
    if (!value_of(h->text, "dealer_qualifies", least) || strcmp(least, "always") == 0)
        return true;
    while (strcmp(order[own], cr_category_name(hand->category)) != 0)
        own++;
    if (strstr(least, " high"))
        return own > 0 || hand->ranks[0] >= rank_named(least);
    if (strncmp(least, "pair of ", 8) == 0)
        return own > 1 || (own == 1 && hand->ranks[0] >= rank_named(least + 8));
    while (strcmp(order[wanted], least) != 0)
        wanted++;
    return own >= wanted;
}

/* ---- The second settlement, in cents ---- */

static void end(struct due *due, enum cr_result result)
{
    if (due->stake > 0)
        due->result = result;
}

static void win(struct due *due, int64_t num, int64_t den)
{
    end(due, CR_RESULT_WIN);
    due->pays = due->stake * num / den;
}

static void by_row(struct due *due, const struct row *row)
{
    if (!row)
        end(due, CR_RESULT_LOSE);
    else if (row->den == 0)
        end(due, CR_RESULT_PUSH);
    else
        win(due, row->num, row->den);
}

/* Wins, loses or returns a wager as the two hands compare. */
static void by_hands(struct due *due, int compared)
{
    if (compared > 0)
        win(due, 1, 1);
    else
        end(due, compared == 0 ? CR_RESULT_PUSH : CR_RESULT_LOSE);
}

/* The same, unless the dealer does not qualify and the house has another rule for that case. */
static void against_dealer(const struct house *h, struct due *due, const char *wager,
                           const char *usual, bool qualified, int compared)
{
    const char *rule = qualified ? "as usual" : unqualified(h->text, wager, usual);
    by_hands(due, strcmp(rule, "pay") == 0 ? 1 : strcmp(rule, "push") == 0 ? 0 : compared);
}

static void side(const struct house *h, struct due *due, const char *wager, const char *table,
                 const struct slow_hand *hand, bool folded)
{
    if (folded && lists(h->text, "fold_forfeits", wager))
        end(due, CR_RESULT_LOSE);
    else
        by_row(due, house_row(h, table, hand));
}

static void cut(const struct house *h, struct due *due, unsigned count)
{
    int64_t left = h->hand_limit;
    for (unsigned i = 0; i < count; i++) {
        due[i].pays = due[i].pays < left ? due[i].pays : left;
        left -= due[i].pays;
    }
}

static void bonus_on_ante(const struct house *h, struct due *bonus, const struct due *ante,
                          const struct slow_hand *hand)
{
    const struct row *row = house_row(h, "ante_bonus", hand);
    const int64_t pays = row && row->den > 0 ? ante->stake * row->num / row->den : 0;
    if (pays > 0)
        *bonus = (struct due){.pays = pays, .result = CR_RESULT_WIN};
}

static struct slow_hand best_of(const cr_card *own, unsigned own_count, const cr_card *board,
                                unsigned board_count)
{
    cr_card cards[7];
    memcpy(cards, own, own_count);
    memcpy(cards + own_count, board, board_count);
    return slow_eval(cards, own_count + board_count);
}

static bool has_folded(const struct cr_seat *seat)
{
    return seat->action_count > 0 && seat->actions[seat->action_count - 1] == CR_FOLD;
}

static int64_t bet_of(const struct house *h, int64_t ante, cr_action action)
{
    return action >= CR_BET_1X ? ante * (action - CR_BET_1X + 1) / h->parts : 0;
}

/* PG-3 to PG-5. Slots: flop, turn, river, ante. */
static void settle_pg(const struct house *h, const struct cr_round *round,
                      const struct cr_seat *seat, struct due due[CR_SLOTS])
{
    const struct slow_hand mine = best_of(seat->cards, 2, round->board, 5);
    const struct slow_hand dealer = best_of(round->dealer, 2, round->board, 5);
    const int compared = has_folded(seat) ? -1 : slow_compare(&mine, &dealer);
    char from[WORD];
    bool reaches = false;
    for (unsigned i = 0; i < seat->action_count; i++)
        due[i].stake = bet_of(h, due[3].stake, seat->actions[i]);
    for (unsigned i = 0; i < 3; i++)
        by_hands(&due[i], compared);
    value_of(h->text, "ante_pays_from", from);
    for (unsigned c = 0; c <= mine.category; c++)
        reaches |= strcmp(cr_category_name((enum cr_category)c), from) == 0;
    by_hands(&due[3], compared > 0 && !reaches ? 0 : compared);
}

/* UTH-6 to UTH-11. Slots: play, ante, blind, trips. */
static void settle_uth(const struct house *h, const struct cr_round *round,
                       const struct cr_seat *seat, struct due due[CR_SLOTS])
{
    const struct slow_hand mine = best_of(seat->cards, 2, round->board, 5);
    const struct slow_hand dealer = best_of(round->dealer, 2, round->board, 5);
    const bool folded = has_folded(seat), qualified = house_qualifies(h, &dealer, false);
    const int compared = folded ? -1 : slow_compare(&mine, &dealer);
    if (seat->action_count > 0)
        due[0].stake = bet_of(h, due[1].stake, seat->actions[seat->action_count - 1]);
    against_dealer(h, &due[0], "play", "as usual", qualified || folded, compared);
    against_dealer(h, &due[1], "ante", "push", qualified || folded, compared);
    against_dealer(h, &due[2], "blind", "as usual", qualified || folded, compared);
    if (due[2].result == CR_RESULT_WIN) {
        const struct row *row = house_row(h, "blind", &mine);
        due[2].pays = 0;
        if (row && row->den > 0)
            win(&due[2], row->num, row->den);
        else
            end(&due[2], CR_RESULT_PUSH);
    }
    side(h, &due[3], "trips", "trips", &mine, folded);
    cut(h, due, 4);
}

/* TCP-2 to TCP-6. Slots: ante, play, ante_bonus, pair_plus. */
static void settle_tcp(const struct house *h, const struct cr_round *round,
                       const struct cr_seat *seat, struct due due[CR_SLOTS])
{
    const struct slow_hand mine = slow_eval3(seat->cards), dealer = slow_eval3(round->dealer);
    const bool folded = has_folded(seat), qualified = house_qualifies(h, &dealer, true);
    const int compared = folded ? -1 : slow_compare(&mine, &dealer);
    if (seat->action_count > 0)
        due[1].stake = bet_of(h, due[0].stake, seat->actions[0]);
    against_dealer(h, &due[0], "ante", "pay", qualified || folded, compared);
    against_dealer(h, &due[1], "play", "push", qualified || folded, compared);
    if (!folded)
        bonus_on_ante(h, &due[2], &due[0], &mine);
    side(h, &due[3], "pair_plus", "pair_plus", &mine, folded);
}

/* LIR-3 to LIR-7. Slots: bet1, bet2, bet3, bonus. */
static void settle_lir(const struct house *h, const struct cr_round *round,
                       const struct cr_seat *seat, struct due due[CR_SLOTS])
{
    const struct slow_hand mine = best_of(seat->cards, 3, round->board, 2);
    const struct slow_hand three = slow_eval3(seat->cards);
    for (unsigned i = 0; i < 2; i++)
        if (seat->actions[i] == CR_PULL)
            due[i] = (struct due){.result = CR_RESULT_PULLED};
    for (unsigned i = 0; i < 3; i++)
        by_row(&due[i], house_row(h, "bets", &mine));
    cut(h, due, 3);
    side(h, &due[3], "bonus", "bonus", &three, false);
}

/* MS-3 to MS-7. Slots: ante, third, fourth, fifth, bonus. */
static void settle_ms(const struct house *h, const struct cr_round *round,
                      const struct cr_seat *seat, struct due due[CR_SLOTS])
{
    const struct slow_hand mine = best_of(seat->cards, 2, round->board, 3);
    const struct slow_hand three = slow_eval3(round->board);
    for (unsigned i = 0; i < seat->action_count; i++)
        due[1 + i].stake = bet_of(h, due[0].stake, seat->actions[i]);
    for (unsigned i = 0; i < 4; i++)
        by_row(&due[i], has_folded(seat) ? NULL : house_row(h, "bets", &mine));
    cut(h, due, 4);
    side(h, &due[4], "bonus", "bonus", &three, has_folded(seat));
}

/* FCP-3 to FCP-7. Slots: ante, play, ante_bonus, aces_up. */
static void settle_fcp(const struct house *h, const struct cr_round *round,
                       const struct cr_seat *seat, struct due due[CR_SLOTS])
{
    const struct slow_hand mine = slow_eval4(seat->cards, 5), dealer = slow_eval4(round->dealer, 6);
    const bool folded = has_folded(seat);
    int compared = folded ? -1 : slow_compare(&mine, &dealer);
    if (compared == 0 && lists(h->text, "ties", "win"))
        compared = 1;
    if (seat->action_count > 0)
        due[1].stake = bet_of(h, due[0].stake, seat->actions[0]);
    by_hands(&due[0], compared);
    by_hands(&due[1], compared);
    if (!folded)
        bonus_on_ante(h, &due[2], &due[0], &mine);
    side(h, &due[3], "aces_up", "aces_up", &mine, folded);
}

static const struct {
    const char *id;
    void (*settle)(const struct house *h, const struct cr_round *round, const struct cr_seat *seat,
                   struct due due[CR_SLOTS]);
} second[] = {{"pg", settle_pg},   {"uth", settle_uth}, {"tcp", settle_tcp},
              {"lir", settle_lir}, {"ms", settle_ms},   {"fcp", settle_fcp}};

void house_settle(const struct house *h, const char *game, const struct cr_round *round,
                  const struct cr_seat *seat, struct due due[CR_SLOTS])
{
    for (size_t g = 0; g < sizeof second / sizeof second[0]; g++)
        if (strcmp(second[g].id, game) == 0)
            second[g].settle(h, round, seat, due);
}
