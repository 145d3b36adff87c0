/* How money is written. */
#include "base/money_style.h"

#include <string.h>

const struct money_style money_style_plain = {.group = ',', .point = '.'};

static bool copy_part(const char *from, size_t len, char out[16])
{
    if (len >= 16)
        return false;
    memset(out, 0, 16);
    memcpy(out, from, len);
    return true;
}

bool money_style_read(const char *example, struct money_style *out)
{
    const char *one = strchr(example, '1');
    if (one == NULL || !copy_part(example, (size_t)(one - example), out->before))
        return false;
    const char *at = one + 1;
    out->group = '\0';
    if (*at != '2' && *at != '\0')
        out->group = *at++;
    if (strncmp(at, "234", 3) != 0 || at[3] == '\0' || strncmp(at + 4, "56", 2) != 0)
        return false;
    out->point = at[3];
    at += 6;
    const bool is_plain = strpbrk(at, "0123456789") == NULL && strchr(".,", out->point) != NULL &&
                          (out->group == '\0' || strchr(".,' ", out->group) != NULL) &&
                          out->group != out->point;
    return is_plain && copy_part(at, strlen(at), out->after);
}

void money_style_add(const struct money_style *style, struct cr_money amount, struct text *t)
{
    char plain[CR_MONEY_TEXT_MAX];
    cr_money_format(amount, plain);
    const bool is_negative = plain[0] == '-';
    const char *digits = plain + is_negative;
    const size_t whole = strcspn(digits, ".");
    text_add(t, is_negative ? "-" : "");
    text_add(t, style->before);
    for (size_t i = 0; digits[i] != '\0'; i++) {
        if (i > 0 && i < whole && (whole - i) % 3 == 0 && style->group != '\0')
            text_add_char(t, style->group);
        text_add_char(t, i == whole ? style->point : digits[i]);
    }
    text_add(t, style->after);
}
