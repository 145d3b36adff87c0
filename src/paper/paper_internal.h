/* The inside of a paper, for the renderers: its parts in print order. */
#pragma once

#include "base/text.h"
#include "paper/paper.h"

struct paper_value {
    enum paper_type type;
    bool is_empty;
    bool is_below_zero;                  /* for a count that is a difference */
    bool is_strong, is_marked, is_ruled; /* for a cell */
    const struct paper_locale *locale;   /* for times and money, then not NULL */
    union {
        struct cr_money money;
        uint64_t count;
        int64_t time_ms;
        struct {
            double value;
            unsigned decimals;
            enum paper_style style;
        } number;
        const char *text; /* always valid UTF-8 */
    };
};

struct paper_table {
    unsigned column_count;
    struct paper_column columns[PAPER_COLUMNS_MAX];
    struct paper_value *cells; /* row after row */
    size_t cell_count, cell_room;
    bool has_total;                        /* the last row is a sum */
    const char *groups[PAPER_COLUMNS_MAX]; /* NULL: none */
    enum paper_shape shape;
    unsigned blocks; /* 0: no blocks */
};

enum paper_part_kind {
    PART_SECTION,
    PART_FACT,
    PART_TABLE,
    PART_NOTE,
    PART_CAPTION,
    PART_SIGNATURE,
    PART_CODE
};

struct paper_part {
    enum paper_part_kind kind;
    bool is_emphasised; /* for a fact */
    const char *key;    /* of sections, facts and tables; else NULL */
    const char
        *text; /* heading (may be NULL), label, note, caption, what is below the line, a code */
    struct paper_value value; /* for a fact */
    struct paper_table *table;
};

struct paper_chunk;

struct paper {
    enum paper_look look;
    const char *kind, *title;
    struct paper_locale locale;
    const void *logo; /* a PNG; NULL: none */
    size_t logo_len;
    bool has_colors; /* the text form is for a terminal that shows colours */
    struct paper_part *parts;
    size_t part_count, part_room;
    size_t row_count;           /* rows of all tables */
    struct paper_chunk *chunks; /* memory of the texts; the newest chunk first */
    struct paper_chunk *kept;   /* the newest chunk when the last table began … */
    size_t kept_used;           /* … and how much of it was used */
    size_t streamed;            /* rows of the last table that are written and dropped */
    struct cr_err fault;        /* the first fault; code 0: none */
};

/* Whether columns of this type are aligned at the right. */
static inline bool paper_is_number(enum paper_type type)
{
    return type == PAPER_MONEY || type == PAPER_COUNT || type == PAPER_NUMBER;
}

static inline size_t paper_table_rows(const struct paper_table *table)
{
    return table->cell_count / table->column_count;
}

/* The end of the section that begins at part i: the index of the next section, or the end of the
 * paper. */
size_t paper_section_end(const struct paper *p, size_t i);

/* Drops the rows of the last table. */
void paper_forget_rows(struct paper *p);

/* The fact that is printed above the title; NULL when there is none. */
const struct paper_part *paper_letterhead(const struct paper *p);

/* ---- Values as people read them ---- */

#define PAPER_NUMBER_MAX 64

/* A number or a time in print, "1,250,000.00"; "" for an empty value. Not for texts. Returns
 * out. */
const char *paper_value_print(const struct paper_value *v, char out[PAPER_NUMBER_MAX]);

/* The same as a machine reads it: "1250000.00", "2026-11-15T14:03:07.000Z". */
const char *paper_value_plain(const struct paper_value *v, char out[PAPER_NUMBER_MAX]);

/* Adds a value as it is printed. Texts are cleaned of characters that could move letters about or
 * command a terminal or a printer: control characters become blanks, marks that turn the direction
 * are left out. */
void paper_add_print(struct text *out, const struct paper_value *v);
void paper_add_clean(struct text *out, const char *text);

/* ---- The forms ---- */

void paper_to_text(const struct paper *p, struct text *out);
void paper_to_csv(const struct paper *p, struct text *out);
void paper_to_json(const struct paper *p, struct text *out);
/* The same; returns the place in out where more rows of the last table would go. */
size_t paper_to_json_open(const struct paper *p, struct text *out);
/* The rows of the last table. before: how many rows were written earlier. */
void paper_rows_to_csv(const struct paper *p, struct text *out);
void paper_rows_to_json(const struct paper *p, size_t before, struct text *out);
void paper_to_escpos(const struct paper *p, struct text *out);
int paper_to_pdf(const struct paper *p, struct text *out, struct cr_err *err);

/* ---- paper_pdf_slip.c: the strip of a receipt printer ---- */

int pdf_slip(const struct paper *p, struct text *out, struct cr_err *err);
