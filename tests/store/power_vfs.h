/* A disk in memory for SQLite that loses power.
 *
 * What was written to a file since its last sync is at the mercy of the cut: lost, kept, or kept in
 * part, in any order, torn at sectors of 512 bytes. So are its length, its name when it was just
 * made, and its end when it was just deleted. What was synced stays. From the cut on every call
 * fails, until power_restore. The same seed loses the same bytes. One connection at a time. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define POWER_VFS "power" /* its name for sqlite3_open_v2 */

struct power_disk;

/* What the disk was asked to do when the power went. */
enum power_moment {
    POWER_WAL_WRITE,
    POWER_WAL_SYNC,
    POWER_DB_WRITE,
    POWER_DB_SYNC,
    POWER_DELETE,
    POWER_OTHER, /* a rollback journal, a truncation */
    POWER_MOMENTS
};

/* Makes the disk and the VFS on it. */
struct power_disk *power_disk_new(uint64_t seed);
void power_disk_free(struct power_disk *disk);

/* The power goes at the nth change from now; 0: never. */
void power_cut_after(struct power_disk *disk, unsigned changes);
/* The nth change from now fails, and lasting: all after it. A write finds the disk full. A sync
 * fails as on Linux: what it should have kept can still be read, never reaches the disk, and the
 * next sync of the file says that all is well. 0: never. */
void power_fault_after(struct power_disk *disk, unsigned changes, bool lasting);
/* Whether that has happened since. */
bool power_had_fault(const struct power_disk *disk);
/* The process ends here: its connection cannot touch the disk any more. */
void power_process_end(struct power_disk *disk);
/* Another one starts, the power having been on: files are as the last one saw them. */
void power_process_start(struct power_disk *disk);
bool power_is_off(const struct power_disk *disk);
/* Turns it on again, for another process. Returns the moment of the cut. No file is open. */
enum power_moment power_restore(struct power_disk *disk);
