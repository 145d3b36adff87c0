/* Lists the 1,755 flops that differ by more than the names of suits, and chooses the kernels for
 * this machine. */
#include "math/kernels/kernels.h"

#include "base/check.h"

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

/* A flop of three suits, of which only the ranks count. Three different ranks can get their suits
 * in 24 ways, a pair and another rank in 12, three of a kind in 4. */
static struct flop rainbow(unsigned a, unsigned b, unsigned c)
{
    return (struct flop){.masks = {(uint16_t)(1u << a), (uint16_t)(1u << b), (uint16_t)(1u << c)},
                         .weight = (uint8_t)(a == c             ? 4
                                             : a == b || b == c ? 12
                                                                : 24)};
}

void flops_list(struct flop out[FLOPS])
{
    unsigned n = 0;
    for (unsigned a = 0; a < CR_RANKS; a++)
        for (unsigned b = 0; b <= a; b++)
            for (unsigned c = 0; c <= b; c++)
                out[n++] = rainbow(a, b, c);
    for (unsigned mask = 0; mask < MASKS_ALL; mask++) {
        const int size = __builtin_popcount(mask);
        for (unsigned r = 0; r < CR_RANKS && size == 2; r++)
            out[n++] =
                (struct flop){.masks = {(uint16_t)mask, (uint16_t)(1u << r)}, .weight = 4 * 3};
        if (size == 3)
            out[n++] = (struct flop){.masks = {(uint16_t)mask}, .weight = 4};
    }
    CHECK(n == FLOPS);
}
