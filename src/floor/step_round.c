/* Steps of a round as the books see it: coins in, awards without a key, game over, dead (TAB-4 to
 * TAB-8, UTH-18). */
#include "floor/floor_internal.h"

#include "base/check.h"
#include "base/err.h"
#include "base/money.h"
#include "base/text.h"
#include "floor/semantics.h"
#include "game/games/game.h"
#include "game/rules/paragraphs.h"

#include <string.h>

static int check_coins(const struct floor *f, const struct floor_event *e, uint32_t table,
                       unsigned coins, struct cr_err *err)
{
    const struct floor_table *t = &f->tables[table];
    const struct floor_play *play = &f->plays[table];
    if (play->mode != FLOOR_BETTING)
        return err_refuse(err, CR_E_STATE, REASON_TABLE_IN_PLAY, NULL,
                          "table %s is in play; coins wait for GAME OVER", e->table);
    if (coins == 0)
        return 0;
    if (t->link == FLOOR_NONE)
        return err_refuse(err, CR_E_STATE, REASON_NO_LINK, "seats", "table %s is on no link",
                          e->table);
    const struct floor_link *l = &f->links[t->link];
    if (!l->open || f->general.halted)
        return err_refuse(err, CR_E_STATE, REASON_LINK_CLOSED, NULL,
                          "link %s is closed to progressive wagers%s", l->id,
                          f->general.halted ? ": the floor is halted" : "");
    if ((e->seats & t->closed_seats) != 0)
        return rules_cite_refusal(floor_rules(f, table), err,
                                  err_refuse(err, CR_E_STATE, REASON_SEAT_CLOSED, "seats",
                                             "a seat among them is closed"));
    int rc = floor_check_hands(f, table, e->seats, err);
    if (rc == 0)
        rc = ledger_check_room(&l->books, err);
    if (rc != 0)
        return rc;
    /* REG-7: more coins than hands can place are a fault of the hardware, or worse. */
    const uint64_t minute = (uint64_t)e->time_ms / 60000;
    const uint64_t so_far = play->minute == minute ? play->minute_coins : 0;
    if (l->coins_per_minute != 0 && so_far + coins > l->coins_per_minute)
        return err_refuse(err, CR_E_RANGE, REASON_IMPLAUSIBLE, "seats",
                          "more than %llu coins a minute from one table are "
                          "implausible",
                          (unsigned long long)l->coins_per_minute);
    return 0;
}

int step_coin_in(struct floor *f, struct floor_event *e, uint32_t table, struct cr_err *err)
{
    const unsigned coins = (unsigned)__builtin_popcount(e->seats);
    int rc = check_coins(f, e, table, coins, err);
    if (rc != 0)
        return rc;
    struct floor_play *play = &f->plays[table];
    const uint32_t link = f->tables[table].link;
    if (coins > 0) {
        struct floor_link *l = &f->links[link];
        const struct cr_progressive *p = floor_progressive(f, link);
        const struct ledger before = l->books;
        ledger_coin_in(p, &l->books, coins);
        memcpy(e->link, l->id, FLOOR_ID_MAX);
        e->amount = money_sub(l->books.coin_in, before.coin_in);
        e->house = money_sub(l->books.house, before.house);
        floor_note_meters(e, p, &before, &l->books);
        floor_touch_link(f, link);
    }
    const uint64_t minute = (uint64_t)e->time_ms / 60000;
    play->minute_coins = (play->minute == minute ? play->minute_coins : 0) + coins;
    play->minute = minute;
    play->coins += coins;
    play->mode = FLOOR_IN_PLAY;
    play->seats = e->seats;
    play->awarded = play->pending = play->folded = 0;
    play->fixed = cr_money_from_micro(0);
    memset(play->whole, 0, sizeof(play->whole));
    memset(play->restart, 0, sizeof(play->restart));
    e->round = ++play->round;
    return 0;
}

static void end_round(struct floor_play *play)
{
    play->mode = FLOOR_BETTING;
    play->seats = play->awarded = play->pending = play->folded = 0;
}

int step_game_over(struct floor *f, struct floor_event *e, uint32_t table, struct cr_err *err)
{
    struct floor_play *play = &f->plays[table];
    if (play->mode != FLOOR_IN_PLAY)
        return err_refuse(err, CR_E_STATE, REASON_NOT_IN_PLAY, NULL, "table %s is not in play",
                          e->table);
    if (play->pending != 0)
        return err_refuse(err, CR_E_STATE, REASON_CLAIM_PENDING, NULL,
                          "a jackpot is pending at table %s; pay or cancel it first", e->table);
    if (play->position == FLOOR_KEY_JPL || play->position == FLOOR_KEY_JPH)
        return err_refuse(err, CR_E_STATE, REASON_WRONG_KEY_POSITION, NULL,
                          "the key is not in R; turn it back first");
    e->round = play->round;
    end_round(play);
    return 0;
}

/* TAB-5, TAB-6: an award needs a round in play and a registered seat, and a seat has one award in a
 * round. */
static int check_award(const struct floor *f, const struct floor_event *e, uint32_t table,
                       const struct cr_award **award, struct cr_err *err)
{
    const struct floor_play *play = &f->plays[table];
    const uint8_t bit = floor_seat_bit(e->seat);
    if (play->mode != FLOOR_IN_PLAY)
        return err_refuse(err, CR_E_STATE, REASON_NOT_IN_PLAY, NULL,
                          "awards are recorded between COIN IN and GAME OVER");
    if ((play->seats & bit) == 0)
        return err_refuse(err, CR_E_STATE, REASON_NO_WAGER, "seat",
                          "no wager is registered at seat %u", e->seat);
    if ((play->awarded & bit) != 0)
        return err_refuse(err, CR_E_STATE, REASON_AWARD_GIVEN, "seat",
                          "seat %u has an award in this round already", e->seat);
    const uint8_t dead = floor_fold_forfeits(f, table) ? play->folded : 0;
    if ((dead & bit) != 0)
        return rules_cite_refusal(floor_rules(f, table), err,
                                  err_refuse(err, CR_E_STATE, REASON_SEAT_FOLDED, "seat",
                                             "seat %u has folded: a folded hand wins nothing",
                                             e->seat));
    if ((e->live & ~play->seats) != 0 || (e->live & bit) != 0 || (e->live & dead) != 0)
        return err_invalid(err, "live", "envy goes to other seats with a registered wager%s",
                           dead != 0 ? " that have not folded" : "");
    *award = &floor_progressive(f, f->tables[table].link)->awards[e->award - 1];
    if ((*award)->kind == CR_AWARD_NONE)
        return err_refuse(err, CR_E_INPUT, REASON_NO_SUCH_AWARD, "award",
                          "this progressive pays nothing for it");
    return 0;
}

int floor_check_award(const struct floor *f, const struct floor_event *e, uint32_t table,
                      bool with_key, const struct cr_award **award, struct cr_err *err)
{
    int rc = check_award(f, e, table, award, err);
    if (rc == 0 && ((*award)->key != CR_KEY_NONE) != with_key)
        return err_set(err, CR_E_INPUT,
                       with_key ? "award: this one needs no key; it is paid at once"
                                : "award: this one needs a key; it is claimed first");
    return rc;
}

/* Version 1 has no member for the seats, and no event that makes two seats one patron's. */
void floor_note_envy(const struct floor *f, struct floor_event *e, uint32_t table,
                     const struct cr_award *award, uint8_t live)
{
    const uint8_t seats = floor_envy_seats(f, table, e->seat, live);
    e->envy = cr_money_from_micro(award->envy.micro * __builtin_popcount(seats));
    e->envy_seats = floor_semantics(f) >= 2 && e->envy.micro > 0 ? seats : 0;
}

void floor_note_award(struct floor_event *e, const struct cr_progressive *p, uint8_t from,
                      const struct ledger_award *taken)
{
    TEXT_COPY(e->from, meters_source(p, from));
    e->amount = taken->amount;
    e->house_funded = taken->house_funded;
    e->reseeded = taken->reseeded;
}

bool floor_fold_forfeits(const struct floor *f, uint32_t table)
{
    const struct cr_rules *rules = floor_rules(f, table);
    return rules == NULL || rules_fold_forfeits(rules);
}

/* PIT-4: the button makes the award pending; J-POT or GAME OVER pays it, in its turn. */
int step_award_pending(struct floor *f, struct floor_event *e, uint32_t table, struct cr_err *err)
{
    const struct cr_award *award = NULL;
    struct floor_claim *c = NULL;
    struct floor_queue worth;
    int rc = floor_need_pit(f, err);
    if (rc == 0)
        rc = floor_open_claim(f, e, table, false, &award, &worth, &c, err);
    if (rc != 0)
        return rc;
    c->at_first = floor_claim_amount(f, c).amount;
    worth.micro[c->seat - 1] = c->at_first.micro;
    floor_unapprove_changed(f, table, &worth);
    return 0;
}

/* Checks an award that is paid at once, by a table that makes none pending. It must not overtake
 * those that are. */
static int check_at_once(const struct floor *f, const struct floor_event *e, uint32_t table,
                         const struct cr_award **award, struct cr_err *err)
{
    int rc = floor_check_award(f, e, table, false, award, err);
    if (rc == 0 && floor_semantics(f) >= 2)
        rc = floor_check_queue(f, table, e->seat, err);
    if (rc != 0 || floor_semantics(f) < 3)
        return rc;
    /* PIT-12: an award that waits for supervision has to be pending. */
    struct floor_play play = f->plays[table];
    struct ledger books = f->links[f->tables[table].link].books;
    const struct ledger_award due =
        floor_take_award(f, table, f->tables[table].link, &play, &books, *award);
    if (!claim_wants_notice(floor_rules(f, table), due.amount))
        return 0;
    return err_refuse(
        err, CR_E_STATE, REASON_CLAIM_NOT_READY, "award",
        "the dealer notifies supervision of this amount: the award is pending until a "
        "supervisor acknowledges it");
}

static int check_pending_award(const struct floor *f, const struct floor_event *e,
                               const struct floor_claim *c, struct cr_err *err)
{
    if (c->award != e->award)
        return err_refuse(err, CR_E_STATE, REASON_AWARD_GIVEN, "award",
                          "another award is pending at seat %u: %s", e->seat,
                          cr_category_name((enum cr_category)(c->award - 1)));
    int rc = floor_check_queue(f, c->table, c->seat, err);
    if (rc == 0)
        rc = floor_check_free(f, c, err);
    return rc != 0 ? rc : claim_check_payable(&c->claim, floor_claim_amount(f, c).amount, err);
}

/* TAB-8: pays an award without a key, from the tray, or off the meter when the schedule says so. */
int step_award_paid(struct floor *f, struct floor_event *e, uint32_t table, struct cr_err *err)
{
    struct floor_claim *c = floor_pending_award(f, table, e->seat);
    const struct cr_award *award = c != NULL ? floor_award_of(f, c) : NULL;
    int rc = floor_need_running(f, err);
    if (rc == 0)
        rc =
            c != NULL ? check_pending_award(f, e, c, err) : check_at_once(f, e, table, &award, err);
    if (rc != 0)
        return rc;
    const uint32_t link = f->tables[table].link;
    struct floor_link *l = &f->links[link];
    struct floor_play *play = &f->plays[table];
    const struct cr_progressive *p = floor_progressive(f, link);
    const struct ledger before = l->books;
    const struct ledger_award taken = floor_take_award(f, table, link, play, &l->books, award);
    ledger_pay(&l->books, award->from, &taken);
    memcpy(e->link, l->id, FLOOR_ID_MAX);
    e->round = play->round;
    floor_note_envy(f, e, table, award, c != NULL ? c->live : e->live);
    ledger_pay_envy(&l->books, e->envy);
    floor_note_award(e, p, award->from, &taken);
    floor_note_meters(e, p, &before, &l->books);
    if (award->from != CR_FROM_TRAY)
        floor_add_hit(f, e, link, table, award->from);
    else
        floor_note_tray(f, e, table, link);
    play->awarded |= floor_seat_bit(e->seat);
    play->pending = (uint8_t)(play->pending & ~floor_seat_bit(e->seat));
    floor_touch_link(f, link);
    if (c != NULL) {
        /* The claim keeps what was paid, whatever happens to the meter and the table later. */
        c->amounts = taken;
        c->frozen = 1;
        CHECK(claim_pay(&c->claim, taken.amount, NULL) == 0);
        floor_touch(f, FLOOR_ROW_CLAIM, c->seq);
    }
    return 0;
}

void floor_return_coins(struct floor *f, struct floor_event *e, uint32_t table, unsigned coins)
{
    const uint32_t link = f->tables[table].link;
    struct floor_link *l = &f->links[link];
    const struct cr_progressive *p = floor_progressive(f, link);
    const struct ledger before = l->books;
    e->amount = ledger_return(p, &l->books, coins);
    e->house = money_sub(before.house, l->books.house);
    memcpy(e->link, l->id, FLOOR_ID_MAX);
    floor_note_meters(e, p, &before, &l->books);
    floor_touch_link(f, link);
}

/* Pending claims of the round are void, and the coins in e->seats leave the books. */
static void return_coins(struct floor *f, struct floor_event *e, uint32_t table)
{
    const uint32_t link = f->tables[table].link;
    struct floor_link *l = &f->links[link];
    const struct cr_progressive *p = floor_progressive(f, link);
    const struct ledger before = l->books;
    for (uint32_t c = 0; c < f->claim_count; c++)
        if (f->claims[c].table == table && f->claims[c].claim.state == CLAIM_PENDING &&
            f->claims[c].round == f->plays[table].round)
            floor_take_back(f, &f->claims[c]);
    floor_return_coins(f, e, table, (unsigned)__builtin_popcount(e->seats));
    floor_note_meters(e, p, &before, &l->books);
}

/* A jackpot of the round that waits, wherever it stands in the queue, a high one first; NULL for
 * none. */
static const struct floor_claim *waiting_jackpot(const struct floor *f, uint32_t table)
{
    const struct floor_claim *found = NULL;
    for (uint32_t i = 0; i < f->claim_count; i++) {
        const struct floor_claim *c = &f->claims[i];
        if (c->table == table && c->claim.state == CLAIM_PENDING &&
            c->round == f->plays[table].round && c->key != CR_KEY_NONE &&
            (found == NULL || c->key > found->key))
            found = c;
    }
    return found;
}

/* PIT-7: a round in which something is claimed is not called dead by a button. A jackpot is ruled
 * void first: by a supervisor, a high one by two people. Where an award without a key is pending at
 * a live table, the event itself names the supervisor. */
static int check_dead(const struct floor *f, const struct floor_event *e, uint32_t table,
                      struct cr_err *err)
{
    const struct floor_claim *waits = waiting_jackpot(f, table);
    if (floor_semantics(f) < 2)
        return 0;
    if (waits != NULL)
        return err_refuse(err, CR_E_STATE, REASON_RULING_NEEDED, NULL,
                          "a jackpot is claimed at seat %u: %s rule%s it void first", waits->seat,
                          waits->key == CR_KEY_HIGH ? "two people" : "a supervisor",
                          waits->key == CR_KEY_HIGH ? "" : "s");
    if (f->tables[table].is_live && f->plays[table].pending != 0 && e->user[0] == '\0')
        return err_refuse(err, CR_E_STATE, REASON_MISSING, "user",
                          "missing; an award is pending, and a supervisor calls such a round dead");
    return 0;
}

/* UTH-18: ends a round in which the system failed with a win on the table. Coins go back, except
 * those on which an award was paid. */
int step_round_dead(struct floor *f, struct floor_event *e, uint32_t table, struct cr_err *err)
{
    struct floor_play *play = &f->plays[table];
    if (play->mode != FLOOR_IN_PLAY)
        return err_refuse(err, CR_E_STATE, REASON_NOT_IN_PLAY, NULL, "table %s is not in play",
                          e->table);
    const int rc = check_dead(f, e, table, err);
    if (rc != 0)
        return rc;
    e->round = play->round;
    e->seats = (uint8_t)(play->seats & ~(play->awarded & ~play->pending));
    if (e->seats != 0)
        return_coins(f, e, table);
    end_round(play);
    return 0;
}
