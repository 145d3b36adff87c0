/* The journal: what a table must remember across a crash, in one small file that is replaced as a
 * whole.
 *
 * It is written before a message is sent (controller.h) and before cards are shown. A damaged file
 * counts as none: the table then joins without a memory and gets a new epoch, and what the manager
 * has on record counts.
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
    uint64_t round; /* number of the round by the manager's count; 0: none is kept */
    uint8_t button;
    uint8_t steps_paid; /* steps of take and pay that the person who deals has confirmed */
    uint8_t on_record;  /* seats whose award of this round the manager had on record */
    uint8_t reserved;
    uint32_t event_count;
    struct cr_meters meters; /* the amounts shown before the round's coins */
    struct round_event events[JOURNAL_EVENTS_MAX];
};

struct journal {
    char path[JOURNAL_PATH_MAX];
    int lock;
};

/* Locks the file for this process, because the manager could not tell two controllers with one
 * memory apart. CR_E_STATE when another process has it. */
int journal_open(struct journal *j, const char *path, struct cr_err *err);
void journal_close(struct journal *j);

/* Returns 1 when the page was read; 0 when there is none or it is damaged (*damaged); CR_E_IO when
 * the file cannot be read. */
int journal_read(const struct journal *j, struct journal_page *out, bool *damaged,
                 struct cr_err *err);

/* Replaces the file. The page is durable when this returns 0. */
int journal_write(const struct journal *j, const struct journal_page *page, struct cr_err *err);
