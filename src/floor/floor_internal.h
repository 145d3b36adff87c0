/* What the steps of the floor share. A step checks everything first and changes the state last. */
#pragma once

#include "floor/alarms.h"
#include "floor/floor.h"

typedef int floor_step_fn(struct floor *f, struct floor_event *e, struct cr_err *err);
/* Of what a table numbers: it is the table's next event (floor_need_next), and numbered once the
 * step has succeeded. */
typedef int floor_table_step_fn(struct floor *f, struct floor_event *e, uint32_t table,
                                struct cr_err *err);

/* A step for each kind: step_coin_in. */
#define EVENT(name, NAME, ...)       floor_step_fn step_##name;
#define TABLE_EVENT(name, NAME, ...) floor_table_step_fn step_##name;
#include "floor/event_list.h"

/* The row will be written with the next batch. */
void floor_touch(struct floor *f, enum floor_row_kind kind, uint64_t key);
void floor_touch_play(struct floor *f, uint32_t table);
void floor_touch_link(struct floor *f, uint32_t link);

/* Whether as many claims, disputes or alarms wait as there may be. */
bool floor_is_full(const struct floor *f, enum floor_row_kind kind);
/* The same for an alarm that an event raises besides what it does, and that is left out where there
 * is no room. Not by the limit in force: that is no part of the log, and whoever replays it must
 * leave out the same ones. */
bool floor_is_full_for_notices(const struct floor *f);
/* V8: the same for an alarm that halts the floor. It has a place that others cannot take: while
 * that one is taken, the floor is halted. */
#define FLOOR_HALT_PLACES 1
bool floor_is_full_for_halt(const struct floor *f);
/* A limit of the floor is reached; `what` is the limit's name, and todo how to do without raising
 * it ("" for no way). */
int floor_refuse_full(uint32_t most, const char *what, const char *todo, struct cr_err *err);

/* Enters the table last added into the index by id. */
void floor_index_table(struct floor *f, uint32_t table);
/* Whether bytes of the right length can be a row of that kind, after those loaded before. */
bool floor_row_fits(const struct floor *f, unsigned kind, const void *body);

/* people.c: before any step. Who an event names is a person of this floor, not barred, and has the
 * right to it; two are two, of two departments where the link asks for it, and neither is whom it
 * is about. */
int floor_check_people(const struct floor *f, const struct floor_event *e, struct cr_err *err);
/* This one takes two, though others of its kind do not. */
int floor_need_two(const struct floor_event *e, struct cr_err *err);
/* A person's place in the list, or FLOOR_NONE. */
uint32_t floor_person_place(const struct floor *f, const char *name);
/* Who sets a floor up before there are people who could. */
#define FLOOR_SETUP "setup"
bool floor_is_setup(const struct floor_event *e);
/* V8: no money moves on books that may have lost a payment. */
int floor_need_running(const struct floor *f, struct cr_err *err);
int floor_need_link(const struct floor *f, const char *id, uint32_t *out, struct cr_err *err);
int floor_need_table(const struct floor *f, const char *id, uint32_t *out, struct cr_err *err);

/* V2: the event is the table's next one. floor_table_done numbers it once the step has succeeded.
 */
int floor_need_next(const struct floor *f, const struct floor_event *e, uint32_t *table,
                    struct cr_err *err);
void floor_table_done(struct floor *f, struct floor_event *e, uint32_t table);

/* Fills before, after and reserves from books as they were and as they are. */
void floor_note_meters(struct floor_event *e, const struct cr_progressive *progressive,
                       const struct ledger *before, const struct ledger *after);

/* The award an event asks for can be recorded: in play, registered, once, with or without a key. */
int floor_check_award(const struct floor *f, const struct floor_event *e, uint32_t table,
                      bool with_key, const struct cr_award **award, struct cr_err *err);
/* queue.c: takes an award of that table off the books, and notes in `play` what it leaves to the
 * other awards of the round (PG-1, PIT-2). `play` and `books` may be copies. */
struct ledger_award floor_take_award(const struct floor *f, uint32_t table, uint32_t link,
                                     struct floor_play *play, struct ledger *books,
                                     const struct cr_award *award);
/* … and what comes back of it. */
void floor_note_given_back(const struct floor *f, struct floor_play *play,
                           const struct cr_award *award, const struct ledger_award *taken);
/* What each seat's pending award comes to; before and after a change of the queue. */
struct floor_queue {
    int64_t micro[CR_SEATS];
};
void floor_note_worth(const struct floor *f, uint32_t table, struct floor_queue *out);
/* Whoever approved what now comes to another amount looks at it again. */
void floor_unapprove_changed(struct floor *f, uint32_t table, const struct floor_queue *before);
/* PIT-2: of equal awards that a claim lock froze in one round the one on the right has the first
 * amount, whichever button was pressed first. */
void floor_order_frozen(struct floor *f, struct floor_claim *newest);
/* PIT-2, since version 3: claims of the same round whose locked amounts depend on this one, from
 * right to left. */
unsigned floor_list_behind(const struct floor *f, const struct floor_claim *c,
                           struct floor_claim *out[CR_SEATS]);
/* PIT-2: nobody at the table is paid before this one. */
int floor_check_queue(const struct floor *f, uint32_t table, unsigned seat, struct cr_err *err);
/* PIT-2: with a claim lock (REG-12) an amount is taken when the award is claimed. So awards that
 * take from one another are claimed from right to left, as settle pays them. Equal awards may come
 * in any order: their amounts change places (floor_order_frozen). */
int floor_check_frozen(const struct floor *f, uint32_t table, const struct floor_event *e,
                       const struct cr_award *award, struct cr_err *err);
/* The pending award without a key at that seat; NULL: none. */
struct floor_claim *floor_pending_award(const struct floor *f, uint32_t table, unsigned seat);
/* A new claim for the award that the event asks for, which must be one with a key or one without;
 * *worth is what the table's claims came to before it. */
int floor_open_claim(struct floor *f, struct floor_event *e, uint32_t table, bool with_key,
                     const struct cr_award **award, struct floor_queue *worth,
                     struct floor_claim **out, struct cr_err *err);
/* Below version 2 there is no such event. */
int floor_need_pit(const struct floor *f, struct cr_err *err);
/* A pending claim of that table waits for a ruling, unless its house resumes. */
void floor_hold_claims(struct floor *f, uint32_t table);
/* Adds an alarm for the event at hand where there is room. */
void floor_add_notice(struct floor *f, const struct floor_event *e, uint32_t table,
                      const char *item);
/* That many coins of the table's link leave the books, and the event says how. */
void floor_return_coins(struct floor *f, struct floor_event *e, uint32_t table, unsigned coins);
/* TAB-10: the order names every pending high claim of the link, once, and within a table from right
 * to left. */
int floor_check_order(const struct floor *f, const struct floor_event *e, uint32_t link,
                      struct cr_err *err);
/* Fills envy and envy_seats: the award's envy for each of those seats that is another patron's than
 * e->seat (UTH-15). */
void floor_note_envy(const struct floor *f, struct floor_event *e, uint32_t table,
                     const struct cr_award *award, uint8_t live);
/* PIT-4: the tray of a table paid what the event says; it can be corrected. */
void floor_note_tray(struct floor *f, const struct floor_event *e, uint32_t table, uint32_t link);
/* Fills from, amount, house_funded, reseeded. */
void floor_note_award(struct floor_event *e, const struct cr_progressive *p, uint8_t from,
                      const struct ledger_award *taken);

/* The claim an event names, with something left to do. */
int floor_need_claim(const struct floor *f, const struct floor_event *e, struct floor_claim **out,
                     struct cr_err *err);
const struct cr_award *floor_award_of(const struct floor *f, const struct floor_claim *claim);
/* What the award of a claim that is not frozen would be on those books. */
struct ledger_award floor_amount_on(const struct floor *f, const struct floor_claim *claim,
                                    const struct ledger *books);
/* Takes the award off its meter, within the round's limit on fixed awards. */
void floor_freeze_claim(struct floor *f, struct floor_claim *claim);
/* The claim is no longer what they approved; they look at it again. */
void floor_take_approvals_back(struct floor *f, struct floor_claim *claim);
/* A pending claim is cancelled; a frozen amount goes back to its meter. */
void floor_take_back(struct floor *f, struct floor_claim *claim);
void floor_add_hit(struct floor *f, const struct floor_event *e, uint32_t link, uint32_t table,
                   uint8_t meter);

/* step_seating.c: PIT-9, UTH-16. Coins on both seats of a patron where one hand is allowed. */
int floor_check_hands(const struct floor *f, uint32_t table, uint8_t seats, struct cr_err *err);
/* Whoever sits at one seat sits at the other from now on. */
void floor_move_patron(struct floor_play *play, unsigned from, unsigned to);
/* The event raises an alarm of that kind besides what it does. When no more alarms have room, the
 * event happens without it and says the same in its own members. */
void floor_alarm_here(struct floor *f, const struct floor_event *e, enum alarm_kind kind);
/* PIT-5: before the rules of a link change. */
void floor_split_shift(struct floor *f, uint32_t link);
/* PIT-14: the event's amount of cash goes to or from its patron. */
/* PIT-14: a jackpot that is paid to a known patron in cheques is part of the patron's cash of the
 * day. The first says whether there is room for it, before anything is paid. */
int floor_check_claim_cash(const struct floor *f, const struct floor_claim *c, int64_t time_ms,
                           struct cr_err *err);
void floor_note_claim_cash(struct floor *f, struct floor_event *e, const struct floor_claim *c);

/* A meter's index, or CR_METERS. */
unsigned floor_meter_find(const struct cr_progressive *progressive, const char *name);

static inline uint8_t floor_seat_bit(unsigned seat)
{
    return (uint8_t)(1u << (seat - 1));
}

/* person_names.c: a new person's name can be read, and is no other's at a glance, as version 2 has
 * it. */
int floor_check_name(const struct floor *f, const char *name, struct cr_err *err);
