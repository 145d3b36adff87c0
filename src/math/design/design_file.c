/* The rows of a pay table by number and by name, and a rules file with other pays in them. */
#include "math/design/design_file.h"

#include "game/rules/file_changes.h"

#include <stdio.h>
#include <string.h>

unsigned design_row_numbers(const struct cr_rules *rules, unsigned slot, uint8_t out[PAY_ROWS_MAX])
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
    design_row_numbers(rules, slot, numbers);
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
    design_row_numbers(rules, slot, numbers);
    out[0] = '\0';
    for (unsigned i = 0; i < count; i++)
        if (numbers[i] == row)
            memcpy(out, rows[i].hand, CR_NAME_MAX);
    return out;
}

/* ---- The file ---- */

/* Finds a row by its place: the file lists rows in the order of design_row_numbers, in whatever
 * words. */
static const struct doc_node *find_row(const struct file_changes *c, const struct cr_rules *rules,
                                       unsigned slot, unsigned row)
{
    const struct game_slot *of = &rules->game->slots[slot];
    const char *const keys[] = {"pays", of->table ? of->table : of->name, NULL};
    const struct doc_node *table = file_changes_find(c, keys);
    const struct doc_node *node = table ? doc_first(c->doc, table) : NULL;
    uint8_t numbers[PAY_ROWS_MAX];
    const unsigned count = design_row_numbers(rules, slot, numbers);
    for (unsigned i = 0; i < count && node; i++, node = doc_next(c->doc, node))
        if (numbers[i] == row)
            return node;
    return NULL;
}

bool design_file_edit(const struct source *source, const struct cr_rules *rules,
                      const struct cr_design_question *q, const int32_t *pays, struct text *out)
{
    struct file_changes changes;
    if (!file_changes_start(source, &changes))
        return false;
    for (unsigned i = 0; i < q->row_count; i++) {
        char value[CR_NAME_MAX];
        snprintf(value, sizeof value, "%d to 1", pays[i]);
        file_changes_put(&changes, find_row(&changes, rules, q->slot, q->rows[i].row), value);
    }
    return file_changes_end(&changes, out);
}
