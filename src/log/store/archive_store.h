/* An archive as a store that is only read: "archive:FOLDER" wherever a store may be named.
 *
 * An archive is a folder of a log's events as text, a file for each month, with the checkpoints
 * that seal it (log/proof/log_archive.h). Its manifest says which files there are, which events
 * they hold, and the hash of the chain before and after each:
 *
 *     croupier archive 1
 *     floor 21cf7590750c121ed427ea83575efead
 *     part 2026-11 1 104 0000… aefb…
 *
 * An archive has neither rows nor what passwords were made into. */
#pragma once

#include "log/store/store.h"

#define ARCHIVE_TITLE    "croupier archive 1\n"
#define ARCHIVE_MANIFEST "manifest"
#define ARCHIVE_NAME_MAX 16      /* of a part, with its end; its file is NAME.jsonl */
#define ARCHIVE_AFTER    "after" /* the part from the last month to the checkpoint */

/* Reads all of it once: what is not as the manifest says is refused, with the name of the file. */
int archive_open(const char *folder, enum store_mode mode, struct store **out, struct cr_err *err);

/* ---- Behind a store whose log begins later ---- */

/* Opens its files and reads the manifest only; a part is read to its end before the first event of
 * it is given. */
int archive_open_later(const char *folder, struct store **out, struct cr_err *err);
/* The hash of one of its events, known from elsewhere. The part with that event is read before any
 * other, and refused if it is not so: the chain then holds all that is before it. */
int archive_expect(struct store *archive, uint64_t seq, const uint8_t hash[STORE_HASH_BYTES],
                   struct cr_err *err);

/* The last event of its months; what follows was added for the checkpoint's sake. */
uint64_t archive_last_of_months(const struct store *archive);
/* Makes all of it durable once more: it may have been copied to where it is. */
int archive_sync(struct store *archive, struct cr_err *err);
