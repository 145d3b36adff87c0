/* Fuzz target: any words as a command line of the program, one on each line. Only commands are run
 * that touch no floor, open no file whose name has a slash, and deal a few rounds at most. */
#include "app/cli.h"
#include "base/check.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);
int croupier_main(int argc, char **argv); /* renamed main(), see meson.build */

#define WORDS_MAX 24

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    CHECK(freopen("/dev/null", "r", stdin) != NULL && freopen("/dev/null", "w", stdout) != NULL);
    stderr = fopen("/dev/null", "w"); /* the fuzzer writes to its own */
    return stderr == NULL;
}

static bool is_harmless(int argc, char **argv)
{
    static const char *const commands[] = {"eval",   "settle", "deal", "rules",     "help",
                                           "--help", "man",    "-h",   "--version", "completion"};
    bool known = false;
    for (size_t i = 0; argc > 1 && i < sizeof(commands) / sizeof(commands[0]); i++)
        known |= strcmp(argv[1], commands[i]) == 0;
    for (int i = 2; i < argc; i++)
        if ((strcmp(argv[i - 1], "--rounds") == 0 && strlen(argv[i]) > 1) ||
            (strncmp(argv[i], "--rounds=", 9) == 0 && strlen(argv[i]) > 10))
            return false;
    return known;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[1024], *words[WORDS_MAX + 1] = {"croupier"};
    int count = 1;
    if (size >= sizeof(text) || memchr(data, '/', size) != NULL)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    for (char *at = text; count < WORDS_MAX; count++) {
        words[count] = at;
        char *end = strchr(at, '\n');
        if (end == NULL) {
            count++;
            break;
        }
        *end = '\0';
        at = end + 1;
    }
    words[count] = NULL;
    if (!is_harmless(count, words))
        return 0;
    rewind(stdin);
    const int status = croupier_main(count, words);
    CHECK(status == CLI_OK || status == CLI_REJECTED || status == CLI_USAGE);
    return 0;
}
