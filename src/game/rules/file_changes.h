/* Changes of some values in the text of a rules file; everything else stays as it is written.
 *
 * Values are found by the tree of the document, so that any form of YAML that the loader takes can
 * be changed: maps in braces, keys and values in quotes, remarks.
 */
#pragma once

#include "base/text.h"
#include "base/yaml_doc.h"
#include "game/rules/load_source.h"

#define FILE_CHANGES_MAX 9

struct file_changes {
    const struct source *source;
    struct doc *doc;
    bool failed;
    unsigned count;
    struct {
        size_t start, stop; /* the bytes of the text that are replaced */
        char value[CR_NAME_MAX];
    } of[FILE_CHANGES_MAX];
};

/* Parses the text. False where it cannot be parsed or memory is short; then file_changes_end must
 * not be called. */
bool file_changes_start(const struct source *source, struct file_changes *out);

/* The entry at the end of a path of keys, which ends with NULL; NULL: there is none. */
const struct doc_node *file_changes_find(const struct file_changes *c, const char *const *keys);

/* Replaces a value. A change that cannot be made shows in what file_changes_end returns. */
void file_changes_put(struct file_changes *c, const struct doc_node *node, const char *value);
/* Replaces the first occurrence of `part` inside a value. */
void file_changes_put_part(struct file_changes *c, const struct doc_node *node, const char *part,
                           const char *value);

/* Removes an entry of a section, with its lines. The section must not be written in braces. */
void file_changes_remove(struct file_changes *c, const struct doc_node *section,
                         const struct doc_node *entry);

/* Appends the changed text and frees the parsed document. False where a change could not be made,
 * with nothing appended, and where out is too small. */
bool file_changes_end(struct file_changes *c, struct text *out);
