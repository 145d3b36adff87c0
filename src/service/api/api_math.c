/* The shipped files of house rules and progressives, as they are. */
#include "service/api/api_internal.h"

void api_run_shipped(struct api *api, const struct api_row *row, struct http_request *req)
{
    (void)api;
    const struct cr_shipped *file = cr_shipped_find(http_request_param(req, row->param));
    if (file != NULL) {
        http_respond(req, 200, "application/yaml", file->text, file->len);
        return;
    }
    struct cr_err err;
    err_set(&err, CR_E_NOT_FOUND,
            "nothing is shipped under that name; GET /api/v1/rules lists what is");
    api_refuse_query(req, &err);
}
