/* Copies stores, with progress on a terminal, and prints the facts about a store. */
#pragma once

#include "base/text.h"
#include "base/zone.h"
#include "log/store/store.h"

/* The facts about a store that `backup`, `restore` and `db` print. */
struct store_facts {
    char engine[16];
    char identity[40];
    struct store_head head;
    int64_t first_ms, last_ms; /* times of the first event in the store and of the last; 0: none */
    int64_t bytes;             /* size of the file; -1: not known */
    uint64_t first;            /* first event; those before it are in the archive */
    char archive[STORE_FOLDER_MAX];
};

int store_facts_read(struct store *store, const char *address, struct store_facts *out,
                     struct cr_err *err);

/* Writes a number like "1,234,567"; returns out. */
#define COPYING_COUNT_MAX 32
const char *copying_count(uint64_t number, char out[COPYING_COUNT_MAX]);
/* Writes a size like "12.5 MB"; returns out. */
const char *copying_bytes(int64_t bytes, char out[COPYING_COUNT_MAX]);

/* Prints lines of a name and a value. */
void copying_print_facts(const struct store_facts *facts, const struct zone *zone);
/* Adds the facts as members of a JSON object. */
void copying_add_json(struct text *t, const struct store_facts *facts);

/* Copies with store_copy(), and shows the progress on standard error if that is a terminal. */
int copying_run(struct store *from, struct store *to, struct cr_err *err);

/* Copies a store into another one that is new or empty; *facts are those of the new one. A file
 * made for it is removed when the copy fails. */
int copying_between(const char *from_address, const char *to_address, struct store_facts *facts,
                    struct cr_err *err);

/* Copies into a new SQLite file, which gets its name only when everything is in it and on disk.
 * Fails when the file exists already. */
int copying_into_file(struct store *from, const char *path, struct cr_err *err);
