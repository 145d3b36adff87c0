/* The settings of the house: its name, its time, its shifts, its papers. Each is a text that two
 * people set (house_set). As they are in the log, every machine that reads it has the same gaming
 * days and prints the same papers. */
#pragma once

#include "base/money_style.h"
#include "base/zone.h"
#include "floor/floor.h"

/* The item's name in the log, such as "day start"; NULL past the last. */
const char *house_item_word(unsigned item);
/* HOUSE_ITEMS when no item has that word. */
unsigned house_item_find(const char *word);
/* Whether a text can be that item; the fault says how it is written. */
int house_item_check(unsigned item, const char *text, struct cr_err *err);
/* The text that people set, or the default; may be "". */
const char *house_item(const struct floor *f, enum floor_house_item item);

/* PIT-15: the zone of the house; UTC until one is set. Its name is as people know it,
 * "America/Chicago". */
struct zone house_zone(const struct floor *f);
const char *house_zone_name(const struct floor *f, char out[FLOOR_HOUSE_TEXT_MAX]);
/* … and its rule, "CST6CDT,M3.2.0,M11.1.0". */
const char *house_zone_rule(const struct floor *f);
/* The gaming day at that moment: "2026-11-15". From version 3 on a day begins once, also when the
 * clocks are set back over its start. */
void house_gaming_day(const struct floor *f, int64_t ms, char out[CR_NAME_MAX]);
/* The gaming day of what happens now. From version 3 on it is never before the day in which the
 * shift began, which another zone or another start of the day could make it. */
void house_gaming_day_now(const struct floor *f, int64_t now_ms, char out[CR_NAME_MAX]);

/* Copies the i-th entry of a list with commas between, without outer blanks; false past the
 * last. */
bool house_list_item(const char *list, unsigned i, char *out, size_t size);
/* PIT-6: the shift that follows one of the house's list; the first follows the last. false when the
 * house has no list or the name is not in it. */
bool house_next_shift(const struct floor *f, const char *name, char out[CR_TITLE_MAX]);

/* How the house writes money. */
struct money_style house_money(const struct floor *f);
