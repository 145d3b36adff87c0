/* The bytes of a rules file, shipped under a name or stored at a path. */
#pragma once

#include "base/yaml_doc.h"

#include <croupier/rules.h>

/* The largest rules file that is parsed: files may come from strangers. */
extern const struct doc_limits rules_file_limits;

/* The bytes of a shipped file or of one on disk. */
struct source {
    const char *origin; /* for faults: the path, or the shipped file's name; borrowed */
    const char *text;
    size_t len;
    char *owned; /* freed by source_release; NULL for a shipped file */
};

/* A text with '/' in it or ending in ".yaml" is a path; any other text is the name of a shipped
 * file, house rules or progressive. */
bool source_is_path(const char *name_or_path);

/* On failure *out is unchanged. */
int source_open(const char *name_or_path, struct source *out, struct cr_err *err);
/* Reads a file by its path, at most `most` + 1 bytes of it: the one byte more shows the parser that
 * the file is too long. */
int source_read(const char *path, size_t most, struct source *out, struct cr_err *err);
void source_release(struct source *source);

/* Opens the source, lets `parse` read it into *out, and releases it. */
typedef int source_parse_fn(const char *origin, const char *text, size_t len, void *out,
                            struct cr_err *err);
int source_parse(const char *name_or_path, source_parse_fn *parse, void *out, struct cr_err *err);

/* Whether the bytes describe a progressive rather than house rules, as far as their keys tell.
 * Fails on a text that is not YAML. */
int source_is_progressive(const struct source *source, bool *out, struct cr_err *err);
