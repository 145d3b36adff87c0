/* The hot loops of the analysis. The build compiles this file once for each instruction set, with
 * KERNELS as the name of the resulting table. The code is plain C that compilers can vectorise. */
#include "math/kernels/kernels.h"

#include "game/cards/eval_inline.h"

#include <stdlib.h>
#include <string.h>

#define FROM    int16_t
#define TO      int32_t
#define NAME(x) x##_16_32
#include "math/kernels/level_up.h"

#define FROM    int32_t
#define TO      int64_t
#define NAME(x) x##_32_64
#include "math/kernels/level_up.h"

#define FROM    int64_t
#define TO      int64_t
#define NAME(x) x##_64_64
#include "math/kernels/level_up.h"

#define FROM    int32_t
#define TO      int32_t
#define NAME(x) x##_32_32
#include "math/kernels/row_ops.h"
#undef FROM
#undef TO
#undef NAME

#define FIVE     int16_t
#define CELL     int32_t
#define NAME(x)  x##_16_32
#define CELLS(x) x##_32_32
#include "math/kernels/stream.h"

#define FIVE     int32_t
#define CELL     int64_t
#define NAME(x)  x##_32_64
#define CELLS(x) x##_64_64
#include "math/kernels/stream.h"

#define FIVE     int64_t
#define CELL     int64_t
#define NAME(x)  x##_64_64
#define CELLS(x) x##_64_64
#include "math/kernels/stream.h"

/* A board of three or four cards as indices in the levels: its ranks, and the suits in which a
 * flush is still possible with their classes. A lane is a pair of suits of the hole cards, 4 * suit
 * of the high card + suit of the low one. */
#define LANES 16

struct spot {
    unsigned ranks; /* number of the multiset */
    unsigned suits; /* how many entries the next two arrays have */
    unsigned suit[3];
    unsigned class[3];
};

/* The number of the multiset of ranks in all suits but one (CR_SUITS: in all). */
static unsigned ranks_in(const struct class_tables *t, const uint16_t masks[CR_SUITS],
                         unsigned but_suit)
{
    unsigned size = 0, index = 0;
    for (unsigned s = 0; s < CR_SUITS; s++)
        for (unsigned left = s == but_suit ? 0 : masks[s]; left; left &= left - 1)
            index = t->add[size++][index][__builtin_ctz(left)];
    return index;
}

static void find_spot(const struct class_tables *t, const uint16_t masks[CR_SUITS], unsigned cards,
                      struct spot *out)
{
    out->ranks = ranks_in(t, masks, CR_SUITS);
    out->suits = 0;
    for (unsigned s = 0; s < CR_SUITS; s++) {
        const unsigned size = (unsigned)__builtin_popcount(masks[s]);
        if (size + 2 < cards)
            continue;
        out->suit[out->suits] = s;
        out->class[out->suits++] = flush_class(t, cards, size, masks[s], ranks_in(t, masks, s));
    }
}

/* The kind of a lane's hole cards for a flush suit: see KINDS. */
static unsigned lane_kind(unsigned lane, unsigned suit)
{
    return (lane / 4 == suit ? 2u : 0u) | (lane % 4 == suit ? 1u : 0u);
}

/* ---- pg ---- */

enum { ACC_D, ACC_N, ACC_M, ACC_RIVER_D, ACC_RIVER_N, ACC_RIVER_M, ACC_RIVER, ACCS };

/* The pairs of ranks are processed in parts of this size, so that the sums of all lanes stay in the
 * nearest cache. */
#define PART 32

typedef int32_t part_row[PART];

/* Fills one part for the lanes of one kind on one board of four cards: D, N and M, and the same
 * where the river bet is made. */
static void pg_fill(const struct level *levels, const struct spot *spot, const unsigned kinds[2],
                    unsigned part, part_row out[ACCS])
{
    static const row32 nothing;
    for (unsigned q = 0; q < 3; q++) {
        const int32_t *flush = levels[q].flush;
        const int32_t *ranks = (const int32_t *)levels[q].plain + (size_t)spot->ranks * PAIRS_WIDE;
        const int32_t *rows[2] = {nothing, nothing};
        for (unsigned i = 0; i < spot->suits; i++)
            rows[i] = flush + ((size_t)spot->class[i] * KINDS + kinds[i]) * PAIRS_WIDE;
        const int32_t *a = ranks + part, *b = rows[0] + part, *c = rows[1] + part;
        for (unsigned p = 0; p < PART; p++)
            out[q][p] = a[p] + b[p] + c[p];
    }
    for (unsigned p = 0; p < PART; p++) {
        const int32_t bets = -(out[ACC_D][p] > 0); /* all bits or none */
        out[ACC_RIVER_D][p] = out[ACC_D][p] & bets;
        out[ACC_RIVER_N][p] = out[ACC_N][p] & bets;
        out[ACC_RIVER_M][p] = out[ACC_M][p] & bets;
        out[ACC_RIVER][p] = -bets;
    }
}

static void pg_take_off_pair(part_row sums[ACCS], part_row filled[ACCS], unsigned part, unsigned p)
{
    if (p < part || p >= part + PART)
        return;
    for (unsigned x = 0; x < ACCS; x++)
        sums[x][p - part] -= filled[x][p - part];
}

/* Subtracts the cells of hands that hold the turn card. */
static void pg_take_off(part_row sums[ACCS], part_row filled[ACCS], unsigned lane, unsigned part,
                        cr_card turn)
{
    const unsigned rank = cr_card_rank(turn), suit = cr_card_suit(turn);
    if (lane / 4 == suit)
        for (unsigned low = 0; low <= rank; low++)
            pg_take_off_pair(sums, filled, part, pair_index(rank, low));
    if (lane % 4 == suit)
        for (unsigned high = rank; high < CR_RANKS; high++)
            pg_take_off_pair(sums, filled, part, pair_index(high, rank));
}

/* Adds one turn card to all lanes. */
static void pg_turn(const struct level *levels, const struct spot *spot, unsigned part,
                    cr_card turn, part_row sums[LANES][ACCS])
{
    part_row filled[KINDS * KINDS][ACCS];
    unsigned known = 0;
    for (unsigned lane = 0; lane < LANES; lane++) {
        unsigned kinds[2] = {0, 0};
        for (unsigned i = 0; i < spot->suits; i++)
            kinds[i] = lane_kind(lane, spot->suit[i]);
        const unsigned id = kinds[0] * KINDS + kinds[1];
        if (!(known >> id & 1))
            pg_fill(levels, spot, kinds, part, filled[id]);
        known |= 1u << id;
        int32_t *restrict to = sums[lane][0];
        const int32_t *restrict from = filled[id][0];
        for (unsigned i = 0; i < ACCS * PART; i++)
            to[i] += from[i];
        pg_take_off(sums[lane], filled[id], lane, part, turn);
    }
}

/* Decides the turn bet for the hands of one lane and adds their sums. */
static void pg_add_lane(part_row sums[ACCS], const int64_t exists[PART], unsigned part,
                        unsigned suited, int64_t weight, struct pg_sums *out)
{
    int64_t times[PART], turn[PART];
    for (unsigned p = 0; p < PART; p++) {
        times[p] = exists[p] * weight;
        turn[p] = sums[ACC_D][p] > 0 ? times[p] : 0;
    }
    const unsigned count = part + PART <= PAIRS ? PART : PAIRS - part;
    for (unsigned x = 0; x < ACCS; x++) {
        int64_t *all = out->of[PG_D + x][suited] + part;
        int64_t *bet = out->of[PG_TURN_D + x][suited] + part;
        for (unsigned p = 0; p < count; p++) {
            all[p] += times[p] * sums[x][p];
            bet[p] += turn[p] * sums[x][p];
        }
    }
    for (unsigned p = 0; p < count; p++) {
        out->of[PG_TURN][suited][part + p] += turn[p];
        out->of[PG_FLOPS][suited][part + p] += times[p];
    }
}

static void pg_flop(const struct class_tables *t, const struct level *levels,
                    const struct flop *flop, struct pg_sums *out)
{
    struct spot spots[CR_DECK_CARDS];
    for (unsigned card = 0; card < CR_DECK_CARDS; card++) {
        uint16_t masks[CR_SUITS];
        memcpy(masks, flop->masks, sizeof masks);
        masks[card % 4] = (uint16_t)(masks[card % 4] | 1u << card / 4);
        find_spot(t, masks, 4, &spots[card]);
    }
    for (unsigned part = 0; part < PAIRS_WIDE; part += PART) {
        part_row sums[LANES][ACCS] = {0};
        for (unsigned card = 0; card < CR_DECK_CARDS; card++)
            if (!(flop->masks[card % 4] >> card / 4 & 1))
                pg_turn(levels, &spots[card], part, (cr_card)card, sums);
        for (unsigned lane = 0; lane < LANES; lane++) {
            int64_t exists[PART];
            for (unsigned p = 0; p < PART; p++)
                exists[p] = part + p < PAIRS && hand_exists(t, flop, lane, part + p);
            pg_add_lane(sums[lane], exists, part, lane / 4 == lane % 4, flop->weight, out);
        }
    }
}

/* ---- uth ---- */

#define NUMBER  int64_t
#define LIMBS   1
#define SUMS    struct uth_sums
#define NAME(x) x
#include "math/kernels/uth_flop.h"

#define NUMBER  wide
#define LIMBS   2
#define SUMS    struct uth_sums_wide
#define NAME(x) x##_wide
#include "math/kernels/uth_flop.h"

/* ---- Seen cards ---- */

/* Vectors with as many elements as a register holds: compilers split wider vectors into single
 * elements and turn the plain loop into branches. The comparison of two vectors gives all bits or
 * none in each element. */
#if defined(__AVX512BW__)
#define LANES_BYTES 64
#elif defined(__AVX2__)
#define LANES_BYTES 32
#else
#define LANES_BYTES 16
#endif
typedef int16_t lanes __attribute__((vector_size(LANES_BYTES)));

static void pair_partners(const struct pair_board *board, int16_t rank, int16_t qualifying,
                          struct pair_partners *out)
{
    const lanes none = {0}, own = none + rank, limit = none + qualifying;
    for (unsigned first = 0; first < PAIR_LANES; first += LANES_BYTES / 2) {
        lanes worse = {0}, better = {0}, unqualified = {0}, all = {0};
        for (unsigned x = 0; x < PAIR_KINDS; x++) {
            const lanes count = none + board->left[x];
            lanes dealt;
            memcpy(&dealt, &board->ranks[x][first], sizeof dealt);
            worse += (dealt > own) & count;
            better += (own > dealt) & count;
            unqualified += (dealt > limit) & count;
            all += count;
        }
        const lanes no_better = all - better;
        memcpy(&out->worse[first], &worse, sizeof worse);
        memcpy(&out->no_better[first], &no_better, sizeof no_better);
        memcpy(&out->unqualified[first], &unqualified, sizeof unqualified);
    }
    /* A card is not its own partner. */
    for (unsigned d = 0; d < PAIR_KINDS; d++) {
        const int16_t dealt = board->ranks[d][d];
        out->worse[d] = (int16_t)(out->worse[d] - (dealt > rank));
        out->no_better[d] = (int16_t)(out->no_better[d] - (dealt >= rank));
        out->unqualified[d] = (int16_t)(out->unqualified[d] - (dealt > qualifying));
    }
}

const struct kernels KERNELS = {
    .name = KERNELS_NAME,
    .up_16_32 = up_16_32,
    .up_32_64 = up_32_64,
    .up_64_64 = up_64_64,
    .stream_16_32 = stream_16_32,
    .stream_32_64 = stream_32_64,
    .stream_64_64 = stream_64_64,
    .pg_flop = pg_flop,
    .uth_flop = uth_flop,
    .uth_flop_wide = uth_flop_wide,
    .pair_partners = pair_partners,
};
