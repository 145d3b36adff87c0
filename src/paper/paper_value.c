/* Values of a paper as text. */
#include "paper/paper_internal.h"

#include "base/check.h"
#include "base/dates.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* ---- Numbers and times ---- */

/* With commas between thousands: people misread 1250000.00. */
static void group_digits(const char *plain, char out[PAPER_NUMBER_MAX])
{
    size_t n = 0, digits = strcspn(plain, ".");
    for (size_t i = 0; plain[i]; i++) {
        if (i > 0 && i < digits && (digits - i) % 3 == 0 && plain[i - 1] != '-')
            out[n++] = ',';
        out[n++] = plain[i];
    }
    out[n] = '\0';
}

/* Seconds in print, milliseconds for machines; UTC either way. */
static void format_time(int64_t ms, bool is_exact, char out[PAPER_NUMBER_MAX])
{
    char text[WHEN_TEXT_MAX];
    if (is_exact)
        when_format_exact(ms, text);
    else
        when_format(ms, true, text);
    snprintf(out, PAPER_NUMBER_MAX, "%s", text);
}

/* A number in print: no minus before a zero, and no digits for what is endless. */
static void print_number(const struct paper_value *v, char out[PAPER_NUMBER_MAX])
{
    const bool is_hundredfold = v->number.style != PAPER_PLAIN;
    const double value = is_hundredfold ? v->number.value * 100 : v->number.value;
    char digits[PAPER_NUMBER_MAX];
    if (!isfinite(value) || fabs(value) >= 1e20) {
        snprintf(out, PAPER_NUMBER_MAX, "\u221e");
        return;
    }
    snprintf(digits, sizeof digits, "%.*f", (int)v->number.decimals, value);
    const bool is_zero = strspn(digits, "-0.") == strlen(digits);
    group_digits(digits + (is_zero && digits[0] == '-'), out);
    const size_t len = strlen(out);
    if (v->number.style == PAPER_PERCENT)
        snprintf(out + len, PAPER_NUMBER_MAX - len, "%%");
}

/* 17 significant digits, so that reading gives the same bits; empty for what is no number. */
static void plain_number(double value, char out[PAPER_NUMBER_MAX])
{
    if (isfinite(value))
        snprintf(out, PAPER_NUMBER_MAX, "%.17g", value + 0.0);
}

static const char *format(const struct paper_value *v, bool is_print, char out[PAPER_NUMBER_MAX])
{
    char plain[CR_MONEY_TEXT_MAX];
    out[0] = '\0';
    if (v->is_empty)
        return out;
    switch (v->type) {
    case PAPER_MONEY:
        cr_money_format(v->money, plain);
        if (is_print)
            group_digits(plain, out);
        else
            memcpy(out, plain, sizeof plain);
        break;
    case PAPER_COUNT:
        snprintf(out, PAPER_NUMBER_MAX, "%llu", (unsigned long long)v->count);
        break;
    case PAPER_TIME:
        format_time(v->time_ms, !is_print, out);
        break;
    case PAPER_NUMBER:
        if (is_print)
            print_number(v, out);
        else
            plain_number(v->number.value, out);
        break;
    case PAPER_TEXT:
        break;
    }
    return out;
}

const char *paper_value_print(const struct paper_value *v, char out[PAPER_NUMBER_MAX])
{
    return format(v, true, out);
}

const char *paper_value_plain(const struct paper_value *v, char out[PAPER_NUMBER_MAX])
{
    return format(v, false, out);
}

/* ---- Texts ---- */

uint32_t paper_next_char(const char **at)
{
    const unsigned char *s = (const unsigned char *)*at;
    if (s[0] == 0)
        return 0;
    const unsigned len = s[0] < 0x80 ? 1 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
    uint32_t c = len == 1 ? s[0] : s[0] & (0x7fu >> len);
    for (unsigned i = 1; i < len; i++)
        c = c << 6 | (s[i] & 0x3fu);
    *at += len;
    return c;
}

static bool is_control(uint32_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029;
}

/* Marks that turn the direction of what follows, or are not seen at all. */
static bool is_hidden(uint32_t c)
{
    return c == 0xad || c == 0x61c || (c >= 0x200b && c <= 0x200f) ||
           (c >= 0x202a && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) || c == 0xfeff;
}

void paper_add_clean(struct paper_bytes *out, const char *text)
{
    for (const char *at = text, *next = text; *at; at = next) {
        const uint32_t c = paper_next_char(&next);
        if (is_control(c))
            bytes_add_char(out, ' ');
        else if (!is_hidden(c))
            bytes_add_len(out, at, (size_t)(next - at));
    }
}

void paper_add_print(struct paper_bytes *out, const struct paper_value *v)
{
    char number[PAPER_NUMBER_MAX];
    if (v->type == PAPER_TEXT)
        paper_add_clean(out, v->text);
    else
        bytes_add(out, paper_value_print(v, number));
}
