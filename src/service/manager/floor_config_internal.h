/* What the files that read a floor file share. */
#pragma once

#include "game/rules/load_values.h"
#include "service/manager/floor_config.h"

#define CONFIG_PATH_MAX 512

struct config_request {
    struct floor_event event;
    unsigned line;
};

struct floor_config {
    char name[CR_TITLE_MAX];
    char user[FLOOR_PERSON_MAX], approver[FLOOR_PERSON_MAX]; /* configured_by */
    struct floor_limits limits;
    struct config_request *requests;
    size_t count, room;
    struct print_targets printers;
};

/* What the readers of the sections need. */
struct config_reading {
    struct load load;
    struct floor_config *config;
    const char *path;
    struct cr_err *err;
};

/* Adds a request that comes from that place of the file. *out is valid until the next one is
 * added. */
int config_add_request(struct config_reading *r, unsigned kind, struct doc_mark at,
                       struct floor_event **out);
/* Sets a member of an event by its name, with the checks of the manager's interface. */
int config_set_text(struct config_reading *r, struct floor_event *e, const char *member,
                    struct doc_mark at, struct doc_text text);
/* Sets user and approver to the two people who configure the floor. */
void config_set_people(const struct config_reading *r, struct floor_event *e);

/* Reads a whole number. load->arg: struct config_bounds; out: uint32_t. */
struct config_bounds {
    uint32_t min, max;
};
load_reader config_read_count;
/* Accepts any text and stores nothing: the member is looked up after its map has been read. */
load_reader config_read_plain;

/* Reads one entry of a map or list (a person, a link, a table …) and adds its request. */
typedef int config_reader(struct config_reading *r, const struct doc_node *node);

/* ---- floor_config_places.c; links are opened last, because nothing may change at an open one
 * ---- */

config_reader config_read_link, config_read_table, config_open_link;

/* ---- floor_config_house.c ---- */

config_reader config_read_house_item;
