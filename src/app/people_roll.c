/* croupier people: lists the roll, and adds and changes people on it, which takes two people. */
#include "app/people_ask.h"

#include "base/json_write.h"

#include <stdlib.h>
#include <string.h>

/* ---- list ---- */

static void write_person(struct people *p, const struct json_node *each)
{
    static const struct people_column columns[] = {
        {"name", 24}, {"role", 13}, {"department", 16}, {NULL, 0}};
    char when[WHEN_TEXT_MAX];
    const char *until = people_member(each, "locked_until");
    people_print_columns(each, columns);
    if (people_member(each, "barred")[0])
        printf(" barred");
    if (people_member(each, "has_password")[0])
        printf(" password");
    if (people_member(each, "has_pin")[0])
        printf(" PIN");
    if (people_member(each, "invited")[0])
        printf(" invited");
    if (until[0])
        printf(" locked until %s", zone_format(&p->zone, strtoll(until, NULL, 10), when));
    printf("\n");
}

int people_list(struct people *p)
{
    return people_read_list(p, "people", write_person);
}

/* ---- add, change ---- */

int people_add(struct people *p)
{
    char members[PEOPLE_BODY];
    if (p->names.count != 2)
        return err_set(&p->err, CR_E_INPUT, "add takes a NAME and a ROLE");
    int rc = people_sign_in(p);
    if (rc != CR_OK)
        return rc;
    struct text t = text_in(members, sizeof members);
    people_add_member(&t, "person", p->names.words[0]);
    people_add_member(&t, "item", p->names.words[1]);
    people_add_member(&t, "department", p->department);
    rc = people_ask_proved(p, "/api/v1/people", members);
    if (rc == CR_OK)
        printf("%s is on the roll as %s; to let them sign in: croupier people invite\n",
               p->names.words[0], p->names.words[1]);
    return rc;
}

/* Whether somebody is barred now. Every change states that again, and changing a role must not
 * unbar anybody. */
static int is_barred(struct people *p, const char *name, bool *out)
{
    int rc = people_ask(p, "GET", "/api/v1/people", NULL);
    const struct json_node *list = rc == CR_OK ? json_member(p->answer, "people") : NULL;
    const struct json_node *each = list ? json_first(list) : NULL;
    for (uint32_t i = 0; list && i < list->count; i++, each = json_next(each))
        if (strcmp(people_member(each, "name"), name) == 0)
            *out = people_member(each, "barred")[0] != '\0';
    return rc;
}

int people_change(struct people *p)
{
    char members[PEOPLE_BODY], path[512];
    if (p->names.count != 1)
        return err_set(&p->err, CR_E_INPUT, "change takes one NAME");
    if (!p->role && !p->department && !p->bar && !p->unbar)
        return err_set(&p->err, CR_E_INPUT,
                       "what changes? --role R, --department D, --bar or --unbar");
    bool bar = false;
    int rc = people_sign_in(p);
    if (rc == CR_OK)
        rc = is_barred(p, p->names.words[0], &bar);
    if (rc != CR_OK)
        return rc;
    bar = p->bar || (bar && !p->unbar);
    struct text t = text_in(path, sizeof path);
    people_path(&t, "people", p->names.words[0], "change");
    text_init(&t, members, sizeof members);
    people_add_member(&t, "item", p->role);
    people_add_member(&t, "department", p->department);
    if (bar)
        json_flag(&t, "is_barred", true);
    rc = people_ask_proved(p, path, members);
    if (rc == CR_OK)
        printf("%s is changed; sessions of theirs have ended\n", p->names.words[0]);
    return rc;
}

int people_try_sign_in(struct people *p)
{
    int rc = people_sign_in(p);
    if (rc == CR_OK)
        printf("%s can sign in, as %s\n", p->session.person, p->session.role);
    return rc;
}
