/* A paper as JSON: money as strings, counts and times (milliseconds since 1970) as numbers, what is
 * empty as null. */
#include "paper/paper_internal.h"

#include <stdio.h>

static void add_key(struct paper_bytes *out, const char *key)
{
    const char last = out->len ? out->data[out->len - 1] : '{';
    if (last != '{' && last != '[')
        bytes_add_char(out, ',');
    if (!key)
        return;
    bytes_add_json(out, key);
    bytes_add_char(out, ':');
}

static void open_member(struct paper_bytes *out, const char *key, char bracket)
{
    add_key(out, key);
    bytes_add_char(out, bracket);
}

static void add_text(struct paper_bytes *out, const char *key, const char *text)
{
    add_key(out, key);
    if (text)
        bytes_add_json(out, text);
    else
        bytes_add(out, "null");
}

static void add_value(struct paper_bytes *out, const char *key, const struct paper_value *v)
{
    char number[PAPER_NUMBER_MAX];
    add_key(out, key);
    if (v->is_empty) {
        bytes_add(out, "null");
    } else if (v->type == PAPER_TEXT) {
        bytes_add_json(out, v->text);
    } else if (v->type == PAPER_MONEY) {
        bytes_add_json(out, paper_value_plain(v, number));
    } else if (v->type == PAPER_COUNT || v->type == PAPER_NUMBER) {
        bytes_add(out, paper_value_plain(v, number)[0] ? number : "null");
    } else {
        snprintf(number, sizeof number, "%lld", (long long)v->time_ms);
        bytes_add(out, number);
    }
}

static void add_cells(struct paper_bytes *out, const struct paper_table *t, size_t row)
{
    bytes_add_char(out, '[');
    for (unsigned c = 0; c < t->column_count; c++)
        add_value(out, NULL, &t->cells[row * t->column_count + c]);
    bytes_add_char(out, ']');
}

static void add_row(struct paper_bytes *out, const char *key, const struct paper_table *t,
                    size_t row)
{
    add_key(out, key);
    add_cells(out, t, row);
}

/* Returns where its rows end. */
static size_t add_table(struct paper_bytes *out, const struct paper_part *part)
{
    static const char *const types[] = {[PAPER_TEXT] = "text",
                                        [PAPER_MONEY] = "money",
                                        [PAPER_COUNT] = "count",
                                        [PAPER_TIME] = "time",
                                        [PAPER_NUMBER] = "number"};
    const struct paper_table *t = part->table;
    const size_t rows = paper_table_rows(t) - t->has_total;
    open_member(out, NULL, '{');
    add_text(out, "key", part->key);
    open_member(out, "columns", '[');
    for (unsigned c = 0; c < t->column_count; c++) {
        open_member(out, NULL, '{');
        add_text(out, "key", t->columns[c].key);
        add_text(out, "head", t->columns[c].head);
        add_text(out, "type", types[t->columns[c].type]);
        bytes_add_char(out, '}');
    }
    bytes_add_char(out, ']');
    open_member(out, "rows", '[');
    for (size_t r = 0; r < rows; r++)
        add_row(out, NULL, t, r);
    const size_t end = out->len;
    bytes_add_char(out, ']');
    if (t->has_total)
        add_row(out, "total", t, rows);
    else
        add_text(out, "total", NULL);
    bytes_add_char(out, '}');
    return end;
}

/* Facts, tables and notes of parts first … end - 1. Returns where the last table's rows end. */
static size_t add_members(struct paper_bytes *out, const struct paper *p, size_t first, size_t end)
{
    size_t rows_end = 0;
    open_member(out, "facts", '{');
    for (size_t i = first; i < end; i++)
        if (p->parts[i].kind == PART_FACT)
            add_value(out, p->parts[i].key, &p->parts[i].value);
    bytes_add_char(out, '}');
    open_member(out, "tables", '[');
    for (size_t i = first; i < end; i++)
        if (p->parts[i].kind == PART_TABLE)
            rows_end = add_table(out, &p->parts[i]);
    bytes_add_char(out, ']');
    open_member(out, "notes", '[');
    for (size_t i = first; i < end; i++)
        if (p->parts[i].kind == PART_NOTE)
            add_text(out, NULL, p->parts[i].text);
    bytes_add_char(out, ']');
    return rows_end;
}

size_t paper_to_json_open(const struct paper *p, struct paper_bytes *out)
{
    size_t first = 0, rows_end;
    open_member(out, NULL, '{');
    add_text(out, "report", p->kind);
    add_text(out, "title", p->title);
    while (first < p->part_count && p->parts[first].kind != PART_SECTION)
        first++;
    rows_end = add_members(out, p, 0, first);
    open_member(out, "sections", '[');
    for (size_t end; first < p->part_count; first = end) {
        end = paper_section_end(p, first);
        open_member(out, NULL, '{');
        add_text(out, "key", p->parts[first].key);
        add_text(out, "heading", p->parts[first].text);
        rows_end = add_members(out, p, first + 1, end);
        bytes_add_char(out, '}');
    }
    bytes_add_char(out, ']');
    open_member(out, "signatures", '[');
    for (size_t i = 0; i < p->part_count; i++)
        if (p->parts[i].kind == PART_SIGNATURE)
            add_text(out, NULL, p->parts[i].text);
    bytes_add(out, "]}\n");
    return rows_end;
}

void paper_to_json(const struct paper *p, struct paper_bytes *out)
{
    paper_to_json_open(p, out);
}

void paper_rows_to_json(const struct paper *p, size_t before, struct paper_bytes *out)
{
    const struct paper_table *t = p->parts[p->part_count - 1].table;
    for (size_t r = 0; r < paper_table_rows(t); r++) {
        if (before + r > 0)
            bytes_add_char(out, ',');
        add_cells(out, t, r);
    }
}
