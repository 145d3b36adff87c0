/* A template that kernels.c includes for each width of the sums: the sums of one flop of a uth
 * game.
 *
 * NUMBER is the type of the values, SUMS that of the sums; NAME(x) makes names for them. Levels
 * have cells of 64 bits. Where that is not enough, a quantity has two levels (LIMBS 2), and its
 * value is the first plus UTH_LIMB times the second.
 */

/* Reads the sums of every quantity for one lane from the levels. */
static void NAME(uth_fill)(const struct level *levels, const struct spot *spot, unsigned lane,
                           NUMBER out[UTH_QUANTITIES][PAIRS_WIDE])
{
    for (unsigned q = 0; q < UTH_QUANTITIES; q++) {
        memset(out[q], 0, sizeof out[q]);
        for (unsigned limb = LIMBS; limb-- > 0;) {
            const struct level *level = &levels[q * LIMBS + limb];
            row64 sum;
            if (!level->memory)
                continue;
            memcpy(sum, (const int64_t *)level->plain + (size_t)spot->ranks * PAIRS_WIDE,
                   sizeof sum);
            for (unsigned i = 0; i < spot->suits; i++) {
                const unsigned kind = lane_kind(lane, spot->suit[i]);
                const int64_t *row = (const int64_t *)level->flush +
                                     ((size_t)spot->class[i] * KINDS + kind) * PAIRS_WIDE;
                for (unsigned p = 0; p < PAIRS_WIDE; p++)
                    sum[p] += row[p];
            }
            for (unsigned p = 0; p < PAIRS_WIDE; p++)
                out[q][p] += limb ? (NUMBER)sum[p] * (NUMBER)UTH_LIMB : (NUMBER)sum[p];
        }
    }
}

/* Decides the flop bet for one hand and adds its sums. */
static void NAME(uth_add_hand)(NUMBER of[UTH_QUANTITIES][PAIRS_WIDE],
                               const struct uth_flop_bets *bets, unsigned p, unsigned suited,
                               int64_t weight, unsigned category, SUMS *out)
{
    const NUMBER a = of[UTH_A][p], d = of[UTH_D][p];
    const NUMBER trips = of[UTH_TA][p] + (NUMBER)bets->award[category];
    const int64_t sizes[2] = {bets->small, bets->large};
    NUMBER value[UTH_SUMS] = {[UTH_SUM_A] = a,
                              [UTH_SUM_D] = d,
                              [UTH_SUM_N] = of[UTH_N][p],
                              [UTH_SUM_C1] = of[UTH_C1][p],
                              [UTH_SUM_C2] = of[UTH_C2][p],
                              [UTH_SUM_TA] = trips,
                              [UTH_SUM_CHECK] = of[UTH_V][p],
                              [UTH_SUM_CHECK_T] = of[bets->last[category]][p],
                              [UTH_SUM_CUT_1] = of[UTH_CUT_START_1][p],
                              [UTH_SUM_CUT_2] = of[UTH_CUT_START_2][p],
                              [UTH_SUM_CUT_SQUARE_1] = of[UTH_CUT_SQUARE_START_1][p],
                              [UTH_SUM_CUT_SQUARE_2] = of[UTH_CUT_SQUARE_START_2][p],
                              [UTH_SUM_FLOPS] = 1};
    int bet = -1;
    for (int i = 0; i < 2; i++) { /* where values are equal, the smaller wager is kept */
        const NUMBER worth = a + sizes[i] * d + of[UTH_CUT_FLOP_1 + i][p];
        if (worth > value[UTH_SUM_CHECK]) {
            value[UTH_SUM_CHECK] = worth;
            bet = i;
        }
        const NUMBER with_trips = trips + (NUMBER)sizes[i] * bets->trips_scale * d;
        if (with_trips > value[UTH_SUM_CHECK_T])
            value[UTH_SUM_CHECK_T] = with_trips;
    }
    if (bet >= 0) {
        const NUMBER k = (NUMBER)sizes[bet] * bets->scale;
        value[UTH_SUM_CHECK_X] = k * k * of[UTH_N][p] + 2 * k * of[UTH_C1][p] + of[UTH_C2][p] +
                                 of[UTH_CUT_SQUARE_FLOP_1 + bet][p];
        value[UTH_SUM_FLOP_1 + bet] = 1;
    } else {
        value[UTH_SUM_CHECK_X] = of[UTH_X][p];
        value[UTH_SUM_RIVER_1] = of[UTH_R1][p];
        value[UTH_SUM_RIVER_2] = of[UTH_R2][p];
        out->folded[category][suited][p] +=
            weight * (int64_t)(RUNOUTS * DEALER_HANDS - of[UTH_R1][p] - of[UTH_R2][p]);
    }
    for (unsigned s = 0; s < UTH_SUMS; s++)
        out->of[s][suited][p] += weight * value[s];
}

static void NAME(uth_flop)(const struct class_tables *t, const struct level *levels,
                           const struct uth_flop_bets *bets, const struct flop *flop, SUMS *out)
{
    struct spot spot;
    find_spot(t, flop->masks, 3, &spot);
    struct eval_hand cards = eval_hand_empty();
    for (unsigned card = 0; card < CR_DECK_CARDS; card++)
        if (flop->masks[card % 4] >> card / 4 & 1)
            cards = eval_hand_add(cards, (cr_card)card);
    for (unsigned lane = 0; lane < LANES; lane++) {
        NUMBER of[UTH_QUANTITIES][PAIRS_WIDE];
        NAME(uth_fill)(levels, &spot, lane, of);
        for (unsigned p = 0; p < PAIRS; p++) {
            if (!hand_exists(t, flop, lane, p))
                continue;
            const struct eval_hand high =
                eval_hand_add(cards, cr_card_make(t->pair_high[p], lane / 4));
            const struct eval_hand five =
                eval_hand_add(high, cr_card_make(t->pair_low[p], lane % 4));
            NAME(uth_add_hand)
            (of, bets, p, lane / 4 == lane % 4, flop->weight,
             cr_rank_category(eval_hand_rank(five)), out);
        }
    }
}

#undef NUMBER
#undef LIMBS
#undef SUMS
#undef NAME
