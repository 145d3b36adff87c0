/* The queue of payments at a table, from right to left over all its awards, and the amount of each
 * of them (PIT-2). */
#include "floor/floor_internal.h"

#include "base/err.h"
#include "base/money.h"
#include "floor/semantics.h"

/* ---- What an award takes ---- */

static struct cr_award capped(const struct floor *f, uint32_t table, const struct floor_play *play,
                              const struct cr_award *award)
{
    const struct cr_rules *rules = floor_rules(f, table);
    struct cr_award out = *award;
    if (award->kind == CR_AWARD_FIXED && rules != NULL && rules->has_aggregate_limit)
        out.amount = money_min(award->amount, money_sub(rules->aggregate_limit, play->fixed));
    return out;
}

static bool is_whole(const struct cr_award *award)
{
    return award->kind == CR_AWARD_PERCENT && award->ppm == CR_PPM;
}

/* Notes what the next 100 % award of this round is at most: the amount with which the meter
 * restarted, less what other awards of the round have taken since. */
static void note_restart(struct floor_play *play, const struct ledger *books, unsigned meter,
                         struct cr_money before, const struct ledger_award *taken, bool whole)
{
    struct cr_money *restart = &play->restart[meter];
    if (play->whole[meter] > 0)
        *restart = money_add(money_sub(money_min(*restart, before), taken->from_meter),
                             money_add(taken->reseeded, taken->moved_in));
    else if (whole)
        *restart = books->levels[meter].meter.amount;
    if (restart->micro < 0)
        restart->micro = 0;
    play->whole[meter] = (uint8_t)(play->whole[meter] + whole);
}

struct ledger_award floor_take_award(const struct floor *f, uint32_t table, uint32_t link,
                                     struct floor_play *play, struct ledger *books,
                                     const struct cr_award *award)
{
    const struct cr_progressive *p = floor_progressive(f, link);
    const struct cr_award due = capped(f, table, play, award);
    const bool from_meter = award->from != CR_FROM_TRAY && floor_semantics(f) >= 2;
    const struct cr_money before =
        from_meter ? books->levels[award->from].meter.amount : cr_money_from_micro(0);
    const bool again = from_meter && is_whole(award) && play->whole[award->from] > 0;
    const struct ledger_award taken =
        again ? ledger_freeze_within(p, books, &due, play->restart[award->from])
              : ledger_freeze(p, books, &due);
    if (award->kind == CR_AWARD_FIXED)
        play->fixed = money_add(play->fixed, taken.amount);
    if (from_meter)
        note_restart(play, books, award->from, before, &taken, is_whole(award));
    return taken;
}

void floor_note_given_back(const struct floor *f, struct floor_play *play,
                           const struct cr_award *award, const struct ledger_award *taken)
{
    if (award->kind == CR_AWARD_FIXED)
        play->fixed = money_sub(play->fixed, taken->amount);
    if (floor_semantics(f) < 2 || award->from == CR_FROM_TRAY || play->whole[award->from] == 0)
        return;
    struct cr_money *restart = &play->restart[award->from];
    if (!is_whole(award))
        *restart = money_add(*restart, taken->from_meter);
    else if (--play->whole[award->from] == 0)
        *restart = cr_money_from_micro(0);
    else if (floor_semantics(f) >= 3)
        *restart = money_sub(money_add(*restart, taken->from_meter),
                             money_add(taken->reseeded, taken->moved_in));
    if (restart->micro < 0)
        restart->micro = 0;
}

/* ---- The queue ---- */

static struct floor_claim *pending_at(const struct floor *f, uint32_t table, unsigned seat)
{
    for (uint32_t i = 0; i < f->claim_count; i++) {
        struct floor_claim *c = &f->claims[i];
        if (c->table == table && c->seat == seat && c->claim.state == CLAIM_PENDING)
            return c;
    }
    return NULL;
}

struct floor_claim *floor_pending_award(const struct floor *f, uint32_t table, unsigned seat)
{
    struct floor_claim *c = pending_at(f, table, seat);
    return c != NULL && c->key == CR_KEY_NONE ? c : NULL;
}

const struct floor_claim *floor_next_paid(const struct floor *f, uint32_t table)
{
    const struct floor_claim *next = NULL;
    for (unsigned seat = CR_SEATS; seat >= 1 && next == NULL; seat--)
        next = pending_at(f, table, seat);
    return next;
}

int floor_check_queue(const struct floor *f, uint32_t table, unsigned seat, struct cr_err *err)
{
    static const char *const keys[] = {
        [CR_KEY_NONE] = "no key", [CR_KEY_LOW] = "key 008", [CR_KEY_HIGH] = "key 009"};
    const struct floor_claim *next = floor_next_paid(f, table);
    if (next == NULL || next->seat <= seat)
        return 0;
    return err_refuse(err, CR_E_STATE, REASON_OTHER_CLAIM_FIRST, NULL,
                      "seat %u is paid before seat %u: %s, %s", next->seat, seat,
                      cr_category_name((enum cr_category)(next->award - 1)), keys[next->key]);
}

/* Whether one of two awards changes the amount of the other: by a common meter, or by the limit on
 * the round's fixed awards (PG-1). */
static bool affect_each_other(const struct floor *f, uint32_t table, const struct cr_award *a,
                              const struct cr_award *b)
{
    const struct cr_rules *rules = floor_rules(f, table);
    const bool capped = rules != NULL && rules->has_aggregate_limit;
    return (a->from == b->from && a->from != CR_FROM_TRAY) ||
           (capped && a->kind == CR_AWARD_FIXED && b->kind == CR_AWARD_FIXED);
}

/* Since version 3: refuses to lock an amount while an award without a key waits to the right of it
 * and affects it. That award is paid first, and has not taken its amount yet. */
static int check_waiting(const struct floor *f, uint32_t table, const struct floor_event *e,
                         const struct cr_award *award, struct cr_err *err)
{
    const bool takes_now = award->key != CR_KEY_NONE && f->links[f->tables[table].link].claim_lock;
    for (unsigned seat = e->seat + 1u; floor_semantics(f) >= 3 && takes_now && seat <= CR_SEATS;
         seat++) {
        const struct floor_claim *c = pending_at(f, table, seat);
        if (c == NULL || c->frozen || !affect_each_other(f, table, award, floor_award_of(f, c)))
            continue;
        return err_refuse(err, CR_E_STATE, REASON_OTHER_CLAIM_FIRST, "seat",
                          "seat %u is paid before seat %u: pay its %s first, then claim this one",
                          seat, e->seat, cr_category_name((enum cr_category)(c->award - 1)));
    }
    return 0;
}

int floor_check_frozen(const struct floor *f, uint32_t table, const struct floor_event *e,
                       const struct cr_award *award, struct cr_err *err)
{
    if (floor_semantics(f) < 2)
        return 0;
    for (unsigned seat = 1; seat < e->seat; seat++) {
        const struct floor_claim *c = pending_at(f, table, seat);
        if (c == NULL || !c->frozen || c->round != f->plays[table].round || c->award == e->award ||
            !affect_each_other(f, table, award, floor_award_of(f, c)))
            continue;
        return err_refuse(err, CR_E_STATE, REASON_OTHER_CLAIM_FIRST, "seat",
                          "the amount of seat %u is locked already, and seat %u is paid before it; "
                          "take the %s of seat %u back, then claim from right to left",
                          seat, e->seat, cr_category_name((enum cr_category)(c->award - 1)), seat);
    }
    return check_waiting(f, table, e, award, err);
}

struct ledger_award floor_amount_on(const struct floor *f, const struct floor_claim *c,
                                    const struct ledger *books)
{
    struct ledger trial = *books;
    struct floor_play play = f->plays[c->table];
    for (unsigned seat = CR_SEATS; floor_semantics(f) >= 2 && seat > c->seat; seat--) {
        const struct floor_claim *before = pending_at(f, c->table, seat);
        if (before != NULL && !before->frozen)
            floor_take_award(f, c->table, c->link, &play, &trial, floor_award_of(f, before));
    }
    return floor_take_award(f, c->table, c->link, &play, &trial, floor_award_of(f, c));
}

struct ledger_award floor_claim_amount(const struct floor *f, const struct floor_claim *c)
{
    return c->frozen ? c->amounts : floor_amount_on(f, c, &f->links[c->link].books);
}

/* ---- Amounts under a ruling ---- */

/* TAB-10: payments on a copy of the books, on trial, at several tables of one link. Each table has
 * its own queue. */
struct trial {
    struct ledger books;
    unsigned count;
    struct {
        uint32_t table;
        unsigned seat; /* its queue is taken from seat 7 down to this one */
        struct floor_play play;
    } lines[FLOOR_ORDER_MAX + 1];
};

static unsigned trial_line(const struct floor *f, struct trial *trial, uint32_t table)
{
    unsigned i = 0;
    while (i < trial->count && trial->lines[i].table != table)
        i++;
    if (i == trial->count) {
        trial->lines[trial->count++].table = table;
        trial->lines[i].seat = CR_SEATS + 1;
        trial->lines[i].play = f->plays[table];
    }
    return i;
}

/* Takes, on trial, everything at the claim's table that is paid before it, and then the claim
 * itself. */
static struct ledger_award take_on_trial(const struct floor *f, struct trial *trial,
                                         const struct floor_claim *c)
{
    const unsigned line = trial_line(f, trial, c->table);
    struct floor_play *play = &trial->lines[line].play;
    for (unsigned seat = trial->lines[line].seat - 1; floor_semantics(f) >= 2 && seat > c->seat;
         seat--) {
        const struct floor_claim *before = pending_at(f, c->table, seat);
        if (before != NULL && !before->frozen)
            floor_take_award(f, c->table, c->link, play, &trial->books, floor_award_of(f, before));
    }
    trial->lines[line].seat = c->seat;
    return floor_take_award(f, c->table, c->link, play, &trial->books, floor_award_of(f, c));
}

struct cr_money floor_claim_due(const struct floor *f, const struct floor_claim *c)
{
    const struct floor_link *l = &f->links[c->link];
    struct trial trial = {.books = l->books};
    if (c->frozen || c->claim.state != CLAIM_PENDING || !c->ruled)
        return floor_claim_amount(f, c).amount;
    for (unsigned i = 0; i < l->order_count && l->order[i] != c->seq; i++) {
        const struct floor_claim *before = floor_find_claim(f, l->order[i]);
        if (before != NULL && before->claim.state == CLAIM_PENDING && !before->frozen)
            take_on_trial(f, &trial, before);
    }
    return take_on_trial(f, &trial, c).amount;
}

void floor_order_frozen(struct floor *f, struct floor_claim *newest)
{
    struct ledger_award last = newest->amounts;
    for (unsigned seat = 1; floor_semantics(f) >= 2 && seat < newest->seat; seat++) {
        struct floor_claim *c = pending_at(f, newest->table, seat);
        if (c == NULL || !c->frozen || c->shared != 0 || c->award != newest->award)
            continue;
        const struct ledger_award own = c->amounts;
        c->amounts = last;
        last = own;
        floor_touch(f, FLOOR_ROW_CLAIM, c->seq);
    }
    newest->amounts = last;
}

unsigned floor_list_behind(const struct floor *f, const struct floor_claim *c,
                           struct floor_claim *out[CR_SEATS])
{
    unsigned count = 0;
    if (floor_semantics(f) < 3 || !c->frozen || !f->links[c->link].claim_lock)
        return 0;
    for (unsigned seat = c->seat; seat-- > 1;) {
        struct floor_claim *left = pending_at(f, c->table, seat);
        if (left == NULL || !left->frozen || left->round != c->round)
            continue;
        const struct cr_award *award = floor_award_of(f, left);
        bool is_behind = affect_each_other(f, c->table, award, floor_award_of(f, c));
        for (unsigned i = 0; i < count && !is_behind; i++)
            is_behind = affect_each_other(f, c->table, award, floor_award_of(f, out[i]));
        if (is_behind)
            out[count++] = left;
    }
    return count;
}

/* ---- Changes of the queue ---- */

void floor_note_worth(const struct floor *f, uint32_t table, struct floor_queue *out)
{
    for (unsigned seat = 1; seat <= CR_SEATS; seat++) {
        const struct floor_claim *c = pending_at(f, table, seat);
        out->micro[seat - 1] = c != NULL ? floor_claim_amount(f, c).amount.micro : 0;
    }
}

void floor_unapprove_changed(struct floor *f, uint32_t table, const struct floor_queue *before)
{
    struct floor_queue now;
    if (floor_semantics(f) < 2)
        return;
    floor_note_worth(f, table, &now);
    for (unsigned seat = 1; seat <= CR_SEATS; seat++) {
        struct floor_claim *c = pending_at(f, table, seat);
        if (c != NULL && now.micro[seat - 1] != before->micro[seat - 1])
            floor_take_approvals_back(f, c);
    }
}
