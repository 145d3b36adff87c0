/* Options that several commands take, and the kinds of their values; see shared_options.h. */
#include "app/shared_options.h"

#include "log/store/store.h"
#include "service/client/ask_manager.h"
#include "service/client/store_address.h"

#include <croupier/settle.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Kinds of values ---- */

static int read_text(const struct option *o, const char *text, void *place, struct cr_err *err)
{
    return option_text.read(o, text, place, err);
}

/* Reads seats, like "3" or "2,5". */
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

/* A folder; it is used for every store opened later. */
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
static const struct option_kind kind_archive = {read_archive, OPTION_OFFERS_FOLDERS};

bool kind_offers_shipped(const struct option_kind *kind, bool is_progressive)
{
    return kind == &kind_either || kind == (is_progressive ? &kind_progressive : &kind_rules);
}

/* ---- Rows ---- */

/* The struct of a single bool, for OPTION_FLAG. */
struct shared_flag {
    bool is_set;
};

const struct option shared_token[] = {
    {"--token", "FILE", "who asks, on a closed floor: a token",
     OPTION_FILE(struct http_identity, token), .otherwise = "$CROUPIER_TOKEN"},
    OPTION_END,
};

const struct option shared_ca[] = {
    {"--ca", "FILE", "https: the authority of the manager's certificate",
     OPTION_FILE(struct http_identity, ca)},
    OPTION_END,
};

const struct option shared_identity[] = {
    {.include = shared_token},
    {"--cert", "FILE", "… or a certificate …", OPTION_FILE(struct http_identity, certificate)},
    {"--key", "FILE", "… with its key", OPTION_FILE(struct http_identity, key)},
    {.include = shared_ca},
    OPTION_END,
};

const struct option shared_manager[] = {
    {"--manager", "URL", "a running manager, or several with commas between",
     OPTION_TEXT(struct asking, manager), .otherwise = "$CROUPIER_MANAGER, http://127.0.0.1:8080",
     .one_of = ONE_SOURCE},
    OPTION_END,
};

const struct option shared_asking[] = {
    {.include = shared_manager},
    OPTION_SHARED(shared_identity, struct http_identity, struct asking, who),
    OPTION_END,
};

const struct option shared_json[] = {
    {"--json", NULL, "machine output", OPTION_FLAG(struct shared_flag, is_set), .one_of = ONE_FORM},
    OPTION_END,
};

struct shared_folder {
    const char *path;
};

const struct option shared_archive[] = {
    {"--archive", "FOLDER",
     "the archive of the store's removed months, where it is not where it was",
     OPTION_TEXT_OF(&kind_archive, struct shared_folder, path)},
    OPTION_END,
};

const struct option shared_utc[] = {
    {"--utc", NULL, "times in UTC", OPTION_FLAG(struct shared_flag, is_set)},
    OPTION_END,
};

const struct option shared_no_color[] = {
    {"--no-color", NULL, "no colours (also with NO_COLOR set)",
     OPTION_FLAG(struct shared_flag, is_set)},
    OPTION_END,
};

const struct option shared_no_guard[] = {
    {"--no-guard", NULL, "do not confine the program, for looking for faults in it",
     OPTION_FLAG(struct shared_flag, is_set)},
    OPTION_END,
};
