/* What the auditor has added up from the log. */
#pragma once

#include "log/audit/audit_books.h"

/* Of a table; all zero where the log says nothing of it. */
static inline const struct audit_table *audited_table(const struct auditor *a, const char *id)
{
    static const struct audit_table nothing;
    const struct audit_part name = {id, (uint32_t)strlen(id)};
    const uint32_t at = audit_names_find(&a->table_names, name);
    return at == AUDIT_NONE ? &nothing : &a->tables[at];
}
