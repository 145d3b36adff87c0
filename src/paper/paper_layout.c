/* Breaks and pads text in columns of letters of equal width. */
#include "paper/paper_layout.h"

#include "base/utf8.h"

/* ---- Lines ---- */

size_t layout_take_line(const char **at, unsigned width, const char **line)
{
    while (**at == ' ')
        ++*at;
    *line = *at;
    const char *end = *at, *next = *at, *blank = NULL;
    for (unsigned used = 0; *next; end = next) {
        const char *here = next;
        const uint32_t c = utf8_next(&next);
        used += utf8_cells(c);
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

void layout_add_padded(struct text *out, const char *text, size_t len, unsigned width,
                       bool at_right)
{
    const unsigned own = utf8_width(text, len);
    const unsigned pad = own < width ? width - own : 0;
    if (at_right)
        text_add_repeated(out, ' ', pad);
    text_add_len(out, text, len);
    if (!at_right)
        text_add_repeated(out, ' ', pad);
}

void layout_trim(struct text *out)
{
    while (out->len > 0 && !out->cut && out->data[out->len - 1] == ' ')
        out->data[--out->len] = '\0';
}
