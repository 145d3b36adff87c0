/* Undoes events of the log on the books; see report_back.h. */
#include "reports/floor/report_back.h"

#include "base/err.h"
#include "base/money.h"
#include "floor/semantics.h"
#include "reports/floor/report_span.h"

#include <string.h>

static void add(struct cr_money *to, struct cr_money amount)
{
    *to = money_add(*to, amount);
}

static void take(struct cr_money *from, struct cr_money amount)
{
    *from = money_sub(*from, amount);
}

static int bad_name(struct back *b, const struct floor_event *e, const char *name)
{
    return err_set(b->err, CR_E_INPUT,
                   "event %llu names \"%s\", which the rows do not have; verify the store "
                   "(croupier verify) and rebuild its rows",
                   (unsigned long long)e->seq, name);
}

/* ---- Amounts that no floor wrote ---- */

static int too_much(struct back *b, const struct floor_event *e)
{
    return err_set(b->err, CR_E_INPUT,
                   "event %llu makes amounts of more than any link holds; verify the store "
                   "(croupier verify)",
                   (unsigned long long)e->seq);
}

static bool is_within(struct cr_money amount, int64_t times)
{
    const int64_t most = times * CR_MONEY_METER_MAX_MICRO;
    return amount.micro <= most && amount.micro >= -most;
}

/* An event has amounts of at most so many times what the books hold, so that a step cannot overflow
 * an amount. */
static bool is_possible(const struct floor_event *e)
{
    const struct cr_money single[] = {e->amount,       e->change,   e->house,
                                      e->house_funded, e->reseeded, e->envy};
    bool is_good = true;
    for (size_t i = 0; i < sizeof single / sizeof single[0]; i++)
        is_good = is_good && is_within(single[i], 2);
    for (unsigned m = 0; m < CR_METERS; m++)
        is_good = is_good && is_within(e->before[m], 2) && is_within(e->after[m], 2);
    return is_good;
}

bool back_holds(const struct ledger *books)
{
    const struct cr_money single[] = {books->coin_in,       books->returned,  books->house,
                                      books->house_funded,  books->tray_paid, books->envy_paid,
                                      books->tray_corrected};
    bool is_good = true;
    for (size_t i = 0; i < sizeof single / sizeof single[0]; i++)
        is_good = is_good && is_within(single[i], 4);
    for (unsigned m = 0; m < CR_METERS; m++) {
        const struct ledger_level *l = &books->levels[m];
        const struct cr_money of_level[] = {
            l->meter.amount, l->meter.reserve, l->meter.overflow,   l->seeded, l->contributed,
            l->reserved,     l->moved_in,      l->corrected,        l->frozen, l->pending,
            l->paid,         l->returned,      l->reserve_corrected};
        for (size_t i = 0; i < sizeof of_level / sizeof of_level[0]; i++)
            is_good = is_good && is_within(of_level[i], 4);
    }
    return is_good;
}

/* ---- Coins ---- */

/* The reverse of MET-1: returns the part of an amount that a share was worth, and sets *carry to
 * the carry before it. */
static struct cr_money share_back(struct cr_money amount, uint32_t share, uint32_t *carry)
{
    __extension__ typedef unsigned __int128 wide;
    const wide parts = (wide)(uint64_t)amount.micro * share;
    const uint32_t rest = (uint32_t)(parts % CR_SHARE_ALL), after = *carry;
    *carry = after >= rest ? after - rest : after + (uint32_t)CR_SHARE_ALL - rest;
    return cr_money_from_micro((int64_t)((parts + *carry - after) / CR_SHARE_ALL));
}

static void coins_back(const struct cr_progressive *p, struct ledger *books,
                       const struct floor_event *e)
{
    for (unsigned m = 0; m < p->meter_count; m++) {
        const struct cr_meter_rules *rules = &p->meters[m];
        struct ledger_level *level = &books->levels[m];
        const struct cr_money part = share_back(e->amount, rules->share, &level->meter.carry);
        const struct cr_money hidden =
            share_back(e->amount, rules->reserve_share, &level->meter.reserve_carry);
        const struct cr_money entered = money_sub(e->after[m], e->before[m]);
        /* REG-7: above the limit coins went to the overflow. Anything else that is missing is a
         * fault, which must stay visible (REC-3). */
        if (rules->has_limit && e->after[m].micro >= rules->limit.micro)
            take(&level->meter.overflow, money_sub(part, entered));
        level->meter.amount = e->before[m];
        take(&level->contributed, entered);
        take(&level->meter.reserve, hidden);
        take(&level->reserved, hidden);
    }
    take(&books->house, e->house);
    take(&books->coin_in, e->amount);
    books->coins -= (unsigned)__builtin_popcount(e->seats);
}

/* The reverse of UTH-18. The event tells what went back of each part only if nothing had run empty
 * meanwhile. */
static int return_back(const struct floor_link *l, const struct cr_progressive *p,
                       struct ledger *books, const struct floor_event *e)
{
    struct cr_money spilt[CR_METERS], hidden[CR_METERS];
    struct cr_money from_house = e->amount;
    if (l->claim_lock || l->policy != LEDGER_ORDER)
        return BACK_UNCLEAR;
    for (unsigned m = 0; m < p->meter_count; m++) {
        const struct cr_meter_rules *rules = &p->meters[m];
        const struct cr_money part = meters_share(e->amount, rules->share);
        const struct cr_money entered = money_sub(e->before[m], e->after[m]);
        spilt[m] = money_sub(part, entered);
        hidden[m] = meters_share(e->amount, rules->reserve_share);
        if (entered.micro < 0 || spilt[m].micro < 0 || (spilt[m].micro > 0 && !rules->has_limit))
            return BACK_UNCLEAR;
        take(&from_house, money_add(part, hidden[m]));
    }
    if (from_house.micro != e->house.micro)
        return BACK_UNCLEAR;
    for (unsigned m = 0; m < p->meter_count; m++) {
        struct ledger_level *level = &books->levels[m];
        add(&level->contributed, money_sub(e->before[m], e->after[m]));
        level->meter.amount = e->before[m];
        add(&level->meter.overflow, spilt[m]);
        take(&level->returned, money_add(spilt[m], money_sub(e->before[m], e->after[m])));
        add(&level->meter.reserve, hidden[m]);
        add(&level->reserved, hidden[m]);
    }
    add(&books->house, e->house);
    take(&books->returned, e->amount);
    return CR_OK;
}

/* ---- Awards ---- */

static void freeze_back(struct ledger *books, uint8_t meter, const struct floor_event *e)
{
    if (meter == CR_FROM_TRAY)
        return;
    struct ledger_level *level = &books->levels[meter];
    const struct cr_money taken = money_sub(e->amount, e->house_funded);
    const struct cr_money change = money_sub(e->after[meter], e->before[meter]);
    const struct cr_money moved = money_sub(money_add(change, taken), e->reseeded);
    level->meter.amount = e->before[meter];
    add(&level->meter.reserve, moved);
    take(&level->moved_in, moved);
    take(&level->seeded, e->reseeded);
    take(&level->frozen, taken);
    take(&level->pending, taken);
    level->hits--;
}

static void pay_back(struct ledger *books, uint8_t meter, const struct floor_event *e)
{
    take(&books->envy_paid, e->envy);
    if (meter == CR_FROM_TRAY) {
        take(&books->tray_paid, e->amount);
        return;
    }
    const struct cr_money taken = money_sub(e->amount, e->house_funded);
    add(&books->levels[meter].pending, taken);
    take(&books->levels[meter].paid, taken);
    take(&books->house_funded, e->house_funded);
}

static bool moves_meter(const struct floor_event *e, uint8_t meter)
{
    return e->before[meter].micro != e->after[meter].micro;
}

/* REG-12: under a claim lock the amount left the meter with the claim, otherwise with the
 * payment. */
static int claim_paid_back(struct back *b, const struct floor_link *l, struct ledger *books,
                           uint8_t meter, const struct floor_event *e)
{
    int rc = log_read_event(b->store, e->claim, &b->other, b->err);
    if (rc != CR_OK)
        return rc;
    const bool by_claim = b->other.amount.micro > 0;
    if (!by_claim && meter != CR_FROM_TRAY && l->policy != LEDGER_ORDER && !moves_meter(e, meter))
        return BACK_UNCLEAR;
    pay_back(books, meter, e);
    if (!by_claim)
        freeze_back(books, meter, e);
    return CR_OK;
}

/* Whether the event voids a claim since version 3, when amounts that others had locked may have
 * changed with it. */
static bool is_retaken(const struct back *b, const struct floor_event *e)
{
    return floor_semantics(b->floor) >= 3 && strcmp(e->item, "void") == 0;
}

static int cancel_back(struct back *b, struct ledger *books, uint8_t meter,
                       const struct floor_event *e)
{
    if (e->amount.micro == 0)
        return CR_OK;
    /* Since version 3, other claims of the round locked their amounts anew, and the reserve got its
     * part back. */
    if (floor_semantics(b->floor) >= 3)
        return BACK_UNCLEAR;
    if (meter == CR_FROM_TRAY)
        return CR_OK;
    int rc = log_read_event(b->store, e->claim, &b->other, b->err);
    if (rc != CR_OK)
        return rc;
    if (b->other.amount.micro == 0)
        return BACK_UNCLEAR;
    if (!is_possible(&b->other))
        return too_much(b, &b->other);
    struct ledger_level *level = &books->levels[meter];
    const struct cr_money taken = money_sub(b->other.amount, b->other.house_funded);
    const struct cr_money change = money_sub(e->after[meter], e->before[meter]);
    level->meter.amount = e->before[meter];
    add(&level->seeded, money_sub(taken, change));
    add(&level->frozen, taken);
    add(&level->pending, taken);
    level->hits++;
    return CR_OK;
}

/* ---- What people changed ---- */

static int correct_back(struct back *b, const struct cr_progressive *p, struct ledger *books,
                        const struct floor_event *e)
{
    const unsigned m = meters_find(p, e->from);
    if (m == p->meter_count)
        return bad_name(b, e, e->from);
    books->levels[m].meter.amount = e->before[m];
    take(&books->levels[m].corrected, e->change);
    return CR_OK;
}

static bool has_reserve(const struct cr_progressive *p, const struct ledger *books)
{
    for (unsigned m = 0; m < p->meter_count; m++)
        if (p->meters[m].reserve_share != 0 || books->levels[m].reserved.micro != 0 ||
            books->levels[m].reserve_corrected.micro != 0)
            return true;
    return false;
}

static int transfer_back(struct back *b, uint32_t link, const struct floor_event *e)
{
    const uint32_t target = floor_find_link(b->floor, e->to_link);
    if (target == FLOOR_NONE)
        return bad_name(b, e, e->to_link);
    const struct cr_progressive *p = floor_progressive(b->floor, link);
    const struct cr_progressive *q = floor_progressive(b->floor, target);
    struct ledger *from = &b->floor->links[link].books, *to = &b->floor->links[target].books;
    if (has_reserve(p, from))
        return BACK_UNCLEAR;
    for (unsigned m = 0; m < p->meter_count; m++) {
        const unsigned at = meters_find(q, p->meters[m].name);
        if (at == q->meter_count)
            return bad_name(b, e, p->meters[m].name);
        const struct cr_money moved = money_sub(e->before[m], e->after[m]);
        from->levels[m].meter.amount = e->before[m];
        add(&from->levels[m].corrected, moved);
        take(&to->levels[at].meter.amount, moved);
        take(&to->levels[at].corrected, moved);
    }
    return back_holds(to) ? CR_OK : too_much(b, e);
}

static int configure_back(struct back *b, uint32_t link, const struct floor_event *e)
{
    struct floor_link *l = &b->floor->links[link];
    l->configured = e->prev;
    if (e->prev == 0)
        return CR_OK;
    int rc = log_read_event(b->store, e->prev, &b->other, b->err);
    if (rc != CR_OK)
        return rc;
    const uint32_t document = floor_find_document(b->floor, b->other.document);
    if (document == FLOOR_NONE)
        return bad_name(b, e, e->link);
    l->document = document;
    l->policy = b->other.policy > 0 ? (uint8_t)(b->other.policy - 1) : LEDGER_ORDER;
    l->claim_lock = b->other.claim_lock;
    return CR_OK;
}

static int table_back(struct back *b, const struct floor_event *e)
{
    const uint32_t table = floor_find_table(b->floor, e->table);
    if (table == FLOOR_NONE)
        return bad_name(b, e, e->table);
    struct floor_table *t = &b->floor->tables[table];
    t->configured = e->prev;
    t->link = FLOOR_NONE;
    if (e->prev == 0)
        return CR_OK;
    int rc = log_read_event(b->store, e->prev, &b->other, b->err);
    if (rc == CR_OK && b->other.link[0])
        t->link = floor_find_link(b->floor, b->other.link);
    return rc;
}

/* ---- One event ---- */

static int link_back(struct back *b, uint32_t link, const struct floor_event *e)
{
    struct floor_link *l = &b->floor->links[link];
    const struct cr_progressive *p = floor_progressive(b->floor, link);
    const uint8_t from = e->award > 0 ? p->awards[e->award - 1].from : CR_FROM_TRAY;
    switch (e->kind) {
    case FLOOR_COIN_IN:
        coins_back(p, &l->books, e);
        return CR_OK;
    case FLOOR_ROUND_DEAD:
    case FLOOR_COIN_RETURNED:
        return return_back(l, p, &l->books, e);
    case FLOOR_TRAY_CORRECTED:
        take(&l->books.tray_paid, e->change);
        take(&l->books.tray_corrected, e->change);
        return CR_OK;
    case FLOOR_CLAIM_RULED:
        return memcmp(e->before, e->after, sizeof e->before) == 0 && !is_retaken(b, e)
                   ? CR_OK
                   : BACK_UNCLEAR;
    case FLOOR_AWARD_PAID:
        pay_back(&l->books, from, e);
        freeze_back(&l->books, from, e);
        return CR_OK;
    case FLOOR_CLAIM_MADE:
        if (e->amount.micro > 0)
            freeze_back(&l->books, from, e);
        return CR_OK;
    case FLOOR_CLAIM_PAID:
        return claim_paid_back(b, l, &l->books, from, e);
    case FLOOR_CLAIM_CANCELLED:
        return cancel_back(b, &l->books, from, e);
    case FLOOR_ORDER_RULED:
        return memcmp(e->before, e->after, sizeof e->before) == 0 && l->policy == LEDGER_ORDER
                   ? CR_OK
                   : BACK_UNCLEAR;
    case FLOOR_METER_CORRECTED:
        return correct_back(b, p, &l->books, e);
    case FLOOR_LINK_TRANSFERRED:
        return transfer_back(b, link, e);
    case FLOOR_LINK_CONFIGURED:
        return configure_back(b, link, e);
    case FLOOR_METER_READ:
        l->drift -= e->from[0] ? 0 : (int64_t)(e->coins - e->booked);
        return CR_OK;
    default:
        return CR_OK;
    }
}

/* Whether the event counts coins of its table, which reports look up by its name. */
static bool is_of_table(const struct floor_event *e)
{
    return e->kind == FLOOR_COIN_IN || e->kind == FLOOR_ROUND_DEAD ||
           e->kind == FLOOR_COIN_RETURNED || e->kind == FLOOR_METER_READ;
}

int back_step(struct back *b, const struct floor_event *e)
{
    if (e->kind == FLOOR_TABLE_CONFIGURED)
        return table_back(b, e);
    if (!is_possible(e))
        return too_much(b, e);
    const uint32_t table = is_of_table(e) ? floor_find_table(b->floor, e->table) : FLOOR_NONE;
    if (is_of_table(e) && table == FLOOR_NONE)
        return bad_name(b, e, e->table);
    if (e->kind == FLOOR_COIN_IN)
        b->floor->plays[table].coins -= (unsigned)__builtin_popcount(e->seats);
    if (e->link[0] == '\0' || e->kind == FLOOR_ALARM_RAISED)
        return CR_OK;
    const uint32_t link = floor_find_link(b->floor, e->link);
    if (link == FLOOR_NONE)
        return bad_name(b, e, e->link);
    const int rc = link_back(b, link, e);
    return rc != CR_OK || back_holds(&b->floor->links[link].books) ? rc : too_much(b, e);
}
