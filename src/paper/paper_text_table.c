/* Renders tables for a terminal: columns aligned, long texts broken in their column, charts drawn
 * with letters. */
#include "base/utf8.h"
#include "paper/paper_layout.h"
#include "paper/paper_text.h"

#include <math.h>
#include <string.h>

#define GAP        2
#define CELL_WIDTH 44 /* most columns of a text in a report's table */
#define BAR_LEAST  8
#define BAR_MOST   36

/* ---- Widths ---- */

struct widths {
    unsigned of[PAPER_COLUMNS_MAX];
    bool has_marks[PAPER_COLUMNS_MAX]; /* some of its cells have a star behind them */
};

static unsigned width_of(const char *text)
{
    return utf8_width(text, strlen(text));
}

static unsigned longest_word(const char *text)
{
    unsigned longest = 0;
    while (*text) {
        const size_t len = strcspn(text, " ");
        const unsigned width = utf8_width(text, len);
        longest = width > longest ? width : longest;
        text += len + (text[len] == ' ');
    }
    return longest;
}

static bool is_at_right(const struct paper_table *t, unsigned column)
{
    return paper_is_number(t->columns[column].type);
}

/* Measures the cells alone, with their marks. */
static void measure_cells(const struct paper_table *t, struct widths *w, struct text *b)
{
    for (unsigned c = 0; c < t->column_count; c++) {
        for (size_t i = c; i < t->cell_count; i += t->column_count) {
            const unsigned width = width_of(text_value(b, &t->cells[i]));
            w->of[c] = width > w->of[c] ? width : w->of[c];
            w->has_marks[c] = w->has_marks[c] || t->cells[i].is_marked;
        }
        w->of[c] += w->has_marks[c];
    }
}

static unsigned sum_of(const struct paper_table *t, const struct widths *w)
{
    unsigned sum = 0;
    for (unsigned c = 0; c < t->column_count; c++)
        sum += w->of[c] + (c ? GAP : 0);
    return sum;
}

/* Widens columns for their heads: whole, or broken into words where a table is cut into pieces. */
static void measure_heads(const struct paper_table *t, struct widths *w, bool is_broken,
                          struct text *b)
{
    for (unsigned c = 0; c < t->column_count; c++) {
        const char *head = text_words(b, t->columns[c].head);
        const unsigned width = (is_broken ? longest_word(head) : width_of(head)) + w->has_marks[c];
        w->of[c] = width > w->of[c] ? width : w->of[c];
    }
}

/* The least width of a column: its longest word. A cell that is not a text counts as one word. */
static void measure_least(const struct paper_table *t, struct widths *w, struct text *b)
{
    for (unsigned c = 0; c < t->column_count; c++) {
        w->of[c] = longest_word(text_words(b, t->columns[c].head));
        for (size_t i = c; i < t->cell_count; i += t->column_count) {
            const char *cell = text_value(b, &t->cells[i]);
            const unsigned word =
                t->cells[i].type == PAPER_TEXT ? longest_word(cell) : width_of(cell);
            w->of[c] = word > w->of[c] ? word : w->of[c];
        }
    }
}

/* Narrows the widest of these columns until all fit, or none can be narrowed. */
static bool narrow(const struct paper_table *t, struct widths *w, const struct widths *least,
                   bool is_of_numbers, unsigned columns)
{
    while (sum_of(t, w) > columns) {
        unsigned widest = PAPER_COLUMNS_MAX;
        for (unsigned c = 0; c < t->column_count; c++)
            if (is_at_right(t, c) == is_of_numbers && w->of[c] > least->of[c] + w->has_marks[c] &&
                (widest == PAPER_COLUMNS_MAX || w->of[c] > w->of[widest]))
                widest = c;
        if (widest == PAPER_COLUMNS_MAX)
            return false;
        w->of[widest]--;
    }
    return true;
}

/* The end of a common head: the index behind the last of its columns. */
static unsigned group_end(const struct paper_table *t, unsigned c)
{
    const char *group = t->groups[c];
    unsigned end = c + 1;
    while (end < t->column_count &&
           (group ? t->groups[end] && !strcmp(t->groups[end], group) : !t->groups[end]))
        end++;
    return end;
}

static unsigned span_of(const struct widths *w, unsigned from, unsigned end)
{
    unsigned span = 0;
    for (unsigned c = from; c < end; c++)
        span += w->of[c] + (c > from ? GAP : 0);
    return span;
}

/* Widens columns so that their common head has room above them. */
static void measure_groups(const struct paper_table *t, struct widths *w, struct text *b)
{
    for (unsigned c = 0, end; c < t->column_count; c = end) {
        end = group_end(t, c);
        const unsigned label = t->groups[c] ? width_of(text_words(b, t->groups[c])) : 0;
        const unsigned span = span_of(w, c, end);
        if (label > span)
            w->of[end - 1] += label - span;
    }
}

/* A report is as wide as its figures and times need; only long texts are broken. */
static struct widths measure_report(const struct paper_table *t, struct text *b)
{
    struct widths w = {0};
    measure_cells(t, &w, b);
    measure_heads(t, &w, false, b);
    for (unsigned c = 0; c < t->column_count; c++)
        if (t->columns[c].type == PAPER_TEXT && w.of[c] > CELL_WIDTH)
            w.of[c] = CELL_WIDTH;
    measure_groups(t, &w, b);
    return w;
}

/* A study fits into so many columns. A table that cannot be narrowed enough stays as wide as it is,
 * and is cut into pieces. */
static struct widths measure_study(const struct paper_table *t, unsigned columns, struct text *b)
{
    struct widths cells = {0}, least = {0}, w;
    measure_cells(t, &cells, b);
    measure_least(t, &least, b);
    w = cells;
    measure_heads(t, &w, false, b);
    const bool fits = narrow(t, &w, &least, true, columns) || narrow(t, &w, &least, false, columns);
    if (!fits) {
        w = cells;
        measure_heads(t, &w, true, b);
    }
    measure_groups(t, &w, b);
    return w;
}

/* ---- Rows ---- */

/* The columns of one piece: a table that is too wide is cut into pieces below each other, each with
 * the first column. */
struct piece {
    unsigned from, end; /* the columns besides the first one */
};

static bool is_in(const struct piece *piece, unsigned c)
{
    return c == 0 || (c >= piece->from && c < piece->end);
}

static unsigned piece_width(const struct widths *w, const struct piece *piece)
{
    return w->of[0] + (piece->end > piece->from ? GAP + span_of(w, piece->from, piece->end) : 0);
}

static void end_line(struct text *out)
{
    layout_trim(out);
    text_add_char(out, '\n');
}

static void add_groups(struct text *out, const struct paper_table *t, const struct widths *w,
                       const struct piece *piece, struct text *b)
{
    text_add_repeated(out, ' ', w->of[0]);
    for (unsigned c = piece->from, end; c < piece->end; c = end) {
        end = group_end(t, c) < piece->end ? group_end(t, c) : piece->end;
        const char *label = t->groups[c] ? text_words(b, t->groups[c]) : "";
        const unsigned span = span_of(w, c, end), width = width_of(label);
        const unsigned before = span > width ? (span - width) / 2 : 0;
        text_add_repeated(out, ' ', GAP + before);
        layout_add_padded(out, label, strlen(label), span - before, false);
    }
    end_line(out);
}

/* Adds one row (cells NULL: the heads) of as many lines as its longest text needs. */
static void add_row(struct text *out, const struct paper_table *t, const struct paper_value *cells,
                    const struct widths *w, const struct piece *piece,
                    struct text texts[PAPER_COLUMNS_MAX])
{
    const char *rest[PAPER_COLUMNS_MAX];
    bool is_more = true, is_first = true;
    for (unsigned c = 0; c < t->column_count; c++)
        rest[c] =
            cells ? text_value(&texts[c], &cells[c]) : text_words(&texts[c], t->columns[c].head);
    for (; is_more; is_first = false) {
        is_more = false;
        for (unsigned c = 0; c < t->column_count; c++) {
            const char *line;
            if (!is_in(piece, c))
                continue;
            const unsigned indent = is_first ? (unsigned)strspn(rest[c], " ") : 0;
            const unsigned width = w->of[c] - w->has_marks[c] - indent;
            const size_t len = layout_take_line(&rest[c], width, &line);
            text_add_repeated(out, ' ', (c ? GAP : 0) + indent);
            layout_add_padded(out, line, len, width, is_at_right(t, c));
            if (w->has_marks[c])
                text_add_char(out, is_first && cells && cells[c].is_marked ? '*' : ' ');
            is_more = is_more || *rest[c];
        }
        end_line(out);
    }
}

static void add_piece(struct text *out, const struct paper_table *t, const struct widths *w,
                      const struct piece *piece, struct text texts[PAPER_COLUMNS_MAX])
{
    const size_t rows = paper_table_rows(t);
    bool has_groups = false;
    for (unsigned c = piece->from; c < piece->end; c++)
        has_groups = has_groups || t->groups[c];
    if (has_groups)
        add_groups(out, t, w, piece, &texts[0]);
    add_row(out, t, NULL, w, piece, texts);
    for (size_t r = 0; r < rows; r++) {
        if (r == 0 || (t->has_total && r + 1 == rows)) {
            text_add_repeated(out, '-', piece_width(w, piece));
            text_add_char(out, '\n');
        }
        add_row(out, t, &t->cells[r * t->column_count], w, piece, texts);
    }
}

/* The columns of the next piece: whole groups while they fit, and at least one column. */
static struct piece next_piece(const struct paper_table *t, const struct widths *w, unsigned from,
                               unsigned columns)
{
    struct piece piece = {from, from};
    while (piece.end < t->column_count) {
        struct piece more = {from, group_end(t, piece.end)};
        if (piece_width(w, &more) > columns && piece.end > from)
            break;
        while (piece_width(w, &more) > columns && more.end > from + 1)
            more.end--;
        piece = more;
        if (piece_width(w, &piece) >= columns || more.end < group_end(t, more.end - 1))
            break;
    }
    return piece;
}

static void add_rows(struct text *out, const struct paper *p, const struct paper_table *t,
                     unsigned columns)
{
    struct text texts[PAPER_COLUMNS_MAX] = {{0}};
    const bool in_pieces = p->look == PAPER_STUDY && t->column_count > 1;
    const struct widths w = p->look == PAPER_STUDY ? measure_study(t, columns, &texts[0])
                                                   : measure_report(t, &texts[0]);
    if (!in_pieces || sum_of(t, &w) <= columns) {
        const struct piece whole = {1, t->column_count};
        add_piece(out, t, &w, &whole, texts);
    } else {
        for (unsigned c = 1; c < t->column_count;) {
            const struct piece piece = next_piece(t, &w, c, columns);
            text_add(out, c > 1 ? "\n" : "");
            add_piece(out, t, &w, &piece, texts);
            c = piece.end;
        }
    }
    for (unsigned c = 0; c < t->column_count; c++)
        text_drop(out, &texts[c]);
}

/* ---- Bars ---- */

/* Adds bars: label, number, the text if there is one, and a bar if there is room. */
static void add_bars(struct text *out, const struct paper_table *t, unsigned columns)
{
    struct text b = {0};
    struct widths w = {0};
    double longest = 0;
    measure_cells(t, &w, &b);
    const unsigned used = sum_of(t, &w) + GAP;
    const unsigned room = used < columns ? columns - used : 0;
    const unsigned most = room < BAR_LEAST ? 0 : room < BAR_MOST ? room : BAR_MOST;
    for (size_t i = 1; i < t->cell_count; i += t->column_count)
        longest = fmax(longest, t->cells[i].number.value);
    for (size_t i = 0; i < t->cell_count; i++) {
        const unsigned c = (unsigned)(i % t->column_count);
        const char *cell = text_value(&b, &t->cells[i]);
        text_add_repeated(out, ' ', c ? GAP : 0);
        layout_add_padded(out, cell, strlen(cell), w.of[c], is_at_right(t, c));
        if (c + 1 < t->column_count)
            continue;
        const double part = longest > 0 ? t->cells[i - c + 1].number.value / longest : 0;
        text_add_repeated(out, ' ', GAP);
        text_add_repeated(out, '#', part > 0 ? (size_t)(part * most + 0.5) : 0);
        end_line(out);
    }
    text_drop(out, &b);
}

/* ---- A square of cells, and its key ---- */

/* Adds a letter on a ground of its tone, from the palette of 256 colours. */
static void add_letter(struct text *out, const struct paper *p, const char *letter, uint64_t tone)
{
    static const unsigned grounds[] = {
        [PAPER_TONE_NONE] = 24, [PAPER_TONE_FIRST] = 28, [2] = 94, [3] = 94,
        [PAPER_TONE_LAST] = 28, [PAPER_TONE_APART] = 88};
    if (p->has_colors && tone <= PAPER_TONE_APART)
        text_add_format(out, "\033[48;5;%u;38;5;231m%2s \033[0m", grounds[tone], letter);
    else
        text_add_format(out, "%2s ", letter);
}

static void add_key(struct text *out, const struct paper *p, const struct paper_table *t)
{
    struct text b = {0};
    for (size_t i = 0; i + 2 < t->cell_count; i += t->column_count) {
        add_letter(out, p, text_value(&b, &t->cells[i]), t->cells[i + 2].count);
        text_add_char(out, ' ');
        text_add(out, text_value(&b, &t->cells[i + 1]));
        text_add_char(out, '\n');
    }
    text_drop(out, &b);
}

/* The head of row and column i: the first letter of the name on the diagonal. */
static char name_at(const struct paper_table *t, size_t side, size_t i)
{
    return t->cells[(i * side + i) * t->column_count].text[0];
}

static void add_names(struct text *out, const struct paper_table *t, size_t side, int width,
                      int before)
{
    text_add_format(out, "%*s", before, "");
    for (size_t c = 0; c < side; c++)
        text_add_format(out, "%*c", width, name_at(t, side, c));
    end_line(out);
}

static void add_letters(struct text *out, const struct paper *p, const struct paper_table *t,
                        size_t side)
{
    struct text b = {0};
    add_names(out, t, side, 3, 2);
    for (size_t r = 0; r < side; r++) {
        text_add_format(out, " %c ", name_at(t, side, r));
        for (size_t c = 0; c < side; c++) {
            const struct paper_value *cell = &t->cells[(r * side + c) * t->column_count];
            add_letter(out, p, text_value(&b, &cell[1]), cell[3].count);
        }
        end_line(out);
    }
    text_drop(out, &b);
}

/* The most decimals for which all numbers fit in the columns. */
static unsigned decimals_of(const struct paper_table *t, size_t side, unsigned width)
{
    unsigned decimals = t->cells[2].number.decimals;
    for (size_t i = 2; i < side * side * t->column_count && decimals > 0;) {
        struct paper_value value = t->cells[i];
        char number[PAPER_NUMBER_MAX];
        value.number.decimals = decimals;
        if (strlen(paper_value_print(&value, number)) < width)
            i += t->column_count;
        else
            decimals--;
    }
    return decimals;
}

static void add_numbers(struct text *out, const struct paper_table *t, size_t side,
                        unsigned columns)
{
    const unsigned width = (columns - 2) / (unsigned)side, decimals = decimals_of(t, side, width);
    add_names(out, t, side, (int)width, 2);
    for (size_t r = 0; r < side; r++) {
        text_add_format(out, " %c", name_at(t, side, r));
        for (size_t c = 0; c < side; c++) {
            struct paper_value value = t->cells[(r * side + c) * t->column_count + 2];
            char number[PAPER_NUMBER_MAX];
            value.number.decimals = decimals;
            text_add_format(out, "%*s", (int)width, paper_value_print(&value, number));
        }
        end_line(out);
    }
}

/* The side of the square; 0 when the rows do not make one. */
static size_t side_of(const struct paper_table *t)
{
    const size_t rows = paper_table_rows(t);
    size_t side = 1;
    while (side * side < rows)
        side++;
    return rows > 0 && side * side == rows && t->column_count == 4 ? side : 0;
}

void text_table(struct text *out, const struct paper *p, const struct paper_table *t,
                unsigned columns)
{
    const size_t side = t->shape == PAPER_GRID ? side_of(t) : 0;
    if (t->shape == PAPER_BARS) {
        add_bars(out, t, columns);
    } else if (t->shape == PAPER_KEY) {
        add_key(out, p, t);
    } else if (side > 0) {
        add_letters(out, p, t, side);
        text_add_char(out, '\n');
        add_numbers(out, t, side, columns);
    } else {
        add_rows(out, p, t, columns);
    }
}
