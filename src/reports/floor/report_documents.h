/* House rules and progressives in print, with their exact figures (REG-17). */
#pragma once

#include "floor/floor.h"
#include "paper/paper.h"

/* Adds a hash; one of zeros is "unknown". */
void document_add_hash(struct paper *p, const char *key, const char *label,
                       const uint8_t hash[CR_HASH_BYTES]);

/* Writes billionths as a percentage without needless digits: "53%". Returns out. */
#define DOCUMENT_SHARE_MAX 32
const char *document_share(uint32_t share, char out[DOCUMENT_SHARE_MAX]);

/* Adds title, hash, bet, shares and meters to the open section. */
void document_add_progressive(struct paper *p, const struct cr_progressive *progressive);

/* Adds the awards with exact probabilities, the return, and whether the top award is within 100
 * million to one. rules: of the game that the progressive belongs to, or NULL. A fold that forfeits
 * the bet changes the odds. */
int document_add_odds(struct paper *p, const struct cr_progressive *progressive,
                      const struct cr_rules *rules, struct cr_err *err);

/* Adds a section of its own: title, hash, limits, pay tables, the house advantage of the base
 * game. */
int document_add_rules(struct paper *p, const struct cr_rules *rules, struct cr_err *err);

/* Adds a section with the file, line by line. */
void document_add_text(struct paper *p, const struct floor_document *document);
