/* Kinds of events as people ask for them. */
#include "floor/event_kinds.h"

#include "base/err.h"

#include <string.h>

_Static_assert(FLOOR_KIND_COUNT <= 64, "kinds are bits of a word");

#define BIT(kind) (UINT64_C(1) << FLOOR_##kind)
static const struct {
    const char *name;
    event_kinds kinds;
} groups[] = {
    {"money", BIT(COIN_IN) | BIT(AWARD_PAID) | BIT(CLAIM_MADE) | BIT(CLAIM_PAID) |
                  BIT(CLAIM_CANCELLED) | BIT(ROUND_DEAD) | BIT(METER_CORRECTED) |
                  BIT(LINK_TRANSFERRED) | BIT(LINK_CONFIGURED) | BIT(ORDER_RULED) | BIT(BUY_IN)},
    {"jackpots", BIT(AWARD_PAID) | BIT(CLAIM_MADE) | BIT(CLAIM_VERIFIED) | BIT(CLAIM_APPROVED) |
                     BIT(CLAIM_COMPLIED) | BIT(CLAIM_METHOD_CHOSEN) | BIT(KEY_TURNED) |
                     BIT(ORDER_RULED) | BIT(CLAIM_PAID) | BIT(CLAIM_CLEARED) |
                     BIT(CLAIM_CANCELLED)},
    {"changes", BIT(MANAGER_STARTED) | BIT(PERSON_ADDED) | BIT(DOCUMENT_ADDED) |
                    BIT(LINK_CONFIGURED) | BIT(TABLE_CONFIGURED) | BIT(THRESHOLD_SET) |
                    BIT(LINK_OPENED) | BIT(LINK_CLOSED) | BIT(METER_CORRECTED) |
                    BIT(LINK_TRANSFERRED) | BIT(SHIFT_OPENED) | BIT(SHIFT_CLOSED) |
                    BIT(PERSON_CHANGED) | BIT(TOKEN_ADDED) | BIT(TOKEN_REVOKED) |
                    BIT(MACHINE_ENROLLED) | BIT(MACHINE_REVOKED)},
    {"trouble", BIT(ALARM_RAISED) | BIT(ALARM_ACKNOWLEDGED) | BIT(TABLE_LOST) | BIT(SEAT_FAULT) |
                    BIT(SEAT_CLOSED) | BIT(ROUND_DEAD) | BIT(DISPUTE_OPENED) |
                    BIT(DISPUTE_DECIDED) | BIT(DISPUTE_ESCALATED) | BIT(PERSON_LOCKED) |
                    BIT(SIGN_IN_REFUSED)},
    {"people", BIT(PERSON_ADDED) | BIT(PERSON_CHANGED) | BIT(CREDENTIAL_SET) | BIT(PERSON_LOCKED) |
                   BIT(SIGNED_IN) | BIT(SIGNED_OUT) | BIT(SIGN_IN_REFUSED)},
};
#define GROUPS (sizeof groups / sizeof *groups)

static event_kinds find_kinds(const char *name, size_t len)
{
    for (size_t i = 0; i < GROUPS; i++)
        if (strlen(groups[i].name) == len && memcmp(groups[i].name, name, len) == 0)
            return groups[i].kinds;
    const unsigned kind = event_kind_find(name, len);
    return kind == FLOOR_NO_KIND ? 0 : UINT64_C(1) << kind;
}

int event_kinds_parse(const char *list, event_kinds *out, struct cr_err *err)
{
    event_kinds kinds = 0;
    for (const char *at = list;; at++) {
        const size_t len = strcspn(at, ",");
        const event_kinds found = find_kinds(at, len);
        if (found == 0)
            return err_set(err, CR_E_INPUT,
                           "no kind of event is called '%.*s'; kinds are such as coin_in, "
                           "claim_paid, table_lost, or money, jackpots, changes, trouble, "
                           "people",
                           (int)(len < 60 ? len : 60), at);
        kinds |= found;
        at += len;
        if (*at == '\0')
            break;
    }
    *out = kinds;
    return CR_OK;
}

void event_kinds_write(event_kinds kinds, struct text *t)
{
    for (size_t i = 0; i < GROUPS; i++) {
        if (groups[i].kinds == kinds) {
            text_add(t, groups[i].name);
            return;
        }
    }
    const char *between = "";
    for (unsigned kind = 1; kind < FLOOR_KIND_COUNT; kind++) {
        if (!(kinds >> kind & 1u))
            continue;
        text_add_format(t, "%s%s", between, event_kind(kind)->name);
        between = ",";
    }
}
