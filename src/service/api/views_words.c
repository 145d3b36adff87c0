/* View of the vocabulary: the words that screens use for events, rights, alarms and checks, so that
 * they need no list of their own. */
#include "base/json_write.h"
#include "floor/alarms.h"
#include "floor/claim.h"
#include "floor/event_kinds.h"
#include "floor/rights.h"
#include "service/api/views.h"

static void add_kind(struct text *t, const struct event_kind *kind)
{
    json_open(t, NULL, '{');
    json_text(t, "kind", kind->name);
    JSON_MEMBERS(t, kind, title, details);
    json_open(t, "groups", '[');
    for (unsigned g = 0; event_group_name(g) != NULL; g++)
        if (kind->groups >> g & 1u)
            json_text(t, NULL, event_group_name(g));
    json_close(t, ']');
    json_flag(t, "loud", (kind->flags & (EVENT_LOUD | EVENT_ALERT)) != 0);
    json_text(t, "tone", event_kind_tone(kind));
    json_flag(t, "configures", (kind->flags & EVENT_CONFIGURES) != 0);
    json_close(t, '}');
}

static void add_role(struct text *t, const char *role)
{
    json_open(t, NULL, '{');
    json_text(t, "role", role);
    json_open(t, "rights", '[');
    for (unsigned r = 0; r < RIGHT_COUNT; r++)
        if (role_may(role, (enum floor_right)r))
            json_text(t, NULL, right_name((enum floor_right)r));
    json_close(t, ']');
    json_close(t, '}');
}

static void add_alarm(struct text *t, const struct alarm_words *alarm)
{
    json_open(t, NULL, '{');
    JSON_MEMBERS(t, alarm, item, title, todo);
    json_close(t, '}');
}

static void add_check(struct text *t, enum claim_item item)
{
    json_open(t, NULL, '{');
    json_text(t, "item", claim_item_name(item));
    json_text(t, "words", claim_item_words(item));
    json_text(t, "text", claim_item_text(item));
    json_text(t, "after", claim_item_text_after(item));
    json_close(t, '}');
}

static void add_compliance(struct text *t, const struct claim_compliance *check)
{
    json_open(t, NULL, '{');
    JSON_MEMBERS(t, check, item, words);
    json_close(t, '}');
}

static void add_member(struct text *t, const struct event_field *field)
{
    static const char *const types[] = {
        [EVENT_ID] = "id",           [EVENT_NAME] = "name",   [EVENT_TEXT] = "text",
        [EVENT_SEAT] = "seat",       [EVENT_SEATS] = "seats", [EVENT_COUNT] = "count",
        [EVENT_SMALL] = "small",     [EVENT_FLAG] = "flag",   [EVENT_WORD] = "word",
        [EVENT_WORDS] = "words",     [EVENT_MONEY] = "money", [EVENT_CHANGE] = "change",
        [EVENT_AMOUNTS] = "amounts", [EVENT_SEQS] = "events", [EVENT_HASH] = "hash",
        [EVENT_TIME] = "time"};
    json_open(t, NULL, '{');
    json_text(t, "member", field->name);
    json_text(t, "type", types[field->type]);
    json_close(t, '}');
}

static bool is_before(unsigned kind, const struct event_field *field)
{
    unsigned k = FLOOR_NO_KIND + 1;
    while (k < kind && event_member_find(event_kind(k), field->name, field->name_len) == NULL)
        k++;
    return k < kind;
}

/* Adds the members of a kind that no kind before it has, so that each is listed once. */
static void add_members(struct text *t, unsigned kind)
{
    const struct event_kind *of = event_kind(kind);
    for (unsigned m = 0; m < of->member_count; m++)
        if (!is_before(kind, of->members[m].field))
            add_member(t, of->members[m].field);
}

void view_vocabulary(struct text *t, const struct view *v)
{
    (void)v;
    json_open(t, "kinds", '[');
    for (unsigned k = FLOOR_NO_KIND + 1; k < FLOOR_KIND_COUNT; k++)
        add_kind(t, event_kind(k));
    json_close(t, ']');
    json_open(t, "roles", '[');
    for (unsigned i = 0; role_name(i) != NULL; i++)
        add_role(t, role_name(i));
    json_close(t, ']');
    json_open(t, "members", '[');
    for (unsigned k = FLOOR_NO_KIND + 1; k < FLOOR_KIND_COUNT; k++)
        add_members(t, k);
    json_close(t, ']');
    json_open(t, "alarms", '[');
    for (unsigned k = 0; k < ALARM_KIND_COUNT; k++)
        add_alarm(t, alarm_words((enum alarm_kind)k));
    json_close(t, ']');
    json_open(t, "checks", '[');
    for (unsigned i = 0; i < CLAIM_ITEMS; i++)
        add_check(t, (enum claim_item)i);
    json_close(t, ']');
    json_open(t, "compliance", '[');
    for (const struct claim_compliance *c = claim_compliance; c->item != NULL; c++)
        add_compliance(t, c);
    json_close(t, ']');
}
