/* Steps about people: added, changed, barred; their passwords, PINs and invitations; signing in and
 * out. The events have only hashes: the store keeps what a password is made into beside the log. */
#include "floor/floor_internal.h"

#include "base/err.h"
#include "base/text.h"
#include "floor/rights.h"
#include "floor/semantics.h"

#include <string.h>

static int check_role(const char *role, struct cr_err *err)
{
    if (role_is_known(role))
        return 0;
    char list[128];
    struct text t = text_in(list, sizeof(list));
    for (unsigned i = 0; role_name(i) != NULL; i++)
        text_add_format(&t, "%s%s", i == 0 ? "" : ", ", role_name(i));
    return err_invalid(err, "item", "\"%.40s\" is no role; expected one of: %s", role, list);
}

int step_person_added(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    if (floor_knows(f, e->person) || strcmp(e->person, FLOOR_SETUP) == 0)
        return err_refuse(err, CR_E_STATE, REASON_ALREADY_THERE, "person",
                          "\"%s\" is there already", e->person);
    int rc = floor_semantics(f) >= 2 ? floor_check_name(f, e->person, err) : 0;
    if (rc == 0)
        rc = check_role(e->item, err);
    if (rc != 0)
        return rc;
    if (f->person_count >= f->limits.people)
        return floor_refuse_full(f->limits.people, "people", "", err);
    struct floor_person *p = &f->people[f->person_count];
    memcpy(p->name, e->person, sizeof(p->name));
    TEXT_COPY(p->role, e->item);
    TEXT_COPY(p->department, e->department);
    floor_touch(f, FLOOR_ROW_PERSON, f->person_count++);
    return 0;
}

/* Finds the person whom an event is about. */
static int need_subject(const struct floor *f, const struct floor_event *e, uint32_t *place,
                        struct cr_err *err)
{
    *place = floor_person_place(f, e->person);
    return *place != FLOOR_NONE ? 0
                                : err_refuse(err, CR_E_NOT_FOUND, REASON_NO_SUCH_PERSON, "person",
                                             "\"%s\" is not a person of this floor", e->person);
}

/* Role and department become what the event gives, and stay as they were where it gives none. The
 * person is barred exactly when the event says so. */
int step_person_changed(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    uint32_t place;
    int rc = need_subject(f, e, &place, err);
    if (rc == 0 && e->item[0] != '\0')
        rc = check_role(e->item, err);
    if (rc != 0)
        return rc;
    struct floor_person *p = &f->people[place];
    const char *role = e->item[0] != '\0' ? e->item : p->role;
    const char *department = e->department[0] != '\0' ? e->department : p->department;
    if (strcmp(role, p->role) == 0 && strcmp(department, p->department) == 0 &&
        e->is_barred == p->is_barred)
        return err_refuse(err, CR_E_STATE, REASON_ALREADY_THERE, "person",
                          "%s is that already; nothing would change", e->person);
    if (role != p->role)
        TEXT_COPY(p->role, role);
    if (department != p->department)
        TEXT_COPY(p->department, department);
    p->is_barred = e->is_barred;
    floor_touch(f, FLOOR_ROW_PERSON, place);
    return 0;
}

/* ---- Credentials ---- */

static int check_password(const struct floor_person *p, const struct floor_event *e,
                          struct cr_err *err)
{
    if (floor_is_setup(e))
        return role_may(p->role, RIGHT_SET) ? 0
                                            : err_refuse(err, CR_E_STATE, REASON_NO_RIGHT, "person",
                                                         "the first password is a manager's");
    if (strcmp(e->user, e->person) != 0)
        return err_refuse(err, CR_E_STATE, REASON_NOT_THE_OWNER, "user",
                          "a password is set by its owner; invite %s instead", e->person);
    const bool invited = !event_hash_is_empty(p->invitation) &&
                         (p->invitation_until_ms == 0 || e->time_ms < p->invitation_until_ms);
    if (event_hash_is_empty(p->password) && !invited)
        return err_refuse(err, CR_E_STATE, REASON_NO_PASSWORD, "person",
                          "%s has neither password nor invitation", e->person);
    return 0;
}

static int check_pin(const struct floor_person *p, const struct floor_event *e, struct cr_err *err)
{
    if (strcmp(e->user, e->person) != 0)
        return err_refuse(err, CR_E_STATE, REASON_NOT_THE_OWNER, "user",
                          "a PIN is set by its owner");
    if (event_hash_is_empty(p->password))
        return err_refuse(err, CR_E_STATE, REASON_NO_PASSWORD, "person", "%s has no password yet",
                          e->person);
    return 0;
}

/* An invitation takes two people as soon as there are two who can sign in. */
static int check_invitation(const struct floor *f, const struct floor_person *p,
                            const struct floor_event *e, struct cr_err *err)
{
    if (e->effective_ms != 0 && e->effective_ms <= e->time_ms)
        return err_refuse(err, CR_E_INPUT, REASON_IN_THE_PAST, "effective",
                          "an invitation ends in the future");
    if (p->is_barred)
        return err_refuse(err, CR_E_STATE, REASON_BARRED, "person", "%s is barred", e->person);
    if (floor_is_setup(e))
        return role_may(p->role, RIGHT_SET) ? 0
                                            : err_refuse(err, CR_E_STATE, REASON_NO_RIGHT, "person",
                                                         "the first invitation is a manager's");
    const unsigned able = floor_password_count(f);
    if (able == 1 && event_hash_is_empty(floor_person_find(f, e->user)->password))
        return err_refuse(err, CR_E_STATE, REASON_NOT_THE_OWNER, "user",
                          "the one person who has a password invites the next");
    return able >= 2 ? floor_need_two(e, err) : 0;
}

static int check_credential(const struct floor *f, const struct floor_person *p,
                            const struct floor_event *e, struct cr_err *err)
{
    const bool invites = strcmp(e->item, "invitation") == 0;
    if (!invites && (e->approver[0] != '\0' || e->effective_ms != 0))
        return err_refuse(err, CR_E_INPUT, REASON_UNWANTED_MEMBER,
                          e->approver[0] != '\0' ? "approver" : "effective",
                          "only an invitation has it");
    if (invites)
        return check_invitation(f, p, e, err);
    if (strcmp(e->item, "password") == 0)
        return check_password(p, e, err);
    if (strcmp(e->item, "pin") == 0)
        return check_pin(p, e, err);
    return err_invalid(err, "item", "expected one of: password, pin, invitation");
}

int step_credential_set(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    uint32_t place;
    int rc = need_subject(f, e, &place, err);
    if (rc == 0)
        rc = check_credential(f, &f->people[place], e, err);
    if (rc != 0)
        return rc;
    struct floor_person *p = &f->people[place];
    if (strcmp(e->item, "pin") == 0) {
        memcpy(p->pin, e->document, CR_HASH_BYTES);
    } else if (strcmp(e->item, "password") == 0) {
        memcpy(p->password, e->document, CR_HASH_BYTES);
        memset(p->invitation, 0, CR_HASH_BYTES);
        p->invitation_until_ms = 0;
    } else {
        memcpy(p->invitation, e->document, CR_HASH_BYTES);
        p->invitation_until_ms = e->effective_ms;
        memset(p->password, 0, CR_HASH_BYTES);
        memset(p->pin, 0, CR_HASH_BYTES);
        p->locked_until_ms = 0;
    }
    floor_touch(f, FLOOR_ROW_PERSON, place);
    return 0;
}

/* Locks a person out after too many failures; the lock ends by itself. */
int step_person_locked(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    uint32_t place;
    int rc = need_subject(f, e, &place, err);
    if (rc != 0)
        return rc;
    if (e->effective_ms <= e->time_ms)
        return err_refuse(err, CR_E_INPUT, REASON_IN_THE_PAST, "effective",
                          "a lock ends in the future");
    f->people[place].locked_until_ms = e->effective_ms;
    floor_touch(f, FLOOR_ROW_PERSON, place);
    return 0;
}

/* ---- Signing in and out: these events are recorded and change nothing else ---- */

static int check_word(const struct floor_event *e, const char *const words[3], struct cr_err *err)
{
    for (unsigned i = 0; i < 3; i++)
        if (strcmp(e->item, words[i]) == 0)
            return 0;
    return err_invalid(err, "item", "expected one of: %s, %s, %s", words[0], words[1], words[2]);
}

int step_signed_in(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    static const char *const ways[] = {"password", "setup", "invitation"};
    uint32_t place;
    int rc = need_subject(f, e, &place, err);
    if (rc == 0)
        rc = check_word(e, ways, err);
    if (rc != 0)
        return rc;
    if (f->people[place].is_barred)
        return err_refuse(err, CR_E_STATE, REASON_BARRED, "person", "%s is barred", e->person);
    if (event_hash_is_empty(f->people[place].password))
        return err_refuse(err, CR_E_STATE, REASON_NO_PASSWORD, "person", "%s has no password",
                          e->person);
    return 0;
}

int step_signed_out(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    static const char *const ways[] = {"by hand", "idle", "ended"};
    uint32_t place;
    int rc = need_subject(f, e, &place, err);
    return rc != 0 ? rc : check_word(e, ways, err);
}

int step_sign_in_refused(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    uint32_t place;
    return e->person[0] != '\0' ? need_subject(f, e, &place, err) : 0;
}
