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
        size_t start, stop; /* bytes of the text that give way */
        char value[CR_NAME_MAX];
    } of[FILE_CHANGES_MAX];
};

/* False, and nothing to end, where there is no memory. */
bool file_changes_start(const struct source *source, struct file_changes *out);

/* The entry under the keys, a list that ends with NULL; NULL: none. */
const struct doc_node *file_changes_find(const struct file_changes *c, const char *const *keys);

/* Another text in the place of a value. What cannot be done is said at the end. */
void file_changes_put(struct file_changes *c, const struct doc_node *node, const char *value);
/* The same for the first place in a value where the part stands in these letters. */
void file_changes_put_part(struct file_changes *c, const struct doc_node *node, const char *part,
                           const char *value);

/* Takes an entry of a section out, with its lines. The section must not stand in braces. */
void file_changes_remove(struct file_changes *c, const struct doc_node *section,
                         const struct doc_node *entry);

/* Appends the changed text. False, and nothing appended, where a change could not be made. */
bool file_changes_end(struct file_changes *c, struct text *out);
