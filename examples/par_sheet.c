/* An example of the library: the PAR sheet of Three Card Poker as tables.
 *
 *   cc par_sheet.c $(pkg-config --cflags --libs croupier) -o par_sheet
 */
#include <croupier/par.h>

#include <stdio.h>

int main(void)
{
    static struct cr_analysis analysis; /* too large for the stack */
    static struct cr_par par;
    struct cr_rules rules;
    struct cr_err err = {0};
    if (cr_rules_load("tcp-cn", &rules, &err) || cr_analyze(&rules, NULL, &analysis, &err) ||
        cr_par_make(&rules, &analysis, &par, &err)) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    printf("hold %.6f of the handle, hits %.6f, volatility index %.4f\n", par.hold,
           par.hit_frequency, par.volatility_index);
    for (unsigned w = 0; w < par.wager_count; w++)
        for (unsigned r = 0; r < par.wagers[w].row_count; r++) {
            const struct cr_return *row = &par.wagers[w].rows[r];
            printf("%s: %s, %lld of %lld, contributes %.8f\n", par.wagers[w].label, row->name,
                   (long long)row->combinations, (long long)par.wagers[w].total,
                   cr_rational_value(row->contributes));
        }
    for (unsigned i = 0; i < CR_PAR_HANDLES; i++)
        printf("%.0f rounds: hold between %.4f and %.4f with 95 %%\n", par.holds[i].rounds,
               par.holds[i].low[1], par.holds[i].high[1]);
    cr_par_free(&par);
    return 0;
}
