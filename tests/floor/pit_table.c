/* Scenario lines of a table: what a dealer does at the console, and the table's connection. */
#include "floor/pit.h"
#include "floor/semantics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The name of the table: the word that ends with a colon, without the colon. */
static const char *table_of(const struct words *w, char out[FLOOR_ID_MAX])
{
    snprintf(out, FLOOR_ID_MAX, "%s", words_one(w, 't'));
    out[strcspn(out, ":")] = '\0';
    return out;
}

static const struct cr_award *award_of(const struct pit *p, const char *table, const char *name)
{
    const struct floor *f = &p->h.floor;
    const uint32_t at = floor_find_table(f, table);
    const enum cr_category category = cr_category_find(name, strlen(name));
    if (at == FLOOR_NONE || f->tables[at].link == FLOOR_NONE || category == CR_CATEGORIES)
        return NULL;
    return &floor_progressive(f, f->tables[at].link)->awards[category];
}

static bool cancel(struct pit *p, const char *table, unsigned seat)
{
    char number[32];
    snprintf(number, sizeof number, "%llu", (unsigned long long)pit_claim(p, table, seat));
    pit_begin_at(p, FLOOR_CLAIM_CANCELLED, table);
    pit_set(p, "claim", number);
    return pit_ask(p);
}

/* A line such as "t1: button royal flush for seat 5 live 2 7". The console knows which awards need
 * a key. A table that knows the cards adds them: "with As Ks Qs Js Ts". */
static bool press_button(struct pit *p, struct words *w, const char *table)
{
    char all[LINE_MAX_];
    words_all(w, 'w', all, sizeof all);
    char *at = strstr(all, " for seat ");
    if (at == NULL)
        return pit_fault(p, "a button is pressed for a seat");
    *at = '\0';
    char *rest = at + strlen(" for seat ");
    const unsigned seat = (unsigned)strtoul(rest, &rest, 10);
    char *cards = strstr(rest, " with ");
    if (cards != NULL)
        *cards = '\0';
    if (strcmp(rest, " again") == 0)
        return cancel(p, table, seat);
    const struct cr_award *award = award_of(p, table, all);
    if (award == NULL)
        return pit_fault(p, "the console of %s has no button \"%s\"", table, all);
    char number[16];
    snprintf(number, sizeof number, "%u", seat);
    /* a console of the first version knows no pending awards */
    const bool at_once = strcmp(rest, " at once") == 0;
    const unsigned without_key =
        floor_semantics(&p->h.floor) >= 2 && !at_once ? FLOOR_AWARD_PENDING : FLOOR_AWARD_PAID;
    pit_begin_at(p, award->key == CR_KEY_NONE ? without_key : FLOOR_CLAIM_MADE, table);
    pit_set(p, "seat", number);
    pit_set(p, "award", all);
    if (strncmp(rest, " live ", 6) == 0)
        pit_set(p, "live", rest + 6);
    else if (*rest != '\0' && !at_once)
        return pit_fault(p, "what is \"%s\"?", rest);
    if (cards != NULL)
        pit_set(p, "text", cards + strlen(" with "));
    return pit_ask(p);
}

/* An award without a key is named by its seat and its hand, not by a number. */
static bool pay_award(struct pit *p, const char *table, const struct floor_claim *c)
{
    char number[16];
    snprintf(number, sizeof number, "%u", c->seat);
    pit_begin_at(p, FLOOR_AWARD_PAID, table);
    pit_set(p, "seat", number);
    pit_set(p, "award", cr_category_name((enum cr_category)(c->award - 1)));
    return pit_ask(p);
}

/* PIT-2: pays the next award in the table's queue, whichever key is turned. */
static bool press_jpot_in_turn(struct pit *p, const char *table, uint32_t at)
{
    const struct floor_claim *c = floor_next_paid(&p->h.floor, at);
    char number[32];
    if (c == NULL)
        return pit_fault(p, "nothing is pending at %s", table);
    if (c->key == CR_KEY_NONE)
        return pay_award(p, table, c);
    snprintf(number, sizeof number, "%llu", (unsigned long long)c->seq);
    pit_begin_at(p, FLOOR_CLAIM_PAID, table);
    pit_set(p, "claim", number);
    return pit_ask(p);
}

/* Pays the seat that is named, or otherwise the next pending jackpot that the turned key pays, from
 * the right. */
static bool press_jpot(struct pit *p, const char *table, const char *named)
{
    const struct floor *f = &p->h.floor;
    const uint32_t at = floor_find_table(f, table);
    if (at == FLOOR_NONE)
        return pit_fault(p, "there is no table %s", table);
    if (named[0] == '\0' && floor_semantics(f) >= 2)
        return press_jpot_in_turn(p, table, at);
    const struct floor_claim *award =
        floor_find_claim(f, pit_claim(p, table, (unsigned)atoi(named)));
    if (award != NULL && award->key == CR_KEY_NONE)
        return pay_award(p, table, award);
    uint64_t claim = named[0] != '\0' ? pit_claim(p, table, (unsigned)atoi(named)) : 0;
    unsigned best = 0;
    for (uint32_t i = 0; named[0] == '\0' && i < f->claim_count; i++) {
        const struct floor_claim *c = &f->claims[i];
        const bool fits = f->plays[at].position == FLOOR_KEY_R || f->plays[at].position == 0 ||
                          c->key == f->plays[at].key;
        if (c->table == at && c->claim.state == CLAIM_PENDING && fits && c->seat > best) {
            best = c->seat;
            claim = c->seq;
        }
    }
    if (claim == 0)
        return pit_fault(p, "nothing is pending at %s for that key", table);
    char number[32];
    snprintf(number, sizeof number, "%llu", (unsigned long long)claim);
    pit_begin_at(p, FLOOR_CLAIM_PAID, table);
    pit_set(p, "claim", number);
    return pit_ask(p);
}

static bool turn_key(struct pit *p, struct words *w, const char *table)
{
    const char *key = words_one(w, 'k');
    if (strcmp(key, "008") != 0 && strcmp(key, "009") != 0)
        return pit_fault(p, "there is key 008 and key 009");
    pit_begin_at(p, FLOOR_KEY_TURNED, table);
    pit_set(p, "key", strcmp(key, "009") == 0 ? "high" : "low");
    pit_set(p, "position", words_one(w, 'p'));
    pit_set(p, "user", words_one(w, 'a'));
    pit_set(p, "person", words_one(w, 'h'));
    return pit_ask(p);
}

/* Lines about who sits at the table and who deals. */
static bool seating_line(struct pit *p, struct words *w, const char *table, bool *done)
{
    char seats[LINE_MAX_];
    if (words_match(w, "<t>: one patron has <s*>")) {
        words_all(w, 's', seats, sizeof seats);
        pit_begin_at(p, FLOOR_SEATS_HELD, table);
        pit_set(p, "seats", seats);
    } else if (words_match(w, "<t>: <a> signs on")) {
        pit_begin_at(p, FLOOR_DEALER_ON, table);
        pit_set(p, "user", words_one(w, 'a'));
    } else if (words_match(w, "<t>: <a> signs off")) {
        pit_begin_at(p, FLOOR_DEALER_OFF, table);
        pit_set(p, "user", words_one(w, 'a'));
    } else {
        return false;
    }
    *done = pit_ask(p);
    return true;
}

static bool seat_line(struct pit *p, struct words *w, const char *table)
{
    char why[LINE_MAX_];
    words_all(w, 'r', why, sizeof why);
    if (words_match(w, "<t>: seat <s> closed because <r*>") ||
        words_match(w, "<t>: seat <s> closed by <a> because <r*>")) {
        words_all(w, 'r', why, sizeof why);
        pit_begin_at(p, FLOOR_SEAT_CLOSED, table);
        pit_set(p, "text", why);
        pit_set(p, "user", words_one(w, 'a'));
    } else if (words_match(w, "<t>: seat <s> opened by <a>")) {
        pit_begin_at(p, FLOOR_SEAT_OPENED, table);
        pit_set(p, "user", words_one(w, 'a'));
    } else if (words_match(w, "<t>: seat <s> reports <i>")) {
        pit_begin_at(p, FLOOR_SEAT_FAULT, table);
        pit_set(p, "item", words_one(w, 'i'));
    } else if (words_match(w, "<t>: seat <s> buys in <c> with <i>") ||
               words_match(w, "<t>: seat <s> buys in <c> with <i> as <n>")) {
        pit_begin_at(p, FLOOR_BUY_IN, table);
        pit_set(p, "amount", words_one(w, 'c'));
        pit_set(p, "item", words_one(w, 'i'));
        pit_set(p, "patron", words_one(w, 'n'));
    } else if (words_match(w, "<t>: seat <s> is paid <c> for <i>") ||
               words_match(w, "<t>: seat <s> is paid <c> for <i> as <n>") ||
               words_match(w, "<t>: seat <s> is paid <c> for <i> confirmed by <a>") ||
               words_match(w, "<t>: seat <s> is paid <c> for <i> as <n> confirmed by <a>")) {
        pit_begin_at(p, FLOOR_PAYOUT, table);
        pit_set(p, "amount", words_one(w, 'c'));
        pit_set(p, "item", words_one(w, 'i'));
        pit_set(p, "patron", words_one(w, 'n'));
        pit_set(p, "user", words_one(w, 'a'));
    } else if (words_match(w, "<t>: seat <s> folds") || words_match(w, "<t>: seat <s> folds <u>")) {
        pit_begin_at(p, FLOOR_SEAT_FOLDED, table);
        pit_set(p, "undone", words_one(w, 'u')[0] != '\0' ? "true" : "");
    } else if (words_match(w, "<t>: seat <s> coin back because <r*>")) {
        words_all(w, 'r', why, sizeof why);
        pit_begin_at(p, FLOOR_COIN_RETURNED, table);
        pit_set(p, "text", why);
    } else if (words_match(w, "<t>: patron moves from <s> to <u>")) {
        pit_begin_at(p, FLOOR_PATRON_MOVED, table);
        pit_set(p, "to_seat", words_one(w, 'u'));
    } else {
        return pit_fault(p, "nothing that happens at a table");
    }
    pit_set(p, "seat", words_one(w, 's'));
    return pit_ask(p);
}

/* PIT-5: a reading of the acceptors' counter, or of an amount on the console. */
static bool reading(struct pit *p, struct words *w, const char *table)
{
    char why[LINE_MAX_];
    words_all(w, 'r', why, sizeof why);
    pit_begin_at(p, FLOOR_METER_READ, table);
    pit_set(p, "coins", words_one(w, 'n'));
    pit_set(p, "from", words_one(w, 'm'));
    pit_set(p, "amount", words_one(w, 'c'));
    pit_set(p, "user", words_one(w, 'a'));
    pit_set(p, "text", why);
    pit_set(p, "restart", why[0] != '\0' ? "true" : "");
    return pit_ask(p);
}

static bool coins(struct pit *p, struct words *w, const char *table)
{
    char seats[LINE_MAX_];
    words_all(w, 's', seats, sizeof seats);
    pit_begin_at(p, FLOOR_COIN_IN, table);
    pit_set(p, "seats", strcmp(seats, "none") == 0 ? "" : seats);
    return pit_ask(p);
}

static bool with_text(struct pit *p, struct words *w, unsigned kind, const char *table)
{
    char why[LINE_MAX_];
    words_all(w, 'r', why, sizeof why);
    pit_begin_at(p, kind, table);
    pit_set(p, "text", why);
    if (words_one(w, 'a')[0] != '\0')
        pit_set(p, "user", words_one(w, 'a'));
    return pit_ask(p);
}

/* Sends the same request again under the same number, as a table does when an answer was lost. */
static bool repeat(struct pit *p, const char *table)
{
    event_copy_given(&p->e, &pit_table(p, table)->last);
    p->asked = true;
    p->rc = 0;
    return pit_ask(p);
}

/* PIT-1: what a table says of a claim when it is back. */
static bool hold(struct pit *p, struct words *w, const char *table)
{
    char number[32], why[LINE_MAX_];
    words_all(w, 'r', why, sizeof why);
    snprintf(number, sizeof number, "%llu",
             (unsigned long long)pit_claim(p, table, (unsigned)atoi(words_one(w, 's'))));
    pit_begin_at(p, FLOOR_CLAIM_HELD, table);
    pit_set(p, "claim", number);
    pit_set(p, "text", why);
    return pit_ask(p);
}

static bool at_table(struct pit *p, struct words *w)
{
    char table[FLOOR_ID_MAX];
    table_of(w, table);
    if (words_match(w, "<t>: coins <s*>"))
        return coins(p, w, table);
    if (words_match(w, "<t>: game over"))
        return with_text(p, w, FLOOR_GAME_OVER, table);
    if (words_match(w, "<t>: button <w*>"))
        return press_button(p, w, table);
    if (words_match(w, "<t>: J-POT") || words_match(w, "<t>: J-POT for seat <s>"))
        return press_jpot(p, table, words_one(w, 's'));
    if (words_match(w, "<t>: key <k> to <p> by <a>") ||
        words_match(w, "<t>: key <k> of <h> to <p> by <a>"))
        return turn_key(p, w, table);
    bool done = false;
    if (seating_line(p, w, table, &done))
        return done;
    if (words_match(w, "<t>: round dead because <r*>") ||
        words_match(w, "<t>: round dead by <a> because <r*>"))
        return with_text(p, w, FLOOR_ROUND_DEAD, table);
    if (words_match(w, "<t>: holds seat <s> because <r*>"))
        return hold(p, w, table);
    if (words_match(w, "<t>: leaves"))
        return with_text(p, w, FLOOR_TABLE_LEFT, table);
    if (words_match(w, "<t>: counter shows <n>") ||
        words_match(w, "<t>: new counter shows <n> by <a> because <r*>") ||
        words_match(w, "<t>: console shows <m> at <c>") ||
        words_match(w, "<t>: console shows <m> at <c> by <a>"))
        return reading(p, w, table);
    if (words_match(w, "<t>: repeats"))
        return repeat(p, table);
    return seat_line(p, w, table);
}

/* ---- The connection ---- */

static bool join(struct pit *p, const char *table, uint64_t epoch, uint64_t seq)
{
    char number[32];
    pit_begin(p, FLOOR_TABLE_JOINED);
    pit_set(p, "table", table);
    pit_set(p, "manager", "gm");
    pit_set(p, "instance", epoch > 0 ? "first" : "fresh");
    snprintf(number, sizeof number, "%llu", (unsigned long long)epoch);
    pit_set(p, "acked_epoch", epoch > 0 ? number : "");
    snprintf(number, sizeof number, "%llu", (unsigned long long)seq);
    pit_set(p, "acked_seq", seq > 0 ? number : "");
    return pit_ask(p);
}

static bool lose(struct pit *p, const char *table)
{
    char number[32];
    snprintf(number, sizeof number, "%llu", (unsigned long long)pit_table(p, table)->epoch);
    pit_begin(p, FLOOR_TABLE_LOST);
    pit_set(p, "table", table);
    pit_set(p, "manager", "gm");
    pit_set(p, "epoch", number);
    return pit_ask(p);
}

bool pit_table_line(struct pit *p, struct words *w, bool *done)
{
    if (words_match(w, "<t>: <w*>")) {
        *done = at_table(p, w);
        return true;
    }
    if (words_match(w, "<t> joins")) {
        const struct pit_table *t = pit_table(p, words_one(w, 't'));
        *done = join(p, t->id, t->epoch, t->seq);
    } else if (words_match(w, "<t> joins fresh")) {
        *done = join(p, words_one(w, 't'), 0, 0);
    } else if (words_match(w, "<t> joins remembering <e> <s>")) {
        *done = join(p, words_one(w, 't'), strtoull(words_one(w, 'e'), NULL, 10),
                     strtoull(words_one(w, 's'), NULL, 10));
    } else if (words_match(w, "<t> is lost")) {
        *done = lose(p, words_one(w, 't'));
    } else {
        return false;
    }
    return true;
}
