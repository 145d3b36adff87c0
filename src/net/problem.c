/* Problem documents (RFC 9457). */
#include "net/problem.h"

#include <croupier/error.h>

#include <microhttpd.h>
#include <string.h>

const char *problem_status_words(unsigned status)
{
    /* The library's words for these differ from RFC 9110. */
    switch (status) {
    case 413:
        return "Content Too Large";
    case 422:
        return "Unprocessable Content";
    default:
        break;
    }
    const char *words = MHD_get_reason_phrase_for(status);
    return words && strcmp(words, "Unknown") != 0 ? words : "Error";
}

static void add_member(struct text *t, const char *name, const char *value)
{
    text_add_format(t, ",\"%s\":", name);
    text_add_json(t, value, strlen(value));
}

void problem_write(struct text *t, const struct problem *p)
{
    text_add(t, "{\"type\":\"");
    if (p->code)
        text_add_format(t, "/problems/%s", p->code);
    else
        text_add(t, "about:blank");
    text_add_char(t, '"');
    add_member(t, "title", p->title ? p->title : problem_status_words(p->status));
    text_add_format(t, ",\"status\":%u", p->status);
    if (p->detail)
        add_member(t, "detail", p->detail);
    if (p->field)
        add_member(t, "field", p->field);
    if (p->code)
        add_member(t, "code", p->code);
    if (p->reason)
        add_member(t, "reason", p->reason);
    if (p->more)
        text_add_format(t, ",%s", p->more);
    text_add_char(t, '}');
}

unsigned problem_status_of(int code)
{
    switch (code) {
    case CR_E_INPUT:
    case CR_E_RANGE:
        return 422;
    case CR_E_STATE:
        return 409;
    case CR_E_NOT_FOUND:
        return 404;
    default:
        return 503;
    }
}
