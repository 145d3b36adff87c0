/* The dealer console's screens; see panel.h. */
#include "cli/table/panel.h"

#include "base/check.h"

#include <string.h>

void panel_init(struct panel *s, struct hands *hands, const struct table_options *options,
                struct desk *desk)
{
    s->hands = hands;
    s->options = options;
    s->desk = desk;
    s->published_ms = station_now() - PANEL_PAUSE_MS;
    s->known = 0;
}

/* ---- The state ---- */

/* Into s->state, and to everybody when it says something new. */
static size_t publish(struct panel *s)
{
    struct text t;
    /* V9: nobody is shown a table open whose lease is over */
    station_tick(s->hands->station);
    text_init(&t, s->state, sizeof(s->state));
    const size_t known = panel_write(s, &t);
    CHECK(!t.cut);
    s->published_ms = station_now();
    if (known != s->known || memcmp(s->state, s->last, known) != 0) {
        s->known = known;
        memcpy(s->last, s->state, known);
        desk_publish(s->desk, s->state, t.len);
    }
    return t.len;
}

/* ---- Requests ---- */

static void answer_refusal(struct panel *s, struct http_request *req, const struct cr_err *err)
{
    struct station *station = s->hands->station;
    const unsigned status = problem_status_of(err->code);
    if (status == 409) {
        memcpy(station->refused, err->text, sizeof(station->refused));
        publish(s);
    }
    http_answer_problem(req, &(struct problem){.status = status,
                                               .code = status == 409 ? "refused" : "malformed",
                                               .detail = err->text});
}

static int press(struct panel *s, struct http_request *req, struct cr_err *err)
{
    size_t len;
    struct command command;
    const char *body = http_request_body(req, &len);
    int rc = command_read_json(body, len, &command, err);
    if (rc == 0)
        rc = hands_do(s->hands, &command, err);
    if (rc == 0)
        s->hands->station->refused[0] = '\0';
    return rc;
}

static void serve(struct panel *s, const struct desk_request *request)
{
    struct cr_err err = {0};
    if (request->is_press && press(s, request->http, &err) != 0) {
        answer_refusal(s, request->http, &err);
        return;
    }
    const size_t len = publish(s);
    http_answer(request->http, 200, HTTP_JSON, s->state, len);
}

int64_t panel_serve(struct panel *s, int64_t wait_ms)
{
    struct desk_request request;
    if (s->desk == NULL)
        return wait_ms;
    while (desk_take(s->desk, &request)) {
        serve(s, &request);
        /* whoever deals, and the sensors, look at it before the next one */
        if (request.is_press)
            return 0;
    }
    const int64_t left = s->published_ms + PANEL_PAUSE_MS - station_now();
    if (left <= 0) {
        publish(s);
        return wait_ms;
    }
    return left < wait_ms ? left : wait_ms;
}
