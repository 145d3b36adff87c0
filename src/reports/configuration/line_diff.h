/* The lines in which two texts differ, as a unified diff: for people who compare two versions of a
 * rules file. */
#pragma once

#include <croupier/error.h>

#include <stddef.h>

/* One line: '@' where the next part begins ("@@ -3,4 +3,5 @@"), ' ' in both, '-' only in the first,
 * '+' only in the second. */
typedef void line_diff_fn(void *context, char sign, const char *line, size_t len);

/* Calls `each` for every line; for equal texts not at all. Fails only for lack of memory, before
 * the first line. */
int line_diff(const char *a, size_t a_len, const char *b, size_t b_len, line_diff_fn *each,
              void *context, struct cr_err *err);
