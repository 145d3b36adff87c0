/* JSON between a table and its manager: reads the manager's answers, and writes the bodies of
 * requests. The readers are strict: an answer that lacks something needed is an error. */
#pragma once

#include "base/json_read.h"
#include "service/controller/transport.h"

/* Reads {"event":…,"table":…}, the answer to a join. */
int answer_json_join(struct json_tape *tape, const char *text, size_t len,
                     struct controller_answer *out, struct cr_err *err);
/* Reads {"table":…}, the answer to a heartbeat. */
int answer_json_heartbeat(struct json_tape *tape, const char *text, size_t len,
                          struct controller_record *out, struct cr_err *err);
/* Reads {"rules":…,"progressive":…}, the documents by which the table is to play. */
int answer_json_rules(struct json_tape *tape, const char *text, size_t len,
                      struct transport_rules *out, struct cr_err *err);
/* Whether the answer to GET /api/v1/session is that of a floor where nobody signs in. */
bool answer_json_is_open(struct json_tape *tape, const char *text, size_t len);
/* Fills `out` from a problem document (reason, field and detail), or with a sentence about the
 * status when there is none. */
void answer_json_problem(struct json_tape *tape, unsigned status, const char *text, size_t len,
                         struct cr_err *out);

/* Writes a message's body as JSON, terminated; returns its length. size must be EVENT_TEXT_ROOM. */
size_t answer_json_body(const struct controller_message *message, char *out, size_t size);
