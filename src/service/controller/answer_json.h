/* What a manager answers over HTTP, as its table reads it. Strict: what does not fit is no answer.
 */
#pragma once

#include "base/json_read.h"
#include "service/controller/transport.h"

/* {"event":…,"table":…} of a join. */
int answer_json_join(struct json_tape *tape, const char *text, size_t len,
                     struct controller_answer *out, struct cr_err *err);
/* {"table":…} of a heartbeat. */
int answer_json_heartbeat(struct json_tape *tape, const char *text, size_t len,
                          struct controller_record *out, struct cr_err *err);
/* {"rules":…,"progressive":…}. */
int answer_json_rules(struct json_tape *tape, const char *text, size_t len,
                      struct transport_rules *out, struct cr_err *err);
/* Whether the answer to GET /api/v1/session is that of a floor where nobody signs in. */
bool answer_json_is_open(struct json_tape *tape, const char *text, size_t len);
/* Reason, field and "detail" of a problem document, or a sentence about the status. */
void answer_json_problem(struct json_tape *tape, unsigned status, const char *text, size_t len,
                         struct cr_err *out);

/* A message's body as JSON, terminated; returns its length. size: EVENT_TEXT_ROOM. */
size_t answer_json_body(const struct controller_message *message, char *out, size_t size);
