/* The versions of a floor's configuration (REG-6, V10): what was set, by whom, from when until when
 * it was in force, and what it changed. They follow from the log and nothing else, so that a store,
 * a manager and an export give the same answer.
 *
 * What is configured is told apart by subject: "link/mega", "table/uth-1", "rules/uth-cn",
 * "progressive/mega", "threshold/tax form", "person/Ann", "token/signs", "machine/uth-1/KEY" and
 * "program/m1". A version is one event. The versions of one subject are linked in the order in
 * which they take effect. */
#pragma once

#include "base/text.h"

#include <croupier/error.h>

#include <stdint.h>

#define CONFIGURATION_MEMBERS 16

struct configuration;

struct configuration_member {
    const char *name, *value;
};

struct configuration_version {
    uint64_t seq;
    int64_t time_ms;
    int64_t effective_ms; /* when it comes into force */
    int64_t end_ms;       /* when it ends by itself; 0: never */
    bool is_end;          /* a revocation: nothing is in force after it */
    const char *kind, *subject;
    const char *user, *approver, *remark; /* "" when there is none */
    const char *document;                 /* the text of a rules file or progressive, or NULL */
    unsigned member_count;
    struct configuration_member members[CONFIGURATION_MEMBERS]; /* all that is in force with it */
    const struct configuration_version *before, *next;          /* of the same subject, or NULL */
};

/* A member that changed. NULL for a value: the member was not there before, or is not there
 * after. */
struct configuration_change {
    const char *name, *before, *after;
};
#define CONFIGURATION_CHANGES (2 * CONFIGURATION_MEMBERS)

/* The last start of a manager. */
struct configuration_start {
    uint64_t seq; /* 0: none yet */
    int64_t time_ms;
    char manager[32], version[64], program[65], configuration[65]; /* hashes as text */
};

/* NULL for lack of memory. */
struct configuration *configuration_new(void);
void configuration_free(struct configuration *c);
/* Forgets all events, as if new. */
void configuration_clear(struct configuration *c);

/* Takes the next event of the log, in ascending order; events that configure nothing may be left
 * out. */
int configuration_take(struct configuration *c, uint64_t seq, const char *text, size_t len,
                       struct cr_err *err);
/* The names of the kinds of events that configure something, NULL past the last, for callers that
 * can ask for some kinds only. */
const char *configuration_kind(unsigned index);

/* The versions in the order of their events; NULL past the last. Borrowed until the next event. */
const struct configuration_version *configuration_at(const struct configuration *c, size_t index);
size_t configuration_count(const struct configuration *c);
const struct configuration_start *configuration_last_start(const struct configuration *c);

/* When the version ceased to be in force, or will; 0: not known yet. */
int64_t configuration_until(const struct configuration_version *v);
bool configuration_is_in_force(const struct configuration_version *v, int64_t time_ms);

/* Lists what is different from `before` (NULL: from nothing) and returns how many changes there
 * are. */
unsigned configuration_changes(const struct configuration_version *before,
                               const struct configuration_version *v,
                               struct configuration_change out[CONFIGURATION_CHANGES]);

/* Writes the version as a JSON object with its changes and, for a document, the lines that differ.
 * CONFIGURATION_JSON_ROOM bytes are enough for any version: two of the longest texts, each byte
 * escaped. */
#define CONFIGURATION_JSON_ROOM (256u * 1024)
int configuration_json(const struct configuration_version *v, struct text *t, struct cr_err *err);
