/* Views of people and tokens, without anything that would help somebody to pass for one of them. */
#include "service/api/views.h"

#include <sodium.h>

static bool is_set(const uint8_t commitment[CR_HASH_BYTES])
{
    return !sodium_is_zero(commitment, CR_HASH_BYTES);
}

static void add_time_or_null(struct text *t, const char *key, int64_t ms, int64_t now_ms)
{
    json_count_or_null(t, key, ms > now_ms ? (uint64_t)ms : 0);
}

void view_people(struct text *t, const struct view *v)
{
    json_open(t, "people", '[');
    for (uint32_t i = 0; i < v->floor->person_count; i++) {
        const struct floor_person *p = &v->floor->people[i];
        const bool is_invited = is_set(p->invitation) &&
                                (p->invitation_until_ms == 0 || p->invitation_until_ms > v->now_ms);
        json_open(t, NULL, '{');
        JSON_MEMBERS(t, p, name, role);
        json_text_or_null(t, "department", p->department);
        json_flag(t, "has_password", is_set(p->password));
        json_flag(t, "has_pin", is_set(p->pin));
        json_flag(t, "invited", is_invited);
        json_flag(t, "barred", p->is_barred != 0);
        add_time_or_null(t, "locked_until", p->locked_until_ms, v->now_ms);
        json_close(t, '}');
    }
    json_close(t, ']');
}

void view_tokens(struct text *t, const struct view *v)
{
    json_open(t, "tokens", '[');
    for (uint32_t i = 0; i < v->floor->token_count; i++) {
        const struct floor_token *k = &v->floor->tokens[i];
        json_open(t, NULL, '{');
        json_text(t, "item", k->name);
        json_text(t, "text", k->scopes);
        json_count_or_null(t, "effective", (uint64_t)k->until_ms);
        json_flag(t, "revoked", k->revoked != 0);
        json_flag(t, "good", floor_token_is_good(k, v->now_ms));
        json_close(t, '}');
    }
    json_close(t, ']');
}
