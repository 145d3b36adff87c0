/* A round for a dealer in training, and the right answers for it. */
#include "lesson.h"

#include "game/games/game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

const struct lesson_game lesson_games[LESSON_GAMES] = {
    {"uth-cn", "cn", "UTH-13"},    {"uth-rp", "rp", "UTH-13"}, {"pg-flush", "ptha-1", "PG-6"},
    {"pg-straight", NULL, "PG-6"}, {"tcp-cn", NULL, "TCP-7"},  {"lir-rp", "rp", "LIR-4"},
    {"ms-rp", "rp", "MS-4"},       {"fcp-rp", "rp", "FCP-5"}};

/* ---- The right answers, from the settlement alone ---- */

static struct deed *add(struct lesson *l, unsigned seat, const char *wager)
{
    assert_true(l->count < LESSON_DEEDS);
    struct deed *d = &l->deeds[l->count++];
    *d = (struct deed){.seat = seat, .verdict = "none"};
    snprintf(d->wager, sizeof d->wager, "%s", wager);
    cr_money_format(cr_money_from_micro(0), d->amount);
    return d;
}

static void pay(struct deed *d, struct cr_money amount)
{
    strcpy(d->verdict, "pay");
    cr_money_format(amount, d->amount);
}

static void add_seat(struct lesson *l, unsigned i)
{
    const struct cr_game *game = l->settled.rules.game;
    const struct cr_seat_result *seat = &l->settled.settlement.seats[i];
    for (unsigned s = 0; s < game->slot_count; s++) {
        const struct cr_wager_result *w = &seat->wagers[s];
        const bool is_bonus = game->slots[s].kind == SLOT_BONUS;
        const bool is_played =
            seat->outcome != CR_OUTCOME_FOLD && seat->wagers[game->ante].stake.micro > 0;
        if (w->result == CR_RESULT_PULLED || /* it was returned during the round */
            (w->result == CR_RESULT_NONE && !(is_bonus && is_played)))
            continue;
        struct deed *d = add(l, i + 1, game->slots[s].name);
        if (w->result == CR_RESULT_WIN)
            pay(d, w->pays);
        else if (w->result == CR_RESULT_LOSE)
            strcpy(d->verdict, "take"), cr_money_format(w->stake, d->amount);
        else if (w->result == CR_RESULT_PUSH)
            strcpy(d->verdict, "push");
    }
}

static void add_envy(struct lesson *l, unsigned i)
{
    const struct cr_settlement *s = &l->settled.settlement;
    const unsigned slot = l->settled.rules.game->progressive;
    for (unsigned from = CR_SEATS; slot < CR_SLOTS && from-- > 0;) {
        const struct cr_award_result *award = &s->seats[from].award;
        if (from == i || s->seats[i].wagers[slot].stake.micro == 0 || !award->paid ||
            l->settled.progressive.awards[award->category].envy.micro == 0)
            continue;
        struct deed *d = add(l, i + 1, "envy");
        d->from_seat = from + 1;
        for (unsigned e = 0; e < s->seats[i].envy_count; e++)
            if (s->seats[i].envy[e].from_seat == from + 1)
                pay(d, s->seats[i].envy[e].amount);
    }
}

const struct json_node *lesson_learn(struct lesson *l, size_t game, unsigned round, unsigned seats)
{
    char progressive[48] = "null";
    if (lesson_games[game].progressive)
        snprintf(progressive, sizeof progressive, "\"%s\"", lesson_games[game].progressive);
    snprintf(l->question, sizeof l->question,
             "{\"rules\":\"%s\",\"progressive\":%s,\"seed\":1,\"round\":%u,\"seats\":%u",
             lesson_games[game].rules, progressive, round, seats);
    const struct json_node *root = talk_ask(PRACTICE_DEALING, "%s}", l->question);
    settled_from(root, lesson_games[game].rules, lesson_games[game].progressive, &l->settled);
    l->count = 0;
    for (unsigned i = CR_SEATS; i-- > 0;)
        if (l->settled.settlement.seats[i].taken)
            add_seat(l, i);
    for (unsigned i = CR_SEATS; i-- > 0;)
        if (l->settled.settlement.seats[i].taken)
            add_envy(l, i);
    return root;
}

/* ---- What the trainer says ---- */

const struct json_node *lesson_judge(const struct lesson *l, const struct deed *deeds,
                                     unsigned count, const char *rest)
{
    static char answers[32 * 1024];
    struct text t;
    text_init(&t, answers, sizeof answers);
    for (unsigned i = 0; i < count; i++) {
        text_add_format(&t, "%s{\"seat\":%u,\"wager\":\"%s\",\"verdict\":\"%s\"", i ? "," : "",
                        deeds[i].seat, deeds[i].wager, deeds[i].verdict);
        if (deeds[i].amount[0])
            text_add_format(&t, ",\"amount\":\"%s\"", deeds[i].amount);
        if (deeds[i].from_seat)
            text_add_format(&t, ",\"from_seat\":%u", deeds[i].from_seat);
        text_add_char(&t, '}');
    }
    assert_false(t.cut);
    return talk_ask(PRACTICE_CHECK, "%s,\"answers\":[%s]%s}", l->question, answers, rest);
}

unsigned lesson_score(const struct json_node *root, const char *key)
{
    return (unsigned)talk_number(talk_in(talk_in(root, "score"), key));
}
