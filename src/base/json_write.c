/* Writes JSON, one call a member. It avoids printf formats where it can, because views are written
 * while the writer thread waits. */
#include "base/json_write.h"

#include "base/hex.h"

#include <math.h>
#include <string.h>

#define BILLION 1000000000u

/* A value never ends with one of these, so the last character tells whether a comma is due. */
static bool is_first(const struct text *t)
{
    if (t->len == 0)
        return true;
    const char last = t->data[t->len - 1];
    return last == '{' || last == '[' || last == ':' || last == ',' || last == '\n' || last == ' ';
}

static void begin(struct text *t, const char *key)
{
    if (!is_first(t))
        text_add_char(t, ',');
    if (key == NULL)
        return;
    text_add_json(t, key, strlen(key));
    text_add_char(t, ':');
}

void json_key(struct text *t, const char *key)
{
    begin(t, key);
}

void json_open(struct text *t, const char *key, char bracket)
{
    begin(t, key);
    text_add_char(t, bracket);
}

void json_close(struct text *t, char bracket)
{
    text_add_char(t, bracket);
}

void json_text(struct text *t, const char *key, const char *value)
{
    if (value == NULL)
        json_null(t, key);
    else
        json_text_len(t, key, value, strlen(value));
}

void json_text_len(struct text *t, const char *key, const char *value, size_t len)
{
    begin(t, key);
    text_add_json(t, value, len);
}

void json_text_or_null(struct text *t, const char *key, const char *value)
{
    json_text(t, key, value && value[0] != '\0' ? value : NULL);
}

void json_null(struct text *t, const char *key)
{
    json_raw(t, key, "null", 4);
}

void json_count(struct text *t, const char *key, uint64_t value)
{
    begin(t, key);
    text_add_uint(t, value);
}

void json_count_or_null(struct text *t, const char *key, uint64_t value)
{
    if (value == 0)
        json_null(t, key);
    else
        json_count(t, key, value);
}

void json_integer(struct text *t, const char *key, int64_t value)
{
    begin(t, key);
    if (value < 0)
        text_add_char(t, '-');
    text_add_uint(t, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

void json_flag(struct text *t, const char *key, bool value)
{
    begin(t, key);
    text_add(t, value ? "true" : "false");
}

void json_money(struct text *t, const char *key, struct cr_money value)
{
    char quoted[CR_MONEY_TEXT_MAX + 2];
    const size_t len = cr_money_format(value, quoted + 1);
    quoted[0] = quoted[1 + len] = '"';
    json_raw(t, key, quoted, len + 2);
}

void json_money_or_null(struct text *t, const char *key, struct cr_money value)
{
    if (value.micro > 0)
        json_money(t, key, value);
    else
        json_null(t, key);
}

void json_percent(struct text *t, const char *key, uint32_t ppm)
{
    begin(t, key);
    text_add_char(t, '"');
    text_add_percent(t, ppm);
    text_add_char(t, '"');
}

void json_number(struct text *t, const char *key, double value)
{
    begin(t, key);
    if (!isfinite(value))
        text_add(t, "null");
    else if (value == 0)
        text_add_char(t, '0'); /* never "-0" */
    else
        text_add_format(t, "%.17g", value);
}

void json_hash(struct text *t, const char *key, const uint8_t hash[JSON_HASH_BYTES])
{
    char hex[2 * JSON_HASH_BYTES + 1];
    json_text_len(t, key, hex_encode(hash, JSON_HASH_BYTES, hex), 2 * JSON_HASH_BYTES);
}

void json_seats(struct text *t, const char *key, uint8_t seats)
{
    json_open(t, key, '[');
    for (unsigned s = 1; s <= 8; s++)
        if ((seats >> (s - 1) & 1) != 0)
            json_count(t, NULL, s);
    json_close(t, ']');
}

void json_words(struct text *t, const char *key, const char *const *words, uint8_t bits)
{
    json_open(t, key, '[');
    for (unsigned w = 0; words[w] != NULL; w++)
        if ((bits >> w & 1) != 0)
            json_text(t, NULL, words[w]);
    json_close(t, ']');
}

void json_share(struct text *t, const char *key, uint32_t billionths)
{
    begin(t, key);
    text_add_decimal(t, billionths, BILLION);
}

void json_raw(struct text *t, const char *key, const char *json, size_t len)
{
    begin(t, key);
    text_add_len(t, json, len);
}
