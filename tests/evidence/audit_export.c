/* audit_export FILE: runs the auditor of `croupier verify` on the lines of an export. An export has
 * no rows and no passwords to compare, so only the auditor itself runs. */
#include "log/audit/auditor.h"
#include "log/store/store.h"

#include <stdio.h>
#include <string.h>

static unsigned faults;

static void say_fault(void *context, const struct verify_fault *fault)
{
    (void)context;
    printf("event %llu: V%u: %s\n", (unsigned long long)fault->seq, fault->promise, fault->text);
    faults++;
}

int main(int argc, char **argv)
{
    static char line[STORE_BODY_MAX + 2];
    uint64_t seq = 0;
    FILE *in = argc == 2 ? fopen(argv[1], "rb") : NULL;
    struct auditor *a = auditor_new(say_fault, NULL);
    if (in == NULL || a == NULL)
        return 2;
    while (fgets(line, sizeof line, in) != NULL)
        faults += auditor_event(a, ++seq, line, strcspn(line, "\n")) != 0;
    if (auditor_unknown_semantics(a) != 0)
        faults++;
    auditor_free(a);
    fclose(in);
    return faults > 0 || seq == 0;
}
