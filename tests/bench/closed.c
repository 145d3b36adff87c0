/* Makes a closed floor for a benchmark (closed.h): certificates, enrolment and TLS connections. */
#include "closed.h"

#include "net/pki/certificate.h"
#include "net/tls.h"
#include "service/api/credential.h"
#include "service/manager/manager.h"
#include "service/manager/tls_listener.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define BATCH 128
/* After so many connections from one address, the next address of 127/8 is used. */
#define PER_ADDRESS 2000

static void must(int rc, const struct cr_err *err)
{
    if (rc != 0)
        bench_die("%s", err->text);
}

/* ---- Certificates ---- */

static void run_pki(const char *croupier, const char *trust)
{
    int status = 0;
    const pid_t pid = fork();
    if (pid == 0) {
        const int nothing = open("/dev/null", O_WRONLY);
        dup2(nothing, STDOUT_FILENO);
        execl(croupier, croupier, "pki", "init", trust, (char *)NULL);
        _exit(127);
    }
    if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0)
        bench_die("croupier pki init failed");
}

static size_t read_file(const char *folder, const char *name, char *out)
{
    char path[4300];
    snprintf(path, sizeof(path), "%s/trust/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        bench_die("cannot read %s", path);
    const size_t len = fread(out, 1, ISSUE_PEM_MAX - 1, file);
    out[len] = '\0';
    fclose(file);
    return len;
}

static void issue(const struct issue_pair *authority, unsigned t, struct issue_pair *out)
{
    char name[32];
    struct cr_err err;
    const time_t now = time(NULL);
    snprintf(name, sizeof(name), "t%u", t);
    const struct issue_request request = {.purpose = ISSUE_CLIENT,
                                          .name = name,
                                          .unit = TLS_TABLE_UNIT,
                                          .since = now - 3600,
                                          .until = now + 86400};
    must(issue_pair(&request, authority, out, &err), &err);
}

static void mark_of(const struct issue_pair *pair, uint8_t out[CR_HASH_BYTES])
{
    gnutls_x509_crt_t certificate;
    struct certificate c;
    struct cr_err err;
    gnutls_datum_t text = {(unsigned char *)(uintptr_t)pair->certificate,
                           (unsigned)pair->certificate_len};
    gnutls_x509_crt_init(&certificate);
    if (gnutls_x509_crt_import(certificate, &text, GNUTLS_X509_FMT_PEM) != 0)
        bench_die("a certificate cannot be read");
    must(certificate_read(certificate, &c, &err), &err);
    memcpy(out, c.mark, CR_HASH_BYTES);
    gnutls_x509_crt_deinit(certificate);
}

/* ---- Enrolment ---- */

struct office {
    struct store *store;
    struct manager *manager;
    struct manager_request *requests[BATCH];
    size_t count;
    int64_t now_ms;
};

static void flush(struct office *o)
{
    struct cr_err err = {0};
    must(manager_batch(o->manager, o->requests, o->count, o->now_ms++, 0, &err), &err);
    for (size_t i = 0; i < o->count; i++)
        must(o->requests[i]->result, &o->requests[i]->err);
    o->count = 0;
}

static struct floor_event *begin(struct office *o, unsigned kind)
{
    if (o->count == BATCH)
        flush(o);
    struct floor_event *e = &o->requests[o->count++]->event;
    event_init(e, kind);
    strcpy(e->user, "One");
    strcpy(e->approver, "Two");
    return e;
}

static void open_office(struct office *o, const struct served *s, unsigned tables)
{
    char address[4200];
    struct cr_err err = {0};
    struct manager_config config = {.id = "m1", .lease_ms = 60000, .limits = floor_limits_usual};
    config.limits.tables = tables;
    snprintf(address, sizeof(address), "sqlite:%s/floor.db", s->folder);
    o->now_ms = (int64_t)time(NULL) * 1000;
    must(store_open(address, STORE_CREATE, &o->store, &err), &err);
    must(manager_new(o->store, &config, o->now_ms, 0, &o->manager, &err), &err);
    for (unsigned i = 0; i < BATCH; i++)
        o->requests[i] = calloc(1, sizeof(*o->requests[i]));
}

static void close_office(struct office *o)
{
    if (o->count > 0)
        flush(o);
    manager_free(o->manager);
    store_close(o->store);
    for (unsigned i = 0; i < BATCH; i++)
        free(o->requests[i]);
}

static void enrol_all(struct closed *c, struct office *o)
{
    struct floor_event *e;
    for (unsigned t = 0; t < c->count; t++) {
        e = begin(o, FLOOR_MACHINE_ENROLLED);
        snprintf(e->table, sizeof(e->table), "t%u", t);
        mark_of(&c->tables[t], e->document);
    }
    credential_make_token(c->token);
    e = begin(o, FLOOR_TOKEN_ADDED);
    strcpy(e->item, "screens");
    strcpy(e->text, "read");
    e->text_len = 4;
    credential_commit(c->token, e->document);
}

void closed_make(struct closed *c, const struct served *s, const char *croupier, unsigned tables)
{
    static struct issue_pair authority;
    static struct office office;
    char trust[4200];
    snprintf(trust, sizeof(trust), "%s/trust", s->folder);
    run_pki(croupier, trust);
    authority.certificate_len = read_file(s->folder, "ca.pem", authority.certificate);
    authority.key_len = read_file(s->folder, "ca.key", authority.key);
    c->count = tables;
    c->tables = calloc(tables, sizeof(c->tables[0]));
    if (c->tables == NULL)
        bench_die("out of memory");
    for (unsigned t = 0; t < tables; t++)
        issue(&authority, t, &c->tables[t]);
    open_office(&office, s, tables);
    enrol_all(c, &office);
    close_office(&office);
}

void closed_drop(struct closed *c)
{
    free(c->tables);
}

/* ---- Connections ---- */

static gnutls_certificate_credentials_t credentials_of(const struct issue_pair *own)
{
    gnutls_certificate_credentials_t credentials;
    gnutls_certificate_allocate_credentials(&credentials);
    if (own == NULL)
        return credentials;
    const gnutls_datum_t certificate = {(unsigned char *)(uintptr_t)own->certificate,
                                        (unsigned)own->certificate_len};
    const gnutls_datum_t key = {(unsigned char *)(uintptr_t)own->key, (unsigned)own->key_len};
    if (gnutls_certificate_set_x509_key_mem(credentials, &certificate, &key, GNUTLS_X509_FMT_PEM) !=
        0)
        bench_die("a certificate cannot be used");
    return credentials;
}

void closed_open(const struct closed *c, struct wire *w, uint16_t port,
                 const struct issue_pair *own, unsigned number)
{
    (void)c;
    int rc;
    wire_open_from(w, port, number / PER_ADDRESS);
    gnutls_init(&w->tls, GNUTLS_CLIENT);
    gnutls_priority_set_direct(w->tls, TLS_PRIORITIES, NULL);
    gnutls_credentials_set(w->tls, GNUTLS_CRD_CERTIFICATE, credentials_of(own));
    gnutls_server_name_set(w->tls, GNUTLS_NAME_DNS, "localhost", strlen("localhost"));
    gnutls_transport_set_int(w->tls, w->fd);
    do
        rc = gnutls_handshake(w->tls);
    while (rc < 0 && gnutls_error_is_fatal(rc) == 0);
    if (rc < 0)
        bench_die("handshake: %s", gnutls_strerror(rc));
}
