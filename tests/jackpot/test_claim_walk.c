/* Every sequence of steps, of any length, that people can take on a claim of any kind: a claim is
 * paid at most once, never without what it needs, never by one person counted twice, never after it
 * was cancelled; and a refused step changes nothing (V5, TAB-7, UTH-17).
 *
 * A claim is a plain value, and its future depends on nothing else. So it is enough to take every
 * step once from every state that can be reached. The states are kept and compared byte for byte,
 * together with a history in the words of the rules. */
#include "floor/claim.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define PEOPLE 3
#define ALL    0x7f
#define STATES 4096 /* more than a claim of any kind can reach; a power of two */

static const char *const people[PEOPLE] = {"Ann", "Bob", "Cid"};
static const struct cr_money amounts[2] = {{50000000}, {150000000}}; /* 50.00 and 150.00 */

enum op { VERIFY, VERIFY_PART, APPROVE, COMPLY_A, COMPLY_B, CHEQUES, CHECK_, CANCEL, PAY, CLEAR };

struct step {
    enum op op;
    unsigned who; /* a person; for CHEQUES and PAY, an amount */
};

static const struct step steps[] = {
    {VERIFY, 0},   {VERIFY, 1},   {VERIFY_PART, 0}, {APPROVE, 0}, {APPROVE, 1}, {APPROVE, 2},
    {COMPLY_A, 0}, {COMPLY_B, 1}, {COMPLY_B, 2},    {CHEQUES, 0}, {CHEQUES, 1}, {CHECK_, 0},
    {CANCEL, 0},   {PAY, 0},      {PAY, 1},         {CLEAR, 0},
};
#define STEPS (sizeof steps / sizeof steps[0])

/* What has happened so far, in the words of the rules. */
struct history {
    int verifier; /* -1: nobody yet */
    bool approved[PEOPLE], complied[2];
    bool cheques; /* the method chosen last */
    unsigned paid, cleared;
    bool cancelled;
};

static unsigned approvals_of(const struct history *h)
{
    return 0u + h->approved[0] + h->approved[1] + h->approved[2];
}

static bool is_payable(const struct history *h, const struct claim_needs *needs, unsigned amount)
{
    const bool too_much = needs->cheques_up_to.micro > 0 && amount == 1;
    bool people_behind = approvals_of(h) == needs->approvals;
    for (unsigned i = 0; i < PEOPLE; i++)
        if (needs->approvals == 1 && h->approved[i] && h->verifier == (int)i)
            people_behind = false;
    return (needs->items == 0 || h->verifier >= 0) && people_behind &&
           (needs->compliance_count < 1 || h->complied[0]) &&
           (needs->compliance_count < 2 || h->complied[1]) && !(h->cheques && too_much);
}

static bool may_approve(const struct history *h, const struct claim_needs *needs, unsigned who)
{
    if ((needs->items != 0 && h->verifier < 0) || h->approved[who])
        return false;
    if (needs->approvals == 1 && h->verifier == (int)who)
        return false;
    return approvals_of(h) < needs->approvals;
}

/* Whether the rules allow a step after this history. */
static bool is_allowed(const struct history *h, const struct claim_needs *needs, struct step s)
{
    if (s.op == CLEAR)
        return needs->clearing && h->paid == 1 && h->cleared == 0;
    if (h->cancelled || h->paid > 0)
        return false;
    switch (s.op) {
    case VERIFY:
        return needs->items != 0 && h->verifier < 0;
    case VERIFY_PART:
        return needs->items == 0x03 && h->verifier < 0;
    case APPROVE:
        return may_approve(h, needs, s.who);
    case COMPLY_A:
        return needs->compliance_count > 0 && !h->complied[0];
    case COMPLY_B:
        return needs->compliance_count > 1 && !h->complied[1];
    case CHEQUES:
        return s.who == 0 || needs->cheques_up_to.micro == 0;
    case PAY:
        return is_payable(h, needs, s.who);
    default:
        return true;
    }
}

static void remember(struct history *h, struct step s)
{
    switch (s.op) {
    case VERIFY:
    case VERIFY_PART:
        h->verifier = (int)s.who;
        break;
    case APPROVE:
        h->approved[s.who] = true;
        break;
    case COMPLY_A:
    case COMPLY_B:
        h->complied[s.op == COMPLY_B] = true;
        break;
    case CHEQUES:
    case CHECK_:
        h->cheques = s.op == CHEQUES;
        break;
    case CANCEL:
        h->cancelled = true;
        break;
    case PAY:
        h->paid++;
        break;
    case CLEAR:
        h->cleared++;
    }
}

static int take(struct claim *c, struct step s)
{
    switch (s.op) {
    case VERIFY:
        return claim_verify(c, people[s.who], ALL, NULL);
    case VERIFY_PART:
        return claim_verify(c, people[s.who], 0x03, NULL);
    case APPROVE:
        return claim_approve(c, people[s.who], NULL);
    case COMPLY_A:
        return claim_comply(c, people[s.who], "OFAC", NULL);
    case COMPLY_B:
        return claim_comply(c, people[s.who], "Title 31", NULL);
    case CHEQUES:
        return claim_choose_method(c, CLAIM_CHEQUES, amounts[s.who], NULL);
    case CHECK_:
        return claim_choose_method(c, CLAIM_CHECK, amounts[0], NULL);
    case CANCEL:
        return claim_cancel(c, NULL);
    case PAY:
        return claim_pay(c, amounts[s.who], NULL);
    case CLEAR:
        return claim_clear(c, NULL);
    }
    return CR_E_INPUT;
}

/* A claim and its history. */
struct node {
    struct claim claim;
    struct history history;
};

/* The states reached, in the order of discovery, and a hash table to find them by their bytes. */
static struct node nodes[STATES];
static unsigned node_count;
static unsigned short table[2 * STATES]; /* index in nodes + 1; 0: free */

static void reach(const struct node *node)
{
    uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */
    for (size_t i = 0; i < sizeof *node; i++)
        hash = (hash ^ ((const unsigned char *)node)[i]) * UINT64_C(1099511628211);
    size_t at = hash % (2 * STATES);
    for (; table[at] != 0; at = (at + 1) % (2 * STATES))
        if (memcmp(&nodes[table[at] - 1], node, sizeof *node) == 0)
            return;
    assert_true(node_count < STATES);
    memcpy(&nodes[node_count++], node, sizeof *node);
    table[at] = (unsigned short)node_count;
}

static void check_outcome(const struct claim *c, const struct history *h)
{
    assert_true(h->paid <= 1 && !(h->paid > 0 && h->cancelled));
    assert_int_equal(c->state == CLAIM_PAID || c->state == CLAIM_CLEARED, h->paid == 1);
    assert_int_equal(c->state == CLAIM_CANCELLED, h->cancelled);
    assert_int_equal(c->state == CLAIM_CLEARED, h->cleared == 1);
    assert_int_equal(claim_is_done(c),
                     h->cancelled || (h->paid == 1 && h->cleared == c->needs.clearing));
    assert_int_equal(claim_check_payable(c, amounts[0], NULL) == CR_OK,
                     is_allowed(h, &c->needs, (struct step){PAY, 0}));
}

/* Takes every step from one state. Returns how many of them were payments. */
static unsigned take_every_step(const struct node *from)
{
    unsigned payments = 0;
    for (unsigned i = 0; i < STEPS; i++) {
        struct node to;
        memcpy(&to, from, sizeof to);
        const bool allowed = is_allowed(&from->history, &from->claim.needs, steps[i]);
        assert_int_equal(take(&to.claim, steps[i]) == CR_OK, allowed);
        if (!allowed) {
            assert_memory_equal(&to, from, sizeof to);
            continue;
        }
        remember(&to.history, steps[i]);
        check_outcome(&to.claim, &to.history);
        payments += steps[i].op == PAY;
        reach(&to);
    }
    return payments;
}

static void explore(const struct claim_needs *needs)
{
    struct node start;
    memset(&start, 0, sizeof start);
    claim_init(&start.claim, needs);
    start.history.verifier = -1;
    memset(table, 0, sizeof table);
    node_count = 0;
    reach(&start);
    unsigned payments = 0;
    for (unsigned i = 0; i < node_count; i++)
        payments += take_every_step(&nodes[i]);
    assert_true(payments > 0);
}

static void every_order_of_steps(void **state)
{
    (void)state;
    static const uint8_t checklists[] = {0, 0x03, ALL};
    for (unsigned kind = 0; kind < 3 * 3 * 3 * 2 * 2; kind++) {
        struct claim_needs needs = {0};
        needs.items = checklists[kind % 3];
        needs.approvals = (uint8_t)(kind / 3 % 3);
        needs.compliance_count = (uint8_t)(kind / 9 % 3);
        strcpy(needs.compliance[0], "OFAC");
        strcpy(needs.compliance[1], "Title 31");
        needs.clearing = kind / 27 % 2 == 1;
        needs.cheques_up_to.micro = kind / 54 == 1 ? 100000000 : 0;
        explore(&needs);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_order_of_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
