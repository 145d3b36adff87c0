/* Empty places for stores of each engine, batches to put into them, and checks of what is there.
 * All of these functions fail the test on an error. */
#pragma once

#include "log/store/memory.h"
#include "log/store/store.h"

#define PLACE_SLOTS 2 /* how many places of one engine there can be at a time */

struct place {
    const char *engine;
    char address[256];
    struct memory_disk *disk; /* for the engine "memory" only */
};

/* Makes a place without a store. What was in that slot before is removed. */
struct place place_fresh(const char *engine, unsigned slot);
/* Opens the store at the place. */
struct store *place_open(const struct place *place, enum store_mode mode);
void place_release(struct place *place);

/* The folder of this process's files; place_cleanup removes it. */
const char *place_folder(void);
void place_cleanup(void);

/* Runs SQL on the test's PostgreSQL, on a connection of its own. */
void place_sql(const struct place *place, const char *sql);

/* ---- Batches ---- */

/* Writes the body of event seq, which every test can work out again. Returns its length. */
uint32_t batch_body(uint64_t seq, char *out, size_t size);

/* store_begin and store_commit. */
struct store_head batch_begin(struct store *store);
void batch_commit(struct store *store);

/* Chains this many events on to the head and appends them, with the rows. */
void batch_append(struct store *store, struct store_head *head, size_t events,
                  const struct store_row *rows, size_t row_count);
/* Writes a whole batch of this many events. */
void batch_write(struct store *store, size_t events);

/* Reads the whole log, which must have this many events, as batch_body and store_chain make them.
 */
void log_expect(struct store *store, uint64_t events);
/* The rows must be "ID=BODY ID=BODY", in order; their bodies are text. */
void rows_expect(struct store *store, uint64_t from, uint64_t to, const char *expected);

struct store_row row_text(uint64_t id, const char *text);
