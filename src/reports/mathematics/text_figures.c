/* Small parts of reports for people. */
#include "reports/mathematics/text_figures.h"

#include "reports/mathematics/errata.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void text_label(const char *key, char out[TEXT_LABEL_MAX])
{
    const char *word = strcmp(key, "ev") == 0        ? "expectation"
                       : strcmp(key, "std_dev") == 0 ? "standard deviation"
                                                     : key;
    snprintf(out, TEXT_LABEL_MAX, "%s", word);
    for (char *c = out; *c; c++)
        if (*c == '_')
            *c = ' ';
    if (out[0] >= 'a' && out[0] <= 'z')
        out[0] = (char)(out[0] - 'a' + 'A');
}

void text_amount(struct text *t, int width, int decimals, double value)
{
    char digits[64], grouped[96];
    size_t n = 0;
    if (!isfinite(value) || fabs(value) > 1e30) {
        text_add_format(t, "%*s", width, "-");
        return;
    }
    snprintf(digits, sizeof digits, "%.*f", decimals, value);
    const size_t sign = digits[0] == '-';
    const size_t whole = strcspn(digits + sign, ".");
    for (size_t i = 0; digits[i]; i++) {
        if (i > sign && i < sign + whole && (sign + whole - i) % 3 == 0)
            grouped[n++] = ',';
        grouped[n++] = digits[i];
    }
    grouped[n] = '\0';
    text_add_format(t, "%*s", width, grouped);
}

void text_wrap(struct text *t, unsigned indent, unsigned *column, const char *word)
{
    const unsigned len = (unsigned)strlen(word);
    if (*column > indent && *column + 1 + len > TEXT_COLUMNS - 1) {
        text_add_char(t, '\n');
        *column = 0;
    }
    if (*column == 0) {
        text_add_format(t, "%*s", (int)indent, "");
        *column = indent;
    } else if (*column > indent) {
        text_add_char(t, ' ');
        ++*column;
    }
    text_add(t, word);
    *column += len;
}

void text_wrap_words(struct text *t, unsigned indent, const char *words)
{
    unsigned column = 0;
    while (*words) {
        char word[128];
        const size_t len = strcspn(words, " ");
        snprintf(word, sizeof word, "%.*s", (int)len, words);
        text_wrap(t, indent, &column, word);
        words += len;
        words += *words == ' ';
    }
    text_add_char(t, '\n');
}

/* ---- The manual's errors ---- */

void text_errata(struct text *t, const char *table, bool signs)
{
    const struct erratum *e, *last = NULL;
    for (size_t i = 0; (e = errata_at(i)); i++) {
        if (strcmp(e->table, table) != 0 || (e->kind == ERRATUM_SIGN && !signs))
            continue;
        if (!last || last->kind != e->kind)
            text_add_format(t, "  The manual, %s, %s:\n", table, erratum_kind_text(e->kind));
        last = e;
        char line[512];
        snprintf(line, sizeof line, "%s: %s, right is %s", e->cell, e->printed, e->correct);
        text_wrap_words(t, 4, line);
    }
}
