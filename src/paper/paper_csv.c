/* A paper as CSV (RFC 4180): its parts in print order, facts as two cells, a blank line before each
 * section and around each table. */
#include "paper/paper_internal.h"

#include <string.h>

/* Only what needs quotes gets them. A text that a spreadsheet would take for a formula gets an
 * apostrophe in front, which it shows as a mark of text. */
static void add_text(struct paper_bytes *out, const char *text)
{
    const unsigned char first = (unsigned char)text[0];
    const bool guarded = first && (strchr("=+-@", first) || first < 0x20);
    const size_t len = strlen(text);
    if (!guarded && !strpbrk(text, "\",\r\n") && first != ' ' && (!len || text[len - 1] != ' ')) {
        bytes_add(out, text);
        return;
    }
    bytes_add(out, guarded ? "\"'" : "\"");
    for (const char *quote; (quote = strchr(text, '"')); text = quote + 1) {
        bytes_add_len(out, text, (size_t)(quote - text) + 1);
        bytes_add_char(out, '"');
    }
    bytes_add(out, text);
    bytes_add_char(out, '"');
}

static void add_value(struct paper_bytes *out, const struct paper_value *v)
{
    char number[PAPER_NUMBER_MAX];
    if (v->type == PAPER_TEXT)
        add_text(out, v->text);
    else
        bytes_add(out, paper_value_plain(v, number));
}

static void end_row(struct paper_bytes *out)
{
    bytes_add(out, "\r\n");
}

static void add_rows(struct paper_bytes *out, const struct paper_table *t)
{
    for (size_t i = 0; i < t->cell_count; i++) {
        add_value(out, &t->cells[i]);
        if ((i + 1) % t->column_count)
            bytes_add_char(out, ',');
        else
            end_row(out);
    }
}

static void add_table(struct paper_bytes *out, const struct paper_table *t)
{
    end_row(out);
    for (unsigned c = 0; c < t->column_count; c++) {
        if (c > 0)
            bytes_add_char(out, ',');
        add_text(out, t->columns[c].key);
    }
    end_row(out);
    add_rows(out, t);
}

static void add_part(struct paper_bytes *out, const struct paper_part *part)
{
    if (part->kind == PART_CODE)
        return;
    if (part->kind == PART_TABLE) {
        add_table(out, part->table);
        return;
    }
    add_text(out, part->text);
    if (part->kind != PART_NOTE && part->kind != PART_CAPTION)
        bytes_add_char(out, ',');
    if (part->kind == PART_FACT)
        add_value(out, &part->value);
    end_row(out);
}

void paper_to_csv(const struct paper *p, struct paper_bytes *out)
{
    add_text(out, p->title);
    end_row(out);
    for (size_t i = 0; i < p->part_count; i++) {
        const struct paper_part *part = &p->parts[i];
        const bool is_section = part->kind == PART_SECTION;
        const bool after_table = i > 0 && p->parts[i - 1].kind == PART_TABLE;
        if (is_section || (after_table && part->kind != PART_TABLE))
            end_row(out);
        if (!is_section) {
            add_part(out, part);
        } else if (part->text) {
            add_text(out, part->text);
            end_row(out);
        }
    }
}

void paper_rows_to_csv(const struct paper *p, struct paper_bytes *out)
{
    add_rows(out, p->parts[p->part_count - 1].table);
}
