/* Taking events back one by one must give the books that were there before each of them. A random
 * floor keeps copies of its books, so the expected values do not depend on the tested code. */
#include "log/replay/stored_floor.h"
#include "night.h"
#include "reports/floor/report_back.h"
#include "reports/floor/report_ends.h"
#include "support/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LINKS 4
#define STEPS 6000

/* Shares that leave remainders, a reserve, a limit that is reached, percentages, and fixed awards
 * with every key. */
static const char odd_progressive[] =
    "progressive: %s\n"
    "title: Odd shares\n"
    "house: A house\n"
    "bet: %s\n"
    "house_share: 30%%\n"
    "meters:\n"
    "  big: {share: 33.3333333%%, reserve: 3.1415927%%, seed: 100, limit: none}\n"
    "  small: {share: 33.3333333%%, reserve: 0.1917407%%, seed: 20, limit: 60}\n"
    "awards:\n"
    "  royal flush: {pays: 100%%, from: big, key: high, envy: 100}\n"
    "  straight flush: {pays: 10%%, from: big, key: high, envy: none}\n"
    "  four of a kind: {pays: 100%%, from: small, key: low, envy: none}\n"
    "  full house: {pays: 50 for 1, from: small, key: low, envy: none}\n"
    "  flush: {pays: 20 for 1, from: small, key: none, envy: 5}\n"
    "  straight: {pays: 10 for 1, from: tray, key: none, envy: none}\n";

/* The state of a floor's books after an event. */
struct moment {
    struct ledger books[LINKS];
    int64_t drift[LINKS];
    uint64_t coins[NIGHT_TABLES];
    uint32_t table_link[NIGHT_TABLES];
};

struct walk {
    struct night *n;
    struct rng rng;
    struct moment *moments; /* indexed by event number */
    uint64_t head;
    uint8_t documents[4][CR_HASH_BYTES];
    bool is_calm; /* no lock, shared win, transfer or dead round is played */
    unsigned long done[FLOOR_KIND_COUNT];
};

static const char *const links[LINKS] = {"plain", "lock", "split", "late"};

static void remember(struct walk *w)
{
    const struct floor *f = manager_floor(w->n->manager);
    for (; w->head < f->seq; w->head++) {
        struct moment *m = &w->moments[w->head + 1];
        for (uint32_t l = 0; l < f->link_count; l++) {
            m->books[l] = f->links[l].books;
            m->drift[l] = f->links[l].drift;
        }
        for (uint32_t t = 0; t < NIGHT_TABLES; t++) {
            m->coins[t] = t < f->table_count ? f->plays[t].coins : 0;
            m->table_link[t] = t < f->table_count ? f->tables[t].link : FLOOR_NONE;
        }
    }
}

static bool step(struct walk *w)
{
    const unsigned kind = w->n->r->event.kind;
    const bool ok = night_try(w->n) == 0;
    w->done[kind] += ok;
    remember(w);
    return ok;
}

/* ---- Random events ---- */

static void say(struct floor_event *e, const char *text)
{
    e->text_len = (uint16_t)strlen(text);
    memcpy(e->text, text, e->text_len);
}

static void play(struct walk *w, unsigned t)
{
    static const enum cr_category awards[] = {CR_ROYAL_FLUSH, CR_STRAIGHT_FLUSH, CR_FOUR_OF_A_KIND,
                                              CR_FULL_HOUSE,  CR_FLUSH,          CR_STRAIGHT};
    struct floor_event *e;
    switch (rng_below(&w->rng, 9)) {
    case 0:
    case 1:
    case 2:
        night_begin_at(w->n, FLOOR_COIN_IN, t)->seats = (uint8_t)rng_below(&w->rng, 128);
        break;
    case 3:
    case 4:
        night_begin_at(w->n, FLOOR_GAME_OVER, t);
        break;
    case 5:
        e = night_begin_at(w->n, w->is_calm ? FLOOR_GAME_OVER : FLOOR_ROUND_DEAD, t);
        say(e, w->is_calm ? "" : "power");
        break;
    case 6: /* PIT-5: a reading, sometimes off, sometimes of a new counter */
        e = night_begin_at(w->n, FLOOR_METER_READ, t);
        e->coins = 5000 + manager_floor(w->n->manager)->plays[t].coins + rng_below(&w->rng, 3);
        e->restart = rng_below(&w->rng, 8) == 0;
        break;
    default:
        e = night_begin_at(w->n, rng_below(&w->rng, 3) ? FLOOR_CLAIM_MADE : FLOOR_AWARD_PAID, t);
        e->award = (uint8_t)(1 + awards[rng_below(&w->rng, 6)]);
        e->seat = (uint8_t)(1 + rng_below(&w->rng, 7));
        break;
    }
    step(w);
}

static bool claim_step(struct walk *w, unsigned kind, uint64_t claim, const char *user)
{
    struct floor_event *e = night_begin(w->n, kind);
    e->claim = claim;
    strcpy(e->user, user);
    if (kind == FLOOR_CLAIM_VERIFIED)
        e->items = 0x7f;
    if (kind == FLOOR_CLAIM_METHOD_CHOSEN)
        e->method = CLAIM_CHEQUES;
    return step(w);
}

static void rule_order(struct walk *w, const struct floor *f, uint32_t link)
{
    struct floor_event *e = night_begin(w->n, FLOOR_ORDER_RULED);
    strcpy(e->link, f->links[link].id);
    strcpy(e->user, "Ann");
    strcpy(e->approver, "Ben");
    say(e, "as surveillance saw it");
    for (uint32_t i = 0; i < f->claim_count && e->order_count < FLOOR_ORDER_MAX; i++)
        if (f->claims[i].link == link && f->claims[i].key == CR_KEY_HIGH && !f->claims[i].frozen &&
            f->claims[i].claim.state == CLAIM_PENDING)
            e->order[e->order_count++] = f->claims[i].seq;
    if (e->order_count > 0)
        step(w);
}

static void turn(struct walk *w, unsigned t, uint8_t key, uint8_t position)
{
    struct floor_event *e = night_begin_at(w->n, FLOOR_KEY_TURNED, t);
    e->key = key;
    e->position = position;
    strcpy(e->user, "Ann");
    step(w);
}

static void settle_claim(struct walk *w)
{
    const struct floor *f = manager_floor(w->n->manager);
    if (f->claim_count == 0)
        return;
    const struct floor_claim c = f->claims[rng_below(&w->rng, f->claim_count)];
    if (rng_below(&w->rng, 4) == 0) {
        claim_step(w, FLOOR_CLAIM_CANCELLED, c.seq, "Ann");
        return;
    }
    if (rng_below(&w->rng, 3) == 0)
        rule_order(w, f, c.link);
    claim_step(w, FLOOR_CLAIM_VERIFIED, c.seq, "Cy");
    claim_step(w, FLOOR_CLAIM_APPROVED, c.seq, "Ann");
    claim_step(w, FLOOR_CLAIM_APPROVED, c.seq, "Ben");
    claim_step(w, FLOOR_CLAIM_METHOD_CHOSEN, c.seq, "Ann");
    turn(w, c.table, c.key, c.key == CR_KEY_HIGH ? FLOOR_KEY_JPH : FLOOR_KEY_JPL);
    night_begin_at(w->n, FLOOR_CLAIM_PAID, c.table)->claim = c.seq;
    step(w);
    turn(w, c.table, c.key, FLOOR_KEY_R);
    claim_step(w, FLOOR_CLAIM_CLEARED, c.seq, "Ann");
}

/* Changes the configuration of a link or table, with its links closed meanwhile. */
static void change(struct walk *w)
{
    const unsigned l = rng_below(&w->rng, LINKS), to = rng_below(&w->rng, LINKS);
    struct floor_event *e = night_begin(w->n, FLOOR_LINK_CLOSED);
    strcpy(e->link, links[l]);
    strcpy(e->user, "Ann");
    step(w);
    const unsigned what = rng_below(&w->rng, w->is_calm ? 2 : 4) + (w->is_calm ? 2 : 0);
    e = night_begin(w->n, what == 0   ? FLOOR_METER_CORRECTED
                          : what == 1 ? FLOOR_LINK_TRANSFERRED
                          : what == 2 ? FLOOR_TABLE_CONFIGURED
                                      : FLOOR_LINK_CONFIGURED);
    strcpy(e->user, "Ann");
    strcpy(e->approver, "Ben");
    strcpy(e->link, links[l]);
    if (what == 0) {
        strcpy(e->from, rng_below(&w->rng, 2) ? "big" : "small");
        e->change.micro = (int64_t)rng_below(&w->rng, 2000000) - 1000000;
        say(e, "counted");
    } else if (what == 1) {
        strcpy(e->to_link, links[to]);
        say(e, "moved");
    } else if (what == 2) {
        strcpy(e->table, night_tables[rng_below(&w->rng, NIGHT_TABLES)]);
        strcpy(e->item, "Hold'em");
        e->is_live = 1;
    } else {
        memcpy(e->document, w->documents[rng_below(&w->rng, 2)], CR_HASH_BYTES);
        e->policy = l == 2 && !w->is_calm ? 1 + LEDGER_SPLIT : 1 + LEDGER_ORDER;
        e->claim_lock = l == 1 && !w->is_calm;
    }
    step(w);
    e = night_begin(w->n, FLOOR_LINK_OPENED);
    strcpy(e->link, links[l]);
    strcpy(e->user, "Ann");
    step(w);
}

static void add_documents(struct walk *w)
{
    char text[2048];
    static const char *const bets[] = {"1", "5"};
    for (unsigned i = 0; i < 2; i++) {
        char name[8];
        snprintf(name, sizeof name, "odd%u", i);
        snprintf(text, sizeof text, odd_progressive, name, bets[i]);
        night_document(w->n, NULL, text, w->documents[i]);
    }
}

static void set_up(struct walk *w)
{
    w->n = night_open("memory:");
    w->moments = calloc(20 * STEPS, sizeof *w->moments);
    remember(w);
    add_documents(w);
    for (unsigned l = 0; l + 1 < LINKS; l++) {
        night_link(w->n, links[l], w->documents[l % 2],
                   l == 2 && !w->is_calm ? LEDGER_SPLIT : LEDGER_ORDER, l == 1 && !w->is_calm);
        remember(w);
        night_open_link(w->n, links[l], true);
    }
    for (unsigned t = 0; t < NIGHT_TABLES; t++) {
        night_table(w->n, t, links[t % 3]);
        remember(w);
    }
}

static void run(struct walk *w, uint64_t seed, unsigned steps)
{
    w->rng.state = seed;
    set_up(w);
    for (unsigned i = 0; i < steps; i++) {
        const unsigned what = rng_below(&w->rng, 40);
        if (what == 0)
            change(w);
        else if (what < 8)
            settle_claim(w);
        else
            play(w, rng_below(&w->rng, NIGHT_TABLES));
    }
}

static void tear_down(struct walk *w)
{
    night_close(w->n);
    free(w->moments);
}

/* ---- Taking back one event after the other ---- */

static bool same_books(const struct ledger *a, const struct ledger *b, unsigned meters)
{
    struct ledger x = *a, y = *b;
    for (unsigned m = meters; m < CR_METERS; m++)
        x.levels[m] = y.levels[m];
    return memcmp(&x, &y, sizeof x) == 0;
}

static void put_back(struct floor *f, const struct moment *m)
{
    for (uint32_t l = 0; l < f->link_count; l++)
        f->links[l].books = m->books[l];
}

static void every_event_is_taken_back(void **state)
{
    (void)state;
    struct walk w = {0};
    struct cr_err err = {0};
    struct stored_floor *copy = NULL;
    struct floor_event *e = calloc(1, sizeof *e);
    struct back *b = calloc(1, sizeof *b);
    unsigned long unclear = 0, clear[FLOOR_KIND_COUNT] = {0};
    run(&w, 20261115, STEPS);
    assert_int_equal(stored_floor_read_held(w.n->store, &copy, &err), 0);
    struct floor *f = &copy->floor;
    *b = (struct back){.store = w.n->store, .floor = f, .err = &err};
    for (uint64_t seq = w.head; seq > 1; seq--) {
        assert_int_equal(log_read_event(w.n->store, seq, e, &err), 0);
        int rc = back_step(b, e);
        if (rc < 0)
            fail_msg("event %llu: %s", (unsigned long long)seq, err.text);
        const struct moment *before = &w.moments[seq - 1];
        if (rc == BACK_UNCLEAR) {
            unclear++;
            put_back(f, before);
        } else {
            clear[e->kind]++;
        }
        for (uint32_t l = 0; l < f->link_count; l++)
            if (f->links[l].configured != 0 &&
                !same_books(&f->links[l].books, &before->books[l], 2))
                fail_msg("%s %llu: the books of %s", event_kind(e->kind)->name,
                         (unsigned long long)seq, f->links[l].id);
        for (uint32_t l = 0; l < f->link_count; l++)
            assert_int_equal(f->links[l].drift, before->drift[l]);
        for (uint32_t t = 0; t < f->table_count; t++) {
            assert_int_equal(f->plays[t].coins, before->coins[t]);
            if (f->tables[t].configured != 0)
                assert_int_equal(f->tables[t].link, before->table_link[t]);
        }
    }
    /* Every kind of event has happened, and nearly all could be taken back by themselves. */
    static const unsigned kinds[] = {
        FLOOR_COIN_IN,          FLOOR_ROUND_DEAD,      FLOOR_AWARD_PAID,      FLOOR_CLAIM_MADE,
        FLOOR_CLAIM_PAID,       FLOOR_CLAIM_CANCELLED, FLOOR_METER_CORRECTED, FLOOR_LINK_CONFIGURED,
        FLOOR_TABLE_CONFIGURED, FLOOR_METER_READ};
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (clear[kinds[i]] < 5)
            fail_msg("%s: %lu times only", event_kind(kinds[i])->name, clear[kinds[i]]);
    assert_true(unclear > 0 && unclear < w.head / 20);
    stored_floor_free(copy);
    free(b);
    free(e);
    tear_down(&w);
}

/* ---- The books at both ends of any span ---- */

struct seen {
    struct cr_money coin_in;
    unsigned long events, folds;
};

static void see(void *context, const struct floor_event *e, const struct ledger *before,
                const struct ledger *after)
{
    struct seen *s = context;
    (void)e;
    s->events++;
    if (before)
        s->coin_in.micro += after->coin_in.micro - before->coin_in.micro;
}

static void forget(void *context)
{
    struct seen *s = context;
    *s = (struct seen){.folds = s->folds + 1};
}

static void check_span(struct walk *w, uint64_t first, uint64_t last)
{
    struct cr_err err = {0};
    struct stored_floor *copy = NULL;
    struct report_ends ends = {0};
    struct seen seen = {0};
    const struct report_span span = {.first = first, .last = last, .head = w->head};
    const struct report_watch watch = {.event = see, .reset = forget, .context = &seen};
    assert_int_equal(stored_floor_read_held(w->n->store, &copy, &err), 0);
    if (report_ends_find(w->n->store, &span, &copy->floor, &watch, &ends, &err) != 0)
        fail_msg("%s", err.text);
    struct cr_money coin_in = {0};
    assert_int_equal(seen.events, last + 1 - first);
    /* If every event can be taken back by itself, the log is never replayed from its start. */
    if (w->is_calm)
        assert_int_equal(seen.folds, 0);
    for (uint32_t l = 0; l < ends.link_count; l++) {
        const struct moment *begin = &w->moments[first - 1], *end = &w->moments[last];
        if (ends.document[l] == FLOOR_NONE)
            continue;
        assert_true(same_books(&ends.end[l], &end->books[l], 2));
        assert_int_equal(ends.begin_drift[l], begin->drift[l]);
        assert_int_equal(ends.end_drift[l], end->drift[l]);
        if (begin->books[l].levels[0].seeded.micro > 0)
            assert_true(same_books(&ends.begin[l], &begin->books[l], 2));
        coin_in.micro += end->books[l].coin_in.micro - begin->books[l].coin_in.micro;
    }
    for (uint32_t t = 0; t < ends.table_count; t++) {
        assert_int_equal(ends.end_coins[t], w->moments[last].coins[t]);
        assert_int_equal(ends.begin_coins[t], w->moments[first - 1].coins[t]);
        if (w->moments[last].table_link[t] != FLOOR_NONE)
            assert_int_equal(ends.table_link[t], w->moments[last].table_link[t]);
    }
    assert_int_equal(seen.coin_in.micro, coin_in.micro);
    report_ends_free(&ends);
    stored_floor_free(copy);
}

static void check_spans(struct walk *w)
{
    for (unsigned i = 0; i < 12; i++) {
        const uint64_t first = 2 + rng_below(&w->rng, (unsigned)w->head - 2);
        check_span(w, first, first - 1 + rng_below(&w->rng, (unsigned)(w->head - first + 2)));
    }
    check_span(w, 2, w->head);
    check_span(w, w->head + 1, w->head);
    tear_down(w);
}

static void both_ends_of_any_span(void **state)
{
    (void)state;
    struct walk w = {0};
    run(&w, 7, 600);
    check_spans(&w);
}

static void both_ends_without_a_fold(void **state)
{
    (void)state;
    struct walk w = {.is_calm = true};
    run(&w, 11, 600);
    check_spans(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_event_is_taken_back),
        cmocka_unit_test(both_ends_of_any_span),
        cmocka_unit_test(both_ends_without_a_fold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
