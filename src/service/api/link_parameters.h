/* The parameters of a link's progressive as data, in the words of its file: what a screen shows,
 * and what a changed set makes a new file of. */
#pragma once

#include "base/json_read.h"
#include "base/text.h"

#include <croupier/rules.h>

#define PARAMETER_MAX 32

struct link_parameters {
    char name[CR_NAME_MAX], title[CR_TITLE_MAX], house[CR_TITLE_MAX];
    uint8_t key_turners;
    char bet[PARAMETER_MAX], house_share[PARAMETER_MAX];
    unsigned meter_count;
    struct {
        char name[CR_NAME_MAX];
        char share[PARAMETER_MAX], reserve[PARAMETER_MAX], seed[PARAMETER_MAX],
            limit[PARAMETER_MAX];
    } meters[CR_METERS];
    struct { /* by category; pays is empty where there is no award */
        char pays[PARAMETER_MAX], from[CR_NAME_MAX], key[PARAMETER_MAX], envy[PARAMETER_MAX];
    } awards[CR_CATEGORIES];
};

void link_parameters_of(const struct cr_progressive *progressive, struct link_parameters *out);
/* {"bet":"1.00","house_share":"75%","meters":[…],"awards":[…]} */
void link_parameters_write(const struct link_parameters *parameters, struct text *out);
/* What the object says takes the place of what was there; what it leaves out stays. */
int link_parameters_change(struct link_parameters *parameters, const struct json_node *object,
                           struct cr_err *err);
/* The file, which is valid by the rules of files: `rules check` finds nothing in it. */
int link_parameters_file(const struct link_parameters *parameters, struct text *out,
                         struct cr_err *err);
