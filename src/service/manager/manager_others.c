/* What managers of different versions of the program may do together on one store.
 *
 * All of them can read the same events as long as each knows the version of their meaning. So a
 * manager raises that version only when it starts, and only as far as every other live manager
 * knows it. Rows are different: two layouts in one store would be read wrongly, so a manager does
 * not start beside one that writes another layout. docs/upgrading.md tells operators the same. */
#include "floor/semantics.h"
#include "service/manager/manager_internal.h"

/* Identifies this program's layout of rows. The layout also depends on the version of the events'
 * meaning in force, which is the same for all managers, so programs are compared by their layout
 * for version 1. */
static uint32_t own_layout(void)
{
    const uint64_t layout = floor_layout(1);
    return (uint32_t)(layout ^ layout >> 32);
}

struct store_program manager_program(void)
{
    return (struct store_program){.semantics = floor_semantics_known, .layout = own_layout()};
}

struct others {
    unsigned silent, other_layout; /* managers that do not say what they are; with other rows */
    unsigned semantics;            /* the highest version that all of them know */
};

static void look_at_other(void *context, const struct store_program *program)
{
    struct others *o = context;
    const unsigned knows = program->semantics > 0 ? program->semantics : 1;
    o->silent += program->layout == 0;
    o->other_layout += program->layout != 0 && program->layout != own_layout();
    if (knows < o->semantics)
        o->semantics = knows;
}

int manager_check_rows_of_others(struct manager *m, bool rows_fit, struct cr_err *err)
{
    struct others o = {.semantics = floor_semantics_known};
    int rc = store_others(m->store, look_at_other, &o, err);
    if (rc != 0)
        return rc;
    /* A manager that does not say what it writes is accepted only when the rows need not be
     * rebuilt. */
    if (o.other_layout > 0 || (o.silent > 0 && !rows_fit))
        return err_set(err, CR_E_STATE,
                       "another manager of another version runs on this store and writes its rows "
                       "in another layout; stop it first, then start the new version everywhere "
                       "(docs/upgrading.md)");
    return 0;
}

int manager_choose_semantics(struct manager *m, struct floor_event *start, struct cr_err *err)
{
    struct others o = {.semantics = floor_semantics_known};
    int rc = store_others(m->store, look_at_other, &o, err);
    if (rc != 0)
        return rc;
    const unsigned now = floor_semantics(&m->floor);
    const unsigned next = o.semantics > now ? o.semantics : now;
    start->semantics = next > 1 ? next : 0;
    return 0;
}
