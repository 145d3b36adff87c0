/* croupier serve: runs the Game Manager (SYS-1): reads the options, starts all parts in order, and
 * stops them at the end. */
#include "app/confine.h"
#include "app/shared_options.h"
#include "base/version.h"
#include "log/replay/rows_seal.h"
#include "os/clock.h"
#include "os/notify.h"
#include "service/api/api.h"
#include "service/api/pages.h"
#include "service/client/store_address.h"
#include "service/manager/admission.h"
#include "service/manager/floor_config.h"
#include "service/manager/tls_listener.h"
#include "service/notary/notarize.h"
#include "service/notary/self_audit.h"
#include "service/notary/self_check.h"
#include "service/printer/printing.h"
#include "sim/practice.h"

#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define HTTP_THREADS 2
#define CONNECTIONS  16384

#define LONGEST_PAUSE_MS   (INT64_C(366) * 24 * 3600 * 1000)
#define MOST_PENDING_BYTES (UINT64_C(256) * 1024 * 1024)

#define AUDIT_MINUTES_USUAL 60
#define AUDIT_MINUTES_MAX   10080

struct options {
    const char *floor, *store, *id;
    const char *listen, *tls_listen;
    char host[64];
    uint16_t port;
    uint64_t lease_ms;
    uint64_t readings_s; /* PIT-5: how long closing a shift waits for readings */
    unsigned audit_s;    /* time between two verifications; 0: none */
    struct tls_listener tls;
    struct notarize_options notarize;
    bool is_open;        /* nobody signs in */
    bool has_guests;     /* Mathematics and Practice need no sign-in */
    bool is_after_pause; /* the clock is right, even long after the last event */
    bool no_guard;       /* the program does not confine itself */
};

/* The parts that run; a part that is not there is NULL. */
struct serving {
    struct store *store, *follow, *log;
    struct manager *manager;
    struct writer *writer;
    struct api *api;
    struct http_route *routes; /* of the interface and the screens */
    struct http_server *server, *tls;
    struct self_audit *audit;
    struct self_check check; /* V10: this program and configuration, and the last ones */
    struct notarize *notarize;
    struct printing_work *printing;
    struct rows_seal seal; /* V4: the copy of the rows for the next start */
    bool has_seal;
};

/* ---- Options ---- */

/* Reads minutes, or seconds when an s follows. */
static int read_audit(const struct option *o, const char *text, void *place, struct cr_err *err)
{
    char digits[16];
    unsigned long long number;
    const size_t len = strspn(text, "0123456789");
    const bool in_seconds = text[len] == 's' && text[len + 1] == '\0';
    const unsigned most = in_seconds ? AUDIT_MINUTES_MAX * 60 : AUDIT_MINUTES_MAX;
    snprintf(digits, sizeof(digits), "%.*s", (int)(len < sizeof(digits) ? len : 0), text);
    if ((text[len] != '\0' && !in_seconds) || !text_read_uint(digits, most, &number))
        return err_set(err, CR_E_INPUT,
                       "%s takes minutes up to %d, or seconds as 30s, not '%.100s'", o->name,
                       AUDIT_MINUTES_MAX, text);
    *(unsigned *)place = (unsigned)(in_seconds ? number : number * 60);
    return CR_OK;
}

static const struct option_kind kind_audit = {.read = read_audit};

#define OWNER struct options

static const struct option options[] = {
    {"--floor", "FILE", "people, links and tables of a new floor, in YAML",
     OPTION_FILE(OWNER, floor)},
    {"--store", "ADDRESS",
     "sqlite:PATH, postgresql://… or memory:", OPTION_TEXT_OF(&kind_store, OWNER, store),
     .words = "sqlite: memory: postgresql:", .preset = "sqlite:croupier.db"},
    {"--listen", "HOST:PORT", "a loopback address; port 0 is any free one",
     OPTION_TEXT_OF(&kind_address, OWNER, listen), .preset = "127.0.0.1:8080"},
    {"--tls", "HOST:PORT", "… and with TLS 1.3, also for other machines; needs --trust",
     OPTION_TEXT_OF(&kind_address, OWNER, tls_listen), .needs = "--trust"},
    {"--trust", "DIR",
     "certificates and keys, as croupier pki init makes; checkpoints of the log are signed with "
     "the key in it",
     OPTION_FOLDER(OWNER, tls.trust)},
    {"--witness", "FILE", "… and also appended here, on another disk perhaps; several times",
     OPTION_LIST_OF(&option_file, OWNER, notarize.witnesses, notarize.witness_count)},
    {"--new-checkpoints", NULL,
     "once, after two people have accepted a rollback: files of checkpoints that contradict the "
     "store are set aside, and a new line begins",
     OPTION_FLAG(OWNER, notarize.is_new_line), .needs = "--trust"},
    {"--per-address", "N", "connections that one address may have with TLS",
     OPTION_COUNT(OWNER, tls.per_address, 1, 4096),
     .preset = OPTION_AS_TEXT(TLS_PER_ADDRESS_USUAL)},
    {"--id", "NAME", "this manager among several on one PostgreSQL, each its own",
     OPTION_TEXT_OF(&kind_id, OWNER, id), .preset = "m1"},
    {"--lease", "MS", "how long a table may play without hearing from us",
     OPTION_COUNT(OWNER, lease_ms, 100, 60000), .preset = "2000"},
    {"--readings", "SECONDS",
     "how long closing a shift waits for a table that does not tell its meters; 0: they are not "
     "asked for",
     OPTION_COUNT(OWNER, readings_s, 0, 600), .preset = "20"},
    {"--open", NULL, "nobody signs in and names are taken as given; loopback only",
     OPTION_FLAG(OWNER, is_open)},
    {"--guests", NULL,
     "Mathematics and Practice, which say nothing of the floor, without a sign-in",
     OPTION_FLAG(OWNER, has_guests)},
    {"--audit", "MINUTES",
     "minutes between two verifications of the whole store; 30s for seconds, 0 for never",
     .kind = &kind_audit, .place = OPTION_PLACE(unsigned, OWNER, audit_s),
     .preset = OPTION_AS_TEXT(AUDIT_MINUTES_USUAL)},
    {"--after-pause", NULL,
     "once, when the last event is more than a year old and the machine's clock is right",
     OPTION_FLAG(OWNER, is_after_pause)},
    OPTION_SHARED(shared_no_guard, bool, OWNER, no_guard),
    OPTION_END,
};

#undef OWNER

static int check_options(struct options *o)
{
    o->notarize.trust = o->tls.trust;
    address_listen(o->listen, o->host, sizeof(o->host), &o->port);
    if (o->tls_listen != NULL)
        address_listen(o->tls_listen, o->tls.host, sizeof(o->tls.host), &o->tls.port);
    if (o->is_open && !admission_is_local(o->tls.host))
        return cli_usage("--open is for this machine only: not with --tls %s", o->tls_listen);
    return CLI_OK;
}

/* ---- The floor file ---- */

static int feed(struct serving *s, const struct floor_config *config, const char *path,
                struct cr_err *err)
{
    static struct manager_request request;
    unsigned line;
    for (size_t i = 0; floor_config_request(config, i, &line) != NULL; i++) {
        floor_config_fill(config, i, clock_wall_ms(), &request.event);
        writer_call(s->writer, &request);
        if (request.result == 0)
            continue;
        err->code = request.result;
        snprintf(err->text, sizeof(err->text), "%.128s:%u: %.350s", path, line, request.err.text);
        return request.result;
    }
    return 0;
}

static void say_difference(void *context, unsigned line, const char *text)
{
    fprintf(stderr, "croupier serve: %s:%u: %s\n", (const char *)context, line, text);
}

/* REG-6: compares the floor file with the floor. What is in force is changed by two people with
 * links closed, and not by a file. */
static void compare(struct serving *s, const struct floor_config *config, const char *path)
{
    char copy[256];
    snprintf(copy, sizeof(copy), "%s", path);
    const struct floor *f = writer_lock(s->writer);
    size_t count = floor_config_compare(config, f, clock_wall_ms(), say_difference, copy);
    bool is_unused = true;
    for (uint32_t i = 0; i < f->table_count; i++)
        is_unused = is_unused && f->plays[i].epoch == 0;
    writer_unlock(s->writer);
    if (count > 0)
        fprintf(stderr, "croupier serve: the store's floor stays as it is; change it through the "
                        "interface, with links closed and two people\n");
    if (count > 0 && is_unused)
        fprintf(stderr, "croupier serve: no table has ever played here: if the first start was cut "
                        "short, remove the store and start again\n");
}

static int set_up(struct serving *s, const struct floor_config *config, const char *path,
                  struct cr_err *err)
{
    const bool is_new = writer_lock(s->writer)->person_count == 0;
    writer_unlock(s->writer);
    if (!is_new) {
        compare(s, config, path);
        return 0;
    }
    int rc = floor_config_try(config, path, clock_wall_ms(), err);
    return rc != 0 ? rc : feed(s, config, path, err);
}

/* ---- Start and stop ---- */

/* V1: after a failed write, what the store holds is unknown, so no answer may be sent any more. */
static void die(void *context, const struct cr_err *err)
{
    (void)context;
    fprintf(stderr, "croupier serve: the store failed, the manager ends: %s\n", err->text);
    _exit(CLI_REJECTED);
}

/* V10: reads what the last start and the last checkpoint said, before this start is recorded. */
static void look_before(const struct options *o, struct self_check *c)
{
    self_check_hash_program(c->program);
    self_check_read_store(c, o->store);
    if (o->tls.trust != NULL)
        self_check_read_trust(c, o->tls.trust);
}

static int start_manager(struct serving *s, const struct options *o,
                         const struct floor_limits *limits, struct cr_err *err)
{
    struct manager_config config = {.lease_ms = (unsigned)o->lease_ms,
                                    .longest_pause_ms = o->is_after_pause ? 0 : LONGEST_PAUSE_MS,
                                    .most_pending_bytes = MOST_PENDING_BYTES,
                                    .limits = *limits,
                                    .seal = s->has_seal ? &s->seal : NULL};
    snprintf(config.id, sizeof(config.id), "%s", o->id);
    snprintf(config.version, sizeof(config.version), "%s", croupier_version);
    memcpy(config.program, s->check.program, sizeof(config.program));
    int rc = store_open(o->store, STORE_CREATE, &s->store, err);
    if (rc != 0)
        return rc;
    const struct store_program program = manager_program();
    rc = store_take_name(s->store, o->id, &program, err);
    if (rc != 0)
        return rc;
    const bool is_memory = strcmp(store_engine(s->store), "memory") == 0;
    if (strcmp(store_engine(s->store), "postgresql") == 0)
        rc = store_open(o->store, STORE_READ, &s->follow, err);
    if (rc == 0 && !is_memory)
        rc = store_open(o->store, STORE_READ, &s->log, err);
    if (rc == 0)
        rc = manager_new(s->store, &config, clock_wall_ms(), clock_mono_ms(), &s->manager, err);
    if (rc == 0)
        rc = writer_start(s->manager, s->follow, die, NULL, &s->writer, err);
    return rc;
}

/* Raises the limit of open files, because every table holds a connection. */
static void raise_file_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static int start_server(struct serving *s, const struct options *o, struct cr_err *err)
{
    const struct api_config who = {.is_open = o->is_open,
                                   .has_guests = o->has_guests,
                                   .reading_wait_ms = (unsigned)o->readings_s * 1000,
                                   .practice = &practice_apart_service};
    int rc = o->is_open ? admission_check_open(s->writer, err) : 0;
    if (rc == 0)
        rc = api_new(s->writer, s->log != NULL ? s->log : s->store, o->store, &who, &s->api, err);
    if (rc != 0)
        return rc;
    api_set_notary(s->api, notarize_notary(s->notarize));
    raise_file_limit();
    struct http_config config = {.address = o->host,
                                 .port = o->port,
                                 .threads = HTTP_THREADS,
                                 .connections = CONNECTIONS,
                                 .seen = api_seen,
                                 .seen_user = s->api};
    struct route_list lists[2];
    lists[0].routes = api_routes(s->api, &lists[0].count);
    lists[1].routes =
        pages_routes(&(struct pages_server){.has_floor = true,
                                            .has_signer = notarize_notary(s->notarize) != NULL},
                     &lists[1].count);
    s->routes = routes_join(lists, 2, &config.route_count);
    if (s->routes == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    config.routes = s->routes;
    rc = http_server_start(&config, &s->server, err);
    struct tls_listener tls = o->tls;
    tls.tables = writer_lock(s->writer)->limits.tables;
    writer_unlock(s->writer);
    if (rc == 0 && tls.host[0] != '\0')
        rc = tls_listener_start(&tls, &config, &s->tls, err);
    return rc;
}

/* Starts the self-audit, except for a store in memory: that has no second handle, and nobody else
 * could change it. */
static int start_audit(struct serving *s, const struct options *o, struct cr_err *err)
{
    if (o->audit_s == 0 || s->log == NULL)
        return 0;
    return self_audit_start(o->store, o->audit_s, s->writer, s->api, &s->audit, err);
}

static void stop(struct serving *s)
{
    self_audit_stop(s->audit);
    printing_stop(s->printing);
    http_server_stop(s->server);
    http_server_stop(s->tls);
    free(s->routes);
    api_free(s->api);
    practice_apart_end();
    notarize_stop(s->notarize);
    writer_stop(s->writer);
    manager_free(s->manager);
    store_close(s->log);
    store_close(s->follow);
    store_close(s->store);
    if (s->has_seal)
        rows_seal_close(&s->seal);
}

static void announce(struct serving *s, const struct options *o, const struct floor_config *config)
{
    char store[ADDRESS_TEXT_MAX], check[SELF_CHECK_TEXT], url[ADDRESS_URL_MAX];
    const struct floor *f = writer_lock(s->writer);
    floor_configuration(f, s->check.configuration);
    printf("croupier serve: %s  manager %s, store %s (%s), %s%s%u links, %u tables\n",
           address_url("http", o->host, http_server_port(s->server), url), o->id,
           address_show(o->store, store), store_engine(s->store),
           config != NULL ? floor_config_name(config) : "", config != NULL ? ", " : "",
           f->link_count, f->table_count);
    writer_unlock(s->writer);
    if (s->tls != NULL)
        printf("croupier serve: %s  TLS 1.3, certificates of %s\n",
               address_url("https", o->tls.host, http_server_port(s->tls), url), o->tls.trust);
    printf("croupier serve: %s\n", self_check_say(&s->check, check));
    admission_announce(s->api, o->host, http_server_port(s->server));
    fflush(stdout);
}

/* Confines the program, before the first thread and before anything is read from the network. */
static int confine_serve(const struct options *o, struct cr_err *err)
{
    const struct confine files = {.store = o->store, .trust = o->tls.trust};
    if (!o->no_guard)
        return confine(GUARD_MANAGER, &files, err);
    confine_not();
    return 0;
}

/* The watchdog's check: it hangs when the writer is stuck, because the writer then never releases
 * its lock. */
static void touch_writer(void *context)
{
    struct serving *s = context;
    writer_lock(s->writer);
    writer_unlock(s->writer);
}

/* Opens the files of the rows' seal, before the program confines itself: files of the trust folder
 * cannot be opened after that. */
static void open_seal(struct serving *s, const struct options *o)
{
    const char *path = address_path(o->store);
    s->has_seal = o->tls.trust != NULL || path != NULL;
    if (o->tls.trust != NULL)
        rows_seal_open_folder(&s->seal, o->tls.trust);
    else if (path != NULL)
        rows_seal_open_beside(&s->seal, path);
}

static int serve(const struct options *o, const struct floor_config *config, struct cr_err *err)
{
    struct serving s = {0};
    sigset_t ends;
    /* Threads inherit the mask, so only notify_wait() below receives these signals. */
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &ends, NULL);
    const struct floor_limits *limits =
        config != NULL ? floor_config_limits(config) : &floor_limits_usual;
    int rc = notarize_prepare(&o->notarize, o->store, &s.notarize, err);
    if (rc == 0)
        rc = practice_apart_prepare(NULL, err);
    if (rc == 0 && config != NULL)
        rc = printing_prepare(floor_config_printers(config), o->store, &s.printing, err);
    if (rc == 0)
        open_seal(&s, o);
    if (rc == 0)
        rc = confine_serve(o, err);
    if (rc == 0)
        look_before(o, &s.check);
    if (rc == 0)
        rc = start_manager(&s, o, limits, err);
    if (rc == 0 && config != NULL)
        rc = set_up(&s, config, o->floor, err);
    if (rc == 0)
        rc = notarize_start(s.notarize, o->store, s.writer, err);
    if (rc == 0)
        rc = start_server(&s, o, err);
    if (rc == 0)
        rc = start_audit(&s, o, err);
    if (rc == 0)
        rc = printing_start(s.printing, o->store, s.writer, err);
    if (rc == 0) {
        announce(&s, o, config);
        notify_say("READY=1");
        notify_wait(&ends, touch_writer, &s);
        notify_say("STOPPING=1");
    }
    stop(&s);
    return rc;
}

static int run(const struct cli_call *call)
{
    struct options *o = call->options;
    struct cr_err err = {0};
    struct floor_config *config = NULL;
    int rc = check_options(o);
    if (rc != CLI_OK)
        return rc;
    if (sodium_init() < 0)
        return cli_rejected("the cryptographic library does not start");
    if (o->floor != NULL && floor_config_load(o->floor, &config, &err) != 0)
        return cli_rejected("%s", err.text);
    rc = serve(o, config, &err);
    floor_config_free(config);
    return cli_result(rc, &err);
}

const struct cli_runner runner_serve = {options, sizeof(struct options), run};
