/* CHECK: an assertion that stays on in production. One that fails ends the process. */
#pragma once

_Noreturn void check_failed(const char *condition, const char *file, int line)
    __attribute__((cold));

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (__builtin_expect(!(condition), 0))                                                     \
            check_failed(#condition, __FILE__, __LINE__);                                          \
    } while (0)
