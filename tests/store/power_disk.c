/* Files in memory, and what a power cut leaves of them; see power_disk.h. */
#include "store/power_disk.h"

#include "base/check.h"

#include <stdlib.h>
#include <string.h>

#define SECTOR 512

enum power_fate power_tick(struct power_disk *disk, enum power_moment moment)
{
    if (disk->fault_after > 0 && --disk->fault_after == 0) {
        disk->had_fault = true;
        disk->fault_after = disk->fault_lasts; /* a lasting fault fails the next change too */
        return POWER_FAILS;
    }
    if (disk->cut_after == 0 || --disk->cut_after > 0)
        return POWER_FINE;
    disk->off = true;
    disk->moment = moment;
    return POWER_GOES;
}

void power_fault_after(struct power_disk *disk, unsigned changes, bool lasting)
{
    disk->fault_after = changes;
    disk->fault_lasts = lasting;
    disk->had_fault = false;
}

bool power_had_fault(const struct power_disk *disk)
{
    return disk->had_fault;
}

void power_process_end(struct power_disk *disk)
{
    disk->off = true;
}

void power_process_start(struct power_disk *disk)
{
    power_shm_drop(disk);
    disk->off = false;
    disk->cut_after = disk->fault_after = 0;
}

void power_cut_after(struct power_disk *disk, unsigned changes)
{
    disk->cut_after = changes;
}

bool power_is_off(const struct power_disk *disk)
{
    return disk->off;
}

/* ---- Bytes ---- */

static void bytes_set_len(struct power_bytes *b, size_t len)
{
    if (len > b->room) {
        b->room = 2 * len;
        b->data = realloc(b->data, b->room);
        CHECK(b->data);
    }
    if (len > b->len)
        memset(b->data + b->len, 0, len - b->len);
    b->len = len;
}

static void bytes_write(struct power_bytes *b, const void *data, size_t len, size_t offset)
{
    if (offset + len > b->len)
        bytes_set_len(b, offset + len);
    memcpy(b->data + offset, data, len);
}

static void bytes_apply(struct power_bytes *b, const struct power_change *change)
{
    if (change->data)
        bytes_write(b, change->data, change->len, change->offset);
    else
        bytes_set_len(b, change->offset);
}

/* ---- Files ---- */

struct power_file *power_file_find(struct power_disk *disk, const char *name)
{
    for (unsigned i = 0; i < POWER_FILES; i++)
        if (disk->files[i].used && disk->files[i].linked && strcmp(disk->files[i].name, name) == 0)
            return &disk->files[i];
    return NULL;
}

static void forget_changes(struct power_file *file)
{
    for (size_t i = 0; i < file->change_count; i++)
        free(file->changes[i].data);
    file->change_count = 0;
}

void power_file_lose(struct power_file *file)
{
    forget_changes(file);
}

static void file_release(struct power_file *file)
{
    forget_changes(file);
    free(file->changes);
    free(file->now.data);
    free(file->kept.data);
    *file = (struct power_file){0};
}

struct power_file *power_file_new(struct power_disk *disk, const char *name)
{
    CHECK(strlen(name) < POWER_NAME_MAX);
    for (unsigned i = 0; i < POWER_FILES; i++) {
        struct power_file *file = &disk->files[i];
        if (file->used && !file->linked && !file->name_kept && !file->open)
            file_release(file);
        if (file->used)
            continue;
        file->used = file->linked = true;
        strcpy(file->name, name);
        return file;
    }
    check_failed("too many files", __FILE__, __LINE__);
}

static void file_note(struct power_file *file, struct power_change change)
{
    if (file->change_count == file->change_room) {
        file->change_room = file->change_room ? 2 * file->change_room : 64;
        file->changes = realloc(file->changes, file->change_room * sizeof *file->changes);
        CHECK(file->changes);
    }
    file->changes[file->change_count++] = change;
}

void power_file_write(struct power_file *file, const void *data, size_t len, size_t offset)
{
    struct power_change change = {.offset = offset, .len = len, .data = malloc(len ? len : 1)};
    CHECK(change.data);
    memcpy(change.data, data, len);
    file_note(file, change);
    bytes_write(&file->now, data, len, offset);
}

void power_file_truncate(struct power_file *file, size_t len)
{
    file_note(file, (struct power_change){.offset = len});
    bytes_set_len(&file->now, len);
}

void power_file_sync(struct power_file *file)
{
    for (size_t i = 0; i < file->change_count; i++)
        bytes_apply(&file->kept, &file->changes[i]);
    forget_changes(file);
}

void power_folder_sync(struct power_disk *disk)
{
    for (unsigned i = 0; i < POWER_FILES; i++)
        disk->files[i].name_kept = disk->files[i].linked;
}

void power_shm_drop(struct power_disk *disk)
{
    for (unsigned i = 0; i < POWER_SHM_REGIONS; i++) {
        free(disk->shm[i]);
        disk->shm[i] = NULL;
    }
}

/* ---- The cut ---- */

/* Keeps each sector of a write with a chance of `chance` in 4. */
static void keep_sectors(struct power_disk *disk, struct power_file *file,
                         const struct power_change *change, unsigned chance)
{
    for (size_t at = 0; at < change->len;) {
        size_t end = (change->offset + at) / SECTOR * SECTOR + SECTOR - change->offset;
        if (end > change->len)
            end = change->len;
        if (rng_below(&disk->rng, 4) < chance)
            bytes_write(&file->kept, change->data + at, end - at, change->offset + at);
        at = end;
    }
}

/* Keeps some changes, in any order, and some of them torn. */
static void keep_some(struct power_disk *disk, struct power_file *file)
{
    size_t count = file->change_count;
    for (size_t i = count; i > 1; i--) {
        size_t j = rng_below(&disk->rng, (unsigned)i);
        struct power_change swapped = file->changes[i - 1];
        file->changes[i - 1] = file->changes[j];
        file->changes[j] = swapped;
    }
    unsigned chance = rng_below(&disk->rng, 4) + 1;
    for (size_t i = 0; i < count; i++) {
        if (rng_below(&disk->rng, 4) >= chance)
            continue;
        if (file->changes[i].data)
            keep_sectors(disk, file, &file->changes[i], rng_below(&disk->rng, 5));
        else
            bytes_apply(&file->kept, &file->changes[i]);
    }
}

/* Keeps the first changes whole, and the one after them torn. */
static void keep_first(struct power_disk *disk, struct power_file *file)
{
    if (file->change_count == 0)
        return;
    size_t whole = rng_below(&disk->rng, (unsigned)file->change_count);
    for (size_t i = 0; i < whole; i++)
        bytes_apply(&file->kept, &file->changes[i]);
    if (file->changes[whole].data)
        keep_sectors(disk, file, &file->changes[whole], 2);
}

/* A length that was not synced becomes the old one, the new one, or what the kept bytes need. Bytes
 * in between that were never written become zeros or anything that the disk had there. */
static void cut_length(struct power_disk *disk, struct power_file *file, size_t before)
{
    size_t written = file->kept.len;
    switch (rng_below(&disk->rng, 3)) {
    case 0:
        bytes_set_len(&file->kept, before);
        break;
    case 1:
        bytes_set_len(&file->kept, file->now.len);
        break;
    default:
        break;
    }
    if (rng_below(&disk->rng, 2))
        for (size_t i = written; i < file->kept.len; i++)
            file->kept.data[i] = (unsigned char)rng_next(&disk->rng);
}

static void cut_file(struct power_disk *disk, struct power_file *file)
{
    size_t before = file->kept.len;
    switch (rng_below(&disk->rng, 5)) {
    case 0:
        break;
    case 1:
        power_file_sync(file);
        break;
    case 2:
        keep_first(disk, file);
        cut_length(disk, file, before);
        break;
    default:
        keep_some(disk, file);
        cut_length(disk, file, before);
        break;
    }
    forget_changes(file);
    file->now.len = 0;
    bytes_set_len(&file->now, file->kept.len);
    if (file->kept.len)
        memcpy(file->now.data, file->kept.data, file->kept.len);
}

/* Whether a name is in the folder after the cut. Of two files of one name either may be kept. */
static bool name_survives(struct power_disk *disk, const struct power_file *file)
{
    if (file->linked && file->name_kept)
        return true;
    if (!file->linked && !file->name_kept)
        return false;
    if (!file->linked && power_file_find(disk, file->name))
        return false; /* replaced by the newer one, if that is kept */
    return rng_below(&disk->rng, 2) == 1;
}

enum power_moment power_restore(struct power_disk *disk)
{
    bool survives[POWER_FILES] = {false};
    /* Newer files first: when one of them is lost, the older one may come back under its name. */
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned i = 0; i < POWER_FILES; i++) {
            struct power_file *file = &disk->files[i];
            if (!file->used || file->linked != (pass == 0))
                continue;
            survives[i] = name_survives(disk, file);
            file->linked = survives[i];
        }
    for (unsigned i = 0; i < POWER_FILES; i++) {
        struct power_file *file = &disk->files[i];
        if (!file->used)
            continue;
        CHECK(!file->open);
        if (!survives[i]) {
            file_release(file);
            continue;
        }
        file->name_kept = true;
        cut_file(disk, file);
    }
    power_process_start(disk);
    return disk->moment;
}

void power_disk_free(struct power_disk *disk)
{
    for (unsigned i = 0; i < POWER_FILES; i++)
        file_release(&disk->files[i]);
    power_shm_drop(disk);
    free(disk);
}
