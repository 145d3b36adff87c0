/* Whole games under rules files drawn at random, by brute force against the exact analysis: every
 * hand, every card that can follow and, in Three Card Poker, every hand of the dealer. Decisions
 * are made by comparing exact sums. Money comes from the second settlement (judge.h) and hands from
 * the tests' own evaluator. The test takes nothing from the analysis but the order in which options
 * are offered and the names of figures. The argument is the number of files for each game. */
#include "base/check.h"
#include "game/round/actions.h"
#include "hand_numbers.h"
#include "judge.h"
#include "math/starts.h"
#include "support/extreme_files.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static unsigned files = 10;
static struct numbers three, five;

/* ---- Hands up to suits ---- */

/* One hand of a class of hands that differ only in the names of suits, and the size of the class.
 */
struct suit_class {
    uint64_t set; /* bit c is set: the hand has card c */
    int64_t hands;
};

struct classes {
    unsigned count;
    struct suit_class of[22100];
};

static struct classes two_cards, three_cards;

/* The least of all sets that the set becomes by renaming suits. */
static uint64_t renamed(uint64_t set)
{
    uint64_t least = set;
    for (unsigned names = 0; names < 256; names++) {
        uint64_t other = 0;
        unsigned used = 0;
        for (unsigned s = 0; s < CR_SUITS; s++)
            used |= 1u << (names >> 2 * s & 3);
        if (used != 15)
            continue;
        for (uint64_t left = set; left != 0; left &= left - 1) {
            const unsigned card = (unsigned)__builtin_ctzll(left);
            other |= UINT64_C(1) << (card / 4 * 4 + (names >> 2 * (card % 4) & 3));
        }
        least = other < least ? other : least;
    }
    return least;
}

static void class_take(struct classes *classes, uint64_t set)
{
    const uint64_t least = renamed(set);
    unsigned i = classes->count;
    while (i > 0 && classes->of[i - 1].set != least) /* recent ones come again soonest */
        i--;
    if (i == 0) {
        i = ++classes->count;
        classes->of[i - 1].set = least;
    }
    classes->of[i - 1].hands++;
}

static unsigned cards_of_set(uint64_t set, cr_card *out)
{
    unsigned count = 0;
    for (; set != 0; set &= set - 1)
        out[count++] = (cr_card)__builtin_ctzll(set);
    return count;
}

static void list_classes(void)
{
    for (unsigned a = 0; a < CR_DECK_CARDS; a++)
        for (unsigned b = a + 1; b < CR_DECK_CARDS; b++) {
            class_take(&two_cards, UINT64_C(1) << a | UINT64_C(1) << b);
            for (unsigned c = b + 1; c < CR_DECK_CARDS; c++)
                class_take(&three_cards, UINT64_C(1) << a | UINT64_C(1) << b | UINT64_C(1) << c);
        }
    assert_int_equal(two_cards.count, 169);
    assert_int_equal(three_cards.count, 1755);
}

/* ---- The analysis ---- */

/* A drawn file, its analysis, and what the second settlement reads in its text. */
struct drawn {
    struct text text;
    struct cr_rules rules;
    struct house house;
    struct judge judge;
    struct cr_analysis analysis;
};

static void drawn_make(struct rng *rng, const struct cr_game *game, struct drawn *out)
{
    struct cr_err err = {0};
    *out = (struct drawn){0};
    extreme_rules(rng, game, &out->text);
    if (cr_rules_parse("drawn", out->text.data, out->text.len, &out->rules, &err) != CR_OK)
        fail_msg("%s\n%s", err.text, out->text.data);
    out->house = house_read(out->text.data);
    judge_make(&out->house, game, game == &game_tcp, &out->judge);
    const struct cr_analysis_options options = {
        .threads = 1, .ante = cr_money_from_micro(out->judge.ante * CR_MICRO_PER_CENT)};
    if (cr_analyze(&out->rules, &options, &out->analysis, &err) != CR_OK)
        fail_msg("%s\n%s", err.text, out->text.data);
}

static void drawn_free(struct drawn *d)
{
    judge_free(&d->judge);
    text_free(&d->text);
}

static struct cr_rational frequency(const struct drawn *d, const char *name)
{
    for (unsigned i = 0; i < d->analysis.frequency_count; i++)
        if (strcmp(d->analysis.frequencies[i].name, name) == 0)
            return d->analysis.frequencies[i].value;
    fail_msg("no frequency %s\n%s", name, d->text.data);
    return (struct cr_rational){0};
}

static struct cr_rational side_ev(const struct drawn *d, const char *name)
{
    for (unsigned i = 0; i < d->analysis.side_count; i++)
        if (strcmp(d->analysis.sides[i].name, name) == 0)
            return d->analysis.sides[i].ev;
    fail_msg("no side bet %s\n%s", name, d->text.data);
    return (struct cr_rational){0};
}

static const struct cr_wager_returns *returns_of(const struct drawn *d, const char *name)
{
    for (unsigned i = 0; i < d->analysis.wager_count; i++)
        if (strcmp(d->analysis.wagers[i].name, name) == 0)
            return &d->analysis.wagers[i];
    return NULL;
}

static void hold_near(const char *what, const struct drawn *d, double is, double should)
{
    if (!(fabs(is - should) <= 1e-9 * fmax(1, fabs(should))))
        fail_msg("%s: %.15g analysed, %.15g counted\n%s", what, is, should, d->text.data);
    figures_held++;
}

/* ---- Counts under the best play ---- */

struct count {
    wide deals;
    wide base, staked, slot[CR_SLOTS];
    wide squares; /* of the base game's results in cents */
    wide chosen[CR_STAGES][CR_LEGAL_MAX];
};

static void count_add(struct count *c, const struct money *money, wide deals)
{
    c->base += deals * money->base;
    c->staked += deals * money->staked;
    c->squares += deals * money->base * money->base;
    for (unsigned s = 0; s < CR_SLOTS; s++)
        c->slot[s] += deals * money->slot[s];
}

static void hold_headlines(const struct drawn *d, const struct count *c)
{
    const struct cr_analysis *a = &d->analysis;
    const wide ante = d->judge.ante;
    const long double mean = (long double)c->base / (long double)(c->deals * ante);
    hold("ev", &d->house, a->ev, c->base, c->deals * ante);
    hold("average wager", &d->house, a->average_wager, c->staked, c->deals * ante);
    const long double squares = (long double)c->squares / (long double)(c->deals * ante * ante);
    hold_near("std_dev", d, a->std_dev, (double)sqrtl(fmaxl(0, squares - mean * mean)));
    hold_near("house edge", d, a->house_edge, (double)-mean);
}

/* Each option's share of the deals is a frequency and all folds together are one. LIR-3: taking a
 * bet back has no frequency of its own. */
static void hold_frequencies(const struct drawn *d, const struct count *c)
{
    wide folds = 0;
    unsigned named = 0;
    for (unsigned s = 0; s < d->rules.game->stage_count; s++) {
        cr_action actions[CR_LEGAL_MAX];
        const size_t count = actions_at(&d->rules, s, actions);
        for (size_t o = 0; o < count; o++) {
            char name[CR_FIGURE_MAX];
            if (actions[o] == CR_FOLD)
                folds += c->chosen[s][o];
            if (actions[o] == CR_FOLD || actions[o] == CR_PULL)
                continue;
            frequency_name(&d->rules, s, actions[o], name);
            hold(name, &d->house, frequency(d, name), c->chosen[s][o], c->deals);
            named++;
        }
    }
    if (game_may_fold(d->rules.game)) {
        hold("fold", &d->house, frequency(d, "fold"), folds, c->deals);
        named++;
    }
    assert_int_equal(d->analysis.frequency_count, named);
}

/* ---- A side bet on three cards ---- */

/* Whether a line of the analysis has the same pay as a row of the file. row NULL: the bet is lost.
 */
static bool pays_so(struct cr_ratio pays, const struct row *row)
{
    if (!row)
        return pays.den == 0;
    if (row->den == 0)
        return pays.den > 0 && pays.num == 0;
    return pays.den > 0 && (wide)pays.num * row->den == (wide)row->num * pays.den;
}

/* Compares the bet's expectation and, for every pay, how many hands get it. */
static void hold_side(const struct drawn *d, const char *bet)
{
    const wide parts = table_parts(&d->house, bet);
    const struct cr_wager_returns *w = returns_of(d, bet);
    int64_t hands[CR_RETURN_ROWS] = {0}, all = 0;
    wide sum = 0;
    assert_non_null(w);
    for (unsigned i = 0; i < three_cards.count; i++) {
        cr_card cards[3];
        cards_of_set(three_cards.of[i].set, cards);
        const struct slow_hand *hand = &three.hands[number_of(&three, cards)];
        const struct row *row = house_row(&d->house, bet, hand);
        sum += three_cards.of[i].hands * (!row            ? -parts
                                          : row->den == 0 ? 0
                                                          : parts / row->den * row->num);
        all += three_cards.of[i].hands;
        for (unsigned r = 0; r < w->row_count; r++)
            hands[r] += pays_so(w->rows[r].pays, row) ? three_cards.of[i].hands : 0;
    }
    hold(bet, &d->house, side_ev(d, bet), sum, all * parts);
    for (unsigned r = 0; r < w->row_count; r++) {
        int64_t alike = 0; /* lines with the same pay are added */
        for (unsigned k = 0; k < w->row_count; k++)
            if (pays_so(w->rows[k].pays, NULL) == pays_so(w->rows[r].pays, NULL) &&
                (wide)w->rows[k].pays.num * w->rows[r].pays.den ==
                    (wide)w->rows[r].pays.num * w->rows[k].pays.den)
                alike += w->rows[k].combinations;
        hold(w->rows[r].name, &d->house, (struct cr_rational){alike, 1}, hands[r], 1);
    }
}

/* ---- Three Card Poker ---- */

/* For each class of the seat's hand, how many of the dealer's hands have each number. */
static uint16_t (*dealers)[1024];

static void count_dealers(void)
{
    static uint64_t sets[22100];
    static uint16_t number[22100];
    unsigned count = 0;
    for (unsigned a = 0; a < CR_DECK_CARDS; a++)
        for (unsigned b = a + 1; b < CR_DECK_CARDS; b++)
            for (unsigned c = b + 1; c < CR_DECK_CARDS; c++) {
                sets[count] = UINT64_C(1) << a | UINT64_C(1) << b | UINT64_C(1) << c;
                number[count++] =
                    (uint16_t)number_of(&three, (cr_card[3]){(cr_card)a, (cr_card)b, (cr_card)c});
            }
    dealers = calloc(three_cards.count, sizeof *dealers);
    assert_non_null(dealers);
    assert_true(three.count <= 1024);
    for (unsigned i = 0; i < three_cards.count; i++)
        for (unsigned h = 0; h < count; h++)
            if (!(sets[h] & three_cards.of[i].set))
                dealers[i][number[h]]++;
}

/* How the dealer's hands compare with one hand of the seat: [worse, equal, better for the seat] and
 * [whether the dealer qualifies], with the number of one such hand of the dealer for each. */
struct against {
    wide hands[3][2];
    unsigned number[3][2];
};

static void against_all(unsigned class, unsigned mine, const bool *qualifies, struct against *out)
{
    *out = (struct against){0};
    for (unsigned n = 0; n < three.count; n++) {
        const unsigned how = mine > n ? 2 : mine == n;
        out->hands[how][qualifies[n]] += dealers[class][n];
        out->number[how][qualifies[n]] = n;
    }
}

/* Adds all endings of a hand after this action. */
static void endings_of(struct drawn *d, const cr_card cards[3], unsigned mine, cr_action action,
                       const struct against *against, struct count *out, wide *side, wide times)
{
    struct cr_seat seat = {.action_count = 1, .actions = {action}};
    struct cr_round round = {0};
    memcpy(seat.cards, cards, 3);
    for (unsigned how = 0; how < 3; how++)
        for (unsigned q = 0; q < 2; q++) {
            if (against->hands[how][q] == 0)
                continue;
            memcpy(round.dealer, three.samples[against->number[how][q]], 3);
            const struct money *money =
                judge_settled(&d->judge, &round, &seat, &three.hands[mine], (int)how - 1, q);
            count_add(out, money, times * against->hands[how][q]);
            *side += times * against->hands[how][q] * money->side;
        }
}

/* The best play of all hands, with the base game alone or with Pair Plus as large as the Ante. Of
 * options with the same value the smaller one is made. */
static void play_tcp(struct drawn *d, const bool *qualifies, bool with_side, struct count *out,
                     wide *side)
{
    cr_action actions[CR_LEGAL_MAX];
    const size_t options = actions_at(&d->rules, 0, actions);
    *out = (struct count){.deals = (wide)22100 * 18424};
    *side = 0;
    for (unsigned i = 0; i < three_cards.count; i++) {
        cr_card cards[3];
        struct against against;
        wide most = 0;
        size_t best = 0;
        cards_of_set(three_cards.of[i].set, cards);
        const unsigned mine = number_of(&three, cards);
        against_all(i, mine, qualifies, &against);
        for (size_t o = 0; o < options; o++) {
            struct count sums = {0};
            wide beside = 0;
            endings_of(d, cards, mine, actions[o], &against, &sums, &beside, 1);
            const wide value =
                with_side ? sums.base * d->judge.side + beside * d->judge.ante : sums.base;
            if (o == 0 || value > most) {
                most = value;
                best = o;
            }
        }
        endings_of(d, cards, mine, actions[best], &against, out, side, three_cards.of[i].hands);
        out->chosen[0][best] += three_cards.of[i].hands * 18424;
    }
}

static void hold_tcp(struct drawn *d)
{
    static const char *const wagers[] = {"ante", "play", "ante_bonus"};
    const wide ante = d->judge.ante, stake = d->judge.side;
    static bool qualifies[1024];
    struct count count;
    wide side;
    for (unsigned n = 0; n < three.count; n++)
        qualifies[n] = house_qualifies(&d->house, &three.hands[n], true);
    play_tcp(d, qualifies, false, &count, &side);
    hold_headlines(d, &count);
    hold_frequencies(d, &count);
    for (unsigned s = 0; s < 3; s++) {
        const struct cr_wager_returns *w = returns_of(d, wagers[s]);
        if (w)
            hold(wagers[s], &d->house, w->ev, count.slot[s], count.deals * ante);
        else
            assert_true(count.slot[s] == 0);
    }
    hold_side(d, "pair_plus");
    play_tcp(d, qualifies, true, &count, &side);
    hold("with_pair_plus", &d->house, side_ev(d, "with_pair_plus"),
         count.base * stake + side * ante, count.deals * ante * stake);
}

/* ---- Let It Ride and Mississippi Stud ---- */

/* Hands that a house's tables can tell apart: categories, and pairs by rank. */
#define HAND_KINDS 32
#define OPTIONS    (CR_SIZES_MAX + 1)
#define PATHS      (OPTIONS * OPTIONS * OPTIONS)

static unsigned kind_of(const struct slow_hand *hand)
{
    return hand->category == CR_PAIR ? 16u + (unsigned)hand->ranks[0] - 2 : hand->category;
}

/* For each four cards, how many of the 48 others complete them to a hand of each kind. */
static uint8_t (*fifths)[HAND_KINDS];

static unsigned place_of_four(const cr_card *c)
{
    return (unsigned)(c[0] + c[1] * (c[1] - 1) / 2 + c[2] * (c[2] - 1) * (c[2] - 2) / 6 +
                      c[3] * (c[3] - 1) * (c[3] - 2) * (c[3] - 3) / 24);
}

static void count_fifths(void)
{
    fifths = calloc(270725, sizeof *fifths);
    assert_non_null(fifths);
    cr_card c[5];
    for (c[4] = 4; c[4] < CR_DECK_CARDS; c[4]++)
        for (c[3] = 3; c[3] < c[4]; c[3]++)
            for (c[2] = 2; c[2] < c[3]; c[2]++)
                for (c[1] = 1; c[1] < c[2]; c[1]++)
                    for (c[0] = 0; c[0] < c[1]; c[0]++) {
                        const unsigned kind = kind_of(&five.hands[number_of(&five, c)]);
                        for (unsigned out = 0; out < 5; out++) {
                            cr_card four[4];
                            memcpy(four, c, out);
                            memcpy(four + out, c + out + 1, 4 - out);
                            fifths[place_of_four(four)][kind]++;
                        }
                    }
}

struct streets {
    struct drawn *d;
    unsigned decisions, own; /* own: the seat's cards, known from the start */
    unsigned option_count[CR_STAGES];
    cr_action actions[CR_STAGES][OPTIONS];
    /* The result of a round by its path, which is the options of all decisions as digits, the last
     * decision least: at the end by kind of hand, and for a fold at each decision. */
    struct money ended[PATHS][HAND_KINDS], folded[CR_STAGES][PATHS];
    int64_t worth[HAND_KINDS][PATHS]; /* the base game's part of ended */
    /* The best option, by decision, known board cards and the path before it. */
    uint8_t choice[CR_STAGES][CR_DECK_CARDS * CR_DECK_CARDS][PATHS / OPTIONS];
    struct count count;
};

static unsigned power(unsigned exponent)
{
    return exponent == 0 ? 1 : OPTIONS * power(exponent - 1);
}

/* In how many ways the remaining cards can come if so many are known. */
static wide deals_after(unsigned known)
{
    wide deals = 1;
    for (; known < 5; known++)
        deals *= CR_DECK_CARDS - known;
    return deals;
}

static void round_of(const struct streets *s, const cr_card *hand, struct cr_round *round,
                     struct cr_seat *seat)
{
    memcpy(seat->cards, hand, s->own);
    memcpy(round->board, hand + s->own, 5 - s->own);
}

/* Settles every path of actions for each kind of hand. */
static void settle_paths(struct streets *s, unsigned decision, unsigned path, struct cr_seat *seat)
{
    struct cr_round round = {0};
    if (decision == s->decisions) {
        for (unsigned n = 0; n < five.count; n++) {
            const unsigned kind = kind_of(&five.hands[n]);
            round_of(s, five.samples[n], &round, seat);
            s->ended[path][kind] =
                *judge_settled(&s->d->judge, &round, seat, &five.hands[n], 0, true);
            s->worth[kind][path] = s->ended[path][kind].base;
        }
        return;
    }
    CHECK(decision < CR_STAGES);
    seat->action_count = (uint8_t)(decision + 1);
    for (unsigned o = 0; o < s->option_count[decision]; o++) {
        seat->actions[decision] = s->actions[decision][o];
        if (seat->actions[decision] != CR_FOLD) {
            settle_paths(s, decision + 1, path * OPTIONS + o, seat);
            seat->action_count = (uint8_t)(decision + 1);
            continue;
        }
        round_of(s, five.samples[0], &round, seat);
        s->folded[decision][path] =
            *judge_settled(&s->d->judge, &round, seat, &five.hands[0], 0, true);
    }
}

/* The known cards: the seat's own and those of the board. */
struct known {
    uint64_t set;
    unsigned place; /* index of the known board cards in choice */
};

static bool known_add(struct known from, unsigned card, struct known *out)
{
    *out = (struct known){from.set | UINT64_C(1) << card, from.place * CR_DECK_CARDS + card};
    return out->set != from.set;
}

static const uint8_t *fifths_of(struct known known)
{
    cr_card cards[4];
    cards_of_set(known.set, cards);
    return fifths[place_of_four(cards)];
}

/* For each path, sums the value of each option over all cards that can follow, and chooses the
 * best. */
static void best_of_paths(struct streets *s, unsigned decision, struct known known, wide *best,
                          wide *options);

static void sum_options(struct streets *s, unsigned decision, struct known known, wide *options)
{
    const unsigned paths = power(decision + 1);
    memset(options, 0, paths * sizeof *options);
    if (decision + 1 == s->decisions) {
        const uint8_t *kinds = fifths_of(known);
        int64_t sums[PATHS] = {0};
        for (unsigned k = 0; k < HAND_KINDS; k++)
            for (unsigned p = 0; kinds[k] > 0 && p < paths; p++)
                sums[p] += kinds[k] * s->worth[k][p];
        for (unsigned p = 0; p < paths; p++)
            options[p] = sums[p];
        return;
    }
    for (unsigned card = 0; card < CR_DECK_CARDS; card++) {
        wide next[PATHS], below[PATHS];
        struct known with;
        if (!known_add(known, card, &with))
            continue;
        best_of_paths(s, decision + 1, with, next, below);
        for (unsigned p = 0; p < paths; p++)
            options[p] += next[p];
    }
}

static void best_of_paths(struct streets *s, unsigned decision, struct known known, wide *best,
                          wide *options)
{
    CHECK(decision < CR_STAGES);
    const wide deals = deals_after(s->own + decision);
    sum_options(s, decision, known, options);
    for (unsigned p = 0; p < power(decision); p++) {
        unsigned choice = 0;
        for (unsigned o = 0; o < s->option_count[decision]; o++) {
            wide *value = &options[p * OPTIONS + o];
            if (s->actions[decision][o] == CR_FOLD)
                *value = deals * s->folded[decision][p].base;
            if (*value > options[p * OPTIONS + choice])
                choice = o;
        }
        s->choice[decision][known.place][p] = (uint8_t)choice;
        best[p] = options[p * OPTIONS + choice];
    }
}

/* Counts all deals with the choices made above. */
static void play_on(struct streets *s, unsigned decision, struct known known, unsigned path,
                    wide times)
{
    CHECK(decision < CR_STAGES);
    const unsigned o = s->choice[decision][known.place][path];
    const wide deals = times * deals_after(s->own + decision);
    const unsigned next = path * OPTIONS + o;
    s->count.chosen[decision][o] += deals;
    if (s->actions[decision][o] == CR_FOLD) {
        count_add(&s->count, &s->folded[decision][path], deals);
        return;
    }
    if (decision + 1 == s->decisions) {
        const uint8_t *kinds = fifths_of(known);
        for (unsigned k = 0; k < HAND_KINDS; k++)
            if (kinds[k] > 0)
                count_add(&s->count, &s->ended[next][k], times * kinds[k]);
        return;
    }
    for (unsigned card = 0; card < CR_DECK_CARDS; card++) {
        struct known with;
        if (known_add(known, card, &with))
            play_on(s, decision + 1, with, next, times);
    }
}

/* Compares a starting hand of two cards with the analysis: its options and their values. */
static void hold_start(const struct streets *s, const struct suit_class *class, const wide *options)
{
    static const char ranks[] = "23456789TJQKA";
    const struct cr_analysis *a = &s->d->analysis;
    const wide parts = deals_after(2) * s->d->judge.ante;
    cr_card cards[2];
    char hand[4] = "";
    cards_of_set(class->set, cards);
    hand[0] = ranks[cards[1] / 4];
    hand[1] = ranks[cards[0] / 4];
    if (hand[0] != hand[1])
        hand[2] = cards[0] % 4 == cards[1] % 4 ? 's' : 'o';
    unsigned i = 0;
    while (i < a->start_count && strcmp(a->starts[i].hand, hand) != 0)
        i++;
    assert_true(i < a->start_count);
    const struct cr_start *start = &a->starts[i];
    assert_int_equal(start->combos, class->hands);
    hold(hand, &s->d->house, start->ev, options[s->choice[0][0][0]], parts);
    for (unsigned o = 0; o < s->option_count[0]; o++) {
        char word[CR_ACTION_TEXT_MAX], name[CR_FIGURE_MAX];
        cr_action_format(&s->d->rules, 0, s->actions[0][o], word);
        snprintf(name, sizeof name, "ev_%s", word);
        if (o == s->choice[0][0][0])
            assert_string_equal(start->decision, word);
        for (unsigned k = 0; k < start->option_count; k++)
            if (strcmp(start->options[k].name, name) == 0)
                hold(name, &s->d->house, start->options[k].value, options[o], parts);
    }
}

static void hold_streets(struct drawn *d)
{
    static struct streets s;
    const struct cr_game *game = d->rules.game;
    const struct classes *starts = game->hole_cards == 2 ? &two_cards : &three_cards;
    struct cr_seat seat = {0};
    s = (struct streets){.d = d, .decisions = game->stage_count, .own = game->hole_cards};
    for (unsigned i = 0; i < s.decisions; i++) {
        cr_action actions[CR_LEGAL_MAX];
        s.option_count[i] = (unsigned)actions_at(&d->rules, i, actions);
        assert_in_range(s.option_count[i], 2, OPTIONS);
        memcpy(s.actions[i], actions, s.option_count[i]);
    }
    settle_paths(&s, 0, 0, &seat);
    for (unsigned i = 0; i < starts->count; i++) {
        wide best, options[PATHS];
        const struct known own = {starts->of[i].set, 0};
        best_of_paths(&s, 0, own, &best, options);
        play_on(&s, 0, own, 0, starts->of[i].hands);
        if (s.own == 2)
            hold_start(&s, &starts->of[i], options);
    }
    s.count.deals = (wide)(s.own == 2 ? 1326 : 22100) * deals_after(s.own);
    hold_headlines(d, &s.count);
    hold_frequencies(d, &s.count);
    hold_side(d, "bonus");
    /* Where a limit cuts a hand's pays, the analysis has no table by wager, because a cut belongs
     * to no single wager. */
    const struct cr_wager_returns *bets = returns_of(d, game->slots[game->ante].name);
    if (bets)
        hold("bets", &d->house, bets->ev, s.count.base, s.count.deals * d->judge.ante);
}

/* ---- The tests ---- */

static void whole_games(void **state)
{
    const struct cr_game *game = *state;
    struct rng rng = {31};
    const unsigned long before = figures_held;
    for (unsigned i = 0; i < files; i++) {
        static struct drawn d;
        drawn_make(&rng, game, &d);
        if (game == &game_tcp)
            hold_tcp(&d);
        else
            hold_streets(&d);
        drawn_free(&d);
    }
    print_message("%s: %u files, %lu figures\n", game->id, files, figures_held - before);
}

static int set_up(void **state)
{
    (void)state;
    numbers_make(3, &three);
    numbers_make(5, &five);
    assert_int_equal(five.count, 7462);
    list_classes();
    count_dealers();
    count_fifths();
    return 0;
}

static int take_down(void **state)
{
    (void)state;
    numbers_free(&three);
    numbers_free(&five);
    free(dealers);
    free(fifths);
    return 0;
}

#define OF_GAME(id)                                                                                \
    {                                                                                              \
        "whole games of " #id, whole_games, NULL, NULL, (void *)&game_##id                         \
    }

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {OF_GAME(tcp), OF_GAME(lir), OF_GAME(ms)};
    if (argc > 1)
        files = (unsigned)strtoul(argv[1], NULL, 10);
    if (argc > 2)
        cmocka_set_test_filter(argv[2]);
    return cmocka_run_group_tests_name("whole games", tests, set_up, take_down);
}
