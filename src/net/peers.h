/* The connections of one server thread: what each is doing, and by when it must be done with that.
 *
 * The library only knows how long a connection was silent, so that a client which sends a byte now
 * and then could keep it for ever. Only the thread that runs the connections calls these
 * functions.
 */
#pragma once

#include "net/addresses.h"
#include "net/tls.h"

#include <microhttpd.h>

enum peer_state {
    PEER_SHAKES, /* its TLS handshake goes on */
    PEER_HEAD,   /* sends a request's head */
    PEER_BODY,   /* sends its body */
    PEER_BUSY,   /* waits for its answer, or reads it */
    PEER_RESTS   /* between requests */
};

struct peer {
    struct peer *prev, *next;
    struct peers *list;
    int fd;
    gnutls_session_t session; /* NULL: plain */
    struct tls_pair *pair;    /* our certificate at its handshake; NULL: plain */
    uint64_t key;             /* of its address */
    enum peer_state state;
    int64_t accepted_ms, until_ms; /* until_ms: INT64_MAX without a limit */
    bool is_fresh;                 /* came to its state since the last sweep */
    bool looked;                   /* machine is filled */
    bool is_deserted;              /* the other end has gone, as the last sweep found */
    bool is_surplus;               /* came when all places were taken; told so, and closed */
    bool is_refused;               /* refused without the library; it ends, see refuse.h */
    struct http_request *request;  /* the one that is under way; NULL: none */
    struct tls_machine machine;
    char host[64]; /* cache: the last Host that our certificate names */
};

struct peer_limits {
    unsigned handshake_ms, head_ms, body_ms, idle_ms;
};

struct peers {
    struct peer_limits limits;
    struct addresses *addresses;
    struct tls *tls;         /* NULL: plain */
    const char *client_unit; /* with TLS: of the certificates that are good */
    struct peer *first;
};

/* NULL: the connection cannot stay, and will end. */
struct peer *peer_open(struct peers *peers, struct MHD_Connection *connection);
void peer_close(struct peer *peer);

/* The peer that peer_open() made for this connection; NULL when the connection could not stay. */
struct peer *peer_of(struct MHD_Connection *connection);

void peer_enter(struct peer *peer, enum peer_state state);

/* The machine at the other end, as its certificate says; looked at once a connection. */
const struct tls_machine *peer_machine(struct peer *peer);

/* True when our certificate, as it was shown, is for that host. */
bool peer_is_name(struct peer *peer, const char *host);

/* Ends the connections whose time is over. */
void peers_sweep(struct peers *peers);
