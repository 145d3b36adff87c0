/* Birth and death of what knows who asks, and the watch: the thread that ends sessions nobody uses,
 * tells the log of those that are over, and ends the streams of whoever may no longer listen. */
#include "os/clock.h"
#include "service/api/auth.h"

#include "base/check.h"
#include "base/err.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* 20 wrong secrets a minute from an address; a refusal a second and name goes to the log, and not
 * more than five a second in all: guessing must not fill a disk. */
#define WRONG_A_MINUTE     20
#define WRITTEN_AT_ONCE    1
#define WRITTEN_A_MINUTE   60
#define WRITTEN_IN_ALL     10
#define WRITTEN_ALL_MINUTE 300

#define WATCH_MS 1000

/* ---- The watch ---- */

/* A session is over; with the lock held. */
static void take_ended(void *context, const char *person, const char *why)
{
    struct auth *auth = context;
    if (auth->ended_count < AUTH_ENDED_MAX) {
        struct auth_ended *e = &auth->ended[auth->ended_count++];
        memcpy(e->person, person, strlen(person) + 1);
        e->why = why;
    }
    auth->needs_review = true;
    CHECK(pthread_cond_signal(&auth->changed) == 0);
}

/* Waits for something to do, at most a second. False: the end. */
static bool watch_wait(struct auth *auth)
{
    struct timespec until;
    CHECK(clock_gettime(CLOCK_MONOTONIC, &until) == 0);
    until.tv_nsec += WATCH_MS % 1000 * 1000000L;
    until.tv_sec += WATCH_MS / 1000 + until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    CHECK(pthread_mutex_lock(&auth->lock) == 0);
    while (!auth->watch_quit && !auth->needs_review && auth->ended_count == 0 &&
           pthread_cond_timedwait(&auth->changed, &auth->lock, &until) == 0)
        ;
    session_sweep(&auth->sessions, clock_mono_ms());
    auth->needs_review = false;
    const bool goes_on = !auth->watch_quit;
    CHECK(pthread_mutex_unlock(&auth->lock) == 0);
    return goes_on;
}

static bool take_one(struct auth *auth, struct auth_ended *out)
{
    CHECK(pthread_mutex_lock(&auth->lock) == 0);
    const bool there = auth->ended_count > 0;
    if (there) {
        *out = auth->ended[0];
        memmove(auth->ended, auth->ended + 1, --auth->ended_count * sizeof(auth->ended[0]));
    }
    CHECK(pthread_mutex_unlock(&auth->lock) == 0);
    return there;
}

static void write_ended(struct api *api)
{
    struct auth *auth = api->auth;
    struct auth_ended one;
    while (take_one(auth, &one)) {
        struct floor_event *e = &auth->ending.event;
        event_init(e, FLOOR_SIGNED_OUT);
        memcpy(e->person, one.person, sizeof(one.person));
        memcpy(e->item, one.why, strlen(one.why) + 1);
        writer_call(api->writer, &auth->ending);
    }
}

static bool is_good(void *user, const void *tag)
{
    return auth_is_good(user, tag);
}

static void *watch_run(void *context)
{
    struct api *api = context;
    bool goes_on = true;
    while (goes_on) {
        goes_on = watch_wait(api->auth);
        push_review(api->hub, is_good, api);
        write_ended(api);
    }
    return NULL;
}

/* ---- Birth and death ---- */

static struct auth *allocate(const struct api_config *config)
{
    pthread_condattr_t attr;
    struct auth *auth = calloc(1, sizeof(*auth));
    if (auth == NULL)
        return NULL;
    auth->config = *config;
    CHECK(pthread_condattr_init(&attr) == 0);
    CHECK(pthread_condattr_setclock(&attr, CLOCK_MONOTONIC) == 0);
    CHECK(pthread_cond_init(&auth->changed, &attr) == 0);
    CHECK(pthread_cond_init(&auth->filled, NULL) == 0);
    CHECK(pthread_condattr_destroy(&attr) == 0);
    CHECK(pthread_mutex_init(&auth->lock, NULL) == 0);
    CHECK(pthread_mutex_init(&auth->tasks_lock, NULL) == 0);
    sessions_init(&auth->sessions, config->idle_ms, config->whole_ms, take_ended, auth);
    throttle_init(&auth->addresses, WRONG_A_MINUTE, WRONG_A_MINUTE);
    throttle_init(&auth->written, WRITTEN_AT_ONCE, WRITTEN_A_MINUTE);
    throttle_init(&auth->written_in_all, WRITTEN_IN_ALL, WRITTEN_ALL_MINUTE);
    auth->last = &auth->first;
    return auth;
}

int auth_start(struct api *api, const struct api_config *config, struct cr_err *err)
{
    struct auth *auth = api->auth = allocate(config);
    if (auth == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    if (config->is_open)
        return 0;
    auth->access = access_new(&manager_configuration(writer_manager(api->writer))->limits);
    if (auth->access == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    int rc = auth_worker_start(api, err);
    if (rc != 0)
        return rc;
    if (pthread_create(&auth->watch, NULL, watch_run, api) != 0)
        return err_set(err, CR_E_IO, "cannot start a thread");
    auth->watch_started = true;
    return 0;
}

void auth_take(struct api *api, const struct floor *f)
{
    struct auth *auth = api->auth;
    if (auth->config.is_open)
        return;
    CHECK(pthread_mutex_lock(&auth->lock) == 0);
    access_take(auth->access, f);
    if (!access_has_password(auth->access))
        credential_make_code(auth->setup_code);
    CHECK(pthread_mutex_unlock(&auth->lock) == 0);
}

void auth_stop(struct api *api)
{
    struct auth *auth = api->auth;
    if (auth == NULL)
        return;
    auth_worker_stop(api);
    CHECK(pthread_mutex_lock(&auth->lock) == 0);
    auth->watch_quit = true;
    CHECK(pthread_cond_signal(&auth->changed) == 0);
    CHECK(pthread_mutex_unlock(&auth->lock) == 0);
    if (auth->watch_started)
        CHECK(pthread_join(auth->watch, NULL) == 0);
    CHECK(pthread_cond_destroy(&auth->changed) == 0);
    CHECK(pthread_cond_destroy(&auth->filled) == 0);
    CHECK(pthread_mutex_destroy(&auth->lock) == 0);
    CHECK(pthread_mutex_destroy(&auth->tasks_lock) == 0);
    access_free(auth->access);
    sodium_memzero(auth, sizeof(*auth));
    free(auth);
    api->auth = NULL;
}

const char *api_setup_code(struct api *api, char out[API_CODE_MAX])
{
    struct auth *auth = api->auth;
    CHECK(pthread_mutex_lock(&auth->lock) == 0);
    memcpy(out, auth->setup_code, sizeof(auth->setup_code));
    CHECK(pthread_mutex_unlock(&auth->lock) == 0);
    return out[0] != '\0' ? out : NULL;
}

unsigned auth_session_count(struct api *api)
{
    struct auth *auth = api->auth;
    CHECK(pthread_mutex_lock(&auth->lock) == 0);
    const unsigned count = auth->sessions.count;
    CHECK(pthread_mutex_unlock(&auth->lock) == 0);
    return count;
}
