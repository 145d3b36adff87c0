/* The table controller: the dealer console and its link to the manager, as one step machine.
 *
 * What people and sensors do comes in by controller_press, answers by controller_answer, time by
 * every call (the table's own monotonic clock). Out come console effects for acceptors and people,
 * and messages to the manager: at most one is under way, and a command is repeated with the same
 * (epoch, table_seq) and the same words until it is answered (V2).
 *
 *          join accepted            command under way repeated, record read
 *   DOWN ---------------> SETTLING ---------------------------------------> UP
 *    ^ lease over (V9), refused heartbeat, a record that does not fit         |
 *    |________________________________________________________________________|
 *
 * Offline means closed: the lease runs from the moment a request was sent, never from its answer.
 * When it is over the console is told CONSOLE_LINK_LOST, by this clock alone (REG-2). After the
 * join the command that was under way is settled, then the console is told what is on record
 * (REG-3).
 *
 * A refused command leaves its number free, but a copy of it may still be on the network. Asking
 * for the same again is harmless. Before other words go out under that number the controller joins
 * for a new epoch (FENCING), so that no copy can count any more. A refusal that sends chips back to
 * patrons, or keeps an award from being paid, reaches the console only behind such a fence.
 *
 * Pure: no time of its own, no files, no sockets, no allocation; the progressive is borrowed.
 */
#pragma once

#include "floor/floor.h"
#include "table/console.h"

#define CONTROLLER_HEARTBEAT_MS 250
#define CONTROLLER_TIMEOUT_MS   500  /* an answer that has not come by then is asked for again */
#define CONTROLLER_PAUSE_MS     1000 /* after a refused join */
#define CONTROLLER_RETRY_MS     100  /* after an attempt that reached nobody */

/* SYS-1: the documents by which a table plays; zeros for one that it does not have. */
struct controller_documents {
    bool known;
    uint8_t rules[CR_HASH_BYTES], progressive[CR_HASH_BYTES];
};

struct controller_config {
    char table[FLOOR_ID_MAX];
    char instance[FLOOR_ID_MAX];    /* random, of this controller; a memory brings its own */
    char console_url[CR_TITLE_MAX]; /* where it serves its console, told when it joins; may be empty
                                     */
    char user[FLOOR_PERSON_MAX];    /* who turns keys, opens and closes seats here */
    char start_label[CR_NAME_MAX];
    bool failure_voids;                    /* UTH-18: see console.h */
    bool sensor_shuts_position;            /* PIT-17: see console.h */
    bool fold_keeps;                       /* PG-7: a folded hand keeps its progressive wager */
    struct controller_documents documents; /* the table plays by these; not known: never compared */
};

#define CONTROLLER_RECEIPT_MAX 80

/* What must outlive a crash of the table: made durable before a message leaves (journal.h). */
struct controller_memory {
    char instance[FLOOR_ID_MAX];
    uint64_t epoch, seq; /* V8: the highest numbers that were acknowledged */
    uint64_t last;       /* number of that event in the log */
    uint8_t ending;      /* enum console_ending: of a round that ended while the link was away */
    uint8_t has_command; /* sent, perhaps, and not answered */
    uint8_t has_refused; /* a copy of a refused command may be on the network */
    uint8_t reserved[5];
    uint64_t refused_claim;               /* the claim that it asked to pay; 0: another command */
    char receipt[CONTROLLER_RECEIPT_MAX]; /* V8: the manager's last word on what it acknowledged */
    struct floor_event command;           /* epoch and table_seq included */
};

/* A claim of the table's round as the manager has it on record. */
struct controller_claim {
    uint64_t claim; /* its number; 0: paid without a key */
    uint8_t award;  /* enum cr_category */
    uint8_t is_pending;
    uint8_t is_held;                   /* PIT-1: a ruling is awaited */
    uint8_t envy_seats;                /* UTH-15: who gets envy, a bit a seat */
    struct cr_money amount, envy;      /* its worth now, 0: not told; envy of each such seat */
    char missing[CONSOLE_MISSING_MAX]; /* PIT-10, PIT-11: what is still to be done; "": nothing */
};

/* A payment as a sign shows it (REG-13). */
struct controller_hit {
    uint64_t seq; /* of the payment; 0: none yet */
    char table[FLOOR_ID_MAX];
    uint8_t seat;
    uint8_t award; /* enum cr_category */
    struct cr_money amount;
};

#define CONTROLLER_ZONE_MAX 48

/* A table as the manager has it on record; sent with the answers to JOIN and HEARTBEAT. */
struct controller_record {
    uint64_t epoch, seq, round;
    uint8_t in_play; /* between COIN IN and GAME OVER */
    uint8_t seats;   /* registered wagers; a bit a seat, CONSOLE_SEAT */
    uint8_t awarded; /* seats with an award in this round */
    uint8_t pending; /* seats whose award is not paid yet */
    uint8_t closed_seats;
    uint8_t folded;          /* PIT-3: seats whose hands are folded */
    uint8_t position;        /* enum console_position: where the key was last turned to */
    uint8_t has_link;        /* the table belongs to a link */
    uint8_t is_open;         /* the link takes wagers */
    char link[FLOOR_ID_MAX]; /* the link's id; "": none, or not said */
    uint8_t is_halted;
    uint8_t is_one_hand;                      /* UTH-16 */
    uint8_t pairs[FLOOR_PAIRS];               /* PIT-9: seats of one patron, a bit a seat */
    char dealer[FLOOR_PERSON_MAX];            /* who signed on; "": nobody */
    char zone[CONTROLLER_ZONE_MAX];           /* PIT-15: "America/Chicago"; "": not said */
    struct controller_claim claims[CR_SEATS]; /* of this round; seat 1 is claims[0] */
    uint8_t meter_count;
    struct cr_money meters[CR_METERS];
    uint8_t link_pending;      /* a jackpot is pending at some table of the link */
    uint8_t link_held;         /* a ruling on such a jackpot is awaited (PIT-1) */
    struct controller_hit hit; /* the newest at any table of the link */
    uint64_t reading_due;      /* PIT-5: event that asked for a reading not yet given; 0: none */
    struct controller_documents documents; /* as they are configured */
    uint32_t lease_ms;
};

/* record.c: makes the record of a table from the state of the floor. */
void record_of(const struct floor *f, uint32_t table, uint32_t lease_ms,
               struct controller_record *out);

enum controller_message_kind { CONTROLLER_JOIN = 1, CONTROLLER_COMMAND, CONTROLLER_HEARTBEAT };

/* A message to the manager. JOIN and COMMAND are events to be stepped; the receiver of a JOIN fills
 * in the event's manager. HEARTBEAT uses the event's table, instance and epoch only. */
struct controller_message {
    uint64_t id; /* its answer carries it */
    uint8_t kind;
    char receipt[CONTROLLER_RECEIPT_MAX];  /* of JOIN; "": none */
    struct controller_documents documents; /* of COMMAND: the table plays by these */
    struct floor_event event;
};

enum controller_answer_kind {
    CONTROLLER_NO_ANSWER = 1, /* nobody was reached, or the answer is unknown */
    CONTROLLER_ACCEPTED,      /* event with JOIN and COMMAND; record with JOIN and HEARTBEAT */
    CONTROLLER_REFUSED        /* code and text */
};

struct controller_answer {
    uint64_t id;
    uint8_t kind;
    char receipt[CONTROLLER_RECEIPT_MAX]; /* "": none came with it */
    struct floor_event event;             /* complete, as it is in the log */
    struct controller_record record;
    struct cr_err why;
};

enum controller_link {
    CONTROLLER_DOWN,     /* has to join */
    CONTROLLER_FENCING,  /* has to join for a new epoch */
    CONTROLLER_SETTLING, /* asks again what was under way when the link was lost */
    CONTROLLER_READING,  /* asks for the record */
    CONTROLLER_DOUBTING, /* a command was refused: asks whether a copy was taken */
    CONTROLLER_UP,
    CONTROLLER_LEFT /* the table has left for good */
};

/* An entry of the queue: a request of the console, or something to put on record. */
struct controller_entry {
    uint8_t kind;       /* enum floor_kind */
    uint8_t is_request; /* the console waits for its answer */
    uint8_t seat, to_seat, award, seats, key, position, fault;
};

#define CONTROLLER_QUEUE      32
#define CONTROLLER_REASON_MAX 200
/* Room for a reason with the name of the person who gave it. */
#define CONTROLLER_REASON_ROOM (CONTROLLER_REASON_MAX + FLOOR_PERSON_MAX + 32)

struct controller {
    struct controller_config config;
    const struct cr_progressive *progressive; /* borrowed; NULL: none */
    struct console console;
    struct controller_memory memory;

    uint8_t link; /* enum controller_link */
    /* The kind (enum floor_kind) of a refused command that the console is told about only after the
     * fence; 0: none. */
    uint8_t unsaid;
    uint64_t next_id;
    uint64_t flight; /* id of the message under way; 0: none */
    uint8_t flight_kind;
    int64_t sent_ms;    /* of the message under way */
    int64_t not_before; /* no message before that */
    int64_t beat_ms;    /* when the next heartbeat is due */
    int64_t lease_until;
    uint32_t lease_ms;

    uint8_t queue_count;
    struct controller_entry queue[CONTROLLER_QUEUE];
    uint8_t told_position; /* enum console_position: on record once the queue is sent */
    uint64_t dropped;      /* records that found no room */

    uint64_t round;                                    /* by the manager's count */
    uint8_t closed_seats;                              /* as the manager has them on record */
    uint64_t claims[CR_SEATS];                         /* numbers of this round's claims; 0: none */
    struct cr_money amounts[CR_SEATS], envy[CR_SEATS]; /* their worth, as last heard */
    uint8_t envy_seats[CR_SEATS];
    uint8_t is_one_hand, pairs[FLOOR_PAIRS]; /* as the record has them */
    char dealer[FLOOR_PERSON_MAX], zone[CONTROLLER_ZONE_MAX];
    char holder[FLOOR_PERSON_MAX];         /* whose key is in the lock */
    char actor[FLOOR_PERSON_MAX];          /* who opens or closes a seat, or signs on or off, now */
    uint8_t live[CR_SEATS];                /* envy: seats with a live hand, if this seat wins */
    uint8_t live_given;                    /* the seats for which `live` was set, a bit a seat */
    char cards[CR_SEATS][CLAIM_CARDS_MAX]; /* the hand of the next claim; "": not known */
    uint8_t meter_count;
    struct cr_money meters[CR_METERS];  /* the link's meters, as the sign shows them */
    char link_id[FLOOR_ID_MAX];         /* the link that the sign shows; "": none */
    uint8_t link_pending;               /* the sign shows PENDING */
    uint8_t link_held;                  /* the sign shows that a ruling is awaited */
    uint8_t knows_hits;                 /* a record's newest hit was seen before */
    uint64_t hit;                       /* the newest hit that is not news any more */
    char canceller[FLOOR_PERSON_MAX];   /* who takes a pending jackpot back */
    struct cr_money cash;               /* amount of the one buy-in or payout in the queue */
    char cash_for[CR_TITLE_MAX];        /* what was offered, or what is paid for */
    char cash_patron[FLOOR_PERSON_MAX]; /* the patron; "": not known to the house */
    char cash_user[FLOOR_PERSON_MAX];   /* who answers for the payout; "": nobody */
    uint64_t reading_due;               /* PIT-5: event that asked for a reading, from the record */
    uint64_t reading_told;              /* the last such event that was answered */
    uint64_t read_coins;                /* counter, of the one reading in the queue */
    bool read_restart;                  /* the counter began anew */
    char read_user[FLOOR_PERSON_MAX];   /* who read it; "": the table itself */
    uint16_t text_len;
    char text[FLOOR_TEXT_MAX];           /* goes with GAME OVER, or with dead hands */
    char reason[CONTROLLER_REASON_ROOM]; /* PIT-7: why a coin goes back or hands are dead */
    char reason_user[FLOOR_PERSON_MAX];  /* who says so; "": nobody is named */
    struct controller_documents wanted;  /* SYS-1: as the record has them */
    struct cr_err why;                   /* the last refusal */
};

/* The results of a call. */
struct controller_output {
    uint8_t count;
    struct console_effect list[6 * CONSOLE_EFFECTS_MAX]; /* for acceptors and people only */
    bool has_event;                                      /* an answer came */
    struct floor_event event;                            /* the event that is now on record */
    bool refused;              /* a command, a record or a join was refused; c->why */
    bool is_pending;           /* sign: a jackpot of the link has become pending (REG-12) */
    bool is_held;              /* sign: a ruling on one is now awaited (PIT-1) */
    bool has_hit;              /* sign: one was paid (REG-13); told once */
    struct controller_hit hit; /* that payment */
};

/* memory: what the last controller of this table left, or NULL. progressive: NULL for a table
 * without one. */
void controller_init(struct controller *c, const struct controller_config *config,
                     const struct cr_progressive *progressive,
                     const struct controller_memory *memory, int64_t now_ms);

/* SYS-1, REG-6: the record has other documents than the table plays by, and no round is being
 * played by the old ones: the console is closed until it is given them. */
bool controller_wants_rules(const struct controller *c);
/* Takes new rules: what config says of them, and the progressive (NULL: none). Everything else
 * about the table stays, its memory and the chips on its acceptors too. */
void controller_take_rules(struct controller *c, const struct controller_config *config,
                           const struct cr_progressive *progressive);

/* Takes what a person or a sensor does: kinds up to CONSOLE_OPEN_SEAT. On failure nothing has
 * changed, except that a lease may have run out before. */
int controller_press(struct controller *c, int64_t now_ms, const struct console_event *e,
                     struct controller_output *out, struct cr_err *err);

/* Tells the controller the time. To be called at least ten times a second. */
void controller_tick(struct controller *c, int64_t now_ms, struct controller_output *out);

/* The message to send now; false when there is none. The caller makes c->memory durable before it
 * sends the message. */
bool controller_message(struct controller *c, int64_t now_ms, struct controller_message *out);

/* Takes an answer. Answers to anything but the message under way are ignored. */
void controller_answer(struct controller *c, int64_t now_ms, const struct controller_answer *answer,
                       struct controller_output *out);

/* ---- For the next commands ---- */

/* UTH-15: the other seats that are entitled to envy if this seat wins. Until it is said: all that
 * are registered. Forgotten when the round is over. */
void controller_set_live(struct controller *c, unsigned seat, uint8_t live);
/* The five cards that the seat's next claim is made of, "As Ks Qs Js Ts", where the table knows
 * them; they stand in the log, on the desk's screen and on the paper. Forgotten with the round. */
void controller_set_cards(struct controller *c, unsigned seat, const char *cards);
/* TAB-6: who takes back the pending jackpot that is cancelled next; it goes into the log. */
void controller_set_canceller(struct controller *c, const char *user);
/* The text that goes with the next GAME OVER or dead round: a document of the round. Cut at
 * FLOOR_TEXT_MAX. */
void controller_set_text(struct controller *c, const char *text, size_t len);
/* PIT-7: why the next coin goes back, or why the hands are dead, and who says so ("": nobody). */
void controller_set_reason(struct controller *c, const char *user, const char *reason);
/* UTH-19: a patron moves to another seat. */
int controller_move_patron(struct controller *c, unsigned seat, unsigned to_seat,
                           struct cr_err *err);
/* PIT-9: those seats, one or two, are one patron's. */
int controller_hold_seats(struct controller *c, uint8_t seats, struct cr_err *err);
/* A dealer signs on at the table, or off. */
int controller_sign(struct controller *c, const char *dealer, bool on, struct cr_err *err);
/* PIT-17: who opens or closes a seat with the next press. Refused while something is on its way. */
int controller_set_actor(struct controller *c, const char *person, struct cr_err *err);
/* UTH-16: refuses when two seats of one patron have chips where one hand is allowed. */
int controller_check_hands(const struct controller *c, struct cr_err *err);
/* UTH-22: a patron buys cheques. tender: what the patron pays with; the floor checks it. */
int controller_buy_in(struct controller *c, unsigned seat, struct cr_money amount,
                      const char *tender, struct cr_err *err);
/* PIT-12, PIT-14: the tray pays a patron. user: who answers for it where the house asks for
 * somebody, or "". */
int controller_pay_out(struct controller *c, unsigned seat, struct cr_money amount,
                       const char *wager, const char *user, struct cr_err *err);
/* PIT-14: who the patron of the next buy-in or payout is; "": not known. Forgotten with it. */
void controller_set_patron(struct controller *c, const char *patron);
/* PIT-5: what the counter of the acceptors shows, and what the console shows of each meter. Not
 * while chips are on their way into the books: the counter has them already. */
int controller_read(struct controller *c, uint64_t coins, bool restart, const char *user,
                    struct cr_err *err);
/* Reads the meters only, for acceptors that do not tell their counter. */
int controller_show(struct controller *c, struct cr_err *err);
/* True when readings were asked for and can be taken now. */
bool controller_wants_reading(const struct controller *c);
int controller_check_reading(const struct controller *c, struct cr_err *err);
/* The table closes for good: between rounds only. c->link is CONTROLLER_LEFT when it is done. */
int controller_leave(struct controller *c, struct cr_err *err);

/* ---- Reading the state ---- */

/* True when no command waits or is under way. */
bool controller_is_idle(const struct controller *c);
