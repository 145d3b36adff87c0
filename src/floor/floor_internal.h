/* Functions that the steps of the floor share. A step checks everything first and changes the state
 * last. */
#pragma once

#include "floor/alarms.h"
#include "floor/floor.h"

typedef int floor_step_fn(struct floor *f, struct floor_event *e, struct cr_err *err);
/* The step of an event that a table numbers. The caller makes sure that it is the table's next
 * event (floor_need_next) and counts it once the step has succeeded. */
typedef int floor_table_step_fn(struct floor *f, struct floor_event *e, uint32_t table,
                                struct cr_err *err);

/* A step for each kind: step_coin_in. */
#define EVENT(name, NAME, ...)       floor_step_fn step_##name;
#define TABLE_EVENT(name, NAME, ...) floor_table_step_fn step_##name;
#include "floor/event_list.h"

/* Marks a row to be written with the next batch. */
void floor_touch(struct floor *f, enum floor_row_kind kind, uint64_t key);
void floor_touch_play(struct floor *f, uint32_t table);
void floor_touch_link(struct floor *f, uint32_t link);

/* Whether as many claims, disputes or alarms are open as the limit allows. */
bool floor_is_full(const struct floor *f, enum floor_row_kind kind);
/* The same for an alarm that an event raises besides its main effect, and that is left out where
 * there is no room. It does not go by the limit in force: that is no part of the log, and every
 * replay must leave out the same alarms. */
bool floor_is_full_for_notices(const struct floor *f);
/* V8: the same for an alarm that halts the floor. It has a place that others cannot take; while
 * that place is taken, the floor is halted already. */
#define FLOOR_HALT_PLACES 1
bool floor_is_full_for_halt(const struct floor *f);
/* The refusal for a limit that is reached. `what`: the limit's name; `todo`: what to do instead of
 * raising it, "" for nothing. */
int floor_refuse_full(uint32_t most, const char *what, const char *todo, struct cr_err *err);

/* Enters the table into the index by id. */
void floor_index_table(struct floor *f, uint32_t table);
/* Whether a body of the right length can be a row of that kind, after the rows loaded before it. */
bool floor_row_fits(const struct floor *f, unsigned kind, const void *body);

/* people.c: called before any step. Every person whom an event names must be a person of this
 * floor, not barred, and have the right to it. Two people must be different, of two departments
 * where the link asks for it, and neither may be the person whom the event is about. */
int floor_check_people(const struct floor *f, const struct floor_event *e, struct cr_err *err);
/* Refuses an event without a second person, for events that take two though others of their kind do
 * not. */
int floor_need_two(const struct floor_event *e, struct cr_err *err);
/* A person's place in the list, or FLOOR_NONE. */
uint32_t floor_person_place(const struct floor *f, const char *name);
/* The name under which the installation acts before there are people who could. */
#define FLOOR_SETUP "setup"
bool floor_is_setup(const struct floor_event *e);
/* V8: refuses while the floor is halted: no money moves on books that may have lost a payment. */
int floor_need_running(const struct floor *f, struct cr_err *err);

/* V2: refuses an event that is not the table's next one. floor_table_done counts it once the step
 * has succeeded. */
int floor_need_next(const struct floor *f, const struct floor_event *e, uint32_t *table,
                    struct cr_err *err);
void floor_table_done(struct floor *f, struct floor_event *e, uint32_t table);

/* Fills the event's before, after and reserves from the books as they were and as they are. */
void floor_note_meters(struct floor_event *e, const struct cr_progressive *progressive,
                       const struct ledger *before, const struct ledger *after);

/* Refuses an award that cannot be recorded. The round must be in play, the seat must have a wager
 * and no award yet, and the award must need a key or not, as with_key says. Sets *award. */
int floor_check_award(const struct floor *f, const struct floor_event *e, uint32_t table,
                      bool with_key, const struct cr_award **award, struct cr_err *err);
/* queue.c: takes an award of that table off the books, and notes in `play` what it leaves to the
 * other awards of the round (PG-1, PIT-2). `play` and `books` may be copies. */
struct ledger_award floor_take_award(const struct floor *f, uint32_t table, uint32_t link,
                                     struct floor_play *play, struct ledger *books,
                                     const struct cr_award *award);
/* The reverse: notes in `play` that an award which was taken came back. */
void floor_note_given_back(const struct floor *f, struct floor_play *play,
                           const struct cr_award *award, const struct ledger_award *taken);
/* The amount of each seat's pending award, to compare before and after a change of the queue. */
struct floor_queue {
    int64_t micro[CR_SEATS];
};
void floor_note_worth(const struct floor *f, uint32_t table, struct floor_queue *out);
/* Drops the approvals of claims whose amounts have changed since `before`: they have to be given
 * again. */
void floor_unapprove_changed(struct floor *f, uint32_t table, const struct floor_queue *before);
/* PIT-2: when a claim lock froze equal awards in one round, the seat on the right gets the amount
 * that was frozen first, whichever button was pressed first. */
void floor_order_frozen(struct floor *f, struct floor_claim *newest);
/* PIT-2, since version 3: lists claims of the same round whose locked amounts depend on this one,
 * from right to left, and returns how many. */
unsigned floor_list_behind(const struct floor *f, const struct floor_claim *c,
                           struct floor_claim *out[CR_SEATS]);
/* PIT-2: refuses to pay the seat while another one at the table is paid before it. */
int floor_check_queue(const struct floor *f, uint32_t table, unsigned seat, struct cr_err *err);
/* PIT-2: with a claim lock (REG-12) an amount is taken when the award is claimed. So awards that
 * take from one another are claimed from right to left, as settle pays them. Equal awards may come
 * in any order: their amounts change places (floor_order_frozen). */
int floor_check_frozen(const struct floor *f, uint32_t table, const struct floor_event *e,
                       const struct cr_award *award, struct cr_err *err);
/* The pending award without a key at that seat; NULL: none. */
struct floor_claim *floor_pending_award(const struct floor *f, uint32_t table, unsigned seat);
/* Makes a claim for the award that the event asks for, which must need a key or not, as with_key
 * says. *worth gets the amounts of the table's claims before it. */
int floor_open_claim(struct floor *f, struct floor_event *e, uint32_t table, bool with_key,
                     const struct cr_award **award, struct floor_queue *worth,
                     struct floor_claim **out, struct cr_err *err);
/* Refuses kinds of events that do not exist below version 2 of the events' meaning. */
int floor_need_pit(const struct floor *f, struct cr_err *err);
/* PIT-1: the table's pending claims wait for a ruling, unless the house's rules resume them. */
void floor_hold_claims(struct floor *f, uint32_t table);
/* Adds an alarm for this event where there is room. */
void floor_add_notice(struct floor *f, const struct floor_event *e, uint32_t table,
                      const char *item);
/* Takes that many coins of the table's link off the books and notes the change in the event. */
void floor_return_coins(struct floor *f, struct floor_event *e, uint32_t table, unsigned coins);
/* TAB-10: refuses an order unless it names every pending high claim of the link, once, and within a
 * table from right to left. */
int floor_check_order(const struct floor *f, const struct floor_event *e, uint32_t link,
                      struct cr_err *err);
/* Fills envy and envy_seats: the award's envy for each of those seats that is another patron's than
 * e->seat (UTH-15). */
void floor_note_envy(const struct floor *f, struct floor_event *e, uint32_t table,
                     const struct cr_award *award, uint8_t live);
/* PIT-4: remembers a payment from the table's tray, so that it can be corrected. */
void floor_note_tray(struct floor *f, const struct floor_event *e, uint32_t table, uint32_t link);
/* Fills the event's from, amount, house_funded and reseeded. */
void floor_note_award(struct floor_event *e, const struct cr_progressive *p, uint8_t from,
                      const struct ledger_award *taken);

/* Finds the claim that an event names; refuses when there is none or nothing is left to do. */
int floor_need_claim(const struct floor *f, const struct floor_event *e, struct floor_claim **out,
                     struct cr_err *err);
const struct cr_award *floor_award_of(const struct floor *f, const struct floor_claim *claim);
/* What the award of a claim that is not frozen would be on those books. */
struct ledger_award floor_amount_on(const struct floor *f, const struct floor_claim *claim,
                                    const struct ledger *books);
/* Takes the award off its meter, within the round's limit on fixed awards. */
void floor_freeze_claim(struct floor *f, struct floor_claim *claim);
/* Drops the approvals of a claim that is no longer what was approved. */
void floor_take_approvals_back(struct floor *f, struct floor_claim *claim);
/* Cancels a pending claim; a frozen amount goes back to its meter. */
void floor_take_back(struct floor *f, struct floor_claim *claim);
void floor_add_hit(struct floor *f, const struct floor_event *e, uint32_t link, uint32_t table,
                   uint8_t meter);

/* step_seating.c: refuses coins on both seats of a patron where one hand is allowed (PIT-9,
 * UTH-16). */
int floor_check_hands(const struct floor *f, uint32_t table, uint8_t seats, struct cr_err *err);
/* The patron at one seat sits at the other from now on. */
void floor_move_patron(struct floor_play *play, unsigned from, unsigned to);
/* Raises an alarm of that kind besides what the event does. When there is no room for more alarms,
 * the event happens without it and says the same in its own members. */
void floor_alarm_here(struct floor *f, const struct floor_event *e, enum alarm_kind kind);
/* PIT-5: called before the rules of a link change; begins a new part of the shift's figures. */
void floor_split_shift(struct floor *f, uint32_t link);
/* PIT-14: a jackpot that is paid to a known patron in cheques is part of the patron's cash of the
 * day. The first function refuses when there is no room for it, before anything is paid; the second
 * adds it. */
int floor_check_claim_cash(const struct floor *f, const struct floor_claim *c, int64_t time_ms,
                           struct cr_err *err);
void floor_note_claim_cash(struct floor *f, struct floor_event *e, const struct floor_claim *c);

/* A meter's index, or CR_METERS. */
unsigned floor_meter_find(const struct cr_progressive *progressive, const char *name);

static inline uint8_t floor_seat_bit(unsigned seat)
{
    return (uint8_t)(1u << (seat - 1));
}

/* person_names.c: refuses a new person's name with hidden characters, or one that could be taken
 * for another name, as version 2 of the events' meaning has it. */
int floor_check_name(const struct floor *f, const char *name, struct cr_err *err);
