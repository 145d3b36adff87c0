/* How money is written: what stands around the digits, between thousands, before cents. */
#pragma once

#include "base/text.h"

#include <croupier/money.h>

struct money_style {
    char before[16], after[16]; /* "$" before, or " €" after */
    char group, point;          /* group '\0': thousands stand together */
};

/* "1,234.56": no sign of a currency. */
extern const struct money_style money_style_plain;

/* Reads the style from an example, the amount 1234.56 as it is to be written: "$1,234.56",
 * "1.234,56 €". */
bool money_style_read(const char *example, struct money_style *out);

void money_style_add(const struct money_style *style, struct cr_money amount, struct text *t);
