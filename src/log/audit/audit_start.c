/* The auditor's checks of a manager's start: which program runs, with which configuration, and
 * which version of the events' meaning it writes (V10). */
#include "log/audit/audit_books.h"

#include <string.h>

/* With this many unanswered alarms the floor may have no room for one more, so that a missing alarm
 * is no fault. */
#define MANY_ALARMS 32

static void keep(char out[AUDIT_HEX + 1], struct audit_part hash)
{
    memset(out, 0, AUDIT_HEX + 1);
    if (hash.len == AUDIT_HEX)
        memcpy(out, hash.at, AUDIT_HEX);
}

/* The hash must be that of the last start when nothing was configured since, and another when
 * something was added. After a change it may be either, because a change can be undone. */
static void check_configuration(struct auditor *a)
{
    const struct audit_part hash = audit_string(&a->text, "configuration");
    const bool first = a->configuration[0] == '\0';
    const bool same = audit_part_is(hash, a->configuration);
    if (hash.len != AUDIT_HEX)
        audit_fault(a, 10, "a manager starts without the hash of its configuration");
    else if (!first && !same && a->added + a->changed == 0)
        audit_fault(a, 10, "another configuration than at the last start, and nobody changed it");
    else if (!first && same && a->added > 0)
        audit_fault(a, 10, "the configuration was changed and has the hash of the last start");
    keep(a->configuration, hash);
    a->added = a->changed = 0;
}

const unsigned auditor_semantics_known = 3;

/* A start states the version of the events' meaning, and the version never goes back. */
static void check_semantics(struct auditor *a)
{
    const uint64_t said = audit_number(&a->text, "semantics");
    if (said > auditor_semantics_known)
        a->unknown_semantics = said;
    else if (said < a->semantics || said == 1)
        audit_fault(a, 4, "the events' meaning goes from version %llu back to %llu",
                    (unsigned long long)a->semantics, (unsigned long long)said);
    else
        a->semantics = said;
}

void audit_manager_started(struct auditor *a)
{
    check_semantics(a);
    const struct audit_part program = audit_string(&a->text, "document");
    const bool other = a->program[0] != '\0' && !audit_part_is(program, a->program);
    a->expect_alarm = other && a->alarm_count == 0 && a->waiting < MANY_ALARMS;
    keep(a->program, program);
    check_configuration(a);
}

void audit_check_started(struct auditor *a)
{
    if (!a->expect_alarm)
        return;
    const bool told = audit_part_is(audit_string(&a->text, "kind"), "alarm_raised") &&
                      audit_part_is(audit_string(&a->text, "item"), "program");
    if (!told)
        audit_fault(a, 10, "the program before this was another one, and no alarm said so");
    a->expect_alarm = false;
}

/* Keeps the list of unanswered alarms about another program. While there is one, the next change of
 * program raises no alarm. */
void audit_program_alarm(struct auditor *a)
{
    if (audit_part_is(audit_string(&a->text, "kind"), "alarm_acknowledged")) {
        for (uint32_t i = 0; i < a->alarm_count; i++)
            if (a->alarms[i] == audit_number(&a->text, "alarm"))
                a->alarms[i] = a->alarms[--a->alarm_count];
        return;
    }
    if (!audit_part_is(audit_string(&a->text, "item"), "program"))
        return;
    audit_remember(a, &a->alarms, &a->alarm_count);
}

void audit_machine_changed(struct auditor *a)
{
    a->changed++;
}
