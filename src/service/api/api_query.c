/* Reads the query parameters of a request, in the same way for every route. The first fault is
 * kept, and later calls return it again, so that several parameters can be read before err is
 * looked at. */
#include "service/api/api_internal.h"

#include <string.h>

int api_query_count(struct http_request *req, const char *name, uint64_t usual, uint64_t *out,
                    struct cr_err *err)
{
    const char *text = http_request_query(req, name);
    *out = text == NULL ? usual : view_parse_seq(text);
    if (err->code == 0 && text != NULL && *out == 0)
        return err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE, name,
                          "expected a whole number from 1 up");
    return err->code;
}

int api_query_span(struct http_request *req, int64_t usual_until, int64_t *since, int64_t *until,
                   struct cr_err *err)
{
    uint64_t from, to;
    api_query_count(req, "since", 0, &from, err);
    api_query_count(req, "until", (uint64_t)usual_until, &to, err);
    *since = (int64_t)from;
    *until = (int64_t)to;
    return err->code;
}

int api_query_limit(struct http_request *req, const char *what, uint64_t usual, uint64_t most,
                    uint64_t *out, struct cr_err *err)
{
    if (api_query_count(req, "limit", usual, out, err) == 0 && *out > most)
        return err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE, "limit", "at most %d %s at once",
                          (int)most, what);
    return err->code;
}

int api_query_name(struct http_request *req, const char *name, char *out, size_t size,
                   struct cr_err *err)
{
    const char *text = http_request_query(req, name);
    if (err->code != 0 || text == NULL)
        return err->code;
    if (text[0] == '\0' || strlen(text) >= size)
        return err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE, name,
                          "expected a name of at most %zu bytes", size - 1);
    memcpy(out, text, strlen(text) + 1);
    return 0;
}

int api_query_kinds(struct http_request *req, event_kinds *out, struct cr_err *err)
{
    const char *text = http_request_query(req, "kind");
    if (err->code != 0 || text == NULL || event_kinds_parse(text, out, err) == CR_OK)
        return err->code;
    return err_in_field(err, "kind");
}
