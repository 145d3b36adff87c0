/* The description of a game: constant data and two small functions.
 *
 * Everything else in the system (rounds, settlement, files, screens) works from this description
 * and never asks which game it is. The mathematics of a game is described in
 * math/games/game_math.h, and how simulated patrons play it in sim/game_play.h. A game that lacks
 * one of those can still be dealt and settled; what needs the missing part is refused with a
 * message that says so.
 */
#pragma once

#include "base/money.h"
#include "base/text.h"
#include "game/cards/ranking.h"

#include <croupier/rules.h>
#include <croupier/settle.h>

/* How a wager comes to lie in its slot. */
enum slot_kind {
    SLOT_PLACED, /* put down before the deal */
    SLOT_ACTION, /* made by an action during the round */
    SLOT_BONUS   /* no stake of its own; present only when paid */
};

/* What a line of a wager's pay table may be, besides a whole category that pays. */
enum {
    ROWS_PUSH = 1 << 0,  /* a pay that returns the wager */
    ROWS_BEST = 1 << 1,  /* the best hand of the order on a line of its own: "mini royal" */
    ROWS_PAIRS = 1 << 2, /* pairs from one rank to another */
    ROWS_ALL = ROWS_PUSH | ROWS_BEST | ROWS_PAIRS
};

/* Which cards the table of a wager looks at. */
enum slot_cards {
    CARDS_ALL, /* the seat's own cards and the board */
    CARDS_OWN,
    CARDS_BOARD
};

struct game_slot {
    const char *name;  /* in documents: "pair_plus" */
    const char *label; /* on the felt: "Pair Plus" */
    enum slot_kind kind;
    bool by_table; /* paid by a table of the house: its rules file must give one */
    bool is_side;  /* a side bet: it may be bet without an Ante, and folding may lose it */
    bool is_progressive;
    /* Where a dealer must qualify: whether the wager is played against the dealer, and what becomes
     * of it when the dealer does not and the house says nothing else. */
    bool is_against_dealer;
    uint8_t unqualified; /* enum cr_unqualified */
    /* The following are for a slot that is paid by a table: */
    const char *table;             /* its key in the file; NULL: the slot's name. Slots with the
                                      same key share one table */
    uint8_t rows;                  /* ROWS_*: what its lines may be besides categories */
    const struct ranking *ranking; /* for the cards it looks at; NULL: the game's */
    enum slot_cards cards;
};

/* The words of an action: "bet", "play", or the multiple itself ("4x"). */
enum action_word { WORD_BET, WORD_PLAY, WORD_MULTIPLE };

/* One decision, the same for every seat. */
struct game_stage {
    const char *name;      /* the key of its bet sizes in a rules file */
    uint8_t board_visible; /* how many board cards are open when it is made */
    uint8_t slot;          /* the slot in which its bet lies */
    bool may_check, may_fold;
    bool may_pull; /* LIR-3: the wager in the slot can be taken back; a check is called "ride" */
    enum action_word word;
};

/* Keys of a rules file that only some games take. */
enum {
    GAME_KEY_QUALIFY = 1 << 0,         /* dealer_qualifies */
    GAME_KEY_ANTE_PAYS_FROM = 1 << 1,  /* ante_pays_from */
    GAME_KEY_HAND_LIMIT = 1 << 2,      /* hand_limit */
    GAME_KEY_AGGREGATE_LIMIT = 1 << 3, /* aggregate_limit */
    GAME_KEY_ALONE = 1 << 4,           /* alone */
    GAME_KEY_TIES = 1 << 5,            /* ties */
    GAME_KEY_DISCARD = 1 << 6          /* deal.discard */
};

/* Why a wager was paid, taken or returned: an index into the game's reasons. 0 means that there is
 * no wager. The numbers below are used by the round itself; a game has a text for each that can
 * occur in it. */
enum {
    REASON_AWARD = 1,  /* the progressive pays */
    REASON_NO_AWARD,   /* no hand on the progressive's table */
    REASON_FORFEITED,  /* folded, and folding forfeits the progressive */
    REASON_CUT_ROUND,  /* the round's limit on fixed awards left less than the award */
    REASON_CUT_HAND,   /* the limit on one hand's pays left less than the win */
    REASON_DEAD,       /* the hand is dead: the wager goes back */
    REASON_PULLED,     /* the wager was taken back; only where a stage allows it */
    REASON_GAME_FIRST, /* a game's own reasons follow */
};

struct game_reason {
    const char *rule; /* "UTH-8" */
    const char *text; /* one clause: "the hand beats the dealer's" */
    const char *part; /* "UTH-8 win", where a house may have a paragraph of its own for it */
};

/* A game lists its own reasons once, as WHY(rule, name, text) or WHY(rule, name, text, part). From
 * that list this macro makes the constants WHY_name and the game's table of reasons; the rows of
 * the common reasons follow the list. */
#define GAME_REASONS(list, ...)                                                                    \
    enum { WHY_NOTHING = REASON_GAME_FIRST - 1, list(REASON_NUMBER) };                             \
    static const struct game_reason reasons[] = {                                                  \
        [REASON_DEAD] = {"UTH-18", "the round is dead: returned", NULL},                           \
        list(REASON_ROW) __VA_ARGS__}
#define REASON_NUMBER(rule, name, ...) WHY_##name,
#define REASON_ROW(rule, name, ...)    [WHY_##name] = GAME_REASON(rule, __VA_ARGS__, NULL, NULL),
/* Takes a row's part, or the NULL that REASON_ROW puts after a row without one, and drops the
 * rest. */
#define GAME_REASON(rule, text, part, ...)                                                         \
    {                                                                                              \
        rule, text, part                                                                           \
    }

/* Reasons that several games give in the same words: for a wager against the dealer, for a side bet
 * with a table of its own, for bets that share a pay table, for the 3-Card Bonus. */
#define REASONS_OF_DUEL(WHY, rule)                                                                 \
    WHY(rule, LOSES, "the dealer's hand is better", rule " loss")                                  \
    WHY(rule, TIE, "equal hands: returned", rule " tie")
#define REASONS_OF_SIDE(WHY, rule, slot, label)                                                    \
    WHY(rule, slot##_PAYS, "a hand on the " label " table, whatever the dealer has")               \
    WHY(rule, slot##_RETURNED, "a hand on the " label " table: returned")                          \
    WHY(rule, slot##_LOSES, "no hand on the " label " table")
#define REASONS_OF_BETS(WHY, rule)                                                                 \
    WHY(rule, PAYS, "a hand on the pay table")                                                     \
    WHY(rule, RETURNED, "a hand on the pay table: returned")                                       \
    WHY(rule, LOSES, "no hand on the pay table")

#define REASONS_OF_BONUS(WHY, rule, cards, none)                                                   \
    WHY(rule, BONUS_PAYS, cards " on the 3-Card Bonus table")                                      \
    WHY(rule, BONUS_RETURNED, cards " on the 3-Card Bonus table: returned")                        \
    WHY(rule, BONUS_LOSES, none " on the 3-Card Bonus table")

/* LINK-2, LINK-3: rows of the common reasons for a game whose progressive is a linked one. */
#define REASONS_OF_LINKED                                                                          \
    [REASON_AWARD] = {"LINK-2", "a hand on the progressive's table", NULL},                        \
    [REASON_NO_AWARD] = {"LINK-2", "no hand on the progressive's table", NULL},                    \
    [REASON_FORFEITED] = {"LINK-3", "a folded hand forfeits its progressive", NULL}

/* What a game's settle is told of one seat at the showdown. */
struct showdown {
    bool folded;
    bool has_ante;
    bool dealer_qualifies;
    /* > 0 the seat's hand is better, or equal where ties win; < 0 worse; 0 equal, or no dealer */
    int versus_dealer;
    enum cr_category category;
    struct cr_ratio pays[CR_SLOTS]; /* what each slot's table gives the hand it looks at */
};

struct cr_game {
    const char *id;
    const char *title;
    const struct ranking *ranking; /* the order in which hands are compared */
    uint8_t hole_cards;            /* dealt to each seat */
    uint8_t board_cards;           /* shared by all seats; 0: there is no board */
    uint8_t dealer_cards;          /* 0: nobody plays against the seats */
    uint8_t dealer_open;  /* how many of them, the last ones, lie face up from the deal on */
    bool dealer_arranges; /* TC i: the dealer lays the opened cards from high to low */
    bool board_face_down; /* the whole board is dealt, face down, with the hands */
    uint8_t slot_count;
    struct game_slot slots[CR_SLOTS]; /* in payment order */
    uint8_t ante;                     /* the slot of the Ante */
    const char *unit;                 /* values are given "per" this: "Ante", "bet" */
    uint8_t progressive;              /* the slot of the progressive, or CR_SLOTS */
    /* Board cards, from the first, that make the progressive's five with the seat's own cards. */
    uint8_t award_board_cards;
    uint8_t stage_count;
    struct game_stage stages[CR_STAGES];
    bool one_bet;           /* the first bet ends a seat's decisions */
    bool limit_spares_side; /* hand_limit covers the base game alone, else side bets too */
    unsigned keys;
    const struct game_reason *reasons;
    uint8_t reason_count;
    /* Ids of rules that are cited besides those of the reasons; NULL ends the list. */
    const char *const *cited;

    /* Whether the placed wagers of one seat go together. err names the wager, not the seat. */
    int (*check_wagers)(const struct cr_rules *rules, const struct cr_money wagers[CR_SLOTS],
                        struct cr_err *err);

    /* Settles every slot but the progressive. slots come with their stakes, zero where nothing
     * was bet, and leave with pays, result and reason. False when an amount is too large. */
    bool (*settle)(const struct cr_rules *rules, const struct showdown *at,
                   struct cr_wager_result slots[CR_SLOTS]);
};

extern const struct cr_game game_pg, game_uth, game_tcp, game_lir, game_ms, game_fcp;

/* All games; NULL ends the list. It has a file of its own, so that tests can link another list. */
extern const struct cr_game *const game_list[];

/* The category and the name of a hand in the game's ranking. */
enum cr_category game_category(const struct cr_game *game, uint16_t rank);
size_t game_hand_name(const struct cr_game *game, uint16_t rank, char out[CR_HAND_NAME_MAX]);

/* The dealer's open cards as they lie before the patrons: as dealt or, in a game in which the
 * dealer arranges them and all are open, from the highest rank to the lowest. */
void game_show_dealer(const struct cr_game *game, const cr_card *open, unsigned count,
                      cr_card out[CR_DEALER_MAX]);

/* Whether some decision of the game can be a fold. */
bool game_may_fold(const struct cr_game *game);
/* PIT-3: whether a folded hand wins nothing of the progressive under these rules. */
bool rules_fold_forfeits(const struct cr_rules *rules);

/* ---- Pay tables ---- */

/* The ranking of the hands that a slot's table pays. */
const struct ranking *slot_ranking(const struct cr_game *game, unsigned slot);

/* The first of the slots that share a table with this one. */
unsigned slot_of_table(const struct cr_game *game, unsigned slot);

/* The labels of the slots that share a table: "Ante, 3rd Street, 4th Street, 5th Street". */
void table_label(const struct cr_game *game, unsigned slot, char out[CR_TITLE_MAX]);

/* What a slot's pay table gives for a hand of that rank in the slot's ranking. */
struct cr_ratio slot_pays(const struct cr_rules *rules, unsigned slot, uint16_t rank);

/* One line of a pay table, as files and felts write it. */
struct pay_row {
    char hand[CR_NAME_MAX]; /* "flush", "pair of tens or better", "mini royal" */
    char pays[CR_NAME_MAX]; /* "3 to 2", "push" */
    struct cr_ratio ratio;
    enum cr_category category;
};

#define PAY_ROWS_MAX (CR_CATEGORIES + CR_PAY_PARTS)

/* The lines of a slot's table from the best hand downward. Returns how many. */
unsigned pay_rows(const struct cr_rules *rules, unsigned slot, struct pay_row out[PAY_ROWS_MAX]);

/* Ranks as pay tables write them: "six", "sixes". */
extern const char *const rank_words_one[CR_RANKS], *const rank_words_many[CR_RANKS];

/* ---- Helpers that the games share ---- */

/* The members with which the description of every game begins: its names, its order of hands, and
 * its reasons and functions, which have the same names in every game's file. */
#define GAME_OF(id_, title_, ranking_)                                                             \
    .id = #id_, .title = title_, .ranking = &ranking_, .reasons = reasons,                         \
    .reason_count = sizeof reasons / sizeof reasons[0], .check_wagers = check_wagers,              \
    .settle = settle

/* Members of a game whose wagers are counted in Antes and that has a progressive bet; and the cards
 * of a hold 'em game. */
#define GAME_OF_ANTES .ante = ANTE, .unit = "Ante", .progressive = PROGRESSIVE
#define GAME_HOLDEM   .hole_cards = 2, .board_cards = 5, .dealer_cards = 2, .award_board_cards = 3

/* A slot in one line: its names, its kind and any further members. */
#define SLOT(name_, label_, kind_, ...)                                                            \
    {                                                                                              \
        .name = name_, .label = label_, .kind = kind_, __VA_ARGS__                                 \
    }

/* The slot of the progressive, in every game that has one. */
#define SLOT_OF_PROGRESSIVE SLOT("progressive", "Progressive", SLOT_PLACED, .is_progressive = true)

/* The reasons for each way in which a slot with a pay table can end; forfeited is for side bets
 * alone. */
struct table_reasons {
    uint8_t pays, returned, loses, forfeited;
};

/* The reasons for each way in which a slot can end that is compared with the dealer's hand. */
struct duel_reasons {
    uint8_t wins, loses, tie;
};

/* Mark a slot as won at a ratio, lost or pushed. slot_win returns false when the payment is too
 * large. A slot without a stake is left alone. They are inline because they run for every wager of
 * every round. */
static inline bool slot_win(struct cr_wager_result *slot, struct cr_ratio ratio, unsigned reason)
{
    if (slot->stake.micro == 0)
        return true;
    slot->result = CR_RESULT_WIN;
    slot->reason = (uint8_t)reason;
    return money_mul_floor_cent(slot->stake, ratio.num, ratio.den, &slot->pays);
}

static inline void slot_lose(struct cr_wager_result *slot, unsigned reason)
{
    if (slot->stake.micro == 0)
        return;
    slot->result = CR_RESULT_LOSE;
    slot->reason = (uint8_t)reason;
}

static inline void slot_push(struct cr_wager_result *slot, unsigned reason)
{
    if (slot->stake.micro == 0)
        return;
    slot->result = CR_RESULT_PUSH;
    slot->reason = (uint8_t)reason;
}

/* How a wager against the dealer ends: > 0 it wins, < 0 it loses, 0 it is returned. The hands
 * decide, unless the dealer does not qualify and the house has a rule of its own for the wager. */
static inline int slot_versus_dealer(const struct cr_rules *rules, const struct showdown *at,
                                     unsigned slot)
{
    if (at->dealer_qualifies || rules->unqualified[slot] == CR_UNQUALIFIED_AS_USUAL)
        return at->versus_dealer;
    return rules->unqualified[slot] == CR_UNQUALIFIED_PAY;
}

/* Appends what the house does with each wager when the dealer does not qualify: "Play is decided by
 * the hands, Ante is returned". False where the game's own rules say the same. */
bool unqualified_words(const struct cr_rules *rules, struct text *out);

/* Settles a slot by the pay that its table gives. False when the payment is too large. */
static inline bool slot_settle(struct cr_wager_result *slot, struct cr_ratio pays,
                               struct table_reasons why)
{
    if (pays.num > 0)
        return slot_win(slot, pays, why.pays);
    if (pays.den > 0)
        slot_push(slot, why.returned);
    else
        slot_lose(slot, why.loses);
    return true;
}

/* Settles a side bet by the pay that its table gives, or loses it where a folded hand forfeits it.
 * False when the payment is too large. */
static inline bool slot_settle_side(const struct cr_rules *rules, const struct showdown *at,
                                    struct cr_wager_result slots[CR_SLOTS], unsigned side,
                                    struct table_reasons why)
{
    if (!at->folded || !(rules->fold_forfeits & 1u << side))
        return slot_settle(&slots[side], at->pays[side], why);
    slot_lose(&slots[side], why.forfeited);
    return true;
}

/* Settles a slot at 1 to 1 against the dealer's hand. False when the payment is too large. */
static inline bool slot_duel(struct cr_wager_result *slot, const struct showdown *at,
                             struct duel_reasons why)
{
    static const struct cr_ratio even = {1, 1};
    if (at->versus_dealer > 0)
        return slot_win(slot, even, why.wins);
    if (at->versus_dealer < 0)
        slot_lose(slot, why.loses);
    else
        slot_push(slot, why.tie);
    return true;
}

/* Pays a bonus on the Ante, which has no stake of its own. False when the payment is too large. */
static inline bool slot_bonus(struct cr_wager_result *bonus, const struct cr_wager_result *ante,
                              struct cr_ratio pays, unsigned reason)
{
    if (pays.num == 0)
        return true;
    if (!money_mul_floor_cent(ante->stake, pays.num, pays.den, &bonus->pays))
        return false;
    if (bonus->pays.micro > 0) {
        bonus->result = CR_RESULT_WIN;
        bonus->reason = (uint8_t)reason;
    }
    return true;
}
