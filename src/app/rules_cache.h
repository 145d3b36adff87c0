/* Rules and progressives already loaded, so that a stream of rounds reads each file once. */
#ifndef APP_RULES_CACHE_H
#define APP_RULES_CACHE_H

#include "game/document/round_json.h"

#define RULES_CACHE_SIZE 16

/* Entries are replaced in turn: memory stays the same however many names a stream uses. */
struct rules_cache {
    struct {
        char name[1024];
        struct cr_rules rules;
    } rules[RULES_CACHE_SIZE];
    struct {
        char name[1024];
        struct cr_progressive progressive;
    } progressives[RULES_CACHE_SIZE];
    unsigned next_rules, next_progressive;
};

/* An empty cache, or NULL without memory. */
struct rules_cache *rules_cache_new(void);
void rules_cache_free(struct rules_cache *cache);

/* The cache as a reader's source. */
struct rules_source rules_cache_source(struct rules_cache *cache);

#endif
