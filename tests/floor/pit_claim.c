/* Scenario lines about claims in progress: verified, approved, ruled upon, cancelled, cleared. */
#include "floor/pit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char all_items[] = "hand leds shuffle wager sequence meter deck";

static bool on_claim(struct pit *p, struct words *w, unsigned kind)
{
    char number[32];
    const uint64_t claim = pit_claim(p, words_one(w, 't'), (unsigned)atoi(words_one(w, 's')));
    if (claim == 0)
        return pit_fault(p, "no claim was made there");
    snprintf(number, sizeof number, "%llu", (unsigned long long)claim);
    pit_begin(p, kind);
    pit_set(p, "claim", number);
    pit_set(p, "user", words_one(w, 'a'));
    return true;
}

static bool verify(struct pit *p, struct words *w)
{
    char items[LINE_MAX_];
    words_all(w, 'i', items, sizeof items);
    char *reference = strstr(items, " recorded as "), *cards = strstr(items, " with ");
    if (!on_claim(p, w, FLOOR_CLAIM_VERIFIED))
        return false;
    if (reference != NULL) {
        *reference = '\0';
        pit_set(p, "reference", reference + strlen(" recorded as "));
    }
    if (cards != NULL) {
        *cards = '\0';
        pit_set(p, "text", cards + 6);
    }
    pit_set(p, "items", strcmp(items, "all") == 0 ? all_items : items);
    return pit_ask(p);
}

/* A line such as "Ann and Ben rule on main: t2 seat 3 then t1 seat 5", or "Sue finds on main: …".
 */
static bool say_order(struct pit *p, struct words *w, unsigned kind)
{
    char order[LINE_MAX_] = "", link[FLOOR_ID_MAX];
    const unsigned first = w->first['o' - 'a'], end = first + w->taken['o' - 'a'];
    for (unsigned i = first; i + 2 < end; i += 4) {
        const size_t len = strlen(order);
        if (strcmp(w->word[i + 1], "seat") != 0)
            return pit_fault(p, "a ruling is: TABLE seat N then TABLE seat N …");
        snprintf(order + len, sizeof order - len, " %llu",
                 (unsigned long long)pit_claim(p, w->word[i], (unsigned)atoi(w->word[i + 2])));
    }
    snprintf(link, sizeof link, "%s", words_one(w, 'l'));
    link[strlen(link) - 1] = '\0'; /* the colon */
    pit_begin(p, kind);
    pit_set(p, "link", link);
    pit_set(p, "order", order);
    pit_set(p, "user", words_one(w, 'a'));
    if (kind == FLOOR_ORDER_RULED)
        pit_set(p, "approver", words_one(w, 'b'));
    pit_set(p, "text", "as the surveillance tape shows");
    return pit_ask(p);
}

/* PIT-1: a claim is ruled to be paid or to be void, by one person or two, with a reason. */
static bool rule(struct pit *p, struct words *w)
{
    char why[LINE_MAX_];
    words_all(w, 'r', why, sizeof why);
    if (!on_claim(p, w, FLOOR_CLAIM_RULED))
        return false;
    pit_set(p, "item", words_one(w, 'i'));
    pit_set(p, "approver", words_one(w, 'b'));
    pit_set(p, "text", why);
    return pit_ask(p);
}

/* Ann verifies all items and confirms compliance, and as many other people approve as are needed.
 */
static bool pass(struct pit *p, struct words *w)
{
    static const char letters[] = "bc";
    const struct floor_claim *c = NULL;
    if (!on_claim(p, w, FLOOR_CLAIM_VERIFIED))
        return false;
    pit_set(p, "items", all_items);
    c = floor_find_claim(&p->h.floor, p->e.claim);
    if (c == NULL || !pit_ask_surely(p))
        return c != NULL ? false : pit_fault(p, "nothing is left to do there");
    const struct claim_needs needs = c->claim.needs;
    for (unsigned i = 0; i < needs.approvals; i++) {
        if (!on_claim(p, w, FLOOR_CLAIM_APPROVED))
            return false;
        snprintf(p->e.user, sizeof p->e.user, "%s", words_one(w, letters[i]));
        if (!pit_ask_surely(p))
            return false;
    }
    for (unsigned i = 0; i < needs.compliance_count; i++) {
        if (!on_claim(p, w, FLOOR_CLAIM_COMPLIED))
            return false;
        pit_set(p, "item", needs.compliance[i]);
        if (!pit_ask_surely(p))
            return false;
    }
    return true;
}

bool pit_claim_line(struct pit *p, struct words *w, bool *done)
{
    if (words_match(w, "<a> verifies <t> seat <s> <i*>")) {
        *done = verify(p, w);
    } else if (words_match(w, "<a> approves <t> seat <s>")) {
        *done = on_claim(p, w, FLOOR_CLAIM_APPROVED) && pit_ask(p);
    } else if (words_match(w, "<a> approves <t> seat <s> seeing <c> at <k>")) {
        *done = on_claim(p, w, FLOOR_CLAIM_APPROVED);
        if (*done) {
            pit_set(p, "amount", words_one(w, 'c'));
            pit_set(p, "table", words_one(w, 'k'));
            *done = pit_ask(p);
        }
    } else if (words_match(w, "<a> confirms <i> for <t> seat <s>") ||
               words_match(w, "<a> confirms <i> for <t> seat <s> of <n>")) {
        *done = on_claim(p, w, FLOOR_CLAIM_COMPLIED);
        if (*done) {
            pit_set(p, "item", words_one(w, 'i'));
            pit_set(p, "patron", words_one(w, 'n'));
            *done = pit_ask(p);
        }
    } else if (words_match(w, "<a> chooses <m> for <t> seat <s>")) {
        *done = on_claim(p, w, FLOOR_CLAIM_METHOD_CHOSEN);
        if (*done) {
            pit_set(p, "method", words_one(w, 'm'));
            *done = pit_ask(p);
        }
    } else if (words_match(w, "<a> cancels <t> seat <s>")) {
        *done = on_claim(p, w, FLOOR_CLAIM_CANCELLED) && pit_ask(p);
    } else if (words_match(w, "<a> clears <t> seat <s>")) {
        *done = on_claim(p, w, FLOOR_CLAIM_CLEARED) && pit_ask(p);
    } else if (words_match(w, "<a> and <b> rule on <l>: <o*>")) {
        *done = say_order(p, w, FLOOR_ORDER_RULED);
    } else if (words_match(w, "<a> finds on <l>: <o*>")) {
        *done = say_order(p, w, FLOOR_ORDER_FOUND);
    } else if (words_match(w, "<a> rules <i> for <t> seat <s> because <r*>") ||
               words_match(w, "<a> and <b> rule <i> for <t> seat <s> because <r*>")) {
        *done = rule(p, w);
    } else if (words_match(w, "<a> <b> <c> pass <t> seat <s>")) {
        *done = pass(p, w);
    } else {
        return false;
    }
    return true;
}
