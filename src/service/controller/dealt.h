/* A table whose cards a program deals, as the console's commands and screens see it: what a person
 * may press, and what there is to show. sim/dealer.h is one. */
#pragma once

#include "service/controller/command.h"

struct dealt {
    void *dealer;   /* handed to each function */
    bool by_person; /* a person presses; otherwise the program deals and the screens only show it */
    /* A press that only a dealt table knows. On refusal the reason is in err. */
    int (*press)(void *dealer, const struct command *c, struct cr_err *err);
    /* What the person does next. */
    void (*advise)(const void *dealer, struct text *out);
    bool (*has_folded)(const void *dealer, unsigned seat);
    /* Does what can be done now; stop: this round is the last. Returns how long it can wait, or a
     * negative number: the table is to end at once and goes on with the round at its next start. */
    int64_t (*step)(void *dealer, bool stop);
    /* The member "deal" of the console's state. */
    void (*write)(const void *dealer, struct text *out);
};
