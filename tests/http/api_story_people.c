/* The part of the story about people: who may do what. */
#include "api_story.h"
#include "closed.h"
#include "floor/alarms.h"
#include "floor/claim.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define V1  "/api/v1"
#define KEY "abcdefabcdefabcdefabcdefabcdefabcdefabcdefabcdefabcdefabcdefabcd"

static void has_word(const char *words, const char *key, const char *word)
{
    char member[128];
    snprintf(member, sizeof member, "\"%s\":\"%s\"", key, word);
    if (strstr(words, member) == NULL)
        fail_msg("/words has not %s", member);
}

/* The screens take all such words from the interface and have no list of their own. */
static void all_words(const char *words)
{
    for (unsigned k = 0; k < ALARM_KIND_COUNT; k++)
        has_word(words, "item", alarm_words((enum alarm_kind)k)->item);
    for (unsigned i = 0; i < CLAIM_ITEMS; i++)
        has_word(words, "text", claim_item_text((enum claim_item)i));
    has_word(words, "after", claim_item_text_after(CLAIM_DECK));
    has_word(words, "words", claim_compliance_words("ofac"));
    for (unsigned k = FLOOR_NO_KIND + 1; k < FLOOR_KIND_COUNT; k++)
        for (unsigned m = 0; m < event_kind(k)->member_count; m++)
            has_word(words, "member", event_kind(k)->members[m].field->name);
    has_word(words, "tone", event_kind_tone(event_kind(FLOOR_SEAT_FAULT)));
    assert_non_null(strstr(words, "{\"member\":\"house\",\"type\":\"change\"}"));
    assert_non_null(strstr(words, "{\"member\":\"until\",\"type\":\"time\"}"));
}

void api_story_people(struct api_server *s)
{
    assert_string_equal(api_get(s, V1 "/session", 200), "{\"open\":true}");
    api_get(s, V1 "/session?x", 422);
    api_get(s, V1 "/setup", 200);
    all_words(api_get(s, V1 "/words", 200));
    api_get(s, V1 "/setup?x", 422);
    api_get(s, V1 "/signs", 200);
    api_get(s, V1 "/signs?x", 422);
    api_post(s, V1 "/session", 409, "{\"person\":\"a\",\"password\":\"x\"}");
    api_post(s, V1 "/people/e/change", 200,
             "{\"item\":\"cage\",\"department\":\"Cage\",\"user\":\"a\",\"approver\":\"b\"}");
    api_post(s, V1 "/people/a/change", 0, "{\"item\":\"cage\",\"user\":\"a\",\"approver\":\"b\"}");
    api_post(s, V1 "/tokens", 201,
             "{\"item\":\"wall\",\"text\":\"sign\",\"user\":\"a\",\"approver\":\"b\"}");
    /* Where nobody signs in, a request must not have a proof. */
    api_post(s, V1 "/tokens", 422,
             "{\"item\":\"wall 2\",\"text\":\"sign\",\"user\":\"a\",\"approver\":\"b\","
             "\"proof\":{\"password\":\"x\"}}");
    api_get(s, V1 "/tokens", 200);
    api_get(s, V1 "/tokens?x", 422);
    api_post(s, V1 "/tokens/wall/revoke", 200, "{\"user\":\"a\"}");
    api_post(s, V1 "/tokens/none/revoke", 404, "{\"user\":\"a\"}");
    api_post(s, V1 "/tables/t1/enrol", 200,
             "{\"document\":\"" KEY "\",\"user\":\"a\",\"approver\":\"b\"}");
    api_get(s, V1 "/tables/t1", 200);
    api_post(s, V1 "/tables/none/enrol", 404,
             "{\"document\":\"" KEY "\",\"user\":\"a\",\"approver\":\"b\"}");
    api_post(s, V1 "/tables/t1/revoke", 200, "{\"document\":\"" KEY "\",\"user\":\"a\"}");
    api_post(s, V1 "/tables/t1/revoke", 0, "{\"document\":\"" KEY "\",\"user\":\"a\"}");
}

/* Setup is refused here, because closed_start has set the first passwords. */
void api_story_closed(struct api_server *s)
{
    struct caller c = closed_sign_in(s, "c"), table = closed_token(s, "box", "table:t1");
    closed_ask(s, &c, 200, "GET", V1 "/session", NULL);
    closed_ask(s, &table, 200, "GET", V1 "/session", NULL);
    closed_ask(s, NULL, 401, "GET", V1 "/session", NULL);
    closed_ask(s, NULL, 401, "POST", V1 "/session", "{\"person\":\"c\",\"password\":\"x\"}");
    closed_ask(s, &c, 403, "POST", V1 "/people/d/invite", "{}");
    closed_ask(s, NULL, 403, "POST", V1 "/setup",
               "{\"person\":\"c\",\"code\":\"x\",\"password\":\"long enough\"}");
    closed_ask(s, NULL, 403, "POST", V1 "/invitation",
               "{\"person\":\"c\",\"code\":\"x\",\"password\":\"long enough\"}");
    closed_ask(s, &c, 422, "POST", V1 "/session/pin", "{\"password\":\"x\",\"pin\":\"1\"}");
    closed_ask(s, &c, 200, "POST", V1 "/session/pin", "{\"password\":\"%s\",\"pin\":\"135790\"}",
               closed_password("c"));
    closed_ask(s, &table, 403, "POST", V1 "/tables/t1/key",
               "{\"user\":\"c\",\"key\":\"low\",\"pin\":\"1\"}");
    closed_ask(s, &table, 200, "POST", V1 "/tables/t1/key",
               "{\"user\":\"c\",\"key\":\"low\",\"pin\":\"135790\"}");
    closed_ask(s, &c, 422, "POST", V1 "/session/password",
               "{\"password\":\"x\",\"new_password\":\"short\"}");
    c = closed_caller(closed_ask(s, &c, 200, "POST", V1 "/session/password",
                                 "{\"password\":\"%s\",\"new_password\":\"longer than that\"}",
                                 closed_password("c")));
    closed_ask(s, &c, 422, "DELETE", V1 "/session?x", NULL);
    closed_ask(s, &c, 204, "DELETE", V1 "/session", NULL);
}
