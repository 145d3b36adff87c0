/* Names of new people, patrons and departments: no name may be mistaken for another. */
#include "floor/floor.h"

#include "base/err.h"
#include "base/utf8.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PAIRS "tests/data/names/pairs.txt"
#define FORMS "tests/data/names/forms.txt"

static struct floor_person known_person;
static struct floor_patron known_patron;
static struct floor floor_now;
static struct cr_err refused;

static void put(char *to, size_t size, const char *text)
{
    memset(to, 0, size);
    memcpy(to, text, strnlen(text, size - 1));
}

/* Makes a floor with one person, one department and one patron, all of this name. */
static void make_floor(const char *name)
{
    put(known_person.name, sizeof(known_person.name), name);
    put(known_person.department, sizeof(known_person.department), name);
    put(known_patron.name, sizeof(known_patron.name), name);
    floor_now.people = &known_person;
    floor_now.person_count = 1;
    floor_now.patrons = &known_patron;
    floor_now.patron_count = 1;
}

static int ask(unsigned kind, const char *person, const char *department, const char *patron)
{
    static struct floor_event e;
    memset(&e, 0, sizeof(e));
    e.kind = (uint8_t)kind;
    put(e.person, sizeof(e.person), person);
    put(e.department, sizeof(e.department), department);
    put(e.patron, sizeof(e.patron), patron);
    memset(&refused, 0, sizeof(refused));
    return floor_check_new_names(&floor_now, &e, &refused);
}

static const char *outcome(int rc)
{
    return rc == 0                                            ? "fine"
           : err_is(&refused, REASON_ALREADY_THERE)           ? "alike"
           : strstr(refused.text, "everyday use") != NULL     ? "unusual"
           : strstr(refused.text, "two alphabets") != NULL    ? "mixed"
           : strstr(refused.text, "that can be seen") != NULL ? "hidden"
                                                              : refused.text;
}

static bool is_as_said(const char *line, const char *of, int rc, const char *expected)
{
    if (strcmp(outcome(rc), expected) == 0)
        return true;
    print_error("%s: as the name of a %s it is %s\n", line, of, outcome(rc));
    return false;
}

static unsigned check_pair(const char *line, const char *known, const char *new, const char *said)
{
    make_floor(known);
    bool good = is_as_said(line, "person", ask(FLOOR_PERSON_ADDED, new, "", ""), said);
    good &= is_as_said(line, "department", ask(FLOOR_PERSON_ADDED, "Zz", new, ""), said);
    good &= is_as_said(line, "patron", ask(FLOOR_PAYOUT, "", "", new), said);
    return good ? 0 : 1;
}

/* Likeness has no direction, so "alike" and "fine" must come out the other way round, too. Other
 * answers depend on the letters of the new name alone. */
static unsigned check_back(const char *line, const char *known, const char *new, const char *said)
{
    if (strcmp(said, "alike") != 0 && strcmp(said, "fine") != 0)
        return 0;
    make_floor(new);
    return is_as_said(line, "person, the other way round", ask(FLOOR_PERSON_ADDED, known, "", ""),
                      said)
               ? 0
               : 1;
}

static void every_pair_is_told_apart_or_refused(void **state)
{
    (void)state;
    char line[256], copy[256];
    unsigned lines = 0, faults = 0;
    FILE *file = fopen(PAIRS, "r");
    assert_non_null(file);
    while (fgets(line, sizeof(line), file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '#')
            continue;
        memcpy(copy, line, sizeof(copy));
        char *new = strchr(copy, ';');
        assert_non_null(new);
        *new ++ = '\0';
        char *said = strchr(new, ';');
        assert_non_null(said);
        *said++ = '\0';
        faults += check_pair(line, copy, new, said) + check_back(line, copy, new, said);
        lines++;
    }
    fclose(file);
    assert_true(lines > 100);
    assert_int_equal(faults, 0);
}

/* Every letter that is another form of a usual one is refused. */
static void no_other_form_of_a_letter_is_taken(void **state)
{
    (void)state;
    char line[128];
    unsigned lines = 0, faults = 0;
    FILE *file = fopen(FORMS, "r");
    assert_non_null(file);
    while (fgets(line, sizeof(line), file) != NULL) {
        if (line[0] == '#')
            continue;
        char *plain;
        const unsigned long code = strtoul(line, &plain, 16);
        line[strcspn(line, "\n")] = '\0';
        char form[UTF8_CHAR_MAX + 1] = {0};
        utf8_encode((uint32_t)code, form);
        make_floor(plain + 1);
        if (ask(FLOOR_PERSON_ADDED, form, "", "") == 0) {
            print_error("%s: taken\n", line);
            faults++;
        }
        lines++;
    }
    fclose(file);
    assert_true(lines > 1000);
    assert_int_equal(faults, 0);
}

/* A name that is in the log already may be written again, whatever its letters. */
static void a_name_that_is_there_stays(void **state)
{
    (void)state;
    make_floor("ᎪᏁᏁ");
    assert_int_equal(ask(FLOOR_PAYOUT, "", "", "ᎪᏁᏁ"), 0);
    assert_int_equal(ask(FLOOR_PERSON_CHANGED, "Ben", "ᎪᏁᏁ", ""), 0);
    assert_int_not_equal(ask(FLOOR_PAYOUT, "", "", "ᎪᏁ"), 0);
}

/* Nobody may have a name like that of the installation itself ("setup"). */
static void nobody_looks_like_the_installation(void **state)
{
    (void)state;
    make_floor("Ann");
    static const char *const names[] = {"Setup", "5etup", "ѕеtuр", "SETUP"};
    for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        assert_int_not_equal(ask(FLOOR_PERSON_ADDED, names[i], "", ""), 0);
}

static int set_house(const char *item, const char *text)
{
    static struct floor_event e;
    memset(&e, 0, sizeof(e));
    e.kind = FLOOR_HOUSE_SET;
    put(e.item, sizeof(e.item), item);
    e.text_len = (uint16_t)strlen(text);
    memcpy(e.text, text, e.text_len);
    return floor_check_new_names(&floor_now, &e, &refused);
}

/* PIT-6, PIT-14: what an event cannot name is never confirmed, and never comes next. */
static void lists_of_the_house_can_be_named(void **state)
{
    (void)state;
    static const char *const lists[] = {"shifts", "compliance"};
    make_floor("Ann");
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(set_house(lists[i], "one, two,three"), 0);
        assert_int_equal(set_house(lists[i], ""), 0);
        assert_int_equal(set_house(lists[i], "one, two, one"), CR_E_INPUT);
        assert_int_equal(set_house(lists[i], "one, two\n"), CR_E_INPUT);
        assert_int_equal(set_house(lists[i], "one,\ttwo"), CR_E_INPUT);
        assert_int_equal(set_house(lists[i], "one, tw\u200bo"), CR_E_INPUT);
    }
    /* as in messages, which stand on the same signs */
    assert_int_equal(set_house("lights", "off: no wager\non: a wager"), 0);
    assert_int_equal(set_house("lights", "\u202eoff"), CR_E_INPUT);
    assert_int_equal(set_house("logo", "data:image/png;base64,AAAA"), 0);
    assert_int_equal(set_house("colour", "red"), 0); /* the step refuses it */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_is_told_apart_or_refused),
        cmocka_unit_test(no_other_form_of_a_letter_is_taken),
        cmocka_unit_test(a_name_that_is_there_stays),
        cmocka_unit_test(nobody_looks_like_the_installation),
        cmocka_unit_test(lists_of_the_house_can_be_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
