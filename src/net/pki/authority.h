/* A certificate authority: a folder with its key, and what it signs.
 *
 * Everything is P-256: browsers take nothing newer in certificates. Folders become visible with all
 * their files, or not at all; nothing that is there is overwritten. gnutls is started by its first
 * use.
 */
#pragma once

#include <croupier/error.h>

#include <stddef.h>

#define AUTHORITY_DAYS_USUAL 397
#define AUTHORITY_HOSTS_MAX  16

/* Adds other files to a new folder before the folder has its name; may be NULL. */
typedef int authority_more_fn(const char *dir, struct cr_err *err);

/* What the server shows and may read again at any time. It is in a folder of its own inside the
 * authority's, so that access to it is no access to the keys that sign. */
#define AUTHORITY_SERVER_KEY "server/server.key"
#define AUTHORITY_SERVER_PEM "server/server.pem"

/* Makes ca.key, ca.pem and the server's pair in a new folder (or an empty one). name: what the
 * authority is called; hosts: DNS names and addresses by which the server is reached. */
int authority_init(const char *dir, const char *name, const char *const *hosts, size_t count,
                   authority_more_fn *more, struct cr_err *err);

/* Makes a new key and certificate of the server; those before stay beside them as server-NUMBER.*.
 * A server that runs takes the new pair by itself. */
int authority_renew_server(const char *dir, const char *const *hosts, size_t count, unsigned days,
                           struct cr_err *err);

/* Makes UNIT.key, UNIT.pem and ca.pem of a client in the new folder `out`. */
int authority_issue_client(const char *dir, const char *unit, const char *name, unsigned days,
                           const char *out, struct cr_err *err);
