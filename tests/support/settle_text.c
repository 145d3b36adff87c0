/* Settles a document and writes the answer, as `croupier settle` does, as a function. */
#include "support/settle_text.h"

#include "base/err.h"
#include "game/document/round_json.h"

#include <string.h>

struct loaded {
    struct cr_rules rules;
    struct cr_progressive progressive;
};

/* A name that could be a file's is refused, because fuzzers call this and no document may make it
 * open a file. */
static bool is_file(const char *name, struct cr_err *err)
{
    if (!strchr(name, '/') && !strstr(name, ".yaml"))
        return false;
    err_set(err, CR_E_NOT_FOUND, "no files here");
    return true;
}

static const struct cr_rules *find_rules(void *context, const char *name, struct cr_err *err)
{
    struct loaded *l = context;
    if (is_file(name, err))
        return NULL;
    return cr_rules_load(name, &l->rules, err) == CR_OK ? &l->rules : NULL;
}

static const struct cr_progressive *find_progressive(void *context, const char *name,
                                                     struct cr_err *err)
{
    struct loaded *l = context;
    if (is_file(name, err))
        return NULL;
    return cr_progressive_load(name, &l->progressive, err) == CR_OK ? &l->progressive : NULL;
}

int settle_text(const char *text, size_t len, char *answer, struct cr_err *err)
{
    static struct json_tape tape;
    static struct loaded loaded;
    static struct round_doc doc;
    static struct cr_settlement settlement;
    const struct rules_source source = {find_rules, find_progressive, &loaded, false};
    int rc = round_json_read(&tape, text, len, &source, &doc, err);
    if (rc == CR_OK)
        rc = cr_settle(doc.rules, doc.progressive, &doc.meters, &doc.round, &settlement, err);
    if (rc != CR_OK)
        return rc;
    struct text t;
    text_init(&t, answer, SETTLEMENT_JSON_MAX);
    settlement_json_write(&doc, &settlement, &t);
    return t.cut ? CR_E_RANGE : CR_OK;
}
