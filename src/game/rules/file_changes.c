/* Changes some values in the text of a rules file and keeps everything else as it is written. */
#define _GNU_SOURCE /* memmem */
#include "game/rules/file_changes.h"

#include <stdio.h>
#include <string.h>

bool file_changes_start(const struct source *source, struct file_changes *out)
{
    *out = (struct file_changes){.source = source};
    return doc_new(source->origin, source->text, source->len, &rules_file_limits, NULL,
                   &out->doc) == CR_OK;
}

const struct doc_node *file_changes_find(const struct file_changes *c, const char *const *keys)
{
    const struct doc_node *node = doc_root(c->doc);
    for (; *keys && node; keys++)
        node = doc_find(c->doc, node, *keys);
    return node;
}

/* ---- Places ---- */

static size_t line_start(const struct source *s, unsigned line)
{
    size_t i = 0;
    for (unsigned at = 1; at < line && i < s->len; i++)
        at += s->text[i] == '\n' ||
              (s->text[i] == '\r' && !(i + 1 < s->len && s->text[i + 1] == '\n'));
    return i;
}

/* The byte offset of a mark. Columns count characters, which may have several bytes. */
static size_t place_of(const struct source *s, struct doc_mark at)
{
    size_t i = line_start(s, at.line);
    for (unsigned column = 1; column < at.column && i < s->len; column++)
        do
            i++;
        while (i < s->len && ((unsigned char)s->text[i] & 0xc0) == 0x80);
    return i;
}

/* The end of the quoted text that begins at start, or start where the closing quote is missing. */
static size_t quotes_end(const struct source *s, size_t start)
{
    const char quote = s->text[start];
    for (size_t i = start + 1; i < s->len; i++) {
        const bool is_pair = quote == '\'' && i + 1 < s->len && s->text[i + 1] == quote;
        if (quote == '"' && s->text[i] == '\\')
            i++;
        else if (s->text[i] == quote && is_pair)
            i++;
        else if (s->text[i] == quote)
            return i + 1;
    }
    return start;
}

static size_t value_end(const struct source *s, const struct doc_node *node, size_t start)
{
    if (start < s->len && (s->text[start] == '"' || s->text[start] == '\''))
        return quotes_end(s, start);
    const bool is_there = node->text.len <= s->len - start &&
                          memcmp(s->text + start, node->text.data, node->text.len) == 0;
    return is_there ? start + node->text.len : start;
}

/* ---- Changes ---- */

static void add(struct file_changes *c, size_t start, size_t stop, const char *value)
{
    if (stop <= start || c->count == FILE_CHANGES_MAX || strlen(value) >= sizeof c->of[0].value) {
        c->failed = true;
        return;
    }
    unsigned at = c->count++;
    for (; at > 0 && c->of[at - 1].start > start; at--)
        c->of[at] = c->of[at - 1];
    c->of[at].start = start;
    c->of[at].stop = stop;
    snprintf(c->of[at].value, sizeof c->of[at].value, "%s", value);
}

void file_changes_put(struct file_changes *c, const struct doc_node *node, const char *value)
{
    if (!node || node->kind != DOC_TEXT) {
        c->failed = true;
        return;
    }
    const size_t start = place_of(c->source, node->at);
    add(c, start, value_end(c->source, node, start), value);
}

void file_changes_put_part(struct file_changes *c, const struct doc_node *node, const char *part,
                           const char *value)
{
    const char *text = c->source->text;
    const size_t start = place_of(c->source, node->at), stop = value_end(c->source, node, start);
    const char *found = memmem(text + start, stop - start, part, strlen(part));
    const size_t at = found ? (size_t)(found - text) : 0;
    add(c, at, found ? at + strlen(part) : at, value);
}

/* Whether a piece of a line holds only blanks, or blanks and a remark. */
static bool is_blank(const char *from, const char *to)
{
    while (from < to && (*from == ' ' || *from == '\r' || *from == '\n'))
        from++;
    return from == to || *from == '#';
}

/* Moves the end of an entry up above blank lines and remarks: they belong to the entry that
 * follows. */
static size_t without_remarks(const struct source *s, size_t start, size_t stop)
{
    while (stop > start) {
        size_t line = stop - 1;
        while (line > start && s->text[line - 1] != '\n')
            line--;
        if (!is_blank(s->text + line, s->text + stop))
            break;
        stop = line;
    }
    return stop;
}

void file_changes_remove(struct file_changes *c, const struct doc_node *section,
                         const struct doc_node *entry)
{
    const struct source *s = c->source;
    if (!section || !entry) {
        c->failed = true;
        return;
    }
    const struct doc_node *next = doc_next(c->doc, entry);
    next = next ? next : doc_next(c->doc, section);
    const size_t start = line_start(s, entry->key_at.line);
    const size_t stop = next ? line_start(s, next->key_at.line) : s->len;
    const size_t map = place_of(s, section->at);
    const bool is_in_braces = map < s->len && s->text[map] == '{';
    add(c, start, is_in_braces ? start : without_remarks(s, start, stop), "");
}

bool file_changes_end(struct file_changes *c, struct text *out)
{
    const struct source *s = c->source;
    size_t at = 0;
    doc_free(c->doc);
    if (c->failed)
        return false;
    for (unsigned i = 0; i < c->count; i++) {
        text_add_len(out, s->text + at, c->of[i].start - at);
        text_add(out, c->of[i].value);
        at = c->of[i].stop;
    }
    text_add_len(out, s->text + at, s->len - at);
    return !out->cut;
}
