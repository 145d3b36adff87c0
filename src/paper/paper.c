/* Builds a paper in memory: facts, tables and other parts, with copies of their texts. */
#include "paper/paper.h"

#include "base/check.h"
#include "base/err.h"
#include "base/list.h"
#include "base/text.h"
#include "base/utf8.h"
#include "paper/paper_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK_SIZE 16384

struct paper_chunk {
    struct paper_chunk *next;
    size_t used, size;
    char data[];
};

/* ---- Faults ---- */

static bool is_well(const struct paper *p)
{
    return p && p->fault.code == 0;
}

/* Only the first fault is kept: those that follow from it would say less. */
static void fail(struct paper *p, int code, const char *what, const char *name, const char *fault)
{
    if (is_well(p))
        err_set(&p->fault, code, "%s %s: %s", what, name, fault);
}

static void fail_memory(struct paper *p)
{
    fail(p, CR_E_IO, "paper", p->kind ? p->kind : "", "not enough memory");
}

/* ---- Memory ---- */

/* Takes room in the current chunk, or in a new one. NULL: out of memory. */
static char *take_room(struct paper *p, size_t size)
{
    struct paper_chunk *c = p->chunks;
    if (!c || c->size - c->used < size) {
        const size_t data = size > CHUNK_SIZE ? size : CHUNK_SIZE;
        c = malloc(sizeof *c + data);
        if (!c) {
            fail_memory(p);
            return NULL;
        }
        *c = (struct paper_chunk){.next = p->chunks, .size = data};
        p->chunks = c;
    }
    char *at = c->data + c->used;
    c->used += size;
    return at;
}

/* A copy that is valid UTF-8: a byte that belongs to no character becomes U+FFFD. Without memory it
 * is "", and the paper has a fault; NULL stays NULL. */
static const char *copy_text(struct paper *p, const char *s)
{
    if (!s)
        return NULL;
    const size_t len = strlen(s);
    const unsigned char *at = (const unsigned char *)s;
    size_t size = len + 1, n;
    for (size_t i = 0; i < len; i += n ? n : 1)
        if ((n = utf8_length(at + i, len - i)) == 0)
            size += 2;
    char *copy = take_room(p, size);
    if (!copy)
        return "";
    struct text t = text_in(copy, size);
    for (size_t i = 0; i < len; i += n ? n : 1) {
        n = utf8_length(at + i, len - i);
        text_add_len(&t, n ? s + i : "\uFFFD", n ? n : 3);
    }
    return copy;
}

/* Makes room for one more element; false for lack of memory, which is then the paper's fault. */
static bool grow(struct paper *p, void *list, size_t count, size_t *room, size_t size)
{
    const bool has_room = list_grow(list, room, count, size);
    if (!has_room)
        fail_memory(p);
    return has_room;
}

/* ---- The paper ---- */

struct paper *paper_new(enum paper_look look, const char *kind, const char *title)
{
    struct paper *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->look = look;
    p->kind = copy_text(p, kind);
    p->title = copy_text(p, title);
    p->locale = (struct paper_locale){.zone = zone_utc, .money = money_style_plain};
    return p;
}

void paper_set_locale(struct paper *p, const struct paper_locale *locale)
{
    if (!p)
        return;
    CHECK(p->part_count == 0);
    p->locale = *locale;
}

void paper_set_letter(struct paper *p)
{
    if (p)
        p->locale.is_letter = true;
}

void paper_set_colors(struct paper *p)
{
    if (p)
        p->has_colors = true;
}

void paper_set_logo(struct paper *p, const void *png, size_t len)
{
    char *copy = is_well(p) ? take_room(p, len) : NULL;
    if (!copy)
        return;
    memcpy(copy, png, len);
    p->logo = copy;
    p->logo_len = len;
}

void paper_mark_reprint(struct paper *p)
{
    char title[256];
    if (!is_well(p))
        return;
    snprintf(title, sizeof title, "%s – REPRINT", p->title);
    p->title = copy_text(p, title);
}

void paper_free(struct paper *p)
{
    if (!p)
        return;
    for (size_t i = 0; i < p->part_count; i++) {
        if (p->parts[i].table)
            free(p->parts[i].table->cells);
        free(p->parts[i].table);
    }
    free(p->parts);
    while (p->chunks) {
        struct paper_chunk *next = p->chunks->next;
        free(p->chunks);
        p->chunks = next;
    }
    free(p);
}

/* ---- Parts ---- */

static struct paper_part *last_part(struct paper *p)
{
    return p->part_count ? &p->parts[p->part_count - 1] : NULL;
}

/* Ends a table when something else follows: its last row must be complete. */
static void end_table(struct paper *p)
{
    const struct paper_part *last = last_part(p);
    if (last && last->kind == PART_TABLE && last->table->cell_count % last->table->column_count)
        fail(p, CR_E_INPUT, "table", last->key, "a cell is missing in its last row");
}

/* A new part, or NULL after a fault. */
static struct paper_part *add_part(struct paper *p, enum paper_part_kind kind, const char *key,
                                   const char *text)
{
    if (!is_well(p))
        return NULL;
    end_table(p);
    if (!grow(p, &p->parts, p->part_count, &p->part_room, sizeof *p->parts))
        return NULL;
    const char *own_key = copy_text(p, key), *own_text = copy_text(p, text);
    if (!is_well(p))
        return NULL;
    struct paper_part *part = &p->parts[p->part_count++];
    *part = (struct paper_part){.kind = kind, .key = own_key, .text = own_text};
    return part;
}

size_t paper_section_end(const struct paper *p, size_t i)
{
    do
        i++;
    while (i < p->part_count && p->parts[i].kind != PART_SECTION);
    return i;
}

const struct paper_part *paper_letterhead(const struct paper *p)
{
    for (size_t i = 0; i < p->part_count && p->parts[i].kind != PART_SECTION; i++)
        if (p->parts[i].kind == PART_FACT && strcmp(p->parts[i].key, "house") == 0)
            return &p->parts[i];
    return NULL;
}

void paper_section(struct paper *p, const char *key, const char *heading)
{
    add_part(p, PART_SECTION, key, heading);
}

void paper_note(struct paper *p, const char *text)
{
    add_part(p, PART_NOTE, NULL, text);
}

void paper_caption(struct paper *p, const char *text)
{
    add_part(p, PART_CAPTION, NULL, text);
}

void paper_signature(struct paper *p, const char *label)
{
    add_part(p, PART_SIGNATURE, NULL, label);
}

void paper_code(struct paper *p, const char *text)
{
    CHECK(!p || p->look == PAPER_SLIP);
    add_part(p, PART_CODE, NULL, text);
}

/* ---- Values ---- */

static struct paper_value text_value(struct paper *p, const char *text)
{
    struct paper_value v = {.type = PAPER_TEXT, .is_empty = !text || !text[0]};
    v.text = copy_text(p, text ? text : "");
    return v;
}

static struct paper_value money_value(const struct paper *p, struct cr_money amount)
{
    return (struct paper_value){
        .type = PAPER_MONEY, .money = amount, .locale = p ? &p->locale : NULL};
}

static struct paper_value count_value(uint64_t count)
{
    return (struct paper_value){.type = PAPER_COUNT, .count = count};
}

static struct paper_value difference_value(int64_t difference)
{
    struct paper_value v = count_value((uint64_t)(difference < 0 ? -difference : difference));
    v.is_below_zero = difference < 0;
    return v;
}

static struct paper_value time_value(const struct paper *p, int64_t ms)
{
    return (struct paper_value){.type = PAPER_TIME, .time_ms = ms, .locale = p ? &p->locale : NULL};
}

/* A JSON object has each of its members once. */
static void check_key(struct paper *p, const char *key)
{
    for (size_t i = p->part_count; i-- > 0 && p->parts[i].kind != PART_SECTION;)
        if (p->parts[i].kind == PART_FACT && strcmp(p->parts[i].key, key) == 0)
            fail(p, CR_E_INPUT, "fact", key, "it is there twice in one section");
}

static void add_fact(struct paper *p, const char *key, const char *label, struct paper_value value)
{
    if (is_well(p))
        check_key(p, key);
    struct paper_part *part = add_part(p, PART_FACT, key, label);
    if (part)
        part->value = value;
}

void paper_fact(struct paper *p, const char *key, const char *label, const char *text)
{
    if (is_well(p))
        add_fact(p, key, label, text_value(p, text));
}

void paper_fact_money(struct paper *p, const char *key, const char *label, struct cr_money amount)
{
    add_fact(p, key, label, money_value(p, amount));
}

void paper_fact_count(struct paper *p, const char *key, const char *label, uint64_t count)
{
    add_fact(p, key, label, count_value(count));
}

void paper_fact_difference(struct paper *p, const char *key, const char *label, int64_t difference)
{
    add_fact(p, key, label, difference_value(difference));
}

void paper_fact_time(struct paper *p, const char *key, const char *label, int64_t ms)
{
    add_fact(p, key, label, time_value(p, ms));
}

void paper_fact_day(struct paper *p, const char *key, const char *label, int64_t ms)
{
    char day[WHEN_TEXT_MAX];
    if (is_well(p))
        paper_fact(p, key, label, zone_format_day(&p->locale.zone, ms, 0, day));
}

void paper_emphasis(struct paper *p)
{
    if (!is_well(p))
        return;
    struct paper_part *last = last_part(p);
    CHECK(last && last->kind == PART_FACT);
    last->is_emphasised = true;
}

/* ---- Tables ---- */

void paper_table(struct paper *p, const char *key, const struct paper_column *columns,
                 unsigned count)
{
    CHECK(count > 0 && count <= PAPER_COLUMNS_MAX);
    struct paper_part *part = add_part(p, PART_TABLE, key, NULL);
    if (!part)
        return;
    struct paper_table *table = calloc(1, sizeof *table);
    if (!table) {
        p->part_count--;
        fail_memory(p);
        return;
    }
    part->table = table;
    table->column_count = count;
    for (unsigned c = 0; c < count; c++)
        table->columns[c] = (struct paper_column){.key = copy_text(p, columns[c].key),
                                                  .head = copy_text(p, columns[c].head),
                                                  .type = columns[c].type};
    p->kept = p->chunks;
    p->kept_used = p->chunks ? p->chunks->used : 0;
    p->streamed = 0;
}

void paper_forget_rows(struct paper *p)
{
    struct paper_table *t = last_part(p)->table;
    const size_t rows = t->cell_count / t->column_count;
    while (p->chunks != p->kept) {
        struct paper_chunk *next = p->chunks->next;
        free(p->chunks);
        p->chunks = next;
    }
    if (p->chunks)
        p->chunks->used = p->kept_used;
    t->cell_count = 0;
    p->row_count -= rows;
    p->streamed += rows;
}

/* The table that is being filled; NULL after a fault. */
static struct paper_table *open_table(struct paper *p)
{
    if (!is_well(p))
        return NULL;
    CHECK(last_part(p) && last_part(p)->kind == PART_TABLE);
    return last_part(p)->table;
}

void paper_shape(struct paper *p, enum paper_shape shape)
{
    struct paper_table *t = open_table(p);
    if (t)
        t->shape = shape;
}

void paper_blocks(struct paper *p, unsigned blocks)
{
    struct paper_table *t = open_table(p);
    if (t)
        t->blocks = blocks;
}

void paper_groups(struct paper *p, const char *const *groups)
{
    struct paper_table *t = open_table(p);
    for (unsigned c = 0; t && c < t->column_count; c++)
        t->groups[c] = copy_text(p, groups[c]);
}

/* The cell just added; NULL after a fault. */
static struct paper_value *last_cell(struct paper *p)
{
    struct paper_table *t = open_table(p);
    CHECK(!t || t->cell_count > 0);
    return t ? &t->cells[t->cell_count - 1] : NULL;
}

void paper_strong(struct paper *p)
{
    struct paper_value *cell = last_cell(p);
    if (cell)
        cell->is_strong = true;
}

void paper_mark(struct paper *p)
{
    struct paper_value *cell = last_cell(p);
    if (cell)
        cell->is_marked = true;
}

void paper_rule(struct paper *p)
{
    struct paper_value *cell = last_cell(p);
    if (cell)
        cell->is_ruled = true;
}

/* Checks a cell: it has its column's type, or is a text, such as the name of a sum. */
static bool check_cell(struct paper *p, const struct paper_part *last, struct paper_value value)
{
    if (!last || last->kind != PART_TABLE) {
        fail(p, CR_E_INPUT, "paper", p->kind, "a cell without a table");
        return false;
    }
    const struct paper_table *t = last->table;
    const unsigned column = (unsigned)(t->cell_count % t->column_count);
    if (t->has_total)
        fail(p, CR_E_INPUT, "table", last->key, "a row after its total");
    else if (value.type != PAPER_TEXT && value.type != t->columns[column].type)
        fail(p, CR_E_INPUT, "table", last->key, "a cell that is not of its column's type");
    else if (column == 0 && p->row_count == PAPER_ROWS_MAX)
        fail(p, CR_E_RANGE, "table", last->key,
             "more rows than a paper holds; ask for a shorter range");
    return is_well(p);
}

static void add_cell(struct paper *p, struct paper_value value)
{
    if (!is_well(p) || !check_cell(p, last_part(p), value))
        return;
    struct paper_table *t = last_part(p)->table;
    if (!grow(p, &t->cells, t->cell_count, &t->cell_room, sizeof *t->cells))
        return;
    p->row_count += t->cell_count % t->column_count == 0;
    t->cells[t->cell_count++] = value;
}

void paper_cell(struct paper *p, const char *text)
{
    if (is_well(p))
        add_cell(p, text_value(p, text));
}

void paper_cell_money(struct paper *p, struct cr_money amount)
{
    add_cell(p, money_value(p, amount));
}

void paper_cell_count(struct paper *p, uint64_t count)
{
    add_cell(p, count_value(count));
}

void paper_cell_difference(struct paper *p, int64_t difference)
{
    add_cell(p, difference_value(difference));
}

void paper_cell_time(struct paper *p, int64_t ms)
{
    add_cell(p, time_value(p, ms));
}

void paper_cell_number(struct paper *p, double value, unsigned decimals, enum paper_style style)
{
    struct paper_value v = {.type = PAPER_NUMBER};
    v.number.value = value;
    v.number.decimals = decimals;
    v.number.style = style;
    add_cell(p, v);
}

void paper_total(struct paper *p)
{
    if (!is_well(p))
        return;
    struct paper_part *last = last_part(p);
    CHECK(last && last->kind == PART_TABLE && last->table->cell_count > 0);
    end_table(p);
    last->table->has_total = true;
}
