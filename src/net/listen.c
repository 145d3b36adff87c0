/* The socket a server listens on. */
#include "net/listen.h"

#include "base/err.h"
#include "net/target.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

union address {
    struct sockaddr any;
    struct sockaddr_in in;
    struct sockaddr_in6 in6;
};

static bool parse_address(const char *text, uint16_t port, union address *out, socklen_t *len,
                          bool *loopback)
{
    memset(out, 0, sizeof *out);
    if (strcmp(text, "localhost") == 0)
        text = "127.0.0.1";
    if (inet_pton(AF_INET, text, &out->in.sin_addr) == 1) {
        out->in.sin_family = AF_INET;
        out->in.sin_port = htons(port);
        *len = sizeof out->in;
        *loopback = ntohl(out->in.sin_addr.s_addr) >> 24 == 127;
        return true;
    }
    if (inet_pton(AF_INET6, text, &out->in6.sin6_addr) == 1) {
        out->in6.sin6_family = AF_INET6;
        out->in6.sin6_port = htons(port);
        *len = sizeof out->in6;
        *loopback = IN6_IS_ADDR_LOOPBACK(&out->in6.sin6_addr);
        return true;
    }
    return false;
}

static int fail(int fd, const char *address, uint16_t port, struct cr_err *err)
{
    int why = errno;
    if (fd >= 0)
        close(fd);
    return err_set(err, CR_E_IO, "http server: cannot listen on %s port %u: %s%s", address,
                   (unsigned)port, strerror(why),
                   why == EADDRINUSE ? "; another program has it, choose another port" : "");
}

int listen_open(const char *address, uint16_t port, bool for_others, int *out, uint16_t *actual,
                struct cr_err *err)
{
    union address at;
    socklen_t len;
    bool loopback;
    if (!parse_address(address, port, &at, &len, &loopback))
        return err_set(err, CR_E_INPUT,
                       "http server: '%s' is not an IPv4 or IPv6 address; give one such as "
                       "127.0.0.1",
                       address);
    if (!loopback && !for_others)
        return err_set(err, CR_E_INPUT,
                       "http server: %s can be reached from other machines, and without TLS only "
                       "loopback addresses are served; use 127.0.0.1 or ::1",
                       address);
    int fd = socket(at.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    int one = 1;
    if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) != 0 ||
        bind(fd, &at.any, len) != 0 || listen(fd, 1024) != 0 || getsockname(fd, &at.any, &len) != 0)
        return fail(fd, address, port, err);
    *actual = ntohs(at.any.sa_family == AF_INET ? at.in.sin_port : at.in6.sin6_port);
    *out = fd;
    return CR_OK;
}

bool listen_is_own_name(const char *host)
{
    char name[INET6_ADDRSTRLEN];
    union address at;
    socklen_t len;
    bool loopback = false;
    return target_host(host, name, sizeof name) &&
           (strcasecmp(name, "localhost") == 0 ||
            (parse_address(name, 0, &at, &len, &loopback) && loopback));
}
