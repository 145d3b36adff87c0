/* Where papers go; see print_target.h. */
#include "service/printer/print_target.h"

#include <string.h>

const char *print_kind_name(enum print_kind kind)
{
    static const char *const names[PRINT_KINDS] = {"receipt", "slip", "shift"};
    return names[kind];
}

bool print_targets_any(const struct print_targets *targets)
{
    bool any = false;
    for (unsigned k = 0; k < PRINT_KINDS; k++)
        any = any || targets->of[k].words > 0;
    return any;
}

bool print_target_is_device(const struct print_target *target)
{
    return target->words > 0 && !target->is_command && strncmp(target->text, "/dev/", 5) == 0;
}

bool print_target_add(struct print_target *target, const char *word, size_t len)
{
    size_t used = 0;
    for (unsigned i = 0; i < target->words; i++)
        used += strlen(target->text + used) + 1;
    if (target->words >= PRINT_WORDS_MAX || len == 0 || len >= sizeof(target->text) - used)
        return false;
    memcpy(target->text + used, word, len);
    target->text[used + len] = '\0';
    target->words++;
    return true;
}
