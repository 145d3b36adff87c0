/* Fuzz target: any bytes as a floor file. Only names of shipped documents are accepted, and no
 * other files are opened. An accepted file gives requests that can be written to the log. */
#define _DEFAULT_SOURCE /* mkdtemp */

#include "base/check.h"
#include "service/manager/floor_config.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char folder[64], path[80];

static void leave(void)
{
    unlink(path);
    rmdir(folder);
}

static void enter(void)
{
    strcpy(folder, "/dev/shm/fuzz-floor-XXXXXX");
    if (mkdtemp(folder) == NULL)
        CHECK(mkdtemp(strcpy(folder, "/tmp/fuzz-floor-XXXXXX")) != NULL);
    snprintf(path, sizeof(path), "%s/floor", folder);
    atexit(leave);
}

static void check_requests(const struct floor_config *config)
{
    static struct floor_event e;
    static char text[EVENT_TEXT_ROOM(FLOOR_TEXT_MAX)];
    unsigned line = 0;
    for (size_t i = 0; floor_config_request(config, i, &line) != NULL; i++) {
        struct cr_err err = {0};
        CHECK(line > 0);
        floor_config_fill(config, i, 1, &e);
        if (event_check_given(&e, &err) != 0)
            continue; /* floor_config_try reports this with file and line */
        e.seq = 1;
        e.time_ms = 1;
        CHECK(event_encode(&e, text, sizeof(text)) > 0);
    }
    CHECK(floor_config_name(config)[0] != '\0');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct floor_config *config = NULL;
    struct cr_err err = {0};
    if (path[0] == '\0')
        enter();
    if (memchr(data, '/', size) != NULL)
        return 0;
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL && fwrite(data, 1, size, file) == size && fclose(file) == 0);
    if (floor_config_load(path, &config, &err) != 0) {
        CHECK(err.text[0] != '\0' && memchr(err.text, '\0', sizeof(err.text)) != NULL);
        return 0;
    }
    check_requests(config);
    floor_config_free(config);
    return 0;
}
