/* The list of a table's commands, and the reader of commands typed as lines of text; see
 * command.h. */
#include "service/controller/command.h"

#include "base/check.h"
#include "base/err.h"
#include "base/utf8.h"

#include <string.h>

static const struct {
    const char *word;
    unsigned needs, allows;
} kinds[COMMAND_KINDS] = {
    [COMMAND_START] = {"start", 0, 0},
    [COMMAND_DEAL] = {"deal", 0, PART_TO_STOP},
    [COMMAND_PAID] = {"paid", 0, PART_AT | PART_USER | PART_PIN},
    [COMMAND_BACK] = {"back", 0, PART_AT},
    [COMMAND_AWARD] = {"award", PART_SEAT | PART_AWARD, PART_USER | PART_PIN | PART_CARDS},
    [COMMAND_KEY] = {"key", PART_KEY, PART_USER | PART_PIN},
    [COMMAND_TURN] = {"turn", PART_POSITION, 0},
    [COMMAND_REMOVE_KEY] = {"remove key", 0, 0},
    [COMMAND_JPOT] = {"jpot", 0, 0},
    [COMMAND_GAME_OVER] = {"game over", 0, 0},
    [COMMAND_DEAD] = {"dead", PART_REASON, PART_USER | PART_PIN},
    [COMMAND_CLOSE] = {"close", PART_SEAT, PART_USER | PART_PIN},
    [COMMAND_OPEN] = {"open", PART_SEAT, PART_USER | PART_PIN},
    [COMMAND_FOLD] = {"fold", PART_SEAT, 0},
    [COMMAND_MOVE] = {"move", PART_SEAT | PART_TO, 0},
    [COMMAND_PATRON] = {"patron", PART_SEAT | PART_TO, 0},
    [COMMAND_ALONE] = {"alone", PART_SEAT, 0},
    [COMMAND_DEALER] = {"dealer", PART_USER, PART_PIN},
    [COMMAND_DEALER_OFF] = {"dealer off", 0, 0},
    [COMMAND_VERIFY] = {"verify", PART_SEAT | PART_USER, 0},
    [COMMAND_APPROVE] = {"approve", PART_SEAT | PART_USER, 0},
    [COMMAND_COMPLY] = {"comply", PART_SEAT | PART_USER, 0},
    [COMMAND_PROCESS] = {"process", PART_SEAT | PART_USER, 0},
    [COMMAND_RULE] = {"rule", PART_SEAT | PART_RULING | PART_REASON, PART_USER | PART_APPROVER},
    [COMMAND_BUY] = {"buy", PART_SEAT | PART_AMOUNT, PART_TENDER | PART_PATRON},
    [COMMAND_PAYOUT] = {"payout", PART_SEAT | PART_AMOUNT,
                        PART_TENDER | PART_PATRON | PART_USER | PART_PIN},
    [COMMAND_READ] = {"read", 0, PART_COINS | PART_USER},
    [COMMAND_RENEW] = {"renew", PART_COINS | PART_USER, PART_PIN},
    [COMMAND_RETURN] = {"return", PART_SEAT | PART_REASON, PART_USER | PART_PIN},
    [COMMAND_PLACE] = {"place", PART_SEAT, 0},
    [COMMAND_REMOVE] = {"remove", PART_SEAT, 0},
    [COMMAND_JAM] = {"jam", PART_SEAT, 0},
    [COMMAND_MISS] = {"miss", PART_SEAT, 0},
    [COMMAND_CLEAR] = {"clear", PART_SEAT, 0},
    [COMMAND_FAIL] = {"fail", PART_SEAT, 0},
    [COMMAND_REPAIR] = {"repair", PART_SEAT, 0},
    [COMMAND_STRAY] = {"stray", PART_SEAT, 0},
};

const char *command_word(unsigned kind)
{
    CHECK(kind < COMMAND_KINDS);
    return kinds[kind].word;
}

unsigned command_find(const char *word, size_t len)
{
    unsigned kind = 0;
    while (kind < COMMAND_KINDS &&
           (strlen(kinds[kind].word) != len || memcmp(kinds[kind].word, word, len) != 0))
        kind++;
    return kind;
}

unsigned command_needs(unsigned kind)
{
    return kinds[kind].needs;
}

unsigned command_allows(unsigned kind)
{
    return kinds[kind].allows;
}

/* ---- Parts ---- */

static int set_seat(uint8_t *seat, const char *text, size_t len, struct cr_err *err)
{
    if (len != 1 || text[0] < '1' || text[0] > '0' + CR_SEATS)
        return err_set(err, CR_E_INPUT, "seats are 1 to %d", CR_SEATS);
    *seat = (uint8_t)(text[0] - '0');
    return 0;
}

static int set_award(struct command *c, const char *text, size_t len, struct cr_err *err)
{
    const enum cr_category hand = cr_category_find(text, len);
    if (hand == CR_CATEGORIES)
        return err_set(err, CR_E_INPUT, "there is no hand \"%.*s\"", (int)(len < 40 ? len : 40),
                       text);
    c->award = (uint8_t)hand;
    return 0;
}

static void set_position(struct command *c, const char *text, size_t len)
{
    const char *const *names = key_position_names;
    c->position = 0;
    while (names[c->position] != NULL &&
           (strlen(names[c->position]) != len || memcmp(names[c->position], text, len) != 0))
        c->position++;
}

/* 008 and 8 are the same key; what is no number is none, like a number that no key has. */
static void set_key(struct command *c, const char *text, size_t len)
{
    unsigned number = 0;
    bool fits = len > 0 && len <= 3;
    for (size_t i = 0; fits && i < len; i++) {
        fits = text[i] >= '0' && text[i] <= '9';
        number = number * 10 + (unsigned)(text[i] - '0');
    }
    c->key = (uint8_t)(fits && number < UINT8_MAX ? number : UINT8_MAX);
}

static int set_ruling(struct command *c, const char *text, size_t len, struct cr_err *err)
{
    const bool is_pay = len == 3 && memcmp(text, "pay", len) == 0;
    if (!is_pay && (len != 4 || memcmp(text, "void", len) != 0))
        return err_set(err, CR_E_INPUT, "a ruling is pay or void");
    memcpy(c->ruling, text, len);
    return 0;
}

static int set_coins(struct command *c, const char *text, size_t len, struct cr_err *err)
{
    uint64_t value = 0;
    bool fits = len > 0 && len <= 12;
    for (size_t i = 0; fits && i < len; i++) {
        fits = text[i] >= '0' && text[i] <= '9';
        value = value * 10 + (uint64_t)(text[i] - '0');
    }
    const bool is_new = c->kind == COMMAND_RENEW; /* a new counter may still show 0 */
    if (!fits || (value == 0 && !is_new))
        return err_set(err, CR_E_INPUT,
                       "a counter shows a whole number from %d up, of at most twelve digits",
                       is_new ? 0 : 1);
    c->coins = value;
    return 0;
}

/* Reads a PIN. The error message must not repeat what was typed. */
static int set_pin(struct command *c, const char *text, size_t len, struct cr_err *err)
{
    bool fits = len < sizeof(c->pin);
    for (size_t i = 0; fits && i < len; i++)
        fits = text[i] >= '0' && text[i] <= '9';
    if (!fits)
        return err_set(err, CR_E_INPUT, "a PIN is six to twelve digits");
    memcpy(c->pin, text, len);
    c->pin[len] = '\0';
    return 0;
}

/* Parts that are one line of text, and what an error message calls them. */
#define PLACE(member) offsetof(struct command, member), sizeof(((struct command *)0)->member)
static const struct plain_part {
    enum command_part part;
    size_t place, size;
    const char *what;
} plain_parts[] = {
    {PART_USER, PLACE(user), "a person's name"},
    {PART_APPROVER, PLACE(approver), "a person's name"},
    {PART_TENDER, PLACE(tender), "what the patron offers"},
    {PART_PATRON, PLACE(patron), "a patron's name"},
    {PART_REASON, PLACE(reason), "the reason"},
    {PART_CARDS, PLACE(cards), "the hand"},
};
#undef PLACE

/* Sets such a part. The error message says what exactly is wrong. */
static int set_plain(struct command *c, const struct plain_part *p, const char *text, size_t len,
                     struct cr_err *err)
{
    char *to = (char *)c + p->place;
    if (len == 0)
        return err_set(err, CR_E_INPUT, "%s is missing", p->what);
    if (len >= p->size)
        return err_set(err, CR_E_INPUT, "%s has at most %zu bytes", p->what, p->size - 1);
    if (text[0] == ' ' || text[len - 1] == ' ')
        return err_set(err, CR_E_INPUT, "%s does not begin or end with a blank", p->what);
    /* The log takes nothing else, and what is said while the link is away is sent later. */
    if (!utf8_is_clean(text, len, false))
        return err_set(err, CR_E_INPUT, "%s has no control characters, and is written in UTF-8",
                       p->what);
    memcpy(to, text, len);
    to[len] = '\0';
    return 0;
}

int command_set(struct command *c, enum command_part part, const char *text, size_t len,
                struct cr_err *err)
{
    for (size_t i = 0; i < sizeof(plain_parts) / sizeof(plain_parts[0]); i++)
        if (plain_parts[i].part == part)
            return set_plain(c, &plain_parts[i], text, len, err);
    switch (part) {
    case PART_SEAT:
        return set_seat(&c->seat, text, len, err);
    case PART_TO:
        return set_seat(&c->to, text, len, err);
    case PART_AWARD:
        return set_award(c, text, len, err);
    case PART_AMOUNT:
        return cr_money_parse(text, len, CR_MONEY_CENTS, &c->amount, err);
    case PART_RULING:
        return set_ruling(c, text, len, err);
    case PART_COINS:
        return set_coins(c, text, len, err);
    case PART_PIN:
        return set_pin(c, text, len, err);
    case PART_POSITION:
        set_position(c, text, len);
        return 0;
    default:
        CHECK(part == PART_KEY);
        set_key(c, text, len);
        return 0;
    }
}

/* ---- Lines ---- */

/* The next word, without blanks around it. */
static const char *next_word(const char **at, size_t *len)
{
    *at += strspn(*at, " ");
    const char *word = *at;
    *len = strcspn(word, " ");
    *at += *len;
    return word;
}

static const char *rest_of(const char *at, size_t *len)
{
    at += strspn(at, " ");
    *len = strlen(at);
    return at;
}

/* The part of a line behind words like ", says "; NULL when the line does not have them. len is
 * reduced to the part before them. */
static const char *cut_behind(const char *text, size_t *len, const char *words)
{
    const char *at = strstr(text, words);
    if (at == NULL || (size_t)(at - text) + strlen(words) > *len)
        return NULL;
    *len = (size_t)(at - text);
    return at + strlen(words);
}

/* Reads who says so at the end of a line: "a fouled deck, says Ann", or, for commands that take two
 * people, "says Ann and Ben". */
static int read_name(struct command *out, const char *text, size_t *len, struct cr_err *err)
{
    const char *who = cut_behind(text, len, ", says ");
    if (who == NULL)
        return 0;
    size_t one = strlen(who);
    const char *other =
        kinds[out->kind].allows & PART_APPROVER ? cut_behind(who, &one, " and ") : NULL;
    int rc = command_set(out, PART_USER, who, one, err);
    if (rc == 0 && other != NULL)
        rc = command_set(out, PART_APPROVER, other, strlen(other), err);
    return rc;
}

static int read_reason(struct command *out, const char *text, size_t len, struct cr_err *err)
{
    int rc = read_name(out, text, &len, err);
    return rc == 0 ? command_set(out, PART_REASON, text, len, err) : rc;
}

/* Reads "cash" or "cash from Ms. Lake": what is offered, and by whom if that is known. For a
 * payout, reads "straight to Ms. Lake, says Ann": what is paid for, to whom, and who answers for
 * it. */
static int read_cash(struct command *out, const char *text, size_t len, struct cr_err *err)
{
    const bool pays = out->kind == COMMAND_PAYOUT;
    int rc = pays ? read_name(out, text, &len, err) : 0;
    const size_t end = len;
    const char *who = cut_behind(text, &len, pays ? " to " : " from ");
    if (rc == 0)
        rc = command_set(out, PART_TENDER, text, len, err);
    if (rc == 0 && who != NULL)
        rc = command_set(out, PART_PATRON, who, (size_t)(text + end - who), err);
    return rc;
}

/* Reads "royal flush" or "royal flush with As Ks Qs Js Ts". */
static int read_award(struct command *out, const char *text, size_t len, struct cr_err *err)
{
    const size_t end = len;
    const char *cards = cut_behind(text, &len, " with ");
    int rc = command_set(out, PART_AWARD, text, len, err);
    if (rc == 0 && cards != NULL)
        rc = command_set(out, PART_CARDS, cards, (size_t)(text + end - cards), err);
    return rc;
}

static int read_parts(const char *at, struct command *out, struct cr_err *err)
{
    const unsigned needs = kinds[out->kind].needs, allows = kinds[out->kind].allows;
    static const enum command_part words[] = {PART_SEAT,  PART_TO,  PART_AMOUNT,
                                              PART_COINS, PART_KEY, PART_RULING};
    size_t len;
    const char *word;
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < sizeof(words) / sizeof(words[0]); i++) {
        if ((needs & words[i]) == 0)
            continue;
        word = next_word(&at, &len);
        rc = command_set(out, words[i], word, len, err);
        if (rc != 0 && words[i] == PART_AMOUNT)
            err_prefix(err, "amount");
    }
    word = rest_of(at, &len);
    if (rc == 0 && (needs & PART_POSITION))
        rc = command_set(out, PART_POSITION, word, len, err);
    if (rc == 0 && (needs & PART_AWARD)) {
        rc = read_name(out, word, &len, err);
        if (rc == 0)
            rc = read_award(out, word, len, err);
    }
    if (rc == 0 && (needs & PART_REASON))
        rc = read_reason(out, word, len, err);
    if (rc == 0 && (allows & PART_TENDER) && len > 0)
        rc = read_cash(out, word, len, err);
    /* a hand and a reason have several words, so a name after them needs ", says" */
    const bool names = (allows & PART_USER) && !(needs & (PART_AWARD | PART_REASON)) &&
                       !(allows & (PART_COINS | PART_TENDER)) && len > 0;
    if (rc == 0 && ((needs & PART_USER) || names))
        rc = command_set(out, PART_USER, word, len, err);
    if (rc == 0 && out->kind == COMMAND_READ && len > 0)
        rc = command_set(out, PART_COINS, word, len, err);
    return rc;
}

int command_read_line(const char *line, struct command *out, struct cr_err *err)
{
    size_t len;
    const char *at = line;
    memset(out, 0, sizeof(*out));
    unsigned kind = command_find(line, strlen(line));
    if (strcmp(line, "coin in") == 0)
        kind = COMMAND_START;
    const char *word = next_word(&at, &len);
    if (kind == COMMAND_KINDS)
        kind = command_find(word, len);
    if (kind == COMMAND_KINDS)
        return err_set(err, CR_E_INPUT, "unknown command \"%.*s\"; try help", (int)len, word);
    out->kind = (uint8_t)kind;
    return read_parts(at, out, err);
}
