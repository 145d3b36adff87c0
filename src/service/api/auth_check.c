/* Compares secrets with the hashes that the store keeps, and counts, logs and locks after wrong
 * ones. All of this runs on the worker that hashes passwords. */
#include "service/api/auth.h"

#include "base/hex.h"
#include "os/clock.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* The cost of one check: a tenth of a second and 64 MiB, which a thief of the store has to spend
 * for each guess. */
#define ARGON_OPS   3
#define ARGON_BYTES ((size_t)64 * 1024 * 1024)

/* The time within which an event of another manager arrives here. */
#define FOLLOW_MS 400

/* What the store and the floor know of a secret. */
struct kept {
    char text[STORE_SECRET_MAX]; /* what the store keeps; "": nothing */
    uint8_t commitment[CR_HASH_BYTES];
    bool is_known; /* whether the person exists */
    struct floor_person person;
};

static const uint8_t *commitment_of(const struct floor_person *p, const char *item)
{
    if (strcmp(item, "pin") == 0)
        return p->pin;
    return strcmp(item, "invitation") == 0 ? p->invitation : p->password;
}

/* ---- Hashing ---- */

static unsigned long long ops_of(const struct auth *auth)
{
    return auth->config.argon_ops != 0 ? auth->config.argon_ops : ARGON_OPS;
}

static size_t bytes_of(const struct auth *auth)
{
    return auth->config.argon_bytes != 0 ? auth->config.argon_bytes : ARGON_BYTES;
}

int auth_hash(struct api *api, const char *secret, char out[STORE_SECRET_MAX], struct cr_err *err)
{
    _Static_assert(crypto_pwhash_STRBYTES <= STORE_SECRET_MAX, "the store keeps it");
    memset(out, 0, STORE_SECRET_MAX);
    if (crypto_pwhash_str(out, secret, strlen(secret), ops_of(api->auth), bytes_of(api->auth)) != 0)
        return err_set(err, CR_E_IO, "there is not enough memory to hash a password");
    return 0;
}

static bool is_right(struct api *api, const char *text, const char *secret)
{
    struct auth *auth = api->auth;
    api_metrics_password(api);
    const bool right = crypto_pwhash_str_verify(text[0] != '\0' ? text : auth->nobody, secret,
                                                strlen(secret)) == 0;
    auth->must_change =
        right && crypto_pwhash_str_needs_rehash(text, ops_of(auth), bytes_of(auth)) != 0;
    return right && text[0] != '\0';
}

/* ---- The stored secret ---- */

/* Reads the stored secret and the person under one lock, so that both are of the same moment. */
static int load_once(struct api *api, const char *item, const char *person, struct kept *k)
{
    struct cr_err err = {0};
    memset(k, 0, sizeof(*k));
    const struct floor_person *p = floor_person_find(writer_lock(api->writer), person);
    int rc = manager_secret(writer_manager(api->writer), item, person, k->text, &err);
    k->is_known = p != NULL;
    if (p != NULL)
        k->person = *p;
    writer_unlock(api->writer);
    if (rc != 0)
        k->text[0] = '\0';
    if (p != NULL)
        memcpy(k->commitment, commitment_of(&k->person, item), CR_HASH_BYTES);
    return rc == CR_E_NOT_FOUND ? 0 : rc;
}

/* Whether the stored text has the hash that the log says. Another text was put into the store by
 * hand. */
static bool is_genuine(const struct kept *k)
{
    uint8_t found[CR_HASH_BYTES] = {0};
    if (k->text[0] != '\0')
        credential_commit(k->text, found);
    return sodium_memcmp(found, k->commitment, CR_HASH_BYTES) == 0;
}

static void raise_alarm(struct api *api, const char *item, const char *person)
{
    struct auth *auth = api->auth;
    writer_lock(api->writer);
    const bool waits = manager_has_alarm(writer_manager(api->writer), ALARM_VERIFICATION, "");
    writer_unlock(api->writer);
    if (waits)
        return;
    manager_alarm(&auth->request, ALARM_VERIFICATION, "",
                  "what the store keeps as the %s of %s is not what the log says; someone may have "
                  "written to the database by hand",
                  item, person);
    writer_call(api->writer, &auth->request);
}

/* Loads what is known of the secret. If the text and the log differ, another manager may have just
 * set it, so this waits and reads again. False when there is no text that can be trusted; k->text
 * is then "". */
static bool load(struct api *api, const char *item, const char *person, struct kept *k)
{
    for (unsigned i = 0; i < 2; i++) {
        if (i > 0)
            clock_sleep_ms(FOLLOW_MS);
        if (load_once(api, item, person, k) != 0)
            break;
        if (is_genuine(k))
            return true;
    }
    if (k->is_known)
        raise_alarm(api, item, person);
    k->text[0] = '\0';
    return false;
}

/* ---- Failures ---- */

static void name_place(const struct auth_place *place, char out[THROTTLE_NAME_MAX])
{
    if (place->table != NULL)
        snprintf(out, THROTTLE_NAME_MAX, "table %s", place->table);
    else
        throttle_name_of(place->from, out);
}

/* Counts a wrong secret. True when the person is locked at that place from this time on. */
static bool count_failure(struct auth *auth, const char *why, const char *person,
                          const struct auth_place *place)
{
    char name[THROTTLE_NAME_MAX];
    if (strcmp(why, "locked") == 0 || strcmp(why, "barred") == 0 ||
        access_person(auth->access, person) == NULL)
        return false;
    name_place(place, name);
    return failures_count(&auth->failures, name, person, clock_mono_ms());
}

static void write_lock(struct api *api, const char *person, const struct auth_place *place)
{
    struct floor_event *e = auth_event(api, FLOOR_PERSON_LOCKED, person, "");
    e->effective_ms = clock_wall_ms() + FAILURES_LOCK_MS;
    e->text_len = (uint16_t)snprintf(e->text, sizeof(e->text), "%d wrong passwords from %s",
                                     FAILURES_LOCK, place->from);
    auth_write(api);
}

void auth_note_failure(struct api *api, const char *why, const char *person,
                       const struct auth_place *place)
{
    struct auth *auth = api->auth;
    char asker[THROTTLE_NAME_MAX];
    const int64_t now_ms = clock_mono_ms();
    if (place->asker != NULL)
        snprintf(asker, sizeof(asker), "%s", place->asker);
    else
        throttle_name_of(place->from, asker);
    api_metrics_refused(api);
    mutex_lock(&auth->lock);
    const bool is_known = access_person(auth->access, person) != NULL;
    throttle_count(&auth->askers, asker, now_ms);
    const bool is_written = throttle_take(&auth->written, asker, now_ms) &&
                            (!is_known || throttle_take(&auth->written, person, now_ms)) &&
                            throttle_take(&auth->written_in_all, "all", now_ms);
    const bool locks = count_failure(auth, why, person, place);
    mutex_unlock(&auth->lock);
    if (is_written) {
        struct floor_event *e = auth_event(api, FLOOR_SIGN_IN_REFUSED, is_known ? person : "", why);
        e->text_len = (uint16_t)snprintf(e->text, sizeof(e->text), "from %s", place->from);
        auth_write(api);
    }
    /* A lock of a PIN concerns one table only, so it is kept in this process and not written to the
     * log. */
    if (locks && place->table == NULL)
        write_lock(api, person, place);
}

/* Whether the person is locked at that place. The log says that a person is locked, but not where.
 * If this process counted the wrong secrets itself, the lock holds at that place only; otherwise it
 * holds everywhere. An invitation ends the lock in the log. */
static bool is_locked(struct auth *auth, const struct floor_person *p,
                      const struct auth_place *place)
{
    char name[THROTTLE_NAME_MAX];
    const int64_t now_ms = clock_mono_ms();
    name_place(place, name);
    mutex_lock(&auth->lock);
    const bool here = failures_lock(&auth->failures, name, p->name, now_ms);
    const bool somewhere = failures_lock_somewhere(&auth->failures, p->name, now_ms);
    mutex_unlock(&auth->lock);
    if (place->table != NULL)
        return here;
    return p->locked_until_ms > clock_wall_ms() && (here || !somewhere);
}

/* Why the person is refused even with the right secret; NULL: is not. "changed": the credential is
 * no longer the one that was compared. */
static const char *why_refused(struct api *api, const char *item, const struct kept *k,
                               const struct auth_place *place)
{
    const struct floor_person *now = floor_person_find(writer_lock(api->writer), k->person.name);
    const struct floor_person p = now != NULL ? *now : (struct floor_person){0};
    writer_unlock(api->writer);
    if (now == NULL || sodium_memcmp(commitment_of(&p, item), k->commitment, CR_HASH_BYTES) != 0)
        return "changed";
    if (p.is_barred)
        return "barred";
    return is_locked(api->auth, &p, place) ? "locked" : NULL;
}

bool auth_check(struct api *api, const char *item, const char *person, const char *secret,
                const struct auth_place *place)
{
    struct auth *auth = api->auth;
    struct kept k;
    char name[THROTTLE_NAME_MAX];
    const bool is_loaded = load(api, item, person, &k);
    const bool right = is_right(api, k.text, secret);
    const char *why = !k.is_known ? "unknown" : NULL;
    if (why == NULL)
        why = why_refused(api, item, &k, place);
    if (why == NULL && !(is_loaded && right))
        why = item;
    if (why != NULL)
        auth_note_failure(api, why, person, place);
    else
        memcpy(auth->proved, k.commitment, CR_HASH_BYTES);
    sodium_memzero(&k, sizeof(k));
    if (why != NULL)
        return false;
    name_place(place, name);
    mutex_lock(&auth->lock);
    failures_forget(&auth->failures, name, person);
    mutex_unlock(&auth->lock);
    return true;
}

/* ---- Invitations ---- */

void auth_invitation_text(const char *code, char out[STORE_SECRET_MAX])
{
    uint8_t hash[CR_HASH_BYTES];
    char hex[2 * CR_HASH_BYTES + 1];
    credential_commit(code, hash);
    memset(out, 0, STORE_SECRET_MAX);
    snprintf(out, STORE_SECRET_MAX, "blake2b:%s", hex_encode(hash, 32, hex));
}

bool auth_check_invitation(struct api *api, const char *person, const char *code, const char *from)
{
    const struct auth_place place = {.from = from};
    char text[STORE_SECRET_MAX];
    struct kept k;
    auth_invitation_text(code, text);
    const bool is_loaded = load(api, "invitation", person, &k);
    const bool right = is_loaded && k.text[0] != '\0' && credential_is_same(text, k.text);
    const int64_t until_ms = k.person.invitation_until_ms;
    const char *why = right ? why_refused(api, "invitation", &k, &place) : "code";
    if (why == NULL && until_ms != 0 && until_ms <= clock_wall_ms())
        why = "expired";
    if (why != NULL)
        auth_note_failure(api, why, person, &place);
    sodium_memzero(&k, sizeof(k));
    return why == NULL;
}

/* ---- Events ---- */

struct floor_event *auth_event(struct api *api, unsigned kind, const char *person, const char *item)
{
    struct manager_request *r = &api->auth->request;
    event_init(&r->event, kind);
    memset(r->secret, 0, sizeof(r->secret));
    memcpy(r->event.person, person, strlen(person) + 1);
    memcpy(r->event.item, item, strlen(item) + 1);
    return &r->event;
}

int auth_write(struct api *api)
{
    struct manager_request *r = &api->auth->request;
    writer_call(api->writer, r);
    sodium_memzero(r->secret, sizeof(r->secret));
    return r->result;
}

int auth_set_secret(struct api *api, const char *item, const char *person, const char *user,
                    const char *secret)
{
    struct manager_request *r = &api->auth->request;
    char text[STORE_SECRET_MAX];
    api->auth->must_change = false;
    r->result = auth_hash(api, secret, text, &r->err);
    if (r->result != 0)
        return r->result;
    struct floor_event *e = auth_event(api, FLOOR_CREDENTIAL_SET, person, item);
    memcpy(e->user, user, strlen(user) + 1);
    credential_commit(text, e->document);
    memcpy(api->auth->proved, e->document, CR_HASH_BYTES);
    memcpy(r->secret, text, sizeof(text));
    sodium_memzero(text, sizeof(text));
    return auth_write(api);
}
