/* Reads a floor file: people, links and tables in YAML, turned into the requests that set a floor
 * up.
 *
 * On an empty store, the requests are made in order, once. On a store that has a floor, they are
 * only compared with it: parameters in force are changed through the manager, with links closed and
 * by two people (REG-6), never by editing a file. docs/floor-file.md describes the format. */
#pragma once

#include "floor/floor.h"
#include "service/printer/print_target.h"

struct floor_config;

/* Reads the file and every document that it names. Faults name file, line and column. Paths of
 * documents are relative to the folder of the file. */
int floor_config_load(const char *path, struct floor_config **out, struct cr_err *err);
void floor_config_free(struct floor_config *config);

const char *floor_config_name(const struct floor_config *config);
/* The printers to which papers go without being asked for. They belong to the machine that the
 * manager runs on, so they are read at every start and are not in the log. */
const struct print_targets *floor_config_printers(const struct floor_config *config);
const struct floor_limits *floor_config_limits(const struct floor_config *config);

/* The i-th request, with the line of the file it comes from; NULL past the last. */
const struct floor_event *floor_config_request(const struct floor_config *config, size_t i,
                                               unsigned *line);
/* Copies the i-th request for use at that time: thresholds take effect at now_ms. */
void floor_config_fill(const struct floor_config *config, size_t i, int64_t now_ms,
                       struct floor_event *out);

/* Tries the requests on a floor in memory, so that whatever a manager would refuse is refused here,
 * with file and line, before a store is touched. */
int floor_config_try(const struct floor_config *config, const char *path, int64_t now_ms,
                     struct cr_err *err);

/* Calls differs() with a sentence for each difference between the file and the floor in force.
 * Returns the number of differences. */
typedef void floor_config_differs_fn(void *context, unsigned line, const char *text);
size_t floor_config_compare(const struct floor_config *config, const struct floor *f,
                            int64_t now_ms, floor_config_differs_fn *differs, void *context);
