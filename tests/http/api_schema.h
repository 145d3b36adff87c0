/* docs/openapi.yaml: its paths and schemas, and whether a JSON text satisfies a schema. */
#pragma once

#include "base/json_read.h"

#include <stdbool.h>
#include <yaml.h>

/* The file, which is read once in a process. */
yaml_document_t *schema_document(void);

/* The value under a key, with references followed; NULL if there is none. */
yaml_node_t *schema_get(yaml_node_t *map, const char *key);
/* The description that stands with the value under a key itself, not with what that refers to; ""
 * if there is none. */
const char *schema_description(yaml_node_t *map, const char *key);
yaml_node_t *schema_root(void);
const char *schema_text(const yaml_node_t *node);

/* The schema of a path's answer (by status and content type) or request body; NULL: the document
 * has none. */
yaml_node_t *schema_of_answer(const char *pattern, const char *method, unsigned status,
                              const char *type);
yaml_node_t *schema_of_body(const char *pattern, const char *method);

/* Says why the text does not satisfy the schema; NULL: it does. */
const char *schema_check(yaml_node_t *schema, const char *json, size_t len);
