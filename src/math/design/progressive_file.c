/* Writes a progressive's file with other values, and the names and values of what varies as the
 * file has them. */
#include "math/design/progressive_file.h"

#include "game/rules/file_changes.h"
#include "math/design/design.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* One change more than rows, because the house's share changes with them. */
_Static_assert(CR_DESIGN_ROWS + 1 <= FILE_CHANGES_MAX, "every row is one change");

static const char *word_of(const struct cr_design_range *row)
{
    return row->what == CR_DESIGN_SEED      ? "seed"
           : row->what == CR_DESIGN_SHARE   ? "share"
           : row->what == CR_DESIGN_RESERVE ? "reserve"
                                            : "pays";
}

const char *progressive_row_name(const struct cr_progressive *progressive,
                                 const struct cr_design_range *row, char out[2 * CR_NAME_MAX])
{
    if (design_range_is_award(row))
        snprintf(out, (size_t)2 * CR_NAME_MAX, "%s", cr_category_name(row->category));
    else if (progressive->meter_count == 1)
        snprintf(out, (size_t)2 * CR_NAME_MAX, "%s", word_of(row));
    else
        snprintf(out, (size_t)2 * CR_NAME_MAX, "%s.%s", progressive->meters[row->meter].name,
                 word_of(row));
    return out;
}

/* Adds a number of millionths as a decimal without trailing zeros. */
static void add_decimal(struct text *t, int64_t micro)
{
    char digits[40];
    size_t len = (size_t)snprintf(digits, sizeof digits, "%" PRId64 ".%06" PRId64, micro / 1000000,
                                  micro % 1000000);
    while (digits[len - 1] == '0')
        len--;
    if (digits[len - 1] == '.')
        len--;
    text_add_len(t, digits, len);
}

void progressive_value_add(struct text *t, const struct cr_design_range *row, int64_t value)
{
    if (row->what != CR_DESIGN_SEED && row->what != CR_DESIGN_AWARD) {
        add_decimal(t, value);
        text_add_char(t, '%');
    } else if (value % CR_MICRO_PER_UNIT == 0) {
        add_decimal(t, value);
    } else {
        text_add_money(t, cr_money_from_micro(value));
    }
}

/* ---- The file ---- */

static void put_award(struct file_changes *c, const struct cr_progressive *p,
                      const struct cr_design_range *row, int64_t value, const char *words)
{
    const char *const section[] = {"awards", NULL};
    const char *const entry[] = {"awards", cr_category_name(row->category), NULL};
    const char *const pays[] = {"awards", cr_category_name(row->category), "pays", NULL};
    const struct cr_award *award = &p->awards[row->category];
    char for_one[CR_NAME_MAX];
    snprintf(for_one, sizeof for_one, "%" PRId64 " for 1", value / p->bet.micro);
    if (row->what == CR_DESIGN_AWARD && value == 0)
        file_changes_remove(c, file_changes_find(c, section), file_changes_find(c, entry));
    else if (row->what == CR_DESIGN_AWARD && award->is_for_one && value % p->bet.micro == 0)
        file_changes_put(c, file_changes_find(c, pays), for_one);
    else
        file_changes_put(c, file_changes_find(c, pays), words);
}

static void put_value(struct file_changes *c, const struct cr_progressive *p,
                      const struct cr_design_range *row, int64_t value)
{
    const char *const keys[] = {"meters", p->meters[row->meter].name, word_of(row), NULL};
    struct text words = {0};
    progressive_value_add(&words, row, value);
    if (words.cut)
        c->failed = true;
    else if (design_range_is_award(row))
        put_award(c, p, row, value, words.data);
    else
        file_changes_put(c, file_changes_find(c, keys), words.data);
    text_free(&words);
}

static void put_house_share(struct file_changes *c, uint32_t share)
{
    const struct cr_design_range as_share = {.what = CR_DESIGN_SHARE};
    const char *const keys[] = {"house_share", NULL};
    struct text words = {0};
    /* Ten billionths are a millionth of a percent; no value that varies is finer than that. */
    progressive_value_add(&words, &as_share, share / 10);
    if (words.cut)
        c->failed = true;
    else
        file_changes_put(c, file_changes_find(c, keys), words.data);
    text_free(&words);
}

bool progressive_award_has_lines(const struct source *source, enum cr_category category)
{
    const char *const section[] = {"awards", NULL};
    const char *const entry[] = {"awards", cr_category_name(category), NULL};
    struct file_changes changes;
    struct text without = {0};
    if (!file_changes_start(source, &changes))
        return false;
    file_changes_remove(&changes, file_changes_find(&changes, section),
                        file_changes_find(&changes, entry));
    const bool can = file_changes_end(&changes, &without);
    text_free(&without);
    return can;
}

/* ---- The changed file ---- */

/* Whether the changed file, read again, is the progressive that was meant. */
static bool says(const struct text *file, const struct cr_progressive *meant)
{
    struct cr_progressive said;
    struct cr_err err = {0};
    if (cr_progressive_parse("design", file->data, file->len, &said, &err) != CR_OK)
        return false;
    bool same = said.house_share == meant->house_share && said.bet.micro == meant->bet.micro &&
                said.meter_count == meant->meter_count;
    for (unsigned m = 0; same && m < said.meter_count; m++) {
        const struct cr_meter_rules *a = &said.meters[m], *b = &meant->meters[m];
        same = strcmp(a->name, b->name) == 0 && a->share == b->share &&
               a->reserve_share == b->reserve_share && a->seed.micro == b->seed.micro &&
               a->has_limit == b->has_limit && a->limit.micro == b->limit.micro;
    }
    for (unsigned c = 0; same && c < CR_CATEGORIES; c++) {
        const struct cr_award *a = &said.awards[c], *b = &meant->awards[c];
        same = a->kind == b->kind && a->from == b->from && a->ppm == b->ppm && a->key == b->key &&
               a->amount.micro == b->amount.micro && a->envy.micro == b->envy.micro;
    }
    return same;
}

bool progressive_file_edit(const struct source *source, const struct cr_progressive *progressive,
                           const struct cr_progressive_question *q, const int64_t *values,
                           struct text *out)
{
    struct file_changes changes;
    struct text file = {0};
    struct cr_progressive meant;
    if (!cr_design_progressive_apply(progressive, q, values, &meant) ||
        !file_changes_start(source, &changes))
        return false;
    for (unsigned i = 0; i < q->row_count; i++)
        put_value(&changes, progressive, &q->rows[i], values[i]);
    if (meant.house_share != progressive->house_share)
        put_house_share(&changes, meant.house_share);
    if (file_changes_end(&changes, &file) && says(&file, &meant)) {
        *out = file;
        return true;
    }
    text_free(&file);
    return false;
}
