/* The inside of a client, for its files only. */
#pragma once

#include "base/text.h"
#include "net/client.h"

#include <curl/curl.h>
#include <stdint.h>

#define CLIENT_HEADERS 8

struct http_client {
    CURL *easy;
    char *bases[HTTP_BASES_MAX];
    size_t base_count;
    size_t current; /* the base that answered last */
    char *headers[CLIENT_HEADERS];
    char *ca, *certificate, *key; /* files, or NULL */
    uint64_t certificate_state;   /* of the file, when the last request was made */
    char fault[CURL_ERROR_SIZE];
    struct text body;  /* of the last answer; it grows … */
    size_t answer_max; /* … up to this many bytes */
    char content_type[128];
};

/* Makes the handle ready for a request to the current base. *list is the caller's to free. */
int client_prepare(struct http_client *client, const char *path, const char *content_type,
                   struct curl_slist **list, struct cr_err *err);
/* Says in words what went wrong. */
const char *client_fault(const struct http_client *client, CURLcode code);

/* --- client_identity.c --- */

/* True when the certificate's file is another one than at the last request. */
bool client_is_renewed(struct http_client *client);
/* Sets the handle's options; false without memory. */
bool client_use_identity(struct http_client *client);
void client_forget(struct http_client *client);
