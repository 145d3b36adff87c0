/* What the questions of the mathematician's desk share. */
#pragma once

#include "reports/mathematics/desk_document.h"
#include "sim/practice_internal.h"

/* A number that may be left out. */
int desk_part(struct ask *a, const char *key, double least, double most, double usual, double *out);

/* Gives the document as the answer, in the form that is asked for, and frees it. */
int desk_send(struct practice *p, struct ask *a, struct desk_document *document,
              enum practice_form form, struct text *t);
