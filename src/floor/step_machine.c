/* Steps about what programs and tables show instead of a password: tokens, and the keys of
 * tables. */
#include "floor/floor_internal.h"

#include "base/err.h"

#include <string.h>

/* ---- Tokens ---- */

const struct floor_token *floor_token_find(const struct floor *f, const uint8_t hash[CR_HASH_BYTES])
{
    for (uint32_t i = 0; i < f->token_count; i++)
        if (memcmp(f->tokens[i].hash, hash, CR_HASH_BYTES) == 0)
            return &f->tokens[i];
    return NULL;
}

bool floor_token_is_good(const struct floor_token *token, int64_t now_ms)
{
    return !token->revoked && (token->until_ms == 0 || now_ms < token->until_ms);
}

size_t floor_scope_next(const char **at)
{
    *at += **at == ' ';
    return strcspn(*at, " ");
}

bool floor_scopes_have(const char *scopes, const char *scope)
{
    for (size_t len; (len = floor_scope_next(&scopes)) > 0; scopes += len)
        if (len == strlen(scope) && memcmp(scopes, scope, len) == 0)
            return true;
    return false;
}

const char *floor_scope_table(const char *word, size_t len)
{
    static const char lead[] = "table:";
    const size_t lead_len = sizeof(lead) - 1;
    return len > lead_len && memcmp(word, lead, lead_len) == 0 ? word + lead_len : NULL;
}

/* Checks one word of the scopes: it must be known, and a table that it names must exist. */
static int check_scope(const struct floor *f, const char *word, size_t len, struct cr_err *err)
{
    static const char *const words[] = {"read", "metrics", "sign"};
    char id[FLOOR_ID_MAX] = {0};
    for (unsigned i = 0; i < 3; i++)
        if (strlen(words[i]) == len && memcmp(words[i], word, len) == 0)
            return 0;
    const char *table = floor_scope_table(word, len);
    if (table != NULL && (size_t)(word + len - table) < sizeof(id)) {
        memcpy(id, table, (size_t)(word + len - table));
        if (floor_find_table(f, id) != FLOOR_NONE)
            return 0;
        return err_refuse(err, CR_E_NOT_FOUND, REASON_NO_SUCH_TABLE, "text",
                          "there is no table \"%s\"", id);
    }
    return err_invalid(err, "text",
                       "\"%.*s\" is no scope; expected words of: read, metrics, sign, table:ID",
                       len < 40 ? (int)len : 40, word);
}

static int check_scopes(const struct floor *f, const struct floor_event *e,
                        char scopes[FLOOR_SCOPES_MAX], struct cr_err *err)
{
    if (e->text_len >= FLOOR_SCOPES_MAX)
        return err_invalid(err, "text", "scopes have at most %d bytes", FLOOR_SCOPES_MAX - 1);
    memset(scopes, 0, FLOOR_SCOPES_MAX);
    memcpy(scopes, e->text, e->text_len);
    const char *at = scopes;
    int rc = 0;
    for (size_t len; rc == 0 && *at != '\0'; at += len) {
        len = floor_scope_next(&at);
        rc = check_scope(f, at, len, err);
    }
    return rc;
}

/* How many tokens are kept before a new one takes the place of a revoked one. This is not the limit
 * in force: that is no part of the log, and every replay must come to the same places. */
#define TOKENS_KEPT 256

/* Finds the place of a new token: that of a revoked one of the same name, or of any revoked one
 * when there are many; otherwise behind the others. */
static int find_place(const struct floor *f, const struct floor_event *e, uint32_t *place,
                      struct cr_err *err)
{
    const bool are_many = f->token_count >= TOKENS_KEPT || f->token_count == f->room.tokens;
    uint32_t good = 0;
    *place = f->token_count;
    for (uint32_t i = 0; i < f->token_count; i++) {
        const struct floor_token *t = &f->tokens[i];
        const bool same = strcmp(t->name, e->item) == 0;
        if (same && !t->revoked)
            return err_refuse(err, CR_E_STATE, REASON_ALREADY_THERE, "item",
                              "there is a token \"%s\"; revoke it first", e->item);
        if (t->revoked && (same || (are_many && *place == f->token_count)))
            *place = i;
        good += !t->revoked;
    }
    if (good >= f->limits.tokens)
        return floor_refuse_full(f->limits.tokens, "tokens", "revoke some, or ", err);
    return 0;
}

static int check_end(const struct floor_event *e, struct cr_err *err)
{
    if (e->effective_ms != 0 && e->effective_ms <= e->time_ms)
        return err_refuse(err, CR_E_INPUT, REASON_IN_THE_PAST, "effective",
                          "it ends in the future, or never");
    return 0;
}

int step_token_added(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    char scopes[FLOOR_SCOPES_MAX];
    uint32_t place = FLOOR_NONE;
    int rc = check_end(e, err);
    if (rc == 0)
        rc = check_scopes(f, e, scopes, err);
    if (rc == 0)
        rc = find_place(f, e, &place, err);
    if (rc == 0 && floor_token_find(f, e->document) != NULL)
        rc = err_refuse(err, CR_E_STATE, REASON_ALREADY_THERE, "document",
                        "this very token is there already");
    if (rc != 0)
        return rc;
    f->token_count += place == f->token_count;
    struct floor_token *t = &f->tokens[place];
    memset(t, 0, sizeof(*t));
    memcpy(t->name, e->item, sizeof(t->name));
    memcpy(t->hash, e->document, CR_HASH_BYTES);
    memcpy(t->scopes, scopes, sizeof(t->scopes));
    t->until_ms = e->effective_ms;
    floor_touch(f, FLOOR_ROW_TOKEN, place);
    return 0;
}

int step_token_revoked(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    for (uint32_t i = 0; i < f->token_count; i++) {
        if (strcmp(f->tokens[i].name, e->item) != 0 || f->tokens[i].revoked)
            continue;
        f->tokens[i].revoked = 1;
        floor_touch(f, FLOOR_ROW_TOKEN, i);
        return 0;
    }
    return err_refuse(err, CR_E_NOT_FOUND, REASON_NO_SUCH_TOKEN, "item",
                      "there is no token \"%s\" to revoke", e->item);
}

/* ---- Keys of tables ---- */

static bool is_machine(const struct floor_table *t, unsigned i, const uint8_t key[CR_HASH_BYTES])
{
    return memcmp(t->machines[i], key, CR_HASH_BYTES) == 0;
}

bool floor_machine_is(const struct floor *f, uint32_t table,
                      const uint8_t fingerprint[CR_HASH_BYTES], int64_t now_ms)
{
    if (table >= f->table_count || event_hash_is_empty(fingerprint))
        return false;
    const struct floor_table *t = &f->tables[table];
    for (unsigned i = 0; i < FLOOR_MACHINES; i++)
        if (is_machine(t, i, fingerprint))
            return t->machine_until_ms[i] == 0 || now_ms < t->machine_until_ms[i];
    return false;
}

/* A place that is free, or whose key has come to its end; FLOOR_MACHINES when there is none. */
static unsigned free_machine(const struct floor_table *t, int64_t now_ms)
{
    unsigned i = 0;
    while (i < FLOOR_MACHINES && !event_hash_is_empty(t->machines[i]) &&
           (t->machine_until_ms[i] == 0 || now_ms < t->machine_until_ms[i]))
        i++;
    return i;
}

/* Refuses a key that is enrolled already: if two tables had the same one, nobody could tell them
 * apart. */
static int check_machine(const struct floor *f, const struct floor_event *e, struct cr_err *err)
{
    for (uint32_t t = 0; t < f->table_count; t++)
        for (unsigned i = 0; i < FLOOR_MACHINES; i++)
            if (is_machine(&f->tables[t], i, e->document))
                return err_refuse(err, CR_E_STATE, REASON_ALREADY_THERE, "document",
                                  "table %s has this key already", f->tables[t].id);
    return 0;
}

int step_machine_enrolled(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    uint32_t table;
    int rc = floor_need_table(f, e->table, &table, err);
    if (rc == 0)
        rc = check_end(e, err);
    if (rc == 0)
        rc = check_machine(f, e, err);
    if (rc != 0)
        return rc;
    struct floor_table *t = &f->tables[table];
    const unsigned place = free_machine(t, e->time_ms);
    if (place == FLOOR_MACHINES)
        return err_refuse(err, CR_E_STATE, REASON_NO_ROOM, NULL,
                          "table %s has %d keys; revoke one first", e->table, FLOOR_MACHINES);
    memcpy(t->machines[place], e->document, CR_HASH_BYTES);
    t->machine_until_ms[place] = e->effective_ms;
    t->machine_since_ms[place] = e->time_ms;
    memcpy(t->machine_by[place], e->user, FLOOR_PERSON_MAX);
    memcpy(t->machine_with[place], e->approver, FLOOR_PERSON_MAX);
    floor_touch(f, FLOOR_ROW_TABLE, table);
    return 0;
}

int step_machine_revoked(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    uint32_t table;
    int rc = floor_need_table(f, e->table, &table, err);
    if (rc != 0)
        return rc;
    struct floor_table *t = &f->tables[table];
    for (unsigned i = 0; i < FLOOR_MACHINES; i++) {
        if (!is_machine(t, i, e->document))
            continue;
        memset(t->machines[i], 0, CR_HASH_BYTES);
        memset(t->machine_by[i], 0, FLOOR_PERSON_MAX);
        memset(t->machine_with[i], 0, FLOOR_PERSON_MAX);
        t->machine_until_ms[i] = t->machine_since_ms[i] = 0;
        floor_touch(f, FLOOR_ROW_TABLE, table);
        return 0;
    }
    return err_refuse(err, CR_E_NOT_FOUND, REASON_NO_SUCH_MACHINE, "document",
                      "table %s has no such key", e->table);
}
