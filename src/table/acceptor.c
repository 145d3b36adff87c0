/* One seat's coin acceptor: which events are possible, and what each does to its chips. */
#include "table/acceptor.h"

#include "base/check.h"
#include "base/err.h"

static const char *const state_names[ACCEPTOR_STATES] = {
    [ACCEPTOR_OFF] = "off",         [ACCEPTOR_IDLE] = "idle",
    [ACCEPTOR_PLACED] = "placed",   [ACCEPTOR_DROPPING] = "dropping",
    [ACCEPTOR_COUNTED] = "counted", [ACCEPTOR_REGISTERED] = "registered",
    [ACCEPTOR_JAM] = "jam",         [ACCEPTOR_NOT_REGISTERED] = "not registered",
    [ACCEPTOR_CLOSED] = "closed",
};

enum acceptor_state acceptor_state(const struct acceptor *a)
{
    if (a->registered)
        return ACCEPTOR_REGISTERED;
    if (a->counted)
        return ACCEPTOR_COUNTED;
    if (a->closed || a->fault == ACCEPTOR_FAILED)
        return ACCEPTOR_CLOSED;
    if (a->fault == ACCEPTOR_JAMMED)
        return ACCEPTOR_JAM;
    if (a->fault == ACCEPTOR_MISCOUNTED)
        return ACCEPTOR_NOT_REGISTERED;
    if (a->dropping)
        return ACCEPTOR_DROPPING;
    if (!a->open)
        return ACCEPTOR_OFF;
    return a->coins > 0 ? ACCEPTOR_PLACED : ACCEPTOR_IDLE;
}

const char *acceptor_state_name(enum acceptor_state state)
{
    CHECK(state < ACCEPTOR_STATES);
    return state_names[state];
}

bool acceptor_balances(const struct acceptor *a)
{
    return a->placed + a->restored == a->taken + a->returned + a->collected + a->coins;
}

/* ---- Which events are possible ---- */

static int refuse(struct cr_err *err, const char *why)
{
    return err_set(err, CR_E_STATE, "%s", why);
}

/* A jammed or failed sensor is believed only when it says that it is well again. */
static int check_trusted(const struct acceptor *a, struct cr_err *err)
{
    if (a->fault == ACCEPTOR_JAMMED)
        return refuse(err, "the acceptor is jammed; clear the jam first");
    if (a->fault == ACCEPTOR_FAILED)
        return refuse(err, "the sensor has failed; have it repaired first");
    return CR_OK;
}

static int check_chip(const struct acceptor *a, enum acceptor_event e, struct cr_err *err)
{
    int rc = check_trusted(a, err);
    if (rc != CR_OK)
        return rc;
    if (e == ACCEPTOR_EV_PLACED && a->coins == ACCEPTOR_COINS_MAX)
        return refuse(err, "a second chip waits there already; hand the third one back");
    if (e == ACCEPTOR_EV_REMOVED && a->coins == 0)
        return refuse(err, "a chip was taken where none lay; check the sensor");
    return CR_OK;
}

/* A chip that fell without an order is gone all the same, so the report is accepted. */
static int check_dropped(const struct acceptor *a, struct cr_err *err)
{
    int rc = check_trusted(a, err);
    if (rc == CR_OK && !a->dropping && a->coins == 0)
        return refuse(err, "a chip was dropped where none lay; check the sensor");
    return rc;
}

static int check_sensor(const struct acceptor *a, enum acceptor_event e, struct cr_err *err)
{
    switch (e) {
    case ACCEPTOR_EV_PLACED:
    case ACCEPTOR_EV_REMOVED:
        return check_chip(a, e, err);
    case ACCEPTOR_EV_DROPPED:
        return check_dropped(a, err);
    case ACCEPTOR_EV_NOTCOUNTED:
        return a->dropping ? CR_OK : refuse(err, "no drop was under way; check the sensor");
    case ACCEPTOR_EV_JAM:
        return check_trusted(a, err);
    case ACCEPTOR_EV_CLEAR:
        return a->fault == ACCEPTOR_JAMMED ? CR_OK : refuse(err, "it was not jammed");
    case ACCEPTOR_EV_FAULT:
        return a->fault != ACCEPTOR_FAILED ? CR_OK : refuse(err, "it is known to have failed");
    case ACCEPTOR_EV_OK:
        return a->fault == ACCEPTOR_FAILED ? CR_OK : refuse(err, "it had not failed");
    default:
        return CR_OK;
    }
}

int acceptor_check(const struct acceptor *a, enum acceptor_event e, struct cr_err *err)
{
    switch (e) {
    case ACCEPTOR_EV_OPEN:
        return a->counted ? refuse(err, "a counted chip is still without an answer") : CR_OK;
    case ACCEPTOR_EV_LOCK:
        return a->open ? CR_OK : refuse(err, "betting is closed already");
    case ACCEPTOR_EV_SHUT:
    case ACCEPTOR_EV_REGISTER:
        return CR_OK;
    case ACCEPTOR_EV_RETURN:
        return a->counted || a->registered ? CR_OK : refuse(err, "there is no wager to hand back");
    case ACCEPTOR_EV_CLOSE:
        if (a->closed)
            return refuse(err, "it is closed already");
        return a->dropping ? refuse(err, "a drop is under way; close it afterwards") : CR_OK;
    case ACCEPTOR_EV_REOPEN:
        return a->closed ? CR_OK : refuse(err, "nobody closed it");
    default:
        CHECK(e < ACCEPTOR_EVENTS);
        return check_sensor(a, e, err);
    }
}

/* ---- Applying events ---- */

/* The slot counts as empty: chips that lie there are handed back, or reported anew. */
static unsigned empty_slot(struct acceptor *a)
{
    unsigned coins = a->coins;
    a->returned += coins;
    a->coins = 0;
    a->dropping = false;
    return coins;
}

static unsigned return_wager(struct acceptor *a)
{
    a->counted = a->registered = false;
    a->collected--;
    a->returned++;
    return 1;
}

static void take_chip(struct acceptor *a)
{
    a->coins--;
    a->taken++;
    if (a->coins == 0 && a->fault == ACCEPTOR_MISCOUNTED)
        a->fault = ACCEPTOR_WELL;
}

static unsigned drop_chip(struct acceptor *a)
{
    if (a->coins > 0)
        a->coins--;
    else
        a->placed++; /* it fell, so it lay there */
    if (!a->dropping) {
        a->returned++;
        return 1;
    }
    a->dropping = false;
    a->collected++;
    a->counted = true;
    return 0;
}

/* The chips that lie there will be reported again, as if they had been lifted in between. */
static void begin_anew(struct acceptor *a)
{
    a->taken += a->coins;
    a->coins = 0;
    a->dropping = false;
    a->fault = ACCEPTOR_WELL;
}

static unsigned apply_sensor(struct acceptor *a, enum acceptor_event e)
{
    switch (e) {
    case ACCEPTOR_EV_PLACED:
        a->coins++;
        a->placed++;
        return 0;
    case ACCEPTOR_EV_REMOVED:
        take_chip(a);
        return 0;
    case ACCEPTOR_EV_DROPPED:
        return drop_chip(a);
    case ACCEPTOR_EV_NOTCOUNTED:
        a->dropping = false;
        /* when betting is open again, its round is over and the chip simply lies there */
        if (!a->open && a->coins > 0)
            a->fault = ACCEPTOR_MISCOUNTED;
        return 0;
    case ACCEPTOR_EV_JAM:
        a->dropping = false;
        a->fault = ACCEPTOR_JAMMED;
        return 0;
    case ACCEPTOR_EV_HELLO:
        begin_anew(a);
        return 0;
    default:
        a->fault = e == ACCEPTOR_EV_FAULT ? ACCEPTOR_FAILED : ACCEPTOR_WELL;
        return empty_slot(a);
    }
}

static void register_wager(struct acceptor *a)
{
    if (a->registered)
        return;
    if (!a->counted) {
        a->restored++;
        a->collected++;
    }
    a->counted = false;
    a->registered = true;
}

static unsigned apply(struct acceptor *a, enum acceptor_event e)
{
    switch (e) {
    case ACCEPTOR_EV_OPEN:
        a->open = true;
        a->registered = false;
        if (a->fault == ACCEPTOR_MISCOUNTED)
            a->fault = ACCEPTOR_WELL;
        return 0;
    case ACCEPTOR_EV_LOCK:
        a->open = false;
        if (a->coins > 0 && a->fault == ACCEPTOR_WELL && !a->closed)
            a->dropping = true;
        return 0;
    case ACCEPTOR_EV_SHUT:
        a->open = false;
        return 0;
    case ACCEPTOR_EV_REGISTER:
        register_wager(a);
        return 0;
    case ACCEPTOR_EV_RETURN:
        return return_wager(a);
    case ACCEPTOR_EV_CLOSE:
    case ACCEPTOR_EV_REOPEN:
        a->closed = e == ACCEPTOR_EV_CLOSE;
        return 0;
    default:
        return apply_sensor(a, e);
    }
}

int acceptor_step(struct acceptor *a, enum acceptor_event e, unsigned *given_back,
                  struct cr_err *err)
{
    int rc = acceptor_check(a, e, err);
    if (rc != CR_OK)
        return rc;
    unsigned back = apply(a, e);
    if (given_back)
        *given_back = back;
    return CR_OK;
}
