/* V10: which program this is and what is configured, and whether both are what they were: at the
 * last start, and in the last checkpoint that was signed. */
#pragma once

#include "floor/floor.h"
#include "log/store/store.h"

/* What there is to compare; zeros: not known. */
struct self_check {
    uint8_t program[CR_HASH_BYTES], configuration[CR_HASH_BYTES];
    uint8_t started[CR_HASH_BYTES]; /* the program of the start before */
    bool has_checkpoint;
    uint64_t checkpoint_seq;
    uint8_t signed_program[CR_HASH_BYTES], signed_configuration[CR_HASH_BYTES];
};

/* REG-5: the hash of this program's file; zeros when it cannot be read. */
void self_check_hash_program(uint8_t out[CR_HASH_BYTES]);
/* The store as it was left, before a new start is written down. A store that is new or cannot be
 * read has nothing to compare. */
void self_check_read_store(struct self_check *c, const char *address);
/* The last checkpoint of a trust folder; without one nothing is set. */
void self_check_read_trust(struct self_check *c, const char *folder);

/* V7, V8: whether the trust folder's last checkpoint is of this store, and signing has kept up with
 * the log. CR_E_STATE: it has not, or the store is another one. Without a checkpoint all is well.
 */
int self_check_checkpoints(struct store *store, const char *folder, struct cr_err *err);

/* "program 0123456789abcdef, as at the last start; configuration …, as signed": returns out. */
#define SELF_CHECK_TEXT 400
const char *self_check_say(const struct self_check *c, char out[SELF_CHECK_TEXT]);
/* Whether something is not what it was. */
bool self_check_is_changed(const struct self_check *c);
