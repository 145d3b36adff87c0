/* What goes wrong at a table, and what is done about it: a hand folded, a coin handed back, an
 * irregularity, a wrong payment (PIT-3, PIT-4, PIT-7). */
#include "floor/floor_internal.h"

#include "base/err.h"
#include "base/money.h"

#include <string.h>

/* UTH-6, PIT-9: envy is for hands that have not folded, whichever of win and fold was told first.
 * What was paid stays as it was. */
static void follow_fold(struct floor *f, uint32_t table, uint8_t bit, bool undone)
{
    const struct floor_play *play = &f->plays[table];
    for (uint32_t i = 0; i < f->claim_count; i++) {
        struct floor_claim *c = &f->claims[i];
        if (c->table != table || c->round != play->round || c->claim.state != CLAIM_PENDING)
            continue;
        c->live = (uint8_t)(undone ? c->live | (bit & play->seats) : c->live & ~bit);
        floor_touch(f, FLOOR_ROW_CLAIM, c->seq);
    }
}

/* PIT-3: the dealer marks a seat, and takes it back with the same button. */
int step_seat_folded(struct floor *f, struct floor_event *e, uint32_t table, struct cr_err *err)
{
    struct floor_play *play = &f->plays[table];
    const uint8_t bit = floor_seat_bit(e->seat);
    int rc = floor_need_pit(f, err);
    if (rc != 0)
        return rc;
    if (play->mode != FLOOR_IN_PLAY)
        return err_refuse(err, CR_E_STATE, REASON_NOT_IN_PLAY, NULL,
                          "hands are folded between COIN IN and GAME OVER");
    if (((play->folded & bit) != 0) == (e->undone == 0))
        return err_refuse(err, CR_E_STATE, REASON_ALREADY_THERE, "seat", "seat %u %s", e->seat,
                          e->undone ? "has not folded" : "has folded already");
    if (!e->undone && (play->awarded & bit) != 0 && floor_fold_forfeits(f, table))
        return err_refuse(err, CR_E_STATE, REASON_AWARD_GIVEN, "seat",
                          "seat %u has an award in this round; cancel it first", e->seat);
    play->folded = (uint8_t)(e->undone ? play->folded & ~bit : play->folded | bit);
    if (floor_fold_forfeits(f, table))
        follow_fold(f, table, bit, e->undone != 0);
    e->round = play->round;
    return 0;
}

/* PIT-7: before the first card, so no hand has folded or won. */
static int check_return(const struct floor *f, const struct floor_event *e, uint32_t table,
                        struct cr_err *err)
{
    const struct floor_play *play = &f->plays[table];
    if (play->mode != FLOOR_IN_PLAY)
        return err_refuse(err, CR_E_STATE, REASON_NOT_IN_PLAY, NULL,
                          "there is no round; before COIN IN the patron takes the chip back");
    if ((play->seats & floor_seat_bit(e->seat)) == 0)
        return err_refuse(err, CR_E_STATE, REASON_NO_WAGER, "seat",
                          "no wager is registered at seat %u", e->seat);
    if (play->awarded != 0 || play->folded != 0)
        return err_refuse(err, CR_E_STATE, REASON_TABLE_IN_PLAY, NULL,
                          "cards are out: a coin goes back before the first one only");
    return floor_need_running(f, err);
}

int step_coin_returned(struct floor *f, struct floor_event *e, uint32_t table, struct cr_err *err)
{
    int rc = floor_need_pit(f, err);
    if (rc == 0)
        rc = check_return(f, e, table, err);
    if (rc != 0)
        return rc;
    struct floor_play *play = &f->plays[table];
    play->seats = (uint8_t)(play->seats & ~floor_seat_bit(e->seat));
    e->round = play->round;
    floor_return_coins(f, e, table, 1);
    return 0;
}

/* PIT-7: a list of what goes wrong at a table; what was decided is the event's text. */
static const char *const irregularities[] = {"misdeal",       "exposed card", "fouled deck",
                                             "boxed card",    "late wager",   "touched cards",
                                             "wrong payment", "other"};

int step_irregularity_recorded(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    uint32_t table;
    unsigned i = 0;
    int rc = floor_need_pit(f, err);
    if (rc == 0)
        rc = floor_need_table(f, e->table, &table, err);
    if (rc != 0)
        return rc;
    while (i < sizeof(irregularities) / sizeof(irregularities[0]) &&
           strcmp(irregularities[i], e->item) != 0)
        i++;
    if (i == sizeof(irregularities) / sizeof(irregularities[0]))
        return err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE, "item",
                          "expected one of: misdeal, exposed card, fouled deck, boxed card, late "
                          "wager, touched cards, wrong payment, other");
    e->round = f->plays[table].round;
    return 0;
}

/* PIT-4: what the tray paid too much or too little, by two people, with a reason. */
int step_tray_corrected(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    uint32_t table;
    int rc = floor_need_pit(f, err);
    if (rc == 0)
        rc = floor_need_table(f, e->table, &table, err);
    if (rc == 0 && f->tables[table].link == FLOOR_NONE)
        rc = err_refuse(err, CR_E_STATE, REASON_NO_LINK, "table", "table %s is on no link",
                        e->table);
    if (rc == 0)
        rc = ledger_correct_tray(&f->links[f->tables[table].link].books, e->change, err);
    if (rc != 0)
        return rc;
    memcpy(e->link, f->links[f->tables[table].link].id, FLOOR_ID_MAX);
    floor_touch_link(f, f->tables[table].link);
    return 0;
}
