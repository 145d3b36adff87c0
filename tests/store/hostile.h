/* Stores that somebody has changed by hand, and everything that reads one: each reader must refuse
 * what it finds or make sense of it, whatever stands there. */
#pragma once

#include "floor/floor.h"
#include "log/store/store.h"

#include <sqlite3.h>

/* Enough for that night. */
extern const struct floor_limits hostile_limits;

/* A night's store at that place: people with passwords, a link, tables, rounds, a jackpot. */
void hostile_make(const char *address);

/* Another program's connection to an SQLite store; its triggers do not stop this one. */
sqlite3 *hostile_open(const char *path);

/* Every event's hash follows from the one before, as if the house had written what is there. */
void hostile_chain(sqlite3 *db);

/* Reads it, verifies it, copies it and starts a manager on it, one after the other. Whatever fails
 * says why. thorough: with the limits of a real floor and with threads, too. Returns how many of
 * them were content. */
unsigned hostile_use(const char *address, bool thorough);
#define HOSTILE_USES 5

/* Whether a manager starts on it; and whether the floor is then not halted. */
bool hostile_start(const char *address);
bool hostile_plays(const char *address);
