/* Reads a floor file: people, thresholds, messages, printers and limits; the other sections are in
 * floor_config_places.c and floor_config_house.c. See floor_config.h. */
#include "base/check.h"
#include "base/err.h"
#include "base/list.h"
#include "game/rules/load_source.h"
#include "service/manager/floor_config_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A threshold cannot take effect in the past, so it does shortly after it is set. */
#define THRESHOLD_DELAY_MS 1000

/* A floor has up to 16,384 tables, each a map of two or three values. So large a file is no danger:
 * only the program of that floor reads it, and once. */
static const struct doc_limits file_limits = {.bytes = 4194304, .nodes = 200000};

const char *floor_config_name(const struct floor_config *config)
{
    return config->name;
}

const struct print_targets *floor_config_printers(const struct floor_config *config)
{
    return &config->printers;
}

const struct floor_limits *floor_config_limits(const struct floor_config *config)
{
    return &config->limits;
}

const struct floor_event *floor_config_request(const struct floor_config *config, size_t i,
                                               unsigned *line)
{
    if (i >= config->count)
        return NULL;
    *line = config->requests[i].line;
    return &config->requests[i].event;
}

void floor_config_fill(const struct floor_config *config, size_t i, int64_t now_ms,
                       struct floor_event *out)
{
    CHECK(i < config->count);
    *out = config->requests[i].event;
    if (out->kind == FLOOR_THRESHOLD_SET)
        out->effective_ms = now_ms + THRESHOLD_DELAY_MS;
}

void floor_config_free(struct floor_config *config)
{
    if (config != NULL)
        free(config->requests);
    free(config);
}

/* ---- Requests ---- */

int config_add_request(struct config_reading *r, unsigned kind, struct doc_mark at,
                       struct floor_event **out)
{
    struct floor_config *c = r->config;
    if (!list_grow(&c->requests, &c->room, c->count, sizeof *c->requests))
        return err_set(r->err, CR_E_IO, "out of memory");
    struct config_request *request = &c->requests[c->count++];
    memset(request, 0, sizeof(*request));
    event_init(&request->event, kind);
    request->line = at.line;
    *out = &request->event;
    return 0;
}

int config_set_text(struct config_reading *r, struct floor_event *e, const char *member,
                    struct doc_mark at, struct doc_text text)
{
    struct cr_err why = {0};
    const struct event_field *field =
        event_member_find(event_kind(e->kind), member, strlen(member))->field;
    if (event_set_string(e, field, text.data, text.len, &why) == 0)
        return 0;
    return doc_fault(r->load.doc, at, "\"%.*s\": %s", DOC_QUOTE(text), err_without_field(&why));
}

void config_set_people(const struct config_reading *r, struct floor_event *e)
{
    memcpy(e->user, r->config->user, sizeof(e->user));
    memcpy(e->approver, r->config->approver, sizeof(e->approver));
}

/* ---- Values ---- */

int config_read_count(const struct load *load, const struct doc_node *node, void *out)
{
    const struct config_bounds *bounds = load->arg;
    uint32_t n = 0;
    int rc = load_text(load, node);
    if (rc != 0)
        return rc;
    struct doc_text text = node->text;
    if (!take_count(&text, bounds->max, &n) || text.len != 0 || n < bounds->min)
        return doc_fault(load->doc, node->at, "expected a whole number from %u to %u",
                         (unsigned)bounds->min, (unsigned)bounds->max);
    *(uint32_t *)out = n;
    return 0;
}

/* ---- People ---- */

int config_read_plain(const struct load *load, const struct doc_node *node, void *out)
{
    (void)out;
    return load_text(load, node);
}

static const struct field person_fields[] = {
    {"role", config_read_plain, 0, NULL, "cage", 0, false},
    {"department", config_read_plain, 0, NULL, "Cage", 0, true},
};
static const struct fields person_keys = LOAD_FIELDS(person_fields);

/* Reads a person's role: "Ana Reyes: manager", or a map with role and department. */
static int read_role(struct config_reading *r, const struct doc_node *node, struct floor_event *e)
{
    const struct doc *doc = r->load.doc;
    char nothing;
    if (node->kind != DOC_MAP) {
        int rc = load_text(&r->load, node);
        return rc != 0 ? rc : config_set_text(r, e, "item", node->at, node->text);
    }
    int rc = load_fields(&r->load, node, &person_keys, &nothing);
    if (rc != 0)
        return rc;
    const struct doc_node *role = doc_find(doc, node, "role");
    const struct doc_node *department = doc_find(doc, node, "department");
    rc = config_set_text(r, e, "item", role->at, role->text);
    if (rc == 0 && department != NULL)
        rc = config_set_text(r, e, "department", department->at, department->text);
    return rc;
}

static int read_person(struct config_reading *r, const struct doc_node *node)
{
    struct floor_event *e = NULL;
    const bool is_first = r->config->count < 2;
    int rc = config_add_request(r, FLOOR_PERSON_ADDED, node->key_at, &e);
    if (rc == 0)
        rc = config_set_text(r, e, "person", node->key_at, node->key);
    if (rc == 0)
        rc = read_role(r, node, e);
    if (rc != 0)
        return rc;
    if (is_first)
        memcpy(e->user, "setup", 5);
    else
        config_set_people(r, e);
    return 0;
}

static bool is_name(struct doc_text text, const char *name)
{
    return text.len == strlen(name) && memcmp(text.data, name, text.len) == 0;
}

/* Reads the two people of configured_by before all others, because they add the others. */
static int read_configurers(struct config_reading *r, const struct doc_node *map)
{
    const char *const first[] = {r->config->user, r->config->approver};
    int rc = 0;
    for (unsigned i = 0; i < 2 && rc == 0; i++) {
        const struct doc_node *n = doc_find(r->load.doc, map, first[i]);
        rc = n != NULL ? read_person(r, n)
                       : doc_fault(r->load.doc, map->at,
                                   "\"%s\" of configured_by is not among the people", first[i]);
    }
    return rc;
}

static int read_other_person(struct config_reading *r, const struct doc_node *node)
{
    const bool was_first =
        is_name(node->key, r->config->user) || is_name(node->key, r->config->approver);
    return was_first ? 0 : read_person(r, node);
}

static int read_configured_by(const struct load *load, const struct doc_node *node, void *out)
{
    struct floor_config *config = out;
    int rc = load_is(load, node, DOC_LIST);
    if (rc != 0)
        return rc;
    if (node->count != 2)
        return doc_fault(load->doc, node->at, "expected two people, as [Ana Reyes, Ben Okafor]");
    const struct doc_node *a = doc_first(load->doc, node), *b = doc_next(load->doc, a);
    rc = load_text(load, a);
    if (rc == 0)
        rc = load_copy(load, a, config->user, FLOOR_PERSON_MAX);
    if (rc == 0)
        rc = load_text(load, b);
    if (rc == 0)
        rc = load_copy(load, b, config->approver, FLOOR_PERSON_MAX);
    if (rc == 0 && strcmp(config->user, config->approver) == 0)
        rc = doc_fault(load->doc, b->at, "expected two different people");
    return rc;
}

/* ---- Thresholds ---- */

static int read_threshold(struct config_reading *r, const struct doc_node *node)
{
    const struct words kinds = words_of(threshold_names);
    struct floor_event *e = NULL;
    size_t kind;
    int rc = load_word(r->load.doc, node->key_at, "threshold", node->key, &kinds, &kind);
    if (rc == 0)
        rc = config_add_request(r, FLOOR_THRESHOLD_SET, node->key_at, &e);
    if (rc == 0)
        rc = config_set_text(r, e, "item", node->key_at, node->key);
    if (rc == 0)
        rc = load_money_positive(&r->load, node, &e->amount);
    if (rc == 0)
        config_set_people(r, e);
    return rc;
}

/* ---- The file ---- */

static int read_map(const struct load *load, const struct doc_node *node, void *out)
{
    (void)out;
    return load_is(load, node, DOC_MAP);
}

static int read_list(const struct load *load, const struct doc_node *node, void *out)
{
    (void)out;
    return load_is(load, node, DOC_LIST);
}

/* Every program that reads a store has room for this many (floor_limits_largest). A floor with more
 * could not be verified. */
#define LIMIT(name, most)                                                                          \
    {                                                                                              \
#name, config_read_count, offsetof(struct floor_limits, name),                             \
            &(const struct config_bounds){1, most }, "1024", 0, true                               \
    }
static const struct field limit_fields[] = {
    LIMIT(tables, FLOOR_TABLES_MAX),       LIMIT(links, FLOOR_LINKS_MAX),
    LIMIT(claims, FLOOR_CLAIMS_MAX),       LIMIT(disputes, FLOOR_DISPUTES_MAX),
    LIMIT(alarms, FLOOR_ALARMS_MAX),       LIMIT(people, FLOOR_PEOPLE_MAX),
    LIMIT(documents, FLOOR_DOCUMENTS_MAX), LIMIT(tokens, FLOOR_TOKENS_MAX)};
#undef LIMIT
static const struct fields limit_keys = LOAD_FIELDS(limit_fields);

/* ---- Messages on the signs ---- */

/* Reads a message: a text for all signs, or a map that also names the link or table whose signs
 * show it (PIT-13). */
static int read_message(struct config_reading *r, const struct doc_node *node)
{
    static const struct words members = {3, {"text", "link", "table"}};
    struct floor_event *e = NULL;
    size_t member;
    int rc = config_add_request(r, FLOOR_MESSAGE_SET, node->at, &e);
    if (rc != 0)
        return rc;
    memcpy(e->user, r->config->user, sizeof(e->user));
    if (node->kind != DOC_MAP) {
        rc = load_text(&r->load, node);
        return rc != 0 ? rc : config_set_text(r, e, "text", node->at, node->text);
    }
    for (const struct doc_node *n = doc_first(r->load.doc, node); n && rc == 0;
         n = doc_next(r->load.doc, n)) {
        rc = load_word(r->load.doc, n->key_at, "key", n->key, &members, &member);
        if (rc == 0)
            rc = load_text(&r->load, n);
        if (rc == 0)
            rc = config_set_text(r, e, members.list[member], n->at, n->text);
    }
    return rc;
}

/* ---- Printers ---- */

static int add_word(const struct load *load, const struct doc_node *node,
                    struct print_target *target)
{
    const int rc = load_text(load, node);
    if (rc != 0)
        return rc;
    if (memchr(node->text.data, '\0', node->text.len) != NULL ||
        !print_target_add(target, node->text.data, node->text.len))
        return doc_fault(load->doc, node->at, "expected at most %d words and %d letters",
                         PRINT_WORDS_MAX, PRINT_PATH_MAX - 1);
    return 0;
}

/* Reads where papers go: a folder or device, or a command with its arguments. load->arg is not NULL
 * for papers with pages, which the device of a receipt printer cannot print. */
static int read_target(const struct load *load, const struct doc_node *node, void *out)
{
    struct print_target *target = out;
    const bool is_pages = load->arg != NULL;
    int rc = 0;
    target->is_command = node->kind == DOC_LIST;
    if (!target->is_command)
        rc = add_word(load, node, target);
    else
        for (const struct doc_node *n = doc_first(load->doc, node); n && rc == 0;
             n = doc_next(load->doc, n))
            rc = add_word(load, n, target);
    if (rc == 0 && (target->words == 0 || (!target->is_command && target->text[0] != '/')))
        rc = doc_fault(load->doc, node->at,
                       "expected a folder or a device from / on, or a command as [lp, -d, pit]");
    if (rc == 0 && is_pages && print_target_is_device(target))
        rc = doc_fault(
            load->doc, node->at,
            "a form has pages, which a device of a receipt printer cannot print; expected "
            "a folder or a command");
    return rc;
}

static int read_spool(const struct load *load, const struct doc_node *node, void *out)
{
    char *path = out;
    const int rc = load_copy(load, node, path, PRINT_PATH_MAX);
    return rc == 0 && path[0] != '/' ? doc_fault(load->doc, node->at, "expected a folder from / on")
                                     : rc;
}

#define AT(member) offsetof(struct print_targets, member)
static const struct field printer_fields[] = {
    {"receipts", read_target, AT(of[PRINT_RECEIPT]), NULL, "/dev/usb/lp0", 0, true},
    {"slips", read_target, AT(of[PRINT_SLIP]), NULL, "/dev/usb/lp0", 0, true},
    {"forms", read_target, AT(of[PRINT_FORM]), "pages", "[lp, -d, pit]", 0, true},
    {"spool", read_spool, AT(spool), NULL, "/var/spool/croupier", 0, true},
};
#undef AT
static const struct fields printer_keys = LOAD_FIELDS(printer_fields);

#define AT(member) offsetof(struct floor_config, member)
static const struct field file_fields[] = {
    {"floor", load_title, AT(name), NULL, "Main floor", 0, false},
    {"configured_by", read_configured_by, 0, NULL, "[Ana Reyes, Ben Okafor]", 0, false},
    {"people", read_map, 0, NULL, "{Ana Reyes: manager}", 0, false},
    {"links", read_map, 0, NULL, "{main: {progressive: cn}}", 0, true},
    {"tables", read_map, 0, NULL, "{t1: {rules: uth-cn, link: main}}", 0, true},
    {"thresholds", read_map, 0, NULL, "{cash report: 10000}", 0, true},
    {"house", read_map, 0, NULL, "{zone: America/Chicago}", 0, true},
    {"messages", read_list, 0, NULL, "[Happy hour at the bar]", 0, true},
    {"printers", load_section, AT(printers), &printer_keys, "{receipts: /dev/usb/lp0}", 0, true},
    {"limits", load_section, AT(limits), &limit_keys, "{tables: 1024}", 0, true},
};
static const struct fields file_keys = LOAD_FIELDS(file_fields);
#undef AT

static int read_file(struct config_reading *r)
{
    static const struct {
        const char *key;
        config_reader *read_each;
    } parts[] = {{"people", read_other_person},     {"links", config_read_link},
                 {"tables", config_read_table},     {"thresholds", read_threshold},
                 {"house", config_read_house_item}, {"messages", read_message},
                 {"links", config_open_link}};
    const struct doc *doc = r->load.doc;
    const struct doc_node *root = doc_root(doc);
    int rc = load_fields(&r->load, root, &file_keys, r->config);
    if (rc == 0)
        rc = read_configurers(r, doc_find(doc, root, "people"));
    for (size_t i = 0; rc == 0 && i < sizeof(parts) / sizeof(parts[0]); i++) {
        const struct doc_node *all = doc_find(doc, root, parts[i].key);
        const struct doc_node *each = all != NULL ? doc_first(doc, all) : NULL;
        for (; each != NULL && rc == 0; each = doc_next(doc, each))
            rc = parts[i].read_each(r, each);
    }
    return rc;
}

int floor_config_load(const char *path, struct floor_config **out, struct cr_err *err)
{
    char place[CONFIG_PATH_MAX];
    struct source source;
    struct doc *doc = NULL;
    struct cr_err own;
    struct floor_config *config = calloc(1, sizeof(*config));
    if (config == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    config->limits = floor_limits_usual;
    /* The name of a floor file is always a path, never that of something shipped. */
    int len = snprintf(place, sizeof(place), "%s%s", strchr(path, '/') == NULL ? "./" : "", path);
    int rc = len < CONFIG_PATH_MAX ? source_read(place, file_limits.bytes, &source, err)
                                   : err_set(err, CR_E_INPUT, "the path is too long");
    if (rc == 0) {
        rc = doc_new(path, source.text, source.len, &file_limits, err != NULL ? err : &own, &doc);
        if (rc == 0) {
            struct config_reading r = {
                .load = {.doc = doc}, .config = config, .path = place, .err = err};
            rc = read_file(&r);
            doc_free(doc);
        }
        source_release(&source);
    }
    return err_or_made(rc, out, config, floor_config_free);
}
