/* Writes the rules in force as a page; see play_pages.h. */
#include "app/play/play_pages.h"
#include "base/text.h"
#include "game/games/game.h"
#include "game/round/actions.h"
#include "math/games/game_math.h"

#include <stdio.h>
#include <string.h>

/* In which order hands and board are dealt. */
static const char *deal_order(const struct cr_rules *rules)
{
    if (rules->deal.community_first)
        return "the board face down first, then the hands";
    return rules->game->board_face_down ? "hands first, then the board face down"
                                        : "hands first, the board after the decisions";
}

static void add_deal(const struct cr_rules *rules, size_t width, struct page *page)
{
    const struct cr_game *game = rules->game;
    char line[PAGE_TEXT_MAX];
    struct text text = text_in(line, sizeof line);
    text_add_format(&text, "  %u cards to each seat", game->hole_cards);
    if (game->dealer_cards == game->hole_cards)
        text_add(&text, " and the dealer");
    else if (game->dealer_cards > 0)
        text_add_format(&text, " and %u to the dealer", game->dealer_cards);
    if (game->dealer_open > 0)
        text_add_format(&text, " (%u face up)", game->dealer_open);
    text_add(&text, ", ");
    text_add(&text, rules->deal.one_at_a_time ? "one at a time" : "all at once");
    text_add(&text, !rules->deal.from_button   ? ", from seat 1 on"
                    : rules->deal.after_button ? ", from the right of the action button on"
                                               : ", from the action button on");
    if (game->board_cards > 0)
        text_add_format(&text, "; a board of %u, %s", game->board_cards, deal_order(rules));
    if (rules->deal.discard)
        text_add(&text, " and a card more that is discarded unseen");
    if (rules->deal.burn)
        text_add(&text, "; a card is burnt before the board is opened");
    text_add(&text, ".");
    page_add(page, TONE_HEAD, "The deal");
    page_add_wrapped(page, TONE_TEXT, width, 2, line);
}

/* Adds the choices of a decision: "fold, or bet 3× or 4× the Ante on Play". */
static void add_choices(const struct cr_rules *rules, unsigned stage, struct text *text)
{
    const struct game_stage *at = &rules->game->stages[stage];
    if (at->may_pull) {
        text_add_format(text, "take %s back, or let it ride.", rules->game->slots[at->slot].label);
        return;
    }
    text_add(text, at->may_fold ? "fold" : "check");
    size_add_all(rules, stage, text);
    text_add_format(text, " the Ante on %s.", rules->game->slots[at->slot].label);
}

static void add_decisions(const struct cr_rules *rules, size_t width, struct page *page)
{
    const struct cr_game *game = rules->game;
    page_add(page, TONE_HEAD, "Your decisions");
    for (unsigned i = 0; i < game->stage_count; i++) {
        unsigned open = game->stages[i].board_visible;
        char line[PAGE_TEXT_MAX];
        struct text text = text_in(line, sizeof line);
        text_add_format(&text, "  %u. ", i + 1);
        if (open > 0)
            text_add_format(&text, "With %u board card%s open: ", open, open == 1 ? "" : "s");
        else
            text_add(&text, game->board_cards > 0 ? "Before the board is opened: " : "");
        add_choices(rules, i, &text);
        page_add_wrapped(page, TONE_TEXT, width, 5, line);
    }
    if (game->one_bet)
        page_add(page, TONE_TEXT, "  One such bet a round.");
}

/* Appends the labels of the slots whose bit is set: "Ante, Blind". Returns their number. */
static unsigned add_labels(const struct cr_game *game, unsigned slots, struct text *text)
{
    unsigned n = 0;
    for (unsigned s = 0; s < game->slot_count; s++)
        if (slots & 1u << s)
            text_add_format(text, "%s%s", n++ > 0 ? ", " : "", game->slots[s].label);
    return n;
}

static void add_folding(const struct cr_rules *rules, const struct cr_progressive *progressive,
                        size_t width, struct page *page)
{
    const struct cr_game *game = rules->game;
    unsigned loses = 0, keeps = 0;
    for (unsigned s = 0; s < game->slot_count; s++) {
        const struct game_slot *slot = &game->slots[s];
        bool side = slot->is_side || slot->is_progressive;
        if (slot->kind != SLOT_PLACED || (slot->is_progressive && !progressive))
            continue;
        if (!side || (rules->fold_forfeits & 1u << s))
            loses |= 1u << s;
        else
            keeps |= 1u << s;
    }
    char line[PAGE_TEXT_MAX];
    struct text text = text_in(line, sizeof line);
    if (!game_may_fold(game))
        return;
    text_add(&text, "  Folding loses: ");
    add_labels(game, loses, &text);
    if (keeps) {
        text_add(&text, ". Still in play after a fold: ");
        add_labels(game, keeps, &text);
    }
    text_add(&text, ".");
    page_add_wrapped(page, TONE_TEXT, width, 2, line);
}

static void add_dealer(const struct cr_rules *rules, size_t width, struct page *page)
{
    const struct cr_game *game = rules->game;
    char line[PAGE_TEXT_MAX] = "  The dealer always plays.", name[CR_HAND_NAME_MAX];
    if (game->dealer_cards == 0)
        snprintf(line, sizeof line, "  The dealer has no cards.");
    if ((game->keys & GAME_KEY_QUALIFY) && rules->qualifying_rank < game->ranking->worst_rank) {
        enum cr_category category = game_category(game, rules->qualifying_rank);
        uint16_t worst = game->ranking->category_worst(category);
        game_hand_name(game, rules->qualifying_rank, name);
        snprintf(line, sizeof line, "  The dealer qualifies with this hand or a better one: %s.",
                 worst == rules->qualifying_rank ? cr_category_name(category) : name);
    }
    page_add_wrapped(page, TONE_TEXT, width, 2, line);
    struct text text = text_in(line, sizeof line);
    text_add(&text, "  When the dealer does not qualify, ");
    if (unqualified_words(rules, &text))
        page_add_wrapped(page, TONE_TEXT, width, 2, line);
    if (game->keys & GAME_KEY_TIES)
        page_add(page, TONE_TEXT, "  Equal hands: %s.",
                 rules->ties_win ? "the player wins" : "the bets are returned");
    if (game->keys & GAME_KEY_ANTE_PAYS_FROM) {
        snprintf(
            line, sizeof line,
            "  A winning hand is paid on its Ante from %s upward; below, the Ante is returned.",
            cr_category_name(rules->ante_pays_from));
        page_add_wrapped(page, TONE_TEXT, width, 2, line);
    }
}

static void add_limits(const struct cr_rules *rules, struct page *page)
{
    const struct cr_game *game = rules->game;
    char amount[PAGE_MONEY_MAX], most[PAGE_MONEY_MAX];
    for (unsigned s = 0; s < game->slot_count; s++) {
        const struct cr_limits *limits = &rules->limits[s];
        if (limits->min.micro > 0)
            page_add(page, TONE_TEXT, "  %s: at least %s.", game->slots[s].label,
                     page_money(limits->min, amount));
        if (limits->max.micro > 0)
            page_add(page, TONE_TEXT, "  %s: at most %s.", game->slots[s].label,
                     page_money(limits->max, most));
        if (rules->alone & 1u << s)
            page_add(page, TONE_TEXT, "  %s may be bet without an Ante.", game->slots[s].label);
    }
    if (rules->has_hand_limit)
        page_add(page, TONE_TEXT, "  One hand is paid at most %s, %s apart.",
                 page_money(rules->hand_limit, amount),
                 game->limit_spares_side ? "side bets and progressive" : "the progressive");
    if (rules->has_aggregate_limit)
        page_add(page, TONE_TEXT, "  Fixed progressive awards of one round: at most %s.",
                 page_money(rules->aggregate_limit, amount));
}

static void add_paytables(const struct cr_rules *rules, struct page *page)
{
    const struct cr_game *game = rules->game;
    for (unsigned s = 0; s < game->slot_count; s++) {
        if (!game->slots[s].by_table || slot_of_table(game, s) != s)
            continue;
        struct pay_row rows[PAY_ROWS_MAX];
        const unsigned count = pay_rows(rules, s, rows);
        const int hand_width = rules->pays[s].part_count > 0 ? 23 : 18;
        char label[CR_TITLE_MAX];
        table_label(game, s, label);
        page_add(page, TONE_HEAD, "%s %s", label,
                 strcmp(label, game->slots[s].label) == 0 ? "pays" : "pay");
        for (unsigned i = 0; i < count; i++) {
            if (rows[i].ratio.num > 0)
                page_add(page, TONE_TEXT, "  %-*s %4d to %d", hand_width, rows[i].hand,
                         rows[i].ratio.num, rows[i].ratio.den);
            else
                page_add(page, TONE_TEXT, "  %-*s returned", hand_width, rows[i].hand);
        }
    }
}

static void add_award(const struct cr_progressive *progressive, enum cr_category category,
                      struct page *page)
{
    const struct cr_award *award = &progressive->awards[category];
    char pays[64], amount[PAGE_MONEY_MAX], envy[PAGE_MONEY_MAX + 16] = "";
    struct text text = text_in(pays, sizeof pays);
    if (award->kind == CR_AWARD_NONE)
        return;
    if (award->kind == CR_AWARD_PERCENT) {
        text_add_percent(&text, award->ppm);
        text_add_format(&text, " of %s", progressive->meters[award->from].name);
    } else {
        text_add(&text, page_money(award->amount, amount));
    }
    if (award->envy.micro > 0)
        snprintf(envy, sizeof envy, "  envy %s", page_money(award->envy, amount));
    page_add(page, TONE_TEXT, "  %-18s %-18s%s", cr_category_name(category), pays, envy);
}

/* LINK-2: which five cards the progressive looks at. */
static const char *award_cards(const struct cr_game *game)
{
    if (game->award_board_cards == 0)
        return "your five cards";
    return game->award_board_cards == game->board_cards ? "your cards and the board"
                                                        : "hole cards and flop";
}

void pages_rules(const struct cr_rules *rules, const struct cr_progressive *progressive,
                 bool has_values, size_t width, struct page *page)
{
    char line[PAGE_TEXT_MAX], amount[PAGE_MONEY_MAX];
    page_clear(page);
    page_add_wrapped(page, TONE_HEAD, width, 2, rules->title);
    snprintf(line, sizeof line, "%s (%s)", rules->house, rules->name);
    page_add_wrapped(page, TONE_DIM, width, 2, line);
    add_deal(rules, width, page);
    add_decisions(rules, width, page);
    add_folding(rules, progressive, width, page);
    if (has_values && game_math_of(rules->game))
        page_add_wrapped(page, TONE_TEXT, width, 2,
                         "  ? shows what each action is worth, with everything that lies before "
                         "the seat: side bets and the progressive at its meter too.");
    page_add(page, TONE_HEAD, "The dealer and the limits");
    add_dealer(rules, width, page);
    add_limits(rules, page);
    add_paytables(rules, page);
    if (progressive) {
        snprintf(line, sizeof line, "Progressive: %s, a bet of %s on %s", progressive->title,
                 page_money(progressive->bet, amount), award_cards(rules->game));
        page_add_wrapped(page, TONE_HEAD, width, 2, line);
        for (unsigned c = CR_CATEGORIES; c-- > 0;)
            add_award(progressive, (enum cr_category)c, page);
        page_add(page, TONE_DIM,
                 "  An award is the whole payment; the bet itself is not returned.");
    }
    page_add(page, TONE_DIM, "Seat 1 is first base, at the dealer's left. T is a ten.");
}
