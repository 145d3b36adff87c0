/* pit_export SEED DIR: writes the log of a random pit as an export and a checkpoint for
 * croupier-verify. */
/* The random pit of tests/floor, with its main function under another name. */
int random_pit_main(int argc, char **argv);
#define main random_pit_main
#include "../floor/test_random_pit.c"
#undef main

#include "sign_log.h"

static const char *folder;

static void export_a_random_pit(void **state)
{
    struct checkpoint c;
    char path[512];
    (void)state;
    open_pit(first);
    for (unsigned i = 0; i < ACTIONS; i++) {
        act();
        compare();
    }
    snprintf(path, sizeof path, "%s/export.jsonl", folder);
    write_export(pit.store, path);
    sign_log(pit.store, 0, 7, &c);
    snprintf(path, sizeof path, "%s/checkpoint", folder);
    write_checkpoint(&c, path);
    close_pit();
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(export_a_random_pit)};
    if (argc != 3)
        return 2;
    first = strtoul(argv[1], NULL, 10);
    folder = argv[2];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
