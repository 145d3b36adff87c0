/* Every fraud that both verifiers must find; docs/evidence.md lists the titles. A fraud is a
 * function that runs before the step of an event and one that runs after it (see forger.h). */
#include "fraud_list.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#define UNIT    INT64_C(1000000)
#define SEAT(n) ((uint8_t)(1u << ((n)-1)))

/* ---- The house does not do what its documents state ---- */

/* The document that was added last, as the house reads it. */
static struct cr_progressive *progressive(struct forger *g)
{
    return &g->floor.parsed[g->floor.document_count - 1].progressive;
}

static struct cr_award *award(struct forger *g, enum cr_category hand)
{
    return &progressive(g)->awards[hand];
}

static void skim(struct forger *g)
{
    progressive(g)->meters[0].share = 10000000;
}

static void keep_all_coins(struct forger *g)
{
    for (unsigned i = 0; i < CR_METERS; i++)
        progressive(g)->meters[i].share = 0;
}

static void keep_reserve(struct forger *g)
{
    progressive(g)->meters[0].reserve_share = 0;
}

static void drop_remainder(struct forger *g)
{
    forger_link(g, "third")->books.levels[0].meter.carry = 0;
}

static void halve_bet(struct forger *g)
{
    progressive(g)->bet.micro = UNIT / 2;
}

static void set_limit(struct forger *g)
{
    progressive(g)->meters[0].has_limit = true;
    progressive(g)->meters[0].limit.micro = 10000 * UNIT;
}

static void say_limit_aside(struct forger *g)
{
    static const char remark[] = "# limit: 10000\n";
    memcpy(g->e.text + g->e.text_len, remark, sizeof remark - 1);
    g->e.text_len = (uint16_t)(g->e.text_len + sizeof remark - 1);
}

static void lower_seed(struct forger *g)
{
    const uint32_t document = floor_find_document(&g->floor, g->e.document);
    for (unsigned i = 0; i < CR_METERS; i++)
        g->floor.parsed[document].progressive.meters[i].seed.micro = UNIT;
}

static void halve_jackpot(struct forger *g)
{
    award(g, CR_STRAIGHT_FLUSH)->ppm = CR_PPM / 2;
}

static void halve_fixed(struct forger *g)
{
    award(g, CR_FOUR_OF_A_KIND)->amount.micro = 250 * UNIT;
}

static void take_other_meter(struct forger *g)
{
    award(g, CR_STRAIGHT_FLUSH)->from = 2;
}

static void take_from_tray(struct forger *g)
{
    award(g, CR_FOUR_OF_A_KIND)->from = CR_FROM_TRAY;
}

static void charge_meter(struct forger *g)
{
    award(g, CR_FULL_HOUSE)->from = 0;
}

static void keep_envy(struct forger *g)
{
    award(g, CR_STRAIGHT_FLUSH)->envy.micro = 0;
}

static void pay_at_once(struct forger *g)
{
    const struct floor_link *l = forger_link(g, "uth");
    g->floor.parsed[l->document].progressive.awards[CR_STRAIGHT_FLUSH].key = CR_KEY_NONE;
    g->e.kind = FLOOR_AWARD_PAID;
}

/* An award that is paid at once has no claim, so later events about the claim are left out. */
static void forget_claim(struct forger *g)
{
    g->renumbered[g->recorded.seq] = 0;
}

static void pay_a_pair(struct forger *g)
{
    const struct floor_link *l = forger_link(g, "uth");
    struct cr_award *awards = g->floor.parsed[l->document].progressive.awards;
    awards[CR_PAIR] = awards[CR_FULL_HOUSE];
    g->e.award = 1 + CR_PAIR;
}

static void ignore_cap(struct forger *g)
{
    g->floor.parsed[forger_table(g, "k1")->document].rules.has_aggregate_limit = false;
}

static void ignore_threshold(struct forger *g)
{
    g->floor.general.threshold_count = 0;
}

/* ---- The document in the log is not the one that was applied ---- */

/* Replaces words of the document in the log; its hash stays, or is made anew. */
static void rewrite_document(struct forger *g, const char *from, const char *to, bool anew)
{
    static char text[FLOOR_TEXT_MAX + 1];
    struct floor_document *d = &g->floor.documents[g->floor.document_count - 1];
    g->e.text[g->e.text_len] = '\0';
    const char *at = strstr(g->e.text, from);
    if (at == NULL)
        return;
    g->e.text_len = (uint16_t)snprintf(text, sizeof text, "%.*s%s%s", (int)(at - g->e.text),
                                       g->e.text, to, at + strlen(from));
    memcpy(g->e.text, text, g->e.text_len);
    if (anew)
        crypto_generichash(d->hash, sizeof d->hash, (const unsigned char *)text, g->e.text_len,
                           NULL, 0);
    memcpy(g->e.document, d->hash, sizeof d->hash);
}

static void swap_document(struct forger *g)
{
    rewrite_document(g, "bet: 1 ", "bet: 5 ", false);
}

static void say_twice(struct forger *g)
{
    rewrite_document(g, "bet: 1 ", "bet: 5\nbet: 1 ", true);
}

static void name_no_document(struct forger *g)
{
    memset(g->e.document, 0x5a, sizeof g->e.document);
}

static void name_other_meters(struct forger *g)
{
    const struct floor_link *l = forger_link(g, "main");
    memcpy(g->e.document, g->floor.documents[l->document].hash, CR_HASH_BYTES);
}

static void name_no_rules(struct forger *g)
{
    memset(g->e.document, 0, sizeof g->e.document);
}

/* ---- Amounts ---- */

/* Changes the amount that is written, and the one that the house goes on with. */
static void shift_meter(struct forger *g, unsigned meter, int64_t micro)
{
    g->e.after[meter].micro += micro;
    forger_link(g, g->e.link)->books.levels[meter].meter.amount.micro += micro;
}

static void fund_negatively(struct forger *g)
{
    g->e.house_funded.micro = -100 * UNIT;
    shift_meter(g, 1, -100 * UNIT);
}

static void fund_by_house(struct forger *g)
{
    g->e.house_funded = g->e.amount;
    shift_meter(g, 1, g->e.before[1].micro - g->e.after[1].micro);
}

static void fund_first(struct forger *g)
{
    g->e.house_funded = g->e.amount;
}

static void pay_less_than_frozen(struct forger *g)
{
    g->e.amount.micro -= UNIT;
    shift_meter(g, 0, UNIT);
}

/* Makes the claims of this table look like those of a round before, so that its amounts do not
 * matter. */
static void claim_on_the_right(struct forger *g)
{
    for (uint32_t i = 0; i < g->floor.claim_count; i++)
        g->floor.claims[i].round--;
    g->e.seat = 4;
}

static void rounds_again(struct forger *g)
{
    const struct floor_play *play = forger_play(g, "k1");
    for (uint32_t i = 0; i < g->floor.claim_count; i++)
        if (g->floor.claims[i].round != play->round)
            g->floor.claims[i].round++;
}

static void give_back_less(struct forger *g)
{
    shift_meter(g, 0, -UNIT);
}

static void return_too_much(struct forger *g)
{
    g->e.amount.micro += 9000 * UNIT;
    g->e.house.micro += 9000 * UNIT;
}

static void keep_a_coin(struct forger *g)
{
    forger_play(g, g->e.table)->seats = SEAT(2);
}

static void lose_between(struct forger *g)
{
    forger_link(g, "uth")->books.levels[0].meter.amount.micro -= 5000 * UNIT;
}

static void correct_more(struct forger *g)
{
    g->e.change.micro = UNIT / 100;
}

static struct cr_meter_rules *limit_of_old(struct forger *g)
{
    return &g->floor.parsed[forger_link(g, "old")->document].progressive.meters[0];
}

static void correct_beyond_limit(struct forger *g)
{
    limit_of_old(g)->has_limit = false;
    g->e.change.micro = 5 * UNIT;
}

static void limit_again(struct forger *g)
{
    limit_of_old(g)->has_limit = true;
    g->is_cut = true;
}

static void lose_in_transfer(struct forger *g)
{
    g->e.to_after[0].micro -= 10 * UNIT;
    forger_link(g, g->e.to_link)->books.levels[0].meter.amount.micro -= 10 * UNIT;
}

static void clear_other_amount(struct forger *g)
{
    g->e.amount.micro += UNIT;
}

/* ---- Links ---- */

static void ignore_lock(struct forger *g)
{
    forger_link(g, "lock")->claim_lock = 0;
    g->is_cut = true;
}

static void ignore_split(struct forger *g)
{
    forger_link(g, "shares")->policy = LEDGER_ORDER;
    g->is_cut = true;
}

static void split_full(struct forger *g)
{
    forger_link(g, "full")->policy = LEDGER_SPLIT;
}

static void ask_nobody(struct forger *g)
{
    g->e.high_approvals = 1; /* 1 + number of people: nobody approves */
    g->is_cut = true;
}

static void take_fewer_coins(struct forger *g)
{
    g->e.coins_per_minute = 2;
}

static void play_another_link(struct forger *g)
{
    forger_table(g, "d1")->link = floor_find_link(&g->floor, "uth");
}

static void come_back(struct forger *g)
{
    forger_table(g, "d1")->link = floor_find_link(&g->floor, "third");
}

static void change_open_link(struct forger *g)
{
    struct floor_event extra;
    event_init(&extra, FLOOR_LINK_CONFIGURED);
    FORGER_PUT(extra.link, "uth");
    FORGER_PUT(extra.user, "Ann");
    FORGER_PUT(extra.approver, "Ben");
    struct floor_link *l = forger_link(g, "uth");
    memcpy(extra.document, g->floor.documents[l->document].hash, CR_HASH_BYTES);
    l->open = 0;
    forger_also(g, &extra);
    l->open = 1;
}

/* ---- People ---- */

static void only_one(struct forger *g)
{
    FORGER_PUT(g->e.approver, "");
}

static void one_twice(struct forger *g)
{
    memcpy(g->e.approver, g->e.user, sizeof g->e.approver);
}

/* Dan, a dealer, acts as if he were a manager. */
static void dealer_does(struct forger *g)
{
    FORGER_PUT(forger_person(g, "Dan")->role, "manager");
    FORGER_PUT(g->e.user, "Dan");
}

static void dealer_again(struct forger *g)
{
    FORGER_PUT(forger_person(g, "Dan")->role, "dealer");
}

static void dealer_cosigns(struct forger *g)
{
    FORGER_PUT(forger_person(g, "Dan")->role, "manager");
    FORGER_PUT(g->e.approver, "Dan");
}

static void barred_does(struct forger *g)
{
    forger_person(g, "Eve")->is_barred = 0;
    FORGER_PUT(g->e.user, "Eve");
}

static void nobody_does(struct forger *g)
{
    FORGER_PUT(g->e.user, "Mallory");
}

static void first_approver_does(struct forger *g)
{
    FORGER_PUT(g->e.user, "Ben");
}

static void verifier_does(struct forger *g)
{
    FORGER_PUT(g->e.user, "Cy");
}

static void own_department_does(struct forger *g)
{
    FORGER_PUT(g->e.user, "Ann");
}

static void own_department_cosigns(struct forger *g)
{
    FORGER_PUT(g->e.approver, "Cy");
}

static void spell_otherwise(struct forger *g)
{
    FORGER_PUT(g->e.user, "Ben");
    FORGER_PUT(g->from, "\"user\":\"Ben\"");
    FORGER_PUT(g->to, "\"user\":\"\\u0042en\"");
}

static void add_person(struct forger *g, const char *user, const char *approver)
{
    struct floor_event extra;
    event_init(&extra, FLOOR_PERSON_ADDED);
    FORGER_PUT(extra.person, "Zoe");
    FORGER_PUT(extra.item, "manager");
    FORGER_PUT(extra.user, user);
    FORGER_PUT(extra.approver, approver);
    forger_say(g, &extra);
}

static void setup_adds(struct forger *g)
{
    add_person(g, "setup", "");
}

static void one_adds(struct forger *g)
{
    add_person(g, "Ann", "");
}

static void add_lookalike(struct forger *g)
{
    struct floor_event extra;
    event_init(&extra, FLOOR_PERSON_ADDED);
    FORGER_PUT(extra.person, "BEN");
    FORGER_PUT(extra.item, "manager");
    FORGER_PUT(extra.user, "Ann");
    FORGER_PUT(extra.approver, "Ben");
    forger_say(g, &extra);
}

static void promote_oneself(struct forger *g)
{
    struct floor_event extra;
    event_init(&extra, FLOOR_PERSON_CHANGED);
    FORGER_PUT(extra.person, "Cy");
    FORGER_PUT(extra.item, "manager");
    FORGER_PUT(extra.user, "Ann");
    FORGER_PUT(extra.approver, "Cy");
    forger_say(g, &extra);
}

static void set_foreign_password(struct forger *g)
{
    struct floor_event extra;
    event_init(&extra, FLOOR_CREDENTIAL_SET);
    FORGER_PUT(extra.person, "Ben");
    FORGER_PUT(extra.item, "password");
    FORGER_PUT(extra.user, "Ann");
    memset(extra.document, 7, sizeof extra.document);
    forger_say(g, &extra);
}

/* ---- Tables ---- */

static void leave_out(struct forger *g)
{
    g->is_left_out = true;
}

/* The table's numbers go on as if this event had not happened. */
static void close_gap(struct forger *g)
{
    forger_play(g, g->e.table)->seq--;
}

static struct floor_link link_before;

static void leave_coins_out(struct forger *g)
{
    link_before = *forger_link(g, "third");
    g->is_left_out = true;
}

static void keep_link(struct forger *g)
{
    *forger_link(g, "third") = link_before;
}

static void number_twice(struct forger *g)
{
    forger_play(g, g->e.table)->seq--;
    g->e.table_seq--;
}

static void take_number_away(struct forger *g)
{
    snprintf(g->from, sizeof g->from, "\"table_seq\":%llu,", (unsigned long long)g->e.table_seq);
    g->to[0] = '\0';
}

static void skip_round(struct forger *g)
{
    forger_play(g, g->e.table)->round++;
}

static void open_seat(struct forger *g)
{
    forger_table(g, "t1")->closed_seats = 0;
    g->e.seats |= SEAT(5);
}

static void play_while_halted(struct forger *g)
{
    struct floor_event extra;
    g->floor.general.halted = 0;
    forger_at_table(g, &extra, FLOOR_COIN_IN, "t1");
    extra.seats = SEAT(1);
    forger_also(g, &extra);
    g->floor.general.halted = 1;
}

/* The log says that the books are damaged, and the house plays on. */
static void halt_and_go_on(struct forger *g)
{
    struct floor_event extra;
    event_init(&extra, FLOOR_ALARM_RAISED);
    FORGER_PUT(extra.item, "books");
    extra.text_len = 3;
    memcpy(extra.text, "row", 3);
    forger_also(g, &extra);
    g->floor.general.halted = 0;
}

static void run_on(struct forger *g)
{
    g->is_cut = true;
}

/* Opens a dispute about the number of a future event, which would hold whatever jackpot gets that
 * number. */
static void dispute_what_is_to_come(struct forger *g)
{
    struct floor_event extra;
    event_init(&extra, FLOOR_DISPUTE_OPENED);
    FORGER_PUT(extra.user, "Ann");
    extra.claim = g->floor.seq + 9;
    extra.text_len = 9;
    memcpy(extra.text, "who knows", 9);
    g->is_cut = true;
    forger_say(g, &extra);
}

/* In a house that confirms its checklist step by step the first step is confirmed twice. */
static void confirm_twice(struct forger *g)
{
    struct floor_event extra;
    event_init(&extra, FLOOR_CLAIM_VERIFIED);
    extra.claim = g->e.claim;
    extra.items = 1u << CLAIM_HAND;
    FORGER_PUT(extra.user, "Ann");
    forger_also(g, &extra);
    forger_claim(g)->claim.items = 0;
    g->e.items = 1u << CLAIM_HAND;
    g->is_cut = true;
}

/* The shuffle is confirmed as if hand and LEDs had been. */
static void confirm_later_step(struct forger *g)
{
    forger_claim(g)->claim.items = 1u << CLAIM_HAND | 1u << CLAIM_LEDS;
    g->e.items = 1u << CLAIM_SHUFFLE;
    g->is_cut = true;
}

/* The table is on another link, for this event only. */
static void go_to_main(struct forger *g)
{
    forger_table(g, "u1")->link = floor_find_link(&g->floor, "main");
    forger_link(g, "main")->books.coin_in.micro += UNIT; /* so that a coin can go back */
}

static void go_home(struct forger *g)
{
    forger_table(g, "u1")->link = floor_find_link(&g->floor, "uth");
    g->is_cut = true;
}

/* There are two disputes about one claim. The log closes the second, and the house goes on as if
 * that were the first. */
static void close_the_second(struct forger *g)
{
    struct floor_event extra;
    const uint64_t first = g->e.dispute;
    event_init(&extra, FLOOR_DISPUTE_OPENED);
    FORGER_PUT(extra.user, "Ann");
    extra.claim = g->floor.disputes[0].claim;
    extra.text_len = 9;
    memcpy(extra.text, "once more", 9);
    forger_also(g, &extra);
    g->e.dispute = extra.seq;
    for (uint32_t i = 0; i < g->floor.dispute_count; i++)
        if (g->floor.disputes[i].seq == first)
            g->floor.disputes[i].claim = 0;
}

static void forget_more(struct forger *g)
{
    g->e.acked_epoch = 3;
    g->e.acked_seq = 9;
}

static void go_back_in_time(struct forger *g)
{
    g->e.time_ms--;
}

static void change_table_in_play(struct forger *g)
{
    struct floor_event extra;
    const struct floor_table *t = forger_table(g, "u1");
    event_init(&extra, FLOOR_TABLE_CONFIGURED);
    FORGER_PUT(extra.table, "u1");
    FORGER_PUT(extra.link, "uth");
    FORGER_PUT(extra.item, t->item);
    FORGER_PUT(extra.user, "Ann");
    FORGER_PUT(extra.approver, "Ben");
    memcpy(extra.document, g->floor.documents[t->document].hash, CR_HASH_BYTES);
    extra.prev = t->configured;
    forger_say(g, &extra);
}

/* ---- Rounds and claims ---- */

static void claim_empty_seat(struct forger *g)
{
    forger_play(g, "u1")->seats |= SEAT(6);
    g->e.seat = 6;
}

static void envy_empty_seat(struct forger *g)
{
    forger_play(g, "u1")->seats |= SEAT(7);
    g->e.live |= SEAT(7);
}

static void empty_seat_again(struct forger *g)
{
    forger_play(g, "u1")->seats &= (uint8_t)~SEAT(7);
}

static void claim_again(struct forger *g)
{
    struct floor_event extra;
    forger_play(g, "u1")->awarded = 0;
    forger_at_table(g, &extra, FLOOR_CLAIM_MADE, "u1");
    extra.seat = 1;
    extra.award = 1 + CR_STRAIGHT_FLUSH;
    g->is_cut = true;
    forger_also(g, &extra);
}

static void pay_after_the_round(struct forger *g)
{
    struct floor_event extra;
    struct floor_play *play = forger_play(g, "u1");
    play->mode = FLOOR_IN_PLAY;
    play->seats = SEAT(1);
    forger_at_table(g, &extra, FLOOR_AWARD_PAID, "u1");
    extra.seat = 1;
    extra.award = 1 + CR_FULL_HOUSE;
    forger_also(g, &extra);
    play->mode = FLOOR_BETTING;
}

static void end_with_a_claim(struct forger *g)
{
    struct floor_event extra;
    forger_at_table(g, &extra, FLOOR_GAME_OVER, "u1");
    extra.round = forger_play(g, "u1")->round;
    forger_say(g, &extra);
}

static void cancel_and_go_on(struct forger *g)
{
    struct floor_event extra;
    const struct floor_link *l = forger_link(g, "uth");
    const struct floor_claim *c = forger_claim(g);
    event_init(&extra, FLOOR_CLAIM_CANCELLED);
    extra.claim = c->seq;
    extra.seat = c->seat;
    extra.award = c->award;
    FORGER_PUT(extra.user, "Ann");
    FORGER_PUT(extra.link, "uth");
    extra.meter_count = 3;
    for (unsigned i = 0; i < 3; i++) {
        extra.before[i] = extra.after[i] = l->books.levels[i].meter.amount;
        extra.reserves[i] = l->books.levels[i].meter.reserve;
    }
    forger_say(g, &extra);
}

static void turn_other_key(struct forger *g)
{
    g->e.key = CR_KEY_LOW;
    g->e.position = FLOOR_KEY_JPL;
}

static void shorten_checklist(struct forger *g)
{
    g->e.items = 3;
}

static void see_other_amount(struct forger *g)
{
    g->e.amount.micro = UNIT / 100;
    FORGER_PUT(g->e.table, "k1");
}

static void see_a_cent(struct forger *g)
{
    g->e.amount.micro = UNIT / 100;
    FORGER_PUT(g->e.table, "u1");
}

static void see_other_table(struct forger *g)
{
    FORGER_PUT(g->e.table, "s1");
}

static void begin_in_the_past(struct forger *g)
{
    g->e.effective_ms = 1000;
}

static void raise_too_far(struct forger *g)
{
    g->e.most = FLOOR_TABLES_MAX + 1;
    g->is_cut = true;
}

static void lower_limit(struct forger *g)
{
    g->e.most = 1500;
}

static void rule_otherwise(struct forger *g)
{
    const uint64_t first = g->e.order[0];
    g->e.order[0] = g->e.order[1];
    g->e.order[1] = first;
}

static void rule_on_two(struct forger *g)
{
    g->e.order_count = 2;
}

static void pay_again(struct forger *g)
{
    struct floor_event extra;
    struct floor_claim *c = g->floor.claims;
    while (strcmp(g->floor.tables[c->table].id, "u1") != 0)
        c++;
    c->claim.state = CLAIM_PENDING;
    c->frozen = 0;
    forger_at_table(g, &extra, FLOOR_CLAIM_PAID, "u1");
    extra.claim = c->seq;
    forger_also(g, &extra);
}

static void pay_elsewhere(struct forger *g)
{
    struct floor_event at;
    struct floor_play *play = forger_play(g, "t1");
    forger_claim(g)->table = floor_find_table(&g->floor, "t1");
    forger_play(g, "u1")->pending = 0;
    play->key = CR_KEY_HIGH;
    play->position = FLOOR_KEY_JPH;
    forger_at_table(g, &at, FLOOR_CLAIM_PAID, "t1");
    FORGER_PUT(g->e.table, "t1");
    g->e.epoch = at.epoch;
    g->e.table_seq = at.table_seq;
}

static void turn_back(struct forger *g)
{
    forger_play(g, "t1")->position = FLOOR_KEY_OUT;
    forger_play(g, "t1")->key = CR_KEY_NONE;
}

static struct floor_claim *other_claim_at(struct forger *g, const char *table)
{
    struct floor_claim *c = g->floor.claims;
    while (c->seq == g->e.claim || strcmp(g->floor.tables[c->table].id, table) != 0)
        c++;
    return c;
}

static uint64_t passed_over;

/* The seat on the left is paid first, and later the other one in its place. */
static void pay_left_first(struct forger *g)
{
    struct floor_claim *right = forger_claim(g), *left = other_claim_at(g, "t1");
    for (uint64_t i = 1; i < g->recorded.seq; i++)
        if (g->renumbered[i] == left->seq && i != g->recorded.claim)
            g->renumbered[i] = right->seq;
    passed_over = right->seq;
    right->seat = 1; /* as if this seat were on the left */
    g->e.claim = left->seq;
}

static void pay_right_next(struct forger *g)
{
    floor_find_claim(&g->floor, passed_over)->seat = 3;
}

/* ---- Patrons and the keys of others ---- */

static uint8_t pairs[FLOOR_PAIRS];

static void forget_pairs(struct forger *g)
{
    memcpy(pairs, forger_play(g, "u1")->pairs, sizeof pairs);
    memset(forger_play(g, "u1")->pairs, 0, sizeof pairs);
}

static void pairs_again(struct forger *g)
{
    memcpy(forger_play(g, "u1")->pairs, pairs, sizeof pairs);
}

static void name_other_seat(struct forger *g)
{
    g->e.envy_seats = SEAT(5);
}

static void envy_folded(struct forger *g)
{
    forger_claim(g)->live |= SEAT(5);
}

static void play_two_hands(struct forger *g)
{
    g->e.seats |= SEAT(5);
    forget_pairs(g);
}

/* Dan has another role while the key is turned. */
static void make_dealer_cage(struct forger *g)
{
    memcpy(forger_person(g, "Dan")->role, "cage\0\0", 7);
    memset(g->e.person, 0, sizeof g->e.person);
}

static void make_dealer_again(struct forger *g)
{
    memcpy(forger_person(g, "Dan")->role, "dealer", 7);
}

static void borrow_from_dealer(struct forger *g)
{
    memcpy(forger_person(g, "Dan")->role, "cage\0\0", 7);
    memset(g->e.person, 0, sizeof g->e.person);
    memcpy(g->e.person, "Dan", 3);
}

/* ---- What happens in a pit ---- */

static void return_no_coin(struct forger *g)
{
    forger_play(g, "u1")->seats |= SEAT(5);
    g->e.seat = 5;
    g->is_cut = true;
}

static void return_half_a_coin(struct forger *g)
{
    g->e.amount.micro = UNIT / 2;
    g->is_cut = true;
}

static void return_after_cards(struct forger *g)
{
    struct floor_event extra;
    forger_play(g, "u1")->folded = 0;
    forger_at_table(g, &extra, FLOOR_COIN_RETURNED, "u1");
    extra.seat = 2;
    extra.text_len = 1;
    extra.text[0] = 'x';
    g->is_cut = true;
    forger_also(g, &extra);
}

static void win_folded(struct forger *g)
{
    forger_play(g, "u1")->folded = 0;
    g->e.seat = 2;
    g->is_cut = true;
}

static void name_other_round(struct forger *g)
{
    g->e.round = 9;
}

static void name_other_link(struct forger *g)
{
    FORGER_PUT(g->e.link, "main");
}

static void name_other_table(struct forger *g)
{
    FORGER_PUT(g->e.table, "t1");
}

static void resume_instead(struct forger *g)
{
    FORGER_PUT(g->e.item, "resume");
}

static void find_one_only(struct forger *g)
{
    g->e.order_count = 1;
}

static void dealer_finds(struct forger *g)
{
    FORGER_PUT(forger_person(g, "Dan")->role, "surveillance");
    FORGER_PUT(g->e.user, "Dan");
}

static void hand_nothing_over(struct forger *g)
{
    g->e.order_count = 0;
}

static void hand_one_less_over(struct forger *g)
{
    g->e.order_count--;
}

static void hand_unnamed_over(struct forger *g)
{
    g->e.more = 1;
}

/* Writes the same event before this one, and that one changed nothing. */
static void say_it_before(struct forger *g)
{
    struct floor_event extra = g->e;
    forger_say(g, &extra);
    g->seen = 0;
}

/* Lists the event before, which is neither a claim nor a dispute. */
static void hand_nothing_open_over(struct forger *g)
{
    g->e.order[g->e.order_count++] = g->e.seq - 1;
}

static void report_nothing(struct forger *g)
{
    g->e.is_reportable = 0;
}

static void say_less_cash(struct forger *g)
{
    g->e.total.micro -= UNIT;
}

/* The cash of a day before, of which the sum is another one. */
static void count_as_yesterday(struct forger *g)
{
    memset(g->floor.patrons, 0, sizeof(g->floor.patrons[0]));
    g->floor.patron_count = 0;
}

static void yesterday(struct forger *g)
{
    FORGER_PUT(g->e.day, "2026-11-15");
}

static void nobody_checks(struct forger *g)
{
    FORGER_PUT(g->e.user, "");
}

static void book_otherwise(struct forger *g)
{
    g->e.booked += 5;
}

static void decide_another(struct forger *g)
{
    g->e.dispute = 1;
}

/* ---- One queue, rulings, supervision ---- */

static struct floor_claim *claim_at(struct forger *g, const char *table, unsigned seat)
{
    struct floor_claim *c = g->floor.claims;
    while (c->seat != seat || c->claim.state != CLAIM_PENDING ||
           strcmp(g->floor.tables[c->table].id, table) != 0)
        c++;
    return c;
}

/* The award without a key is paid while the royal flush on its right is pending. */
static void pay_straight_first(struct forger *g)
{
    struct floor_event extra;
    forger_claim(g)->seat = 1; /* as if this seat were on the left */
    forger_at_table(g, &extra, FLOOR_AWARD_PAID, "q1");
    extra.seat = 4;
    extra.award = 1 + CR_STRAIGHT;
    g->is_cut = true;
    forger_also(g, &extra);
    forger_claim(g)->seat = 6;
}

/* Key 008 is turned first, and the flush is paid before the other awards of its round. */
static void pay_flush_first(struct forger *g)
{
    struct floor_play *play = forger_play(g, "q1");
    claim_at(g, "q1", 6)->seat = 1;
    claim_at(g, "q1", 4)->seat = 1;
    play->key = CR_KEY_LOW;
    play->position = FLOOR_KEY_JPL;
    g->e.claim = claim_at(g, "q1", 2)->seq;
    g->is_cut = true;
}

static void forget_first_winner(struct forger *g)
{
    memset(forger_play(g, "w1")->whole, 0, sizeof forger_play(g, "w1")->whole);
    g->is_cut = true;
}

static void rule_on_nothing(struct forger *g)
{
    struct floor_event extra;
    struct floor_claim *c = claim_at(g, "q1", 6);
    c->held = 1;
    event_init(&extra, FLOOR_CLAIM_RULED);
    extra.claim = c->seq;
    FORGER_PUT(extra.item, "pay");
    FORGER_PUT(extra.user, "Ann");
    FORGER_PUT(extra.approver, "Ben");
    FORGER_PUT(extra.text, "so be it");
    extra.text_len = 8;
    g->is_cut = true;
    forger_also(g, &extra);
}

static void cancel_approved(struct forger *g)
{
    struct floor_event extra;
    struct floor_claim *c = claim_at(g, "q1", 6);
    c->claim.approved = 0;
    event_init(&extra, FLOOR_CLAIM_CANCELLED);
    extra.claim = c->seq;
    FORGER_PUT(extra.user, "Cy");
    g->is_cut = true;
    forger_also(g, &extra);
}

static void cancel_by_button(struct forger *g)
{
    struct floor_event extra;
    struct floor_claim *c = claim_at(g, "q1", 6);
    memset(c->claim.verified_by, 0, sizeof c->claim.verified_by);
    forger_at_table(g, &extra, FLOOR_CLAIM_CANCELLED, "q1");
    extra.claim = c->seq;
    g->is_cut = true;
    forger_also(g, &extra);
}

static void name_no_supervisor(struct forger *g)
{
    memset(g->e.user, 0, sizeof g->e.user);
}

static void take_too_much_back(struct forger *g)
{
    g->e.change.micro = -100 * UNIT;
}

/* ---- Rules of version 3 ---- */

/* The house forgets above which amount supervision must be called. */
static void pay_share_at_once(struct forger *g)
{
    const struct floor_table *t = forger_table(g, "n2");
    g->floor.parsed[t->document].rules.payment.notify_from.micro = 0;
    g->e.kind = FLOOR_AWARD_PAID;
    g->is_cut = true;
}

static void take_nothing_anew(struct forger *g)
{
    forger_link(g, "locked")->claim_lock = 0;
}

static void lock_again(struct forger *g)
{
    forger_link(g, "locked")->claim_lock = 1;
}

static void book_where_it_is_now(struct forger *g)
{
    FORGER_PUT(g->e.link, "shares");
}

static void correct_half_a_cent(struct forger *g)
{
    g->e.change.micro = -5000;
}

static void take_more_than_that(struct forger *g)
{
    g->e.change.micro = -31 * UNIT;
}

static void name_no_payment(struct forger *g)
{
    g->e.payment = 1;
}

/* ---- The list ---- */

/* clang-format off */
/* ---- Shifts and readings ---- */

static void call_it_right(struct forger *g)
{
    g->e.booked = g->e.coins;
}

static void hand_to_nobody(struct forger *g)
{
    FORGER_PUT(g->e.person, "");
}

static void begin_elsewhere(struct forger *g)
{
    g->e.prev--;
}

static void skip_number(struct forger *g)
{
    g->e.number++;
}

const struct fraud fraud_list[] = {
    /* coins */
    {"a meter gets 1 % of the coins instead of 14 %, the house the rest", 1, FLOOR_DOCUMENT_ADDED, "cn", 0,
     NULL, skim, FLOOR_COIN_IN, "uth", "the shares of the document"},
    {"all coins go to the house", 1, FLOOR_DOCUMENT_ADDED, "cn", 0,
     NULL, keep_all_coins, FLOOR_COIN_IN, "uth", "the shares of the document"},
    {"nothing goes to the reserve", 1, FLOOR_DOCUMENT_ADDED, "ptha-2", 0,
     NULL, keep_reserve, FLOOR_COIN_IN, "main", "the shares of the document"},
    {"the remainder of a division is dropped", 1, FLOOR_COIN_IN, "d1", 4,
     drop_remainder, NULL, 0, NULL, "the shares of the document"},
    {"coins are counted at half the bet", 1, FLOOR_DOCUMENT_ADDED, "cn", 0,
     NULL, halve_bet, FLOOR_COIN_IN, "uth", "the bet of the document for each seat"},
    {"coins are held above a limit that the document does not have", 1, FLOOR_DOCUMENT_ADDED, "cn", 0,
     NULL, set_limit, FLOOR_COIN_IN, "uth", "the shares of the document"},
    {"coins are held above a limit that stands in a remark of the document", 1, FLOOR_DOCUMENT_ADDED, "cn", 0,
     say_limit_aside, set_limit, FLOOR_COIN_IN, "uth", "the shares of the document"},
    {"coins go to a link that the table is not on", 1, FLOOR_COIN_IN, "d1", 0,
     play_another_link, come_back, 0, NULL, "a link that the table is not on"},
    {"a meter loses money between two events", 1, FLOOR_COIN_IN, "u1", 2,
     lose_between, NULL, 0, NULL, "it had"},
    {"coins are taken on a closed link", 3, FLOOR_LINK_OPENED, "main", 0,
     leave_out, NULL, FLOOR_COIN_IN, "main", "while the link is closed"},
    {"a coin is taken at a closed seat", 3, FLOOR_COIN_IN, "t1", 0,
     open_seat, NULL, 0, NULL, "a seat that is closed"},
    {"more coins are taken in a minute than the link allows", 1, FLOOR_LINK_CONFIGURED, "main", 0,
     NULL, take_fewer_coins, FLOOR_COIN_IN, "t1", "more coins in a minute"},
    {"coins are taken while the floor is halted", 3, FLOOR_ALARM_ACKNOWLEDGED, NULL, 0,
     play_while_halted, NULL, 0, NULL, "the floor is halted"},
    {"a jackpot is paid while the floor is halted", 1, FLOOR_CLAIM_PAID, "u1", 0,
     halt_and_go_on, run_on, FLOOR_CLAIM_PAID, NULL, "the floor is halted"},
    {"a dead round returns money that nobody staked", 3, FLOOR_ROUND_DEAD, "t1", 0,
     NULL, return_too_much, 0, NULL, "the bet of the document for each seat"},
    {"a dead round keeps a coin", 3, FLOOR_ROUND_DEAD, "t1", 0,
     keep_a_coin, NULL, 0, NULL, "the coins of other seats"},
    /* awards */
    {"half of a jackpot is paid", 1, FLOOR_DOCUMENT_ADDED, "cn", 0,
     NULL, halve_jackpot, FLOOR_CLAIM_PAID, "u1", "what the award of the document is worth"},
    {"half of a fixed award is paid", 1, FLOOR_DOCUMENT_ADDED, "ptha-2", 0,
     NULL, halve_fixed, FLOOR_CLAIM_PAID, "t1", "what the award of the document is worth"},
    {"a jackpot comes from a smaller meter", 1, FLOOR_DOCUMENT_ADDED, "cn", 0,
     NULL, take_other_meter, FLOOR_CLAIM_MADE, "u1", "from is \"minor\", and it should be \"major\""},
    {"an award of a meter comes from the tray", 1, FLOOR_DOCUMENT_ADDED, "ptha-2", 0,
     NULL, take_from_tray, FLOOR_CLAIM_MADE, "t1", "from is \"tray\", and it should be \"jackpot\""},
    {"an award of the tray is charged to a meter", 1, FLOOR_DOCUMENT_ADDED, "cn", 0,
     NULL, charge_meter, FLOOR_AWARD_PAID, "u1", "from is \"mega\", and it should be \"tray\""},
    {"a jackpot is paid at once, without a claim", 1, FLOOR_CLAIM_MADE, "u1", 0,
     pay_at_once, forget_claim, 0, NULL, "it is claimed, verified and approved first"},
    {"an award is paid that the document does not have", 1, FLOOR_AWARD_PAID, "u1", 0,
     pay_a_pair, NULL, 0, NULL, "an award that the document does not pay"},
    {"envy is not paid", 1, FLOOR_DOCUMENT_ADDED, "cn", 0,
     NULL, keep_envy, FLOOR_CLAIM_PAID, "u1", "the envy of the document"},
    {"envy is paid to a seat without a coin", 1, FLOOR_CLAIM_MADE, "u1", 0,
     envy_empty_seat, empty_seat_again, 0, NULL, "envy goes to other seats"},
    {"envy is paid to the second seat of the patron who won", 1, FLOOR_CLAIM_PAID, "u1", 2,
     forget_pairs, pairs_again, 0, NULL, "for each live seat of another patron"},
    {"envy is paid to a hand that folded after the win was told", 5, FLOOR_CLAIM_PAID, "w1", 3,
     envy_folded, NULL, 0, NULL, "for each live seat of another patron"},
    {"envy is said to go to another seat", 1, FLOOR_CLAIM_PAID, "u1", 2,
     NULL, name_other_seat, 0, NULL, "the seats that get envy are not"},
    {"a patron plays two hands where one is allowed", 1, FLOOR_COIN_IN, "u1", 4,
     play_two_hands, pairs_again, 0, NULL, "two hands of one patron"},
    {"a dealer turns a key that nobody handed over", 1, FLOOR_KEY_TURNED, "u1", 3,
     make_dealer_cage, make_dealer_again, 0, NULL, "which may not turn a key"},
    {"a dealer hands over a key", 1, FLOOR_KEY_TURNED, "u1", 3,
     borrow_from_dealer, make_dealer_again, 0, NULL, "which may not turn a key"},
    {"fixed awards of a round go beyond the house rules' limit", 2, FLOOR_CLAIM_MADE, "k1", 4,
     ignore_cap, NULL, 0, NULL, "what the award of the document is worth"},
    {"a new link begins with less than its seeds", 1, FLOOR_LINK_CONFIGURED, "uth", 0,
     lower_seed, NULL, 0, NULL, "the seeds of its document"},
    {"a meter restarts with less than its seed", 1, FLOOR_LINK_CONFIGURED, "uth", 0,
     NULL, lower_seed, FLOOR_CLAIM_PAID, "u1", "the seed of the document"},
    {"the house funds a negative amount, and the meter pays more", 1, FLOOR_CLAIM_PAID, "u1", 0,
     NULL, fund_negatively, 0, NULL, "house_funded is -100.00"},
    {"the house says that it funds what the meter has", 1, FLOOR_CLAIM_PAID, "u1", 0,
     NULL, fund_by_house, 0, NULL, "what the meter lacks"},
    {"an award is paid after its round", 1, FLOOR_COIN_IN, "u1", 2,
     pay_after_the_round, NULL, 0, NULL, "no coin in this round"},
    /* claims */
    {"a claim is made for a seat without a coin", 1, FLOOR_CLAIM_MADE, "u1", 0,
     claim_empty_seat, NULL, 0, NULL, "no coin in this round"},
    {"a seat claims twice in a round", 1, FLOOR_CLAIM_VERIFIED, NULL, 0,
     claim_again, NULL, 0, NULL, "a second award for one seat"},
    {"a claim lock is not kept", 2, FLOOR_LINK_CONFIGURED, "lock", 0,
     NULL, ignore_lock, FLOOR_CLAIM_MADE, "k1", "what the award of the document is worth"},
    {"a claim lock takes from left to right", 2, FLOOR_CLAIM_MADE, "k1", 6,
     claim_on_the_right, rounds_again, 0, NULL, "which has taken its amount already"},
    {"an award waits on the right of one that a claim lock took", 2, FLOOR_AWARD_PENDING, "k1", 2,
     claim_on_the_right, rounds_again, 0, NULL, "which has taken its amount already"},
    {"less is paid than was frozen", 2, FLOOR_CLAIM_PAID, "k1", 0,
     NULL, pay_less_than_frozen, 0, NULL, "what the award of the document is worth"},
    {"a cancelled claim gives less back than it had frozen", 2, FLOOR_CLAIM_CANCELLED, "lock", 0,
     NULL, give_back_less, 0, NULL, "what a cancelled claim had frozen comes back"},
    {"a cancelled claim goes on", 1, FLOOR_CLAIM_VERIFIED, NULL, 0,
     cancel_and_go_on, NULL, FLOOR_CLAIM_VERIFIED, NULL, "is not open"},
    {"a round ends while a jackpot of it waits", 1, FLOOR_CLAIM_VERIFIED, NULL, 0,
     end_with_a_claim, NULL, 0, NULL, "while a jackpot of it waits"},
    {"a claim is paid twice", 1, FLOOR_KEY_TURNED, "u1", 2,
     pay_again, NULL, 0, NULL, "is not open"},
    {"a claim is paid at another table", 1, FLOOR_CLAIM_PAID, "u1", 0,
     pay_elsewhere, turn_back, 0, NULL, "is of another table"},
    {"a claim is paid without a key", 1, FLOOR_KEY_TURNED, "u1", 0,
     leave_out, close_gap, FLOOR_CLAIM_PAID, "u1", "without its key turned"},
    {"a high jackpot is paid with the low key", 1, FLOOR_KEY_TURNED, "u1", 0,
     NULL, turn_other_key, FLOOR_CLAIM_PAID, "u1", "without its key turned"},
    {"a claim is approved without a checklist", 1, FLOOR_CLAIM_VERIFIED, NULL, 0,
     leave_out, NULL, FLOOR_CLAIM_APPROVED, NULL, "before it is verified"},
    {"items of the checklist are left out", 1, FLOOR_CLAIM_VERIFIED, NULL, 0,
     NULL, shorten_checklist, 0, NULL, "an incomplete checklist"},
    {"a step of the checklist is confirmed twice", 4, FLOOR_CLAIM_VERIFIED, NULL, 0,
     confirm_twice, NULL, FLOOR_CLAIM_VERIFIED, NULL, "in the order of its checklist"},
    {"the checklist is confirmed in another order", 4, FLOOR_CLAIM_VERIFIED, NULL, 0,
     confirm_later_step, NULL, 0, NULL, "in the order of its checklist"},
    {"a compliance check is left out", 1, FLOOR_CLAIM_COMPLIED, NULL, 0,
     leave_out, NULL, FLOOR_CLAIM_PAID, "u1", "before all compliance checks"},
    {"an approval is left out", 1, FLOOR_CLAIM_APPROVED, NULL, 2,
     leave_out, NULL, FLOOR_CLAIM_PAID, "u1", "with 1 approvals of 2"},
    {"a jackpot above the threshold is paid in cheques", 1, FLOOR_THRESHOLD_SET, NULL, 0,
     NULL, ignore_threshold, FLOOR_CLAIM_PAID, "t2", "method is \"cheques\", and it should be \"check\""},
    {"another amount is cleared than was paid", 1, FLOOR_CLAIM_CLEARED, NULL, 0,
     NULL, clear_other_amount, 0, NULL, "what was paid"},
    {"a claim is approved for another amount", 2, FLOOR_CLAIM_APPROVED, NULL, 0,
     NULL, see_other_amount, 0, NULL, "is approved for 0.01"},
    {"a claim is approved for less than it came to when it was made", 1, FLOOR_CLAIM_APPROVED, NULL, 0,
     NULL, see_a_cent, 0, NULL, "is approved for 0.01"},
    {"an approval of the whole stays good for a share of it", 2, FLOOR_CLAIM_APPROVED, NULL, 4,
     leave_out, NULL, FLOOR_CLAIM_PAID, "s2", "with 1 approvals of 2"},
    {"a claim is approved for another table", 2, FLOOR_CLAIM_APPROVED, NULL, 0,
     NULL, see_other_table, 0, NULL, "is approved for another table"},
    /* who is first, and who shares */
    {"claims of several tables are paid without a ruling", 1, FLOOR_ORDER_RULED, "main", 0,
     leave_out, NULL, FLOOR_CLAIM_PAID, "t2", "without a ruling"},
    {"claims are paid in another order than was ruled", 1, FLOOR_ORDER_RULED, "main", 0,
     NULL, rule_otherwise, FLOOR_CLAIM_PAID, "t2", "which was ruled first"},
    {"a ruling leaves a claim out", 2, FLOOR_ORDER_RULED, "shares", 0,
     NULL, rule_on_two, 0, NULL, "does not name every open high claim"},
    {"a seat is paid before the one on its right", 1, FLOOR_CLAIM_PAID, "t1", 0,
     pay_left_first, pay_right_next, 0, NULL, "seat 2 is paid before seat 3"},
    {"winners who should share are paid in order", 2, FLOOR_LINK_CONFIGURED, "shares", 0,
     NULL, ignore_split, FLOOR_ORDER_RULED, "shares", "what equal awards share"},
    {"winners who should get the whole share it", 2, FLOOR_LINK_CONFIGURED, "full", 0,
     NULL, split_full, FLOOR_ORDER_RULED, "full", "what equal awards share"},
    {"a full winner who is paid first does not get the meter's part", 2, FLOOR_CLAIM_PAID, "f1", 0,
     NULL, fund_first, 0, NULL, "what the meter lacks"},
    {"a share is paid before all hands are verified", 2, FLOOR_CLAIM_VERIFIED, NULL, 4,
     leave_out, NULL, FLOOR_CLAIM_PAID, "s2", "which shares it, is verified"},
    /* people */
    {"a dealer verifies", 1, FLOOR_CLAIM_VERIFIED, NULL, 0,
     dealer_does, dealer_again, 0, NULL, "which may not see to claims"},
    {"a dealer approves", 1, FLOOR_CLAIM_APPROVED, NULL, 0,
     dealer_does, dealer_again, 0, NULL, "which may not approve claims"},
    {"a dealer turns a jackpot key", 1, FLOOR_KEY_TURNED, "u1", 0,
     dealer_does, dealer_again, 0, NULL, "which may not turn a key"},
    {"a dealer opens a link", 1, FLOOR_LINK_OPENED, "uth", 0,
     dealer_does, dealer_again, 0, NULL, "which may not run the pit"},
    {"a dealer sets up a link", 1, FLOOR_LINK_CONFIGURED, "uth", 0,
     dealer_does, dealer_again, 0, NULL, "which may not set up a floor"},
    {"a dealer is the second person of a correction", 3, FLOOR_METER_CORRECTED, NULL, 0,
     dealer_cosigns, dealer_again, 0, NULL, "which may not be the second person"},
    {"a barred person approves", 1, FLOOR_CLAIM_APPROVED, NULL, 0,
     barred_does, NULL, 0, NULL, "Eve is barred"},
    {"somebody approves who is not of the floor", 1, FLOOR_CLAIM_APPROVED, NULL, 0,
     NULL, nobody_does, 0, NULL, "\"Mallory\" is nobody of this floor"},
    {"one person approves twice", 1, FLOOR_CLAIM_APPROVED, NULL, 2,
     NULL, first_approver_does, 0, NULL, "is approved by one person twice"},
    {"one person approves under two spellings of a name", 1, FLOOR_CLAIM_APPROVED, NULL, 2,
     NULL, spell_otherwise, 0, NULL, "in the log's own spelling"},
    {"whoever verified is the only one who approves", 1, FLOOR_CLAIM_APPROVED, NULL, 3,
     NULL, verifier_does, 0, NULL, "verified and approved by one person"},
    {"both approvals come from one department", 2, FLOOR_CLAIM_APPROVED, NULL, 5,
     NULL, own_department_does, 0, NULL, "takes approvals of two departments"},
    {"one department rules on an order", 2, FLOOR_ORDER_RULED, "shares", 0,
     NULL, own_department_cosigns, 0, NULL, "takes people of two departments"},
    {"one person lets jackpots be paid without approvals", 1, FLOOR_LINK_CONFIGURED, "uth", 0,
     ask_nobody, only_one, 0, NULL, "only one did it"},
    {"one person sets a threshold", 1, FLOOR_THRESHOLD_SET, NULL, 0,
     NULL, only_one, 0, NULL, "only one did it"},
    {"one person sets up a table", 1, FLOOR_TABLE_CONFIGURED, "u1", 0,
     NULL, only_one, 0, NULL, "only one did it"},
    {"one person changes a person", 1, FLOOR_PERSON_CHANGED, "Eve", 0,
     NULL, only_one, 0, NULL, "only one did it"},
    {"one person rules on an order", 1, FLOOR_ORDER_RULED, "main", 0,
     NULL, only_one, 0, NULL, "only one did it"},
    {"one person corrects a meter", 3, FLOOR_METER_CORRECTED, NULL, 0,
     NULL, only_one, 0, NULL, "only one did it"},
    {"one person corrects a meter with the own name twice", 3, FLOOR_METER_CORRECTED, NULL, 0,
     NULL, one_twice, 0, NULL, "one person twice"},
    {"one person transfers a link", 3, FLOOR_LINK_TRANSFERRED, NULL, 0,
     NULL, only_one, 0, NULL, "only one did it"},
    {"one person accepts that the log was put back", 3, FLOOR_ALARM_ACKNOWLEDGED, NULL, 0,
     NULL, only_one, 0, NULL, "only one did it"},
    {"one person adds a manager", 1, FLOOR_LINK_OPENED, "uth", 0,
     one_adds, NULL, 0, NULL, "only one did it"},
    {"the installation adds a manager although there are people", 1, FLOOR_LINK_OPENED, "uth", 0,
     setup_adds, NULL, 0, NULL, "the installation acts"},
    {"a person is added a second time, in capitals", 1, FLOOR_LINK_OPENED, "uth", 0,
     add_lookalike, NULL, 0, NULL, "looks like somebody who is there"},
    {"somebody has a part in the own promotion", 1, FLOOR_LINK_OPENED, "uth", 0,
     promote_oneself, NULL, 0, NULL, "decides upon oneself"},
    {"somebody sets another person's password", 1, FLOOR_LINK_OPENED, "uth", 0,
     set_foreign_password, NULL, 0, NULL, "by another than its owner"},
    /* the floor */
    {"a document's text is another than that of its hash", 1, FLOOR_DOCUMENT_ADDED, "cn", 0,
     NULL, swap_document, 0, NULL, "not the one of its hash"},
    {"a document says something twice", 1, FLOOR_DOCUMENT_ADDED, "cn", 0,
     NULL, say_twice, 0, NULL, "it says something twice"},
    {"a link names a document that is not in the log", 1, FLOOR_LINK_CONFIGURED, "uth", 0,
     NULL, name_no_document, 0, NULL, "without a progressive of this log"},
    {"a table names no house rules", 1, FLOOR_TABLE_CONFIGURED, "u1", 0,
     NULL, name_no_rules, 0, NULL, "without house rules of this log"},
    {"a table is changed while it is in play", 1, FLOOR_AWARD_PAID, "u1", 0,
     change_table_in_play, NULL, 0, NULL, "while it is in play"},
    {"a link is changed while it is open", 1, FLOOR_COIN_IN, "u1", 2,
     change_open_link, NULL, 0, NULL, "while it is open"},
    {"a meter is corrected while its link is open", 3, FLOOR_LINK_CLOSED, "old", 0,
     leave_out, NULL, FLOOR_METER_CORRECTED, NULL, "while it is open"},
    {"a correction is another than it says", 3, FLOOR_METER_CORRECTED, NULL, 0,
     NULL, correct_more, 0, NULL, "changes its meter by what it says"},
    {"money is lost in a transfer", 3, FLOOR_LINK_TRANSFERRED, NULL, 0,
     NULL, lose_in_transfer, 0, NULL, "all that left"},
    {"a correction lifts a meter above its limit", 3, FLOOR_METER_CORRECTED, NULL, 0,
     correct_beyond_limit, limit_again, 0, NULL, "above its limit"},
    {"a link gets a document with other meters", 3, FLOOR_LINK_CONFIGURED, "third", 2,
     NULL, name_other_meters, 0, NULL, "other meters than the link"},
    {"one person raises a limit", 3, FLOOR_LIMIT_RAISED, NULL, 0,
     NULL, only_one, 0, NULL, "only one did it"},
    {"a dealer raises a limit", 3, FLOOR_LIMIT_RAISED, NULL, 0,
     dealer_does, dealer_again, 0, NULL, "which may not set up a floor"},
    {"a limit is raised beyond what readers have room for", 3, FLOOR_LIMIT_RAISED, NULL, 0,
     NULL, raise_too_far, 0, NULL, "a limit that no floor has"},
    {"a limit is lowered", 3, FLOOR_LIMIT_RAISED, NULL, 2,
     NULL, lower_limit, 0, NULL, "a limit that is not raised"},
    {"a threshold begins in the past", 1, FLOOR_THRESHOLD_SET, NULL, 0,
     NULL, begin_in_the_past, 0, NULL, "begins in the past"},
    /* the pit */
    {"a coin goes back that was never dropped", 4, FLOOR_COIN_RETURNED, "u1", 0,
     return_no_coin, NULL, 0, NULL, "a coin goes back that is not in this round"},
    {"a coin goes back from a link that its table is not on", 4, FLOOR_COIN_RETURNED, "u1", 0,
     go_to_main, go_home, 0, NULL, "a link that the table is not on"},
    {"a coin goes back while the floor is halted", 4, FLOOR_COIN_RETURNED, "u1", 0,
     halt_and_go_on, run_on, FLOOR_COIN_RETURNED, NULL, "the floor is halted"},
    {"an award that waited is paid on another link", 4, FLOOR_AWARD_PAID, "u1", 0,
     go_to_main, go_home, 0, NULL, "is of another link"},
    {"half a coin goes back", 4, FLOOR_COIN_RETURNED, "u1", 0,
     NULL, return_half_a_coin, 0, NULL, "the bet of the document"},
    {"a coin goes back after the first card", 4, FLOOR_AWARD_PENDING, "u1", 0,
     return_after_cards, NULL, 0, NULL, "a coin goes back after the first card"},
    {"a folded hand wins", 4, FLOOR_AWARD_PENDING, "u1", 0,
     win_folded, NULL, 0, NULL, "for a hand that was folded"},
    {"a hand folds in another round", 4, FLOOR_SEAT_FOLDED, "u1", 0,
     NULL, name_other_round, 0, NULL, "round is 9, and it should be 1"},
    {"one person corrects a tray", 4, FLOOR_TRAY_CORRECTED, "u1", 0,
     NULL, only_one, 0, NULL, "only one did it"},
    {"a tray is corrected on another link", 4, FLOOR_TRAY_CORRECTED, "u1", 0,
     NULL, name_other_link, 0, NULL, "a link that the table is not on"},
    {"an irregularity is put into another round", 4, FLOOR_IRREGULARITY_RECORDED, "u1", 0,
     NULL, name_other_round, 0, NULL, "round is 9, and it should be 1"},
    {"a failure is said to have another rule than the house's", 4, FLOOR_CLAIM_HELD, "u1", 0,
     NULL, resume_instead, 0, NULL, "item is \"resume\""},
    {"one person rules on a high jackpot after a failure", 4, FLOOR_CLAIM_RULED, "u1", 0,
     NULL, only_one, 0, NULL, "only one did it"},
    {"a ruling is said to be of another table", 4, FLOOR_CLAIM_RULED, "u1", 0,
     NULL, name_other_table, 0, NULL, "is of another link or table"},
    {"hands are dead over a win that nobody has ruled upon", 4, FLOOR_CLAIM_RULED, "u1", 0,
     leave_out, NULL, FLOOR_ROUND_DEAD, "u1", "while a jackpot of it waits for a ruling"},
    {"surveillance leaves a claim out of its finding", 4, FLOOR_ORDER_FOUND, "main", 0,
     NULL, find_one_only, 0, NULL, "does not name every open high claim"},
    {"a dealer finds the order of wins", 4, FLOOR_ORDER_FOUND, "main", 0,
     dealer_finds, dealer_again, 0, NULL, "of the role dealer, which may not"},
    {"a jackpot is paid while a dispute about it is open", 4, FLOOR_DISPUTE_DECIDED, NULL, 0,
     leave_out, NULL, FLOOR_CLAIM_PAID, "t1", "is paid while dispute"},
    {"a jackpot is paid while the first of two disputes about it is open", 4, FLOOR_DISPUTE_DECIDED, NULL, 0,
     close_the_second, NULL, FLOOR_CLAIM_PAID, "t1", "is paid while dispute"},
    {"a dispute is opened about a claim that nobody has made yet", 6, FLOOR_GAME_OVER, "n2", 0,
     dispute_what_is_to_come, NULL, 0, NULL, "that nobody has made yet"},
    {"a dispute is closed that nobody opened", 4, FLOOR_DISPUTE_DECIDED, NULL, 0,
     NULL, decide_another, 0, NULL, "there is no such open dispute"},
    {"a dealer closes a shift", 4, FLOOR_SHIFT_CLOSED, NULL, 0,
     dealer_does, dealer_again, 0, NULL, "which may not run the pit"},
    {"a shift ends, and its open claims are not handed over", 4, FLOOR_SHIFT_CLOSED, NULL, 0,
     NULL, hand_nothing_over, 0, NULL, "is open, and is not handed over"},
    {"a shift ends, and an open dispute is not handed over", 4, FLOOR_SHIFT_CLOSED, NULL, 0,
     NULL, hand_one_less_over, 0, NULL, "is open, and is not handed over"},
    {"a shift hands over what it does not name", 4, FLOOR_SHIFT_CLOSED, NULL, 0,
     NULL, hand_unnamed_over, 0, NULL, "more are handed over, and"},
    {"a compliance check is confirmed twice", 1, FLOOR_CLAIM_COMPLIED, NULL, 0,
     say_it_before, NULL, 0, NULL, "was confirmed already"},
    {"a dispute is put before the Commissioner's office twice", 5, FLOOR_DISPUTE_ESCALATED, NULL, 0,
     say_it_before, NULL, 0, NULL, "before the Commissioner's office already"},
    {"a table is lost twice", 5, FLOOR_TABLE_LOST, NULL, 0,
     say_it_before, NULL, 0, NULL, "is lost that was not there"},
    {"a shift hands over what is not open", 3, FLOOR_SHIFT_CLOSED, NULL, 0,
     NULL, hand_nothing_open_over, 0, NULL, "is no open claim or dispute"},
    {"one person sets what is of the house", 4, FLOOR_HOUSE_SET, NULL, 0,
     NULL, only_one, 0, NULL, "only one did it"},
    {"cash above the threshold is not to be reported", 4, FLOOR_BUY_IN, "u1", 2,
     NULL, report_nothing, 0, NULL, "cash above the threshold, and no more"},
    {"a patron's cash of the day is said to be less", 4, FLOOR_BUY_IN, "u1", 2,
     NULL, say_less_cash, 0, NULL, "a patron's cash of a gaming day adds up"},
    {"a payout that is to be reported is checked by nobody", 4, FLOOR_PAYOUT, "u1", 0,
     NULL, nobody_checks, 0, NULL, "nobody who checked it"},
    {"a counter is compared with other coins than were booked", 4, FLOOR_METER_READ, "u1", 2,
     NULL, book_otherwise, 0, NULL, "booked is 5008, and it should be 5003"},
    /* one queue, rulings, supervision */
    {"an award of the tray is paid before the jackpot on its right", 5, FLOOR_CLAIM_PAID, "q1", 0,
     pay_straight_first, NULL, 0, NULL, "seat 4 is paid before seat 6"},
    {"a low jackpot is paid before the high one on its right", 5, FLOOR_CLAIM_PAID, "q1", 0,
     pay_flush_first, NULL, 0, NULL, "seat 2 is paid before seat 6"},
    {"the second winner of a meter gets what other tables put in since", 5, FLOOR_CLAIM_PAID, "w1", 2,
     forget_first_winner, NULL, 0, NULL, "amount is 1000.25, and it should be 1000.00"},
    {"a jackpot is paid after a failure, and nobody has ruled", 5, FLOOR_CLAIM_RULED, "q1", 0,
     leave_out, NULL, FLOOR_CLAIM_PAID, "q1", "after a failure without a ruling"},
    {"a ruling is made about a win that nothing had put in doubt", 5, FLOOR_KEY_TURNED, "q1", 0,
     rule_on_nothing, NULL, 0, NULL, "is ruled upon, and nothing had failed"},
    {"one person cancels a high jackpot that was approved", 5, FLOOR_KEY_TURNED, "q1", 0,
     cancel_approved, NULL, 0, NULL, "that was approved, and one person cancels it"},
    {"a button of the table cancels a jackpot that was verified", 5, FLOOR_KEY_TURNED, "q1", 0,
     cancel_by_button, NULL, 0, NULL, "was verified, and a button of the table cancels it"},
    {"a jackpot is cleared, and nobody has counted the deck", 5, FLOOR_CLAIM_VERIFIED, NULL, 3,
     leave_out, NULL, FLOOR_CLAIM_CLEARED, "q1", "before the deck was seen to"},
    {"a large award is paid without supervision", 5, FLOOR_CLAIM_APPROVED, NULL, 10,
     leave_out, NULL, FLOOR_AWARD_PAID, "n1", "that supervision has not acknowledged"},
    {"a large payment of the base game is made without supervision", 5, FLOOR_PAYOUT, "n1", 0,
     NULL, name_no_supervisor, 0, NULL, "from 40.00 on is made without supervision"},
    {"hands are dead over an award, and no supervisor is named", 5, FLOOR_ROUND_DEAD, "z1", 0,
     NULL, name_no_supervisor, 0, NULL, "no supervisor is named for it"},
    {"more is taken back from a tray than it has paid", 5, FLOOR_TRAY_CORRECTED, "n1", 0,
     NULL, take_too_much_back, 0, NULL, "more is taken back than the tables of the link have paid"},
    {"the Commissioner's office is said to answer what nobody told it", 5, FLOOR_COMMISSIONER_NOTIFIED, NULL, 0,
     leave_out, NULL, FLOOR_COMMISSIONER_ANSWERED, NULL, "the office answers, and nobody has notified it"},
    {"the Commissioner's office is told of what no patron asked", 5, FLOOR_DISPUTE_ESCALATED, NULL, 0,
     leave_out, NULL, FLOOR_COMMISSIONER_NOTIFIED, NULL, "the office is notified, and no patron has asked for it"},
    {"a dispute is closed behind the back of the Commissioner's office", 5, FLOOR_COMMISSIONER_ANSWERED, NULL, 0,
     leave_out, NULL, FLOOR_DISPUTE_DECIDED, NULL, "that is with the Commissioner's office"},
    /* a table's events */
    {"a coin-in is left out", 1, FLOOR_COIN_IN, "d1", 2,
     leave_coins_out, keep_link, FLOOR_GAME_OVER, "d1", "is left out, or comes twice"},
    {"a table's number comes twice", 1, FLOOR_GAME_OVER, "d1", 0,
     number_twice, NULL, 0, NULL, "is left out, or comes twice"},
    {"an award is paid by an event that its table did not number", 1, FLOOR_AWARD_PAID, "u1", 0,
     NULL, take_number_away, 0, NULL, "without the table's own number"},
    {"a round is skipped", 1, FLOOR_COIN_IN, "d1", 2,
     skip_round, NULL, 0, NULL, "round is 3, and it should be 2"},
    {"a table plays that never joined", 1, FLOOR_TABLE_JOINED, "d1", 0,
     leave_out, NULL, FLOOR_COIN_IN, "d1", "the table has not joined"},
    {"a table remembers what the log has lost", 3, FLOOR_TABLE_JOINED, "t1", 0,
     NULL, forget_more, 0, NULL, "which is not in the log"},
    {"the clock goes back", 1, FLOOR_COIN_IN, "u1", 2,
     NULL, go_back_in_time, 0, NULL, "before that of the event before it"},
    /* shifts and readings */
    {"a counter that is off is called right", 3, FLOOR_METER_READ, "t2", 2,
     NULL, call_it_right, 0, NULL, "booked is 5005, and it should be 5001"},
    {"what is open is handed over to nobody", 3, FLOOR_SHIFT_CLOSED, NULL, 0,
     NULL, hand_to_nobody, 0, NULL, "is handed over to nobody"},
    {"a shift does not begin where the last one ended", 3, FLOOR_SHIFT_CLOSED, NULL, 2,
     NULL, begin_elsewhere, 0, NULL, "prev is"},
    {"a shift is missing in its gaming day", 3, FLOOR_SHIFT_CLOSED, NULL, 0,
     NULL, skip_number, 0, NULL, "number is 3, and it should be 2"},
    {"a dealer asks for the readings", 3, FLOOR_READINGS_ASKED, NULL, 0,
     dealer_does, dealer_again, 0, NULL, "which may not run the pit"},
    {"a share of a meter is paid without supervision", 6, FLOOR_CLAIM_APPROVED, NULL, 0,
     leave_out, NULL, FLOOR_AWARD_PAID, "n2", "that supervision has not acknowledged"},
    {"a share of a meter is paid at once past supervision", 6, FLOOR_AWARD_PENDING, "n2", 0,
     pay_share_at_once, NULL, 0, NULL, "at once that supervision has to acknowledge"},
    {"a share of a meter is cleared for another amount than was paid", 6, FLOOR_CLAIM_CLEARED, "n2", 0,
     NULL, clear_other_amount, 0, NULL, "what was paid"},
    {"the second winner stays at the seed when the first one is none", 6, FLOOR_CLAIM_CANCELLED, "k1", 0,
     take_nothing_anew, lock_again, 0, NULL, "what a cancelled claim had frozen comes back"},
    {"a correction is booked on the link that the table is on by now", 6, FLOOR_TRAY_CORRECTED, "v1", 0,
     NULL, book_where_it_is_now, 0, NULL, "on another link than it was made on"},
    {"a correction takes back more than was paid there", 6, FLOOR_TRAY_CORRECTED, "v1", 0,
     NULL, take_more_than_that, 0, NULL, "more is taken back than was paid there"},
    {"a correction by a part of a cent", 6, FLOOR_TRAY_CORRECTED, "v1", 0,
     NULL, correct_half_a_cent, 0, NULL, "a correction by a part of a cent"},
    {"a correction names a payment that was never made", 6, FLOOR_TRAY_CORRECTED, "v1", 0,
     NULL, name_no_payment, 0, NULL, "has not paid"},
    {"a gaming day that is over comes back", 6, FLOOR_BUY_IN, "v1", 2,
     count_as_yesterday, yesterday, 0, NULL, "a gaming day that is over"},
};
/* clang-format on */

const size_t fraud_count = sizeof fraud_list / sizeof fraud_list[0];
