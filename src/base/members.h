/* Several members of a struct, each written under its own name. */
#pragma once

/* EACH_MEMBER(write, to, from, a, b) is write(to, "a", from->a), write(to, "b", from->b), for up to
 * twelve of them. `write` may be a macro that goes by the member's type. */
#define EACH_MEMBER(write, to, from, ...)                                                          \
    EM_OF(__VA_ARGS__, EM12, EM11, EM10, EM9, EM8, EM7, EM6, EM5, EM4, EM3, EM2, EM1, none)        \
    (write, to, from, __VA_ARGS__)
#define EM_OF(a, b, c, d, e, f, g, h, i, j, k, l, all, ...) all

#define EM1(w, to, from, m)       w(to, #m, (from)->m)
#define EM2(w, to, from, m, ...)  EM1(w, to, from, m), EM1(w, to, from, __VA_ARGS__)
#define EM3(w, to, from, m, ...)  EM1(w, to, from, m), EM2(w, to, from, __VA_ARGS__)
#define EM4(w, to, from, m, ...)  EM1(w, to, from, m), EM3(w, to, from, __VA_ARGS__)
#define EM5(w, to, from, m, ...)  EM1(w, to, from, m), EM4(w, to, from, __VA_ARGS__)
#define EM6(w, to, from, m, ...)  EM1(w, to, from, m), EM5(w, to, from, __VA_ARGS__)
#define EM7(w, to, from, m, ...)  EM1(w, to, from, m), EM6(w, to, from, __VA_ARGS__)
#define EM8(w, to, from, m, ...)  EM1(w, to, from, m), EM7(w, to, from, __VA_ARGS__)
#define EM9(w, to, from, m, ...)  EM1(w, to, from, m), EM8(w, to, from, __VA_ARGS__)
#define EM10(w, to, from, m, ...) EM1(w, to, from, m), EM9(w, to, from, __VA_ARGS__)
#define EM11(w, to, from, m, ...) EM1(w, to, from, m), EM10(w, to, from, __VA_ARGS__)
#define EM12(w, to, from, m, ...) EM1(w, to, from, m), EM11(w, to, from, __VA_ARGS__)
