/* Steps about the settings of the house and the messages on its signs (PIT-13, PIT-15). */
#include "floor/floor_internal.h"

#include "base/err.h"
#include "floor/house_items.h"

#include <string.h>

int step_house_set(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    char text[FLOOR_TEXT_MAX + 1];
    const unsigned item = house_item_find(e->item);
    if (item == HOUSE_ITEMS)
        return err_invalid(err, "item",
                           "expected one of: name, zone, day start, paper, money, shifts, service, "
                           "compliance, lights, logo");
    memcpy(text, e->text, e->text_len);
    text[e->text_len] = '\0';
    const int rc = e->text_len > 0 ? house_item_check(item, text, err) : 0;
    if (rc != 0)
        return rc;
    struct floor_house *h = f->house;
    char *place = item == HOUSE_LOGO ? h->logo : h->texts[item];
    memset(place, 0, item == HOUSE_LOGO ? sizeof(h->logo) : FLOOR_HOUSE_TEXT_MAX);
    memcpy(place, text, e->text_len);
    h->set = e->seq;
    floor_touch(f, FLOOR_ROW_HOUSE, 0);
    return 0;
}

/* ---- Messages ---- */

static unsigned find_message(const struct floor_messages *m, uint64_t seq)
{
    unsigned i = 0;
    while (i < m->count && m->list[i].seq != seq)
        i++;
    return i;
}

static void drop_message(struct floor_messages *m, unsigned at)
{
    memmove(&m->list[at], &m->list[at + 1], (m->count - 1 - at) * sizeof(m->list[0]));
    memset(&m->list[--m->count], 0, sizeof(m->list[0]));
}

static bool is_over(const struct floor_message *m, int64_t now_ms)
{
    return m->until_ms != 0 && m->until_ms <= now_ms;
}

static int check_message(const struct floor *f, const struct floor_event *e, uint32_t *link,
                         uint32_t *table, struct cr_err *err)
{
    *link = *table = FLOOR_NONE;
    int rc = e->link[0] != '\0' ? floor_need_link(f, e->link, link, err) : 0;
    if (rc == 0 && e->table[0] != '\0')
        rc = floor_need_table(f, e->table, table, err);
    if (rc != 0)
        return rc;
    if (e->link[0] != '\0' && e->table[0] != '\0')
        return err_refuse(err, CR_E_INPUT, REASON_UNWANTED_MEMBER, "table",
                          "a message is for all, for a link or for one table; not for two of them");
    if (e->text_len == 0 && e->message == 0)
        return err_refuse(err, CR_E_INPUT, REASON_MISSING, "text",
                          "missing; say what the signs show, or which message ends");
    if (e->text_len >= FLOOR_MESSAGE_TEXT_MAX)
        return err_invalid(err, "text", "a sign has room for %d bytes", FLOOR_MESSAGE_TEXT_MAX - 1);
    if (e->until_ms != 0 && (e->until_ms <= e->time_ms || e->until_ms <= e->effective_ms))
        return err_refuse(err, CR_E_INPUT, REASON_IN_THE_PAST, "until",
                          "a message ends after it begins, and not in the past");
    if (e->message != 0 && find_message(f->messages, e->message) == f->messages->count)
        return err_refuse(err, CR_E_NOT_FOUND, REASON_NO_SUCH_MESSAGE, "message",
                          "there is no message %llu", (unsigned long long)e->message);
    return 0;
}

static unsigned waiting(const struct floor_messages *m, const struct floor_event *e)
{
    unsigned count = 0;
    for (unsigned i = 0; i < m->count; i++)
        count += !is_over(&m->list[i], e->time_ms) && m->list[i].seq != e->message;
    return count;
}

int step_message_set(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    uint32_t link, table;
    struct floor_messages *m = f->messages;
    const int rc = check_message(f, e, &link, &table, err);
    if (rc != 0)
        return rc;
    if (e->text_len > 0 && waiting(m, e) == FLOOR_MESSAGES)
        return err_refuse(err, CR_E_RANGE, REASON_NO_ROOM, NULL,
                          "there are %d messages already; end one first", FLOOR_MESSAGES);
    for (unsigned i = 0; i < m->count;)
        if (is_over(&m->list[i], e->time_ms) || m->list[i].seq == e->message)
            drop_message(m, i);
        else
            i++;
    if (e->text_len > 0) {
        struct floor_message *added = &m->list[m->count++];
        *added = (struct floor_message){.seq = e->seq,
                                        .from_ms = e->effective_ms,
                                        .until_ms = e->until_ms,
                                        .link = link,
                                        .table = table};
        memcpy(added->text, e->text, e->text_len);
    }
    m->set = e->seq;
    floor_touch(f, FLOOR_ROW_MESSAGES, 0);
    return 0;
}

bool floor_message_is_for(const struct floor *f, const struct floor_message *m, uint32_t table,
                          int64_t now_ms)
{
    if (m->from_ms > now_ms || is_over(m, now_ms))
        return false;
    return (m->table == FLOOR_NONE || m->table == table) &&
           (m->link == FLOOR_NONE || (table != FLOOR_NONE && m->link == f->tables[table].link));
}
