/* The words that screens have for events and rights, so that they keep no list of their own. */
#include "base/json_write.h"
#include "floor/event_kinds.h"
#include "floor/rights.h"
#include "service/api/views.h"

static void add_kind(struct text *t, const struct event_kind *kind)
{
    view_open(t, NULL, '{');
    view_text(t, "kind", kind->name);
    view_text(t, "title", kind->title);
    view_text(t, "details", kind->details);
    view_open(t, "groups", '[');
    for (unsigned g = 0; event_group_name(g) != NULL; g++)
        if (kind->groups >> g & 1u)
            view_text(t, NULL, event_group_name(g));
    view_close(t, ']');
    view_flag(t, "loud", (kind->flags & EVENT_LOUD) != 0);
    view_close(t, '}');
}

static void add_role(struct text *t, const char *role)
{
    view_open(t, NULL, '{');
    view_text(t, "role", role);
    view_open(t, "rights", '[');
    for (unsigned r = 0; r < RIGHT_COUNT; r++)
        if (role_may(role, (enum floor_right)r))
            view_text(t, NULL, right_name((enum floor_right)r));
    view_close(t, ']');
    view_close(t, '}');
}

int view_vocabulary(struct text *t, const struct view *v, const char *id, struct cr_err *err)
{
    (void)v;
    (void)id;
    (void)err;
    view_open(t, NULL, '{');
    view_open(t, "kinds", '[');
    for (unsigned k = FLOOR_NO_KIND + 1; k < FLOOR_KIND_COUNT; k++)
        add_kind(t, event_kind(k));
    view_close(t, ']');
    view_open(t, "roles", '[');
    for (unsigned i = 0; role_name(i) != NULL; i++)
        add_role(t, role_name(i));
    view_close(t, ']');
    view_close(t, '}');
    return 0;
}
