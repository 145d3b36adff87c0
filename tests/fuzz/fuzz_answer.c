/* Fuzz target: any bytes as a manager's answer to a table. The first byte chooses the kind of
 * answer. An answer that is accepted has a consistent record: seats that exist, and claims only for
 * wagers that were made. */
#include "base/check.h"
#include "service/controller/answer_json.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_record(const struct controller_record *r)
{
    CHECK(((r->seats | r->closed_seats | r->awarded | r->pending) & 0x80) == 0);
    CHECK((r->awarded & ~r->seats) == 0 && (r->pending & ~r->awarded) == 0);
    CHECK(r->meter_count <= CR_METERS && r->lease_ms > 0);
    CHECK(r->hit.seat <= CR_SEATS && memchr(r->hit.table, '\0', sizeof(r->hit.table)) != NULL);
    for (unsigned i = 0; i < r->meter_count; i++)
        CHECK(r->meters[i].micro >= 0);
    for (unsigned i = 0; i < CR_SEATS; i++)
        CHECK(r->claims[i].award < CR_CATEGORIES);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct json_tape tape;
    static struct controller_answer answer;
    static struct transport_rules rules;
    struct cr_err err = {0};
    if (size == 0)
        return 0;
    const char *text = (const char *)data + 1;
    switch (data[0]) {
    case 'j':
        if (answer_json_join(&tape, text, size - 1, &answer, &err) == 0)
            check_record(&answer.record);
        break;
    case 'r':
        if (answer_json_rules(&tape, text, size - 1, &rules, &err) == 0)
            CHECK(rules.rules[rules.rules_len] == '\0' &&
                  rules.progressive[rules.progressive_len] == '\0');
        break;
    case 'p':
        answer_json_problem(&tape, 409, text, size - 1, &err);
        CHECK(err.text[0] != '\0' || err.code != 0);
        break;
    default:
        if (answer_json_heartbeat(&tape, text, size - 1, &answer.record, &err) == 0)
            check_record(&answer.record);
        break;
    }
    return 0;
}
