/* A round that an answer shows, as a document of `croupier settle`, and what that makes of it: the
 * other way to the same money. */
#pragma once

#include "game/document/round_json.h"
#include "talk.h"

struct settled {
    struct cr_rules rules;
    struct cr_progressive progressive;
    struct round_doc doc;
    struct cr_settlement settlement;
};

/* root: an answer with board, dealer and seats, all open. progressive: NULL for none; the meters
 * are at their seeds. */
void settled_from(const struct json_node *root, const char *rules, const char *progressive,
                  struct settled *out);
