/* Characters of UTF-8 and the cells they take. */
#include "base/utf8.h"

#include "base/check.h"
#include "base/code_ranges.h"
#include "base/scan.h"

#include <string.h>

size_t utf8_length(const unsigned char *s, size_t len)
{
    size_t n = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
    if (n == 0 || n > len || s[0] > 0xf4)
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    /* Overlong forms, surrogates and what lies beyond U+10FFFF. */
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    return n;
}

uint32_t utf8_next(const char **at)
{
    const unsigned char *s = (const unsigned char *)*at;
    if (s[0] == 0)
        return 0;
    const size_t len = utf8_length(s, strnlen(*at, UTF8_CHAR_MAX));
    *at += len ? len : 1;
    if (len <= 1)
        return len ? s[0] : UTF8_REPLACEMENT;
    uint32_t code = s[0] & (0x7fu >> len);
    for (size_t i = 1; i < len; i++)
        code = code << 6 | (s[i] & 0x3fu);
    return code;
}

size_t utf8_encode(uint32_t code, char out[UTF8_CHAR_MAX])
{
    static const unsigned char leads[] = {0, 0xc0, 0xe0, 0xf0};
    CHECK(code < 0x110000);
    const size_t tail = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    for (size_t i = tail; i > 0; i--, code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)(leads[tail] | code);
    return tail + 1;
}

/* How many bytes from the beginning on are ASCII and no control characters, counted in steps of
 * SCAN_BYTES. */
static size_t count_plain(const char *text, size_t len)
{
    size_t i = 0;
    for (; len - i >= SCAN_BYTES; i += SCAN_BYTES) {
        const scan_bytes bytes = scan_load(text + i);
        if ((scan_below(bytes, 0x20) | scan_beyond(bytes, 0x7e)) != 0)
            break;
    }
    return i;
}

bool utf8_is_clean(const char *text, size_t len, bool lines)
{
    const unsigned char *at = (const unsigned char *)text;
    for (size_t i = count_plain(text, len), n; i < len; i += n) {
        n = utf8_length(at + i, len - i);
        if (n == 0)
            return false;
        if ((at[i] < 0x20 || at[i] == 0x7f) && !(lines && (at[i] == '\n' || at[i] == '\t')))
            return false;
    }
    return true;
}

/* ---- Cells ---- */

unsigned utf8_cells(uint32_t code)
{
    static const struct range marks[] = {
        {0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},   {0x610, 0x61a},   {0x64b, 0x65f},
        {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}};
    static const struct range wide[] = {{0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0xa4cf},
                                        {0xa960, 0xa97f},   {0xac00, 0xd7a3},   {0xf900, 0xfaff},
                                        {0xfe30, 0xfe6f},   {0xff00, 0xff60},   {0xffe0, 0xffe6},
                                        {0x1f300, 0x1f64f}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}};
    if (code < 0x300)
        return 1;
    if (IS_IN(code, marks))
        return 0;
    return IS_IN(code, wide) ? 2 : 1;
}

unsigned utf8_width(const char *text, size_t len)
{
    unsigned width = 0;
    const char *at = text;
    for (uint32_t code; at < text + len && (code = utf8_next(&at)) != 0;)
        width += utf8_cells(code);
    return width;
}
