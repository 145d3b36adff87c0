/* The worker that sends a table's messages to its manager, one at a time, so that the table's clock
 * goes on while an answer is awaited (V9). */
#pragma once

#include "service/controller/transport.h"

struct sender;

/* Takes over the transport on success; sender_stop() frees it. */
int sender_start(struct transport *transport, struct sender **out, struct cr_err *err);
/* Waits for the answer to the message being sent, and drops it. */
void sender_stop(struct sender *s);

/* A descriptor that is readable when an answer is there. */
int sender_fd(const struct sender *s);
bool sender_is_busy(struct sender *s);
/* Sends a copy of the message. Call this only while the sender is not busy. */
void sender_send(struct sender *s, const struct controller_message *message);
/* Takes the answer; false when there is none yet. */
bool sender_take(struct sender *s, struct controller_answer *out);

/* SYS-1: asks for the documents that the manager has for that table. Call this only while the
 * sender is not busy; the name must stay valid until the documents are taken. */
void sender_ask_rules(struct sender *s, const char *table);
/* Takes these documents. Returns 1 when they have come: *out is then valid until the next message
 * is sent. Returns 0 when they have not come yet, and a negative code when they could not be
 * read. */
int sender_take_rules(struct sender *s, const struct transport_rules **out, struct cr_err *err);
