/* Views of tables, for the floor's screens and for the tables' own controllers. */
#include "floor/house_items.h"
#include "service/api/views.h"

#include <sodium.h>

static const char *mode_name(uint8_t mode)
{
    return mode == FLOOR_BETTING ? "betting" : "in play";
}

static void add_play(struct text *t, const struct floor_play *play)
{
    json_text(t, "mode", mode_name(play->mode));
    json_count(t, "round", play->round);
    json_seats(t, "seats", play->seats);
}

void view_table_play(struct text *t, const struct view *v, uint32_t table)
{
    json_open(t, NULL, '{');
    json_text(t, "table", v->floor->tables[table].id);
    add_play(t, &v->floor->plays[table]);
    json_count(t, "coins", v->floor->plays[table].coins);
    json_close(t, '}');
}

static void add_place(struct text *t, const struct view *v, uint32_t table)
{
    const struct floor *f = v->floor;
    const struct floor_table *of = &f->tables[table];
    json_text(t, "table", of->id);
    json_text(t, "game", of->item);
    EACH_MEMBER(json_flag, t, of, is_live, joined);
    if (v->manager != NULL)
        json_flag(t, "alive", manager_is_alive(v->manager, table, v->mono_ms));
    json_flag(t, "lost", of->lost != 0);
    EACH_MEMBER(json_text_or_null, t, of, manager, instance);
    if (v->manager != NULL)
        json_text_or_null(t, "console", manager_console(v->manager, table));
}

/* A table in the list of all tables, shorter than its own view. */
static void view_table_brief(struct text *t, const struct view *v, uint32_t table)
{
    const struct floor *f = v->floor;
    const struct floor_table *of = &f->tables[table];
    json_open(t, NULL, '{');
    add_place(t, v, table);
    json_text_or_null(t, "link", of->link == FLOOR_NONE ? "" : f->links[of->link].id);
    add_play(t, &f->plays[table]);
    json_seats(t, "closed_seats", of->closed_seats);
    json_count(t, "coins", f->plays[table].coins);
    json_flag(t, "one_hand", floor_is_one_hand(f, table));
    json_open(t, "claims", '[');
    for (uint32_t c = 0; c < f->claim_count; c++)
        if (f->claims[c].table == table)
            json_count(t, NULL, f->claims[c].seq);
    json_close(t, ']');
    json_close(t, '}');
}

/* PIT-10: adds what the console tells the dealer of a claim: what it is worth, and what it waits
 * for. */
static void add_worth(struct text *t, const struct floor *f, const struct floor_claim *c)
{
    char waits[CR_ERR_TEXT_MAX];
    struct floor_worth worth;
    floor_claim_worth(f, c, &worth);
    JSON_MEMBERS(t, &worth, amount, envy);
    json_seats(t, "envy_seats", worth.envy_seats);
    floor_claim_waits(f, c, waits);
    json_text_or_null(t, "missing", waits);
}

static void add_claims(struct text *t, const struct floor *f, uint32_t table)
{
    json_open(t, "claims", '[');
    for (uint32_t i = 0; i < f->claim_count; i++) {
        const struct floor_claim *c = &f->claims[i];
        /* A claim of an earlier round that only has to be cleared at the manager no longer concerns
         * the table. */
        if (c->table != table ||
            (c->claim.state != CLAIM_PENDING && c->round != f->plays[table].round))
            continue;
        json_open(t, NULL, '{');
        json_count(t, "claim", c->seq);
        JSON_MEMBERS(t, c, round, seat);
        view_word(t, "award", view_words_of(FLOOR_CLAIM_MADE, "award"), c->award);
        view_word(t, "key", view_words_of(FLOOR_CLAIM_MADE, "key"), c->key);
        json_text(t, "state", view_claim_state((enum claim_state)c->claim.state));
        json_flag(t, "held", c->held != 0);
        add_worth(t, f, c);
        json_close(t, '}');
    }
    json_close(t, ']');
}

/* PIT-9: the seats that one patron holds together. */
static void add_pairs(struct text *t, const struct floor_play *play)
{
    json_open(t, "pairs", '[');
    for (unsigned i = 0; i < FLOOR_PAIRS; i++)
        if (play->pairs[i] != 0)
            json_seats(t, NULL, play->pairs[i]);
    json_close(t, ']');
}

/* REG-13: the last hit of the link, which all its signs show. */
static void add_last_hit(struct text *t, const struct floor *f, const struct floor_link *l)
{
    const struct floor_hit *hit = &l->hits[(l->hit_next + FLOOR_HITS - 1) % FLOOR_HITS];
    if (hit->seq == 0) {
        json_null(t, "last_hit");
        return;
    }
    json_open(t, "last_hit", '{');
    json_count(t, "seq", hit->seq);
    json_text(t, "table", f->tables[hit->table].id);
    json_count(t, "seat", hit->seat);
    view_word(t, "award", view_words_of(FLOOR_AWARD_PAID, "award"), hit->award);
    json_money(t, "amount", hit->amount);
    json_close(t, '}');
}

static void add_link(struct text *t, const struct view *v, uint32_t link)
{
    if (link == FLOOR_NONE) {
        json_null(t, "link");
        json_null(t, "progressive");
        return;
    }
    const struct floor *f = v->floor;
    json_open(t, "link", '{');
    json_text(t, "id", f->links[link].id);
    view_link_state(t, f, link);
    json_money(t, "bet", floor_progressive(f, link)->bet);
    view_sign_meters(t, f, link);
    add_last_hit(t, f, &f->links[link]);
    json_close(t, '}');
    json_hash(t, "progressive", f->documents[f->links[link].document].hash);
}

/* The keys of certificates that may speak for the table, and the people who enrolled them. */
static void add_machines(struct text *t, const struct view *v, uint32_t table)
{
    const struct floor_table *of = &v->floor->tables[table];
    json_open(t, "machines", '[');
    for (unsigned i = 0; i < FLOOR_MACHINES; i++) {
        if (sodium_is_zero(of->machines[i], CR_HASH_BYTES))
            continue;
        const bool is_good = floor_machine_is(v->floor, table, of->machines[i], v->now_ms);
        json_open(t, NULL, '{');
        json_hash(t, "fingerprint", of->machines[i]);
        json_count(t, "since", (uint64_t)of->machine_since_ms[i]);
        json_count_or_null(t, "until", (uint64_t)of->machine_until_ms[i]);
        json_text(t, "by", of->machine_by[i]);
        json_text(t, "with", of->machine_with[i]);
        json_text(t, "state", is_good ? "good" : "ended");
        json_close(t, '}');
    }
    json_close(t, ']');
}

/* names: whether people are named: for the table itself and for readers with RIGHT_BOOKS, but not
 * for a sign. */
static void add_table(struct text *t, const struct view *v, uint32_t table, bool names)
{
    const struct floor *f = v->floor;
    const struct floor_table *of = &f->tables[table];
    const struct floor_play *play = &f->plays[table];
    const struct cr_rules *rules = floor_rules(f, table);
    add_place(t, v, table);
    JSON_MEMBERS(t, play, epoch, seq);
    add_play(t, play);
    EACH_MEMBER(json_seats, t, play, awarded, folded);
    json_seats(t, "closed_seats", of->closed_seats);
    view_word(t, "key", view_words_of(FLOOR_KEY_TURNED, "key"), play->key);
    view_word(t, "position", view_words_of(FLOOR_KEY_TURNED, "position"), play->position);
    json_count(t, "coins", play->coins);
    json_text_or_null(t, "dealer", names ? of->dealer : "");
    add_pairs(t, play);
    json_flag(t, "one_hand", floor_is_one_hand(f, table));
    char zone[FLOOR_HOUSE_TEXT_MAX];
    json_text(t, "zone", house_zone_name(f, zone));
    add_claims(t, f, table);
    add_link(t, v, of->link);
    if (of->document == FLOOR_NONE)
        json_null(t, "rules");
    else
        json_hash(t, "rules", f->documents[of->document].hash);
    json_text(t, "start_button", rules != NULL ? rules->start_button : "COIN IN");
    json_open(t, "irregularities", '[');
    for (size_t i = 0; rules != NULL && cr_irregularity_words(rules, i) != NULL; i++)
        json_text(t, NULL, cr_irregularity_words(rules, i));
    json_close(t, ']');
    const bool is_due = floor_is_reading_due(f, table);
    json_count_or_null(t, "reading_due", is_due ? f->general.readings_asked : 0);
    json_count(t, "lease_ms", manager_configuration(v->manager)->lease_ms);
    json_flag(t, "halted", f->general.halted != 0);
}

void view_table_object(struct text *t, const char *key, const struct view *v, uint32_t table)
{
    json_open(t, key, '{');
    add_table(t, v, table, true);
    json_close(t, '}');
}

int view_table(struct text *t, const struct view *v, const char *id, struct cr_err *err)
{
    uint32_t table;
    int rc = floor_need_table(v->floor, id, &table, err);
    if (rc != 0)
        return rc;
    json_open(t, NULL, '{');
    add_table(t, v, table, v->with_books);
    if (v->with_books)
        add_machines(t, v, table);
    json_close(t, '}');
    return 0;
}

void view_tables(struct text *t, const struct view *v)
{
    json_open(t, "tables", '[');
    for (uint32_t i = 0; i < v->floor->table_count; i++)
        view_table_brief(t, v, i);
    json_close(t, ']');
}

static void add_document(struct text *t, const char *key, const struct floor *f, uint32_t document)
{
    if (document == FLOOR_NONE) {
        json_null(t, key);
        return;
    }
    char text[FLOOR_TEXT_MAX + 1];
    const struct floor_document *d = &f->documents[document];
    struct text copy = text_in(text, sizeof(text));
    text_add_len(&copy, d->text, d->text_len);
    json_text(t, key, text);
}

/* SYS-1: the documents by which the table must play. The manager's configuration overrides the
 * table's own. */
int view_table_rules(struct text *t, const struct view *v, const char *id, struct cr_err *err)
{
    uint32_t table;
    int rc = floor_need_table(v->floor, id, &table, err);
    if (rc != 0)
        return rc;
    const struct floor_table *of = &v->floor->tables[table];
    json_open(t, NULL, '{');
    add_document(t, "rules", v->floor, of->document);
    add_document(t, "progressive", v->floor,
                 of->link == FLOOR_NONE ? FLOOR_NONE : v->floor->links[of->link].document);
    json_close(t, '}');
    return 0;
}
