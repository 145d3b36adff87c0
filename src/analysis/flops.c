/* The 1,755 flops, and the choice of kernels. */
#include "analysis/kernels.h"

#include <string.h>

extern const struct kernels kernels_portable;
#ifdef __x86_64__
extern const struct kernels kernels_avx2, kernels_avx512;
#endif

const struct kernels *kernels_find(const char *name)
{
#ifdef __x86_64__
    __builtin_cpu_init();
    const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
    if (avx512 && (!name || strcmp(name, "avx512") == 0))
        return &kernels_avx512;
    if (__builtin_cpu_supports("avx2") && (!name || strcmp(name, "avx2") == 0))
        return &kernels_avx2;
#endif
    return !name || strcmp(name, "portable") == 0 ? &kernels_portable : NULL;
}

/* Three suits: which ranks is all that counts. */
static struct flop rainbow(const struct ranks *ranks)
{
    struct flop flop = {.weight = 4 * 3 * 2};
    unsigned suit = 0;
    for (unsigned r = 0; r < CR_RANKS; r++) {
        for (unsigned n = 0; n < ranks->count[r]; n++)
            flop.masks[suit++] = (uint16_t)(1u << r);
        if (ranks->count[r] == 2)
            flop.weight = 4 * 3; /* two suits for the pair in any order, one for the other */
        if (ranks->count[r] == 3)
            flop.weight = 4;
    }
    return flop;
}

void flops_list(const struct class_tables *t, struct flop out[FLOPS])
{
    unsigned n = 0;
    for (unsigned i = 0; i < t->multisets[3]; i++)
        out[n++] = rainbow(&t->multiset_at[3][i]);
    for (unsigned m = 0; m < t->masks[2]; m++)
        for (unsigned r = 0; r < CR_RANKS; r++)
            out[n++] =
                (struct flop){.masks = {t->mask_at[2][m], (uint16_t)(1u << r)}, .weight = 4 * 3};
    for (unsigned m = 0; m < t->masks[3]; m++)
        out[n++] = (struct flop){.masks = {t->mask_at[3][m]}, .weight = 4};
}
