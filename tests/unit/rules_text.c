/* Texts of rules files with a fault or a change in them, for tests of their reader. */
#include "rules_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cr_rules rules_load_shipped(const char *name)
{
    struct cr_rules rules;
    struct cr_err err = {0};
    if (cr_rules_load(name, &rules, &err) != CR_OK)
        fail_msg("%s", err.text);
    return rules;
}

char *rules_text_replaced(const char *shipped, const char *old, const char *new)
{
    const struct cr_shipped *file = cr_shipped_find(shipped);
    assert_non_null(file);
    const char *at = strstr(file->text, old);
    if (!at)
        fail_msg("%s does not contain \"%s\"", shipped, old);
    const size_t head = (size_t)(at - file->text);
    char *text = malloc(file->len + strlen(new) + 1);
    assert_non_null(text);
    memcpy(text, file->text, head);
    strcpy(text + head, new);
    strcat(text, at + strlen(old));
    return text;
}

void rules_accept(const char *shipped, const char *old, const char *new, struct cr_rules *out)
{
    char *text = rules_text_replaced(shipped, old, new);
    struct cr_err err = {0};
    if (cr_rules_parse("t.yaml", text, strlen(text), out, &err) != CR_OK)
        fail_msg("%s", err.text);
    free(text);
}

void rules_parse_fault(bool is_progressive, const char *text, size_t len, struct cr_err *err)
{
    union {
        struct cr_rules rules;
        struct cr_progressive progressive;
        unsigned char bytes[sizeof(struct cr_rules)];
    } out;
    memset(&out, 0xa5, sizeof out);
    err->code = 0;
    int rc = is_progressive ? cr_progressive_parse("t.yaml", text, len, &out.progressive, err)
                            : cr_rules_parse("t.yaml", text, len, &out.rules, err);
    if (rc == CR_OK)
        fail_msg("accepted:\n%.*s", (int)len, text);
    assert_int_equal(rc, CR_E_INPUT);
    assert_int_equal(err->code, rc);
    for (size_t i = 0; i < sizeof out.bytes; i++)
        assert_int_equal(out.bytes[i], 0xa5);
    rc = is_progressive ? cr_progressive_parse("t.yaml", text, len, &out.progressive, NULL)
                        : cr_rules_parse("t.yaml", text, len, &out.rules, NULL);
    assert_int_equal(rc, CR_E_INPUT);
}

static void fault_is_placed_and_explained(void **state)
{
    const struct rules_fault *f = *state;
    char *text = rules_text_replaced(f->shipped, f->old, f->new);
    char *at = strstr(text, f->at ? f->at : "^");
    assert_non_null(at);
    if (!f->at)
        memmove(at, at + 1, strlen(at));
    unsigned line = 1, column = 1;
    for (const char *c = text; c < at; c++) {
        line += *c == '\n';
        column = *c == '\n' ? 1 : column + 1;
    }
    char expected[2 * CR_ERR_TEXT_MAX];
    snprintf(expected, sizeof expected, "t.yaml:%u:%u: %s", line, column, f->message);
    struct cr_err err;
    rules_parse_fault(cr_shipped_find(f->shipped)->is_progressive, text, strlen(text), &err);
    free(text);
    assert_string_equal(err.text, expected);
}

int rules_faults_run(const char *group, const struct CMUnitTest *plain, size_t plain_count,
                     const struct rules_fault *faults, size_t fault_count)
{
    struct CMUnitTest *tests = calloc(plain_count + fault_count, sizeof *tests);
    if (tests == NULL)
        return 1;
    if (plain_count > 0)
        memcpy(tests, plain, plain_count * sizeof *tests);
    for (size_t i = 0; i < fault_count; i++)
        tests[plain_count + i] =
            (struct CMUnitTest){.name = faults[i].name,
                                .test_func = fault_is_placed_and_explained,
                                .initial_state = (void *)(uintptr_t)&faults[i]};
    const int failed = _cmocka_run_group_tests(group, tests, plain_count + fault_count, NULL, NULL);
    free(tests);
    return failed;
}
