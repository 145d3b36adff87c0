/* Checks the people of an event in one place, before any step: they are known, not barred, have the
 * right to it, and are two where it takes two. People are told apart by their names: a change of
 * role cannot make one person of the two of a two-person action. */
#include "floor/floor_internal.h"

#include "base/err.h"
#include "floor/rights.h"

#include <string.h>

uint32_t floor_person_place(const struct floor *f, const char *name)
{
    for (uint32_t i = 0; i < f->person_count; i++)
        if (strcmp(f->people[i].name, name) == 0)
            return i;
    return FLOOR_NONE;
}

const struct floor_person *floor_person_find(const struct floor *f, const char *name)
{
    const uint32_t place = floor_person_place(f, name);
    return place == FLOOR_NONE ? NULL : &f->people[place];
}

bool floor_knows(const struct floor *f, const char *person)
{
    return floor_person_place(f, person) != FLOOR_NONE;
}

unsigned floor_password_count(const struct floor *f)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < f->person_count; i++)
        count += !event_hash_is_empty(f->people[i].password) && !f->people[i].is_barred;
    return count;
}

/* ---- The first people ---- */

bool floor_is_setup(const struct floor_event *e)
{
    return strcmp(e->user, FLOOR_SETUP) == 0;
}

/* Whether there are two people who together can add the others. */
static bool is_staffed(const struct floor *f)
{
    unsigned setters = 0, cosigners = 0;
    for (uint32_t i = 0; i < f->person_count; i++) {
        const struct floor_person *p = &f->people[i];
        setters += !p->is_barred && role_may(p->role, RIGHT_SET);
        cosigners += !p->is_barred && role_may(p->role, RIGHT_COSIGN);
    }
    /* Whoever may set may cosign, so one of the cosigners is the setter. */
    return setters > 0 && cosigners > 1;
}

/* Whether the installation may act: only as long as there are no people who could. */
static int check_setup(const struct floor *f, const struct floor_event *e, struct cr_err *err)
{
    if (e->approver[0] != '\0')
        return err_invalid(err, "approver", "\"" FLOOR_SETUP "\" acts alone");
    if (e->kind == FLOOR_PERSON_ADDED)
        return is_staffed(f) ? err_refuse(err, CR_E_STATE, REASON_FLOOR_HAS_PEOPLE, "user",
                                          "there are people who can add others; a manager and "
                                          "another person do")
                             : 0;
    if (e->kind == FLOOR_CREDENTIAL_SET)
        return floor_password_count(f) > 0
                   ? err_refuse(err, CR_E_STATE, REASON_FLOOR_HAS_PEOPLE, "user",
                                "somebody has a password already; that person invites the next")
                   : 0;
    return err_refuse(err, CR_E_INPUT, REASON_NO_SUCH_PERSON, "user",
                      "\"" FLOOR_SETUP "\" is not a person of this floor");
}

/* ---- One person ---- */

static int check_person(const struct floor *f, const char *member, const char *name,
                        enum floor_right right, const char *doing, struct cr_err *err)
{
    const struct floor_person *p = floor_person_find(f, name);
    if (p == NULL)
        return err_refuse(err, CR_E_INPUT, REASON_NO_SUCH_PERSON, member,
                          "\"%s\" is not a person of this floor", name);
    if (p->is_barred)
        return err_refuse(err, CR_E_STATE, REASON_BARRED, member, "%s is barred", name);
    if (role_may(p->role, right))
        return 0;
    /* Some roles are called like departments: "has the role" avoids "a surveillance". */
    char list[128];
    role_list(right, list, sizeof(list));
    return err_refuse(err, CR_E_STATE, REASON_NO_RIGHT, member,
                      "%s has the role %s; %s takes the role %s", name, p->role, doing, list);
}

/* The right that the event's user needs. A button at a table takes no person (TAB-6), so one that
 * it names only has to be known. People set their own passwords. */
static enum floor_right right_of(const struct floor_event *e)
{
    if (e->kind == FLOOR_CLAIM_CANCELLED && e->table_seq != 0)
        return RIGHT_LOOK;
    if (e->kind == FLOOR_CREDENTIAL_SET && strcmp(e->item, "invitation") != 0)
        return RIGHT_LOOK;
    if (e->kind == FLOOR_SEATS_HELD && e->table_seq != 0)
        return RIGHT_LOOK;
    /* PIT-10: the house says who turns a key that somebody else answers for */
    if (e->kind == FLOOR_KEY_TURNED && e->person[0] != '\0')
        return RIGHT_LOOK;
    return floor_kind_right(e->kind);
}

/* ---- Two people ---- */

int floor_need_two(const struct floor_event *e, struct cr_err *err)
{
    if (e->approver[0] != '\0')
        return 0;
    return err_refuse(err, CR_E_INPUT, REASON_SECOND_PERSON_NEEDED, "approver",
                      "missing; this takes two people");
}

static bool asks_departments(const struct floor *f, const char *link)
{
    const uint32_t found = link[0] == '\0' ? FLOOR_NONE : floor_find_link(f, link);
    return found != FLOOR_NONE && f->links[found].two_departments;
}

/* Two departments, where a link asks for them: for what moves money without a claim, and for
 * changing the option itself. The approvals of a claim are checked in their own step. */
static int check_departments(const struct floor *f, const struct floor_event *e, struct cr_err *err)
{
    const bool moves = e->kind == FLOOR_METER_CORRECTED || e->kind == FLOOR_LINK_TRANSFERRED ||
                       e->kind == FLOOR_ORDER_RULED || e->kind == FLOOR_LINK_CONFIGURED;
    if (!moves || (!asks_departments(f, e->link) && !asks_departments(f, e->to_link)))
        return 0;
    const struct floor_person *user = floor_person_find(f, e->user);
    const struct floor_person *approver = floor_person_find(f, e->approver);
    if (user->department[0] == '\0' || approver->department[0] == '\0' ||
        strcmp(user->department, approver->department) == 0)
        return err_refuse(err, CR_E_STATE, REASON_OTHER_DEPARTMENT_NEEDED, "approver",
                          "this link takes people of two departments; %s is of %s, %s of %s",
                          e->user, user->department[0] == '\0' ? "none" : user->department,
                          e->approver,
                          approver->department[0] == '\0' ? "none" : approver->department);
    return 0;
}

static int check_approver(const struct floor *f, const struct floor_event *e, struct cr_err *err)
{
    if (strcmp(e->user, e->approver) == 0)
        return err_refuse(err, CR_E_INPUT, REASON_SAME_PERSON, "approver",
                          "this takes two people, not %s twice", e->user);
    int rc = check_person(f, "approver", e->approver, RIGHT_COSIGN, "being the second person", err);
    return rc != 0 ? rc : check_departments(f, e, err);
}

/* Refuses people who would decide about themselves. */
static int check_subject(const struct floor_event *e, struct cr_err *err)
{
    const bool about = e->kind == FLOOR_PERSON_ADDED || e->kind == FLOOR_PERSON_CHANGED ||
                       (e->kind == FLOOR_CREDENTIAL_SET && strcmp(e->item, "invitation") == 0);
    if (!about || (strcmp(e->person, e->user) != 0 && strcmp(e->person, e->approver) != 0))
        return 0;
    return err_refuse(err, CR_E_STATE, REASON_OWN_CASE,
                      strcmp(e->person, e->user) == 0 ? "user" : "approver",
                      "this is about %s; two others decide", e->person);
}

int floor_check_people(const struct floor *f, const struct floor_event *e, struct cr_err *err)
{
    if (floor_is_setup(e))
        return check_setup(f, e, err);
    int rc = check_subject(e, err);
    if (rc == 0 && e->user[0] != '\0')
        rc = check_person(f, "user", e->user, right_of(e), event_kind(e->kind)->doing, err);
    if (rc == 0 && e->kind == FLOOR_KEY_TURNED && e->person[0] != '\0')
        rc = check_person(f, "person", e->person, RIGHT_KEY, "holding a key", err);
    if (rc == 0 && e->kind == FLOOR_PERSON_ADDED)
        rc = floor_need_two(e, err);
    if (rc == 0 && e->approver[0] != '\0')
        rc = check_approver(f, e, err);
    return rc;
}
