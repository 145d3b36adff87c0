/* croupier pki enrol and revoke; see pki_machines.h. */
#include "cli/pki_machines.h"

#include "base/err.h"
#include "cli/people/people.h"
#include "pki/certificate.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* A manager, the person who acts, and their passwords. */
static int begin(struct people *p, const struct pki_machine *m)
{
    p->command = m->command;
    p->manager = m->manager;
    p->passwords = m->passwords;
    p->user = m->user;
    p->approver = m->approver;
    p->words[0] = "machines";
    p->word_count = 1;
    int rc = people_open(p);
    return rc == CR_OK ? people_sign_in(p) : rc;
}

static int load(const struct pki_machine *m, struct certificate *out,
                char mark[CERTIFICATE_MARK_BYTES * 2 + 1], struct cr_err *err)
{
    int rc = certificate_load(m->certificate, out, err);
    if (rc != CR_OK)
        return rc;
    if (strcmp(out->name, m->table) != 0 || strcmp(out->unit, CERTIFICATE_TABLE) != 0)
        return err_set(err, CR_E_INPUT, "%s: is a certificate of '%s', not of table %s",
                       m->certificate, out->name, m->table);
    sodium_bin2hex(mark, CERTIFICATE_MARK_BYTES * 2 + 1, out->mark, sizeof(out->mark));
    return CR_OK;
}

int pki_enrol(const struct pki_machine *m, struct cr_err *err)
{
    static struct people p;
    char mark[CERTIFICATE_MARK_BYTES * 2 + 1], path[128], members[256];
    struct certificate c;
    int rc = load(m, &c, mark, err);
    if (rc != CR_OK)
        return rc;
    snprintf(path, sizeof(path), "/api/v1/tables/%s/enrol", m->table);
    snprintf(members, sizeof(members), "\"document\":\"%s\",\"effective\":%" PRId64, mark,
             c.until_ms);
    rc = begin(&p, m);
    if (rc == CR_OK)
        rc = people_ask_proved(&p, path, members);
    *err = p.err;
    people_close(&p);
    if (rc == CR_OK)
        printf("the key %s speaks for table %s\n", mark, m->table);
    return rc;
}

int pki_revoke(const struct pki_machine *m, struct cr_err *err)
{
    static struct people p;
    char mark[CERTIFICATE_MARK_BYTES * 2 + 1], path[128], members[PEOPLE_BODY];
    struct certificate c;
    struct text t;
    int rc = load(m, &c, mark, err);
    if (rc != CR_OK)
        return rc;
    snprintf(path, sizeof(path), "/api/v1/tables/%s/revoke", m->table);
    text_init(&t, members, sizeof(members));
    people_add_member(&t, "document", mark);
    people_add_member(&t, "text", m->why);
    rc = begin(&p, m);
    if (rc == CR_OK)
        rc = people_ask(&p, "POST", path, members);
    *err = p.err;
    people_close(&p);
    if (rc == CR_OK)
        printf("the key %s speaks for table %s no more\n", mark, m->table);
    return rc;
}
