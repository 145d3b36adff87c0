/* JSON between a table and its manager; see answer_json.h. */
#include "service/controller/answer_json.h"

#include "base/check.h"
#include "base/hex.h"
#include "service/client/log_filter.h"

#include <stdio.h>
#include <string.h>

/* ---- Values ---- */

static bool get_count(const struct json_node *object, const char *key, uint64_t *out)
{
    const struct json_node *node = json_member(object, key);
    return node != NULL && node->len <= 16 && json_whole(node, out);
}

static bool is_word(const struct json_node *object, const char *key, const char *word)
{
    const struct json_node *node = json_member(object, key);
    return node != NULL && node->kind == JSON_STRING && json_text_is(node->text, node->len, word);
}

static bool get_seat_list(const struct json_node *list, uint8_t *out)
{
    if (list == NULL || list->kind != JSON_ARRAY)
        return false;
    *out = 0;
    const struct json_node *each = json_first(list);
    for (uint32_t i = 0; i < list->count; i++, each = json_next(each)) {
        if (each->kind != JSON_NUMBER || each->len != 1 || each->text[0] < '1' ||
            each->text[0] > '0' + CR_SEATS)
            return false;
        *out |= (uint8_t)CONSOLE_SEAT((unsigned)(each->text[0] - '0'));
    }
    return true;
}

static bool get_seats(const struct json_node *object, const char *key, uint8_t *out)
{
    return get_seat_list(json_member(object, key), out);
}

/* ---- The table's record ---- */

static bool get_award(const struct json_node *object, uint8_t *out)
{
    unsigned award = 0;
    while (award < CR_CATEGORIES &&
           !is_word(object, "award", cr_category_name((enum cr_category)award)))
        award++;
    *out = (uint8_t)award;
    return award < CR_CATEGORIES;
}

static bool get_amount(const struct json_node *object, struct cr_money *out)
{
    const struct json_node *amount = json_member(object, "amount");
    return amount != NULL && amount->kind == JSON_STRING &&
           cr_money_parse(amount->text, amount->len, CR_MONEY_METER, out, NULL) == 0;
}

static void copy_string(const struct json_node *object, const char *key, char *out, size_t size)
{
    const struct json_node *node = json_member(object, key);
    if (node == NULL || node->kind != JSON_STRING)
        return;
    const size_t len = node->len < size ? node->len : size - 1;
    memcpy(out, node->text, len);
}

/* Copies a word; a word that is too long is unknown to this program and becomes "". */
static void copy_word(const struct json_node *object, const char *key, char *out, size_t size)
{
    if (!json_get_text(object, key, out, size))
        out[0] = '\0';
}

/* Reads what a claim is worth. A manager of an earlier version does not say it. */
static void add_worth(const struct json_node *node, struct controller_claim *out)
{
    const struct json_node *envy = json_member(node, "envy");
    get_amount(node, &out->amount);
    if (envy != NULL && envy->kind == JSON_STRING)
        cr_money_parse(envy->text, envy->len, CR_MONEY_METER, &out->envy, NULL);
    get_seats(node, "envy_seats", &out->envy_seats);
    copy_string(node, "missing", out->missing, sizeof(out->missing));
}

/* Reads who sits and who deals (PIT-9, UTH-16), and what else an earlier version may not say. */
static void add_seating(const struct json_node *table, struct controller_record *out)
{
    const struct json_node *list = json_member(table, "pairs");
    out->is_one_hand = json_get_flag(table, "one_hand");
    get_count(table, "reading_due", &out->reading_due);
    copy_string(table, "dealer", out->dealer, sizeof(out->dealer));
    copy_string(table, "zone", out->zone, sizeof(out->zone));
    if (list == NULL || list->kind != JSON_ARRAY)
        return;
    const struct json_node *each = json_first(list);
    for (uint32_t i = 0; i < list->count && i < FLOOR_PAIRS; i++, each = json_next(each))
        get_seat_list(each, &out->pairs[i]);
}

static bool add_claim(const struct json_node *node, struct controller_record *out)
{
    uint64_t claim = 0, seat = 0, round = 0;
    if (!get_count(node, "claim", &claim) || !get_count(node, "seat", &seat) ||
        !get_count(node, "round", &round) || seat < 1 || seat > CR_SEATS)
        return false;
    if (!out->in_play || round != out->round || is_word(node, "state", "cancelled"))
        return true;
    uint8_t award = 0;
    if (!get_award(node, &award))
        return false;
    const bool pending = is_word(node, "state", "pending");
    out->claims[seat - 1] = (struct controller_claim){.claim = claim,
                                                      .award = award,
                                                      .is_pending = pending,
                                                      .is_held = json_get_flag(node, "held")};
    add_worth(node, &out->claims[seat - 1]);
    out->awarded |= (uint8_t)CONSOLE_SEAT(seat);
    if (pending)
        out->pending |= (uint8_t)CONSOLE_SEAT(seat);
    return true;
}

static bool add_claims(const struct json_node *table, struct controller_record *out)
{
    const struct json_node *list = json_member(table, "claims");
    if (list == NULL || list->kind != JSON_ARRAY)
        return false;
    const struct json_node *each = json_first(list);
    for (uint32_t i = 0; i < list->count; i++, each = json_next(each))
        if (!add_claim(each, out))
            return false;
    /* seats that were paid without a key have no claim, but count as awarded */
    uint8_t awarded = 0;
    if (get_seats(table, "awarded", &awarded))
        out->awarded |= awarded;
    return (out->awarded & ~out->seats) == 0;
}

/* Reads the last hit of the link. A manager of an earlier version does not say it. */
static bool add_hit(const struct json_node *link, struct controller_hit *out)
{
    const struct json_node *hit = json_member(link, "last_hit");
    if (hit == NULL || hit->kind == JSON_NULL)
        return true;
    const struct json_node *table = json_member(hit, "table");
    uint64_t seat = 0;
    if (table == NULL || table->kind != JSON_STRING || table->len >= FLOOR_ID_MAX ||
        !get_count(hit, "seq", &out->seq) || out->seq == 0 || !get_count(hit, "seat", &seat) ||
        seat < 1 || seat > CR_SEATS || !get_award(hit, &out->award) ||
        !get_amount(hit, &out->amount))
        return false;
    out->seat = (uint8_t)seat;
    memcpy(out->table, table->text, table->len);
    return true;
}

/* Reads the hash of a document by which the table is to play. False when it is missing, as in the
 * answer of a manager of an earlier version; the table then does not ask for the documents. */
static bool get_document(const struct json_node *table, const char *key, uint8_t *out)
{
    const struct json_node *node = json_member(table, key);
    if (node != NULL && node->kind == JSON_NULL)
        return true;
    return node != NULL && node->kind == JSON_STRING &&
           hex_decode(node->text, node->len, out, CR_HASH_BYTES);
}

static void add_documents(const struct json_node *table, struct controller_documents *out)
{
    out->known = get_document(table, "rules", out->rules) &&
                 get_document(table, "progressive", out->progressive);
}

static bool add_link(const struct json_node *table, struct controller_record *out)
{
    const struct json_node *link = json_member(table, "link");
    if (link == NULL || link->kind == JSON_NULL)
        return link != NULL;
    const struct json_node *meters = json_member(link, "meters");
    if (meters == NULL || meters->kind != JSON_ARRAY || meters->count > CR_METERS)
        return false;
    out->has_link = 1;
    copy_string(link, "id", out->link, sizeof(out->link));
    out->is_open = json_get_flag(link, "open");
    out->meter_count = (uint8_t)meters->count;
    const struct json_node *each = json_first(meters);
    for (uint32_t i = 0; i < meters->count; i++, each = json_next(each))
        if (!get_amount(each, &out->meters[i]))
            return false;
    out->link_pending = json_get_flag(link, "pending");
    out->link_held = json_get_flag(link, "ruling_awaited");
    return add_hit(link, &out->hit);
}

static int read_record(const struct json_node *table, struct controller_record *out,
                       struct cr_err *err)
{
    uint64_t lease = 0;
    memset(out, 0, sizeof(*out));
    out->in_play = is_word(table, "mode", "in play");
    out->is_halted = json_get_flag(table, "halted");
    if (is_word(table, "position", "JPL"))
        out->position = CONSOLE_JPL;
    if (is_word(table, "position", "JPH"))
        out->position = CONSOLE_JPH;
    if (!get_count(table, "epoch", &out->epoch) || !get_count(table, "seq", &out->seq) ||
        !get_count(table, "round", &out->round) || !get_count(table, "lease_ms", &lease) ||
        lease == 0 || lease > UINT32_MAX || !get_seats(table, "seats", &out->seats) ||
        !get_seats(table, "closed_seats", &out->closed_seats) || !add_claims(table, out) ||
        !add_link(table, out))
        return err_set(err, CR_E_INPUT, "the manager's answer does not say how the table stands");
    add_seating(table, out);
    add_documents(table, &out->documents);
    get_seats(table, "folded", &out->folded);
    out->lease_ms = (uint32_t)lease;
    return 0;
}

int answer_json_heartbeat(struct json_tape *tape, const char *text, size_t len,
                          struct controller_record *out, struct cr_err *err)
{
    int rc = json_tape_read(tape, text, len, err);
    return rc != 0 ? rc : read_record(json_member(&tape->nodes[0], "table"), out, err);
}

/* The event stands first in the answer, in the text that the log has, and is read with the log's
 * reader. */
int answer_json_join(struct json_tape *tape, const char *text, size_t len,
                     struct controller_answer *out, struct cr_err *err)
{
    static const char head[] = "{\"event\":";
    const size_t skip = sizeof(head) - 1;
    int rc = answer_json_heartbeat(tape, text, len, &out->record, err);
    if (rc != 0)
        return rc;
    const bool is_there = len > skip && memcmp(text, head, skip) == 0;
    const char *end = is_there ? log_event_end(text + skip, text + len) : NULL;
    if (end == NULL)
        return err_set(err, CR_E_INPUT, "the manager's answer does not begin with the event");
    return event_decode(text + skip, (size_t)(end - text) - skip, &out->event, err);
}

static bool copy_text(const struct json_tape *tape, const char *key, char *out, size_t *len)
{
    const struct json_node *node = json_member(&tape->nodes[0], key);
    *len = 0;
    out[0] = '\0';
    if (node == NULL || node->kind == JSON_NULL)
        return node != NULL;
    if (node->kind != JSON_STRING || node->len > FLOOR_TEXT_MAX)
        return false;
    memcpy(out, node->text, node->len);
    out[node->len] = '\0';
    *len = node->len;
    return true;
}

int answer_json_rules(struct json_tape *tape, const char *text, size_t len,
                      struct transport_rules *out, struct cr_err *err)
{
    int rc = json_tape_read(tape, text, len, err);
    if (rc != 0)
        return rc;
    if (!copy_text(tape, "rules", out->rules, &out->rules_len) ||
        !copy_text(tape, "progressive", out->progressive, &out->progressive_len))
        return err_set(err, CR_E_INPUT, "the manager does not say by which rules to play");
    return 0;
}

void answer_json_problem(struct json_tape *tape, unsigned status, const char *text, size_t len,
                         struct cr_err *out)
{
    const struct json_node *detail = NULL;
    const bool is_json = json_tape_read(tape, text, len, NULL) == 0;
    if (is_json)
        detail = json_member(&tape->nodes[0], "detail");
    const int code = status == 404 ? CR_E_NOT_FOUND : CR_E_STATE;
    if (detail != NULL && detail->kind == JSON_STRING)
        err_set(out, code, "%.*s", (int)(detail->len < 400 ? detail->len : 400), detail->text);
    else
        err_set(out, code, "the manager answers with status %u", status);
    if (is_json) {
        copy_word(&tape->nodes[0], "reason", out->reason, sizeof(out->reason));
        copy_word(&tape->nodes[0], "field", out->field, sizeof(out->field));
    }
}

bool answer_json_is_open(struct json_tape *tape, const char *text, size_t len)
{
    return json_tape_read(tape, text, len, NULL) == 0 && json_get_flag(&tape->nodes[0], "open");
}

/* ---- Writing ---- */

static void cut_front(char *text, size_t *len, size_t count)
{
    memmove(text + 1, text + 1 + count, *len - count);
    *len -= count;
}

size_t answer_json_body(const struct controller_message *message, char *out, size_t size)
{
    static const char numbers[] = "\"seq\":0,\"time\":0,";
    if (message->kind == CONTROLLER_HEARTBEAT)
        return (size_t)snprintf(out, size, "{\"instance\":\"%s\",\"epoch\":%llu}",
                                message->event.instance, (unsigned long long)message->event.epoch);
    struct floor_event e = message->event;
    memset(e.table, 0, sizeof(e.table)); /* the address of the request names the table */
    e.seq = 0;
    e.time_ms = 0;
    size_t len = event_encode(&e, out, size - 1);
    out[len] = '\0';
    CHECK(memcmp(out + 1, numbers, sizeof(numbers) - 1) == 0);
    cut_front(out, &len, sizeof(numbers) - 1);
    if (message->kind == CONTROLLER_JOIN)
        cut_front(out, &len, strlen("\"kind\":\"table_joined\","));
    return len;
}
