/* The live floor pays what `settle` pays: random rounds of every rules file go through both. At the
 * floor they are coins, awards pressed for seats, claims that people confirm, and keys; who folded
 * and whose seats they are is told to it as a dealer tells it (PIT-2, PIT-3, PIT-9). */
#include "floor/floor.h"
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

#define ROUNDS 2000
/* Envy for hands that are not rare. */
#define ENVY "tests/scenario/rules/fixed-envy.yaml"

static const struct {
    const char *rules, *progressive;
} tables[] = {
    {"pg-flush", "ptha-1"}, {"pg-straight", "ptha-2"}, {"pg-flush", "ptha-3"},
    {"pg-flush", "ptha-6"}, {"pg-straight", "ptha-7"}, {"uth-cn", "cn"},
    {"uth-rp", "rp"},       {"lir-rp", "rp"},          {"ms-rp", "rp"},
    {"fcp-rp", "rp"},       {"uth-cn", "ptha-4"},      {"pg-flush", "cn"},
    {"uth-cn", ENVY},       {"pg-straight", ENVY},     {"ms-rp", ENVY},
};
#define TABLES (sizeof tables / sizeof tables[0])

struct trial {
    struct cr_rules rules;
    struct cr_progressive progressive;
    struct rng rng;
    struct cr_round round;
    struct cr_settlement out;
    uint8_t coins; /* seats with a progressive wager, a bit each */
    uint8_t live;  /* … whose hands can still win */
};

static unsigned long awards, envies, jackpots; /* what was compared */

/* ---- The floor ---- */

static void step(struct floor *f, struct floor_event *e)
{
    struct cr_err err = {0};
    if (floor_step(f, e, 1, &err) != 0)
        fail_msg("%s: %s", event_kind(e->kind)->name, err.text);
    floor_clean(f);
}

static struct floor_event at_table(const struct floor *f, unsigned kind)
{
    static struct floor_event e;
    event_init(&e, kind);
    memcpy(e.table, "t1", 3);
    e.epoch = f->plays[0].epoch;
    e.table_seq = f->plays[0].seq + 1;
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

static void open_floor(struct floor *f, unsigned i)
{
    struct floor_event e = {0};
    event_init(&e, FLOOR_MANAGER_STARTED);
    memcpy(e.manager, "gm", 3);
    e.semantics = 2;
    step(f, &e);
    add_person(f, "Ann");
    add_person(f, "Ben");
    add_document(f, tables[i].progressive);
    add_document(f, tables[i].rules);
    e = by(FLOOR_LINK_CONFIGURED, "Ann", "Ben");
    memcpy(e.link, "main", 5);
    memcpy(e.document, f->documents[0].hash, CR_HASH_BYTES);
    e.high_approvals = e.low_approvals = 1; /* nobody besides who verifies */
    step(f, &e);
    e = by(FLOOR_LINK_OPENED, "Ann", "");
    memcpy(e.link, "main", 5);
    step(f, &e);
    e = by(FLOOR_TABLE_CONFIGURED, "Ann", "Ben");
    memcpy(e.table, "t1", 3);
    memcpy(e.link, "main", 5);
    memcpy(e.item, "Poker", 6);
    memcpy(e.document, f->documents[1].hash, CR_HASH_BYTES);
    e.is_live = 1;
    step(f, &e);
    event_init(&e, FLOOR_TABLE_JOINED);
    memcpy(e.table, "t1", 3);
    memcpy(e.manager, "gm", 3);
    memcpy(e.instance, "one", 4);
    step(f, &e);
}

/* ---- The same round for both ---- */

static void read_seats(struct trial *t)
{
    const unsigned slot = t->rules.game->progressive;
    t->coins = t->live = 0;
    for (unsigned i = 0; i < CR_SEATS; i++) {
        const struct cr_seat_result *seat = &t->out.seats[i];
        const bool forfeits =
            seat->outcome == CR_OUTCOME_FOLD && (t->rules.fold_forfeits & 1u << slot) != 0;
        if (!seat->taken || seat->wagers[slot].stake.micro == 0)
            continue;
        t->coins |= (uint8_t)(1u << i);
        t->live |= (uint8_t)(forfeits ? 0 : 1u << i);
    }
}

static void deal(struct trial *t, const struct floor *f)
{
    struct cr_meters before = {0};
    struct cr_err err = {0};
    for (unsigned m = 0; m < t->progressive.meter_count; m++)
        before.meters[m] = f->links[0].books.levels[m].meter;
    random_round(&t->rng, &t->rules, &t->progressive, &t->round);
    t->round.one_hand = t->round.has_aggregate_limit = false; /* a document's own, not a table's */
    if (cr_settle(&t->rules, &t->progressive, &before, &t->round, &t->out, &err) != CR_OK)
        fail_msg("%s: %s", t->rules.name, err.text);
    read_seats(t);
}

/* The dealer says whose seats they are. */
static void tell_patrons(const struct trial *t, struct floor *f)
{
    for (unsigned i = 0; i < CR_SEATS; i++) {
        const uint16_t patron = t->round.seats[i].taken ? t->round.seats[i].patron : 0;
        struct floor_event e = at_table(f, FLOOR_SEATS_HELD);
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

static void turn_key(struct floor *f, uint8_t key, uint8_t position)
{
    struct floor_event e = at_table(f, FLOOR_KEY_TURNED);
    e.key = key;
    e.position = position;
    memcpy(e.user, "Ann", 4);
    step(f, &e);
}

static struct floor_event pay_claim(struct floor *f, const struct floor_event *made)
{
    const uint64_t claim = made->seq;
    const uint8_t key = made->key;
    confirm(f, claim);
    if (key != CR_KEY_NONE)
        turn_key(f, key, key == CR_KEY_HIGH ? FLOOR_KEY_JPH : FLOOR_KEY_JPL);
    struct floor_event e = at_table(f, FLOOR_CLAIM_PAID);
    e.claim = claim;
    step(f, &e);
    const struct floor_event paid = e;
    if (key != CR_KEY_NONE)
        turn_key(f, key, FLOOR_KEY_R);
    const struct floor_claim *left = floor_find_claim(f, claim);
    if (left != NULL && !claim_is_done(&left->claim)) {
        e = by(FLOOR_CLAIM_CLEARED, "Ann", "");
        e.claim = claim;
        step(f, &e);
    }
    jackpots++;
    return paid;
}

static struct floor_event pay(const struct trial *t, struct floor *f, unsigned i)
{
    const struct cr_award_result *award = &t->out.seats[i].award;
    const bool keyed = award->key != CR_KEY_NONE;
    struct floor_event e = at_table(f, keyed ? FLOOR_CLAIM_MADE : FLOOR_AWARD_PAID);
    e.seat = (uint8_t)(i + 1);
    e.award = (uint8_t)(award->category + 1);
    e.live = (uint8_t)(t->live & ~(1u << i)); /* the floor knows whose seats they are */
    step(f, &e);
    return keyed ? pay_claim(f, &e) : e;
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

static void pay_all(const struct trial *t, struct floor *f)
{
    for (unsigned i = CR_SEATS; i-- > 0;) {
        if (!t->out.seats[i].award.paid)
            continue;
        const struct floor_event paid = pay(t, f, i);
        assert_int_equal(paid.amount.micro, t->out.seats[i].award.amount.micro);
        assert_int_equal(paid.house_funded.micro, t->out.seats[i].award.house_funded.micro);
        assert_int_equal(paid.envy.micro, envy_from(t, i + 1));
        awards++;
        envies += paid.envy.micro > 0;
    }
}

static void play(struct trial *t, struct floor *f)
{
    deal(t, f);
    tell_patrons(t, f);
    struct floor_event e = at_table(f, FLOOR_COIN_IN);
    e.seats = t->coins;
    step(f, &e);
    pay_all(t, f);
    e = at_table(f, FLOOR_GAME_OVER);
    step(f, &e);
    for (unsigned m = 0; m < t->progressive.meter_count; m++) {
        const struct cr_meter *meter = &f->links[0].books.levels[m].meter;
        assert_int_equal(meter->amount.micro, t->out.meters.meters[m].amount.micro);
        assert_int_equal(meter->reserve.micro, t->out.meters.meters[m].reserve.micro);
        assert_int_equal(meter->overflow.micro, t->out.meters.meters[m].overflow.micro);
    }
}

static void the_floor_pays_what_settle_pays(void **state)
{
    static struct trial t;
    static struct floor f;
    const struct floor_limits limits = {.tables = 1,
                                        .links = 1,
                                        .claims = 600,
                                        .disputes = 1,
                                        .alarms = 1,
                                        .people = 2,
                                        .documents = 2,
                                        .tokens = 1};
    (void)state;
    for (unsigned i = 0; i < TABLES; i++) {
        void *memory = malloc(floor_memory_size(&limits));
        assert_non_null(memory);
        floor_init(&f, &limits, memory);
        open_floor(&f, i);
        t.rng.state = 77 + i;
        assert_int_equal(cr_rules_load(tables[i].rules, &t.rules, NULL), CR_OK);
        assert_int_equal(cr_progressive_load(tables[i].progressive, &t.progressive, NULL), CR_OK);
        for (unsigned n = 0; n < ROUNDS; n++)
            play(&t, &f);
        free(memory);
    }
    print_message("%lu awards, %lu jackpots, %lu with envy\n", awards, jackpots, envies);
    /* what never happens proves nothing */
    assert_true(awards > 1000 && jackpots > 100 && envies > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_floor_pays_what_settle_pays)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
