/* The version of what events mean.
 *
 * A log is read for years, and every reader steps its old events again: the step of an event must
 * come to the same bytes for ever (V4). So a step is never changed; it is given a second meaning,
 * and asks which one is in force:
 *
 *     if (floor_semantics(f) >= 2)
 *         ...
 *
 * The version is 1 until a manager's start says otherwise (MANAGER_STARTED, member semantics). It
 * only grows, and only with a start, so that one event says from where on the new meaning holds.
 * docs/upgrading.md has the whole procedure.
 */
#pragma once

#include "floor/floor.h"

/* The highest version that this program knows. A log of a higher one is refused. */
extern const uint16_t floor_semantics_known;

/* The version in force after the last event. */
unsigned floor_semantics(const struct floor *f);

/* Refuses a version that a reader does not know, with what to do about it. known: the highest that
 * it does; writer: the version of the program that wrote it, or "". */
int floor_refuse_semantics(uint64_t semantics, unsigned known, const char *writer,
                           struct cr_err *err);

/* The same for an event's text, before it is decoded: a start of a version that this program does
 * not know may have members that it does not know either. Texts of other kinds pass. */
int floor_check_text_semantics(const char *text, size_t len, struct cr_err *err);

/* Whether the version that a start says may follow the one in force; asked before it is stepped. */
int floor_check_start(const struct floor *f, const struct floor_event *e, struct cr_err *err);
