/* Checks people: who they are, what their role lets them do, and what takes two of them. */
#include "books.h"

#include <string.h>

/* ---- Roles ---- */

#define MAY(right) (1u << (right))

static const struct {
    const char *name;
    unsigned rights;
} roles[] = {
    {"dealer", MAY(ANYBODY)},
    {"supervisor",
     MAY(ANYBODY) | MAY(CLAIM) | MAY(APPROVE) | MAY(HOUSE) | MAY(COSIGN) | MAY(TURN_KEY)},
    {"cage", MAY(ANYBODY) | MAY(CLAIM) | MAY(APPROVE) | MAY(TURN_KEY)},
    {"surveillance", MAY(ANYBODY) | MAY(APPROVE) | MAY(COSIGN) | MAY(FIND)},
    {"accounting", MAY(ANYBODY) | MAY(COSIGN)},
    {"manager", MAY(ANYBODY) | MAY(CLAIM) | MAY(APPROVE) | MAY(HOUSE) | MAY(SET) | MAY(COSIGN) |
                    MAY(TURN_KEY)},
    {"auditor", MAY(ANYBODY)},
    {"service", MAY(ANYBODY)},
};
#define ROLES (sizeof(roles) / sizeof(roles[0]))

/* The words for a right in a fault. */
static const char *const right_words[] = {
    [ANYBODY] = "be named",       [CLAIM] = "see to claims",
    [APPROVE] = "approve claims", [HOUSE] = "run the pit",
    [SET] = "set up a floor",     [COSIGN] = "be the second person",
    [TURN_KEY] = "turn a key",    [FIND] = "say what the cameras show"};

static bool may(const struct person *p, enum right right)
{
    return !p->is_barred && (roles[p->role].rights & MAY(right)) != 0;
}

static unsigned person_of(const struct books *b, const char *member)
{
    return names_find(&b->person_names, event_text(&b->e, member));
}

static void check_one(struct books *b, const char *member, enum right right)
{
    const struct text name = event_text(&b->e, member);
    const unsigned at = person_of(b, member);
    if (at == NOT_THERE)
        fault(b, "%s \"%.*s\" is nobody of this floor", member, (int)name.len, name.at);
    else if (b->people[at].is_barred)
        fault(b, "%s %.*s is barred", member, (int)name.len, name.at);
    else if (!may(&b->people[at], right))
        fault(b, "%s %.*s is of the role %s, which may not %s", member, (int)name.len, name.at,
              roles[b->people[at].role].name, right_words[right]);
}

/* ---- Two people ---- */

static bool asks_departments(const struct books *b, const char *member)
{
    const unsigned link = names_find(&b->link_names, event_text(&b->e, member));
    return link != NOT_THERE && b->links[link].two_departments;
}

static unsigned department_of(const struct books *b, unsigned person)
{
    return person == NOT_THERE ? NOT_THERE : b->people[person].department;
}

static void check_departments(struct books *b)
{
    const unsigned user = department_of(b, b->user);
    const unsigned approver = department_of(b, person_of(b, "approver"));
    if ((asks_departments(b, "link") || asks_departments(b, "to_link")) &&
        (user == NOT_THERE || approver == NOT_THERE || user == approver))
        fault(b, "this link takes people of two departments");
}

void check_second_person(struct books *b)
{
    if (!event_has(&b->e, "approver"))
        fault(b, "this takes two people, and only one did it");
    else if (text_same(event_text(&b->e, "approver"), event_text(&b->e, "user")))
        fault(b, "this takes two people, and it is one person twice");
    else
        check_one(b, "approver", COSIGN);
}

/* Reports a fault when somebody decides in a matter about themselves. */
static void check_subject(struct books *b)
{
    const struct text person = event_text(&b->e, "person");
    if (text_same(person, event_text(&b->e, "user")) ||
        text_same(person, event_text(&b->e, "approver")))
        fault(b, "somebody decides upon oneself");
}

/* ---- Before there are people ---- */

static unsigned with_passwords(const struct books *b)
{
    unsigned count = 0;
    for (unsigned i = 0; i < b->person_names.count; i++)
        count += !b->people[i].is_barred && b->people[i].has_password;
    return count;
}

/* Checks an event of the installation ("setup"): it adds people until there are a manager and a
 * second person, and sets a credential until somebody has a password. */
static void check_setup(struct books *b)
{
    unsigned managers = 0, seconds = 0;
    for (unsigned i = 0; i < b->person_names.count; i++) {
        managers += may(&b->people[i], SET);
        seconds += may(&b->people[i], COSIGN);
    }
    const bool adds = text_is(b->kind, "person_added") && (managers == 0 || seconds < 2);
    const bool first = text_is(b->kind, "credential_set") && with_passwords(b) == 0;
    const unsigned person = person_of(b, "person");
    if ((!adds && !first) || event_has(&b->e, "approver"))
        fault(b, "the installation acts although there are people who could");
    else if (first && (person == NOT_THERE || !may(&b->people[person], SET)))
        fault(b, "the first password is a manager's");
}

/* Checks a credential: a password or a PIN is set by its owner; an invitation takes two people as
 * soon as two can sign in. */
static void check_credential(struct books *b)
{
    if (!event_is(&b->e, "item", "invitation")) {
        check_one(b, "user", ANYBODY);
        if (!text_same(event_text(&b->e, "user"), event_text(&b->e, "person")))
            fault(b, "a password or PIN is set by another than its owner");
        return;
    }
    check_one(b, "user", SET);
    check_subject(b);
    if (with_passwords(b) >= 2 || event_has(&b->e, "approver"))
        check_second_person(b);
}

void check_people(struct books *b, enum right right, enum two two)
{
    const bool is_named = event_has(&b->e, "user");
    const bool is_of_both = text_is(b->kind, "claim_cancelled") || text_is(b->kind, "seats_held");
    if (is_of_both && event_has(&b->e, "table_seq"))
        right = NOBODY; /* a button at the table takes no person */
    if (!is_named && (text_is(b->kind, "round_dead") || text_is(b->kind, "payout")))
        right = NOBODY; /* sent by the table, where the rules ask for no person */
    if (event_is(&b->e, "user", "setup")) {
        check_setup(b);
        return;
    }
    if (text_is(b->kind, "credential_set")) {
        check_credential(b);
        return;
    }
    if (is_named || right > ANYBODY)
        check_one(b, "user", right == NOBODY ? ANYBODY : right);
    if (two != ALONE || event_has(&b->e, "approver"))
        check_second_person(b);
    if (two == TWO_DEPARTMENTS)
        check_departments(b);
    if (text_is(b->kind, "person_added") || text_is(b->kind, "person_changed"))
        check_subject(b);
}

void check_handed_key(struct books *b, const struct document *d)
{
    static const char *const usual[] = {"dealer", "supervisor", "cage", "manager"};
    if (!event_has(&b->e, "person")) {
        check_one(b, "user", TURN_KEY);
        return;
    }
    check_one(b, "person", TURN_KEY);
    bool allowed = false;
    const int count = d != NULL && d->turner_count > 0 ? d->turner_count : (int)(TURNERS);
    for (int i = 0; b->user != NOT_THERE && i < count; i++) {
        const char *role = d != NULL && d->turner_count > 0 ? d->turners[i] : usual[i];
        allowed = allowed || strcmp(role, roles[b->people[b->user].role].name) == 0;
    }
    if (!allowed)
        fault(b, "the key is turned by somebody whom the document does not name");
}

/* ---- Adding and changing people ---- */

static void set_person(struct books *b, struct person *p)
{
    unsigned role = 0;
    while (role < ROLES && !event_is(&b->e, "item", roles[role].name))
        role++;
    if (role < ROLES)
        p->role = role;
    else if (event_has(&b->e, "item"))
        fault(b, "there is no role of that name");
    if (event_has(&b->e, "department"))
        p->department = names_add(&b->departments, event_text(&b->e, "department"));
}

/* The next letter of a name by its look: capitals count as small letters, several blanks as one. 0:
 * the end. */
static char next_look(struct text *name)
{
    if (name->len == 0)
        return '\0';
    char c = *name->at;
    do {
        name->at++;
        name->len--;
    } while (c == ' ' && name->len > 0 && *name->at == ' ');
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool looks_same(struct text a, struct text b)
{
    char c;
    while ((c = next_look(&a)) == next_look(&b))
        if (c == '\0')
            return true;
    return false;
}

/* Since version 2: a name that differs only by capitals or blanks is no new person's. */
static void check_name(struct books *b)
{
    const struct text name = event_text(&b->e, "person");
    bool is_known = looks_same(name, text_of("setup"));
    for (unsigned i = 0; i < b->person_names.count; i++)
        is_known = is_known || looks_same(name, b->person_names.list[i]);
    if (is_known && b->semantics >= 2)
        fault(b, "\"%.*s\" looks like somebody who is there", (int)name.len, name.at);
}

void person_added(struct books *b)
{
    unsigned count = b->person_names.count;
    if (person_of(b, "person") != NOT_THERE || event_is(&b->e, "person", "setup")) {
        fault(b, "this person is there already");
        return;
    }
    check_name(b);
    b->people = list_add(b->people, &count, sizeof(*b->people));
    struct person *p = &b->people[names_add(&b->person_names, event_text(&b->e, "person"))];
    p->department = NOT_THERE;
    set_person(b, p);
}

static struct person *subject_of(struct books *b)
{
    const unsigned at = person_of(b, "person");
    if (at == NOT_THERE)
        fault(b, "it is about nobody of this floor");
    return at == NOT_THERE ? NULL : &b->people[at];
}

/* Signing in and out is recorded, and changes nothing. */
void person_known(struct books *b)
{
    if (event_has(&b->e, "person"))
        subject_of(b);
}

bool may_run_shift(const struct books *b, const char *member)
{
    const unsigned at = person_of(b, member);
    return at != NOT_THERE && may(&b->people[at], HOUSE);
}

void person_changed(struct books *b)
{
    struct person *p = subject_of(b);
    if (p == NULL)
        return;
    const struct person before = *p;
    set_person(b, p);
    p->is_barred = event_has(&b->e, "is_barred");
    if (p->role == before.role && p->department == before.department &&
        p->is_barred == before.is_barred)
        fault(b, "the person is that already");
}

void credential_set(struct books *b)
{
    struct person *p = subject_of(b);
    if (p != NULL && !event_is(&b->e, "item", "pin"))
        p->has_password = event_is(&b->e, "item", "password");
}
