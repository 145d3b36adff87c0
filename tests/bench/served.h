/* Runs a real manager for a benchmark: starts it on a new store, measures it from outside, and
 * stops it. */
#pragma once

#include <gnutls/gnutls.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct served {
    pid_t pid;
    uint16_t port, tls_port; /* tls_port: 0 on an open floor */
    char folder[4096];       /* of this manager, for its store */
};

/* Starts a manager whose floor has a link "main" and room for that many tables. Any failure ends
 * the program. */
void served_start(struct served *s, const char *croupier, const char *folder, unsigned tables);
/* Starts the same floor from its folder again with authentication: TLS, signed checkpoints and a
 * witness (folder/trust, folder/witness). */
void served_start_closed(struct served *s, const char *croupier);
/* Stops the manager and keeps its folder; served_stop stops it and removes the folder. */
void served_pause(struct served *s);
void served_stop(struct served *s);

/* The processor time that the manager has used so far, in seconds. */
double served_cpu(const struct served *s);
/* The same for its threads whose names begin with this text. */
double served_cpu_of(const struct served *s, const char *thread);
/* Opens a file in the manager's folder; its blocks are written, so that later syncs write data
 * only. */
int served_sync_open(const struct served *s);
/* Writes 4 KiB into the file and calls fdatasync; returns the time in seconds. */
double served_sync_once(int file);

double bench_now(void);
/* The quantile of the list for a share such as 0.99; sorts the list. */
double bench_quantile(double *list, size_t count, double share);
/* Writes a message to standard error, stops the manager if one runs, and ends the program. */
void bench_die(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* ---- A connection ---- */

struct wire {
    int fd;
    gnutls_session_t tls; /* NULL: not encrypted */
    size_t have;
    char in[8192];
};

/* An answer of the manager; valid until the next wire_read. */
struct wire_answer {
    unsigned status;
    const char *body;
    size_t len;
};

void wire_open(struct wire *w, uint16_t port);
/* Connects from the n-th address of 127/8; reading and writing block until wire_do_not_wait. */
void wire_open_from(struct wire *w, uint16_t port, unsigned n);
void wire_do_not_wait(struct wire *w);
void wire_post(struct wire *w, const char *path, const char *body);
void wire_send(struct wire *w, const char *data, size_t len);
/* Reads what has arrived without blocking. Returns true if an answer is complete. */
bool wire_read(struct wire *w, struct wire_answer *out);
/* Blocks until an answer is complete. */
struct wire_answer wire_wait(struct wire *w);
