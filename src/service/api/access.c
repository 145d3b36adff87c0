/* The people, tokens and table certificates by which requests are admitted. */
#include "service/api/access.h"

#include "base/text.h"
#include "floor/house_items.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* What is kept of a table. The array of places is sorted by id. */
struct place {
    char id[FLOOR_ID_MAX], link[FLOOR_ID_MAX];
    uint8_t machines[FLOOR_MACHINES][CR_HASH_BYTES];
    int64_t until_ms[FLOOR_MACHINES];
};

struct access {
    struct floor_person *people;
    struct floor_token *tokens;
    struct place *places;
    uint32_t person_count, token_count, place_count;
    char house[FLOOR_HOUSE_TEXT_MAX];
};

/* ---- Tables ---- */

/* The index at which the table stands, or at which it would be inserted. */
static uint32_t seek(const struct access *a, const char *id, bool *is_there)
{
    uint32_t low = 0, high = a->place_count;
    *is_there = false;
    while (low < high && !*is_there) {
        const uint32_t middle = low + (high - low) / 2;
        const int order = strcmp(a->places[middle].id, id);
        *is_there = order == 0;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return high;
}

static const struct place *find_place(const struct access *a, const char *id)
{
    bool is_there;
    const uint32_t at = seek(a, id, &is_there);
    return is_there ? &a->places[at] : NULL;
}

static void take_table(struct access *a, const struct floor *f, const struct floor_table *t)
{
    bool is_there;
    const uint32_t at = seek(a, t->id, &is_there);
    struct place *p = &a->places[at];
    if (!is_there) {
        memmove(p + 1, p, (a->place_count - at) * sizeof(*p));
        a->place_count++;
    }
    memset(p, 0, sizeof(*p));
    memcpy(p->id, t->id, sizeof(p->id));
    if (t->link != FLOOR_NONE)
        memcpy(p->link, f->links[t->link].id, sizeof(p->link));
    memcpy(p->machines, t->machines, sizeof(p->machines));
    memcpy(p->until_ms, t->machine_until_ms, sizeof(p->until_ms));
}

bool access_machine(const struct access *a, const char *table,
                    const uint8_t fingerprint[CR_HASH_BYTES], int64_t now_ms)
{
    const struct place *p = find_place(a, table);
    if (p == NULL || sodium_is_zero(fingerprint, CR_HASH_BYTES))
        return false;
    for (unsigned i = 0; i < FLOOR_MACHINES; i++)
        if (sodium_memcmp(p->machines[i], fingerprint, CR_HASH_BYTES) == 0)
            return p->until_ms[i] == 0 || now_ms < p->until_ms[i];
    return false;
}

const char *access_link_of(const struct access *a, const char *table)
{
    const struct place *p = find_place(a, table);
    return p != NULL ? p->link : "";
}

/* ---- People and tokens ---- */

static void take_people(struct access *a, const struct floor *f)
{
    memcpy(a->people, f->people, f->person_count * sizeof(*a->people));
    a->person_count = f->person_count;
}

static void take_tokens(struct access *a, const struct floor *f)
{
    memcpy(a->tokens, f->tokens, f->token_count * sizeof(*a->tokens));
    a->token_count = f->token_count;
}

const struct floor_person *access_person(const struct access *a, const char *name)
{
    for (uint32_t i = 0; i < a->person_count; i++)
        if (strcmp(a->people[i].name, name) == 0)
            return &a->people[i];
    return NULL;
}

const struct floor_token *access_token(const struct access *a, const uint8_t hash[CR_HASH_BYTES],
                                       int64_t now_ms)
{
    for (uint32_t i = 0; i < a->token_count; i++)
        if (a->tokens[i].hash[0] == hash[0] &&
            sodium_memcmp(a->tokens[i].hash, hash, CR_HASH_BYTES) == 0)
            return floor_token_is_good(&a->tokens[i], now_ms) ? &a->tokens[i] : NULL;
    return NULL;
}

bool access_has_password(const struct access *a)
{
    for (uint32_t i = 0; i < a->person_count; i++)
        if (!sodium_is_zero(a->people[i].password, CR_HASH_BYTES))
            return true;
    return false;
}

/* ---- The house ---- */

static void take_house(struct access *a, const struct floor *f)
{
    TEXT_COPY(a->house, house_item(f, HOUSE_NAME));
}

const char *access_house(const struct access *a)
{
    return a->house;
}

/* ---- Following the floor ---- */

bool access_follow(struct access *a, const struct floor *f, const struct floor_event *e)
{
    switch (e->kind) {
    case FLOOR_PERSON_ADDED:
    case FLOOR_PERSON_CHANGED:
    case FLOOR_CREDENTIAL_SET:
    case FLOOR_PERSON_LOCKED:
        take_people(a, f);
        return true;
    case FLOOR_TOKEN_ADDED:
    case FLOOR_TOKEN_REVOKED:
        take_tokens(a, f);
        return true;
    case FLOOR_TABLE_CONFIGURED:
    case FLOOR_MACHINE_ENROLLED:
    case FLOOR_MACHINE_REVOKED:
        take_table(a, f, &f->tables[floor_find_table(f, e->table)]);
        return true;
    case FLOOR_HOUSE_SET:
        take_house(a, f);
        return false; /* nobody's rights depend on it */
    default:
        return false;
    }
}

void access_take(struct access *a, const struct floor *f)
{
    take_people(a, f);
    take_tokens(a, f);
    take_house(a, f);
    for (uint32_t i = 0; i < f->table_count; i++)
        take_table(a, f, &f->tables[i]);
}

struct access *access_new(void)
{
    struct access *a = calloc(1, sizeof(*a));
    if (a == NULL)
        return NULL;
    a->people = calloc(FLOOR_PEOPLE_MAX, sizeof(*a->people));
    a->tokens = calloc(FLOOR_TOKENS_MAX, sizeof(*a->tokens));
    a->places = calloc(FLOOR_TABLES_MAX, sizeof(*a->places));
    if (a->people == NULL || a->tokens == NULL || a->places == NULL) {
        access_free(a);
        return NULL;
    }
    return a;
}

void access_free(struct access *a)
{
    if (a != NULL) {
        free(a->people);
        free(a->tokens);
        free(a->places);
    }
    free(a);
}
