/* Checks the document of a round before its event is accepted: it must be a round that can be
 * settled, and it must win what the log has. The auditor checks both for ever after, and nobody
 * could mend such a fault once it is in the log (V5). */
#include "service/manager/manager_internal.h"

#include "game/document/round_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct manager_rounds {
    struct json_tape tape;
    struct round_doc doc;
    struct cr_settlement settlement;
};

/* Finds the newest document of that name and kind. */
static const union floor_parsed *find(const struct floor *f, const char *name, bool is_progressive,
                                      struct cr_err *err)
{
    for (uint32_t i = f->document_count; i-- > 0;)
        if ((f->documents[i].is_progressive != 0) == is_progressive &&
            strcmp(f->documents[i].name, name) == 0)
            return &f->parsed[i];
    err_set(err, CR_E_NOT_FOUND, "this floor has no %s \"%.60s\"",
            is_progressive ? "progressive" : "house rules", name);
    return NULL;
}

static const struct cr_rules *find_rules(void *context, const char *name, struct cr_err *err)
{
    const union floor_parsed *p = find(context, name, false, err);
    return p != NULL ? &p->rules : NULL;
}

static const struct cr_progressive *find_progressive(void *context, const char *name,
                                                     struct cr_err *err)
{
    const union floor_parsed *p = find(context, name, true, err);
    return p != NULL ? &p->progressive : NULL;
}

static int refuse(struct cr_err *err, const char *why)
{
    return err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE, "text", "%.400s", why);
}

/* ---- The awards in the log ---- */

/* More events of a table than any round has. */
#define ROUND_EVENTS 4096

static int take_event(void *context, const struct store_event *event)
{
    struct manager *m = context;
    return event_decode(event->body, event->len, &m->told, NULL);
}

/* Reads an event into m->told, from the batch that is being made or from the store. */
static bool read_event(struct manager *m, uint64_t seq)
{
    const uint64_t first = m->event_count > 0 ? m->events[0].seq : UINT64_MAX;
    m->told.seq = 0;
    const int rc = seq >= first ? take_event(m, &m->events[seq - first])
                                : store_read(m->store, seq, 1, take_event, m, NULL);
    return rc == 0 && m->told.seq == seq && m->told.prev < seq;
}

/* Finds the awards of the round in play, by seat, as 1 + enum cr_category. False when they cannot
 * be found; `croupier verify` says why. */
static bool find_awards(struct manager *m, uint32_t table, uint8_t awards[CR_SEATS])
{
    const struct floor_play *play = &m->floor.plays[table];
    uint8_t missing = play->awarded;
    uint64_t seq = play->last;
    memset(awards, 0, CR_SEATS);
    for (unsigned i = 0; missing != 0 && i < ROUND_EVENTS; i++) {
        if (seq == 0 || !read_event(m, seq) || m->told.kind == FLOOR_COIN_IN)
            return false;
        const struct floor_event *e = &m->told;
        const bool is_award = e->kind == FLOOR_CLAIM_MADE || e->kind == FLOOR_AWARD_PENDING ||
                              e->kind == FLOOR_AWARD_PAID;
        const uint8_t bit = is_award && e->seat > 0 ? (uint8_t)(1u << (e->seat - 1)) : 0;
        if ((missing & bit) != 0)
            awards[e->seat - 1] = e->award;
        missing = (uint8_t)(missing & ~bit);
        seq = e->prev;
    }
    return missing == 0;
}

static const char *award_name(unsigned award)
{
    return award > 0 ? cr_category_name((enum cr_category)(award - 1)) : "no award";
}

static int check_awards(struct manager *m, uint32_t table, struct cr_err *err)
{
    const struct floor_play *play = &m->floor.plays[table];
    const struct cr_settlement *settlement = &m->rounds->settlement;
    uint8_t awards[CR_SEATS];
    char why[256];
    /* The floor's step refuses such an event, or the awards cannot be compared. */
    if (play->mode != FLOOR_IN_PLAY || play->pending != 0 || !find_awards(m, table, awards))
        return 0;
    for (unsigned i = 0; i < CR_SEATS; i++) {
        const struct cr_seat_result *seat = &settlement->seats[i];
        const unsigned won = seat->taken && seat->award.paid ? seat->award.category + 1u : 0;
        if ((play->seats >> i & 1) == 0 || won == awards[i])
            continue;
        snprintf(why, sizeof(why),
                 "seat %u of the round's document wins %s, and %s is on record; award it or take "
                 "it back, or call the round dead",
                 i + 1, award_name(won), award_name(awards[i]));
        return refuse(err, why);
    }
    return 0;
}

/* ---- The document ---- */

static int settle(struct manager *m, const struct floor_event *e, struct cr_err *err)
{
    const struct rules_source source = {find_rules, find_progressive, &m->floor, .is_own = true};
    struct manager_rounds *r = m->rounds;
    struct cr_err why = {0};
    int rc = round_json_read(&r->tape, e->text, e->text_len, &source, &r->doc, &why);
    if (rc == 0)
        rc = cr_settle(r->doc.rules, r->doc.progressive,
                       r->doc.progressive != NULL ? &r->doc.meters : NULL, &r->doc.round,
                       &r->settlement, &why);
    if (rc == 0)
        return 0;
    char text[400];
    snprintf(text, sizeof(text), "this is no round that can be settled: %.300s", why.text);
    return refuse(err, text);
}

int manager_check_round(struct manager *m, struct manager_request *request)
{
    const struct floor_event *e = &request->event;
    struct cr_err *err = &request->err;
    if (e->kind != FLOOR_GAME_OVER || e->text_len == 0)
        return 0;
    const uint32_t table = floor_find_table(&m->floor, e->table);
    if (table == FLOOR_NONE)
        return 0; /* the floor's step refuses it */
    if (e->text[0] != '{') {
        /* The text is a dealer's note, from a table where no program knows the cards. */
        const bool is_dealt =
            !m->floor.tables[table].is_live && floor_rules(&m->floor, table) != NULL;
        return is_dealt && request->wants_document
                   ? refuse(err, "expected the document of the round")
                   : 0;
    }
    if (m->rounds == NULL)
        m->rounds = malloc(sizeof(*m->rounds));
    if (m->rounds == NULL)
        return err_set(err, CR_E_RANGE, "out of memory for the round's document");
    const int rc = settle(m, e, err);
    return rc == 0 ? check_awards(m, table, err) : rc;
}
