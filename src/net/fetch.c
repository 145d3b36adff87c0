/* Documents of any size, handed on as they come. */
#include "base/err.h"
#include "net/client_internal.h"

struct fetch {
    struct http_client *client;
    http_piece_fn take;
    void *user;
    size_t taken;
    bool is_refused; /* by the taker */
};

static size_t take_piece(char *data, size_t size, size_t count, void *user)
{
    struct fetch *f = user;
    const size_t len = size * count;
    long status = 0;
    curl_easy_getinfo(f->client->easy, CURLINFO_RESPONSE_CODE, &status);
    if (status != 200)
        return client_take_body(data, size, count, f->client);
    f->is_refused = !f->take(f->user, data, len);
    f->taken += f->is_refused ? 0 : len;
    return f->is_refused ? 0 : len;
}

static int fault(const struct fetch *f, const char *path, CURLcode code, struct cr_err *err)
{
    const char *base = f->client->bases[f->client->current];
    if (f->is_refused)
        return err_set(err, CR_E_IO, "%s%.80s: the answer could not be kept", base, path);
    if (f->taken > 0)
        return err_set(err, CR_E_IO, "%s%.80s: the answer broke off after %zu bytes: %s", base,
                       path, f->taken, client_fault(f->client, code));
    return err_set(err, CR_E_IO, "%s%.80s: %s", base, path, client_fault(f->client, code));
}

/* One request to the current base. */
static int try_base(struct fetch *f, const char *path, unsigned stall_s,
                    struct http_client_answer *answer, struct cr_err *err)
{
    struct curl_slist *list;
    int rc = client_prepare(f->client, path, "Accept: */*", &list, err);
    if (rc != CR_OK)
        return rc;
    CURL *easy = f->client->easy;
    text_free(&f->client->body);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_piece);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, f);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)CLIENT_CONNECT_MS);
    curl_easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(easy, CURLOPT_LOW_SPEED_TIME, (long)stall_s);
    CURLcode code = curl_easy_perform(easy);
    curl_slist_free_all(list);
    if (code != CURLE_OK)
        return fault(f, path, code, err);
    *answer = client_answer(f->client);
    if (answer->status == 200)
        answer->len = f->taken;
    return CR_OK;
}

int http_fetch(struct http_client *client, const char *path, unsigned stall_s, http_piece_fn take,
               void *user, struct http_client_answer *answer, struct cr_err *err)
{
    struct fetch f = {.client = client, .take = take, .user = user};
    int rc = CR_E_IO;
    for (size_t left = client->base_count; left > 0; left--) {
        rc = try_base(&f, path, stall_s, answer, err);
        /* Another server would begin anew. */
        if (f.taken > 0 || f.is_refused || !client_goes_on(client, rc, answer, left))
            break;
    }
    return rc;
}
