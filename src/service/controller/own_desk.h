/* PIT-18: a table alone has no manager's desk. What people confirm about a jackpot is confirmed at
 * its own console, by the same steps and with the same refusals. */
#pragma once

#include "service/controller/command.h"
#include "service/controller/station.h"

/* Carries out COMMAND_VERIFY, APPROVE, COMPLY, PROCESS or RULE for the claim of a seat, in the name
 * of c->user. */
int own_desk_do(struct station *s, const struct command *c, struct cr_err *err);
/* PIT-11: prints on the terminal what VERIFY confirms next for the claim of a seat, step by step.
 * Prints nothing at a table that is linked to a manager. */
void own_desk_list(struct station *s, unsigned seat);
