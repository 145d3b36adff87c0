/* Scenario lines about what is done at a desk: documents, links, tables, shifts, disputes, alarms.
 */
#include "floor/pit.h"
#include "floor/semantics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *person(const struct pit *p, unsigned i)
{
    return p->people[i < p->person_count ? i : 0];
}

/* ---- Documents: one that is shipped, or a file beside the scenarios ---- */

static bool read_document(struct pit *p, const char *name, char *out, size_t *len)
{
    const struct cr_shipped *shipped = cr_shipped_find(name);
    if (shipped != NULL) {
        memcpy(out, shipped->text, *len = shipped->len);
        return true;
    }
    char path[256];
    snprintf(path, sizeof path, "tests/floor/rules/%s.yaml", name);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return pit_fault(p, "there is no document %s", name);
    *len = fread(out, 1, FLOOR_TEXT_MAX, file);
    fclose(file);
    return true;
}

/* Writes the document's hash as 64 digits. The document is added if the floor has none of that
 * name. */
static bool document(struct pit *p, const char *name, char hash[65])
{
    const struct floor *f = &p->h.floor;
    uint32_t at = 0;
    while (at < f->document_count && strcmp(f->documents[at].name, name) != 0)
        at++;
    if (at == f->document_count) {
        const struct floor_event held = p->e;
        size_t len = 0;
        pit_begin(p, FLOOR_DOCUMENT_ADDED);
        pit_set(p, "user", person(p, 0));
        if (!read_document(p, name, p->e.text, &len))
            return false;
        p->e.text_len = (uint16_t)len;
        if (!pit_ask_surely(p))
            return false;
        p->e = held;
        p->asked = true;
    }
    for (unsigned i = 0; i < CR_HASH_BYTES; i++)
        snprintf(hash + 2 * i, 3, "%02x", f->documents[at].hash[i]);
    return true;
}

/* ---- The version of what events mean ---- */

bool pit_change_meaning(struct pit *p, const char *version)
{
    pit_begin(p, FLOOR_MANAGER_STARTED);
    pit_set(p, "manager", "m1");
    p->e.semantics = (uint16_t)strtoul(version, NULL, 10);
    return pit_ask_surely(p);
}

/* ---- Links and tables ---- */

/* Options of a link, such as: policy split, lock, departments, approvals 2 1, coins 60 */
static bool link_options(struct pit *p, struct words *w)
{
    const unsigned end = w->first['o' - 'a'] + w->taken['o' - 'a'];
    for (unsigned i = w->first['o' - 'a']; i < end; i++) {
        const char *word = w->word[i];
        const char *next = i + 1 < end ? w->word[i + 1] : "";
        if (strcmp(word, "lock") == 0) {
            pit_set(p, "claim_lock", "true");
        } else if (strcmp(word, "departments") == 0) {
            pit_set(p, "two_departments", "true");
        } else if (strcmp(word, "policy") == 0) {
            pit_set(p, "policy", next);
            i++;
        } else if (strcmp(word, "coins") == 0) {
            pit_set(p, "coins_per_minute", next);
            i++;
        } else if (strcmp(word, "approvals") == 0 && i + 2 < end) {
            pit_set(p, "high_approvals", next);
            pit_set(p, "low_approvals", w->word[i + 2]);
            i += 2;
        } else {
            return pit_fault(p, "a link has no option \"%s\"", word);
        }
    }
    return true;
}

static bool configure_link(struct pit *p, struct words *w, const char *user, const char *approver)
{
    char hash[65];
    if (!document(p, words_one(w, 'd'), hash))
        return false;
    pit_begin(p, FLOOR_LINK_CONFIGURED);
    pit_set(p, "link", words_one(w, 'l'));
    pit_set(p, "document", hash);
    pit_set(p, "user", user);
    pit_set(p, "approver", approver);
    return link_options(p, w) && pit_ask(p);
}

static bool switch_link(struct pit *p, unsigned kind, const char *user, const char *link)
{
    pit_begin(p, kind);
    pit_set(p, "link", link);
    pit_set(p, "user", user);
    return pit_ask(p);
}

static bool link_line(struct pit *p, struct words *w)
{
    if (!configure_link(p, w, person(p, 0), person(p, 1)) || p->rc != 0)
        return p->rc != 0 ? pit_fault(p, "was refused: %s", p->err.text) : false;
    return switch_link(p, FLOOR_LINK_OPENED, person(p, 0), words_one(w, 'l')) &&
           (p->rc == 0 || pit_fault(p, "was refused: %s", p->err.text));
}

static bool configure_table(struct pit *p, struct words *w, const char *user, const char *approver)
{
    char hash[65] = "";
    if (w->taken['d' - 'a'] > 0 && !document(p, words_one(w, 'd'), hash))
        return false;
    pit_begin(p, FLOOR_TABLE_CONFIGURED);
    pit_set(p, "table", words_one(w, 't'));
    pit_set(p, "link", words_one(w, 'l'));
    pit_set(p, "document", hash);
    pit_set(p, "item", w->taken['i' - 'a'] > 0 ? words_one(w, 'i') : "Poker");
    pit_set(p, "is_live", w->taken['d' - 'a'] > 0 ? "" : "true");
    pit_set(p, "user", user);
    pit_set(p, "approver", approver);
    return pit_ask(p);
}

static bool table_line(struct pit *p, struct words *w)
{
    if (!configure_table(p, w, person(p, 0), person(p, 1)) || p->rc != 0)
        return p->rc != 0 ? pit_fault(p, "was refused: %s", p->err.text) : false;
    pit_begin(p, FLOOR_TABLE_JOINED);
    pit_set(p, "table", words_one(w, 't'));
    pit_set(p, "manager", "gm");
    pit_set(p, "instance", "first");
    return pit_ask_surely(p);
}

/* ---- Other acts at a desk ---- */

static bool correct(struct pit *p, struct words *w)
{
    char why[LINE_MAX_];
    words_all(w, 'r', why, sizeof why);
    pit_begin(p, FLOOR_METER_CORRECTED);
    pit_set(p, "link", words_one(w, 'l'));
    pit_set(p, "from", words_one(w, 'm'));
    pit_set(p, "change", words_one(w, 'c'));
    pit_set(p, "text", why);
    pit_set(p, "user", words_one(w, 'a'));
    pit_set(p, "approver", words_one(w, 'b'));
    return pit_ask(p);
}

static bool transfer(struct pit *p, struct words *w)
{
    char why[LINE_MAX_];
    words_all(w, 'r', why, sizeof why);
    pit_begin(p, FLOOR_LINK_TRANSFERRED);
    pit_set(p, "link", words_one(w, 'l'));
    pit_set(p, "to_link", words_one(w, 'k'));
    pit_set(p, "text", why);
    pit_set(p, "user", words_one(w, 'a'));
    pit_set(p, "approver", words_one(w, 'b'));
    return pit_ask(p);
}

static bool threshold(struct pit *p, struct words *w)
{
    char number[32];
    snprintf(number, sizeof number, "%lld",
             (long long)pit_time(words_one(w, 'd'), words_one(w, 'h')));
    pit_begin(p, FLOOR_THRESHOLD_SET);
    pit_set(p, "item", words_one(w, 'i'));
    pit_set(p, "amount", words_one(w, 'c'));
    pit_set(p, "effective", number);
    pit_set(p, "user", words_one(w, 'a'));
    pit_set(p, "approver", words_one(w, 'b'));
    return pit_ask(p);
}

static bool raise_limit(struct pit *p, struct words *w)
{
    pit_begin(p, FLOOR_LIMIT_RAISED);
    pit_set(p, "item", words_one(w, 'i'));
    pit_set(p, "most", words_one(w, 'c'));
    pit_set(p, "user", words_one(w, 'a'));
    pit_set(p, "approver", words_one(w, 'b'));
    return pit_ask(p);
}

static bool open_dispute(struct pit *p, struct words *w)
{
    char what[LINE_MAX_];
    words_all(w, 'r', what, sizeof what);
    pit_begin(p, FLOOR_DISPUTE_OPENED);
    pit_set(p, "user", words_one(w, 'a'));
    pit_set(p, "text", what);
    pit_set(p, "person", words_one(w, 'n'));
    pit_set(p, "table", words_one(w, 't'));
    pit_set(p, "seat", words_one(w, 's'));
    return pit_ask(p);
}

/* UTH-20: a dispute about a claim, which is on hold until the dispute is closed. */
static bool dispute_claim(struct pit *p, struct words *w)
{
    char number[32];
    const uint64_t claim = pit_claim(p, words_one(w, 't'), (unsigned)atoi(words_one(w, 's')));
    snprintf(number, sizeof number, "%llu", (unsigned long long)claim);
    pit_begin(p, FLOOR_DISPUTE_OPENED);
    pit_set(p, "user", words_one(w, 'a'));
    pit_set(p, "text", "the patron disputes it");
    pit_set(p, "person", words_one(w, 'n'));
    pit_set(p, "claim", number);
    return pit_ask(p);
}

/* PIT-8: who told whom, and by what reference. */
static bool notify(struct pit *p, struct words *w)
{
    char number[32];
    snprintf(number, sizeof number, "%llu", (unsigned long long)p->dispute);
    pit_begin(p, FLOOR_COMMISSIONER_NOTIFIED);
    pit_set(p, "dispute", number);
    pit_set(p, "person", words_one(w, 'n'));
    pit_set(p, "item", words_one(w, 'i'));
    pit_set(p, "user", words_one(w, 'a'));
    return pit_ask(p);
}

/* PIT-7 */
static bool irregularity(struct pit *p, struct words *w)
{
    char what[LINE_MAX_], seats[LINE_MAX_], name[FLOOR_PERSON_MAX];
    words_all(w, 'r', what, sizeof what);
    words_all(w, 's', seats, sizeof seats);
    seats[strcspn(seats, ":")] = '\0';
    snprintf(name, sizeof name, "%s", words_one(w, 'n'));
    name[strcspn(name, ":")] = '\0';
    pit_begin(p, FLOOR_IRREGULARITY_RECORDED);
    pit_set(p, "item", words_one(w, 'i'));
    pit_set(p, "table", words_one(w, 't'));
    pit_set(p, "seats", seats);
    pit_set(p, "person", name);
    pit_set(p, "text", what);
    pit_set(p, "user", words_one(w, 'a'));
    return pit_ask(p);
}

/* PIT-4 */
static bool correct_tray(struct pit *p, struct words *w)
{
    char what[LINE_MAX_];
    words_all(w, 'r', what, sizeof what);
    const struct floor *f = &p->h.floor;
    const uint32_t table = floor_find_table(f, words_one(w, 't'));
    const unsigned seat = (unsigned)atoi(words_one(w, 's'));
    /* the payment that the line names, or otherwise the last one to that seat */
    const bool is_named = words_one(w, 'p')[0] != '\0';
    uint64_t payment = strtoull(words_one(w, 'p'), NULL, 10);
    for (unsigned i = 0; !is_named && table != FLOOR_NONE && i < FLOOR_TRAY_PAYMENTS; i++)
        if (f->tables[table].tray[i].seat == seat && f->tables[table].tray[i].seq > payment)
            payment = f->tables[table].tray[i].seq;
    char number[32] = "";
    if ((floor_semantics(f) >= 3 || is_named) && payment > 0)
        snprintf(number, sizeof number, "%llu", (unsigned long long)payment);
    pit_begin(p, FLOOR_TRAY_CORRECTED);
    pit_set(p, "table", words_one(w, 't'));
    if (number[0] != '\0')
        pit_set(p, "payment", number);
    pit_set(p, "seat", words_one(w, 's'));
    pit_set(p, "change", words_one(w, 'c'));
    pit_set(p, "text", what);
    pit_set(p, "user", words_one(w, 'a'));
    pit_set(p, "approver", words_one(w, 'b'));
    return pit_ask(p);
}

static bool on_dispute(struct pit *p, struct words *w, unsigned kind)
{
    char number[32], what[LINE_MAX_];
    words_all(w, 'r', what, sizeof what);
    snprintf(number, sizeof number, "%llu", (unsigned long long)p->dispute);
    pit_begin(p, kind);
    pit_set(p, "dispute", number);
    pit_set(p, "user", words_one(w, 'a'));
    pit_set(p, "text", what);
    return pit_ask(p);
}

static bool pit_lines(struct pit *p, struct words *w, bool *done)
{
    if (words_match(w, "<a> opens dispute of <n> about claim of <t> seat <s>"))
        *done = dispute_claim(p, w);
    else if (words_match(w, "<a> notifies <n> by <i>"))
        *done = notify(p, w);
    else if (words_match(w, "<a> notes the Commissioner's finding: <r*>"))
        *done = on_dispute(p, w, FLOOR_COMMISSIONER_ANSWERED);
    else if (words_match(w, "<a> records <i> at <t> seat <s>: <r*>") ||
             words_match(w, "<a> records <i> at <t> of <n>: <r*>"))
        *done = irregularity(p, w);
    else if (words_match(w, "<a> and <b> correct tray of <t> seat <s> by <c> because <r*>") ||
             words_match(w, "<a> and <b> correct payment <p> of <t> seat <s> by <c> because <r*>"))
        *done = correct_tray(p, w);
    else
        return false;
    return true;
}

static bool raise_alarm(struct pit *p, struct words *w)
{
    char what[LINE_MAX_];
    words_all(w, 'r', what, sizeof what);
    pit_begin(p, FLOOR_ALARM_RAISED);
    pit_set(p, "item", words_one(w, 'i'));
    if (words_one(w, 't')[0] != '\0')
        pit_set(p, "table", words_one(w, 't'));
    if (words_one(w, 'n')[0] != '\0')
        pit_set(p, "witnessed", words_one(w, 'n'));
    pit_set(p, "text", what);
    return pit_ask(p);
}

static bool answer_alarm(struct pit *p, struct words *w)
{
    char number[32];
    snprintf(number, sizeof number, "%llu", (unsigned long long)p->alarm);
    pit_begin(p, FLOOR_ALARM_ACKNOWLEDGED);
    pit_set(p, "alarm", number);
    pit_set(p, "user", words_one(w, 'a'));
    pit_set(p, "approver", words_one(w, 'b'));
    return pit_ask(p);
}

static bool shift(struct pit *p, struct words *w, unsigned kind)
{
    pit_begin(p, kind);
    if (kind == FLOOR_SHIFT_OPENED)
        pit_set(p, "item", words_one(w, 'i'));
    pit_set(p, "user", words_one(w, 'a'));
    if (kind == FLOOR_SHIFT_CLOSED) {
        pit_set(p, "next", words_one(w, 'x'));
        pit_set(p, "person", words_one(w, 'n'));
    }
    return pit_ask(p);
}

static bool set_house(struct pit *p, struct words *w)
{
    char text[LINE_MAX_];
    words_all(w, 'r', text, sizeof text);
    pit_begin(p, FLOOR_HOUSE_SET);
    pit_set(p, "item", words_one(w, 'i'));
    pit_set(p, "text", text);
    pit_set(p, "user", words_one(w, 'a'));
    pit_set(p, "approver", words_one(w, 'b'));
    return pit_ask(p);
}

/* Sets a new message, or ends the last one. */
static bool message(struct pit *p, struct words *w, bool ends)
{
    char number[32], text[LINE_MAX_];
    words_all(w, 'r', text, sizeof text);
    pit_begin(p, FLOOR_MESSAGE_SET);
    pit_set(p, "user", words_one(w, 'a'));
    pit_set(p, "text", text);
    pit_set(p, "link", words_one(w, 'l'));
    pit_set(p, "table", words_one(w, 't'));
    if (words_one(w, 'd')[0] != '\0') {
        snprintf(number, sizeof number, "%lld",
                 (long long)pit_time(words_one(w, 'd'), words_one(w, 'h')));
        pit_set(p, "until", number);
    }
    const struct floor_messages *all = p->h.floor.messages;
    if (ends && all->count > 0) {
        snprintf(number, sizeof number, "%llu", (unsigned long long)all->list[all->count - 1].seq);
        pit_set(p, "message", number);
    }
    return pit_ask(p);
}

static bool house_lines(struct pit *p, struct words *w, bool *done)
{
    if (words_match(w, "<a> and <b> set house <i> to <r*>"))
        *done = set_house(p, w);
    else if (words_match(w, "<a> tells all <r*>") || words_match(w, "<a> tells link <l> <r*>") ||
             words_match(w, "<a> tells table <t> until <d> <h> <r*>") ||
             words_match(w, "<a> tells table <t> <r*>"))
        *done = message(p, w, false);
    else if (words_match(w, "<a> ends message"))
        *done = message(p, w, true);
    else if (words_match(w, "<a> closes shift then <x> to <n>") ||
             words_match(w, "<a> closes shift then <x>") ||
             words_match(w, "<a> closes shift to <n>"))
        *done = shift(p, w, FLOOR_SHIFT_CLOSED);
    else
        return false;
    return true;
}

static bool set_up_lines(struct pit *p, struct words *w, bool *done)
{
    if (words_match(w, "link <l> on <d> <o*>"))
        *done = link_line(p, w);
    else if (words_match(w, "table <t> deals <d> on <l>") ||
             words_match(w, "table <t> deals <d> without link") ||
             words_match(w, "table <t> live <i> on <l>"))
        *done = table_line(p, w);
    else if (words_match(w, "<a> and <b> configure link <l> on <d> <o*>"))
        *done = configure_link(p, w, words_one(w, 'a'), words_one(w, 'b'));
    else if (words_match(w, "<a> and <b> configure table <t> dealing <d> on <l>") ||
             words_match(w, "<a> and <b> configure table <t> live <i> on <l>"))
        *done = configure_table(p, w, words_one(w, 'a'), words_one(w, 'b'));
    else
        return false;
    return true;
}

/* What a desk says of seats: which of them one patron holds, and how many hands a patron may play.
 */
static bool seating_lines(struct pit *p, struct words *w, bool *done)
{
    char seats[LINE_MAX_];
    if (words_match(w, "<a> says that one patron has <t> seats <s*>")) {
        words_all(w, 's', seats, sizeof seats);
        pit_begin(p, FLOOR_SEATS_HELD);
        pit_set(p, "seats", seats);
    } else if (words_match(w, "<a> limits <t> to one hand")) {
        pit_begin(p, FLOOR_ONE_HAND_SET);
        p->e.one_hand = 1;
    } else if (words_match(w, "<a> lifts the limit of <t>")) {
        pit_begin(p, FLOOR_ONE_HAND_SET);
    } else {
        return false;
    }
    pit_set(p, "table", words_one(w, 't'));
    pit_set(p, "user", words_one(w, 'a'));
    *done = pit_ask(p);
    return true;
}

bool pit_house_line(struct pit *p, struct words *w, bool *done)
{
    if (set_up_lines(p, w, done) || seating_lines(p, w, done) || house_lines(p, w, done) ||
        pit_lines(p, w, done))
        return true;
    if (words_match(w, "<a> opens link <l>"))
        *done = switch_link(p, FLOOR_LINK_OPENED, words_one(w, 'a'), words_one(w, 'l'));
    else if (words_match(w, "<a> closes link <l>"))
        *done = switch_link(p, FLOOR_LINK_CLOSED, words_one(w, 'a'), words_one(w, 'l'));
    else if (words_match(w, "<a> and <b> correct <m> of <l> by <c> because <r*>"))
        *done = correct(p, w);
    else if (words_match(w, "<a> and <b> transfer <l> to <k> because <r*>"))
        *done = transfer(p, w);
    else if (words_match(w, "<a> and <b> set <i> threshold <c> from <d> <h>"))
        *done = threshold(p, w);
    else if (words_match(w, "<a> and <b> raise limit <i> to <c>"))
        *done = raise_limit(p, w);
    else if (words_match(w, "<a> opens shift <i>"))
        *done = shift(p, w, FLOOR_SHIFT_OPENED);
    else if (words_match(w, "<a> closes shift"))
        *done = shift(p, w, FLOOR_SHIFT_CLOSED);
    else if (words_match(w, "<a> asks for readings"))
        *done = shift(p, w, FLOOR_READINGS_ASKED);
    else if (words_match(w, "<a> opens dispute of <n> at <t> seat <s> about <r*>"))
        *done = open_dispute(p, w);
    else if (words_match(w, "<a> decides dispute <r*>"))
        *done = on_dispute(p, w, FLOOR_DISPUTE_DECIDED);
    else if (words_match(w, "<a> escalates dispute <r*>"))
        *done = on_dispute(p, w, FLOOR_DISPUTE_ESCALATED);
    else if (words_match(w, "alarm <i> at <t> about <r*>") ||
             words_match(w, "alarm <i> witnessed up to <n> about <r*>") ||
             words_match(w, "alarm <i> at <t> witnessed up to <n> about <r*>"))
        *done = raise_alarm(p, w);
    else if (words_match(w, "<a> acknowledges alarm") ||
             words_match(w, "<a> and <b> acknowledge alarm"))
        *done = answer_alarm(p, w);
    else
        return false;
    return true;
}
