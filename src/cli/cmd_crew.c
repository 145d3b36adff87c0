/* croupier crew: a simulated pit. It takes every claim through its steps at a person's pace, for
 * demonstrations and drills: verify, approve, comply, rule the order, clear. Tables do the paying.
 */
#include "base/text.h"
#include "cli/cli.h"
#include "cli/operate/arguments.h"
#include "cli/operate/ask_manager.h"
#include "http/client.h"
#include "report/json_tape.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NAME       "crew"
#define PEOPLE_MAX 16
#define NAME_ROOM  64
#define BODY_ROOM  2048

struct crew {
    struct http_client *client;
    struct json_tape *tape;
    unsigned pace_ms;
    unsigned count;
    char people[PEOPLE_MAX][NAME_ROOM];
};

static volatile sig_atomic_t ended;

static void end(int signal)
{
    (void)signal;
    ended = 1;
}

/* GET into the tape; false when the manager cannot be reached or says no. */
static bool ask(struct crew *c, const char *path)
{
    struct http_client_answer answer;
    struct cr_err err = {0};
    return http_call(c->client, "GET", path, NULL, 0, 2000, &answer, &err) == 0 &&
           answer.status == 200 && json_tape_read(c->tape, answer.body, answer.len, &err) == 0;
}

static const struct json_node *member(const struct crew *c, const struct json_node *object,
                                      const char *key)
{
    return object != NULL && object->kind == JSON_OBJECT ? json_member(c->tape, object, key) : NULL;
}

static unsigned size_of(const struct json_node *list)
{
    return list != NULL && list->kind == JSON_ARRAY ? list->count : 0;
}

static void copy_text(const struct json_node *node, char out[NAME_ROOM])
{
    const bool fits = node != NULL && (node->kind == JSON_STRING || node->kind == JSON_NUMBER) &&
                      node->len < NAME_ROOM;
    snprintf(out, NAME_ROOM, "%.*s", fits ? (int)node->len : 0, fits ? node->text : "");
}

static bool meet_people(struct crew *c)
{
    if (!ask(c, "/api/v1/people"))
        return false;
    const struct json_node *list = member(c, &c->tape->nodes[0], "people");
    const struct json_node *each = list == NULL ? NULL : json_first(list);
    c->count = 0;
    for (unsigned i = 0; i < size_of(list) && c->count < PEOPLE_MAX; i++) {
        copy_text(member(c, each, "name"), c->people[c->count++]);
        each = json_next(c->tape, each);
    }
    return c->count >= 3;
}

/* ---- One step ---- */

/* What to do, kept apart from the tape, which the next question overwrites. */
struct step {
    char path[128];
    char body[BODY_ROOM];
    char says[512];
};

#define STEPS_MAX 64

struct plan {
    unsigned count;
    struct step steps[STEPS_MAX];
};

static struct step *add_step(struct plan *plan)
{
    return plan->count < STEPS_MAX ? &plan->steps[plan->count++] : NULL;
}

struct claim_words {
    char id[NAME_ROOM], table[NAME_ROOM], seat[NAME_ROOM], award[NAME_ROOM], state[NAME_ROOM];
};

static void plan_simple(struct plan *plan, const struct claim_words *w, const char *verb,
                        const char *user, const char *members, const char *does)
{
    struct step *s = add_step(plan);
    if (s == NULL)
        return;
    struct text body;
    text_init(&body, s->body, sizeof(s->body));
    text_add(&body, "{\"user\":");
    text_add_json(&body, user, strlen(user));
    text_add(&body, members);
    text_add_char(&body, '}');
    snprintf(s->path, sizeof(s->path), "/api/v1/claims/%s/%s", w->id, verb);
    snprintf(s->says, sizeof(s->says), "claim %s, table %s seat %s, %s: %s %s", w->id, w->table,
             w->seat, w->award, user, does);
}

static void plan_verify(struct plan *plan, const struct crew *c, const struct claim_words *w,
                        const struct json_node *items)
{
    char members[BODY_ROOM];
    struct text t;
    text_init(&t, members, sizeof(members));
    text_add(&t, ",\"items\":[");
    const struct json_node *each = json_first(items);
    for (unsigned i = 0; i < size_of(items); i++) {
        text_add(&t, i == 0 ? "" : ",");
        text_add_json(&t, each->text, each->len);
        each = json_next(c->tape, each);
    }
    text_add_char(&t, ']');
    plan_simple(plan, w, "verify", c->people[0], members, "has gone through the checklist");
}

/* The first compliance item that nobody has confirmed. */
static void plan_comply(struct plan *plan, const struct crew *c, const struct claim_words *w,
                        const struct json_node *items, unsigned done)
{
    const struct json_node *each = json_first(items);
    for (unsigned i = 0; i < done; i++)
        each = json_next(c->tape, each);
    char members[BODY_ROOM], does[160], item[NAME_ROOM];
    struct text t;
    copy_text(each, item);
    text_init(&t, members, sizeof(members));
    text_add(&t, ",\"item\":");
    text_add_json(&t, item, strlen(item));
    snprintf(does, sizeof(does), "confirms %s", item);
    plan_simple(plan, w, "comply", c->people[2], members, does);
}

static void plan_claim(struct plan *plan, const struct crew *c, const struct json_node *claim)
{
    struct claim_words w;
    const struct json_node *needs = member(c, claim, "needs");
    const struct json_node *items = member(c, needs, "items");
    const struct json_node *compliance = member(c, needs, "compliance");
    const struct json_node *verified = member(c, claim, "verified_by");
    const unsigned approved = size_of(member(c, claim, "approved_by"));
    const unsigned complied = size_of(member(c, claim, "complied"));
    char approvals[NAME_ROOM];
    copy_text(member(c, claim, "claim"), w.id);
    copy_text(member(c, claim, "table"), w.table);
    copy_text(member(c, claim, "seat"), w.seat);
    copy_text(member(c, claim, "award"), w.award);
    copy_text(member(c, claim, "state"), w.state);
    copy_text(member(c, needs, "approvals"), approvals);
    if (strcmp(w.state, "paid") == 0)
        plan_simple(plan, &w, "clear", c->people[0], "", "clears it and prints the receipt");
    else if (size_of(items) > 0 && (verified == NULL || verified->kind != JSON_STRING))
        plan_verify(plan, c, &w, items);
    else if (approved < (unsigned)strtoul(approvals, NULL, 10))
        plan_simple(plan, &w, "approve", c->people[1 + approved], "", "approves");
    else if (complied < size_of(compliance))
        plan_comply(plan, c, &w, compliance, complied);
}

/* ---- TAB-10: the order of simultaneous wins, as the claims came in ---- */

static bool waits_for_order(const struct crew *c, const struct json_node *claim, const char *link)
{
    char own[NAME_ROOM], key[NAME_ROOM], state[NAME_ROOM];
    const struct json_node *frozen = member(c, claim, "frozen");
    copy_text(member(c, claim, "link"), own);
    copy_text(member(c, claim, "key"), key);
    copy_text(member(c, claim, "state"), state);
    return strcmp(own, link) == 0 && strcmp(key, "high") == 0 && strcmp(state, "pending") == 0 &&
           frozen != NULL && !frozen->truth;
}

static void plan_order(struct plan *plan, const struct crew *c, const struct json_node *list,
                       const char *link)
{
    char order[BODY_ROOM], first[NAME_ROOM] = "", table[NAME_ROOM], id[NAME_ROOM];
    struct text t;
    bool several = false, unruled = false;
    const struct json_node *each = json_first(list);
    text_init(&t, order, sizeof(order));
    for (unsigned i = 0; i < size_of(list); i++, each = json_next(c->tape, each)) {
        if (!waits_for_order(c, each, link))
            continue;
        copy_text(member(c, each, "table"), table);
        copy_text(member(c, each, "claim"), id);
        several = several || (first[0] != '\0' && strcmp(first, table) != 0);
        unruled = unruled || !member(c, each, "ruled")->truth;
        text_add_format(&t, "%s%s", t.len == 0 ? "" : ",", id);
        memcpy(first, table, sizeof(first));
    }
    struct step *s = several && unruled ? add_step(plan) : NULL;
    if (s == NULL)
        return;
    struct text body;
    text_init(&body, s->body, sizeof(s->body));
    text_add(&body, "{\"user\":");
    text_add_json(&body, c->people[2], strlen(c->people[2]));
    text_add_format(&body, ",\"order\":[%s],\"text\":\"as surveillance saw it\"}", order);
    snprintf(s->path, sizeof(s->path), "/api/v1/links/%s/order", link);
    snprintf(s->says, sizeof(s->says), "link %s: %s rules the order of claims %.200s", link,
             c->people[2], order);
}

static void make_plan(const struct crew *c, struct plan *plan)
{
    const struct json_node *list = member(c, &c->tape->nodes[0], "claims");
    plan->count = 0;
    if (size_of(list) == 0)
        return;
    const struct json_node *each = json_first(list);
    char link[NAME_ROOM], before[NAME_ROOM] = "";
    for (unsigned i = 0; i < size_of(list); i++, each = json_next(c->tape, each)) {
        plan_claim(plan, c, each);
        copy_text(member(c, each, "link"), link);
        if (strcmp(link, before) != 0)
            plan_order(plan, c, list, link);
        memcpy(before, link, sizeof(before));
    }
}

static void carry_out(struct crew *c, const struct plan *plan)
{
    for (unsigned i = 0; i < plan->count; i++) {
        const struct step *s = &plan->steps[i];
        struct http_client_answer answer;
        struct cr_err err = {0};
        int rc =
            http_call(c->client, "POST", s->path, s->body, strlen(s->body), 5000, &answer, &err);
        if (rc == 0 && answer.status < 300)
            printf("%s\n", s->says);
    }
    fflush(stdout);
}

static void work(struct crew *c, struct plan *plan, const char *manager)
{
    const struct timespec pace = {(time_t)(c->pace_ms / 1000), (long)(c->pace_ms % 1000) * 1000000};
    bool met = false, waited = false;
    while (!ended) {
        if (!met && (met = meet_people(c)))
            printf("at work at %s\n", manager);
        else if (!met && !waited)
            fprintf(stderr, "croupier crew: waits for a manager with three people or more at %s\n",
                    manager);
        waited = true;
        fflush(stdout);
        if (met && ask(c, "/api/v1/claims")) {
            make_plan(c, plan);
            carry_out(c, plan);
        }
        nanosleep(&pace, NULL);
    }
}

/* ---- The command ---- */

static int run(const char *manager, unsigned pace_ms)
{
    struct cr_err err = {0};
    struct crew c = {.pace_ms = pace_ms};
    struct plan *plan = calloc(1, sizeof(*plan));
    c.tape = calloc(1, sizeof(*c.tape));
    int status = CLI_OK;
    if (plan == NULL || c.tape == NULL)
        status = cli_rejected(NAME, "out of memory");
    else if (ask_manager_client(manager, &c.client, &err) != 0)
        status = cli_rejected(NAME, "%s", err.text);
    else
        work(&c, plan, manager);
    http_client_free(c.client);
    free(c.tape);
    free(plan);
    return status;
}

int cmd_crew(int argc, char **argv)
{
    const char *manager = ask_manager_default();
    uint64_t pace_ms = 1000;
    struct arguments a = arguments_of(NAME, argc, argv);
    while (arguments_next(&a)) {
        arguments_value(&a, "--manager", &manager);
        arguments_number(&a, "--pace", 1, 60000, &pace_ms);
        arguments_rest(&a, NULL, 0);
    }
    if (a.status != CLI_OK)
        return a.status;
    const struct sigaction action = {.sa_handler = end};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    return run(manager, (unsigned)pace_ms);
}
