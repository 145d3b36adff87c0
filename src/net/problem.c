/* Problem documents (RFC 9457). */
#include "net/problem.h"

#include "base/json_read.h"
#include "base/json_write.h"

#include <croupier/error.h>

#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
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

void problem_write(struct text *t, const struct problem *p)
{
    char type[64];
    snprintf(type, sizeof type, "/problems/%s", p->code ? p->code : "");
    json_open(t, NULL, '{');
    json_text(t, "type", p->code ? type : "about:blank");
    json_text(t, "title", p->title ? p->title : problem_status_words(p->status));
    json_count(t, "status", p->status);
    if (p->detail)
        json_text(t, "detail", p->detail);
    if (p->field)
        json_text(t, "field", p->field);
    if (p->code)
        json_text(t, "code", p->code);
    if (p->reason)
        json_text(t, "reason", p->reason);
    if (p->more)
        json_raw(t, NULL, p->more, strlen(p->more));
    json_close(t, '}');
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

bool problem_read_detail(const char *body, size_t len, char out[PROBLEM_DETAIL_MAX])
{
    struct json_node *problem = json_read(body, len, NULL);
    json_get_text(problem, "detail", out, PROBLEM_DETAIL_MAX);
    free(problem);
    return out[0] != '\0';
}
