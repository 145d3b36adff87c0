/* Asks the manager about the PINs of people who bring keys; see key_pin.h. */
#include "service/controller/key_pin.h"

#include "base/json_write.h"
#include "net/client.h"
#include "os/clock.h"
#include "os/mutex.h"
#include "service/client/ask_manager.h"
#include "service/controller/answer_json.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ASK_MS   15000
#define RETRY_MS 1000
/* The manager accepts the key for 15 minutes after the PIN. This is a minute less, for the time
 * that messages take. */
#define GRANTED_MS (14 * 60 * 1000)

enum state { IDLE, ASKED, GRANTED, REFUSED };

struct key_pin {
    struct worker *worker;
    struct mutex lock; /* protects the members down to `why` */
    bool is_needed;
    enum state state;
    char user[FLOOR_PERSON_MAX], pin[KEY_PIN_ROOM], by[FLOOR_PERSON_MAX];
    enum key_pin_what what;
    int64_t until_ms;
    struct cr_err why;
    /* Used by the worker only. */
    struct http_client *client;
    struct json_tape *tape;
    char table[FLOOR_ID_MAX];
    bool is_known; /* the manager has said whether PINs are needed */
};

/* ---- On the worker ---- */

/* Asks whether the floor is open: the manager's answer about the session says so. False when it
 * could not be asked. */
static bool find_out(struct key_pin *k, bool *is_needed)
{
    struct http_client_answer answer;
    struct cr_err err = {0};
    if (http_call(k->client, "GET", "/api/v1/session", NULL, 0, ASK_MS, &answer, &err) != 0 ||
        (answer.status != 200 && answer.status != 401))
        return false;
    *is_needed = !answer_json_is_open(k->tape, answer.body, answer.len);
    return true;
}

static void read_refusal(struct key_pin *k, const struct http_client_answer *answer,
                         struct cr_err *err)
{
    answer_json_problem(k->tape, answer->status, answer->body, answer->len, err);
    err->code = CR_E_INPUT;
}

static enum state show_pin(struct key_pin *k, const struct key_pin_ask *ask, struct cr_err *err)
{
    struct http_client_answer answer;
    char path[128], body[512];
    snprintf(path, sizeof(path), "/api/v1/tables/%s/key", k->table);
    struct text t = text_in(body, sizeof(body));
    json_open(&t, NULL, '{');
    json_text(&t, "user", ask->user);
    if (ask->what == KEY_PIN_HOUSE)
        json_text(&t, "right", "house");
    else if (ask->what != KEY_PIN_NAME)
        json_text(&t, "key", ask->what == KEY_PIN_HIGH ? "high" : "low");
    if (ask->pin[0] != '\0')
        json_text(&t, "pin", ask->pin);
    if (ask->by[0] != '\0')
        json_text(&t, "by", ask->by);
    json_close(&t, '}');
    int rc = http_call(k->client, "POST", path, body, t.len, ASK_MS, &answer, err);
    sodium_memzero(body, sizeof(body));
    if (rc == 0 && answer.status == 200)
        return GRANTED;
    if (rc == 0)
        read_refusal(k, &answer, err);
    /* the manager may have been started anew since, and want PINs now */
    if (ask->pin[0] == '\0')
        k->is_known = false;
    /* the manager is too busy or gone, so the PIN may still be right */
    if (rc != 0 || answer.status == 429 || answer.status >= 500)
        err->code = CR_E_IO;
    return REFUSED;
}

static void carry_pin(struct key_pin *k)
{
    char user[FLOOR_PERSON_MAX], pin[KEY_PIN_ROOM], by[FLOOR_PERSON_MAX];
    struct cr_err why = {0};
    const struct key_pin_ask ask = {user, k->what, pin, by};
    memcpy(user, k->user, sizeof(user));
    memcpy(pin, k->pin, sizeof(pin));
    memcpy(by, k->by, sizeof(by));
    sodium_memzero(k->pin, sizeof(k->pin));
    mutex_unlock(&k->lock);
    const int64_t asked_ms = clock_mono_ms();
    const enum state state = show_pin(k, &ask, &why);
    sodium_memzero(pin, sizeof(pin));
    mutex_lock(&k->lock);
    k->state = state;
    k->why = why;
    k->until_ms = asked_ms + GRANTED_MS;
}

static int64_t ask_manager(void *context)
{
    struct key_pin *k = context;
    mutex_lock(&k->lock);
    if (k->state == ASKED) {
        carry_pin(k);
    } else if (!k->is_known) {
        bool is_needed = k->is_needed;
        mutex_unlock(&k->lock);
        k->is_known = find_out(k, &is_needed);
        mutex_lock(&k->lock);
        k->is_needed = is_needed;
    }
    mutex_unlock(&k->lock);
    return k->is_known ? WORKER_WHEN_POKED : RETRY_MS;
}

/* ---- For the table ---- */

static void release(struct key_pin *k)
{
    http_client_free(k->client);
    free(k->tape);
    mutex_destroy(&k->lock);
    sodium_memzero(k, sizeof(*k));
    free(k);
}

int key_pin_start(const struct asking *asking, const char *table, struct key_pin **out,
                  struct cr_err *err)
{
    struct key_pin *k = calloc(1, sizeof(*k));
    if (k == NULL || (k->tape = malloc(sizeof(*k->tape))) == NULL) {
        free(k);
        return err_set(err, CR_E_IO, "out of memory");
    }
    const struct worker_config config = {.name = "key PIN", .context = k, .tick = ask_manager};
    snprintf(k->table, sizeof(k->table), "%s", table);
    mutex_init(&k->lock);
    int rc = ask_manager_client(asking, &k->client, err);
    if (rc == 0)
        rc = worker_start(&config, &k->worker, err);
    return err_or_made(rc, out, k, release);
}

void key_pin_stop(struct key_pin *k)
{
    if (k == NULL)
        return;
    mutex_lock(&k->lock);
    k->state = IDLE; /* a PIN that has not been sent yet will not be */
    mutex_unlock(&k->lock);
    worker_stop(k->worker);
    release(k);
}

bool key_pin_is_needed(struct key_pin *k)
{
    mutex_lock(&k->lock);
    const bool is_needed = k->is_needed;
    mutex_unlock(&k->lock);
    return is_needed;
}

static void send_to_manager(struct key_pin *k, const struct key_pin_ask *ask)
{
    snprintf(k->user, sizeof(k->user), "%s", ask->user);
    snprintf(k->pin, sizeof(k->pin), "%s", ask->pin);
    snprintf(k->by, sizeof(k->by), "%s", ask->by);
    k->what = ask->what;
    k->state = ASKED;
    worker_poke(k->worker);
}

void key_pin_forget(struct key_pin *k)
{
    mutex_lock(&k->lock);
    if (k->state == GRANTED)
        k->state = IDLE;
    mutex_unlock(&k->lock);
}

/* On an open floor nobody has to give a PIN, but the manager is still asked who may hold a key
 * (PIT-10). */
int key_pin_check(struct key_pin *k, const struct key_pin_ask *ask, struct cr_err *err)
{
    int rc = 0;
    mutex_lock(&k->lock);
    /* what was granted with somebody to turn the key also holds where nobody turns one */
    const bool is_same = k->what == ask->what && strcmp(k->user, ask->user) == 0 &&
                         (ask->by[0] == '\0' || strcmp(k->by, ask->by) == 0);
    if (k->state == GRANTED && is_same && clock_mono_ms() < k->until_ms) {
        rc = 0;
    } else if (k->state == ASKED) {
        rc = err_refuse(err, CR_E_STATE, REASON_WAIT, NULL, "wait: the PIN is being checked");
    } else if (k->state == REFUSED && is_same) {
        *err = k->why;
        rc = k->why.code;
        k->state = IDLE;
    } else if ((k->is_needed && ask->pin[0] == '\0') || strlen(ask->pin) >= KEY_PIN_ROOM) {
        rc = err_refuse(err, CR_E_INPUT, REASON_PIN_NEEDED, "pin",
                        "this floor wants the PIN of whoever brings a key");
    } else {
        send_to_manager(k, ask);
        rc = err_refuse(err, CR_E_STATE, REASON_WAIT, NULL, "wait: the PIN is being checked");
    }
    mutex_unlock(&k->lock);
    return rc;
}
