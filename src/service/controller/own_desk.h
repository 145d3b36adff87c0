/* PIT-18: a table alone has no manager's desk; what people confirm about a jackpot is confirmed at
 * its own console, by the same steps and with the same refusals. */
#pragma once

#include "service/controller/command.h"
#include "service/controller/station.h"

/* COMMAND_VERIFY, APPROVE, COMPLY, PROCESS or RULE for the claim of a seat, by c->user. */
int own_desk_do(struct station *s, const struct command *c, struct cr_err *err);
/* PIT-11: what VERIFY confirms next for the claim of a seat, step by step, on the terminal; nothing
 * at a table with a manager. */
void own_desk_list(struct station *s, unsigned seat);
