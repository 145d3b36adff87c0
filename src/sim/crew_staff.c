/* The people of a simulated crew: who they are, what they may do, and their sessions. */
#include "base/json_write.h"
#include "sim/crew.h"

#include "base/text.h"
#include "net/client.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#define READ_MS  2000
#define WRITE_MS 5000

/* ---- Reading ---- */

/* Opens the reading session of a closed floor, for the first person of the file who can sign in and
 * may see the books, and reads with it. */
static bool open_reader(struct crew *c, const char *path, struct http_client_answer *answer)
{
    struct cr_err err = {0};
    for (unsigned i = 0; i < c->secrets.count; i++) {
        const struct secret *s = &c->secrets.people[i];
        if (sign_in_open(&c->reader, c->client, s->name, s->password, &err) != 0)
            continue;
        if (role_may(c->reader.role, RIGHT_BOOKS))
            return sign_in_call(&c->reader, c->client, "GET", path, NULL, answer, &err) == 0 &&
                   answer->status == 200;
        sign_in_close(&c->reader);
    }
    return false;
}

bool crew_ask(struct crew *c, const char *path)
{
    struct http_client_answer answer;
    struct cr_err err = {0};
    bool good;
    if (!c->is_closed)
        good = http_call(c->client, "GET", path, NULL, 0, READ_MS, &answer, &err) == 0 &&
               answer.status == 200;
    else
        good = c->reader.client != NULL &&
               sign_in_call(&c->reader, c->client, "GET", path, NULL, &answer, &err) == 0 &&
               answer.status == 200;
    /* the session is lost after a restart of the manager */
    if (!good && c->is_closed)
        good = open_reader(c, path, &answer);
    if (!good)
        return false;
    /* The lists of a large floor have more values than a struct json_tape takes. */
    free(c->answer);
    c->answer = json_read(answer.body, answer.len, NULL);
    return c->answer != NULL;
}

/* Whether the role has a part in any step of a claim: on a large floor most people deal. */
static bool has_part(const char *role)
{
    return role_may(role, RIGHT_CLAIM) || role_may(role, RIGHT_APPROVE) ||
           role_may(role, RIGHT_COSIGN);
}

bool crew_meet(struct crew *c)
{
    if (!crew_ask(c, "/api/v1/people"))
        return false;
    const struct json_node *list = json_member(c->answer, "people");
    const struct json_node *each = list == NULL ? NULL : json_first(list);
    c->count = 0;
    for (unsigned i = 0; i < crew_size(list) && c->count < CREW_PEOPLE; i++) {
        const struct json_node *barred = json_member(each, "barred");
        struct crew_person *p = &c->people[c->count];
        *p = (struct crew_person){0};
        EACH_MEMBER(crew_read, each, p, name, role, department);
        if ((barred == NULL || !barred->truth) && has_part(p->role) &&
            (!c->is_closed || secrets_find(&c->secrets, p->name) != NULL))
            c->count++;
        each = json_next(each);
    }
    const unsigned first = crew_find(c, RIGHT_APPROVE, 0);
    return c->count >= 3 && crew_find(c, RIGHT_CLAIM, 0) != CREW_NOBODY && first != CREW_NOBODY &&
           crew_find(c, RIGHT_APPROVE, UINT32_C(1) << first) != CREW_NOBODY;
}

unsigned crew_find(const struct crew *c, enum floor_right right, uint32_t excluded)
{
    for (unsigned i = 0; i < c->count; i++)
        if ((excluded >> i & 1) == 0 && role_may(c->people[i].role, right))
            return i;
    return CREW_NOBODY;
}

unsigned crew_place(const struct crew *c, const char *name)
{
    for (unsigned i = 0; i < c->count; i++)
        if (strcmp(c->people[i].name, name) == 0)
            return i;
    return CREW_NOBODY;
}

/* ---- Acting ---- */

/* Adds the passwords, which are sent with this one action only. */
static void add_proof(const struct crew *c, const struct crew_step *s, struct text *t)
{
    const struct secret *own = secrets_find(&c->secrets, c->people[s->user].name);
    json_open(t, "proof", '{');
    json_text(t, "password", own->password);
    if (s->approver != CREW_NOBODY) {
        const struct secret *second = secrets_find(&c->secrets, c->people[s->approver].name);
        json_text(t, "approver_password", second->password);
    }
    json_close(t, '}');
}

static bool send_as_person(struct crew *c, struct crew_person *p, const char *path,
                           const char *body)
{
    const struct secret *own = secrets_find(&c->secrets, p->name);
    struct http_client_answer answer = {0};
    struct cr_err err = {0};
    if (p->session.client != NULL &&
        sign_in_call(&p->session, c->client, "POST", path, body, &answer, &err) != 0)
        return false;
    /* first action, session expired, or the manager was restarted */
    if (p->session.client == NULL || answer.status == 401) {
        if (sign_in_open(&p->session, c->client, p->name, own->password, &err) != 0 ||
            sign_in_call(&p->session, c->client, "POST", path, body, &answer, &err) != 0)
            return false;
    }
    return answer.status < 300;
}

bool crew_do(struct crew *c, const struct crew_step *step)
{
    char body[2 * CREW_BODY];
    struct http_client_answer answer;
    struct cr_err err = {0};
    struct text t = text_in(body, sizeof(body));
    text_add_char(&t, '{');
    text_add(&t, step->members);
    if (!c->is_closed)
        json_text(&t, "user", c->people[step->user].name);
    if (step->approver != CREW_NOBODY)
        json_text(&t, "approver", c->people[step->approver].name);
    if (c->is_closed && step->is_proved)
        add_proof(c, step, &t);
    text_add_char(&t, '}');
    if (!c->is_closed)
        return http_call(c->client, "POST", step->path, body, t.len, WRITE_MS, &answer, &err) ==
                   0 &&
               answer.status < 300;
    const bool good = send_as_person(c, &c->people[step->user], step->path, body);
    sodium_memzero(body, sizeof(body));
    return good;
}

void crew_leave(struct crew *c)
{
    for (unsigned i = 0; i < c->count; i++)
        sign_in_close(&c->people[i].session);
    sign_in_close(&c->reader);
    secrets_wipe(&c->secrets);
}
