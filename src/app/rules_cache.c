/* Rules and progressives already loaded, so that a stream of rounds reads each file once. */
#include "app/rules_cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rules_cache *rules_cache_new(void)
{
    return calloc(1, sizeof(struct rules_cache));
}

void rules_cache_free(struct rules_cache *cache)
{
    free(cache);
}

static const struct cr_rules *find_rules(void *context, const char *name, struct cr_err *err)
{
    struct rules_cache *cache = context;
    for (unsigned i = 0; i < RULES_CACHE_SIZE; i++)
        if (strcmp(cache->rules[i].name, name) == 0)
            return &cache->rules[i].rules;
    unsigned at = cache->next_rules;
    if (cr_rules_load(name, &cache->rules[at].rules, err) != CR_OK)
        return NULL;
    snprintf(cache->rules[at].name, sizeof cache->rules[at].name, "%s", name);
    cache->next_rules = (at + 1) % RULES_CACHE_SIZE;
    return &cache->rules[at].rules;
}

static const struct cr_progressive *find_progressive(void *context, const char *name,
                                                     struct cr_err *err)
{
    struct rules_cache *cache = context;
    for (unsigned i = 0; i < RULES_CACHE_SIZE; i++)
        if (strcmp(cache->progressives[i].name, name) == 0)
            return &cache->progressives[i].progressive;
    unsigned at = cache->next_progressive;
    if (cr_progressive_load(name, &cache->progressives[at].progressive, err) != CR_OK)
        return NULL;
    snprintf(cache->progressives[at].name, sizeof cache->progressives[at].name, "%s", name);
    cache->next_progressive = (at + 1) % RULES_CACHE_SIZE;
    return &cache->progressives[at].progressive;
}

struct rules_source rules_cache_source(struct rules_cache *cache)
{
    return (struct rules_source){find_rules, find_progressive, cache};
}
