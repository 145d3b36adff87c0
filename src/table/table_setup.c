/* Sets up the floor of a standalone or master table; see table_setup.h. */
#include "table/table_setup.h"

#include "base/err.h"
#include "base/text.h"
#include "floor/rights.h"
#include "game/rules/file_changes.h"

#include <string.h>

static void by_two(const struct house *h, struct floor_event *e)
{
    TEXT_COPY(e->user, h->people[0]);
    TEXT_COPY(e->approver, h->people[1]);
}

/* ---- People ---- */

/* PIT-18: any two people may be the service personnel. New ones are entered by two who are on the
 * floor already: the first who may set a floor up, and the first other who may be the second
 * person. */
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

/* "$1" or "$2.50", as a title says a bet. */
static void say_bet(char out[CR_MONEY_TEXT_MAX + 1], struct cr_money bet)
{
    struct text t = text_in(out, CR_MONEY_TEXT_MAX + 1);
    text_add_char(&t, '$');
    if (bet.micro % CR_MICRO_PER_UNIT == 0)
        text_add_uint(&t, (unsigned long)(bet.micro / CR_MICRO_PER_UNIT));
    else
        text_add_money(&t, bet);
}

/* PIT-18: a title that says the bet says the new one. */
static void change_title(struct file_changes *c, struct cr_progressive *meant, struct cr_money bet)
{
    static const char *const keys[] = {"title", NULL};
    char old[CR_MONEY_TEXT_MAX + 1], new[CR_MONEY_TEXT_MAX + 1], title[CR_TITLE_MAX] = "";
    say_bet(old, meant->bet);
    say_bet(new, bet);
    const char *at = strstr(meant->title, old);
    const char *rest = at != NULL ? at + strlen(old) : "";
    if (at == NULL || strspn(rest, "0123456789.") > 0)
        return;
    struct text t = text_in(title, sizeof(title));
    text_add_len(&t, meant->title, (size_t)(at - meant->title));
    text_add(&t, new);
    text_add(&t, rest);
    memcpy(meant->title, title, sizeof(title));
    file_changes_put_part(c, file_changes_find(c, keys), old, new);
}

static void change_amount(struct file_changes *c, const char *const *keys, struct cr_money value,
                          struct cr_money *meant)
{
    char amount[CR_MONEY_TEXT_MAX];
    cr_money_format(value, amount);
    file_changes_put(c, file_changes_find(c, keys), amount);
    *meant = value;
}

/* True when the changed file says what was meant, and everything else as before. */
static bool is_said(struct cr_progressive *meant, const struct cr_progressive *said)
{
    memcpy(meant->hash, said->hash, CR_HASH_BYTES);
    for (unsigned i = 0; i < CR_CATEGORIES; i++)
        if (meant->awards[i].is_for_one) /* depends on the bet */
            meant->awards[i].amount = said->awards[i].amount;
    return memcmp(meant, said, sizeof(*said)) == 0;
}

int house_change_progressive(const char *text, size_t len, struct cr_money seed,
                             struct cr_money bet, char *out, size_t size, struct cr_err *err)
{
    const struct source source = {.origin = "progressive", .text = text, .len = len};
    struct cr_progressive meant, said;
    struct file_changes changes;
    int rc = cr_progressive_parse(source.origin, text, len, &meant, err);
    if (rc != 0)
        return rc;
    if (!file_changes_start(&source, &changes))
        return err_set(err, CR_E_IO, "not enough memory to change the progressive");
    if (bet.micro != 0) {
        change_title(&changes, &meant, bet);
        change_amount(&changes, (const char *const[]){"bet", NULL}, bet, &meant.bet);
    }
    if (seed.micro != 0)
        change_amount(&changes, (const char *const[]){"meters", meant.meters[0].name, "seed", NULL},
                      seed, &meant.meters[0].seed);
    struct text file = text_in(out, size);
    const bool can = file_changes_end(&changes, &file);
    if (file.cut)
        return err_set(err, CR_E_RANGE, "the progressive has more than %d bytes", FLOOR_TEXT_MAX);
    rc = can ? cr_progressive_parse(source.origin, out, file.len, &said, err) : 0;
    if (rc != 0)
        return rc;
    if (!can || !is_said(&meant, &said))
        return err_set(err, CR_E_INPUT,
                       "the file of the progressive cannot be changed; write its \"bet:\", "
                       "\"seed:\" and \"title:\" on one line each, or change them in the file");
    return (int)file.len;
}
