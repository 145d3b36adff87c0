/* Writes figures as a report prints them. */
#include "reports/mathematics/figures.h"

#include "game/games/game.h"

#include "base/text.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MINUS "\u2212"

static bool is_zero(const char *digits)
{
    return strspn(digits, "0.") == strlen(digits);
}

const char *figure_fixed(char out[FIGURE_MAX], double value, int decimals)
{
    char digits[FIGURE_MAX];
    struct text text = text_in(out, FIGURE_MAX);
    if (!isfinite(value) || fabs(value) >= 1e20) {
        text_add(&text, "\u221e");
        return out;
    }
    snprintf(digits, sizeof digits, "%.*f", decimals, fabs(value));
    if (value < 0 && !is_zero(digits))
        text_add(&text, MINUS);
    const size_t whole = strcspn(digits, ".");
    for (size_t i = 0; digits[i]; i++) {
        if (i > 0 && i < whole && (whole - i) % 3 == 0)
            text_add_char(&text, ',');
        text_add_char(&text, digits[i]);
    }
    return out;
}

const char *figure_percent(char out[FIGURE_MAX], double value, int decimals)
{
    figure_fixed(out, value * 100, decimals);
    const size_t len = strlen(out);
    snprintf(out + len, FIGURE_MAX - len, "%%");
    return out;
}

const char *figure_exact(char out[FIGURE_MAX], struct cr_rational value)
{
    char plain[CR_RATIONAL_TEXT_MAX];
    cr_rational_format(value, plain);
    const bool negative = plain[0] == '-';
    snprintf(out, FIGURE_MAX, "%s%s", negative ? MINUS : "", plain + negative);
    return out;
}

const char *figure_money(char out[FIGURE_MAX], struct cr_money m)
{
    const bool whole = m.micro % CR_MICRO_PER_UNIT == 0;
    return figure_fixed(out, (double)m.micro / CR_MICRO_PER_UNIT, whole ? 0 : 2);
}

const char *figure_one_in(char out[FIGURE_MAX], double probability)
{
    if (probability <= 0)
        snprintf(out, FIGURE_MAX, "\u2013");
    else
        figure_fixed(out, 1 / probability, probability > 1 / 20.0 ? 2 : 0);
    return out;
}

const char *figure_share(char out[FIGURE_MAX], uint32_t parts, uint32_t all)
{
    snprintf(out, FIGURE_MAX, "%.10g%%", 100.0 * parts / all);
    return out;
}

const char *figure_capital(char out[FIGURE_MAX], const char *name)
{
    snprintf(out, FIGURE_MAX, "%s", name);
    out[0] = (char)toupper((unsigned char)out[0]);
    for (char *c = out; *c; c++)
        if (*c == '_')
            *c = ' ';
    return out;
}

void figure_cell(struct paper *p, double value, unsigned decimals, enum paper_style style)
{
    if (isnan(value))
        paper_cell(p, "\u2013");
    else
        paper_cell_number(p, value, decimals, style);
}

void named_rational(struct named *in, const char *key, struct cr_rational value)
{
    named_number(in, key, cr_rational_value(value));
}

void named_exact(struct named *in, const char *key, struct cr_rational value)
{
    char exact[CR_RATIONAL_TEXT_MAX];
    cr_rational_format(value, exact);
    named_text(in, key, exact);
}

void named_exactly(struct named *in, const char *key, struct cr_rational value)
{
    named_rational(in, key, value);
    named_exact(in, "exact", value);
}

const char *figure_pays(char out[FIGURE_MAX], const struct cr_return *row)
{
    if (row->pays.num > 0)
        snprintf(out, FIGURE_MAX, "%d to %d", row->pays.num, row->pays.den);
    else
        snprintf(out, FIGURE_MAX, "%s",
                 row->pays.den == 0   ? "lose"
                 : row->bets.num == 0 ? "none"
                                      : "push");
    return out;
}

const char *figure_unit(char out[FIGURE_MAX], const char *phrase, const struct cr_game *game)
{
    const bool is_named = strcmp(game->unit, "Ante") == 0;
    snprintf(out, FIGURE_MAX, "%s%s %s", phrase, is_named ? "the" : "one", game->unit);
    return out;
}
