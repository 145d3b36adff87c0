/* Reads a press on a screen, which is one JSON object; see command.h. */
#include "base/err.h"
#include "base/json_read.h"
#include "service/controller/command.h"

#include <string.h>

#define PRESS_BYTES_MAX 4096 /* far more than any press needs */

static int expect(const struct json_node *n, const char *name, enum json_kind kind,
                  struct cr_err *err)
{
    if (n->kind == kind)
        return 0;
    return err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE, name, "expected %s, not %s",
                      json_kind_name(kind), json_kind_name(n->kind));
}

static int read_count(const struct json_node *n, const char *name, uint64_t *out,
                      struct cr_err *err)
{
    int rc = expect(n, name, JSON_NUMBER, err);
    if (rc != 0)
        return rc;
    if (json_whole(n, out) && *out < UINT64_C(1000000000000000000))
        return 0;
    return err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE, name,
                      "expected a whole number, not too large");
}

/* ---- Members ---- */

static int read_key(const struct json_node *n, struct command *c, struct cr_err *err)
{
    uint64_t key;
    int rc = read_count(n, "key", &key, err);
    if (rc == 0)
        c->key = (uint8_t)(key < UINT8_MAX ? key : UINT8_MAX);
    return rc;
}

static const struct member {
    const char *name;
    enum command_part part;
    enum json_kind kind;
} members[] = {
    {"seat", PART_SEAT, JSON_NUMBER},     {"to", PART_TO, JSON_NUMBER},
    {"award", PART_AWARD, JSON_STRING},   {"key", PART_KEY, JSON_NUMBER},
    {"amount", PART_AMOUNT, JSON_STRING}, {"position", PART_POSITION, JSON_STRING},
    {"tender", PART_TENDER, JSON_STRING}, {"user", PART_USER, JSON_STRING},
    {"at", PART_AT, JSON_NUMBER},         {"to_stop", PART_TO_STOP, JSON_BOOL},
    {"pin", PART_PIN, JSON_STRING},       {"coins", PART_COINS, JSON_NUMBER},
    {"patron", PART_PATRON, JSON_STRING}, {"reason", PART_REASON, JSON_STRING},
    {"ruling", PART_RULING, JSON_STRING}, {"approver", PART_APPROVER, JSON_STRING},
    {"cards", PART_CARDS, JSON_STRING},
};
#define MEMBERS (sizeof(members) / sizeof(members[0]))

static int read_part(const struct json_node *n, const struct member *m, struct command *c,
                     struct cr_err *err)
{
    int rc = expect(n, m->name, m->kind, err);
    if (rc != 0)
        return rc;
    switch (m->part) {
    case PART_KEY:
        return read_key(n, c, err);
    case PART_AT:
        c->has_at = true;
        return read_count(n, "at", &c->at, err);
    case PART_TO_STOP:
        c->to_stop = n->truth;
        return 0;
    default:
        rc = command_set(c, m->part, n->text, n->len, err);
        return rc == 0 ? 0 : err_in_field(err, m->name);
    }
}

/* ---- The object ---- */

static int read_kind(const struct json_tape *tape, struct command *c, struct cr_err *err)
{
    const struct json_node *n = json_member(&tape->nodes[0], "press");
    if (n == NULL)
        return err_refuse(err, CR_E_INPUT, REASON_MISSING, "press",
                          "missing; it says what is pressed");
    int rc = expect(n, "press", JSON_STRING, err);
    if (rc != 0)
        return rc;
    c->kind = (uint8_t)command_find(n->text, n->len);
    if (c->kind == COMMAND_KINDS)
        return err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE, "press",
                          "there is nothing of that name to press");
    return 0;
}

static int read_member(const struct json_node *n, struct command *c, unsigned *given,
                       struct cr_err *err)
{
    const unsigned takes = command_needs(c->kind) | command_allows(c->kind);
    if (json_text_is(n->key, n->key_len, "press"))
        return 0;
    if (json_text_is(n->key, n->key_len, "round")) {
        c->has_round = true;
        return read_count(n, "round", &c->round, err);
    }
    for (unsigned i = 0; i < MEMBERS; i++) {
        if ((members[i].part & takes) == 0 || !json_text_is(n->key, n->key_len, members[i].name))
            continue;
        *given |= members[i].part;
        return read_part(n, &members[i], c, err);
    }
    return err_refuse(err, CR_E_INPUT, REASON_UNWANTED_MEMBER, NULL,
                      "\"%s\" takes no member of that name: leave it out", command_word(c->kind));
}

static int check_given(const struct command *c, unsigned given, struct cr_err *err)
{
    for (unsigned i = 0; i < MEMBERS; i++)
        if ((command_needs(c->kind) & members[i].part) != 0 && (given & members[i].part) == 0)
            return err_refuse(err, CR_E_INPUT, REASON_MISSING, members[i].name,
                              "missing; \"%s\" needs it", command_word(c->kind));
    return 0;
}

int command_read_json(const char *text, size_t len, struct command *out, struct cr_err *err)
{
    static struct json_tape tape; /* static, because only the table's thread reads presses */
    unsigned given = 0;
    memset(out, 0, sizeof(*out));
    if (len == 0 || len > PRESS_BYTES_MAX)
        return err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE, NULL,
                          "send one JSON object of at most %d bytes", PRESS_BYTES_MAX);
    int rc = json_tape_read(&tape, text, len, err);
    if (rc != 0)
        return rc;
    if (tape.nodes[0].kind != JSON_OBJECT)
        return err_set(err, CR_E_INPUT, "the body is %s; send a JSON object",
                       json_kind_name(tape.nodes[0].kind));
    rc = read_kind(&tape, out, err);
    const struct json_node *node = json_first(&tape.nodes[0]);
    for (uint32_t i = 0; rc == 0 && i < tape.nodes[0].count; i++, node = json_next(node))
        rc = read_member(node, out, &given, err);
    return rc != 0 ? rc : check_given(out, given, err);
}
