/* The distribution of one round's results, as whole amounts and whole numbers of deals. */
#include "base/err.h"
#include "math/rational.h"

#include <croupier/risk.h>

#include <math.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    const int64_t x = ((const struct cr_result_count *)a)->net.micro,
                  y = ((const struct cr_result_count *)b)->net.micro;
    return (x > y) - (x < y);
}

/* Sorts the results and joins equal ones. */
static void join_equal(struct cr_distribution *d)
{
    size_t kept = 0;
    qsort(d->at, d->count, sizeof *d->at, compare);
    for (size_t i = 1; i < d->count; i++) {
        if (d->at[i].net.micro == d->at[kept].net.micro)
            d->at[kept].deals += d->at[i].deals;
        else
            d->at[++kept] = d->at[i];
    }
    d->count = kept + 1;
}

int cr_distribution_make(const struct cr_rules *rules, const struct cr_endings *endings,
                         const struct cr_stakes *stakes, struct cr_distribution *out,
                         struct cr_err *err)
{
    struct cr_distribution d = {.deals = endings->deals, .count = endings->count};
    int rc = CR_OK;
    d.at = malloc(d.count * sizeof *d.at);
    *out = (struct cr_distribution){0};
    if (!d.at)
        return err_set(err, CR_E_RANGE, "not enough memory for the results of a round");
    for (size_t i = 0; i < d.count && rc == CR_OK; i++) {
        d.at[i].deals = endings->at[i].deals;
        rc = cr_ending_net(rules, &endings->at[i], stakes, &d.at[i].net, err);
    }
    if (rc != CR_OK) {
        free(d.at);
        return rc;
    }
    join_equal(&d);
    *out = d;
    return CR_OK;
}

void cr_distribution_free(struct cr_distribution *distribution)
{
    free(distribution->at);
    *distribution = (struct cr_distribution){0};
}

double cr_distribution_mean(const struct cr_distribution *d)
{
    wide sum = 0;
    for (size_t i = 0; i < d->count; i++)
        sum += (wide)d->at[i].deals * d->at[i].net.micro;
    return (double)sum / (double)d->deals / CR_MICRO_PER_UNIT;
}

double cr_distribution_std_dev(const struct cr_distribution *d)
{
    const double mean = cr_distribution_mean(d);
    double squares = 0;
    for (size_t i = 0; i < d->count; i++) {
        const double off = (double)d->at[i].net.micro / CR_MICRO_PER_UNIT - mean;
        squares += (double)d->at[i].deals / (double)d->deals * off * off;
    }
    return sqrt(squares);
}
