/* Two house rules, or two progressives, side by side. */
#include "reports/mathematics/analysis_text.h"
#include "reports/mathematics/analysis_tree.h"
#include "reports/mathematics/text_figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Headline figures ---- */

static void add_headline(struct headline *list, unsigned *count, const char *key, bool is_percent,
                         const struct named *value)
{
    if (!value || *count == HEADLINES_MAX)
        return;
    struct headline *h = &list[(*count)++];
    snprintf(h->key, sizeof h->key, "%s", key);
    h->is_percent = is_percent;
    h->value = value;
}

/* A figure of one of several meters has the meter's name behind it. */
static void add_of_meter(struct headline *list, unsigned *count, const struct named *root,
                         const char *key, const char *meter)
{
    const struct named *node = named_find(root, key);
    char with_meter[sizeof list->key];
    snprintf(with_meter, sizeof with_meter, "%s %s", key, meter);
    if (named_first(node))
        add_headline(list, count, with_meter, false, named_find(node, meter));
    else
        add_headline(list, count, key, false, node);
}

unsigned analysis_headlines(const struct named *root, struct headline out[HEADLINES_MAX])
{
    static const struct {
        const char *key;
        bool is_percent;
    } figures[] = {{"ev", false},
                   {"house_edge", true},
                   {"element_of_risk", true},
                   {"average_wager", false},
                   {"hit_frequency", true},
                   {"fixed_from_meter", false},
                   {"fixed_not_from_meter", false},
                   {"house_advantage", true},
                   {"envy_per_seat", false},
                   {"std_dev", false}};
    const struct named *node;
    unsigned count = 0;
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++)
        add_headline(out, &count, figures[i].key, figures[i].is_percent,
                     named_find(root, figures[i].key));
    for (node = named_first(named_find(root, "frequencies")); node; node = named_next(node))
        add_headline(out, &count, named_key(node), true, node);
    for (node = named_first(named_find(root, "side_bets")); node; node = named_next(node))
        add_headline(out, &count, named_key(node), true, named_find(node, "ev"));
    for (node = named_first(named_find(root, "meters")); node; node = named_next(node)) {
        add_of_meter(out, &count, root, "average_reset", named_key(node));
        add_of_meter(out, &count, root, "average_jackpot", named_key(node));
    }
    return count;
}

/* ---- The tree ---- */

static const struct headline *find_headline(const struct headline *list, unsigned count,
                                            const char *key)
{
    for (unsigned i = 0; i < count; i++)
        if (strcmp(list[i].key, key) == 0)
            return &list[i];
    return NULL;
}

/* Figures that both have. */
static void add_figures(struct named *o, const struct named *a, const struct named *b)
{
    struct headline of_a[HEADLINES_MAX], of_b[HEADLINES_MAX];
    const unsigned count_a = analysis_headlines(a, of_a), count_b = analysis_headlines(b, of_b);
    for (unsigned i = 0; i < count_a; i++) {
        const struct headline *other = find_headline(of_b, count_b, of_a[i].key);
        if (!other)
            continue;
        struct named *figure = named_object(o, of_a[i].key);
        const double value_a = named_value(of_a[i].value), value_b = named_value(other->value);
        named_number(figure, "a", value_a);
        named_number(figure, "b", value_b);
        named_number(figure, "difference", value_b - value_a);
    }
}

/* Starting hands that are decided otherwise. */
static void add_decisions(struct named *list, const struct named *a, const struct named *b)
{
    for (a = named_first(a), b = named_first(b); a && b; a = named_next(a), b = named_next(b)) {
        const char *decision_a = named_string(named_find(a, "decision"));
        const char *decision_b = named_string(named_find(b, "decision"));
        if (strcmp(decision_a, decision_b) == 0)
            continue;
        struct named *o = named_object(list, NULL);
        named_text(o, "hand", named_string(named_find(a, "hand")));
        named_number(o, "combos", named_value(named_find(a, "combos")));
        named_text(o, "a", decision_a);
        named_text(o, "b", decision_b);
        named_number(o, "ev_a", named_value(named_find(a, "ev")));
        named_number(o, "ev_b", named_value(named_find(b, "ev")));
    }
}

struct named_tree *analysis_tree_compare(const struct named *a, const struct named *b,
                                         bool is_one_game)
{
    const struct named *starts_a = named_find(a, "starting_hands");
    const char *name = starts_a ? "rules" : "progressive";
    struct named_tree *t = named_new();
    struct named *o = named_root(t);
    struct named *names = named_object(o, starts_a ? "rules" : "progressives");
    named_text(names, "a", named_string(named_find(a, name)));
    named_text(names, "b", named_string(named_find(b, name)));
    add_figures(named_object(o, "figures"), a, b);
    if (starts_a) {
        struct named *decisions = named_list(o, "decisions");
        if (is_one_game)
            add_decisions(decisions, starts_a, named_find(b, "starting_hands"));
    }
    return t;
}

/* ---- Text ---- */

static void add_value(struct text *t, double value, bool is_percent)
{
    if (is_percent)
        text_add_format(t, "%14.4f %%", value * 100);
    else if (fabs(value) < 1000)
        text_add_format(t, "%16.6f", value);
    else
        text_amount(t, 16, 2, value);
}

static void text_figures(const struct named *root, const struct named *a, struct text *t)
{
    struct headline headlines[HEADLINES_MAX];
    const unsigned count = analysis_headlines(a, headlines);
    for (const struct named *figure = named_first(named_find(root, "figures")); figure;
         figure = named_next(figure)) {
        const bool is_percent = find_headline(headlines, count, named_key(figure))->is_percent;
        char label[TEXT_LABEL_MAX];
        text_label(named_key(figure), label);
        text_add_format(t, "%-26s", label);
        for (const struct named *value = named_first(figure); value; value = named_next(value))
            add_value(t, named_value(value), is_percent);
        text_add_char(t, '\n');
    }
}

static void text_decisions(const struct named *root, const char *name_a, const char *name_b,
                           struct text *t)
{
    const struct named *hand = named_first(named_find(root, "decisions"));
    if (hand)
        text_add_format(t, "Starting hands that are played otherwise\n  %-6s %20s   %20s\n", "hand",
                        name_a, name_b);
    else
        text_add(t, "Every starting hand is played alike.\n");
    for (; hand; hand = named_next(hand))
        text_add_format(t, "  %-6s %-6s %13.6f   %-6s %13.6f\n",
                        named_string(named_find(hand, "hand")), named_string(named_find(hand, "a")),
                        named_value(named_find(hand, "ev_a")), named_string(named_find(hand, "b")),
                        named_value(named_find(hand, "ev_b")));
}

void analysis_text_compare(const struct named *root, const struct named *a, bool is_one_game,
                           struct text *t)
{
    const struct named *names = named_first(root);
    const char *name_a = named_string(named_find(names, "a"));
    const char *name_b = named_string(named_find(names, "b"));
    text_add_format(t, "%-26s%16s%16s%16s\n", "", name_a, name_b, "difference");
    text_figures(root, a, t);
    if (!named_first(named_find(a, "starting_hands")))
        return;
    text_add_char(t, '\n');
    if (is_one_game)
        text_decisions(root, name_a, name_b, t);
    else
        text_add(t, "Different games: their starting hands are not compared.\n");
}
