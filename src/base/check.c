/* Ends the process when a CHECK fails. */
#include "base/check.h"

#include <stdio.h>
#include <stdlib.h>

_Noreturn void check_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "croupier: internal error at %s:%d: %s\n", file, line, condition);
    abort();
}
