/* Kinds of values that only this program's options take. */
#include "app/value_kinds.h"

#include "base/err.h"
#include "log/store/store.h"
#include "service/client/store_address.h"

#include <croupier/settle.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int read_text(const struct option *o, const char *text, void *place, struct cr_err *err)
{
    return option_text.read(o, text, place, err);
}

/* "3" or "2,5". */
static int read_seats(const struct option *o, const char *text, void *place, struct cr_err *err)
{
    unsigned seats = 0;
    for (const char *at = text;; at += 2) {
        if (at[0] < '1' || at[0] > '0' + CR_SEATS || (at[1] != ',' && at[1] != '\0'))
            return err_set(err, CR_E_INPUT,
                           "%s '%.100s': seats are 1 to %d, with commas between them, as 2,5",
                           o->name, text, CR_SEATS);
        const unsigned bit = 1u << (at[0] - '0');
        if (seats & bit)
            return err_set(err, CR_E_INPUT, "%s '%.100s': seat %c is there twice", o->name, text,
                           at[0]);
        seats |= bit;
        if (at[1] == '\0')
            break;
    }
    *(unsigned *)place = seats;
    return CR_OK;
}

static int read_part(const struct option *o, const char *text, void *place, struct cr_err *err)
{
    char *end = NULL;
    const double value = text[0] == '\0' ? NAN : strtod(text, &end);
    const bool is_percent = end && strcmp(end, "%") == 0;
    if (!isfinite(value) || (!is_percent && *end != '\0') || strpbrk(text, "xXpPnN"))
        return err_set(err, CR_E_INPUT, "%s takes a part of one, as 0.05 or 5%%, not '%.100s'",
                       o->name, text);
    *(double *)place = is_percent ? value / 100 : value;
    return CR_OK;
}

static int read_id(const struct option *o, const char *text, void *place, struct cr_err *err)
{
    if (!address_is_id(text))
        return err_set(err, CR_E_INPUT, "%s takes a name of a-z, 0-9 and '-', not '%.100s'",
                       o->name, text);
    return read_text(o, text, place, err);
}

static int read_address(const struct option *o, const char *text, void *place, struct cr_err *err)
{
    char host[64];
    uint16_t port;
    if (!address_listen(text, host, sizeof(host), &port))
        return err_set(err, CR_E_INPUT, "%s takes HOST:PORT, as 127.0.0.1:8080, not '%.100s'",
                       o->name, text);
    return read_text(o, text, place, err);
}

static int read_archive(const struct option *o, const char *text, void *place, struct cr_err *err)
{
    store_use_archive(text);
    return read_text(o, text, place, err);
}

const struct option_kind kind_rules = {read_text, OPTION_OFFERS_FILES};
const struct option_kind kind_progressive = {read_text, OPTION_OFFERS_FILES};
const struct option_kind kind_either = {read_text, OPTION_OFFERS_FILES};
const struct option_kind kind_cards = {read_text, OPTION_OFFERS_WORDS};
const struct option_kind kind_seats = {read_seats, OPTION_OFFERS_WORDS};
const struct option_kind kind_part = {read_part, OPTION_OFFERS_WORDS};
const struct option_kind kind_id = {read_id, OPTION_OFFERS_WORDS};
const struct option_kind kind_address = {read_address, OPTION_OFFERS_WORDS};
const struct option_kind kind_store = {read_text, OPTION_OFFERS_FILES};
const struct option_kind kind_archive = {read_archive, OPTION_OFFERS_FOLDERS};

bool kind_offers_shipped(const struct option_kind *kind, bool is_progressive)
{
    return kind == &kind_either || kind == (is_progressive ? &kind_progressive : &kind_rules);
}
