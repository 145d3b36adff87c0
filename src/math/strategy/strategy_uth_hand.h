/* A template, included by strategy_uth.c for each width of the values: one hand on a complete board
 * over the dealer's hands, its values and the code of its last decision.
 *
 * NUMBER is the type of the values, NAME(x) gives names of their own.
 */

static unsigned NAME(uth_hand)(const struct uth_terms *u, int64_t win, int64_t loss,
                               int64_t unqualified, uint16_t rank, NUMBER out[VALUES])
{
    const unsigned category = cr_rank_category(rank);
    /* UTH-7: the Ante counts only against a dealer who qualifies. A hand that qualifies beats all
     * who do not; one that does not loses to all who do. */
    const bool strong = rank <= u->qualifying_rank;
    const int64_t win_q = strong ? win - unqualified : 0;
    const int64_t loss_q = strong ? loss : DEALER_HANDS - unqualified;
    const NUMBER a = (NUMBER)u->scale * (win_q - loss_q - loss) + (NUMBER)u->blind[category] * win +
                     (NUMBER)u->side[category] * DEALER_HANDS;
    const NUMBER d = (NUMBER)u->scale * (win - loss);
    const NUMBER values[3] = {((NUMBER)u->side_folded[category] - 2 * (NUMBER)u->scale) *
                                  DEALER_HANDS,
                              a + u->small * d, a + u->large * d};
    unsigned code = 0;
    for (unsigned i = 1; i < 3; i++)
        if (values[i] > values[code])
            code = i;
    out[Q_A] = a;
    out[Q_D] = d;
    out[Q_V] = values[code];
    return code;
}

#undef NUMBER
#undef NAME
