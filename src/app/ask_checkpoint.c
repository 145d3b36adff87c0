/* Asking a manager for its last checkpoint. */
#include "app/ask_checkpoint.h"

#include "base/err.h"

#include <string.h>
#include <yajl/yajl_tree.h>

int ask_checkpoint(struct ask_manager *a, struct checkpoint *out, struct cr_err *err)
{
    static const char *text_path[] = {"text", NULL};
    const char *body = NULL;
    size_t len = 0, used = 0;
    unsigned status = 0;
    int rc = ask_manager_status(a, "/api/v1/checkpoints/latest", &status, &body, &len, err);
    if (rc != CR_OK)
        return rc;
    if (status != 200)
        return err_set(err, CR_E_IO, "the manager answers %u: %.300s", status, body);
    yajl_val answer = yajl_tree_parse(body, NULL, 0);
    yajl_val text = answer ? yajl_tree_get(answer, text_path, yajl_t_string) : NULL;
    const char *found = text ? YAJL_GET_STRING(text) : "";
    rc = checkpoint_parse(found, strlen(found), out, &used, err);
    if (rc == CR_OK && used != strlen(found))
        rc = err_set(err, CR_E_INPUT, "something follows the checkpoint");
    yajl_tree_free(answer);
    return rc;
}
