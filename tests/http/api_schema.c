/* The part of JSON Schema that docs/openapi.yaml uses. An unknown keyword in a schema fails the
 * test, so that nothing passes as checked that is not. */
#include "api_schema.h"

#include <regex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static yaml_document_t document;
static char why[512];

yaml_document_t *schema_document(void)
{
    static bool loaded;
    if (loaded)
        return &document;
    yaml_parser_t parser;
    FILE *file = fopen("docs/openapi.yaml", "rb");
    assert_non_null(file);
    assert_true(yaml_parser_initialize(&parser));
    yaml_parser_set_input_file(&parser, file);
    assert_true(yaml_parser_load(&parser, &document));
    yaml_parser_delete(&parser);
    fclose(file);
    loaded = true;
    return &document;
}

yaml_node_t *schema_root(void)
{
    return yaml_document_get_root_node(schema_document());
}

const char *schema_text(const yaml_node_t *node)
{
    return node != NULL && node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value
                                                          : "";
}

static yaml_node_t *plain_get(yaml_node_t *map, const char *key)
{
    if (map == NULL || map->type != YAML_MAPPING_NODE)
        return NULL;
    for (yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top; p++)
        if (strcmp(schema_text(yaml_document_get_node(&document, p->key)), key) == 0)
            return yaml_document_get_node(&document, p->value);
    return NULL;
}

/* Follows a reference such as "#/components/schemas/Floor". */
static yaml_node_t *follow(yaml_node_t *node)
{
    yaml_node_t *ref = plain_get(node, "$ref");
    if (ref == NULL)
        return node;
    char path[256];
    snprintf(path, sizeof(path), "%s", schema_text(ref));
    assert_int_equal(strncmp(path, "#/", 2), 0);
    node = schema_root();
    char *rest = NULL;
    for (char *part = strtok_r(path + 2, "/", &rest); part; part = strtok_r(NULL, "/", &rest))
        node = plain_get(node, part);
    if (node == NULL)
        fail_msg("%s leads nowhere", schema_text(ref));
    return follow(node);
}

yaml_node_t *schema_get(yaml_node_t *map, const char *key)
{
    yaml_node_t *found = plain_get(map, key);
    return found != NULL ? follow(found) : NULL;
}

const char *schema_description(yaml_node_t *map, const char *key)
{
    return schema_text(plain_get(plain_get(map, key), "description"));
}

yaml_node_t *schema_of_answer(const char *pattern, const char *method, unsigned status,
                              const char *type)
{
    char code[8];
    snprintf(code, sizeof(code), "%u", status);
    yaml_node_t *op = schema_get(schema_get(schema_get(schema_root(), "paths"), pattern), method);
    yaml_node_t *content = schema_get(schema_get(schema_get(op, "responses"), code), "content");
    return schema_get(schema_get(content, type), "schema");
}

yaml_node_t *schema_of_body(const char *pattern, const char *method)
{
    yaml_node_t *op = schema_get(schema_get(schema_get(schema_root(), "paths"), pattern), method);
    yaml_node_t *content = schema_get(schema_get(op, "requestBody"), "content");
    return schema_get(schema_get(content, "application/json"), "schema");
}

/* ---- Checking ---- */

static bool fails(const char *at, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fails(const char *at, const char *format, ...)
{
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    snprintf(why, sizeof(why), "%.200s: %s", at, text);
    return false;
}

static bool is_type(const struct json_node *n, const char *type)
{
    switch (n->kind) {
    case JSON_NULL:
        return strcmp(type, "null") == 0;
    case JSON_BOOL:
        return strcmp(type, "boolean") == 0;
    case JSON_NUMBER:
        return strcmp(type, "number") == 0 ||
               (strcmp(type, "integer") == 0 && memchr(n->text, '.', n->len) == NULL);
    case JSON_STRING:
        return strcmp(type, "string") == 0;
    case JSON_ARRAY:
        return strcmp(type, "array") == 0;
    case JSON_OBJECT:
        break;
    }
    return strcmp(type, "object") == 0;
}

static yaml_node_t *item(yaml_node_t *list, yaml_node_item_t *at)
{
    (void)list;
    return yaml_document_get_node(&document, *at);
}

#define EACH(list, at)                                                                             \
    (yaml_node_item_t *at = (list)->data.sequence.items.start;                                     \
     at < (list)->data.sequence.items.top; at++)

static bool check_type(yaml_node_t *type, const struct json_node *n, const char *at)
{
    if (type->type == YAML_SCALAR_NODE)
        return is_type(n, schema_text(type)) ||
               fails(at, "%s, not %s", json_kind_name(n->kind), schema_text(type));
    for
        EACH(type, t)
    if (is_type(n, schema_text(item(type, t))))
        return true;
    return fails(at, "%s is none of its types", json_kind_name(n->kind));
}

static bool check_enum(yaml_node_t *list, const struct json_node *n, const char *at)
{
    for
        EACH(list, t)
        {
            const char *word = schema_text(item(list, t));
            if (n->kind == JSON_NULL
                    ? strcmp(word, "null") == 0
                    : n->kind == JSON_STRING && json_text_is(n->text, n->len, word))
                return true;
        }
    return fails(at, "%.*s is none of its values", n->kind == JSON_STRING ? (int)n->len : 0,
                 n->text != NULL ? n->text : "");
}

static bool check_pattern(const char *pattern, const struct json_node *n, const char *at)
{
    regex_t regex;
    char text[256];
    snprintf(text, sizeof(text), "%.*s", (int)n->len, n->text);
    assert_int_equal(regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB), 0);
    bool good = regexec(&regex, text, 0, NULL, 0) == 0;
    regfree(&regex);
    return good || fails(at, "\"%s\" does not match %s", text, pattern);
}

static bool check(yaml_node_t *schema, const struct json_node *n, const char *at);

static bool check_members(yaml_node_t *schema, const struct json_node *n, const char *at)
{
    yaml_node_t *properties = schema_get(schema, "properties");
    yaml_node_t *required = schema_get(schema, "required");
    const bool closed =
        strcmp(schema_text(schema_get(schema, "additionalProperties")), "false") == 0;
    const struct json_node *m = json_first(n);
    for (uint32_t i = 0; i < n->count; i++, m = json_next(m)) {
        char key[64], place[256];
        snprintf(key, sizeof(key), "%.*s", (int)m->key_len, m->key);
        snprintf(place, sizeof(place), "%.180s.%s", at, key);
        yaml_node_t *property = schema_get(properties, key);
        if (property == NULL && closed)
            return fails(place, "not in the document");
        if (property != NULL && !check(property, m, place))
            return false;
    }
    if (required != NULL)
        for
            EACH(required, t)
    if (json_member(n, schema_text(item(required, t))) == NULL)
        return fails(at, "%s is missing", schema_text(item(required, t)));
    return true;
}

static bool check_elements(yaml_node_t *schema, const struct json_node *n, const char *at)
{
    yaml_node_t *items = schema_get(schema, "items");
    const struct json_node *m = json_first(n);
    for (uint32_t i = 0; items != NULL && i < n->count; i++, m = json_next(m)) {
        char place[256];
        snprintf(place, sizeof(place), "%.180s[%u]", at, i);
        if (!check(items, m, place))
            return false;
    }
    return true;
}

static bool check_one_of(yaml_node_t *list, const struct json_node *n, const char *at)
{
    unsigned fitting = 0;
    char closest[sizeof(why)] = "";
    for
        EACH(list, t)
        {
            if (check(follow(item(list, t)), n, at))
                fitting++;
            else if (strstr(why, ".kind:") == NULL)
                memcpy(closest, why, sizeof(why));
        }
    return fitting == 1 || fails(at, "fits %u of the choices; %.200s", fitting, closest);
}

static bool check_known(yaml_node_t *schema)
{
    static const char known[] = " type enum pattern properties required additionalProperties items "
                                "oneOf minimum maximum minLength maxLength description ";
    for (yaml_node_pair_t *p = schema->data.mapping.pairs.start; p < schema->data.mapping.pairs.top;
         p++) {
        char word[64];
        snprintf(word, sizeof(word), " %s ",
                 schema_text(yaml_document_get_node(&document, p->key)));
        if (strstr(known, word) == NULL)
            return fails("schema", "the check does not know%s", word);
    }
    return true;
}

static bool check_bounds(yaml_node_t *schema, const struct json_node *n, const char *at)
{
    yaml_node_t *low = schema_get(schema, "minimum"), *high = schema_get(schema, "maximum");
    if (n->kind == JSON_NUMBER) {
        char digits[64];
        snprintf(digits, sizeof(digits), "%.*s", (int)n->len, n->text);
        double value = strtod(digits, NULL);
        if ((low != NULL && value < strtod(schema_text(low), NULL)) ||
            (high != NULL && value > strtod(schema_text(high), NULL)))
            return fails(at, "%.*s is out of bounds", (int)n->len, n->text);
    }
    low = schema_get(schema, "minLength");
    high = schema_get(schema, "maxLength");
    if (n->kind == JSON_STRING && ((low != NULL && n->len < strtoul(schema_text(low), NULL, 10)) ||
                                   (high != NULL && n->len > strtoul(schema_text(high), NULL, 10))))
        return fails(at, "%u bytes are out of bounds", n->len);
    return true;
}

static bool check(yaml_node_t *schema, const struct json_node *n, const char *at)
{
    yaml_node_t *one_of = schema_get(schema, "oneOf"), *type = schema_get(schema, "type");
    yaml_node_t *words = schema_get(schema, "enum"), *pattern = schema_get(schema, "pattern");
    if (!check_known(schema))
        return false;
    if (one_of != NULL)
        return check_one_of(one_of, n, at);
    if (type != NULL && !check_type(type, n, at))
        return false;
    if (words != NULL && !check_enum(words, n, at))
        return false;
    if (pattern != NULL && n->kind == JSON_STRING && !check_pattern(schema_text(pattern), n, at))
        return false;
    if (!check_bounds(schema, n, at))
        return false;
    if (n->kind == JSON_OBJECT)
        return check_members(schema, n, at);
    return n->kind != JSON_ARRAY || check_elements(schema, n, at);
}

const char *schema_check(yaml_node_t *schema, const char *json, size_t len)
{
    struct cr_err err = {0};
    struct json_node *root = json_read(json, len, &err);
    if (root == NULL) {
        snprintf(why, sizeof(why), "%s", err.text);
        return why;
    }
    const bool fits = check(schema, root, "answer");
    free(root);
    return fits ? NULL : why;
}
