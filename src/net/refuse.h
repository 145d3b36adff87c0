/* Refusals that are written directly to the socket, past libmicrohttpd; the connection then ends.
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

/* Sends the problem as the answer and ends what this side says. On the thread that runs the
 * connection. */
void refuse_peer(struct peer *peer, const struct problem *p);

/* The library's own MHD_queue_response(), for all other answers. */
enum MHD_Result queue_answer(struct MHD_Connection *connection, unsigned status,
                             struct MHD_Response *response);
