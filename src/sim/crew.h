/* A simulated pit: people of a floor who take claims through their steps. On a closed floor each of
 * them signs in and proves what they approve, like people do. */
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
    struct sign_in session; /* on a closed floor, once they acted */
};

/* What to do, kept apart from the tape, which the next question overwrites. */
struct crew_step {
    char path[128];
    char members[CREW_BODY]; /* of the body, without who does it */
    char says[512];
    unsigned user, approver; /* places among the people; CREW_NOBODY: none */
    bool is_proved;          /* the manager wants passwords with it */
};

struct crew {
    struct http_client *client;
    struct json_tape *tape;
    bool is_closed;
    struct secrets secrets;
    struct sign_in reader; /* who looks, on a closed floor */
    unsigned pace_ms;
    const char *leaves; /* a table whose claims are left to people; NULL: none */
    unsigned count;
    struct crew_person people[CREW_PEOPLE];
    unsigned step_count;
    struct crew_step steps[CREW_STEPS];
};

/* ---- staff.c ---- */

/* GET into the tape; false when the manager cannot be reached or says no. */
bool crew_ask(struct crew *c, const char *path);
/* Finds out who is there; false while there are too few people to do anything. */
bool crew_meet(struct crew *c);
/* The first who may, and is not among those excluded (bit by place); CREW_NOBODY. */
unsigned crew_find(const struct crew *c, enum floor_right right, uint32_t excluded);
/* The place of a name; CREW_NOBODY. */
unsigned crew_place(const struct crew *c, const char *name);
/* Sends a step in the person's name; true when the manager took it. */
bool crew_do(struct crew *c, const struct crew_step *step);
void crew_leave(struct crew *c);

/* ---- crew_plan.c ---- */

/* Of the claims on the tape, what comes next for each. */
void crew_plan(struct crew *c);

/* Of the tape. */
unsigned crew_size(const struct json_node *list);
void crew_copy(const struct json_node *node, char out[CREW_NAME]);
void crew_read(const struct json_node *object, const char *key, char out[CREW_NAME]);
