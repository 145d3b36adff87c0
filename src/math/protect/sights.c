/* The numbers of sights, how many there are, and their names. */
#include "math/protect/engine.h"

#include <stdio.h>
#include <string.h>

#define PARTS_MAX (SIGHT_PARTS + 2)

/* How many values a part has: the ranks of its cards in any order, or how many of its backs belong
 * to the group. */
static unsigned part_size(struct sight_part part)
{
    if (part.is_marks)
        return part.cards + 1u;
    return part.cards > 2 ? SIGHTS_MAX + 1 : choose(CR_RANKS + part.cards - 1u, part.cards);
}

static unsigned parts_size(const struct sight_part *parts, unsigned count)
{
    unsigned size = 1;
    for (unsigned i = 0; i < count && size <= SIGHTS_MAX; i++)
        size *= part_size(parts[i]);
    return size;
}

/* Lists all parts, those of the case first. Returns how many. */
static unsigned parts_list(const struct seen_engine *e, struct sight_part out[PARTS_MAX])
{
    out[0] = (struct sight_part){(uint8_t)e->case_dealer, false};
    out[1] = (struct sight_part){(uint8_t)e->case_dead, false};
    memcpy(out + 2, e->sight_parts, e->sight_part_count * sizeof *out);
    return e->sight_part_count + 2;
}

unsigned sights_inside(const struct seen_engine *e)
{
    return parts_size(e->sight_parts, e->sight_part_count);
}

unsigned sights_count(const struct seen_engine *e)
{
    struct sight_part parts[PARTS_MAX];
    const unsigned size = parts_size(parts, parts_list(e, parts));
    return size <= SIGHTS_MAX ? size : 0;
}

unsigned sight_of_ranks(card_set cards)
{
    unsigned number = 0, i = 0;
    for (; cards; cards &= cards - 1) { /* cards come in the order of their ranks */
        number += choose(cr_card_rank((cr_card)__builtin_ctzll(cards)) + i, i + 1);
        i++;
    }
    return number;
}

unsigned sight_of_case(const struct seen_engine *e, const struct seen_case *c)
{
    const struct sight_part dead = {(uint8_t)e->case_dead, false};
    return (sight_of_ranks(c->dealer) * part_size(dead) + sight_of_ranks(c->dead)) *
           sights_inside(e);
}

/* ---- Names ---- */

static void add_word(char out[CR_SIGHT_MAX], const char *word)
{
    const size_t len = strlen(out);
    snprintf(out + len, CR_SIGHT_MAX - len, "%s%s", len ? " " : "", word);
}

/* Adds the ranks of a part, the highest first: "K", "AK". */
static void add_ranks(char out[CR_SIGHT_MAX], unsigned cards, unsigned number)
{
    static const char ranks[] = "23456789TJQKA";
    char word[SIGHT_PARTS] = "";
    for (unsigned i = cards, n = 0; i > 0; i--, n++) {
        unsigned rank = CR_RANKS - 1;
        while (choose(rank + i - 1, i) > number)
            rank--;
        number -= choose(rank + i - 1, i);
        word[n] = ranks[rank];
    }
    if (cards > 0)
        add_word(out, word);
}

static void add_marks(char out[CR_SIGHT_MAX], unsigned cards, unsigned in_group)
{
    for (unsigned i = 0; i < cards; i++)
        add_word(out, i < in_group ? "group" : "other");
}

void sight_name(const struct seen_engine *e, unsigned number, char out[CR_SIGHT_MAX])
{
    struct sight_part parts[PARTS_MAX];
    const unsigned count = parts_list(e, parts);
    unsigned below = parts_size(parts, count);
    out[0] = '\0';
    for (unsigned i = 0; i < count; i++) {
        below /= part_size(parts[i]);
        (parts[i].is_marks ? add_marks : add_ranks)(out, parts[i].cards, number / below);
        number %= below;
    }
}
