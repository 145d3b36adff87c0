/* Managers of two versions of the program on one store: what they may do together.
 *
 * Events are the same for both as long as their meaning is of a version that both know: so a
 * manager raises it only with its start, and only as far as every other manager that is alive can
 * follow. Rows are not: two layouts in one store would be read wrongly, so a manager does not start
 * beside one that writes another layout. docs/upgrading.md tells operators the same. */
#include "floor/semantics.h"
#include "service/manager/manager_internal.h"

/* Rows of one layout differ with the meaning in force, which all managers share; what distinguishes
 * programs is the layout that they have for version 1. */
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
    unsigned silent, other_layout; /* how many do not say what they are; write other rows */
    unsigned semantics;            /* what all of them know */
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
    /* One that does not say what it writes keeps the rows as they are. */
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
