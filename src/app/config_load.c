/* The versions of a floor's configuration, from a store or from a running manager. */
#include "app/config_load.h"

#include "base/err.h"
#include "base/list.h"
#include "service/client/ask_manager.h"
#include "service/client/log_source.h"

#include <stdlib.h>
#include <string.h>

struct loading {
    struct configuration *c;
    struct cr_err *err;
};

static int take(void *context, uint64_t seq, const char *text, size_t len)
{
    struct loading *l = context;
    return configuration_take(l->c, seq, text, len, l->err);
}

static int from_store(const char *address, struct configuration *c, struct cr_err *err)
{
    struct loading l = {c, err};
    struct log_source *source = NULL;
    uint64_t head = 0;
    int rc = log_source_open(address, NULL, &source, err);
    if (rc == CR_OK)
        rc = log_source_head(source, &head, err);
    if (rc == CR_OK)
        rc = log_source_read(source, 1, head, take, &l, err);
    log_source_close(source);
    return rc;
}

/* ---- A manager is asked kind by kind: what it plays meanwhile is the most of its log ---- */

struct kept {
    uint64_t seq;
    char *text;
    size_t len;
};

struct pile {
    struct kept *all;
    size_t count, room;
    struct cr_err *err;
};

static int keep(void *context, uint64_t seq, const char *text, size_t len)
{
    struct pile *p = context;
    if (!list_grow(&p->all, &p->room, p->count, sizeof *p->all))
        return err_set(p->err, CR_E_IO, "out of memory");
    char *copy = malloc(len);
    if (!copy)
        return err_set(p->err, CR_E_IO, "out of memory");
    memcpy(copy, text, len);
    p->all[p->count++] = (struct kept){seq, copy, len};
    return 0;
}

static int by_seq(const void *a, const void *b)
{
    const struct kept *x = a, *y = b;
    return (x->seq > y->seq) - (x->seq < y->seq);
}

static int from_manager(const char *urls, struct configuration *c, struct cr_err *err)
{
    struct ask_manager *manager = NULL;
    struct pile p = {.err = err};
    int rc = ask_manager_open(urls, &manager, err);
    for (unsigned i = 0; rc == CR_OK && configuration_kinds[i]; i++)
        rc = ask_manager_log_kind(manager, configuration_kinds[i], keep, &p, err);
    if (p.count > 0)
        qsort(p.all, p.count, sizeof *p.all, by_seq);
    for (size_t i = 0; i < p.count; i++) {
        if (rc == CR_OK)
            rc = configuration_take(c, p.all[i].seq, p.all[i].text, p.all[i].len, err);
        free(p.all[i].text);
    }
    free(p.all);
    ask_manager_close(manager);
    return rc;
}

int config_load(const char *store, const char *manager, struct configuration **out,
                struct cr_err *err)
{
    struct configuration *c = configuration_new();
    if (!c)
        return err_set(err, CR_E_IO, "out of memory");
    int rc = store ? from_store(store, c, err) : from_manager(manager, c, err);
    if (rc == CR_OK)
        *out = c;
    else
        configuration_free(c);
    return rc;
}
