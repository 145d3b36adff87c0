/* Runs a scenario as a document and card by card, and compares the results with what the file
 * expects. */
#include "base/text.h"
#include "game/document/explain.h"
#include "game/document/round_json.h"
#include "game/games/game.h"
#include "game/round/round.h"
#include "scenario/scenario.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct running {
    const char *path;
    const struct scenario *s;
    unsigned line; /* of the expectation being checked */
    unsigned faults;
    struct cr_rules rules;
    struct cr_progressive progressive;
    struct round_doc doc;
    struct cr_settlement settlement;
    struct round round;
    char order[SCENARIO_TEXT];  /* to whom the cards were dealt */
    char course[SCENARIO_TEXT]; /* the same with decisions and the opening of the board */
};

__attribute__((format(printf, 2, 3))) static void fault(struct running *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    printf("%s:%u: ", r->path, r->line);
    vprintf(format, args);
    putchar('\n');
    va_end(args);
    r->faults++;
}

/* ---- The document ---- */

/* Writes "ante 10, blind 10" as {"ante":"10","blind":"10"}; words that need no quotes stay without.
 */
static void add_pairs(struct text *t, const char *pairs)
{
    text_add_char(t, '{');
    for (const char *at = pairs; *at;) {
        char key[64], value[64];
        size_t len = strcspn(at, ",");
        char pair[SCENARIO_TEXT];
        snprintf(pair, sizeof pair, "%.*s", (int)len, at);
        if (sscanf(pair, " %63s %63s", key, value) == 2) {
            bool bare = strcmp(value, "true") == 0 || strcmp(value, "false") == 0;
            text_add_format(t, "%s\"%s\":", at == pairs ? "" : ",", key);
            text_add_format(t, bare ? "%s" : "\"%s\"", value);
        }
        at += len + (at[len] == ',');
    }
    text_add_char(t, '}');
}

/* Writes "As Ks" or "check, 2x" as a list of strings. */
static void add_list(struct text *t, const char *words)
{
    text_add_char(t, '[');
    bool first = true;
    for (const char *at = words + strspn(words, " ,"); *at;) {
        size_t len = strcspn(at, " ,");
        text_add_format(t, "%s\"%.*s\"", first ? "" : ",", (int)len, at);
        first = false;
        at += len + strspn(at + len, " ,");
    }
    text_add_char(t, ']');
}

static void add_seat(struct text *t, const struct scenario_seat *seat)
{
    text_add_format(t, "{\"seat\":%u,", seat->number);
    if (seat->patron[0])
        text_add_format(t, "\"patron\":\"%s\",", seat->patron);
    text_add(t, "\"wagers\":");
    add_pairs(t, seat->wagers);
    text_add(t, ",\"cards\":");
    add_list(t, seat->cards);
    text_add(t, ",\"actions\":");
    add_list(t, seat->actions);
    text_add_char(t, '}');
}

static void write_document(const struct scenario *s, struct text *t)
{
    text_add_format(t, "{\"rules\":\"%s\"", s->rules);
    if (strcmp(s->progressive, "none") == 0)
        text_add(t, ",\"progressive\":null");
    else if (s->progressive[0])
        text_add_format(t, ",\"progressive\":\"%s\"", s->progressive);
    const struct {
        const char *key, *pairs;
    } objects[] = {{"meters", s->meters}, {"reserves", s->reserves}, {"options", s->options}};
    for (unsigned i = 0; i < 3; i++) {
        if (objects[i].pairs[0]) {
            text_add_format(t, ",\"%s\":", objects[i].key);
            add_pairs(t, objects[i].pairs);
        }
    }
    text_add(t, ",\"seats\":[");
    for (unsigned i = 0; i < s->seat_count; i++) {
        text_add(t, i ? "," : "");
        add_seat(t, &s->seats[i]);
    }
    text_add_char(t, ']');
    if (s->board[0]) {
        text_add(t, ",\"board\":");
        add_list(t, s->board);
    }
    if (s->dealer[0]) {
        text_add(t, ",\"dealer\":");
        add_list(t, s->dealer);
    }
    text_add_char(t, '}');
}

static const struct cr_rules *find_rules(void *context, const char *name, struct cr_err *err)
{
    struct running *r = context;
    return cr_rules_load(name, &r->rules, err) == CR_OK ? &r->rules : NULL;
}

static const struct cr_progressive *find_progressive(void *context, const char *name,
                                                     struct cr_err *err)
{
    struct running *r = context;
    return cr_progressive_load(name, &r->progressive, err) == CR_OK ? &r->progressive : NULL;
}

static int read_document(struct running *r, struct cr_err *err)
{
    static struct json_tape tape;
    static char document[16384];
    struct text t;
    text_init(&t, document, sizeof document);
    write_document(r->s, &t);
    const struct rules_source source = {find_rules, find_progressive, r, false};
    return round_json_read(&tape, t.data, t.len, &source, &r->doc, err);
}

static int settle_document(struct running *r, struct cr_err *err)
{
    return cr_settle(r->doc.rules, r->doc.progressive, &r->doc.meters, &r->doc.round,
                     &r->settlement, err);
}

/* ---- The state machine ---- */

__attribute__((format(printf, 2, 3))) static void note(char line[SCENARIO_TEXT], const char *format,
                                                       ...)
{
    size_t len = strlen(line);
    va_list args;
    va_start(args, format);
    if (len > 0 && len + 1 < SCENARIO_TEXT)
        line[len++] = ' ';
    vsnprintf(line + len, SCENARIO_TEXT - len, format, args);
    va_end(args);
}

static int step(struct running *r, struct round_event e, struct cr_err *err)
{
    struct round_effects effects;
    int rc = round_step(&r->round, &e, &effects, err);
    for (unsigned i = 0; rc == CR_OK && i < effects.count; i++) {
        const struct round_effect *effect = &effects.list[i];
        if (effect->kind == ROUND_FX_ASK)
            note(r->course, "%u?", effect->to);
        else if (effect->kind == ROUND_FX_OPEN)
            note(r->course, "open-%u", effect->index);
    }
    return rc;
}

static int place_wagers(struct running *r, struct cr_err *err)
{
    int rc = CR_OK;
    for (unsigned i = 0; i < CR_SEATS; i++) {
        const struct cr_seat *seat = &r->doc.round.seats[i];
        for (unsigned slot = 0; slot < CR_SLOTS && rc == CR_OK; slot++)
            if (seat->taken && seat->wagers[slot].micro > 0)
                rc = step(r,
                          (struct round_event){.kind = ROUND_WAGER,
                                               .seat = (uint8_t)(i + 1),
                                               .slot = (uint8_t)slot,
                                               .patron = seat->patron,
                                               .amount = seat->wagers[slot]},
                          err);
    }
    return rc;
}

/* The card for this place: one of the written hands, or any unused card to burn. */
static cr_card card_for(const struct running *r, struct deal_step to)
{
    const struct cr_round *play = &r->doc.round;
    if (to.to == DEAL_BOARD)
        return play->board[to.index];
    if (to.to == DEAL_DEALER)
        return play->dealer[to.index];
    if (to.to != DEAL_BURN)
        return play->seats[to.to - 1].cards[to.index];
    uint64_t used = r->round.seen;
    for (unsigned i = 0; i < CR_SEATS; i++)
        for (unsigned c = 0; c < r->rules.game->hole_cards && play->seats[i].taken; c++)
            used |= UINT64_C(1) << play->seats[i].cards[c];
    for (unsigned c = 0; c < r->rules.game->board_cards; c++)
        used |= UINT64_C(1) << play->board[c];
    for (unsigned c = 0; c < r->rules.game->dealer_cards; c++)
        used |= UINT64_C(1) << play->dealer[c];
    cr_card card = 0;
    while (used & UINT64_C(1) << card)
        card++;
    return card;
}

static void note_card(struct running *r, unsigned to)
{
    char word[16];
    snprintf(word, sizeof word, "%u", to);
    const char *place = to == DEAL_BOARD    ? "board"
                        : to == DEAL_DEALER ? "dealer"
                        : to == DEAL_BURN   ? "burn"
                                            : word;
    note(r->order, "%s", place);
    note(r->course, "%s", place);
}

static int play_round(struct running *r, struct cr_err *err)
{
    int rc = CR_OK;
    while (rc == CR_OK && r->round.phase != ROUND_SHOWDOWN) {
        if (r->round.phase == ROUND_DEALING) {
            struct deal_step to = round_next_card(&r->round);
            note_card(r, to.to);
            rc = step(r, (struct round_event){.kind = ROUND_CARD, .card = card_for(r, to)}, err);
        } else {
            const struct cr_seat *seat = &r->doc.round.seats[r->round.turn - 1];
            cr_action action = seat->actions[r->round.stage];
            rc = step(
                r, (struct round_event){.kind = ROUND_ACT, .seat = r->round.turn, .action = action},
                err);
        }
    }
    return rc;
}

/* UTH-3: a wager after the start must be refused and change nothing. */
static void try_late(struct running *r)
{
    unsigned seat = 0;
    char slot[64] = "", amount[64] = "";
    struct cr_money money = {0};
    struct round before = r->round;
    sscanf(r->s->late, "%u %63s %63s", &seat, slot, amount);
    cr_money_parse(amount, strlen(amount), CR_MONEY_CENTS, &money, NULL);
    int rc =
        step(r,
             (struct round_event){.kind = ROUND_WAGER,
                                  .seat = (uint8_t)seat,
                                  .slot = (uint8_t)cr_slot_find(r->rules.game, slot, strlen(slot)),
                                  .amount = money},
             NULL);
    if (rc != CR_E_STATE || memcmp(&before, &r->round, sizeof before) != 0)
        fault(r, "a late wager was not refused");
}

static int settle_steps(struct running *r, struct cr_err *err)
{
    round_init(&r->round, r->doc.rules, r->doc.progressive, &r->doc.meters, r->s->button);
    r->round.play.one_hand = r->doc.round.one_hand;
    r->round.play.has_aggregate_limit = r->doc.round.has_aggregate_limit;
    r->round.play.aggregate_limit = r->doc.round.aggregate_limit;
    int rc = place_wagers(r, err);
    if (rc == CR_OK)
        rc = step(r, (struct round_event){.kind = ROUND_LOCK}, err);
    if (rc == CR_OK && r->s->late[0])
        try_late(r);
    if (rc == CR_OK)
        rc = play_round(r, err);
    if (rc == CR_OK)
        rc = step(r, (struct round_event){.kind = r->s->dead ? ROUND_KILL : ROUND_SETTLE}, err);
    return rc;
}

static void compare_ways(struct running *r)
{
    static char one[SETTLEMENT_JSON_MAX], two[SETTLEMENT_JSON_MAX];
    struct text a, b;
    text_init(&a, one, sizeof one);
    text_init(&b, two, sizeof two);
    settlement_json_write(&r->doc, &r->settlement, &a);
    settlement_json_write(&r->doc, &r->round.settlement, &b);
    if (a.len != b.len || memcmp(one, two, a.len) != 0)
        fault(r, "document and step machine differ:\n  %s\n  %s", one, two);
}

/* ---- Expectations ---- */

static bool same_money(const char *text, struct cr_money m)
{
    char written[CR_MONEY_TEXT_MAX];
    cr_money_format(m, written);
    return strcmp(text, written) == 0;
}

static void expect_money(struct running *r, const char *what, const char *text, struct cr_money m)
{
    char written[CR_MONEY_TEXT_MAX];
    cr_money_format(m, written);
    if (strcmp(text, written) != 0)
        fault(r, "%s: expected %s, is %s", what, text, written);
}

static void expect_wager(struct running *r, const struct cr_seat_result *seat, const char *slot,
                         const char *verdict, const char *amount)
{
    static const char *const words[] = {"absent", "wins", "loses", "returned", "pulled"};
    unsigned s = cr_slot_find(r->rules.game, slot, strlen(slot));
    if (s >= CR_SLOTS) {
        fault(r, "no wager '%s' in this game", slot);
        return;
    }
    const struct cr_wager_result *wager = &seat->wagers[s];
    if (strcmp(words[wager->result], verdict) != 0)
        fault(r, "%s: expected %s, is %s", slot, verdict, words[wager->result]);
    else if (wager->result != CR_RESULT_NONE)
        expect_money(r, slot, amount, wager->result == CR_RESULT_WIN ? wager->pays : wager->stake);
}

static void expect_award(struct running *r, const struct cr_seat_result *seat, const char *text)
{
    static const char *const keys[] = {"none", "low", "high"};
    const struct cr_award_result *award = &seat->award;
    char amount[32], from[32], key[32], house[32] = "0.00";
    if (sscanf(text, "%31s from %31s key %31s house %31s", amount, from, key, house) < 3) {
        fault(r, "not understood: award %s", text);
        return;
    }
    const char *source =
        award->from == CR_FROM_TRAY ? "tray" : r->progressive.meters[award->from].name;
    if (!award->paid)
        fault(r, "no award was paid");
    else if (strcmp(from, source) != 0 || strcmp(key, keys[award->key]) != 0)
        fault(r, "the award is from %s with key %s", source, keys[award->key]);
    expect_money(r, "award", amount, award->amount);
    expect_money(r, "house funded", house, award->house_funded);
}

static void expect_envy(struct running *r, const struct cr_seat_result *seat, const char *text)
{
    char amount[32];
    unsigned from;
    if (strcmp(text, "nothing") == 0) {
        if (seat->envy_count > 0)
            fault(r, "envy was paid");
        return;
    }
    if (sscanf(text, "%31s from seat %u", amount, &from) != 2) {
        fault(r, "not understood: envy %s", text);
        return;
    }
    for (unsigned i = 0; i < seat->envy_count; i++)
        if (seat->envy[i].from_seat == from && same_money(amount, seat->envy[i].amount))
            return;
    fault(r, "no envy of %s from seat %u", amount, from);
}

static void expect_outcome(struct running *r, const struct cr_seat_result *seat, const char *text)
{
    static const char *const outcomes[] = {"none", "win", "lose", "push", "fold"};
    char is[64];
    snprintf(is, sizeof is, "%s %s", outcomes[seat->outcome],
             cr_category_name((enum cr_category)seat->category));
    if (strcmp(is, text) != 0)
        fault(r, "expected '%s', is '%s'", text, is);
}

/* CARD-4: the name of the hand as a dealer says it. */
static void expect_name(struct running *r, const struct cr_seat_result *seat, const char *text)
{
    char name[CR_HAND_NAME_MAX];
    game_hand_name(r->rules.game, seat->rank, name);
    if (strcmp(name, text) != 0)
        fault(r, "expected '%s', is '%s'", text, name);
}

static void expect_seat(struct running *r, const struct cr_settlement *out, const char *text)
{
    unsigned number;
    int at = 0;
    if (sscanf(text, "%u %n", &number, &at) != 1 || number < 1 || number > CR_SEATS) {
        fault(r, "not understood: seat %s", text);
        return;
    }
    const struct cr_seat_result *seat = &out->seats[number - 1];
    text += at;
    if (!seat->taken) {
        fault(r, "nobody bet at seat %u", number);
        return;
    }
    char first[64] = "", second[64] = "", third[64] = "";
    int words = sscanf(text, "%63s %63s %63s", first, second, third);
    if (strcmp(text, "no award") == 0) {
        if (seat->award.paid)
            fault(r, "an award was paid");
    } else if (strcmp(first, "award") == 0) {
        expect_award(r, seat, text + 6);
    } else if (strcmp(first, "has") == 0) {
        expect_name(r, seat, text + 4);
    } else if (strcmp(first, "envy") == 0) {
        expect_envy(r, seat, text + 5);
    } else if (strcmp(first, "net") == 0) {
        expect_money(r, "net", second, seat->net);
    } else if (words == 3 && cr_slot_find(r->rules.game, first, strlen(first)) < CR_SLOTS) {
        expect_wager(r, seat, first, second, third);
    } else if (words == 2 && strcmp(second, "absent") == 0) {
        expect_wager(r, seat, first, second, "");
    } else if (words == 2 && strcmp(second, "pulled") == 0) {
        expect_wager(r, seat, first, second, "0.00"); /* LIR-3: it is in no total */
    } else {
        expect_outcome(r, seat, text);
    }
}

static void expect_dealer(struct running *r, const struct cr_settlement *out, const char *text)
{
    char says[128];
    struct text t;
    text_init(&t, says, sizeof says);
    explain_dealer(r->doc.rules, out, &t);
    if (strcmp(text, "qualifies") == 0 || strcmp(text, "does not qualify") == 0) {
        if (out->dealer_qualifies != (text[0] == 'q'))
            fault(r, "the dealer %s", out->dealer_qualifies ? "qualifies" : "does not qualify");
    } else if (strncmp(text, "says ", 5) != 0 || strcmp(text + 5, says) != 0) {
        fault(r, "the dealer says '%s'", says);
    }
}

static void expect_payment(struct running *r, const struct cr_settlement *out, unsigned nth,
                           const char *text)
{
    char is[128];
    struct text t;
    text_init(&t, is, sizeof is);
    if (strcmp(text, "nothing") == 0) {
        if (out->payment_count > 0)
            fault(r, "%u payments are made", out->payment_count);
        return;
    }
    if (nth >= out->payment_count) {
        fault(r, "payment %u is not made", nth + 1);
        return;
    }
    const struct cr_payment_line *line = &out->payments[nth];
    text_add_format(&t, "seat %u %s ", line->seat,
                    line->slot == CR_SLOTS ? "envy" : cr_slot_name(r->rules.game, line->slot));
    text_add_money(&t, line->amount);
    if (line->slot == CR_SLOTS)
        text_add_format(&t, " from seat %u", line->from_seat);
    if (strcmp(is, text) != 0)
        fault(r, "payment %u: expected '%s', is '%s'", nth + 1, text, is);
}

static void expect_meter(struct running *r, const struct cr_settlement *out, const char *text,
                         bool reserve)
{
    char name[32] = "", amount[32] = "";
    sscanf(text, "%31s %31s", name, amount);
    for (unsigned m = 0; r->doc.progressive && m < r->doc.progressive->meter_count; m++) {
        if (strcmp(r->doc.progressive->meters[m].name, name) != 0)
            continue;
        const struct cr_meter *meter = &out->meters.meters[m];
        expect_money(r, name, amount, reserve ? meter->reserve : meter->amount);
        return;
    }
    fault(r, "no meter '%s'", name);
}

static void expect_course(struct running *r, const char *text, const char *is)
{
    if (strcmp(text, is) != 0)
        fault(r, "the round went %s", is);
}

static void check_expectations(struct running *r, const struct cr_settlement *out)
{
    unsigned payments = 0;
    bool listed = false;
    for (unsigned i = 0; i < r->s->expect_count; i++) {
        const char *text = r->s->expect[i].text;
        r->line = r->s->expect[i].line;
        if (strncmp(text, "seat ", 5) == 0)
            expect_seat(r, out, text + 5);
        else if (strncmp(text, "dealer ", 7) == 0)
            expect_dealer(r, out, text + 7);
        else if (strncmp(text, "pay ", 4) == 0)
            listed = true, expect_payment(r, out, payments++, text + 4);
        else if (strncmp(text, "meter ", 6) == 0)
            expect_meter(r, out, text + 6, false);
        else if (strncmp(text, "reserve ", 8) == 0)
            expect_meter(r, out, text + 8, true);
        else if (strncmp(text, "order ", 6) == 0)
            expect_course(r, text + 6, r->order);
        else if (strncmp(text, "course ", 7) == 0)
            expect_course(r, text + 7, r->course);
        else
            fault(r, "not understood: %s", text);
    }
    r->line = r->s->line;
    if (!listed || payments < out->payment_count)
        fault(r, "%u payments were made, %u are written", out->payment_count, payments);
}

/* Places a seat's wagers as they are written; *known becomes false if no event can express one. */
static int place_written(struct running *r, const struct scenario_seat *seat, bool *known)
{
    int rc = CR_OK;
    for (const char *at = seat->wagers; *at && rc == CR_OK;) {
        char key[64] = "", amount[64] = "";
        struct cr_money money = {0};
        sscanf(at, " %63[^, ] %63[^, ]", key, amount);
        unsigned slot = cr_slot_find(r->rules.game, key, strlen(key));
        *known &= slot < CR_SLOTS;
        *known &= cr_money_parse(amount, strlen(amount), CR_MONEY_CENTS, &money, NULL) == CR_OK;
        *known &= money.micro > 0;
        if (!*known)
            break;
        rc = step(r,
                  (struct round_event){.kind = ROUND_WAGER,
                                       .seat = (uint8_t)seat->number,
                                       .slot = (uint8_t)slot,
                                       .amount = money},
                  NULL);
        at += strcspn(at, ",");
        at += *at == ',';
    }
    return rc;
}

/* Wagers that the document's reader refused must be refused at the start of the game too, or
 * earlier. */
static void refuse_wagers(struct running *r)
{
    bool known = true;
    int rc = CR_OK;
    round_init(&r->round, r->doc.rules, r->doc.progressive, &r->doc.meters, r->s->button);
    for (unsigned i = 0; i < r->s->seat_count && rc == CR_OK; i++)
        rc = place_written(r, &r->s->seats[i], &known);
    if (rc == CR_OK)
        rc = step(r, (struct round_event){.kind = ROUND_LOCK}, NULL);
    if (known && rc == CR_OK)
        fault(r, "not refused at the start of the game");
}

/* The document must be refused with the expected words. If it could be read, the state machine must
 * refuse it too, before the settlement. */
static void check_refusal(struct running *r, int read, int rc, const struct cr_err *err)
{
    if (rc == CR_OK)
        fault(r, "not refused");
    else if (!strstr(err->text, r->s->refused))
        fault(r, "refused with '%s'", err->text);
    if (read == CR_OK && (settle_steps(r, NULL) == CR_OK || r->round.phase == ROUND_SHOWDOWN))
        fault(r, "not refused card by card");
    if (read != CR_OK && strstr(err->text, "].wagers: "))
        refuse_wagers(r);
}

unsigned scenario_run(const char *path, const struct scenario *s)
{
    static struct running r;
    memset(&r, 0, sizeof r);
    r.path = path;
    r.s = s;
    r.line = s->line;
    struct cr_err err = {0};
    int read = read_document(&r, &err);
    int rc = read == CR_OK ? settle_document(&r, &err) : read;
    if (s->refused[0]) {
        check_refusal(&r, read, rc, &err);
        return r.faults;
    }
    if (rc == CR_OK)
        rc = settle_steps(&r, &err);
    if (rc != CR_OK) {
        fault(&r, "refused: %s", err.text);
        return r.faults;
    }
    if (!s->dead)
        compare_ways(&r);
    check_expectations(&r, s->dead ? &r.round.settlement : &r.settlement);
    return r.faults;
}
