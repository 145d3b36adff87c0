/* Start and stop of authentication, and the session worker: it ends idle sessions, writes the end
 * of sessions to the log, and ends the streams of principals that are no longer valid. */
#include "service/api/auth.h"

#include "os/clock.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* 20 wrong secrets a minute for each asker. One refusal a second for each asker and person is
 * written to the log, and at most five a second in all: guessing must not fill a disk. */
#define WRONG_A_MINUTE     20
#define WRITTEN_AT_ONCE    1
#define WRITTEN_A_MINUTE   60
#define WRITTEN_IN_ALL     10
#define WRITTEN_ALL_MINUTE 300

#define SWEEP_MS 1000 /* how often idle sessions are looked for */

/* ---- The session worker ---- */

/* Called when a session has ended, with the lock held. The worker writes the end to the log. */
static void take_ended(void *context, const struct session *ended, const char *why)
{
    struct auth *auth = context;
    if (auth->ended_count < AUTH_ENDED_MAX) {
        struct auth_ended *e = &auth->ended[auth->ended_count++];
        memcpy(e->person, ended->person, sizeof(e->person));
        memcpy(e->hash, ended->hash, sizeof(e->hash));
        e->why = why;
    }
    worker_poke(auth->session_worker);
}

static bool take_one(struct auth *auth, struct auth_ended *out)
{
    mutex_lock(&auth->lock);
    const bool there = auth->ended_count > 0;
    if (there) {
        *out = auth->ended[0];
        memmove(auth->ended, auth->ended + 1, --auth->ended_count * sizeof(auth->ended[0]));
    }
    mutex_unlock(&auth->lock);
    return there;
}

static void write_ended(struct api *api)
{
    struct auth *auth = api->auth;
    struct auth_ended one;
    while (take_one(auth, &one)) {
        struct floor_event *e = &auth->ending.event;
        event_init(e, FLOOR_SIGNED_OUT);
        memcpy(e->person, one.person, strlen(one.person) + 1);
        memcpy(e->item, one.why, strlen(one.why) + 1);
        memcpy(e->document, one.hash, sizeof(e->document));
        writer_call(api->writer, &auth->ending);
    }
}

static bool is_good(void *user, const void *tag)
{
    return auth_is_good(user, tag);
}

static int64_t review_sessions(void *context)
{
    struct api *api = context;
    mutex_lock(&api->auth->lock);
    session_sweep(&api->auth->sessions, clock_mono_ms());
    mutex_unlock(&api->auth->lock);
    push_review(api->hub, is_good, api);
    write_ended(api);
    return SWEEP_MS;
}

/* ---- Start and stop ---- */

static struct auth *allocate(const struct api_config *config)
{
    struct auth *auth = calloc(1, sizeof(*auth));
    if (auth == NULL)
        return NULL;
    auth->config = *config;
    mutex_init(&auth->lock);
    sessions_init(&auth->sessions, config->idle_ms, config->whole_ms, take_ended, auth);
    throttle_init(&auth->askers, WRONG_A_MINUTE, WRONG_A_MINUTE);
    throttle_init(&auth->written, WRITTEN_AT_ONCE, WRITTEN_A_MINUTE);
    throttle_init(&auth->written_in_all, WRITTEN_IN_ALL, WRITTEN_ALL_MINUTE);
    return auth;
}

int auth_start(struct api *api, const struct api_config *config, struct cr_err *err)
{
    struct auth *auth = api->auth = allocate(config);
    if (auth == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    if (config->is_open)
        return 0;
    auth->access = access_new();
    if (auth->access == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    int rc = auth_worker_start(api, err);
    if (rc != 0)
        return rc;
    const struct worker_config sweep = {
        .name = "sessions", .context = api, .tick = review_sessions, .first_tick_ms = SWEEP_MS};
    return worker_start(&sweep, &auth->session_worker, err);
}

int auth_take(struct api *api, const struct floor *f, struct cr_err *err)
{
    struct auth *auth = api->auth;
    if (auth->config.is_open)
        return 0;
    mutex_lock(&auth->lock);
    access_take(auth->access, f);
    if (!access_has_password(auth->access))
        credential_make_code(auth->setup_code);
    const int rc = auth_revive(auth, api->log, err);
    mutex_unlock(&auth->lock);
    return rc;
}

void auth_stop(struct api *api)
{
    struct auth *auth = api->auth;
    if (auth == NULL)
        return;
    auth_worker_stop(api);
    /* The worker runs once more, so that the log has the end of every session that is over. */
    if (auth->session_worker != NULL)
        worker_poke(auth->session_worker);
    worker_stop(auth->session_worker);
    mutex_destroy(&auth->lock);
    access_free(auth->access);
    sodium_memzero(auth, sizeof(*auth));
    free(auth);
    api->auth = NULL;
}

const char *api_setup_code(struct api *api, char out[API_CODE_MAX])
{
    struct auth *auth = api->auth;
    mutex_lock(&auth->lock);
    memcpy(out, auth->setup_code, sizeof(auth->setup_code));
    mutex_unlock(&auth->lock);
    return out[0] != '\0' ? out : NULL;
}

unsigned auth_session_count(struct api *api)
{
    struct auth *auth = api->auth;
    mutex_lock(&auth->lock);
    const unsigned count = auth->sessions.count;
    mutex_unlock(&auth->lock);
    return count;
}
