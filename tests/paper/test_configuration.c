/* Versions of the configuration: which versions a log of changes gives, and the lines in which two
 * texts differ. */
#include "floor/event.h"
#include "reports/configuration/configuration_versions.h"
#include "reports/configuration/line_diff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HASH_A "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define HASH_B "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"

/* Applies events numbered from 1; event n happens at time 1000 n. */
static struct configuration *fold(const char *const *events)
{
    struct configuration *c = configuration_new();
    struct cr_err err = {0};
    assert_non_null(c);
    for (unsigned i = 0; events[i] != NULL; i++) {
        char text[4096];
        int len = snprintf(text, sizeof(text), "{\"seq\":%u,\"time\":%u000,\"kind\":%s}", i + 1,
                           i + 1, events[i]);
        assert_int_equal(configuration_take(c, i + 1, text, (size_t)len, &err), 0);
    }
    return c;
}

static bool has_versions(unsigned kind)
{
    const char *name = event_kind(kind)->name;
    unsigned i = 0;
    while (configuration_kind(i) != NULL && strcmp(configuration_kind(i), name) != 0)
        i++;
    return configuration_kind(i) != NULL;
}

/* Secrets, locks of people, the house's own texts and settings for one evening have no versions;
 * everything else that is configured has. */
static void test_kinds(void **state)
{
    static const bool has_none[FLOOR_KIND_COUNT] = {
        [FLOOR_CREDENTIAL_SET] = true, [FLOOR_PERSON_LOCKED] = true, [FLOOR_ONE_HAND_SET] = true,
        [FLOOR_HOUSE_SET] = true,      [FLOOR_MESSAGE_SET] = true,
    };
    (void)state;
    for (unsigned kind = FLOOR_NO_KIND + 1; kind < FLOOR_KIND_COUNT; kind++)
        if (has_versions(kind) !=
            ((event_kind(kind)->flags & EVENT_CONFIGURES) != 0 && !has_none[kind]))
            fail_msg("%s", event_kind(kind)->name);
}

static const struct configuration_version *version(const struct configuration *c, uint64_t seq)
{
    for (size_t i = 0; i < configuration_count(c); i++)
        if (configuration_at(c, i)->seq == seq)
            return configuration_at(c, i);
    fail_msg("no version %llu", (unsigned long long)seq);
    return NULL;
}

static void expect_change(const struct configuration_version *v, const char *name,
                          const char *before, const char *after)
{
    struct configuration_change changes[CONFIGURATION_CHANGES];
    const unsigned count = configuration_changes(v->before, v, changes);
    for (unsigned i = 0; i < count; i++) {
        if (strcmp(changes[i].name, name) != 0)
            continue;
        assert_string_equal(changes[i].before != NULL ? changes[i].before : "-", before);
        assert_string_equal(changes[i].after != NULL ? changes[i].after : "-", after);
        return;
    }
    fail_msg("version %llu does not change %s", (unsigned long long)v->seq, name);
}

static unsigned change_count(const struct configuration_version *v)
{
    struct configuration_change changes[CONFIGURATION_CHANGES];
    return configuration_changes(v->before, v, changes);
}

/* ---- Links ---- */

static void test_link(void **state)
{
    static const char *const events[] = {
        "\"link_configured\",\"link\":\"mega\",\"document\":\"" HASH_A
        "\",\"user\":\"Ann\",\"approver\":\"Ben\",\"claim_lock\":true,\"coins_per_minute\":120",
        "\"coin_in\",\"table\":\"t1\",\"link\":\"mega\"",
        "\"link_configured\",\"link\":\"mega\",\"document\":\"" HASH_B
        "\",\"user\":\"Cy\",\"approver\":\"Ann\",\"coins_per_minute\":120,\"prev\":1,"
        "\"before\":[\"1.00\"],\"after\":[\"2.00\"]",
        NULL};
    (void)state;
    struct configuration *c = fold(events);
    assert_int_equal(configuration_count(c), 2);
    const struct configuration_version *first = version(c, 1), *second = version(c, 3);
    assert_string_equal(first->subject, "link/mega");
    assert_string_equal(second->user, "Cy");
    assert_string_equal(second->approver, "Ann");
    assert_int_equal(change_count(first), 3);
    /* a configuration is always given completely: what it leaves out is no longer in force */
    assert_int_equal(change_count(second), 2);
    expect_change(second, "document", HASH_A, HASH_B);
    expect_change(second, "claim_lock", "true", "-");
    assert_int_equal(configuration_until(first), 3000);
    assert_int_equal(configuration_until(second), 0);
    assert_true(configuration_is_in_force(first, 2999));
    assert_false(configuration_is_in_force(first, 3000));
    assert_true(configuration_is_in_force(second, 3000));
    assert_false(configuration_is_in_force(first, 999));
    configuration_free(c);
}

/* ---- REG-16: thresholds take effect when they say ---- */

static void test_threshold(void **state)
{
    static const char *const events[] = {
        "\"threshold_set\",\"item\":\"tax form\",\"amount\":\"1200.00\",\"effective\":5000,"
        "\"user\":\"Ann\",\"approver\":\"Ben\"",
        "\"threshold_set\",\"item\":\"tax form\",\"amount\":\"2000.00\",\"effective\":9000,"
        "\"user\":\"Ann\",\"approver\":\"Ben\"",
        "\"threshold_set\",\"item\":\"tax form\",\"amount\":\"1500.00\",\"effective\":7000,"
        "\"user\":\"Ann\",\"approver\":\"Ben\"",
        NULL};
    (void)state;
    struct configuration *c = fold(events);
    assert_int_equal(configuration_until(version(c, 1)), 7000);
    assert_int_equal(configuration_until(version(c, 3)), 9000);
    assert_int_equal(configuration_until(version(c, 2)), 0);
    expect_change(version(c, 3), "amount", "1200.00", "1500.00");
    expect_change(version(c, 2), "amount", "1500.00", "2000.00");
    assert_false(configuration_is_in_force(version(c, 1), 4999));
    assert_true(configuration_is_in_force(version(c, 3), 8999));
    configuration_free(c);
}

/* ---- People, tokens, machines ---- */

static void test_person(void **state)
{
    static const char *const events[] = {
        "\"person_added\",\"person\":\"Zoe \\\"Z\\\"\",\"item\":\"dealer\",\"department\":\"Pit\","
        "\"user\":\"Ann\",\"approver\":\"Ben\"",
        "\"person_changed\",\"person\":\"Zoe \\\"Z\\\"\",\"item\":\"supervisor\",\"user\":\"Ann\","
        "\"approver\":\"Ben\",\"text\":\"passed the examination\"",
        "\"person_changed\",\"person\":\"Zoe \\\"Z\\\"\",\"is_barred\":true,\"user\":\"Ann\","
        "\"approver\":\"Ben\"",
        "\"person_changed\",\"person\":\"Zoe \\\"Z\\\"\",\"department\":\"Cage\",\"user\":\"Ann\","
        "\"approver\":\"Ben\"",
        NULL};
    (void)state;
    struct configuration *c = fold(events);
    assert_string_equal(version(c, 2)->subject, "person/Zoe \"Z\"");
    assert_string_equal(version(c, 2)->remark, "passed the examination");
    assert_int_equal(change_count(version(c, 2)), 1);
    expect_change(version(c, 2), "role", "dealer", "supervisor");
    assert_int_equal(change_count(version(c, 3)), 1);
    expect_change(version(c, 3), "barred", "-", "true");
    /* each change states whether the person is barred */
    assert_int_equal(change_count(version(c, 4)), 2);
    expect_change(version(c, 4), "barred", "true", "-");
    expect_change(version(c, 4), "department", "Pit", "Cage");
    assert_int_equal(version(c, 4)->member_count, 2);
    configuration_free(c);
}

static void test_tokens_and_machines(void **state)
{
    static const char *const events[] = {
        "\"token_added\",\"item\":\"signs\",\"text\":\"sign read\",\"document\":\"" HASH_A
        "\",\"user\":\"Ann\",\"approver\":\"Ben\",\"effective\":8000",
        "\"machine_enrolled\",\"table\":\"t1\",\"document\":\"" HASH_A
        "\",\"user\":\"Ann\",\"approver\":\"Ben\"",
        "\"machine_enrolled\",\"table\":\"t1\",\"document\":\"" HASH_B
        "\",\"user\":\"Ann\",\"approver\":\"Ben\"",
        "\"machine_revoked\",\"table\":\"t1\",\"document\":\"" HASH_A
        "\",\"user\":\"Cy\",\"text\":\"lost\"",
        "\"token_revoked\",\"item\":\"signs\",\"user\":\"Cy\"",
        NULL};
    (void)state;
    struct configuration *c = fold(events);
    expect_change(version(c, 1), "scopes", "-", "sign read");
    /* it would have ended by itself at 8 s, but was revoked earlier */
    assert_int_equal(configuration_until(version(c, 1)), 5000);
    assert_string_equal(version(c, 2)->subject, "machine/t1/aaaaaaaaaaaaaaaa");
    /* two keys may be in force at a time: the new one does not replace the old */
    assert_true(configuration_is_in_force(version(c, 2), 3500));
    assert_true(configuration_is_in_force(version(c, 3), 3500));
    assert_false(configuration_is_in_force(version(c, 2), 4000));
    assert_true(configuration_is_in_force(version(c, 3), 4000));
    expect_change(version(c, 4), "state", "in force", "revoked");
    assert_false(configuration_is_in_force(version(c, 4), 9000));
    configuration_free(c);
}

static void test_end_by_itself(void **state)
{
    static const char *const events[] = {
        "\"token_added\",\"item\":\"signs\",\"text\":\"sign\",\"document\":\"" HASH_A
        "\",\"user\":\"Ann\",\"approver\":\"Ben\",\"effective\":8000",
        NULL};
    (void)state;
    struct configuration *c = fold(events);
    assert_true(configuration_is_in_force(version(c, 1), 7999));
    assert_false(configuration_is_in_force(version(c, 1), 8000));
    configuration_free(c);
}

/* ---- V10: the program and configuration of a start ---- */

static void test_program(void **state)
{
    static const char *const events[] = {
        "\"manager_started\",\"manager\":\"m1\",\"item\":\"1.0\",\"document\":\"" HASH_A
        "\",\"configuration\":\"" HASH_A "\"",
        "\"manager_started\",\"manager\":\"m1\",\"item\":\"1.0\",\"document\":\"" HASH_A
        "\",\"configuration\":\"" HASH_B "\"",
        "\"manager_started\",\"manager\":\"m1\",\"item\":\"1.0\",\"document\":\"" HASH_B
        "\",\"configuration\":\"" HASH_B "\"",
        NULL};
    (void)state;
    struct configuration *c = fold(events);
    assert_int_equal(configuration_count(c), 2);
    expect_change(version(c, 3), "program", HASH_A, HASH_B);
    const struct configuration_start *start = configuration_last_start(c);
    assert_int_equal(start->seq, 3);
    assert_string_equal(start->program, HASH_B);
    assert_string_equal(start->configuration, HASH_B);
    configuration_free(c);
}

/* ---- Documents ---- */

static void test_document(void **state)
{
    static const char *const events[] = {
        "\"document_added\",\"user\":\"Ann\",\"text\":\"rules: x\\nbet: 1\\nenvy: 2\\n\","
        "\"item\":\"x\",\"document\":\"" HASH_A "\"",
        "\"document_added\",\"user\":\"Ann\",\"text\":\"rules: x\\nbet: 5\\nenvy: 2\\n\","
        "\"item\":\"x\",\"document\":\"" HASH_B "\"",
        "\"document_added\",\"user\":\"Ann\",\"text\":\"progressive: x\\n\",\"item\":\"x\","
        "\"is_progressive\":true,\"document\":\"" HASH_B "\"",
        NULL};
    (void)state;
    char *room = malloc(CONFIGURATION_JSON_ROOM);
    struct text t;
    struct cr_err err = {0};
    struct configuration *c = fold(events);
    assert_string_equal(version(c, 2)->subject, "rules/x");
    assert_string_equal(version(c, 3)->subject, "progressive/x");
    assert_null(version(c, 3)->before);
    text_init(&t, room, CONFIGURATION_JSON_ROOM);
    assert_int_equal(configuration_json(version(c, 2), &t, &err), 0);
    assert_string_equal(room,
                        "{\"seq\":2,\"time\":2000,\"effective\":2000,\"until\":null,"
                        "\"kind\":\"document_added\",\"subject\":\"rules/x\",\"user\":\"Ann\","
                        "\"approver\":null,\"text\":null,\"changes\":[{\"member\":\"document\","
                        "\"before\":\"" HASH_A "\",\"after\":\"" HASH_B "\"}],"
                        "\"diff\":[\"@@ -1,3 +1,3 @@\",\" rules: x\",\"-bet: 1\",\"+bet: 5\","
                        "\" envy: 2\"]}");
    configuration_free(c);
    free(room);
}

static void test_not_an_event(void **state)
{
    static const char text[] = "{\"seq\":1,\"time\":1,\"kind\":\"person_added\",\"person\":\"Ann\"";
    struct cr_err err = {0};
    struct configuration *c = configuration_new();
    (void)state;
    assert_true(configuration_take(c, 1, text, sizeof(text) - 1, &err) < 0);
    assert_non_null(strstr(err.text, "event 1"));
    assert_int_equal(configuration_count(c), 0);
    configuration_free(c);
}

/* ---- Differences of lines: the diff must turn one text into the other ---- */

struct patch {
    const char *a; /* the rest of the first text */
    char out[4096];
    size_t len, at; /* number of lines of a that were copied */
};

static void copy_line(struct patch *p, bool keep)
{
    const size_t n = strcspn(p->a, "\n");
    if (keep) {
        memcpy(p->out + p->len, p->a, n + 1);
        p->len += n + 1;
    }
    p->a += n + 1;
    p->at++;
}

static void apply(void *context, char sign, const char *line, size_t len)
{
    struct patch *p = context;
    unsigned from = 0, count = 0;
    if (sign == '@') {
        assert_int_equal(sscanf(line, "@ -%u,%u", &from, &count), 2);
        while (p->at + (count > 0 ? 1 : 0) < from)
            copy_line(p, true);
    } else if (sign == '+') {
        memcpy(p->out + p->len, line, len);
        p->out[p->len + len] = '\n';
        p->len += len + 1;
    } else {
        assert_memory_equal(p->a, line, len);
        assert_int_equal(p->a[len], '\n');
        copy_line(p, sign == ' ');
    }
}

static void make_text(unsigned *seed, char out[512])
{
    static const char *const lines[] = {"a\n", "b\n", "\n", "long line\n", "a b\n"};
    out[0] = '\0';
    for (unsigned n = (unsigned)rand_r(seed) % 24; n > 0; n--)
        strcat(out, lines[(unsigned)rand_r(seed) % 5]);
}

static void test_diff_is_a_patch(void **state)
{
    unsigned seed = 6;
    (void)state;
    for (unsigned i = 0; i < 5000; i++) {
        char a[512], b[512];
        struct cr_err err = {0};
        make_text(&seed, a);
        make_text(&seed, b);
        struct patch p = {.a = a};
        assert_int_equal(line_diff(a, strlen(a), b, strlen(b), apply, &p, &err), 0);
        while (*p.a != '\0')
            copy_line(&p, true);
        p.out[p.len] = '\0';
        assert_string_equal(p.out, b);
    }
}

static void count_line(void *context, char sign, const char *line, size_t len)
{
    (void)sign;
    (void)line;
    (void)len;
    ++*(unsigned *)context;
}

static void test_equal_texts(void **state)
{
    struct cr_err err = {0};
    unsigned count = 0;
    (void)state;
    assert_int_equal(line_diff("a\nb", 3, "a\nb", 3, count_line, &count, &err), 0);
    assert_int_equal(line_diff("", 0, "", 0, count_line, &count, &err), 0);
    assert_int_equal(count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_link),
        cmocka_unit_test(test_threshold),
        cmocka_unit_test(test_person),
        cmocka_unit_test(test_tokens_and_machines),
        cmocka_unit_test(test_end_by_itself),
        cmocka_unit_test(test_program),
        cmocka_unit_test(test_document),
        cmocka_unit_test(test_not_an_event),
        cmocka_unit_test(test_diff_is_a_patch),
        cmocka_unit_test(test_equal_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
