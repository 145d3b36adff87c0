/* Empty places for stores of each engine, and batches to put into them. */
#pragma once

#include "log/store/memory.h"
#include "log/store/store.h"

#define PLACE_SLOTS 2 /* places of one engine side by side */

struct place {
    const char *engine;
    char address[256];
    struct memory_disk *disk; /* "memory" only */
};

/* A place with no store in it. Whatever was in that slot is gone. */
struct place place_fresh(const char *engine, unsigned slot);
/* Opens, or fails the test. */
struct store *place_open(const struct place *place, enum store_mode mode);
void place_release(struct place *place);

/* The folder of this process's files; removed by place_cleanup. */
const char *place_folder(void);
void place_cleanup(void);

/* SQL on the test's own PostgreSQL, by another connection than the store's. */
void place_sql(const struct place *place, const char *sql);

/* ---- Batches ---- */

/* The body of event seq; every test can tell what it should be. Returns its length. */
uint32_t batch_body(uint64_t seq, char *out, size_t size);

/* store_begin and store_commit, or the test fails. */
struct store_head batch_begin(struct store *store);
void batch_commit(struct store *store);

/* Chains events on to the head and appends them with the rows. Fails the test on an error. */
void batch_append(struct store *store, struct store_head *head, size_t events,
                  const struct store_row *rows, size_t row_count);
/* A whole batch of that many events. */
void batch_write(struct store *store, size_t events);

/* Reads the whole log and fails the test unless it has that many events, as batch_body and
 * store_chain say. */
void log_expect(struct store *store, uint64_t events);
/* Fails the test unless the rows are "ID=BODY ID=BODY", in order; bodies are text. */
void rows_expect(struct store *store, uint64_t from, uint64_t to, const char *expected);

struct store_row row_text(uint64_t id, const char *text);
