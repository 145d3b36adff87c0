/* What the commands people, tokens, machines and limits share: asking a manager in the name of a
 * person, perhaps with a second one, with their passwords. */
#pragma once

#include "app/shared_options.h"
#include "base/json_read.h"
#include "base/zone.h"
#include "service/client/password_file.h"
#include "service/client/sign_in.h"

#define PEOPLE_BODY 4096
#define PEOPLE_PATH 512 /* for people_path(); a path that fills it is refused when it is asked */
#define PEOPLE_CODE 64  /* a code of a setup link or an invitation */

struct people {
    /* the options */
    unsigned action;
    struct option_words names; /* the arguments after the action */
    struct asking asking;
    const char *passwords, *user, *approver;
    const char *person, *role, *department, *until, *out, *why;
    bool bar, unbar, json;
    bool makes_passwords;             /* --passwords is a file to be written */
    char url[256], code[PEOPLE_CODE]; /* of a one-time link */
    /* the connection */
    struct http_client *client;
    struct sign_in session;
    struct zone zone; /* of the house, after people_ask_zone() */
    struct secrets secrets;
    struct json_node *answer; /* the last one; NULL: none yet */
    struct cr_err err;
};

/* Options for a struct people: the manager, who acts, a second person, passwords. */
extern const struct option people_shared[];

/* Signs in the person of --user. */
int people_sign_in(struct people *p);
/* Gets the password of a person, from the file or from the terminal. It is wiped when people_run()
 * ends. */
int people_password(struct people *p, const char *name, const char **out);
/* Sends a request and keeps its answer. members: the members of the body, without
 * braces; NULL: no body. */
int people_ask(struct people *p, const char *method, const char *path, const char *members);
/* Sends a POST that people must answer for: adds the approver, if any, and the proof. */
int people_ask_proved(struct people *p, const char *path, const char *members);

/* PIT-15: asks for the house's time zone; UTC when it cannot be asked. */
void people_ask_zone(struct people *p);

/* A member of an object as text; "" when it is missing, null or false. The text is valid for the
 * next three calls. */
const char *people_member(const struct json_node *object, const char *key);
/* Writes a path like "/api/v1/people/NAME/invite". */
void people_path(struct text *t, const char *collection, const char *name, const char *verb);

/* Reads the list at /api/v1/KEY, and calls write() for each of its objects; with --json, prints the
 * answer as it is. Without --user, the request is made with a token, or needs an open floor. */
typedef void people_each_fn(struct people *p, const struct json_node *each);
int people_read_list(struct people *p, const char *key, people_each_fn *write);

/* Prints members of an object in columns of so many cells, without a line end. */
struct people_column {
    const char *member; /* NULL ends a list */
    unsigned cells;
};
void people_print_columns(const struct json_node *each, const struct people_column *columns);

/* An action of a command. Returns CR_OK, or a code after setting p->err. */
typedef int people_action(struct people *p);
/* Connects, runs the action, disconnects; returns the exit status. */
int people_run(struct people *p, people_action *action);
/* Runs the action that the call names, from a list in the order of the action's words. */
int people_run_named(const struct cli_call *call, people_action *const actions[]);

/* Adds ,"key":"value", unless the value is NULL. */
void people_add_member(struct text *t, const char *key, const char *value);

/* ---- The actions ---- */

people_action people_setup, people_list, people_invite, people_accept, people_add, people_change,
    people_change_password, people_set_pin, people_try_sign_in, people_enlist;

/* ---- Parts of actions, for enlisting ---- */

/* Splits the one-time link of the call, like "http://127.0.0.1:8080/setup#CODE", into manager and
 * code. Call this before people_run(). */
int people_read_link(struct people *p);
/* Sets the first password of a floor, with the code of the link. The session is then this
 * person's. */
int people_take_setup(struct people *p, const char *person, const char *password);
/* Sets a new password or PIN of the session's person, who proves it with the password. */
int people_tell_own(struct people *p, const char *path, const char *password, const char *key,
                    const char *secret);
/* Invites a person in the name of the session's person, with --approver if it was given. Returns
 * the code. */
int people_send_invitation(struct people *p, const char *person, char code[PEOPLE_CODE]);
/* Accepts an invitation: sets the first password, and the PIN unless it is "". p->session is not
 * changed. */
int people_take_invitation(struct people *p, const char *person, const char *code,
                           const char *password, const char *pin);
