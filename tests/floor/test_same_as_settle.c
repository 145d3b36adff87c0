/* The live floor pays what `settle` pays: random rounds of every rules file go through both. At the
 * floor a round is coins, awards pressed for seats, claims that people confirm, and keys; the
 * dealer tells the floor who folded and which seats are one patron's (PIT-2, PIT-3, PIT-9). Two
 * tables feed one link: both are in play at once, one drops coins while the other pays (CN 37), and
 * both win at the same moment under every policy (REG-11). */
#include "floor/floor.h"
#include "floor/semantics.h"
#include "game/games/game.h"
#include "support/random_round.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define ROUNDS 1000
/* Envy for hands that are not rare, so that it happens often. */
#define ENVY "tests/scenario/rules/fixed-envy.yaml"
/* Shares of one meter for hands that are not rare. */
#define SHARES "tests/floor/rules/common-shares.yaml"
/* Whole meters for hands that are not rare. */
#define WHOLE "tests/floor/rules/common-whole.yaml"
/* A limit on the fixed awards of a round (PG-1); a meter with a limit and little in it. */
#define CAPPED "tests/floor/rules/pg-capped.yaml"
#define SMALL  "tests/floor/rules/small.yaml"

static const struct {
    const char *rules, *progressive;
} tables[] = {
    {"pg-flush", "ptha-1"}, {"pg-straight", "ptha-2"}, {"pg-flush", "ptha-3"},
    {"pg-flush", "ptha-6"}, {"pg-straight", "ptha-7"}, {"uth-cn", "cn"},
    {"uth-rp", "rp"},       {"lir-rp", "rp"},          {"ms-rp", "rp"},
    {"fcp-rp", "rp"},       {"uth-cn", "ptha-4"},      {"pg-flush", "cn"},
    {"uth-cn", ENVY},       {"pg-straight", ENVY},     {"ms-rp", ENVY},
    {"pg-flush", SHARES},   {"uth-rp", SHARES},        {"lir-rp", SHARES},
    {"ms-rp", SHARES},      {"fcp-rp", SHARES},        {CAPPED, "ptha-2"},
    {CAPPED, "ptha-6"},     {CAPPED, SHARES},          {CAPPED, SMALL},
    {"pg-straight", SMALL}, {"uth-cn", WHOLE},         {"pg-flush", WHOLE},
    {"ms-rp", WHOLE},       {"pg-flush", "ptha-4"},    {"pg-straight", "ptha-5"},
};
#define TABLES (sizeof tables / sizeof tables[0])

struct trial {
    const struct cr_rules *rules;
    const struct cr_progressive *progressive;
    struct rng *rng;
    unsigned table;
    struct cr_round round;
    struct cr_settlement out;
    uint8_t coins; /* seats with a progressive wager, one bit each */
    uint8_t live;  /* … those of them whose hands can still win */
    /* What the other table has put into each meter since this table's coins fell: `added` until
     * somebody here has won the whole meter, `added_later` after that. */
    bool others_drop;
    int64_t added[CR_METERS], added_later[CR_METERS];
    bool is_won[CR_METERS];
};

/* how often each case was compared */
static unsigned long awards, envies, jackpots, close_ones, both_in_play, dropped_between, capped,
    folds;
static unsigned long at_one_moment, taken_back, behind_one_taken_back;

/* ---- The floor ---- */

static void step(struct floor *f, struct floor_event *e)
{
    struct cr_err err = {0};
    if (floor_step(f, e, 1, &err) != 0)
        fail_msg("%s: %s", event_kind(e->kind)->name, err.text);
    floor_clean(f);
}

static const char *const ids[] = {"t1", "t2"};

static struct floor_event at_table(const struct floor *f, unsigned table, unsigned kind)
{
    static struct floor_event e;
    event_init(&e, kind);
    memcpy(e.table, ids[table], 3);
    e.epoch = f->plays[table].epoch;
    e.table_seq = f->plays[table].seq + 1;
    return e;
}

static struct floor_event by(unsigned kind, const char *user, const char *approver)
{
    static struct floor_event e;
    event_init(&e, kind);
    memcpy(e.user, user, strlen(user));
    memcpy(e.approver, approver, strlen(approver));
    return e;
}

static void add_person(struct floor *f, const char *name)
{
    struct floor_event e = by(FLOOR_PERSON_ADDED, "setup", "");
    memcpy(e.person, name, strlen(name));
    memcpy(e.item, "manager", 8);
    step(f, &e);
}

static void add_document(struct floor *f, const char *name)
{
    const struct cr_shipped *shipped = cr_shipped_find(name);
    struct floor_event e = by(FLOOR_DOCUMENT_ADDED, "Ann", "");
    FILE *file = shipped == NULL ? fopen(name, "r") : NULL;
    assert_true(shipped != NULL || file != NULL);
    if (shipped != NULL) {
        e.text_len = (uint16_t)shipped->len;
        memcpy(e.text, shipped->text, shipped->len);
    } else {
        e.text_len = (uint16_t)fread(e.text, 1, sizeof e.text, file);
        fclose(file);
    }
    step(f, &e);
}

/* The six ways of a link: one of three policies for simultaneous wins, without and with a claim
 * lock. */
#define WAYS 6
static void open_floor(struct floor *f, unsigned i, unsigned way)
{
    struct floor_event e = {0};
    event_init(&e, FLOOR_MANAGER_STARTED);
    memcpy(e.manager, "gm", 3);
    e.semantics = floor_semantics_known;
    step(f, &e);
    add_person(f, "Ann");
    add_person(f, "Ben");
    add_document(f, tables[i].progressive);
    add_document(f, tables[i].rules);
    e = by(FLOOR_LINK_CONFIGURED, "Ann", "Ben");
    memcpy(e.link, "main", 5);
    memcpy(e.document, f->documents[0].hash, CR_HASH_BYTES);
    e.high_approvals = e.low_approvals = 1; /* who verifies also approves; nobody else is needed */
    e.policy = (uint8_t)(1 + way % 3);
    e.claim_lock = way >= 3;
    step(f, &e);
    e = by(FLOOR_LINK_OPENED, "Ann", "");
    memcpy(e.link, "main", 5);
    step(f, &e);
    for (unsigned table = 0; table < 2; table++) {
        e = by(FLOOR_TABLE_CONFIGURED, "Ann", "Ben");
        memcpy(e.table, ids[table], 3);
        memcpy(e.link, "main", 5);
        memcpy(e.item, "Poker", 6);
        memcpy(e.document, f->documents[1].hash, CR_HASH_BYTES);
        e.is_live = 1;
        step(f, &e);
        event_init(&e, FLOOR_TABLE_JOINED);
        memcpy(e.table, ids[table], 3);
        memcpy(e.manager, "gm", 3);
        memcpy(e.instance, ids[table], 3);
        step(f, &e);
    }
}

/* ---- The same round for both ---- */

static void read_seats(struct trial *t)
{
    const unsigned slot = t->rules->game->progressive;
    t->coins = t->live = 0;
    for (unsigned i = 0; i < CR_SEATS; i++) {
        const struct cr_seat_result *seat = &t->out.seats[i];
        const bool forfeits =
            seat->outcome == CR_OUTCOME_FOLD && (t->rules->fold_forfeits & 1u << slot) != 0;
        if (!seat->taken || seat->wagers[slot].stake.micro == 0)
            continue;
        t->coins |= (uint8_t)(1u << i);
        t->live |= (uint8_t)(forfeits ? 0 : 1u << i);
    }
}

static struct cr_meters meters_now(const struct floor *f)
{
    struct cr_meters now = {0};
    for (unsigned m = 0; m < CR_METERS; m++)
        now.meters[m] = f->links[0].books.levels[m].meter;
    return now;
}

static void settle_on(struct trial *t, const struct cr_meters *before)
{
    struct cr_err err = {0};
    if (cr_settle(t->rules, t->progressive, before, &t->round, &t->out, &err) != CR_OK)
        fail_msg("%s: %s", t->rules->name, err.text);
}

static void deal(struct trial *t, const struct floor *f)
{
    const struct cr_meters before = meters_now(f);
    random_round(t->rng, t->rules, t->progressive, &t->round);
    t->round.one_hand = t->round.has_aggregate_limit = false; /* only a document has these */
    settle_on(t, &before);
    read_seats(t);
    memset(t->added, 0, sizeof t->added);
    memset(t->added_later, 0, sizeof t->added_later);
    memset(t->is_won, 0, sizeof t->is_won);
}

/* The dealer tells the floor which seats are one patron's. */
static void tell_patrons(const struct trial *t, struct floor *f)
{
    for (unsigned i = 0; i < CR_SEATS; i++) {
        const uint16_t patron = t->round.seats[i].taken ? t->round.seats[i].patron : 0;
        struct floor_event e = at_table(f, t->table, FLOOR_SEATS_HELD);
        e.seats = (uint8_t)(1u << i);
        for (unsigned j = 0; j < i && patron != 0; j++)
            if (t->round.seats[j].taken && t->round.seats[j].patron == patron)
                e.seats |= (uint8_t)(1u << j);
        step(f, &e);
    }
}

/* ---- Paying ---- */

static void confirm(struct floor *f, uint64_t claim)
{
    const struct claim_needs needs = floor_find_claim(f, claim)->claim.needs;
    struct floor_event e = by(FLOOR_CLAIM_VERIFIED, "Ann", "");
    e.claim = claim;
    e.items = needs.items;
    if (needs.items != 0)
        step(f, &e);
    for (unsigned i = 0; i < needs.compliance_count; i++) {
        e = by(FLOOR_CLAIM_COMPLIED, "Ben", "");
        e.claim = claim;
        memcpy(e.item, needs.compliance[i], CR_NAME_MAX);
        step(f, &e);
    }
}

static void turn_key(struct floor *f, unsigned table, uint8_t key, uint8_t position)
{
    struct floor_event e = at_table(f, table, FLOOR_KEY_TURNED);
    e.key = key;
    e.position = position;
    memcpy(e.user, "Ann", 4);
    step(f, &e);
}

static struct floor_event pay_claim(struct floor *f, unsigned table, const struct floor_event *made)
{
    const uint64_t claim = made->seq;
    const uint8_t key = made->key;
    if (floor_find_claim(f, claim)->claim.verified_by[0] == '\0')
        confirm(f, claim);
    if (key != CR_KEY_NONE)
        turn_key(f, table, key, key == CR_KEY_HIGH ? FLOOR_KEY_JPH : FLOOR_KEY_JPL);
    struct floor_event e = at_table(f, table, FLOOR_CLAIM_PAID);
    e.claim = claim;
    step(f, &e);
    const struct floor_event paid = e;
    if (key != CR_KEY_NONE)
        turn_key(f, table, key, FLOOR_KEY_R);
    const struct floor_claim *left = floor_find_claim(f, claim);
    if (left != NULL && left->claim.needs.after != 0) { /* PIT-11: the deck */
        e = by(FLOOR_CLAIM_VERIFIED, "Ann", "");
        e.claim = claim;
        e.items = left->claim.needs.after;
        step(f, &e);
    }
    left = floor_find_claim(f, claim);
    if (left != NULL && !claim_is_done(&left->claim)) {
        e = by(FLOOR_CLAIM_CLEARED, "Ann", "");
        e.claim = claim;
        step(f, &e);
    }
    jackpots++;
    return paid;
}

static void mark_folded(const struct trial *t, struct floor *f, unsigned i, bool undone)
{
    struct floor_event e = at_table(f, t->table, FLOOR_SEAT_FOLDED);
    e.seat = (uint8_t)(i + 1);
    e.undone = undone;
    step(f, &e);
    folds++;
}

/* The dealer marks the hands that lose their wager with the fold: before or after a win is told,
 * but before anything is paid. */
static void tell_folds(const struct trial *t, struct floor *f, bool all)
{
    for (unsigned i = 0; i < CR_SEATS; i++) {
        const uint8_t left = t->coins & (uint8_t) ~(t->live | f->plays[t->table].folded);
        if ((left >> i & 1) != 0 && (all || rng_below(t->rng, 2) == 0))
            mark_folded(t, f, i, false);
    }
}

/* Chooses a seat that is marked as folded by mistake while an award is pressed for another;
 * CR_SEATS: none. */
static unsigned marked_by_mistake(const struct trial *t, const struct floor *f, unsigned winner)
{
    const unsigned i = rng_below(t->rng, CR_SEATS);
    const bool plays = (t->live & ~f->plays[t->table].awarded & 1u << i) != 0 && i != winner;
    return plays && rules_fold_forfeits(t->rules) && rng_below(t->rng, 4) == 0 ? i : CR_SEATS;
}

/* Presses the button of an award for one seat. The floor knows already which seats are one
 * patron's. */
static struct floor_event press(const struct trial *t, struct floor *f, unsigned i)
{
    const struct cr_award_result *award = &t->out.seats[i].award;
    const bool keyed = award->key != CR_KEY_NONE;
    const unsigned mistake = marked_by_mistake(t, f, i);
    tell_folds(t, f, false);
    if (mistake < CR_SEATS)
        mark_folded(t, f, mistake, false);
    struct floor_event e = at_table(f, t->table, keyed ? FLOOR_CLAIM_MADE : FLOOR_AWARD_PENDING);
    e.seat = (uint8_t)(i + 1);
    e.award = (uint8_t)(award->category + 1);
    e.live = (uint8_t)(t->coins & ~f->plays[t->table].folded & ~(1u << i));
    step(f, &e);
    const struct floor_event pressed = e;
    if (mistake < CR_SEATS)
        mark_folded(t, f, mistake, true);
    return pressed;
}

static struct floor_event pay(const struct trial *t, struct floor *f,
                              const struct floor_event *pressed)
{
    tell_folds(t, f, true);
    if (t->out.seats[pressed->seat - 1].award.key != CR_KEY_NONE)
        return pay_claim(f, t->table, pressed);
    struct floor_event e = at_table(f, t->table, FLOOR_AWARD_PAID);
    e.seat = pressed->seat;
    e.award = pressed->award;
    step(f, &e);
    return e;
}

/* Lists the seats with an award: from right to left, or in a random order, as a dealer may see
 * them. */
static unsigned list_winners(struct trial *t, bool in_order, uint8_t out[CR_SEATS])
{
    unsigned count = 0;
    for (unsigned i = CR_SEATS; i-- > 0;)
        if (t->out.seats[i].award.paid)
            out[count++] = (uint8_t)i;
    for (unsigned i = count; !in_order && i > 1; i--) {
        const unsigned other = rng_below(t->rng, i);
        const uint8_t moved = out[i - 1];
        out[i - 1] = out[other];
        out[other] = moved;
    }
    return count;
}

static int64_t envy_from(const struct trial *t, unsigned winner)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < CR_SEATS; i++)
        for (unsigned n = 0; n < t->out.seats[i].envy_count; n++)
            if (t->out.seats[i].envy[n].from_seat == winner)
                sum += t->out.seats[i].envy[n].amount.micro;
    return sum;
}

/* CN 37: the first winner of a meter also gets what other tables put in meanwhile; the next winner
 * does not. */
static int64_t due(struct trial *t, const struct cr_award_result *award)
{
    const struct cr_award *rules = &t->progressive->awards[award->category];
    if (!t->others_drop || rules->from == CR_FROM_TRAY)
        return award->amount.micro;
    const int64_t more = t->is_won[rules->from] ? 0 : t->added[rules->from];
    dropped_between += t->is_won[rules->from] && t->added_later[rules->from] > 0;
    t->is_won[rules->from] = true;
    return award->amount.micro + more;
}

static void compare(struct trial *t, const struct floor_event *paid)
{
    const struct cr_award_result *award = &t->out.seats[paid->seat - 1].award;
    const int64_t expected = due(t, award);
    capped += t->rules->has_aggregate_limit &&
              t->progressive->awards[award->category].kind == CR_AWARD_FIXED &&
              award->amount.micro < t->progressive->awards[award->category].amount.micro;
    if (paid->amount.micro != expected) {
        for (unsigned i = 0; i < CR_SEATS; i++)
            if (t->out.seats[i].award.paid)
                print_message("seat %u: %s %lld\n", i + 1,
                              cr_category_name(t->out.seats[i].award.category),
                              (long long)t->out.seats[i].award.amount.micro);
        fail_msg("%s, %s: seat %u, %s, is paid %lld, and settle pays %lld", t->rules->name,
                 t->progressive->name, paid->seat, cr_category_name(award->category),
                 (long long)paid->amount.micro, (long long)expected);
    }
    assert_int_equal(paid->house_funded.micro, award->house_funded.micro);
    assert_int_equal(paid->envy.micro, envy_from(t, paid->seat));
    awards++;
    envies += paid->envy.micro > 0;
}

/* True if one meter pays a share and another award as well: then the order changes the amounts. */
static bool is_close(const struct trial *t)
{
    unsigned whole[CR_METERS] = {0}, all[CR_METERS] = {0};
    for (unsigned i = 0; i < CR_SEATS; i++) {
        const struct cr_award_result *award = &t->out.seats[i].award;
        const struct cr_award *rules = &t->progressive->awards[award->category];
        if (!award->paid || rules->from == CR_FROM_TRAY)
            continue;
        whole[rules->from] += rules->kind == CR_AWARD_PERCENT;
        all[rules->from]++;
    }
    for (unsigned m = 0; m < CR_METERS; m++)
        if (whole[m] > 0 && all[m] > 1)
            return true;
    return false;
}

/* The other table plays a round without a winner. */
static void others_play(struct trial *t, struct floor *f)
{
    const unsigned other = 1 - t->table;
    const struct cr_meters before = meters_now(f);
    struct floor_event e = at_table(f, other, FLOOR_COIN_IN);
    e.seats = (uint8_t)(1 + rng_below(t->rng, 127));
    step(f, &e);
    e = at_table(f, other, FLOOR_GAME_OVER);
    step(f, &e);
    const struct cr_meters after = meters_now(f);
    for (unsigned m = 0; m < t->progressive->meter_count; m++) {
        int64_t *added = t->is_won[m] ? t->added_later : t->added;
        added[m] += after.meters[m].amount.micro - before.meters[m].amount.micro;
    }
}

/* ---- Claims that are taken back, under a claim lock ---- */

struct locked {
    struct floor_event pressed[CR_SEATS];
    uint8_t winners, mistakes; /* seats whose claims wait, a bit each */
};

/* An award that takes a key, to be claimed for a hand that has not won it; 0: the progressive has
 * none. */
static unsigned wrong_award(const struct trial *t)
{
    const unsigned first = rng_below(t->rng, CR_CATEGORIES);
    for (unsigned n = 0; n < CR_CATEGORIES; n++) {
        const unsigned category = (first + n) % CR_CATEGORIES;
        const struct cr_award *award = &t->progressive->awards[category];
        if (award->kind != CR_AWARD_NONE && award->key != CR_KEY_NONE)
            return 1 + category;
    }
    return 0;
}

static void press_wrongly(const struct trial *t, struct floor *f, struct locked *l, unsigned i)
{
    struct floor_event e = at_table(f, t->table, FLOOR_CLAIM_MADE);
    e.seat = (uint8_t)(i + 1);
    e.award = (uint8_t)wrong_award(t);
    if (e.award == 0)
        return;
    step(f, &e);
    l->pressed[i] = e;
    l->mistakes |= (uint8_t)(1u << i);
}

/* Cancels the wrong claims in a random order, at the table or at the desk. */
static void take_mistakes_back(const struct trial *t, struct floor *f, struct locked *l)
{
    while (l->mistakes != 0) {
        const unsigned i = rng_below(t->rng, CR_SEATS);
        if ((l->mistakes >> i & 1) == 0)
            continue;
        struct floor_event e = rng_below(t->rng, 2) == 0
                                   ? at_table(f, t->table, FLOOR_CLAIM_CANCELLED)
                                   : by(FLOOR_CLAIM_CANCELLED, "Ann", "");
        e.claim = l->pressed[i].seq;
        step(f, &e);
        taken_back++;
        behind_one_taken_back += (l->winners & ((1u << i) - 1)) != 0;
        l->mistakes &= (uint8_t) ~(1u << i);
    }
}

static void pay_waiting(struct trial *t, struct floor *f, struct locked *l)
{
    take_mistakes_back(t, f, l);
    for (unsigned i = CR_SEATS; i-- > 0;) {
        if ((l->winners >> i & 1) == 0)
            continue;
        const struct floor_event paid = pay(t, f, &l->pressed[i]);
        compare(t, &paid);
    }
    l->winners = 0;
}

/* Makes claims from right to left, right ones and wrong ones; the wrong ones are cancelled before
 * anything is paid. An award without a key takes its amount only when it is paid, so the claims
 * before it are paid first. */
static void pay_locked(struct trial *t, struct floor *f)
{
    static struct locked l;
    l.winners = l.mistakes = 0;
    for (unsigned i = CR_SEATS; i-- > 0;) {
        if (t->out.seats[i].award.paid) {
            const bool keyless = t->out.seats[i].award.key == CR_KEY_NONE;
            if (keyless)
                pay_waiting(t, f, &l);
            l.pressed[i] = press(t, f, i);
            l.winners |= (uint8_t)(1u << i);
            if (keyless)
                pay_waiting(t, f, &l);
        } else if ((t->live >> i & 1) != 0 && rng_below(t->rng, 3) == 0) {
            press_wrongly(t, f, &l, i);
        }
    }
    pay_waiting(t, f, &l);
}

/* Pays all awards in one of two ways: each is pressed and paid before the next, or all are pressed
 * first, in any order, and then paid from right to left (PIT-2). The amounts are the same. Under a
 * claim lock a claim takes its amount from the meter at once (REG-12), so each is pressed and paid
 * before the next, or pay_locked pays them. */
static void pay_all(struct trial *t, struct floor *f)
{
    if (f->links[0].claim_lock && !t->others_drop && rng_below(t->rng, 2) == 0) {
        pay_locked(t, f);
        return;
    }
    static struct floor_event pressed[CR_SEATS];
    uint8_t seats[CR_SEATS];
    const bool at_once = rng_below(t->rng, 2) == 0 && !f->links[0].claim_lock;
    const unsigned count = list_winners(t, !at_once, seats);
    for (unsigned n = 0; n < count; n++) {
        pressed[seats[n]] = press(t, f, seats[n]);
        if (at_once)
            continue;
        const struct floor_event paid = pay(t, f, &pressed[seats[n]]);
        compare(t, &paid);
        if (t->others_drop)
            others_play(t, f);
    }
    for (unsigned i = CR_SEATS; at_once && i-- > 0;) {
        if (!t->out.seats[i].award.paid)
            continue;
        const struct floor_event paid = pay(t, f, &pressed[i]);
        compare(t, &paid);
        close_ones += is_close(t);
        if (t->others_drop)
            others_play(t, f);
    }
}

static void coins_fall(struct trial *t, struct floor *f)
{
    tell_patrons(t, f);
    struct floor_event e = at_table(f, t->table, FLOOR_COIN_IN);
    e.seats = t->coins;
    step(f, &e);
}

static void finish(struct trial *t, struct floor *f)
{
    pay_all(t, f);
    struct floor_event e = at_table(f, t->table, FLOOR_GAME_OVER);
    step(f, &e);
    for (unsigned m = 0; m < t->progressive->meter_count; m++) {
        const struct cr_meter *meter = &f->links[0].books.levels[m].meter;
        const int64_t more = t->added_later[m] + (t->is_won[m] ? 0 : t->added[m]);
        assert_int_equal(meter->amount.micro, t->out.meters.meters[m].amount.micro + more);
        assert_int_equal(meter->reserve.micro, t->out.meters.meters[m].reserve.micro);
        assert_int_equal(meter->overflow.micro, t->out.meters.meters[m].overflow.micro);
    }
}

static void play(struct trial *t, struct floor *f)
{
    deal(t, f);
    coins_fall(t, f);
    finish(t, f);
}

/* Both tables are in play: the coins of the second are in the meters that the first wins. The
 * second round is settled on what is left after that, less its own coins, because settle adds them
 * itself. */
static void play_both(struct trial *first, struct trial *second, struct floor *f)
{
    deal(second, f);
    const struct cr_meters without = meters_now(f);
    coins_fall(second, f);
    const struct cr_meters with = meters_now(f);
    play(first, f);
    struct cr_meters before = meters_now(f);
    for (unsigned m = 0; m < second->progressive->meter_count; m++) {
        const struct cr_meter *a = &without.meters[m], *b = &with.meters[m];
        before.meters[m].amount.micro -= b->amount.micro - a->amount.micro;
        before.meters[m].reserve.micro -= b->reserve.micro - a->reserve.micro;
    }
    settle_on(second, &before);
    finish(second, f);
    both_in_play++;
}

static bool has_limit(const struct cr_progressive *p)
{
    for (unsigned m = 0; m < p->meter_count; m++)
        if (p->meters[m].has_limit)
            return true;
    return false;
}

/* ---- Both tables win at the same moment ---- */

static struct floor_event claim_at(struct floor *f, unsigned table, unsigned seat)
{
    struct floor_event e = at_table(f, table, FLOOR_COIN_IN);
    e.seats = (uint8_t)(1u << (seat - 1));
    step(f, &e);
    e = at_table(f, table, FLOOR_CLAIM_MADE);
    e.seat = (uint8_t)seat;
    e.award = 1 + CR_FOUR_OF_A_KIND;
    return e; /* to be stepped when both tables have their coins in */
}

static void rule(struct floor *f, uint64_t first, uint64_t second)
{
    struct floor_event e = by(FLOOR_ORDER_RULED, "Ann", "Ben");
    memcpy(e.link, "main", 5);
    e.order[0] = first;
    e.order[1] = second;
    e.order_count = 2;
    e.text_len = 8;
    memcpy(e.text, "the tape", 8);
    step(f, &e);
}

/* REG-11, in whole cents. In order, and under a claim lock: the first takes the meter, the second
 * its seed. Full: each gets the meter. Split: each gets half of it, and an odd cent stays. */
static void win_together(const struct trial *t, struct floor *f, unsigned way)
{
    const unsigned first = rng_below(t->rng, 2), second = 1 - first;
    struct floor_event made[2];
    made[0] = claim_at(f, 0, 1 + rng_below(t->rng, CR_SEATS));
    made[1] = claim_at(f, 1, 1 + rng_below(t->rng, CR_SEATS));
    const int64_t meter = meters_now(f).meters[0].amount.micro;
    const int64_t seed = t->progressive->meters[0].seed.micro, cents = CR_MICRO_PER_CENT;
    const bool lock = way >= 3, full = way == 1, split = way == 2;
    const int64_t half = meter / 2 / cents * cents;
    for (unsigned n = 0; n < 2; n++) {
        struct floor_event *e = &made[n == 0 ? first : second];
        e->table_seq = f->plays[n == 0 ? first : second].seq + 1;
        step(f, e);
    }
    if (!lock) {
        for (unsigned n = 0; n < 2; n++) /* shares are final once the first is paid */
            confirm(f, made[n].seq);
        rule(f, made[first].seq, made[second].seq);
    }
    int64_t left = seed;
    for (unsigned n = 0; n < 2; n++) {
        const unsigned table = n == 0 ? first : second;
        const struct floor_event paid = pay_claim(f, table, &made[table]);
        const int64_t in_order = n == 0 ? meter : seed;
        assert_int_equal(paid.amount.micro, split ? half : full ? meter : in_order);
        assert_int_equal(paid.house_funded.micro, full && n == 1 ? meter : 0);
        struct floor_event e = at_table(f, table, FLOOR_GAME_OVER);
        step(f, &e);
    }
    left += split ? meter - 2 * half : 0;
    assert_int_equal(meters_now(f).meters[0].amount.micro, left);
    at_one_moment++;
}

static void play_rounds(struct floor *f, unsigned i, unsigned way)
{
    static struct cr_rules rules;
    static struct cr_progressive progressive;
    static struct trial t[2];
    struct rng rng = {.state = 77 + i + 100 * way};
    assert_int_equal(cr_rules_load(tables[i].rules, &rules, NULL), CR_OK);
    assert_int_equal(cr_progressive_load(tables[i].progressive, &progressive, NULL), CR_OK);
    const bool is_whole = strcmp(tables[i].progressive, WHOLE) == 0;
    for (unsigned n = 0; n < 2; n++)
        t[n] =
            (struct trial){.rules = &rules, .progressive = &progressive, .rng = &rng, .table = n};
    for (unsigned n = 0; n < ROUNDS; n++) {
        const unsigned first = rng_below(&rng, 2);
        t[first].others_drop = is_whole && rng_below(&rng, 2) == 0;
        if (t[first].others_drop || has_limit(&progressive) || rng_below(&rng, 2) == 0)
            play(&t[first], f);
        else
            play_both(&t[first], &t[1 - first], f);
        t[first].others_drop = false;
        if (is_whole && rng_below(&rng, 8) == 0)
            win_together(&t[0], f, way);
    }
}

static void the_floor_pays_what_settle_pays(void **state)
{
    static struct floor f;
    const struct floor_limits limits = {.tables = 2,
                                        .links = 1,
                                        .claims = 600,
                                        .disputes = 1,
                                        .alarms = 1,
                                        .people = 2,
                                        .documents = 2,
                                        .tokens = 1};
    (void)state;
    for (unsigned way = 0; way < WAYS; way++)
        for (unsigned i = 0; i < TABLES; i++) {
            void *memory = malloc(floor_memory_size(&limits));
            assert_non_null(memory);
            floor_init(&f, &limits, memory);
            open_floor(&f, i, way);
            play_rounds(&f, i, way);
            free(memory);
        }
    print_message("%lu awards, %lu jackpots, %lu with envy, %lu where the order is worth money, "
                  "%lu capped; %lu rounds beside another, %lu winners behind another one and other "
                  "tables' coins, %lu pairs at one moment, %lu claims taken back, %lu before a "
                  "winner\n",
                  awards, jackpots, envies, close_ones, capped, both_in_play, dropped_between,
                  at_one_moment, taken_back, behind_one_taken_back);
    /* each case must have happened often enough to prove something */
    assert_true(awards > 10000 && jackpots > 1000 && envies > 500 && close_ones > 100);
    assert_true(folds > 10000);
    assert_true(capped > 100 && both_in_play > 10000 && dropped_between > 100);
    assert_true(at_one_moment > 1000);
    assert_true(taken_back > 10000 && behind_one_taken_back > 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_floor_pays_what_settle_pays)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
