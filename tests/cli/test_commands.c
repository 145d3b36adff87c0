/* Every option of every command: it is in the help, the manual page and the completions, its value
 * may follow an equals sign or be the next word, and the tables of options are consistent. */
#include "app/cli.h"
#include "app/shared_options.h"
#include "base/text.h"
#include "service/client/store_address.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

int croupier_main(int argc, char **argv); /* renamed main(), see meson.build */

#define SAID_MAX (512 * 1024)

/* What the program writes when it is called with these words; valid until the next call. */
static const char *said(char **words, int count)
{
    static char room[SAID_MAX];
    FILE *file = tmpfile();
    const int old = dup(STDOUT_FILENO);
    assert_non_null(file);
    fflush(stdout);
    dup2(fileno(file), STDOUT_FILENO);
    const int status = croupier_main(count, words);
    fflush(stdout);
    dup2(old, STDOUT_FILENO);
    close(old);
    rewind(file);
    const size_t len = fread(room, 1, sizeof(room) - 1, file);
    fclose(file);
    assert_int_equal(status, CLI_OK);
    assert_true(len < sizeof(room) - 1);
    room[len] = '\0';
    return room;
}

/* Whether the text contains the word as a whole. */
static bool has_word(const char *text, const char *word)
{
    const size_t len = strlen(word);
    for (const char *at = text; (at = strstr(at, word)); at += len)
        if ((at == text || !strchr("abcdefghijklmnopqrstuvwxyz-", at[-1])) &&
            !strchr("abcdefghijklmnopqrstuvwxyz-", at[len]))
            return true;
    return false;
}

static void every_option_is_in_help(void **state)
{
    (void)state;
    for (const struct cli_command *c = cli_commands; c->name; c++) {
        const char *help = said((char *[]){"croupier", (char *)c->name, "--help"}, 3);
        struct option_walk w = options_walk(c->runner->options);
        assert_non_null(strstr(help, c->usage));
        while (options_next(&w)) {
            char line[128];
            if (!option_is_named(w.option))
                continue;
            snprintf(line, sizeof(line), "\n  %s%s%s ", w.option->name, w.option->value ? " " : "",
                     w.option->value ? w.option->value : "");
            if (!strstr(help, line))
                fail_msg("%s: no %s in its help", c->name, w.option->name);
            if (w.option->preset && !strstr(help, w.option->preset))
                fail_msg("%s: the preset of %s is not in its help", c->name, w.option->name);
        }
    }
}

static void every_option_is_in_the_manual_page(void **state)
{
    (void)state;
    char *page = strdup(said((char *[]){"croupier", "man"}, 2));
    assert_non_null(page);
    for (const struct cli_command *c = cli_commands; c->name; c++) {
        char name[96];
        struct option_walk w = options_walk(c->runner->options);
        snprintf(name, sizeof(name), "\n.SS croupier %s", c->name);
        const char *section = strstr(page, name);
        assert_non_null(section);
        const char *end = strstr(section + 1, "\n.S");
        while (options_next(&w)) {
            struct text t;
            if (!option_is_named(w.option))
                continue;
            text_init(&t, name, sizeof(name));
            text_add(&t, "\n.B ");
            for (const char *at = w.option->name; *at; at++)
                text_add(&t, *at == '-' ? "\\-" : (char[2]){*at, '\0'});
            text_add(&t, w.option->value ? " " : "\n");
            const char *at = strstr(section, name);
            if (!at || at > end)
                fail_msg("%s: no %s in the manual page", c->name, w.option->name);
        }
    }
    free(page);
}

/* The first line of a script that begins with this text. */
static const char *line_of(const char *script, const char *begin, char line[8192])
{
    const char *at = strstr(script, begin);
    snprintf(line, 8192, "%.*s", at ? (int)strcspn(at, "\n") : 0, at ? at : "");
    return line;
}

static void every_option_is_in_the_completions(void **state)
{
    static char *const shells[] = {"bash", "zsh"};
    char begin[128], line[8192];
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        const char *script = said((char *[]){"croupier", "completion", shells[i]}, 3);
        for (const struct cli_command *c = cli_commands; c->name; c++) {
            struct option_walk w = options_walk(c->runner->options);
            while (options_next(&w)) {
                snprintf(begin, sizeof(begin), "    '%s '*) ", c->name);
                if (option_is_named(w.option) &&
                    !has_word(line_of(script, begin, line), w.option->name))
                    fail_msg("%s: no %s for %s", c->name, w.option->name, shells[i]);
                if (w.option->value)
                    snprintf(begin, sizeof(begin), "    '%s %s') ", c->name, w.option->name);
                if (w.option->words && !strstr(line_of(script, begin, line), w.option->words))
                    fail_msg("%s %s: no '%s' for %s", c->name, w.option->name, w.option->words,
                             shells[i]);
            }
        }
    }
}

static void every_option_is_offered_by_fish(void **state)
{
    char begin[160];
    (void)state;
    const char *script = said((char *[]){"croupier", "completion", "fish"}, 3);
    for (const struct cli_command *c = cli_commands; c->name; c++) {
        struct option_walk w = options_walk(c->runner->options);
        while (options_next(&w)) {
            snprintf(begin, sizeof(begin), "'__fish_seen_subcommand_from %s' -l %s ", c->name,
                     w.option->name + 2);
            if (option_is_named(w.option) && !strstr(script, begin))
                fail_msg("%s: no %s for fish", c->name, w.option->name);
        }
    }
}

/* A value that this option accepts. */
static const char *sample_of(const struct option *o, char room[64])
{
    size_t len;
    const char *list = o->words;
    const char *word = option_words_next(&list, &len);
    if (o->preset)
        return o->preset;
    if (o->kind == &option_count)
        snprintf(room, 64, "%llu", (unsigned long long)o->most);
    else if (o->kind == &option_choice || o->kind == &option_word)
        snprintf(room, 64, "%.*s", (int)len, word);
    else
        snprintf(room, 64, "%s",
                 o->kind == &option_money            ? "12.50"
                 : o->kind == &option_time           ? "-2h"
                 : o->kind == &kind_seats            ? "2,5"
                 : o->kind == &kind_address          ? "10.0.0.1:80"
                 : o->kind == &kind_part             ? "0.05"
                 : strcmp(o->value, "RATIO") == 0    ? "1/2"
                 : strcmp(o->value, "SEQ:HASH") == 0 ? ""
                                                     : "a-1");
    return room;
}

/* Reads one option alone; its value is joined to the word or follows it. Errors about the call as a
 * whole, such as a missing argument, are ignored here. */
static void read_one(const struct cli_command *c, const struct option *o, char *word, char *value,
                     void *out, struct cr_err *err)
{
    struct options_call call;
    char *argv[] = {"command", word, value, NULL};
    memset(out, 0, c->runner->size);
    int rc = options_read(c->runner->options, value ? 3 : 2, argv, out, &call, err);
    if (!options_given(&call, o->name))
        fail_msg("%s: %s was not taken: %s", c->name, word, err->text);
    const bool is_of_value = rc != CR_OK && strstr(err->text, ", not '");
    if (is_of_value)
        fail_msg("%s: %s", c->name, err->text);
}

static void a_value_may_follow_an_equals_sign(void **state)
{
    (void)state;
    for (const struct cli_command *c = cli_commands; c->name; c++) {
        struct option_walk w = options_walk(c->runner->options);
        char *apart = malloc(c->runner->size + 1), *joined = malloc(c->runner->size + 1);
        assert_true(apart && joined);
        while (options_next(&w)) {
            char room[64], word[128], value[64];
            struct cr_err one = {0}, other = {0};
            if (!w.option->value)
                continue;
            snprintf(value, sizeof(value), "%s", sample_of(w.option, room));
            if (value[0] == '\0')
                continue;
            snprintf(word, sizeof(word), "%s=%s", w.option->name, value);
            read_one(c, w.option, (char *)w.option->name, value, apart, &one);
            read_one(c, w.option, word, NULL, joined, &other);
            assert_string_equal(one.text, other.text);
            const bool is_text = w.option->kind != &option_count &&
                                 w.option->kind != &option_money &&
                                 w.option->kind != &option_choice && w.option->kind != &kind_seats;
            if (is_text && w.option->kind != &kind_part && strcmp(w.option->value, "RATIO") != 0 &&
                strcmp(w.option->value, "MINUTES") != 0)
                assert_string_equal(*(char **)(void *)(apart + w.place),
                                    *(char **)(void *)(joined + w.place));
            else
                assert_memory_equal(apart + w.place, joined + w.place, sizeof(unsigned));
        }
        free(apart);
        free(joined);
    }
}

/* Mistakes that a writer of tables of options could make. */
static void tables_are_sound(void **state)
{
    (void)state;
    for (const struct cli_command *c = cli_commands; c->name; c++) {
        struct option_walk w = options_walk(c->runner->options), other;
        while (options_next(&w)) {
            const struct option *o = w.option;
            assert_true(w.index < OPTIONS_MAX);
            assert_true(w.place < c->runner->size);
            assert_non_null(o->kind);
            assert_true(!option_is_named(o) || (o->text && o->text[0]));
            assert_true((o->kind == &option_flag || !option_is_named(o)) == (o->value == NULL));
            assert_true(o->kind != &option_count || o->least < o->most);
            bool is_needed_there = o->needs == NULL;
            other = options_walk(c->runner->options);
            while (options_next(&other)) {
                if (other.index != w.index && strcmp(other.option->name, o->name) == 0)
                    fail_msg("%s: %s is in its table twice", c->name, o->name);
                is_needed_there |= o->needs && strcmp(other.option->name, o->needs) == 0;
            }
            assert_true(is_needed_there);
        }
    }
}

/* An address is printed and written to the journal; what libpq takes for a password is not. */
static void passwords_of_addresses_are_covered(void **state)
{
    static const struct {
        const char *address, *shown;
    } rows[] = {
        {"sqlite:a:b@c.db", "sqlite:a:b@c.db"},
        {"postgresql://h/db", "postgresql://h/db"},
        {"postgresql://h:5432/db?user=a@b", "postgresql://h:5432/db?user=a@b"},
        {"postgresql://u@h/db", "postgresql://u@h/db"},
        {"postgresql://u:pw@h/db", "postgresql://u:*@h/db"},
        {"postgres://u:p:w@h", "postgres://u:*@h"},
        {"postgresql://u:p?w@h/db?sslmode=require", "postgresql://u:*@h/db?sslmode=require"},
        {"postgresql://h/db?password=p?w&x=1", "postgresql://h/db?password=*&x=1"},
    };
    char shown[ADDRESS_TEXT_MAX];
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_string_equal(address_show(rows[i].address, shown), rows[i].shown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_option_is_in_help),
        cmocka_unit_test(every_option_is_in_the_manual_page),
        cmocka_unit_test(every_option_is_in_the_completions),
        cmocka_unit_test(every_option_is_offered_by_fish),
        cmocka_unit_test(a_value_may_follow_an_equals_sign),
        cmocka_unit_test(tables_are_sound),
        cmocka_unit_test(passwords_of_addresses_are_covered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
