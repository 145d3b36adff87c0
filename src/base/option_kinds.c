/* The kinds of values that options take, and the sentences about values that are wrong. */
#include "base/dates.h"
#include "base/err.h"
#include "base/options.h"
#include "base/spelling.h"
#include "base/text.h"

#include <inttypes.h>
#include <string.h>

/* A wrong value is repeated up to this length. */
#define SHOWN "'%.100s'"

/* ---- Lists of words ---- */

const char *option_words_next(const char **list, size_t *len)
{
    const char *word = *list ? *list + strspn(*list, " ") : "";
    *len = strcspn(word, " ");
    *list = word + *len;
    return *len > 0 ? word : NULL;
}

void option_words_say(const char *list, const char *last, struct text *out)
{
    size_t len;
    bool is_first = true;
    for (const char *word; (word = option_words_next(&list, &len)); is_first = false) {
        const bool is_last = list[strspn(list, " ")] == '\0';
        text_add(out, is_first ? "" : is_last ? " " : ", ");
        if (!is_first && is_last)
            text_add_format(out, "%s ", last);
        text_add_len(out, word, len);
    }
}

/* ---- Reading ---- */

static int read_flag(const struct option *o, const char *text, void *place, struct cr_err *err)
{
    (void)o;
    (void)text;
    (void)err;
    *(bool *)place = true;
    return CR_OK;
}

static int read_text(const struct option *o, const char *text, void *place, struct cr_err *err)
{
    (void)o;
    (void)err;
    *(const char **)place = text;
    return CR_OK;
}

static int read_path(const struct option *o, const char *text, void *place, struct cr_err *err)
{
    if (text[0] == '\0')
        return err_set(err, CR_E_INPUT, "%s is empty; it takes the name of a file or folder",
                       o->name);
    *(const char **)place = text;
    return CR_OK;
}

static int read_count(const struct option *o, const char *text, void *place, struct cr_err *err)
{
    unsigned long long number;
    if (!text_read_uint(text, o->most, &number) || number < o->least)
        return err_set(err, CR_E_INPUT,
                       "%s takes a whole number from %" PRIu64 " to %" PRIu64 ", not " SHOWN,
                       o->name, o->least, o->most, text);
    *(uint64_t *)place = number;
    return CR_OK;
}

static int read_money(const struct option *o, const char *text, void *place, struct cr_err *err)
{
    struct cr_money amount;
    struct cr_err why = {0};
    if (cr_money_parse(text, strlen(text), CR_MONEY_CENTS, &amount, &why) != CR_OK)
        return err_set(err, CR_E_INPUT, "%s takes an amount, as 10 or 10.00, not " SHOWN ": %.200s",
                       o->name, text, why.text);
    if (amount.micro < 0 || (uint64_t)amount.micro < o->least)
        return err_set(err, CR_E_INPUT, "%s takes an amount above zero, not " SHOWN, o->name, text);
    *(struct cr_money *)place = amount;
    return CR_OK;
}

static int find_word(const struct option *o, const char *text, unsigned *index, struct cr_err *err)
{
    const char *list = o->words;
    char room[400], guess[SPELLING_MAX + 32] = "";
    struct text words, meant;
    struct spelling near;
    size_t len;
    spelling_init(&near, text);
    *index = 0;
    for (const char *word; (word = option_words_next(&list, &len)); ++*index) {
        if (strlen(text) == len && memcmp(word, text, len) == 0)
            return CR_OK;
        spelling_consider(&near, word, len);
    }
    text_init(&words, room, sizeof(room));
    text_init(&meant, guess, sizeof(guess));
    option_words_say(o->words, option_is_named(o) ? "or" : "and", &words);
    if (near.best[0] != '\0')
        text_add_format(&meant, "; did you mean '%s'?", near.best);
    if (option_is_named(o))
        return err_set(err, CR_E_INPUT, "%s takes %s, not " SHOWN "%s", o->name, room, text, guess);
    return err_set(err, CR_E_INPUT, SHOWN " is none of %s%s", text, room, guess);
}

static int read_choice(const struct option *o, const char *text, void *place, struct cr_err *err)
{
    unsigned index;
    int rc = find_word(o, text, &index, err);
    if (rc == CR_OK)
        *(unsigned *)place = index;
    return rc;
}

static int read_word(const struct option *o, const char *text, void *place, struct cr_err *err)
{
    unsigned index;
    int rc = find_word(o, text, &index, err);
    if (rc == CR_OK)
        *(const char **)place = text;
    return rc;
}

/* Checks only how the time is written: the moment depends on --utc, which may come later, and on
 * the clock. */
static int read_time(const struct option *o, const char *text, void *place, struct cr_err *err)
{
    const int64_t some_day = INT64_C(1800000000000);
    int64_t first, last;
    struct cr_err why = {0};
    if (when_parse(text, some_day, &first, &last, &why) != CR_OK)
        return err_set(err, CR_E_INPUT, "%s: %.300s", o->name, why.text);
    *(const char **)place = text;
    return CR_OK;
}

const struct option_kind option_flag = {read_flag, OPTION_OFFERS_WORDS};
const struct option_kind option_text = {read_text, OPTION_OFFERS_WORDS};
const struct option_kind option_count = {read_count, OPTION_OFFERS_WORDS};
const struct option_kind option_money = {read_money, OPTION_OFFERS_WORDS};
const struct option_kind option_choice = {read_choice, OPTION_OFFERS_WORDS};
const struct option_kind option_word = {read_word, OPTION_OFFERS_WORDS};
const struct option_kind option_time = {read_time, OPTION_OFFERS_WORDS};
const struct option_kind option_file = {read_path, OPTION_OFFERS_FILES};
const struct option_kind option_folder = {read_path, OPTION_OFFERS_FOLDERS};
