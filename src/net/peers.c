/* The connections of one server thread; see peers.h. */
#define _GNU_SOURCE /* POLLRDHUP */
#include "net/peers.h"

#include "net/refuse.h"
#include "os/clock.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static const union MHD_ConnectionInfo *info_of(struct MHD_Connection *connection,
                                               enum MHD_ConnectionInfoType type)
{
    return MHD_get_connection_info(connection, type);
}

static gnutls_session_t session_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = info_of(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
    return info ? (gnutls_session_t)info->tls_session : NULL;
}

/* Gives the connection the certificate in use. If that fails the connection ends: the library has
 * no certificate of its own to show. */
static void wear_certificate(struct peer *peer, struct tls *tls)
{
    peer->pair = tls_hold_pair(tls);
    if (!tls_pair_use(peer->pair, peer->session))
        shutdown(peer->fd, SHUT_RDWR);
}

struct peer *peer_open(struct peers *peers, struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *address =
        info_of(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    const int fd = info_of(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
    struct peer *peer = calloc(1, sizeof *peer);
    const uint64_t key = address && address->client_addr ? address_key(address->client_addr) : 0;
    if (!peer || !addresses_enter(peers->addresses, key)) {
        free(peer);
        shutdown(fd, SHUT_RDWR);
        return NULL;
    }
    *peer = (struct peer){.next = peers->first,
                          .list = peers,
                          .fd = fd,
                          .session = session_of(connection),
                          .key = key,
                          .accepted_ms = clock_mono_ms()};
    if (peer->next)
        peer->next->prev = peer;
    peers->first = peer;
    peer_enter(peer, peer->session ? PEER_SHAKES : PEER_HEAD);
    if (peers->tls)
        wear_certificate(peer, peers->tls);
    return peer;
}

void peer_close(struct peer *peer)
{
    if (!peer)
        return;
    addresses_leave(peer->list->addresses, peer->key);
    if (peer->prev)
        peer->prev->next = peer->next;
    else
        peer->list->first = peer->next;
    if (peer->next)
        peer->next->prev = peer->prev;
    tls_pair_let_go(peer->pair);
    free(peer);
}

struct peer *peer_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = info_of(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

void peer_enter(struct peer *peer, enum peer_state state)
{
    if (!peer)
        return;
    const struct peer_limits *l = &peer->list->limits;
    const enum peer_state before = peer->state;
    peer->state = state;
    peer->is_fresh = true;
    if (state == PEER_SHAKES)
        peer->until_ms = peer->accepted_ms + l->handshake_ms;
    else if (state == PEER_HEAD && before == PEER_SHAKES)
        /* The handshake's time is part of it. */
        peer->until_ms = peer->accepted_ms + l->head_ms;
    else if (state == PEER_HEAD && before == PEER_HEAD)
        return; /* its first line is there; the others get no more time */
    else if (state == PEER_HEAD)
        peer->until_ms = clock_mono_ms() + l->head_ms;
    else if (state == PEER_BODY)
        peer->until_ms = clock_mono_ms() + l->body_ms;
    else if (state == PEER_RESTS)
        /* A request line that trickles in looks like rest; the library itself ends connections
         * that are silent. */
        peer->until_ms = clock_mono_ms() + l->idle_ms + l->head_ms;
    else
        peer->until_ms = INT64_MAX;
}

const struct tls_machine *peer_machine(struct peer *peer)
{
    if (!peer->looked)
        tls_look_at_peer(peer->session, peer->list->client_unit, &peer->machine);
    peer->looked = true;
    if (peer->machine.state == TLS_MACHINE_GOOD)
        addresses_know(peer->list->addresses, peer->key);
    return &peer->machine;
}

/* A client says the same name with each request, and a certificate is slow to read. */
bool peer_is_name(struct peer *peer, const char *host)
{
    if (host[0] != '\0' && strcmp(peer->host, host) == 0)
        return true;
    if (!peer->pair || !tls_pair_is_name(peer->pair, host))
        return false;
    if (strlen(host) < sizeof peer->host)
        strcpy(peer->host, host);
    return true;
}

/* ---- Connections that the other end has left ---- */

/* True when the socket must be asked whether the other end has left. The library misses an end
 * that arrives together with a request, or with half of one; one that comes later it sees. */
static bool is_to_be_looked_at(struct peer *peer)
{
    const bool is_due = peer->state == PEER_HEAD || peer->state == PEER_BODY ||
                        (peer->state == PEER_RESTS && peer->is_fresh);
    peer->is_fresh = false;
    return is_due;
}

#define LOOKED_AT_ONCE 64

static void look_at(struct peer *const who[], struct pollfd fds[], nfds_t count)
{
    char byte;
    if (count == 0 || poll(fds, count, 0) <= 0)
        return;
    for (nfds_t i = 0; i < count; i++)
        who[i]->is_deserted =
            fds[i].revents != 0 && recv(fds[i].fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

/* Asks many sockets with one system call. */
static void look_who_is_gone(struct peers *peers)
{
    struct peer *who[LOOKED_AT_ONCE];
    struct pollfd fds[LOOKED_AT_ONCE];
    nfds_t count = 0;
    for (struct peer *peer = peers->first; peer; peer = peer->next) {
        peer->is_deserted = false;
        if (peer->until_ms == INT64_MAX || !is_to_be_looked_at(peer))
            continue;
        fds[count] = (struct pollfd){.fd = peer->fd, .events = POLLRDHUP};
        who[count++] = peer;
        if (count == LOOKED_AT_ONCE) {
            look_at(who, fds, count);
            count = 0;
        }
    }
    look_at(who, fds, count);
}

/* A client that has begun a request is told why its connection ends. */
static void tell_late(struct peer *peer)
{
    static const struct problem late = {
        .status = 408, .code = "timeout", .detail = "The request did not come whole in time."};
    if ((peer->state == PEER_HEAD || peer->state == PEER_BODY) && peer->request)
        refuse_peer(peer, &late);
}

void peers_sweep(struct peers *peers)
{
    const int64_t now = clock_mono_ms();
    look_who_is_gone(peers);
    for (struct peer *peer = peers->first; peer; peer = peer->next) {
        if (peer->until_ms == INT64_MAX || (now < peer->until_ms && !peer->is_deserted))
            continue;
        if (peer->state == PEER_SHAKES && tls_hands_are_shaken(peer->session)) {
            peer_enter(peer, PEER_HEAD);
            continue;
        }
        if (now >= peer->until_ms)
            tell_late(peer);
        /* The library sees the end of the socket, and closes. */
        shutdown(peer->fd, SHUT_RDWR);
        peer->until_ms = INT64_MAX;
    }
}
