/* TAB-3: whose key is in the lock. A closed manager takes a turned key only after its person has
 * shown a PIN at the table; this asks it, on a thread of its own, because hashing takes a while and
 * the table's clock must go on (V9). The PIN is sent and forgotten: no journal, no log. */
#pragma once

#include "floor/event.h"

#define KEY_PIN_ROOM 16

struct key_pin;

/* What a person wants at the table. */
enum key_pin_what {
    KEY_PIN_LOW,
    KEY_PIN_HIGH,
    KEY_PIN_NAME, /* to be who it is said to be */
    KEY_PIN_HOUSE /* … and to run the pit, as a supervisor or manager does */
};
struct key_pin_ask {
    const char *user;
    enum key_pin_what what;
    const char *pin; /* "": none was shown */
    const char *by;  /* who turns the key; "": nobody does */
};

struct asking;
/* asking: as the table's own way to the manager. */
int key_pin_start(const struct asking *asking, const char *table, struct key_pin **out,
                  struct cr_err *err);
void key_pin_stop(struct key_pin *k);

/* Whether the manager wants PINs; false as long as it has not been heard of, or is open. */
bool key_pin_is_needed(struct key_pin *k);

/* Whether this person may put this key in now. 0: yes. CR_E_STATE with "wait" in the reason: the
 * manager is being asked with this PIN; ask again in a moment with the same. CR_E_INPUT: refused;
 * asking once more sends the PIN again, and a wrong one too often locks the person. CR_E_IO: the
 * manager did not say. Without a PIN ("") nothing is sent. */
int key_pin_check(struct key_pin *k, const struct key_pin_ask *ask, struct cr_err *err);
/* What was granted counts no more: the manager has refused a key since. */
void key_pin_forget(struct key_pin *k);
