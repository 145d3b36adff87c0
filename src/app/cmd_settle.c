/* croupier settle: settles rounds that are given as documents, and prints payments and meters as
 * JSON. */
#include "app/cli.h"
#include "app/input_lines.h"
#include "base/check.h"
#include "base/json_write.h"
#include "game/document/round_json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Rules that documents name ---- */

#define RULES_CACHE_SIZE 16

/* The names of loaded files, each at the same index as its document. The oldest one is replaced, so
 * that memory stays bounded however many names a stream uses. */
struct loaded_names {
    char of[RULES_CACHE_SIZE][1024];
    unsigned next;
};

/* The index of a name, or RULES_CACHE_SIZE. */
static unsigned find_loaded(const struct loaded_names *names, const char *name)
{
    unsigned at = 0;
    while (at < RULES_CACHE_SIZE && strcmp(names->of[at], name) != 0)
        at++;
    return at;
}

static void add_loaded(struct loaded_names *names, const char *name)
{
    snprintf(names->of[names->next], sizeof names->of[0], "%s", name);
    names->next = (names->next + 1) % RULES_CACHE_SIZE;
}

struct rules_cache {
    struct loaded_names rules_names, progressive_names;
    struct cr_rules rules[RULES_CACHE_SIZE];
    struct cr_progressive progressives[RULES_CACHE_SIZE];
};

static const struct cr_rules *find_rules(void *context, const char *name, struct cr_err *err)
{
    struct rules_cache *cache = context;
    unsigned at = find_loaded(&cache->rules_names, name);
    if (at < RULES_CACHE_SIZE)
        return &cache->rules[at];
    at = cache->rules_names.next;
    if (cr_rules_load(name, &cache->rules[at], err) != CR_OK)
        return NULL;
    add_loaded(&cache->rules_names, name);
    return &cache->rules[at];
}

static const struct cr_progressive *find_progressive(void *context, const char *name,
                                                     struct cr_err *err)
{
    struct rules_cache *cache = context;
    unsigned at = find_loaded(&cache->progressive_names, name);
    if (at < RULES_CACHE_SIZE)
        return &cache->progressives[at];
    at = cache->progressive_names.next;
    if (cr_progressive_load(name, &cache->progressives[at], err) != CR_OK)
        return NULL;
    add_loaded(&cache->progressive_names, name);
    return &cache->progressives[at];
}

/* The memory of a run, allocated once. */
struct settle_run {
    struct json_tape tape;
    struct round_doc doc;
    struct cr_settlement settlement;
    char answer[SETTLEMENT_JSON_MAX];
    char input[JSON_BYTES_MAX + 1];
    struct rules_cache cache;
};

/* Settles one document and writes its answer. */
static int settle_one(struct settle_run *run, const char *text, size_t len, struct text *answer,
                      struct cr_err *err)
{
    const struct rules_source source = {find_rules, find_progressive, &run->cache, false};
    struct round_doc *doc = &run->doc;
    int rc = round_json_read(&run->tape, text, len, &source, doc, err);
    if (rc == CR_OK)
        rc = cr_settle(doc->rules, doc->progressive, &doc->meters, &doc->round, &run->settlement,
                       err);
    if (rc != CR_OK)
        return rc;
    settlement_json_write(doc, &run->settlement, answer);
    CHECK(!answer->cut);
    return CR_OK;
}

static bool is_blank(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (text[i] != ' ' && text[i] != '\t' && text[i] != '\r')
            return false;
    return true;
}

static void answer_fault(struct text *answer, const char *what)
{
    text_clear(answer);
    json_open(answer, NULL, '{');
    json_text(answer, "error", what);
    json_close(answer, '}');
}

static int settle_lines(struct settle_run *run, FILE *from)
{
    struct lines *lines = lines_new(from);
    CHECK(lines);
    int status = CLI_OK;
    const char *line;
    size_t len;
    while (lines_next(lines, &line, &len)) {
        struct cr_err err = {0};
        struct text answer = text_in(run->answer, sizeof run->answer);
        if (line && is_blank(line, len))
            continue;
        if (!line)
            snprintf(err.text, sizeof err.text, "the line is longer than %d bytes", LINES_MAX);
        if (!line || settle_one(run, line, len, &answer, &err) != CR_OK) {
            answer_fault(&answer, err.text);
            status = CLI_REJECTED;
        }
        text_add_char(&answer, '\n');
        /* Stops when the answers cannot be written any more. */
        if (fwrite(answer.data, 1, answer.len, stdout) != answer.len)
            break;
    }
    if (lines->failed)
        status = cli_rejected("reading failed: %s", strerror(errno));
    lines_free(lines);
    return status;
}

static int settle_document(struct settle_run *run, FILE *from)
{
    size_t len = fread(run->input, 1, sizeof run->input, from);
    if (ferror(from))
        return cli_rejected("reading failed: %s", strerror(errno));
    struct cr_err err = {0};
    struct text answer = text_in(run->answer, sizeof run->answer);
    if (settle_one(run, run->input, len, &answer, &err) != CR_OK)
        return cli_rejected("%s", err.text);
    text_add_char(&answer, '\n');
    fwrite(answer.data, 1, answer.len, stdout);
    return CLI_OK;
}

static int settle_stream(FILE *from, bool lines)
{
    struct settle_run *run = calloc(1, sizeof *run);
    CHECK(run);
    int status = lines ? settle_lines(run, from) : settle_document(run, from);
    free(run);
    return status;
}

struct settle_options {
    const char *file;
    bool lines, json;
};

static const struct option options[] = {
    {"FILE", OPTION_FILE(struct settle_options, file)},
    {"--lines", NULL, "one document a line in, one answer a line out",
     OPTION_FLAG(struct settle_options, lines)},
    {"--json", NULL, "accepted; the answer is always JSON",
     OPTION_FLAG(struct settle_options, json)},
    OPTION_END,
};

static int run(const struct cli_call *call)
{
    const struct settle_options *o = call->options;
    if (!o->file || strcmp(o->file, "-") == 0)
        return settle_stream(stdin, o->lines);
    FILE *from = fopen(o->file, "rb");
    if (!from)
        return cli_rejected("%s: %s", o->file, strerror(errno));
    int status = settle_stream(from, o->lines);
    fclose(from);
    return status;
}

const struct cli_runner runner_settle = {options, sizeof(struct settle_options), run};
