/* A paper for a terminal: columns aligned, texts that are long broken in their column. */
#include "base/utf8.h"
#include "paper/paper_layout.h"
#include "paper/paper_slip.h"

#include <stdlib.h>
#include <string.h>

#define LINE_WIDTH  100
#define CELL_WIDTH  44 /* of a text in a table, at most */
#define LABEL_WIDTH 36
#define FILL_IN     "______________________________"

/* ---- Slips ---- */

static void add_slip_line(void *context, enum slip_style style, const char *text, size_t len)
{
    struct text *out = context;
    const unsigned width = utf8_width(text, len);
    if (style == SLIP_CODE)
        return;
    const bool is_centred = style == SLIP_CENTRED || style == SLIP_LARGE;
    if (is_centred && width < SLIP_WIDTH)
        text_add_repeated(out, ' ', (SLIP_WIDTH - width) / 2);
    text_add_len(out, text, len);
    text_add_char(out, '\n');
}

/* ---- Texts ---- */

/* What is printed, in b. */
static const char *make_value(struct text *b, const struct paper_value *v)
{
    text_clear(b);
    paper_add_print(b, v);
    return b->cut ? "" : b->data;
}

static const char *make_text(struct text *b, const char *text)
{
    const struct paper_value v = {.type = PAPER_TEXT, .text = text};
    return make_value(b, &v);
}

static void drop(struct text *out, struct text *b)
{
    out->cut = out->cut || b->cut;
    text_free(b);
}

static void add_wrapped(struct text *out, unsigned indent, const char *text)
{
    const char *line;
    size_t len = layout_take_line(&text, LINE_WIDTH - indent, &line);
    text_add_len(out, line, len);
    text_add_char(out, '\n');
    while ((len = layout_take_line(&text, LINE_WIDTH - indent, &line)) > 0) {
        text_add_repeated(out, ' ', indent);
        text_add_len(out, line, len);
        text_add_char(out, '\n');
    }
}

static void add_heading(struct text *out, const char *text, char rule)
{
    struct text b = {0};
    const char *clean = make_text(&b, text);
    text_add(out, clean);
    text_add_char(out, '\n');
    text_add_repeated(out, rule, utf8_width(clean, strlen(clean)));
    text_add_char(out, '\n');
    drop(out, &b);
}

/* ---- Facts ---- */

/* The widest label of facts in a row, so that their values stand below each other. */
static unsigned label_width(const struct paper *p, size_t i, struct text *b)
{
    unsigned widest = 0;
    while (i > 0 && p->parts[i - 1].kind == PART_FACT)
        i--;
    for (; i < p->part_count && p->parts[i].kind == PART_FACT; i++) {
        const char *label = make_text(b, p->parts[i].text);
        const unsigned width = utf8_width(label, strlen(label));
        widest = width > widest ? width : widest;
    }
    return widest > LABEL_WIDTH ? LABEL_WIDTH : widest;
}

static void add_fact(struct text *out, const struct paper *p, size_t i)
{
    struct text b = {0};
    const unsigned width = label_width(p, i, &b);
    const char *label = make_text(&b, p->parts[i].text);
    layout_add_padded(out, label, strlen(label), width, false);
    text_add(out, "  ");
    add_wrapped(out, width + 2,
                p->parts[i].value.is_empty ? FILL_IN : make_value(&b, &p->parts[i].value));
    drop(out, &b);
}

/* ---- Tables ---- */

static void measure(const struct paper_table *t, unsigned widths[PAPER_COLUMNS_MAX], struct text *b)
{
    for (unsigned c = 0; c < t->column_count; c++) {
        const char *head = make_text(b, t->columns[c].head);
        widths[c] = utf8_width(head, strlen(head));
        for (size_t i = c; i < t->cell_count; i += t->column_count) {
            const char *cell = make_value(b, &t->cells[i]);
            const unsigned width = utf8_width(cell, strlen(cell));
            widths[c] = width > widths[c] ? width : widths[c];
        }
        if (t->columns[c].type == PAPER_TEXT && widths[c] > CELL_WIDTH)
            widths[c] = CELL_WIDTH;
    }
}

/* One row, heads with cells NULL, of as many lines as its longest text needs. */
static void add_row(struct text *out, const struct paper_table *t, const struct paper_value *cells,
                    const unsigned *widths, struct text texts[PAPER_COLUMNS_MAX])
{
    const char *rest[PAPER_COLUMNS_MAX];
    bool is_more = true;
    for (unsigned c = 0; c < t->column_count; c++)
        rest[c] =
            cells ? make_value(&texts[c], &cells[c]) : make_text(&texts[c], t->columns[c].head);
    while (is_more) {
        is_more = false;
        for (unsigned c = 0; c < t->column_count; c++) {
            const char *line;
            const size_t len = layout_take_line(&rest[c], widths[c], &line);
            text_add(out, c ? "  " : "");
            layout_add_padded(out, line, len, widths[c], paper_is_number(t->columns[c].type));
            is_more = is_more || *rest[c];
        }
        layout_trim(out);
        text_add_char(out, '\n');
    }
}

static void add_table(struct text *out, const struct paper_table *t)
{
    struct text texts[PAPER_COLUMNS_MAX] = {{0}};
    unsigned widths[PAPER_COLUMNS_MAX] = {0}, whole = 2 * (t->column_count - 1);
    const size_t rows = paper_table_rows(t);
    measure(t, widths, &texts[0]);
    for (unsigned c = 0; c < t->column_count; c++)
        whole += widths[c];
    add_row(out, t, NULL, widths, texts);
    for (size_t r = 0; r < rows; r++) {
        if (r == 0 || (t->has_total && r + 1 == rows)) {
            text_add_repeated(out, '-', whole);
            text_add_char(out, '\n');
        }
        add_row(out, t, &t->cells[r * t->column_count], widths, texts);
    }
    for (unsigned c = 0; c < t->column_count; c++)
        drop(out, &texts[c]);
}

/* ---- All ---- */

static void add_part(struct text *out, const struct paper *p, size_t i)
{
    const struct paper_part *part = &p->parts[i];
    const enum paper_part_kind before = i > 0 ? p->parts[i - 1].kind : PART_NOTE;
    struct text b = {0};
    if (before != PART_SECTION && (before != part->kind || part->kind == PART_TABLE))
        text_add_char(out, '\n');
    switch (part->kind) {
    case PART_SECTION:
        if (part->text)
            add_heading(out, part->text, '-');
        break;
    case PART_FACT:
        add_fact(out, p, i);
        break;
    case PART_TABLE:
        add_table(out, part->table);
        break;
    case PART_NOTE:
    case PART_CAPTION:
        add_wrapped(out, 0, make_text(&b, part->text));
        break;
    case PART_SIGNATURE:
        text_add(out, "\n" FILL_IN "\n");
        add_wrapped(out, 0, make_text(&b, part->text));
        break;
    case PART_CODE:
        break;
    }
    drop(out, &b);
}

void paper_to_text(const struct paper *p, struct text *out)
{
    if (p->look == PAPER_SLIP) {
        out->cut = !slip_lines(p, false, add_slip_line, out) || out->cut;
        return;
    }
    add_heading(out, p->title, '=');
    for (size_t i = 0; i < p->part_count; i++)
        add_part(out, p, i);
}
