/* An archive as a store that is only read: "archive:FOLDER" wherever a store may be named.
 *
 * An archive is a folder of a log's events as text, a file for each month, with the checkpoints
 * that seal it (log/proof/archive_write.h). Its manifest says which files there are, which events
 * they hold, and the hash of the chain before and after each:
 *
 *     croupier archive 1
 *     floor 21cf7590750c121ed427ea83575efead
 *     part 2026-11 1 104 0000… aefb…
 *
 * An archive has neither rows nor what passwords were made into. */
#ifndef LOG_STORE_ARCHIVE_STORE_H
#define LOG_STORE_ARCHIVE_STORE_H

#include "log/store/store.h"

#define ARCHIVE_TITLE    "croupier archive 1\n"
#define ARCHIVE_MANIFEST "manifest"
#define ARCHIVE_NAME_MAX 16 /* of a part, with its end; its file is NAME.jsonl */

/* Reads all of it once: what is not as the manifest says is refused, with the name of the file. */
int archive_open(const char *folder, enum store_mode mode, struct store **out, struct cr_err *err);

#endif
