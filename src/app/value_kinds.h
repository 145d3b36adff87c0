/* Kinds of values that only this program's options take. All but the seats keep the text. */
#pragma once

#include "base/options.h"

extern const struct option_kind kind_rules;       /* house rules, shipped or a file */
extern const struct option_kind kind_progressive; /* a progressive, shipped or a file, or none */
extern const struct option_kind kind_either;      /* house rules or a progressive */
extern const struct option_kind kind_cards;
extern const struct option_kind kind_seats;   /* unsigned: bit s for seat s */
extern const struct option_kind kind_part;    /* double: a part of one, "0.05" or "5%" */
extern const struct option_kind kind_id;      /* of a table, a link, a manager */
extern const struct option_kind kind_address; /* HOST:PORT */
extern const struct option_kind kind_store;   /* sqlite:PATH, postgresql://…, a path */
extern const struct option_kind kind_archive; /* a folder, for every store opened after it */

/* Whether a shell offers this shipped name for such a value. */
bool kind_offers_shipped(const struct option_kind *kind, bool is_progressive);
