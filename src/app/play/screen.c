/* A grid of cells with styles, and the escape sequences that show it; see screen.h. */
#include "app/play/screen.h"

#include "app/play/glyphs.h"
#include "base/check.h"

static const struct {
    uint8_t fg, bg;
    bool bold;
    uint8_t mono;
} looks[] = {
#define SCREEN_STYLE_LOOK(name, fg, bg, bold, mono) [STYLE_##name] = {fg, bg, bold, mono},
    SCREEN_STYLES(SCREEN_STYLE_LOOK)
#undef SCREEN_STYLE_LOOK
};

void screen_init(struct screen *s, unsigned rows, bool color, bool ascii)
{
    CHECK(rows >= SCREEN_ROWS_MIN && rows <= SCREEN_ROWS_MAX);
    s->rows = rows;
    s->color = color;
    s->ascii = ascii;
    s->spilled = 0;
    screen_fill(s, 0, 0, rows, SCREEN_COLS, STYLE_FELT, ' ');
}

void screen_put(struct screen *s, unsigned row, unsigned col, enum style style, uint32_t code)
{
    if (row >= s->rows || col >= SCREEN_COLS) {
        s->spilled++;
        return;
    }
    s->cells[row][col] =
        (struct screen_cell){.code = s->ascii ? (uint32_t)(unsigned char)glyph_ascii(code) : code,
                             .style = (uint8_t)style};
}

void screen_fill(struct screen *s, unsigned row, unsigned col, unsigned rows, unsigned cols,
                 enum style style, uint32_t code)
{
    for (unsigned r = row; r < row + rows; r++)
        for (unsigned c = col; c < col + cols; c++)
            screen_put(s, r, c, style, code);
}

static bool is_red(uint32_t code)
{
    return code == glyph_suit(cr_card_make(0, 1)) || code == glyph_suit(cr_card_make(0, 2));
}

unsigned screen_text(struct screen *s, unsigned row, unsigned col, unsigned width, enum style style,
                     const char *text)
{
    bool on_felt = looks[style].bg == looks[STYLE_FELT].bg;
    size_t length = glyph_count(text);
    unsigned n = 0;
    for (uint32_t code; n < width && (code = glyph_next(&text)) != 0; n++) {
        if (n + 1 == width && length > width)
            code = 0x2026;
        screen_put(s, row, col + n, on_felt && is_red(code) ? STYLE_RED_SUIT : style, code);
    }
    return n;
}

void screen_text_right(struct screen *s, unsigned row, unsigned col, unsigned width,
                       enum style style, const char *text)
{
    size_t length = glyph_count(text);
    unsigned shift = length < width ? width - (unsigned)length : 0;
    screen_text(s, row, col + shift, width - shift, style, text);
}

void screen_text_centre(struct screen *s, unsigned row, unsigned col, unsigned width,
                        enum style style, const char *text)
{
    size_t length = glyph_count(text);
    unsigned shift = length < width ? (width - (unsigned)length) / 2 : 0;
    screen_text(s, row, col + shift, width - shift, style, text);
}

static void add_style(const struct screen *s, unsigned style, struct text *out)
{
    text_add(out, "\033[0");
    if (s->color)
        text_add_format(out, "%s;38;5;%u;48;5;%u", looks[style].bold ? ";1" : "", looks[style].fg,
                        looks[style].bg);
    else if (looks[style].mono != 0)
        text_add_format(out, ";%u", looks[style].mono);
    text_add_char(out, 'm');
}

void screen_write(const struct screen *s, unsigned term_cols, unsigned term_rows, struct text *out)
{
    unsigned top = term_rows > s->rows ? (term_rows - s->rows) / 2 : 0;
    unsigned left = term_cols > SCREEN_COLS ? (term_cols - SCREEN_COLS) / 2 : 0;
    for (unsigned row = 0; row < s->rows && row < term_rows; row++) {
        unsigned style = UINT8_MAX;
        text_add_format(out, "\033[%u;%uH", top + row + 1, left + 1);
        for (unsigned col = 0; col < SCREEN_COLS && col < term_cols; col++) {
            const struct screen_cell *cell = &s->cells[row][col];
            if (cell->style != style)
                add_style(s, style = cell->style, out);
            text_add_code(out, cell->code);
        }
    }
    text_add(out, "\033[0m");
    CHECK(!out->cut);
}
