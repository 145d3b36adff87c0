/* croupier pki enrol and revoke: which keys speak for a table, told to a running manager. */
#ifndef CLI_PKI_MACHINES_H
#define CLI_PKI_MACHINES_H

#include <croupier/error.h>

struct pki_machine {
    const char *command; /* for messages */
    const char *manager, *passwords, *user, *approver;
    const char *table;
    const char *certificate; /* its file */
    const char *why;         /* revoke; or NULL */
};

/* Two people let the certificate's key speak for the table, until the certificate ends. */
int pki_enrol(const struct pki_machine *m, struct cr_err *err);
/* One person takes it back. */
int pki_revoke(const struct pki_machine *m, struct cr_err *err);

#endif
