/* The parameters of a link, for a screen: read as data, and written as a new document made from the
 * changed ones. That document is put in force like any other: the link is closed, and two people
 * confirm it (REG-6). */
#include "service/api/api_internal.h"

#include <string.h>

int view_parameters(struct text *t, const struct view *v, const char *id, struct cr_err *err)
{
    struct link_parameters parameters;
    uint32_t link;
    const int rc = floor_need_link(v->floor, id, &link, err);
    if (rc != 0)
        return rc;
    const struct cr_progressive *p = floor_progressive(v->floor, link);
    link_parameters_of(p, &parameters);
    json_open(t, NULL, '{');
    json_text(t, "link", v->floor->links[link].id);
    json_flag(t, "open", v->floor->links[link].open);
    json_hash(t, "document", p->hash);
    json_open(t, "parameters", '{');
    link_parameters_write(&parameters, t);
    json_close(t, '}');
    json_close(t, '}');
    return 0;
}

void api_look_at_parameters(struct api *api, struct http_request *req, struct api_composing *out)
{
    uint32_t link;
    out->err = (struct cr_err){0};
    const struct floor *f = writer_lock(api->writer);
    out->rc = floor_need_link(f, http_request_param(req, "link"), &link, &out->err);
    if (out->rc == 0)
        link_parameters_of(floor_progressive(f, link), &out->parameters);
    writer_unlock(api->writer);
}

int api_compose_parameters(const struct api_composing *from, const struct json_tape *tape,
                           struct floor_event *e, struct body_fault *fault)
{
    const struct json_node *changed = json_member(&tape->nodes[0], "parameters");
    struct link_parameters parameters = from->parameters;
    char file[FLOOR_TEXT_MAX];
    if (changed == NULL || changed->kind != JSON_OBJECT)
        return err_refuse(&fault->err, CR_E_INPUT, REASON_MISSING, "parameters",
                          "missing; an object with those that change");
    if (from->rc != 0) {
        fault->err = from->err;
        return from->rc;
    }
    int rc = link_parameters_change(&parameters, changed, &fault->err);
    struct text t = text_in(file, sizeof(file));
    if (rc == 0)
        rc = link_parameters_file(&parameters, &t, &fault->err);
    if (rc != 0)
        return rc;
    memcpy(e->text, file, t.len);
    e->text_len = (uint16_t)t.len;
    return 0;
}
