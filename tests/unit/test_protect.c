/* What seen cards are worth: published figures, and every engine against a plain walk over all
 * deals of a small deck, in which all but a few cards are dead.
 *
 * Usage: test_protect [holdem | holdem-all]. With "holdem-all", only the games of hold'em, with
 * every list of seen cards; with "holdem", with every second one. Without either they are tested
 * too, but with one list in four for each of their files, because they take most of the time. */
#include "game/games/game.h"
#include "math/kernels/four_card.h"
#include "math/protect/cases.h"
#include "support/rng.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define ALL_CARDS    ((UINT64_C(1) << CR_DECK_CARDS) - 1)

static void load(const char *name, struct cr_rules *rules)
{
    struct cr_err err = {0};
    assert_int_equal(cr_rules_load(name, rules, &err), CR_OK);
}

static card_set draw(struct rng *rng, card_set taken, unsigned count)
{
    card_set set = 0;
    while (count > 0) {
        const cr_card card = (cr_card)rng_below(rng, CR_DECK_CARDS);
        if (set_has(taken | set, card))
            continue;
        set = set_with(set, card);
        count--;
    }
    return set;
}

/* ---- Published figures ---- */

static void exact(const char *name, const char *what, const char *ev, double published,
                  double digits)
{
    struct cr_rules rules;
    struct cr_sees sees;
    struct cr_protection out;
    struct cr_err err = {0};
    char text[CR_RATIONAL_TEXT_MAX];
    load(name, &rules);
    assert_int_equal(cr_sees_parse(&rules, what, &sees, &err), CR_OK);
    assert_int_equal(cr_protect(&rules, &sees, NULL, &out, &err), CR_OK);
    assert_true(out.is_exact);
    cr_rational_format(out.exact_ev, text);
    assert_string_equal(text, ev);
    assert_true(fabs(out.ev - published) <= digits);
    struct cr_analysis analysis;
    assert_int_equal(cr_analyze(&rules, NULL, &analysis, &err), CR_OK);
    assert_true(fabs(out.ev - out.gain - cr_rational_value(analysis.ev)) < 1e-14);
    cr_protection_free(&out);
}

static void published(void **state)
{
    (void)state;
    exact("tcp-cn", "dealer:1", "443162/12724075", 0.034829, 5e-7);
    exact("lir-rp", "board:2", "66142/270725", 0.2443, 5e-5);
    exact("ms-rp", "board:1", "254633/464100", 0.548660, 5e-7);
}

/* ---- How seen cards change a decision ---- */

struct told {
    const char *rules, *what, *hand, *sight;
    unsigned best; /* a set of actions: bits of cr_action */
};

static unsigned bit(cr_action action)
{
    return 1u << action;
}

static void check_told(const struct told *t)
{
    struct cr_rules rules;
    struct cr_sees sees;
    struct cr_protection out;
    struct cr_err err = {0};
    unsigned change = 0, sight = 0;
    load(t->rules, &rules);
    assert_int_equal(cr_sees_parse(&rules, t->what, &sees, &err), CR_OK);
    assert_int_equal(cr_protect(&rules, &sees, NULL, &out, &err), CR_OK);
    while (change < out.change_count && strcmp(out.changes[change].hand, t->hand) != 0)
        change++;
    while (sight < out.sight_count && strcmp(out.sights[sight], t->sight) != 0)
        sight++;
    if (change == out.change_count || sight == out.sight_count)
        fail_msg("%s %s: no %s with %s", t->rules, t->what, t->hand, t->sight);
    if (out.best[change * out.sight_count + sight] != t->best)
        fail_msg("%s %s: %s with %s: %x", t->rules, t->what, t->hand, t->sight,
                 out.best[change * out.sight_count + sight]);
    cr_protection_free(&out);
}

/* Best actions that were worked out by hand from the rules. */
static void told(void **state)
{
    const unsigned play = bit(cr_action_bet(1)), fold = bit(CR_FOLD), pull = bit(CR_PULL);
    const unsigned ride = bit(CR_CHECK);
    const struct told list[] = {
        {"tcp-cn", "dealer:1", "Ace-eight-seven high", "A", fold},
        {"tcp-cn", "dealer:1", "Ace-eight-seven high", "K", play},
        /* Aces with a four lose to a dealer with two aces and any of fives to kings, which most of
         * the cards that are left are. */
        {"tcp-cn", "dealer:2", "a pair of Aces, four", "AA", fold},
        {"tcp-cn", "dealer:2", "a pair of Aces, four", "AK", play},
        {"tcp-cn", "dealer:1,marked:QKA/first", "King-Queen-two high", "A group", fold},
        /* A king of any suit makes a pair that pays; a five helps only if it has the suit of the
         * three cards. */
        {"lir-rp", "board:2", "Ace high straight flush", "K", ride},
        {"lir-rp", "board:2", "Ace high straight flush", "5", ride | pull},
        /* Of the 171 pairs of such cards, 75 make two pairs or better, which pay 2 to 1. */
        {"lir-rp", "marked:TJQKA", "a pair of nines, Ace", "group group", ride},
        {"lir-rp", "marked:TJQKA", "a pair of nines, Ace", "other other", pull},
        /* A pair that pays is worth the largest bet. */
        {"ms-rp", "board:1", "AKo", "K", bit(cr_action_bet(3))},
        {"ms-rp", "board:1", "AKo", "2", fold},
        {"ms-rp", "board:1,board:3", "AKo", "2 K", bit(cr_action_bet(3))},
        {"ms-rp", "dead:1,board:1", "AKo", "2 A", bit(cr_action_bet(3))},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(list); i++)
        check_told(&list[i]);
}

/* ---- The list of what is seen ---- */

static void faults(void **state)
{
    static const struct {
        const char *rules, *what, *part;
    } bad[] = {
        {"tcp-cn", "flop:1", "'flop:1'"},
        {"tcp-cn", "dealer:4", "'dealer:4'"},
        {"tcp-cn", "dealer:0", "'dealer:0'"},
        {"tcp-cn", "dealer", "'dealer'"},
        {"tcp-cn", "dealer:1,", "''"},
        {"tcp-cn", "", "''"},
        {"lir-rp", "dealer:1", "'dealer:1'"},
        {"lir-rp", "board:3", "'board:3'"},
        {"uth-cn", "board:1", "'board:1'"},
        {"uth-cn", "flop:4", "'flop:4'"},
        {"uth-cn", "turn:1", "'turn:1'"},
        {"uth-cn", "turn,turn", "'turn'"},
        {"uth-cn", "seats:7", "'seats:7'"},
        {"uth-cn", "hole:1", "'hole:1'"},
        {"tcp-cn", "marked:QX/first", "'marked:QX/first'"},
        {"tcp-cn", "marked:QKA/four", "'marked:QKA/four'"},
        {"tcp-cn", "marked:/first", "'marked:/first'"},
        {"fcp-rp", "dealer:6", "'dealer:6'"},
        {"tcp-cn", "dead:46,seats:1", "49 cards"},
        {"tcp-cn", "dealer:3,marked:A/first", "marked"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++) {
        struct cr_rules rules;
        struct cr_sees sees = {.dealer = 77};
        struct cr_err err = {0};
        load(bad[i].rules, &rules);
        assert_int_not_equal(cr_sees_parse(&rules, bad[i].what, &sees, &err), CR_OK);
        if (!strstr(err.text, bad[i].part))
            fail_msg("%s %s: %s", bad[i].rules, bad[i].what, err.text);
        assert_null(strstr(err.text, "--")); /* the library knows of no options */
        assert_int_equal(sees.dealer, 77);
    }
}

/* A caller in C can ask for more than any list can say: that is refused before a calculation
 * begins. */
static void refused(const char *name, const struct cr_sees *sees,
                    const struct cr_protect_options *options, const char *what)
{
    struct cr_rules rules;
    struct cr_protection out;
    struct cr_err err = {0};
    load(name, &rules);
    assert_int_equal(cr_protect(&rules, sees, options, &out, &err), CR_E_INPUT);
    if (!strstr(err.text, what))
        fail_msg("%s: %s", name, err.text);
}

static void impossible(void **state)
{
    static const char *const names[] = {"tcp-cn", "lir-rp", "ms-rp",
                                        "fcp-rp", "uth-cn", "pg-flush"};
    static const struct {
        struct cr_sees sees;
        const char *what;
    } bad[] = {
        {{.dealer = 9}, "no such cards"},
        {{.flop = 9}, "no such cards"},
        {{.board = 255}, "no such cards"},
        {{.marked = 1, .marked_cards = 0}, "no such cards"},
        {{.marked = 0, .marked_cards = 1}, "no such cards"},
        {{.marked = (1u << CR_RANKS) - 1, .marked_cards = 1}, "no such cards"},
        {{.marked = UINT16_MAX, .marked_cards = 1}, "no such cards"},
        {{.marked = 1, .marked_cards = 200}, "so many backs"},
        {{.dead = 200}, "200 cards"},
        {{0}, "nothing is seen"},
    };
    const struct cr_sees dealer = {.dealer = 1}, turn = {.turn = true}, board = {.board = 4};
    const struct cr_sees dead = {.dead = 20};
    (void)state;
    for (size_t i = 0; i < COUNT(names); i++)
        for (size_t k = 0; k < COUNT(bad); k++)
            refused(names[i], &bad[k].sees, NULL, bad[k].what);
    refused("ms-rp", &dealer, NULL, "no such cards");
    refused("fcp-rp", &turn, NULL, "no such cards");
    refused("lir-rp", &board, NULL, "no such cards");
    refused("tcp-cn", &dead, &(struct cr_protect_options){.rounds = 1}, "2 to 1000000000 cases");
    refused("tcp-cn", &dead, &(struct cr_protect_options){.rounds = UINT64_C(1) << 61}, "cases");
    refused("tcp-cn", &dead, &(struct cr_protect_options){.threads = 5000}, "1024 threads");
}

/* ---- A plain walk over deals ---- */

/* At most that many places: the board's cards in the order in which they are opened, then the
 * dealer's. */
#define PLACES_MAX 8

struct walk {
    const struct cr_rules *rules;
    card_set deck; /* the cards that can still come */
    cr_card own[SET_CARDS_MAX];
    unsigned places, board;
    card_set allowed[PLACES_MAX];
    bool known[PLACES_MAX]; /* the card in this place is known */
    cr_card at[PLACES_MAX];
};

typedef double deal_value(const struct walk *w, unsigned bets);

/* The sum of the values over all ways to fill the places that are still open; *count is raised by
 * their number. */
static double all_deals(struct walk *w, deal_value *value, unsigned bets, double *count)
{
    unsigned place = 0;
    while (place < w->places && w->known[place])
        place++;
    if (place == w->places) {
        ++*count;
        return value(w, bets);
    }
    double sum = 0;
    w->known[place] = true;
    for (card_set left = w->deck & w->allowed[place]; left; left &= left - 1) {
        w->at[place] = (cr_card)__builtin_ctzll(left);
        w->deck &= ~(UINT64_C(1) << w->at[place]);
        sum += all_deals(w, value, bets, count);
        w->deck = set_with(w->deck, w->at[place]);
    }
    w->known[place] = false;
    return sum;
}

/* Calculates the value of the best play from here on, with the places of this decision known. */
typedef double next_value(struct walk *w);

static double open_places(struct walk *w, unsigned mask, next_value *next)
{
    unsigned place = 0;
    while (place < w->places && (w->known[place] || !(mask >> place & 1)))
        place++;
    if (place == w->places)
        return next(w);
    double sum = 0;
    w->known[place] = true;
    for (card_set left = w->deck & w->allowed[place]; left; left &= left - 1) {
        const cr_card card = (cr_card)__builtin_ctzll(left);
        w->at[place] = card;
        w->deck &= ~(UINT64_C(1) << card);
        sum += open_places(w, mask, next);
        w->deck = set_with(w->deck, card);
        w->at[place] = card;
    }
    w->known[place] = false;
    return sum;
}

static double deals_of(struct walk *w, deal_value *value, unsigned bets)
{
    double count = 0;
    return all_deals(w, value, bets, &count);
}

static double one(const struct walk *w, unsigned bets)
{
    (void)w;
    (void)bets;
    return 1;
}

static double best_of(double a, double b)
{
    return a > b ? a : b;
}

static double ratio(struct cr_ratio pays)
{
    return pays.num > 0 ? (double)pays.num / pays.den : 0;
}

/* ---- The games, written from their rules ---- */

/* The wager in Antes; bets counts parts of an Ante. */
static double antes(const struct walk *w, unsigned bets)
{
    return (double)bets / w->rules->bet_parts;
}

/* The value of the best bet size at this decision, or of making no bet if that is better. */
static double best_bet(struct walk *w, unsigned stage, deal_value *value, double without)
{
    for (unsigned k = 1; k <= CR_MULTIPLES; k++)
        if (w->rules->multiples[stage] >> k & 1)
            without = best_of(without, deals_of(w, value, k));
    return without;
}

/* UTH-7, TCP-3: returns 1 if the wager wins, -1 if it loses and 0 if it is returned. */
static int wager_ends_so(const struct walk *w, unsigned slot, int versus, uint16_t dealer)
{
    const unsigned rule = w->rules->unqualified[slot];
    if (dealer <= w->rules->qualifying_rank || rule == CR_UNQUALIFIED_AS_USUAL)
        return versus;
    return rule == CR_UNQUALIFIED_PAY;
}

static double tcp_deal(const struct walk *w, unsigned bets)
{
    const uint16_t own = cr_eval3(w->own), dealer = cr_eval3(w->at);
    const double bonus =
        ratio(slot_pays(w->rules, cr_slot_find(w->rules->game, "ante_bonus", 10), own));
    const int versus = (own < dealer) - (own > dealer);
    return bonus + wager_ends_so(w, w->rules->game->ante, versus, dealer) +
           wager_ends_so(w, w->rules->game->stages[0].slot, versus, dealer) * antes(w, bets);
}

static double tcp_value(struct walk *w)
{
    return best_bet(w, 0, tcp_deal, -deals_of(w, one, 0));
}

static double streets_deal(const struct walk *w, unsigned bets)
{
    cr_card five[5];
    const unsigned own = 5 - w->board;
    memcpy(five, w->own, own);
    memcpy(five + own, w->at, w->board);
    const struct cr_ratio pays = slot_pays(w->rules, w->rules->game->ante, cr_eval5(five));
    return antes(w, bets) * (pays.den == 0 ? -1 : ratio(pays));
}

static double lir_second(struct walk *w)
{
    return best_of(0, deals_of(w, streets_deal, 1));
}

/* LIR-3: each of the two bets is taken back or left by itself. */
static double lir_value(struct walk *w)
{
    return deals_of(w, streets_deal, 1) + best_of(0, deals_of(w, streets_deal, 1)) +
           open_places(w, 1, lir_second);
}

static unsigned ms_bets; /* what is wagered at the present decision */

static double ms_fifth(struct walk *w)
{
    double best = -antes(w, ms_bets) * deals_of(w, one, 0);
    for (unsigned k = 1; k <= 3; k++)
        best = best_of(best, deals_of(w, streets_deal, ms_bets + k));
    return best;
}

static double ms_stage(struct walk *w, unsigned mask, next_value *next)
{
    const unsigned bets = ms_bets;
    double best = -antes(w, bets) * deals_of(w, one, 0);
    for (unsigned k = 1; k <= 3; k++) {
        ms_bets = bets + k;
        best = best_of(best, open_places(w, mask, next));
    }
    ms_bets = bets;
    return best;
}

static double ms_fourth(struct walk *w)
{
    return ms_stage(w, 3, ms_fifth);
}

static double ms_value(struct walk *w)
{
    ms_bets = w->rules->bet_parts;
    return ms_stage(w, 1, ms_fourth);
}

/* FCP-5, FCP-6: equal hands win, and the bonus is paid whether the hand wins or loses. */
static double fcp_deal(const struct walk *w, unsigned bets)
{
    const uint16_t own = cr_eval4(w->own, 5), dealer = cr_eval4(w->at, 6);
    const unsigned bonus = cr_slot_find(w->rules->game, "ante_bonus", 10);
    return ratio(slot_pays(w->rules, bonus, own)) + (own <= dealer ? 1 : -1) * (1 + antes(w, bets));
}

static double fcp_value(struct walk *w)
{
    return best_bet(w, 0, fcp_deal, -deals_of(w, one, 0));
}

/* Compares the two hands and writes their ranks; places: five of the board, two of the dealer. */
static int holdem_showdown(const struct walk *w, uint16_t *own, uint16_t *dealer)
{
    cr_card cards[7];
    memcpy(cards, w->at, 5);
    memcpy(cards + 5, w->own, 2);
    *own = cr_eval7(cards);
    memcpy(cards + 5, w->at + 5, 2);
    *dealer = cr_eval7(cards);
    return (*own < *dealer) - (*own > *dealer);
}

static double uth_deal(const struct walk *w, unsigned bets)
{
    uint16_t own, dealer;
    const int versus = holdem_showdown(w, &own, &dealer);
    const unsigned blind = cr_slot_find(w->rules->game, "blind", 5);
    const double odds = ratio(w->rules->pays[blind].pays[cr_rank_category(own)]);
    const int blind_ends = wager_ends_so(w, blind, versus, dealer);
    return wager_ends_so(w, w->rules->game->ante, versus, dealer) +
           wager_ends_so(w, w->rules->game->stages[0].slot, versus, dealer) * antes(w, bets) +
           (blind_ends > 0 ? odds : blind_ends);
}

static double uth_river(struct walk *w)
{
    return best_bet(w, 2, uth_deal, -2 * deals_of(w, one, 0));
}

static double uth_flop(struct walk *w)
{
    return best_bet(w, 1, uth_deal, open_places(w, 31, uth_river));
}

static double uth_value(struct walk *w)
{
    return best_bet(w, 0, uth_deal, open_places(w, 7, uth_flop));
}

static double pg_deal(const struct walk *w, unsigned bets)
{
    uint16_t own, dealer;
    const int versus = holdem_showdown(w, &own, &dealer);
    const bool pays = cr_rank_category(own) >= w->rules->ante_pays_from;
    return versus * antes(w, bets) + (versus > 0 ? pays : versus);
}

static double pg_bet(const struct walk *w, unsigned bets)
{
    uint16_t own, dealer;
    return holdem_showdown(w, &own, &dealer) * antes(w, bets);
}

static double pg_later(struct walk *w)
{
    return best_of(0, deals_of(w, pg_bet, 1));
}

/* PG-3: playing costs twice the Ante; before the turn and before the river a bet of one Ante is
 * possible. */
static double pg_value(struct walk *w)
{
    return best_of(-deals_of(w, one, 0), deals_of(w, pg_deal, 2) + open_places(w, 7, pg_later) +
                                             open_places(w, 15, pg_later));
}

/* ---- Engines against plain walks ---- */

static bool holdem_only;
static unsigned holdem_step = 4; /* of so many lists of hold'em one is tried */

struct small_game {
    const char *rules;
    seen_engine_new *engine;
    next_value *value;
    unsigned own, board, dealer, open; /* open: of the dealer's cards, face up for everybody */
};

static const struct small_game small_games[] = {
    {"tcp-cn", seen_tcp, tcp_value, 3, 0, 3, 0},
    {"lir-rp", seen_streets, lir_value, 3, 2, 0, 0},
    {"ms-rp", seen_streets, ms_value, 2, 3, 0, 0},
    {"fcp-rp", seen_four_card, fcp_value, 5, 0, 6, 1},
    {"uth-cn", seen_holdem, uth_value, 2, 5, 2, 0},
    {"uth-rp", seen_holdem, uth_value, 2, 5, 2, 0},
    {"pg-flush", seen_holdem, pg_value, 2, 5, 2, 0},
    {"pg-straight", seen_holdem, pg_value, 2, 5, 2, 0},
};

/* The places whose marked backs are read, in order: the dealer's first, then the board's. */
static unsigned marked_places(const struct small_game *g, const struct cr_sees *s,
                              const bool *known, unsigned out[PLACES_MAX])
{
    unsigned count = 0;
    for (unsigned i = 0; i < g->board + g->dealer && count < s->marked_cards; i++) {
        const unsigned place = i < g->dealer ? g->board + i : i - g->dealer;
        if (s->marked && !known[place])
            out[count++] = place;
    }
    return count;
}

static unsigned seen_places(const struct small_game *g, const struct cr_sees *s)
{
    unsigned mask = s->board;
    mask |= g->board == 5 ? ((1u << s->flop) - 1) | (unsigned)s->turn << 3 | (unsigned)s->river << 4
                          : 0;
    return mask;
}

/* Sums over everything that can be seen; the dealer's seen cards lie in their places already. */
static double walk_seen(const struct small_game *g, struct walk *w, const struct cr_sees *s)
{
    unsigned places[PLACES_MAX];
    bool known[PLACES_MAX];
    const unsigned seen = seen_places(g, s);
    for (unsigned i = 0; i < w->places; i++)
        known[i] = w->known[i] || (seen >> i & 1);
    const unsigned marks = marked_places(g, s, known, places);
    card_set group = 0;
    double sum = 0;
    for (cr_card c = 0; c < CR_DECK_CARDS; c++)
        if (s->marked >> cr_card_rank(c) & 1)
            group = set_with(group, c);
    for (unsigned bits = 0; bits < 1u << marks; bits++) {
        for (unsigned m = 0; m < marks; m++)
            w->allowed[places[m]] = bits >> m & 1 ? group : ALL_CARDS & ~group;
        sum += open_places(w, seen, g->value);
    }
    return sum;
}

/* The first decisions that are made and those that some sight (what the player can see) asks for
 * must be the same set. */
static void check_sights(const struct small_game *g, const char *what,
                         const struct seen_worth *worth, unsigned sights)
{
    uint32_t made = 0, asked = 0;
    for (unsigned a = 0; a < PROTECT_ACTIONS; a++)
        made |= worth->acts[0][a] > 0 ? UINT32_C(1) << a : 0;
    for (unsigned i = 0; i < sights; i++)
        asked |= worth->sights[i];
    if (made != asked)
        fail_msg("%s %s: decisions %x, but %x by what is seen", g->rules, what, made, asked);
}

/* Compares an engine with a walk for one case. spare: cards that a round leaves in the deck; all
 * others are dead. */
static void check_case(const struct small_game *g, const struct cr_rules *rules,
                       const struct seen_engine *engine, const char *what, unsigned spare,
                       struct rng *rng)
{
    struct cr_sees sees;
    struct cr_err err = {0};
    assert_int_equal(cr_sees_parse(rules, what, &sees, &err), CR_OK);
    const unsigned deck = g->board + g->dealer + spare;
    struct seen_case c = {.own = draw(rng, 0, g->own)};
    c.dealer = draw(rng, c.own, g->open + sees.dealer);
    const card_set left = draw(rng, c.own | c.dealer, deck - g->open - sees.dealer);
    c.dead = ALL_CARDS & ~c.own & ~c.dealer & ~left;
    sees.dead = (uint8_t)__builtin_popcountll(c.dead);
    struct walk w = {
        .rules = rules, .deck = left, .places = g->board + g->dealer, .board = g->board};
    cr_card cards[SET_CARDS_MAX];
    set_cards(c.own, w.own);
    for (unsigned i = 0; i < PLACES_MAX; i++)
        w.allowed[i] = ALL_CARDS;
    for (unsigned i = 0; i < set_cards(c.dealer, cards); i++) {
        w.known[g->board + i] = true;
        w.at[g->board + i] = cards[i];
    }
    void *hand = engine->hand_new(engine->context);
    struct seen_worth worth = {0};
    engine->hand_set(hand, c.own);
    /* Where at most two cards of the board are seen, what each sight asks for is recorded too. */
    static uint32_t by_sight[1 << 18]; /* for two board cards and every other back */
    memset(by_sight, 0, sizeof by_sight);
    const int board = __builtin_popcount(seen_places(g, &sees));
    worth.sights = board <= 2 && board + sees.marked_cards > 0 ? by_sight : NULL;
    engine->worth(hand, &c, &sees, &worth);
    if (worth.sights)
        check_sights(g, what, &worth, COUNT(by_sight));
    double deals = 0;
    all_deals(&w, one, 0, &deals);
    const double mean = walk_seen(g, &w, &sees) / deals;
    const double got =
        (double)worth.value / (double)engine->deals(engine->context, &sees) / (double)engine->scale;
    if (fabs(mean - got) > 1e-11)
        fail_msg("%s %s: %.15f instead of %.15f", g->rules, what, got, mean);
    int64_t acts = 0;
    for (unsigned a = 0; a < PROTECT_ACTIONS; a++)
        acts += worth.acts[0][a];
    assert_true(acts == (int64_t)engine->deals(engine->context, &sees));
    engine->hand_free(hand);
}

/* Rules with half Antes, other rules for a dealer who does not qualify, and a Blind with high pays
 * that have a large common denominator. */
static void make_odd(struct cr_rules *rules)
{
    const unsigned blind = cr_slot_find(rules->game, "blind", 5);
    if (blind < CR_SLOTS) {
        rules->pays[blind].pays[CR_ROYAL_FLUSH] = (struct cr_ratio){100000, 1};
        rules->pays[blind].pays[CR_FLUSH] = (struct cr_ratio){133, 100};
    }
    rules->bet_parts = rules->multiples[0] ? 2 : 1; /* lir: bets are only taken back */
    for (unsigned s = 0; s < rules->game->slot_count; s++)
        if (rules->game->slots[s].is_against_dealer)
            rules->unqualified[s] = (uint8_t)((rules->unqualified[s] + 2) % 3);
}

static void small_decks(void **state)
{
    static const char *const tcp[] = {
        "dead:1",           "dealer:1",         "dealer:2", "dealer:3",
        "marked:QKA/first", "marked:23456/two", "marked:A", "dealer:1,marked:QKA/first"};
    static const char *const lir[] = {"dead:1",
                                      "board:1",
                                      "board:2",
                                      "board:all",
                                      "marked:TJQKA/first",
                                      "marked:TJQKA",
                                      "board:1,marked:TJQKA/first"};
    static const char *const ms[] = {"dead:1",
                                     "board:1",
                                     "board:2",
                                     "board:3",
                                     "board:1,board:3",
                                     "board:all",
                                     "marked:JQKA/first",
                                     "marked:JQKA/two",
                                     "marked:JQKA",
                                     "board:2,marked:JQKA/two"};
    static const char *const fcp[] = {"dead:1",
                                      "dealer:1",
                                      "dealer:3",
                                      "dealer:5",
                                      "marked:JQKA/first",
                                      "marked:2345/three",
                                      "marked:JQKA",
                                      "dealer:2,marked:JQKA/two"};
    static const char *const holdem[] = {"dead:1",
                                         "flop:1",
                                         "flop:2",
                                         "flop:3",
                                         "turn",
                                         "river",
                                         "turn,river",
                                         "flop:1,turn",
                                         "flop:1,river",
                                         "flop:2,turn,river",
                                         "flop:3,turn",
                                         "flop:3,turn,river",
                                         "dealer:1",
                                         "dealer:2",
                                         "dealer:1,flop:1",
                                         "dealer:2,turn",
                                         "marked:QKA/first",
                                         "marked:9TJQ/two",
                                         "marked:9TJQ/three",
                                         "marked:9TJQ/six",
                                         "marked:9TJQ",
                                         "dealer:1,marked:QKA/first",
                                         "flop:1,marked:QKA/first",
                                         "flop:1,marked:QKA/three",
                                         "flop:1,marked:9TJQ/four",
                                         "flop:1,marked:9TJQ",
                                         "flop:2,marked:9TJQ/three",
                                         "flop:2,marked:9TJQ",
                                         "flop:3,marked:9TJQ",
                                         "turn,marked:9TJQ/three",
                                         "turn,marked:9TJQ/four",
                                         "turn,marked:9TJQ",
                                         "river,marked:9TJQ/five",
                                         "river,marked:9TJQ",
                                         "turn,river,marked:9TJQ/four",
                                         "turn,river,marked:9TJQ",
                                         "flop:1,turn,marked:9TJQ",
                                         "flop:2,turn,marked:9TJQ",
                                         "flop:2,river,marked:9TJQ",
                                         "flop:3,river,marked:9TJQ",
                                         "flop:2,turn,river,marked:9TJQ",
                                         "dealer:1,flop:1,river,marked:9TJQ",
                                         "dealer:2,flop:2,turn,marked:9TJQ"};
    struct rng rng = {16};
    (void)state;
    for (size_t g = 0; g < COUNT(small_games); g++) {
        const bool is_holdem = small_games[g].engine == seen_holdem;
        if (holdem_only && !is_holdem)
            continue;
        const char *const *list = g == 0 ? tcp : g == 1 ? lir : g == 2 ? ms : g == 3 ? fcp : holdem;
        const size_t count = g == 0   ? COUNT(tcp)
                             : g == 1 ? COUNT(lir)
                             : g == 2 ? COUNT(ms)
                             : g == 3 ? COUNT(fcp)
                                      : COUNT(holdem);
        static const struct cr_sees nothing = {0};
        struct cr_rules rules;
        struct seen_engine engine;
        struct cr_err err = {0};
        load(small_games[g].rules, &rules);
        assert_int_equal(small_games[g].engine(&rules, &nothing, &engine, &err), CR_OK);
        const unsigned spare = small_games[g].board == 5 || small_games[g].dealer == 6 ? 2 : 6;
        const unsigned step = is_holdem ? holdem_step : 1;
        for (size_t i = rng_below(&rng, step); i < count; i += step)
            check_case(&small_games[g], &rules, &engine, list[i], spare, &rng);
        engine.free(engine.context);
        make_odd(&rules);
        assert_int_equal(small_games[g].engine(&rules, &nothing, &engine, &err), CR_OK);
        for (size_t i = rng_below(&rng, 3 * step); i < count; i += 3 * step)
            check_case(&small_games[g], &rules, &engine, list[i], spare, &rng);
        engine.free(engine.context);
    }
}

/* Three Card Poker with any number of dead cards. Where there are many, the engine calculates its
 * sums in another way. */
static void dead_counts(void **state)
{
    static const struct cr_sees nothing = {0};
    static const char *const lists[] = {"dead:1", "dealer:1", "dealer:2"};
    struct cr_rules rules;
    struct seen_engine engine;
    struct cr_err err = {0};
    struct rng rng = {31};
    (void)state;
    load("tcp-cn", &rules);
    assert_int_equal(seen_tcp(&rules, &nothing, &engine, &err), CR_OK);
    for (unsigned spare = 0; spare <= 45; spare += 3)
        for (size_t i = 0; i < COUNT(lists); i++)
            check_case(&small_games[0], &rules, &engine, lists[i], spare, &rng);
    engine.free(engine.context);
}

/* ---- The most cards that can be seen ---- */

static void add_weight(void *context, const struct seen_case *c, unsigned weight)
{
    (void)c;
    *(uint64_t *)context += weight;
}

/* The list of cases must not look for more cards than the deck has left. */
static void whole_deck(void **state)
{
    static const struct {
        unsigned dealer, dead;
        uint64_t cases;
    } counts[] = {{0, 46, 18424}, {3, 46, 18424}, {1, 48, 49}, {0, 49, 1}, {0, 2, 1176}};
    (void)state;
    for (size_t i = 0; i < COUNT(counts); i++) {
        uint64_t cases = 0;
        each_case(7, counts[i].dealer, counts[i].dead, add_weight, &cases);
        assert_int_equal(cases, counts[i].cases);
    }
}

/* With 31 dead cards and more, the estimated time of a case must not become negative: cases must be
 * drawn, because calculating all of them would never end. */
static void too_many_cases(void **state)
{
    static const char *const lists[] = {"dead:12", "dead:31", "dead:40", "dealer:1,dead:33"};
    struct cr_rules rules;
    struct cr_err err = {0};
    const struct cr_protect_options options = {.threads = 1, .rounds = 500, .seed = 3};
    (void)state;
    load("tcp-cn", &rules);
    for (size_t i = 0; i < COUNT(lists); i++) {
        struct cr_sees sees;
        struct cr_protection out;
        assert_int_equal(cr_sees_parse(&rules, lists[i], &sees, &err), CR_OK);
        assert_int_equal(cr_protect(&rules, &sees, &options, &out, &err), CR_OK);
        assert_int_equal(out.rounds, 500);
        assert_true(out.gain > 0);
        cr_protection_free(&out);
    }
}

/* ---- Four Card Poker: the sweep against single hands ---- */

struct pair_check {
    struct rng rng;
    unsigned checked;
};

/* Only one class of hands in many is checked. */
static bool wanted(void *context, uint32_t class)
{
    (void)context;
    return class % 30011 == 7;
}

/* Counts the dealer's better hands with two given cards one by one. */
static void check_pairs(void *context, uint32_t class, card_set hand,
                        uint32_t better[CR_DECK_CARDS][CR_DECK_CARDS])
{
    struct pair_check *check = context;
    (void)class;
    const card_set two = draw(&check->rng, hand, 2);
    cr_card cards[SET_CARDS_MAX], own[SET_CARDS_MAX];
    set_cards(two, cards);
    set_cards(hand, own);
    const uint16_t rank = cr_eval4(own, 5);
    uint32_t count = 0;
    cr_card six[6] = {cards[0], cards[1]};
    const card_set left = ALL_CARDS & ~hand & ~two;
    for (card_set a = left; a; a &= a - 1)
        for (card_set b = a & (a - 1); b; b &= b - 1)
            for (card_set c = b & (b - 1); c; c &= c - 1)
                for (card_set d = c & (c - 1); d; d &= d - 1) {
                    six[2] = (cr_card)__builtin_ctzll(a);
                    six[3] = (cr_card)__builtin_ctzll(b);
                    six[4] = (cr_card)__builtin_ctzll(c);
                    six[5] = (cr_card)__builtin_ctzll(d);
                    count += cr_eval4(six, 6) < rank;
                }
    assert_int_equal(better[cards[0]][cards[1]], count);
    check->checked++;
}

static void dealer_pairs(void **state)
{
    struct four_card_table table;
    struct pair_check check = {.rng = {4}};
    (void)state;
    assert_true(four_card_table_make(false, &table));
#ifdef _OPENMP
    omp_set_num_threads(1); /* an assertion that fails must not leave another thread running */
#endif
    assert_true(four_card_pairs(&table, wanted, check_pairs, &check));
    assert_int_equal(check.checked, 5);
    four_card_table_free(&table);
}

/* ---- Drawn cases ---- */

/* Drawn cases give the same result with one thread and with two, and come near the exact value. */
static void drawn(void **state)
{
    struct cr_rules rules;
    struct cr_sees sees;
    struct cr_err err = {0};
    struct cr_protection one_thread, two_threads;
    struct cr_protect_options options = {.threads = 1, .rounds = 20000, .seed = 5};
    (void)state;
    load("tcp-cn", &rules);
    assert_int_equal(cr_sees_parse(&rules, "seats:6", &sees, &err), CR_OK);
    assert_int_equal(cr_protect(&rules, &sees, &options, &one_thread, &err), CR_OK);
    options.threads = 2;
    assert_int_equal(cr_protect(&rules, &sees, &options, &two_threads, &err), CR_OK);
    assert_false(one_thread.is_exact);
    assert_true(one_thread.gain == two_threads.gain);
    assert_true(one_thread.std_error == two_threads.std_error && one_thread.std_error > 0);
    assert_true(one_thread.gain > 0.003 && one_thread.gain < 0.03);
    cr_protection_free(&one_thread);
    cr_protection_free(&two_threads);
}

/* Every size of a first bet is listed, as in the analysis; with the folds they are all hands. */
static void first_sizes(void **state)
{
    const struct cr_sees sees = {.turn = true};
    struct cr_rules rules;
    struct cr_protection told;
    double sum = 0;
    unsigned listed = 0;
    (void)state;
    load("pg-flush", &rules);
    rules.multiples[0] = 1u << 1 | 1u << 2;
    assert_int_equal(cr_protect(&rules, &sees, NULL, &told, NULL), CR_OK);
    for (unsigned i = 0; i < told.frequency_count; i++) {
        const char *name = told.frequencies[i].name;
        if (strcmp(name, "fold") != 0 && strcmp(name, "flop_1x") != 0 &&
            strcmp(name, "flop_2x") != 0)
            continue;
        sum += told.frequencies[i].value;
        listed++;
    }
    assert_int_equal(listed, 3);
    assert_true(fabs(sum - 1) < 1e-12);
    cr_protection_free(&told);
}

int main(int argc, char **argv)
{
    const bool every_list = argc > 1 && strcmp(argv[1], "holdem-all") == 0;
    holdem_only = every_list || (argc > 1 && strcmp(argv[1], "holdem") == 0);
    if (holdem_only)
        holdem_step = every_list ? 1 : 2;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dealer_pairs),   cmocka_unit_test(drawn),
        cmocka_unit_test(faults),         cmocka_unit_test(impossible),
        cmocka_unit_test(small_decks),    cmocka_unit_test(published),
        cmocka_unit_test(dead_counts),    cmocka_unit_test(whole_deck),
        cmocka_unit_test(too_many_cases), cmocka_unit_test(told),
        cmocka_unit_test(first_sizes),
    };
    const struct CMUnitTest holdem[] = {cmocka_unit_test(small_decks)};
    if (holdem_only)
        return cmocka_run_group_tests(holdem, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
