/* Compares two house rules, or two progressives, side by side. */
#include "reports/mathematics/analysis_paper.h"
#include "reports/mathematics/analysis_tree.h"
#include "reports/mathematics/figures.h"

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

/* Adds a figure of one meter; where there are several meters, its key has the meter's name behind
 * it. */
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

/* Adds the figures that both analyses have. */
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

/* Adds the starting hands that the two play differently. */
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

/* ---- For a terminal ---- */

/* A key as people read it: "turn_bet" becomes "Turn bet". */
static const char *label_of(const char *key, char out[FIGURE_MAX])
{
    return figure_capital(out, strcmp(key, "ev") == 0        ? "expectation"
                               : strcmp(key, "std_dev") == 0 ? "standard deviation"
                                                             : key);
}

static void add_value(struct paper *p, double value, bool is_percent)
{
    if (is_percent)
        paper_cell_number(p, value, 4, PAPER_PERCENT);
    else
        paper_cell_number(p, value, fabs(value) < 1000 ? 6 : 2, PAPER_PLAIN);
}

static void print_figures(struct paper *p, const struct named *root, const struct named *a)
{
    struct headline headlines[HEADLINES_MAX];
    const unsigned count = analysis_headlines(a, headlines);
    for (const struct named *figure = named_first(named_find(root, "figures")); figure;
         figure = named_next(figure)) {
        const bool is_percent = find_headline(headlines, count, named_key(figure))->is_percent;
        paper_cell(p, label_of(named_key(figure), FIGURE));
        for (const struct named *value = named_first(figure); value; value = named_next(value))
            add_value(p, named_value(value), is_percent);
    }
}

static void print_decisions(struct paper *p, const struct named *root, const char *name_a,
                            const char *name_b)
{
    const struct named *hand = named_first(named_find(root, "decisions"));
    const char *const groups[] = {NULL, name_a, name_a, name_b, name_b};
    if (!hand) {
        paper_note(p, "Every starting hand is played alike.");
        return;
    }
    paper_caption(p, "Starting hands that are played otherwise");
    PAPER_TABLE(p, "decisions", {"hand", "Hand", PAPER_TEXT}, {"a", "First", PAPER_TEXT},
                {"ev_a", "Expectation", PAPER_NUMBER}, {"b", "First", PAPER_TEXT},
                {"ev_b", "Expectation", PAPER_NUMBER});
    paper_groups(p, groups);
    for (; hand; hand = named_next(hand)) {
        paper_cell(p, named_string(named_find(hand, "hand")));
        paper_cell(p, named_string(named_find(hand, "a")));
        paper_cell_number(p, named_value(named_find(hand, "ev_a")), 6, PAPER_PLAIN);
        paper_cell(p, named_string(named_find(hand, "b")));
        paper_cell_number(p, named_value(named_find(hand, "ev_b")), 6, PAPER_PLAIN);
    }
}

struct paper *analysis_screen_compare(const struct named *root, const struct named *a,
                                      bool is_one_game)
{
    const struct named *names = named_first(root);
    const char *name_a = named_string(named_find(names, "a"));
    const char *name_b = named_string(named_find(names, "b"));
    char title[2 * CR_NAME_MAX + 16];
    snprintf(title, sizeof title, "%s and %s", name_a, name_b);
    struct paper *p = paper_new(PAPER_STUDY, "comparison", title);
    PAPER_TABLE(p, "figures", {"figure", "", PAPER_TEXT}, {"a", name_a, PAPER_NUMBER},
                {"b", name_b, PAPER_NUMBER}, {"difference", "Difference", PAPER_NUMBER});
    print_figures(p, root, a);
    if (!named_first(named_find(a, "starting_hands")))
        return p;
    if (is_one_game)
        print_decisions(p, root, name_a, name_b);
    else
        paper_note(p, "Different games: their starting hands are not compared.");
    return p;
}
