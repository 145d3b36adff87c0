/* The simulated office: people's roles and departments change, people are barred and let in again,
 * get passwords, and sometimes try to decide about themselves. ann, bob and deal always stay, so
 * that the floor can go on. */
#include "sim.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

static const char *const staff[] = {"ann", "bob", "cat", "dan", "eve", "fay"};

static const char *somebody(struct sim *s, unsigned from, unsigned to)
{
    return staff[from + sim_below(s, to - from)];
}

static struct manager_request *start(struct sim *s, unsigned kind, const char *person)
{
    struct manager_request *r = &s->requests[0];
    event_init(&r->event, kind);
    memcpy(r->event.person, person, strlen(person));
    return r;
}

static void by(struct manager_request *r, const char *user, const char *approver)
{
    memcpy(r->event.user, user, strlen(user));
    memcpy(r->event.approver, approver, strlen(approver));
}

static void change(struct sim *s)
{
    static const char *const roles[] = {"supervisor", "surveillance", "cage", "dealer"};
    struct manager_request *r = start(s, FLOOR_PERSON_CHANGED, somebody(s, 2, 6));
    const char *role = roles[sim_below(s, 4)];
    const bool usual = sim_below(s, 6) != 0;
    memcpy(r->event.item, role, strlen(role));
    memcpy(r->event.department, sim_below(s, 2) == 0 ? "Pit" : "Eye", 3);
    r->event.is_barred = sim_below(s, 4) == 0;
    by(r, usual ? "ann" : somebody(s, 0, 6), usual ? "bob" : somebody(s, 0, 6));
    sim_ask_desk(s, r);
}

/* Every text differs, and so does its hash. */
static void give(struct sim *s, const struct floor *f)
{
    static const char *const items[] = {"password", "pin", "invitation"};
    const char *person = somebody(s, 0, 6), *item = items[sim_below(s, 3)];
    const unsigned able = floor_password_count(f);
    struct manager_request *r = start(s, FLOOR_CREDENTIAL_SET, person);
    memcpy(r->event.item, item, strlen(item));
    snprintf(r->secret, sizeof(r->secret), "kept-%u", s->secrets++);
    crypto_generichash(r->event.document, CR_HASH_BYTES, (const unsigned char *)r->secret,
                       strlen(r->secret), NULL, 0);
    if (able == 0)
        by(r, "setup", "");
    else if (item[0] == 'p')
        by(r, sim_below(s, 6) == 0 ? somebody(s, 0, 6) : person, "");
    else
        by(r, somebody(s, 0, 2), able == 1 ? "" : somebody(s, 0, 6));
    sim_ask_desk(s, r);
}

/* Changes the role of a person who approved a claim, and has that person approve it again. */
void sim_approve_again(struct sim *s, const struct floor_claim *c)
{
    char person[FLOOR_PERSON_MAX];
    const uint64_t claim = c->seq;
    memcpy(person, c->claim.approved_by[0], sizeof(person));
    struct manager_request *r = start(s, FLOOR_PERSON_CHANGED, person);
    memcpy(r->event.item, sim_below(s, 2) == 0 ? "surveillance" : "supervisor\0\0", 12);
    by(r, strcmp(person, "ann") == 0 ? "bob" : "ann", strcmp(person, "bob") == 0 ? "ann" : "bob");
    sim_ask_desk(s, r);
    r = start(s, FLOOR_CLAIM_APPROVED, "");
    r->event.claim = claim;
    by(r, person, "");
    sim_ask_desk(s, r);
}

void sim_staff(struct sim *s, const struct floor *f)
{
    if (sim_below(s, 2) == 0)
        change(s);
    else
        give(s, f);
}
