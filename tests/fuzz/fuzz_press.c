/* Fuzz target: any bytes as a press on the dealer's screen, and as a line at the console. An
 * accepted one is a command of the list with terminated texts. */
#include "base/check.h"
#include "service/controller/command.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_command(const struct command *c)
{
    CHECK(c->kind < COMMAND_KINDS);
    CHECK(command_find(command_word(c->kind), strlen(command_word(c->kind))) == c->kind);
    CHECK(memchr(c->tender, '\0', sizeof(c->tender)) && memchr(c->user, '\0', sizeof(c->user)));
    CHECK(c->seat <= CR_SEATS && c->to <= CR_SEATS && c->amount.micro >= 0);
    if (command_needs(c->kind) & PART_SEAT)
        CHECK(c->seat >= 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct command command;
    struct cr_err err = {0};
    char line[4096];
    if (command_read_json((const char *)data, size, &command, &err) == 0)
        check_command(&command);
    else
        CHECK(err.text[0] != '\0');
    if (size >= sizeof(line))
        return 0;
    memcpy(line, data, size);
    line[size] = '\0';
    memset(&err, 0, sizeof(err));
    if (command_read_line(line, &command, &err) == 0)
        check_command(&command);
    else
        CHECK(err.text[0] != '\0');
    return 0;
}
