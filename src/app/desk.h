/* What the commands of the mathematician's desk share: options for the form of an answer, and
 * writing it. */
#pragma once

#include "base/options.h"
#include "reports/mathematics/desk_document.h"

struct desk_form {
    bool json, csv;
    const char *pdf;   /* a file; NULL: none */
    const char *paper; /* "letter" or "a4" */
};

/* Rows for a struct desk_form: --json, --csv, --pdf, --paper. */
extern const struct option desk_forms[];

/* Writes the document in the wanted form and frees it; returns the exit status. */
int desk_answer(const struct desk_form *form, struct desk_document *document);
