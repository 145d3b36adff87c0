/* Options that several commands take, with the same words everywhere, and the kinds of values that
 * only this program has. */
#pragma once

#include "app/cli.h"
#include "service/client/ask_manager.h"

/* Bits of one_of, for options that exclude each other. The shared options have them; a command
 * gives them to its own options of the same use. */
#define ONE_SOURCE 1u /* a store or a manager */
#define ONE_FORM   2u /* the form of the answer */

/* Options for a struct http_identity: --token, --cert, --key, --ca; and the first and last alone,
 * for a command whose --key is something else. */
extern const struct option shared_identity[], shared_token[], shared_ca[];
/* Options for a struct asking: --manager and the identity; and --manager alone. */
extern const struct option shared_asking[], shared_manager[];
/* Options for a bool: --json, --utc, --no-color, --no-guard. */
extern const struct option shared_json[], shared_utc[], shared_no_color[], shared_no_guard[];

/* An option for a const char *: --archive. */
extern const struct option shared_archive[];

/* ---- Kinds of values; all but the seats and the part are stored as text ---- */

extern const struct option_kind kind_rules;       /* house rules, shipped or a file */
extern const struct option_kind kind_progressive; /* a progressive, shipped or a file, or none */
extern const struct option_kind kind_either;      /* house rules or a progressive */
extern const struct option_kind kind_cards;
extern const struct option_kind kind_seats;   /* unsigned: bit s for seat s */
extern const struct option_kind kind_part;    /* double: a part of one, "0.05" or "5%" */
extern const struct option_kind kind_id;      /* of a table, a link, a manager */
extern const struct option_kind kind_address; /* HOST:PORT */
extern const struct option_kind kind_store;   /* sqlite:PATH, postgresql://…, a path */

/* Whether completion offers the names of shipped house rules, or of progressives, for such a
 * value. */
bool kind_offers_shipped(const struct option_kind *kind, bool is_progressive);
