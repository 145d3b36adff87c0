/* What one version of the configuration changed, and how long it was in force. */
#include "base/json_write.h"
#include "reports/configuration/configuration_versions.h"

#include "floor/event.h"
#include "reports/configuration/line_diff.h"

#include <string.h>

/* ---- Times ---- */

int64_t configuration_until(const struct configuration_version *v)
{
    const int64_t next = v->next != NULL ? v->next->effective_ms : 0;
    if (v->end_ms == 0 || (next != 0 && next < v->end_ms))
        return next;
    return v->end_ms;
}

bool configuration_is_in_force(const struct configuration_version *v, int64_t time_ms)
{
    const int64_t until = configuration_until(v);
    return !v->is_end && v->effective_ms <= time_ms && (until == 0 || time_ms < until);
}

/* ---- Members ---- */

static const char *value_of(const struct configuration_version *v, const char *name)
{
    for (unsigned i = 0; v != NULL && !v->is_end && i < v->member_count; i++)
        if (strcmp(v->members[i].name, name) == 0)
            return v->members[i].value;
    return NULL;
}

unsigned configuration_changes(const struct configuration_version *before,
                               const struct configuration_version *v,
                               struct configuration_change out[CONFIGURATION_CHANGES])
{
    unsigned count = 0;
    if (v->is_end) {
        out[0] = (struct configuration_change){"state", "in force", "revoked"};
        return 1;
    }
    for (unsigned i = 0; i < v->member_count; i++) {
        const char *was = value_of(before, v->members[i].name);
        if (was == NULL || strcmp(was, v->members[i].value) != 0)
            out[count++] =
                (struct configuration_change){v->members[i].name, was, v->members[i].value};
    }
    for (unsigned i = 0; before != NULL && !before->is_end && i < before->member_count; i++)
        if (value_of(v, before->members[i].name) == NULL)
            out[count++] = (struct configuration_change){before->members[i].name,
                                                         before->members[i].value, NULL};
    return count;
}

/* ---- As JSON ---- */

static void add_line(void *context, char sign, const char *line, size_t len)
{
    char room[FLOOR_TEXT_MAX + 64];
    struct text t = text_in(room, sizeof(room));
    text_add_char(&t, sign);
    text_add_len(&t, line, len);
    json_text_len(context, NULL, room, t.len);
}

static void add_changes(const struct configuration_version *v, struct text *t)
{
    struct configuration_change changes[CONFIGURATION_CHANGES];
    const unsigned count = configuration_changes(v->before, v, changes);
    json_open(t, "changes", '[');
    for (unsigned i = 0; i < count; i++) {
        json_open(t, NULL, '{');
        json_text_or_null(t, "member", changes[i].name);
        json_text_or_null(t, "before", changes[i].before);
        json_text_or_null(t, "after", changes[i].after);
        json_close(t, '}');
    }
    json_close(t, ']');
}

/* A time, or null when there is none. */
static void add_time(struct text *t, const char *key, int64_t ms)
{
    if (ms == 0)
        json_null(t, key);
    else
        json_integer(t, key, ms);
}

int configuration_json(const struct configuration_version *v, struct text *t, struct cr_err *err)
{
    json_open(t, NULL, '{');
    json_count(t, "seq", v->seq);
    add_time(t, "time", v->time_ms);
    add_time(t, "effective", v->effective_ms);
    add_time(t, "until", configuration_until(v));
    json_text_or_null(t, "kind", v->kind);
    json_text_or_null(t, "subject", v->subject);
    json_text_or_null(t, "user", v->user);
    json_text_or_null(t, "approver", v->approver);
    json_text_or_null(t, "text", v->remark);
    add_changes(v, t);
    json_open(t, "diff", '[');
    int rc = 0;
    if (v->document != NULL) {
        const char *was =
            v->before != NULL && v->before->document != NULL ? v->before->document : "";
        rc = line_diff(was, strlen(was), v->document, strlen(v->document), add_line, t, err);
    }
    json_close(t, ']');
    json_close(t, '}');
    return rc;
}
