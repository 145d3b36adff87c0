/* Cells of CSV. */
#include "base/csv.h"

#include <string.h>

/* True for what a spreadsheet may take for a formula, tab and carriage return included. */
static bool is_formula(const char *text, size_t len)
{
    return len > 0 && ((unsigned char)text[0] < 0x20 || memchr("=+-@", text[0], 4));
}

static bool needs_quotes(const char *text, size_t len)
{
    if (len == 0)
        return false;
    bool is_needed = text[0] == ' ' || text[len - 1] == ' ';
    for (size_t i = 0; i < len && !is_needed; i++)
        is_needed = text[i] == '"' || text[i] == ',' || text[i] == '\r' || text[i] == '\n';
    return is_needed;
}

/* A quote inside is written twice. */
static void add_quoted(struct text *t, const char *before, const char *text, size_t len)
{
    const char *end = text + len, *quote;
    text_add(t, before);
    for (; (quote = memchr(text, '"', (size_t)(end - text))); text = quote + 1) {
        text_add_len(t, text, (size_t)(quote - text) + 1);
        text_add_char(t, '"');
    }
    text_add_len(t, text, (size_t)(end - text));
    text_add_char(t, '"');
}

void csv_text(struct text *t, const char *text, size_t len)
{
    if (is_formula(text, len) || needs_quotes(text, len))
        csv_quoted(t, text, len);
    else
        text_add_len(t, text, len);
}

void csv_quoted(struct text *t, const char *text, size_t len)
{
    add_quoted(t, is_formula(text, len) ? "\"'" : "\"", text, len);
}

void csv_exact(struct text *t, const char *text, size_t len)
{
    add_quoted(t, "\"", text, len);
}

void csv_end_row(struct text *t)
{
    text_add(t, "\r\n");
}
