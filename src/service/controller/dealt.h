/* Interface of a program that deals a table's cards, for the console's commands and screens: what a
 * person may press, and what there is to show. sim/dealer.h implements it. */
#pragma once

#include "service/controller/command.h"

struct dealt {
    void *dealer;   /* passed to each function */
    bool by_person; /* a person presses; else the screens only show the dealing */
    /* Carries out a press that only a dealt table has. On refusal, err has the reason. */
    int (*press)(void *dealer, const struct command *c, struct cr_err *err);
    /* Writes what the person is to do next. */
    void (*advise)(const void *dealer, struct text *out);
    bool (*has_folded)(const void *dealer, unsigned seat);
    /* Does what can be done now. stop: this round is the last. Returns how long the loop may wait
     * before the next call; a negative number means that the table ends at once, and goes on with
     * the round at its next start. */
    int64_t (*step)(void *dealer, bool stop);
    /* Writes the member "deal" of the console's state. */
    void (*write)(const void *dealer, struct text *out);
};
