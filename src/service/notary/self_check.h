/* V10: compares this program and its configuration with those at the last start, and with those in
 * the last signed checkpoint. */
#pragma once

#include "floor/floor.h"
#include "log/store/store.h"

/* What is compared; a hash of zeros is not known. */
struct self_check {
    uint8_t program[CR_HASH_BYTES], configuration[CR_HASH_BYTES];
    uint8_t started[CR_HASH_BYTES]; /* the program of the last start */
    bool has_checkpoint;
    uint64_t checkpoint_seq;
    uint8_t signed_program[CR_HASH_BYTES], signed_configuration[CR_HASH_BYTES];
};

/* REG-5: the hash of this program's file; zeros when it cannot be read. */
void self_check_hash_program(uint8_t out[CR_HASH_BYTES]);
/* Reads the configuration and the last start from the store, before a new start is recorded. Sets
 * nothing when the store is new or cannot be read. */
void self_check_read_store(struct self_check *c, const char *address);
/* Reads the last checkpoint of a trust folder. Sets nothing when there is none. */
void self_check_read_trust(struct self_check *c, const char *folder);

/* V7, V8: checks that the trust folder's last checkpoint is of this store, and that signing has
 * kept up with the log. CR_E_STATE when it has not, or the store contradicts the checkpoint. 0 when
 * there is no checkpoint. */
int self_check_checkpoints(struct store *store, const char *folder, struct cr_err *err);

/* Writes "program 0123456789abcdef, as at the last start; configuration …, as signed at event 12";
 * returns out. */
#define SELF_CHECK_TEXT 400
const char *self_check_say(const struct self_check *c, char out[SELF_CHECK_TEXT]);
/* Whether program or configuration differ from before. */
bool self_check_is_changed(const struct self_check *c);
