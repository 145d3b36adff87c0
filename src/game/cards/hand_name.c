/* Hands in words: categories, and a hand as a dealer says it (CARD-4). */
#include "game/cards/eval_tables.h"
#include "game/cards/ranking.h"

#include "base/check.h"
#include "base/text.h"

#include <string.h>

const char *const category_names[CR_CATEGORIES + 1] = {
    [CR_HIGH_CARD] = "high card",
    [CR_PAIR] = "pair",
    [CR_TWO_PAIR] = "two pair",
    [CR_THREE_OF_A_KIND] = "three of a kind",
    [CR_STRAIGHT] = "straight",
    [CR_FLUSH] = "flush",
    [CR_FULL_HOUSE] = "full house",
    [CR_FOUR_OF_A_KIND] = "four of a kind",
    [CR_STRAIGHT_FLUSH] = "straight flush",
    [CR_ROYAL_FLUSH] = "royal flush",
};

/* Court cards are names and keep their capital; numbers have one only at the start. */
static const char *const rank_words[CR_RANKS] = {"two",   "three", "four", "five", "six",
                                                 "seven", "eight", "nine", "ten",  "Jack",
                                                 "Queen", "King",  "Ace"};

const char *cr_category_name(enum cr_category category)
{
    CHECK((unsigned)category < CR_CATEGORIES);
    return category_names[category];
}

enum cr_category cr_category_find(const char *name, size_t len)
{
    for (unsigned c = 0; c < CR_CATEGORIES; c++) {
        if (strlen(category_names[c]) == len && memcmp(category_names[c], name, len) == 0)
            return (enum cr_category)c;
    }
    return CR_CATEGORIES;
}

static const char *word(uint32_t class, unsigned place)
{
    return rank_words[EVAL_CLASS_RANK(class, place)];
}

static void add_first_word(struct text *t, uint32_t class)
{
    const char *w = word(class, 0);
    text_add_char(t, w[0] >= 'a' ? (char)(w[0] - 'a' + 'A') : w[0]);
    text_add(t, w + 1);
}

static void add_plural(struct text *t, uint32_t class, unsigned place)
{
    const char *w = word(class, place);
    text_add(t, w);
    text_add(t, w[strlen(w) - 1] == 'x' ? "es" : "s");
}

/* "four queens" */
static void add_several(struct text *t, const char *before, uint32_t class)
{
    text_add(t, before);
    add_plural(t, class, 0);
}

/* "Queen-six-four high": the first `words` ranks. */
static void add_high(struct text *t, uint32_t class, unsigned words, const char *after)
{
    add_first_word(t, class);
    for (unsigned i = 1; i < words; i++) {
        text_add_char(t, '-');
        text_add(t, word(class, i));
    }
    text_add(t, after);
}

static void add_two_pair(struct text *t, uint32_t class, unsigned cards)
{
    add_several(t, "two pair, ", class);
    text_add(t, " and ");
    add_plural(t, class, 2);
    if (cards == 4)
        return;
    text_add(t, ", ");
    text_add(t, word(class, 4));
    text_add(t, " kicker");
}

/* Three cards without a pair are said in full, four and five by the two highest. Two pair of four
 * cards leave no kicker. */
static void add_hand(struct text *t, uint32_t class, unsigned cards)
{
    switch ((enum cr_category)(class >> EVAL_CLASS_CATEGORY)) {
    case CR_ROYAL_FLUSH:
        text_add(t, "royal flush");
        break;
    case CR_STRAIGHT_FLUSH:
        add_high(t, class, 1, " high straight flush");
        break;
    case CR_FOUR_OF_A_KIND:
        add_several(t, "four ", class);
        break;
    case CR_FULL_HOUSE:
        add_several(t, "full house, ", class);
        text_add(t, " over ");
        add_plural(t, class, 3);
        break;
    case CR_FLUSH:
        add_high(t, class, 1, " high flush");
        break;
    case CR_STRAIGHT:
        add_high(t, class, 1, " high straight");
        break;
    case CR_THREE_OF_A_KIND:
        add_several(t, "three ", class);
        break;
    case CR_TWO_PAIR:
        add_two_pair(t, class, cards);
        break;
    case CR_PAIR:
        add_several(t, "a pair of ", class);
        text_add(t, ", ");
        text_add(t, word(class, 2));
        break;
    case CR_HIGH_CARD:
    case CR_CATEGORIES:
        add_high(t, class, cards == 3 ? 3 : 2, " high");
        break;
    }
}

static size_t class_name(uint32_t class, unsigned cards, char out[CR_HAND_NAME_MAX])
{
    struct text t = text_in(out, CR_HAND_NAME_MAX);
    add_hand(&t, class, cards);
    CHECK(!t.cut);
    return t.len;
}

size_t cr_hand_name(uint16_t rank, char out[CR_HAND_NAME_MAX])
{
    CHECK(rank >= 1 && rank <= CR_RANKS_FIVE);
    return class_name(eval_class_five[rank], 5, out);
}

size_t cr_hand4_name(uint16_t rank, char out[CR_HAND_NAME_MAX])
{
    CHECK(rank >= 1 && rank <= CR_RANKS_FOUR);
    return class_name(eval_class_four[rank], 4, out);
}

size_t cr_hand3_name(uint16_t rank, char out[CR_HAND_NAME_MAX])
{
    CHECK(rank >= 1 && rank <= CR_RANKS_THREE);
    return class_name(eval_class_three[rank], 3, out);
}

static uint32_t class_of(const struct ranking *ranking, uint16_t rank)
{
    return ranking->cards == 5   ? eval_class_five[rank]
           : ranking->cards == 4 ? eval_class_four[rank]
                                 : eval_class_three[rank];
}

size_t ranking_name_beside(const struct ranking *ranking, uint16_t rank, uint16_t other,
                           char out[CR_HAND_NAME_MAX])
{
    char name[CR_HAND_NAME_MAX];
    const size_t len = ranking->hand_name(rank, out);
    ranking->hand_name(other, name);
    if (rank == other || strcmp(name, out) != 0)
        return len;
    const uint32_t own = class_of(ranking, rank), its = class_of(ranking, other);
    unsigned place = 0;
    while (EVAL_CLASS_RANK(own, place) == EVAL_CLASS_RANK(its, place))
        place++;
    struct text t = text_in(out, CR_HAND_NAME_MAX);
    text_add_format(&t, "%s, %s kicker", name, word(own, place));
    CHECK(!t.cut);
    return t.len;
}
