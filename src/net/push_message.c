/* A message to many subscribers. */
#include "net/push_message.h"

#include "base/check.h"

#include <stdlib.h>
#include <string.h>

struct message *message_ref(struct message *m)
{
    atomic_fetch_add(&m->refs, 1);
    return m;
}

void message_unref(struct message *m)
{
    if (m && atomic_fetch_sub(&m->refs, 1) == 1)
        free(m);
}

static char *put(char *at, const char *text, size_t len)
{
    memcpy(at, text, len);
    return at + len;
}

static char *put_field(char *at, const char *name, const char *value, size_t len)
{
    at = put(at, name, strlen(name));
    at = put(at, ": ", 2);
    at = put(at, value, len);
    return put(at, "\n", 1);
}

static size_t count_lines(const char *data, size_t len)
{
    size_t lines = 1;
    for (size_t i = 0; i < len; i++)
        lines += data[i] == '\n' || data[i] == '\r';
    return lines;
}

static size_t line_length(const char *data, size_t len)
{
    size_t n = 0;
    while (n < len && data[n] != '\n' && data[n] != '\r')
        n++;
    return n;
}

struct message *message_new(const char *event, const char *id, const char *data, size_t len)
{
    CHECK(!strpbrk(event, "\r\n") && !(id && strpbrk(id, "\r\n")));
    size_t room = strlen(event) + 16 + (id ? strlen(id) + 16 : 0) + len +
                  count_lines(data, len) * sizeof "data: \n" + 2;
    struct message *m = malloc(sizeof *m + room);
    if (!m)
        return NULL;
    char *at = put_field(m->text, "event", event, strlen(event));
    if (id)
        at = put_field(at, "id", id, strlen(id));
    for (;;) {
        size_t n = line_length(data, len);
        at = put_field(at, "data", data, n);
        if (n == len)
            break;
        n += n + 1 < len && data[n] == '\r' && data[n + 1] == '\n' ? 2 : 1;
        data += n;
        len -= n;
    }
    at = put(at, "\n", 1);
    m->len = (size_t)(at - m->text);
    CHECK(m->len <= room);
    atomic_init(&m->refs, 1);
    m->whom = ~0U;
    return m;
}

struct message *message_plain(const char *text)
{
    struct message *m = malloc(sizeof *m + strlen(text));
    if (!m)
        return NULL;
    m->len = strlen(text);
    memcpy(m->text, text, m->len);
    atomic_init(&m->refs, 1);
    m->whom = ~0U;
    return m;
}
