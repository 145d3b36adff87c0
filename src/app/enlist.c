/* croupier people enlist: gives everybody on the roll a random password and PIN, through the same
 * setup link, invitations and two-person rule as for real people, and writes all of them into one
 * file. For floors of simulated people in demonstrations and trials. */
#include "app/people_ask.h"

#include "floor/rights.h"

#include <string.h>

/* Names and roles of everybody on the roll, copied because the next answer replaces this
 * one. */
struct roll {
    unsigned count;
    char names[SECRETS_PEOPLE_MAX][FLOOR_PERSON_MAX];
    char roles[SECRETS_PEOPLE_MAX][32];
};

static int find_first(struct people *p, char person[FLOOR_PERSON_MAX])
{
    int rc = people_ask(p, "GET", "/api/v1/setup", NULL);
    if (rc != CR_OK)
        return rc;
    const struct json_node *root = p->answer;
    if (!people_member(root, "needed")[0])
        return err_set(&p->err, CR_E_STATE, "somebody has a password here already");
    const struct json_node *list = json_member(root, "people");
    const bool has_one = list && list->kind == JSON_ARRAY && list->count > 0;
    const char *name = p->person ? p->person
                       : has_one ? people_member(json_first(list), "person")
                                 : "";
    if (name[0] == '\0' || strlen(name) >= FLOOR_PERSON_MAX)
        return err_set(&p->err, CR_E_STATE,
                       "this floor has no manager; say who it is: --person NAME");
    strcpy(person, name);
    return CR_OK;
}

static int call_roll(struct people *p, struct roll *roll)
{
    int rc = people_ask(p, "GET", "/api/v1/people", NULL);
    if (rc != CR_OK)
        return rc;
    const struct json_node *list = json_member(p->answer, "people");
    const struct json_node *each = list ? json_first(list) : NULL;
    for (uint32_t i = 0; list && i < list->count; i++, each = json_next(each)) {
        if (roll->count == SECRETS_PEOPLE_MAX)
            return err_set(&p->err, CR_E_RANGE, "more than %d people are too many for one file",
                           SECRETS_PEOPLE_MAX);
        snprintf(roll->names[roll->count], FLOOR_PERSON_MAX, "%s", people_member(each, "name"));
        snprintf(roll->roles[roll->count++], sizeof roll->roles[0], "%s",
                 people_member(each, "role"));
    }
    return CR_OK;
}

static int enlist_one(struct people *p, const char *name)
{
    char code[PEOPLE_CODE];
    struct secret *s = &p->secrets.people[p->secrets.count];
    if (secrets_find(&p->secrets, name))
        return CR_OK;
    int rc = people_send_invitation(p, name, code);
    if (rc != CR_OK)
        return err_prefix(&p->err, "%s", name);
    snprintf(s->name, sizeof s->name, "%s", name);
    secrets_make_password(s->password);
    secrets_make_pin(s->pin);
    rc = people_take_invitation(p, name, code, s->password, s->pin);
    if (rc != CR_OK)
        return err_prefix(&p->err, "%s", name);
    p->secrets.count++;
    return CR_OK;
}

/* Enlists everybody else. The second person approves all others, so it must be one who may. */
static int enlist_all(struct people *p, const struct roll *roll, const char *first)
{
    const char *second = NULL;
    for (unsigned i = 0; i < roll->count && !second; i++)
        if (strcmp(roll->names[i], first) != 0 && role_may(roll->roles[i], RIGHT_COSIGN))
            second = roll->names[i];
    if (!second)
        return err_set(&p->err, CR_E_STATE, "there is no second person who could approve");
    int rc = enlist_one(p, second);
    p->approver = second;
    for (unsigned i = 0; rc == CR_OK && i < roll->count; i++)
        rc = enlist_one(p, roll->names[i]);
    return rc;
}

static int enlist_first(struct people *p, const char *first)
{
    struct secret *s = &p->secrets.people[0];
    strcpy(s->name, first);
    secrets_make_password(s->password);
    secrets_make_pin(s->pin);
    int rc = people_take_setup(p, first, s->password);
    if (rc != CR_OK)
        return rc;
    p->secrets.count = 1;
    return people_tell_own(p, "/api/v1/session/pin", s->password, "pin", s->pin);
}

int people_enlist(struct people *p)
{
    static struct roll roll;
    char first[FLOOR_PERSON_MAX];
    if (!p->passwords)
        return err_set(&p->err, CR_E_INPUT, "where do the passwords go? give --passwords OUTFILE");
    /* the file is there before the first password is set: if it could not be made afterwards,
     * nobody would know any password */
    int fd, rc = secrets_begin(p->passwords, &fd, &p->err);
    if (rc != CR_OK)
        return rc;
    rc = find_first(p, first);
    if (rc == CR_OK)
        rc = enlist_first(p, first);
    if (rc == CR_OK)
        rc = call_roll(p, &roll);
    if (rc == CR_OK)
        rc = enlist_all(p, &roll, first);
    /* passwords set so far are saved even after a fault: otherwise nobody could ever sign in */
    struct cr_err fault = {0};
    if (p->secrets.count == 0) {
        secrets_abandon(fd, p->passwords);
    } else if (secrets_finish(fd, p->passwords, &p->secrets, &fault) != CR_OK) {
        p->err = fault;
        rc = fault.code;
    }
    if (rc == CR_OK)
        printf("%u people can sign in; whoever has %s is all of them\n", p->secrets.count,
               p->passwords);
    return rc;
}
