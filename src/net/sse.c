/* Reads the text of server-sent events. */
#include "net/sse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void sse_init(struct sse *s, http_event_fn on_event, void *user)
{
    *s = (struct sse){.on_event = on_event, .user = user};
}

void sse_free(struct sse *s)
{
    free(s->line);
    free(s->data);
}

void sse_reset(struct sse *s)
{
    s->line_len = s->data_len = 0;
    s->name[0] = s->id[0] = '\0';
    s->after_cr = false;
}

static bool append(char **to, size_t *len, size_t *room, const char *text, size_t n)
{
    size_t need = *len + n + 1;
    if (need > SSE_EVENT_MAX)
        return false;
    if (need > *room) {
        char *longer = realloc(*to, need * 2);
        if (!longer)
            return false;
        *to = longer;
        *room = need * 2;
    }
    memcpy(*to + *len, text, n);
    *len += n;
    (*to)[*len] = '\0';
    return true;
}

static bool dispatch(struct sse *s)
{
    bool more = true;
    if (s->data_len > 0) {
        s->data[--s->data_len] = '\0'; /* the last line's break */
        more = s->on_event(s->user, &(struct http_event){.name = s->name[0] ? s->name : "message",
                                                         .id = s->id,
                                                         .data = s->data,
                                                         .len = s->data_len});
        s->ended = !more;
    }
    s->data_len = 0;
    s->name[0] = s->id[0] = '\0';
    return more;
}

static bool take_line(struct sse *s)
{
    if (s->line_len == 0)
        return dispatch(s);
    char *value = strchr(s->line, ':');
    if (value == s->line)
        return true; /* a comment */
    if (value) {
        *value++ = '\0';
        value += *value == ' ';
    } else {
        value = s->line + s->line_len;
    }
    if (strcmp(s->line, "data") == 0) {
        size_t len = s->line_len - (size_t)(value - s->line);
        return append(&s->data, &s->data_len, &s->data_room, value, len) &&
               append(&s->data, &s->data_len, &s->data_room, "\n", 1);
    }
    if (strcmp(s->line, "event") == 0)
        snprintf(s->name, sizeof s->name, "%s", value);
    else if (strcmp(s->line, "id") == 0)
        snprintf(s->id, sizeof s->id, "%s", value);
    else if (strcmp(s->line, "retry") == 0)
        s->retry_ms = (unsigned)strtoul(value, NULL, 10);
    return true;
}

bool sse_feed(struct sse *s, const char *text, size_t len)
{
    for (size_t i = 0; i < len;) {
        if (s->after_cr && text[i] == '\n')
            i++;
        s->after_cr = false;
        size_t n = 0;
        while (i + n < len && text[i + n] != '\n' && text[i + n] != '\r')
            n++;
        if (!append(&s->line, &s->line_len, &s->line_room, text + i, n))
            return false;
        i += n;
        if (i == len)
            break;
        s->after_cr = text[i++] == '\r';
        if (!take_line(s))
            return false;
        s->line_len = 0;
    }
    return true;
}
