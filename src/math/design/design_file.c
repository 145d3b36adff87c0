/* Rules files with other pays. */
#include "math/design/design_file.h"

#include "game/games/game.h"

#include <stdio.h>
#include <string.h>

/* Row numbers in the order of pay_rows: the parts of a category, then what is left of it. */
static unsigned row_numbers(const struct cr_rules *rules, unsigned slot, uint8_t out[PAY_ROWS_MAX])
{
    const struct ranking *ranking = slot_ranking(rules->game, slot);
    const struct cr_paytable *table = &rules->pays[slot];
    unsigned n = 0;
    for (unsigned i = 0; i < ranking->category_count; i++) {
        for (unsigned p = 0; p < table->part_count; p++)
            if (table->parts[p].category == ranking->categories[i])
                out[n++] = (uint8_t)(CR_CATEGORIES + p);
        if (table->pays[ranking->categories[i]].den != 0)
            out[n++] = (uint8_t)ranking->categories[i];
    }
    return n;
}

unsigned design_row_find(const struct cr_rules *rules, unsigned slot, const char *hand, size_t len)
{
    struct pay_row rows[PAY_ROWS_MAX];
    uint8_t numbers[PAY_ROWS_MAX];
    const unsigned count = pay_rows(rules, slot, rows);
    row_numbers(rules, slot, numbers);
    for (unsigned i = 0; i < count; i++)
        if (strlen(rows[i].hand) == len && memcmp(rows[i].hand, hand, len) == 0)
            return numbers[i];
    return CR_NO_ROW;
}

const char *design_row_hand(const struct cr_rules *rules, unsigned slot, unsigned row,
                            char out[CR_NAME_MAX])
{
    struct pay_row rows[PAY_ROWS_MAX];
    uint8_t numbers[PAY_ROWS_MAX];
    const unsigned count = pay_rows(rules, slot, rows);
    row_numbers(rules, slot, numbers);
    out[0] = '\0';
    for (unsigned i = 0; i < count; i++)
        if (numbers[i] == row)
            memcpy(out, rows[i].hand, CR_NAME_MAX);
    return out;
}

/* ---- Lines ---- */

struct file_line {
    const char *at;
    size_t len, indent;
};

static bool next_line(const char **left, const char *end, struct file_line *out)
{
    if (*left >= end)
        return false;
    const char *stop = memchr(*left, '\n', (size_t)(end - *left));
    out->at = *left;
    out->len = (size_t)((stop ? stop : end) - *left);
    out->indent = 0;
    while (out->indent < out->len && out->at[out->indent] == ' ')
        out->indent++;
    *left = stop ? stop + 1 : end;
    return true;
}

/* "key:" with nothing or a blank behind it. */
static bool has_key(const struct file_line *line, const char *key)
{
    const size_t len = strlen(key), rest = line->len - line->indent;
    return rest > len && memcmp(line->at + line->indent, key, len) == 0 &&
           line->at[line->indent + len] == ':' &&
           (rest == len + 1 || line->at[line->indent + len + 1] == ' ');
}

static void write_pay(const struct file_line *line, const char *hand, int32_t pay, struct text *out)
{
    const char *remark = memchr(line->at, '#', line->len);
    text_add_len(out, line->at, line->indent);
    text_add_format(out, "%s: %d to 1", hand, pay);
    if (remark) {
        text_add(out, "   ");
        text_add_len(out, remark, (size_t)(line->at + line->len - remark));
    }
}

bool design_file_edit(const struct source *source, const struct cr_rules *rules,
                      const struct cr_design_question *q, const int32_t *pays, struct text *out)
{
    const struct game_slot *slot = &rules->game->slots[q->slot];
    const char *table = slot->table ? slot->table : slot->name;
    const char *left = source->text, *const end = source->text + source->len;
    struct file_line line;
    size_t table_indent = 0;
    bool in_pays = false, in_table = false;
    unsigned changed = 0;
    while (next_line(&left, end, &line)) {
        const bool is_blank = line.indent == line.len || line.at[line.indent] == '#';
        if (!is_blank && line.indent == 0)
            in_pays = has_key(&line, "pays");
        if (!is_blank && in_table && line.indent <= table_indent)
            in_table = false;
        unsigned row = q->row_count;
        char hand[CR_NAME_MAX] = "";
        for (unsigned i = 0; i < q->row_count && in_table && !is_blank; i++)
            if (has_key(&line, design_row_hand(rules, q->slot, q->rows[i].row, hand))) {
                row = i;
                break;
            }
        if (row < q->row_count) {
            write_pay(&line, hand, pays[row], out);
            changed++;
        } else {
            text_add_len(out, line.at, line.len);
        }
        text_add_char(out, '\n');
        if (!is_blank && in_pays && line.indent > 0 && !in_table && has_key(&line, table)) {
            in_table = true;
            table_indent = line.indent;
        }
    }
    return changed == q->row_count && !out->cut;
}
