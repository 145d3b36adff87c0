/* Dispatches the questions of people who learn or calculate to the functions that answer them. */
#include "sim/practice_internal.h"

#include "base/check.h"
#include "base/err.h"
#include "base/json_write.h"
#include "game/games/game.h"
#include "game/round/actions.h"
#include "math/endings/play_watch.h"

#include <stdlib.h>

/* ---- Shipped files ---- */

static void list_rules(const struct cr_shipped *file, struct text *t)
{
    struct cr_rules rules;
    CHECK(cr_rules_parse(file->name, file->text, file->len, &rules, NULL) == CR_OK);
    json_open(t, NULL, '{');
    JSON_MEMBERS(t, &rules, name, title, house);
    json_text(t, "game", rules.game->id);
    json_text_or_null(t, "progressive", rules.progressive);
    json_hash(t, "hash", rules.hash);
    json_close(t, '}');
}

static void list_progressive(const struct cr_shipped *file, struct text *t)
{
    struct cr_progressive p;
    CHECK(cr_progressive_parse(file->name, file->text, file->len, &p, NULL) == CR_OK);
    json_open(t, NULL, '{');
    JSON_MEMBERS(t, &p, name, title, house, bet);
    json_open(t, "meters", '[');
    for (unsigned m = 0; m < p.meter_count; m++)
        json_text(t, NULL, p.meters[m].name);
    json_close(t, ']');
    json_hash(t, "hash", p.hash);
    json_close(t, '}');
}

static int list_shipped(struct practice *p, struct ask *a, struct text *t)
{
    (void)p;
    (void)a;
    const struct cr_shipped *file;
    json_open(t, NULL, '{');
    json_open(t, "rules", '[');
    for (size_t i = 0; (file = cr_shipped_at(i)); i++)
        if (!file->is_progressive)
            list_rules(file, t);
    json_close(t, ']');
    json_open(t, "progressives", '[');
    for (size_t i = 0; (file = cr_shipped_at(i)); i++)
        if (file->is_progressive)
            list_progressive(file, t);
    json_close(t, ']');
    json_close(t, '}');
    return CR_OK;
}

/* ---- Answering a question ---- */

static practice_fn *const answers[PRACTICE_QUESTIONS] = {
    [PRACTICE_RULES] = list_shipped,     [PRACTICE_ANALYZE] = math_analyze,
    [PRACTICE_POSITION] = math_position, [PRACTICE_SENSITIVITY] = math_sensitivity,
    [PRACTICE_PROTECT] = desk_protect,   [PRACTICE_DESIGN] = desk_design,
    [PRACTICE_STRATEGY] = desk_strategy, [PRACTICE_RISK] = desk_risk,
    [PRACTICE_PAR] = desk_par,           [PRACTICE_WAGERS] = round_wagers,
    [PRACTICE_ROUND] = round_play,       [PRACTICE_DEALING] = trainer_deal,
    [PRACTICE_CHECK] = trainer_check,    [PRACTICE_CERTIFICATE] = trainer_certificate,
};

struct practice *practice_new(void)
{
    struct practice *p = calloc(1, sizeof *p);
    if (p)
        p->told = &p->own;
    return p;
}

void practice_told_read(struct practice_told *told, struct practice_progress *out)
{
    static const char *const parts[] = {NULL, "prices", "lines", "plays"};
    const uint64_t at = atomic_load(&told->at), part = at >> 32;
    *out = (struct practice_progress){.ticket = atomic_load(&told->ticket),
                                      .part = part <= PLAY_FOUND ? parts[part] : NULL,
                                      .done = (unsigned)(at >> 16 & 0xFFFF),
                                      .all = (unsigned)(at & 0xFFFF)};
}

static void drop_file(struct practice *p)
{
    free(p->file);
    p->file = NULL;
    p->file_len = 0;
}

void practice_free(struct practice *p)
{
    if (p)
        drop_file(p);
    free(p);
}

static void tell_nothing(struct practice_told *told)
{
    atomic_store(&told->at, 0);
    atomic_store(&told->ticket, 0);
}

int practice_ask(struct practice *p, enum practice_question question, const char *body, size_t len,
                 struct practice_answer *out)
{
    struct ask a = {.body = body, .len = len, .tape = &p->tape};
    CHECK(question < PRACTICE_QUESTIONS);
    drop_file(p);
    struct text t = text_in(p->room, sizeof p->room);
    *out = (struct practice_answer){.content_type = PRACTICE_JSON};
    tell_nothing(p->told); /* a process that was ended at work may have left some progress */
    int rc = answers[question](p, &a, &t);
    tell_nothing(p->told);
    free(a.memory);
    if (rc == CR_OK && t.cut)
        rc = err_set(&a.err, CR_E_RANGE, "the answer is longer than %d bytes", PRACTICE_ROOM);
    if (rc != CR_OK) {
        out->not_json = a.not_json;
        out->err = a.err;
        return rc;
    }
    out->data = p->room;
    out->len = t.len;
    if (p->file) {
        out->content_type = p->file_type;
        out->data = p->file;
        out->len = p->file_len;
    }
    return CR_OK;
}

/* ---- Members that several answers share ---- */

void json_meters(struct text *t, const char *key, const struct cr_progressive *progressive,
                 const struct cr_meters *meters)
{
    json_open(t, key, '[');
    for (unsigned m = 0; progressive && m < progressive->meter_count; m++) {
        json_open(t, NULL, '{');
        json_text(t, "name", progressive->meters[m].name);
        JSON_MEMBERS(t, &meters->meters[m], amount, reserve);
        json_close(t, '}');
    }
    json_close(t, ']');
}

void json_stakes(struct text *t, const char *key, const struct cr_rules *rules,
                 const struct cr_seat *seat)
{
    struct cr_money stakes[CR_SLOTS];
    seat_stakes(rules, seat, stakes);
    json_open(t, key, '{');
    for (unsigned slot = 0; slot < rules->game->slot_count; slot++) {
        if (stakes[slot].micro != 0)
            json_money(t, rules->game->slots[slot].name, stakes[slot]);
    }
    json_close(t, '}');
}

/* ---- The service in this process ---- */

static void *start(enum practice_place place)
{
    (void)place;
    return practice_new();
}

static void stop(void *service)
{
    practice_free(service);
}

static int ask(void *service, const struct practice_request *request, struct practice_answer *out)
{
    return practice_ask(service, request->question, request->body, request->len, out);
}

static void progress(void *service, struct practice_progress *out)
{
    struct practice *p = service;
    practice_told_read(p->told, out);
}

const struct practice_service practice_service = {start, stop, NULL, ask, progress};
