/* The transport to a manager over HTTP; see transport.h. */
#include "base/hex.h"
#include "net/client.h"
#include "service/controller/answer_json.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define URLS_MAX      1024
#define RULES_WAIT_MS 2000

struct transport_http {
    struct transport base;
    struct http_client *client;
    struct json_tape *tape;
    char body[EVENT_TEXT_ROOM(FLOOR_TEXT_MAX)];
};

static const char *last_part(unsigned kind)
{
    return kind == CONTROLLER_JOIN ? "join" : kind == CONTROLLER_HEARTBEAT ? "heartbeat" : "events";
}

/* Whether the status means that the manager understood and refused. After any other status but 200,
 * the same message may succeed a moment later. */
static bool is_refusal(unsigned status)
{
    return status == 400 || status == 401 || status == 403 || status == 404 || status == 409 ||
           status == 422;
}

/* Reads the answer to a message. One that cannot be understood counts as no answer, so the message
 * is sent again. */
static void read_answer(struct transport_http *t, const struct controller_message *message,
                        const struct http_client_answer *answer, struct controller_answer *out)
{
    int rc;
    if (is_refusal(answer->status)) {
        out->kind = CONTROLLER_REFUSED;
        answer_json_problem(t->tape, answer->status, answer->body, answer->len, &out->why);
        return;
    }
    if (answer->status != 200)
        rc = CR_E_IO;
    else if (message->kind == CONTROLLER_JOIN)
        rc = answer_json_join(t->tape, answer->body, answer->len, out, &out->why);
    else if (message->kind == CONTROLLER_HEARTBEAT)
        rc = answer_json_heartbeat(t->tape, answer->body, answer->len, &out->record, &out->why);
    else
        rc = event_decode(answer->body, answer->len, &out->event, &out->why);
    out->kind = rc == 0 ? CONTROLLER_ACCEPTED : CONTROLLER_NO_ANSWER;
}

static void exchange(struct transport *base, const struct controller_message *message,
                     struct controller_answer *out)
{
    struct transport_http *t = (struct transport_http *)base;
    struct http_client_answer answer;
    char path[128];
    snprintf(path, sizeof(path), "/api/v1/tables/%s/%s", message->event.table,
             last_part(message->kind));
    const size_t len = answer_json_body(message, t->body, sizeof(t->body));
    out->id = message->id;
    out->kind = CONTROLLER_NO_ANSWER;
    memset(out->receipt, 0, sizeof(out->receipt));
    const struct controller_documents *d = &message->documents;
    char plays_by[MANAGER_RULES_MAX];
    if (http_client_set_header(t->client, HTTP_RECEIPT_HEADER,
                               message->receipt[0] != '\0' ? message->receipt : NULL,
                               &out->why) != 0 ||
        http_client_set_header(t->client, HTTP_RULES_HEADER,
                               d->known ? manager_rules_text(d->rules, d->progressive, plays_by)
                                        : NULL,
                               &out->why) != 0)
        return;
    if (http_call(t->client, "POST", path, t->body, len, CONTROLLER_TIMEOUT_MS, &answer,
                  &out->why) == 0)
        read_answer(t, message, &answer, out);
    if (out->kind == CONTROLLER_ACCEPTED &&
        !http_client_header(t->client, HTTP_RECEIPT_HEADER, out->receipt, sizeof(out->receipt)))
        memset(out->receipt, 0, sizeof(out->receipt));
}

static int rules(struct transport *base, const char *table, struct transport_rules *out,
                 struct cr_err *err)
{
    struct transport_http *t = (struct transport_http *)base;
    struct http_client_answer answer;
    char path[128];
    snprintf(path, sizeof(path), "/api/v1/tables/%s/rules", table);
    int rc = http_call(t->client, "GET", path, NULL, 0, RULES_WAIT_MS, &answer, err);
    if (rc != 0)
        return rc;
    if (answer.status == 200)
        return answer_json_rules(t->tape, answer.body, answer.len, out, err);
    answer_json_problem(t->tape, answer.status, answer.body, answer.len, err);
    err->code = answer.status == 404 ? CR_E_NOT_FOUND : CR_E_IO;
    return err->code;
}

static void release(struct transport *base)
{
    struct transport_http *t = (struct transport_http *)base;
    http_client_free(t->client);
    free(t->tape);
    free(t);
}

static int connect_to(struct transport_http *t, const char *urls, struct cr_err *err)
{
    char copy[URLS_MAX];
    const char *bases[HTTP_BASES_MAX];
    size_t count = 0;
    char *rest = NULL;
    if ((size_t)snprintf(copy, sizeof(copy), "%s", urls) >= sizeof(copy))
        return err_set(err, CR_E_INPUT, "the managers' addresses are too long");
    for (char *at = strtok_r(copy, ",", &rest); at != NULL; at = strtok_r(NULL, ",", &rest)) {
        if (count == HTTP_BASES_MAX)
            return err_set(err, CR_E_INPUT, "at most %d managers", HTTP_BASES_MAX);
        /* as in ask_manager_client(), which the table asks for PINs */
        const size_t len = strlen(at);
        if (len > 8 && at[len - 1] == '/')
            at[len - 1] = '\0';
        bases[count++] = at;
    }
    return http_client_new(bases, count, &t->client, err);
}

/* REG-1: gives this process a random name, by which the manager tells it from others that may have
 * a copy of the table's files. */
static int name_process(struct http_client *client, struct cr_err *err)
{
    uint8_t random[16];
    char name[MANAGER_PROCESS_MAX];
    randombytes_buf(random, sizeof(random));
    return http_client_set_header(client, HTTP_PROCESS_HEADER,
                                  hex_encode(random, sizeof(random), name), err);
}

int transport_http_new(const char *urls, const struct http_identity *who, struct transport **out,
                       struct cr_err *err)
{
    struct transport_http *t = calloc(1, sizeof(*t));
    if (t == NULL || (t->tape = malloc(sizeof(*t->tape))) == NULL) {
        free(t);
        return err_set(err, CR_E_IO, "out of memory");
    }
    int rc = connect_to(t, urls, err);
    if (rc == 0)
        rc = http_client_set_identity(t->client, who, err);
    if (rc == 0)
        rc = name_process(t->client, err);
    if (rc != 0) {
        release(&t->base);
        return rc;
    }
    t->base = (struct transport){.exchange = exchange, .rules = rules, .free = release};
    *out = &t->base;
    return 0;
}
