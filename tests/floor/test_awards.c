/* Tests of awards, of the keys that they take, and of a link's list of its last hits. */
#include "desk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void an_award_is_recorded_by_its_own_kind_of_event(void **state)
{
    (void)state;
    desk_start(&desk_small, 2);
    desk_at_table(FLOOR_AWARD_PAID, "t0");
    desk.e.seat = 1;
    desk.e.award = 1 + CR_ROYAL_FLUSH;
    desk_refused(CR_E_INPUT, "needs a key");
    assert_int_not_equal(desk_claim("t0", 1, CR_STRAIGHT), 0);
    assert_non_null(strstr(desk.err.text, "needs no key"));
    assert_int_equal(desk_claim("t0", 1, CR_ROYAL_FLUSH), 0);
    const uint64_t seq = desk.e.seq;
    desk_at_table(FLOOR_CLAIM_PAID, "t1");
    desk.e.claim = seq;
    desk_refused(CR_E_INPUT, "was not made at this table");
    desk_at_table(FLOOR_CLAIM_CANCELLED, "t1");
    desk.e.claim = seq;
    desk_refused(CR_E_INPUT, "was not made at table t1");
    desk_at_table(FLOOR_CLAIM_CANCELLED, "t0");
    desk.e.claim = seq;
    DESK_PUT(user, "Zoe");
    desk_refused(CR_E_INPUT, "\"Zoe\" is not a person");
    event_init(&desk.e, FLOOR_CLAIM_CANCELLED);
    desk.e.claim = seq;
    DESK_PUT(user, "Ann");
    DESK_PUT(table, "t1");
    desk_refused(CR_E_INPUT, "only a table that numbers its events names itself");
    desk_stop();
}

static void twenty_five_hits_are_shown(void **state)
{
    (void)state;
    desk_start(&desk_small, 1);
    for (unsigned i = 0; i < 40; i++) {
        const unsigned seat = 1 + i % CR_SEATS;
        if (seat == 1 && i > 0) {
            desk_at_table(FLOOR_KEY_TURNED, "t0");
            desk.e.key = CR_KEY_HIGH;
            desk.e.position = FLOOR_KEY_R;
            DESK_PUT(user, "Ann");
            desk_good();
            desk_at_table(FLOOR_GAME_OVER, "t0");
            desk_good();
            desk_at_table(FLOOR_COIN_IN, "t0");
            desk.e.seats = 127;
            desk_good();
        }
        assert_int_equal(desk_claim("t0", seat, CR_STRAIGHT_FLUSH), 0);
        const uint64_t made = desk.e.seq;
        event_init(&desk.e, FLOOR_CLAIM_VERIFIED);
        desk.e.claim = made;
        desk.e.items = 127;
        DESK_PUT(user, "Ann");
        desk_good();
        desk_at_table(FLOOR_KEY_TURNED, "t0");
        desk.e.key = CR_KEY_HIGH;
        desk.e.position = FLOOR_KEY_JPH;
        DESK_PUT(user, "Ann");
        desk_good();
        desk_at_table(FLOOR_CLAIM_PAID, "t0");
        desk.e.claim = made;
        desk_good();
        const struct floor_link *l = &desk.h.floor.links[0];
        const struct floor_hit *last = &l->hits[(l->hit_next + FLOOR_HITS - 1) % FLOOR_HITS];
        assert_int_equal(last->seq, desk.e.seq);
        assert_int_equal(last->amount.micro, desk.e.amount.micro);
        event_init(&desk.e, FLOOR_CLAIM_CLEARED);
        desk.e.claim = made;
        DESK_PUT(user, "Ann");
        desk_good();
        assert_true(harness_clean(&desk.h));
    }
    for (unsigned i = 0; i < FLOOR_HITS; i++)
        assert_true(desk.h.floor.links[0].hits[i].seq > 0);
    assert_int_equal(desk.h.floor.links[0].books.levels[0].hits, 40);
    desk_stop();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_award_is_recorded_by_its_own_kind_of_event),
        cmocka_unit_test(twenty_five_hits_are_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
