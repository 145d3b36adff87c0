/* What seen cards are worth, as an answer. */
#include "reports/mathematics/protect_answer.h"

#include "math/study/rational_json.h"

unsigned protect_procedures(const struct cr_sees *s, const char *out[PROTECT_PROCEDURES])
{
    const bool board = s->flop || s->turn || s->river || s->board;
    unsigned n = 0;
    if (s->dealer)
        out[n++] = "The dealer does not look at the cards before the last decision, and slides "
                   "them flat under a cover: nobody sees what is not lifted.";
    if (board || s->dealer)
        out[n++] = "Community cards first: they lie face down on the layout, and the dealer's "
                   "after them, before a player has touched a card.";
    if (board)
        out[n++] = "The packet comes from a shuffler and is not turned or squared on its edge; "
                   "cards are opened only when all seats have decided.";
    if (s->dead)
        out[n++] = "Players keep their cards to themselves and show none; hand signals and talk "
                   "about cards are stopped, and one patron plays one hand.";
    if (s->marked)
        out[n++] = "Cards with a symmetrical back, changed often and turned at the shuffle: "
                   "sorted edges and marks lose their meaning.";
    return n;
}

static void json_change(struct text *t, const struct cr_change *c)
{
    json_open(t, NULL, '{');
    json_text(t, "hand", c->hand);
    json_open(t, "base", '{');
    for (unsigned i = 0; i < c->action_count; i++)
        json_number(t, c->actions[i].action, c->actions[i].base);
    json_close(t, '}');
    json_open(t, "seen", '{');
    for (unsigned i = 0; i < c->action_count; i++)
        json_number(t, c->actions[i].action, c->actions[i].seen);
    json_close(t, '}');
    json_close(t, '}');
}

static void json_procedures(struct text *t, const struct cr_sees *sees)
{
    const char *sentences[PROTECT_PROCEDURES];
    const unsigned count = protect_procedures(sees, sentences);
    json_open(t, "procedures", '[');
    for (unsigned i = 0; i < count; i++)
        json_text(t, NULL, sentences[i]);
    json_close(t, ']');
}

void protect_json(const struct cr_rules *rules, const char *text, const struct cr_sees *sees,
                  const struct cr_protection *a, struct text *t)
{
    json_open(t, NULL, '{');
    json_text(t, "rules", rules->name);
    json_text(t, "sees", text);
    json_number(t, "ev", a->ev);
    if (a->is_exact) {
        json_open(t, "exact", '{');
        json_exact(t, "ev", a->exact_ev);
        json_close(t, '}');
    } else {
        json_null(t, "exact");
        json_count(t, "rounds", a->rounds);
    }
    json_number(t, "std_error", a->std_error);
    json_number(t, "gain", a->gain);
    json_number(t, "house_edge", a->house_edge);
    json_open(t, "frequencies", '{');
    for (unsigned i = 0; i < a->frequency_count; i++)
        json_number(t, a->frequencies[i].name, a->frequencies[i].value);
    json_close(t, '}');
    json_open(t, "changes", '[');
    for (unsigned i = 0; i < a->change_count; i++)
        json_change(t, &a->changes[i]);
    json_close(t, ']');
    json_procedures(t, sees);
    json_close(t, '}');
    text_add_char(t, '\n');
}
