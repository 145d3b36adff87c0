/* Makes authorities and certificates for tests, valid and invalid ones, and folders for them. */
#pragma once

#include "net/pki/issue.h"

struct papers {
    char dir[64];              /* a trust folder as `croupier pki init` makes it */
    struct issue_pair own;     /* the folder's authority … */
    struct issue_pair foreign; /* … and a foreign one of the same name */
};

void papers_make(struct papers *p);
void papers_remove(struct papers *p);

/* The path of a file in the folder. The result is valid for the next three calls. */
const char *papers_file(const struct papers *p, const char *name);

/* A certificate that is valid for that many seconds from now, expired if negative. unit is the
 * client's unit, or NULL. authority NULL: signed by itself. */
void papers_issue(const struct issue_pair *authority, enum issue_purpose purpose, const char *name,
                  const char *unit, int seconds, struct issue_pair *out);

void papers_write(const char *path, const char *text, size_t len, unsigned mode);
