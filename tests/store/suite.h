/* Parts of the suite for every engine that are in files of their own. */
#ifndef STORE_SUITE_H
#define STORE_SUITE_H

extern const char *engine; /* the one under test */

/* suite_sizes.c */
void bodies_come_back_byte_for_byte(void **state);
void rows_hold_any_byte(void **state);
void sizes_have_limits(void **state);

/* suite_copies.c */
void copies_between_engines(void **state);
void a_broken_chain_is_not_copied(void **state);

/* suite_secrets.c */
void secrets_go_with_their_batch(void **state);
void an_abandoned_batch_leaves_no_secret(void **state);
void secrets_have_room(void **state);

#endif
