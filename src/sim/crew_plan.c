/* Plans the next steps of a simulated crew: verify, approve, comply, rule the order of wins, clear;
 * each by a person who may. */
#include "base/json_write.h"
#include "sim/crew.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The answer ---- */

unsigned crew_size(const struct json_node *list)
{
    return list != NULL && list->kind == JSON_ARRAY ? list->count : 0;
}

static void copy_value(const struct json_node *node, char out[CREW_NAME])
{
    const bool fits = node != NULL && (node->kind == JSON_STRING || node->kind == JSON_NUMBER) &&
                      node->len < CREW_NAME;
    snprintf(out, CREW_NAME, "%.*s", fits ? (int)node->len : 0, fits ? node->text : "");
}

void crew_read(const struct json_node *object, const char *key, char out[CREW_NAME])
{
    copy_value(json_member(object, key), out);
}

/* ---- One step ---- */

static struct crew_step *add_step(struct crew *c, unsigned user)
{
    if (c->step_count == CREW_STEPS || user == CREW_NOBODY)
        return NULL;
    struct crew_step *s = &c->steps[c->step_count++];
    *s = (struct crew_step){.user = user, .approver = CREW_NOBODY};
    return s;
}

struct claim_words {
    char claim[CREW_NAME], table[CREW_NAME], seat[CREW_NAME], award[CREW_NAME], state[CREW_NAME];
    char amount[CREW_NAME];
};

static struct crew_step *plan_simple(struct crew *c, const struct claim_words *w, const char *verb,
                                     unsigned user, const char *members, const char *does)
{
    struct crew_step *s = add_step(c, user);
    if (s == NULL)
        return NULL;
    snprintf(s->members, sizeof(s->members), "%s", members);
    snprintf(s->path, sizeof(s->path), "/api/v1/claims/%s/%s", w->claim, verb);
    struct text says = text_in(s->says, sizeof(s->says));
    text_add_format(&says, "claim %s, table %s seat %s, %s: %s %s", w->claim, w->table, w->seat,
                    w->award, c->people[user].name, does);
    return s;
}

static void plan_verify(struct crew *c, const struct claim_words *w, const struct json_node *items)
{
    char members[CREW_BODY];
    struct text t = text_in(members, sizeof(members));
    json_open(&t, "items", '[');
    const struct json_node *each = json_first(items);
    for (unsigned i = 0; i < crew_size(items); i++, each = json_next(each))
        json_text_len(&t, NULL, each->text, each->len);
    json_close(&t, ']');
    plan_simple(c, w, "verify", crew_find(c, RIGHT_CLAIM, 0), members,
                "has gone through the checklist");
}

/* The people who may not approve: those who approved already, the one who verified, and everyone in
 * the departments of those who approved. */
static uint32_t excluded_from_approval(const struct crew *c, const struct json_node *claim)
{
    const struct json_node *list = json_member(claim, "approved_by");
    const struct json_node *each = crew_size(list) > 0 ? json_first(list) : NULL;
    char name[CREW_NAME];
    uint32_t out = 0;
    crew_read(claim, "verified_by", name);
    unsigned place = crew_place(c, name);
    out |= place != CREW_NOBODY ? UINT32_C(1) << place : 0;
    for (unsigned i = 0; i < crew_size(list); i++, each = json_next(each)) {
        copy_value(each, name);
        place = crew_place(c, name);
        if (place == CREW_NOBODY)
            continue;
        out |= UINT32_C(1) << place;
        const char *department = c->people[place].department;
        for (unsigned j = 0; j < c->count && department[0] != '\0'; j++)
            if (strcmp(c->people[j].department, department) == 0)
                out |= UINT32_C(1) << j;
    }
    return out;
}

/* An approval is for this table's claim at this amount, and for nothing else. */
static void plan_approve(struct crew *c, const struct claim_words *w, const struct json_node *claim)
{
    char members[CREW_BODY], does[160];
    struct text t = text_in(members, sizeof(members));
    JSON_MEMBERS(&t, w, table, amount);
    snprintf(does, sizeof(does), "approves %s", w->amount);
    const unsigned user = crew_find(c, RIGHT_APPROVE, excluded_from_approval(c, claim));
    struct crew_step *s = plan_simple(c, w, "approve", user, members, does);
    if (s != NULL)
        s->is_proved = true;
}

/* The first compliance item that nobody has confirmed. */
static void plan_comply(struct crew *c, const struct claim_words *w, const struct json_node *items,
                        unsigned done)
{
    const struct json_node *each = json_first(items);
    for (unsigned i = 0; i < done; i++)
        each = json_next(each);
    char members[CREW_BODY], does[160], item[CREW_NAME];
    copy_value(each, item);
    struct text t = text_in(members, sizeof(members));
    json_text(&t, "item", item);
    snprintf(does, sizeof(does), "confirms %s", item);
    plan_simple(c, w, "comply", crew_find(c, RIGHT_CLAIM, 0), members, does);
}

/* Finds two people who rule together; false when there are not two. */
static bool find_two(const struct crew *c, unsigned *user, unsigned *approver)
{
    *user = crew_find(c, RIGHT_HOUSE, 0);
    if (*user != CREW_NOBODY)
        *approver = crew_find(c, RIGHT_COSIGN, UINT32_C(1) << *user);
    return *user != CREW_NOBODY && *approver != CREW_NOBODY;
}

static void let_two(struct crew_step *s, unsigned approver)
{
    if (s == NULL)
        return;
    s->approver = approver;
    s->is_proved = true;
}

/* PIT-1: after a failure two people look at the recording and rule. */
static void plan_ruling(struct crew *c, const struct claim_words *w)
{
    unsigned user, approver;
    if (find_two(c, &user, &approver))
        let_two(plan_simple(c, w, "rule", user,
                            "\"item\":\"pay\",\"text\":\"the tape shows the hand\"",
                            "rules that it is paid"),
                approver);
}

/* PIT-11: confirms the checks after the payment, then clears the claim. */
static void plan_paid(struct crew *c, const struct claim_words *w, const struct json_node *claim)
{
    const struct json_node *after = json_member(json_member(claim, "needs"), "after");
    if (crew_size(json_member(claim, "after")) < crew_size(after))
        plan_verify(c, w, after);
    else
        plan_simple(c, w, "clear", crew_find(c, RIGHT_CLAIM, 0), "",
                    "clears it and prints the receipt");
}

static void plan_claim(struct crew *c, const struct json_node *claim)
{
    const struct json_node *held = json_member(claim, "held");
    struct claim_words w;
    const struct json_node *needs = json_member(claim, "needs");
    const struct json_node *items = json_member(needs, "items");
    const struct json_node *compliance = json_member(needs, "compliance");
    const struct json_node *verified = json_member(claim, "verified_by");
    const unsigned approved = crew_size(json_member(claim, "approved_by"));
    const unsigned complied = crew_size(json_member(claim, "complied"));
    char approvals[CREW_NAME];
    EACH_MEMBER(crew_read, claim, &w, claim, table, seat, award, state, amount);
    crew_read(needs, "approvals", approvals);
    if (c->leaves != NULL && strcmp(w.table, c->leaves) == 0)
        return;
    if (strcmp(w.state, "paid") == 0)
        plan_paid(c, &w, claim);
    else if (held != NULL && held->truth)
        plan_ruling(c, &w);
    else if (crew_size(items) > 0 && (verified == NULL || verified->kind != JSON_STRING))
        plan_verify(c, &w, items);
    else if (approved < (unsigned)strtoul(approvals, NULL, 10))
        plan_approve(c, &w, claim);
    else if (complied < crew_size(compliance))
        plan_comply(c, &w, compliance, complied);
}

/* ---- TAB-10: two people rule the order of simultaneous wins, here as the claims came in ---- */

static bool waits_for_order(const struct json_node *claim, const char *link)
{
    char own[CREW_NAME], key[CREW_NAME], state[CREW_NAME];
    const struct json_node *frozen = json_member(claim, "frozen");
    crew_read(claim, "link", own);
    crew_read(claim, "key", key);
    crew_read(claim, "state", state);
    return strcmp(own, link) == 0 && strcmp(key, "high") == 0 && strcmp(state, "pending") == 0 &&
           frozen != NULL && !frozen->truth;
}

static void add_order(struct crew *c, const char *link, const char *order)
{
    unsigned user, approver;
    struct crew_step *s = find_two(c, &user, &approver) ? add_step(c, user) : NULL;
    if (s == NULL)
        return;
    let_two(s, approver);
    snprintf(s->members, sizeof(s->members),
             "\"order\":[%.1024s],\"text\":\"as surveillance saw it\"", order);
    snprintf(s->path, sizeof(s->path), "/api/v1/links/%s/order", link);
    struct text says = text_in(s->says, sizeof(s->says));
    text_add_format(&says, "link %s: %s and %s rule the order of claims %.200s", link,
                    c->people[user].name, c->people[approver].name, order);
}

static void plan_order(struct crew *c, const struct json_node *list, const char *link)
{
    char order[CREW_BODY], first[CREW_NAME] = "", table[CREW_NAME], id[CREW_NAME];
    bool several = false, unruled = false;
    const struct json_node *each = json_first(list);
    struct text t = text_in(order, sizeof(order));
    for (unsigned i = 0; i < crew_size(list); i++, each = json_next(each)) {
        if (!waits_for_order(each, link))
            continue;
        crew_read(each, "table", table);
        crew_read(each, "claim", id);
        several = several || (first[0] != '\0' && strcmp(first, table) != 0);
        unruled = unruled || !json_member(each, "ruled")->truth;
        text_add_format(&t, "%s%s", t.len == 0 ? "" : ",", id);
        memcpy(first, table, sizeof(first));
    }
    if (several && unruled)
        add_order(c, link, order);
}

void crew_plan(struct crew *c)
{
    const struct json_node *list = json_member(c->answer, "claims");
    c->step_count = 0;
    if (crew_size(list) == 0)
        return;
    const struct json_node *each = json_first(list);
    char link[CREW_NAME], before[CREW_NAME] = "";
    for (unsigned i = 0; i < crew_size(list); i++, each = json_next(each)) {
        plan_claim(c, each);
        crew_read(each, "link", link);
        if (strcmp(link, before) != 0)
            plan_order(c, list, link);
        memcpy(before, link, sizeof(before));
    }
}
