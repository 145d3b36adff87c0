/* What the parts of a claim are called: the checklist (TAB-7) and the ways of payment (UTH-17). */
#include "base/check.h"
#include "floor/claim.h"

#include <string.h>

static const struct {
    const char *name;
    const char *text;
} items[CLAIM_ITEMS] = {
    [CLAIM_HAND] = {"hand", "The cards on the table make the hand that is claimed."},
    [CLAIM_LEDS] = {"leds", "The lights of the coin acceptor at the winning seat are on."},
    [CLAIM_SHUFFLE] = {"shuffle", "This deck was shuffled the way the house prescribes."},
    [CLAIM_WAGER] = {"wager", "The progressive wager was down before the first card."},
    [CLAIM_SEQUENCE] = {"sequence", "Every card came in its turn; none was moved or swapped."},
    [CLAIM_METER] = {"meter", "The meter follows from its last reading and the jackpot paid last."},
    [CLAIM_DECK] = {"deck", "The deck was taken out, counted down, found complete and kept."},
    [CLAIM_REPLACED] = {"replaced", "Another deck, counted and shuffled, took its place."},
};

const char *claim_item_name(enum claim_item item)
{
    CHECK(item < CLAIM_ITEMS);
    return items[item].name;
}

const char *claim_item_text(enum claim_item item)
{
    CHECK(item < CLAIM_ITEMS);
    return items[item].text;
}

enum claim_item claim_item_find(const char *name, size_t len)
{
    unsigned i = 0;
    while (i < CLAIM_ITEMS &&
           (strlen(items[i].name) != len || memcmp(items[i].name, name, len) != 0))
        i++;
    return (enum claim_item)i;
}

const char *claim_method_name(enum claim_method method)
{
    static const char *const names[] = {
        [CLAIM_METHOD_NONE] = "none",
        [CLAIM_CHEQUES] = "cheques",
        [CLAIM_CHECK] = "check",
    };
    CHECK(method <= CLAIM_CHECK);
    return names[method];
}
