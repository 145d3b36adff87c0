/* Reads which rules, which progressive and which meters a question is about. Names are those of
 * shipped files: nothing that a stranger sends is ever opened as a path. */
#include "sim/ask.h"

#include "game/games/game.h"

#include <string.h>

/* Finds the bytes of a file: shipped under a name, or given as a text. */
static int read_source(struct ask *a, const char *name_key, const char *text_key,
                       struct source *out)
{
    const struct json_node *name = ask_member(a, name_key), *text = ask_member(a, text_key);
    char word[CR_NAME_MAX];
    if (name && text)
        return ask_fault(a, CR_E_INPUT, text_key, "either \"%s\" or \"%s\", not both", name_key,
                         text_key);
    if (!name && !text)
        return ask_fault(a, CR_E_INPUT, name_key,
                         "missing; give \"%s\", the name of a shipped file, or \"%s\", a text",
                         name_key, text_key);
    if (text && text->kind != JSON_STRING)
        return ask_fault(a, CR_E_INPUT, text_key, "must be a string: the text of a file");
    if (text) {
        *out = (struct source){.origin = text_key, .text = text->text, .len = text->len};
        return CR_OK;
    }
    int rc = ask_word(a, name, name_key, word, sizeof word);
    if (rc != CR_OK)
        return rc;
    const struct cr_shipped *file = cr_shipped_find(word);
    if (!file)
        return ask_fault(a, CR_E_NOT_FOUND, name_key,
                         "nothing is shipped under that name; GET /api/v1/rules lists what is");
    *out = (struct source){.origin = file->name, .text = file->text, .len = file->len};
    return CR_OK;
}

/* The member that gave the bytes, for faults in them. */
static const char *given_by(const struct ask *a, const char *name_key, const char *text_key)
{
    return json_member(a->tape->nodes, text_key) ? text_key : name_key;
}

int ask_subject(struct ask *a, struct subject *out)
{
    struct source source = {0};
    int rc = read_source(a, "name", "text", &source);
    if (rc != CR_OK)
        return rc;
    rc = subject_parse(&source, out, &a->err);
    return ask_blame(a, rc, given_by(a, "name", "text"));
}

int ask_source(struct ask *a, struct source *out)
{
    return read_source(a, "rules", "text", out);
}

int ask_rules(struct ask *a, struct cr_rules *out)
{
    struct source source = {0};
    int rc = ask_source(a, &source);
    if (rc != CR_OK)
        return rc;
    rc = cr_rules_parse(source.origin, source.text, source.len, out, &a->err);
    return ask_blame(a, rc, given_by(a, "rules", "text"));
}

int ask_shipped_rules(struct ask *a, struct cr_rules *out)
{
    char word[CR_NAME_MAX];
    int rc = ask_word(a, ask_member(a, "rules"), "rules", word, sizeof word);
    const struct cr_shipped *file = rc == CR_OK ? cr_shipped_find(word) : NULL;
    if (rc == CR_OK && (!file || file->is_progressive))
        return ask_fault(a, CR_E_NOT_FOUND, "rules",
                         "no house rules are shipped under that name; GET /api/v1/rules lists "
                         "what is");
    if (rc != CR_OK)
        return rc;
    return ask_blame(a, cr_rules_parse(file->name, file->text, file->len, out, &a->err), "rules");
}

/* Takes the progressive that the rules name. */
static int usual_progressive(struct ask *a, const char *usual, struct cr_progressive *out,
                             bool *has)
{
    *has = usual[0] != '\0';
    if (!*has)
        return CR_OK;
    const struct cr_shipped *file = cr_shipped_find(usual);
    if (!file || !file->is_progressive)
        return ask_fault(a, CR_E_INPUT, "progressive",
                         "the rules name \"%s\", which is not shipped; give its text as "
                         "\"progressive_text\", or null for none",
                         usual);
    return ask_blame(a, cr_progressive_parse(file->name, file->text, file->len, out, &a->err),
                     "progressive");
}

int ask_progressive_source(struct ask *a, struct source *source, struct cr_progressive *out)
{
    int rc = read_source(a, "progressive", "progressive_text", source);
    if (rc != CR_OK)
        return rc;
    rc = cr_progressive_parse(source->origin, source->text, source->len, out, &a->err);
    return ask_blame(a, rc, given_by(a, "progressive", "progressive_text"));
}

int ask_progressive(struct ask *a, const char *usual, struct cr_progressive *out, bool *has)
{
    const struct json_node *name = ask_member(a, "progressive");
    struct source source = {0};
    *has = false;
    if (a->err.code != CR_OK)
        return a->err.code;
    if (!name && !ask_member(a, "progressive_text"))
        return usual_progressive(a, usual, out, has);
    if (name && name->kind == JSON_NULL && !ask_member(a, "progressive_text"))
        return CR_OK;
    int rc = ask_progressive_source(a, &source, out);
    *has = rc == CR_OK;
    return rc;
}

/* ---- Meters ---- */

static int read_meter(struct ask *a, const struct json_node *node, struct ask_table *table)
{
    char name[CR_NAME_MAX];
    if (node->kind != JSON_OBJECT)
        return ask_fault(a, CR_E_INPUT, "meters", "each must be an object");
    const struct json_node *reserve = json_member(node, "reserve");
    int rc = ask_word(a, json_member(node, "name"), "meters", name, sizeof name);
    if (rc != CR_OK)
        return rc;
    unsigned m = 0;
    while (m < table->progressive.meter_count && strcmp(table->progressive.meters[m].name, name))
        m++;
    if (m == table->progressive.meter_count)
        return ask_fault(a, CR_E_INPUT, "meters", "%s has no meter of the name %s",
                         table->progressive.name, name);
    struct cr_meter *meter = &table->meters.meters[m];
    rc = ask_amount(a, json_member(node, "amount"), "meters", CR_MONEY_MICRO, &meter->amount);
    if (rc == CR_OK && reserve)
        rc = ask_amount(a, reserve, "meters", CR_MONEY_MICRO, &meter->reserve);
    return rc;
}

static int read_meters(struct ask *a, struct ask_table *table)
{
    const struct json_node *list = ask_member(a, "meters");
    if (table->has_progressive)
        cr_meters_init(&table->progressive, &table->meters);
    if (ask_is_null(list))
        return CR_OK;
    if (list->kind != JSON_ARRAY)
        return ask_fault(a, CR_E_INPUT, "meters", "must be a list");
    if (!table->has_progressive && list->count > 0)
        return ask_fault(a, CR_E_INPUT, "meters", "there is no progressive");
    const struct json_node *node = json_first(list);
    int rc = CR_OK;
    for (uint32_t i = 0; i < list->count && rc == CR_OK; i++, node = json_next(node))
        rc = read_meter(a, node, table);
    return rc;
}

int ask_table(struct ask *a, struct ask_table *out)
{
    *out = (struct ask_table){0};
    int rc = ask_rules(a, &out->rules);
    if (rc == CR_OK)
        rc = ask_progressive(a, out->rules.progressive, &out->progressive, &out->has_progressive);
    if (rc == CR_OK && out->has_progressive && out->rules.game->progressive == CR_SLOTS)
        rc = ask_fault(a, CR_E_INPUT, "progressive", "%s has no place for one", out->rules.name);
    return rc == CR_OK ? read_meters(a, out) : rc;
}
