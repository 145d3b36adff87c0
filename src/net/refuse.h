/* Refusals that are written past the library, to a connection that ends with them.
 *
 * The library refuses by itself what it cannot read: with a page of its own, which has no type,
 * says its status line twice in places and is no problem document. It has no setting for that. Its
 * own call of MHD_queue_response() comes here instead, because the dynamic linker takes a program's
 * function before a library's. The other end reads a problem document, and what the library says
 * after it goes nowhere.
 */
#pragma once

#include "net/peers.h"
#include "net/problem.h"

/* The answer, and the end of what this side says. On the thread that runs the connection. */
void refuse_peer(struct peer *peer, const struct problem *p);

/* What MHD_queue_response() is for everybody else. */
enum MHD_Result queue_answer(struct MHD_Connection *connection, unsigned status,
                             struct MHD_Response *response);
