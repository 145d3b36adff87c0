/* Readers for the parts of house rules that name hands; each comment says what *out is. */
#pragma once

#include "game/rules/load_values.h"

/* uint16_t: the largest rank number with which the dealer still qualifies. */
load_reader load_qualifies;

/* enum cr_category. */
load_reader load_ante_pays_from;

/* struct cr_paytable[CR_SLOTS]: a pay table for each wager that the game pays by one. */
load_reader load_pays;
