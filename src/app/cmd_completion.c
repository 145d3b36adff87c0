/* croupier completion: writes completion scripts for shells, from the table of subcommands and the
 * list of shipped files. */
#include "app/shared_options.h"

#include <croupier/rules.h>

/* Writes the possible values of an option, each followed by a blank. */
static void write_offers(const struct option *o)
{
    const struct cr_shipped *file;
    if (o->words)
        printf("%s ", o->words);
    for (size_t i = 0; (file = cr_shipped_at(i)); i++)
        if (kind_offers_shipped(o->kind, file->is_progressive))
            printf("%s ", file->name);
}

/* Writes what can follow a command where no option needs a value. */
static void write_words(const struct cli_command *c)
{
    struct option_walk w = options_walk(c->runner->options);
    while (options_next(&w)) {
        if (option_is_named(w.option))
            printf("%s ", w.option->name);
        else
            write_offers(w.option);
    }
    fputs("--help", stdout);
}

/* What the arguments of a command can be: words, files or folders. */
static enum option_offer offer_of(const struct cli_command *c)
{
    struct option_walk w = options_walk(c->runner->options);
    while (options_next(&w))
        if (!option_is_named(w.option) && w.option->kind->offer != OPTION_OFFERS_WORDS)
            return w.option->kind->offer;
    return OPTION_OFFERS_WORDS;
}

static void write_names(void)
{
    for (const struct cli_command *c = cli_commands; c->name; c++)
        printf("%s ", c->name);
    fputs("help --help --version", stdout);
}

/* ---- bash and zsh: by the command and the word before ---- */

/* The text around a case of the script: its end depends on whether words, files or folders are
 * offered. */
struct script {
    const char *begin, *end[3];
};

static void write_cases(const struct script *s)
{
    for (const struct cli_command *c = cli_commands; c->name; c++) {
        struct option_walk w = options_walk(c->runner->options);
        while (options_next(&w)) {
            if (!w.option->value)
                continue;
            printf("    '%s %s') %s", c->name, w.option->name, s->begin);
            write_offers(w.option);
            printf("%s\n", s->end[w.option->kind->offer]);
        }
        printf("    '%s '*) %s", c->name, s->begin);
        write_words(c);
        printf("%s\n", s->end[offer_of(c)]);
    }
}

static void write_bash(void)
{
    static const struct script script = {"words='",
                                         {[OPTION_OFFERS_WORDS] = "' ;;",
                                          [OPTION_OFFERS_FILES] = "' files=-f ;;",
                                          [OPTION_OFFERS_FOLDERS] = "' files=-d ;;"}};
    fputs("_croupier() {\n"
          "    local words='' files='' last=1\n"
          "    local cur=${COMP_WORDS[COMP_CWORD]}\n"
          "    # An equals sign between option and value is a word of its own.\n"
          "    [ \"$cur\" = = ] && cur=''\n"
          "    [ \"${COMP_WORDS[COMP_CWORD-1]}\" = = ] && last=2\n"
          "    case \"${COMP_WORDS[1]} ${COMP_WORDS[COMP_CWORD-last]}\" in\n",
          stdout);
    write_cases(&script);
    fputs("    esac\n    [ \"$COMP_CWORD\" -eq 1 ] && files='' words='", stdout);
    write_names();
    fputs("'\n"
          "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\"\n"
          "        [ -z \"$files\" ] || compgen \"$files\" -- \"$cur\")\n"
          "}\n"
          "complete -o filenames -F _croupier croupier\n",
          stdout);
}

static void write_zsh(void)
{
    static const struct script script = {"compadd -- ",
                                         {[OPTION_OFFERS_WORDS] = ";;",
                                          [OPTION_OFFERS_FILES] = "; _files ;;",
                                          [OPTION_OFFERS_FOLDERS] = "; _files -/ ;;"}};
    fputs("#compdef croupier\n_croupier() {\n    if (( CURRENT == 2 )); then\n        compadd -- ",
          stdout);
    write_names();
    fputs("\n        return\n    fi\n"
          "    # Before the equals sign of --option=value is the option.\n"
          "    local last=${words[CURRENT-1]}\n"
          "    if compset -P '--*='; then last=${IPREFIX%=}; fi\n"
          "    case \"${words[2]} $last\" in\n",
          stdout);
    write_cases(&script);
    fputs("    esac\n}\ncompdef _croupier croupier\n", stdout);
}

/* ---- fish: a line for each option ---- */

static void write_quoted(const char *text)
{
    for (const char *at = text; *at; at++)
        fputs(*at == '\'' ? "\\'" : (char[]){*at, 0}, stdout);
}

static void write_fish_option(const struct cli_command *c, const struct option *o)
{
    printf("complete -c croupier -n '__fish_seen_subcommand_from %s' -l %s", c->name, o->name + 2);
    if (o->value) {
        fputs(o->kind->offer == OPTION_OFFERS_WORDS ? " -x -a '" : " -r -F -a '", stdout);
        write_offers(o);
        putchar('\'');
    }
    fputs(" -d '", stdout);
    write_quoted(o->text);
    fputs("'\n", stdout);
}

static void write_fish(void)
{
    for (const struct cli_command *c = cli_commands; c->name; c++) {
        struct option_walk w = options_walk(c->runner->options);
        printf("complete -c croupier -n __fish_use_subcommand -a %s -d '", c->name);
        write_quoted(c->summary);
        printf("'\ncomplete -c croupier -n '__fish_seen_subcommand_from %s'%s -a '", c->name,
               offer_of(c) == OPTION_OFFERS_WORDS ? " -f" : "");
        while (options_next(&w))
            if (!option_is_named(w.option))
                write_offers(w.option);
        fputs("'\n", stdout);
        w = options_walk(c->runner->options);
        while (options_next(&w))
            if (option_is_named(w.option))
                write_fish_option(c, w.option);
    }
}

/* ---- The command ---- */

struct completion_options {
    unsigned shell;
};

static const struct option options[] = {
    {"SHELL", OPTION_CHOICE(struct completion_options, shell, "bash zsh fish"),
     .missing = "name one shell: bash, zsh or fish"},
    OPTION_END,
};

static int run(const struct cli_call *call)
{
    static void (*const write[])(void) = {write_bash, write_zsh, write_fish};
    const struct completion_options *o = call->options;
    write[o->shell]();
    return CLI_OK;
}

const struct cli_runner runner_completion = {options, sizeof(struct completion_options), run};
