/* Who may make a request, as the floor last said: people, tokens and the certificates of tables;
 * and the house's name, which is shown to people before they sign in.
 *
 * This is a copy of part of the floor, updated with each event, so that admitting a request never
 * waits for the writer and its disk. The floor itself checks every write again. The caller holds a
 * lock around all of these functions. */
#pragma once

#include "floor/floor.h"

struct access;

/* Returns NULL when memory runs out. Empty until access_take(). */
struct access *access_new(void);
void access_free(struct access *a);

/* Copies what is needed of the whole floor. */
void access_take(struct access *a, const struct floor *f);
/* Brings the copy up to date after event `e` has changed the floor. True when the event changed who
 * is admitted. */
bool access_follow(struct access *a, const struct floor *f, const struct floor_event *e);

const struct floor_person *access_person(const struct access *a, const char *name);
/* Finds a token by the BLAKE2b hash of its text. NULL when there is no such token, or it is revoked
 * or expired. */
const struct floor_token *access_token(const struct access *a, const uint8_t hash[CR_HASH_BYTES],
                                       int64_t now_ms);
bool access_machine(const struct access *a, const char *table,
                    const uint8_t fingerprint[CR_HASH_BYTES], int64_t now_ms);
/* The id of the table's link, or "" when there is no such table or it has no link. */
const char *access_link_of(const struct access *a, const char *table);
/* The name of the house, which the page to sign in shows; "" when it has none. */
const char *access_house(const struct access *a);
/* Whether anyone can sign in. */
bool access_has_password(const struct access *a);
