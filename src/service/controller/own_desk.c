/* The desk of a table alone; see own_desk.h. */
#include "service/controller/own_desk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Finds the last claim of that seat with something left to do. */
static const struct floor_claim *find_claim(const struct floor *f, const struct station *s,
                                            unsigned seat)
{
    const uint32_t table = floor_find_table(f, s->controller.config.table);
    const struct floor_claim *found = NULL;
    for (uint32_t i = 0; i < f->claim_count; i++)
        if (f->claims[i].table == table && f->claims[i].seat == seat &&
            !claim_is_done(&f->claims[i].claim))
            found = &f->claims[i];
    return found;
}

/* Chooses the next compliance check; they are confirmed one by one. */
static int choose_check(const struct floor_claim *c, struct floor_event *e, struct cr_err *err)
{
    const struct claim *claim = &c->claim;
    for (unsigned i = 0; i < claim->needs.compliance_count; i++)
        if ((claim->complied & 1u << i) == 0) {
            memcpy(e->item, claim->needs.compliance[i], CR_NAME_MAX);
            return 0;
        }
    return err_set(err, CR_E_STATE, "seat %u: no compliance check is left", c->seat);
}

static bool is_paid(const struct floor_claim *c)
{
    return c->claim.state == CLAIM_PAID;
}

/* PIT-1: fills in the ruling about a win that a failure has put in doubt, which at a manager's desk
 * two people give. */
static void fill_ruling(const struct command *c, struct floor_event *e)
{
    memcpy(e->item, c->ruling, sizeof(c->ruling));
    memcpy(e->approver, c->approver, sizeof(e->approver));
    e->text_len = (uint16_t)strlen(c->reason);
    memcpy(e->text, c->reason, e->text_len);
}

static int fill(const struct floor *f, const struct station *s, const struct command *c,
                struct floor_event *e, struct cr_err *err)
{
    static const uint8_t kinds[COMMAND_KINDS] = {[COMMAND_VERIFY] = FLOOR_CLAIM_VERIFIED,
                                                 [COMMAND_APPROVE] = FLOOR_CLAIM_APPROVED,
                                                 [COMMAND_COMPLY] = FLOOR_CLAIM_COMPLIED,
                                                 [COMMAND_PROCESS] = FLOOR_CLAIM_CLEARED,
                                                 [COMMAND_RULE] = FLOOR_CLAIM_RULED};
    const struct floor_claim *claim = find_claim(f, s, c->seat);
    if (claim == NULL)
        return err_set(err, CR_E_STATE, "seat %u has no claim that waits for that", c->seat);
    event_init(e, kinds[c->kind]);
    e->claim = claim->seq;
    memcpy(e->user, c->user, sizeof(e->user));
    if (c->kind == COMMAND_VERIFY) /* PIT-11: after payment, the checks are about the deck */
        e->items = is_paid(claim) ? claim->claim.needs.after : claim->claim.needs.items;
    if (c->kind == COMMAND_APPROVE) {
        memcpy(e->table, s->controller.config.table, sizeof(e->table));
        e->amount = floor_claim_amount(f, claim).amount;
    }
    if (c->kind == COMMAND_RULE)
        fill_ruling(c, e);
    return c->kind == COMMAND_COMPLY ? choose_check(claim, e, err) : 0;
}

/* One command confirms all checks at once, so all of them are printed before. */
void own_desk_list(struct station *s, unsigned seat)
{
    if (s->own == NULL)
        return;
    const struct floor_claim *claim = find_claim(writer_lock(s->own), s, seat);
    const uint8_t open = claim == NULL    ? 0
                         : is_paid(claim) ? claim->claim.needs.after
                                          : claim->claim.needs.items;
    const bool is_after = claim != NULL && is_paid(claim);
    writer_unlock(s->own);
    for (unsigned i = 0; i < CLAIM_ITEMS; i++)
        if ((open >> i & 1) != 0)
            printf("  verify %u: %s\n", seat,
                   is_after ? claim_item_text_after((enum claim_item)i)
                            : claim_item_text((enum claim_item)i));
    fflush(stdout);
}

static void say(struct station *s, const struct command *c, const struct floor_event *e)
{
    static const char *const words[COMMAND_KINDS] = {[COMMAND_VERIFY] = "the checklist",
                                                     [COMMAND_APPROVE] = "the payment",
                                                     [COMMAND_COMPLY] = "",
                                                     [COMMAND_PROCESS] =
                                                         "the jackpot as processed"};
    if (c->kind == COMMAND_RULE) {
        const bool are_two = c->approver[0] != '\0';
        station_say(s, "seat %u: %s%s%s rule%s: %s, because %s", c->seat, c->user,
                    are_two ? " and " : "", c->approver, are_two ? "" : "s", c->ruling, c->reason);
        return;
    }
    const unsigned deck = 1u << CR_CHECK_DECK | 1u << CR_CHECK_REPLACED;
    const bool is_deck = c->kind == COMMAND_VERIFY && (e->items & ~deck) == 0;
    station_say(s, "seat %u: %s confirms %s%s", c->seat, c->user,
                is_deck ? "the deck" : words[c->kind], e->item);
}

int own_desk_do(struct station *s, const struct command *c, struct cr_err *err)
{
    if (s->own == NULL)
        return err_set(err, CR_E_STATE, "the manager's desk does that for this table");
    struct manager_request *request = calloc(1, sizeof(*request));
    if (request == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    int rc = fill(writer_lock(s->own), s, c, &request->event, err);
    writer_unlock(s->own);
    if (rc == 0) {
        writer_call(s->own, request);
        rc = request->result;
        *err = request->err;
    }
    if (rc == 0) {
        say(s, c, &request->event);
        s->controller.beat_ms = 0; /* the next heartbeat is due at once and tells the console */
    }
    free(request);
    return rc;
}
