/* House rules: from a YAML file to struct cr_rules. */
#include "base/money.h"
#include "game/games/game.h"
#include "game/rules/check_names.h"
#include "game/rules/load_source.h"
#include "game/rules/load_values.h"
#include "game/rules/paragraphs.h"
#include "game/rules/rules_hands.h"

#include <stdio.h>
#include <string.h>

/* Further bits of struct load's keys: the game pays some wager by a table, has decisions that bet,
 * can be folded. */
#define KEY_PAYS (1u << 16)
#define KEY_BETS (1u << 17)
#define KEY_FOLD (1u << 18)

static const struct words no_yes = {2, {"no", "yes"}};
static const struct words push_win = {2, {"push", "win"}};

/* ---- The game and its progressive ---- */

static int load_game(const struct load *load, const struct doc_node *node, void *out)
{
    struct words ids = {0};
    for (size_t i = 0; game_list[i]; i++)
        words_add(&ids, game_list[i]->id);
    size_t found = 0;
    int rc = load_choice(load, node, "game", &ids, &found);
    if (rc == CR_OK)
        *(const struct cr_game **)out = game_list[found];
    return rc;
}

/* The name of a progressive, a path, or "none". */
static int load_default_progressive(const struct load *load, const struct doc_node *node, void *out)
{
    char name[CR_NAME_MAX] = {0};
    int rc = load_copy(load, node, name, sizeof name);
    if (rc || strcmp(name, "none") == 0)
        return rc;
    if (load->game->progressive >= CR_SLOTS)
        return doc_fault(load->doc, node->at, "the game %s has no progressive; write none",
                         load->game->id);
    if (!source_is_path(name))
        rc = load_check_name(load->doc, node->at, "a progressive", node->text);
    if (rc == CR_OK)
        memcpy(out, name, sizeof name);
    return rc;
}

/* ---- Seats, limits, deal ---- */

static int load_hands_max(const struct load *load, const struct doc_node *node, void *out)
{
    static const struct words one_two = {2, {"1", "2"}};
    return load_choice_byte(load, node, "number of hands", &one_two, 1, out);
}

static const struct words failed_sensor = {2, {"progressive", "position"}};

static const struct field seat_fields[] = {
    {"hands_per_patron", load_hands_max, offsetof(struct cr_rules, hands_max), .example = "2"},
    {"one_hand", load_bool, offsetof(struct cr_rules, one_hand), &no_yes, .example = "no"},
    {"failed_sensor", load_bool, offsetof(struct cr_rules, failure_closes_position), &failed_sensor,
     .example = "progressive", .optional = true},
};

static const struct field limit_fields[] = {
    {"min", load_money_or_none, offsetof(struct cr_limits, min), .example = "none"},
    {"max", load_money_or_none, offsetof(struct cr_limits, max), .example = "none"},
};

static int load_limit(const struct load *load, const struct doc_node *node, void *out)
{
    struct cr_limits *limits = out;
    int rc = load_section(load, node, limits);
    if (rc == CR_OK && limits->max.micro > 0 && limits->min.micro > limits->max.micro)
        rc = doc_fault(load->doc, doc_find(load->doc, node, "min")->at,
                       "the minimum is above the maximum; lower it or raise the maximum");
    return rc;
}

static int load_limits(const struct load *load, const struct doc_node *node, void *out)
{
    static const struct fields section = LOAD_FIELDS(limit_fields);
    struct field list[CR_SLOTS];
    struct fields fields = {0, list};
    for (unsigned s = 0; s < load->game->slot_count; s++) {
        const struct game_slot *slot = &load->game->slots[s];
        if (slot->kind == SLOT_PLACED && !slot->is_progressive)
            list[fields.count++] = (struct field){.key = slot->name,
                                                  .read = load_limit,
                                                  .offset = s * sizeof(struct cr_limits),
                                                  .arg = &section,
                                                  .optional = true};
    }
    return load_fields(load, node, &fields, out);
}

/* Reads an option that may only be set in a game with a board. */
static int load_board_option(const struct load *load, const struct doc_node *node, void *out)
{
    const struct words *words = load->arg;
    int rc = load_bool(load, node, out);
    if (rc == CR_OK && *(const bool *)out && load->game->board_cards == 0)
        rc = doc_fault(load->doc, node->at, "the game %s has no board; write %.*s: %s",
                       load->game->id, DOC_QUOTE(node->key), words->list[0]);
    return rc;
}

static const struct words deal_orders = {2, {"hands first", "community first"}};
static const struct words deal_turns = {2, {"all at once", "one at a time"}};

/* PIT-20: the manual's glossary gives the first card to the seat with the button, its list of
 * options to the seat at the right of the button. */
static int load_deal_start(const struct load *load, const struct doc_node *node, void *out)
{
    static const struct words starts = {3, {"first base", "action button", "right of the button"}};
    struct cr_deal *deal = out;
    size_t found = 0;
    int rc = load_choice(load, node, "seat for the first card", &starts, &found);
    if (rc == CR_OK) {
        deal->from_button = found > 0;
        deal->after_button = found == 2;
    }
    return rc;
}

static const struct field deal_fields[] = {
    {"order", load_board_option, offsetof(struct cr_deal, community_first), &deal_orders,
     .example = "hands first"},
    {"cards", load_bool, offsetof(struct cr_deal, one_at_a_time), &deal_turns,
     .example = "all at once"},
    {"start", load_deal_start, .example = "first base"},
    {"burn", load_board_option, offsetof(struct cr_deal, burn), &no_yes, .example = "no"},
    {"discard", load_board_option, offsetof(struct cr_deal, discard), &no_yes, .example = "no",
     .needs = GAME_KEY_DISCARD},
};

/* ---- Bets ---- */

#define HALVES 2

/* The sizes of every decision in halves of an Ante: bit h is h halves. */
struct sizes {
    uint32_t halves[CR_STAGES];
};

static void halves_format(uint32_t halves, char out[CR_NAME_MAX])
{
    snprintf(out, CR_NAME_MAX, "%u%s", (unsigned)(halves / HALVES), halves % HALVES ? ".5" : "");
}

/* Takes "3" or "1.5" off the text, as a number of halves. */
static bool take_halves(struct doc_text *left, uint32_t *out)
{
    uint32_t whole = 0;
    if (!take_count(left, CR_MULTIPLES, &whole))
        return false;
    const bool has_half = left->len == 2 && memcmp(left->data, ".5", 2) == 0;
    left->len -= has_half ? 2 : 0;
    *out = HALVES * whole + has_half;
    return left->len == 0 && *out > 0 && *out <= HALVES * CR_MULTIPLES;
}

static int load_size(const struct load *load, const struct doc_node *item, uint32_t above,
                     uint32_t *out)
{
    struct doc_text left = item->text;
    char size[CR_NAME_MAX], before[CR_NAME_MAX];
    int rc = load_text(load, item);
    if (rc)
        return rc;
    if (!take_halves(&left, out))
        return doc_fault(load->doc, item->at,
                         "\"%.*s\" is no bet size; write how many Antes, from 1 to %d, or "
                         "halves of them like 1.5",
                         DOC_QUOTE(item->text), CR_MULTIPLES);
    halves_format(*out, size);
    halves_format(above, before);
    if (*out <= above)
        return doc_fault(load->doc, item->at,
                         "%s does not come after %s; list bet sizes upward, each once", size,
                         before);
    return CR_OK;
}

static int load_sizes(const struct load *load, const struct doc_node *node, void *out)
{
    const struct game_stage *stage = load->arg;
    int rc = load_is(load, node, DOC_LIST);
    if (rc)
        return rc;
    if (node->count == 0 || node->count > CR_SIZES_MAX)
        return doc_fault(load->doc, node->at,
                         "\"%s\" takes one to four bet sizes; write them like [3, 4]", stage->name);
    uint32_t bits = 0, size = 0;
    for (const struct doc_node *n = doc_first(load->doc, node); n; n = doc_next(load->doc, n)) {
        rc = load_size(load, n, size, &size);
        if (rc)
            return rc;
        bits |= UINT32_C(1) << size;
    }
    *(uint32_t *)out = bits;
    return CR_OK;
}

/* Bets are counted in whole Antes where all sizes are whole, otherwise in halves; no bet has more
 * than CR_MULTIPLES of those parts. */
static int set_multiples(const struct load *load, const struct doc_node *node,
                         const struct sizes *sizes, struct cr_rules *rules)
{
    uint32_t all = 0;
    for (unsigned s = 0; s < CR_STAGES; s++)
        all |= sizes->halves[s];
    rules->bet_parts = all & 0xaaaaaaaa ? HALVES : 1;
    for (unsigned s = 0; s < CR_STAGES; s++) {
        const uint32_t halves = sizes->halves[s];
        if (rules->bet_parts == HALVES && halves >> (CR_MULTIPLES + 1))
            return doc_fault(load->doc, doc_find(load->doc, node, load->game->stages[s].name)->at,
                             "where a bet has a half, no bet is above 7.5 Antes; lower it or make "
                             "all of them whole");
        for (unsigned k = 1; k <= CR_MULTIPLES; k++)
            if (halves >> (k * HALVES / rules->bet_parts) & 1)
                rules->multiples[s] |= (uint16_t)(1u << k);
    }
    return CR_OK;
}

static int load_bets(const struct load *load, const struct doc_node *node, void *out)
{
    struct field list[CR_STAGES];
    struct fields fields = {0, list};
    struct sizes sizes = {{0}};
    for (unsigned s = 0; s < load->game->stage_count; s++)
        if (!load->game->stages[s].may_pull)
            list[fields.count++] = (struct field){.key = load->game->stages[s].name,
                                                  .read = load_sizes,
                                                  .offset = s * sizeof(uint32_t),
                                                  .arg = &load->game->stages[s],
                                                  .example = "[1]"};
    int rc = load_fields(load, node, &fields, &sizes);
    return rc ? rc : set_multiples(load, node, &sizes, out);
}

/* ---- Dealers who do not qualify ---- */

static int load_unqualified_wager(const struct load *load, const struct doc_node *node, void *out)
{
    static const struct words choices = {3, {"as usual", "push", "pay"}};
    return load_choice_byte(load, node, "rule for a dealer who does not qualify", &choices, 0, out);
}

/* Wagers that are not named keep the rule that is usual in the game. */
static int load_unqualified(const struct load *load, const struct doc_node *node, void *out)
{
    struct field list[CR_SLOTS];
    struct fields fields = {0, list};
    for (unsigned s = 0; s < load->game->slot_count; s++)
        if (load->game->slots[s].is_against_dealer)
            list[fields.count++] = (struct field){.key = load->game->slots[s].name,
                                                  .read = load_unqualified_wager,
                                                  .offset = s,
                                                  .optional = true};
    return load_fields(load, node, &fields, out);
}

/* ---- Sets of wagers ---- */

static int load_slots(const struct load *load, const struct doc_node *node, bool with_progressive,
                      uint8_t *out)
{
    struct words names = {0};
    unsigned slots[CR_SLOTS];
    for (unsigned s = 0; s < load->game->slot_count; s++) {
        const struct game_slot *slot = &load->game->slots[s];
        if (slot->is_side || (with_progressive && slot->is_progressive)) {
            slots[names.count] = s;
            words_add(&names, slot->name);
        }
    }
    uint8_t places = 0, bits = 0;
    int rc = load_choices(load, node, "wager", &names, &places);
    for (unsigned i = 0; i < names.count; i++)
        bits |= (uint8_t)((places >> i & 1u) << slots[i]);
    if (rc == CR_OK)
        *out = bits;
    return rc;
}

static int load_forfeits(const struct load *load, const struct doc_node *node, void *out)
{
    return load_slots(load, node, true, out);
}

static int load_alone(const struct load *load, const struct doc_node *node, void *out)
{
    return load_slots(load, node, false, out);
}

/* ---- Payment and console ---- */

static int load_compliance(const struct load *load, const struct doc_node *node, void *out)
{
    struct cr_payment *payment = out;
    int rc = load_is(load, node, DOC_LIST);
    if (rc)
        return rc;
    if (node->count > CR_COMPLIANCE_MAX)
        return doc_fault(load->doc, node->at, "more than %d checks; remove some",
                         CR_COMPLIANCE_MAX);
    for (const struct doc_node *n = doc_first(load->doc, node); n; n = doc_next(load->doc, n)) {
        char *check = payment->compliance[payment->compliance_count];
        rc = load_copy(load, n, check, CR_NAME_MAX);
        if (rc)
            return rc;
        for (unsigned i = 0; i < payment->compliance_count; i++)
            if (strcmp(payment->compliance[i], check) == 0)
                return doc_fault(load->doc, n->at, "\"%s\" is listed twice; remove one", check);
        payment->compliance_count++;
    }
    return CR_OK;
}

static int load_pay_order(const struct load *load, const struct doc_node *node, void *out)
{
    static const struct words orders = {
        4, {"base then bonus", "bonus then base", "all base first", "losing wagers first"}};
    return load_choice_byte(load, node, "order of payment", &orders, 0, out);
}

const char *const check_names[CR_CHECKS + 1] = {
    [CR_CHECK_HAND] = "hand",         [CR_CHECK_LEDS] = "leds",
    [CR_CHECK_SHUFFLE] = "shuffle",   [CR_CHECK_WAGER] = "wager",
    [CR_CHECK_METER] = "meter",       [CR_CHECK_DECK] = "deck",
    [CR_CHECK_SEQUENCE] = "sequence", [CR_CHECK_REPLACED] = "replaced",
};

/* PIT-11: words of enum cr_check, each once. */
static int load_checks(const struct load *load, const struct doc_node *node, void *out)
{
    const struct words names = words_of(check_names);
    return load_choices(load, node, "check", &names, out);
}

/* Every house confirms the hand and the lights before it pays (TAB-5). */
static int load_checks_before(const struct load *load, const struct doc_node *node, void *out)
{
    const uint8_t always = 1u << CR_CHECK_HAND | 1u << CR_CHECK_LEDS;
    int rc = load_checks(load, node, out);
    if (rc == CR_OK && (*(const uint8_t *)out & always) != always)
        rc = doc_fault(load->doc, node->at,
                       "hand and leds are confirmed of every jackpot; add them");
    return rc;
}

const struct cr_checklist cr_checklist_usual = {
    .high = (1u << CR_CHECK_REPLACED) - 1,
    .low = 1u << CR_CHECK_HAND | 1u << CR_CHECK_LEDS,
};

static const struct field checklist_fields[] = {
    {"high", load_checks_before, offsetof(struct cr_checklist, high), .example = "[hand, leds]"},
    {"low", load_checks_before, offsetof(struct cr_checklist, low), .example = "[hand, leds]"},
    {"after", load_checks, offsetof(struct cr_checklist, after), .example = "[deck]"},
    {"after_priority", load_checks, offsetof(struct cr_checklist, after_priority),
     .example = "[deck, replaced]"},
    {"after_no_key", load_checks, offsetof(struct cr_checklist, after_no_key), .optional = true},
};
static const struct fields checklist = LOAD_FIELDS(checklist_fields);

static int load_checklist(const struct load *load, const struct doc_node *node, void *out)
{
    struct cr_payment *of = out;
    of->has_checklist = true;
    return load_section(load, node, &of->checklist);
}

static int load_on_failure(const struct load *load, const struct doc_node *node, void *out)
{
    static const struct words choices = {3, {"hold", "void", "resume"}};
    size_t found = 0;
    int rc = load_choice(load, node, "choice", &choices, &found);
    if (rc == CR_OK)
        *(enum cr_on_failure *)out = (enum cr_on_failure)found;
    return rc;
}

static const struct words count_words = {2, {"misdeal", "correct"}};
static const struct words one_words = {2, {"discard", "void"}};
static const struct words two_words = {2, {"void", "discard"}};
static const struct words drawn_words = {2, {"next card", "discard"}};
static const struct words early_words = {2, {"void", "play on"}};

#define CASE(key_, member_, words_)                                                                \
    {                                                                                              \
        key_, load_bool, offsetof(struct cr_irregularities, member_), &(words_), .optional = true  \
    }

static const struct field irregularity_fields[] = {
    CASE("wrong_count", count_corrected, count_words),
    CASE("one_face_up", one_face_up_void, one_words),
    CASE("two_face_up", two_discarded, two_words),
    CASE("drawn_in_error", drawn_discarded, drawn_words),
    CASE("shown_early", early_plays_on, early_words),
};

static const struct field payment_fields[] = {
    {"cheques_up_to", load_money_or_none, offsetof(struct cr_payment, cheques_up_to),
     .example = "none"},
    {"notify_from", load_money_or_none, offsetof(struct cr_payment, notify_from),
     .example = "none"},
    {"order", load_pay_order, offsetof(struct cr_payment, order), .example = "base then bonus",
     .optional = true},
    {"compliance", load_compliance, .example = "[]"},
    {"checklist", load_checklist, .arg = &checklist, .optional = true},
};

static int load_start(const struct load *load, const struct doc_node *node, void *out)
{
    static const struct words buttons = {2, {"Start Game", "COIN IN"}};
    size_t found;
    int rc = load_choice(load, node, "button", &buttons, &found);
    return rc ? rc : load_copy(load, node, out, CR_NAME_MAX);
}

static const struct field console_fields[] = {
    {"start", load_start, offsetof(struct cr_rules, start_button), .example = "Start Game"},
};

/* PIT-16: the house's own name of a rule, shown with reasons and refusals. */
static int load_paragraph(const struct load *load, const struct doc_node *node, void *out)
{
    return load_copy(load, node, out, CR_PARAGRAPH_MAX);
}

static int load_paragraphs(const struct load *load, const struct doc_node *node, void *out)
{
    const char *rules[CR_PARAGRAPHS];
    struct field list[CR_PARAGRAPHS];
    struct fields fields = {game_cited_rules(load->game, rules), list};
    for (unsigned i = 0; i < fields.count; i++)
        list[i] = (struct field){.key = rules[i],
                                 .read = load_paragraph,
                                 .offset = i * CR_PARAGRAPH_MAX,
                                 .optional = true};
    return load_fields(load, node, &fields, out);
}

/* ---- The whole file ---- */

static const struct fields seats = LOAD_FIELDS(seat_fields);
static const struct fields deal = LOAD_FIELDS(deal_fields);
static const struct fields payment = LOAD_FIELDS(payment_fields);
static const struct fields console = LOAD_FIELDS(console_fields);
static const struct fields irregularities = LOAD_FIELDS(irregularity_fields);

#define AT(member) offsetof(struct cr_rules, member)

static const struct field rules_fields[] = {
    {"rules", load_name, AT(name), .example = "my-rules"},
    {"game", load_game, AT(game), .example = "uth"},
    {"title", load_title, AT(title), .example = "the game as the felt says it"},
    {"house", load_title, AT(house), .example = "whose rules these are"},
    {"progressive", load_default_progressive, AT(progressive), .example = "none"},
    {"seats", load_section, 0, &seats, .example = "{hands_per_patron: 2, one_hand: no}"},
    {"limits", load_limits, AT(limits), .optional = true},
    {"deal", load_section, AT(deal), &deal,
     .example = "{order: hands first, cards: all at once, start: first base, burn: no}"},
    {"bets", load_bets, .example = "with a list below it for each decision", .needs = KEY_BETS},
    {"fold_forfeits", load_forfeits, AT(fold_forfeits), .example = "[]", .needs = KEY_FOLD},
    {"alone", load_alone, AT(alone), .example = "[]", .needs = GAME_KEY_ALONE},
    {"dealer_qualifies", load_qualifies, AT(qualifying_rank), .example = "pair",
     .needs = GAME_KEY_QUALIFY},
    {"dealer_not_qualified", load_unqualified, AT(unqualified), .needs = GAME_KEY_QUALIFY,
     .optional = true},
    {"ties", load_bool, AT(ties_win), &push_win, .example = "push", .needs = GAME_KEY_TIES},
    {"ante_pays_from", load_ante_pays_from, AT(ante_pays_from), .example = "flush",
     .needs = GAME_KEY_ANTE_PAYS_FROM},
    {"hand_limit", load_money_or_none, AT(hand_limit), .example = "none",
     .needs = GAME_KEY_HAND_LIMIT},
    {"aggregate_limit", load_money_or_none, AT(aggregate_limit), .example = "none",
     .needs = GAME_KEY_AGGREGATE_LIMIT},
    {"pays", load_pays, AT(pays), .example = "with a table below it for each wager",
     .needs = KEY_PAYS},
    {"payment", load_section, AT(payment), &payment,
     .example = "{cheques_up_to: none, notify_from: none, compliance: []}"},
    {"on_failure", load_on_failure, AT(on_failure), .optional = true},
    {"irregularities", load_section, AT(irregularities), &irregularities, .optional = true},
    {"console", load_section, 0, &console, .example = "{start: Start Game}"},
    {"paragraphs", load_paragraphs, AT(paragraphs), .optional = true},
};

static const struct fields rules_file = LOAD_FIELDS(rules_fields);

static unsigned keys_of(const struct cr_game *game)
{
    unsigned keys = game->keys;
    for (unsigned s = 0; s < game->slot_count; s++)
        if (game->slots[s].by_table)
            keys |= KEY_PAYS;
    for (unsigned s = 0; s < game->stage_count; s++)
        keys |= game->stages[s].may_pull ? 0 : KEY_BETS;
    return keys | (game_may_fold(game) ? KEY_FOLD : 0);
}

/* Some wagers are equal bets (Ante and Blind, the three bets of Let It Ride), and half an Ante must
 * be whole cents where halves are bet. Checks that some amount fits the limits of all of them. */
static int check_limits(const struct doc *doc, const struct cr_rules *rules)
{
    const struct cr_game *game = rules->game;
    const int64_t step = (int64_t)CR_MICRO_PER_CENT * rules->bet_parts;
    unsigned low = game->ante, high = game->ante; /* the highest minimum and the lowest maximum */
    for (unsigned s = 0; s < game->slot_count; s++) {
        const struct game_slot *slot = &game->slots[s];
        if (slot->kind != SLOT_PLACED || slot->is_side || slot->is_progressive)
            continue;
        const int64_t max = rules->limits[s].max.micro, lowest = rules->limits[high].max.micro;
        if (rules->limits[s].min.micro > rules->limits[low].min.micro)
            low = s;
        if (max > 0 && (lowest == 0 || max < lowest))
            high = s;
    }
    const int64_t max = rules->limits[high].max.micro;
    if (max == 0 || (rules->limits[low].min.micro <= max && max / step * step > 0 &&
                     max / step * step >= rules->limits[low].min.micro))
        return CR_OK;
    const struct doc_node *limits = doc_find(doc, doc_root(doc), "limits");
    const struct doc_node *at = doc_find(doc, limits, game->slots[high].name);
    if (rules->limits[low].min.micro > max)
        return doc_fault(doc, at->at,
                         "%s and %s are equal bets, and this maximum is below the minimum of %s; "
                         "raise it or lower the minimum",
                         game->slots[low].name, game->slots[high].name, game->slots[low].name);
    return doc_fault(doc, at->at,
                     "no amount of whole cents between minimum and maximum has a half; raise the "
                     "maximum, or make all bets whole Antes");
}

/* The largest bet that a decision may make, in parts of an Ante. */
static unsigned largest_bet(const struct cr_rules *rules)
{
    unsigned all = 1;
    for (unsigned s = 0; s < CR_STAGES; s++)
        all |= rules->multiples[s];
    return 31 - (unsigned)__builtin_clz(all);
}

/* Checks that the smallest allowed wager cannot win more than the system can hold: by the best pay
 * of its own table and, for an Ante, by that of every bet that is a multiple of it. */
static int check_wins(const struct doc *doc, const struct cr_rules *rules)
{
    const struct cr_game *game = rules->game;
    for (unsigned s = 0; s < game->slot_count; s++)
        for (unsigned t = 0; t < game->slot_count && rules->limits[s].min.micro > 0; t++) {
            const struct cr_ratio pays = slot_pays(rules, t, 1);
            const bool follows = t == s || (!game->slots[s].is_side && !game->slots[t].is_side &&
                                            !game->slots[t].is_progressive);
            const bool is_bet = game->slots[t].kind == SLOT_ACTION;
            const int64_t num = (int64_t)pays.num * (is_bet ? largest_bet(rules) : 1);
            const int64_t den = (int64_t)pays.den * (is_bet ? rules->bet_parts : 1);
            struct cr_money win;
            if (!follows || !game->slots[t].by_table || pays.num == 0 ||
                money_mul_floor(rules->limits[s].min, num, den, &win))
                continue;
            const struct doc_node *limits = doc_find(doc, doc_root(doc), "limits");
            const struct doc_node *wager = doc_find(doc, limits, game->slots[s].name);
            return doc_fault(doc, doc_find(doc, wager, "min")->at,
                             "with this minimum the best hand of %s wins more than the system can "
                             "hold; lower it or the pay",
                             game->slots[t].name);
        }
    return CR_OK;
}

static int load_rules(const struct doc *doc, void *out)
{
    struct cr_rules *rules = out;
    const struct doc_node *sign = load_looks_progressive(doc);
    if (sign)
        return doc_fault(doc, sign->key_at,
                         "this is a progressive, not house rules; give house rules here, and this "
                         "as their progressive");
    /* The game decides which other keys apply. Without it all keys are accepted, and load_fields
     * reports the missing game before it reads a key that depends on it. */
    struct load load = {.doc = doc, .keys = ~0u};
    rules->bet_parts = 1;
    const struct doc_node *game = doc_find(doc, doc_root(doc), "game");
    if (game) {
        int rc = load_game(&load, game, &load.game);
        if (rc)
            return rc;
        load.keys = keys_of(load.game);
        rules->qualifying_rank = load.game->ranking->worst_rank;
        for (unsigned s = 0; s < load.game->slot_count; s++)
            rules->unqualified[s] = load.game->slots[s].unqualified;
    }
    int rc = load_fields(&load, doc_root(doc), &rules_file, rules);
    rules->has_hand_limit = rules->hand_limit.micro > 0;
    rules->has_aggregate_limit = rules->aggregate_limit.micro > 0;
    if (rc == CR_OK)
        rc = check_limits(doc, rules);
    return rc ? rc : check_wins(doc, rules);
}

static int parse(const char *origin, const char *text, size_t len, void *out, struct cr_err *err)
{
    struct cr_rules rules;
    return load_whole(origin, text, len, load_rules, &rules, sizeof rules, rules.hash, out, err);
}

int cr_rules_parse(const char *origin, const char *text, size_t len, struct cr_rules *out,
                   struct cr_err *err)
{
    return parse(origin, text, len, out, err);
}

int cr_rules_load(const char *name_or_path, struct cr_rules *out, struct cr_err *err)
{
    return source_parse(name_or_path, parse, out, err);
}
