/* Writes trees of analyses as JSON and as one table of comma-separated values. */
#include "base/err.h"
#include "reports/mathematics/analysis_tree.h"

#include <string.h>

static void add_row(struct text *out, const struct named *object)
{
    named_csv_members(out, object);
    named_csv_end(out);
}

static void add_heads(struct text *out, const char *const *heads)
{
    for (; *heads; heads++)
        named_csv_text(out, *heads);
    named_csv_end(out);
}

/* A list of objects that have the same members. */
static void add_list(struct text *out, const struct named *list)
{
    named_csv_keys(out, named_first(list));
    named_csv_end(out);
    for (const struct named *row = named_first(list); row; row = named_next(row))
        add_row(out, row);
}

/* ---- One table for each kind of analysis ---- */

static void add_headlines(struct text *out, const struct named *root)
{
    struct headline headlines[HEADLINES_MAX];
    const unsigned count = analysis_headlines(root, headlines);
    add_heads(out, (const char *const[]){"figure", "value", NULL});
    for (unsigned i = 0; i < count; i++) {
        named_csv_text(out, headlines[i].key);
        named_csv_field(out, headlines[i].value);
        named_csv_end(out);
    }
}

static void add_outcomes(struct text *out, const struct named *root)
{
    static const char *const decisions[] = {"check", "bet"};
    static const char *const turns[] = {"turn_check", "turn_bet"};
    static const char *const rivers[] = {"river_check", "river_bet"};
    add_heads(out, (const char *const[]){"turn", "river", "win", "loss", "tie", "win_less", "total",
                                         "ev", NULL});
    for (unsigned i = 0; i < 6; i++) {
        const struct named *turn = named_find(root, turns[i / 3]);
        const bool is_total = i % 3 == 2;
        named_csv_text(out, decisions[i / 3]);
        named_csv_text(out, is_total ? "total" : decisions[i % 3]);
        named_csv_members(out, named_find(turn, is_total ? "total" : rivers[i % 3]));
        named_csv_field(out, is_total ? named_find(turn, "ev") : NULL);
        named_csv_end(out);
    }
}

static void add_turns(struct text *out, const struct named *root)
{
    add_list(out, named_find(root, "turn_cards"));
    named_csv_text(out, "total");
    add_row(out, named_find(root, "totals"));
}

static void add_options(struct text *out, const struct named *root)
{
    const char *best = named_string(named_find(root, "best"));
    add_heads(out, (const char *const[]){"action", "ev", "exact", "best", NULL});
    for (const struct named *option = named_first(named_find(root, "options")); option;
         option = named_next(option)) {
        named_csv_members(out, option);
        named_csv_text(out, strcmp(named_string(named_first(option)), best) == 0 ? "yes" : "no");
        named_csv_end(out);
    }
}

/* The hands as dealt, with the manual's probabilities and, where folds matter, those of hands that
 * are not folded: three lists of equal length. */
static void add_hands(struct text *out, const struct named *root)
{
    static const char *const heads[] = {"hand",
                                        "probability",
                                        "exact",
                                        "printed_probability",
                                        "pays",
                                        "from",
                                        "contribution",
                                        "folded_probability",
                                        "folded_contribution"};
    const struct named *printed = named_first(named_find(named_find(root, "printed"), "hands"));
    const struct named *folded = named_first(named_find(named_find(root, "folded"), "hands"));
    for (unsigned i = 0; i < (folded ? 9 : 7); i++)
        named_csv_text(out, heads[i]);
    named_csv_end(out);
    for (const struct named *hand = named_first(named_find(root, "hands")); hand;
         hand = named_next(hand), printed = named_next(printed)) {
        for (unsigned i = 0; i < 7; i++)
            named_csv_field(out, i == 3 ? named_find(printed, "probability")
                                        : named_find(hand, heads[i]));
        if (folded) {
            named_csv_field(out, named_find(folded, "probability"));
            named_csv_field(out, named_find(folded, "contribution"));
            folded = named_next(folded);
        }
        named_csv_end(out);
    }
}

static void add_comparison(struct text *out, const struct named *root)
{
    const struct named *names = named_first(root);
    named_csv_text(out, "figure");
    named_csv_members(out, names);
    named_csv_text(out, "difference");
    named_csv_end(out);
    for (const struct named *figure = named_first(named_find(root, "figures")); figure;
         figure = named_next(figure)) {
        named_csv_text(out, named_key(figure));
        add_row(out, figure);
    }
}

/* Writes the table of the first of these members that the analysis has. */
static void add_table(struct text *out, const struct named *root)
{
    if (named_first(named_find(root, "starting_hands")))
        add_list(out, named_find(root, "starting_hands"));
    else if (named_find(root, "frequencies"))
        add_headlines(out, root);
    else if (named_find(root, "turn_cards"))
        add_turns(out, root);
    else if (named_find(root, "turn_check"))
        add_outcomes(out, root);
    else if (named_find(root, "options"))
        add_options(out, root);
    else if (named_find(root, "figures"))
        add_comparison(out, root);
    else
        add_hands(out, root);
}

int analysis_write(struct named_tree *t, enum paper_format format, struct text *out,
                   struct cr_err *err)
{
    struct text bytes = {0};
    if (format == PAPER_AS_JSON)
        named_json(t, &bytes);
    else if (t)
        add_table(&bytes, named_root(t));
    const bool failed = named_failed(t) || bytes.cut;
    if (!failed)
        text_add_len(out, bytes.data, bytes.len);
    text_free(&bytes);
    named_free(t);
    return failed ? err_set(err, CR_E_IO, "not enough memory for the answer") : CR_OK;
}
