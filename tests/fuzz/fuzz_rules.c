/* Fuzz target: any bytes as a rules file. If the first byte is 'p' the rest is a progressive,
 * otherwise house rules.
 *
 * A rejected file leaves the result as it was and gives a terminated message with a place. An
 * accepted one gives the same result twice and fulfils what rules.h promises. */
#include "base/check.h"
#include "game/games/game.h"

#include <croupier/rules.h>

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_fault(int rc, const struct cr_err *err, const void *out, size_t size)
{
    const unsigned char *bytes = out;
    CHECK(rc == CR_E_INPUT && err->code == rc);
    CHECK(strncmp(err->text, "fuzz.yaml:", 10) == 0);
    CHECK(memchr(err->text, '\0', sizeof err->text));
    for (size_t i = 0; i < size; i++)
        CHECK(bytes[i] == 0xa5);
}

static void check_rules(const struct cr_rules *r)
{
    CHECK(r->game && r->name[0] && r->title[0] && r->house[0] && r->start_button[0]);
    CHECK(r->hands_max == 1 || r->hands_max == 2);
    CHECK(r->qualifying_rank > 0 && r->qualifying_rank <= CR_RANKS_FIVE);
    for (unsigned s = 0; s < r->game->stage_count; s++)
        CHECK((r->multiples[s] != 0) != r->game->stages[s].may_pull && !(r->multiples[s] & 1));
    for (unsigned s = 0; s < CR_SLOTS; s++)
        for (unsigned c = 0; c < CR_CATEGORIES; c++)
            CHECK(r->pays[s].pays[c].num == 0 || r->pays[s].pays[c].den > 0);
    for (unsigned s = 0; s < r->game->slot_count; s++) {
        struct pay_row rows[PAY_ROWS_MAX];
        const unsigned count = pay_rows(r, s, rows);
        CHECK(r->game->slots[s].by_table ? count > 0 || r->game->slots[s].kind == SLOT_BONUS
                                         : count == 0);
        for (unsigned i = 0; i < r->pays[s].part_count; i++)
            CHECK(r->pays[s].parts[i].worst_rank > 0 && r->pays[s].parts[i].pays.den > 0);
    }
}

static void check_progressive(const struct cr_progressive *p)
{
    uint64_t sum = p->house_share;
    CHECK(p->bet.micro > 0 && p->meter_count >= 1 && p->meter_count <= CR_METERS);
    for (unsigned m = 0; m < p->meter_count; m++)
        sum += (uint64_t)p->meters[m].share + p->meters[m].reserve_share;
    CHECK(sum == CR_SHARE_ALL);
    for (unsigned c = 0; c < CR_CATEGORIES; c++) {
        const struct cr_award *a = &p->awards[c];
        CHECK(a->kind == CR_AWARD_NONE || a->from == CR_FROM_TRAY || a->from < p->meter_count);
        CHECK(a->kind != CR_AWARD_PERCENT || (a->ppm > 0 && a->ppm <= CR_PPM));
        CHECK(a->kind != CR_AWARD_FIXED || a->amount.micro > 0);
    }
}

static void fuzz_rules(const char *text, size_t len)
{
    struct cr_rules a, b;
    struct cr_err err;
    memset(&a, 0xa5, sizeof a);
    int rc = cr_rules_parse("fuzz.yaml", text, len, &a, &err);
    if (rc != CR_OK) {
        check_fault(rc, &err, &a, sizeof a);
        return;
    }
    check_rules(&a);
    CHECK(cr_rules_parse("fuzz.yaml", text, len, &b, NULL) == CR_OK);
    CHECK(memcmp(&a, &b, sizeof a) == 0);
}

static void fuzz_progressive(const char *text, size_t len)
{
    struct cr_progressive a, b;
    struct cr_err err;
    memset(&a, 0xa5, sizeof a);
    int rc = cr_progressive_parse("fuzz.yaml", text, len, &a, &err);
    if (rc != CR_OK) {
        check_fault(rc, &err, &a, sizeof a);
        return;
    }
    check_progressive(&a);
    CHECK(cr_progressive_parse("fuzz.yaml", text, len, &b, NULL) == CR_OK);
    CHECK(memcmp(&a, &b, sizeof a) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const char *text = (const char *)data + 1;
    (data[0] == 'p' ? fuzz_progressive : fuzz_rules)(text, size - 1);
    return 0;
}
