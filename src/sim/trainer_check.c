/* Judges a trainee's answers: what was done with each wager, how much, and in which order. */
#include "sim/practice_internal.h"
#include "sim/trainer.h"

#include "base/json_write.h"
#include "game/document/explain.h"

#include <stdio.h>
#include <string.h>

#define ANSWERS_MAX 128

struct said {
    uint8_t seat, slot, from_seat;
    enum trainer_verdict verdict;
    bool has_amount;
    struct cr_money amount;
};

struct judging {
    struct trainer trainer;
    uint32_t count;
    struct said said[ANSWERS_MAX];
    bool done[TRAINER_ITEMS_MAX];
    unsigned cursor; /* all items before this index were settled or passed over */
    unsigned right, wrong, out_of_order, answered;
};

/* ---- Reading ---- */

static int read_seat(struct ask *a, const struct json_node *node, const char *field, uint8_t *out)
{
    if (!node || node->kind != JSON_NUMBER || node->len != 1 || node->text[0] < '1' ||
        node->text[0] > '0' + CR_SEATS)
        return ask_fault(a, CR_E_INPUT, field, "must be a seat from 1 to %d", CR_SEATS);
    *out = (uint8_t)(node->text[0] - '0');
    return CR_OK;
}

static int read_slot(struct ask *a, const struct trainer *tr, const struct json_node *node,
                     const char *field, uint8_t *out)
{
    unsigned slot = CR_SLOTS;
    if (!node || node->kind != JSON_STRING)
        return ask_fault(a, CR_E_INPUT, field, "must be the name of a wager");
    if (!json_text_is(node->text, node->len, "envy")) {
        slot = cr_slot_find(tr->table.rules.game, node->text, node->len);
        if (slot == CR_SLOTS)
            return ask_fault(a, CR_E_INPUT, field, "%s has no wager of that name",
                             tr->table.rules.name);
    }
    *out = (uint8_t)slot;
    return CR_OK;
}

static int read_verdict(struct ask *a, const struct json_node *node, const char *field,
                        enum trainer_verdict *out)
{
    for (unsigned v = 0; node && node->kind == JSON_STRING && v < TRAINER_VERDICTS; v++) {
        if (!json_text_is(node->text, node->len, trainer_verdicts[v]))
            continue;
        *out = (enum trainer_verdict)v;
        return CR_OK;
    }
    return ask_fault(a, CR_E_INPUT, field, "must be \"pay\", \"take\", \"push\" or \"none\"");
}

static int check_keys(struct ask *a, const struct json_node *object, const char *field)
{
    static const char *const known[] = {"seat", "wager", "verdict", "amount", "from_seat"};
    const struct json_node *node = json_first(object);
    for (uint32_t i = 0; i < object->count; i++, node = json_next(node)) {
        bool is_known = false;
        for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
            is_known |= json_text_is(node->key, node->key_len, known[k]);
        if (!is_known)
            return ask_fault(a, CR_E_INPUT, field,
                             "known are seat, wager, verdict, amount, from_seat");
    }
    return CR_OK;
}

static int read_answer(struct ask *a, const struct trainer *tr, const struct json_node *node,
                       const char *field, struct said *out)
{
    if (node->kind != JSON_OBJECT)
        return ask_fault(a, CR_E_INPUT, field, "must be an object");
    const struct json_node *amount = json_member(node, "amount");
    const struct json_node *from = json_member(node, "from_seat");
    check_keys(a, node, field);
    read_seat(a, json_member(node, "seat"), field, &out->seat);
    read_slot(a, tr, json_member(node, "wager"), field, &out->slot);
    read_verdict(a, json_member(node, "verdict"), field, &out->verdict);
    out->has_amount = !ask_is_null(amount);
    if (out->has_amount)
        ask_amount(a, amount, field, CR_MONEY_CENTS, &out->amount);
    if (!ask_is_null(from))
        read_seat(a, from, field, &out->from_seat);
    return a->err.code;
}

static int read_answers(struct ask *a, struct judging *j)
{
    const struct json_node *list = ask_member(a, "answers");
    if (!list || list->kind != JSON_ARRAY || list->count > ANSWERS_MAX)
        return ask_fault(a, CR_E_INPUT, "answers", "must be a list of at most %d", ANSWERS_MAX);
    const struct json_node *node = json_first(list);
    int rc = CR_OK;
    for (uint32_t i = 0; i < list->count && rc == CR_OK; i++, node = json_next(node)) {
        char field[CR_ERR_FIELD_MAX];
        snprintf(field, sizeof field, "answers[%u]", (unsigned)i);
        rc = read_answer(a, &j->trainer, node, field, &j->said[i]);
    }
    j->count = list->count;
    return rc;
}

/* ---- Judging ---- */

/* The judgement of one answer. */
struct judgement {
    const struct trainer_item *item; /* NULL: there is no such wager to settle */
    bool verdict_right, amount_right, in_order;
    const struct trainer_item *expected; /* which one came first, when it is out of order */
    char why[128];
    const char *rule, *paragraph;
};

static bool verdict_is_right(const struct trainer_item *item, enum trainer_verdict said)
{
    return said == item->verdict ||
           (item->is_coin && item->verdict == TRAINER_TAKE && said == TRAINER_NONE);
}

/* Only a payment needs an amount. If another verdict comes with one, it must be the stake or
 * zero. */
static bool amount_is_right(const struct trainer_item *item, const struct said *said)
{
    if (item->verdict == TRAINER_PAY)
        return said->has_amount && said->amount.micro == item->amount.micro;
    return !said->has_amount || said->amount.micro == item->stake.micro ||
           (item->verdict != TRAINER_TAKE && said->amount.micro == 0);
}

static unsigned find_item(const struct trainer *tr, const struct said *said)
{
    unsigned i = 0;
    while (i < tr->item_count &&
           !(tr->items[i].seat == said->seat && tr->items[i].slot == said->slot &&
             tr->items[i].from_seat == said->from_seat))
        i++;
    return i;
}

/* The first unsettled item from index `from` up to the one before `before`; NULL: none. */
static const struct trainer_item *first_waiting(const struct judging *j, unsigned from,
                                                unsigned before)
{
    for (unsigned i = from; i < before; i++)
        if (!j->done[i])
            return &j->trainer.items[i];
    return NULL;
}

static void judge(struct judging *j, const struct said *said, struct judgement *out)
{
    const struct trainer *tr = &j->trainer;
    const unsigned at = find_item(tr, said);
    *out = (struct judgement){.in_order = true,
                              .rule = tr->rules->order,
                              .paragraph = cr_paragraph(&tr->table.rules, tr->rules->order)};
    if (at == tr->item_count || j->done[at]) {
        snprintf(out->why, sizeof out->why,
                 at == tr->item_count ? "seat %u has no %s to settle"
                                      : "seat %u: its %s is settled already",
                 said->seat, trainer_slot_label(tr, said->slot));
        j->wrong++;
        return;
    }
    out->item = &tr->items[at];
    /* Passing an item over is a mistake; coming back to it later is not another one. */
    out->expected = first_waiting(j, j->cursor, at);
    out->in_order = out->expected == NULL;
    out->verdict_right = verdict_is_right(out->item, said->verdict);
    out->amount_right = amount_is_right(out->item, said);
    out->rule = out->item->rule;
    out->paragraph = out->item->paragraph;
    snprintf(out->why, sizeof out->why, "%s", out->item->why);
    j->done[at] = true;
    j->cursor = at + 1 > j->cursor ? at + 1 : j->cursor;
    j->answered++;
    j->out_of_order += !out->in_order;
    if (out->verdict_right && out->amount_right)
        j->right++;
    else
        j->wrong++;
}

/* ---- Answering ---- */

static void add_order(const struct trainer *tr, const struct judgement *g, struct text *t)
{
    json_flag(t, "in_order", g->in_order);
    char why[128] = "";
    const char *rule = g->in_order ? NULL : tr->rules->order;
    if (!g->in_order && g->expected->seat != g->item->seat)
        snprintf(why, sizeof why, "from the dealer's right to left: seat %u comes before this",
                 g->expected->seat);
    else if (!g->in_order)
        snprintf(why, sizeof why, "seat %u: %s comes before %s", g->item->seat,
                 trainer_slot_label(tr, g->expected->slot), trainer_slot_label(tr, g->item->slot));
    trainer_add_item(tr, "expected", g->expected, t);
    json_text_or_null(t, "order_why", why);
    json_text(t, "order_rule", rule);
    json_text(t, "order_paragraph", rule ? cr_paragraph(&tr->table.rules, rule) : NULL);
}

static void add_judgement(struct judging *j, const struct said *said, struct text *t)
{
    struct judgement g;
    judge(j, said, &g);
    json_open(t, NULL, '{');
    json_count(t, "seat", said->seat);
    json_text(t, "wager", trainer_slot_name(&j->trainer, said->slot));
    json_flag(t, "right", g.verdict_right && g.amount_right);
    JSON_MEMBERS(t, &g, verdict_right, amount_right);
    json_text(t, "verdict", trainer_verdicts[g.item ? g.item->verdict : TRAINER_NONE]);
    json_money(t, "amount", g.item ? g.item->amount : cr_money_from_micro(0));
    JSON_MEMBERS(t, &g, why, rule, paragraph);
    add_order(&j->trainer, &g, t);
    json_close(t, '}');
}

/* Judges what the dealer announces before the first payment. */
static int add_announcement(struct ask *a, const struct judging *j, struct text *t)
{
    const struct cr_rules *rules = &j->trainer.table.rules;
    const struct cr_settlement *s = &j->trainer.hand.round.settlement;
    const struct json_node *node = ask_member(a, "announcement");
    const char *correct = s->dealer_qualifies ? "qualifies" : "does not qualify";
    char said[24], words[128];
    json_open(t, NULL, '{');
    if (ask_is_null(node)) {
        json_null(t, "announcement");
        return CR_OK;
    }
    int rc = ask_word(a, node, "announcement", said, sizeof said);
    if (rc == CR_OK && !(rules->game->keys & GAME_KEY_QUALIFY))
        rc = ask_fault(a, CR_E_INPUT, "announcement", "in %s the dealer always plays", rules->name);
    if (rc == CR_OK && strcmp(said, "qualifies") != 0 && strcmp(said, "does not qualify") != 0)
        rc = ask_fault(a, CR_E_INPUT, "announcement",
                       "must be \"qualifies\" or \"does not qualify\"");
    if (rc != CR_OK)
        return rc;
    struct text sentence = text_in(words, sizeof words);
    explain_dealer(rules, s, &sentence);
    json_open(t, "announcement", '{');
    json_flag(t, "right", strcmp(said, correct) == 0);
    json_text(t, "said", said);
    json_text(t, "correct", correct);
    json_text(t, "words", words);
    json_text(t, "rule", j->trainer.rules->qualify);
    json_text(t, "paragraph", cr_paragraph(rules, j->trainer.rules->qualify));
    json_close(t, '}');
    return CR_OK;
}

static int answer(struct ask *a, struct judging *j, struct text *t)
{
    int rc = add_announcement(a, j, t);
    if (rc != CR_OK)
        return rc;
    json_open(t, "answers", '[');
    for (uint32_t i = 0; i < j->count; i++)
        add_judgement(j, &j->said[i], t);
    json_close(t, ']');
    json_open(t, "score", '{');
    JSON_MEMBERS(t, j, right, wrong, out_of_order, answered);
    json_count(t, "total", j->trainer.item_count);
    json_flag(t, "complete", j->answered == j->trainer.item_count);
    json_close(t, '}');
    trainer_add_item(&j->trainer, "next", first_waiting(j, 0, j->trainer.item_count), t);
    json_close(t, '}');
    return CR_OK;
}

int trainer_check(struct practice *p, struct ask *a, struct text *t)
{
    static const char *const known[] = {TRAINER_KEYS, "answers", "announcement", NULL};
    struct judging *j = ask_begin(a, known, sizeof *j);
    (void)p;
    int rc = j ? trainer_ask(a, &j->trainer) : a->err.code;
    if (rc == CR_OK)
        rc = read_answers(a, j);
    return rc == CR_OK ? answer(a, j, t) : rc;
}
