/* Whose key is in the lock; see key_pin.h. */
#include "service/controller/key_pin.h"

#include "base/check.h"
#include "base/err.h"
#include "base/text.h"
#include "net/client.h"
#include "os/clock.h"
#include "service/client/ask_manager.h"

#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <yajl/yajl_tree.h>

#define ASK_MS 15000
/* The manager lets the key be turned for 15 minutes; a minute is left for the way. */
#define GRANTED_MS (14 * 60 * 1000)

enum state { IDLE, ASKED, GRANTED, REFUSED };

struct key_pin {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool quit, is_needed;
    enum state state;
    char user[FLOOR_PERSON_MAX], pin[KEY_PIN_ROOM];
    bool high;
    int64_t until_ms;
    struct cr_err why;
    struct http_client *client; /* the thread's own, as is the table's name */
    char table[FLOOR_ID_MAX];
};

/* ---- On the thread ---- */

/* An open manager says so; a closed one says who asks. */
static bool find_out(struct key_pin *k, bool *is_needed)
{
    struct http_client_answer answer;
    struct cr_err err = {0};
    if (http_call(k->client, "GET", "/api/v1/session", NULL, 0, ASK_MS, &answer, &err) != 0 ||
        (answer.status != 200 && answer.status != 401))
        return false;
    *is_needed = strstr(answer.body, "\"open\":true") == NULL;
    return true;
}

static void read_refusal(const struct http_client_answer *answer, struct cr_err *err)
{
    static const char *path[] = {"detail", NULL};
    yajl_val problem = yajl_tree_parse(answer->body, NULL, 0);
    yajl_val detail = problem != NULL ? yajl_tree_get(problem, path, yajl_t_string) : NULL;
    err_set(err, CR_E_INPUT, "%.300s", detail != NULL ? YAJL_GET_STRING(detail) : "refused");
    yajl_tree_free(problem);
}

static enum state show_pin(struct key_pin *k, const char *user, const char *pin, bool high,
                           struct cr_err *err)
{
    struct http_client_answer answer;
    char path[128], body[512];
    struct text t;
    snprintf(path, sizeof(path), "/api/v1/tables/%s/key", k->table);
    text_init(&t, body, sizeof(body));
    text_add(&t, "{\"user\":");
    text_add_json(&t, user, strlen(user));
    text_add_format(&t, ",\"key\":\"%s\",\"pin\":", high ? "high" : "low");
    text_add_json(&t, pin, strlen(pin));
    text_add_char(&t, '}');
    int rc = http_call(k->client, "POST", path, body, t.len, ASK_MS, &answer, err);
    sodium_memzero(body, sizeof(body));
    if (rc == 0 && answer.status == 200)
        return GRANTED;
    if (rc == 0)
        read_refusal(&answer, err);
    /* too busy, or gone: the PIN may be good */
    if (rc != 0 || answer.status == 429 || answer.status >= 500)
        err->code = CR_E_IO;
    return REFUSED;
}

static void carry_pin(struct key_pin *k)
{
    char user[FLOOR_PERSON_MAX], pin[KEY_PIN_ROOM];
    struct cr_err why = {0};
    const bool high = k->high;
    memcpy(user, k->user, sizeof(user));
    memcpy(pin, k->pin, sizeof(pin));
    sodium_memzero(k->pin, sizeof(k->pin));
    CHECK(pthread_mutex_unlock(&k->lock) == 0);
    const int64_t asked_ms = clock_mono_ms();
    const enum state state = show_pin(k, user, pin, high, &why);
    sodium_memzero(pin, sizeof(pin));
    CHECK(pthread_mutex_lock(&k->lock) == 0);
    k->state = state;
    k->why = why;
    k->until_ms = asked_ms + GRANTED_MS;
}

static void *run(void *context)
{
    struct key_pin *k = context;
    bool is_known = false;
    CHECK(pthread_mutex_lock(&k->lock) == 0);
    while (!k->quit) {
        if (k->state == ASKED) {
            carry_pin(k);
        } else if (!is_known) {
            bool is_needed = false;
            CHECK(pthread_mutex_unlock(&k->lock) == 0);
            is_known = find_out(k, &is_needed);
            CHECK(pthread_mutex_lock(&k->lock) == 0);
            k->is_needed = is_needed;
        }
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_sec++;
        while (!k->quit && k->state != ASKED && is_known)
            CHECK(pthread_cond_wait(&k->changed, &k->lock) == 0);
        if (!k->quit && k->state != ASKED && !is_known)
            pthread_cond_timedwait(&k->changed, &k->lock, &until);
    }
    CHECK(pthread_mutex_unlock(&k->lock) == 0);
    return NULL;
}

/* ---- For the table ---- */

static int begin(struct key_pin *k, struct cr_err *err)
{
    pthread_condattr_t monotonic;
    CHECK(pthread_condattr_init(&monotonic) == 0);
    CHECK(pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC) == 0);
    CHECK(pthread_mutex_init(&k->lock, NULL) == 0);
    CHECK(pthread_cond_init(&k->changed, &monotonic) == 0);
    CHECK(pthread_condattr_destroy(&monotonic) == 0);
    if (pthread_create(&k->thread, NULL, run, k) == 0)
        return 0;
    CHECK(pthread_cond_destroy(&k->changed) == 0);
    CHECK(pthread_mutex_destroy(&k->lock) == 0);
    return err_set(err, CR_E_IO, "cannot start a thread");
}

int key_pin_start(const char *urls, const char *table, struct key_pin **out, struct cr_err *err)
{
    struct key_pin *k = calloc(1, sizeof(*k));
    if (k == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    snprintf(k->table, sizeof(k->table), "%s", table);
    int rc = ask_manager_client(urls, &k->client, err);
    if (rc == 0)
        rc = begin(k, err);
    if (rc != 0) {
        http_client_free(k->client);
        free(k);
        return rc;
    }
    *out = k;
    return 0;
}

void key_pin_stop(struct key_pin *k)
{
    if (k == NULL)
        return;
    CHECK(pthread_mutex_lock(&k->lock) == 0);
    k->quit = true;
    CHECK(pthread_cond_signal(&k->changed) == 0);
    CHECK(pthread_mutex_unlock(&k->lock) == 0);
    CHECK(pthread_join(k->thread, NULL) == 0);
    CHECK(pthread_cond_destroy(&k->changed) == 0);
    CHECK(pthread_mutex_destroy(&k->lock) == 0);
    http_client_free(k->client);
    sodium_memzero(k, sizeof(*k));
    free(k);
}

bool key_pin_is_needed(struct key_pin *k)
{
    CHECK(pthread_mutex_lock(&k->lock) == 0);
    const bool is_needed = k->is_needed;
    CHECK(pthread_mutex_unlock(&k->lock) == 0);
    return is_needed;
}

static void ask(struct key_pin *k, const char *user, bool high, const char *pin)
{
    snprintf(k->user, sizeof(k->user), "%s", user);
    snprintf(k->pin, sizeof(k->pin), "%s", pin);
    k->high = high;
    k->state = ASKED;
    CHECK(pthread_cond_signal(&k->changed) == 0);
}

void key_pin_forget(struct key_pin *k)
{
    CHECK(pthread_mutex_lock(&k->lock) == 0);
    if (k->state == GRANTED)
        k->state = IDLE;
    CHECK(pthread_mutex_unlock(&k->lock) == 0);
}

int key_pin_check(struct key_pin *k, const char *user, bool high, const char *pin,
                  struct cr_err *err)
{
    int rc = 0;
    CHECK(pthread_mutex_lock(&k->lock) == 0);
    const bool is_same = k->high == high && strcmp(k->user, user) == 0;
    if (!k->is_needed || (k->state == GRANTED && is_same && clock_mono_ms() < k->until_ms)) {
        rc = 0;
    } else if (k->state == ASKED) {
        rc = err_set(err, CR_E_STATE, "wait: the PIN is being checked");
    } else if (k->state == REFUSED && is_same) {
        *err = k->why;
        rc = k->why.code;
        k->state = IDLE;
    } else if (pin[0] == '\0' || strlen(pin) >= KEY_PIN_ROOM) {
        rc = err_set(err, CR_E_INPUT, "pin: this floor wants the PIN of whoever brings a key");
    } else {
        ask(k, user, high, pin);
        rc = err_set(err, CR_E_STATE, "wait: the PIN is being checked");
    }
    CHECK(pthread_mutex_unlock(&k->lock) == 0);
    return rc;
}
