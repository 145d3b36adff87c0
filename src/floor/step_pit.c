/* Steps about what goes wrong at a table, and what is done about it: a hand folded, a coin handed
 * back, an irregularity, a wrong payment (PIT-3, PIT-4, PIT-7). */
#include "floor/floor_internal.h"

#include "base/err.h"
#include "base/money.h"
#include "floor/semantics.h"

#include <string.h>

/* UTH-6, PIT-9: envy is for hands that have not folded, whether the win or the fold was told first.
 * So pending claims of the round are changed; those that were paid stay as they were. */
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

/* PIT-7: a coin goes back only before the first card, so no hand may have folded or won. */
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

/* PIT-7: the kinds of irregularities; what was decided is the event's text. */
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
        return err_invalid(err, "item",
                           "expected one of: misdeal, exposed card, fouled deck, boxed card, late "
                           "wager, touched cards, wrong payment, other");
    e->round = f->plays[table].round;
    return 0;
}

/* ---- What the tray paid (PIT-4) ---- */

void floor_note_tray(struct floor *f, const struct floor_event *e, uint32_t table, uint32_t link)
{
    struct floor_table *t = &f->tables[table];
    t->tray[t->tray_next] = (struct floor_tray_payment){
        .seq = e->seq, .link = link, .seat = e->seat, .award = e->award, .amount = e->amount};
    t->tray_next = (uint8_t)((t->tray_next + 1) % FLOOR_TRAY_PAYMENTS);
    floor_touch(f, FLOOR_ROW_TABLE, table);
}

/* Before version 3 a correction names no payment, and is booked on the link on which the table is
 * now. */
static int correct_unnamed(struct floor *f, struct floor_event *e, uint32_t table, uint32_t *link,
                           struct cr_err *err)
{
    *link = f->tables[table].link;
    if (e->payment != 0)
        return err_refuse(err, CR_E_INPUT, REASON_UNWANTED_MEMBER, "payment",
                          "this floor's events have a meaning that knows no such member yet");
    if (*link == FLOOR_NONE)
        return err_refuse(err, CR_E_STATE, REASON_NO_LINK, "table", "table %s is on no link",
                          e->table);
    return ledger_correct_tray(&f->links[*link].books, e->change, err);
}

static struct floor_tray_payment *find_payment(struct floor_table *t, uint64_t seq)
{
    for (unsigned i = 0; i < FLOOR_TRAY_PAYMENTS; i++)
        if (t->tray[i].seq == seq)
            return &t->tray[i];
    return NULL;
}

static int check_payment(const struct floor_tray_payment *paid, const struct floor_event *e,
                         struct cr_err *err)
{
    if (paid == NULL)
        return err_refuse(err, CR_E_NOT_FOUND, REASON_INVALID_VALUE, "payment",
                          "%llu is not one of the last %d payments from the tray of table %s",
                          (unsigned long long)e->payment, FLOOR_TRAY_PAYMENTS, e->table);
    if (e->seat != 0 && e->seat != paid->seat)
        return err_invalid(err, "seat", "payment %llu was to seat %u",
                           (unsigned long long)e->payment, paid->seat);
    if (e->change.micro % CR_MICRO_PER_CENT != 0)
        return err_invalid(err, "change", "a tray pays whole cents; %s has a part of one",
                           money_text(e->change).text);
    if (money_add(paid->amount, e->change).micro < 0)
        return err_invalid(err, "change", "%s are left of payment %llu, %s cannot be taken back",
                           money_text(paid->amount).text, (unsigned long long)e->payment,
                           money_text(e->change).text);
    return 0;
}

/* Corrects the payment that the event names, on the link on which it was made, wherever the table
 * is by now. No more can be taken back than was paid. */
static int correct_payment(struct floor *f, struct floor_event *e, uint32_t table, uint32_t *link,
                           struct cr_err *err)
{
    if (e->payment == 0)
        return err_refuse(err, CR_E_INPUT, REASON_MISSING, "payment",
                          "missing; name the payment that was wrong");
    struct floor_tray_payment *paid = find_payment(&f->tables[table], e->payment);
    int rc = check_payment(paid, e, err);
    if (rc == 0)
        rc = ledger_correct_tray(&f->links[paid->link].books, e->change, err);
    if (rc != 0)
        return rc;
    *link = paid->link;
    e->seat = paid->seat;
    paid->amount = money_add(paid->amount, e->change);
    floor_touch(f, FLOOR_ROW_TABLE, table);
    return 0;
}

/* Corrects what the tray paid too much or too little; two people do it, with a reason. */
int step_tray_corrected(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    uint32_t table, link = FLOOR_NONE;
    int rc = floor_need_pit(f, err);
    if (rc == 0)
        rc = floor_need_table(f, e->table, &table, err);
    if (rc == 0)
        rc = floor_semantics(f) >= 3 ? correct_payment(f, e, table, &link, err)
                                     : correct_unnamed(f, e, table, &link, err);
    if (rc != 0)
        return rc;
    memcpy(e->link, f->links[link].id, FLOOR_ID_MAX);
    floor_touch_link(f, link);
    return 0;
}
