/* Members of JSON objects. */
#include "math/study/json_members.h"

#include <math.h>
#include <string.h>

void json_number(struct text *t, double value)
{
    if (!isfinite(value))
        text_add(t, "null");
    else if (value == 0)
        text_add(t, "0"); /* never "-0" */
    else
        text_add_format(t, "%.17g", value);
}

void json_key(struct text *t, const char *before, const char *key)
{
    text_add(t, before);
    text_add_json(t, key, strlen(key));
    text_add_char(t, ':');
}

void json_member_number(struct text *t, const char *before, const char *key, double value)
{
    json_key(t, before, key);
    json_number(t, value);
}

void json_member_rational(struct text *t, const char *before, const char *key,
                          struct cr_rational value)
{
    json_member_number(t, before, key, cr_rational_value(value));
}

void json_member_exact(struct text *t, const char *before, const char *key,
                       struct cr_rational value)
{
    char exact[CR_RATIONAL_TEXT_MAX];
    cr_rational_format(value, exact);
    json_member_text(t, before, key, exact);
}

void json_member_text(struct text *t, const char *before, const char *key, const char *value)
{
    json_key(t, before, key);
    text_add_json(t, value, strlen(value));
}

void json_member_money(struct text *t, const char *before, const char *key, struct cr_money value)
{
    json_key(t, before, key);
    text_add_char(t, '"');
    text_add_money(t, value);
    text_add_char(t, '"');
}

void json_member_cards(struct text *t, const char *before, const char *key, const cr_card *cards,
                       unsigned count)
{
    json_key(t, before, key);
    text_add_char(t, '[');
    for (unsigned i = 0; i < count; i++) {
        char card[CR_CARD_TEXT_MAX];
        cr_card_format(cards[i], card);
        text_add_format(t, "%s\"%s\"", i ? "," : "", card);
    }
    text_add_char(t, ']');
}
