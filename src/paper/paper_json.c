/* Writes a paper as JSON: money as strings, counts and times (milliseconds since 1970) as numbers,
 * empty values as null. */
#include "base/json_write.h"
#include "paper/paper_internal.h"

static const char *const types[] = {[PAPER_TEXT] = "text",
                                    [PAPER_MONEY] = "money",
                                    [PAPER_COUNT] = "count",
                                    [PAPER_TIME] = "time",
                                    [PAPER_NUMBER] = "number"};

static void add_value(struct text *out, const char *key, const struct paper_value *v)
{
    if (v->is_empty)
        json_null(out, key);
    else if (v->type == PAPER_TEXT)
        json_text(out, key, v->text);
    else if (v->type == PAPER_MONEY)
        json_money(out, key, v->money);
    else if (v->type == PAPER_COUNT && v->is_below_zero)
        json_integer(out, key, -(int64_t)v->count);
    else if (v->type == PAPER_COUNT)
        json_count(out, key, v->count);
    else if (v->type == PAPER_NUMBER)
        json_number(out, key, v->number.value);
    else
        json_integer(out, key, v->time_ms);
}

static void add_row(struct text *out, const char *key, const struct paper_table *t, size_t row)
{
    json_open(out, key, '[');
    for (unsigned c = 0; c < t->column_count; c++)
        add_value(out, NULL, &t->cells[row * t->column_count + c]);
    json_close(out, ']');
}

static void add_columns(struct text *out, const struct paper_table *t)
{
    json_open(out, "columns", '[');
    for (unsigned c = 0; c < t->column_count; c++) {
        json_open(out, NULL, '{');
        json_text(out, "key", t->columns[c].key);
        json_text(out, "head", t->columns[c].head);
        json_text(out, "type", types[t->columns[c].type]);
        json_close(out, '}');
    }
    json_close(out, ']');
}

/* Adds a table; returns the place in out where its rows end. */
static size_t add_table(struct text *out, const struct paper_part *part)
{
    const struct paper_table *t = part->table;
    const size_t rows = paper_table_rows(t) - t->has_total;
    json_open(out, NULL, '{');
    json_text(out, "key", part->key);
    add_columns(out, t);
    json_open(out, "rows", '[');
    for (size_t r = 0; r < rows; r++)
        add_row(out, NULL, t, r);
    const size_t end = out->len;
    json_close(out, ']');
    if (t->has_total)
        add_row(out, "total", t, rows);
    else
        json_null(out, "total");
    json_close(out, '}');
    return end;
}

/* Adds the texts of all parts of one kind. */
static void add_texts(struct text *out, const char *key, const struct paper *p,
                      enum paper_part_kind kind, size_t first, size_t end)
{
    json_open(out, key, '[');
    for (size_t i = first; i < end; i++)
        if (p->parts[i].kind == kind)
            json_text(out, NULL, p->parts[i].text);
    json_close(out, ']');
}

/* Adds facts and their types, tables and notes of parts first … end - 1. Returns the place where
 * the last table's rows end. */
static size_t add_members(struct text *out, const struct paper *p, size_t first, size_t end)
{
    size_t rows_end = 0;
    json_open(out, "facts", '{');
    for (size_t i = first; i < end; i++)
        if (p->parts[i].kind == PART_FACT)
            add_value(out, p->parts[i].key, &p->parts[i].value);
    json_close(out, '}');
    json_open(out, "fact_types", '{');
    for (size_t i = first; i < end; i++)
        if (p->parts[i].kind == PART_FACT)
            json_text(out, p->parts[i].key, types[p->parts[i].value.type]);
    json_close(out, '}');
    json_open(out, "tables", '[');
    for (size_t i = first; i < end; i++)
        if (p->parts[i].kind == PART_TABLE)
            rows_end = add_table(out, &p->parts[i]);
    json_close(out, ']');
    add_texts(out, "notes", p, PART_NOTE, first, end);
    return rows_end;
}

size_t paper_to_json_open(const struct paper *p, struct text *out)
{
    size_t first = 0, rows_end;
    json_open(out, NULL, '{');
    json_text(out, "report", p->kind);
    json_text(out, "title", p->title);
    while (first < p->part_count && p->parts[first].kind != PART_SECTION)
        first++;
    rows_end = add_members(out, p, 0, first);
    json_open(out, "sections", '[');
    for (size_t end; first < p->part_count; first = end) {
        end = paper_section_end(p, first);
        json_open(out, NULL, '{');
        json_text(out, "key", p->parts[first].key);
        json_text(out, "heading", p->parts[first].text);
        rows_end = add_members(out, p, first + 1, end);
        json_close(out, '}');
    }
    json_close(out, ']');
    add_texts(out, "signatures", p, PART_SIGNATURE, 0, p->part_count);
    text_add(out, "}\n");
    return rows_end;
}

void paper_to_json(const struct paper *p, struct text *out)
{
    paper_to_json_open(p, out);
}

void paper_rows_to_json(const struct paper *p, size_t before, struct text *out)
{
    const struct paper_table *t = p->parts[p->part_count - 1].table;
    for (size_t r = 0; r < paper_table_rows(t); r++) {
        if (before > 0 && r == 0) /* the rows before may have been sent already */
            text_add_char(out, ',');
        add_row(out, NULL, t, r);
    }
}
