/* Settles a document and writes the answer, as `croupier settle` does, as a function. */
#pragma once

#include <croupier/error.h>

#include <stddef.h>

/* answer must have room for SETTLEMENT_JSON_MAX bytes. Returns CR_OK or the error's code. */
int settle_text(const char *text, size_t len, char *answer, struct cr_err *err);
