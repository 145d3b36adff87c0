/* Tables: for the floor's screens, and for the table's own controller. */
#include "base/err.h"
#include "base/json_write.h"
#include "service/api/views.h"

#include <sodium.h>

static const char *mode_name(uint8_t mode)
{
    return mode == FLOOR_BETTING ? "betting" : "in play";
}

static void add_play(struct text *t, const struct floor_play *play)
{
    view_text(t, "mode", mode_name(play->mode));
    view_count(t, "round", play->round);
    view_seats(t, "seats", play->seats);
}

void view_table_play(struct text *t, const struct view *v, uint32_t table)
{
    view_open(t, NULL, '{');
    view_text(t, "table", v->floor->tables[table].id);
    add_play(t, &v->floor->plays[table]);
    view_count(t, "coins", v->floor->plays[table].coins);
    view_close(t, '}');
}

static void add_place(struct text *t, const struct view *v, uint32_t table)
{
    const struct floor *f = v->floor;
    const struct floor_table *of = &f->tables[table];
    view_text(t, "table", of->id);
    view_text(t, "game", of->item);
    view_flag(t, "is_live", of->is_live != 0);
    view_flag(t, "joined", of->joined != 0);
    view_flag(t, "alive", manager_is_alive(v->manager, table, v->mono_ms));
    view_flag(t, "lost", of->lost != 0);
    view_text_or_null(t, "manager", of->manager);
    view_text_or_null(t, "instance", of->instance);
    view_text_or_null(t, "console", manager_console(v->manager, table));
}

void view_table_brief(struct text *t, const struct view *v, uint32_t table)
{
    const struct floor *f = v->floor;
    const struct floor_table *of = &f->tables[table];
    view_open(t, NULL, '{');
    add_place(t, v, table);
    view_text_or_null(t, "link", of->link == FLOOR_NONE ? "" : f->links[of->link].id);
    add_play(t, &f->plays[table]);
    view_seats(t, "closed_seats", of->closed_seats);
    view_count(t, "coins", f->plays[table].coins);
    view_open(t, "claims", '[');
    for (uint32_t c = 0; c < f->claim_count; c++)
        if (f->claims[c].table == table)
            view_count(t, NULL, f->claims[c].seq);
    view_close(t, ']');
    view_close(t, '}');
}

static void add_claims(struct text *t, const struct floor *f, uint32_t table)
{
    view_open(t, "claims", '[');
    for (uint32_t i = 0; i < f->claim_count; i++) {
        const struct floor_claim *c = &f->claims[i];
        /* What waits to be cleared at the manager is no longer the table's business. */
        if (c->table != table ||
            (c->claim.state != CLAIM_PENDING && c->round != f->plays[table].round))
            continue;
        view_open(t, NULL, '{');
        view_count(t, "claim", c->seq);
        view_count(t, "round", c->round);
        view_count(t, "seat", c->seat);
        view_word(t, "award", view_words_of(FLOOR_CLAIM_MADE, "award"), c->award);
        view_word(t, "key", view_words_of(FLOOR_CLAIM_MADE, "key"), c->key);
        view_text(t, "state", view_claim_state((enum claim_state)c->claim.state));
        view_close(t, '}');
    }
    view_close(t, ']');
}

/* REG-13: what every sign of the link shows. */
static void add_last_hit(struct text *t, const struct floor *f, const struct floor_link *l)
{
    const struct floor_hit *hit = &l->hits[(l->hit_next + FLOOR_HITS - 1) % FLOOR_HITS];
    if (hit->seq == 0) {
        view_null(t, "last_hit");
        return;
    }
    view_open(t, "last_hit", '{');
    view_count(t, "seq", hit->seq);
    view_text(t, "table", f->tables[hit->table].id);
    view_count(t, "seat", hit->seat);
    view_word(t, "award", view_words_of(FLOOR_AWARD_PAID, "award"), hit->award);
    view_money(t, "amount", hit->amount);
    view_close(t, '}');
}

static void add_link(struct text *t, const struct view *v, uint32_t link)
{
    if (link == FLOOR_NONE) {
        view_null(t, "link");
        view_null(t, "progressive");
        return;
    }
    const struct floor *f = v->floor;
    const struct cr_progressive *p = floor_progressive(f, link);
    view_open(t, "link", '{');
    view_text(t, "id", f->links[link].id);
    view_flag(t, "open", f->links[link].open && !f->general.halted);
    view_flag(t, "pending", view_link_is_pending(f, link));
    view_money(t, "bet", p->bet);
    view_open(t, "meters", '[');
    for (unsigned m = 0; m < p->meter_count; m++) {
        view_open(t, NULL, '{');
        view_text(t, "name", p->meters[m].name);
        view_money(t, "amount", f->links[link].books.levels[m].meter.amount);
        view_close(t, '}');
    }
    view_close(t, ']');
    add_last_hit(t, f, &f->links[link]);
    view_close(t, '}');
    view_hash(t, "progressive", f->documents[f->links[link].document].hash);
}

/* Which keys may speak for the table, and who said so. */
static void add_machines(struct text *t, const struct view *v, uint32_t table)
{
    const struct floor_table *of = &v->floor->tables[table];
    view_open(t, "machines", '[');
    for (unsigned i = 0; i < FLOOR_MACHINES; i++) {
        if (sodium_is_zero(of->machines[i], CR_HASH_BYTES))
            continue;
        const bool is_good = floor_machine_is(v->floor, table, of->machines[i], v->now_ms);
        view_open(t, NULL, '{');
        view_hash(t, "fingerprint", of->machines[i]);
        view_count(t, "since", (uint64_t)of->machine_since_ms[i]);
        view_count_or_null(t, "until", (uint64_t)of->machine_until_ms[i]);
        view_text(t, "by", of->machine_by[i]);
        view_text(t, "with", of->machine_with[i]);
        view_text(t, "state", is_good ? "good" : "ended");
        view_close(t, '}');
    }
    view_close(t, ']');
}

static void add_table(struct text *t, const struct view *v, uint32_t table)
{
    const struct floor *f = v->floor;
    const struct floor_table *of = &f->tables[table];
    const struct floor_play *play = &f->plays[table];
    const struct cr_rules *rules = floor_rules(f, table);
    add_place(t, v, table);
    view_count(t, "epoch", play->epoch);
    view_count(t, "seq", play->seq);
    add_play(t, play);
    view_seats(t, "awarded", play->awarded);
    view_seats(t, "closed_seats", of->closed_seats);
    view_word(t, "key", view_words_of(FLOOR_KEY_TURNED, "key"), play->key);
    view_word(t, "position", view_words_of(FLOOR_KEY_TURNED, "position"), play->position);
    view_count(t, "coins", play->coins);
    add_claims(t, f, table);
    add_link(t, v, of->link);
    if (of->document == FLOOR_NONE)
        view_null(t, "rules");
    else
        view_hash(t, "rules", f->documents[of->document].hash);
    view_text(t, "start_button", rules != NULL ? rules->start_button : "COIN IN");
    view_count(t, "lease_ms", manager_configuration(v->manager)->lease_ms);
    view_flag(t, "halted", f->general.halted != 0);
}

void view_table_object(struct text *t, const char *key, const struct view *v, uint32_t table)
{
    view_open(t, key, '{');
    add_table(t, v, table);
    view_close(t, '}');
}

static int find_table(const struct view *v, const char *id, uint32_t *out, struct cr_err *err)
{
    *out = floor_find_table(v->floor, id);
    return *out != FLOOR_NONE ? 0
                              : err_refuse(err, CR_E_NOT_FOUND, REASON_NO_SUCH_TABLE, "table",
                                           "there is no \"%s\"", id);
}

int view_table(struct text *t, const struct view *v, const char *id, struct cr_err *err)
{
    uint32_t table;
    int rc = find_table(v, id, &table, err);
    if (rc != 0)
        return rc;
    view_open(t, NULL, '{');
    add_table(t, v, table);
    if (v->with_books)
        add_machines(t, v, table);
    view_close(t, '}');
    return 0;
}

int view_tables(struct text *t, const struct view *v, const char *id, struct cr_err *err)
{
    (void)id;
    (void)err;
    view_open(t, NULL, '{');
    view_open(t, "tables", '[');
    for (uint32_t i = 0; i < v->floor->table_count; i++)
        view_table_brief(t, v, i);
    view_close(t, ']');
    view_close(t, '}');
    return 0;
}

static void add_document(struct text *t, const char *key, const struct floor *f, uint32_t document)
{
    if (document == FLOOR_NONE) {
        view_null(t, key);
        return;
    }
    char text[FLOOR_TEXT_MAX + 1];
    const struct floor_document *d = &f->documents[document];
    struct text copy;
    text_init(&copy, text, sizeof(text));
    text_add_len(&copy, d->text, d->text_len);
    view_text(t, key, text);
}

/* SYS-1: the manager's configuration overrides the table's own. */
int view_table_rules(struct text *t, const struct view *v, const char *id, struct cr_err *err)
{
    uint32_t table;
    int rc = find_table(v, id, &table, err);
    if (rc != 0)
        return rc;
    const struct floor_table *of = &v->floor->tables[table];
    view_open(t, NULL, '{');
    add_document(t, "rules", v->floor, of->document);
    add_document(t, "progressive", v->floor,
                 of->link == FLOOR_NONE ? FLOOR_NONE : v->floor->links[of->link].document);
    view_close(t, '}');
    return 0;
}
