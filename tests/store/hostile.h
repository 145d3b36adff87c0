/* Stores that somebody has changed by hand, and everything that reads a store. Whatever is in the
 * store, each reader must refuse it or read it without harm. */
#pragma once

#include "floor/floor.h"
#include "log/store/store.h"

#include <sqlite3.h>

/* Large enough for the night of hostile_make. */
extern const struct floor_limits hostile_limits;

/* Makes the store of a night at that address: people with passwords, a link, tables, rounds, a
 * jackpot. */
void hostile_make(const char *address);

/* Opens an SQLite store as another program would, with the store's own triggers out of the way. */
sqlite3 *hostile_open(const char *path);

/* Makes all hashes anew, so that each follows from the one before, as if the house had written what
 * is there. */
void hostile_chain(sqlite3 *db);

/* Reads the store, verifies it, copies it and starts a manager on it, one after the other. Whatever
 * fails must say why. thorough: also with the limits of a real floor and with threads. Returns how
 * many of the HOSTILE_USES accepted the store. */
unsigned hostile_use(const char *address, bool thorough);
#define HOSTILE_USES 5

/* hostile_start: true if a manager starts on the store. hostile_plays: true if its floor is not
 * halted, too. */
bool hostile_start(const char *address);
bool hostile_plays(const char *address);
