/* Steps about who sits and who deals at a table: seats of one patron, one hand a patron, the dealer
 * (PIT-9, UTH-15, UTH-16). */
#include "floor/floor_internal.h"

#include "base/err.h"
#include "game/rules/paragraphs.h"

#include <string.h>

/* ---- Seats of one patron ---- */

/* PIT-9: the seats of the patron at that seat, including it; a bit each. */
static uint8_t floor_seats_of_patron(const struct floor_play *play, unsigned seat)
{
    const uint8_t bit = floor_seat_bit(seat);
    for (unsigned i = 0; i < FLOOR_PAIRS; i++)
        if ((play->pairs[i] & bit) != 0)
            return play->pairs[i];
    return bit;
}

uint8_t floor_envy_seats(const struct floor *f, uint32_t table, unsigned seat, uint8_t live)
{
    return (uint8_t)(live & ~floor_seats_of_patron(&f->plays[table], seat));
}

/* Splits every pair that has one of those seats: its patron then holds the other seat alone. */
static void part_seats(struct floor_play *play, uint8_t seats)
{
    for (unsigned i = 0; i < FLOOR_PAIRS; i++)
        if ((play->pairs[i] & seats) != 0)
            play->pairs[i] = 0;
}

/* Pairs stand in the order of their seats, so that equal states are equal bytes. */
static void sort_pairs(struct floor_play *play)
{
    for (unsigned i = 1; i < FLOOR_PAIRS; i++)
        for (unsigned j = i; j > 0 && play->pairs[j] > play->pairs[j - 1]; j--) {
            const uint8_t pair = play->pairs[j];
            play->pairs[j] = play->pairs[j - 1];
            play->pairs[j - 1] = pair;
        }
}

static void hold_seats(struct floor_play *play, uint8_t seats)
{
    part_seats(play, seats);
    sort_pairs(play);
    if (__builtin_popcount(seats) == 2) {
        play->pairs[FLOOR_PAIRS - 1] = seats; /* three pairs take six of seven seats: it is free */
        sort_pairs(play);
    }
}

void floor_move_patron(struct floor_play *play, unsigned from, unsigned to)
{
    uint8_t seats = floor_seats_of_patron(play, from);
    if (__builtin_popcount(seats) != 2)
        hold_seats(play, floor_seat_bit(to));
    else if ((seats & floor_seat_bit(to)) != 0) /* to the patron's own other seat */
        hold_seats(play, floor_seat_bit(from));
    else
        hold_seats(play, (uint8_t)((seats & ~floor_seat_bit(from)) | floor_seat_bit(to)));
}

/* Finds the table. A table sends the event with its numbers; a desk names the table and a
 * person. */
static int need_place(const struct floor *f, const struct floor_event *e, uint32_t *table,
                      struct cr_err *err)
{
    if (e->table_seq != 0)
        return floor_need_next(f, e, table, err);
    if (e->epoch != 0)
        return err_refuse(err, CR_E_INPUT, REASON_UNWANTED_MEMBER, "epoch",
                          "only a table that numbers its events has epochs");
    if (e->user[0] == '\0')
        return err_refuse(err, CR_E_INPUT, REASON_MISSING, "user",
                          "missing; at a desk somebody says it");
    return floor_need_table(f, e->table, table, err);
}

/* Allowed at any time, also when the hands are open: it is a fact, and everything that was not paid
 * yet is paid by it. */
int step_seats_held(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    uint32_t table = FLOOR_NONE;
    int rc = need_place(f, e, &table, err);
    if (rc != 0)
        return rc;
    if (__builtin_popcount(e->seats) > 2)
        return err_invalid(err, "seats", "a patron holds one seat or two");
    hold_seats(&f->plays[table], e->seats);
    if (e->table_seq != 0)
        floor_table_done(f, e, table);
    else
        floor_touch_play(f, table);
    return 0;
}

/* ---- One hand a patron (UTH-16) ---- */

bool floor_is_one_hand(const struct floor *f, uint32_t table)
{
    const struct cr_rules *rules = floor_rules(f, table);
    return f->tables[table].one_hand ||
           (rules != NULL && (rules->one_hand || rules->hands_max < 2));
}

int floor_check_hands(const struct floor *f, uint32_t table, uint8_t seats, struct cr_err *err)
{
    for (unsigned i = 0; i < FLOOR_PAIRS && floor_is_one_hand(f, table); i++) {
        const uint8_t pair = f->plays[table].pairs[i];
        if (pair == 0 || (seats & pair) != pair)
            continue;
        return rules_cite_refusal(
            floor_rules(f, table), err,
            err_refuse(err, CR_E_STATE, REASON_ONE_HAND, "seats",
                       "seats %d and %d are one patron's, and this table plays one hand a patron",
                       __builtin_ffs(pair), 32 - __builtin_clz(pair)));
    }
    return 0;
}

int step_one_hand_set(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    uint32_t table;
    int rc = floor_need_table(f, e->table, &table, err);
    if (rc != 0)
        return rc;
    if (f->tables[table].one_hand == e->one_hand)
        return err_refuse(err, CR_E_STATE, REASON_ALREADY_THERE, "one_hand",
                          e->one_hand ? "table %s plays one hand a patron already"
                                      : "table %s does not limit hands",
                          e->table);
    f->tables[table].one_hand = e->one_hand;
    floor_touch(f, FLOOR_ROW_TABLE, table);
    return 0;
}

/* ---- The dealer ---- */

static void set_dealer(struct floor *f, uint32_t table, const char dealer[FLOOR_PERSON_MAX])
{
    memcpy(f->tables[table].dealer, dealer, FLOOR_PERSON_MAX);
    floor_touch(f, FLOOR_ROW_TABLE, table);
}

/* A dealer may sign on while the one before has not signed off. */
int step_dealer_on(struct floor *f, struct floor_event *e, uint32_t table, struct cr_err *err)
{
    if (strcmp(f->tables[table].dealer, e->user) == 0)
        return err_refuse(err, CR_E_STATE, REASON_ALREADY_THERE, "user",
                          "%s deals at table %s already", e->user, e->table);
    memcpy(e->person, f->tables[table].dealer, FLOOR_PERSON_MAX);
    set_dealer(f, table, e->user);
    return 0;
}

int step_dealer_off(struct floor *f, struct floor_event *e, uint32_t table, struct cr_err *err)
{
    static const char nobody[FLOOR_PERSON_MAX];
    if (strcmp(f->tables[table].dealer, e->user) != 0)
        return err_refuse(err, CR_E_STATE, REASON_ALREADY_THERE, "user",
                          "%s does not deal at table %s", e->user, e->table);
    set_dealer(f, table, nobody);
    return 0;
}
