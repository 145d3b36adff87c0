/* Named values: the same tree is written as JSON and as lines of CSV. */
#include "paper/paper_named.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void json_is(const struct named_tree *t, const char *expected)
{
    struct text out = {0};
    named_json(t, &out);
    assert_false(out.cut);
    assert_string_equal(out.data, expected);
    text_free(&out);
}

static void a_tree_is_one_line_of_json(void **state)
{
    (void)state;
    struct named_tree *t = named_new();
    struct named *root = named_root(t);
    named_text(root, "name", "a \"quoted\" one");
    named_text(root, "none", NULL);
    named_money(root, "bet", cr_money_from_units(5));
    struct named *list = named_list(root, "values");
    named_number(list, NULL, -0.0);
    named_number(list, NULL, 0.1);
    named_number(list, NULL, INFINITY);
    named_digits(list, NULL, "0.05");
    named_object(root, "empty");
    json_is(t, "{\"name\":\"a \\\"quoted\\\" one\",\"none\":null,\"bet\":\"5.00\","
               "\"values\":[0,0.10000000000000001,null,0.05],\"empty\":{}}");
    named_free(t);
}

static void members_are_fields_of_a_line(void **state)
{
    (void)state;
    struct named_tree *t = named_new();
    struct named *root = named_root(t);
    struct text out = {0};
    named_text(root, "hand", "one, \"two\"");
    named_number(root, "ev", -1.5);
    named_number(root, "never", NAN);
    named_csv_keys(&out, root);
    named_csv_end(&out);
    named_csv_members(&out, root);
    named_csv_end(&out);
    assert_string_equal(out.data, "hand,ev,never\n\"one, \"\"two\"\"\",-1.5,\n");
    text_free(&out);
    named_free(t);
}

static void what_is_not_there_is_not_found(void **state)
{
    (void)state;
    struct named_tree *t = named_new();
    struct named *root = named_root(t);
    named_number(root, "ev", 2);
    assert_true(named_value(named_find(root, "ev")) > 1.9);
    assert_null(named_find(root, "house_edge"));
    assert_null(named_find(named_find(root, "no"), "ev"));
    assert_true(isnan(named_value(NULL)));
    assert_string_equal(named_string(NULL), "");
    assert_true(named_failed(NULL));
    named_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tree_is_one_line_of_json),
        cmocka_unit_test(members_are_fields_of_a_line),
        cmocka_unit_test(what_is_not_there_is_not_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
