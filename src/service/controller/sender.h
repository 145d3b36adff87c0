/* The thread that carries a table's messages, so that the table's own clock goes on while an answer
 * is waited for (V9). One message at a time. */
#ifndef SERVICE_CONTROLLER_COURIER_H
#define SERVICE_CONTROLLER_COURIER_H

#include "service/controller/transport.h"

struct courier;

/* The transport is the courier's from now on; courier_stop frees it. */
int courier_start(struct transport *transport, struct courier **out, struct cr_err *err);
void courier_stop(struct courier *c);

/* Readable when an answer is there. */
int courier_fd(const struct courier *c);
bool courier_is_busy(struct courier *c);
/* Only when it is not busy. */
void courier_send(struct courier *c, const struct controller_message *message);
/* False when there is no answer yet. */
bool courier_take(struct courier *c, struct controller_answer *out);

#endif
