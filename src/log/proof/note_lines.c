/* Reading and writing lines of a word and a value. */
#include "log/proof/note_lines.h"

#include "base/hex.h"

#include <string.h>

void lines_add_hex(struct text *t, const char *word, const uint8_t *bytes, size_t len)
{
    text_add(t, word);
    text_add_char(t, ' ');
    text_add_hex(t, bytes, len);
    text_add_char(t, '\n');
}

struct lines lines_of(const char *text, size_t len)
{
    return (struct lines){.text = text, .len = len};
}

void lines_fail(struct lines *in, const char *fault)
{
    if (in->fault == NULL)
        in->fault = fault;
}

/* The next line without its end; false, and a fault, when there is none. */
static bool next_line(struct lines *in, const char **at, size_t *len)
{
    if (in->fault != NULL)
        return false;
    in->line++;
    const char *begin = in->text + in->at;
    const char *end = in->at < in->len ? memchr(begin, '\n', in->len - in->at) : NULL;
    if (end == NULL) {
        lines_fail(in, "the text ends here");
        return false;
    }
    *at = begin;
    *len = (size_t)(end - begin);
    in->at += *len + 1;
    return true;
}

void lines_title(struct lines *in, const char *title)
{
    const char *at;
    size_t len;
    if (next_line(in, &at, &len) && (len != strlen(title) || memcmp(at, title, len) != 0))
        lines_fail(in, "not the title of such a text");
}

bool lines_is(const struct lines *in, const char *word)
{
    const size_t len = strlen(word);
    return in->fault == NULL && in->len - in->at > len &&
           memcmp(in->text + in->at, word, len) == 0 && in->text[in->at + len] == ' ';
}

void lines_value(struct lines *in, const char *word, const char **out, size_t *len)
{
    const size_t word_len = strlen(word);
    const bool is_there = lines_is(in, word);
    *out = "";
    *len = 0;
    if (!next_line(in, out, len))
        return;
    if (!is_there || *len <= word_len) {
        lines_fail(in, "another word is expected here");
        *len = 0;
        return;
    }
    *out += word_len + 1;
    *len -= word_len + 1;
}

void lines_hex(struct lines *in, const char *word, uint8_t *out, size_t bytes)
{
    const char *at;
    size_t len;
    lines_value(in, word, &at, &len);
    memset(out, 0, bytes);
    if (in->fault != NULL)
        return;
    if (len != 2 * bytes)
        lines_fail(in, "not as many hexadecimal digits as there should be");
    else if (!hex_decode_lower(at, len, out, bytes))
        lines_fail(in, "not a hexadecimal digit in small letters");
}

void lines_number(struct lines *in, const char *word, uint64_t *out)
{
    const char *at;
    size_t len;
    lines_value(in, word, &at, &len);
    *out = 0;
    if (in->fault != NULL)
        return;
    if (len == 0 || len > 19 || (at[0] == '0' && len > 1)) {
        lines_fail(in, "not a number");
        return;
    }
    for (size_t i = 0; i < len; i++) {
        if (at[i] < '0' || at[i] > '9') {
            lines_fail(in, "not a number");
            return;
        }
        *out = 10 * *out + (uint64_t)(at[i] - '0');
    }
    if (*out > INT64_MAX)
        lines_fail(in, "a number too large");
}

void lines_end(struct lines *in)
{
    const char *at;
    size_t len;
    if (next_line(in, &at, &len) && len != 0)
        lines_fail(in, "an empty line is expected at the end");
}
