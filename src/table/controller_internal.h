/* Parts of the table controller, for the files of this folder. */
#pragma once

#include "table/controller.h"

void controller_clear(struct controller_output *out);

/* Steps the console and sorts its effects: requests and records into the queue, the rest out. */
int controller_step(struct controller *c, const struct console_event *e,
                    struct controller_output *out, struct cr_err *err);

/* Queues what has no answer that the console waits for. */
void controller_push(struct controller *c, const struct controller_entry *entry);
/* The console forgot its request: so does the queue. Turns of the key go too: where it stands is
 * told when the link is back. */
void controller_drop_requests(struct controller *c);
/* Queues what leads from the key's position on record to the one it has. */
void controller_tell_key(struct controller *c, uint8_t on_record);
/* Whether the first of the queue asks in the same words as the command that was refused. */
bool controller_repeats_refused(const struct controller *c);
/* Makes the first of the queue the command under way. */
void controller_take_first(struct controller *c);

/* Closes the progressive, by the table's own decision. */
void controller_lose(struct controller *c, enum console_reason reason,
                     struct controller_output *out);
/* V9. */
void controller_expire(struct controller *c, int64_t now_ms, struct controller_output *out);

/* Whether those are the documents that the table plays by; true where one side does not say. */
bool controller_same_documents(const struct controller *c, const struct controller_documents *d);
