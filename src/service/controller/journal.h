/* A table's memory across a crash: one small file, replaced as a whole.
 *
 * Written before a message leaves (controller.h) and before cards are shown. A file that is
 * damaged is the same as none: the table then joins without a memory and is given a new epoch, and
 * what the manager has on record decides.
 *
 *     "croupier table journal 1\n"   sizes   memory   round events   BLAKE2b-256 of all before it
 */
#pragma once

#include "game/round/round.h"
#include "table/controller.h"

#define JOURNAL_PATH_MAX   1024
#define JOURNAL_EVENTS_MAX 160 /* wagers, cards and decisions of one round */

struct journal_page {
    struct controller_memory memory;
    uint64_t round; /* by the manager's count; 0: no round is kept */
    uint8_t button;
    uint8_t steps_paid; /* of take and pay, as the person who deals has confirmed them */
    uint8_t on_record;  /* seats whose award of this round the manager has had on record */
    uint8_t reserved;
    uint32_t event_count;
    struct cr_meters meters; /* as shown before the round's coins */
    struct round_event events[JOURNAL_EVENTS_MAX];
};

struct journal {
    char path[JOURNAL_PATH_MAX];
    int lock;
};

/* Takes the file for this process alone: two controllers with one memory would be one to the
 * manager. CR_E_STATE when another has it. */
int journal_open(struct journal *j, const char *path, struct cr_err *err);
void journal_close(struct journal *j);

/* 1: read. 0: there is none, or it is damaged (*damaged). CR_E_IO when it cannot be told. */
int journal_read(const struct journal *j, struct journal_page *out, bool *damaged,
                 struct cr_err *err);

/* Durable when it returns 0. */
int journal_write(const struct journal *j, const struct journal_page *page, struct cr_err *err);
