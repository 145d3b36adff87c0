/* A grid of cells with styles, and the escape sequences that show it. Drawing is pure: these
 * functions write nothing to the terminal. */
#pragma once

#include "base/text.h"

#define SCREEN_COLS     80
#define SCREEN_ROWS_MIN 24
#define SCREEN_ROWS_MAX 34

/* Each style: its name; foreground and background among 256 colours; whether it is bold in colour;
 * and the SGR attribute used without colour, 0 for none. */
#define SCREEN_STYLES(X)                                                                           \
    X(FELT, 65, 22, false, 0)                                                                      \
    X(TEXT, 253, 22, false, 0)                                                                     \
    X(DIM, 108, 22, false, 0)                                                                      \
    X(STRONG, 230, 22, true, 1)                                                                    \
    X(GOOD, 156, 22, false, 0)                                                                     \
    X(BAD, 217, 22, false, 0)                                                                      \
    X(RED_SUIT, 210, 22, true, 0)                                                                  \
    X(TITLE, 223, 233, true, 1)                                                                    \
    X(TITLE_DIM, 246, 233, false, 0)                                                               \
    X(SIGN, 214, 232, true, 1)                                                                     \
    X(SIGN_NAME, 137, 232, false, 0)                                                               \
    X(SIGN_WIN, 232, 214, true, 7)                                                                 \
    X(CARD_BLACK, 234, 230, true, 1)                                                               \
    X(CARD_RED, 160, 230, true, 1)                                                                 \
    X(CARD_BACK, 67, 24, false, 0)                                                                 \
    X(SEAT, 151, 22, false, 0)                                                                     \
    X(SEAT_OWN, 223, 22, true, 1)                                                                  \
    X(SEAT_TURN, 232, 222, true, 7)                                                                \
    X(LIGHT_ON, 214, 22, true, 1)                                                                  \
    X(KEY, 233, 187, true, 1)                                                                      \
    X(KEY_TEXT, 252, 233, false, 0)                                                                \
    X(STATUS, 250, 232, false, 0)                                                                  \
    X(STATUS_STRONG, 230, 232, true, 1)

enum style {
#define SCREEN_STYLE_ENUM(name, fg, bg, bold, mono) STYLE_##name,
    SCREEN_STYLES(SCREEN_STYLE_ENUM)
#undef SCREEN_STYLE_ENUM
};

struct screen_cell {
    uint32_t code;
    uint8_t style;
};

struct screen {
    unsigned rows;
    bool color, ascii;
    unsigned spilled; /* cells drawn outside the grid: a mistake in the drawing, which tests find */
    struct screen_cell cells[SCREEN_ROWS_MAX][SCREEN_COLS];
};

/* Makes an empty grid of so many rows. */
void screen_init(struct screen *s, unsigned rows, bool color, bool ascii);

void screen_put(struct screen *s, unsigned row, unsigned col, enum style style, uint32_t code);
void screen_fill(struct screen *s, unsigned row, unsigned col, unsigned rows, unsigned cols,
                 enum style style, uint32_t code);

/* Writes a text in at most `width` cells, cut with "…"; returns the cells used. In styles on the
 * felt, red suits are shown in red. */
unsigned screen_text(struct screen *s, unsigned row, unsigned col, unsigned width, enum style style,
                     const char *text);

/* The same, at the right end or in the middle of `width` cells. */
void screen_text_right(struct screen *s, unsigned row, unsigned col, unsigned width,
                       enum style style, const char *text);
void screen_text_centre(struct screen *s, unsigned row, unsigned col, unsigned width,
                        enum style style, const char *text);

/* Writes the escape sequences that show the grid in the middle of a terminal of that size. */
#define SCREEN_BYTES_MAX (SCREEN_ROWS_MAX * SCREEN_COLS * 32 + 4096)
void screen_write(const struct screen *s, unsigned term_cols, unsigned term_rows, struct text *out);
