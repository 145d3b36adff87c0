/* Puts the settings of the house on papers. */
#include "reports/floor/house_paper.h"

#include "base/text.h"
#include "floor/house_items.h"
#include "floor/house_logo.h"

#include <string.h>

void house_set_locale(struct paper *p, const struct floor *f)
{
    const struct paper_locale locale = {.zone = house_zone(f),
                                        .money = house_money(f),
                                        .is_letter =
                                            strcmp(house_item(f, HOUSE_PAPER), "letter") == 0};
    uint8_t logo[HOUSE_LOGO_BYTES];
    size_t len;
    paper_set_locale(p, &locale);
    if (house_logo_bytes(house_item(f, HOUSE_LOGO), logo, &len))
        paper_set_logo(p, logo, len);
}

bool house_logo_is_drawn(const void *png, size_t len)
{
    return paper_is_picture(png, len);
}

void house_add_name(struct paper *p, const struct floor *f, const char *otherwise)
{
    const char *name = house_item(f, HOUSE_NAME);
    if (name[0] == '\0')
        name = otherwise;
    if (name != NULL)
        paper_fact(p, "house", "House", name);
}

void house_write_money(const struct floor *f, struct cr_money amount, char *out, size_t size)
{
    const struct money_style style = house_money(f);
    struct text t = text_in(out, size);
    money_style_add(&style, amount, &t);
}
