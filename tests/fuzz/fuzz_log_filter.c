/* Fuzz target: two lines of words with the filters of `croupier log`, and then an event's text. The
 * filter finds members in the text without decoding it, and must come to the same result as
 * decoding does. */
#include "base/check.h"
#include "base/dates.h"
#include "service/client/log_filter.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_event(const char *text, size_t len)
{
    static struct floor_event e;
    static struct log_filter f;
    struct log_line line;
    const bool begins = log_line_read(text, len, &line);
    if (event_decode(text, len, &e, NULL) != 0)
        return;
    CHECK(begins && line.seq == e.seq && line.time_ms == e.time_ms && line.kind == e.kind);
    memset(&f, 0, sizeof(f));
    CHECK(log_filter_is_empty(&f) && log_filter_takes(&f, &line, text, len));
    if (e.table[0] != '\0') {
        CHECK(log_filter_set_table(&f, e.table, NULL) == 0);
        CHECK(log_filter_takes(&f, &line, text, len));
        CHECK(log_filter_set_table(&f, strcmp(e.table, "t-other") == 0 ? "t-else" : "t-other",
                                   NULL) == 0);
        CHECK(!log_filter_takes(&f, &line, text, len));
    }
    memset(&f, 0, sizeof(f));
    if (e.user[0] != '\0' && log_filter_set_user(&f, e.user, NULL) == 0)
        CHECK(log_filter_takes(&f, &line, text, len));
}

static void check_words(const char *first, const char *second)
{
    struct log_filter f = {0};
    struct cr_err err = {0};
    int64_t from = 0, to = 0;
    if (when_parse(first, INT64_C(1794736800000), &from, &to, &err) == 0)
        CHECK(from <= to);
    else
        CHECK(err.text[0] != '\0');
    event_kinds_parse(second, &f.kinds, &err);
    log_filter_set_table(&f, second, &err);
    log_filter_set_link(&f, second, &err);
    log_filter_set_user(&f, second, &err);
    log_filter_set_user(&f, first, &err);
}

/* Takes the first line off the text; a line that is too long is cut. */
static void take_line(const char **at, size_t *left, char out[256])
{
    const char *end = memchr(*at, '\n', *left);
    const size_t len = end != NULL ? (size_t)(end - *at) : *left;
    const size_t kept = len < 255 ? len : 255;
    memcpy(out, *at, kept);
    out[kept] = '\0';
    *at += len + (end != NULL);
    *left -= len + (end != NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char first[256], second[256];
    const char *at = (const char *)data;
    size_t left = size;
    if (size == 0)
        return 0;
    take_line(&at, &left, first);
    take_line(&at, &left, second);
    check_words(first, second);
    check_event(at, left);
    return 0;
}
