/* Writes a paper as CSV (RFC 4180): its parts in print order, facts as two cells, a blank line
 * before each section and around each table. */
#include "paper/paper_internal.h"

#include "base/csv.h"

#include <string.h>

static void add_text(struct text *out, const char *text)
{
    csv_text(out, text, strlen(text));
}

#define TRUE_MINUS "\u2212"

/* Whether a text is a figure below zero with a true minus sign, as people read it. Programs read
 * the hyphen. */
static bool is_below_zero(const char *text)
{
    const size_t sign = strlen(TRUE_MINUS);
    return strncmp(text, TRUE_MINUS, sign) == 0 && text[sign] >= '0' && text[sign] <= '9';
}

static void add_value(struct text *out, const struct paper_value *v)
{
    char number[PAPER_NUMBER_MAX];
    if (v->type == PAPER_TEXT && v->text && is_below_zero(v->text)) {
        text_add_char(out, '-');
        add_text(out, v->text + strlen(TRUE_MINUS));
    } else if (v->type == PAPER_TEXT)
        add_text(out, v->text);
    else
        text_add(out, paper_value_plain(v, number));
}

static void add_rows(struct text *out, const struct paper_table *t)
{
    for (size_t i = 0; i < t->cell_count; i++) {
        add_value(out, &t->cells[i]);
        if ((i + 1) % t->column_count)
            text_add_char(out, ',');
        else
            csv_end_row(out);
    }
}

static void add_table(struct text *out, const struct paper_table *t)
{
    csv_end_row(out);
    for (unsigned c = 0; c < t->column_count; c++) {
        if (c > 0)
            text_add_char(out, ',');
        add_text(out, t->columns[c].key);
    }
    csv_end_row(out);
    add_rows(out, t);
}

static void add_part(struct text *out, const struct paper_part *part)
{
    if (part->kind == PART_CODE)
        return;
    if (part->kind == PART_TABLE) {
        add_table(out, part->table);
        return;
    }
    add_text(out, part->text);
    if (part->kind != PART_NOTE && part->kind != PART_CAPTION)
        text_add_char(out, ',');
    if (part->kind == PART_FACT)
        add_value(out, &part->value);
    csv_end_row(out);
}

void paper_to_csv(const struct paper *p, struct text *out)
{
    add_text(out, p->title);
    csv_end_row(out);
    for (size_t i = 0; i < p->part_count; i++) {
        const struct paper_part *part = &p->parts[i];
        const bool is_section = part->kind == PART_SECTION;
        const bool after_table = i > 0 && p->parts[i - 1].kind == PART_TABLE;
        if (is_section || (after_table && part->kind != PART_TABLE))
            csv_end_row(out);
        if (!is_section) {
            add_part(out, part);
        } else if (part->text) {
            add_text(out, part->text);
            csv_end_row(out);
        }
    }
}

void paper_rows_to_csv(const struct paper *p, struct text *out)
{
    add_rows(out, p->parts[p->part_count - 1].table);
}
