/* Passwords and PINs on their way to a manager: typed at a terminal without echo, or from a file
 * that only its owner can read. They are wiped after use and never printed. */
#pragma once

#include "floor/event.h"

#define SECRETS_PEOPLE_MAX 128
#define SECRET_ROOM        132 /* the longest password and its end */
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

/* Lines NAME<TAB>PASSWORD or NAME<TAB>PASSWORD<TAB>PIN; empty lines do not count. */
int secrets_parse(const char *text, size_t len, struct secrets *out, struct cr_err *err);
/* The same of a file. One that others can read is refused. */
int secrets_load(const char *path, struct secrets *out, struct cr_err *err);
/* A file with a PIN and nothing else, as that person's. */
int secrets_load_pin(const char *path, const char *name, struct secrets *out, struct cr_err *err);
/* A new file for its owner alone; one that is there already is not touched. */
int secrets_save(const char *path, const struct secrets *s, struct cr_err *err);
/* NULL when the name is not there. */
const struct secret *secrets_find(const struct secrets *s, const char *name);
void secrets_wipe(struct secrets *s);

/* Asks at the terminal, without echo. Fails where there is none. */
int secrets_ask(const char *prompt, char *out, size_t size, struct cr_err *err);

/* A fresh password, or a PIN of 8 digits, from the system's generator. */
void secrets_make_password(char out[SECRET_ROOM]);
void secrets_make_pin(char out[SECRET_PIN_ROOM]);
