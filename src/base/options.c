/* Reads a call of a command by its table of options. */
#include "base/options.h"

#include "base/check.h"
#include "base/err.h"
#include "base/spelling.h"
#include "base/text.h"

#include <string.h>

/* ---- Walking ---- */

struct option_walk options_walk(const struct option *table)
{
    return (struct option_walk){.next = {table}, .index = ~0u};
}

bool options_next(struct option_walk *w)
{
    for (;;) {
        const struct option *row = w->next[w->depth]++;
        if (row->include) {
            const size_t base = w->base[w->depth] + row->place;
            CHECK(w->depth + 1 < OPTION_DEPTH);
            w->next[++w->depth] = row->include;
            w->base[w->depth] = base;
        } else if (row->name) {
            w->option = row;
            w->place = w->base[w->depth] + row->place;
            w->index++;
            return true;
        } else if (w->depth-- == 0) {
            return false;
        }
    }
}

bool option_is_named(const struct option *o)
{
    return o->name[0] == '-';
}

static bool find(const struct option *table, const char *name, size_t len, struct option_walk *out)
{
    *out = options_walk(table);
    while (options_next(out))
        if (strncmp(out->option->name, name, len) == 0 && out->option->name[len] == '\0')
            return true;
    return false;
}

static bool is_given(const struct options_call *call, unsigned index)
{
    return (call->given >> index & 1) != 0;
}

bool options_given(const struct options_call *call, const char *name)
{
    struct option_walk w;
    CHECK(find(call->table, name, strlen(name), &w));
    return is_given(call, w.index);
}

/* ---- One value ---- */

struct reading {
    char **argv;
    int argc, at; /* the word that is looked at */
    char *out;    /* the command's struct */
    bool has_dash_words;
    struct options_call *call;
    struct cr_err *err;
};

static int take(struct reading *r, const struct option_walk *w, const char *text)
{
    const struct option *o = w->option;
    void *place = r->out + w->place;
    if (o->once && is_given(r->call, w->index))
        return err_set(r->err, CR_E_INPUT, "%s is there twice", o->name);
    r->call->given |= UINT64_C(1) << w->index;
    if (o->list_max == 0)
        return o->kind->read(o, text, place, r->err);
    unsigned *count = (unsigned *)(void *)(r->out + w->place - o->place + o->list_count);
    if (*count == o->list_max)
        return err_set(r->err, CR_E_INPUT, "%s can be given %u times at most", o->name,
                       o->list_max);
    return o->kind->read(o, text, (const char **)place + (*count)++, r->err);
}

static int refuse_unknown(struct reading *r, const char *word, size_t len)
{
    struct spelling near;
    char name[SPELLING_MAX + 2];
    struct option_walk w = options_walk(r->call->table);
    struct text t;
    text_init(&t, name, sizeof(name));
    text_add_len(&t, word, len);
    spelling_init(&near, t.cut ? "" : name);
    while (options_next(&w))
        if (option_is_named(w.option))
            spelling_consider(&near, w.option->name, strlen(w.option->name));
    if (near.best[0] != '\0')
        return err_set(r->err, CR_E_INPUT, "unknown option '%.*s'; did you mean %s?", (int)len,
                       word, near.best);
    return err_set(r->err, CR_E_INPUT, "unknown option '%.*s'", len < 100 ? (int)len : 100, word);
}

static int read_option(struct reading *r)
{
    const char *word = r->argv[r->at];
    const size_t len = strcspn(word, "=");
    const bool has_value = word[len] == '=';
    struct option_walk w;
    if (!find(r->call->table, word, len, &w))
        return refuse_unknown(r, word, len);
    if (w.option->kind == &option_flag)
        return has_value ? err_set(r->err, CR_E_INPUT, "%s takes no value; leave away '%.100s'",
                                   w.option->name, word + len)
                         : take(r, &w, "");
    if (has_value)
        return take(r, &w, word + len + 1);
    if (r->at + 1 == r->argc)
        return err_set(r->err, CR_E_INPUT, "%s takes a value: %s %s", w.option->name,
                       w.option->name, w.option->value);
    return take(r, &w, r->argv[++r->at]);
}

/* Moves the arguments that are left together in argv itself, over words that have been read. */
static int add_rest(struct reading *r, const struct option_walk *w)
{
    struct option_words *rest = (struct option_words *)(void *)(r->out + w->place);
    r->call->given |= UINT64_C(1) << w->index;
    if (rest->count == 0)
        rest->words = r->argv + r->at;
    rest->words[rest->count++] = r->argv[r->at];
    return CR_OK;
}

/* Gives a word to the first argument that has none yet. */
static int read_argument(struct reading *r)
{
    struct option_walk w = options_walk(r->call->table);
    while (options_next(&w)) {
        if (option_is_named(w.option))
            continue;
        if (w.option->is_rest)
            return add_rest(r, &w);
        if (!is_given(r->call, w.index))
            return take(r, &w, r->argv[r->at]);
    }
    return err_set(r->err, CR_E_INPUT, "'%.100s' is one argument too many", r->argv[r->at]);
}

static bool looks_like_option(const struct reading *r, const char *word)
{
    return word[0] == '-' && word[1] != '\0' && (word[1] == '-' || !r->has_dash_words);
}

static int read_words(struct reading *r)
{
    bool is_over = false;
    int rc = CR_OK;
    for (r->at = 1; rc == CR_OK && r->at < r->argc; r->at++) {
        const char *word = r->argv[r->at];
        if (!is_over && strcmp(word, "--") == 0)
            is_over = true;
        else if (!is_over && looks_like_option(r, word))
            rc = read_option(r);
        else
            rc = read_argument(r);
    }
    return rc;
}

/* ---- The call as a whole ---- */

static void set_presets(struct reading *r)
{
    struct option_walk w = options_walk(r->call->table);
    while (options_next(&w)) {
        CHECK(w.index < OPTIONS_MAX);
        r->has_dash_words |= w.option->takes_dash;
        if (w.option->preset)
            CHECK(w.option->kind->read(w.option, w.option->preset, r->out + w.place, r->err) ==
                  CR_OK);
    }
}

/* True when more than one was given of the options that share a bit of one_of. */
static bool is_crowded(const struct options_call *call, const struct option *one)
{
    unsigned count = 0;
    struct option_walk w = options_walk(call->table);
    while (options_next(&w))
        count += (w.option->one_of & one->one_of) != 0 && is_given(call, w.index);
    return count > 1;
}

static int refuse_crowd(const struct options_call *call, const struct option *one,
                        struct cr_err *err)
{
    char list[300], said[400];
    struct text names, t;
    unsigned count = 0;
    struct option_walk w = options_walk(call->table);
    text_init(&names, list, sizeof(list));
    text_init(&t, said, sizeof(said));
    while (options_next(&w))
        if ((w.option->one_of & one->one_of) != 0) {
            text_add_format(&names, "%s ", w.option->name);
            count++;
        }
    option_words_say(list, "and", &t);
    return err_set(err, CR_E_INPUT, "one of %s%s", said,
                   count == 2 ? ", not both" : ", not several");
}

static int check_row(const struct options_call *call, const struct option_walk *w,
                     struct cr_err *err)
{
    const struct option *o = w->option;
    struct option_walk other;
    if (!is_given(call, w->index))
        return o->missing ? err_set(err, CR_E_INPUT, "%s", o->missing) : CR_OK;
    if (o->one_of != 0 && is_crowded(call, o))
        return refuse_crowd(call, o, err);
    if (!o->needs || options_given(call, o->needs))
        return CR_OK;
    CHECK(find(call->table, o->needs, strlen(o->needs), &other));
    return err_set(err, CR_E_INPUT, "%s needs %s%s%s", o->name, o->needs,
                   other.option->value ? " " : "", other.option->value ? other.option->value : "");
}

int options_read(const struct option *table, int argc, char **argv, void *out,
                 struct options_call *call, struct cr_err *err)
{
    *call = (struct options_call){.table = table};
    struct reading r = {.argc = argc, .argv = argv, .out = out, .call = call, .err = err};
    struct option_walk w = options_walk(table);
    set_presets(&r);
    int rc = read_words(&r);
    while (rc == CR_OK && options_next(&w))
        rc = check_row(call, &w, err);
    return rc;
}
