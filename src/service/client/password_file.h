/* Passwords and PINs that commands send to a manager: typed at a terminal without echo, or read
 * from a file that only its owner can read. They are wiped after use and never printed. */
#pragma once

#include "floor/event.h"

#define SECRETS_PEOPLE_MAX 128
#define SECRET_ROOM        132 /* the longest password and its terminator */
#define SECRET_PIN_ROOM    16

struct secret {
    char name[FLOOR_PERSON_MAX];
    char password[SECRET_ROOM];
    char pin[SECRET_PIN_ROOM]; /* "" when there is none */
};

struct secrets {
    unsigned count;
    struct secret people[SECRETS_PEOPLE_MAX];
};

/* Reads lines NAME<TAB>PASSWORD or NAME<TAB>PASSWORD<TAB>PIN; empty lines are skipped. On a fault,
 * out is wiped. */
int secrets_parse(const char *text, size_t len, struct secrets *out, struct cr_err *err);
/* Reads such lines from a file. A file that others can read is refused. */
int secrets_load(const char *path, struct secrets *out, struct cr_err *err);
/* Reads a file that holds only a PIN, and takes it as that person's. */
int secrets_load_pin(const char *path, const char *name, struct secrets *out, struct cr_err *err);
/* Makes a new file that only its owner can read, for passwords that are still to be set: where that
 * fails, because the file exists already or for another reason, nothing is lost. Call one of the
 * next two with *fd. */
int secrets_begin(const char *path, int *fd, struct cr_err *err);
/* Writes the secrets into it and closes it; they and its name are on disk when this returns 0. */
int secrets_finish(int fd, const char *path, const struct secrets *s, struct cr_err *err);
/* Removes it again, because nothing was set. */
void secrets_abandon(int fd, const char *path);
/* NULL when the name is not there. */
const struct secret *secrets_find(const struct secrets *s, const char *name);
void secrets_wipe(struct secrets *s);

/* Asks at the terminal, without echo. CR_E_STATE where there is no terminal. */
int secrets_ask(const char *prompt, char *out, size_t size, struct cr_err *err);

/* Make a random password, or a random PIN of 8 digits. */
void secrets_make_password(char out[SECRET_ROOM]);
void secrets_make_pin(char out[SECRET_PIN_ROOM]);
