/* The layout of hand keys and of the evaluator's tables: what tools/gen_eval.c, which writes the
 * tables, and eval_inline.h, which reads them, must agree on. */
#pragma once

#include <stdint.h>

/* A key is the sum of its cards' keys. Bits 0 to 31 hold the sum of the rank keys, which differs
 * between any two multisets of 5, 6 or 7 ranks, and between any two of 4, 5 or 6. Bits 32 to 47
 * count the cards of each suit, four bits a suit. The counters start at 3, so that the fifth card
 * of a suit sets bit 3. */
#define EVAL_SUIT_SHIFT    32
#define EVAL_SUIT_BITS     4
#define EVAL_SUITS_EACH(n) ((uint64_t)(n)*UINT64_C(0x1111) << EVAL_SUIT_SHIFT)
#define EVAL_SUITS_EMPTY   EVAL_SUITS_EACH(3)
#define EVAL_SUITS_FLUSH   EVAL_SUITS_EACH(8)

/* The key of every number that is no card: up to seven of them leave a mark above the counters. */
#define EVAL_NO_CARD_KEY (UINT64_C(1) << 48)

/* A mask has 16 bits a suit; bit r of a suit is its card of rank r. */
#define EVAL_MASK_SUIT_BITS 16
#define EVAL_SUIT_MASKS     8192

/* Row displacement: a rank sum's row is sum >> EVAL_ROW_SHIFT and its slot sum + offset[row]. */
#define EVAL_ROW_SHIFT 11

/* A class of hands: the category above five deciding ranks of four bits, the first one highest.
 * Hands of fewer cards leave the last ones zero. */
#define EVAL_CLASS_CATEGORY   20
#define EVAL_CLASS_RANK(c, i) ((c) >> (16u - 4u * (i)) & 15u)
