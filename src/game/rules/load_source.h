/* From a name or a path to the bytes of a rules file. */
#pragma once

#include "base/yaml_doc.h"

#include <croupier/rules.h>

/* Rules come from strangers too, and are read often. */
extern const struct doc_limits rules_file_limits;

/* The bytes of a shipped file or of one on disk. */
struct source {
    const char *origin; /* for faults: the path, or the shipped file's name; borrowed */
    const char *text;
    size_t len;
    char *owned; /* what source_release frees; NULL for a shipped file */
};

/* A text with '/' in it or ending in ".yaml" is a path; any other text is the name of a shipped
 * file, house rules or progressive. */
bool source_is_path(const char *name_or_path);

/* On failure *out is unchanged. */
int source_open(const char *name_or_path, struct source *out, struct cr_err *err);
/* The same of a path alone, and at most so many bytes and one: whoever parses them sees that it is
 * too long. */
int source_read(const char *path, size_t most, struct source *out, struct cr_err *err);
void source_release(struct source *source);

/* Opens it, lets `parse` read it into *out, and releases it. */
typedef int source_parse_fn(const char *origin, const char *text, size_t len, void *out,
                            struct cr_err *err);
int source_parse(const char *name_or_path, source_parse_fn *parse, void *out, struct cr_err *err);

/* Which of the two the bytes describe, as far as their keys tell. Fails on what is not YAML. */
int source_is_progressive(const struct source *source, bool *out, struct cr_err *err);
