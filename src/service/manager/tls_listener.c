/* The manager's TLS listener; see tls_listener.h. */
#include "service/manager/tls_listener.h"

#include "base/err.h"
#include "net/pki/authority.h"

#include <limits.h>
#include <stdio.h>

/* The most connections; each takes some 80 KiB. A floor that has room for more tables allows
 * more. */
#define TLS_CONNECTIONS 4096
#define TLS_RESERVE     1024 /* of these, kept for machines that have connected before */

static void say(void *user, const char *text)
{
    (void)user;
    fprintf(stderr, "croupier serve: TLS: %s\n", text);
}

int tls_listener_start(const struct tls_listener *l, const struct http_config *plain,
                       struct http_server **out, struct cr_err *err)
{
    char certificate[PATH_MAX], key[PATH_MAX], authority[PATH_MAX];
    const size_t longest = sizeof(certificate) - 32;
    if ((size_t)snprintf(certificate, longest, "%s/" AUTHORITY_SERVER_PEM, l->trust) >= longest)
        return err_set(err, CR_E_INPUT, "%.100s…: the path is too long", l->trust);
    snprintf(key, sizeof(key), "%.4000s/" AUTHORITY_SERVER_KEY, l->trust);
    snprintf(authority, sizeof(authority), "%.4000s/ca.pem", l->trust);
    const struct http_tls files = {.certificate = certificate, .key = key, .authority = authority};
    struct http_config config = *plain;
    config.address = l->host;
    config.port = l->port;
    config.tls = &files;
    config.client_unit = TLS_TABLE_UNIT;
    config.client_refusal = "The certificate that was shown is not one of a table of this floor, "
                            "or its time is over; croupier pki issues one.";
    config.connections = TLS_CONNECTIONS + (l->tables > TLS_RESERVE ? l->tables : 0);
    config.reserve = TLS_RESERVE;
    config.per_address = (unsigned)l->per_address;
    config.say = say;
    return http_server_start(&config, out, err);
}
