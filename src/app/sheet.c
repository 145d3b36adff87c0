/* Lines with styles, for a terminal or without one. */
#include "app/sheet.h"

#include "app/play/glyphs.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* By style byte: with colour, and without. */
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

static const char *style_of(char byte, enum sheet_look look)
{
    for (size_t i = 0; i < sizeof styles / sizeof *styles; i++)
        if (styles[i].byte == byte)
            return look == SHEET_NO_ESCAPES ? ""
                   : look == SHEET_MONO     ? styles[i].mono
                                            : styles[i].color;
    return NULL;
}

enum sheet_look sheet_look_of(bool no_color)
{
    const char *term = getenv("TERM"), *wish = getenv("NO_COLOR");
    if (!isatty(STDOUT_FILENO) || !term || strcmp(term, "dumb") == 0)
        return SHEET_NO_ESCAPES;
    return no_color || (wish && wish[0]) ? SHEET_MONO : SHEET_COLOR;
}

/* ---- Writing ---- */

static void add_glyph(struct text *out, uint32_t code)
{
    char bytes[4];
    text_add_len(out, bytes, utf8_encode(code, bytes));
}

unsigned sheet_add_clean(struct text *out, const char *text, unsigned cells)
{
    size_t length = glyph_count(text);
    unsigned n = 0;
    for (uint32_t code; (cells == 0 || n < cells) && (code = glyph_next(&text)) != 0; n++)
        add_glyph(out, cells > 0 && n + 1 == cells && length > cells ? 0x2026 : code);
    return n;
}

void sheet_add_column(struct text *out, const char *text, unsigned cells)
{
    for (unsigned n = sheet_add_clean(out, text, cells); n < cells; n++)
        text_add_char(out, ' ');
}

void sheet_add_column_right(struct text *out, const char *text, unsigned cells)
{
    for (size_t n = glyph_count(text); n < cells; n++)
        text_add_char(out, ' ');
    sheet_add_clean(out, text, cells);
}

void sheet_add_folded(struct text *out, const char *text, unsigned indent, unsigned width)
{
    unsigned column = indent;
    while (*text) {
        char word[256];
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
        column += sheet_add_clean(out, word, 0);
        text += len + strspn(text + len, " ");
    }
}

/* ---- Showing ---- */

unsigned sheet_line_count(const char *sheet)
{
    unsigned count = 0;
    for (; *sheet; sheet++)
        count += *sheet == '\n';
    return count;
}

/* One line; returns where the next begins. */
static const char *show_line(const char *at, enum sheet_look look, unsigned cols, struct text *out)
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
            add_glyph(out, code);
        cells++;
    }
    if (look != SHEET_NO_ESCAPES)
        text_add(out, "\033[0m");
    while (look == SHEET_NO_ESCAPES && out->len > 0 && out->data[out->len - 1] == ' ')
        out->data[--out->len] = '\0';
    return at + (*at == '\n');
}

void sheet_show(const char *sheet, enum sheet_look look, unsigned first, unsigned count,
                unsigned cols, bool on_screen, struct text *out)
{
    for (; first > 0 && *sheet; first--) {
        const char *end = strchr(sheet, '\n');
        sheet = end ? end + 1 : sheet + strlen(sheet);
    }
    for (; count > 0 && *sheet; count--) {
        sheet = show_line(sheet, look, cols, out);
        text_add(out, on_screen ? "\033[K\r\n" : "\n");
    }
}
