/* The auditor's checks of seating: the seats of one patron, envy by patron, one hand for each
 * patron (PIT-9, UTH-15, UTH-16). For each seat the books have the patron's other seat. */
#include "log/audit/audit_books.h"

static void part(struct audit_table *t, unsigned seat)
{
    const unsigned other = t->partner[seat - 1];
    if (other != 0)
        t->partner[other - 1] = 0;
    t->partner[seat - 1] = 0;
}

static void join(struct audit_table *t, unsigned one, unsigned other)
{
    part(t, one);
    part(t, other);
    t->partner[one - 1] = (uint8_t)other;
    t->partner[other - 1] = (uint8_t)one;
}

static unsigned lowest(uint8_t seats)
{
    return (unsigned)__builtin_ffs(seats);
}

void audit_seats_held(struct auditor *a)
{
    struct audit_table *t = audit_table_of(a);
    uint8_t seats = audit_seats(a, "seats");
    if (t == NULL || seats == 0) {
        audit_fault(a, 6, "seats of no table, or no seats, are one patron's");
        return;
    }
    const unsigned first = lowest(seats);
    seats = (uint8_t)(seats & (seats - 1));
    if (seats == 0)
        part(t, first);
    else
        join(t, first, lowest(seats));
    if ((seats & (seats - 1)) != 0)
        audit_fault(a, 6, "a patron holds more than two seats");
}

void audit_patron_moved(struct auditor *a)
{
    struct audit_table *t = audit_table_of(a);
    const uint64_t from = audit_number(&a->text, "seat"), to = audit_number(&a->text, "to_seat");
    if (t == NULL || from < 1 || from > CR_SEATS || to < 1 || to > CR_SEATS)
        return;
    const unsigned other = t->partner[from - 1];
    part(t, (unsigned)from);
    part(t, (unsigned)to);
    if (other != 0 && other != to)
        join(t, (unsigned)to, other);
}

void audit_one_hand_set(struct auditor *a)
{
    struct audit_table *t = audit_table_of(a);
    if (t != NULL)
        t->one_hand = audit_has(&a->text, "one_hand");
}

void audit_check_hands(struct auditor *a, const struct audit_table *t)
{
    const struct cr_rules *rules = audit_house_rules(a, t);
    const bool one = t->one_hand || (rules != NULL && (rules->one_hand || rules->hands_max == 1));
    for (unsigned seat = 1; one && seat <= CR_SEATS; seat++) {
        const unsigned other = t->partner[seat - 1];
        if (other > seat && (t->seats >> (seat - 1) & 1) && (t->seats >> (other - 1) & 1))
            audit_fault(a, 6, "seats %u and %u of one patron play where one hand is allowed", seat,
                        other);
    }
}

void audit_check_envy(struct auditor *a, const struct audit_table *t, unsigned seat, uint8_t live,
                      const struct cr_award *award)
{
    if (seat >= 1 && seat <= CR_SEATS && t->partner[seat - 1] != 0)
        live &= (uint8_t) ~(1u << (t->partner[seat - 1] - 1));
    const int64_t envy = award->envy.micro * __builtin_popcount(live);
    if (audit_money(&a->text, "envy") != envy)
        audit_fault(a, 5, "the envy paid is not the schedule's for each seat of another patron");
    if (a->semantics >= 2 && audit_seats(a, "envy_seats") != (envy > 0 ? live : 0))
        audit_fault(a, 5, "the seats that get envy are not those of other patrons");
}
