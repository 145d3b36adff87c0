/* Writes the values of a paper as text, for people and for programs. */
#include "paper/paper_internal.h"

#include "base/dates.h"
#include "base/utf8.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Numbers and times ---- */

/* Writes a time: in the paper's zone to the second for print, in UTC to the millisecond for
 * programs. */
static void format_time(const struct paper_value *v, bool is_exact, char out[PAPER_NUMBER_MAX])
{
    char text[WHEN_TEXT_MAX];
    if (is_exact)
        when_format_exact(v->time_ms, text);
    else
        zone_format(&v->locale->zone, v->time_ms, text);
    snprintf(out, PAPER_NUMBER_MAX, "%s", text);
}

/* Writes a number for print: no minus before a zero, and ∞ for what is endless. */
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
    struct text t = text_in(out, PAPER_NUMBER_MAX);
    text_add_grouped(&t, digits + (is_zero && digits[0] == '-'));
    if (v->number.style == PAPER_PERCENT)
        text_add_char(&t, '%');
}

/* Writes 17 significant digits, so that reading gives the same bits; nothing for NAN and
 * infinity. */
static void plain_number(double value, char out[PAPER_NUMBER_MAX])
{
    if (isfinite(value))
        snprintf(out, PAPER_NUMBER_MAX, "%.17g", value + 0.0);
}

static const char *format(const struct paper_value *v, bool is_print, char out[PAPER_NUMBER_MAX])
{
    char plain[CR_MONEY_TEXT_MAX];
    struct text t;
    out[0] = '\0';
    if (v->is_empty)
        return out;
    switch (v->type) {
    case PAPER_MONEY:
        text_init(&t, out, PAPER_NUMBER_MAX);
        if (is_print) /* people read $1,250,000.00 more safely than 1250000.00 */
            money_style_add(&v->locale->money, v->money, &t);
        else
            text_add_len(&t, plain, cr_money_format(v->money, plain));
        break;
    case PAPER_COUNT:
        snprintf(out, PAPER_NUMBER_MAX, "%s%llu", v->is_below_zero ? "-" : "",
                 (unsigned long long)v->count);
        break;
    case PAPER_TIME:
        format_time(v, !is_print, out);
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

void paper_add_clean(struct text *out, const char *text)
{
    for (const char *at = text, *next = text; *at; at = next) {
        const uint32_t c = utf8_next(&next);
        if (is_control(c))
            text_add_char(out, ' ');
        else if (!is_hidden(c))
            text_add_len(out, at, (size_t)(next - at));
    }
}

void paper_add_print(struct text *out, const struct paper_value *v)
{
    char number[PAPER_NUMBER_MAX];
    if (v->type == PAPER_TEXT)
        paper_add_clean(out, v->text);
    else
        text_add(out, paper_value_print(v, number));
}
