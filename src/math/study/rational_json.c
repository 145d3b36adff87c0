/* Exact fractions as members of JSON. */
#include "math/study/rational_json.h"

void json_rational(struct text *t, const char *key, struct cr_rational value)
{
    json_number(t, key, cr_rational_value(value));
}

void json_exact(struct text *t, const char *key, struct cr_rational value)
{
    char exact[CR_RATIONAL_TEXT_MAX];
    cr_rational_format(value, exact);
    json_text(t, key, exact);
}
