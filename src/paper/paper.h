/* A printed page as data: facts, tables, charts, remarks and lines to sign.
 *
 * A document is built once and rendered as text, CSV, JSON, PDF or for a receipt
 * printer (REC-2 to REC-4), so that all of them say the same. Equal papers give equal bytes in
 * every form.
 *
 * Everything that is added is copied. The first fault (no memory, too many rows, a cell too many)
 * is remembered and ends the paper: adding more does nothing, and rendering reports it.
 */
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
    PAPER_STUDY,  /* sections numbered and in the outline: the report of an analysis */
    PAPER_FORM,   /* boxes and lines to sign */
    PAPER_SLIP    /* 80 mm, as a receipt printer prints it */
};

enum paper_type { PAPER_TEXT, PAPER_MONEY, PAPER_COUNT, PAPER_TIME, PAPER_NUMBER };

/* How a number is printed: 0.0559 as "0.0559", "5.59%" or, in a table of percentages, "5.59". */
enum paper_style { PAPER_PLAIN, PAPER_PERCENT, PAPER_HUNDREDTHS };

/* How a table is drawn in PDF and text; the other forms show the same cells as rows. Each can be
 * read in black and white: what a colour says, a letter, a length or a text says too. */
enum paper_shape {
    PAPER_ROWS,
    PAPER_BARS,   /* label, number; and a text after the bar where there is a third column */
    PAPER_GRID,   /* name, letter, number, tone: cells of a square, row after row; as text, rows and
                     columns are called by the first letters on the diagonal */
    PAPER_KEY,    /* letter, meaning, tone: what the letters of a grid mean */
    PAPER_SPREAD, /* name, five quantiles, mean, and an amount marked where it is not far off */
};

/* Tones of a grid: larger is darker; the last one stands apart. */
enum paper_tone { PAPER_TONE_NONE, PAPER_TONE_FIRST, PAPER_TONE_LAST = 4, PAPER_TONE_APART };

enum paper_format { PAPER_AS_TEXT, PAPER_AS_CSV, PAPER_AS_JSON, PAPER_AS_PDF, PAPER_AS_ESCPOS };

#define PAPER_COLUMNS_MAX 14
#define PAPER_ROWS_MAX    200000 /* of all tables together */
#define PAPER_PDF_ROWS    20000  /* more are refused as a PDF: a shorter range, or CSV */

struct paper_column {
    const char *key;  /* of the JSON and the CSV: "paid_out" */
    const char *head; /* of the print: "Paid out" */
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

/* kind: "activity"; title: "Activity Report". NULL without memory: every function takes that, and
 * rendering reports it. */
struct paper *paper_new(enum paper_look look, const char *kind, const char *title);
void paper_free(struct paper *p);

/* Before anything is added. */
void paper_set_locale(struct paper *p, const struct paper_locale *locale);

/* On Letter instead of A4; at any time before it is rendered. */
void paper_set_letter(struct paper *p);

/* The text form is read in a terminal that shows colours; at any time before it is rendered. */
void paper_set_colors(struct paper *p);

/* A PNG that stands beside the title of a PDF, copied. One whose pixels cannot be read is left out:
 * a paper is not lost for want of its picture. */
void paper_set_logo(struct paper *p, const void *png, size_t len);
bool paper_is_picture(const void *png, size_t len);

/* The paper was printed before: its title says REPRINT, in every form. */
void paper_mark_reprint(struct paper *p);

/* What follows belongs to a section; heading NULL: nothing is printed above it. Before the first
 * one what is added belongs to the head of the paper. */
void paper_section(struct paper *p, const char *key, const char *heading);

/* "Supervisor: ….": a label and a value; text NULL or "" is a line to fill in by hand. A key
 * is there once in a section: it is a member of a JSON object. In the head of a paper the fact
 * "house" is the letterhead of slips and PDFs. */
void paper_fact(struct paper *p, const char *key, const char *label, const char *text);
void paper_fact_money(struct paper *p, const char *key, const char *label, struct cr_money amount);
void paper_fact_count(struct paper *p, const char *key, const char *label, uint64_t count);
/* Of two counts: it may be below zero. */
void paper_fact_difference(struct paper *p, const char *key, const char *label, int64_t difference);
void paper_fact_time(struct paper *p, const char *key, const char *label, int64_t ms);
/* The date of that moment, at the paper's place. */
void paper_fact_day(struct paper *p, const char *key, const char *label, int64_t ms);
/* The fact just added is what the reader looks for: large in print. */
void paper_emphasis(struct paper *p);

/* A table; its cells follow in order, row after row. The columns are copied. */
void paper_table(struct paper *p, const char *key, const struct paper_column *columns,
                 unsigned count);
/* The same with columns that stand in the call, counted by the compiler. */
#define PAPER_TABLE(p, key, ...)                                                                   \
    paper_table(p, key, (const struct paper_column[]){__VA_ARGS__},                                \
                sizeof((const struct paper_column[]){__VA_ARGS__}) / sizeof(struct paper_column))
/* "" is an empty cell of any type; a text may stand in any column, such as the name of a sum. */
void paper_cell(struct paper *p, const char *text);
void paper_cell_money(struct paper *p, struct cr_money amount);
void paper_cell_count(struct paper *p, uint64_t count);
void paper_cell_difference(struct paper *p, int64_t difference);
void paper_cell_time(struct paper *p, int64_t ms);
void paper_cell_number(struct paper *p, double value, unsigned decimals, enum paper_style style);
/* Up to six cells that follow each other: texts, money and counts. */
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

/* Of the table just begun: its shape; a long list of short cells, set close in so many blocks side
 * by side, read downward; common heads of neighbouring columns, NULL for none. Texts are copied. */
void paper_shape(struct paper *p, enum paper_shape shape);
void paper_blocks(struct paper *p, unsigned blocks);
void paper_groups(struct paper *p, const char *const *groups);

/* The cell just added is bold in a PDF; stands on a tint, and has a star as text; its row has a
 * line above it in a PDF. */
void paper_strong(struct paper *p);
void paper_mark(struct paper *p);
void paper_rule(struct paper *p);
/* The row just completed is a sum, ruled and bold; it is the last one of its table. */
void paper_total(struct paper *p);

void paper_note(struct paper *p, const char *text);
/* A line above a table or a chart, on the same page. */
void paper_caption(struct paper *p, const char *text);
/* A line to sign, with what is written below it. */
void paper_signature(struct paper *p, const char *label);

/* A text as a QR code, on slips only. PDF and receipt printers have it; other forms leave it out,
 * so what it says is said beside it. */
void paper_code(struct paper *p, const char *text);

/* data is the caller's to free, and terminated. Times in print are those of the paper's place, with
 * its zone: "2026-11-15 14:03:07 CST"; in CSV they are ISO 8601 in UTC, in JSON milliseconds. Money
 * has two decimals, six where cents do not say all; in print (text, PDF, ESC/POS) it is written as
 * the place does, "$1,250,000.00". ESC/POS is for slips only. */
int paper_render(const struct paper *p, enum paper_format format, char **data, size_t *len,
                 struct cr_err *err);

/* A paper that ends with a table of any length, written while its rows are added: as far as its
 * rows, then the rows that were added since, which it forgets, then what follows them. Together
 * that is what paper_render makes, and such a paper is never whole in memory. Only CSV and JSON
 * come so: other forms measure all rows before they write the first. */
bool paper_can_stream(enum paper_format format);

enum paper_piece { PAPER_BEGINNING, PAPER_NEW_ROWS, PAPER_ENDING };

/* Adds to out. The last thing added to the paper is a table, without a total. */
int paper_stream(struct paper *p, enum paper_format format, enum paper_piece piece,
                 struct text *out, struct cr_err *err);

/* "text/csv; charset=utf-8", "activity.csv": for whoever sends it on. */
extern const struct paper_form {
    const char *content_type, *extension;
} paper_forms[PAPER_AS_ESCPOS + 1];
