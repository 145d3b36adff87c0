/* Makes a document of `croupier settle` from a round that a practice answer shows, and settles it:
 * a second way to the amounts that the answer contains. */
#pragma once

#include "game/document/round_json.h"
#include "talk.h"

struct settled {
    struct cr_rules rules;
    struct cr_progressive progressive;
    struct round_doc doc;
    struct cr_settlement settlement;
};

/* root: an answer with the board and all cards of dealer and seats open. progressive: NULL for
 * none. The meters are at their seeds. */
void settled_from(const struct json_node *root, const char *rules, const char *progressive,
                  struct settled *out);
