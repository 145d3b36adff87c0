/* Roles and rights: the floor's table must be the one agreed upon, and every role tries every kind
 * of event. */
#include "floor/any_event.h"
#include "floor/floor.h"
#include "floor/rights.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* One letter stands for a right. L: look, B: books, C: claim, A: approve, H: house, S: set, O:
 * cosign, K: key, M: metrics, F: find. `letters` has them in the order of enum floor_right. */
static const struct {
    const char *role, *rights;
} agreed[] = {
    {"dealer", "L"},       {"supervisor", "LBCAHOK"}, {"cage", "LBCAK"},  {"surveillance", "LBAOF"},
    {"accounting", "LBO"}, {"manager", "LBCAHSOKM"},  {"auditor", "LBM"}, {"service", "LM"},
};
#define ROLES (sizeof agreed / sizeof agreed[0])
static const char letters[RIGHT_COUNT + 1] = "-LBCAHSOKM-F";

static void the_table_is_the_agreed_one(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ROLES; i++) {
        assert_string_equal(role_name(i), agreed[i].role);
        assert_true(role_is_known(agreed[i].role));
        for (unsigned r = RIGHT_NONE; r < RIGHT_COUNT; r++)
            if (role_may(agreed[i].role, (enum floor_right)r) !=
                (letters[r] != '-' && strchr(agreed[i].rights, letters[r]) != NULL))
                fail_msg("%s and %s", agreed[i].role, right_name((enum floor_right)r));
    }
    assert_null(role_name(ROLES));
    assert_false(role_is_known("boss"));
    assert_false(role_is_known(""));
    assert_false(role_may("boss", RIGHT_LOOK));
    char list[128];
    role_list(RIGHT_CLAIM, list, sizeof list);
    assert_string_equal(list, "supervisor, cage or manager");
    role_list(RIGHT_SET, list, sizeof list);
    assert_string_equal(list, "manager");
    role_list(RIGHT_HOUSE, list, sizeof list);
    assert_string_equal(list, "supervisor or manager");
    role_list(RIGHT_TABLE, list, sizeof list);
    assert_string_equal(list, "");
}

/* ---- Every kind by every role ---- */

static const struct floor_limits limits = {.tables = 2,
                                           .links = 2,
                                           .claims = 2,
                                           .disputes = 2,
                                           .alarms = 2,
                                           .people = 12,
                                           .documents = 2,
                                           .tokens = 2};
static struct floor f;
static struct floor_event e;
static struct cr_err err;

static void add(const char *person, const char *role, const char *user, const char *approver)
{
    event_init(&e, FLOOR_PERSON_ADDED);
    snprintf(e.person, sizeof e.person, "%s", person);
    snprintf(e.item, sizeof e.item, "%s", role);
    snprintf(e.user, sizeof e.user, "%s", user);
    snprintf(e.approver, sizeof e.approver, "%s", approver);
    assert_int_equal(floor_step(&f, &e, 1000, &err), 0);
}

static int open_floor(void **state)
{
    floor_init(&f, &limits, *state = malloc(floor_memory_size(&limits)));
    add("Ann", "manager", "setup", "");
    add("Ben", "manager", "setup", "");
    for (unsigned i = 0; i < ROLES; i++)
        add(agreed[i].role, agreed[i].role, "Ann", "Ben");
    floor_clean(&f);
    return 0;
}

static int close_floor(void **state)
{
    free(*state);
    return 0;
}

static bool has_member(unsigned kind, const char *name)
{
    return event_member_find(event_kind(kind), name, strlen(name)) != NULL;
}

/* Asks for an event with every required member, by these two people. */
static int ask(struct rng *rng, unsigned kind, const char *user, const char *approver)
{
    const struct event_kind *k = event_kind(kind);
    event_init(&e, kind);
    for (unsigned m = 0; m < k->member_count; m++)
        if (k->members[m].use == EVENT_REQUIRED)
            any_member(rng, &e, k->members[m].field);
    memset(e.user, 0, sizeof e.user);
    memset(e.approver, 0, sizeof e.approver);
    snprintf(e.user, sizeof e.user, "%s", user);
    snprintf(e.approver, sizeof e.approver, "%s", approver);
    if (kind == FLOOR_CREDENTIAL_SET)
        strcpy(e.item, "invitation");
    err.text[0] = '\0';
    const int rc = floor_step(&f, &e, 1000, &err);
    floor_clean(&f);
    return rc;
}

static bool is_denied(const char *member, const char *name)
{
    char start[80];
    snprintf(start, sizeof start, "%s: %s has ", member, name);
    return strncmp(err.text, start, strlen(start)) == 0 &&
           strstr(err.text, " takes the role ") != NULL;
}

static void each_kind_takes_its_right(void **state)
{
    (void)state;
    struct rng rng = {7};
    for (unsigned k = FLOOR_NO_KIND + 1; k < FLOOR_KIND_COUNT; k++) {
        const enum floor_right right = floor_kind_right(k);
        assert_true(strlen(event_kind(k)->doing) > 0);
        /* An event that names its user takes a right of a person; any other event takes none. */
        assert_int_equal(has_member(k, "user"), right != RIGHT_NONE && right != RIGHT_TABLE);
        for (unsigned i = 0; has_member(k, "user") && i < ROLES; i++) {
            const char *role = agreed[i].role;
            const int rc = ask(&rng, k, role, has_member(k, "approver") ? "Ben" : "");
            if (is_denied("user", role) == role_may(role, right) ||
                (rc == 0 && !role_may(role, right)))
                fail_msg("%s by a %s: %s", event_kind(k)->name, role, err.text);
        }
    }
}

static void a_second_person_may_cosign(void **state)
{
    (void)state;
    struct rng rng = {8};
    for (unsigned k = FLOOR_NO_KIND + 1; k < FLOOR_KIND_COUNT; k++)
        for (unsigned i = 0; has_member(k, "approver") && i < ROLES; i++) {
            const char *role = agreed[i].role;
            const int rc = ask(&rng, k, "Ann", role);
            if (is_denied("approver", role) == role_may(role, RIGHT_COSIGN) ||
                (rc == 0 && !role_may(role, RIGHT_COSIGN)))
                fail_msg("%s with a %s: %s", event_kind(k)->name, role, err.text);
            assert_int_not_equal(ask(&rng, k, "Ann", "Ann"), 0);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_is_the_agreed_one),
        cmocka_unit_test_setup_teardown(each_kind_takes_its_right, open_floor, close_floor),
        cmocka_unit_test_setup_teardown(a_second_person_may_cosign, open_floor, close_floor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
