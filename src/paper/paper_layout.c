/* Text in columns of equal letters. */
#include "paper/paper_layout.h"

#include "paper/paper_internal.h"

/* ---- Widths ---- */

struct range {
    uint32_t first, last;
};

static bool is_in(const struct range *ranges, size_t count, uint32_t c)
{
    for (size_t i = 0; i < count; i++)
        if (c >= ranges[i].first && c <= ranges[i].last)
            return true;
    return false;
}

static unsigned char_width(uint32_t c)
{
    static const struct range marks[] = {
        {0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},   {0x610, 0x61a},   {0x64b, 0x65f},
        {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}};
    static const struct range wide[] = {{0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0xa4cf},
                                        {0xa960, 0xa97f},   {0xac00, 0xd7a3},   {0xf900, 0xfaff},
                                        {0xfe30, 0xfe6f},   {0xff00, 0xff60},   {0xffe0, 0xffe6},
                                        {0x1f300, 0x1f64f}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}};
    if (c < 0x300)
        return 1;
    if (is_in(marks, sizeof marks / sizeof *marks, c))
        return 0;
    return is_in(wide, sizeof wide / sizeof *wide, c) ? 2 : 1;
}

unsigned layout_width(const char *text, size_t len)
{
    unsigned width = 0;
    for (const char *at = text; at < text + len;)
        width += char_width(paper_next_char(&at));
    return width;
}

/* ---- Lines ---- */

size_t layout_take_line(const char **at, unsigned width, const char **line)
{
    while (**at == ' ')
        ++*at;
    *line = *at;
    const char *end = *at, *next = *at, *blank = NULL;
    for (unsigned used = 0; *next; end = next) {
        const char *here = next;
        const uint32_t c = paper_next_char(&next);
        used += char_width(c);
        if (c == ' ')
            blank = here;
        else if (used > width && here > *line)
            break;
    }
    if (*end && blank)
        end = blank;
    *at = end;
    while (end > *line && end[-1] == ' ')
        end--;
    return (size_t)(end - *line);
}

/* ---- Cells ---- */

void layout_add_padded(struct paper_bytes *out, const char *text, size_t len, unsigned width,
                       bool at_right)
{
    const unsigned own = layout_width(text, len);
    const unsigned pad = own < width ? width - own : 0;
    if (at_right)
        bytes_add_repeated(out, ' ', pad);
    bytes_add_len(out, text, len);
    if (!at_right)
        bytes_add_repeated(out, ' ', pad);
}

void layout_trim(struct paper_bytes *out)
{
    while (out->len > 0 && !out->failed && out->data[out->len - 1] == ' ')
        out->data[--out->len] = '\0';
}
