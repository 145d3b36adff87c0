/* The worker that sends a table's messages to a manager, so that the table's own clock goes on
 * while an answer is waited for (V9). One message at a time. */
#pragma once

#include "service/controller/transport.h"

struct sender;

/* The transport is the sender's from now on; sender_stop frees it. */
int sender_start(struct transport *transport, struct sender **out, struct cr_err *err);
/* Waits for the answer to what is being sent, and forgets it. */
void sender_stop(struct sender *s);

/* Readable when an answer is there. */
int sender_fd(const struct sender *s);
bool sender_is_busy(struct sender *s);
/* Only when it is not busy. */
void sender_send(struct sender *s, const struct controller_message *message);
/* False when there is no answer yet. */
bool sender_take(struct sender *s, struct controller_answer *out);

/* SYS-1: asks for the documents that the manager has for that table; only when it is not busy. The
 * name must live until they are taken. */
void sender_ask_rules(struct sender *s, const char *table);
/* 1: they have come and are in *out, until the next message is sent. 0: not yet. Negative: they
 * could not be had. */
int sender_take_rules(struct sender *s, const struct transport_rules **out, struct cr_err *err);
