/* The words that screens have for events and rights, so that they keep no list of their own. */
#include "base/json_write.h"
#include "floor/event_kinds.h"
#include "floor/rights.h"
#include "service/api/views.h"

static void add_kind(struct text *t, const struct event_kind *kind)
{
    json_open(t, NULL, '{');
    json_text(t, "kind", kind->name);
    json_text(t, "title", kind->title);
    json_text(t, "details", kind->details);
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
}
