/* The suite for every engine: secrets, which are kept beside the log. */
#include "store/place.h"
#include "store/suite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct cr_err err;

static int list_one(void *context, const char *id, const char *text)
{
    char *list = context;
    const size_t len = strlen(list);
    snprintf(list + len, 1024 - len, "%s%s=%s", len > 0 ? "; " : "", id, text);
    return 0;
}

static void secrets_expect(struct store *store, const char *expected)
{
    char list[1024] = "";
    if (store_secrets(store, list_one, list, &err) != CR_OK)
        fail_msg("%s", err.text);
    assert_string_equal(list, expected);
}

static void secret_expect(struct store *store, const char *id, const char *expected)
{
    char text[STORE_SECRET_MAX] = "untouched";
    assert_int_equal(store_secret(store, id, text, sizeof text, &err),
                     expected == NULL ? CR_E_NOT_FOUND : CR_OK);
    assert_string_equal(text, expected == NULL ? "untouched" : expected);
}

static void put(struct store *store, const char *id, const char *text)
{
    if (store_put_secret(store, id, text, &err) != CR_OK)
        fail_msg("%s", err.text);
}

void secrets_go_with_their_batch(void **state)
{
    (void)state;
    struct place place = place_fresh(engine, 0);
    struct store *store = place_open(&place, STORE_CREATE);
    secrets_expect(store, "");
    secret_expect(store, "password/Ann", NULL);
    struct store_head head = batch_begin(store);
    batch_append(store, &head, 1, NULL, 0);
    put(store, "pin/Ann", "one");
    put(store, "password/Ann", "$argon2id$v=19$m=8,t=1,p=1$'\"\\$x");
    put(store, "password/Bö \"x\"' OR 1", "two");
    secret_expect(store, "pin/Ann", "one"); /* can be read before it is committed */
    batch_commit(store);
    store_close(store);
    store = place_open(&place, STORE_WRITE);
    secrets_expect(store, "password/Ann=$argon2id$v=19$m=8,t=1,p=1$'\"\\$x; "
                          "password/Bö \"x\"' OR 1=two; pin/Ann=one");
    secret_expect(store, "password/Bö \"x\"' OR 1", "two");
    secret_expect(store, "password", NULL);
    secret_expect(store, "password/%", NULL);
    head = batch_begin(store);
    batch_append(store, &head, 1, NULL, 0);
    put(store, "pin/Ann", "another");
    put(store, "password/Ann", "");
    put(store, "password/nobody", "");
    batch_commit(store);
    secrets_expect(store, "password/Bö \"x\"' OR 1=two; pin/Ann=another");
    store_close(store);
    place_release(&place);
}

void an_abandoned_batch_leaves_no_secret(void **state)
{
    (void)state;
    struct place place = place_fresh(engine, 0);
    struct store *store = place_open(&place, STORE_CREATE);
    struct store_head head = batch_begin(store);
    batch_append(store, &head, 1, NULL, 0);
    put(store, "pin/Ann", "kept");
    batch_commit(store);
    head = batch_begin(store);
    batch_append(store, &head, 1, NULL, 0);
    put(store, "pin/Ann", "lost");
    put(store, "pin/Ben", "lost");
    secret_expect(store, "pin/Ann", "lost");
    store_abandon(store);
    secrets_expect(store, "pin/Ann=kept");
    head = batch_begin(store);
    assert_int_equal(store_clear_rows(store, &err), CR_OK); /* secrets are not rows */
    batch_commit(store);
    secrets_expect(store, "pin/Ann=kept");
    store_close(store);
    place_release(&place);
}

/* The longest id and text are kept whole, and a text too long for the caller is not cut. */
void secrets_have_room(void **state)
{
    (void)state;
    char id[STORE_SECRET_ID], text[STORE_SECRET_MAX], small[8];
    memset(id, 'i', sizeof id);
    memset(text, 't', sizeof text);
    id[sizeof id - 1] = text[sizeof text - 1] = '\0';
    struct place place = place_fresh(engine, 0);
    struct store *store = place_open(&place, STORE_CREATE);
    struct store_head head = batch_begin(store);
    batch_append(store, &head, 1, NULL, 0);
    put(store, id, text);
    batch_commit(store);
    secret_expect(store, id, text);
    assert_int_equal(store_secret(store, id, small, sizeof small, &err), CR_E_NOT_FOUND);
    store_close(store);
    place_release(&place);
}
