/* croupier eval: finds the best hand of 5, 6 or 7 cards, or of other numbers by another game's
 * order of hands. */
#include "app/input_lines.h"
#include "app/shared_options.h"
#include "game/cards/card_text.h"
#include "game/cards/ranking.h"

#include <croupier/cards.h>

#include <errno.h>
#include <string.h>

struct eval_options {
    bool three, four, json;
    struct option_words cards;
};

/* An order of hands: how many cards it takes, and how it ranks them. */
struct eval_order {
    unsigned least, most; /* how many cards may be given */
    const char *takes;    /* the same in words */
    const struct ranking *ranking;
    uint16_t (*best)(const cr_card *cards, size_t count, cr_card *best);
};

static uint16_t best_three(const cr_card *cards, size_t count, cr_card *best)
{
    (void)count;
    return cr_best_three(cards, best);
}

static const struct eval_order order_five = {5, 7, "a hand has 5, 6 or 7", &ranking_five,
                                             cr_best_five},
                               order_four = {4, 6, "with --four a hand has 4, 5 or 6",
                                             &ranking_four, cr_best_four},
                               order_three = {3, 3, "with --three a hand has 3", &ranking_three,
                                              best_three};

struct evaluated {
    cr_card cards[8];
    size_t count;
    cr_card best[5];
    const struct eval_order *order;
    uint16_t rank;
    enum cr_category category;
    char name[CR_HAND_NAME_MAX];
};

/* Reads and ranks one hand. */
static int evaluate(const struct eval_options *options, const char *text, size_t len,
                    struct evaluated *out, struct cr_err *err)
{
    if (cr_cards_parse(text, len, out->cards, 8, &out->count, err) != CR_OK)
        return CR_E_INPUT;
    const struct eval_order *order = options->three  ? &order_three
                                     : options->four ? &order_four
                                                     : &order_five;
    if (out->count < order->least || out->count > order->most)
        return err_set(err, CR_E_INPUT, "%zu card%s; %s", out->count, out->count == 1 ? "" : "s",
                       order->takes);
    cr_card twice = cr_cards_repeated(out->cards, out->count);
    if (twice != CR_NO_CARD) {
        char name[CR_CARD_TEXT_MAX];
        cr_card_format(twice, name);
        return err_set(err, CR_E_INPUT, "the card %s is there twice", name);
    }
    out->order = order;
    out->rank = order->best(out->cards, out->count, out->best);
    out->category = order->ranking->category(out->rank);
    order->ranking->hand_name(out->rank, out->name);
    return CR_OK;
}

static void write_json(const struct evaluated *e, struct text *t)
{
    json_open(t, NULL, '{');
    json_cards(t, "cards", e->cards, (unsigned)e->count);
    json_text(t, "category", cr_category_name(e->category));
    json_cards(t, "best", e->best, e->order->ranking->cards);
    JSON_MEMBERS(t, e, name, rank);
    text_add(t, "}\n");
}

static void write_human(const struct evaluated *e, struct text *t)
{
    text_add_cards(t, e->best, e->order->ranking->cards);
    text_add_format(t, "  %s  (%s, rank %u of %u)\n", e->name, cr_category_name(e->category),
                    e->rank, e->order->ranking->worst_rank);
}

/* Prints the answer for one hand. On a fault nothing is printed. */
static int answer(const struct eval_options *options, const char *text, size_t len,
                  struct cr_err *err)
{
    struct evaluated e;
    char line[512];
    struct text t = text_in(line, sizeof line);
    int rc = evaluate(options, text, len, &e, err);
    if (rc != CR_OK)
        return rc;
    if (options->json)
        write_json(&e, &t);
    else
        write_human(&e, &t);
    fwrite(t.data, 1, t.len, stdout);
    return CR_OK;
}

static void answer_fault(const struct eval_options *options, const char *what)
{
    char line[CR_ERR_TEXT_MAX * 6 + 32];
    struct text t = text_in(line, sizeof line);
    if (options->json) {
        json_open(&t, NULL, '{');
        json_text(&t, "error", what);
        text_add(&t, "}\n");
    } else {
        text_add_format(&t, "error: %s\n", what);
    }
    fwrite(t.data, 1, t.len, stdout);
}

/* Reads one hand from each line. A bad line gets an error message in its place, and the others are
 * still answered. */
static int eval_lines(const struct eval_options *options)
{
    struct lines *lines = lines_new(stdin);
    if (!lines)
        return cli_rejected("not enough memory");
    int status = CLI_OK;
    const char *line;
    size_t len;
    while (!ferror(stdout) && lines_next(lines, &line, &len)) {
        struct cr_err err = {0};
        if (line && len > 0 && line[len - 1] == '\r')
            len--;
        if (line && len == 0)
            continue;
        int rc = line ? answer(options, line, len, &err)
                      : err_set(&err, CR_E_INPUT, "the line is longer than %d bytes", LINES_MAX);
        if (rc != CR_OK) {
            answer_fault(options, err.text);
            status = CLI_REJECTED;
        }
    }
    if (lines->failed)
        status = cli_rejected("reading failed: %s", strerror(errno));
    lines_free(lines);
    return status;
}

enum { ONE_ORDER = 1 };

static const struct option options[] = {
    {"--three", NULL, "three cards, Three Card Poker's order",
     OPTION_FLAG(struct eval_options, three), .one_of = ONE_ORDER},
    {"--four", NULL, "the best four of 4, 5 or 6 cards, Four Card Poker's order",
     OPTION_FLAG(struct eval_options, four), .one_of = ONE_ORDER},
    OPTION_SHARED(shared_json, bool, struct eval_options, json),
    {"CARD", OPTION_REST(&kind_cards, struct eval_options, cards), .missing = "no cards"},
    OPTION_END,
};

static bool has_dash(const struct option_words *cards)
{
    for (int i = 0; i < cards->count; i++)
        if (strcmp(cards->words[i], "-") == 0)
            return true;
    return false;
}

static int run(const struct cli_call *call)
{
    const struct eval_options *o = call->options;
    char hand[1024];
    struct cr_err err = {0};
    if (has_dash(&o->cards))
        return o->cards.count == 1 ? eval_lines(o) : cli_usage("either cards or '-', not both");
    struct text t = text_in(hand, sizeof hand);
    for (int i = 0; i < o->cards.count; i++)
        text_add_format(&t, "%s%s", t.len ? " " : "", o->cards.words[i]);
    if (t.cut)
        return cli_rejected("too many cards");
    if (answer(o, hand, t.len, &err) != CR_OK)
        return cli_rejected("%s", err.text);
    return CLI_OK;
}

const struct cli_runner runner_eval = {options, sizeof(struct eval_options), run};
