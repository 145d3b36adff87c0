/* croupier doctor: checks a running manager by asking it. */
#include "app/ask_checkpoint.h"
#include "app/doctor.h"
#include "base/version.h"

#include <stdlib.h>
#include <string.h>

static bool is_reachable(struct doctor *d, struct ask_manager *a, const char *urls)
{
    struct cr_err err = {0};
    const char *text = NULL;
    size_t len = 0;
    unsigned status = 0;
    if (ask_manager_status(a, "/healthz", &status, &text, &len, &err) != CR_OK) {
        doctor_problem(d, "manager", "%s", err.text);
        doctor_todo(d, "start it (croupier serve), or give its address with --manager; a manager "
                       "that ended has said why on its standard error");
        return false;
    }
    if (status != 200) {
        doctor_problem(d, "manager", "%s answers %u to /healthz: this is no manager, or a sick one",
                       urls, status);
        return false;
    }
    return true;
}

static void look_at_readiness(struct doctor *d, struct ask_manager *a)
{
    struct cr_err err = {0};
    uint64_t seq = 0;
    if (ask_manager_head(a, &seq, &err) != CR_OK) {
        doctor_problem(d, "manager", "not ready: %s", err.text);
        doctor_todo(d, "its store does not answer; look at it with --store");
    } else {
        doctor_ok(d, "manager", "ready, its log ends at event %llu", (unsigned long long)seq);
    }
}

/* V7: checks that a manager with a signing key still signs. The newest events may wait for that. */
static void look_at_signing(struct doctor *d, struct ask_manager *a)
{
    struct checkpoint_lag lag;
    struct cr_err err = {0};
    if (ask_checkpoint_lag(a, &lag, &err) != CR_OK || !lag.is_behind)
        return;
    doctor_problem(d, "evidence",
                   "nothing is signed: the log is at event %llu, and the last checkpoint is of "
                   "event %llu",
                   (unsigned long long)lag.head, (unsigned long long)lag.checkpoint.seq);
    doctor_todo(d, "answer its alarms; after an accepted rollback restart it once with "
                   "--new-checkpoints (docs/operations.md)");
}

static void look_at_its_floor(struct doctor *d, struct ask_manager *a)
{
    struct cr_err err = {0};
    const char *text = NULL;
    size_t len = 0;
    struct summary *g = calloc(1, sizeof *g);
    if (!g)
        return;
    if (ask_manager_get(a, "/api/v1/floor", &text, &len, &err) != CR_OK ||
        summary_read_json(text, len, g, &err) != CR_OK) {
        doctor_problem(d, "manager", "%s", err.text);
    } else {
        if (strcmp(g->version, croupier_version) == 0) {
            doctor_ok(d, "manager", "%s runs version %s, as this program", g->manager, g->version);
        } else {
            doctor_warn(d, "manager", "%s runs version %s, this program is %s", g->manager,
                        g->version, croupier_version);
            doctor_todo(d, "use the same version on all machines of a floor");
        }
        doctor_look_floor(d, g);
    }
    free(g);
}

void doctor_look_manager(struct doctor *d, const struct asking *asking)
{
    struct ask_manager *a;
    struct cr_err err = {0};
    if (ask_manager_open(asking, &a, &err) != CR_OK) {
        doctor_problem(d, "manager", "%s", err.text);
        doctor_todo(d, "give an address such as http://127.0.0.1:8080");
        return;
    }
    if (is_reachable(d, a, asking->manager)) {
        look_at_readiness(d, a);
        look_at_signing(d, a);
        look_at_its_floor(d, a);
        doctor_look_served_hashes(d, a);
    }
    ask_manager_close(a);
}
