/* The settings of the house: their names and defaults, and how each is checked and read. */
#include "floor/house_items.h"

#include "base/err.h"
#include "base/text.h"
#include "floor/house_logo.h"
#include "floor/semantics.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *word, *standard, *how;
} items[HOUSE_ITEMS] = {
    [HOUSE_NAME] = {"name", "", "the house's name"},
    [HOUSE_ZONE] = {"zone", "UTC UTC0",
                    "a zone and its rule: America/Chicago CST6CDT,M3.2.0,M11.1.0"},
    [HOUSE_DAY_START] = {"day start", "00:00", "hours and minutes, as 06:00"},
    [HOUSE_PAPER] = {"paper", "a4", "letter or a4"},
    [HOUSE_MONEY] = {"money", "$1,234.56", "how 1234.56 is written: $1,234.56 or 1.234,56 €"},
    [HOUSE_SHIFTS] = {"shifts", "", "names of shifts in their order, with commas between"},
    [HOUSE_SERVICE] = {"service", "", "whom to call when a meter is off"},
    [HOUSE_COMPLIANCE] = {"compliance", "",
                          "names of checks, at most 31 bytes each, with commas "
                          "between"},
    [HOUSE_LIGHTS] = {"lights", "", "what the sign says of the lights"},
    [HOUSE_LOGO] =
        {"logo", "",
         "a PNG of at most 1,000 by 1,000 pixels and 4,590 bytes, as data:image/png;base64,…"},
};

const char *house_item_word(unsigned item)
{
    return item < HOUSE_ITEMS ? items[item].word : NULL;
}

unsigned house_item_find(const char *word)
{
    unsigned item = 0;
    while (item < HOUSE_ITEMS && strcmp(items[item].word, word) != 0)
        item++;
    return item;
}

const char *house_item(const struct floor *f, enum floor_house_item item)
{
    const char *text = item == HOUSE_LOGO ? f->house->logo : f->house->texts[item];
    return text[0] != '\0' ? text : items[item].standard;
}

/* ---- Time ---- */

/* The zone's rule is the last word of the setting. */
static const char *rule_of(const char *text)
{
    const char *blank = strrchr(text, ' ');
    return blank != NULL ? blank + 1 : text;
}

const char *house_zone_rule(const struct floor *f)
{
    return rule_of(house_item(f, HOUSE_ZONE));
}

struct zone house_zone(const struct floor *f)
{
    struct zone zone;
    return zone_parse(house_zone_rule(f), &zone) ? zone : zone_utc;
}

const char *house_zone_name(const struct floor *f, char out[FLOOR_HOUSE_TEXT_MAX])
{
    const char *text = house_item(f, HOUSE_ZONE), *blank = strrchr(text, ' ');
    snprintf(out, FLOOR_HOUSE_TEXT_MAX, "%.*s",
             (int)(blank != NULL ? (size_t)(blank - text) : strlen(text)), text);
    return out;
}

/* "06:00" in minutes; -1 for anything else. */
static int minutes_of(const char *text)
{
    const bool digits = strlen(text) == 5 && strspn(text, "0123456789:") == 5 && text[2] == ':';
    if (!digits || text[0] == ':' || text[1] == ':' || text[3] == ':' || text[4] == ':')
        return -1;
    const int hours = (text[0] - '0') * 10 + text[1] - '0';
    const int minutes = (text[3] - '0') * 10 + text[4] - '0';
    return hours < 24 && minutes < 60 ? hours * 60 + minutes : -1;
}

void house_gaming_day(const struct floor *f, int64_t ms, char out[CR_NAME_MAX])
{
    char day[WHEN_TEXT_MAX];
    const struct zone zone = house_zone(f);
    const int start = minutes_of(house_item(f, HOUSE_DAY_START));
    if (floor_semantics(f) < 3)
        zone_format_day(&zone, ms, start, day);
    else
        zone_format_day_once(&zone, ms, start, day);
    text_copy(out, CR_NAME_MAX, day);
}

void house_gaming_day_now(const struct floor *f, int64_t now_ms, char out[CR_NAME_MAX])
{
    house_gaming_day(f, now_ms, out);
    if (floor_semantics(f) >= 3 && strcmp(out, f->general.shift_day) < 0)
        memcpy(out, f->general.shift_day, CR_NAME_MAX);
}

/* ---- Lists ---- */

bool house_list_item(const char *list, unsigned i, char *out, size_t size)
{
    const char *at = list;
    for (; i > 0 && at != NULL; i--) {
        at = strchr(at, ',');
        at = at != NULL ? at + 1 : NULL;
    }
    if (at == NULL)
        return false;
    at += strspn(at, " ");
    size_t len = strcspn(at, ",");
    while (len > 0 && at[len - 1] == ' ')
        len--;
    if (len == 0 || len >= size)
        return false;
    memset(out, 0, size);
    memcpy(out, at, len);
    return true;
}

bool house_next_shift(const struct floor *f, const char *name, char out[CR_TITLE_MAX])
{
    const char *list = house_item(f, HOUSE_SHIFTS);
    unsigned i = 0;
    while (house_list_item(list, i, out, CR_TITLE_MAX) && strcmp(out, name) != 0)
        i++;
    if (!house_list_item(list, i, out, CR_TITLE_MAX))
        return false;
    return house_list_item(list, i + 1, out, CR_TITLE_MAX) ||
           house_list_item(list, 0, out, CR_TITLE_MAX);
}

static bool is_list(const char *text, unsigned most, size_t size)
{
    char item[CR_TITLE_MAX];
    unsigned count = 1;
    for (const char *at = text; *at != '\0'; at++)
        count += *at == ',';
    bool good = count <= most;
    for (unsigned i = 0; good && i < count; i++)
        good = house_list_item(text, i, item, size);
    return good;
}

/* ---- Money ---- */

struct money_style house_money(const struct floor *f)
{
    struct money_style style;
    return money_style_read(house_item(f, HOUSE_MONEY), &style) ? style : money_style_plain;
}

/* ---- Setting ---- */

int house_item_check(unsigned item, const char *text, struct cr_err *err)
{
    struct zone zone;
    struct money_style money;
    uint8_t picture[HOUSE_LOGO_BYTES];
    size_t len;
    bool good = item == HOUSE_LOGO ? house_logo_bytes(text, picture, &len)
                                   : strlen(text) < FLOOR_HOUSE_TEXT_MAX;
    if (item == HOUSE_ZONE)
        good = good && zone_parse(rule_of(text), &zone);
    else if (item == HOUSE_DAY_START)
        good = minutes_of(text) >= 0;
    else if (item == HOUSE_PAPER)
        good = strcmp(text, "letter") == 0 || strcmp(text, "a4") == 0;
    else if (item == HOUSE_MONEY)
        good = good && money_style_read(text, &money);
    else if (item == HOUSE_SHIFTS)
        good = good && is_list(text, 12, CR_TITLE_MAX);
    else if (item == HOUSE_COMPLIANCE)
        good = good && is_list(text, CR_COMPLIANCE_MAX, CR_NAME_MAX);
    if (good)
        return 0;
    return err_invalid(err, "text", "expected %s", items[item].how);
}
