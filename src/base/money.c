/* Money as text, and products. */
#include "base/money.h"

#include "base/digits.h"
#include "base/err.h"
#include "base/text.h"

__extension__ typedef __int128 wide;

bool money_mul_floor_wide(struct cr_money a, int64_t num, int64_t den, struct cr_money *out)
{
    const wide whole = (wide)a.micro * num / den;
    if (whole > MONEY_PRODUCT_MAX_MICRO)
        return false;
    *out = cr_money_from_micro((int64_t)whole);
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Quotes at most this much of a faulty text. */
#define QUOTE_MAX        40
#define QUOTE(text, len) (int)((len) < QUOTE_MAX ? (len) : QUOTE_MAX), (text)

/* Quotes the text as JSON, because what is no amount may have any character in it, a zero byte
 * too, also behind digits that are too much by themselves. */
static int refuse(const char *text, size_t len, const char *why, struct cr_err *err)
{
    char quoted[6 * QUOTE_MAX + 3];
    struct text t;
    text_init(&t, quoted, sizeof quoted);
    text_add_json(&t, text, len < QUOTE_MAX ? len : QUOTE_MAX);
    return err_set(err, CR_E_INPUT, "%s %s", quoted, why);
}

static int too_much(const char *text, size_t len, enum cr_money_form form, struct cr_err *err)
{
    return refuse(text, len,
                  form == CR_MONEY_METER ? "is more than 500,000,000,000.00"
                                         : "is more than 1,000,000,000.00",
                  err);
}

int cr_money_parse(const char *text, size_t len, enum cr_money_form form, struct cr_money *out,
                   struct cr_err *err)
{
    if (len == 0)
        return err_set(err, CR_E_INPUT, "the amount is empty; write it as \"10\" or \"10.00\"");
    if (text[0] == '-')
        return refuse(text, len, "is negative", err);
    const int64_t most =
        form == CR_MONEY_METER ? CR_MONEY_METER_MAX_MICRO : CR_MONEY_INPUT_MAX_MICRO;
    size_t at = 0;
    int64_t units = 0;
    for (; at < len && is_digit(text[at]); at++) {
        units = units * 10 + (text[at] - '0');
        if (units > most / CR_MICRO_PER_UNIT)
            return too_much(text, len, form, err);
    }
    size_t decimals = 0;
    int64_t micro = 0;
    bool well_formed = at > 0;
    if (well_formed && at < len && text[at] == '.') {
        int64_t weight = CR_MICRO_PER_UNIT / 10;
        for (at++; at < len && is_digit(text[at]); at++, decimals++, weight /= 10)
            micro += (text[at] - '0') * weight;
        well_formed = decimals > 0;
    }
    if (!well_formed || at < len)
        return refuse(text, len, "is not an amount; write it as \"10\" or \"10.00\"", err);
    if (form == CR_MONEY_CENTS && decimals > 2)
        return err_set(err, CR_E_INPUT, "\"%.*s\" is finer than a cent", QUOTE(text, len));
    if (form == CR_MONEY_CENTS && decimals == 1)
        return err_set(err, CR_E_INPUT, "\"%.*s\" has one decimal; write two, or none",
                       QUOTE(text, len));
    if (decimals > 6)
        return err_set(err, CR_E_INPUT, "\"%.*s\" is finer than a millionth", QUOTE(text, len));
    micro += units * CR_MICRO_PER_UNIT;
    if (micro > most)
        return too_much(text, len, form, err);
    *out = cr_money_from_micro(micro);
    return CR_OK;
}

size_t cr_money_format(struct cr_money m, char out[CR_MONEY_TEXT_MAX])
{
    /* The magnitude is unsigned so that INT64_MIN works. */
    const uint64_t magnitude = m.micro < 0 ? 0 - (uint64_t)m.micro : (uint64_t)m.micro;
    const uint64_t below_one = magnitude % CR_MICRO_PER_UNIT;
    const bool whole_cents = below_one % CR_MICRO_PER_CENT == 0;
    char *at = out;
    if (m.micro < 0)
        *at++ = '-';
    at += digits_write(at, magnitude / CR_MICRO_PER_UNIT);
    *at++ = '.';
    const size_t decimals = whole_cents ? 2 : 6;
    digits_write_last(at, whole_cents ? below_one / CR_MICRO_PER_CENT : below_one, decimals);
    at[decimals] = '\0';
    return (size_t)(at - out) + decimals;
}

struct money_text money_text(struct cr_money amount)
{
    struct money_text out;
    cr_money_format(amount, out.text);
    return out;
}
