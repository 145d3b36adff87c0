/* Who asks, and whether they may: for the files auth*.c and api*.c only.
 *
 * A principal is resolved and checked on the server's thread, from memory. Whatever hashes a
 * password is done by one worker, one after the other, with a bounded number of requests that wait
 * for it: nobody makes the manager busy by guessing, and no table waits for it. */
#pragma once

#include "service/api/access.h"
#include "service/api/api_internal.h"
#include "service/api/auth_failures.h"
#include "service/api/credential.h"

#include <stdatomic.h>

#define AUTH_WAITING_MAX   32 /* requests that wait for the worker */
#define AUTH_STRANGERS_MAX 16 /* of these, from people who have not signed in */
#define AUTH_INVITED_MS    (INT64_C(72) * 60 * 60 * 1000)
#define AUTH_KEY_MS        (15 * 60 * 1000)
#define AUTH_KEY_KNOWN_MS  (24 * 60 * 60 * 1000)
#define AUTH_KEYS_MAX      512
#define AUTH_FROM_MAX      48
#define AUTH_ENDED_MAX     SESSIONS_MAX

enum principal_kind {
    PRINCIPAL_NOBODY,
    PRINCIPAL_OPEN, /* the floor is open: whoever asks */
    PRINCIPAL_PERSON,
    PRINCIPAL_TOKEN,
    PRINCIPAL_TABLE
};

struct principal {
    enum principal_kind kind;
    char name[CR_TITLE_MAX]; /* of the person, the token or the table */
    char role[CR_NAME_MAX];  /* of a person */
    char scopes[FLOOR_SCOPES_MAX];
    uint8_t mark[CR_HASH_BYTES]; /* by which it is known again: hash of session, token or key */
    char csrf[SESSION_CSRF_MAX];
};

/* A request on its way through the worker. */
struct auth_task {
    struct worker_item item; /* first */
    void (*run)(struct api *api, struct auth_task *task);
    struct http_request *req;
    struct principal who;
    char from[AUTH_FROM_MAX];
    char asker[THROTTLE_NAME_MAX]; /* who is known by name guesses in it, and not for the address */
    char person[FLOOR_PERSON_MAX];
    char password[CREDENTIAL_PASSWORD_MAX + 1]; /* that the person has; for a key, the PIN */
    char other[CREDENTIAL_PASSWORD_MAX + 1]; /* that the person shall have; or the approver's one */
    char code[CREDENTIAL_CODE_MAX];
    char table[FLOOR_ID_MAX];
    uint8_t key;               /* enum cr_key */
    char by[FLOOR_PERSON_MAX]; /* who is to turn it; "": the same person */
    bool is_house;             /* the person is to run the pit (PIT-7) */
    bool has_old;
    uint8_t old[CR_HASH_BYTES]; /* the session that a new one takes the place of */
    struct api_job *job;        /* what is written once it is proved */
};

/* TAB-3: a person has shown a PIN at a table and may turn that key there. */
struct auth_key {
    char table[FLOOR_ID_MAX], person[FLOOR_PERSON_MAX];
    uint8_t key;
    int64_t until_ms; /* of the steady clock */
};

struct auth {
    struct api_config config;
    struct mutex lock; /* everything down to the workers; never held while waiting */
    struct access *access;
    struct sessions sessions;
    struct throttle askers;   /* wrong secrets, by who asks, strangers by address … */
    struct failures failures; /* … and by person and place */
    struct throttle written;  /* refusals written to the log, by address and by person */
    struct throttle written_in_all;
    struct auth_key keys[AUTH_KEYS_MAX];
    unsigned key_count;
    char setup_code[CREDENTIAL_CODE_MAX]; /* "": nobody can set up */
    struct auth_ended {
        char person[FLOOR_PERSON_MAX];
        uint8_t hash[CR_HASH_BYTES];
        const char *why;
    } ended[AUTH_ENDED_MAX]; /* sessions whose end the log does not have yet */
    unsigned ended_count;
    struct worker *session_worker; /* ends sessions; NULL on an open floor, as is the next one */

    struct worker *worker; /* hashes passwords */
    atomic_uint strangers; /* tasks that wait, of people who have not signed in */
    /* That worker's own. */
    struct manager_request request;
    char nobody[STORE_SECRET_MAX]; /* what an unknown person's password is compared with */
    bool must_change;              /* the last password checked was hashed with less care */
    uint8_t proved[CR_HASH_BYTES]; /* commitment of the last one that was right, or was set */
    /* The session worker's own. */
    struct manager_request ending;
};

/* ---- auth.c ---- */

/* Whether the request may go on; if not, it is answered. On the server's thread. */
bool auth_admit(struct api *api, const struct api_row *row, struct http_request *req);
/* Who asks. is_use: it counts as a sign of life of a session. */
void auth_resolve(struct api *api, struct http_request *req, bool is_use, struct principal *out);
/* Whether somebody who was let in earlier, for a stream, still may be there. */
bool auth_is_good(struct api *api, const struct principal *p);
/* Whether it speaks for a table: a table itself, or a token that names one. */
bool auth_is_table(const struct principal *p);
/* Which messages of the stream it hears. */
enum push_for auth_hears(const struct principal *p);
/* On the writer's thread, with its lock held: what an event changes. */
void auth_on_event(struct api *api, const struct floor *f, const struct floor_event *e);
/* Answers 401. */
void auth_refuse_nobody(struct http_request *req);
/* Answers 403. */
void auth_deny(struct http_request *req, const char *code, const char *field, const char *format,
               ...) __attribute__((format(printf, 4, 5)));

/* ---- auth_life.c ---- */

int auth_start(struct api *api, const struct api_config *config, struct cr_err *err);
/* Takes the floor as it is; with the writer's lock held, and before its events are heard. */
int auth_take(struct api *api, const struct floor *f, struct cr_err *err);
void auth_stop(struct api *api);
unsigned auth_session_count(struct api *api);

/* ---- auth_revive.c ---- */

/* Takes up from the log who was signed in when the manager ended; with the lock held. */
int auth_revive(struct auth *auth, struct store *log, struct cr_err *err);

/* ---- auth_worker.c ---- */

int auth_worker_start(struct api *api, struct cr_err *err);
/* Stops the worker once everything that waits is done. May be called again. */
void auth_worker_stop(struct api *api);
/* NULL without memory, or when the address has failed too often: then it is answered. */
struct auth_task *auth_task_new(struct api *api, struct http_request *req,
                                void (*run)(struct api *api, struct auth_task *task));
/* Wipes it. */
void auth_task_free(struct auth_task *task);
/* Answers with what is wrong with the body, and frees it. */
void auth_task_refuse(struct auth_task *task, const struct body_fault *fault);
/* Defers the request and hands the task over; or answers that too many wait. */
void auth_task_submit(struct api *api, struct auth_task *task);
/* Submits the task when rc is 0, and refuses it with the fault otherwise. */
void auth_task_end(struct api *api, struct auth_task *task, int rc, const struct body_fault *fault);

/* ---- auth_check.c: on the worker ---- */

/* Where a secret is shown: what was wrong there counts there. */
struct auth_place {
    const char *from;  /* the peer's address */
    const char *asker; /* whose guesses are counted together; NULL: those of the address */
    const char *table; /* the table at which a PIN is shown; NULL: elsewhere */
};

/* Whether `secret` is the person's password or PIN (item: "password", "pin"), and the person is
 * neither barred nor locked at that place. It takes as long for a person who does not exist. A
 * wrong secret is counted and written to the log, and one too many locks the person at that place.
 */
bool auth_check(struct api *api, const char *item, const char *person, const char *secret,
                const struct auth_place *place);
/* Counts a wrong secret and writes it to the log. person may be unknown or "". */
void auth_note_failure(struct api *api, const char *why, const char *person,
                       const struct auth_place *place);
/* The text to be kept of a secret. */
int auth_hash(struct api *api, const char *secret, char out[STORE_SECRET_MAX], struct cr_err *err);
/* Makes the event of auth->request durable; its kind and members are set. */
int auth_write(struct api *api);
/* Begins the event of auth->request again, with that kind, person and item. */
struct floor_event *auth_event(struct api *api, unsigned kind, const char *person,
                               const char *item);
/* A person's new password or PIN, by themselves or by "setup". */
int auth_set_secret(struct api *api, const char *item, const char *person, const char *user,
                    const char *secret);
/* Answers with the fault of auth->request. */
void auth_answer_fault(struct api *api, struct auth_task *task);
/* The text kept of an invitation's code; the code is long and random, so one hash will do. */
void auth_invitation_text(const char *code, char out[STORE_SECRET_MAX]);
/* Whether the code is the one that the person was invited with, and still good. Counts and notes
 * as auth_check does. */
bool auth_check_invitation(struct api *api, const char *person, const char *code, const char *from);
/* Says in the log that the person is signed in, begins a session and answers with it. */
void auth_answer_session(struct api *api, struct auth_task *task, const char *how);

/* ---- auth_session.c, auth_setup.c, auth_key.c, auth_proof.c ---- */

/* The members of a body that are texts, read under the tape's lock; unknown ones are refused. */
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

/* What the two people of an event have shown. */
struct auth_proof {
    char password[CREDENTIAL_PASSWORD_MAX + 1], approver[CREDENTIAL_PASSWORD_MAX + 1];
};
/* Reads the member "proof", if it is there. */
int auth_read_proof(const struct json_tape *tape, struct auth_proof *out, struct body_fault *fault);
/* Writes the job's event: at once, or after those who answer for it have proved who they are. The
 * job and the request are taken. */
void auth_submit(struct api *api, const struct principal *who, struct api_job *job,
                 const struct auth_proof *proof);
/* Whether a table may say that the person it names did what the event says: whoever that is has
 * shown a PIN there, or deals there. If not, answers; a repeated event is let
 * through, once it is seen to be one. The job is taken when it is not to be submitted by the
 * caller.
 */
bool auth_may_name(struct api *api, struct api_job *job);
