/* A round as a JSON document (the input of `croupier settle`). */
#include "game/document/round_json.h"

#include "base/err.h"
#include "base/text.h"
#include "game/games/game.h"
#include "game/round/actions.h"
#include "game/round/play_check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The place of a fault is put together only when there is one: on its way out through the nested
 * readers, each level puts its own step before the steps of the levels below (see `at`). */
struct reader {
    const struct json_tape *tape;
    const struct rules_source *source;
    struct round_doc *doc;
    struct cr_err *err;
    unsigned seat; /* the seat being read, once its number is known; else 0 */
    char place[128];
};

/* Returns rc; when it is a fault, puts a step ("seats[3]", "ante") before the fault's place. */
__attribute__((format(printf, 3, 4))) static int at(struct reader *r, int rc, const char *format,
                                                    ...)
{
    if (rc == CR_OK)
        return rc;
    char below[sizeof r->place], step[64];
    memcpy(below, r->place, sizeof below);
    va_list args;
    va_start(args, format);
    vsnprintf(step, sizeof step, format, args);
    va_end(args);
    bool joined = below[0] == '\0' || below[0] == '[';
    struct text t = text_in(r->place, sizeof r->place);
    text_add(&t, step);
    text_add(&t, joined ? "" : ".");
    text_add(&t, below);
    return rc;
}

/* At most this much of a faulty text is quoted, as JSON so that control characters stay visible. */
#define QUOTE_MAX 40
struct quoted {
    char text[QUOTE_MAX * 6 + 8];
};

static struct quoted quote(const char *text, size_t len)
{
    struct quoted q;
    struct text t = text_in(q.text, sizeof q.text);
    text_add_json(&t, text, len < QUOTE_MAX ? len : QUOTE_MAX);
    return q;
}

static int expect_kind(const struct reader *r, const struct json_node *node, enum json_kind kind)
{
    if (node->kind == kind)
        return CR_OK;
    return err_set(r->err, CR_E_INPUT, "must be %s, not %s", json_kind_name(kind),
                   json_kind_name(node->kind));
}

/* Every key of an object must be in the list, which ends with NULL. */
static int expect_keys(const struct reader *r, const struct json_node *object,
                       const char *const *keys)
{
    const struct json_node *member = json_first(object);
    for (uint32_t i = 0; i < object->count; i++, member = json_next(member)) {
        const char *const *key = keys;
        while (*key && !json_text_is(member->key, member->key_len, *key))
            key++;
        if (*key)
            continue;
        char list[160];
        struct text t = text_in(list, sizeof list);
        for (key = keys; *key; key++) {
            text_add(&t, key == keys ? "" : ", ");
            text_add(&t, *key);
        }
        return err_set(r->err, CR_E_INPUT, "unknown key %s; known are %s",
                       quote(member->key, member->key_len).text, list);
    }
    return CR_OK;
}

/* Copies a string and terminates it. False for an empty one, for one longer than size - 1 and for
 * one with a NUL inside: these are no names. */
static bool copy_name(const struct json_node *node, char *out, size_t size)
{
    if (node->kind != JSON_STRING || node->len == 0 || node->len >= size ||
        memchr(node->text, '\0', node->len))
        return false;
    memcpy(out, node->text, node->len);
    out[node->len] = '\0';
    return true;
}

#define FILE_NAME_MAX 1024

static int read_rules(struct reader *r, const struct json_node *node)
{
    char name[FILE_NAME_MAX];
    if (!node)
        return err_set(r->err, CR_E_INPUT, "missing; name the house rules");
    if (!copy_name(node, name, sizeof name))
        return err_set(r->err, CR_E_INPUT, "must be the name of house rules");
    r->doc->rules = r->source->rules(r->source->context, name, r->err);
    return r->doc->rules ? CR_OK : CR_E_INPUT;
}

/* A missing member means the default progressive of the rules; null means none. */
static int read_progressive(struct reader *r, const struct json_node *node)
{
    const struct cr_rules *rules = r->doc->rules;
    char name[FILE_NAME_MAX] = "";
    if (node && node->kind != JSON_NULL && !copy_name(node, name, sizeof name))
        return err_set(r->err, CR_E_INPUT, "must be the name of a progressive, or null");
    if (name[0] && rules->game->progressive >= CR_SLOTS)
        return err_set(r->err, CR_E_INPUT, "%s is played without one", rules->game->title);
    if (!node)
        snprintf(name, sizeof name, "%s", rules->progressive);
    if (!name[0])
        return CR_OK;
    r->doc->progressive = r->source->progressive(r->source->context, name, r->err);
    if (!r->doc->progressive)
        return CR_E_INPUT;
    cr_meters_init(r->doc->progressive, &r->doc->meters);
    return CR_OK;
}

static int read_money(const struct reader *r, const struct json_node *node, enum cr_money_form form,
                      struct cr_money *out)
{
    if (node->kind != JSON_STRING)
        return err_set(r->err, CR_E_INPUT, "must be an amount in a string (\"10.00\"), not %s",
                       json_kind_name(node->kind));
    return cr_money_parse(node->text, node->len, form, out, r->err);
}

/* The meter of that name, or NULL. */
static struct cr_meter *find_meter(struct reader *r, const char *name, size_t len)
{
    const struct cr_progressive *progressive = r->doc->progressive;
    for (unsigned m = 0; progressive && m < progressive->meter_count; m++)
        if (json_text_is(name, len, progressive->meters[m].name))
            return &r->doc->meters.meters[m];
    return NULL;
}

/* Reads amounts that are keyed by the names of the progressive's meters. */
static int read_amounts(struct reader *r, const struct json_node *object, bool reserves)
{
    if (!object)
        return CR_OK;
    int rc = expect_kind(r, object, JSON_OBJECT);
    const struct json_node *member = json_first(object);
    for (uint32_t i = 0; i < object->count && rc == CR_OK; i++, member = json_next(member)) {
        struct cr_meter *meter = find_meter(r, member->key, member->key_len);
        if (!meter)
            return err_set(r->err, CR_E_INPUT, "unknown meter %s of %s",
                           quote(member->key, member->key_len).text,
                           r->doc->progressive ? r->doc->progressive->name
                                               : "a round without a progressive");
        struct cr_money *amount = reserves ? &meter->reserve : &meter->amount;
        rc = at(r,
                read_money(r, member, r->source->is_own ? CR_MONEY_METER : CR_MONEY_MICRO, amount),
                "%.*s", (int)member->key_len, member->key);
    }
    return rc;
}

static int read_meters(struct reader *r, const struct json_node *object)
{
    return read_amounts(r, object, false);
}

static int read_reserves(struct reader *r, const struct json_node *object)
{
    return read_amounts(r, object, true);
}

static int read_options(struct reader *r, const struct json_node *object)
{
    static const char *const with_limit[] = {"one_hand", "aggregate_limit", NULL};
    static const char *const without[] = {"one_hand", NULL};
    if (!object)
        return CR_OK;
    struct cr_round *round = &r->doc->round;
    bool takes_limit = r->doc->rules->game->keys & GAME_KEY_AGGREGATE_LIMIT;
    int rc = expect_kind(r, object, JSON_OBJECT);
    if (rc == CR_OK)
        rc = expect_keys(r, object, takes_limit ? with_limit : without);
    if (rc != CR_OK)
        return rc;
    const struct json_node *one_hand = json_member(object, "one_hand");
    if (one_hand && (rc = expect_kind(r, one_hand, JSON_BOOL)) != CR_OK)
        return at(r, rc, "one_hand");
    round->one_hand = one_hand && one_hand->truth;
    const struct json_node *limit = json_member(object, "aggregate_limit");
    round->has_aggregate_limit = limit != NULL;
    if (limit)
        rc = read_money(r, limit, CR_MONEY_CENTS, &round->aggregate_limit);
    return at(r, rc, "aggregate_limit");
}

/* Reads a list of exactly count cards. */
static int read_cards(struct reader *r, const struct json_node *node, unsigned count, cr_card *out)
{
    if (!node || node->kind == JSON_NULL)
        return err_set(r->err, CR_E_INPUT, "missing; it needs %u cards", count);
    int rc = expect_kind(r, node, JSON_ARRAY);
    if (rc == CR_OK && node->count != count)
        rc = err_set(r->err, CR_E_INPUT, "%u %s too %s; it needs %u", node->count,
                     node->count == 1 ? "card is" : "cards are",
                     node->count < count ? "few" : "many", count);
    if (rc != CR_OK)
        return rc;
    const struct json_node *card = json_first(node);
    for (unsigned i = 0; i < count && rc == CR_OK; i++, card = json_next(card)) {
        rc = expect_kind(r, card, JSON_STRING);
        if (rc == CR_OK)
            rc = cr_card_parse(card->text, card->len, &out[i], r->err);
        rc = at(r, rc, "[%u]", i);
    }
    return rc;
}

/* Reads the board or the dealer's cards; count is 0 in a game that has none. */
static int read_shared(struct reader *r, const struct json_node *node, unsigned count,
                       cr_card out[])
{
    if (count > 0)
        return read_cards(r, node, count, out);
    if (node && node->kind != JSON_NULL)
        return err_set(r->err, CR_E_INPUT, "%s has none", r->doc->rules->game->title);
    return CR_OK;
}

static int read_board(struct reader *r, const struct json_node *node)
{
    return read_shared(r, node, r->doc->rules->game->board_cards, r->doc->round.board);
}

static int read_dealer(struct reader *r, const struct json_node *node)
{
    return read_shared(r, node, r->doc->rules->game->dealer_cards, r->doc->round.dealer);
}

/* ---- Seats ---- */

static int read_wager(struct reader *r, const struct json_node *member, struct cr_seat *seat)
{
    const struct cr_game *game = r->doc->rules->game;
    unsigned slot = cr_slot_find(game, member->key, member->key_len);
    if (slot >= CR_SLOTS && json_text_is(member->key, member->key_len, "progressive"))
        return err_set(r->err, CR_E_INPUT, "a progressive wager, but %s has no progressive",
                       game->title);
    if (slot >= CR_SLOTS || game->slots[slot].kind != SLOT_PLACED)
        return err_set(r->err, CR_E_INPUT, "unknown wager %s",
                       quote(member->key, member->key_len).text);
    int rc = read_money(r, member, CR_MONEY_CENTS, &seat->wagers[slot]);
    if (rc == CR_OK && seat->wagers[slot].micro == 0)
        rc = err_set(r->err, CR_E_INPUT, "a wager of zero; leave it out");
    return at(r, rc, "%s", game->slots[slot].name);
}

static int read_wagers(struct reader *r, const struct json_node *object, struct cr_seat *seat)
{
    if (!object)
        return err_set(r->err, CR_E_INPUT, "missing");
    int rc = expect_kind(r, object, JSON_OBJECT);
    const struct json_node *member = json_first(object);
    for (uint32_t i = 0; i < object->count && rc == CR_OK; i++, member = json_next(member))
        rc = read_wager(r, member, seat);
    /* cr_settle checks this too. Checked here, a fault of the wagers is reported before one of the
     * actions. */
    if (rc == CR_OK)
        rc = check_seat_wagers(r->doc->rules, r->doc->progressive, seat, r->err);
    return rc;
}

/* Lists the legal actions for a message: "check, 2x". */
static void list_legal(const struct cr_rules *rules, const struct cr_seat *seat, struct text *out)
{
    cr_action legal[CR_LEGAL_MAX];
    size_t n = cr_legal_actions(rules, seat->actions, seat->action_count, legal);
    for (size_t i = 0; i < n; i++) {
        char word[CR_ACTION_TEXT_MAX];
        cr_action_format(rules, seat->action_count, legal[i], word);
        text_add_format(out, "%s%s", i ? ", " : "", word);
    }
}

/* Says why a word is no action of that seat now. */
static int refuse_action(const struct reader *r, const struct json_node *node,
                         const struct cr_seat *seat)
{
    char legal[160];
    struct text t = text_in(legal, sizeof legal);
    list_legal(r->doc->rules, seat, &t);
    struct quoted word = quote(node->text, node->len);
    if (!action_word_known(r->doc->rules, node->text, node->len))
        return err_set(r->err, CR_E_INPUT, "unknown action %s", word.text);
    if (t.len == 0)
        return err_set(r->err, CR_E_INPUT, "one action too many; nothing is left to decide");
    return err_set(r->err, CR_E_INPUT, "%s is not allowed there; allowed: %s", word.text, legal);
}

static int read_action(struct reader *r, const struct json_node *node, struct cr_seat *seat)
{
    const struct cr_rules *rules = r->doc->rules;
    int rc = expect_kind(r, node, JSON_STRING);
    if (rc != CR_OK)
        return rc;
    if (seat->wagers[rules->game->ante].micro == 0)
        return err_set(r->err, CR_E_INPUT, "a seat without an Ante takes no action");
    cr_action action = action_find(rules, seat->actions, seat->action_count, node->text, node->len);
    if (action == CR_NO_ACTION)
        return refuse_action(r, node, seat);
    seat->actions[seat->action_count++] = action;
    return CR_OK;
}

static int read_actions(struct reader *r, const struct json_node *node, struct cr_seat *seat)
{
    if (!node)
        return CR_OK;
    int rc = expect_kind(r, node, JSON_ARRAY);
    const struct json_node *action = json_first(node);
    for (uint32_t i = 0; i < node->count && rc == CR_OK; i++, action = json_next(action))
        rc = at(r, read_action(r, action, seat), "[%u]", i);
    return rc;
}

/* Reads a seat's number: 1 to 7, and not used before. */
static int read_number(const struct reader *r, const struct json_node *node, unsigned *out)
{
    if (!node)
        return err_set(r->err, CR_E_INPUT, "missing");
    bool whole = node->kind == JSON_NUMBER && !memchr(node->text, '.', node->len) &&
                 !memchr(node->text, 'e', node->len) && !memchr(node->text, 'E', node->len);
    if (!whole)
        return err_set(r->err, CR_E_INPUT, "must be a whole number from 1 to 7");
    if (node->len != 1 || node->text[0] < '1' || node->text[0] > '0' + CR_SEATS)
        return err_set(r->err, CR_E_INPUT, "%.*s is outside 1 to 7",
                       (int)(node->len < 20 ? node->len : 20), node->text);
    *out = (unsigned)(node->text[0] - '0');
    if (r->doc->round.seats[*out - 1].taken)
        return err_set(r->err, CR_E_INPUT, "seat %u is there twice", *out);
    return CR_OK;
}

/* Gives patrons numbers: seats that name the same patron get the number of the first of them. */
static int read_patron(struct reader *r, const struct json_node *node, unsigned seat)
{
    if (!node)
        return CR_OK;
    if (node->kind != JSON_STRING || node->len == 0)
        return err_set(r->err, CR_E_INPUT, "must be a string that is not empty");
    if (node->len > ROUND_PATRON_MAX)
        return err_set(r->err, CR_E_INPUT, "longer than %d bytes", ROUND_PATRON_MAX);
    unsigned id = seat;
    for (unsigned i = 0; i < CR_SEATS; i++)
        if (r->doc->patrons[i].name && r->doc->patrons[i].len == node->len &&
            memcmp(r->doc->patrons[i].name, node->text, node->len) == 0)
            id = r->doc->round.seats[i].patron;
    r->doc->patrons[seat - 1].name = node->text;
    r->doc->patrons[seat - 1].len = node->len;
    r->doc->round.seats[seat - 1].patron = (uint16_t)id;
    return CR_OK;
}

static int read_seat(struct reader *r, const struct json_node *object)
{
    static const char *const keys[] = {"seat", "patron", "wagers", "cards", "actions", NULL};
    unsigned number = 0;
    int rc = expect_kind(r, object, JSON_OBJECT);
    if (rc == CR_OK)
        rc = expect_keys(r, object, keys);
    if (rc != CR_OK)
        return rc;
    rc = at(r, read_number(r, json_member(object, "seat"), &number), "seat");
    if (rc != CR_OK)
        return rc;
    struct cr_seat *seat = &r->doc->round.seats[number - 1];
    seat->taken = true;
    r->seat = number;
    rc = at(r, read_patron(r, json_member(object, "patron"), number), "patron");
    if (rc == CR_OK)
        rc = at(r, read_wagers(r, json_member(object, "wagers"), seat), "wagers");
    if (rc == CR_OK)
        rc = at(r,
                read_cards(r, json_member(object, "cards"), r->doc->rules->game->hole_cards,
                           seat->cards),
                "cards");
    if (rc == CR_OK)
        rc = at(r, read_actions(r, json_member(object, "actions"), seat), "actions");
    if (rc == CR_OK)
        r->seat = 0;
    return rc;
}

static int read_seats(struct reader *r, const struct json_node *list)
{
    if (!list)
        return err_set(r->err, CR_E_INPUT, "missing");
    int rc = expect_kind(r, list, JSON_ARRAY);
    if (rc == CR_OK && list->count == 0)
        return err_set(r->err, CR_E_INPUT, "no seats");
    const struct json_node *seat = json_first(list);
    for (uint32_t i = 0; i < list->count && rc == CR_OK; i++, seat = json_next(seat))
        rc = at(r, read_seat(r, seat), "[%u]", i);
    return rc;
}

/* The members of a document. Each is read after those that it depends on. */
static const struct part {
    const char *key;
    int (*read)(struct reader *r, const struct json_node *node); /* node is NULL when absent */
} parts[] = {
    {"rules", read_rules},       {"progressive", read_progressive}, {"meters", read_meters},
    {"reserves", read_reserves}, {"options", read_options},         {"seats", read_seats},
    {"board", read_board},       {"dealer", read_dealer},
};
#define PARTS (sizeof parts / sizeof parts[0])

static int read_document(struct reader *r)
{
    const char *keys[PARTS + 1] = {0};
    for (size_t i = 0; i < PARTS; i++)
        keys[i] = parts[i].key;
    const struct json_node *root = r->tape->nodes;
    int rc = expect_kind(r, root, JSON_OBJECT);
    if (rc == CR_OK)
        rc = expect_keys(r, root, keys);
    for (size_t i = 0; i < PARTS && rc == CR_OK; i++)
        rc = at(r, parts[i].read(r, json_member(root, keys[i])), "%s", keys[i]);
    return rc;
}

int round_json_read(struct json_tape *tape, const char *text, size_t len,
                    const struct rules_source *source, struct round_doc *out, struct cr_err *err)
{
    struct cr_err own;
    struct reader r = {.tape = tape, .source = source, .doc = out, .err = err ? err : &own};
    *out = (struct round_doc){0};
    int rc = json_tape_read(tape, text, len, r.err);
    if (rc != CR_OK)
        return rc;
    rc = read_document(&r);
    if (rc != CR_OK && r.seat > 0)
        err_prefix(r.err, "%s (seat %u)", r.place, r.seat);
    else if (rc != CR_OK && r.place[0])
        err_prefix(r.err, "%s", r.place);
    return rc;
}
