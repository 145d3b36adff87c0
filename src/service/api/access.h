/* Who may come in, as the floor last said: people, tokens and the keys of tables.
 *
 * A copy beside the floor, kept by its events, so that admitting a request never waits for the
 * writer and the disk behind it. What is written is checked again by the floor itself. The caller
 * has a lock around all of it. */
#pragma once

#include "floor/floor.h"

struct access;

/* NULL without memory. Has nothing until access_take(). */
struct access *access_new(void);
void access_free(struct access *a);

/* The whole floor. */
void access_take(struct access *a, const struct floor *f);
/* After an event has changed the floor. True: it was one that matters here. */
bool access_follow(struct access *a, const struct floor *f, const struct floor_event *e);

const struct floor_person *access_person(const struct access *a, const char *name);
/* By the BLAKE2b of its text; NULL: none, revoked, or past its end. */
const struct floor_token *access_token(const struct access *a, const uint8_t hash[CR_HASH_BYTES],
                                       int64_t now_ms);
bool access_machine(const struct access *a, const char *table,
                    const uint8_t fingerprint[CR_HASH_BYTES], int64_t now_ms);
/* "" when the table is not there or has none. */
const char *access_link_of(const struct access *a, const char *table);
/* Whether anyone can sign in. */
bool access_has_password(const struct access *a);
