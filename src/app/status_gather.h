/* The summary of a floor that `croupier status` shows, read from a manager's answer or from a
 * store. */
#pragma once

#include "base/dates.h"
#include "base/text.h"
#include "base/zone.h"
#include "log/replay/stored_floor.h"
#include "service/client/store_address.h"

#define SUMMARY_LINKS  FLOOR_LINKS_MAX
#define SUMMARY_TABLES FLOOR_TABLES_MAX
#define SUMMARY_CLAIMS FLOOR_CLAIMS_MAX
#define SUMMARY_ALARMS FLOOR_ALARMS_MAX
#define SUMMARY_TEXT   240

struct summary_meter {
    char name[CR_NAME_MAX];
    struct cr_money amount;
};

struct summary_link {
    char id[FLOOR_ID_MAX], progressive[CR_NAME_MAX];
    bool open, pending;
    unsigned meter_count;
    struct summary_meter meters[CR_METERS];
};

enum summary_alive { SUMMARY_UNKNOWN, SUMMARY_SILENT, SUMMARY_ALIVE };

struct summary_table {
    char id[FLOOR_ID_MAX], link[FLOOR_ID_MAX], game[CR_TITLE_MAX];
    char mode[16]; /* "in play" or "betting" */
    bool joined;
    enum summary_alive alive;
    uint8_t seats, closed_seats, claimed_seats; /* bit s - 1: seat s */
    uint64_t round, coins;
};

struct summary_claim {
    uint64_t seq;
    char table[FLOOR_ID_MAX], link[FLOOR_ID_MAX], award[CR_NAME_MAX], key[16];
    char state[16]; /* "paid": it only has to be cleared */
    uint8_t seat;
    struct cr_money amount;
    char missing[SUMMARY_TEXT]; /* "" when it can be paid */
};

struct summary_alarm {
    uint64_t seq;
    char item[CR_NAME_MAX], table[FLOOR_ID_MAX];
    bool halts;
    char text[SUMMARY_TEXT]; /* "" when not looked up */
};

struct summary {
    bool of_manager; /* read from a manager, not from a store */
    char address[ADDRESS_TEXT_MAX];
    char manager[FLOOR_ID_MAX], version[CR_NAME_MAX];
    uint64_t seq, time_ms;
    bool halted;
    char shift[CR_TITLE_MAX]; /* "" when none is open */
    unsigned link_count, table_count, claim_count, alarm_count, dispute_count;
    unsigned tables_left_out;
    struct summary_link links[SUMMARY_LINKS];
    struct summary_table tables[SUMMARY_TABLES];
    struct summary_claim claims[SUMMARY_CLAIMS];
    struct summary_alarm alarms[SUMMARY_ALARMS];
};

/* Reads the answer to GET /api/v1/floor. *out is undefined on failure. */
int summary_read_json(const char *text, size_t len, struct summary *out, struct cr_err *err);
int summary_read_floor(const struct stored_floor *f, struct summary *out, struct cr_err *err);

/* Writes the summary as JSON, in the same form for a manager and a store. */
void summary_write_json(const struct summary *g, struct text *out);

/* ---- status_page.c: as lines for people ---- */

#define SUMMARY_PAGE_HEAD 2 /* lines of the page that stay when it is scrolled */
#define SUMMARY_PAGE_MAX  (16u * 1024 * 1024)

/* Writes the summary as a page with styles (styled_text.h). */
void summary_page_write(const struct summary *g, unsigned width, const struct zone *zone,
                        struct text *out);
