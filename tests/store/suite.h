/* Tests of the suite for every engine that are in files of their own. */
#pragma once

extern const char *engine; /* the engine under test */

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

/* suite_beginning.c */
void a_log_may_begin_later(void **state);
void a_batch_that_was_abandoned_removes_nothing(void **state);
void without_its_archive_a_store_says_so(void **state);
void an_archive_is_not_believed(void **state);
void a_log_that_begins_later_is_copied(void **state);
