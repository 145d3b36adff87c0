/* The first people come with the installation; documents are read before they are kept. */
#include "desk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void the_first_two_come_with_the_installation(void **state)
{
    (void)state;
    harness_start(&desk.h, &desk_small);
    desk_person("Ann", "Ann", "Ann");
    desk_refused(CR_E_STATE, "this is about Ann");
    desk_person("Ann", "Bob", "Cat");
    desk_refused(CR_E_INPUT, "user: \"Bob\" is not a person");
    desk_person("setup", "setup", "");
    desk_refused(CR_E_STATE, "is there already");
    desk_person("Ann", "setup", "");
    desk_good();
    desk_person("Ann", "setup", "");
    desk_refused(CR_E_STATE, "is there already");
    desk_person("Ben", "Ann", "");
    desk_refused(CR_E_INPUT, "approver: missing");
    desk_person("Ben", "setup", "Ann");
    desk_refused(CR_E_INPUT, "approver: \"setup\" acts alone");
    desk_person("Ben", "setup", "");
    desk_good();
    desk_person("Eve", "setup", "");
    desk_refused(CR_E_STATE, "there are people who can add others");
    desk_document("ptha-2");
    DESK_PUT(user, "setup");
    desk_refused(CR_E_INPUT, "user: \"setup\" is not a person");
    desk_person("Eve", "Ann", "");
    desk_refused(CR_E_INPUT, "approver");
    desk_person("Eve", "Ann", "Ben");
    DESK_PUT(item, "a role with a name that is much too long");
    desk_refused(CR_E_INPUT, "item: \"a role with a name that is much too long\" is no role");
    desk_person("Eve", "Ann", "Ben");
    desk_good();
    desk_person("Fay", "Ann", "Ben");
    desk_good();
    desk_person("Guy", "Ann", "Ben");
    desk_refused(CR_E_RANGE, "no room");
    desk_stop();
}

static void documents_are_read_before_they_are_kept(void **state)
{
    (void)state;
    desk_start(&desk_small, 0);
    desk_document("ptha-2");
    desk_refused(CR_E_STATE, "this very document is there already");
    event_init(&desk.e, FLOOR_DOCUMENT_ADDED);
    DESK_PUT(user, "Ann");
    desk_say("rules: mine\ngame: none\n");
    assert_int_not_equal(desk_step(), 0);
    event_init(&desk.e, FLOOR_DOCUMENT_ADDED);
    DESK_PUT(user, "Ann");
    desk_say("nonsense");
    assert_int_not_equal(desk_step(), 0);
    desk_document("uth-cn");
    desk_good();
    assert_false(desk.h.floor.documents[1].is_progressive);
    desk_document("cn");
    DESK_PUT(user, "Zoe");
    desk_refused(CR_E_INPUT, "\"Zoe\" is not a person");
    desk_document("cn");
    desk_good();
    desk_document("rp");
    desk_good();
    desk_document("tcp-cn");
    desk_refused(CR_E_RANGE, "no room");
    desk_stop();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_two_come_with_the_installation),
        cmocka_unit_test(documents_are_read_before_they_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
