/* Tables of keys, and values as exact numbers. */
#include "game/rules/load_values.h"

#include "base/check.h"
#include "base/text.h"
#include "game/games/game.h"
#include "game/rules/load_source.h"

#include <sodium.h>
#include <string.h>

const struct doc_node *load_looks_progressive(const struct doc *doc)
{
    const struct doc_node *root = doc_root(doc);
    if (doc_find(doc, root, "rules"))
        return NULL;
    const struct doc_node *meters = doc_find(doc, root, "meters");
    return meters ? meters : doc_find(doc, root, "awards");
}

/* ---- Words ---- */

void words_add(struct words *words, const char *word)
{
    CHECK(words->count < WORDS_MAX);
    words->list[words->count++] = word;
}

struct words words_of(const char *const *names)
{
    struct words words = {0};
    for (; *names != NULL; names++)
        words_add(&words, *names);
    return words;
}

static bool text_is(struct doc_text text, const char *word)
{
    return strlen(word) == text.len && memcmp(word, text.data, text.len) == 0;
}

/* The index of a text among the words, or words->count. */
static size_t words_find(const struct words *words, struct doc_text text)
{
    size_t i = 0;
    while (i < words->count && !text_is(text, words->list[i]))
        i++;
    return i;
}

/* "a, b, c" into out. */
static void words_join(const struct words *words, char *out, size_t size)
{
    struct text t = text_in(out, size);
    for (size_t i = 0; i < words->count; i++)
        text_add_format(&t, "%s%s", i ? ", " : "", words->list[i]);
}

#define NEAR_LEN_MAX 31

static unsigned char lower(char c)
{
    return (unsigned char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* How many letters to insert, remove or change to make one from the other, ignoring case. */
static unsigned distance(struct doc_text text, const char *word)
{
    unsigned row[NEAR_LEN_MAX + 1];
    const size_t len = strlen(word);
    if (len > NEAR_LEN_MAX)
        return NEAR_LEN_MAX;
    for (unsigned j = 0; j <= len; j++)
        row[j] = j;
    for (size_t i = 0; i < text.len; i++) {
        unsigned diagonal = row[0];
        row[0] = (unsigned)i + 1;
        for (size_t j = 0; j < len; j++) {
            unsigned best = diagonal + (lower(text.data[i]) != lower(word[j]));
            diagonal = row[j + 1];
            if (best > diagonal + 1)
                best = diagonal + 1;
            if (best > row[j] + 1)
                best = row[j] + 1;
            row[j + 1] = best;
        }
    }
    return row[len];
}

/* The word that was most likely meant, or NULL. */
static const char *near_word(const struct words *words, struct doc_text text)
{
    const char *nearest = NULL;
    unsigned too_far = text.len <= 3 ? 2 : 3;
    for (size_t i = 0; text.len <= NEAR_LEN_MAX && i < words->count; i++) {
        const unsigned d = distance(text, words->list[i]);
        if (d < too_far && d < strlen(words->list[i])) {
            too_far = d;
            nearest = words->list[i];
        }
    }
    return nearest;
}

int load_word(const struct doc *doc, struct doc_mark at, const char *what, struct doc_text text,
              const struct words *words, size_t *out)
{
    const size_t found = words_find(words, text);
    if (found < words->count) {
        *out = found;
        return CR_OK;
    }
    char allowed[CR_ERR_TEXT_MAX / 2];
    words_join(words, allowed, sizeof allowed);
    if (words->count == 0)
        return doc_fault(doc, at, "unknown %s \"%.*s\"; none is possible here, remove it", what,
                         DOC_QUOTE(text));
    const char *nearest = near_word(words, text);
    if (!nearest)
        return doc_fault(doc, at, "unknown %s \"%.*s\"; allowed here: %s", what, DOC_QUOTE(text),
                         allowed);
    return doc_fault(doc, at, "unknown %s \"%.*s\"; did you mean \"%s\"? Allowed here: %s", what,
                     DOC_QUOTE(text), nearest, allowed);
}

/* ---- Nodes ---- */

int load_is(const struct load *load, const struct doc_node *node, enum doc_kind kind)
{
    static const char *const forms[] = {[DOC_TEXT] = "one value",
                                        [DOC_LIST] = "a list, such as [] or [a, b]",
                                        [DOC_MAP] =
                                            "keys with values below it, such as {key: value}"};
    if (node->kind == kind)
        return CR_OK;
    if (!node->key.data)
        return doc_fault(load->doc, node->at, "not the right form here; write %s", forms[kind]);
    return doc_fault(load->doc, node->at, "\"%.*s\" has the wrong form; write %s",
                     DOC_QUOTE(node->key), forms[kind]);
}

int load_text(const struct load *load, const struct doc_node *node)
{
    int rc = load_is(load, node, DOC_TEXT);
    if (rc)
        return rc;
    if (node->text.len == 0 && node->key.data)
        return doc_fault(load->doc, node->at, "\"%.*s\" has no value; write one after the colon",
                         DOC_QUOTE(node->key));
    if (node->text.len == 0)
        return doc_fault(load->doc, node->at, "an empty item; write a value or remove it");
    return CR_OK;
}

int load_choice(const struct load *load, const struct doc_node *node, const char *what,
                const struct words *words, size_t *out)
{
    int rc = load_text(load, node);
    return rc ? rc : load_word(load->doc, node->at, what, node->text, words, out);
}

int load_copy(const struct load *load, const struct doc_node *node, char *out, size_t size)
{
    const struct doc_text text = node->text;
    int rc = load_text(load, node);
    if (rc)
        return rc;
    if (text.len >= size)
        return doc_fault(load->doc, node->at, "\"%.*s...\" has more than %zu bytes; shorten it",
                         DOC_QUOTE(text), size - 1);
    memcpy(out, text.data, text.len);
    return CR_OK;
}

/* ---- Maps with fixed keys ---- */

static bool field_applies(const struct load *load, const struct field *field)
{
    return !field->needs || (load->keys & field->needs);
}

/* Checks that every key of the map is one of the fields and applies to the game. */
static int check_keys(const struct load *load, const struct doc_node *map,
                      const struct fields *fields)
{
    struct words allowed = {0};
    struct words elsewhere = {0};
    for (size_t i = 0; i < fields->count; i++)
        words_add(field_applies(load, &fields->list[i]) ? &allowed : &elsewhere,
                  fields->list[i].key);
    for (const struct doc_node *n = doc_first(load->doc, map); n; n = doc_next(load->doc, n)) {
        if (words_find(&elsewhere, n->key) < elsewhere.count)
            return doc_fault(load->doc, n->key_at, "\"%.*s\" is not for the game %s; remove it",
                             DOC_QUOTE(n->key), load->game->id);
        size_t found;
        int rc = load_word(load->doc, n->key_at, "key", n->key, &allowed, &found);
        if (rc)
            return rc;
    }
    return CR_OK;
}

int load_fields(const struct load *load, const struct doc_node *map, const struct fields *fields,
                void *base)
{
    int rc = load_is(load, map, DOC_MAP);
    if (rc == CR_OK)
        rc = check_keys(load, map, fields);
    struct load own = *load;
    for (size_t i = 0; rc == CR_OK && i < fields->count; i++) {
        const struct field *field = &fields->list[i];
        const struct doc_node *node = doc_find(load->doc, map, field->key);
        own.arg = field->arg;
        if (node)
            rc = field->read(&own, node, (char *)base + field->offset);
        else if (!field->optional && field_applies(load, field))
            rc = doc_fault(load->doc, map->at, "\"%s\" is missing; add %s: %s", field->key,
                           field->key, field->example);
    }
    return rc;
}

int load_section(const struct load *load, const struct doc_node *node, void *out)
{
    return load_fields(load, node, load->arg, out);
}

/* ---- Texts ---- */

int load_check_name(const struct doc *doc, struct doc_mark at, const char *what,
                    struct doc_text text)
{
    bool ok = text.len > 0 && text.data[0] >= 'a' && text.data[0] <= 'z';
    for (size_t i = 0; i < text.len; i++) {
        char c = text.data[i];
        ok &= (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    }
    if (ok && text.len < CR_NAME_MAX)
        return CR_OK;
    return doc_fault(doc, at,
                     "\"%.*s\" cannot be %s; use a to z, 0 to 9, - and _, a letter first, at most "
                     "%d characters",
                     DOC_QUOTE(text), what, CR_NAME_MAX - 1);
}

int load_name(const struct load *load, const struct doc_node *node, void *out)
{
    int rc = load_text(load, node);
    if (rc == CR_OK)
        rc = load_check_name(load->doc, node->at, "a name", node->text);
    return rc ? rc : load_copy(load, node, out, CR_NAME_MAX);
}

int load_title(const struct load *load, const struct doc_node *node, void *out)
{
    return load_copy(load, node, out, CR_TITLE_MAX);
}

int load_choice_byte(const struct load *load, const struct doc_node *node, const char *what,
                     const struct words *words, unsigned first, void *out)
{
    size_t found = 0;
    int rc = load_choice(load, node, what, words, &found);
    if (rc == CR_OK)
        *(uint8_t *)out = (uint8_t)(first + found);
    return rc;
}

int load_choices(const struct load *load, const struct doc_node *node, const char *what,
                 const struct words *words, uint8_t *out)
{
    uint8_t bits = 0;
    int rc = load_is(load, node, DOC_LIST);
    if (rc)
        return rc;
    for (const struct doc_node *n = doc_first(load->doc, node); n; n = doc_next(load->doc, n)) {
        size_t found = 0;
        rc = load_choice(load, n, what, words, &found);
        if (rc)
            return rc;
        if (bits & 1u << found)
            return doc_fault(load->doc, n->at, "\"%s\" is listed twice; remove one",
                             words->list[found]);
        bits |= (uint8_t)(1u << found);
    }
    *out = bits;
    return CR_OK;
}

int load_bool(const struct load *load, const struct doc_node *node, void *out)
{
    size_t found = 0;
    int rc = load_choice(load, node, "value", load->arg, &found);
    if (rc == CR_OK)
        *(bool *)out = found == 1;
    return rc;
}

/* ---- Numbers ---- */

static int money(const struct load *load, const struct doc_node *node, const char *or_none,
                 struct cr_money *out)
{
    const struct doc_text text = node->text;
    int rc = load_text(load, node);
    if (rc)
        return rc;
    struct cr_err why;
    if (cr_money_parse(text.data, text.len, CR_MONEY_CENTS, out, &why) == CR_OK)
        return CR_OK;
    const char *advice = strchr(why.text, ';') ? "" : "; write an amount such as 10 or 10.00";
    return doc_fault(load->doc, node->at, "%s%s%s", why.text, advice, or_none);
}

int load_money(const struct load *load, const struct doc_node *node, void *out)
{
    return money(load, node, "", out);
}

int load_money_positive(const struct load *load, const struct doc_node *node, void *out)
{
    struct cr_money *amount = out;
    int rc = money(load, node, "", amount);
    if (rc == CR_OK && amount->micro == 0)
        rc = doc_fault(load->doc, node->at, "\"%.*s\" is zero; write an amount above it",
                       DOC_QUOTE(node->key));
    return rc;
}

int load_money_or_none(const struct load *load, const struct doc_node *node, void *out)
{
    struct cr_money *amount = out;
    *amount = cr_money_from_micro(0);
    if (node->kind == DOC_TEXT && text_is(node->text, "none"))
        return CR_OK;
    int rc = money(load, node, ", or none", amount);
    if (rc == CR_OK && amount->micro == 0)
        rc = doc_fault(load->doc, node->at, "\"%.*s\" is zero; write none, or an amount above it",
                       DOC_QUOTE(node->key));
    return rc;
}

static bool is_digit(struct doc_text text)
{
    return text.len > 0 && text.data[0] >= '0' && text.data[0] <= '9';
}

bool take_count(struct doc_text *text, uint32_t max, uint32_t *out)
{
    struct doc_text left = *text;
    uint64_t value = 0;
    if (!is_digit(left))
        return false;
    for (; is_digit(left); left.data++, left.len--) {
        value = value * 10 + (uint64_t)(left.data[0] - '0');
        if (value > max)
            return false;
    }
    if (text->data[0] == '0' && text->len - left.len > 1)
        return false;
    *text = left;
    *out = (uint32_t)value;
    return true;
}

bool take_literal(struct doc_text *text, const char *literal)
{
    const size_t len = strlen(literal);
    if (text->len < len || memcmp(text->data, literal, len) != 0)
        return false;
    text->data += len;
    text->len -= len;
    return true;
}

int load_percent(const struct load *load, const struct doc_node *node, unsigned decimals,
                 uint32_t *out)
{
    const struct doc_text text = node->text;
    int rc = load_text(load, node);
    if (rc)
        return rc;
    struct doc_text left = text;
    uint32_t value = 0;
    bool ok = take_count(&left, 100, &value);
    bool point = ok && take_literal(&left, ".");
    ok &= !point || is_digit(left);
    for (unsigned d = 0; d < decimals; d++) {
        unsigned digit = 0;
        if (point && is_digit(left)) {
            digit = (unsigned)(left.data[0] - '0');
            left.data++;
            left.len--;
        }
        value = value * 10 + digit;
    }
    uint32_t whole = 100;
    for (unsigned d = 0; d < decimals; d++)
        whole *= 10;
    if (!ok || !take_literal(&left, "%") || left.len > 0 || value > whole)
        return doc_fault(load->doc, node->at,
                         "\"%.*s\" is not a percentage from 0%% to 100%%; write it like 12.5%%, "
                         "with at most %u decimals",
                         DOC_QUOTE(text), decimals);
    *out = value;
    return CR_OK;
}

int load_share(const struct load *load, const struct doc_node *node, void *out)
{
    return load_percent(load, node, 7, out); /* 100% is CR_SHARE_ALL */
}

/* ---- Hands ---- */

/* The names of a ranking's categories, from the best. */
static void hand_names(const struct ranking *ranking, struct words *names)
{
    *names = (struct words){0};
    for (size_t i = 0; i < ranking->category_count; i++)
        words_add(names, cr_category_name(ranking->categories[i]));
}

int load_category(const struct load *load, struct doc_mark at, struct doc_text text,
                  const struct ranking *ranking, enum cr_category *out)
{
    struct words names;
    size_t found = 0;
    hand_names(ranking, &names);
    int rc = load_word(load->doc, at, "hand", text, &names, &found);
    if (rc == CR_OK)
        *out = ranking->categories[found];
    return rc;
}

int load_hand(const struct load *load, const struct doc_node *entry, size_t place,
              const struct ranking *ranking, enum cr_category *out)
{
    enum cr_category category;
    int rc = load_category(load, entry->key_at, entry->key, ranking, &category);
    if (rc)
        return rc;
    CHECK(place <
          ranking->category_count); /* keys do not repeat, so there are no more than hands */
    if (category != ranking->categories[place])
        return doc_fault(load->doc, entry->key_at,
                         "\"%s\" stands where \"%s\" is expected; list hands from the best "
                         "downward and leave none out",
                         cr_category_name(category), cr_category_name(ranking->categories[place]));
    *out = category;
    return CR_OK;
}

int load_whole(const char *origin, const char *text, size_t len,
               int (*load)(const struct doc *doc, void *read), void *read, size_t size,
               uint8_t hash[CR_HASH_BYTES], void *out, struct cr_err *err)
{
    struct doc *doc;
    int rc = doc_new(origin, text, len, &rules_file_limits, err, &doc);
    if (rc)
        return rc;
    memset(read, 0, size);
    rc = load(doc, read);
    doc_free(doc);
    if (rc != CR_OK)
        return rc;
    crypto_generichash(hash, CR_HASH_BYTES, (const unsigned char *)text, len, NULL, 0);
    memcpy(out, read, size);
    return CR_OK;
}
