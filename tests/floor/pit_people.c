/* Scenario lines about people and what they hold: roles, passwords, invitations, tokens, keys. */
#include "floor/pit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *person(const struct pit *p, unsigned i)
{
    return p->people[i < p->person_count ? i : 0];
}

/* Adds the person of a word such as "Cy", "Cy=cage" or "Cy=cage/Vault". Where no role is given, the
 * first two people are managers and the others supervisors. */
static bool add_one(struct pit *p, const char *word, unsigned i)
{
    char name[LINE_MAX_];
    snprintf(name, sizeof name, "%s", word);
    char *role = strchr(name, '='), *department = role != NULL ? strchr(role, '/') : NULL;
    if (role != NULL)
        *role++ = '\0';
    if (department != NULL)
        *department++ = '\0';
    pit_begin(p, FLOOR_PERSON_ADDED);
    pit_set(p, "person", name);
    pit_set(p, "item", role != NULL ? role : i < 2 ? "manager" : "supervisor");
    pit_set(p, "department", department != NULL ? department : "");
    pit_set(p, "user", i < 2 ? "setup" : person(p, 0));
    pit_set(p, "approver", i < 2 ? "" : person(p, 1));
    if (!pit_ask_surely(p))
        return false;
    snprintf(p->people[p->person_count++], FLOOR_PERSON_MAX, "%.47s", name);
    return true;
}

static bool people(struct pit *p, struct words *w)
{
    for (unsigned i = 0; i < w->taken['n' - 'a'] && p->person_count < PIT_PEOPLE; i++)
        if (!add_one(p, w->word[w->first['n' - 'a'] + i], i))
            return false;
    return true;
}

static bool add_person(struct pit *p, struct words *w, const char *user)
{
    pit_begin(p, FLOOR_PERSON_ADDED);
    pit_set(p, "person", words_one(w, 'n'));
    pit_set(p, "item", words_one(w, 'r'));
    pit_set(p, "department", words_one(w, 'd'));
    pit_set(p, "user", user);
    pit_set(p, "approver", words_one(w, 'b'));
    return pit_ask(p);
}

static bool change(struct pit *p, struct words *w, const char *barred)
{
    pit_begin(p, FLOOR_PERSON_CHANGED);
    pit_set(p, "person", words_one(w, 'n'));
    pit_set(p, "item", words_one(w, 'r'));
    pit_set(p, "department", words_one(w, 'd'));
    pit_set(p, "is_barred", barred);
    pit_set(p, "user", words_one(w, 'a'));
    pit_set(p, "approver", words_one(w, 'b'));
    return pit_ask(p);
}

/* ---- Credentials: each one is different, so that its hash is too ---- */

static void set_until(struct pit *p, struct words *w)
{
    char number[32] = "";
    if (w->taken['d' - 'a'] > 0 && w->taken['h' - 'a'] > 0)
        snprintf(number, sizeof number, "%lld",
                 (long long)pit_time(words_one(w, 'd'), words_one(w, 'h')));
    pit_set(p, "effective", number);
}

static bool credential(struct pit *p, struct words *w, const char *item, const char *user,
                       const char *whose)
{
    char hash[65];
    snprintf(hash, sizeof hash, "%064x", ++p->secrets);
    pit_begin(p, FLOOR_CREDENTIAL_SET);
    pit_set(p, "person", whose);
    pit_set(p, "item", item);
    pit_set(p, "document", hash);
    pit_set(p, "user", user);
    pit_set(p, "approver", words_one(w, 'b'));
    set_until(p, w);
    return pit_ask(p);
}

static bool sign(struct pit *p, struct words *w, unsigned kind)
{
    char how[LINE_MAX_];
    words_all(w, 'i', how, sizeof how);
    pit_begin(p, kind);
    pit_set(p, "person", words_one(w, 'n'));
    pit_set(p, "item", how);
    return pit_ask(p);
}

static bool lock(struct pit *p, struct words *w)
{
    pit_begin(p, FLOOR_PERSON_LOCKED);
    pit_set(p, "person", words_one(w, 'n'));
    set_until(p, w);
    return pit_ask(p);
}

/* ---- Tokens and keys ---- */

static bool token(struct pit *p, struct words *w, const char *hash_of)
{
    char scopes[LINE_MAX_], hash[65];
    words_all(w, 's', scopes, sizeof scopes);
    snprintf(hash, sizeof hash, "%064x", 1000u + (unsigned)atoi(hash_of));
    pit_begin(p, FLOOR_TOKEN_ADDED);
    pit_set(p, "item", words_one(w, 'n'));
    pit_set(p, "text", scopes);
    pit_set(p, "document", hash);
    pit_set(p, "user", words_one(w, 'a'));
    pit_set(p, "approver", words_one(w, 'b'));
    return pit_ask(p);
}

static bool revoke_token(struct pit *p, struct words *w)
{
    pit_begin(p, FLOOR_TOKEN_REVOKED);
    pit_set(p, "item", words_one(w, 'n'));
    pit_set(p, "user", words_one(w, 'a'));
    return pit_ask(p);
}

static bool machine(struct pit *p, struct words *w, unsigned kind)
{
    char hash[65];
    snprintf(hash, sizeof hash, "%064x", (unsigned)atoi(words_one(w, 'k')));
    pit_begin(p, kind);
    pit_set(p, "table", words_one(w, 't'));
    pit_set(p, "document", hash);
    pit_set(p, "user", words_one(w, 'a'));
    if (kind == FLOOR_MACHINE_ENROLLED) {
        pit_set(p, "approver", words_one(w, 'b'));
        set_until(p, w);
    }
    return pit_ask(p);
}

static bool credential_lines(struct pit *p, struct words *w, bool *done)
{
    if (words_match(w, "setup gives <n> a password"))
        *done = credential(p, w, "password", "setup", words_one(w, 'n'));
    else if (words_match(w, "<a> gives <n> a password"))
        *done = credential(p, w, "password", words_one(w, 'a'), words_one(w, 'n'));
    else if (words_match(w, "<a> sets a <i>"))
        *done = credential(p, w, words_one(w, 'i'), words_one(w, 'a'), words_one(w, 'a'));
    else if (words_match(w, "setup invites <n>"))
        *done = credential(p, w, "invitation", "setup", words_one(w, 'n'));
    else if (words_match(w, "<a> invites <n>") || words_match(w, "<a> and <b> invite <n>") ||
             words_match(w, "<a> and <b> invite <n> until <d> <h>"))
        *done = credential(p, w, "invitation", words_one(w, 'a'), words_one(w, 'n'));
    else if (words_match(w, "<n> signs in by <i*>"))
        *done = sign(p, w, FLOOR_SIGNED_IN);
    else if (words_match(w, "<n> signs out <i*>"))
        *done = sign(p, w, FLOOR_SIGNED_OUT);
    else if (words_match(w, "<n> is refused for <i*>"))
        *done = sign(p, w, FLOOR_SIGN_IN_REFUSED);
    else if (words_match(w, "<n> is locked until <d> <h>"))
        *done = lock(p, w);
    else
        return false;
    return true;
}

bool pit_people_line(struct pit *p, struct words *w, bool *done)
{
    if (credential_lines(p, w, done))
        return true;
    if (words_match(w, "people <n*>"))
        *done = people(p, w);
    else if (words_match(w, "setup adds <n> as <r>"))
        *done = add_person(p, w, "setup");
    else if (words_match(w, "<a> adds <n> as <r>") ||
             words_match(w, "<a> and <b> add <n> as <r>") ||
             words_match(w, "<a> and <b> add <n> as <r> of <d>"))
        *done = add_person(p, w, words_one(w, 'a'));
    else if (words_match(w, "<a> and <b> make <n> <r>") ||
             words_match(w, "<a> and <b> move <n> to <d>") ||
             words_match(w, "<a> and <b> let <n> in again"))
        *done = change(p, w, "");
    else if (words_match(w, "<a> and <b> bar <n>"))
        *done = change(p, w, "true");
    else if (words_match(w, "<a> and <b> add token <n> number <k> for <s*>"))
        *done = token(p, w, words_one(w, 'k'));
    else if (words_match(w, "<a> revokes token <n>"))
        *done = revoke_token(p, w);
    else if (words_match(w, "<a> and <b> enrol key <k> at <t>") ||
             words_match(w, "<a> and <b> enrol key <k> at <t> until <d> <h>"))
        *done = machine(p, w, FLOOR_MACHINE_ENROLLED);
    else if (words_match(w, "<a> revokes key <k> at <t>"))
        *done = machine(p, w, FLOOR_MACHINE_REVOKED);
    else
        return false;
    return true;
}

/* ---- Comparing ---- */

static bool has(const uint8_t hash[CR_HASH_BYTES])
{
    static const uint8_t none[CR_HASH_BYTES];
    return memcmp(hash, none, CR_HASH_BYTES) != 0;
}

/* True if the person is in this state, or has this role if it is none of the states. */
static bool person_is(struct pit *p, const char *name, const char *state)
{
    const struct floor_person *one = floor_person_find(&p->h.floor, name);
    if (one == NULL)
        return pit_fault(p, "there is no %s", name);
    const struct {
        const char *name;
        bool is;
    } states[] = {{"barred", one->is_barred},
                  {"free", !one->is_barred},
                  {"invited", has(one->invitation)},
                  {"able", has(one->password)},
                  {"unable", !has(one->password)},
                  {"locked", one->locked_until_ms > p->h.now_ms},
                  {"unlocked", one->locked_until_ms <= p->h.now_ms}};
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++)
        if (strcmp(states[i].name, state) == 0)
            return states[i].is || pit_fault(p, "%s is not %s", name, state);
    return strcmp(one->role, state) == 0 || strcmp(one->department, state) == 0 ||
           pit_fault(p, "%s is %s of %s", name, one->role, one->department);
}

static bool token_may(struct pit *p, const struct words *w, bool should)
{
    const unsigned number = (unsigned)atoi(words_one(w, 'k'));
    const char *scope = words_one(w, 's');
    uint8_t hash[CR_HASH_BYTES] = {0};
    hash[CR_HASH_BYTES - 2] = (uint8_t)((1000 + number) >> 8);
    hash[CR_HASH_BYTES - 1] = (uint8_t)(1000 + number);
    const struct floor_token *t = floor_token_find(&p->h.floor, hash);
    const bool may =
        t != NULL && floor_token_is_good(t, p->h.now_ms) && floor_scopes_have(t->scopes, scope);
    return may == should || pit_fault(p, "token %u %s %s", number, may ? "may" : "may not", scope);
}

static bool key_speaks(struct pit *p, const struct words *w, bool should)
{
    const unsigned number = (unsigned)atoi(words_one(w, 'k'));
    uint8_t hash[CR_HASH_BYTES] = {0};
    hash[CR_HASH_BYTES - 1] = (uint8_t)number;
    const bool speaks = floor_machine_is(
        &p->h.floor, floor_find_table(&p->h.floor, words_one(w, 't')), hash, p->h.now_ms);
    return speaks == should || pit_fault(p, "key %u %s", number, speaks ? "speaks" : "is silent");
}

/* Compares the hash of the whole configuration with the one taken before. */
static bool configuration(struct pit *p, bool should_differ)
{
    uint8_t now[CR_HASH_BYTES];
    floor_configuration(&p->h.floor, now);
    const bool differs = memcmp(now, p->configuration, CR_HASH_BYTES) != 0;
    memcpy(p->configuration, now, CR_HASH_BYTES);
    return differs == should_differ ||
           pit_fault(p, "the configuration is %s", differs ? "another" : "the same");
}

bool pit_people_check(struct pit *p, struct words *w, bool *done)
{
    if (words_match(w, "person <n> is <s>"))
        *done = person_is(p, words_one(w, 'n'), words_one(w, 's'));
    else if (words_match(w, "token <k> may <s>"))
        *done = token_may(p, w, true);
    else if (words_match(w, "token <k> may not <s>"))
        *done = token_may(p, w, false);
    else if (words_match(w, "key <k> speaks for <t>"))
        *done = key_speaks(p, w, true);
    else if (words_match(w, "key <k> is silent for <t>"))
        *done = key_speaks(p, w, false);
    else if (words_match(w, "configuration changed"))
        *done = configuration(p, true);
    else if (words_match(w, "configuration unchanged"))
        *done = configuration(p, false);
    else
        return false;
    return true;
}
