/* Command lines read by a table of options: every kind of value at its limits, and the messages for
 * command lines that are wrong. */
#include "base/options.h"
#include "base/spelling.h"
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define WORDS_MAX 16

struct inner {
    const char *key;
};

struct taken {
    const char *text, *file, *when, *word, *first, *second;
    bool flag, other;
    uint64_t count, seed, preset;
    struct cr_money money, any_money;
    unsigned choice, list_count;
    const char *list[2];
    struct inner inner;
    struct option_words rest;
};

static const struct option inner_table[] = {
    {"--key", "KEY", "shared", OPTION_TEXT(struct inner, key)},
    OPTION_END,
};

static const struct option table[] = {
    {"FIRST", OPTION_TEXT(struct taken, first), .missing = "FIRST is missing"},
    {"SECOND", OPTION_TEXT(struct taken, second)},
    {"--text", "TEXT", "any text", OPTION_TEXT(struct taken, text)},
    {"--once", "TEXT", "any text, once", OPTION_TEXT(struct taken, text), .once = true},
    {"--file", "FILE", "a file", OPTION_FILE(struct taken, file)},
    {"--when", "TIME", "a time", OPTION_TIME(struct taken, when)},
    {"--flag", NULL, "a flag", OPTION_FLAG(struct taken, flag), .one_of = 1},
    {"--other", NULL, "another flag", OPTION_FLAG(struct taken, other), .one_of = 1 | 2},
    {"--no-advice", NULL, "a third", OPTION_FLAG(struct taken, other), .one_of = 2},
    {"--third", NULL, "a fourth", OPTION_FLAG(struct taken, other), .one_of = 2},
    {"--count", "N", "a number", OPTION_COUNT(struct taken, count, 3, 40)},
    {"--seed", "N", "a large number", OPTION_COUNT(struct taken, seed, 0, UINT64_MAX)},
    {"--preset", "N", "a preset", OPTION_COUNT(struct taken, preset, 0, 9), .preset = "7"},
    {"--money", "MONEY", "an amount", OPTION_MONEY(struct taken, money, 1), .preset = "5.00"},
    {"--any-money", "MONEY", "zero too", OPTION_MONEY(struct taken, any_money, 0)},
    {"--choice", "WORD", "one of three", OPTION_CHOICE(struct taken, choice, "one two three"),
     .preset = "two"},
    {"--word", "WORD", "one of two", OPTION_WORD(struct taken, word, "bash zsh")},
    {"--list", "TEXT", "several times",
     OPTION_LIST_OF(&option_text, struct taken, list, list_count)},
    {"--needy", "TEXT", "not alone", OPTION_TEXT(struct taken, text), .needs = "--count"},
    OPTION_SHARED(inner_table, struct inner, struct taken, inner),
    OPTION_END,
};

/* ---- Reading command lines ---- */

static struct taken taken;
static struct options_call call;
static struct cr_err err;

/* Reads the words of a command line, which are separated by '|'. */
static int read_by(const struct option *by, const char *words)
{
    static char room[4096];
    char *argv[WORDS_MAX + 1] = {"command"};
    int argc = 1;
    snprintf(room, sizeof(room), "%s", words);
    for (char *at = words[0] ? room : NULL; at; argc++) {
        char *end = strchr(at, '|');
        assert_true(argc < WORDS_MAX);
        argv[argc] = at;
        if (end)
            *end = '\0';
        at = end ? end + 1 : NULL;
    }
    memset(&taken, 0, sizeof(taken));
    memset(&err, 0, sizeof(err));
    return options_read(by, argc, argv, &taken, &call, &err);
}

static void takes(const char *words)
{
    if (read_by(table, words) != CR_OK)
        fail_msg("%s: %s", words, err.text);
}

static void refuses(const char *words, const char *sentence)
{
    assert_int_equal(read_by(table, words), CR_E_INPUT);
    assert_string_equal(err.text, sentence);
}

/* ---- Words of a command line ---- */

static void both_spellings_are_the_same(void **state)
{
    (void)state;
    takes("a|--text|v|--count|3|--money|1.25|--choice|three");
    const struct taken apart = taken;
    takes("a|--text=v|--count=3|--money=1.25|--choice=three");
    assert_string_equal(apart.text, taken.text);
    assert_int_equal(apart.count, taken.count);
    assert_int_equal(apart.money.micro, taken.money.micro);
    assert_int_equal(apart.choice, taken.choice);
    takes("a|--text=with=equals=signs");
    assert_string_equal(taken.text, "with=equals=signs");
}

static void values_may_look_like_options(void **state)
{
    (void)state;
    takes("a|--when|-2h|--text|--flag");
    assert_string_equal(taken.when, "-2h");
    assert_string_equal(taken.text, "--flag");
    assert_false(taken.flag);
    refuses("a|--count|-1", "--count takes a whole number from 3 to 40, not '-1'");
}

static void dashes_end_the_options(void **state)
{
    (void)state;
    takes("--flag|--|--text|--");
    assert_true(taken.flag);
    assert_string_equal(taken.first, "--text");
    assert_string_equal(taken.second, "--");
    takes("-|--");
    assert_string_equal(taken.first, "-");
    assert_null(taken.second);
}

static void arguments_are_counted(void **state)
{
    (void)state;
    takes("a|--flag|b");
    assert_string_equal(taken.first, "a");
    assert_string_equal(taken.second, "b");
    refuses("", "FIRST is missing");
    refuses("--flag", "FIRST is missing");
    refuses("a|b|c", "'c' is one argument too many");
    refuses("a|b||", "'' is one argument too many");
}

static void the_last_one_counts(void **state)
{
    (void)state;
    takes("a|--text|one|--text=two|--flag|--flag");
    assert_string_equal(taken.text, "two");
    refuses("a|--once|x|--once=x", "--once is there twice");
}

static void lists_have_an_end(void **state)
{
    (void)state;
    takes("a");
    assert_int_equal(taken.list_count, 0);
    takes("a|--list|x|--list=y");
    assert_int_equal(taken.list_count, 2);
    assert_string_equal(taken.list[0], "x");
    assert_string_equal(taken.list[1], "y");
    refuses("a|--list|x|--list|y|--list|z", "--list can be given 2 times at most");
}

static void the_rest_is_as_long_as_it_is(void **state)
{
    static const struct option rest[] = {
        {"FIRST", OPTION_TEXT(struct taken, first)},
        {"REST", OPTION_REST(&option_text, struct taken, rest), .takes_dash = true},
        {"--flag", NULL, "a flag", OPTION_FLAG(struct taken, flag)},
        {"--text", "TEXT", "a text", OPTION_TEXT(struct taken, text)},
        OPTION_END,
    };
    (void)state;
    assert_int_equal(read_by(rest, "a|--flag|b|--text|t|-c|d|--|--flag"), CR_OK);
    assert_string_equal(taken.first, "a");
    assert_string_equal(taken.text, "t");
    assert_int_equal(taken.rest.count, 4);
    assert_string_equal(taken.rest.words[0], "b");
    assert_string_equal(taken.rest.words[1], "-c");
    assert_string_equal(taken.rest.words[2], "d");
    assert_string_equal(taken.rest.words[3], "--flag");
    assert_int_equal(read_by(rest, "a|--wrong"), CR_E_INPUT);
    assert_int_equal(read_by(rest, ""), CR_OK);
    assert_int_equal(taken.rest.count, 0);
}

static void faults_of_spelling_are_guessed_at(void **state)
{
    char long_name[600];
    (void)state;
    refuses("a|--txt|x", "unknown option '--txt'; did you mean --text?");
    refuses("a|-text|x", "unknown option '-text'; did you mean --text?");
    refuses("a|--coutn=3", "unknown option '--coutn'; did you mean --count?");
    refuses("a|--any", "unknown option '--any'; did you mean --any-money?");
    refuses("a|--bogus", "unknown option '--bogus'");
    refuses("a|--no-flag", "unknown option '--no-flag'");
    refuses("a|---", "unknown option '---'");
    refuses("a|--=x", "unknown option '--'");
    snprintf(long_name, sizeof(long_name), "a|--%0500d", 7);
    assert_int_equal(read_by(table, long_name), CR_E_INPUT);
    assert_true(strlen(err.text) < 200);
}

static void a_missing_value_is_named(void **state)
{
    (void)state;
    refuses("a|--text", "--text takes a value: --text TEXT");
    refuses("a|--flag=1", "--flag takes no value; leave away '=1'");
    refuses("a|--flag=", "--flag takes no value; leave away '='");
}

/* ---- Kinds of values ---- */

static void counts_have_limits(void **state)
{
    char words[700];
    (void)state;
    takes("a|--count|3|--seed|0");
    assert_int_equal(taken.count, 3);
    takes("a|--count=40|--seed=18446744073709551615");
    assert_int_equal(taken.count, 40);
    assert_true(taken.seed == UINT64_MAX);
    refuses("a|--count|2", "--count takes a whole number from 3 to 40, not '2'");
    refuses("a|--count|41", "--count takes a whole number from 3 to 40, not '41'");
    refuses("a|--count|", "--count takes a whole number from 3 to 40, not ''");
    refuses("a|--count=", "--count takes a whole number from 3 to 40, not ''");
    refuses("a|--count|3.0", "--count takes a whole number from 3 to 40, not '3.0'");
    refuses("a|--count| 3", "--count takes a whole number from 3 to 40, not ' 3'");
    refuses("a|--count|+3", "--count takes a whole number from 3 to 40, not '+3'");
    refuses("a|--seed|x", "--seed takes a whole number from 0 to 18446744073709551615, not 'x'");
    refuses("a|--seed|18446744073709551616",
            "--seed takes a whole number from 0 to 18446744073709551615, not "
            "'18446744073709551616'");
    snprintf(words, sizeof(words), "a|--seed|1%0600d", 0);
    assert_int_equal(read_by(table, words), CR_E_INPUT);
    assert_non_null(strstr(err.text, "--seed takes a whole number"));
}

static void amounts_have_limits(void **state)
{
    (void)state;
    takes("a|--money|0.01|--any-money|0");
    assert_int_equal(taken.money.micro, 10000);
    assert_int_equal(taken.any_money.micro, 0);
    takes("a|--money|1000000000.00");
    assert_int_equal(taken.money.micro, CR_MONEY_INPUT_MAX_MICRO);
    refuses("a|--money|0.00", "--money takes an amount above zero, not '0.00'");
    static const char *const wrong[] = {"", "x", "-1", "1.234", "1000000001", "1e3"};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        char words[64], begin[96];
        snprintf(words, sizeof(words), "a|--money|%s", wrong[i]);
        snprintf(begin, sizeof(begin),
                 "--money takes an amount, as 10 or 10.00, not '%s': ", wrong[i]);
        assert_int_equal(read_by(table, words), CR_E_INPUT);
        assert_int_equal(strncmp(err.text, begin, strlen(begin)), 0);
        assert_true(strlen(err.text) > strlen(begin));
    }
}

static void choices_are_words_of_the_list(void **state)
{
    (void)state;
    takes("a|--choice|one|--word|zsh");
    assert_int_equal(taken.choice, 0);
    assert_string_equal(taken.word, "zsh");
    takes("a|--choice=three");
    assert_int_equal(taken.choice, 2);
    refuses("a|--choice|thre",
            "--choice takes one, two or three, not 'thre'; did you mean 'three'?");
    refuses("a|--choice|", "--choice takes one, two or three, not ''");
    refuses("a|--choice|one two", "--choice takes one, two or three, not 'one two'");
    refuses("a|--word|tcsh", "--word takes bash or zsh, not 'tcsh'");
    static const struct option verbs[] = {
        {"ACTION", OPTION_CHOICE(struct taken, choice, "list show check"), .missing = "say which"},
        OPTION_END,
    };
    assert_int_equal(read_by(verbs, "sohw"), CR_E_INPUT);
    assert_string_equal(err.text, "'sohw' is none of list, show and check; did you mean 'show'?");
    assert_int_equal(read_by(verbs, ""), CR_E_INPUT);
    assert_string_equal(err.text, "say which");
}

static void times_and_files_are_looked_at(void **state)
{
    static const char *const times[] = {"2026-11-15", "2026-11-15T10:00",    "10:00", "now",
                                        "-90s",       "2026-11-15 10:00:30Z"};
    (void)state;
    for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
        char words[64];
        snprintf(words, sizeof(words), "a|--when|%s", times[i]);
        takes(words);
        assert_string_equal(taken.when, times[i]);
    }
    assert_int_equal(read_by(table, "a|--when|yesterday"), CR_E_INPUT);
    assert_int_equal(strncmp(err.text, "--when: ", 8), 0);
    assert_int_equal(read_by(table, "a|--when="), CR_E_INPUT);
    takes("a|--file|-|--text=");
    assert_string_equal(taken.file, "-");
    assert_string_equal(taken.text, "");
    refuses("a|--file=", "--file is empty; it takes the name of a file or folder");
}

/* ---- The command line as a whole ---- */

static void presets_stand_until_something_is_given(void **state)
{
    (void)state;
    takes("a");
    assert_int_equal(taken.preset, 7);
    assert_int_equal(taken.money.micro, 5000000);
    assert_int_equal(taken.choice, 1);
    assert_false(options_given(&call, "--preset"));
    takes("a|--preset|7|--flag");
    assert_true(options_given(&call, "--preset"));
    assert_true(options_given(&call, "--flag"));
    assert_true(options_given(&call, "FIRST"));
    assert_false(options_given(&call, "SECOND"));
    assert_false(options_given(&call, "--key"));
}

static void some_exclude_each_other(void **state)
{
    (void)state;
    refuses("a|--flag|--other", "one of --flag and --other, not both");
    refuses("a|--no-advice|--third", "one of --other, --no-advice and --third, not several");
    takes("a|--flag|--third");
    takes("a|--flag|--flag");
}

static void some_need_each_other(void **state)
{
    (void)state;
    refuses("a|--needy|x", "--needy needs --count N");
    takes("a|--needy|x|--count|4");
}

static void shared_rows_fill_their_own_struct(void **state)
{
    (void)state;
    takes("a|--key|k");
    assert_string_equal(taken.inner.key, "k");
    assert_true(options_given(&call, "--key"));
}

/* ---- Suggestions for misspelt options ---- */

static const char *nearest(const char *word, const char *const *list)
{
    static struct spelling s;
    spelling_init(&s, word);
    for (; *list; list++)
        spelling_consider(&s, *list, strlen(*list));
    return s.best;
}

static void the_nearest_word_is_found(void **state)
{
    static const char *const words[] = {"settle", "eval", "serve", "simulate", NULL};
    (void)state;
    assert_string_equal(nearest("setle", words), "settle");
    assert_string_equal(nearest("evla", words), "eval");
    assert_string_equal(nearest("sim", words), "simulate");
    assert_string_equal(nearest("serv", words), "serve");
    assert_string_equal(nearest("simualte", words), "simulate");
    assert_string_equal(nearest("roulette", words), "");
    assert_string_equal(nearest("", words), "");
    assert_string_equal(nearest("e", words), "");
    assert_string_equal(nearest("evalevalevalevalevalevalevalevaleval", words), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_spellings_are_the_same),
        cmocka_unit_test(values_may_look_like_options),
        cmocka_unit_test(dashes_end_the_options),
        cmocka_unit_test(arguments_are_counted),
        cmocka_unit_test(the_last_one_counts),
        cmocka_unit_test(lists_have_an_end),
        cmocka_unit_test(the_rest_is_as_long_as_it_is),
        cmocka_unit_test(faults_of_spelling_are_guessed_at),
        cmocka_unit_test(a_missing_value_is_named),
        cmocka_unit_test(counts_have_limits),
        cmocka_unit_test(amounts_have_limits),
        cmocka_unit_test(choices_are_words_of_the_list),
        cmocka_unit_test(times_and_files_are_looked_at),
        cmocka_unit_test(presets_stand_until_something_is_given),
        cmocka_unit_test(some_exclude_each_other),
        cmocka_unit_test(some_need_each_other),
        cmocka_unit_test(shared_rows_fill_their_own_struct),
        cmocka_unit_test(the_nearest_word_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
