/* Pages of text; see page.h. */
#include "app/play/page.h"

#include "app/play/glyphs.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void page_clear(struct page *page)
{
    page->count = 0;
}

void page_add(struct page *page, enum tone tone, const char *format, ...)
{
    if (page->count == PAGE_LINES_MAX)
        return;
    struct page_line *line = &page->lines[page->count++];
    line->tone = (uint8_t)tone;
    va_list args;
    va_start(args, format);
    vsnprintf(line->text, sizeof line->text, format, args);
    va_end(args);
}

/* How many bytes of the text fit into `width` cells, ending before a blank if there is one. */
static size_t fitting(const char *text, size_t width)
{
    size_t cells = 0, blank = 0;
    const char *at = text;
    while (*at != '\0' && cells < width) {
        if (*at == ' ')
            blank = (size_t)(at - text);
        glyph_next(&at);
        cells++;
    }
    if (*at == '\0' || *at == ' ' || blank == 0)
        return (size_t)(at - text);
    return blank;
}

void page_add_wrapped(struct page *page, enum tone tone, size_t width, size_t indent,
                      const char *text)
{
    if (width <= indent || glyph_count(text) <= width) {
        page_add(page, tone, "%s", text);
        return;
    }
    /* The first line's columns before the indent have blanks at which it must not be broken. */
    size_t taken = indent < strlen(text) ? indent + fitting(text + indent, width - indent) : indent;
    page_add(page, tone, "%.*s", (int)taken, text);
    for (text += taken; *text != '\0'; text += taken) {
        text += strspn(text, " ");
        taken = fitting(text, width - indent);
        page_add(page, tone, "%*s%.*s", (int)indent, "", (int)taken, text);
    }
}

const char *page_money(struct cr_money m, char out[PAGE_MONEY_MAX])
{
    struct text t = text_in(out, PAGE_MONEY_MAX);
    text_add_money_grouped(&t, m);
    return out;
}

const char *page_money_signed(struct cr_money m, char out[PAGE_MONEY_MAX])
{
    page_money(m, out);
    if (m.micro > 0) {
        memmove(out + 1, out, strlen(out) + 1);
        out[0] = '+';
    }
    return out;
}
