/* Setting up a floor of one's own; see table_setup.h. */
#define _GNU_SOURCE /* memmem */
#include "table/table_setup.h"

#include "base/err.h"
#include "base/text.h"
#include "floor/rights.h"

#include <string.h>

static void by_two(const struct house *h, struct floor_event *e)
{
    TEXT_COPY(e->user, h->people[0]);
    TEXT_COPY(e->approver, h->people[1]);
}

/* ---- People ---- */

/* PIT-18: service personnel may be any two. Those who are new are entered by two people who are
 * there: the first who may set a floor up, and the first other who may be the second person. */
static void by_those_there(const struct floor *f, struct floor_event *e)
{
    for (uint32_t i = 0; i < f->person_count; i++) {
        const struct floor_person *p = &f->people[i];
        if (p->is_barred)
            continue;
        if (e->user[0] == '\0' && role_may(p->role, RIGHT_SET))
            TEXT_COPY(e->user, p->name);
        else if (e->approver[0] == '\0' && role_may(p->role, RIGHT_COSIGN))
            TEXT_COPY(e->approver, p->name);
    }
}

static bool next_person(const struct house *h, const struct floor *f, struct floor_event *e)
{
    const char *all[] = {h->people[0], h->people[1], h->user};
    for (unsigned i = 0; i < 3; i++) {
        if (all[i] == NULL || floor_knows(f, all[i]))
            continue;
        event_init(e, FLOOR_PERSON_ADDED);
        TEXT_COPY(e->person, all[i]);
        TEXT_COPY(e->item, i < 2 ? "manager" : "supervisor");
        if (f->person_count < 2)
            TEXT_COPY(e->user, "setup");
        else
            by_those_there(f, e);
        return true;
    }
    return false;
}

/* ---- Documents ---- */

static bool next_document(const struct house *h, const struct floor *f, const uint8_t *hash,
                          const char *text, size_t len, struct floor_event *e)
{
    if (floor_find_document(f, hash) != FLOOR_NONE)
        return false;
    event_init(e, FLOOR_DOCUMENT_ADDED);
    TEXT_COPY(e->user, h->people[0]);
    e->text_len = (uint16_t)len;
    memcpy(e->text, text, len);
    return true;
}

/* ---- The link and the table ---- */

static bool next_link(const struct house *h, const struct floor *f, const uint8_t *hash,
                      struct floor_event *e)
{
    const uint32_t link = floor_find_link(f, h->link);
    const bool same = link != FLOOR_NONE && f->links[link].document == floor_find_document(f, hash);
    if (same)
        return false;
    if (link != FLOOR_NONE && f->links[link].open) {
        event_init(e, FLOOR_LINK_CLOSED);
        TEXT_COPY(e->user, h->people[0]);
    } else {
        event_init(e, FLOOR_LINK_CONFIGURED);
        memcpy(e->document, hash, CR_HASH_BYTES);
        by_two(h, e);
    }
    TEXT_COPY(e->link, h->link);
    return true;
}

static bool next_table(const struct house *h, const struct floor *f, const uint8_t *hash,
                       struct floor_event *e)
{
    const uint32_t table = floor_find_table(f, h->table);
    const uint32_t link = h->progressive != NULL ? floor_find_link(f, h->link) : FLOOR_NONE;
    const uint32_t document = h->rules != NULL ? floor_find_document(f, hash) : FLOOR_NONE;
    if (table != FLOOR_NONE && f->tables[table].link == link &&
        f->tables[table].document == document && f->tables[table].is_live == h->is_live)
        return false;
    event_init(e, FLOOR_TABLE_CONFIGURED);
    TEXT_COPY(e->table, h->table);
    TEXT_COPY(e->item, h->item);
    if (link != FLOOR_NONE)
        TEXT_COPY(e->link, h->link);
    if (document != FLOOR_NONE)
        memcpy(e->document, hash, CR_HASH_BYTES);
    e->is_live = h->is_live;
    by_two(h, e);
    return true;
}

static bool next_opening(const struct house *h, const struct floor *f, struct floor_event *e)
{
    const uint32_t link = floor_find_link(f, h->link);
    if (link == FLOOR_NONE || f->links[link].open)
        return false;
    event_init(e, FLOOR_LINK_OPENED);
    TEXT_COPY(e->link, h->link);
    TEXT_COPY(e->user, h->people[0]);
    return true;
}

static int parse(const struct house *h, struct cr_rules *rules, struct cr_progressive *progressive,
                 struct cr_err *err)
{
    int rc = 0;
    if (h->rules_len > FLOOR_TEXT_MAX || h->progressive_len > FLOOR_TEXT_MAX)
        return err_set(err, CR_E_RANGE, "rules and progressives have at most %d bytes",
                       FLOOR_TEXT_MAX);
    if (h->rules != NULL)
        rc = cr_rules_parse("rules", h->rules, h->rules_len, rules, err);
    if (rc == 0 && h->progressive != NULL)
        rc = cr_progressive_parse("progressive", h->progressive, h->progressive_len, progressive,
                                  err);
    return rc;
}

int house_next(const struct house *h, const struct floor *f, struct floor_event *out,
               struct cr_err *err)
{
    struct cr_rules rules;
    struct cr_progressive progressive;
    int rc = parse(h, &rules, &progressive, err);
    if (rc != 0)
        return rc;
    if (next_person(h, f, out))
        return 1;
    if (h->progressive != NULL &&
        (next_document(h, f, progressive.hash, h->progressive, h->progressive_len, out) ||
         next_link(h, f, progressive.hash, out)))
        return 1;
    if (h->rules != NULL && next_document(h, f, rules.hash, h->rules, h->rules_len, out))
        return 1;
    return next_table(h, f, h->rules != NULL ? rules.hash : NULL, out) ||
           (h->progressive != NULL && next_opening(h, f, out));
}

/* ---- SYS-3: what service personnel may change ---- */

/* The value behind the first "key:" of the text; false when there is none. */
static bool find_value(const char *text, size_t len, const char *key, size_t *at, size_t *end)
{
    const size_t key_len = strlen(key);
    for (size_t i = 0; i + key_len < len; i++) {
        const bool starts = i == 0 || strchr("\n {,", text[i - 1]) != NULL;
        if (!starts || memcmp(text + i, key, key_len) != 0)
            continue;
        *at = i + key_len;
        while (*at < len && text[*at] == ' ')
            ++*at;
        *end = *at;
        while (*end < len && strchr("0123456789.", text[*end]) != NULL)
            ++*end;
        if (*end > *at) /* else a comment speaks of it */
            return true;
    }
    return false;
}

static int add_changed(struct text *t, const char *text, size_t len, const char *key,
                       struct cr_money value, struct cr_err *err)
{
    size_t at = 0, end = 0;
    if (value.micro == 0) {
        text_add_len(t, text, len);
        return 0;
    }
    if (!find_value(text, len, key, &at, &end))
        return err_set(err, CR_E_INPUT, "the progressive has no \"%s\" that could be changed", key);
    char amount[CR_MONEY_TEXT_MAX];
    cr_money_format(value, amount);
    text_add_len(t, text, at);
    text_add(t, amount);
    text_add_len(t, text + end, len - end);
    return 0;
}

/* "$1" or "$2.50", as a title says a bet. */
static void add_bet(struct text *t, struct cr_money bet)
{
    text_add_char(t, '$');
    if (bet.micro % CR_MICRO_PER_UNIT == 0)
        text_add_uint(t, (unsigned long)(bet.micro / CR_MICRO_PER_UNIT));
    else
        text_add_money(t, bet);
}

/* PIT-18: a title that says the bet says the new one. */
static void add_with_title(struct text *t, const char *text, size_t len, struct cr_money before,
                           struct cr_money after)
{
    static const char key[] = "\ntitle:";
    char old[CR_MONEY_TEXT_MAX + 1];
    struct text o;
    text_init(&o, old, sizeof(old));
    add_bet(&o, before);
    const char *title = memmem(text, len, key, sizeof(key) - 1);
    const char *end =
        title != NULL ? memchr(title + 1, '\n', len - (size_t)(title + 1 - text)) : NULL;
    const char *at = end != NULL ? memmem(title, (size_t)(end - title), old, o.len) : NULL;
    if (after.micro == 0 || at == NULL || strchr("0123456789.", at[o.len]) != NULL) {
        text_add_len(t, text, len);
        return;
    }
    text_add_len(t, text, (size_t)(at - text));
    add_bet(t, after);
    text_add_len(t, at + o.len, len - (size_t)(at - text) - o.len);
}

int house_change_progressive(const char *text, size_t len, struct cr_money seed,
                             struct cr_money bet, char *out, size_t size, struct cr_err *err)
{
    char titled[FLOOR_TEXT_MAX + 1], middle[FLOOR_TEXT_MAX + 1];
    struct text title, first, second;
    struct cr_progressive read;
    struct cr_money before = {0};
    text_init(&title, titled, sizeof(titled));
    text_init(&first, middle, sizeof(middle));
    text_init(&second, out, size);
    if (cr_progressive_parse("progressive", text, len, &read, NULL) == 0)
        before = read.bet;
    add_with_title(&title, text, len, before, bet);
    int rc = add_changed(&first, titled, title.len, "seed:", seed, err);
    if (rc == 0)
        rc = add_changed(&second, middle, first.len, "bet:", bet, err);
    if (rc == 0 && (title.cut || first.cut || second.cut))
        rc = err_set(err, CR_E_RANGE, "the progressive has more than %d bytes", FLOOR_TEXT_MAX);
    if (rc == 0)
        rc = cr_progressive_parse("progressive", out, second.len, &read, err);
    return rc != 0 ? rc : (int)second.len;
}
