/* The parameters of a link's progressive as texts, spelled as in its file: a screen shows them, and
 * a new file is made from a changed set. */
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
    struct { /* by category; pays is "" where there is no award */
        char pays[PARAMETER_MAX], from[CR_NAME_MAX], key[PARAMETER_MAX], envy[PARAMETER_MAX];
    } awards[CR_CATEGORIES];
};

void link_parameters_of(const struct cr_progressive *progressive, struct link_parameters *out);
/* Writes the members {"bet":"1.00","house_share":"75%","meters":[…],"awards":[…]}, without the
 * braces. */
void link_parameters_write(const struct link_parameters *parameters, struct text *out);
/* Replaces the parameters that the object names; the others stay as they are. */
int link_parameters_change(struct link_parameters *parameters, const struct json_node *object,
                           struct cr_err *err);
/* Writes the file of the progressive and checks it with the reader of such files. CR_E_INPUT when
 * it is not valid. */
int link_parameters_file(const struct link_parameters *parameters, struct text *out,
                         struct cr_err *err);
