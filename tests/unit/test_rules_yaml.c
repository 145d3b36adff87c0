/* YAML that uses more than the plain subset, files that are not YAML, and hostile ones are refused;
 * plain YAML is read in every notation. */
#include "rules_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct rules_fault faults[] = {
    FAULT("key twice", "uth-cn", "\nhouse:", "\n^title: x\nhouse:",
          "the key \"title\" is already on line 8; keep one of the two"),
    FAULT("anchor", "uth-cn", "game: uth", "game: ^&a uth",
          "anchors (&) are not taken; write the value out"),
    FAULT("alias", "uth-cn", "game: uth", "game: ^*a",
          "aliases (*) are not taken; write the value out"),
    FAULT("tag", "uth-cn", "game: uth", "game: ^!!str uth",
          "tags (!) are not taken; write the plain value"),
    FAULT("tag of a list", "uth-cn", "alone: [trips]", "alone: ^!x [trips]",
          "tags (!) are not taken; write the plain value"),
    FAULT("merge key", "uth-cn", "game: uth", "^<<: {game: uth}",
          "merge keys (<<) are not taken; write the keys out"),
    FAULT("complex key", "uth-cn", "game: uth", "? ^[a, b]\n: c",
          "a list or map stands where a key is expected; write a plain key followed by a colon"),
    FAULT("empty key", "uth-cn", "game: uth", "^\"\": uth",
          "an empty key; write a name before the colon"),
    FAULT("second document", "uth-cn",
          "\nconsole:", "\n^---\nconsole:", "a second document starts here; keep one to a file"),
    FAULT("text of several lines", "uth-cn", "title: Ultimate Texas Hold'em Progressive",
          "title: ^|\n  one\n  two",
          "a line break or a control character inside a text; write it on one line in plain "
          "characters"),
    FAULT("escaped control character", "uth-cn", "title: Ultimate Texas Hold'em Progressive",
          "title: ^\"a\\e[2J\"",
          "a line break or a control character inside a text; write it on one line in plain "
          "characters"),
    FAULT("escaped C1 character", "uth-cn", "title: Ultimate Texas Hold'em Progressive",
          "title: ^\"a\\x9b2J\"",
          "a line break or a control character inside a text; write it on one line in plain "
          "characters"),
    FAULT("tab for indentation", "uth-cn", "\n  one_hand: no", "\n^\tone_hand: no",
          "not YAML: found character that cannot start any token; check indentation, colons, "
          "brackets "
          "and quotes up to here"),
    FAULT("nesting too deep", "uth-cn", "game: uth", "game: [[[[[[[^[x]]]]]]]]",
          "nested deeper than 8 levels; rules need no more than four"),
    FAULT("bytes that are not UTF-8", "uth-cn", "title: Ult", "title: ^\xff\xfe",
          "not plain UTF-8 text: invalid leading UTF-8 octet; save the file as UTF-8"),
};

static void assert_fault(const char *text, size_t len, const char *message)
{
    struct cr_err err;
    rules_parse_fault(false, text, len, &err);
    assert_string_equal(err.text, message);
    rules_parse_fault(true, text, len, &err);
    assert_string_equal(err.text, message);
}

static void files_without_rules(void **state)
{
    (void)state;
    static const char empty[] = "t.yaml:1:1: the file is empty; start from a shipped one (croupier "
                                "rules list)";
    assert_fault("", 0, empty);
    assert_fault(NULL, 0, empty);
    assert_fault("# nothing\n", 10, empty);
    assert_fault("\xef\xbb\xbf", 3, empty);
    static const char no_keys[] = "the file must consist of keys and values; start from a shipped "
                                  "one (croupier rules list)";
    char message[CR_ERR_TEXT_MAX];
    snprintf(message, sizeof message, "t.yaml:1:1: %s", no_keys);
    assert_fault("hello", 5, message);
    assert_fault("[a, b]", 6, message);
    snprintf(message, sizeof message, "t.yaml:2:1: %s", no_keys);
    assert_fault("---", 3, message);
    assert_fault("%YAML 1.1\n---\na: b\n", 19,
                 "t.yaml:1:1: directives (%) are not taken; remove the line");
    assert_fault("a: b\n\xff\xfe", 7,
                 "t.yaml:2:1: not plain UTF-8 text: invalid leading UTF-8 octet; save the file as "
                 "UTF-8");
    assert_fault("\xff\xfe"
                 "a\0:\0",
                 6,
                 "t.yaml:1:1: not plain UTF-8 text: invalid leading UTF-8 octet; save the file as "
                 "UTF-8");
    assert_fault("a\0b", 3,
                 "t.yaml:1:2: not plain UTF-8 text: control characters are not allowed; save the "
                 "file as UTF-8");
}

static void files_too_large(void **state)
{
    (void)state;
    const size_t len = 65537;
    char *text = malloc(len);
    assert_non_null(text);
    memset(text, '#', len);
    assert_fault(text, len,
                 "t.yaml:1:1: larger than 65536 bytes, the most that is read; shorten it");
    assert_fault(text, len - 1,
                 "t.yaml:1:1: the file is empty; start from a shipped one (croupier rules list)");
    /* The 1,999 items, the list and the root exceed the limit of nodes by one. */
    strcpy(text, "a:\n");
    for (unsigned i = 0; i < 1999; i++)
        strcat(text, "- x\n");
    assert_fault(text, strlen(text), "t.yaml:2000:3: more than 2000 values; shorten the file");
    free(text);
}

static void hostile_files(void **state)
{
    (void)state;
    static const char *const starts[] = {"[", "{",   "{a: ", "- ",  "? ", "\"",
                                         "'", "&a ", "a: ",  "!",   "|",  ">",
                                         "%", "*",   "\\",   "-\t", "{[", "a:\n- "};
    const size_t len = 60000;
    char *text = malloc(len + 16);
    assert_non_null(text);
    for (size_t i = 0; i < COUNT(starts); i++) {
        size_t at = 0;
        for (; at < len; at += strlen(starts[i]))
            strcpy(text + at, starts[i]);
        struct cr_err err;
        rules_parse_fault(false, text, at, &err);
        rules_parse_fault(true, text, at, &err);
        assert_memory_equal(err.text, "t.yaml:", 7);
    }
    free(text);
}

/* Every truncation of a shipped file is rejected, except where only a comment is cut off. */
static void cut_files(void **state)
{
    (void)state;
    const struct cr_shipped *file = cr_shipped_find("uth-cn");
    for (size_t len = 0; len < file->len; len += 3) {
        struct cr_rules rules;
        struct cr_err err = {0};
        if (cr_rules_parse("t.yaml", file->text, len, &rules, &err) != CR_OK)
            assert_memory_equal(err.text, "t.yaml:", 7);
        else
            assert_string_equal(rules.start_button, "Start Game");
    }
}

static void quoted_and_flow_values_are_the_same(void **state)
{
    (void)state;
    struct cr_rules rules;
    rules_accept("uth-cn", "title: Ultimate Texas Hold'em Progressive", "title: \"\\u2660 Ours\"",
                 &rules);
    assert_string_equal(rules.title, "\xe2\x99\xa0 Ours");
    rules_accept("uth-cn", "alone: [trips]", "alone:\n  - 'trips'", &rules);
    assert_int_equal(rules.alone, 1u << UTH_TRIPS);
}

static void files_edited_on_windows(void **state)
{
    (void)state;
    const struct cr_shipped *file = cr_shipped_find("uth-cn");
    char *text = malloc(2 * file->len + 4);
    assert_non_null(text);
    strcpy(text, "\xef\xbb\xbf");
    size_t len = 3;
    for (size_t i = 0; i < file->len; i++) {
        if (file->text[i] == '\n')
            text[len++] = '\r';
        text[len++] = file->text[i];
    }
    struct cr_rules rules, shipped = rules_load_shipped("uth-cn");
    struct cr_err err = {0};
    if (cr_rules_parse("t.yaml", text, len, &rules, &err) != CR_OK)
        fail_msg("%s", err.text);
    free(text);
    memcpy(rules.hash, shipped.hash, sizeof rules.hash);
    assert_memory_equal(&rules, &shipped, sizeof rules);
}

static const struct CMUnitTest plain[] = {
    cmocka_unit_test(files_without_rules),
    cmocka_unit_test(files_too_large),
    cmocka_unit_test(hostile_files),
    cmocka_unit_test(cut_files),
    cmocka_unit_test(quoted_and_flow_values_are_the_same),
    cmocka_unit_test(files_edited_on_windows),
};

int main(void)
{
    return rules_faults_run("rules yaml", plain, COUNT(plain), faults, COUNT(faults));
}
