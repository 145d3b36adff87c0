/* The part of the story about mathematics and practice. */
#include "api_story.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define V1 "/api/v1"

static void ask_the_desk(struct api_server *s)
{
    api_post(s, V1 "/analyze/protect", 200, "{\"rules\":\"tcp-cn\",\"sees\":\"dealer:1\"}");
    api_post(s, V1 "/analyze/protect", 400, "{");
    api_post(s, V1 "/analyze/protect", 404, "{\"rules\":\"nothing\",\"sees\":\"dealer:1\"}");
    api_post(s, V1 "/analyze/protect", 422, "{\"rules\":\"tcp-cn\",\"sees\":\"river\"}");
    api_post(s, V1 "/analyze/design", 200,
             "{\"rules\":\"tcp-cn\",\"vary\":[\"flush=3..4\"],\"target\":0.024}");
    api_post(s, V1 "/analyze/design", 200,
             "{\"rules\":\"tcp-cn\",\"vary\":[\"flush=3..4\"],\"target\":0.024,"
             "\"format\":\"yaml\"}");
    api_post(s, V1 "/analyze/design", 400, "{");
    api_post(s, V1 "/analyze/design", 404, "{\"rules\":\"nothing\"}");
    api_post(s, V1 "/analyze/design", 422, "{\"rules\":\"tcp-cn\"}");
    api_post(s, V1 "/analyze/strategy", 200, "{\"rules\":\"tcp-cn\"}");
    api_post(s, V1 "/analyze/strategy", 200, "{\"rules\":\"tcp-cn\",\"format\":\"pdf\"}");
    api_post(s, V1 "/analyze/strategy", 400, "{");
    api_post(s, V1 "/analyze/strategy", 404, "{\"rules\":\"nothing\"}");
    api_post(s, V1 "/analyze/strategy", 422, "{\"rules\":\"cn\"}");
    assert_string_equal(api_get(s, V1 "/analyze/progress", 200),
                        "{\"ticket\":0,\"part\":null,\"done\":0,\"all\":0}");
    api_get(s, V1 "/analyze/progress?x=1", 422);
    api_post(s, V1 "/analyze/risk", 200, "{\"rules\":\"tcp-cn\",\"rounds\":10}");
    api_post(s, V1 "/analyze/risk", 400, "{");
    api_post(s, V1 "/analyze/risk", 404, "{\"rules\":\"nothing\"}");
    api_post(s, V1 "/analyze/risk", 422, "{\"rules\":\"tcp-cn\",\"rounds\":0}");
    api_post(s, V1 "/analyze/par", 200, "{\"rules\":\"tcp-cn\"}");
    api_post(s, V1 "/analyze/par", 200, "{\"rules\":\"tcp-cn\",\"format\":\"csv\"}");
    api_post(s, V1 "/analyze/par", 400, "{");
    api_post(s, V1 "/analyze/par", 404, "{\"rules\":\"nothing\"}");
    api_post(s, V1 "/analyze/par", 422, "{\"rules\":\"tcp-cn\",\"format\":\"x\"}");
}

static void certify(struct api_server *s)
{
    api_post(
        s, V1 "/practice/certificate", 200,
        "{\"rules\":\"tcp-cn\",\"name\":\"Ada <b>\",\"date\":\"2026-11-16\",\"rounds\":2,"
        "\"right\":9,\"wrong\":1,\"best\":7,\"seats\":4,\"seconds\":50,\"house\":\"Grand Pier\"}");
    api_post(s, V1 "/practice/certificate", 400, "{");
    api_post(s, V1 "/practice/certificate", 404, "{\"rules\":\"nothing\"}");
    api_post(s, V1 "/practice/certificate", 422, "{\"rules\":\"tcp-cn\"}");
}

static void calculate(struct api_server *s)
{
    api_get(s, V1 "/rules", 200);
    api_get(s, V1 "/rules?x=1", 422);
    assert_string_equal(api_get(s, V1 "/rules/tcp-cn", 200), cr_shipped_find("tcp-cn")->text);
    api_get(s, V1 "/rules/nothing", 404);
    api_post(s, V1 "/analyze", 200, "{\"name\":\"tcp-cn\"}");
    api_post(s, V1 "/analyze", 200, "{\"name\":\"ptha-1\"}");
    api_post(s, V1 "/analyze", 200, "{\"name\":\"tcp-cn\",\"format\":\"pdf\"}");
    api_post(s, V1 "/analyze", 400, "{");
    api_post(s, V1 "/analyze", 404, "{\"name\":\"nothing\"}");
    const char *said = api_post(s, V1 "/analyze", 422, "{\"text\":\"rules: x\\ngame: chess\"}");
    assert_non_null(strstr(said, "text:2:7: "));
    api_post(s, V1 "/analyze/position", 200,
             "{\"rules\":\"tcp-cn\",\"hole\":[\"Qs\",\"6d\",\"4c\"]}");
    api_post(s, V1 "/analyze/position", 422, "{\"rules\":\"tcp-cn\",\"hole\":[]}");
    api_post(s, V1 "/analyze/sensitivity", 200, "{\"name\":\"tcp-cn\"}");
    ask_the_desk(s);
    certify(s);
    api_post(s, V1 "/analyze/sensitivity", 200, "{\"name\":\"cn\"}");
    api_post(s, V1 "/analyze/sensitivity", 422, "{\"name\":\"cn\",\"path\":\"x\"}");
}

static void practise(struct api_server *s)
{
    static const char round[] = "\"rules\":\"uth-cn\",\"seed\":7,\"round\":3,\"seat\":2,"
                                "\"neighbours\":4,\"wagers\":{\"ante\":\"10\",\"trips\":\"5\"}";
    api_post(s, V1 "/practice/wagers", 200, "{\"rules\":\"uth-cn\"}");
    api_post(s, V1 "/practice/wagers", 200, "{\"rules\":\"tcp-cn\"}");
    api_post(s, V1 "/practice/wagers", 404, "{\"rules\":\"nothing\"}");
    api_post(s, V1 "/practice/round", 200, "{%s}", round);
    api_post(s, V1 "/practice/round", 200, "{%s,\"actions\":[\"4x\"]}", round);
    api_post(s, V1 "/practice/round", 200,
             "{\"rules\":\"tcp-cn\",\"wagers\":{\"ante\":\"10\"},\"actions\":[\"play\"],\"advice\":"
             "true}");
    api_post(s, V1 "/practice/round", 422, "{%s,\"actions\":[\"fold\"]}", round);
    api_post(s, V1 "/practice/dealing", 200, "{\"rules\":\"pg-flush\",\"seats\":7}");
    api_post(s, V1 "/practice/dealing", 422, "{\"rules\":\"pg-flush\",\"seats\":8}");
    api_post(s, V1 "/practice/check", 200,
             "{\"rules\":\"uth-cn\",\"answers\":[{\"seat\":1,\"wager\":\"ante\",\"verdict\":"
             "\"push\"},{\"seat\":3,\"wager\":\"ante\",\"verdict\":\"push\"}],\"announcement\":"
             "\"qualifies\"}");
    api_post(s, V1 "/practice/check", 422, "{\"rules\":\"uth-cn\",\"answers\":7}");
}

void api_story_math(struct api_server *s)
{
    calculate(s);
    practise(s);
}
