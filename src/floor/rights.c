/* The table of roles and rights, and which right each kind of event takes. */
#include "floor/rights.h"

#include "base/check.h"
#include "base/text.h"
#include "floor/event.h"

#include <string.h>

#define BIT(right) (1u << (right))

static const char *const right_names[RIGHT_COUNT] = {"none",    "look",    "books", "claim",
                                                     "approve", "house",   "set",   "cosign",
                                                     "key",     "metrics", "table"};

static const struct {
    const char *name;
    unsigned rights;
} roles[] = {
    {"dealer", BIT(RIGHT_LOOK)},
    {"supervisor", BIT(RIGHT_LOOK) | BIT(RIGHT_BOOKS) | BIT(RIGHT_CLAIM) | BIT(RIGHT_APPROVE) |
                       BIT(RIGHT_HOUSE) | BIT(RIGHT_COSIGN) | BIT(RIGHT_KEY)},
    {"cage",
     BIT(RIGHT_LOOK) | BIT(RIGHT_BOOKS) | BIT(RIGHT_CLAIM) | BIT(RIGHT_APPROVE) | BIT(RIGHT_KEY)},
    {"surveillance", BIT(RIGHT_LOOK) | BIT(RIGHT_BOOKS) | BIT(RIGHT_APPROVE) | BIT(RIGHT_COSIGN)},
    {"accounting", BIT(RIGHT_LOOK) | BIT(RIGHT_BOOKS) | BIT(RIGHT_COSIGN)},
    {"manager", BIT(RIGHT_LOOK) | BIT(RIGHT_BOOKS) | BIT(RIGHT_CLAIM) | BIT(RIGHT_APPROVE) |
                    BIT(RIGHT_HOUSE) | BIT(RIGHT_SET) | BIT(RIGHT_COSIGN) | BIT(RIGHT_KEY) |
                    BIT(RIGHT_METRICS)},
    {"auditor", BIT(RIGHT_LOOK) | BIT(RIGHT_BOOKS) | BIT(RIGHT_METRICS)},
    {"service", BIT(RIGHT_LOOK) | BIT(RIGHT_METRICS)},
};
#define ROLES (sizeof(roles) / sizeof(roles[0]))

/* Of the user; where a table may act without one, of the user it names. */
static const struct {
    enum floor_right right;
    const char *doing;
} kinds[FLOOR_KIND_COUNT] = {
    [FLOOR_MANAGER_STARTED] = {RIGHT_NONE, "starting a manager"},
    [FLOOR_PERSON_ADDED] = {RIGHT_SET, "adding a person"},
    [FLOOR_DOCUMENT_ADDED] = {RIGHT_SET, "adding a document"},
    [FLOOR_LINK_CONFIGURED] = {RIGHT_SET, "configuring a link"},
    [FLOOR_TABLE_CONFIGURED] = {RIGHT_SET, "configuring a table"},
    [FLOOR_THRESHOLD_SET] = {RIGHT_SET, "setting a threshold"},
    [FLOOR_LINK_OPENED] = {RIGHT_HOUSE, "opening a link"},
    [FLOOR_LINK_CLOSED] = {RIGHT_HOUSE, "closing a link"},
    [FLOOR_METER_CORRECTED] = {RIGHT_SET, "correcting a meter"},
    [FLOOR_LINK_TRANSFERRED] = {RIGHT_SET, "transferring meters"},
    [FLOOR_SHIFT_OPENED] = {RIGHT_HOUSE, "opening a shift"},
    [FLOOR_SHIFT_CLOSED] = {RIGHT_HOUSE, "closing a shift"},
    [FLOOR_ALARM_RAISED] = {RIGHT_NONE, "raising an alarm"},
    [FLOOR_ALARM_ACKNOWLEDGED] = {RIGHT_HOUSE, "acknowledging an alarm"},
    [FLOOR_TABLE_LOST] = {RIGHT_NONE, "giving a table up"},
    [FLOOR_TABLE_JOINED] = {RIGHT_TABLE, "joining"},
    [FLOOR_COIN_IN] = {RIGHT_TABLE, "coin in"},
    [FLOOR_GAME_OVER] = {RIGHT_TABLE, "ending a round"},
    [FLOOR_AWARD_PAID] = {RIGHT_TABLE, "paying an award"},
    [FLOOR_CLAIM_MADE] = {RIGHT_TABLE, "claiming a jackpot"},
    [FLOOR_KEY_TURNED] = {RIGHT_KEY, "turning a key"},
    [FLOOR_CLAIM_PAID] = {RIGHT_TABLE, "paying a claim"},
    [FLOOR_ROUND_DEAD] = {RIGHT_TABLE, "calling a round dead"},
    [FLOOR_SEAT_FAULT] = {RIGHT_TABLE, "reporting a fault"},
    [FLOOR_SEAT_CLOSED] = {RIGHT_LOOK, "closing a seat"},
    [FLOOR_SEAT_OPENED] = {RIGHT_LOOK, "opening a seat"},
    [FLOOR_PATRON_MOVED] = {RIGHT_LOOK, "moving a patron"},
    [FLOOR_BUY_IN] = {RIGHT_TABLE, "a buy-in"},
    [FLOOR_TABLE_LEFT] = {RIGHT_TABLE, "leaving"},
    [FLOOR_CLAIM_CANCELLED] = {RIGHT_CLAIM, "cancelling a claim"},
    [FLOOR_CLAIM_VERIFIED] = {RIGHT_CLAIM, "verifying a claim"},
    [FLOOR_CLAIM_APPROVED] = {RIGHT_APPROVE, "approving a claim"},
    [FLOOR_CLAIM_COMPLIED] = {RIGHT_CLAIM, "confirming a compliance check"},
    [FLOOR_CLAIM_METHOD_CHOSEN] = {RIGHT_CLAIM, "choosing how a claim is paid"},
    [FLOOR_ORDER_RULED] = {RIGHT_HOUSE, "ruling on the order of claims"},
    [FLOOR_CLAIM_CLEARED] = {RIGHT_CLAIM, "clearing a claim"},
    [FLOOR_DISPUTE_OPENED] = {RIGHT_HOUSE, "opening a dispute"},
    [FLOOR_DISPUTE_DECIDED] = {RIGHT_HOUSE, "deciding a dispute"},
    [FLOOR_DISPUTE_ESCALATED] = {RIGHT_HOUSE, "escalating a dispute"},
    [FLOOR_PERSON_CHANGED] = {RIGHT_SET, "changing a person"},
    [FLOOR_CREDENTIAL_SET] = {RIGHT_SET, "inviting a person"},
    [FLOOR_PERSON_LOCKED] = {RIGHT_NONE, "locking a person"},
    [FLOOR_SIGNED_IN] = {RIGHT_NONE, "signing in"},
    [FLOOR_SIGNED_OUT] = {RIGHT_NONE, "signing out"},
    [FLOOR_SIGN_IN_REFUSED] = {RIGHT_NONE, "refusing a sign-in"},
    [FLOOR_TOKEN_ADDED] = {RIGHT_SET, "adding a token"},
    [FLOOR_TOKEN_REVOKED] = {RIGHT_SET, "revoking a token"},
    [FLOOR_MACHINE_ENROLLED] = {RIGHT_SET, "enrolling a machine"},
    [FLOOR_MACHINE_REVOKED] = {RIGHT_SET, "revoking a machine"},
};

const char *right_name(enum floor_right right)
{
    CHECK(right < RIGHT_COUNT);
    return right_names[right];
}

const char *role_name(unsigned i)
{
    return i < ROLES ? roles[i].name : NULL;
}

static size_t find_role(const char *role)
{
    size_t i = 0;
    while (i < ROLES && strcmp(roles[i].name, role) != 0)
        i++;
    return i;
}

bool role_is_known(const char *role)
{
    return find_role(role) < ROLES;
}

bool role_may(const char *role, enum floor_right right)
{
    const size_t i = find_role(role);
    return i < ROLES && (roles[i].rights & BIT(right)) != 0;
}

void role_list(enum floor_right right, char *out, size_t size)
{
    struct text t;
    unsigned left = 0;
    text_init(&t, out, size);
    for (size_t i = 0; i < ROLES; i++)
        left += (roles[i].rights & BIT(right)) != 0;
    for (size_t i = 0, n = 0; i < ROLES; i++) {
        if ((roles[i].rights & BIT(right)) == 0)
            continue;
        text_add(&t, n == 0 ? "" : --left > 1 ? ", " : " or ");
        text_add(&t, roles[i].name);
        n++;
    }
}

enum floor_right floor_kind_right(unsigned kind)
{
    CHECK(kind > FLOOR_NO_KIND && kind < FLOOR_KIND_COUNT);
    return kinds[kind].right;
}

const char *floor_kind_doing(unsigned kind)
{
    CHECK(kind > FLOOR_NO_KIND && kind < FLOOR_KIND_COUNT);
    return kinds[kind].doing;
}
