/* Authentication and rights: who makes a request, and whether they may. For the files auth*.c and
 * api*.c only.
 *
 * A principal is resolved and checked on the server's thread, from memory. Everything that hashes a
 * password runs on one worker, one request after the other, and only a bounded number of requests
 * may wait for it: so nobody keeps the manager busy by guessing, and no table waits for it. */
#pragma once

#include "service/api/access.h"
#include "service/api/api_internal.h"
#include "service/api/auth_failures.h"
#include "service/api/credential.h"

#include <stdatomic.h>

#define AUTH_WAITING_MAX   32 /* requests that wait for the worker */
#define AUTH_STRANGERS_MAX 16 /* of these, from people who are not signed in */
#define AUTH_INVITED_MS    (INT64_C(72) * 60 * 60 * 1000)
#define AUTH_KEY_MS        (15 * 60 * 1000)
#define AUTH_KEY_KNOWN_MS  (24 * 60 * 60 * 1000)
#define AUTH_KEYS_MAX      512
#define AUTH_FROM_MAX      48
#define AUTH_ENDED_MAX     SESSIONS_MAX

enum principal_kind {
    PRINCIPAL_NOBODY,
    PRINCIPAL_OPEN, /* anybody, because the floor is open */
    PRINCIPAL_PERSON,
    PRINCIPAL_TOKEN,
    PRINCIPAL_TABLE
};

struct principal {
    enum principal_kind kind;
    char name[CR_TITLE_MAX]; /* of the person, the token or the table */
    char role[CR_NAME_MAX];  /* of a person */
    char scopes[FLOOR_SCOPES_MAX];
    uint8_t mark[CR_HASH_BYTES]; /* hash of the session's secret, the token or the table's key */
    char csrf[SESSION_CSRF_MAX];
};

/* A request that waits for the worker that hashes passwords. */
struct auth_task {
    struct worker_item item; /* first */
    void (*run)(struct api *api, struct auth_task *task);
    struct http_request *req;
    struct principal who;
    char from[AUTH_FROM_MAX];
    char asker[THROTTLE_NAME_MAX]; /* counts wrong secrets: the signed-in name, or the address */
    char person[FLOOR_PERSON_MAX];
    char password[CREDENTIAL_PASSWORD_MAX + 1]; /* the person's present one; for a key, the PIN */
    char other[CREDENTIAL_PASSWORD_MAX + 1];    /* the person's new one, or that of the approver */
    char code[CREDENTIAL_CODE_MAX];
    char table[FLOOR_ID_MAX];
    uint8_t key;               /* enum cr_key */
    char by[FLOOR_PERSON_MAX]; /* who is to turn the key; "": the same person */
    bool is_house;             /* the person must have the right to run the pit (PIT-7) */
    bool has_old;
    uint8_t old[CR_HASH_BYTES]; /* hash of the session that the new one replaces */
    struct api_job *job;        /* what is written once the secrets have proved right; or NULL */
};

/* TAB-3: a person has shown a PIN at a table and may turn that key there. */
struct auth_key {
    char table[FLOOR_ID_MAX], person[FLOOR_PERSON_MAX];
    uint8_t key;
    int64_t until_ms; /* on the monotonic clock */
};

struct auth {
    struct api_config config;
    struct mutex lock; /* of everything down to the workers; never held while waiting */
    struct access *access;
    struct sessions sessions;
    struct throttle askers;   /* wrong secrets by asker (auth_task), … */
    struct failures failures; /* … and by person and place */
    struct throttle written;  /* refusals written to the log, by address and by person */
    struct throttle written_in_all;
    struct auth_key keys[AUTH_KEYS_MAX];
    unsigned key_count;
    char setup_code[CREDENTIAL_CODE_MAX]; /* "": the first password has been set */
    struct auth_ended {
        char person[FLOOR_PERSON_MAX];
        uint8_t hash[CR_HASH_BYTES];
        const char *why;
    } ended[AUTH_ENDED_MAX]; /* ended sessions that the log does not show as ended yet */
    unsigned ended_count;
    struct worker *session_worker; /* ends sessions; NULL on an open floor */

    struct worker *worker; /* hashes passwords; NULL on an open floor */
    atomic_uint strangers; /* waiting tasks of people who are not signed in */
    /* Used by the worker that hashes passwords only. */
    struct manager_request request;
    char nobody[STORE_SECRET_MAX]; /* hash with which an unknown person's password is compared */
    bool must_change;              /* the last password checked was hashed at a lower cost */
    uint8_t proved[CR_HASH_BYTES]; /* commitment of the last password that was right or set */
    /* Used by the session worker only. */
    struct manager_request ending;
};

/* ---- auth.c ---- */

/* Whether the request may go on. If not, it has been answered. Runs on a thread of the server. */
bool auth_admit(struct api *api, const struct api_row *row, struct http_request *req);
/* Finds out who makes the request. is_use: the request keeps a session from ending as idle. */
void auth_resolve(struct api *api, struct http_request *req, bool is_use, struct principal *out);
/* Whether a principal that was admitted earlier, for a stream, is still valid. */
bool auth_is_good(struct api *api, const struct principal *p);
/* Whether the principal speaks for a table: it is a table, or a token that names one. */
bool auth_is_table(const struct principal *p);
/* Which messages of the stream the principal receives. */
enum push_for auth_hears(const struct principal *p);
/* Takes over what an event changes about people, tokens and tables. Runs on the writer's thread,
 * with its lock held. */
void auth_on_event(struct api *api, const struct floor *f, const struct floor_event *e);
/* Answers 401. */
void auth_refuse_nobody(struct http_request *req);
/* Answers 403. */
void auth_deny(struct http_request *req, const char *code, const char *field, const char *format,
               ...) __attribute__((format(printf, 4, 5)));

/* ---- auth_life.c ---- */

int auth_start(struct api *api, const struct api_config *config, struct cr_err *err);
/* Copies the floor's people, tokens and tables, and continues the sessions of the log. Call this
 * with the writer's lock held, before the first event is followed. */
int auth_take(struct api *api, const struct floor *f, struct cr_err *err);
void auth_stop(struct api *api);
unsigned auth_session_count(struct api *api);

/* ---- auth_revive.c ---- */

/* Continues the sessions that were running when the manager ended, from the log. Call this with
 * auth->lock held. */
int auth_revive(struct auth *auth, struct store *log, struct cr_err *err);

/* ---- auth_worker.c ---- */

int auth_worker_start(struct api *api, struct cr_err *err);
/* Stops the worker once everything that waits is done. May be called again. */
void auth_worker_stop(struct api *api);
/* Begins a task for the request. NULL when memory runs out, or when too many wrong secrets came
 * from this asker; the request has then been answered. */
struct auth_task *auth_task_new(struct api *api, struct http_request *req,
                                void (*run)(struct api *api, struct auth_task *task));
/* Wipes the secrets of the task and frees it and its job. */
void auth_task_free(struct auth_task *task);
/* Answers with what is wrong with the body, and frees the task. */
void auth_task_refuse(struct auth_task *task, const struct body_fault *fault);
/* Defers the request and hands the task to the worker, or answers that too many wait. */
void auth_task_submit(struct api *api, struct auth_task *task);
/* Submits the task when rc is 0, and refuses it with the fault otherwise. */
void auth_task_end(struct api *api, struct auth_task *task, int rc, const struct body_fault *fault);

/* ---- auth_check.c: on the worker ---- */

/* The place at which a secret is given. Wrong secrets are counted there. */
struct auth_place {
    const char *from;  /* the peer's address */
    const char *asker; /* as in auth_task; NULL: the address */
    const char *table; /* the table at which a PIN is given; NULL: no table */
};

/* Whether `secret` is the person's password or PIN (item: "password" or "pin"), and the person is
 * neither barred nor locked at that place. The check takes as long for a person who does not exist.
 * A wrong secret is counted and written to the log, and one too many locks the person at that
 * place. */
bool auth_check(struct api *api, const char *item, const char *person, const char *secret,
                const struct auth_place *place);
/* Counts a wrong secret and writes it to the log, unless the log had too many of these lately.
 * person may be unknown or "". */
void auth_note_failure(struct api *api, const char *why, const char *person,
                       const struct auth_place *place);
/* Hashes a secret (argon2id) into the text that the store keeps. */
int auth_hash(struct api *api, const char *secret, char out[STORE_SECRET_MAX], struct cr_err *err);
/* Makes the event of auth->request durable. The caller has set its kind and members. */
int auth_write(struct api *api);
/* Clears the event of auth->request and sets its kind, person and item. */
struct floor_event *auth_event(struct api *api, unsigned kind, const char *person,
                               const char *item);
/* Sets a person's new password or PIN. user is the person, or "setup" for the first password of a
 * floor. */
int auth_set_secret(struct api *api, const char *item, const char *person, const char *user,
                    const char *secret);
/* Answers with the fault of auth->request. */
void auth_answer_fault(struct api *api, struct auth_task *task);
/* Makes the text that the store keeps of an invitation's code. The code is long and random, so one
 * fast hash is enough. */
void auth_invitation_text(const char *code, char out[STORE_SECRET_MAX]);
/* Whether the code is the one that the person was invited with, and has not expired. A wrong code
 * is counted and written to the log, as in auth_check(). */
bool auth_check_invitation(struct api *api, const char *person, const char *code, const char *from);
/* Says in the log that the person is signed in, begins a session and answers with it. */
void auth_answer_session(struct api *api, struct auth_task *task, const char *how);

/* ---- auth_session.c, auth_setup.c, auth_key.c, auth_proof.c ---- */

/* A member of a body that is a text. The functions below read all members; unknown ones are
 * refused. */
struct auth_member {
    const char *name;
    char *into;
    size_t size;
    bool is_optional;
};
int auth_read(struct api *api, struct http_request *req, const struct auth_member *members,
              unsigned count, struct body_fault *fault);
/* The same for an object of a body that has been read already. */
int auth_read_object(const struct json_node *object, const struct auth_member *members,
                     unsigned count, struct body_fault *fault);

/* The passwords that the two people who answer for an event have given; "" where there is none. */
struct auth_proof {
    char password[CREDENTIAL_PASSWORD_MAX + 1], approver[CREDENTIAL_PASSWORD_MAX + 1];
};
/* Reads the member "proof", if it is there. */
int auth_read_proof(const struct json_tape *tape, struct auth_proof *out, struct body_fault *fault);
/* Writes the job's event, after the passwords of those who answer for it have been checked where
 * that is needed. The job and the request are no longer the caller's. */
void auth_submit(struct api *api, const struct principal *who, struct api_job *job,
                 const struct auth_proof *proof);
/* Whether a table may write that the person named in the event did this: the person must have given
 * a PIN at the table, or be its dealer. If not, the request is refused; but first the worker looks
 * whether the event is a repetition, which is let through. When this returns false, the job is no
 * longer the caller's. */
bool auth_may_name(struct api *api, struct api_job *job);
