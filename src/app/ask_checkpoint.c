/* Asks a manager for its last checkpoint; see ask_checkpoint.h. */
#include "app/ask_checkpoint.h"

#include "base/err.h"
#include "base/json_read.h"
#include "os/clock.h"

#include <stdlib.h>

int ask_checkpoint(struct ask_manager *a, struct checkpoint *out, struct cr_err *err)
{
    const char *body = NULL;
    size_t len = 0, used = 0;
    unsigned status = 0;
    int rc = ask_manager_status(a, "/api/v1/checkpoints/latest", &status, &body, &len, err);
    if (rc != CR_OK)
        return rc;
    if (status != 200)
        return err_set(err, CR_E_IO, "the manager answers %u: %.300s", status, body);
    struct json_node *answer = json_read(body, len, NULL);
    const struct json_node *text = json_member(answer, "text");
    const bool is_text = text && text->kind == JSON_STRING;
    const size_t text_len = is_text ? text->len : 0;
    rc = checkpoint_parse(is_text ? text->text : "", text_len, out, &used, err);
    if (rc == CR_OK && used != text_len)
        rc = err_set(err, CR_E_INPUT, "something follows the checkpoint");
    free(answer);
    return rc;
}

#define LAG_TRIES 3

int ask_checkpoint_lag(struct ask_manager *a, struct checkpoint_lag *out, struct cr_err *err)
{
    uint64_t first = 0;
    out->is_behind = true;
    for (unsigned tries = 0; out->is_behind && tries <= LAG_TRIES; tries++) {
        if (tries > 0)
            clock_sleep_ms(1000);
        int rc = ask_checkpoint(a, &out->checkpoint, err);
        if (rc == CR_OK)
            rc = ask_manager_head(a, &out->head, err);
        if (rc != CR_OK)
            return rc;
        first = tries == 0 ? out->checkpoint.seq : first;
        out->is_behind = out->head != out->checkpoint.seq && out->checkpoint.seq == first;
    }
    return CR_OK;
}
