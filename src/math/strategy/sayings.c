/* Sentences about hands: whether one is true, its text, and the decision of a list of them. */
#include "math/strategy/sayings.h"

#include "game/games/game.h"

#include <stdio.h>
#include <string.h>

static uint16_t bound(const struct said *said, uint16_t given)
{
    return given == SAY_X ? said->x : given == SAY_Y ? said->y : given;
}

bool said_of(const struct said *said, const struct looks *looks)
{
    for (unsigned i = 0; i < said->saying->need_count; i++) {
        const uint16_t is = looks->of[said->saying->needs[i].look];
        if (is < bound(said, said->saying->needs[i].least) ||
            is > bound(said, said->saying->needs[i].most))
            return false;
    }
    return true;
}

/* Writes a hand of three cards by its rank: "Q-6-4", "K-9-5 flush". */
static void write_three(uint16_t rank, char out[SAYING_MAX])
{
    const enum cr_category category = cr_rank3_category(rank);
    for (cr_card a = 0; a < CR_DECK_CARDS; a++)
        for (cr_card b = 0; b < a; b++)
            for (cr_card c = 0; c < b; c++) {
                cr_card best[3];
                char text[3][CR_CARD_TEXT_MAX];
                if (cr_eval3((const cr_card[]){a, b, c}) != rank)
                    continue;
                cr_best_three((const cr_card[]){a, b, c}, best);
                for (unsigned i = 0; i < 3; i++)
                    cr_card_format(best[i], text[i]);
                snprintf(out, SAYING_MAX, "%c-%c-%c%s%s", text[0][0], text[1][0], text[2][0],
                         category >= CR_STRAIGHT ? " " : "",
                         category >= CR_STRAIGHT ? cr_category_name(category) : "");
                return;
            }
}

static void write_gaps(unsigned gaps, char out[SAYING_MAX])
{
    if (gaps == 0)
        snprintf(out, SAYING_MAX, "no gap");
    else
        snprintf(out, SAYING_MAX, "at most %u gap%s", gaps, gaps == 1 ? "" : "s");
}

static void write_part(char kind, const struct said *said, char out[SAYING_MAX])
{
    const uint16_t x = said->x, y = said->y;
    const unsigned number = strchr("mdhyY", kind) ? y : x;
    if (kind == 't')
        write_three(x, out);
    else if (kind == 'g' || kind == 'h')
        write_gaps(number, out);
    else if (kind == 'p')
        snprintf(out, SAYING_MAX, "%u point%s", number, number == 1 ? "" : "s");
    else if (kind == 'n' || kind == 'm')
        snprintf(out, SAYING_MAX, "%u", number);
    else if (kind == 'c' || kind == 'd')
        snprintf(out, SAYING_MAX, "%s", cr_category_name((enum cr_category)number));
    else
        snprintf(out, SAYING_MAX, "%s",
                 (kind == 'X' || kind == 'Y' ? rank_words_many : rank_words_one)[number - 1]);
}

void said_write(const struct said *said, char out[SAYING_MAX])
{
    const struct saying *s = said->saying;
    size_t used = 0;
    for (const char *at = s->any && said->y == s->first_y ? s->any : s->text;
         *at && used + 1 < SAYING_MAX; at++) {
        char part[SAYING_MAX] = {*at};
        if (*at == '%')
            write_part(*++at, said, part);
        const int more = snprintf(out + used, SAYING_MAX - used, "%s", part);
        used += more > 0 ? (size_t)more : 0;
    }
}

unsigned lines_code(const struct stage_lines *lines, const struct looks *looks)
{
    for (unsigned i = 0; i < lines->count; i++)
        if (said_of(&lines->of[i].said, looks))
            return lines->of[i].code;
    return lines->otherwise;
}
