/* The auditor's checks of people: who they are, what their role lets them do, and which actions
 * take two of them (V5, V6). */
#include "log/audit/audit_books.h"

#include <string.h>

static const char *const role_words[] = {"dealer",       "supervisor", "cage",
                                         "surveillance", "accounting", "manager",
                                         "auditor",      "service",    NULL};

uint32_t audit_person_at_hand(const struct auditor *a)
{
    return audit_names_find(&a->people, audit_string(&a->text, "user"));
}

const char *audit_department_of(const struct auditor *a, uint32_t person)
{
    return person == AUDIT_NONE ? "" : a->persons[person].department;
}

/* ---- Setup, before there are people who can act ---- */

static bool is_staffed(const struct auditor *a)
{
    unsigned managers = 0, seconds = 0;
    for (uint32_t i = 0; i < a->people.count; i++) {
        const struct audit_person *p = &a->persons[i];
        managers += !p->barred && (MANAGER >> p->role & 1);
        seconds += !p->barred && (SECOND >> p->role & 1);
    }
    return managers > 0 && seconds > 1;
}

static unsigned passwords(const struct auditor *a)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < a->people.count; i++)
        count += !a->persons[i].barred && a->persons[i].secrets[AUDIT_PASSWORD][0] != '\0';
    return count;
}

static void check_setup(struct auditor *a)
{
    const struct audit_part kind = audit_string(&a->text, "kind");
    const bool adds = audit_part_is(kind, "person_added") && !is_staffed(a);
    const bool first = audit_part_is(kind, "credential_set") && passwords(a) == 0;
    if (!adds && !first)
        audit_fault(a, 6, "the installation acts although there are people who could");
}

/* ---- Events of one person and of two ---- */

static uint32_t check_one(struct auditor *a, const char *member, unsigned roles, unsigned promise)
{
    const uint32_t person = audit_names_find(&a->people, audit_string(&a->text, member));
    if (person == AUDIT_NONE)
        audit_fault(a, promise, "%s is nobody of this floor", member);
    else if (a->persons[person].barred)
        audit_fault(a, promise, "%s is barred", member);
    else if ((roles >> a->persons[person].role & 1) == 0)
        audit_fault(a, promise, "%s is %s, who may not", member,
                    role_words[a->persons[person].role - 1]);
    return person;
}

static bool asks_departments(const struct auditor *a, const char *member)
{
    const uint32_t link = audit_names_find(&a->link_names, audit_string(&a->text, member));
    return link != AUDIT_NONE && a->links[link].two_departments;
}

static void check_two(struct auditor *a, uint32_t user, unsigned promise, bool departments)
{
    if (!audit_has(&a->text, "approver")) {
        audit_fault(a, promise, "this takes two people of the floor");
        return;
    }
    const uint32_t approver = check_one(a, "approver", SECOND, promise);
    if (approver == user)
        audit_fault(a, promise, "this takes two people of the floor, not one twice");
    const char *x = audit_department_of(a, user), *y = audit_department_of(a, approver);
    if (departments && (asks_departments(a, "link") || asks_departments(a, "to_link")) &&
        (x[0] == '\0' || y[0] == '\0' || strcmp(x, y) == 0))
        audit_fault(a, promise, "this takes people of two departments");
}

/* Nobody decides about themselves: the person whom the event is about is neither its user nor its
 * approver. */
static void check_subject(struct auditor *a, unsigned promise)
{
    const struct audit_part person = audit_string(&a->text, "person");
    const uint32_t who = audit_names_find(&a->people, person);
    if (who == AUDIT_NONE)
        return;
    if (who == audit_person_at_hand(a) ||
        who == audit_names_find(&a->people, audit_string(&a->text, "approver")))
        audit_fault(a, promise, "somebody decides upon oneself");
}

/* People set their own password and PIN. A manager makes an invitation, with a second person as
 * soon as two people have passwords. */
static void check_credential(struct auditor *a)
{
    const uint32_t user = audit_person_at_hand(a);
    if (!audit_part_is(audit_string(&a->text, "item"), "invitation")) {
        check_one(a, "user", EVERYBODY, 6);
        if (user != audit_names_find(&a->people, audit_string(&a->text, "person")))
            audit_fault(a, 6, "a password or PIN is set by another than its owner");
        return;
    }
    check_one(a, "user", MANAGER, 6);
    check_subject(a, 6);
    if (passwords(a) >= 2 || audit_has(&a->text, "approver"))
        check_two(a, user, 6, false);
}

/* PIT-10: `user` turns the key of `person`. The progressive says which roles may do so. */
static void check_handed_key(struct auditor *a)
{
    static const unsigned turners[] = {DEALER, SUPERVISOR, CAGE, MANAGER};
    const struct audit_table *t = audit_table_of(a);
    unsigned roles = 0, said = 0;
    if (t != NULL && t->link != AUDIT_NONE)
        said = audit_rules_of(a, &a->links[t->link])->key_turners;
    for (unsigned i = 0; i < sizeof(turners) / sizeof(turners[0]); i++)
        roles |= (said >> i & 1) != 0 ? turners[i] : 0;
    check_one(a, "user", roles, 5);
    check_one(a, "person", AT_CLAIMS, 5);
}

/* Kinds of events that a table reports as well as the desk. At a table any known person may be
 * named, whatever the role. */
static bool is_said_at_table(const struct auditor *a, struct audit_part kind)
{
    return audit_has(&a->text, "table_seq") &&
           (audit_part_is(kind, "claim_cancelled") || audit_part_is(kind, "seats_held"));
}

void audit_check_people(struct auditor *a, const struct audit_kind *k)
{
    const struct audit_part kind = audit_string(&a->text, "kind");
    /* Most events, such as coins and rounds, come from a table and name nobody. Of a table's events
     * only the turn of a key must name a person. */
    if (audit_has(&a->text, "table_seq") && !audit_has(&a->text, "user") &&
        !audit_part_is(kind, "key_turned"))
        return;
    if (k == NULL || k->roles == 0) {
        /* The table's own event: if it names a person, the floor must know that person. */
        if (audit_has(&a->text, "user"))
            check_one(a, "user", EVERYBODY, 6);
    } else if (audit_part_is(audit_string(&a->text, "user"), "setup")) {
        check_setup(a);
    } else if (audit_part_is(kind, "credential_set")) {
        check_credential(a);
    } else if (is_said_at_table(a, kind)) {
        check_one(a, "user", EVERYBODY, 5);
    } else if (audit_part_is(kind, "key_turned") && audit_has(&a->text, "person")) {
        check_handed_key(a);
    } else {
        const uint32_t user = check_one(a, "user", k->roles, k->promise);
        if (k->two != ALONE)
            check_two(a, user, k->promise, k->two == TWO_DEPARTMENTS);
        if (audit_part_is(kind, "person_added") || audit_part_is(kind, "person_changed"))
            check_subject(a, k->promise);
    }
}

void audit_need_two(struct auditor *a)
{
    check_two(a, audit_person_at_hand(a), 6, false);
}

/* ---- People added and changed ---- */

static void set_department(struct auditor *a, struct audit_person *p)
{
    const struct audit_part name = audit_string(&a->text, "department");
    if (name.len == 0 || name.len >= sizeof(p->department))
        return;
    memset(p->department, 0, sizeof(p->department));
    memcpy(p->department, name.at, name.len);
}

static void set_role(struct auditor *a, struct audit_person *p)
{
    const unsigned role = audit_word(a, "item", role_words);
    if (role == 0)
        audit_fault(a, 6, "no role is called so");
    else
        p->role = role;
}

void audit_person_added(struct auditor *a)
{
    const struct audit_part name = audit_string(&a->text, "person");
    if (audit_names_find(&a->people, name) != AUDIT_NONE) {
        audit_fault(a, 6, "a person is added a second time");
        return;
    }
    const uint32_t at = audit_add_named(a, &a->people, name, &a->persons, sizeof(*a->persons));
    if (at == AUDIT_NONE)
        return;
    a->persons[at].role = 1;
    set_role(a, &a->persons[at]);
    set_department(a, &a->persons[at]);
    a->added++;
}

static struct audit_person *subject(struct auditor *a)
{
    const uint32_t at = audit_names_find(&a->people, audit_string(&a->text, "person"));
    if (at == AUDIT_NONE)
        audit_fault(a, 6, "it is about nobody of this floor");
    return at == AUDIT_NONE ? NULL : &a->persons[at];
}

void audit_person_changed(struct auditor *a)
{
    struct audit_person *p = subject(a);
    if (p == NULL)
        return;
    if (audit_has(&a->text, "item"))
        set_role(a, p);
    set_department(a, p);
    p->barred = audit_flag(&a->text, "is_barred");
    a->changed++;
}

/* ---- Secrets ---- */

static const char *const secret_words[] = {"password", "pin", "invitation", NULL};

void audit_credential_set(struct auditor *a)
{
    struct audit_person *p = subject(a);
    const unsigned item = audit_word(a, "item", secret_words);
    const struct audit_part hash = audit_string(&a->text, "document");
    if (p == NULL || item == 0)
        return;
    if (hash.len != AUDIT_HEX) {
        audit_fault(a, 6, "a credential without the hash of what it is");
        return;
    }
    if (item - 1 == AUDIT_PASSWORD)
        p->secrets[AUDIT_INVITATION][0] = '\0';
    if (item - 1 == AUDIT_INVITATION)
        p->secrets[AUDIT_PASSWORD][0] = p->secrets[AUDIT_PIN][0] = '\0';
    memcpy(p->secrets[item - 1], hash.at, AUDIT_HEX);
    p->secrets[item - 1][AUDIT_HEX] = '\0';
}

/* Names are kept as the log writes them, with escapes; the name in an id has none. */
const char *auditor_secret(const struct auditor *a, const char *id)
{
    const char *slash = strchr(id, '/');
    for (unsigned k = 0; slash != NULL && k < AUDIT_SECRETS; k++) {
        const struct audit_part item = {id, (uint32_t)(slash - id)};
        if (!audit_part_is(item, secret_words[k]))
            continue;
        for (uint32_t i = 0; i < a->people.count; i++) {
            char name[128];
            const size_t len = audit_unescape(a->people.names[i], name, sizeof(name));
            if (len == strlen(slash + 1) && memcmp(name, slash + 1, len) == 0)
                return a->persons[i].secrets[k];
        }
    }
    return "";
}

uint64_t auditor_secret_count(const struct auditor *a)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < a->people.count; i++)
        for (unsigned k = 0; k < AUDIT_SECRETS; k++)
            count += a->persons[i].secrets[k][0] != '\0';
    return count;
}
