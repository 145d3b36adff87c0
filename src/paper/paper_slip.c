/* Breaks a slip into lines; see paper_slip.h. */
#include "paper/paper_slip.h"

#include "base/utf8.h"
#include "paper/paper_layout.h"

#include <string.h>

#define FILL_IN    22 /* width of a line to write on by hand, and … */
#define FILL_LEAST 12 /* … the least that is useful */
#define COLUMN_GAP 2

struct slip {
    bool is_ascii;
    slip_line_fn *line;
    void *context;
    struct text label, text, row; /* buffers for the line in the making */
};

/* The text as it is printed, in b. */
static const char *make_text(const struct slip *s, struct text *b, const char *text)
{
    struct text clean = {0};
    text_clear(b);
    text_clear(&clean);
    paper_add_clean(&clean, text);
    if (clean.cut)
        b->cut = true;
    else if (s->is_ascii)
        layout_add_ascii(b, clean.data);
    else
        text_add(b, clean.data);
    text_free(&clean);
    return b->cut ? "" : b->data;
}

static const char *make_value(const struct slip *s, struct text *b, const struct paper_value *v)
{
    char number[PAPER_NUMBER_MAX];
    return make_text(s, b, v->type == PAPER_TEXT ? v->text : paper_value_print(v, number));
}

static void put_line(struct slip *s, enum slip_style style, const char *text)
{
    s->line(s->context, style, text, strlen(text));
}

/* Adds the text in as many lines as it takes, each indented. */
static void put_wrapped(struct slip *s, enum slip_style style, unsigned indent, const char *text)
{
    const unsigned width = style == SLIP_LARGE ? SLIP_WIDTH / 2 : SLIP_WIDTH;
    const char *line;
    for (size_t len; (len = layout_take_line(&text, width - indent, &line)) > 0;) {
        text_clear(&s->row);
        text_add_repeated(&s->row, ' ', indent);
        text_add_len(&s->row, line, len);
        if (!s->row.cut)
            s->line(s->context, style, s->row.data, s->row.len);
    }
}

static void put_rule(struct slip *s, enum slip_style style)
{
    char rule[SLIP_WIDTH + 1];
    memset(rule, style == SLIP_RULE ? '-' : style == SLIP_SIGN ? '_' : '=', SLIP_WIDTH);
    rule[SLIP_WIDTH] = '\0';
    put_line(s, style, rule);
}

/* Adds the label at the left and the value at the right, or each on lines of its own where they do
 * not fit. */
static void put_pair(struct slip *s, enum slip_style style, const char *label, const char *value)
{
    const unsigned left = utf8_width(label, strlen(label));
    const unsigned right = utf8_width(value, strlen(value));
    if (left + 2 + right > SLIP_WIDTH) {
        put_wrapped(s, style, 0, label);
        put_wrapped(s, style, 2, value);
        return;
    }
    text_clear(&s->row);
    text_add(&s->row, label);
    text_add_repeated(&s->row, ' ', SLIP_WIDTH - left - right);
    text_add(&s->row, value);
    if (!s->row.cut)
        put_line(s, style, s->row.data);
}

/* A line to write on, as long as the label leaves room for; if that is too little, of full length
 * for the next line. */
static const char *make_line(struct slip *s, const char *label)
{
    const unsigned taken = utf8_width(label, strlen(label)) + 2;
    const unsigned room = taken < SLIP_WIDTH ? SLIP_WIDTH - taken : 0;
    text_clear(&s->text);
    text_add_repeated(&s->text, '_', room < FILL_LEAST || room > FILL_IN ? FILL_IN : room);
    return s->text.cut ? "" : s->text.data;
}

static void put_fact(struct slip *s, const struct paper_part *part)
{
    const char *label = make_text(s, &s->label, part->text);
    const char *value =
        part->value.is_empty ? make_line(s, label) : make_value(s, &s->text, &part->value);
    if (!part->is_emphasised) {
        put_pair(s, SLIP_PLAIN, label, value);
        return;
    }
    put_line(s, SLIP_PLAIN, "");
    put_wrapped(s, SLIP_CENTRED, 0, label);
    put_wrapped(s, SLIP_LARGE, 0, value);
    put_line(s, SLIP_PLAIN, "");
}

/* ---- Tables ---- */

/* Whether the columns fit side by side; sets their widths. */
static bool fit_columns(struct slip *s, const struct paper_table *t,
                        unsigned widths[PAPER_COLUMNS_MAX])
{
    unsigned sum = COLUMN_GAP * (t->column_count - 1);
    for (unsigned c = 0; c < t->column_count; c++) {
        const char *head = make_text(s, &s->text, t->columns[c].head);
        widths[c] = utf8_width(head, strlen(head));
        for (size_t i = c; i < t->cell_count; i += t->column_count) {
            const char *cell = make_value(s, &s->text, &t->cells[i]);
            const unsigned width = utf8_width(cell, strlen(cell));
            widths[c] = width > widths[c] ? width : widths[c];
        }
        sum += widths[c];
    }
    return sum <= SLIP_WIDTH;
}

/* Adds one row of columns that fit; cells NULL: the heads. */
static void put_cells(struct slip *s, const struct paper_table *t, const struct paper_value *cells,
                      const unsigned *widths)
{
    text_clear(&s->row);
    for (unsigned c = 0; c < t->column_count; c++) {
        const char *text =
            cells ? make_value(s, &s->text, &cells[c]) : make_text(s, &s->text, t->columns[c].head);
        text_add_repeated(&s->row, ' ', c ? COLUMN_GAP : 0);
        layout_add_padded(&s->row, text, strlen(text), widths[c],
                          paper_is_number(t->columns[c].type));
    }
    layout_trim(&s->row);
    if (!s->row.cut)
        put_line(s, cells ? SLIP_PLAIN : SLIP_BOLD, s->row.data);
}

/* Adds one row of columns that do not fit: as many cells on a line as fit, the others below. */
static void put_filled(struct slip *s, const struct paper_table *t, const struct paper_value *cells)
{
    unsigned used = 0, indent = 0;
    text_clear(&s->label);
    for (unsigned c = 0; c < t->column_count; c++) {
        const char *text = make_value(s, &s->text, &cells[c]);
        const unsigned width = utf8_width(text, strlen(text));
        if (used > 0 && used + COLUMN_GAP + width > SLIP_WIDTH) {
            put_wrapped(s, SLIP_PLAIN, indent, s->label.cut ? "" : s->label.data);
            text_clear(&s->label);
            used = 0;
            indent = 2;
        }
        text_add_repeated(&s->label, ' ', used ? COLUMN_GAP : 0);
        text_add(&s->label, text);
        used += width + (used ? COLUMN_GAP : 0);
    }
    put_wrapped(s, SLIP_PLAIN, indent, s->label.cut ? "" : s->label.data);
}

static void put_table(struct slip *s, const struct paper_table *t)
{
    unsigned widths[PAPER_COLUMNS_MAX];
    const size_t rows = paper_table_rows(t);
    const bool fits = fit_columns(s, t, widths);
    if (fits)
        put_cells(s, t, NULL, widths);
    for (size_t r = 0; r < rows; r++) {
        const struct paper_value *cells = &t->cells[r * t->column_count];
        if (t->has_total && r + 1 == rows)
            put_rule(s, SLIP_RULE);
        if (fits)
            put_cells(s, t, cells, widths);
        else
            put_filled(s, t, cells);
    }
}

/* ---- The whole slip ---- */

static void put_part(struct slip *s, const struct paper_part *part)
{
    switch (part->kind) {
    case PART_SECTION:
        put_rule(s, SLIP_RULE);
        if (part->text)
            put_wrapped(s, SLIP_BOLD, 0, make_text(s, &s->text, part->text));
        break;
    case PART_FACT:
        put_fact(s, part);
        break;
    case PART_TABLE:
        put_table(s, part->table);
        break;
    case PART_NOTE:
    case PART_CAPTION:
        put_wrapped(s, SLIP_PLAIN, 0, make_text(s, &s->text, part->text));
        break;
    case PART_SIGNATURE:
        put_line(s, SLIP_PLAIN, "");
        put_line(s, SLIP_PLAIN, "");
        put_rule(s, SLIP_SIGN);
        put_wrapped(s, SLIP_PLAIN, 0, make_text(s, &s->text, part->text));
        break;
    case PART_CODE:
        put_line(s, SLIP_CODE, part->text);
        break;
    }
}

/* Adds the letterhead, which is the fact "house" in the head of a paper. */
static void put_letterhead(struct slip *s, const struct paper_part *house)
{
    if (!house || house->value.is_empty)
        return;
    put_wrapped(s, SLIP_CENTRED, 0, make_value(s, &s->text, &house->value));
    put_line(s, SLIP_PLAIN, "");
}

bool slip_lines(const struct paper *p, bool is_ascii, slip_line_fn *line, void *context)
{
    struct slip s = {.is_ascii = is_ascii, .line = line, .context = context};
    const struct paper_part *house = paper_letterhead(p);
    put_letterhead(&s, house);
    put_wrapped(&s, SLIP_LARGE, 0, make_text(&s, &s.text, p->title));
    put_rule(&s, SLIP_THICK_RULE);
    for (size_t i = 0; i < p->part_count; i++)
        if (&p->parts[i] != house)
            put_part(&s, &p->parts[i]);
    const bool failed = s.label.cut || s.text.cut || s.row.cut;
    text_free(&s.label);
    text_free(&s.text);
    text_free(&s.row);
    return !failed;
}
