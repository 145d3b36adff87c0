/* croupier completion: scripts for shells, from the table of subcommands and the shipped files. */
#include "app/cli.h"

#include <croupier/rules.h>

#include <stdio.h>
#include <string.h>

/* Everything that can follow a command, separated by blanks. */
static void write_words(const struct cli_command *c)
{
    if (c->words)
        printf("%s ", c->words);
    for (const char *line = c->options; *line;) {
        size_t len = strcspn(line, "\n");
        printf("%.*s ", (int)strcspn(line, " \n"), line);
        line += len + (line[len] == '\n');
    }
    const struct cr_shipped *file;
    for (size_t i = 0; (file = cr_shipped_at(i)); i++)
        if (file->is_progressive ? c->takes_progressive : c->takes_rules)
            printf("%s ", file->name);
    fputs("--help", stdout);
}

static void write_names(void)
{
    for (const struct cli_command *c = cli_commands; c->name; c++)
        printf("%s ", c->name);
    fputs("help --help --version", stdout);
}

static void write_bash(void)
{
    fputs("_croupier() {\n    local words cur=${COMP_WORDS[COMP_CWORD]}\n"
          "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        words='",
          stdout);
    write_names();
    fputs("'\n    else\n        case ${COMP_WORDS[1]} in\n", stdout);
    for (const struct cli_command *c = cli_commands; c->name; c++) {
        printf("        %s) words='", c->name);
        write_words(c);
        fputs("' ;;\n", stdout);
    }
    fputs("        *) words='' ;;\n        esac\n    fi\n"
          "    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\") $(compgen -f -- \"$cur\"))\n}\n"
          "complete -o filenames -F _croupier croupier\n",
          stdout);
}

static void write_zsh(void)
{
    fputs("#compdef croupier\n_croupier() {\n    if (( CURRENT == 2 )); then\n        compadd ",
          stdout);
    write_names();
    fputs("\n        return\n    fi\n    case ${words[2]} in\n", stdout);
    for (const struct cli_command *c = cli_commands; c->name; c++) {
        printf("    %s) compadd -- ", c->name);
        write_words(c);
        fputs(" ;;\n", stdout);
    }
    fputs("    esac\n    _files\n}\ncompdef _croupier croupier\n", stdout);
}

static void write_fish(void)
{
    for (const struct cli_command *c = cli_commands; c->name; c++) {
        printf("complete -c croupier -n __fish_use_subcommand -a %s -d '", c->name);
        for (const char *at = c->summary; *at; at++)
            fputs(*at == '\'' ? "\\'" : (char[]){*at, 0}, stdout);
        printf("'\ncomplete -c croupier -n '__fish_seen_subcommand_from %s' -a '", c->name);
        write_words(c);
        fputs("'\n", stdout);
    }
}

int cmd_completion(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*write)(void);
    } shells[] = {{"bash", write_bash}, {"zsh", write_zsh}, {"fish", write_fish}};
    if (argc != 2)
        return cli_usage("completion", "name one shell: bash, zsh or fish");
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++) {
        if (strcmp(shells[i].name, argv[1]) == 0) {
            shells[i].write();
            return cli_finish("completion", CLI_OK);
        }
    }
    return cli_usage("completion", "unknown shell '%s'; bash, zsh or fish", argv[1]);
}
