/* A person's hands at a table: does what a line or a press says (command.h). */
#ifndef SERVICE_CONTROLLER_HANDS_H
#define SERVICE_CONTROLLER_HANDS_H

#include "service/controller/command.h"
#include "service/controller/dealt.h"
#include "service/controller/station.h"

struct hands {
    struct station *station;
    const struct dealt *dealt; /* NULL: a live table */
    uint8_t folded;            /* live: seats without a live hand: no envy (UTH-15) */
    bool asks_pin; /* the last refusal: the manager is being asked about a PIN (TAB-3) */
};

/* On refusal nothing has changed, and err says what to do instead. With asks_pin: the same again in
 * a moment. */
int hands_do(struct hands *h, const struct command *c, struct cr_err *err);

/* Time goes by: the person who brought a key is gone with it. */
void hands_tick(struct hands *h);

#endif
