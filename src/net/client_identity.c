/* Who a client is and whom it trusts: certificates of both ends, and a token. */
#include "base/err.h"
#include "net/client_internal.h"
#include "net/pem_file.h"
#include "os/secret_file.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define TOKEN_MAX 512

static int copy_path(char **to, const char *path, struct cr_err *err)
{
    char *copy = path ? strdup(path) : NULL;
    if (path && !copy)
        return err_set(err, CR_E_IO, "http client: out of memory");
    free(*to);
    *to = copy;
    return CR_OK;
}

int http_client_set_tls(struct http_client *client, const char *ca, const char *certificate,
                        const char *key, struct cr_err *err)
{
    struct stat about;
    if ((certificate == NULL) != (key == NULL))
        return err_set(err, CR_E_INPUT, "a certificate and its key are given together, or none");
    int rc = key ? secret_file_check(key, err) : CR_OK;
    if (rc == CR_OK && certificate && stat(certificate, &about) != 0)
        rc = err_set(err, CR_E_NOT_FOUND, "%s: no such file", certificate);
    if (rc == CR_OK && ca && stat(ca, &about) != 0)
        rc = err_set(err, CR_E_NOT_FOUND, "%s: no such file", ca);
    if (rc == CR_OK)
        rc = copy_path(&client->ca, ca, err);
    if (rc == CR_OK)
        rc = copy_path(&client->certificate, certificate, err);
    if (rc == CR_OK)
        rc = copy_path(&client->key, key, err);
    return rc;
}

int http_client_set_token(struct http_client *client, const char *file, struct cr_err *err)
{
    char token[TOKEN_MAX], line[TOKEN_MAX + 8];
    int rc = secret_file_read(file, token, sizeof token, NULL, err);
    if (rc != CR_OK)
        return rc;
    token[strcspn(token, "\r\n")] = '\0';
    if (token[0] == '\0' || strpbrk(token, " \t"))
        rc = err_set(err, CR_E_INPUT, "%s: holds no token: it is one word on a line", file);
    snprintf(line, sizeof line, "Bearer %s", token);
    if (rc == CR_OK)
        rc = http_client_set_header(client, "Authorization", line, err);
    sodium_memzero(token, sizeof token);
    sodium_memzero(line, sizeof line);
    return rc;
}

int http_client_set_identity(struct http_client *client, const struct http_identity *who,
                             struct cr_err *err)
{
    int rc = http_client_set_tls(client, who->ca, who->certificate, who->key, err);
    if (rc == CR_OK && who->token)
        rc = http_client_set_token(client, who->token, err);
    return rc;
}

void client_forget(struct http_client *client)
{
    free(client->ca);
    free(client->certificate);
    free(client->key);
}

/* A connection keeps the certificate that it began with, so a new file needs a new connection. */
bool client_is_renewed(struct http_client *client)
{
    const uint64_t now = pem_file_mark(client->certificate);
    const bool changed = client->certificate_state != 0 && now != client->certificate_state;
    client->certificate_state = now;
    return changed;
}

bool client_use_identity(struct http_client *client)
{
    CURL *easy = client->easy;
    return curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_3) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L) == CURLE_OK &&
           (!client->ca || curl_easy_setopt(easy, CURLOPT_CAINFO, client->ca) == CURLE_OK) &&
           (!client->ca || curl_easy_setopt(easy, CURLOPT_CAPATH, NULL) == CURLE_OK) &&
           (!client->certificate ||
            (curl_easy_setopt(easy, CURLOPT_SSLCERT, client->certificate) == CURLE_OK &&
             curl_easy_setopt(easy, CURLOPT_SSLKEY, client->key) == CURLE_OK));
}
