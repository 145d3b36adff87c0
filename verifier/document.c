/* Reads house rules and progressives, the documents in the log, with libyaml.
 *
 * The table `places` is all that the verifier knows of them: a path of keys, and the kind of value
 * there. A progressive has no other keys. In house rules the verifier reads only how jackpots are
 * paid; how hands are settled is not its concern. */
#include "document.h"

#include <string.h>
#include <yaml.h>

#define DEPTH 4

enum value {
    IGNORED,
    NAME,
    MONEY,
    MONEY_OR_NONE,
    SHARE,
    PAYS,
    FROM,
    KEY,
    ITEM,
    FORFEIT,
    FAILURE,
    CONFIRMED,
    TURNER
};

/* Which document has the key. PROGRESSIVE and RULES: each of them must; SOME_…: it may. */
enum where { PROGRESSIVE, SOME_PROGRESSIVES, RULES, SOME_RULES };

/* The struct in which the value is kept. */
enum part { OF_DOCUMENT, OF_METER, OF_AWARD };

#define IN_DOCUMENT(member) OF_DOCUMENT, offsetof(struct document, member)
#define IN_METER(member)    OF_METER, offsetof(struct meter_rules, member)
#define IN_AWARD(member)    OF_AWARD, offsetof(struct award_rules, member)

static const struct place {
    enum where where;
    const char *path[4]; /* "*": any name of a meter or hand, or an item of a list */
    enum value value;
    enum part part;
    size_t offset;
} places[] = {
    {PROGRESSIVE, {"progressive"}, NAME, IN_DOCUMENT(name)},
    {PROGRESSIVE, {"title"}, IGNORED, IN_DOCUMENT(name)},
    {PROGRESSIVE, {"house"}, IGNORED, IN_DOCUMENT(name)},
    {PROGRESSIVE, {"bet"}, MONEY, IN_DOCUMENT(bet)},
    {PROGRESSIVE, {"house_share"}, SHARE, IN_DOCUMENT(house_share)},
    {PROGRESSIVE, {"meters", "*", "share"}, SHARE, IN_METER(share)},
    {PROGRESSIVE, {"meters", "*", "reserve"}, SHARE, IN_METER(reserve)},
    {PROGRESSIVE, {"meters", "*", "seed"}, MONEY, IN_METER(seed)},
    {PROGRESSIVE, {"meters", "*", "limit"}, MONEY_OR_NONE, IN_METER(limit)},
    {PROGRESSIVE, {"awards", "*", "pays"}, PAYS, IN_AWARD(pays)},
    {PROGRESSIVE, {"awards", "*", "from"}, FROM, IN_AWARD(from_name)},
    {PROGRESSIVE, {"awards", "*", "key"}, KEY, IN_AWARD(key)},
    {PROGRESSIVE, {"awards", "*", "envy"}, MONEY_OR_NONE, IN_AWARD(envy)},
    {SOME_PROGRESSIVES, {"key_turned_by", "*"}, TURNER, IN_DOCUMENT(turners)},
    {RULES, {"rules"}, NAME, IN_DOCUMENT(name)},
    {RULES, {"seats", "one_hand"}, NAME, IN_DOCUMENT(one_hand)},
    {RULES, {"seats", "hands_per_patron"}, NAME, IN_DOCUMENT(hands)},
    {RULES, {"payment", "cheques_up_to"}, MONEY_OR_NONE, IN_DOCUMENT(cheques_up_to)},
    {SOME_RULES, {"payment", "compliance", "*"}, ITEM, IN_DOCUMENT(checks)},
    {SOME_RULES, {"aggregate_limit"}, MONEY_OR_NONE, IN_DOCUMENT(aggregate_limit)},
    {SOME_RULES, {"payment", "notify_from"}, MONEY_OR_NONE, IN_DOCUMENT(notify_from)},
    {SOME_RULES, {"fold_forfeits", "*"}, FORFEIT, IN_DOCUMENT(fold_forfeits)},
    {SOME_RULES, {"on_failure"}, FAILURE, IN_DOCUMENT(on_failure)},
    {SOME_RULES, {"payment", "checklist", "high", "*"}, CONFIRMED, IN_DOCUMENT(high_items)},
    {SOME_RULES, {"payment", "checklist", "low", "*"}, CONFIRMED, IN_DOCUMENT(low_items)},
    {SOME_RULES, {"payment", "checklist", "after", "*"}, CONFIRMED, IN_DOCUMENT(after_items)},
    {SOME_RULES,
     {"payment", "checklist", "after_priority", "*"},
     CONFIRMED,
     IN_DOCUMENT(after_priority_items)},
    {SOME_RULES,
     {"payment", "checklist", "after_no_key", "*"},
     CONFIRMED,
     IN_DOCUMENT(after_no_key_items)},
};
#define PLACES (sizeof(places) / sizeof(places[0]))

/* The list or map that is open at each depth. */
struct level {
    bool is_list, has_key;
    char key[DOC_NAME];
};

struct walk {
    struct document *d;
    struct level levels[DEPTH + 1];
    unsigned depth, documents;
    const char *why;
};

static bool wrong(struct walk *w, const char *why)
{
    w->why = why;
    return false;
}

/* ---- Values ---- */

/* Reads "12.5%" as a whole number of parts, with `decimals` digits behind the point. */
static bool read_percent(const char *text, unsigned decimals, int64_t *out)
{
    int64_t value = 0, all = 100;
    unsigned digits = 0, left = decimals;
    for (; *text >= '0' && *text <= '9' && digits < 3; text++, digits++)
        value = 10 * value + (*text - '0');
    if (digits == 0)
        return false;
    if (*text == '.' && text[1] >= '0' && text[1] <= '9')
        for (text++; *text >= '0' && *text <= '9' && left > 0; text++, left--)
            value = 10 * value + (*text - '0');
    for (; left > 0; left--)
        value *= 10;
    for (; decimals > 0; decimals--)
        all *= 10;
    *out = value;
    return strcmp(text, "%") == 0 && value <= all;
}

/* Zeros before an amount are no part of it, however many a house writes. */
static bool has_needless_zero(const char *text)
{
    return text[0] == '0' && text[1] >= '0' && text[1] <= '9';
}

static bool read_money(const char *text, int64_t *out)
{
    while (has_needless_zero(text))
        text++;
    const struct text amount = {text, strlen(text)};
    return text[0] != '-' && text_money(amount, out) && *out <= INT64_C(1000000000000000);
}

/* Reads what an award pays: "100%", "500" or "50 for 1". */
static bool read_pays(const char *text, struct award_rules *a)
{
    static const char for_one[] = " for 1";
    const size_t len = strlen(text), tail = sizeof(for_one) - 1;
    if (len > 0 && text[len - 1] == '%') {
        a->pays = PAYS_PERCENT;
        return read_percent(text, 4, &a->parts) && a->parts > 0;
    }
    a->pays = PAYS_FIXED;
    if (len <= tail || strcmp(text + len - tail, for_one) != 0)
        return read_money(text, &a->amount) && a->amount > 0;
    for (size_t i = 0; i < len - tail; i++) {
        if (text[i] < '0' || text[i] > '9' || i > 8)
            return false;
        a->times = 10 * a->times + (text[i] - '0');
    }
    return a->times > 0;
}

static bool read_key_word(const char *text, enum key *out)
{
    static const char *const words[] = {"none", "low", "high"};
    for (unsigned i = 0; i < 3; i++)
        if (strcmp(text, words[i]) == 0) {
            *out = (enum key)i;
            return true;
        }
    return false;
}

/* Adds an item to a list in which nothing may occur twice. */
static bool add_item(char list[][DOC_NAME], int *count, int most, const char *text)
{
    if (*count == most)
        return false;
    for (int i = 0; i < *count; i++)
        if (strcmp(list[i], text) == 0)
            return false;
    strcpy(list[(*count)++], text);
    return true;
}

const char *const checklist[] = {"hand",  "leds", "shuffle",  "wager", "sequence",
                                 "meter", "deck", "replaced", NULL};

static bool add_confirmed(unsigned *items, const char *text)
{
    for (unsigned i = 0; checklist[i] != NULL; i++)
        if (strcmp(checklist[i], text) == 0 && (*items >> i & 1) == 0) {
            *items |= 1u << i;
            return true;
        }
    return false;
}

static bool is_list(enum value value)
{
    return value == ITEM || value == FORFEIT || value == CONFIRMED || value == TURNER;
}

static bool read_value(enum value value, const char *text, struct document *d,
                       struct award_rules *award, void *at)
{
    switch (value) {
    case IGNORED:
        return true;
    case NAME:
    case FROM:
        strcpy(at, text);
        return true;
    case MONEY_OR_NONE:
        return strcmp(text, "none") == 0 || (read_money(text, at) && *(int64_t *)at > 0);
    case MONEY:
        return read_money(text, at);
    case SHARE:
        return read_percent(text, 7, at);
    case PAYS:
        return read_pays(text, award);
    case KEY:
        return read_key_word(text, at);
    case ITEM:
        return add_item(d->checks, &d->check_count, CHECKS, text);
    case TURNER:
        return add_item(d->turners, &d->turner_count, TURNERS, text);
    case FORFEIT:
        *(bool *)at = *(bool *)at || strcmp(text, "progressive") == 0;
        return true;
    case FAILURE:
        if (strcmp(text, "resume") != 0 && strcmp(text, "hold") != 0 && strcmp(text, "void") != 0)
            return false;
        strcpy(at, text);
        return true;
    case CONFIRMED:
        return add_confirmed(at, text);
    }
    return false;
}

/* ---- Places ---- */

static bool is_at(const struct walk *w, const struct place *p)
{
    unsigned depth = 0;
    while (depth < 4 && p->path[depth] != NULL)
        depth++;
    if (depth != w->depth || w->d->is_progressive != (p->where <= SOME_PROGRESSIVES))
        return false;
    for (unsigned i = 0; i < depth; i++) {
        const bool is_item = w->levels[i + 1].is_list;
        if (is_item ? !is_list(p->value) || i + 1 != depth
                    : strcmp(p->path[i], "*") != 0 && strcmp(p->path[i], w->levels[i + 1].key) != 0)
            return false;
    }
    return true;
}

static struct meter_rules *meter_named(struct document *d, const char *name)
{
    for (int i = 0; i < d->meter_count; i++)
        if (strcmp(d->meters[i].name, name) == 0)
            return &d->meters[i];
    if (d->meter_count == METERS)
        return NULL;
    strcpy(d->meters[d->meter_count].name, name);
    return &d->meters[d->meter_count++];
}

static struct award_rules *award_named(struct document *d, const char *hand)
{
    for (int i = 0; i < d->award_count; i++)
        if (strcmp(d->awards[i].hand, hand) == 0)
            return &d->awards[i];
    if (d->award_count == HANDS)
        return NULL;
    strcpy(d->awards[d->award_count].hand, hand);
    return &d->awards[d->award_count++];
}

/* The struct that a value belongs to; *said is the word in which it notes that the value was given.
 * NULL: there are too many meters or awards. */
static char *struct_of(struct walk *w, enum part part, unsigned **said)
{
    struct document *d = w->d;
    if (part == OF_METER) {
        struct meter_rules *m = meter_named(d, w->levels[2].key);
        *said = m != NULL ? &m->said : NULL;
        return (char *)m;
    }
    if (part == OF_AWARD) {
        struct award_rules *a = award_named(d, w->levels[2].key);
        *said = a != NULL ? &a->said : NULL;
        return (char *)a;
    }
    *said = &d->said;
    return (char *)d;
}

static bool take_scalar(struct walk *w, const char *text)
{
    unsigned i = 0, *said = NULL;
    while (i < PLACES && !is_at(w, &places[i]))
        i++;
    if (i == PLACES)
        return !w->d->is_progressive || wrong(w, "it has a key that no progressive has");
    char *base = struct_of(w, places[i].part, &said);
    if (base == NULL)
        return wrong(w, "it has too many meters or awards");
    if ((*said >> i & 1) != 0 && !is_list(places[i].value))
        return wrong(w, "it says something twice");
    *said |= 1u << i;
    return read_value(places[i].value, text, w->d, (void *)base, base + places[i].offset) ||
           wrong(w, "it has a value that cannot be read");
}

/* ---- The whole document ---- */

static bool take_text(struct walk *w, const yaml_event_t *event)
{
    const char *text = (const char *)event->data.scalar.value;
    size_t len = event->data.scalar.length;
    struct level *level = &w->levels[w->depth];
    for (; len >= DOC_NAME && has_needless_zero(text); len--) /* only an amount is that long */
        text++;
    if (len >= DOC_NAME || strlen(text) != len)
        return wrong(w, "it has a text that is too long");
    if (w->depth == 0)
        return wrong(w, "it does not consist of keys and values");
    if (!level->is_list && !level->has_key) {
        strcpy(level->key, text);
        level->has_key = true;
        return true;
    }
    level->has_key = level->is_list;
    return take_scalar(w, text);
}

static bool open_level(struct walk *w, bool is_list)
{
    if (w->depth == DEPTH)
        return wrong(w, "it is nested too deeply");
    if (w->depth > 0 && !w->levels[w->depth].has_key)
        return wrong(w, "a list or map stands where a key is expected");
    w->levels[w->depth].has_key = w->levels[w->depth].is_list;
    w->levels[++w->depth] = (struct level){.is_list = is_list, .has_key = is_list};
    return true;
}

/* Refuses anchors, aliases and tags, which could make a text mean something else than a reader
 * sees. */
static bool take_yaml(struct walk *w, const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        return w->documents++ == 0 || wrong(w, "there are two documents in it");
    case YAML_ALIAS_EVENT:
        return wrong(w, "it has an alias");
    case YAML_SCALAR_EVENT:
        if (event->data.scalar.anchor != NULL || event->data.scalar.tag != NULL)
            return wrong(w, "it has an anchor or a tag");
        return take_text(w, event);
    case YAML_SEQUENCE_START_EVENT:
        return event->data.sequence_start.anchor == NULL ? open_level(w, true)
                                                         : wrong(w, "it has an anchor or a tag");
    case YAML_MAPPING_START_EVENT:
        return event->data.mapping_start.anchor == NULL ? open_level(w, false)
                                                        : wrong(w, "it has an anchor or a tag");
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        w->depth--;
        return true;
    default:
        return true;
    }
}

static bool walk_yaml(struct walk *w, const char *text, size_t len)
{
    yaml_parser_t parser;
    bool good = true, is_end = false;
    if (!yaml_parser_initialize(&parser))
        return wrong(w, "out of memory");
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, len);
    while (good && !is_end) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) {
            good = wrong(w, "it is not YAML");
            break;
        }
        is_end = event.type == YAML_STREAM_END_EVENT;
        good = take_yaml(w, &event);
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    return good;
}

/* Whether everything is given that this part must have. */
static bool is_whole(const struct document *d, enum part part, unsigned said)
{
    for (unsigned i = 0; i < PLACES; i++)
        if (places[i].part == part &&
            places[i].where == (d->is_progressive ? PROGRESSIVE : RULES) && (said >> i & 1) == 0)
            return false;
    return true;
}

static bool finish_award(struct walk *w, struct award_rules *a)
{
    a->from = -1;
    if (!is_whole(w->d, OF_AWARD, a->said))
        return wrong(w, "an award of it does not say everything");
    for (int i = 0; i < w->d->meter_count; i++)
        if (strcmp(w->d->meters[i].name, a->from_name) == 0)
            a->from = i;
    if (a->from < 0 && (strcmp(a->from_name, "tray") != 0 || a->pays == PAYS_PERCENT))
        return wrong(w, "an award of it comes from no meter");
    if (a->times > 0) {
        const wide amount = (wide)w->d->bet * a->times;
        if (amount > INT64_C(1000000000000000))
            return wrong(w, "an award of it is too large");
        a->amount = (int64_t)amount;
    }
    return true;
}

static bool finish_progressive(struct walk *w)
{
    struct document *d = w->d;
    int64_t shares = d->house_share;
    for (int i = 0; i < d->meter_count; i++) {
        shares += d->meters[i].share + d->meters[i].reserve;
        if (!is_whole(d, OF_METER, d->meters[i].said))
            return wrong(w, "a meter of it does not say everything");
    }
    for (int i = 0; i < d->award_count; i++)
        if (!finish_award(w, &d->awards[i]))
            return false;
    if (d->meter_count == 0 || d->bet <= 0 || shares != ALL_SHARES)
        return wrong(w, "its shares are not the whole bet");
    return true;
}

bool document_read(struct document *d, const char *text, size_t len, bool is_progressive,
                   const char **why)
{
    struct walk w = {.d = d};
    memset(d, 0, sizeof(*d));
    d->is_progressive = is_progressive;
    hash_of(-1, text, len, "", 0, &d->hash);
    const bool good =
        walk_yaml(&w, text, len) &&
        (is_whole(d, OF_DOCUMENT, d->said) || wrong(&w, "something is missing in it")) &&
        (!is_progressive || finish_progressive(&w));
    *why = w.why;
    return good;
}

const struct award_rules *document_award(const struct document *d, struct text hand)
{
    for (int i = 0; i < d->award_count; i++)
        if (text_is(hand, d->awards[i].hand))
            return &d->awards[i];
    return NULL;
}
