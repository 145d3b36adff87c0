/* An example of the library: what one card of the dealer is worth in Three Card Poker.
 *
 *   cc seen_cards.c $(pkg-config --cflags --libs croupier) -o seen_cards
 */
#include <croupier/protect.h>

#include <stdio.h>

int main(void)
{
    struct cr_err err = {0};
    struct cr_rules rules;
    struct cr_sees sees;
    struct cr_protection worth;
    char exact[CR_RATIONAL_TEXT_MAX];
    if (cr_rules_load("tcp-cn", &rules, &err) || cr_sees_parse(&rules, "dealer:1", &sees, &err) ||
        cr_protect(&rules, &sees, NULL, &worth, &err)) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    cr_rational_format(worth.exact_ev, exact);
    printf(
        "%s with one card of the dealer: %+.4f %% of the Ante (%s), %+.4f %% more than without\n",
        rules.title, 100 * worth.ev, exact, 100 * worth.gain);
    cr_protection_free(&worth);
    return 0;
}
