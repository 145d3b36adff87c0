/* docs/openapi.yaml: its paths and schemas, and whether a JSON text is what a schema says. */
#pragma once

#include "base/json_read.h"

#include <stdbool.h>
#include <yaml.h>

/* The file, once a process. */
yaml_document_t *schema_document(void);

/* The value under a key, references followed; NULL: none. */
yaml_node_t *schema_get(yaml_node_t *map, const char *key);
/* The description of the value under a key, as it stands there: not that of a reference; or "". */
const char *schema_description(yaml_node_t *map, const char *key);
yaml_node_t *schema_root(void);
const char *schema_text(const yaml_node_t *node);

/* The schema that a path's answer (status, content type) or body has; NULL: not in the document. */
yaml_node_t *schema_of_answer(const char *pattern, const char *method, unsigned status,
                              const char *type);
yaml_node_t *schema_of_body(const char *pattern, const char *method);

/* Why the text is not what the schema says; NULL: it is. */
const char *schema_check(yaml_node_t *schema, const char *json, size_t len);
