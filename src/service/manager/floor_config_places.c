/* Reads the sections "links" and "tables" of a floor file, and the documents that they name. */
#include "game/rules/load_source.h"
#include "service/manager/floor_config_internal.h"

#include <stdio.h>
#include <string.h>

/* ---- Documents ---- */

/* Reads a document and adds the request for it, unless it has been added already. Sets its hash in
 * both cases. */
static int need_document(struct config_reading *r, const struct doc_node *node, const char *name,
                         bool is_progressive, uint8_t hash[CR_HASH_BYTES])
{
    char path[CONFIG_PATH_MAX];
    const char *slash = strrchr(r->path, '/');
    const bool is_relative = source_is_path(name) && name[0] != '/' && slash != NULL;
    int len = snprintf(path, sizeof(path), "%.*s%s", is_relative ? (int)(slash - r->path + 1) : 0,
                       r->path, name);
    if (len < 0 || len >= CONFIG_PATH_MAX)
        return doc_fault(r->load.doc, node->at, "the path is too long");
    struct cr_err why = {0};
    struct source source;
    union floor_parsed parsed;
    if (source_open(path, &source, &why) != 0)
        return doc_fault(r->load.doc, node->at, "%s", why.text);
    int rc = is_progressive
                 ? cr_progressive_parse(source.origin, source.text, source.len, &parsed.progressive,
                                        &why)
                 : cr_rules_parse(source.origin, source.text, source.len, &parsed.rules, &why);
    struct floor_event *e = NULL;
    if (rc != 0) {
        rc = doc_fault(r->load.doc, node->at, "%s", why.text);
    } else {
        memcpy(hash, is_progressive ? parsed.progressive.hash : parsed.rules.hash, CR_HASH_BYTES);
        for (size_t i = 0; i < r->config->count && e == NULL; i++)
            if (r->config->requests[i].event.kind == FLOOR_DOCUMENT_ADDED &&
                memcmp(r->config->requests[i].event.document, hash, CR_HASH_BYTES) == 0)
                e = &r->config->requests[i].event;
        if (e == NULL) {
            rc = config_add_request(r, FLOOR_DOCUMENT_ADDED, node->at, &e);
            if (rc == 0)
                rc = config_set_text(r, e, "text", node->at,
                                     (struct doc_text){source.text, source.len});
            if (rc == 0) {
                config_set_people(r, e);
                memcpy(e->document, hash, CR_HASH_BYTES);
            }
        }
    }
    source_release(&source);
    return rc;
}

/* ---- Values ---- */

#define SOURCE_MAX 256

static int read_source(const struct load *load, const struct doc_node *node, void *out)
{
    return load_copy(load, node, out, SOURCE_MAX);
}

static const struct words no_yes = {2, {"no", "yes"}};

static int read_policy(const struct load *load, const struct doc_node *node, void *out)
{
    const struct words policies = words_of(ledger_policy_names);
    return load_choice(load, node, "policy", &policies, out);
}

/* ---- Links ---- */

struct link_spec {
    char progressive[SOURCE_MAX];
    size_t policy;
    bool claim_lock, two_departments, open;
    uint32_t high, low, coins_per_minute;
};

static const struct config_bounds up_to_two = {0, 2};
static const struct config_bounds any_count = {1, 1000000};

#define AT(member) offsetof(struct link_spec, member)
static const struct field approval_fields[] = {
    {"high", config_read_count, AT(high), &up_to_two, "2", 0, false},
    {"low", config_read_count, AT(low), &up_to_two, "1", 0, false},
};
static const struct fields approvals = LOAD_FIELDS(approval_fields);
static const struct field link_fields[] = {
    {"progressive", read_source, AT(progressive), NULL, "cn", 0, false},
    {"policy", read_policy, AT(policy), NULL, "order", 0, true},
    {"claim_lock", load_bool, AT(claim_lock), &no_yes, "no", 0, true},
    {"approvals", load_section, 0, &approvals, "{high: 2, low: 1}", 0, true},
    {"two_departments", load_bool, AT(two_departments), &no_yes, "no", 0, true},
    {"coins_per_minute", config_read_count, AT(coins_per_minute), &any_count, "60", 0, true},
    {"open", load_bool, AT(open), &no_yes, "yes", 0, true},
};
static const struct fields link_keys = LOAD_FIELDS(link_fields);
#undef AT

/* Adds the request that makes a link or a table of that name. */
static int add_place(struct config_reading *r, enum floor_kind kind, const char *member,
                     const struct doc_node *node, const uint8_t document[CR_HASH_BYTES],
                     struct floor_event **out)
{
    int rc = config_add_request(r, kind, node->key_at, out);
    if (rc == 0)
        rc = config_set_text(r, *out, member, node->key_at, node->key);
    if (rc != 0)
        return rc;
    config_set_people(r, *out);
    memcpy((*out)->document, document, CR_HASH_BYTES);
    return 0;
}

int config_read_link(struct config_reading *r, const struct doc_node *node)
{
    struct link_spec spec = {.high = 2, .low = 1};
    uint8_t hash[CR_HASH_BYTES];
    struct floor_event *e = NULL;
    int rc = load_fields(&r->load, node, &link_keys, &spec);
    if (rc == 0)
        rc = need_document(r, doc_find(r->load.doc, node, "progressive"), spec.progressive, true,
                           hash);
    if (rc == 0)
        rc = add_place(r, FLOOR_LINK_CONFIGURED, "link", node, hash, &e);
    if (rc != 0)
        return rc;
    e->policy = (uint8_t)(spec.policy + 1);
    e->claim_lock = spec.claim_lock;
    e->two_departments = spec.two_departments;
    e->high_approvals = (uint8_t)(spec.high + 1);
    e->low_approvals = (uint8_t)(spec.low + 1);
    e->coins_per_minute = spec.coins_per_minute;
    return 0;
}

int config_open_link(struct config_reading *r, const struct doc_node *node)
{
    const struct doc_node *open = doc_find(r->load.doc, node, "open");
    struct floor_event *e = NULL;
    if (open == NULL || open->text.len != 3)
        return 0;
    int rc = config_add_request(r, FLOOR_LINK_OPENED, node->key_at, &e);
    if (rc == 0)
        rc = config_set_text(r, e, "link", node->key_at, node->key);
    if (rc == 0)
        memcpy(e->user, r->config->user, sizeof(e->user));
    return rc;
}

/* ---- Tables ---- */

struct table_spec {
    char rules[SOURCE_MAX], game[CR_TITLE_MAX];
    bool live;
};

#define AT(member) offsetof(struct table_spec, member)
static const struct field table_fields[] = {
    {"rules", read_source, AT(rules), NULL, "uth-cn", 0, true},
    {"game", load_title, AT(game), NULL, "Four Card Poker", 0, true},
    {"link", config_read_plain, 0, NULL, "main", 0, true},
    {"live", load_bool, AT(live), &no_yes, "no", 0, true},
};
static const struct fields table_keys = LOAD_FIELDS(table_fields);
#undef AT

/* Sets the name of the game: as the file says, or else the title of the rules. */
static int name_game(struct config_reading *r, const struct doc_node *node,
                     const struct table_spec *spec, struct floor_event *e)
{
    static const uint8_t none[CR_HASH_BYTES];
    if (spec->game[0] != '\0')
        return config_set_text(r, e, "item", node->key_at,
                               (struct doc_text){spec->game, strlen(spec->game)});
    if (memcmp(e->document, none, CR_HASH_BYTES) == 0)
        return doc_fault(r->load.doc, node->key_at,
                         "a table has rules, or a game that the dealer deals: add one of both");
    for (size_t i = 0; i < r->config->count; i++) {
        const struct floor_event *d = &r->config->requests[i].event;
        struct cr_rules rules;
        if (d->kind == FLOOR_DOCUMENT_ADDED &&
            memcmp(d->document, e->document, CR_HASH_BYTES) == 0 &&
            cr_rules_parse("rules", d->text, d->text_len, &rules, NULL) == 0)
            return config_set_text(r, e, "item", node->key_at,
                                   (struct doc_text){rules.title, strlen(rules.title)});
    }
    return 0;
}

int config_read_table(struct config_reading *r, const struct doc_node *node)
{
    struct table_spec spec = {.live = false};
    uint8_t hash[CR_HASH_BYTES] = {0};
    struct floor_event *e = NULL;
    const struct doc *doc = r->load.doc;
    int rc = load_fields(&r->load, node, &table_keys, &spec);
    if (rc == 0 && spec.rules[0] != '\0')
        rc = need_document(r, doc_find(doc, node, "rules"), spec.rules, false, hash);
    if (rc == 0)
        rc = add_place(r, FLOOR_TABLE_CONFIGURED, "table", node, hash, &e);
    if (rc != 0)
        return rc;
    const struct doc_node *link = doc_find(doc, node, "link");
    if (link != NULL)
        rc = config_set_text(r, e, "link", link->at, link->text);
    if (rc == 0)
        rc = name_game(r, node, &spec, e);
    e->is_live = spec.live;
    return rc;
}
