/* Lines of text with styles; see styled_text.h. */
#include "app/styled_text.h"

#include "app/play/glyphs.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The escape sequences of each style byte, with colour and without. */
static const struct {
    char byte;
    const char *color, *mono;
} styles[] = {
    {'\001', "\033[0m", "\033[0m"},
    {'\002', "\033[0;1m", "\033[0;1m"},
    {'\003', "\033[0;38;5;245m", "\033[0m"},
    {'\004', "\033[0;38;5;35m", "\033[0m"},
    {'\005', "\033[0;38;5;178m", "\033[0;1m"},
    {'\006', "\033[0;1;38;5;231;48;5;160m", "\033[0;7m"},
    {'\016', "\033[0;1;38;5;214m", "\033[0;1m"},
    {'\017', "\033[0;1;38;5;223;48;5;22m", "\033[0;7m"},
};

static const char *style_of(char byte, enum styled_look look)
{
    for (size_t i = 0; i < sizeof styles / sizeof *styles; i++)
        if (styles[i].byte == byte)
            return look == STYLED_NO_ESCAPES ? ""
                   : look == STYLED_MONO     ? styles[i].mono
                                             : styles[i].color;
    return NULL;
}

enum styled_look styled_look_of(bool no_color)
{
    const char *term = getenv("TERM"), *wish = getenv("NO_COLOR");
    if (!isatty(STDOUT_FILENO) || !term || strcmp(term, "dumb") == 0)
        return STYLED_NO_ESCAPES;
    return no_color || (wish && wish[0]) ? STYLED_MONO : STYLED_COLOR;
}

/* ---- Writing ---- */

unsigned styled_add_clean(struct text *out, const char *text, unsigned cells)
{
    size_t length = glyph_count(text);
    unsigned n = 0;
    for (uint32_t code; (cells == 0 || n < cells) && (code = glyph_next(&text)) != 0; n++)
        text_add_code(out, cells > 0 && n + 1 == cells && length > cells ? 0x2026 : code);
    return n;
}

void styled_add_column(struct text *out, const char *text, unsigned cells)
{
    for (unsigned n = styled_add_clean(out, text, cells); n < cells; n++)
        text_add_char(out, ' ');
}

void styled_add_column_right(struct text *out, const char *text, unsigned cells)
{
    for (size_t n = glyph_count(text); n < cells; n++)
        text_add_char(out, ' ');
    styled_add_clean(out, text, cells);
}

void styled_add_folded(struct text *out, const char *text, unsigned indent, unsigned width)
{
    unsigned column = indent;
    while (*text) {
        char word[1024]; /* longer than any text that is folded */
        size_t len = strcspn(text, " ");
        size_t kept = len < sizeof word - 1 ? len : sizeof word - 1;
        memcpy(word, text, kept);
        word[kept] = '\0';
        unsigned cells = (unsigned)glyph_count(word);
        if (column > indent && column + 1 + cells > width) {
            text_add_char(out, '\n');
            for (column = 0; column < indent; column++)
                text_add_char(out, ' ');
        } else if (column > indent) {
            text_add_char(out, ' ');
            column++;
        }
        column += styled_add_clean(out, word, 0);
        text += len + strspn(text + len, " ");
    }
}

/* ---- Showing ---- */

unsigned styled_line_count(const char *lines)
{
    unsigned count = 0;
    for (; *lines; lines++)
        count += *lines == '\n';
    return count;
}

/* Writes one line; returns where the next one begins. */
static const char *show_line(const char *at, enum styled_look look, unsigned cols, struct text *out)
{
    unsigned cells = 0;
    while (*at && *at != '\n') {
        const char *style = style_of(*at, look);
        if (style) {
            text_add(out, style);
            at++;
            continue;
        }
        uint32_t code = glyph_next(&at);
        if (cols == 0 || cells < cols)
            text_add_code(out, code);
        cells++;
    }
    if (look != STYLED_NO_ESCAPES)
        text_add(out, "\033[0m");
    while (look == STYLED_NO_ESCAPES && out->len > 0 && out->data[out->len - 1] == ' ')
        out->data[--out->len] = '\0';
    return at + (*at == '\n');
}

void styled_show(const char *lines, enum styled_look look, unsigned first, unsigned count,
                 unsigned cols, bool on_screen, struct text *out)
{
    for (; first > 0 && *lines; first--) {
        const char *end = strchr(lines, '\n');
        lines = end ? end + 1 : lines + strlen(lines);
    }
    for (; count > 0 && *lines; count--) {
        lines = show_line(lines, look, cols, out);
        text_add(out, on_screen ? "\033[K\r\n" : "\n");
    }
}
