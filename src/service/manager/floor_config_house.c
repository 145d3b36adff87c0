/* Reads the section "house" of a floor file: name, zone, gaming day, papers, shifts and the like
 * (PIT-6, PIT-13 to PIT-15). */
#include "base/err.h"
#include "floor/house_items.h"
#include "floor/house_logo.h"
#include "game/rules/load_source.h"
#include "os/zone_file.h"
#include "reports/floor/house_paper.h"
#include "service/manager/floor_config_internal.h"

#include <stdio.h>
#include <string.h>

/* Reads a text, or a list of texts, which are joined with commas. */
static int read_words(struct config_reading *r, const struct doc_node *node, char *out, size_t size)
{
    const struct doc *doc = r->load.doc;
    memset(out, 0, size); /* load_copy() adds no terminator */
    struct text t = text_in(out, size);
    if (node->kind != DOC_LIST) {
        const int rc = load_text(&r->load, node);
        return rc != 0 ? rc : load_copy(&r->load, node, out, size);
    }
    for (const struct doc_node *n = doc_first(doc, node); n; n = doc_next(doc, n)) {
        const int rc = load_text(&r->load, n);
        if (rc != 0)
            return rc;
        text_add(&t, t.len > 0 ? ", " : "");
        text_add_len(&t, n->text.data, n->text.len);
    }
    return t.cut ? doc_fault(doc, node->at, "the list is too long") : 0;
}

/* Appends to the name of a zone its rule from this machine's tz database. */
static int add_rule(struct config_reading *r, const struct doc_node *node, char *text, size_t size)
{
    char rule[ZONE_RULE_MAX];
    struct cr_err why = {0};
    const size_t len = strlen(text);
    if (strchr(text, ' ') != NULL)
        return 0;
    if (zone_file_rule(text, rule, &why) != 0)
        return doc_fault(r->load.doc, node->at, "%s", why.text);
    snprintf(text + len, size - len, " %s", rule);
    return 0;
}

/* Reads the logo from a file beside the floor file; the picture itself goes into the log. */
static int read_logo(struct config_reading *r, const struct doc_node *node, const char *name,
                     struct floor_event *e)
{
    char path[CONFIG_PATH_MAX];
    const char *slash = strrchr(r->path, '/');
    struct cr_err why = {0};
    struct source source;
    const int len =
        snprintf(path, sizeof(path), "%.*s%s",
                 name[0] != '/' && slash != NULL ? (int)(slash - r->path + 1) : 0, r->path, name);
    if (len < 0 || len >= CONFIG_PATH_MAX)
        return doc_fault(r->load.doc, node->at, "the path is too long");
    if (source_open(path, &source, &why) != 0)
        return doc_fault(r->load.doc, node->at, "%s", why.text);
    char text[FLOOR_TEXT_MAX + 1];
    const bool is_logo = house_logo_text(source.text, source.len, text);
    const bool is_drawn = is_logo && house_logo_is_drawn(source.text, source.len);
    source_release(&source);
    if (!is_drawn)
        return doc_fault(r->load.doc, node->at,
                         "%s: expected a PNG picture of at most %d by %d pixels and %d bytes%s",
                         path, HOUSE_LOGO_SIDE, HOUSE_LOGO_SIDE, (int)HOUSE_LOGO_BYTES,
                         is_logo ? "; this one's pixels cannot be read" : "");
    return config_set_text(r, e, "text", node->at, (struct doc_text){text, strlen(text)});
}

int config_read_house_item(struct config_reading *r, const struct doc_node *node)
{
    char word[CR_NAME_MAX] = "", text[FLOOR_HOUSE_TEXT_MAX];
    struct cr_err why = {0};
    struct floor_event *e = NULL;
    snprintf(word, sizeof(word), "%.*s", (int)(node->key.len < 31 ? node->key.len : 31),
             node->key.data);
    const unsigned item = house_item_find(word);
    if (item == HOUSE_ITEMS)
        return doc_fault(
            r->load.doc, node->key_at,
            "unknown key \"%s\"; expected one of: name, zone, day start, paper, money, "
            "shifts, service, compliance, lights, logo",
            word);
    int rc = read_words(r, node, text, sizeof(text));
    if (rc == 0 && item == HOUSE_ZONE)
        rc = add_rule(r, node, text, sizeof(text));
    if (rc == 0 && item != HOUSE_LOGO && house_item_check(item, text, &why) != 0)
        rc = doc_fault(r->load.doc, node->at, "%s", err_without_field(&why));
    if (rc == 0)
        rc = config_add_request(r, FLOOR_HOUSE_SET, node->key_at, &e);
    if (rc == 0)
        rc = config_set_text(r, e, "item", node->key_at, (struct doc_text){word, strlen(word)});
    if (rc != 0)
        return rc;
    config_set_people(r, e);
    return item == HOUSE_LOGO
               ? read_logo(r, node, text, e)
               : config_set_text(r, e, "text", node->at, (struct doc_text){text, strlen(text)});
}
