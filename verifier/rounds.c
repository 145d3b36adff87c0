/* Checks a table's events in their order: joining, coins, awards, the end of a round; seats and
 * keys. */
#include "books.h"

#include <string.h>

/* ---- Numbers ---- */

void check_numbers(struct books *b)
{
    struct table *t = table_of(b);
    if (t == NULL)
        return;
    const uint64_t epoch = event_number(&b->e, "epoch"), seq = event_number(&b->e, "table_seq");
    if (!t->is_joined)
        fault(b, "the table has not joined");
    if (epoch != t->epoch || seq != t->seq + 1)
        fault(b,
              "number %llu of epoch %llu follows number %llu of epoch %llu: an event of the "
              "table is left out, or comes twice",
              (unsigned long long)seq, (unsigned long long)epoch, (unsigned long long)t->seq,
              (unsigned long long)t->epoch);
    expect_number(b, "prev", t->last);
    t->epoch = epoch;
    t->seq = seq;
    t->last = b->seq;
}

/* Checks a table that joins. If it remembers more than the log has, the log was put back to an
 * older state. */
void table_joined(struct books *b)
{
    struct table *t = table_of(b);
    if (t == NULL)
        return;
    const uint64_t epoch = event_number(&b->e, "acked_epoch");
    const uint64_t seq = event_number(&b->e, "acked_seq");
    if (!t->is_forgiven && (epoch > t->epoch || (epoch == t->epoch && seq > t->seq)))
        fault(b, "the table remembers number %llu of epoch %llu, which is not in the log",
              (unsigned long long)seq, (unsigned long long)epoch);
    if (t->epoch == 0 || epoch != t->epoch || event_has(&b->e, "fence") || t->is_forgiven) {
        t->epoch = (epoch > t->epoch ? epoch : t->epoch) + 1;
        t->seq = 0;
    }
    expect_number(b, "epoch", t->epoch);
    expect_number(b, "prev", t->last);
    t->last = b->seq;
    t->is_joined = true;
    t->is_forgiven = false;
}

void table_lost(struct books *b)
{
    struct table *t = table_of(b);
    if (t == NULL)
        return;
    expect_number(b, "epoch", t->epoch);
    if (!t->is_joined)
        fault(b, "a table is lost that was not there");
    t->is_joined = false;
    hold_claims(b, b->table);
}

void table_left(struct books *b)
{
    struct table *t = table_of(b);
    if (t == NULL)
        return;
    if (t->is_in_play)
        fault(b, "a table leaves in the middle of a round");
    t->is_joined = false;
}

/* ---- Keys and seats ---- */

/* Checks a turned key: 008, low, turns to JPL; 009, high, to JPH; one at a time. */
void key_turned(struct books *b)
{
    static const char *const keys[] = {"", "low", "high", NULL};
    static const char *const positions[] = {"R", "JPL", "JPH", NULL};
    struct table *t = table_of(b);
    const int key = word_of(event_text(&b->e, "key"), keys);
    const int position = word_of(event_text(&b->e, "position"), positions);
    if (t == NULL)
        return;
    check_handed_key(b, t->link == NOT_THERE ? NULL : document_of(b, &b->links[t->link]));
    if (key <= 0 || position < 0 || (position > 0 && position != key))
        fault(b, "this key does not turn to there");
    else if (t->turned != KEY_NONE && t->key != (enum key)key)
        fault(b, "the other key is turned");
    t->key = key > 0 ? (enum key)key : KEY_NONE;
    t->turned = position > 0 ? (enum key)position : KEY_NONE;
}

static unsigned seat_bit(struct books *b, const char *member)
{
    const uint64_t seat = event_number(&b->e, member);
    if (seat >= 1 && seat <= SEATS)
        return 1u << (seat - 1);
    fault(b, "there is no such seat");
    return 0;
}

/* ---- Patrons ---- */

static unsigned other_seat(const struct table *t, unsigned seat)
{
    return t->patron[seat - 1];
}

static void part_seat(struct table *t, unsigned seat)
{
    if (t->patron[seat - 1] != 0)
        t->patron[t->patron[seat - 1] - 1] = 0;
    t->patron[seat - 1] = 0;
}

static void join_seats(struct table *t, unsigned one, unsigned other)
{
    part_seat(t, one);
    part_seat(t, other);
    t->patron[one - 1] = other;
    t->patron[other - 1] = one;
}

void seat_switched(struct books *b)
{
    const bool is_closed = text_is(b->kind, "seat_closed");
    struct table *t = table_of(b);
    const unsigned bit = seat_bit(b, "seat");
    if (t == NULL)
        return;
    if (((t->closed & bit) != 0) == is_closed)
        fault(b, "the seat is that already");
    t->closed = is_closed ? t->closed | bit : t->closed & ~bit;
}

void patron_moved(struct books *b)
{
    struct table *t = table_of(b);
    const unsigned to = seat_bit(b, "to_seat");
    if (t != NULL && (t->is_in_play || (t->closed & to) != 0))
        fault(b, "a patron moves within a round, or to a seat that is closed");
    if (t == NULL || to == 0 || seat_bit(b, "seat") == 0)
        return;
    if (to == seat_bit(b, "seat"))
        fault(b, "a patron moves to the seat that is the patron's already");
    const uint64_t from = event_number(&b->e, "seat");
    const unsigned other = other_seat(t, (unsigned)from);
    part_seat(t, (unsigned)from);
    part_seat(t, (unsigned)event_number(&b->e, "to_seat"));
    if (other != 0 && other != event_number(&b->e, "to_seat"))
        join_seats(t, (unsigned)event_number(&b->e, "to_seat"), other);
}

/* Checks that nobody signs on twice, and that only the dealer signs off. */
void dealer_on(struct books *b)
{
    static const struct text nobody = {"", 0};
    struct table *t = table_of(b);
    if (t == NULL || b->user == NOT_THERE)
        return;
    expect_text(b, "person", t->dealer == 0 ? nobody : b->person_names.list[t->dealer - 1]);
    if (t->dealer == b->user + 1)
        fault(b, "this dealer has signed on already");
    t->dealer = b->user + 1;
}

void dealer_off(struct books *b)
{
    struct table *t = table_of(b);
    if (t == NULL || b->user == NOT_THERE)
        return;
    if (t->dealer != b->user + 1)
        fault(b, "somebody signs off who does not deal here");
    t->dealer = 0;
}

/* A patron has one seat or two. */
void seats_held(struct books *b)
{
    struct table *t = table_of(b);
    const unsigned seats = seats_of(b, "seats");
    unsigned held[2] = {0, 0}, count = 0;
    if (t == NULL)
        return;
    for (unsigned seat = 1; seat <= SEATS; seat++)
        if ((seats >> (seat - 1) & 1) != 0 && count++ < 2)
            held[count - 1] = seat;
    if (count == 1)
        part_seat(t, held[0]);
    else if (count == 2)
        join_seats(t, held[0], held[1]);
    else
        fault(b, "a patron holds no seat, or more than two");
}

void one_hand_set(struct books *b)
{
    struct table *t = table_of(b);
    const bool one_hand = event_has(&b->e, "one_hand");
    if (t != NULL && t->is_one_hand == one_hand)
        fault(b, "the table is that already");
    if (t != NULL)
        t->is_one_hand = one_hand;
}

/* Checks that a patron plays one hand where the shift manager's switch or the document says so. */
static void check_hands(struct books *b, const struct table *t, unsigned seats)
{
    const struct document *d = rules_of(b, t);
    const bool by_rules = strcmp(d->one_hand, "yes") == 0 || strcmp(d->hands, "1") == 0;
    for (unsigned seat = 1; seat <= SEATS && (t->is_one_hand || by_rules); seat++) {
        const unsigned other = other_seat(t, seat);
        if (other > seat && (seats >> (seat - 1) & 1) != 0 && (seats >> (other - 1) & 1) != 0)
            fault(b, "two hands of one patron where one is allowed");
    }
}

void expect_envy(struct books *b, const struct table *t, uint64_t seat, unsigned live, int64_t each)
{
    const unsigned other = seat >= 1 && seat <= SEATS ? other_seat(t, (unsigned)seat) : 0;
    if (other != 0)
        live &= ~(1u << (other - 1));
    expect_money(b, "envy", b->envy, (wide)each * count_bits(live),
                 "the envy of the document for each live seat of another patron");
    if (b->semantics >= 2 && seats_of(b, "envy_seats") != (each > 0 ? live : 0))
        fault(b, "the seats that get envy are not the live ones of other patrons");
}

/* ---- Coins ---- */

static void check_coins(struct books *b, struct table *t, const struct link *l, unsigned seats)
{
    const uint64_t minute = b->time / 60000;
    t->minute_coins = (t->minute == minute ? t->minute_coins : 0) + count_bits(seats);
    t->minute = minute;
    if (seats == 0)
        return;
    if (t->link != (unsigned)(l - b->links))
        fault(b, "the coins go to a link that the table is not on");
    if (!l->is_open)
        fault(b, "coins are taken while the link is closed");
    check_running(b);
    if ((seats & t->closed) != 0)
        fault(b, "a coin is taken at a seat that is closed");
    check_hands(b, t, seats);
    if (l->coins_per_minute != 0 && t->minute_coins > l->coins_per_minute)
        fault(b, "more coins in a minute than the link takes from a table");
}

/* Checks a round without coins: it has no link and moves no money. */
static void expect_no_money(struct books *b)
{
    if (event_has(&b->e, "link") || event_has(&b->e, "amount") || event_has(&b->e, "house"))
        fault(b, "money moves, and no seat has a coin");
}

static void begin_round(struct books *b, struct table *t, unsigned seats)
{
    if (t->is_in_play)
        fault(b, "coins come in before the round before is over");
    expect_number(b, "round", t->round + 1);
    t->round = event_number(&b->e, "round");
    t->is_in_play = true;
    t->seats = seats;
    t->awarded = t->pending = t->folded = 0;
    t->fixed = 0;
    memset(t->whole, 0, sizeof(t->whole));
    memset(t->restart, 0, sizeof(t->restart));
}

void coin_in(struct books *b)
{
    struct table *t = table_of(b);
    const unsigned seats = seats_of(b, "seats");
    struct link *l = seats != 0 ? link_of(b, "link") : NULL;
    if (t == NULL)
        return;
    if (l != NULL || seats == 0)
        check_coins(b, t, l, seats);
    begin_round(b, t, seats);
    t->coins += count_bits(seats);
    if (seats == 0)
        expect_no_money(b);
    if (l == NULL)
        return;
    const struct document *d = document_of(b, l);
    const wide worth = (wide)d->bet * count_bits(seats);
    struct money next = l->now;
    coins_in(d, &next, worth);
    expect_money(b, "amount", b->amount, worth, "the bet of the document for each seat");
    expect_money(b, "house", b->house, next.house - l->now.house,
                 "what the shares of the document leave");
    next.in = l->now.in + b->amount;
    next.house = l->now.house + b->house;
    close_meters(b, l, &next, "the shares of the document");
}

/* ---- Awards ---- */

/* What the house rules' limit leaves for fixed awards in this round. */
static wide fixed_left(const struct books *b, const struct table *t)
{
    const int64_t limit = rules_of(b, t)->aggregate_limit;
    return limit > 0 ? limit - t->fixed : INT64_MAX;
}

static bool takes_whole(const struct award_rules *award)
{
    return award->pays == PAYS_PERCENT && award->parts == ALL_PARTS;
}

struct taken take_of_round(const struct books *b, struct table *t, const struct document *d,
                           struct money *m, const struct award_rules *award)
{
    const int from = award->from;
    const bool counts = from >= 0 && b->semantics >= 2;
    const wide reserve = counts ? m->meters[from].reserve : 0;
    wide start = counts ? m->meters[from].amount : 0, apart = 0;
    if (counts && t->whole[from] > 0 && start > t->restart[from])
        start = t->restart[from];
    if (counts && t->whole[from] > 0 && takes_whole(award))
        apart = m->meters[from].amount - start;
    if (counts)
        m->meters[from].amount -= apart;
    const struct taken taken = take_award(d, m, award, fixed_left(b, t));
    if (award->pays == PAYS_FIXED)
        t->fixed += taken.amount;
    if (!counts)
        return taken;
    m->meters[from].amount += apart;
    if (t->whole[from] > 0)
        t->restart[from] =
            start - taken.from_meter + taken.reseeded + reserve - m->meters[from].reserve;
    else if (takes_whole(award))
        t->restart[from] = m->meters[from].amount;
    if (t->restart[from] < 0)
        t->restart[from] = 0;
    t->whole[from] += takes_whole(award);
    return taken;
}

void give_back_of_round(const struct books *b, struct table *t, const struct award_rules *award,
                        const struct taken *taken)
{
    if (award->pays == PAYS_FIXED)
        t->fixed -= taken->amount;
    if (b->semantics < 2 || award->from < 0 || t->whole[award->from] == 0)
        return;
    if (!takes_whole(award))
        t->restart[award->from] += taken->from_meter;
    else if (--t->whole[award->from] == 0)
        t->restart[award->from] = 0;
    else if (b->semantics >= 3)
        t->restart[award->from] += taken->from_meter - taken->reseeded - taken->moved_in;
    if (t->restart[award->from] < 0)
        t->restart[award->from] = 0;
}

const struct award_rules *award_of_round(struct books *b, struct table *t, struct link *l,
                                         bool with_key)
{
    const unsigned bit = seat_bit(b, "seat"), live = seats_of(b, "live");
    const struct award_rules *award = document_award(document_of(b, l), event_text(&b->e, "award"));
    if (t->link != (unsigned)(l - b->links))
        fault(b, "an award of a link that the table is not on");
    if (!t->is_in_play || (t->seats & bit) == 0)
        fault(b, "an award for a seat that has no coin in this round");
    if ((t->awarded & bit) != 0)
        fault(b, "a second award for one seat in one round");
    if ((live & ~t->seats) != 0 || (live & bit) != 0)
        fault(b, "envy goes to other seats with a coin in this round");
    if (((rules_of(b, t)->fold_forfeits ? t->folded : 0) & (bit | live)) != 0)
        fault(b, "an award or envy for a hand that was folded");
    expect_number(b, "round", t->round);
    t->awarded |= bit;
    if (award == NULL)
        fault(b, "an award that the document does not pay");
    else if ((award->key != KEY_NONE) != with_key)
        fault(b, with_key ? "this award needs no key and is paid at once"
                          : "this award needs a key: it is claimed, verified and approved first");
    else
        return award;
    return NULL;
}

void award_paid(struct books *b)
{
    struct table *t = table_of(b);
    struct link *l = link_of(b, "link");
    unsigned live = seats_of(b, "live");
    if (t == NULL || l == NULL)
        return;
    check_running(b);
    const struct award_rules *award =
        settle_pending(b, l, &live) ? document_award(document_of(b, l), event_text(&b->e, "award"))
                                    : award_of_round(b, t, l, false);
    if (award == NULL)
        return;
    if (b->semantics >= 2)
        check_queue(b, b->table, (unsigned)event_number(&b->e, "seat"));
    struct money next = l->now;
    const struct taken taken = take_of_round(b, t, document_of(b, l), &next, award);
    pay_out(&next, award->from, &taken);
    pay_pending(b, &taken);
    if (award->from < 0)
        tray_paid(b, l, (unsigned)event_number(&b->e, "seat"), taken.amount);
    expect_text(b, "from", text_of(award->from_name));
    expect_money(b, "amount", b->amount, taken.amount, "the award of the document");
    expect_money(b, "house_funded", b->house_funded, taken.house_funded, "what the meter lacks");
    expect_money(b, "reseeded", b->reseeded, taken.reseeded, "the seed of the document");
    expect_envy(b, t, event_number(&b->e, "seat"), live, award->envy);
    close_meters(b, l, &next, "the award of the document");
}

/* ---- Before the first card ---- */

void hand_folded(struct books *b)
{
    struct table *t = table_of(b);
    const unsigned bit = seat_bit(b, "seat");
    if (t == NULL)
        return;
    if (!t->is_in_play)
        fault(b, "a hand is folded, and no round is in play");
    expect_number(b, "round", t->round);
    if (((t->folded & bit) != 0) != event_has(&b->e, "undone"))
        fault(b, "a hand is folded twice, or was not folded and is taken back");
    if (!event_has(&b->e, "undone") && (t->awarded & bit) != 0 && rules_of(b, t)->fold_forfeits)
        fault(b, "a hand is folded that has an award");
    t->folded = event_has(&b->e, "undone") ? t->folded & ~bit : t->folded | bit;
    if (rules_of(b, t)->fold_forfeits)
        follow_fold(b, b->table, bit, (t->folded & bit) != 0);
}

void coin_returned(struct books *b)
{
    struct table *t = table_of(b);
    struct link *l = link_of(b, "link");
    const unsigned bit = seat_bit(b, "seat");
    if (t == NULL || l == NULL)
        return;
    check_running(b);
    if (t->link != (unsigned)(l - b->links))
        fault(b, "the coin comes from a link that the table is not on");
    if (!t->is_in_play || (t->seats & bit) == 0)
        fault(b, "a coin goes back that is not in this round");
    expect_number(b, "round", t->round);
    if (t->awarded != 0 || t->folded != 0)
        fault(b, "a coin goes back after the first card");
    t->seats &= ~bit;
    const struct document *d = document_of(b, l);
    struct money next = l->now;
    coins_back(d, &next, d->bet);
    expect_money(b, "amount", b->amount, d->bet, "the bet of the document");
    expect_money(b, "house", b->house, l->now.house - next.house,
                 "what the meters do not give back");
    close_meters(b, l, &next, "a coin goes back by the shares of the document");
}

/* ---- The end of a round ---- */

static void end_round(struct books *b, struct table *t)
{
    if (!t->is_in_play)
        fault(b, "a round is over that was not in play");
    expect_number(b, "round", t->round);
    t->is_in_play = false;
    t->seats = t->awarded = t->pending = t->folded = 0;
}

void game_over(struct books *b)
{
    struct table *t = table_of(b);
    if (t == NULL)
        return;
    if (t->pending != 0)
        fault(b, "a round is over while a jackpot of it waits");
    if (t->turned != KEY_NONE)
        fault(b, "a round is over while a jackpot key is turned");
    end_round(b, t);
}

static void return_coins(struct books *b, const struct table *t, unsigned seats)
{
    struct link *l = link_of(b, "link");
    if (l == NULL)
        return;
    if (t->link != (unsigned)(l - b->links))
        fault(b, "the coins come from a link that the table is not on");
    const struct document *d = document_of(b, l);
    struct money next = l->now;
    const wide worth = (wide)d->bet * count_bits(seats);
    void_claims(b, b->table, &next);
    coins_back(d, &next, worth);
    expect_money(b, "amount", b->amount, worth, "the bet of the document for each seat");
    expect_money(b, "house", b->house, l->now.house - next.house,
                 "what the meters do not give back");
    next.in = l->now.in - b->amount;
    next.house = l->now.house - b->house;
    close_meters(b, l, &next, "coins go back by the shares of the document");
}

/* Coins of a dead round go back, except those on which an award was paid. */
void round_dead(struct books *b)
{
    struct table *t = table_of(b);
    if (t == NULL)
        return;
    const unsigned due = t->seats & ~(t->awarded & ~t->pending);
    if (b->semantics >= 2 && has_keyed_claim(b, b->table))
        fault(b, "a round is dead while a jackpot of it waits for a ruling");
    else if (b->semantics >= 2 && t->is_live && t->pending != 0 && !event_has(&b->e, "user"))
        fault(b, "a round is dead over a pending award, and no supervisor is named for it");
    if (seats_of(b, "seats") != due)
        fault(b, "the coins of other seats go back than have one without an award");
    if (due != 0)
        return_coins(b, t, due);
    else
        expect_no_money(b);
    end_round(b, t);
}

/* An irregularity names the table's last round. */
void irregularity(struct books *b)
{
    const struct table *t = table_of(b);
    if (t != NULL)
        expect_number(b, "round", t->round);
}
