/* Steps about a table's place on the floor: configured, joined, lost; its seats and its key (SYS-1,
 * TAB-3, UTH-19). */
#include "floor/floor_internal.h"

#include "base/err.h"
#include "base/text.h"

#include <string.h>

static int check_table(const struct floor *f, const struct floor_event *e, uint32_t table,
                       uint32_t link, uint32_t document, struct cr_err *err)
{
    if (e->link[0] != '\0' && link == FLOOR_NONE)
        return err_refuse(err, CR_E_NOT_FOUND, REASON_NO_SUCH_LINK, "link", "there is no \"%s\"",
                          e->link);
    const bool has_document = !event_hash_is_empty(e->document);
    if (has_document && (document == FLOOR_NONE || f->documents[document].is_progressive))
        return err_refuse(err, CR_E_INPUT, REASON_NO_SUCH_DOCUMENT, "document",
                          "no house rules of this floor have that hash; "
                          "add the document first");
    if (!has_document && !e->is_live)
        return err_refuse(err, CR_E_INPUT, REASON_MISSING, "document",
                          "a table that deals needs house rules");
    if (table == FLOOR_NONE && f->table_count >= f->limits.tables)
        return floor_refuse_full(f->limits.tables, "tables", "", err);
    /* REG-6: a round, and a jackpot that keeps it open, is finished by the rules it began with. */
    if (table != FLOOR_NONE && f->plays[table].mode != FLOOR_BETTING)
        return err_refuse(err, CR_E_STATE, REASON_TABLE_IN_PLAY, NULL,
                          "table %s is in play; wait for GAME OVER", e->table);
    return 0;
}

int step_table_configured(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    uint32_t table = floor_find_table(f, e->table);
    const uint32_t link = e->link[0] != '\0' ? floor_find_link(f, e->link) : FLOOR_NONE;
    const uint32_t document = floor_find_document(f, e->document);
    int rc = check_table(f, e, table, link, document, err);
    if (rc != 0)
        return rc;
    if (table == FLOOR_NONE) {
        table = f->table_count++;
        memcpy(f->tables[table].id, e->table, FLOOR_ID_MAX);
        floor_index_table(f, table);
        floor_touch_play(f, table);
    }
    struct floor_table *t = &f->tables[table];
    memcpy(t->item, e->item, sizeof(t->item));
    t->link = link;
    t->document = document;
    t->is_live = e->is_live;
    e->prev = t->configured;
    t->configured = e->seq;
    floor_touch(f, FLOOR_ROW_TABLE, table);
    return 0;
}

bool floor_is_behind(const struct floor *f, const struct floor_event *joined)
{
    uint32_t table = floor_find_table(f, joined->table);
    if (table == FLOOR_NONE)
        return joined->acked_epoch > 0;
    const struct floor_play *play = &f->plays[table];
    if (f->tables[table].forgiven)
        return false;
    return joined->acked_epoch > play->epoch ||
           (joined->acked_epoch == play->epoch && joined->acked_seq > play->seq);
}

/* A table that kept its memory goes on in its epoch. One that lost it begins a new one, and so does
 * one that asks for it (a fence: copies of what it said before do not count any more). */
int step_table_joined(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    uint32_t table;
    int rc = floor_need_table(f, e->table, &table, err);
    if (rc != 0)
        return rc;
    if (floor_is_behind(f, e))
        return err_refuse(
            err, CR_E_STATE, REASON_OLDER_STATE, NULL,
            "table %s was acknowledged up to %llu of epoch %llu, this store has less: "
            "it was put back to an older state; restore the newer one",
            e->table, (unsigned long long)e->acked_seq, (unsigned long long)e->acked_epoch);
    struct floor_table *t = &f->tables[table];
    struct floor_play *play = &f->plays[table];
    if (play->epoch == 0 || e->acked_epoch != play->epoch || e->fence || t->forgiven) {
        /* The new epoch is above the one that the table remembers, too, so that no number is used
         * twice. */
        const uint64_t last = e->acked_epoch > play->epoch ? e->acked_epoch : play->epoch;
        if (last >= EVENT_COUNT_MAX)
            return err_refuse(err, CR_E_RANGE, REASON_INVALID_VALUE, "acked_epoch",
                              "there is no epoch after %llu", (unsigned long long)EVENT_COUNT_MAX);
        play->epoch = last + 1;
        play->seq = 0;
    }
    t->forgiven = 0;
    memcpy(t->instance, e->instance, FLOOR_ID_MAX);
    memcpy(t->manager, e->manager, FLOOR_ID_MAX);
    t->joined = 1;
    t->lost = 0;
    e->epoch = play->epoch;
    e->prev = play->last;
    play->last = e->seq;
    floor_touch(f, FLOOR_ROW_TABLE, table);
    floor_touch_play(f, table);
    return 0;
}

int step_table_lost(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    uint32_t table;
    int rc = floor_need_table(f, e->table, &table, err);
    if (rc != 0)
        return rc;
    struct floor_table *t = &f->tables[table];
    if (!t->joined || strcmp(t->manager, e->manager) != 0 || f->plays[table].epoch != e->epoch)
        return err_refuse(err, CR_E_STATE, REASON_OTHER_MANAGER, NULL,
                          "table %s is with another manager by now", e->table);
    t->joined = 0;
    t->lost = 1;
    floor_hold_claims(f, table);
    floor_touch(f, FLOOR_ROW_TABLE, table);
    return 0;
}

int step_table_left(struct floor *f, struct floor_event *e, uint32_t table, struct cr_err *err)
{
    if (f->plays[table].mode != FLOOR_BETTING)
        return err_refuse(err, CR_E_STATE, REASON_TABLE_IN_PLAY, NULL,
                          "table %s is in play; GAME OVER comes first", e->table);
    f->tables[table].joined = 0;
    floor_touch(f, FLOOR_ROW_TABLE, table);
    return 0;
}

/* PIT-10: only people of the roles that the house names turn a key which another person has handed
 * to the table. */
int floor_check_turner(const struct floor *f, uint32_t table, const char *user, struct cr_err *err)
{
    static const char *const roles[] = {"dealer", "supervisor", "cage", "manager"};
    const uint32_t link = f->tables[table].link;
    const struct floor_person *p = floor_person_find(f, user);
    const uint8_t turners = link != FLOOR_NONE ? floor_progressive(f, link)->key_turners : 0;
    char names[64];
    struct text allowed = text_in(names, sizeof(names));
    for (unsigned i = 0; i < sizeof(roles) / sizeof(roles[0]); i++) {
        if ((turners & 1u << i) == 0)
            continue;
        if (p != NULL && strcmp(p->role, roles[i]) == 0)
            return 0;
        text_add_format(&allowed, "%s%s", allowed.len > 0 ? ", " : ": ", roles[i]);
    }
    return err_refuse(err, CR_E_STATE, REASON_NO_RIGHT, "user",
                      "%s is not one of those who turn a key in this house%s", user, names);
}

/* TAB-3: key 008 turns to JPL, key 009 to JPH; both to R. */
int step_key_turned(struct floor *f, struct floor_event *e, uint32_t table, struct cr_err *err)
{
    if ((e->position == FLOOR_KEY_JPL && e->key != CR_KEY_LOW) ||
        (e->position == FLOOR_KEY_JPH && e->key != CR_KEY_HIGH))
        return err_invalid(err, "position", "key 008 turns to JPL only, key 009 to JPH only");
    int rc = e->person[0] != '\0' ? floor_check_turner(f, table, e->user, err) : 0;
    if (rc != 0)
        return rc;
    struct floor_play *play = &f->plays[table];
    if ((play->position == FLOOR_KEY_JPL || play->position == FLOOR_KEY_JPH) && play->key != e->key)
        return err_refuse(err, CR_E_STATE, REASON_WRONG_KEY_POSITION, "key",
                          "the other key is turned; turn it back to R first");
    play->key = e->key;
    play->position = e->position;
    return 0;
}

/* ---- Seats (UTH-19) ---- */

int step_seat_fault(struct floor *f, struct floor_event *e, uint32_t table, struct cr_err *err)
{
    /* A report: the log has it, and nothing else changes. */
    (void)f, (void)e, (void)table, (void)err;
    return 0;
}

static int switch_seat(struct floor *f, struct floor_event *e, uint32_t table, bool close,
                       struct cr_err *err)
{
    struct floor_table *t = &f->tables[table];
    const uint8_t bit = floor_seat_bit(e->seat);
    if (((t->closed_seats & bit) != 0) == close)
        return err_refuse(err, CR_E_STATE, REASON_ALREADY_THERE, NULL,
                          "seat %u of table %s is %s already", e->seat, e->table,
                          close ? "closed" : "open");
    t->closed_seats = (uint8_t)(close ? t->closed_seats | bit : t->closed_seats & ~bit);
    floor_touch(f, FLOOR_ROW_TABLE, table);
    return 0;
}

int step_seat_closed(struct floor *f, struct floor_event *e, uint32_t table, struct cr_err *err)
{
    return switch_seat(f, e, table, true, err);
}

int step_seat_opened(struct floor *f, struct floor_event *e, uint32_t table, struct cr_err *err)
{
    return switch_seat(f, e, table, false, err);
}

int step_patron_moved(struct floor *f, struct floor_event *e, uint32_t table, struct cr_err *err)
{
    if (f->plays[table].mode != FLOOR_BETTING)
        return err_refuse(err, CR_E_STATE, REASON_TABLE_IN_PLAY, NULL,
                          "a patron moves between rounds");
    if (e->seat == e->to_seat || (f->tables[table].closed_seats & floor_seat_bit(e->to_seat)) != 0)
        return err_invalid(err, "to_seat", "seat %u is %s", e->to_seat,
                           e->seat == e->to_seat ? "where the patron sits" : "closed");
    floor_move_patron(&f->plays[table], e->seat, e->to_seat);
    return 0;
}
