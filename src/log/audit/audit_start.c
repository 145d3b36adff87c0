/* The auditor on starts: which program, and what was configured (V10). */
#include "log/audit/audit_books.h"

#include <string.h>

/* With so many unanswered alarms a floor may have no room for one more. */
#define MANY_ALARMS 32

static void keep(char out[AUDIT_HEX + 1], struct audit_part hash)
{
    memset(out, 0, AUDIT_HEX + 1);
    if (hash.len == AUDIT_HEX)
        memcpy(out, hash.at, AUDIT_HEX);
}

/* A hash that a change leaves as it was, or that changes by itself, says nothing. What is changed
 * may be changed back; what is added stays. */
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

/* What events mean is said by a start, and never taken back. */
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

/* Those that wait for an answer: while there is one, another change of program is not told. */
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
