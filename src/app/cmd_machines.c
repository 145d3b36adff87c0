/* croupier machines: enrols and revokes the certificates whose keys may speak for a table. */
#include "app/people_ask.h"
#include "base/hex.h"
#include "base/json_write.h"
#include "net/pki/certificate.h"
#include "service/client/store_address.h"
#include "service/manager/tls_listener.h"

#include <string.h>

#define MARK_DIGITS (CERTIFICATE_MARK_BYTES * 2)

/* What a request says of a table's certificate. */
struct machine {
    char table[CERTIFICATE_NAME_MAX];
    char mark[MARK_DIGITS + 1];
    int64_t until_ms;
};

static int read_certificate(struct people *p, const char *path, struct machine *out)
{
    struct certificate c;
    int rc = certificate_load(path, &c, &p->err);
    if (rc != CR_OK)
        return rc;
    if (strcmp(c.unit, TLS_TABLE_UNIT) != 0 || !address_is_id(c.name))
        return err_set(&p->err, CR_E_INPUT,
                       "%.200s: not a table's certificate; croupier pki issue makes one", path);
    memcpy(out->table, c.name, sizeof(out->table));
    hex_encode(c.mark, sizeof(c.mark), out->mark);
    out->until_ms = c.until_ms;
    return CR_OK;
}

/* Fills in the route of a request about a machine, and the member that all of them have. */
static void name_machine(const struct machine *m, const char *verb, char path[PEOPLE_PATH],
                         char members[PEOPLE_BODY], struct text *out)
{
    text_init(out, path, PEOPLE_PATH);
    people_path(out, "tables", m->table, verb);
    text_init(out, members, PEOPLE_BODY);
    people_add_member(out, "document", m->mark);
}

static int enrol(struct people *p)
{
    char path[PEOPLE_PATH], members[PEOPLE_BODY];
    struct machine m;
    struct text t;
    if (p->names.count < 1)
        return err_set(&p->err, CR_E_INPUT, "enrol takes the certificates of tables");
    /* All files are read before the first is enrolled, so that a wrong one is found in time. */
    for (int i = 0; i < p->names.count; i++) {
        int rc = read_certificate(p, p->names.words[i], &m);
        if (rc != CR_OK)
            return rc;
    }
    int rc = people_sign_in(p);
    for (int i = 0; rc == CR_OK && i < p->names.count; i++) {
        rc = read_certificate(p, p->names.words[i], &m);
        if (rc != CR_OK)
            return rc;
        name_machine(&m, "enrol", path, members, &t);
        json_integer(&t, "effective", m.until_ms);
        rc = people_ask_proved(p, path, members);
        if (rc == CR_OK)
            printf("%s may join with %s\n", m.table, p->names.words[i]);
    }
    return rc;
}

/* Reads which machine is meant: from its certificate, or, without the file, from table and
 * fingerprint. */
static int read_machine(struct people *p, struct machine *out)
{
    if (p->names.count == 1)
        return read_certificate(p, p->names.words[0], out);
    if (p->names.count != 2 || !address_is_id(p->names.words[0]) ||
        strspn(p->names.words[1], "0123456789abcdef") != MARK_DIGITS ||
        p->names.words[1][MARK_DIGITS] != '\0')
        return err_set(&p->err, CR_E_INPUT,
                       "revoke takes a certificate, or a table and a fingerprint of %d digits",
                       MARK_DIGITS);
    snprintf(out->table, sizeof(out->table), "%s", p->names.words[0]);
    memcpy(out->mark, p->names.words[1], sizeof(out->mark));
    return CR_OK;
}

static int revoke(struct people *p)
{
    char path[PEOPLE_PATH], members[PEOPLE_BODY];
    struct machine m;
    struct text t;
    int rc = read_machine(p, &m);
    if (rc != CR_OK)
        return rc;
    name_machine(&m, "revoke", path, members, &t);
    people_add_member(&t, "text", p->why);
    rc = people_sign_in(p);
    if (rc == CR_OK)
        rc = people_ask(p, "POST", path, members);
    if (rc == CR_OK)
        printf("that key of table %s is worth nothing any more\n", m.table);
    return rc;
}

static const struct option options[] = {
    {"ACTION", OPTION_CHOICE(struct people, action, "enrol revoke"),
     .missing = "say enrol or revoke"},
    {"CERTIFICATE", OPTION_REST(&option_file, struct people, names), .takes_dash = true},
    {.include = people_shared},
    {"--text", "WHY", "revoke: why", OPTION_TEXT(struct people, why)},
    OPTION_END,
};

static int run(const struct cli_call *call)
{
    static people_action *const actions[] = {enrol, revoke};
    return people_run_named(call, actions);
}

const struct cli_runner runner_machines = {options, sizeof(struct people), run};
