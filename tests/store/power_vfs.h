/* A disk in memory for SQLite, which can lose power.
 *
 * What was written to a file since its last sync may be lost in the cut, kept, or kept in part, in
 * any order, torn at sectors of 512 bytes. The same holds for the file's length, for the name of a
 * new file and for the removal of a deleted one. What was synced stays. From the cut on every call
 * fails, until power_restore. The same seed loses the same bytes. The disk takes one connection at
 * a time. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define POWER_VFS "power" /* the VFS's name for sqlite3_open_v2 */

struct power_disk;

/* What the disk was doing when the power went. */
enum power_moment {
    POWER_WAL_WRITE,
    POWER_WAL_SYNC,
    POWER_DB_WRITE,
    POWER_DB_SYNC,
    POWER_DELETE,
    POWER_OTHER, /* a rollback journal, a truncation */
    POWER_MOMENTS
};

/* Makes the disk, and registers the VFS on it. */
struct power_disk *power_disk_new(uint64_t seed);
void power_disk_free(struct power_disk *disk);

/* The power goes at the nth change from this call on; 0: never. */
void power_cut_after(struct power_disk *disk, unsigned changes);
/* The nth change from this call on fails, and if lasting all after it. A write finds the disk full.
 * A sync fails as on Linux: the data can still be read but never reaches the disk, and the file's
 * next sync reports success. 0: never. */
void power_fault_after(struct power_disk *disk, unsigned changes, bool lasting);
/* Whether that fault has happened since power_fault_after. */
bool power_had_fault(const struct power_disk *disk);
/* The process ends here, so its connection cannot touch the disk any more. */
void power_process_end(struct power_disk *disk);
/* Another process starts while the power stayed on: the files are as the last one saw them. */
void power_process_start(struct power_disk *disk);
bool power_is_off(const struct power_disk *disk);
/* Turns the power on again for another process. Returns what the disk was doing at the cut. No file
 * is open afterwards. */
enum power_moment power_restore(struct power_disk *disk);
