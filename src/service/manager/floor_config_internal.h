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

/* While the file is read. */
struct config_reading {
    struct load load;
    struct floor_config *config;
    const char *path;
    struct cr_err *err;
};

/* Another request, from that place of the file. */
int config_add_request(struct config_reading *r, unsigned kind, struct doc_mark at,
                       struct floor_event **out);
/* A member by its name, checked as the interface checks it. */
int config_set_text(struct config_reading *r, struct floor_event *e, const char *member,
                    struct doc_mark at, struct doc_text text);
/* Those who configure. */
void config_set_people(const struct config_reading *r, struct floor_event *e);

/* A whole number; arg: struct config_bounds; out: uint32_t. */
struct config_bounds {
    uint32_t min, max;
};
load_reader config_read_count;
/* Any text, of a member that is looked up when its map is read. */
load_reader config_read_plain;

/* What becomes a request: a person, a link, a table …, as it stands in its map or list. */
typedef int config_reader(struct config_reading *r, const struct doc_node *node);

/* ---- floor_config_places.c; a link is opened after all tables: nothing changes at one that is
 * open
 * ---- */

config_reader config_read_link, config_read_table, config_open_link;

/* ---- floor_config_house.c ---- */

config_reader config_read_house_item;
