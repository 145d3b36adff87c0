/* Parts of the table controller, for the files of this folder. */
#pragma once

#include "table/controller.h"

void controller_clear(struct controller_output *out);

/* Steps the console and sorts its effects: requests and records go into the queue, the rest to
 * `out`. */
int controller_step(struct controller *c, const struct console_event *e,
                    struct controller_output *out, struct cr_err *err);

/* Puts an entry into the queue. It replaces a record there that it makes obsolete; a record that
 * finds no room is dropped and counted. */
void controller_push(struct controller *c, const struct controller_entry *entry);
/* Removes the requests from the queue, because the console has given up its own. Turns of the key
 * go too, because the key's position is told when the link is back. */
void controller_drop_requests(struct controller *c);
/* Queues the turns of the key that lead from its position on record to the one that it has. */
void controller_tell_key(struct controller *c, uint8_t on_record);
/* True when the first entry of the queue is the same command as the one that was refused. */
bool controller_repeats_refused(const struct controller *c);
/* Makes the first entry of the queue the command under way. */
void controller_take_first(struct controller *c);

/* Closes the progressive by the table's own decision. */
void controller_lose(struct controller *c, enum console_reason reason,
                     struct controller_output *out);
/* V9: closes the progressive when the lease is over. */
void controller_expire(struct controller *c, int64_t now_ms, struct controller_output *out);

/* True when the table plays by these documents, or when one side does not say which. */
bool controller_same_documents(const struct controller *c, const struct controller_documents *d);
