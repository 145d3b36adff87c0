/* What the commands about people and tokens share: a manager, a person who acts, perhaps a second
 * one, and their passwords. */
#pragma once

#include "app/shared_options.h"
#include "base/json_read.h"
#include "base/zone.h"
#include "service/client/password_file.h"
#include "service/client/sign_in.h"

#define PEOPLE_BODY 4096
#define PEOPLE_CODE 64 /* of a setup link or an invitation */

struct people {
    /* the call */
    unsigned action;
    struct option_words names; /* what follows the action */
    struct asking asking;
    const char *passwords, *user, *approver;
    const char *person, *role, *department, *until, *out, *why;
    bool bar, unbar, json;
    bool makes_passwords;             /* --passwords names a file to be written */
    char url[256], code[PEOPLE_CODE]; /* of a one-time link */
    /* at work */
    struct http_client *client;
    struct sign_in session;
    struct zone zone; /* of the house, once asked */
    struct secrets secrets;
    struct json_tape *tape; /* the last answer */
    struct cr_err err;
};

/* Rows for a struct people: the manager, who does it, a second person, passwords. */
extern const struct option people_shared[];

/* Signs --user in. */
int people_sign_in(struct people *p);
/* The password of a person, from the file or from the terminal; wiped by people_close. */
int people_password(struct people *p, const char *name, const char **out);
/* Asks the manager and reads its answer onto the tape. members: of the body, without braces; NULL:
 * no body. */
int people_ask(struct people *p, const char *method, const char *path, const char *members);
/* The same for what two people do: adds approver and proof. */
int people_ask_proved(struct people *p, const char *path, const char *members);

/* PIT-15: in which zone the house reads its clocks; UTC where it cannot be asked. */
void people_ask_zone(struct people *p);

/* A member of the answer, or of an object in it, as text; "" when it is not there. */
const char *people_member(const struct json_node *object, const char *key);
/* "/api/v1/people/NAME/invite" */
void people_path(struct text *t, const char *collection, const char *name, const char *verb);

/* Reads the list at /api/v1/KEY and calls back for each of its objects; with --json it is printed
 * as it came. Who gives no --user asks with a token, or an open manager. */
typedef void people_each_fn(struct people *p, const struct json_node *each);
int people_read_list(struct people *p, const char *key, people_each_fn *write);

/* Members of an object in columns of so many cells, without an end of the line. */
struct people_column {
    const char *member; /* NULL ends a list */
    unsigned cells;
};
void people_print_columns(const struct json_node *each, const struct people_column *columns);

/* An action returns CR_OK or sets p->err. */
typedef int people_action(struct people *p);
/* Opens what the call names, acts, closes; the exit status. */
int people_run(struct people *p, people_action *action);
/* The action that was named, of a command without anything else to do. */
int people_run_named(const struct cli_call *call, people_action *const actions[]);

/* ,"key":"value" unless the value is NULL. */
void people_add_member(struct text *t, const char *key, const char *value);

/* ---- The actions ---- */

people_action people_setup, people_list, people_invite, people_accept, people_add, people_change,
    people_change_password, people_set_pin, people_try_sign_in, people_enlist;

/* ---- Parts of them, for enlisting ---- */

/* Takes the one-time link of the call apart into manager and code:
 * "http://127.0.0.1:8080/setup#CODE". Before people_open. */
int people_read_link(struct people *p);
/* Sets the first password of a floor with that code; the session is then this person's. */
int people_take_setup(struct people *p, const char *person, const char *password);
/* Tells a new secret of the session's person, with the password. */
int people_tell_own(struct people *p, const char *path, const char *password, const char *key,
                    const char *secret);
/* Invites in the name of the session's person; --approver may be there. */
int people_send_invitation(struct people *p, const char *person, char code[PEOPLE_CODE]);
/* Signs in with a code and sets the first password; the session is not kept. A PIN may be "". */
int people_take_invitation(struct people *p, const char *person, const char *code,
                           const char *password, const char *pin);
