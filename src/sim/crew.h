/* A simulated crew for demonstrations: people of a floor who take claims through their steps. On a
 * closed floor each of them signs in, and proves approvals with a password, as people do. */
#pragma once

#include "base/json_read.h"
#include "floor/rights.h"
#include "service/client/password_file.h"
#include "service/client/sign_in.h"

#define CREW_PEOPLE 32
#define CREW_STEPS  64
#define CREW_NAME   64
#define CREW_BODY   2048
#define CREW_NOBODY CREW_PEOPLE

struct crew_person {
    char name[CREW_NAME], role[CREW_NAME], department[CREW_NAME];
    struct sign_in session; /* on a closed floor, from their first action on */
};

/* One step to do. It is copied from the answer, which the next one replaces. */
struct crew_step {
    char path[128];
    char members[CREW_BODY]; /* members of the body, without the person who acts */
    char says[512];
    unsigned user, approver; /* indices among the people; CREW_NOBODY: none */
    bool is_proved;          /* the manager requires passwords with it */
};

struct crew {
    struct http_client *client;
    struct json_node *answer; /* the last one; NULL: none yet */
    bool is_closed;
    struct secrets secrets;
    struct sign_in reader; /* the session that reads claims, on a closed floor */
    unsigned pace_ms;
    const char *leaves; /* a table whose claims real people handle; NULL: none */
    unsigned count;
    struct crew_person people[CREW_PEOPLE];
    unsigned step_count;
    struct crew_step steps[CREW_STEPS];
};

/* ---- crew_staff.c ---- */

/* Reads and keeps a GET answer; false when the manager cannot be reached or refuses. */
bool crew_ask(struct crew *c, const char *path);
/* Reads the people of the floor; false while there are too few for all steps. */
bool crew_meet(struct crew *c);
/* The first person with the right who is not excluded (bit by index); CREW_NOBODY if there is
 * none. */
unsigned crew_find(const struct crew *c, enum floor_right right, uint32_t excluded);
/* The index of the person of that name; CREW_NOBODY if there is none. */
unsigned crew_place(const struct crew *c, const char *name);
/* Sends a step in the person's name; true when the manager accepted it. */
bool crew_do(struct crew *c, const struct crew_step *step);
void crew_leave(struct crew *c);

/* ---- crew_plan.c ---- */

/* Plans the next step of each claim in the answer. */
void crew_plan(struct crew *c);

/* Readers for values in the answer; a missing value gives 0 or an empty text. */
unsigned crew_size(const struct json_node *list);
void crew_read(const struct json_node *object, const char *key, char out[CREW_NAME]);
