/* A printed document as data: facts, tables, charts, notes and lines to sign.
 *
 * A document is built once and rendered as text, CSV, JSON, PDF or for a receipt printer (REC-2 to
 * REC-4), so that all of them say the same. Equal papers give equal bytes in every form.
 *
 * Everything that is added is copied. The first fault (no memory, too many rows, a cell too many)
 * is kept and stops the paper: adding more does nothing, and rendering reports the fault. */
#pragma once

#include "base/money_style.h"
#include "base/text.h"
#include "base/zone.h"

#include <croupier/error.h>
#include <croupier/money.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum paper_look {
    PAPER_REPORT, /* tables over many pages */
    PAPER_STUDY,  /* sections have numbers and are in the outline: the report of an analysis */
    PAPER_FORM,   /* boxes and lines to sign */
    PAPER_SLIP    /* 80 mm, as a receipt printer prints it */
};

enum paper_type { PAPER_TEXT, PAPER_MONEY, PAPER_COUNT, PAPER_TIME, PAPER_NUMBER };

/* How a number is printed: 0.0559 as "0.0559", "5.59%" or, in a table of percentages, "5.59". */
enum paper_style { PAPER_PLAIN, PAPER_PERCENT, PAPER_HUNDREDTHS };

/* How a table is drawn in PDF and text; the other forms show the same cells as rows. Each shape can
 * be read in black and white: what a colour says, a letter, a length or a text says too. */
enum paper_shape {
    PAPER_ROWS,
    PAPER_BARS,   /* label, number; with a third column also a text behind the bar */
    PAPER_GRID,   /* name, letter, number, tone: cells of a square, row after row. In text, rows and
                     columns have as heads the first letters of the names on the diagonal */
    PAPER_KEY,    /* letter, meaning, tone: what the letters of a grid mean */
    PAPER_SPREAD, /* name, five quantiles, mean, and an amount that is marked unless it is far off
                   */
};

/* Tones of a grid: larger is darker; the last one is of another colour. */
enum paper_tone { PAPER_TONE_NONE, PAPER_TONE_FIRST, PAPER_TONE_LAST = 4, PAPER_TONE_APART };

enum paper_format { PAPER_AS_TEXT, PAPER_AS_CSV, PAPER_AS_JSON, PAPER_AS_PDF, PAPER_AS_ESCPOS };

#define PAPER_COLUMNS_MAX 14
#define PAPER_ROWS_MAX    200000 /* in all tables together */
#define PAPER_PDF_ROWS    20000  /* a PDF with more is refused: ask for a shorter range, or CSV */

struct paper_column {
    const char *key;  /* in JSON and CSV: "paid_out" */
    const char *head; /* in print: "Paid out" */
    enum paper_type type;
};

struct paper;

/* How a place writes times and money, and the paper it prints on. Without one times are UTC, money
 * has no sign, and the paper is A4. */
struct paper_locale {
    struct zone zone;
    struct money_style money;
    bool is_letter;
};

/* kind: "activity"; title: "Activity Report". NULL for lack of memory: every function accepts that,
 * and rendering reports it. */
struct paper *paper_new(enum paper_look look, const char *kind, const char *title);
void paper_free(struct paper *p);

/* To be called before anything is added. */
void paper_set_locale(struct paper *p, const struct paper_locale *locale);

/* Prints on Letter instead of A4; at any time before it is rendered. */
void paper_set_letter(struct paper *p);

/* The text form is for a terminal that shows colours; at any time before it is rendered. */
void paper_set_colors(struct paper *p);

/* A PNG beside the title of a PDF; it is copied. One whose pixels cannot be read is left out, and
 * the paper is still made. */
void paper_set_logo(struct paper *p, const void *png, size_t len);
/* Whether the pixels of a PNG can be read. */
bool paper_is_picture(const void *png, size_t len);

/* Marks a paper that was printed before: its title says REPRINT, in every form. */
void paper_mark_reprint(struct paper *p);

/* Begins a section, to which everything added next belongs. heading NULL: nothing is printed above
 * it. What is added before the first section belongs to the head of the paper. */
void paper_section(struct paper *p, const char *key, const char *heading);

/* Adds a label and a value, "Supervisor: …."; text NULL or "" is a line to fill in by hand. A key
 * occurs once in a section, because it is a member of a JSON object. In the head of a paper the
 * fact "house" is the letterhead of slips and PDFs. */
void paper_fact(struct paper *p, const char *key, const char *label, const char *text);
void paper_fact_money(struct paper *p, const char *key, const char *label, struct cr_money amount);
void paper_fact_count(struct paper *p, const char *key, const char *label, uint64_t count);
/* The difference of two counts, which may be below zero. */
void paper_fact_difference(struct paper *p, const char *key, const char *label, int64_t difference);
void paper_fact_time(struct paper *p, const char *key, const char *label, int64_t ms);
/* The date of that moment in the paper's time zone. */
void paper_fact_day(struct paper *p, const char *key, const char *label, int64_t ms);
/* Prints the fact just added large: it is what readers look for. */
void paper_emphasis(struct paper *p);

/* Begins a table; its cells are added next, row after row. The columns are copied. */
void paper_table(struct paper *p, const char *key, const struct paper_column *columns,
                 unsigned count);
/* The same with the columns in the call, counted by the compiler. */
#define PAPER_TABLE(p, key, ...)                                                                   \
    paper_table(p, key, (const struct paper_column[]){__VA_ARGS__},                                \
                sizeof((const struct paper_column[]){__VA_ARGS__}) / sizeof(struct paper_column))
/* Add a cell. "" is an empty cell of any type; a text may stand in any column, such as the name of
 * a sum. */
void paper_cell(struct paper *p, const char *text);
void paper_cell_money(struct paper *p, struct cr_money amount);
void paper_cell_count(struct paper *p, uint64_t count);
void paper_cell_difference(struct paper *p, int64_t difference);
void paper_cell_time(struct paper *p, int64_t ms);
void paper_cell_number(struct paper *p, double value, unsigned decimals, enum paper_style style);
/* Adds up to six cells: texts, money and counts. */
#define PAPER_CELLS(p, ...)               PC_OF(__VA_ARGS__, PC6, PC5, PC4, PC3, PC2, PC1, none)(p, __VA_ARGS__)
#define PC_OF(a, b, c, d, e, f, all, ...) all
#define PC1(p, value)                                                                              \
    _Generic((value),                                                                              \
        char *: paper_cell,                                                                        \
        const char *: paper_cell,                                                                  \
        struct cr_money: paper_cell_money,                                                         \
        uint8_t: paper_cell_count,                                                                 \
        uint32_t: paper_cell_count,                                                                \
        uint64_t: paper_cell_count)(p, value)
#define PC2(p, value, ...) PC1(p, value), PC1(p, __VA_ARGS__)
#define PC3(p, value, ...) PC1(p, value), PC2(p, __VA_ARGS__)
#define PC4(p, value, ...) PC1(p, value), PC3(p, __VA_ARGS__)
#define PC5(p, value, ...) PC1(p, value), PC4(p, __VA_ARGS__)
#define PC6(p, value, ...) PC1(p, value), PC5(p, __VA_ARGS__)

/* For the table just begun. paper_shape: how it is drawn. paper_blocks: a long list of short cells
 * is set close, in so many blocks side by side, to be read downward. paper_groups: common heads of
 * neighbouring columns, NULL for none; the texts are copied. */
void paper_shape(struct paper *p, enum paper_shape shape);
void paper_blocks(struct paper *p, unsigned blocks);
void paper_groups(struct paper *p, const char *const *groups);

/* For the cell just added. paper_strong: it is bold in a PDF. paper_mark: it is tinted in a PDF and
 * has a star in text. paper_rule: its row has a line above it in a PDF. */
void paper_strong(struct paper *p);
void paper_mark(struct paper *p);
void paper_rule(struct paper *p);
/* Makes the row just completed a sum, ruled and bold; it is the last one of its table. */
void paper_total(struct paper *p);

void paper_note(struct paper *p, const char *text);
/* A line above the table or chart that follows, on the same page. */
void paper_caption(struct paper *p, const char *text);
/* A line to sign, with the label below it. */
void paper_signature(struct paper *p, const char *label);

/* A text as a QR code, on slips only. PDFs and receipt printers have it; other forms leave it out,
 * so what it contains should also stand beside it in words. */
void paper_code(struct paper *p, const char *text);

/* *data ends with a NUL and is the caller's to free. Times in print are in the paper's zone, which
 * is named: "2026-11-15 14:03:07 CST"; in CSV they are ISO 8601 in UTC, in JSON milliseconds. Money
 * has two decimals, or six where cents are not exact; in print (text, PDF, ESC/POS) it is written
 * in the paper's style, "$1,250,000.00". ESC/POS is for slips only. */
int paper_render(const struct paper *p, enum paper_format format, char **data, size_t *len,
                 struct cr_err *err);

/* Writes a paper that ends with a table of any length while its rows are added, in pieces: the
 * paper as far as its rows; the rows added since the last piece, which the paper then forgets; what
 * follows the rows. Together they are what paper_render makes, but the rows are never in memory all
 * at once. Only CSV and JSON can be written so: other forms measure all rows before they write the
 * first. */
bool paper_can_stream(enum paper_format format);

enum paper_piece { PAPER_BEGINNING, PAPER_NEW_ROWS, PAPER_ENDING };

/* Appends a piece to out. The last part of the paper must be a table, without a total. */
int paper_stream(struct paper *p, enum paper_format format, enum paper_piece piece,
                 struct text *out, struct cr_err *err);

/* The content type and the file extension of each form: "text/csv; charset=utf-8" and "csv". */
extern const struct paper_form {
    const char *content_type, *extension;
} paper_forms[PAPER_AS_ESCPOS + 1];
