/* The 169 starting hands, and small helpers that the mathematics of the games share. */
#include "math/starts.h"

#include "base/check.h"
#include "game/games/game.h"
#include "game/round/actions.h"

#include <stdio.h>

void starts_list(struct start_hand out[CR_STARTS])
{
    static const char ranks[] = "23456789TJQKA";
    unsigned n = 0;
    for (unsigned high = CR_RANKS; high-- > 0;) {
        for (unsigned low = high + 1; low-- > 0;) {
            for (unsigned suited = high == low ? 0 : 1; suited < 2; suited--) {
                struct start_hand *hand = &out[n++];
                *hand = (struct start_hand){.pair = (uint8_t)pair_index(high, low),
                                            .suited = (uint8_t)suited,
                                            .combos = (uint8_t)(high == low ? 6
                                                                : suited    ? 4
                                                                            : 12)};
                snprintf(hand->name, sizeof hand->name, "%c%c%s", ranks[high], ranks[low],
                         high == low ? ""
                         : suited    ? "s"
                                     : "o");
            }
        }
    }
    CHECK(n == CR_STARTS);
}

unsigned starts_find(const struct start_hand list[CR_STARTS], const cr_card hole[2])
{
    unsigned a = cr_card_rank(hole[0]), b = cr_card_rank(hole[1]);
    unsigned pair = a > b ? pair_index(a, b) : pair_index(b, a);
    unsigned suited = cr_card_suit(hole[0]) == cr_card_suit(hole[1]);
    unsigned i = 0;
    while (list[i].pair != pair || list[i].suited != suited)
        i++;
    return i;
}

void frequency_name(const struct cr_rules *rules, unsigned stage, cr_action action,
                    char out[CR_FIGURE_MAX])
{
    const struct game_stage *s = &rules->game->stages[stage];
    char word[CR_ACTION_TEXT_MAX];
    cr_action_format(rules, stage, action, word);
    if (action == CR_FOLD || (rules->game->stage_count == 1 && !action_names_size(rules, stage)))
        snprintf(out, CR_FIGURE_MAX, "%s", word);
    else if (s->may_pull)
        snprintf(out, CR_FIGURE_MAX, "%s_%u", word, stage + 1);
    else
        snprintf(out, CR_FIGURE_MAX, "%.12s_%s", s->name, word);
}

static bool figure_set(struct cr_figure *figure, const char *name, wide num, wide den)
{
    snprintf(figure->name, sizeof figure->name, "%s", name);
    return rational_reduce(num, den, &figure->value);
}

bool frequency_add(struct cr_analysis *analysis, const char *name, wide num, wide den)
{
    CHECK(analysis->frequency_count < CR_FIGURES_MAX);
    return figure_set(&analysis->frequencies[analysis->frequency_count++], name, num, den);
}

bool option_add(struct cr_start *start, const char *name, wide num, wide den)
{
    CHECK(start->option_count < CR_OPTIONS_MAX);
    return figure_set(&start->options[start->option_count++], name, num, den);
}

unsigned bets_of_action(const struct cr_game *game, unsigned stage, cr_action action)
{
    return action == CR_CHECK ? game->stages[stage].may_pull : cr_action_multiple(action);
}

unsigned multiple_min(uint16_t multiples)
{
    return multiples ? (unsigned)__builtin_ctz(multiples) : 0;
}

unsigned multiple_max(uint16_t multiples)
{
    return multiples ? 31u - (unsigned)__builtin_clz(multiples) : 0;
}
