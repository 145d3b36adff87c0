/* Progressives: from a YAML file to struct cr_progressive. */
#include "base/money.h"
#include "game/rules/load_source.h"
#include "game/rules/load_values.h"

#include <inttypes.h>
#include <string.h>

/* ---- Meters ---- */

#define AT(member) offsetof(struct cr_meter_rules, member)

static const struct field meter_fields[] = {
    {"share", load_share, AT(share), .example = "10%"},
    {"reserve", load_share, AT(reserve_share), .example = "0%"},
    {"seed", load_money, AT(seed), .example = "10000"},
    {"limit", load_money_or_none, AT(limit), .example = "none"},
};

#undef AT

static const struct fields meter = LOAD_FIELDS(meter_fields);

static int load_meter(const struct load *load, const struct doc_node *node,
                      struct cr_meter_rules *out)
{
    int rc = load_check_name(load->doc, node->key_at, "the name of a meter", node->key);
    if (rc)
        return rc;
    memcpy(out->name, node->key.data, node->key.len);
    if (strcmp(out->name, "tray") == 0)
        return doc_fault(load->doc, node->key_at,
                         "a meter cannot be called tray, which is where awards come from that are "
                         "not off a meter; choose another name");
    rc = load_fields(load, node, &meter, out);
    if (rc)
        return rc;
    out->has_limit = out->limit.micro > 0;
    if (out->has_limit && out->limit.micro < out->seed.micro)
        return doc_fault(load->doc, doc_find(load->doc, node, "limit")->at,
                         "the limit is below the seed; raise it or lower the seed");
    return CR_OK;
}

static int load_meters(const struct load *load, const struct doc_node *node, void *out)
{
    struct cr_progressive *progressive = out;
    int rc = load_is(load, node, DOC_MAP);
    if (rc)
        return rc;
    if (node->count == 0 || node->count > CR_METERS)
        return doc_fault(load->doc, node->at, "%u meters; list one to %d", (unsigned)node->count,
                         CR_METERS);
    for (const struct doc_node *n = doc_first(load->doc, node); n; n = doc_next(load->doc, n)) {
        rc = load_meter(load, n, &progressive->meters[progressive->meter_count]);
        if (rc)
            return rc;
        progressive->meter_count++;
    }
    return CR_OK;
}

/* ---- Awards ---- */

static int load_from(const struct load *load, const struct doc_node *node, void *out)
{
    struct words names = {0};
    for (unsigned m = 0; m < load->progressive->meter_count; m++)
        words_add(&names, load->progressive->meters[m].name);
    words_add(&names, "tray");
    size_t found = 0;
    int rc = load_choice(load, node, "meter", &names, &found);
    if (rc == CR_OK)
        *(uint8_t *)out = found + 1 < names.count ? (uint8_t)found : CR_FROM_TRAY;
    return rc;
}

static int load_key(const struct load *load, const struct doc_node *node, void *out)
{
    static const struct words keys = {3, {"none", "low", "high"}};
    static const enum cr_key values[] = {CR_KEY_NONE, CR_KEY_LOW, CR_KEY_HIGH};
    size_t found = 0;
    int rc = load_choice(load, node, "jackpot key", &keys, &found);
    if (rc == CR_OK)
        *(enum cr_key *)out = values[found];
    return rc;
}

/* "50 for 1": that many times the bet. *taken is false for a text of another form. */
static int load_for_one(const struct load *load, const struct doc_node *node, bool *taken,
                        struct cr_money *out)
{
    struct doc_text left = node->text;
    uint32_t times = 0;
    *taken = take_count(&left, LOAD_RATIO_MAX, &times) && take_literal(&left, " for 1") &&
             left.len == 0 && times > 0;
    if (*taken && (!money_mul_floor(load->progressive->bet, times, 1, out) ||
                   out->micro > CR_MONEY_INPUT_MAX_MICRO))
        return doc_fault(load->doc, node->at,
                         "%" PRIu32 " times the bet is more than 1,000,000,000.00; lower it",
                         times);
    return CR_OK;
}

static int load_award_pays(const struct load *load, const struct doc_node *node, void *out)
{
    struct cr_award *award = out;
    const struct doc_text text = node->text;
    int rc = load_text(load, node);
    if (rc)
        return rc;
    if (text.data[text.len - 1] == '%') {
        award->kind = CR_AWARD_PERCENT;
        rc = load_percent(load, node, 4, &award->ppm); /* 100% is CR_PPM */
        if (rc == CR_OK && award->ppm == 0)
            rc = doc_fault(load->doc, node->at, "0%% pays nothing; write a larger share");
        return rc;
    }
    award->kind = CR_AWARD_FIXED;
    bool taken;
    rc = load_for_one(load, node, &taken, &award->amount);
    award->is_for_one = taken;
    if (rc || taken)
        return rc;
    struct cr_err why;
    if (cr_money_parse(text.data, text.len, CR_MONEY_CENTS, &award->amount, &why) == CR_OK &&
        award->amount.micro > 0)
        return CR_OK;
    return doc_fault(
        load->doc, node->at,
        "\"%.*s\" is no award; write 100%% (of the meter), 500 (an amount) or 50 for 1 "
        "(times the bet)",
        DOC_QUOTE(text));
}

#define AT(member) offsetof(struct cr_award, member)

static const struct field award_fields[] = {
    {"pays", load_award_pays, .example = "100%, 500 or 50 for 1"},
    {"from", load_from, AT(from), .example = "tray, or the name of a meter"},
    {"key", load_key, AT(key), .example = "high, low or none"},
    {"envy", load_money_or_none, AT(envy), .example = "none"},
};

#undef AT

static const struct fields award_section = LOAD_FIELDS(award_fields);

/* Whether a is sure to pay more than b: both are percentages of one meter, or both are fixed. In
 * any other case it depends on the meters. */
static bool award_is_more(const struct cr_award *a, const struct cr_award *b)
{
    if (a->kind == CR_AWARD_FIXED && b->kind == CR_AWARD_FIXED)
        return a->amount.micro > b->amount.micro;
    return a->kind == CR_AWARD_PERCENT && b->kind == CR_AWARD_PERCENT && a->from == b->from &&
           a->ppm > b->ppm;
}

static int check_award(const struct load *load, const struct doc_node *node,
                       enum cr_category category)
{
    const struct cr_award *awards = load->progressive->awards;
    const struct cr_award *award = &awards[category];
    if (award->kind == CR_AWARD_PERCENT && award->from == CR_FROM_TRAY)
        return doc_fault(load->doc, doc_find(load->doc, node, "from")->at,
                         "the tray has no amount to take a percentage of; name a meter, or let it "
                         "pay a fixed amount");
    for (unsigned better = category + 1u; better < CR_CATEGORIES; better++)
        if (award_is_more(award, &awards[better]))
            return doc_fault(load->doc, doc_find(load->doc, node, "pays")->at,
                             "\"%s\" pays more than the better hand \"%s\"; lower it or raise the "
                             "other",
                             cr_category_name(category),
                             cr_category_name((enum cr_category)better));
    return CR_OK;
}

static int load_awards(const struct load *load, const struct doc_node *node, void *out)
{
    struct cr_progressive *progressive = out;
    int rc = load_is(load, node, DOC_MAP);
    if (rc)
        return rc;
    size_t place = 0;
    for (const struct doc_node *n = doc_first(load->doc, node); n; n = doc_next(load->doc, n)) {
        enum cr_category category = CR_HIGH_CARD;
        rc = load_hand(load, n, place++, &ranking_five, &category);
        if (rc == CR_OK)
            rc = load_fields(load, n, &award_section, &progressive->awards[category]);
        if (rc == CR_OK)
            rc = check_award(load, n, category);
        if (rc)
            return rc;
    }
    return CR_OK;
}

/* ---- Keys ---- */

/* In the order of enum cr_key_turner. */
static const struct words turners = {4, {"dealer", "supervisor", "cage", "manager"}};

static int load_turners(const struct load *load, const struct doc_node *node, void *out)
{
    uint8_t bits = 0;
    int rc = load_is(load, node, DOC_LIST);
    if (rc == CR_OK && node->count == 0)
        rc = doc_fault(load->doc, node->at,
                       "nobody could turn a key; name some of dealer, supervisor, cage, manager");
    if (rc)
        return rc;
    for (const struct doc_node *n = doc_first(load->doc, node); n; n = doc_next(load->doc, n)) {
        size_t found = 0;
        rc = load_choice(load, n, "role that may turn a key", &turners, &found);
        if (rc)
            return rc;
        bits |= (uint8_t)(1u << found);
    }
    *(uint8_t *)out = bits;
    return CR_OK;
}

/* ---- The whole file ---- */

#define AT(member) offsetof(struct cr_progressive, member)

static const struct field progressive_fields[] = {
    {"progressive", load_name, AT(name), .example = "my-progressive"},
    {"title", load_title, AT(title), .example = "what the sign says"},
    {"house", load_title, AT(house), .example = "whose progressive it is"},
    {"bet", load_money_positive, AT(bet), .example = "1"},
    {"house_share", load_share, AT(house_share), .example = "30%"},
    {"key_turned_by", load_turners, AT(key_turners), .example = "[dealer, supervisor]",
     .optional = true},
    {"meters", load_meters,
     .example = "{jackpot: {share: 65%, reserve: 5%, seed: 10000, "
                "limit: none}}"},
    {"awards", load_awards,
     .example = "{royal flush: {pays: 100%, from: jackpot, key: high, "
                "envy: none}}"},
};

#undef AT

static const struct fields progressive_file = LOAD_FIELDS(progressive_fields);

/* MET-1: the shares add up to the whole bet. */
static int check_shares(const struct doc *doc, const struct cr_progressive *progressive)
{
    uint64_t sum = progressive->house_share;
    for (unsigned m = 0; m < progressive->meter_count; m++)
        sum += (uint64_t)progressive->meters[m].share + progressive->meters[m].reserve_share;
    if (sum == CR_SHARE_ALL)
        return CR_OK;
    const uint64_t percent = CR_SHARE_ALL / 100;
    return doc_fault(doc, doc_find(doc, doc_root(doc), "house_share")->at,
                     "the house share and all shares and reserves of the meters add up to "
                     "%" PRIu64 ".%07" PRIu64 "%%; change them to make exactly 100%%",
                     sum / percent, sum % percent);
}

/* All money can be won: every meter has an award, and one with a reserve has an award of 100 %. */
static int check_reachable(const struct doc *doc, const struct cr_progressive *progressive)
{
    const struct doc_node *meters = doc_find(doc, doc_root(doc), "meters");
    unsigned m = 0;
    for (const struct doc_node *n = doc_first(doc, meters); n; n = doc_next(doc, n), m++) {
        bool has_award = false, has_whole = false;
        for (unsigned c = 0; c < CR_CATEGORIES; c++) {
            const struct cr_award *award = &progressive->awards[c];
            const bool from_it = award->kind != CR_AWARD_NONE && award->from == m;
            has_award |= from_it;
            has_whole |= from_it && award->kind == CR_AWARD_PERCENT && award->ppm == CR_PPM;
        }
        if (!has_award)
            return doc_fault(doc, n->key_at,
                             "no award comes from the meter \"%s\", so its money can never be won; "
                             "add one with from: %s, or remove the meter",
                             progressive->meters[m].name, progressive->meters[m].name);
        if (!has_whole && progressive->meters[m].reserve_share > 0)
            return doc_fault(doc, doc_find(doc, n, "reserve")->at,
                             "a reserve moves to its meter at a 100%% award, and \"%s\" has none; "
                             "write 0%%, or let the best hand pay 100%%",
                             progressive->meters[m].name);
    }
    return CR_OK;
}

static int load_progressive(const struct doc *doc, void *out)
{
    struct cr_progressive *progressive = out;
    const struct doc_node *rules = doc_find(doc, doc_root(doc), "rules");
    if (rules)
        return doc_fault(doc, rules->key_at,
                         "these are house rules, not a progressive; give a progressive here, such "
                         "as cn or ptha-2");
    const struct load load = {.doc = doc, .progressive = progressive};
    int rc = load_fields(&load, doc_root(doc), &progressive_file, progressive);
    if (progressive->key_turners == 0)
        progressive->key_turners = (uint8_t)((1u << turners.count) - 1);
    if (rc == CR_OK)
        rc = check_shares(doc, progressive);
    return rc ? rc : check_reachable(doc, progressive);
}

static int parse(const char *origin, const char *text, size_t len, void *out, struct cr_err *err)
{
    struct cr_progressive p;
    return load_whole(origin, text, len, load_progressive, &p, sizeof p, p.hash, out, err);
}

int cr_progressive_parse(const char *origin, const char *text, size_t len,
                         struct cr_progressive *out, struct cr_err *err)
{
    return parse(origin, text, len, out, err);
}

int cr_progressive_load(const char *name_or_path, struct cr_progressive *out, struct cr_err *err)
{
    return source_parse(name_or_path, parse, out, err);
}
