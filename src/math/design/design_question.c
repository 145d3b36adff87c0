/* Reads a design question: which pay table, which rows and which pays. */
#include "math/design/design_file.h"

#include "base/err.h"
#include "game/games/game.h"

#include <stdlib.h>
#include <string.h>

static bool is_named(const struct game_slot *slot, const char *wager)
{
    return strcmp(wager, slot->name) == 0 || (slot->table && strcmp(wager, slot->table) == 0);
}

int design_slot_find(const struct cr_rules *rules, const char *wager, unsigned *out,
                     struct cr_err *err)
{
    const struct cr_game *game = rules->game;
    bool has_table = false;
    for (unsigned s = 0; s < game->slot_count; s++) {
        const struct game_slot *slot = &game->slots[s];
        has_table |= slot->by_table;
        if (slot->by_table && (wager ? is_named(slot, wager) : slot->is_side)) {
            *out = slot_of_table(game, s);
            return CR_OK;
        }
    }
    if (!has_table)
        return err_set(err, CR_E_INPUT, "%s has no pay table: every wager pays even money",
                       rules->name);
    if (wager)
        return err_set(err, CR_E_INPUT, "'%.60s': %s has no such pay table", wager, rules->name);
    return err_set(err, CR_E_INPUT, "%s has no side bet; say which wager's table varies",
                   rules->name);
}

/* Reads the "=6..9" after the name of a hand. */
static bool read_span(const char *equals, long *from, long *to)
{
    const char *dots = strstr(equals, "..");
    char *end_from = NULL, *end_to = NULL;
    if (!dots)
        return false;
    *from = strtol(equals + 1, &end_from, 10);
    *to = strtol(dots + 2, &end_to, 10);
    return end_from == dots && end_from != equals + 1 && *end_to == '\0' && end_to != dots + 2 &&
           *from >= 1 && *to >= *from && *to <= 1000000;
}

int design_vary_read(const struct cr_rules *rules, const char *text, struct cr_design_question *q,
                     struct cr_err *err)
{
    const char *equals = strchr(text, '=');
    long from, to;
    if (!equals || !read_span(equals, &from, &to))
        return err_set(err, CR_E_INPUT,
                       "a row is HAND=FROM..TO, as 'full house=6..9', not '%.100s'", text);
    const unsigned row = design_row_find(rules, q->slot, text, (size_t)(equals - text));
    if (row == CR_NO_ROW)
        return err_set(err, CR_E_INPUT, "'%.100s': the table has no such row", text);
    for (unsigned i = 0; i < q->row_count; i++)
        if (q->rows[i].row == row)
            return err_set(err, CR_E_INPUT, "'%.100s': the row is there twice", text);
    if (q->row_count == CR_DESIGN_ROWS)
        return err_set(err, CR_E_RANGE, "'%.100s': at most %d rows vary", text, CR_DESIGN_ROWS);
    q->rows[q->row_count++] = (struct cr_design_row){(uint8_t)row, (int32_t)from, (int32_t)to};
    return CR_OK;
}

bool design_is_valid(const void *subject, const int32_t *pays)
{
    const struct design_subject *s = subject;
    struct text text = {0};
    struct cr_rules rules;
    struct cr_err err = {0};
    const bool valid = design_file_edit(&s->source, &s->rules, &s->question, pays, &text) &&
                       cr_rules_parse("design", text.data, text.len, &rules, &err) == CR_OK;
    text_free(&text);
    return valid;
}
