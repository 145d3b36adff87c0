/* croupier rules list|show|check: lists and shows the shipped rules files, and checks a house's
 * own. */
#include "app/shared_options.h"
#include "base/hex.h"
#include "base/json_write.h"
#include "game/rules/load_source.h"

/* A file of house rules or of a progressive. */
struct entry {
    bool is_progressive;
    const char *name, *game, *title, *house; /* game is "" for a progressive */
    char hash[2 * CR_HASH_BYTES + 1];
    struct cr_rules rules;
    struct cr_progressive progressive;
};

static const char *entry_kind(const struct entry *e)
{
    return e->is_progressive ? "progressive" : "rules";
}

static void entry_name(struct entry *e, const char *name, const char *game, const char *title,
                       const char *house, const uint8_t hash[CR_HASH_BYTES])
{
    e->name = name;
    e->game = game;
    e->title = title;
    e->house = house;
    hex_encode(hash, CR_HASH_BYTES, e->hash);
}

static int parse_progressive(const struct source *source, struct entry *out, struct cr_err *err)
{
    struct cr_progressive *p = &out->progressive;
    int rc = cr_progressive_parse(source->origin, source->text, source->len, p, err);
    if (rc == CR_OK)
        entry_name(out, p->name, "", p->title, p->house, p->hash);
    return rc;
}

static int parse_rules(const struct source *source, struct entry *out, struct cr_err *err)
{
    struct cr_rules *r = &out->rules;
    int rc = cr_rules_parse(source->origin, source->text, source->len, r, err);
    if (rc == CR_OK)
        entry_name(out, r->name, cr_game_id(r->game), r->title, r->house, r->hash);
    return rc;
}

static int entry_parse(const struct source *source, struct entry *out, struct cr_err *err)
{
    int rc = source_is_progressive(source, &out->is_progressive, err);
    if (rc)
        return rc;
    return (out->is_progressive ? parse_progressive : parse_rules)(source, out, err);
}

static void entry_add_json(const struct entry *e, struct text *t)
{
    json_open(t, NULL, '{');
    json_text(t, "name", e->name);
    json_text(t, "kind", entry_kind(e));
    if (!e->is_progressive)
        json_text(t, "game", e->game);
    JSON_MEMBERS(t, e, title, house, hash);
    json_close(t, '}');
}

/* ---- list ---- */

static int list(bool json)
{
    const struct cr_shipped *file;
    struct text t = {0};
    for (size_t i = 0; (file = cr_shipped_at(i)); i++) {
        const struct source source = {.origin = file->name, .text = file->text, .len = file->len};
        struct entry e;
        struct cr_err err;
        if (entry_parse(&source, &e, &err) != CR_OK)
            return cli_rejected("%s", err.text);
        if (json) {
            text_add(&t, i ? ",\n " : "["); /* one entry on each line */
            entry_add_json(&e, &t);
        } else {
            printf("%-12s %-12s %-4s %s (%s)\n", e.name, entry_kind(&e), e.game, e.title, e.house);
        }
    }
    if (json) {
        text_add(&t, "]\n");
        cli_print(&t);
    }
    return CLI_OK;
}

/* ---- show ---- */

static int show(const char *name_or_path, bool json)
{
    struct source source;
    struct entry e;
    struct cr_err err;
    if (source_open(name_or_path, &source, &err) != CR_OK)
        return cli_rejected("%s", err.text);
    int rc = entry_parse(&source, &e, &err);
    if (rc == CR_OK && json) {
        struct text t = {0};
        entry_add_json(&e, &t);
        text_add_char(&t, '\n');
        cli_print(&t);
    } else if (rc == CR_OK) {
        fwrite(source.text, 1, source.len, stdout);
    }
    source_release(&source);
    return cli_result(rc, &err);
}

/* ---- check ---- */

/* Prints a fault in the form that compilers use, so that an editor can go to the place. */
static int fault(const char *text)
{
    cli_complain(text);
    fputc('\n', stderr);
    return CLI_REJECTED;
}

/* Checks that the progressive named by house rules exists and loads. */
static int check_default(const char *file, const struct entry *e, struct cr_err *err)
{
    struct cr_progressive progressive;
    if (e->is_progressive || e->rules.progressive[0] == '\0')
        return CR_OK;
    int rc = cr_progressive_load(e->rules.progressive, &progressive, err);
    return rc ? err_prefix(err, "%s: the default progressive does not load", file) : CR_OK;
}

static int check(const char *file)
{
    struct source source;
    struct entry e;
    struct cr_err err;
    if (source_open(file, &source, &err) != CR_OK)
        return fault(err.text);
    int rc = entry_parse(&source, &e, &err);
    source_release(&source);
    if (rc == CR_OK)
        rc = check_default(file, &e, &err);
    if (rc)
        return fault(err.text);
    printf(e.is_progressive ? "%s: progressive %s is sound, BLAKE2b %s\n"
                            : "%s: house rules %s are sound, BLAKE2b %s\n",
           file, e.name, e.hash);
    return CLI_OK;
}

static int check_all(char **files, int count)
{
    int status = CLI_OK;
    for (int i = 0; i < count; i++)
        if (check(files[i]) != CLI_OK)
            status = CLI_REJECTED;
    return status;
}

/* ---- The command ---- */

struct rules_options {
    unsigned action;
    struct option_words names;
    bool json;
};

enum { RULES_LIST, RULES_SHOW, RULES_CHECK };

static const struct option options[] = {
    {"ACTION", OPTION_CHOICE(struct rules_options, action, "list show check"),
     .missing = "say list, show or check"},
    {"NAME", OPTION_REST(&kind_either, struct rules_options, names)},
    {"--json", NULL, "machine output (list, show)", OPTION_FLAG(struct rules_options, json)},
    OPTION_END,
};

static int run(const struct cli_call *call)
{
    const struct rules_options *o = call->options;
    if (o->action == RULES_LIST)
        return o->names.count == 0 ? list(o->json)
                                   : cli_usage("list takes no '%s'", o->names.words[0]);
    if (o->action == RULES_SHOW)
        return o->names.count == 1 ? show(o->names.words[0], o->json)
                                   : cli_usage("show takes one name");
    if (o->names.count == 0)
        return cli_usage("check takes at least one file");
    if (o->json)
        return cli_usage("check has no --json");
    return check_all(o->names.words, o->names.count);
}

const struct cli_runner runner_rules = {options, sizeof(struct rules_options), run};
