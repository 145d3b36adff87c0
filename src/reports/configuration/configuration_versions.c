/* The versions of a floor's configuration, gathered from its log; see
 * configuration_versions.h. */
#include "reports/configuration/configuration_versions.h"

#include "base/err.h"
#include "base/json_read.h"
#include "base/list.h"
#include "floor/event.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How an event of one kind is read as a version. */
struct subject_kind {
    unsigned kind;       /* of the event */
    const char *subject; /* what it configures */
    const char *name;    /* the member whose value tells subjects apart */
    const char *item, *document, *text, *effective; /* their names in versions; NULL: left out */
    bool is_partial; /* members that the event does not give stay as they were */
    bool is_end;
};

/* An effective time that is named "until" is an end, not a beginning. */
static const struct subject_kind subject_kinds[] = {
    {.kind = FLOOR_MANAGER_STARTED,
     .subject = "program",
     .name = "manager",
     .item = "version",
     .document = "program"},
    {.kind = FLOOR_PERSON_ADDED, .subject = "person", .name = "person", .item = "role"},
    {.kind = FLOOR_PERSON_CHANGED,
     .subject = "person",
     .name = "person",
     .item = "role",
     .is_partial = true},
    {.kind = FLOOR_DOCUMENT_ADDED, .subject = "rules", .name = "item", .document = "document"},
    {.kind = FLOOR_LINK_CONFIGURED, .subject = "link", .name = "link", .document = "document"},
    {.kind = FLOOR_TABLE_CONFIGURED,
     .subject = "table",
     .name = "table",
     .item = "game",
     .document = "document"},
    {.kind = FLOOR_THRESHOLD_SET, .subject = "threshold", .name = "item"},
    {.kind = FLOOR_LIMIT_RAISED, .subject = "limit", .name = "item"},
    {.kind = FLOOR_TOKEN_ADDED,
     .subject = "token",
     .name = "item",
     .document = "hash",
     .text = "scopes",
     .effective = "until"},
    {.kind = FLOOR_TOKEN_REVOKED, .subject = "token", .name = "item", .is_end = true},
    {.kind = FLOOR_MACHINE_ENROLLED,
     .subject = "machine",
     .name = "table",
     .document = "key",
     .effective = "until"},
    {.kind = FLOOR_MACHINE_REVOKED,
     .subject = "machine",
     .name = "table",
     .document = "key",
     .is_end = true},
};
#define KINDS (sizeof(subject_kinds) / sizeof(subject_kinds[0]))

const char *configuration_kind(unsigned index)
{
    return index < KINDS ? event_kind(subject_kinds[index].kind)->name : NULL;
}

struct configuration {
    struct json_tape *tape;
    struct configuration_version **versions;
    size_t count, room;
    struct configuration_start start;
};

struct configuration *configuration_new(void)
{
    struct configuration *c = calloc(1, sizeof(*c));
    if (c != NULL && (c->tape = malloc(sizeof(*c->tape))) == NULL) {
        free(c);
        c = NULL;
    }
    return c;
}

void configuration_clear(struct configuration *c)
{
    for (size_t i = 0; i < c->count; i++)
        free(c->versions[i]);
    c->count = 0;
    c->start = (struct configuration_start){0};
}

void configuration_free(struct configuration *c)
{
    if (c == NULL)
        return;
    configuration_clear(c);
    free(c->versions);
    free(c->tape);
    free(c);
}

size_t configuration_count(const struct configuration *c)
{
    return c->count;
}

const struct configuration_version *configuration_at(const struct configuration *c, size_t index)
{
    return index < c->count ? c->versions[index] : NULL;
}

const struct configuration_start *configuration_last_start(const struct configuration *c)
{
    return &c->start;
}

/* ---- One event ---- */

/* NULL for an event that configures nothing; most events are left out here without being
 * decoded. */
static const struct subject_kind *kind_of(const char *text, size_t len)
{
    const unsigned kind = event_text_kind(text, len);
    for (size_t i = 0; i < KINDS; i++)
        if (subject_kinds[i].kind == kind)
            return &subject_kinds[i];
    return NULL;
}

/* A version under construction. Its strings are in the same block of memory, from `at` on. */
struct draft {
    struct configuration_version *v;
    char *at;
};

static char *keep(struct draft *d, const char *text, size_t len)
{
    char *copy = d->at;
    memcpy(copy, text, len);
    copy[len] = '\0';
    d->at += len + 1;
    return copy;
}

static char *keep_node(struct draft *d, const struct json_node *node)
{
    if (node->kind == JSON_BOOL)
        return keep(d, node->truth ? "true" : "false", node->truth ? 4 : 5);
    return keep(d, node->text, node->len);
}

static void add_member(struct configuration_version *v, const char *name, const char *value)
{
    if (v->member_count < CONFIGURATION_MEMBERS)
        v->members[v->member_count++] = (struct configuration_member){name, value};
}

static const char *name_of(const struct subject_kind *k, const char *key)
{
    static const char *const record[] = {
        "seq", "time", "kind", "prev", "user", "approver", "is_progressive", "configuration", NULL};
    for (unsigned i = 0; record[i] != NULL; i++)
        if (strcmp(record[i], key) == 0)
            return NULL;
    if (strcmp(key, k->name) == 0)
        return NULL;
    if (strcmp(key, "item") == 0)
        return k->item;
    if (strcmp(key, "document") == 0)
        return k->document;
    if (strcmp(key, "text") == 0)
        return k->text;
    if (strcmp(key, "effective") == 0)
        return k->effective;
    return strcmp(key, "is_barred") == 0 ? "barred" : key;
}

static int64_t number_of(const struct json_node *node)
{
    char digits[24];
    snprintf(digits, sizeof(digits), "%.*s", node->kind == JSON_NUMBER ? (int)node->len : 0,
             node->text);
    return strtoll(digits, NULL, 10);
}

static void take_record(struct draft *d, const struct subject_kind *k, const char *key,
                        const struct json_node *node)
{
    struct configuration_version *v = d->v;
    if (strcmp(key, "time") == 0)
        v->time_ms = number_of(node);
    else if (strcmp(key, "user") == 0)
        v->user = keep_node(d, node);
    else if (strcmp(key, "approver") == 0)
        v->approver = keep_node(d, node);
    else if (strcmp(key, "text") == 0 && k->kind == FLOOR_DOCUMENT_ADDED)
        v->document = keep_node(d, node);
    else if (strcmp(key, "text") == 0 && k->text == NULL)
        v->remark = keep_node(d, node);
    else if (strcmp(key, "effective") == 0 && k->effective != NULL)
        v->end_ms = number_of(node);
    else if (strcmp(key, "effective") == 0)
        v->effective_ms = number_of(node);
}

static void take_members(struct configuration *c, struct draft *d, const struct subject_kind *k)
{
    const struct json_node *root = &c->tape->nodes[0], *node = json_first(root);
    for (uint32_t i = 0; i < root->count; i++, node = json_next(node)) {
        const bool is_plain =
            node->kind == JSON_STRING || node->kind == JSON_NUMBER || node->kind == JSON_BOOL;
        if (!is_plain)
            continue;
        const char *key = keep(d, node->key, node->key_len);
        const char *name = name_of(k, key);
        take_record(d, k, key, node);
        if (name != NULL && !k->is_end)
            add_member(d->v, name, keep_node(d, node));
    }
    if (d->v->effective_ms == 0)
        d->v->effective_ms = d->v->time_ms;
}

/* "machine/uth-1/0123abcd…": a table may have two keys at a time. */
static void name_subject(struct configuration *c, struct draft *d, const struct subject_kind *k)
{
    const struct json_node *root = &c->tape->nodes[0];
    const struct json_node *name = json_member(root, k->name);
    const struct json_node *flag = json_member(root, "is_progressive");
    const struct json_node *key = json_member(root, "document");
    const char *what = flag != NULL && flag->truth ? "progressive" : k->subject;
    char *start = d->at;
    d->at += sprintf(d->at, "%s/%.*s", what, name != NULL ? (int)name->len : 0,
                     name != NULL ? name->text : "");
    if (strcmp(k->subject, "machine") == 0 && key != NULL)
        d->at += sprintf(d->at, "/%.*s", key->len < 16 ? (int)key->len : 16, key->text);
    d->at++;
    d->v->subject = start;
}

/* ---- The order of versions ---- */

static struct configuration_version *last_of(const struct configuration *c, const char *subject)
{
    for (size_t i = c->count; i-- > 0;)
        if (strcmp(c->versions[i]->subject, subject) == 0) {
            const struct configuration_version *v = c->versions[i];
            while (v->next != NULL)
                v = v->next;
            /* the versions are this struct's own, so it may change them */
            return (struct configuration_version *)(uintptr_t)v;
        }
    return NULL;
}

static void put_in_order(struct configuration *c, struct configuration_version *v)
{
    struct configuration_version *before = last_of(c, v->subject), *next = NULL;
    while (before != NULL && before->effective_ms > v->effective_ms) {
        next = before;
        before = (struct configuration_version *)(uintptr_t)before->before;
    }
    v->before = before;
    v->next = next;
    if (before != NULL)
        before->next = v;
    if (next != NULL)
        next->before = v;
}

/* Copies from the version before the members that a partial change does not state, except "barred",
 * which each change states anew. */
static void inherit(struct configuration_version *v)
{
    const struct configuration_version *before = v->before;
    const unsigned stated = v->member_count;
    for (unsigned i = 0; before != NULL && i < before->member_count; i++) {
        bool is_stated = strcmp(before->members[i].name, "barred") == 0;
        for (unsigned j = 0; j < stated; j++)
            is_stated = is_stated || strcmp(v->members[j].name, before->members[i].name) == 0;
        if (!is_stated)
            add_member(v, before->members[i].name, before->members[i].value);
    }
}

static int add_version(struct configuration *c, struct configuration_version *v, bool is_partial,
                       struct cr_err *err)
{
    if (!list_grow(&c->versions, &c->room, c->count, sizeof *c->versions))
        return err_set(err, CR_E_IO, "out of memory");
    put_in_order(c, v);
    if (is_partial)
        inherit(v);
    c->versions[c->count++] = v;
    return 0;
}

static void copy_member(struct configuration *c, const char *key, char *out, size_t size)
{
    const struct json_node *node = json_member(&c->tape->nodes[0], key);
    const bool is_text = node != NULL && node->kind == JSON_STRING;
    snprintf(out, size, "%.*s", is_text ? (int)node->len : 0, is_text ? node->text : "");
}

/* V10: records a start. True when it is of the same program as before and so makes no new
 * version. */
static bool is_same_program(struct configuration *c, struct configuration_version *v)
{
    struct configuration_start *s = &c->start;
    struct configuration_change changes[CONFIGURATION_CHANGES];
    const struct configuration_version *before = last_of(c, v->subject);
    s->seq = v->seq;
    s->time_ms = v->time_ms;
    copy_member(c, "manager", s->manager, sizeof(s->manager));
    copy_member(c, "item", s->version, sizeof(s->version));
    copy_member(c, "document", s->program, sizeof(s->program));
    copy_member(c, "configuration", s->configuration, sizeof(s->configuration));
    return before != NULL && configuration_changes(before, v, changes) == 0;
}

int configuration_take(struct configuration *c, uint64_t seq, const char *text, size_t len,
                       struct cr_err *err)
{
    const struct subject_kind *k = kind_of(text, len);
    if (k == NULL)
        return 0;
    int rc = json_tape_read(c->tape, text, len, err);
    if (rc != 0 || c->tape->nodes[0].kind != JSON_OBJECT)
        return err_set(err, CR_E_INPUT, "event %" PRIu64 " is not as it was written", seq);
    /* decoded strings are never longer than the text; the subject repeats two of them */
    struct configuration_version *v = calloc(1, sizeof(*v) + 2 * len + 256);
    if (v == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    struct draft d = {.v = v, .at = (char *)(v + 1)};
    v->seq = seq;
    v->kind = event_kind(k->kind)->name;
    v->is_end = k->is_end;
    v->user = v->approver = v->remark = "";
    take_members(c, &d, k);
    name_subject(c, &d, k);
    const bool is_start = strcmp(k->subject, "program") == 0;
    if (is_start && is_same_program(c, v)) {
        free(v);
        return 0;
    }
    rc = add_version(c, v, k->is_partial, err);
    if (rc != 0)
        free(v);
    return rc;
}
