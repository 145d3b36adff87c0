/* Reads and writes sets of event kinds as people ask for them. */
#include "floor/event_kinds.h"

#include "base/err.h"

#include <string.h>

_Static_assert(FLOOR_KIND_COUNT <= 128, "kinds are bits of a word");

/* In the order of enum event_group. */
static const char *const groups[] = {"money", "jackpots", "changes", "trouble", "people"};
#define GROUPS (sizeof groups / sizeof *groups)

const char *event_group_name(unsigned i)
{
    return i < GROUPS ? groups[i] : NULL;
}

static event_kinds kinds_of(size_t group)
{
    event_kinds kinds = 0;
    for (unsigned k = FLOOR_NO_KIND + 1; k < FLOOR_KIND_COUNT; k++)
        if (event_kind(k)->groups >> group & 1u)
            kinds |= event_kinds_of(k);
    return kinds;
}

static event_kinds find_kinds(const char *name, size_t len)
{
    for (size_t i = 0; i < GROUPS; i++)
        if (strlen(groups[i]) == len && memcmp(groups[i], name, len) == 0)
            return kinds_of(i);
    const unsigned kind = event_kind_find(name, len);
    return kind == FLOOR_NO_KIND ? 0 : event_kinds_of(kind);
}

int event_kinds_parse(const char *list, event_kinds *out, struct cr_err *err)
{
    event_kinds kinds = 0;
    for (const char *at = list;; at++) {
        const size_t len = strcspn(at, ",");
        const event_kinds found = find_kinds(at, len);
        if (found == 0)
            return err_set(err, CR_E_INPUT,
                           "no kind of event is called '%.*s'; expected kinds, for example "
                           "coin_in or claim_paid, or one of: money, jackpots, changes, "
                           "trouble, people",
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
        if (kinds_of(i) == kinds) {
            text_add(t, groups[i]);
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
