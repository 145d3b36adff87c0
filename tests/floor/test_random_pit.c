/* A pit where anything may happen next, in any order: coins, folds, awards, checklists, keys,
 * payments, cancels, rulings, disputes, dead hands, corrections, moved tables, shifts, cash,
 * readings, links that are closed, corrected and moved whole, crashes of tables and of the manager.
 * The test keeps books of its own, in whole cents, written from the documents alone. After each
 * step they must be what the floor has, and a step must be refused exactly when the documents
 * forbid it. At the end the log is audited.
 *
 * usage: test_random_pit [SEEDS [FIRST]] */
#include "random_pit.h"

#include "floor/shift_figures.h"
#include "log/audit/verify.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SEEDS    12
#define ACTIONS  1500
#define START_MS INT64_C(1794736800000)

/* ---- The documents, in cents ---- */

const struct paper papers[2] = {
    {"cn",
     "uth-cn",
     true,
     10000000,
     3,
     {{14, 0, 1000000, "mega"}, {5, 0, 100000, "major"}, {6, 0, 25000, "minor"}},
     {{CR_ROYAL_FLUSH, 0, 100, 0, CR_KEY_HIGH, 100000},
      {CR_STRAIGHT_FLUSH, 0, 100, 1, CR_KEY_HIGH, 30000},
      {CR_FOUR_OF_A_KIND, 0, 100, 2, CR_KEY_HIGH, 0},
      {CR_FULL_HOUSE, 5000, 0, TRAY, CR_KEY_NONE, 0},
      {CR_FLUSH, 4000, 0, TRAY, CR_KEY_NONE, 0},
      {CR_STRAIGHT, 3000, 0, TRAY, CR_KEY_NONE, 0},
      {CR_THREE_OF_A_KIND, 900, 0, TRAY, CR_KEY_NONE, 0}}},
    {"ptha-1",
     "pg-flush",
     false,
     0,
     1,
     {{65, 5, 1000000, "jackpot"}},
     {{CR_ROYAL_FLUSH, 0, 100, 0, CR_KEY_HIGH, 0},
      {CR_STRAIGHT_FLUSH, 0, 10, 0, CR_KEY_HIGH, 0},
      {CR_FOUR_OF_A_KIND, 50000, 0, 0, CR_KEY_LOW, 0},
      {CR_FULL_HOUSE, 10000, 0, 0, CR_KEY_LOW, 0},
      {CR_FLUSH, 5000, 0, 0, CR_KEY_LOW, 0}}}};

const char *const link_ids[LINKS] = {"uth", "pg", "uth-two", "pg-two"};
struct random_pit pit;

unsigned below(unsigned n)
{
    return rng_below(&pit.rng, n);
}

bool chance(unsigned one_in)
{
    return below(one_in) == 0;
}

/* ---- Asking ---- */

static void need(int rc, const struct cr_err *err)
{
    if (rc != 0)
        fail_msg("%s", err->text);
}

struct floor_event *begin(unsigned kind)
{
    event_init(&pit.r->event, kind);
    return &pit.r->event;
}

struct floor_event *begin_at(unsigned kind, const struct table *t)
{
    struct floor_event *e = begin(kind);
    memcpy(e->table, t->id, sizeof t->id);
    e->epoch = t->epoch;
    e->table_seq = t->seq + 1;
    return e;
}

struct floor_event *begin_by(unsigned kind, const char *user, const char *approver)
{
    struct floor_event *e = begin(kind);
    strcpy(e->user, user);
    strcpy(e->approver, approver);
    return e;
}

void say(struct floor_event *e, const char *text)
{
    e->text_len = (uint16_t)strlen(text);
    memcpy(e->text, text, e->text_len);
}

static int ask(struct table *t)
{
    struct cr_err err = {0};
    pit.now_ms += 1000;
    need(manager_batch(pit.manager, &pit.r, 1, pit.now_ms, 0, &err), &err);
    if (pit.r->result == 0 && t != NULL)
        t->seq++;
    return pit.r->result;
}

bool expect(struct table *t, bool is_allowed)
{
    const int rc = ask(t);
    if ((rc == 0) != is_allowed)
        fail_msg("%s %s: %s, %s", event_kind(pit.r->event.kind)->name, pit.r->event.table,
                 rc == 0 ? "was taken" : pit.r->err.text,
                 is_allowed ? "and is allowed" : "and is forbidden");
    rc == 0 ? pit.done++ : pit.refused++;
    return rc == 0;
}

void must(struct table *t)
{
    expect(t, true);
}

/* ---- Comparing ---- */

void same(const char *what, unsigned link, struct cr_money has, int64_t cents)
{
    if (has.micro != cents * CR_MICRO_PER_CENT)
        fail_msg("%s of link %s is %lld millionths, and %lld cents by the test's books, after %s",
                 what, link_ids[link], (long long)has.micro, (long long)cents,
                 event_kind(pit.r->event.kind)->name);
}

/* REC-3, PIT-5, PIT-6: compares the shift's form as it would be printed at this moment. A link is
 * off by the coins that counters showed beyond those booked, on whichever link a table is by then.
 */
static void compare_shift(unsigned link)
{
    const struct book *b = &pit.books[link];
    for (unsigned m = 0; m < papers[link % 2].levels; m++) {
        const struct shift_figures now = shift_figures_now(manager_floor(pit.manager), link, m);
        same("a shift's beginning", link, now.begin, b->shift[m].begin);
        same("a shift's end", link, now.end, b->meter[m]);
        same("a shift's awards", link, now.awards, b->shift[m].awards);
        same("a shift's reseeds", link, now.reseeds, b->shift[m].reseeds);
        same("what a shift's reserves gave", link, now.moved_in, b->shift[m].moved_in);
        same("what went back in a shift", link, now.returned, b->shift[m].returned);
        same("what was corrected in a shift", link, now.corrected, b->shift[m].corrected);
        same("a shift's variance", link, now.variance,
             -b->shift_drift * papers[link % 2].level[m].share);
    }
}

static void compare(void)
{
    const struct floor *f = manager_floor(pit.manager);
    for (unsigned i = 0; i < LINKS; i++) {
        const struct ledger *books = &f->links[i].books;
        const struct book *b = &pit.books[i];
        for (unsigned m = 0; m < LEVELS; m++) {
            same("a meter", i, books->levels[m].meter.amount, b->meter[m]);
            same("a reserve", i, books->levels[m].meter.reserve, b->reserve[m]);
            same("what was corrected", i, books->levels[m].corrected, b->corrected[m]);
        }
        same("coin-in", i, books->coin_in, b->in);
        same("what went back", i, books->returned, b->returned);
        same("the house's share", i, books->house, b->house);
        same("what the house funds", i, books->house_funded, b->funded);
        same("the tray", i, books->tray_paid, b->tray);
        same("envy", i, books->envy_paid, b->envy);
        if (pit.is_shift)
            compare_shift(i);
    }
    compare_alarms();
}

/* ---- A round ---- */

static struct book *book_of(const struct table *t)
{
    return &pit.books[t->link];
}

static bool is_waiting(const struct win *w)
{
    return w->award != NULL && !w->is_paid;
}

static void forget_round(struct table *t)
{
    t->in_play = false;
    t->coins = t->folded = 0;
    memset(t->wins, 0, sizeof t->wins);
}

static void coin_in(struct table *t)
{
    struct book *b = book_of(t);
    begin_at(FLOOR_COIN_IN, t)->seats = (uint8_t)(1 + below(127));
    if (!expect(t, !t->in_play && !b->is_closed))
        return;
    t->in_play = true;
    t->coins = pit.r->event.seats;
    memset(t->won, 0, sizeof t->won);
    memset(t->restart, 0, sizeof t->restart);
    const int64_t coins = __builtin_popcount(t->coins);
    t->counter += (uint64_t)coins;
    t->since += (uint64_t)coins;
    b->in += coins * COIN;
    b->house += coins * COIN;
    for (unsigned m = 0; m < t->paper->levels; m++) {
        b->meter[m] += coins * t->paper->level[m].share;
        b->reserve[m] += coins * t->paper->level[m].reserve;
        b->house -= coins * (t->paper->level[m].share + t->paper->level[m].reserve);
    }
}

/* UTH-18: each part of a coin goes back from where it went. The house bears what is not in a meter
 * any more. */
static void give_back(const struct table *t, int64_t coins)
{
    struct book *b = book_of(t);
    b->returned += coins * COIN;
    b->house -= coins * COIN;
    for (unsigned m = 0; m < t->paper->levels; m++) {
        const int64_t share = coins * t->paper->level[m].share;
        const int64_t reserve = coins * t->paper->level[m].reserve;
        const int64_t entered = share < b->meter[m] ? share : b->meter[m];
        const int64_t hidden = reserve < b->reserve[m] ? reserve : b->reserve[m];
        b->meter[m] -= entered;
        b->shift[m].returned += entered;
        b->reserve[m] -= hidden;
        b->house += entered + hidden;
    }
}

static bool has_any_award(const struct table *t)
{
    for (unsigned i = 0; i < CR_SEATS; i++)
        if (t->wins[i].award != NULL)
            return true;
    return false;
}

static bool is_any_waiting(const struct table *t, bool with_key)
{
    for (unsigned i = 0; i < CR_SEATS; i++)
        if (is_waiting(&t->wins[i]) && (!with_key || t->wins[i].award->key != CR_KEY_NONE))
            return true;
    return false;
}

/* PIT-7: a coin is returned before anybody folded or won. */
static void return_coin(struct table *t)
{
    const unsigned seat = below(CR_SEATS);
    struct floor_event *e = begin_at(FLOOR_COIN_RETURNED, t);
    e->seat = (uint8_t)(seat + 1);
    say(e, "no Ante was bet there");
    if (!expect(t,
                t->in_play && (t->coins >> seat & 1) != 0 && !has_any_award(t) && t->folded == 0))
        return;
    t->coins = (uint8_t)(t->coins & ~(1u << seat));
    give_back(t, 1);
}

/* PIT-3: marks a folded hand, or takes the mark back. */
static void fold(struct table *t)
{
    const unsigned seat = below(CR_SEATS), bit = 1u << seat;
    const bool has_folded = (t->folded & bit) != 0;
    struct floor_event *e = begin_at(FLOOR_SEAT_FOLDED, t);
    e->seat = (uint8_t)(seat + 1);
    e->undone = has_folded;
    if (expect(t, t->in_play &&
                      (has_folded || t->wins[seat].award == NULL || !t->paper->fold_forfeits)))
        t->folded = (uint8_t)(t->folded ^ bit);
}

static uint8_t hands_out(const struct table *t)
{
    return t->paper->fold_forfeits ? t->folded : 0;
}

/* MET-2, MET-3, MET-4, CN 37: takes an award from its meter or the tray. Returns what the winner
 * gets. */
static int64_t take(struct table *t, const struct paper_award *a)
{
    struct book *b = book_of(t);
    if (a->level == TRAY) {
        b->tray += a->amount;
        return a->amount;
    }
    const unsigned m = (unsigned)a->level;
    const int64_t before = b->meter[m];
    if (a->percent == 100) {
        const int64_t most = t->won[m] > 0 && t->restart[m] < before ? t->restart[m] : before;
        const int64_t fresh = t->paper->level[m].seed + b->reserve[m];
        t->restart[m] = fresh;
        t->won[m]++;
        b->meter[m] = before - most + fresh;
        b->shift[m].awards += most;
        b->shift[m].reseeds += t->paper->level[m].seed;
        b->shift[m].moved_in += b->reserve[m];
        b->reserve[m] = 0;
        return most;
    }
    const int64_t due = a->percent > 0 ? before * a->percent / 100 : a->amount;
    const int64_t taken = due < before ? due : before;
    b->meter[m] -= taken;
    b->shift[m].awards += taken;
    b->funded += due - taken;
    if (t->won[m] > 0)
        t->restart[m] = (t->restart[m] < before ? t->restart[m] : before) - taken;
    if (t->restart[m] < 0)
        t->restart[m] = 0;
    return due;
}

/* ---- A link with a claim lock (REG-12) ---- */

/* Takes the amount when the claim is made. Of several claims for one award, the seat on the right
 * gets the amount that was taken first. */
static void lock(struct table *t, unsigned seat)
{
    struct win *w = &t->wins[seat];
    int64_t last = take(t, w->award);
    for (unsigned i = 0; i < seat; i++) {
        struct win *left = &t->wins[i];
        if (!is_waiting(left) || left->award != w->award)
            continue;
        const int64_t own = left->amount;
        left->amount = last;
        last = own;
    }
    w->amount = last;
    w->is_locked = true;
}

/* Puts a whole meter back and takes its reseed out. The levels for which this is called have no
 * reserve. */
static void unlock(struct table *t, struct win *w)
{
    struct book *b = book_of(t);
    const unsigned m = (unsigned)w->award->level;
    const int64_t seed = t->paper->level[m].seed;
    b->meter[m] += w->amount - seed;
    b->shift[m].awards -= w->amount;
    b->shift[m].reseeds -= seed;
    t->restart[m] = --t->won[m] > 0 ? w->amount : 0;
    w->is_locked = false;
}

/* Takes a win back. The wins to its left on the same meter are next in turn, and take what the
 * meter then holds. */
static void take_back(struct table *t, unsigned seat)
{
    struct win *w = &t->wins[seat];
    const struct paper_award *a = w->award;
    for (unsigned i = 0; w->is_locked && i < seat; i++)
        if (is_waiting(&t->wins[i]) && t->wins[i].award == a)
            unlock(t, &t->wins[i]);
    const bool was_locked = w->is_locked;
    if (was_locked)
        unlock(t, w);
    *w = (struct win){0};
    for (unsigned i = seat; was_locked && i-- > 0;)
        if (is_waiting(&t->wins[i]) && t->wins[i].award == a) {
            t->wins[i].amount = take(t, a);
            t->wins[i].is_locked = true;
        }
}

static void award(struct table *t)
{
    const unsigned seat = below(CR_SEATS);
    const struct paper_award *a = &t->paper->awards[below(7)];
    const bool is_known = a->level != 0 || a->percent != 0 || a->amount != 0;
    if (!is_known)
        return;
    struct floor_event *e =
        begin_at(a->key != CR_KEY_NONE ? FLOOR_CLAIM_MADE : FLOOR_AWARD_PENDING, t);
    e->seat = (uint8_t)(seat + 1);
    e->award = (uint8_t)(a->hand + 1);
    if (a->envy > 0)
        e->live = (uint8_t)(t->coins & ~(1u << seat) & ~hands_out(t));
    if (!expect(t, t->in_play && (t->coins >> seat & 1) != 0 && t->wins[seat].award == NULL &&
                       (hands_out(t) >> seat & 1) == 0))
        return;
    t->wins[seat] = (struct win){.award = a, .claim = pit.r->event.seq};
    if (t->link == LOCKED && a->key != CR_KEY_NONE) {
        lock(t, seat);
        same("a locked amount", t->link, pit.r->event.amount, t->wins[seat].amount);
    }
}

static void game_over(struct table *t)
{
    begin_at(FLOOR_GAME_OVER, t);
    if (expect(t, t->in_play && !is_any_waiting(t, false) && t->key == CR_KEY_NONE))
        forget_round(t);
}

/* PIT-7: a round with a jackpot cannot be dead; coins on which an award was paid stay in the
 * meters. */
static void call_dead(struct table *t)
{
    struct floor_event *e = begin_at(FLOOR_ROUND_DEAD, t);
    int64_t coins = 0;
    strcpy(e->user, "Ann");
    say(e, "the deck is fouled");
    for (unsigned i = 0; i < CR_SEATS; i++)
        coins += (t->coins >> i & 1) != 0 && !t->wins[i].is_paid;
    if (!expect(t, t->in_play && !is_any_waiting(t, true)))
        return;
    give_back(t, coins);
    forget_round(t);
}

/* ---- A win ---- */

static struct win *random_win(struct table *t, unsigned *seat)
{
    unsigned list[CR_SEATS], count = 0;
    for (unsigned i = 0; i < CR_SEATS; i++)
        if (is_waiting(&t->wins[i]))
            list[count++] = i;
    if (count == 0)
        return NULL;
    *seat = list[pit.in_turn ? count - 1 : below(count)];
    return &t->wins[*seat];
}

static const struct floor_claim *claim_of(const struct win *w)
{
    return floor_find_claim(manager_floor(pit.manager), w->claim);
}

static void approve(const struct win *w)
{
    static const char *const people[] = {"Ann", "Ben"};
    for (unsigned i = 0; i < 2; i++) {
        const struct claim *c = &claim_of(w)->claim;
        if (c->approved >= c->needs.approvals)
            return;
        begin_by(FLOOR_CLAIM_APPROVED, people[i], "")->claim = w->claim;
        if (c->approved == 0 || strcmp(c->approved_by[0], people[i]) != 0)
            must(NULL);
    }
}

static void confirm(struct table *t)
{
    unsigned seat = 0;
    struct win *w = random_win(t, &seat);
    if (w == NULL || w->award->key == CR_KEY_NONE || w->is_confirmed)
        return;
    const struct claim_needs needs = claim_of(w)->claim.needs;
    struct floor_event *e = begin_by(FLOOR_CLAIM_VERIFIED, "Cy", "");
    e->claim = w->claim;
    e->items = needs.items;
    must(NULL);
    for (unsigned i = 0; i < needs.compliance_count; i++) {
        e = begin_by(FLOOR_CLAIM_COMPLIED, "Cy", "");
        e->claim = w->claim;
        memcpy(e->item, needs.compliance[i], sizeof e->item);
        const unsigned patron =
            strcmp(needs.compliance[i], "patron record") == 0 ? name_patron(e) : 0;
        must(NULL);
        w->patron = patron != 0 ? patron : w->patron;
    }
    approve(w);
    w->is_confirmed = true;
}

static void turn_key(struct table *t)
{
    struct floor_event *e = begin_at(FLOOR_KEY_TURNED, t);
    const enum cr_key key = t->key != CR_KEY_NONE ? t->key : chance(2) ? CR_KEY_LOW : CR_KEY_HIGH;
    strcpy(e->user, "Ann");
    e->key = (uint8_t)key;
    e->position = t->key != CR_KEY_NONE ? FLOOR_KEY_R
                  : key == CR_KEY_HIGH  ? FLOOR_KEY_JPH
                                        : FLOOR_KEY_JPL;
    const bool is_turned = t->key != CR_KEY_NONE;
    must(t);
    t->key = is_turned ? CR_KEY_NONE : key;
}

/* ---- Several tables (TAB-10) ---- */

static bool is_open_high(const struct win *w)
{
    return is_waiting(w) && w->award->key == CR_KEY_HIGH && !w->is_locked;
}

static struct win *win_of(unsigned link, uint64_t claim)
{
    for (unsigned t = 0; t < TABLES; t++)
        for (unsigned i = 0; i < CR_SEATS; i++)
            if (pit.tables[t].link == link && pit.tables[t].wins[i].claim == claim &&
                is_open_high(&pit.tables[t].wins[i]))
                return &pit.tables[t].wins[i];
    return NULL;
}

static bool is_turn(const struct table *own, const struct win *w)
{
    bool several = false, all_ruled = true;
    if (!is_open_high(w))
        return true;
    for (unsigned t = 0; t < TABLES; t++)
        for (unsigned i = 0; i < CR_SEATS; i++)
            if (pit.tables[t].link == own->link && is_open_high(&pit.tables[t].wins[i])) {
                several = several || &pit.tables[t] != own;
                all_ruled = all_ruled && pit.tables[t].wins[i].is_ruled;
            }
    if (several && !all_ruled)
        return false;
    for (unsigned i = 0; w->is_ruled && i < pit.order_count[own->link]; i++) {
        if (pit.order[own->link][i] == w->claim)
            break;
        if (win_of(own->link, pit.order[own->link][i]) != NULL)
            return false;
    }
    return true;
}

/* Rules a random order in which the claims of each table stay in their own order, from right to
 * left. */
static void rule_order(unsigned link)
{
    int next[TABLES];
    struct floor_event *e = begin_by(FLOOR_ORDER_RULED, "Ann", "Ben");
    strcpy(e->link, link_ids[link]);
    say(e, "as the tape shows");
    for (unsigned t = 0; t < TABLES; t++)
        next[t] = CR_SEATS - 1;
    for (;;) {
        unsigned ready[TABLES], count = 0;
        for (unsigned t = 0; t < TABLES; t++) {
            while (next[t] >= 0 && !is_open_high(&pit.tables[t].wins[next[t]]))
                next[t]--;
            if (next[t] >= 0 && pit.tables[t].link == link)
                ready[count++] = t;
        }
        if (count == 0)
            break;
        const unsigned t = ready[below(count)];
        e->order[e->order_count++] = pit.tables[t].wins[next[t]--].claim;
    }
    if (e->order_count == 0)
        return;
    must(NULL);
    pit.order_count[link] = pit.r->event.order_count;
    for (unsigned i = 0; i < pit.order_count[link]; i++) {
        pit.order[link][i] = pit.r->event.order[i];
        win_of(link, pit.order[link][i])->is_ruled = true;
    }
}

/* ---- Paying ---- */

/* UTH-15: envy for every other hand that is still in and belongs to another patron. */
static int64_t envy_of(const struct table *t, unsigned seat, const struct paper_award *a)
{
    const unsigned own = (t->pair >> seat & 1) != 0 ? t->pair : 1u << seat;
    return a->envy * __builtin_popcount((unsigned)t->coins & ~(unsigned)hands_out(t) & ~own);
}

static bool is_next(const struct table *t, unsigned seat)
{
    for (unsigned i = seat + 1; i < CR_SEATS; i++)
        if (is_waiting(&t->wins[i]))
            return false;
    return true;
}

static void see_to(const struct win *w)
{
    const struct floor_claim *c = claim_of(w);
    if (c != NULL && c->claim.needs.after != 0) {
        struct floor_event *e = begin_by(FLOOR_CLAIM_VERIFIED, "Cy", "");
        e->claim = w->claim;
        e->items = c->claim.needs.after;
        must(NULL);
    }
    c = claim_of(w);
    if (c != NULL && !claim_is_done(&c->claim)) {
        begin_by(FLOOR_CLAIM_CLEARED, "Ann", "")->claim = w->claim;
        must(NULL);
    }
}

static void begin_payment(const struct table *t, const struct win *w, unsigned seat)
{
    if (w->award->key != CR_KEY_NONE) {
        begin_at(FLOOR_CLAIM_PAID, t)->claim = w->claim;
        return;
    }
    struct floor_event *e = begin_at(FLOOR_AWARD_PAID, t);
    e->seat = (uint8_t)(seat + 1);
    e->award = (uint8_t)(w->award->hand + 1);
}

static void pay(struct table *t)
{
    unsigned seat = 0;
    struct win *w = random_win(t, &seat);
    if (w == NULL)
        return;
    const bool has_key = w->award->key != CR_KEY_NONE;
    const bool is_due = is_next(t, seat) && !w->is_held && w->dispute == 0 && is_turn(t, w) &&
                        (!has_key || (w->is_confirmed && t->key == w->award->key));
    /* An approval is for one amount: if the amount has changed, people approve again. */
    if (is_due && has_key)
        approve(w);
    begin_payment(t, w, seat);
    if (!expect(t, is_due))
        return;
    const int64_t amount = w->is_locked ? w->amount : take(t, w->award);
    const int64_t envy = envy_of(t, seat, w->award);
    book_of(t)->envy += envy;
    same("a payment", t->link, pit.r->event.amount, amount);
    same("its envy", t->link, pit.r->event.envy, envy);
    w->is_paid = true;
    pit.paid++;
    note_jackpot_cash(t, w, amount);
    if (w->award->level == TRAY) {
        const unsigned i = t->payment_count++ % PAYMENTS;
        t->payments[i].seq = pit.r->event.seq;
        t->payments[i].link = t->link;
        t->payments[i].left = amount;
    }
    see_to(w);
}

/* PIT-4: corrects one of the last payments from the tray. */
static void correct(struct table *t)
{
    const unsigned count = t->payment_count < PAYMENTS ? t->payment_count : PAYMENTS;
    if (count == 0)
        return;
    const unsigned i = below(count);
    const int64_t change = (int64_t)below(6000) - 5000;
    const bool alone = chance(8);
    if (change == 0)
        return;
    struct floor_event *e = begin_by(FLOOR_TRAY_CORRECTED, "Ann", alone ? "Ann" : "Ben");
    memcpy(e->table, t->id, sizeof t->id);
    e->payment = t->payments[i].seq;
    e->change = cr_money_from_micro(change * CR_MICRO_PER_CENT);
    say(e, "counted again");
    if (!expect(NULL, !alone && t->payments[i].left + change >= 0))
        return;
    t->payments[i].left += change;
    pit.books[t->payments[i].link].tray += change;
}

/* ---- Taking back, rulings, disputes ---- */

static void cancel(struct table *t)
{
    unsigned seat = 0;
    struct win *w = random_win(t, &seat);
    if (w == NULL)
        return;
    const bool at_desk = chance(2);
    /* A button does not cancel what somebody has confirmed, and one person alone does not cancel a
     * high claim that is approved. The floor's own count is asked, because approvals are for an
     * amount and may have been taken back. */
    const bool is_approved = w->award->key == CR_KEY_HIGH && claim_of(w)->claim.approved > 0;
    if (at_desk)
        begin_by(FLOOR_CLAIM_CANCELLED, "Ann", "")->claim = w->claim;
    else
        begin_at(FLOOR_CLAIM_CANCELLED, t)->claim = w->claim;
    if (expect(at_desk ? NULL : t, !w->is_held && !(at_desk ? is_approved : w->is_confirmed)))
        take_back(t, seat);
}

/* PIT-1: one person rules on a low claim, two on a high one. */
static void rule(struct table *t)
{
    unsigned seat = 0;
    struct win *w = random_win(t, &seat);
    if (w == NULL)
        return;
    const bool is_void = chance(pit.in_turn ? 8 : 3), by_two = !chance(4);
    struct floor_event *e = begin_by(FLOOR_CLAIM_RULED, "Ann", by_two ? "Ben" : "");
    e->claim = w->claim;
    strcpy(e->item, is_void ? "void" : "pay");
    say(e, "the tape shows it");
    if (!expect(NULL, (is_void || w->is_held) && (by_two || w->award->key != CR_KEY_HIGH)))
        return;
    if (is_void)
        take_back(t, seat);
    else
        w->is_held = false;
}

static void open_dispute(struct table *t)
{
    unsigned seat = 0;
    struct win *w = random_win(t, &seat);
    if (w == NULL || w->dispute != 0 || pit.dispute_count == 64)
        return;
    struct floor_event *e = begin_by(FLOOR_DISPUTE_OPENED, "Ann", "");
    e->claim = w->claim;
    say(e, "the patron at seat 1 says it is his");
    must(NULL);
    w->dispute = pit.disputes[pit.dispute_count++] = pit.r->event.seq;
}

static void decide_dispute(void)
{
    if (pit.dispute_count == 0)
        return;
    const unsigned i = below(pit.dispute_count);
    const uint64_t dispute = pit.disputes[i];
    struct floor_event *e = begin_by(FLOOR_DISPUTE_DECIDED, "Ben", "");
    e->dispute = dispute;
    say(e, "it is not");
    must(NULL);
    pit.disputes[i] = pit.disputes[--pit.dispute_count];
    for (unsigned t = 0; t < TABLES; t++)
        for (unsigned s = 0; s < CR_SEATS; s++)
            if (pit.tables[t].wins[s].dispute == dispute)
                pit.tables[t].wins[s].dispute = 0;
}

/* ---- The floor ---- */

/* PIT-9: two seats of one patron; the test has at most one such pair at a table. */
static void pair(struct table *t)
{
    const unsigned one = below(CR_SEATS), other = below(CR_SEATS);
    struct floor_event *e = begin_at(FLOOR_SEATS_HELD, t);
    /* a seat of the old pair is told as a seat of its own, which ends the pair */
    e->seats = t->pair != 0 ? (uint8_t)(t->pair & -t->pair) : (uint8_t)(1u << one | 1u << other);
    const uint8_t after = t->pair != 0 || one == other ? 0 : e->seats;
    must(t);
    t->pair = after;
}

static void configure(struct table *t, unsigned link)
{
    struct floor_event *e = begin_by(FLOOR_TABLE_CONFIGURED, "Ann", "Ben");
    memcpy(e->table, t->id, sizeof t->id);
    strcpy(e->link, link_ids[link]);
    strcpy(e->item, "Poker");
    e->is_live = 1;
    memcpy(e->document, pit.rules[t->paper - papers], CR_HASH_BYTES);
}

/* Moves the table to the other link with the same document. */
static void move(struct table *t)
{
    const unsigned link = (t->link + 2) % LINKS;
    configure(t, link);
    if (expect(NULL, !t->in_play))
        t->link = link;
}

static void change_shift(void)
{
    struct floor_event *e =
        begin_by(pit.is_shift ? FLOOR_SHIFT_CLOSED : FLOOR_SHIFT_OPENED, "Ben", "");
    if (pit.is_shift) {
        strcpy(e->person, "Ann");
        strcpy(e->next, "next");
    } else {
        strcpy(e->item, "first");
    }
    must(NULL);
    begin_shift_day();
    if (pit.is_shift)
        tell_variances();
    pit.is_shift = true;
    for (unsigned i = 0; i < TABLES; i++)
        pit.tables[i].shift_drift = 0;
    for (unsigned i = 0; i < LINKS; i++) {
        memset(pit.books[i].shift, 0, sizeof pit.books[i].shift);
        pit.books[i].shift_drift = 0;
        for (unsigned m = 0; m < LEVELS; m++)
            pit.books[i].shift[m].begin = pit.books[i].meter[m];
    }
}

/* PIT-1: the table was away with a win on it, so that each such claim is held. */
static void tell_failure(struct table *t)
{
    for (unsigned i = CR_SEATS; i-- > 0;) {
        if (!is_waiting(&t->wins[i]))
            continue;
        struct floor_event *e = begin_at(FLOOR_CLAIM_HELD, t);
        e->claim = t->wins[i].claim;
        say(e, "the table was away with this win on it");
        must(t);
        t->wins[i].is_held = true;
    }
}

static void join(struct table *t, bool with_memory)
{
    struct floor_event *e = begin(FLOOR_TABLE_JOINED);
    memcpy(e->table, t->id, sizeof t->id);
    strcpy(e->manager, "m1");
    strcpy(e->instance, "made");
    e->acked_epoch = with_memory ? t->epoch : 0;
    e->acked_seq = with_memory ? t->seq : 0;
    must(NULL);
    t->epoch = pit.r->event.epoch;
    t->seq = with_memory ? t->seq : 0;
}

static void start_manager(void)
{
    struct cr_err err = {0};
    const struct manager_config config = {
        .id = "m1", .version = "test", .lease_ms = 2000, .limits = floor_limits_usual};
    pit.now_ms += 1000;
    assert_int_equal(memory_disk_open(pit.disk, &pit.store), 0);
    need(manager_new(pit.store, &config, pit.now_ms, 0, &pit.manager, &err), &err);
}

static void stop_manager(void)
{
    manager_free(pit.manager);
    store_close(pit.store);
}

static void crash(void)
{
    pit.crashes++;
    if (chance(2)) {
        struct table *t = &pit.tables[below(TABLES)];
        join(t, chance(2));
        tell_failure(t);
        return;
    }
    stop_manager();
    start_manager();
    for (unsigned t = 0; t < TABLES; t++) {
        join(&pit.tables[t], true);
        if (chance(2)) /* the restart took longer than the lease */
            tell_failure(&pit.tables[t]);
    }
}

/* ---- The run ---- */

static void add_document(const char *name, uint8_t hash[CR_HASH_BYTES])
{
    const struct cr_shipped *shipped = cr_shipped_find(name);
    struct floor_event *e = begin_by(FLOOR_DOCUMENT_ADDED, "Ann", "");
    e->text_len = (uint16_t)shipped->len;
    memcpy(e->text, shipped->text, shipped->len);
    must(NULL);
    memcpy(hash, pit.r->event.document, CR_HASH_BYTES);
}

static void add_link(unsigned link, const struct paper *paper)
{
    struct floor_event *e = begin_by(FLOOR_LINK_CONFIGURED, "Ann", "Ben");
    strcpy(e->link, link_ids[link]);
    e->policy = 1 + LEDGER_ORDER;
    e->claim_lock = link == LOCKED;
    memcpy(e->document, pit.progressives[paper - papers], CR_HASH_BYTES);
    must(NULL);
    strcpy(begin_by(FLOOR_LINK_OPENED, "Ann", "")->link, link_ids[link]);
    must(NULL);
    for (unsigned m = 0; m < paper->levels; m++)
        pit.books[link].meter[m] = paper->level[m].seed;
}

static void open_pit(uint64_t seed)
{
    static const char *const people[] = {"Ann", "Ben", "Cy"};
    static const unsigned links[TABLES] = {0, 0, 1, 1};
    memset(&pit, 0, sizeof pit);
    pit.rng.state = seed;
    pit.now_ms = START_MS;
    pit.r = calloc(1, sizeof *pit.r);
    pit.disk = memory_disk_new();
    assert_true(pit.r != NULL && pit.disk != NULL);
    start_manager();
    for (unsigned i = 0; i < 3; i++) {
        struct floor_event *e =
            begin_by(FLOOR_PERSON_ADDED, i < 2 ? "setup" : "Ann", i < 2 ? "" : "Ben");
        strcpy(e->person, people[i]);
        strcpy(e->item, "manager");
        must(NULL);
    }
    open_house();
    for (unsigned i = 0; i < 2; i++) {
        add_document(papers[i].document, pit.progressives[i]);
        add_document(papers[i].rules, pit.rules[i]);
    }
    for (unsigned i = 0; i < LINKS; i++)
        add_link(i, &papers[i % 2]);
    for (unsigned i = 0; i < TABLES; i++) {
        struct table *t = &pit.tables[i];
        snprintf(t->id, sizeof t->id, "t%u", i + 1);
        t->link = links[i];
        t->paper = &papers[links[i]];
        t->counter = below(100000);
        configure(t, t->link);
        must(NULL);
        join(t, false);
    }
}

static void close_pit(void)
{
    struct verify_report report;
    struct cr_err err;
    assert_int_equal(verify_store(pit.store, &(struct verify_options){0}, &report, &err), 0);
    assert_int_equal(verify_fault_count(&report), 0);
    stop_manager();
    memory_disk_free(pit.disk);
    free(pit.r);
}

typedef void table_action(struct table *t);

/* An action is chosen as often as it stands here. */
static table_action *const actions[] = {
    coin_in,   coin_in,   coin_in, coin_in,      return_coin,  fold,         fold,        award,
    award,     award,     award,   award,        confirm,      confirm,      confirm,     confirm,
    pay,       pay,       pay,     pay,          pay,          pay,          turn_key,    turn_key,
    turn_key,  cancel,    rule,    rule,         rule,         game_over,    game_over,   game_over,
    game_over, call_dead, correct, open_dispute, open_dispute, open_dispute, pair,        move,
    buy_in,    buy_in,    pay_out, pay_out,      read_counter, read_counter, read_console};
#define KINDS (sizeof actions / sizeof actions[0])

/* Does what a pit does next that wants to end its round. */
static void go_on(struct table *t)
{
    unsigned seat = 0;
    pit.in_turn = true;
    const struct win *w = random_win(t, &seat);
    if (w == NULL && t->key != CR_KEY_NONE)
        turn_key(t);
    else if (w == NULL && !t->in_play && book_of(t)->is_closed)
        change_closed_link(t->link);
    else if (w == NULL)
        (t->in_play ? chance(3) ? game_over : award : coin_in)(t);
    else if (w->award->key != CR_KEY_NONE && !w->is_confirmed)
        confirm(t);
    else if (w->award->key != CR_KEY_NONE && t->key != w->award->key)
        turn_key(t);
    else if ((w->is_held || w->dispute != 0) && chance(4)) /* somebody tries to pay too early */
        pay(t);
    else if (w->is_held)
        rule(t);
    else if (w->dispute != 0)
        decide_dispute();
    else if (!is_turn(t, w))
        rule_order(t->link);
    else
        pay(t);
    pit.in_turn = false;
}

static void act(void)
{
    struct table *t = &pit.tables[below(TABLES)];
    if (!chance(3)) {
        go_on(t);
        return;
    }
    if (chance(40))
        crash();
    else if (chance(60))
        change_shift();
    else if (chance(40))
        switch_link(below(LINKS));
    else if (chance(30))
        change_closed_link(below(LINKS));
    else if (chance(20))
        answer_alarms();
    else if (chance(100))
        pit.now_ms += (1 + below(9)) * INT64_C(3600000);
    else if (chance(15))
        rule_order(below(LINKS));
    else if (chance(8))
        decide_dispute();
    else
        actions[below(KINDS)](t);
}

static unsigned long seeds = SEEDS, first = 1;

static void a_random_pit_keeps_its_books(void **state)
{
    unsigned long done = 0, refused = 0, paid = 0, crashes = 0;
    unsigned long corrected = 0, transferred = 0, off = 0, reported = 0;
    (void)state;
    for (unsigned long seed = first; seed < first + seeds; seed++) {
        print_message("seed %lu\n", seed);
        open_pit(seed);
        for (unsigned i = 0; i < ACTIONS; i++) {
            act();
            compare();
        }
        close_pit();
        done += pit.done;
        refused += pit.refused;
        paid += pit.paid;
        crashes += pit.crashes;
        corrected += pit.corrected;
        transferred += pit.transferred;
        off += pit.off;
        reported += pit.reported;
    }
    print_message("%lu steps taken, %lu refused, %lu wins paid, %lu crashes\n", done, refused, paid,
                  crashes);
    print_message(
        "%lu meters corrected, %lu progressives moved, %lu counters off, %lu times cash to "
        "be reported\n",
        corrected, transferred, off, reported);
    assert_true(paid > 50 * seeds && refused > 100 * seeds);
    assert_true(corrected > seeds && transferred > 0 && off > seeds && reported > seeds);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_random_pit_keeps_its_books)};
    if (argc > 1)
        seeds = strtoul(argv[1], NULL, 10);
    if (argc > 2)
        first = strtoul(argv[2], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
