/* The inside of the disk that loses power (power_vfs.h): its files, the changes that are not
 * synced, and the cut. */
#pragma once

#include "store/power_vfs.h"
#include "support/rng.h"

#include <stddef.h>

#define POWER_FILES       8
#define POWER_NAME_MAX    64
#define POWER_SHM_REGIONS 64

struct power_bytes {
    unsigned char *data;
    size_t len, room;
};

/* A change that is not synced. data NULL: the file was given the length `offset`. */
struct power_change {
    size_t offset, len;
    unsigned char *data;
};

struct power_file {
    char name[POWER_NAME_MAX];
    bool used, open;
    bool linked;    /* the name is in the folder, as processes see it */
    bool name_kept; /* the name is in the folder as it is on the disk */
    struct power_bytes now, kept;
    struct power_change *changes;
    size_t change_count, change_room;
};

struct power_disk {
    struct power_file files[POWER_FILES];
    void *shm[POWER_SHM_REGIONS];
    struct rng rng;
    unsigned cut_after, fault_after;
    bool off, fault_lasts, had_fault;
    enum power_moment moment;
};

enum power_fate { POWER_FINE, POWER_FAILS, POWER_GOES };

/* Counts a change and says whether it succeeds, fails, or finds that the power has gone. */
enum power_fate power_tick(struct power_disk *disk, enum power_moment moment);

struct power_file *power_file_find(struct power_disk *disk, const char *name);
struct power_file *power_file_new(struct power_disk *disk, const char *name);
void power_file_write(struct power_file *file, const void *data, size_t len, size_t offset);
void power_file_truncate(struct power_file *file, size_t len);
void power_file_sync(struct power_file *file);
void power_file_lose(struct power_file *file); /* its unsynced changes never reach the disk */
void power_folder_sync(struct power_disk *disk);
void power_shm_drop(struct power_disk *disk);
