/* Fuzz target: any bytes as a question to the practice. The first byte chooses a question that is
 * answered in microseconds, or only the reading of a question that takes longer.
 *
 * A refusal must have a message, and an accepted question an answer. */
#include "base/check.h"
#include "sim/ask.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_only(const char *body, size_t len)
{
    static struct json_tape tape;
    static struct ask_table table;
    static const char *const keys[] = {ASK_TABLE_KEYS, "meters", "cards", "count", "flag", NULL};
    struct ask a = {.body = body, .len = len, .tape = &tape};
    uint64_t count = 0;
    bool flag = false;
    cr_card cards[7];
    unsigned n = 0;
    if (ask_open(&a, keys) != 0) {
        CHECK(a.err.text[0] != '\0');
        return;
    }
    if (ask_table(&a, &table) == 0)
        CHECK(table.rules.game != NULL);
    a.err = (struct cr_err){0}; /* cleared, so that the next member is read too */
    if (ask_cards(&a, "cards", cards, 7, &n) == 0)
        CHECK(n <= 7);
    a.err = (struct cr_err){0};
    if (ask_count(&a, "count", 1, 1000, 7, &count) == 0)
        CHECK(count >= 1 && count <= 1000);
    a.err = (struct cr_err){0};
    ask_flag(&a, "flag", &flag);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct practice *practice;
    if (practice == NULL)
        practice = practice_new();
    if (size == 0)
        return 0;
    const char *body = (const char *)data + 1;
    if (data[0] != 'w' && data[0] != 'd' && data[0] != 'c') {
        read_only(body, size - 1);
        return 0;
    }
    const enum practice_question question = data[0] == 'w'   ? PRACTICE_WAGERS
                                            : data[0] == 'd' ? PRACTICE_DEALING
                                                             : PRACTICE_CHECK;
    struct practice_answer answer = {0};
    if (practice_ask(practice, question, body, size - 1, &answer) == 0)
        CHECK(answer.len > 0 && memchr(answer.data, '{', answer.len));
    else
        CHECK(answer.err.text[0] != '\0');
    return 0;
}
