/* Checks a request before a handler sees it: it must be framed in one way only, aimed at a route,
 * and of a size and a type that we read. */
#include "net/listen.h"
#include "net/request_internal.h"
#include "os/clock.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

void request_refuse(struct http_request *req, unsigned status, const char *code, const char *detail)
{
    if (req->refusal)
        return;
    req->refusal_status = status;
    req->refusal_code = code;
    req->refusal = detail;
}

/* Headers that decide who asks and how the body is read. When one of them comes twice, one reader
 * takes the first and another the last, so that is refused. */
static const char *const deciding[] = {"Origin", "Content-Type", "Authorization", "Cookie"};
#define DECIDING (sizeof deciding / sizeof deciding[0])

/* What the headers of a request say of its framing, and what is wrong with them. */
struct framing {
    bool is_tls;
    struct peer *peer;
    unsigned lengths;
    unsigned encodings;
    bool misnamed;
    bool bare;        /* a line that ends with LF alone */
    bool controls;    /* a value with control characters */
    bool torn;        /* the headers are not the whole of the head's bytes */
    size_t taken;     /* of the library's memory, beside the head itself */
    const char *line; /* where the next header must begin; NULL: not looked at */
    uint64_t length;
    unsigned hosts;
    unsigned deciding[DECIDING]; /* how often each of those came */
    bool misdirected;
    const char *host, *origin;
    bool expects;
    bool expects_odd;
};

/* True for a legal header's name. The library takes "Content-Length : 4" for a header of another
 * name. */
static bool is_name(const char *name)
{
    static const char others[] = "!#$%&'*+-.^_`|~";
    const char *s = name;
    while ((*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') || (*s >= '0' && *s <= '9') ||
           (*s != '\0' && strchr(others, *s)))
        s++;
    return *s == '\0' && s != name;
}

static bool has_controls(const char *value)
{
    for (; *value; value++)
        if (((unsigned char)*value < ' ' && *value != '\t') || *value == 0x7f)
            return true;
    return false;
}

/* The place after a line's end, whose bytes the library has overwritten with zeros. It takes a
 * bare LF for an end, where others see a line that goes on. */
static const char *next_line(struct framing *f, const char *end)
{
    const bool is_bare = end[1] != '\0';
    f->bare |= is_bare;
    return end + (is_bare ? 1 : 2);
}

/* Checks that no byte is missing between headers. The library's texts end at the first zero byte,
 * so a value is cut where somebody sent one. Texts lie in memory as they came, so each header must
 * begin where the one before ended. The library moves a line that continues the one before it
 * elsewhere; that counts as torn too. */
static void follow_line(struct framing *f, const char *name, const char *value)
{
    if (!f->line)
        return;
    f->torn |= name != f->line;
    f->line = next_line(f, value + strlen(value));
}

/* Memory of a record. The library keeps one for each header, copies the cookies, and keeps one for
 * each of these. */
#define RECORD_BYTES 64

static size_t taken_by(const char *name, const char *value)
{
    size_t records = 1;
    if (strcasecmp(name, "Cookie") != 0)
        return RECORD_BYTES;
    for (const char *s = value; *s; s++)
        records += *s == ';' || *s == ',';
    return RECORD_BYTES * (1 + records) + strlen(value) + 1;
}

static enum MHD_Result look_at_header(void *user, enum MHD_ValueKind kind, const char *name,
                                      const char *value)
{
    struct framing *f = user;
    (void)kind;
    if (!value)
        value = "";
    else
        follow_line(f, name, value);
    f->taken += taken_by(name, value);
    f->misnamed |= !is_name(name);
    for (size_t i = 0; i < DECIDING; i++)
        f->deciding[i] += strcasecmp(name, deciding[i]) == 0;
    f->controls |= has_controls(value);
    if (strcasecmp(name, "Content-Length") == 0) {
        f->lengths++;
        f->length = strtoull(value, NULL, 10);
    } else if (strcasecmp(name, "Transfer-Encoding") == 0) {
        f->encodings++;
    } else if (strcasecmp(name, "Host") == 0) {
        f->hosts++;
        f->host = value;
        f->misdirected |=
            f->is_tls ? !f->peer || !peer_is_name(f->peer, value) : !listen_is_own_name(value);
    } else if (strcasecmp(name, "Origin") == 0) {
        f->origin = value;
    } else if (strcasecmp(name, "Expect") == 0) {
        f->expects = true;
        f->expects_odd |= strcasecmp(value, "100-continue") != 0;
    }
    return MHD_YES;
}

/* When two readers can disagree about where a request ends, a second one can be smuggled past a
 * proxy in front of the server; nothing of such a connection can be trusted. */
static bool framing_is_doubtful(struct http_request *req, const struct framing *f)
{
    if (f->lengths + f->encodings > 1)
        request_refuse(req, 400, "framing", "The length of the body is given more than once.");
    else if (f->encodings > 0)
        /* The library ends a chunk at a bare LF, skips extensions up to one and keeps trailers: a
         * proxy in front may see another end of the body. Nobody here needs chunks. */
        request_refuse(req, 411, "framing",
                       "A body comes with its Content-Length; transfer encodings are not served.");
    const struct {
        bool is_there;
        const char *what;
    } faults[] = {
        {f->misnamed, "A header's name holds characters it must not."},
        {f->torn, "The head holds a zero byte, a blank too many or a header of two lines."},
        {f->bare, "A line of the head ends with LF alone, without CR."},
        {f->controls, "A header's value holds control characters."},
        {f->hosts > 1, "There is more than one Host header."},
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
        if (faults[i].is_there)
            request_refuse(req, 400, "framing", faults[i].what);
    for (size_t i = 0; i < DECIDING; i++)
        if (f->deciding[i] > 1)
            request_refuse(req, 400, "framing",
                           "A header that decides who asks, or how, is there more than once.");
    return req->refusal != NULL;
}

/* True before version 1.0 of the library. Later ones refuse zero bytes themselves, and keep their
 * texts elsewhere. */
static bool lines_lie_as_they_came(void)
{
    return strncmp(MHD_get_version(), "0.", 2) == 0;
}

/* Looks at all headers. Returns the length of the head: request line, headers and the empty
 * line. */
static size_t look_at_head(struct http_request *req, struct framing *f, const char *method,
                           const char *version)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(req->connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    const size_t size = info ? info->header_size : 0;
    if (size > 0 && lines_lie_as_they_came()) {
        f->torn = version != method + strlen(method) + 1 + strlen(req->target_text) + 1;
        f->line = next_line(f, version + strlen(version));
    }
    MHD_get_connection_values(req->connection, MHD_HEADER_KIND, look_at_header, f);
    if (f->line)
        f->torn |= next_line(f, f->line) != method + size;
    return size;
}

static void check_target(struct http_request *req, const struct http_config *config)
{
    unsigned allowed;
    if (strlen(req->target_text) > TARGET_MAX) {
        request_refuse(req, 414, "target-too-long", "The request's target exceeds 2048 bytes.");
        return;
    }
    const char *fault = target_parse(req->target_text, &req->target);
    if (fault) {
        request_refuse(req, 400, "target", fault);
        return;
    }
    req->route = route_find(config->routes, server_route_keys(req->server), config->route_count,
                            &req->target, req->method, &allowed);
    if (req->route)
        return;
    if (allowed == 0) {
        request_refuse(req, 404, "no-such-path", "There is nothing at this path.");
        return;
    }
    char methods[64];
    struct text t;
    text_init(&t, methods, sizeof methods);
    route_allow(&t, allowed);
    http_add_header(req, "Allow", methods);
    request_refuse(req, 405, "method", "This path has other methods; see the Allow header.");
}

static bool is_json(const char *type)
{
    static const size_t len = sizeof HTTP_JSON - 1;
    return type && strncasecmp(type, HTTP_JSON, len) == 0 &&
           (type[len] == '\0' || type[len] == ';' || type[len] == ' ');
}

static void check_body(struct http_request *req, const struct framing *f, size_t limit)
{
    if (req->method == HTTP_GET)
        request_refuse(req, 400, "body", "A GET request has no body here.");
    else if (!is_json(http_request_header(req, "Content-Type")))
        request_refuse(req, 415, "content-type", "The body must be of type application/json.");
    else if (f->length > limit)
        request_refuse(req, 413, "body-too-large", "The body is larger than this server reads.");
}

/* A browser says whose page asks. Only our own pages may; a page of another server, or one that
 * hides where it is from, could act in the name of whoever looks at it. */
static bool origin_is_foreign(const struct framing *f)
{
    const char *scheme = f->is_tls ? "https://" : "http://";
    return f->origin != NULL &&
           (f->host == NULL || strncasecmp(f->origin, scheme, strlen(scheme)) != 0 ||
            strcasecmp(f->origin + strlen(scheme), f->host) != 0);
}

/* REG-1: a machine is who its certificate says, or nobody; a bad certificate is not taken for none.
 * The connection ends, so that the next one can show a better one. */
static void check_machine(struct http_request *req, const char *refusal)
{
    struct peer *peer = peer_of(req->connection);
    if (!peer)
        return;
    req->machine = *peer_machine(peer);
    const struct certificate *c = &req->machine.certificate;
    if (req->machine.state == TLS_MACHINE_NONE)
        return;
    if (req->machine.state == TLS_MACHINE_GOOD && clock_wall_ms() < c->until_ms)
        return;
    req->machine.state = TLS_MACHINE_BAD;
    http_add_header(req, "Connection", "close");
    request_refuse(req, 403, "certificate", refusal);
}

bool request_check(struct http_request *req, const struct http_config *config, const char *method,
                   const char *version)
{
    struct framing f = {.is_tls = server_is_tls(req->server), .peer = peer_of(req->connection)};
    const size_t head_size = look_at_head(req, &f, method, version);
    if (framing_is_doubtful(req, &f))
        return true;
    if (head_size + f.taken + ANSWER_ROOM > HEAD_MEMORY(config->head_limit)) {
        req->is_cramped = true;
        request_refuse(req, 431, "head-too-large", "The request has too many headers or cookies.");
        return true;
    }
    if (head_size > config->head_limit) {
        request_refuse(req, 431, "head-too-large", "The request's headers exceed 16 KiB.");
        return true;
    }
    if (f.hosts == 0 && strcmp(version, "HTTP/1.1") == 0)
        request_refuse(req, 400, "host", "The request has no Host header.");
    if (f.expects_odd) {
        request_refuse(req, 417, "expectation", "The only expectation met is 100-continue.");
        return true;
    }
    const bool has_body = f.length > 0;
    if (f.misdirected)
        request_refuse(req, 421, "host",
                       f.is_tls ? "The Host header names another server than the certificate does."
                                : "The Host header names another server; ask for 127.0.0.1 or "
                                  "localhost.");
    if (f.is_tls)
        check_machine(req, config->client_refusal);
    if (origin_is_foreign(&f))
        request_refuse(req, 403, "origin", "The page that asks was given by another server.");
    if (!req->refusal)
        check_target(req, config);
    if (has_body)
        check_body(req, &f, config->body_limit);
    /* A small body is read and thrown away, so that the client gets to read why; closing on unread
     * data would reset the connection. */
    return req->refusal && has_body && (f.expects || f.length > 4 * config->body_limit);
}
