/* The dealer console's screens; see console_screens.h. */
#include "service/controller/console_screens.h"

#include "base/check.h"
#include "os/clock.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

void console_screens_init(struct console_screens *s, struct table_commands *commands,
                          const struct table_options *options, struct console_server *server)
{
    s->commands = commands;
    s->options = options;
    s->console_server = server;
    s->asking = NULL;
    s->published_ms = clock_mono_ms() - CONSOLE_PAUSE_MS;
    s->known = 0;
}

/* ---- The state ---- */

/* Writes the state into s->state, and publishes it if it has changed. Returns its length. */
static size_t publish(struct console_screens *s)
{
    /* V9: a table whose lease is over must not be shown as open */
    station_tick(s->commands->station);
    struct text t = text_in(s->state, sizeof(s->state));
    const size_t known = console_state_write(s, &t);
    CHECK(!t.cut);
    s->published_ms = clock_mono_ms();
    if (known != s->known || memcmp(s->state, s->last, known) != 0) {
        s->known = known;
        memcpy(s->last, s->state, known);
        console_server_publish(s->console_server, s->state, t.len);
    }
    return t.len;
}

/* ---- Requests ---- */

static void answer_refusal(struct console_screens *s, struct http_request *req,
                           const struct cr_err *err)
{
    struct station *station = s->commands->station;
    const unsigned status = problem_status_of(err->code);
    if (status == 409) {
        snprintf(station->refused, sizeof(station->refused), "%s", err_without_field(err));
        publish(s);
    }
    http_answer_problem(req,
                        &(struct problem){.status = status,
                                          .code = status == 409 ? "refused" : "malformed",
                                          .detail = err->text,
                                          .field = err->field[0] != '\0' ? err->field : NULL,
                                          .reason = err->reason[0] != '\0' ? err->reason : NULL});
}

static void answer_state(struct console_screens *s, struct http_request *req)
{
    const size_t len = publish(s);
    http_answer(req, 200, HTTP_JSON, s->state, len);
}

static void press(struct console_screens *s, struct http_request *req)
{
    size_t len;
    struct command command;
    struct cr_err err = {0};
    const char *body = http_request_body(req, &len);
    s->commands->asks_pin = false;
    int rc = command_read_json(body, len, &command, &err);
    if (rc == 0)
        rc = table_commands_do(s->commands, &command, &err);
    if (rc != 0 && s->commands->asks_pin && s->asking == NULL) {
        s->asking = req;
        s->asked = command;
    } else if (rc != 0) {
        answer_refusal(s, req, &err);
    } else {
        s->commands->station->refused[0] = '\0';
        answer_state(s, req);
    }
    sodium_memzero(&command, sizeof(command));
}

/* Tries again the press that waits while the manager checks its PIN. The table goes on
 * meanwhile. */
static void press_asked(struct console_screens *s)
{
    struct cr_err err = {0};
    if (s->asking == NULL)
        return;
    int rc = table_commands_do(s->commands, &s->asked, &err);
    if (rc != 0 && s->commands->asks_pin)
        return;
    if (rc == 0) {
        s->commands->station->refused[0] = '\0';
        answer_state(s, s->asking);
    } else {
        answer_refusal(s, s->asking, &err);
    }
    s->asking = NULL;
    sodium_memzero(&s->asked, sizeof(s->asked));
}

void console_screens_stop(struct console_screens *s)
{
    if (s->asking != NULL)
        http_answer_problem(s->asking,
                            &(struct problem){.status = 503,
                                              .code = "closing",
                                              .detail = "the table's program is ending"});
    s->asking = NULL;
    sodium_memzero(&s->asked, sizeof(s->asked));
}

int64_t console_screens_serve(struct console_screens *s, int64_t wait_ms)
{
    struct console_server_request request;
    if (s->console_server == NULL)
        return wait_ms;
    press_asked(s);
    while (console_server_take(s->console_server, &request)) {
        if (!request.is_press) {
            answer_state(s, request.http);
            continue;
        }
        press(s, request.http);
        /* the dealing program and the sensors act on this press before the next one */
        return 0;
    }
    const int64_t left = s->published_ms + CONSOLE_PAUSE_MS - clock_mono_ms();
    if (left <= 0) {
        publish(s);
        return wait_ms;
    }
    return left < wait_ms ? left : wait_ms;
}
