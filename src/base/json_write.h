/* Writes JSON, one call a member. Commas are added where they are due. A NULL key is an element of
 * a list, or a whole document. Keys are escaped like texts, so that a name of a house's own file
 * may be one. */
#pragma once

#include "base/members.h"
#include "base/text.h"

#include <stdint.h>

/* Bytes of a hash, as the log and the documents have them (BLAKE2b). */
#define JSON_HASH_BYTES 32

/* bracket: '{' or '[' to open, '}' or ']' to close. */
void json_open(struct text *t, const char *key, char bracket);
void json_close(struct text *t, char bracket);
/* Writes the key alone: the next call writes its value, with a NULL key. */
void json_key(struct text *t, const char *key);

/* A text, or null for NULL. */
void json_text(struct text *t, const char *key, const char *value);
void json_text_len(struct text *t, const char *key, const char *value, size_t len);
/* A text, or null when it is NULL or empty. */
void json_text_or_null(struct text *t, const char *key, const char *value);
void json_null(struct text *t, const char *key);
void json_count(struct text *t, const char *key, uint64_t value);
/* A count, or null when it is zero. */
void json_count_or_null(struct text *t, const char *key, uint64_t value);
void json_integer(struct text *t, const char *key, int64_t value);
void json_flag(struct text *t, const char *key, bool value);
void json_money(struct text *t, const char *key, struct cr_money value);
/* An amount, or null when it is zero or negative. */
void json_money_or_null(struct text *t, const char *key, struct cr_money value);
/* Parts of a million, as a text: "12.5%". */
void json_percent(struct text *t, const char *key, uint32_t ppm);
/* 17 significant digits, so that reading gives the same bits; null for what is no number. */
void json_number(struct text *t, const char *key, double value);
void json_hash(struct text *t, const char *key, const uint8_t hash[JSON_HASH_BYTES]);
/* Seats as a list of numbers: bit s - 1 is seat s. */
void json_seats(struct text *t, const char *key, uint8_t seats);
/* The words whose bits are set, as a list. */
void json_words(struct text *t, const char *key, const char *const *words, uint8_t bits);
/* Billionths as a number from 0 to 1, exactly. */
void json_share(struct text *t, const char *key, uint32_t billionths);
/* A value that is JSON already. */
void json_raw(struct text *t, const char *key, const char *json, size_t len);

/* Writes a value by its C type: a text, a flag, money, a number, a whole number, or a count. */
#define json_value(t, key, value)                                                                  \
    _Generic((value),                                                                              \
        char *: json_text,                                                                         \
        const char *: json_text,                                                                   \
        bool: json_flag,                                                                           \
        struct cr_money: json_money,                                                               \
        double: json_number,                                                                       \
        int64_t: json_integer,                                                                     \
        default: json_count)(t, key, value)
/* Members of *from under their own names. */
#define JSON_MEMBERS(t, from, ...) EACH_MEMBER(json_value, t, from, __VA_ARGS__)
