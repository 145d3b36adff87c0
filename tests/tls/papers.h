/* Authorities and certificates of all kinds, good and bad, and folders for them. */
#pragma once

#include "net/pki/issue.h"

struct papers {
    char dir[64];              /* a trust folder, as croupier pki init makes */
    struct issue_pair own;     /* its authority … */
    struct issue_pair foreign; /* … and another that has the same name */
};

void papers_make(struct papers *p);
void papers_remove(struct papers *p);

/* Path of a file in the folder; of four in turn. */
const char *papers_file(const struct papers *p, const char *name);

/* A client's certificate that ends in that many seconds. */
void papers_issue(const struct issue_pair *authority, enum issue_purpose purpose, const char *name,
                  const char *unit, int seconds, struct issue_pair *out);

void papers_write(const char *path, const char *text, size_t len, unsigned mode);
