/* A real manager for a benchmark: started on a fresh store, measured from outside, stopped. */
#pragma once

#include <gnutls/gnutls.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct served {
    pid_t pid;
    uint16_t port, tls_port; /* tls_port: 0 when the floor is open */
    char folder[4096];       /* its own, for the store */
};

/* The floor has a link "main" and room for that many tables. Ends the program when it fails. */
void served_start(struct served *s, const char *croupier, const char *folder, unsigned tables);
/* The same floor again, from its folder, where everybody shows who they are: TLS, signed
 * checkpoints and a witness (folder/trust, folder/witness). */
void served_start_closed(struct served *s, const char *croupier);
/* Stops it and keeps the folder; served_stop also removes it. */
void served_pause(struct served *s);
void served_stop(struct served *s);

/* Processor time that the manager has used so far, in seconds. */
double served_cpu(const struct served *s);
/* The same by thread: those whose name begins so. */
double served_cpu_of(const struct served *s, const char *thread);
/* A file in the manager's folder, written once so that syncing has only data to write. */
int served_sync_open(const struct served *s);
/* How long writing 4 KiB into it and fdatasync take, in seconds. */
double served_sync_once(int file);

double bench_now(void);
/* The share-th of them, as 0.99; sorts the list. */
double bench_quantile(double *list, size_t count, double share);
/* Says it on standard error and ends the program; a manager that was started ends too. */
void bench_die(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* ---- A connection ---- */

struct wire {
    int fd;
    gnutls_session_t tls; /* NULL: plain */
    size_t have;
    char in[8192];
};

/* One answer; valid until the next wire_read. */
struct wire_answer {
    unsigned status;
    const char *body;
    size_t len;
};

void wire_open(struct wire *w, uint16_t port);
/* From the n-th address of this machine, and it waits when it reads and writes. */
void wire_open_from(struct wire *w, uint16_t port, unsigned n);
void wire_do_not_wait(struct wire *w);
void wire_post(struct wire *w, const char *path, const char *body);
void wire_send(struct wire *w, const char *data, size_t len);
/* True: an answer is whole. Does not wait. */
bool wire_read(struct wire *w, struct wire_answer *out);
/* The same, and waits. */
struct wire_answer wire_wait(struct wire *w);
