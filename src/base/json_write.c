/* JSON members of views. Without formats: views are written while the writer waits. */
#include "base/json_write.h"

#include <string.h>

#define BILLION 1000000000u

static void begin(struct text *t, const char *key)
{
    const char last = t->len > 0 ? t->data[t->len - 1] : '{';
    if (last != '{' && last != '[')
        text_add_char(t, ',');
    if (key == NULL)
        return;
    text_add_char(t, '"');
    text_add(t, key);
    text_add_len(t, "\":", 2);
}

void view_open(struct text *t, const char *key, char bracket)
{
    begin(t, key);
    text_add_char(t, bracket);
}

void view_close(struct text *t, char bracket)
{
    text_add_char(t, bracket);
}

void view_text(struct text *t, const char *key, const char *value)
{
    begin(t, key);
    text_add_json(t, value, strlen(value));
}

void view_text_or_null(struct text *t, const char *key, const char *value)
{
    if (value[0] == '\0')
        view_null(t, key);
    else
        view_text(t, key, value);
}

void view_null(struct text *t, const char *key)
{
    view_raw(t, key, "null", 4);
}

void view_count(struct text *t, const char *key, uint64_t value)
{
    begin(t, key);
    text_add_uint(t, value);
}

void view_count_or_null(struct text *t, const char *key, uint64_t value)
{
    if (value == 0)
        view_null(t, key);
    else
        view_count(t, key, value);
}

void view_flag(struct text *t, const char *key, bool value)
{
    begin(t, key);
    text_add(t, value ? "true" : "false");
}

void view_money(struct text *t, const char *key, struct cr_money value)
{
    begin(t, key);
    text_add_char(t, '"');
    text_add_money(t, value);
    text_add_char(t, '"');
}

void view_hash(struct text *t, const char *key, const uint8_t hash[JSON_HASH_BYTES])
{
    static const char digits[] = "0123456789abcdef";
    char hex[2 * JSON_HASH_BYTES];
    for (unsigned i = 0; i < JSON_HASH_BYTES; i++) {
        hex[2 * i] = digits[hash[i] >> 4];
        hex[2 * i + 1] = digits[hash[i] & 15];
    }
    begin(t, key);
    text_add_char(t, '"');
    text_add_len(t, hex, sizeof(hex));
    text_add_char(t, '"');
}

void view_seats(struct text *t, const char *key, uint8_t seats)
{
    view_open(t, key, '[');
    for (unsigned s = 1; s <= 8; s++)
        if ((seats >> (s - 1) & 1) != 0)
            view_count(t, NULL, s);
    view_close(t, ']');
}

void view_words(struct text *t, const char *key, const char *const *words, uint8_t bits)
{
    view_open(t, key, '[');
    for (unsigned w = 0; words[w] != NULL; w++)
        if ((bits >> w & 1) != 0)
            view_text(t, NULL, words[w]);
    view_close(t, ']');
}

void view_share(struct text *t, const char *key, uint32_t billionths)
{
    begin(t, key);
    text_add_uint(t, billionths / BILLION);
    uint32_t rest = billionths % BILLION;
    if (rest == 0)
        return;
    text_add_char(t, '.');
    for (uint32_t weight = BILLION / 10; rest != 0; rest %= weight, weight /= 10)
        text_add_char(t, (char)('0' + rest / weight));
}

void view_raw(struct text *t, const char *key, const char *json, size_t len)
{
    begin(t, key);
    text_add_len(t, json, len);
}
