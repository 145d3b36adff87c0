/* The version of what events mean: which one is in force, and the refusals of others. */
#define _GNU_SOURCE /* memmem */

#include "floor/semantics.h"

#include "base/err.h"

#include <string.h>

const uint16_t floor_semantics_known = 3;

unsigned floor_semantics(const struct floor *f)
{
    return f->general.semantics > 0 ? f->general.semantics : 1;
}

int floor_refuse_semantics(uint64_t semantics, unsigned known, const char *writer,
                           struct cr_err *err)
{
    return err_set(err, CR_E_INPUT,
                   "the log's events have the meaning of version %llu, and this program knows "
                   "versions up to %u; use a croupier that knows it%s%.60s",
                   (unsigned long long)semantics, known,
                   writer[0] != '\0' ? ", such as the one that wrote it: " : "", writer);
}

static int check_semantics(uint64_t semantics, const char *writer, struct cr_err *err)
{
    return semantics <= floor_semantics_known
               ? 0
               : floor_refuse_semantics(semantics, floor_semantics_known, writer, err);
}

/* Copies the value behind a member's name, up to the next quote, comma or brace; "" when the member
 * is not there. Texts escape their quotes, so the name cannot occur within another value. */
static void value_of(const char *text, size_t len, const char *lead, char out[64])
{
    const char *at = memmem(text, len, lead, strlen(lead));
    const char *end = text + len;
    size_t used = 0;
    for (at = at != NULL ? at + strlen(lead) : end;
         at < end && *at != '"' && *at != ',' && *at != '}' && used < 63; at++)
        out[used++] = *at;
    out[used] = '\0';
}

int floor_check_text_semantics(const char *text, size_t len, struct cr_err *err)
{
    char said[64], writer[64];
    uint64_t semantics = 0;
    if (event_text_kind(text, len) != FLOOR_MANAGER_STARTED)
        return 0;
    value_of(text, len, ",\"semantics\":", said);
    value_of(text, len, ",\"item\":\"", writer);
    for (const char *digit = said; *digit >= '0' && *digit <= '9' && semantics < 100000; digit++)
        semantics = 10 * semantics + (uint64_t)(*digit - '0');
    return check_semantics(semantics, writer, err);
}

int floor_check_start(const struct floor *f, const struct floor_event *e, struct cr_err *err)
{
    int rc = check_semantics(e->semantics, e->item, err);
    if (rc != 0)
        return rc;
    if (e->semantics == 1)
        return err_set(err, CR_E_INPUT, "semantics: version 1 is not written down");
    if ((e->semantics > 0 ? e->semantics : 1) < floor_semantics(f))
        return err_set(err, CR_E_STATE,
                       "semantics: the log's events have the meaning of version %u; no manager "
                       "takes them back to version %u",
                       floor_semantics(f), e->semantics > 0 ? (unsigned)e->semantics : 1);
    return 0;
}
