/* The findings of `croupier doctor`: each says what was checked, how it is, and what to do. */
#pragma once

#include "app/copying.h"
#include "app/status_gather.h"

enum finding_level { FINDING_OK, FINDING_WARNING, FINDING_PROBLEM };

#define FINDINGS_MAX 128
#define FINDING_TEXT 600

struct finding {
    enum finding_level level;
    const char *topic;       /* "store", "disk", "clock" … */
    char text[FINDING_TEXT]; /* the state that was found */
    char todo[FINDING_TEXT]; /* what to do next; "": nothing */
};

struct doctor {
    unsigned count, left_out;
    struct finding findings[FINDINGS_MAX];
};

/* Adds a finding. doctor_todo() then says what to do about the last one. */
void doctor_add(struct doctor *d, enum finding_level level, const char *topic, const char *format,
                ...) __attribute__((format(printf, 4, 5)));
#define doctor_ok(d, ...)      doctor_add(d, FINDING_OK, __VA_ARGS__)
#define doctor_warn(d, ...)    doctor_add(d, FINDING_WARNING, __VA_ARGS__)
#define doctor_problem(d, ...) doctor_add(d, FINDING_PROBLEM, __VA_ARGS__)
void doctor_todo(struct doctor *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

bool doctor_has_problem(const struct doctor *d);

/* doctor_machine.c: program, libraries, clock, guard. */
void doctor_look_machine(struct doctor *d);
/* doctor_disk.c: the file of an SQLite store, its folder and its disk. */
void doctor_look_disk(struct doctor *d, const char *path, const struct store_facts *facts);
/* doctor_store.c: opens a store for reading, and checks the end of its log, its rows and, when
 * asked, its floor. */
void doctor_look_store(struct doctor *d, const char *address, const char *trust, bool with_floor);
/* doctor_manager.c */
struct asking;
void doctor_look_manager(struct doctor *d, const struct asking *asking);
/* doctor_hashes.c: V10: compares program and configuration with earlier ones. trust: a folder with
 * checkpoints, or NULL. */
struct ask_manager;
void doctor_look_hashes(struct doctor *d, const struct floor *f, const char *trust);
void doctor_look_served_hashes(struct doctor *d, struct ask_manager *a);
/* doctor_files.c: a floor file, house rules or a progressive. */
void doctor_look_file(struct doctor *d, const char *path);
/* doctor.c: what waits on a floor, whether it was read from a store or a manager. */
void doctor_look_floor(struct doctor *d, const struct summary *g);
