/* Small parts of reports for people. */
#include "report/text_figures.h"

#include "analysis/errata.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void text_label(const char *key, char out[TEXT_LABEL_MAX])
{
    snprintf(out, TEXT_LABEL_MAX, "%s", key);
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

bool report_is_shipped(const char *name, const uint8_t hash[CR_HASH_BYTES])
{
    const struct cr_shipped *file = cr_shipped_find(name);
    struct cr_rules rules;
    struct cr_progressive progressive;
    if (!file)
        return false;
    if (file->is_progressive)
        return cr_progressive_parse(name, file->text, file->len, &progressive, NULL) == CR_OK &&
               memcmp(progressive.hash, hash, CR_HASH_BYTES) == 0;
    return cr_rules_parse(name, file->text, file->len, &rules, NULL) == CR_OK &&
           memcmp(rules.hash, hash, CR_HASH_BYTES) == 0;
}

/* ---- The manual's errors ---- */

static void add_words(struct text *t, unsigned indent, unsigned *column, const char *words)
{
    while (*words) {
        char word[128];
        const size_t len = strcspn(words, " ");
        snprintf(word, sizeof word, "%.*s", (int)len, words);
        text_wrap(t, indent, column, word);
        words += len;
        words += *words == ' ';
    }
}

void text_errata(struct text *t, const char *table, bool signs)
{
    const struct erratum *e;
    for (size_t i = 0; (e = errata_at(i)); i++) {
        if (strcmp(e->table, table) != 0 || (e->kind == ERRATUM_SIGN && !signs))
            continue;
        char line[512];
        unsigned column = 0;
        snprintf(line, sizeof line, "* The manual, %s, %s, prints %s; right is %s: %s.", e->table,
                 e->cell, e->printed, e->correct, erratum_kind_text(e->kind));
        add_words(t, 2, &column, line);
        text_add_char(t, '\n');
    }
}

bool errata_lost_sign(const char *table, const char *cell)
{
    const struct erratum *e;
    for (size_t i = 0; (e = errata_at(i)); i++)
        if (e->kind == ERRATUM_SIGN && strcmp(e->table, table) == 0 && strcmp(e->cell, cell) == 0)
            return true;
    return false;
}
