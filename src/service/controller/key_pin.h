/* TAB-3: asks the manager whether a person may use a key at this table. Where people sign in, the
 * manager accepts a turned key only after its holder has given a PIN there. The question is asked
 * on a thread of its own, because hashing takes a while and the table's clock must go on (V9). The
 * PIN is sent and then wiped; neither journal nor log has it. */
#pragma once

#include "floor/event.h"

#define KEY_PIN_ROOM 16

struct key_pin;

/* What a person wants to do at the table. */
enum key_pin_what {
    KEY_PIN_LOW,
    KEY_PIN_HIGH,
    KEY_PIN_NAME, /* prove who they are */
    KEY_PIN_HOUSE /* the same, and that they may run the pit (supervisor, manager) */
};
struct key_pin_ask {
    const char *user;
    enum key_pin_what what;
    const char *pin; /* "": none was given */
    const char *by;  /* who turns the key; "": no key is turned */
};

struct asking;
/* asking: which manager to ask, and as whom; the same as for the table's messages. */
int key_pin_start(const struct asking *asking, const char *table, struct key_pin **out,
                  struct cr_err *err);
void key_pin_stop(struct key_pin *k);

/* Whether the manager wants PINs. False until it has answered, and on an open floor. */
bool key_pin_is_needed(struct key_pin *k);

/* Whether this person may do this now. 0: yes. CR_E_STATE with REASON_WAIT: the manager is being
 * asked; call again in a moment with the same question. CR_E_INPUT: refused; another call sends the
 * PIN again, and too many wrong ones lock the person. CR_E_IO: the manager did not answer. When a
 * PIN is needed and ask->pin is "", nothing is sent and the answer is CR_E_INPUT. */
int key_pin_check(struct key_pin *k, const struct key_pin_ask *ask, struct cr_err *err);
/* Forgets what was granted, because the manager has refused an event since. */
void key_pin_forget(struct key_pin *k);
