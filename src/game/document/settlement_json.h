/* A settlement as a JSON document (the output of `croupier settle`). */
#pragma once

#include "base/text.h"
#include "game/document/round_json.h"

/* Room for any settlement: seven seats, every payment, patrons' names escaped. */
#define SETTLEMENT_JSON_MAX (128 * 1024)

/* The words of the document: "win", "lose", "push", "fold", "none". */
const char *settlement_outcome(enum cr_outcome outcome);
const char *settlement_result(enum cr_result result);

void settlement_json_write(const struct round_doc *doc, const struct cr_settlement *settlement,
                           struct text *out);
