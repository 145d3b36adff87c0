/* The commands of plain mode: carries out one line on a session. */
#pragma once

#include "app/play/play_session.h"
#include "base/text.h"

enum command_result {
    COMMAND_DONE,
    COMMAND_REFUSED, /* err says why; nothing has changed */
    COMMAND_RULES,   /* shows the rules in force */
    COMMAND_VALUES   /* shows what each action is worth */
};

/* "deal", "ante 10", "trips off", "seat 2 ante 10", "4x", "check", "bet 10", "?", "rules", "quit".
 * An empty line deals. */
enum command_result command_obey(struct session *s, const char *line, struct cr_err *err);

/* Writes the commands that are possible now: "check, 3x 15.00, 4x 20.00, ? (values), rules,
 * quit". */
void command_list(const struct session *s, bool has_values, struct text *out);
