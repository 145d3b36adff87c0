/* The transport to a manager in the same process, for standalone and master tables (SYS-2,
 * SYS-3). */
#include "os/clock.h"
#include "service/controller/transport.h"
#include "table/controller.h"

#include <stdlib.h>
#include <string.h>

struct transport_local {
    struct transport base;
    struct writer *writer;
    struct manager_request request;
};

static int beat(struct transport_local *t, const struct floor_event *e, struct cr_err *err)
{
    bool clash = false;
    writer_lock(t->writer);
    struct manager *m = writer_manager(t->writer);
    const struct manager_sign sign = {e->table, e->instance, "", e->epoch};
    int rc = manager_heartbeat(m, &sign, clock_mono_ms(), &clash, err);
    writer_unlock(t->writer);
    return rc;
}

static int step(struct transport_local *t, const struct controller_message *message,
                struct controller_answer *out)
{
    const struct controller_documents *d = &message->documents;
    t->request.event = message->event;
    t->request.rules[0] = '\0';
    if (d->known)
        manager_rules_text(d->rules, d->progressive, t->request.rules);
    if (message->kind == CONTROLLER_JOIN)
        memcpy(t->request.event.manager, manager_configuration(writer_manager(t->writer))->id,
               FLOOR_ID_MAX);
    writer_call(t->writer, &t->request);
    out->event = t->request.event;
    out->why = t->request.err;
    return t->request.result;
}

static void exchange(struct transport *base, const struct controller_message *message,
                     struct controller_answer *out)
{
    struct transport_local *t = (struct transport_local *)base;
    out->id = message->id;
    out->receipt[0] = '\0'; /* no receipt: the store is the table's own */
    int rc = message->kind == CONTROLLER_HEARTBEAT ? beat(t, &message->event, &out->why)
                                                   : step(t, message, out);
    out->kind = rc == 0 ? CONTROLLER_ACCEPTED : CONTROLLER_REFUSED;
    /* V1: a failed store is no refusal */
    if (rc == CR_E_IO)
        out->kind = CONTROLLER_NO_ANSWER;
    const struct floor *f = writer_lock(t->writer);
    const uint32_t table = floor_find_table(f, message->event.table);
    if (table != FLOOR_NONE)
        record_of(f, table, manager_configuration(writer_manager(t->writer))->lease_ms,
                  &out->record);
    writer_unlock(t->writer);
}

static size_t copy_document(const struct floor *f, uint32_t document, char *out)
{
    const struct floor_document *d = &f->documents[document];
    memcpy(out, d->text, d->text_len);
    out[d->text_len] = '\0';
    return d->text_len;
}

static int rules(struct transport *base, const char *table, struct transport_rules *out,
                 struct cr_err *err)
{
    struct transport_local *t = (struct transport_local *)base;
    int rc = 0;
    memset(out, 0, sizeof(*out));
    const struct floor *f = writer_lock(t->writer);
    const uint32_t found = floor_find_table(f, table);
    if (found == FLOOR_NONE) {
        rc = err_refuse(err, CR_E_NOT_FOUND, REASON_NO_SUCH_TABLE, "table", "there is no \"%s\"",
                        table);
    } else {
        const struct floor_table *of = &f->tables[found];
        if (of->document != FLOOR_NONE)
            out->rules_len = copy_document(f, of->document, out->rules);
        if (of->link != FLOOR_NONE)
            out->progressive_len = copy_document(f, f->links[of->link].document, out->progressive);
    }
    writer_unlock(t->writer);
    return rc;
}

static void release(struct transport *base)
{
    free(base);
}

int transport_local_new(struct writer *writer, struct transport **out, struct cr_err *err)
{
    struct transport_local *t = calloc(1, sizeof(*t));
    if (t == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    t->base = (struct transport){.exchange = exchange, .rules = rules, .free = release};
    t->writer = writer;
    *out = &t->base;
    return 0;
}
