/* A store in memory, for tests and simulations: what a manager wrote outlives its handle, and the
 * faults of real disks can be caused. For one thread only. */
#pragma once

#include "log/store/store.h"

/* Each counts down: n fails the nth call from now, 0 never fails. */
struct memory_faults {
    unsigned fail_begin;
    unsigned fail_append;
    unsigned fail_commit_lost;    /* commit fails, and nothing of the batch is kept */
    unsigned fail_commit_durable; /* commit fails, and the batch is kept all the same */
};

struct memory_disk;

/* A disk that several handles share and that survives them. NULL: no memory. */
struct memory_disk *memory_disk_new(void);
void memory_disk_free(struct memory_disk *disk); /* after the last handle */
int memory_disk_open(struct memory_disk *disk, struct store **out);
struct memory_faults *memory_disk_faults(struct memory_disk *disk);

/* Puts an old backup back: the log up to seq, and the rows as the last batch that ended there or
 * before left them. */
void memory_disk_truncate(struct memory_disk *disk, uint64_t seq);

/* Flips a bit in the body of an event, as a failing disk may. */
void memory_disk_flip(struct memory_disk *disk, uint64_t seq, uint32_t byte, unsigned bit);

/* Opens "memory:", with a disk of its own that is freed with the handle. */
int memory_open(enum store_mode mode, struct store **out, struct cr_err *err);
