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
 * An archive has neither rows nor secrets. */
#pragma once

#include "log/store/store.h"

#define ARCHIVE_TITLE    "croupier archive 1\n"
#define ARCHIVE_MANIFEST "manifest"
#define ARCHIVE_NAME_MAX 16      /* of a part's name and its NUL; the file is NAME.jsonl */
#define ARCHIVE_AFTER    "after" /* the part from the last month to the checkpoint */

/* Opens an archive and reads all of it once. CR_E_INPUT with the name of the file when something is
 * not as the manifest says. */
int archive_open(const char *folder, enum store_mode mode, struct store **out, struct cr_err *err);

/* ---- An archive behind a store whose log begins later ---- */

/* Opens the files but reads only the manifest; a part is checked to its end before its first event
 * is given. */
int archive_open_later(const char *folder, struct store **out, struct cr_err *err);
/* Tells the archive the hash that one of its events must have. The part with that event is checked
 * before any other, and refused when the hash differs; through the chain this also holds for all
 * events before it. */
int archive_expect(struct store *archive, uint64_t seq, const uint8_t hash[STORE_HASH_BYTES],
                   struct cr_err *err);

/* The last event of the whole months; later ones are there only because the checkpoint covers
 * them. */
uint64_t archive_last_of_months(const struct store *archive);
/* Makes all files durable once more: the archive may have been copied to where it is. */
int archive_sync(struct store *archive, struct cr_err *err);
