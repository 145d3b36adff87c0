/* Problem documents (RFC 9457): what every refused request is answered with, so that a program
 * finds a code to branch on and a person a sentence to read. */
#pragma once

#include "base/text.h"

#define PROBLEM_TYPE     "application/problem+json"
#define PROBLEM_TEXT_MAX 2048

struct problem {
    unsigned status;
    const char *code;   /* a slug such as "link-closed"; NULL: nothing beyond the status */
    const char *title;  /* NULL: the status in words */
    const char *detail; /* what is wrong with this request and what to do; NULL: none */
    const char *field;  /* the part of the request that is at fault; NULL: none */
    const char *reason; /* more precise than the code, a word of base/reason.h; NULL: none */
    const char *more;   /* further members as JSON, without the comma before; NULL: none */
};

/* "Not Found" for 404; "Error" for what HTTP does not define. */
const char *problem_status_words(unsigned status);

void problem_write(struct text *t, const struct problem *p);

/* The status an error code of croupier/error.h answers with. */
unsigned problem_status_of(int code);

#define PROBLEM_DETAIL_MAX 401
/* The sentence for people of a problem document, cut where it is longer; false when there is none.
 */
bool problem_read_detail(const char *body, size_t len, char out[PROBLEM_DETAIL_MAX]);
