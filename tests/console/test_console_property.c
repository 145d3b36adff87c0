/* Random events for a console whose link loses no record: the console never breaks a rule, a
 * refused event changes nothing, and every chip is accounted for. */
#include "console_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* What the link has on record. */
struct record {
    uint8_t mode, seats, claimed, paid, folded;
    uint8_t claims[CR_SEATS];
    bool asked; /* a request is in progress */
    bool done;  /* … and is on record, but not answered yet */
    struct console_effect request;
    long kept; /* wagers booked, less those of dead rounds */
};

struct world {
    struct desk d;
    struct record link;
    long base; /* `kept` when the console was started, without the round that it took up */
    uint64_t rng;
    unsigned long pays, deads, coin_ins, returns, refusals, restarts, games, no_keys, backs;
};

static uint64_t next(struct world *w)
{
    uint64_t z = w->rng += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static unsigned below(struct world *w, unsigned n)
{
    return (unsigned)(next(w) % n);
}

static long count_seats(unsigned seats)
{
    long n = 0;
    for (; seats; seats &= seats - 1)
        n++;
    return n;
}

/* ---- The link ---- */

static void end_round(struct record *r)
{
    r->mode = CONSOLE_BETTING;
    r->seats = r->claimed = r->paid = r->folded = 0;
}

/* Puts the request on record. */
static void put_on_record(struct record *r)
{
    const struct console_effect *fx = &r->request;
    unsigned bit = fx->seat ? CONSOLE_SEAT(fx->seat) : 0;
    switch ((enum console_effect_kind)fx->kind) {
    case CONSOLE_FX_COIN_IN:
        assert_int_equal(r->mode, CONSOLE_BETTING);
        r->mode = CONSOLE_COIN_IN;
        r->seats = fx->seats;
        r->kept += count_seats(fx->seats);
        break;
    case CONSOLE_FX_CLAIM:
        assert_true(r->seats & bit);
        assert_false(r->claimed & bit);
        assert_false(r->folded & bit);
        r->claimed |= (uint8_t)bit;
        r->claims[fx->seat - 1] = fx->award;
        break;
    case CONSOLE_FX_FOLD:
        r->folded ^= (uint8_t)bit;
        break;
    case CONSOLE_FX_TAKE_BACK:
        assert_true(r->seats & bit);
        assert_int_equal(r->claimed | r->folded, 0);
        r->seats &= (uint8_t)~bit;
        r->kept--;
        break;
    case CONSOLE_FX_CANCEL:
        assert_true((r->claimed & ~r->paid & bit) != 0);
        assert_int_equal(r->claims[fx->seat - 1], fx->award);
        r->claimed &= (uint8_t)~bit;
        break;
    case CONSOLE_FX_PAY:
        assert_true((r->claimed & ~r->paid & bit) != 0);
        assert_int_equal(r->claims[fx->seat - 1], fx->award);
        r->paid |= (uint8_t)bit;
        break;
    case CONSOLE_FX_GAME_OVER:
        assert_int_equal(r->mode, CONSOLE_COIN_IN);
        assert_int_equal(r->claimed, r->paid);
        end_round(r);
        break;
    default:
        assert_int_equal(fx->kind, CONSOLE_FX_SEND_DEAD);
        assert_int_equal(r->mode, CONSOLE_COIN_IN);
        assert_int_equal(fx->seats, r->seats & ~r->paid);
        r->kept -= count_seats(fx->seats);
        end_round(r);
        break;
    }
    r->done = true;
}

static struct console_event answer(struct world *w, enum console_event_kind kind)
{
    unsigned seat = w->d.c.request_seat;
    return (struct console_event){.kind = (uint8_t)kind,
                                  .request = w->d.c.request,
                                  .seat = (uint8_t)seat,
                                  .award = seat ? w->d.c.claims[seat - 1].award : 0};
}

static struct console_event link_back(const struct record *r)
{
    struct console_event e = {.kind = CONSOLE_LINK_BACK,
                              .mode = r->mode,
                              .seats = r->seats,
                              .claimed = r->claimed,
                              .paid = r->paid,
                              .folded = r->folded};
    memcpy(e.claims, r->claims, sizeof e.claims);
    return e;
}

/* ---- Rules for effects ---- */

static bool is_request(unsigned kind)
{
    return kind <= CONSOLE_FX_TAKE_BACK;
}

/* TAB-3, TAB-6, PIT-2: a payment needs the right key, turned, or none; a pending claim; and no
 * pending claim to its right. */
static void check_pay(const struct console *before, const struct record *r,
                      const struct console_effect *fx)
{
    unsigned key = before->keys[fx->award];
    if (key != CR_KEY_NONE) {
        assert_int_equal(before->key, key == CR_KEY_HIGH ? 9 : 8);
        assert_int_equal(before->position, key == CR_KEY_HIGH ? CONSOLE_JPH : CONSOLE_JPL);
    }
    unsigned pending = r->claimed & ~r->paid;
    assert_true(pending & CONSOLE_SEAT(fx->seat));
    for (unsigned seat = fx->seat + 1u; seat <= CR_SEATS; seat++)
        assert_false(pending & CONSOLE_SEAT(seat));
}

static void check_effect(struct world *w, const struct console *before,
                         const struct console_effect *fx)
{
    switch ((enum console_effect_kind)fx->kind) {
    case CONSOLE_FX_PAY:
        check_pay(before, &w->link, fx);
        if (before->keys[fx->award] == CR_KEY_NONE)
            w->no_keys++;
        else
            w->pays++;
        break;
    case CONSOLE_FX_CLAIM:
        assert_true(console_registered(before) & CONSOLE_SEAT(fx->seat));
        break;
    case CONSOLE_FX_GAME_OVER:
        assert_true(before->position == CONSOLE_R || before->mode == CONSOLE_CLOSED);
        w->games++;
        break;
    case CONSOLE_FX_COIN_IN:
        w->coin_ins++;
        break;
    case CONSOLE_FX_SEND_DEAD:
        w->deads++;
        break;
    case CONSOLE_FX_RETURN:
        assert_int_not_equal(fx->seats, 0);
        w->returns++;
        break;
    default:
        break;
    }
}

/* CONSOLE_FX_RETURN must name exactly the seats whose chips are booked as returned. */
static void check_returns(const struct world *w, const struct console *before)
{
    unsigned told = 0, booked = 0;
    for (unsigned i = 0; i < w->d.fx.count; i++)
        if (w->d.fx.list[i].kind == CONSOLE_FX_RETURN)
            told |= w->d.fx.list[i].seats;
    for (unsigned i = 0; i < CR_SEATS; i++)
        if (w->d.c.acceptors[i].returned != before->acceptors[i].returned)
            booked |= CONSOLE_SEAT(i + 1);
    assert_int_equal(told, booked);
}

static void check_effects(struct world *w, const struct console *before)
{
    unsigned requests = 0;
    for (unsigned i = 0; i < w->d.fx.count; i++) {
        const struct console_effect *fx = &w->d.fx.list[i];
        check_effect(w, before, fx);
        if (!is_request(fx->kind))
            continue;
        requests++;
        assert_false(w->link.asked); /* only one request at a time */
        w->link.asked = true;
        w->link.done = false;
        w->link.request = *fx;
    }
    assert_true(requests <= 1);
    check_returns(w, before);
}

/* ---- Rules for the state ---- */

static unsigned counted(const struct console *c)
{
    unsigned seats = 0;
    for (unsigned i = 0; i < CR_SEATS; i++)
        if (c->acceptors[i].counted)
            seats |= CONSOLE_SEAT(i + 1);
    return seats;
}

static void check_state(const struct world *w)
{
    const struct console *c = &w->d.c;
    long collected = 0;
    for (unsigned i = 0; i < CR_SEATS; i++) {
        assert_true(acceptor_balances(&c->acceptors[i]));
        collected += (long)c->acceptors[i].collected;
        if (console_next_paid(c) &&
            c->keys[c->claims[console_next_paid(c) - 1].award] != CR_KEY_NONE)
            assert_int_not_equal(c->position, CONSOLE_R);
    }
    assert_int_equal(w->link.asked, c->request != CONSOLE_ASKED_NOTHING);
    if (c->mode == CONSOLE_COIN_IN && !w->link.asked) {
        assert_int_equal(console_registered(c), w->link.seats);
        assert_int_equal(c->folded, w->link.folded);
        for (unsigned i = 0; i < CR_SEATS; i++) {
            unsigned bit = CONSOLE_SEAT(i + 1);
            assert_int_equal(c->claims[i].state, w->link.paid & bit      ? CONSOLE_PAID
                                                 : w->link.claimed & bit ? CONSOLE_PENDING
                                                                         : CONSOLE_UNCLAIMED);
        }
    }
    if (c->mode == CONSOLE_BETTING)
        assert_int_equal(console_registered(c) | counted(c), 0);
    /* MET-7 at the table: the chips collected are those that the link has booked */
    if (c->mode == CONSOLE_BETTING || (c->mode == CONSOLE_COIN_IN && !w->link.asked))
        assert_int_equal(collected, w->link.kept - w->base);
}

/* ---- Events ---- */

static struct console_event sensor_event(struct world *w)
{
    struct console_event e = {.kind = CONSOLE_SENSOR, .seat = (uint8_t)(1 + below(w, CR_SEATS))};
    static const uint8_t usual[] = {ACCEPTOR_EV_PLACED, ACCEPTOR_EV_PLACED, ACCEPTOR_EV_PLACED,
                                    ACCEPTOR_EV_PLACED, ACCEPTOR_EV_REMOVED};
    if (w->d.c.acceptors[e.seat - 1].dropping && below(w, 4) != 0)
        e.sensor = ACCEPTOR_EV_DROPPED;
    else if (below(w, 5) != 0)
        e.sensor = usual[below(w, sizeof usual)];
    else
        e.sensor = (uint8_t)below(w, ACCEPTOR_EV_HELLO + 1);
    return e;
}

static struct console_event award_event(struct world *w)
{
    unsigned seat = 1 + below(w, CR_SEATS);
    const struct console_claim *claim = &w->d.c.claims[seat - 1];
    bool again = claim->state != CONSOLE_UNCLAIMED && below(w, 4) == 0;
    return (struct console_event){.kind = CONSOLE_AWARD,
                                  .seat = (uint8_t)seat,
                                  .award =
                                      again ? claim->award : (uint8_t)(CR_TWO_PAIR + below(w, 8))};
}

static struct console_event key_event(struct world *w)
{
    struct console_event e = {.kind = (uint8_t)(CONSOLE_KEY_INSERT + below(w, 3))};
    e.key = (uint8_t)(7 + below(w, 4));
    e.position = (uint8_t)below(w, 4);
    /* half of the time the key that is in is turned to its own position */
    if (e.kind == CONSOLE_KEY_TURN && w->d.c.key != CONSOLE_NO_KEY && below(w, 2) == 0)
        e.position = w->d.c.key == CONSOLE_KEY_LOW ? CONSOLE_JPL : CONSOLE_JPH;
    return e;
}

static struct console_event junk_event(struct world *w)
{
    struct console_event e;
    unsigned char bytes[sizeof e];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(below(w, 3) ? below(w, 12) : below(w, 256));
    memcpy(&e, bytes, sizeof e);
    /* random bytes are not to be an answer of the link: see link_event */
    if (e.kind >= CONSOLE_DONE && e.kind <= CONSOLE_LINK_BACK)
        e.kind = CONSOLE_EVENT_KINDS;
    return e;
}

static struct console_event person_event(struct world *w)
{
    unsigned n = below(w, 100);
    if (n < 45)
        return sensor_event(w);
    if (n < 57)
        return award_event(w);
    if (n < 72)
        return key_event(w);
    if (n < 80)
        return (struct console_event){.kind = CONSOLE_START};
    if (n < 87)
        return (struct console_event){.kind = CONSOLE_JPOT};
    if (n < 94)
        return (struct console_event){.kind = CONSOLE_GAME_OVER};
    if (n < 95)
        return (struct console_event){.kind = CONSOLE_CALL_DEAD};
    if (n < 96)
        return (struct console_event){.kind = (uint8_t)(CONSOLE_FOLD + below(w, 2)),
                                      .seat = (uint8_t)(1 + below(w, CR_SEATS))};
    if (n < 97)
        return (struct console_event){.kind = (uint8_t)(CONSOLE_CLOSE_SEAT + (below(w, 3) ? 1 : 0)),
                                      .seat = (uint8_t)(1 + below(w, CR_SEATS))};
    return junk_event(w);
}

/* The link answers, is lost before or after it has recorded the request, or comes back; or nothing
 * happens (false). */
static bool link_event(struct world *w, struct console_event *e)
{
    if (w->link.asked && below(w, 3) == 0) {
        bool refuse = below(w, 8) == 0;
        if (!refuse)
            put_on_record(&w->link);
        *e = answer(w, refuse ? CONSOLE_REFUSED : CONSOLE_DONE);
        return true;
    }
    if (below(w, 200) == 0) {
        if (w->link.asked && below(w, 2) == 0)
            put_on_record(&w->link);
        *e = (struct console_event){
            .kind = CONSOLE_LINK_LOST,
            .reason = (uint8_t)(CONSOLE_LINK_DOWN + below(w, CONSOLE_STORAGE - 1))};
        return true;
    }
    if (w->d.c.mode == CONSOLE_CLOSED && !w->link.asked && below(w, 12) == 0) {
        *e = link_back(&w->link);
        w->backs++;
        return true;
    }
    return false;
}

/* Sometimes restarts the console, when it knows nothing that the link does not know. */
static void maybe_restart(struct world *w, const char *progressive)
{
    const struct console *c = &w->d.c;
    if (below(w, 500) != 0 || c->mode == CONSOLE_LOCKING || c->ending != CONSOLE_LIVE ||
        w->link.asked || counted(c) != 0)
        return;
    for (unsigned i = 0; i < CR_SEATS; i++)
        if (c->acceptors[i].dropping)
            return;
    w->d = desk_new(progressive, "COIN IN");
    w->base = w->link.kept - count_seats(w->link.seats);
    w->restarts++;
}

static void step(struct world *w)
{
    struct console_event e;
    bool by_link = link_event(w, &e);
    if (!by_link)
        e = person_event(w);
    struct console before = w->d.c;
    int rc = console_step(&w->d.c, &e, &w->d.fx, &w->d.err);
    assert_int_equal(rc == CR_OK, console_check(&before, &e, NULL) == CR_OK);
    if (rc != CR_OK) {
        if (by_link)
            fail_msg("the link was refused: %s", w->d.err.text);
        assert_true(rc == CR_E_STATE || rc == CR_E_INPUT);
        assert_true(strlen(w->d.err.text) > 5);
        assert_memory_equal(&before, &w->d.c, sizeof before);
        assert_int_equal(w->d.fx.count, 0);
        w->refusals++;
        return;
    }
    if (by_link && e.kind != CONSOLE_LINK_BACK)
        w->link.asked = false;
    check_effects(w, &before);
    check_state(w);
}

static void no_rule_is_broken(void **state)
{
    (void)state;
    const char *const progressives[] = {"ptha-2", "cn", "ptha-4", "rp"};
    for (unsigned p = 0; p < 4; p++) {
        struct world w = {.d = desk_new(progressives[p], "COIN IN"), .rng = p};
        w.link.mode = CONSOLE_BETTING;
        struct console_view view;
        for (unsigned long n = 0; n < 250000; n++) {
            maybe_restart(&w, progressives[p]);
            step(&w);
            if (n % 16 == 0)
                console_view(&w.d.c, &view);
        }
        /* enough must have happened for the test to prove something */
        assert_true(w.pays > 100 && w.deads > 100 && w.coin_ins > 1000 && w.returns > 1000);
        assert_true(w.games > 500 && w.no_keys > 100 && w.restarts > 50 && w.backs > 500);
        assert_true(w.refusals > 10000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_rule_is_broken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
