/* Commands of plain mode: one line each, carried out on a session. */
#pragma once

#include "app/play/play_session.h"
#include "base/text.h"

enum command_result {
    COMMAND_DONE,
    COMMAND_REFUSED, /* the fault says why; nothing has changed */
    COMMAND_RULES,   /* shows the rules in force */
    COMMAND_VALUES   /* shows what each action is worth */
};

/* "deal", "ante 10", "trips off", "seat 2 ante 10", "4x", "check", "bet 10", "?", "rules", "quit".
 * An empty line deals. */
enum command_result command_obey(struct session *s, const char *line, struct cr_err *err);

/* What can be said now: "check, 3x 15.00, 4x 20.00, ? (values), rules, quit". */
void command_list(const struct session *s, bool has_values, struct text *out);
