/* Copying stores with progress on a terminal, and what is said about a store afterwards. */
#pragma once

#include "base/text.h"
#include "base/zone.h"
#include "log/store/store.h"

/* What "backup", "restore" and "db" tell about a store. */
struct store_facts {
    char engine[16];
    char identity[40];
    struct store_head head;
    int64_t first_ms, last_ms; /* times of the first event at hand and the last; 0: none */
    int64_t bytes;             /* of the file; -1 when not known */
    uint64_t first;            /* above 1: what is before it is in the archive */
    char archive[STORE_FOLDER_MAX];
};

int store_facts_read(struct store *store, const char *address, struct store_facts *out,
                     struct cr_err *err);

/* "1,234,567". */
#define COPYING_COUNT_MAX 32
const char *copying_count(uint64_t number, char out[COPYING_COUNT_MAX]);
/* "12.5 MB". */
const char *copying_bytes(int64_t bytes, char out[COPYING_COUNT_MAX]);

/* Lines of "name  value". */
void copying_print_facts(const struct store_facts *facts, const struct zone *zone);
/* The same as members of a JSON object. */
void copying_add_json(struct text *t, const struct store_facts *facts);

/* store_copy, with a line on standard error that moves, on a terminal only. */
int copying_run(struct store *from, struct store *to, struct cr_err *err);

/* Copies a store into another, new or empty; *facts are the new one's. A file that was made for it
 * is removed again when the copy fails. */
int copying_between(const char *from_address, const char *to_address, struct store_facts *facts,
                    struct cr_err *err);

/* Copies into a new SQLite file that has its name only once everything is in it and on disk. A file
 * that is there already is refused. */
int copying_into_file(struct store *from, const char *path, struct cr_err *err);
