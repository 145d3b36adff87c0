/* Selects events of the log by their text; see log_filter.h. */
#define _GNU_SOURCE /* memmem */

#include "service/client/log_filter.h"

#include "base/err.h"

#include <stdio.h>
#include <string.h>

/* ---- Beginning and end of an event ---- */

static bool take(const char **at, const char *end, const char *word)
{
    size_t len = strlen(word);
    if ((size_t)(end - *at) < len || memcmp(*at, word, len) != 0)
        return false;
    *at += len;
    return true;
}

static bool take_number(const char **at, const char *end, uint64_t *out)
{
    const char *start = *at;
    for (*out = 0; *at < end && **at >= '0' && **at <= '9' && *at - start < 18; ++*at)
        *out = *out * 10 + (uint64_t)(**at - '0');
    return *at > start;
}

bool log_line_read(const char *text, size_t len, struct log_line *out)
{
    const char *at = text, *end = text + len;
    uint64_t time_ms;
    if (!take(&at, end, "{\"seq\":") || !take_number(&at, end, &out->seq) ||
        !take(&at, end, ",\"time\":") || !take_number(&at, end, &time_ms) ||
        !take(&at, end, ",\"kind\":\""))
        return false;
    const char *quote = memchr(at, '"', (size_t)(end - at));
    if (!quote)
        return false;
    out->time_ms = (int64_t)time_ms;
    out->kind = event_kind_find(at, (size_t)(quote - at));
    return true;
}

const char *log_event_end(const char *at, const char *end)
{
    unsigned depth = 0;
    bool quoted = false;
    for (; at < end; at++) {
        if (quoted) {
            if (*at == '\\')
                at++;
            else if (*at == '"')
                quoted = false;
        } else if (*at == '"') {
            quoted = true;
        } else if (*at == '{') {
            depth++;
        } else if (*at == '}' && --depth == 0) {
            return at + 1;
        }
    }
    return NULL;
}

/* ---- Setting the conditions ---- */

/* Makes ,"member":"value" in the spelling of the log. */
static int set_word(char out[LOG_WORD_MAX], const char *member, const char *value,
                    struct cr_err *err)
{
    if (value[0] == '\0' || strlen(value) > 60)
        return err_set(err, CR_E_INPUT, "'%.60s' is no name of the log", value);
    size_t n = (size_t)snprintf(out, LOG_WORD_MAX, ",\"%s\":\"", member);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            out[n++] = '\\';
        out[n++] = *value;
    }
    out[n++] = '"';
    out[n] = '\0';
    return CR_OK;
}

int log_filter_set_table(struct log_filter *f, const char *id, struct cr_err *err)
{
    return set_word(f->table, "table", id, err);
}

int log_filter_set_link(struct log_filter *f, const char *id, struct cr_err *err)
{
    int rc = set_word(f->link, "link", id, err);
    return rc == CR_OK ? set_word(f->to_link, "to_link", id, err) : rc;
}

int log_filter_set_user(struct log_filter *f, const char *name, struct cr_err *err)
{
    int rc = set_word(f->user, "user", name, err);
    if (rc == CR_OK)
        rc = set_word(f->approver, "approver", name, err);
    return rc == CR_OK ? set_word(f->person, "person", name, err) : rc;
}

bool log_filter_is_empty(const struct log_filter *f)
{
    return f->kinds == 0 && !f->table[0] && !f->link[0] && !f->user[0];
}

/* ---- Matching ---- */

static bool has(const char *text, size_t len, const char *word)
{
    return memmem(text, len, word, strlen(word)) != NULL;
}

bool log_filter_takes(const struct log_filter *f, const struct log_line *line, const char *text,
                      size_t len)
{
    if (!event_kinds_has(f->kinds, line->kind))
        return false;
    if (f->table[0] && !has(text, len, f->table))
        return false;
    if (f->link[0] && !has(text, len, f->link) && !has(text, len, f->to_link))
        return false;
    return !f->user[0] || has(text, len, f->user) || has(text, len, f->approver) ||
           has(text, len, f->person);
}
