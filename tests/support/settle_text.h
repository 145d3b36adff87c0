/* A document in, an answer out: what `croupier settle` does, without the program around it. */
#pragma once

#include <croupier/error.h>

#include <stddef.h>

/* answer has room for SETTLEMENT_JSON_MAX bytes. */
int settle_text(const char *text, size_t len, char *answer, struct cr_err *err);
