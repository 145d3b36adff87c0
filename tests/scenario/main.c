/* Runs scenario files: prints one line for each scenario and a count at the end. */
#include "scenario/scenario.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    unsigned passed = 0, failed = 0;
    static struct scenario s;
    for (int i = 1; i < argc; i++) {
        struct scenario_file *file = scenario_open(argv[i]);
        unsigned here = 0;
        int rc = -1;
        if (!file)
            printf("%s: cannot be opened\n", argv[i]);
        while (file && (rc = scenario_next(file, &s)) == 1) {
            unsigned faults = scenario_run(argv[i], &s);
            printf("%s  %s\n", faults ? "FAIL" : "  ok", s.title);
            passed += faults == 0;
            failed += faults != 0;
            here++;
        }
        if (rc < 0 || here == 0)
            failed++; /* a file without scenarios proves nothing */
        if (file)
            scenario_close(file);
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed > 0 || passed == 0;
}
