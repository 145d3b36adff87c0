/* Prints help on the terminal, from the table of subcommands. */
#include "app/cli.h"

#include <inttypes.h>
#include <string.h>

#define HELP_WIDTH  78 /* of paragraphs */
#define ROW_WIDTH   94 /* of the lines of options */
#define TEXT_COLUMN 22
#define LIMIT_SHOWN 999999 /* larger limits are not shown */

static size_t columns_of(const char *word, size_t len)
{
    size_t columns = 0;
    for (size_t i = 0; i < len; i++)
        columns += ((unsigned char)word[i] & 0xc0) != 0x80; /* the first byte of a character */
    return columns;
}

/* Prints words from a column on, wrapped at the width. Lines after the first begin at the
 * indent. */
static void fold(FILE *out, const char *words, size_t column, size_t indent, size_t width)
{
    bool is_first = true;
    while (*words) {
        const size_t len = strcspn(words, " "), columns = columns_of(words, len);
        if (!is_first && column + 1 + columns > width) {
            fprintf(out, "\n%*s", (int)indent, "");
            column = indent;
            is_first = true;
        }
        fprintf(out, "%s%.*s", is_first ? "" : " ", (int)len, words);
        column += columns + !is_first;
        is_first = false;
        words += len + strspn(words + len, " ");
    }
    fputc('\n', out);
}

void help_overview(FILE *out)
{
    fputs("croupier: casino poker tables with progressive jackpots\n\n"
          "usage: croupier COMMAND [argument…]\n\n",
          out);
    for (const struct cli_command *c = cli_commands; c->name; c++)
        fprintf(out, "  %-11s %s\n", c->name, c->summary);
    fputs("\ncroupier COMMAND --help tells more; croupier --version the version.\n"
          "Exit status: 0 done, 1 the input was rejected or a check failed, 2 wrong usage.\n",
          out);
}

void help_row_text(const struct option *o, struct text *out)
{
    text_add(out, o->text);
    if (o->kind == &option_count && o->most <= LIMIT_SHOWN)
        text_add_format(out, ", %" PRIu64 " to %" PRIu64, o->least, o->most);
    if (o->preset || o->otherwise)
        text_add_format(out, " (%s)", o->preset ? o->preset : o->otherwise);
}

static void write_row(FILE *out, const struct option *o)
{
    char room[HELP_TEXT_MAX];
    struct text t = text_in(room, sizeof(room));
    help_row_text(o, &t);
    const char *value = o->value ? o->value : "";
    size_t column = 3 + strlen(o->name) + (value[0] != '\0') + columns_of(value, strlen(value));
    fprintf(out, "  %s%s%s ", o->name, value[0] ? " " : "", value);
    for (; column < TEXT_COLUMN; column++)
        fputc(' ', out);
    fold(out, room, column, TEXT_COLUMN, ROW_WIDTH);
}

void help_command(FILE *out, const struct cli_command *command)
{
    struct option_walk w = options_walk(command->runner->options);
    bool is_first = true;
    fprintf(out, "usage: croupier %s%s%s\n\n%c%s.\n", command->name, command->usage[0] ? " " : "",
            command->usage, command->summary[0] - 'a' + 'A', command->summary + 1);
    while (options_next(&w)) {
        if (!option_is_named(w.option))
            continue;
        if (is_first)
            fputc('\n', out);
        is_first = false;
        write_row(out, w.option);
    }
    if (command->details[0]) {
        fputc('\n', out);
        fold(out, command->details, 0, 0, HELP_WIDTH);
    }
}
