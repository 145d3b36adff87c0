/* Hostile questions: every refusal has a message, no file is opened, and nothing crashes. */
#include "support/rng.h"
#include "talk.h"

#include <croupier/rules.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MUTATIONS 4000

static void texts_that_are_no_questions(void **state)
{
    (void)state;
    static const char *const bodies[] = {"", "{", "[1", "{\"a\":}", "nul", "\"\xff\"", "{}{}"};
    for (unsigned q = PRACTICE_ANALYZE; q < PRACTICE_QUESTIONS; q++)
        for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++)
            assert_true(
                talk_refused((enum practice_question)q, CR_E_INPUT, "%s", bodies[i])->not_json);
    for (unsigned q = PRACTICE_ANALYZE; q < PRACTICE_QUESTIONS; q++)
        assert_false(talk_refused((enum practice_question)q, CR_E_INPUT, "[]")->not_json);
}

static void members_that_are_wrong(void **state)
{
    (void)state;
    static const struct {
        enum practice_question question;
        int code;
        const char *body, *field;
    } cases[] = {
        {PRACTICE_ANALYZE, CR_E_INPUT, "{}", "name"},
        {PRACTICE_ANALYZE, CR_E_INPUT, "{\"name\":\"tcp-cn\",\"text\":\"x\"}", "text"},
        {PRACTICE_ANALYZE, CR_E_NOT_FOUND, "{\"name\":\"nothing\"}", "name"},
        {PRACTICE_ANALYZE, CR_E_NOT_FOUND, "{\"name\":\"/etc/passwd\"}", "name"},
        {PRACTICE_ANALYZE, CR_E_NOT_FOUND, "{\"name\":\"rules/tcp-cn.yaml\"}", "name"},
        {PRACTICE_ANALYZE, CR_E_INPUT, "{\"name\":\"tcp-cn\\u0000\"}", "name"},
        {PRACTICE_ANALYZE, CR_E_INPUT, "{\"name\":7}", "name"},
        {PRACTICE_ANALYZE, CR_E_INPUT, "{\"text\":\"\"}", "text"},
        {PRACTICE_ANALYZE, CR_E_INPUT, "{\"text\":\"a: [\"}", "text"},
        {PRACTICE_ANALYZE, CR_E_INPUT, "{\"text\":\"rules: x\\u0000\"}", "text"},
        {PRACTICE_ANALYZE, CR_E_INPUT, "{\"text\":[]}", "text"},
        {PRACTICE_ANALYZE, CR_E_INPUT, "{\"name\":\"tcp-cn\",\"format\":\"xml\"}", "format"},
        {PRACTICE_ANALYZE, CR_E_INPUT, "{\"name\":\"tcp-cn\",\"surprise\":1}", "surprise"},
        {PRACTICE_ANALYZE, CR_E_INPUT, "{\"name\":\"cn\",\"progressive\":\"rp\"}", "progressive"},
        {PRACTICE_ANALYZE, CR_E_INPUT, "{\"name\":\"tcp-cn\",\"progressive\":\"cn\"}",
         "progressive"},
        {PRACTICE_POSITION, CR_E_INPUT, "{\"rules\":\"cn\",\"hole\":[]}", "rules"},
        {PRACTICE_POSITION, CR_E_INPUT, "{\"rules\":\"tcp-cn\",\"hole\":[\"As\"]}", "hole"},
        {PRACTICE_POSITION, CR_E_INPUT, "{\"rules\":\"tcp-cn\",\"hole\":[\"As\",\"As\",\"2c\"]}",
         "board"},
        {PRACTICE_POSITION, CR_E_INPUT, "{\"rules\":\"uth-cn\",\"hole\":[\"As\",\"Xx\"]}", "hole"},
        {PRACTICE_POSITION, CR_E_INPUT, "{\"rules\":\"uth-cn\",\"hole\":[\"As\",\"As\"]}", "board"},
        {PRACTICE_POSITION, CR_E_INPUT,
         "{\"rules\":\"uth-cn\",\"hole\":[\"As\",\"Ks\"],\"board\":[\"As\",\"2c\",\"3c\"]}",
         "board"},
        {PRACTICE_POSITION, CR_E_INPUT,
         "{\"rules\":\"uth-cn\",\"hole\":[\"As\",\"Ks\"],\"board\":[\"4s\",\"2c\",\"3c\"],"
         "\"actions\":[\"4x\"]}",
         "board"},
        {PRACTICE_SENSITIVITY, CR_E_INPUT, "{\"name\":\"tcp-cn\",\"path\":\"blind\"}", "path"},
        {PRACTICE_SENSITIVITY, CR_E_INPUT, "{\"name\":\"cn\",\"path\":\"awards.royal flush\"}",
         "path"},
        {PRACTICE_PROTECT, CR_E_INPUT, "{\"rules\":\"tcp-cn\"}", "sees"},
        {PRACTICE_PROTECT, CR_E_INPUT, "{\"rules\":\"tcp-cn\",\"sees\":\"flop:1\"}", "sees"},
        {PRACTICE_PROTECT, CR_E_INPUT, "{\"rules\":\"tcp-cn\",\"sees\":\"dealer:99\"}", "sees"},
        {PRACTICE_PROTECT, CR_E_INPUT,
         "{\"rules\":\"tcp-cn\",\"sees\":\"dealer:1\",\"rounds\":100001}", "rounds"},
        {PRACTICE_PROTECT, CR_E_INPUT, "{\"rules\":\"cn\",\"sees\":\"dealer:1\"}", "rules"},
        {PRACTICE_PROTECT, CR_E_NOT_FOUND, "{\"rules\":\"/etc/passwd\",\"sees\":\"dealer:1\"}",
         "rules"},
        {PRACTICE_DESIGN, CR_E_INPUT, "{\"rules\":\"tcp-cn\",\"target\":0.02}", "vary"},
        {PRACTICE_DESIGN, CR_E_INPUT, "{\"rules\":\"tcp-cn\",\"vary\":[\"flush=3..4\"]}", "vary"},
        {PRACTICE_DESIGN, CR_E_INPUT,
         "{\"rules\":\"tcp-cn\",\"vary\":[\"flash=3..4\"],\"target\":0.02}", "vary"},
        {PRACTICE_DESIGN, CR_E_INPUT,
         "{\"rules\":\"tcp-cn\",\"vary\":[\"flush=4..3\"],\"target\":0.02}", "vary"},
        {PRACTICE_DESIGN, CR_E_INPUT,
         "{\"rules\":\"tcp-cn\",\"vary\":[\"flush=3..4\",\"flush=3..4\"],\"target\":0.02}", "vary"},
        {PRACTICE_DESIGN, CR_E_INPUT,
         "{\"rules\":\"tcp-cn\",\"vary\":[\"flush=3..4\"],\"target\":\"2%\"}", "target"},
        {PRACTICE_DESIGN, CR_E_INPUT,
         "{\"rules\":\"tcp-cn\",\"vary\":[\"flush=3..4\"],\"target\":1e999}", "target"},
        {PRACTICE_DESIGN, CR_E_INPUT,
         "{\"rules\":\"tcp-cn\",\"wager\":\"blind\",\"vary\":[\"flush=3..4\"],\"target\":0.02}",
         "wager"},
        {PRACTICE_DESIGN, CR_E_INPUT,
         "{\"rules\":\"tcp-cn\",\"vary\":[\"flush=3..4\"],\"target\":0.5,\"format\":\"yaml\"}",
         "pick"},
        {PRACTICE_STRATEGY, CR_E_INPUT, "{\"rules\":\"tcp-cn\",\"format\":\"yaml\"}", "format"},
        {PRACTICE_RISK, CR_E_INPUT, "{\"rules\":\"tcp-cn\",\"rounds\":100001}", "rounds"},
        {PRACTICE_RISK, CR_E_INPUT, "{\"rules\":\"tcp-cn\",\"ruin\":1}", "ruin"},
        {PRACTICE_RISK, CR_E_INPUT, "{\"rules\":\"tcp-cn\",\"ante\":10}", "ante"},
        {PRACTICE_RISK, CR_E_INPUT, "{\"rules\":\"tcp-cn\",\"ante\":\"0\"}", "ante"},
        {PRACTICE_RISK, CR_E_INPUT, "{\"rules\":\"tcp-cn\",\"progressive\":\"cn\"}", "progressive"},
        {PRACTICE_RISK, CR_E_INPUT, "{\"rules\":\"tcp-cn\",\"meter\":\"5\"}", "meter"},
        {PRACTICE_RISK, CR_E_INPUT, "{\"rules\":\"pg-flush\",\"side\":\"5\"}", "side"},
        {PRACTICE_PAR, CR_E_INPUT, "{\"rules\":\"tcp-cn\",\"format\":\"escpos\"}", "format"},
        {PRACTICE_WAGERS, CR_E_INPUT, "{\"rules\":\"tcp-cn\",\"progressive\":\"cn\"}",
         "progressive"},
        {PRACTICE_WAGERS, CR_E_NOT_FOUND, "{\"rules\":\"uth-cn\",\"progressive\":\"x\"}",
         "progressive"},
        {PRACTICE_ROUND, CR_E_INPUT, "{\"rules\":\"tcp-cn\"}", "wagers"},
        {PRACTICE_ROUND, CR_E_INPUT, "{\"rules\":\"tcp-cn\",\"seed\":-1}", "seed"},
        {PRACTICE_ROUND, CR_E_INPUT, "{\"rules\":\"tcp-cn\",\"seed\":1e3}", "seed"},
        {PRACTICE_ROUND, CR_E_INPUT, "{\"rules\":\"tcp-cn\",\"seed\":99999999999999999}", "seed"},
        {PRACTICE_ROUND, CR_E_INPUT, "{\"rules\":\"tcp-cn\",\"round\":0}", "round"},
        {PRACTICE_ROUND, CR_E_INPUT, "{\"rules\":\"tcp-cn\",\"seat\":8}", "seat"},
        {PRACTICE_ROUND, CR_E_INPUT, "{\"rules\":\"tcp-cn\",\"neighbours\":7}", "neighbours"},
        {PRACTICE_ROUND, CR_E_INPUT, "{\"rules\":\"tcp-cn\",\"advice\":1}", "advice"},
        {PRACTICE_DEALING, CR_E_INPUT, "{\"rules\":\"tcp-cn\",\"seats\":0}", "seats"},
        {PRACTICE_DEALING, CR_E_INPUT, "{\"rules\":\"tcp-cn\",\"answers\":[]}", "answers"},
        {PRACTICE_CERTIFICATE, CR_E_INPUT, "{\"rules\":\"tcp-cn\",\"date\":\"x\"}", "name"},
        {PRACTICE_CERTIFICATE, CR_E_INPUT,
         "{\"rules\":\"tcp-cn\",\"name\":\"A\",\"date\":\"x\",\"rounds\":1}", "right"},
        {PRACTICE_CERTIFICATE, CR_E_INPUT,
         "{\"rules\":\"tcp-cn\",\"name\":\"A\",\"date\":\"x\",\"right\":3,\"best\":4}", "best"},
        {PRACTICE_CERTIFICATE, CR_E_INPUT,
         "{\"rules\":\"tcp-cn\",\"name\":\"A\",\"date\":\"x\",\"right\":1000000001}", "right"},
        {PRACTICE_CHECK, CR_E_INPUT, "{\"rules\":\"tcp-cn\"}", "answers"},
        {PRACTICE_CHECK, CR_E_INPUT, "{\"rules\":\"tcp-cn\",\"answers\":[7]}", "answers[0]"},
        {PRACTICE_CHECK, CR_E_INPUT,
         "{\"rules\":\"tcp-cn\",\"answers\":[{\"seat\":1,\"wager\":\"blind\",\"verdict\":\"pay\"}]"
         "}",
         "answers[0]"},
        {PRACTICE_CHECK, CR_E_INPUT,
         "{\"rules\":\"tcp-cn\",\"answers\":[{\"seat\":1,\"wager\":\"ante\",\"verdict\":\"x\"}]}",
         "answers[0]"},
        {PRACTICE_CHECK, CR_E_INPUT,
         "{\"rules\":\"tcp-cn\",\"answers\":[],\"announcement\":\"loudly\"}", "announcement"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct practice_answer *said =
            talk_refused(cases[i].question, cases[i].code, "%s", cases[i].body);
        if (strcmp(said->err.field, cases[i].field) != 0)
            fail_msg("%s: field %s, %s", cases[i].body, said->err.field, said->err.text);
        assert_false(said->not_json);
    }
}

/* Limits that no wager can meet, and pays that no amount can hold. */
static void rules_that_cannot_be_played(void **state)
{
    (void)state;
    static const char *const changes[][3] = {
        {"# limits:\n#   ante: {min: 10, max: 500} # either may be none\n"
         "#   pair_plus: {min: 5, max: 100}\n",
         "limits:\n  ante: {min: 500, max: 600}\n  pair_plus: {min: 900000000, max: 1000000000}\n",
         ""},
        {"straight flush: 40 to 1", "straight flush: 2000000000 to 1", ""},
    };
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        static char plain[16 * 1024], quoted[32 * 1024];
        const struct cr_shipped *file = cr_shipped_find("tcp-cn");
        const char *at = strstr(file->text, changes[i][0]);
        assert_non_null(at);
        snprintf(plain, sizeof plain, "%.*s%s%s", (int)(at - file->text), file->text, changes[i][1],
                 at + strlen(changes[i][0]));
        struct text t;
        text_init(&t, quoted, sizeof quoted);
        text_add_json(&t, plain, strlen(plain));
        for (unsigned round = 1; round <= 200; round++) {
            char body[40 * 1024];
            struct practice_answer answer;
            int len = snprintf(body, sizeof body,
                               "{\"text\":%s,\"round\":%u,\"neighbours\":6,\"wagers\":{\"ante\":"
                               "\"1000000000\",\"pair_plus\":\"1000000000\"},\"actions\":[]}",
                               quoted, round);
            int rc = practice_ask(talk_practice(), PRACTICE_ROUND, body, (size_t)len, &answer);
            assert_true(rc == CR_OK || rc == CR_E_INPUT || rc == CR_E_RANGE);
        }
    }
}

/* Valid questions with bytes changed at random: each is answered or refused. */
static void changed_questions(void **state)
{
    (void)state;
    static const struct {
        enum practice_question question;
        const char *body;
    } good[] = {
        {PRACTICE_SENSITIVITY, "{\"name\":\"cn\",\"path\":\"awards.flush\"}"},
        {PRACTICE_POSITION, "{\"rules\":\"tcp-cn\",\"hole\":[\"As\",\"Kd\",\"2c\"]}"},
        {PRACTICE_DESIGN, "{\"rules\":\"tcp-cn\",\"vary\":[\"flush=3..4\"],\"target\":0.02,"
                          "\"within\":0.01}"},
        {PRACTICE_RISK, "{\"rules\":\"tcp-cn\",\"ante\":\"10\",\"rounds\":9,\"ruin\":0.05}"},
        {PRACTICE_WAGERS, "{\"rules\":\"uth-cn\",\"progressive\":null}"},
        {PRACTICE_ROUND, "{\"rules\":\"uth-cn\",\"seed\":5,\"round\":2,\"seat\":4,\"neighbours\":3,"
                         "\"wagers\":{\"ante\":\"10\",\"trips\":\"5\"},\"actions\":[\"check\"]}"},
        {PRACTICE_DEALING, "{\"rules\":\"pg-flush\",\"seed\":5,\"round\":2,\"seats\":3}"},
        {PRACTICE_CHECK, "{\"rules\":\"tcp-cn\",\"seats\":2,\"answers\":[{\"seat\":6,\"wager\":"
                         "\"ante\",\"verdict\":\"pay\",\"amount\":\"10.00\"}]}"},
    };
    struct rng rng = {4711};
    unsigned refused = 0;
    for (unsigned i = 0; i < MUTATIONS; i++) {
        const unsigned which = rng_below(&rng, sizeof good / sizeof good[0]);
        char body[512];
        struct practice_answer answer;
        const size_t len = strlen(good[which].body);
        memcpy(body, good[which].body, len);
        for (unsigned k = rng_below(&rng, 3) + 1; k > 0; k--)
            body[rng_below(&rng, (unsigned)len)] = (char)(rng_below(&rng, 95) + 32);
        int rc = practice_ask(talk_practice(), good[which].question, body, len, &answer);
        assert_true(rc == CR_OK || rc == CR_E_INPUT || rc == CR_E_NOT_FOUND || rc == CR_E_RANGE);
        refused += rc != CR_OK;
    }
    assert_in_range(refused, MUTATIONS / 4, MUTATIONS - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_that_are_no_questions),
        cmocka_unit_test(members_that_are_wrong),
        cmocka_unit_test(rules_that_cannot_be_played),
        cmocka_unit_test(changed_questions),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    talk_end();
    return failed;
}
