/* A template that strategy_uth.c includes once for each width of values: the values of one hand on
 * a complete board, over the dealer's hands, and the code of its last decision.
 *
 * NUMBER is the type of the values, NAME(x) makes a name for that type, and PUT stores value q of
 * pair p of kind k in `out`.
 */

static unsigned NAME(uth_hand)(const struct uth_terms *u, int64_t win, int64_t loss,
                               int64_t unqualified, uint16_t rank, NUMBER out[VALUES])
{
    const unsigned category = cr_rank_category(rank);
    const struct dealer_ends ends =
        dealer_ends(win, loss, unqualified, DEALER_HANDS, rank <= u->qualifying_rank);
    const NUMBER a = (NUMBER)u->scale * (ends_balance(&ends, &u->ante_ends) -
                                         ends_count(&ends, &u->blind_ends, -1)) +
                     (NUMBER)u->blind[category] * ends_count(&ends, &u->blind_ends, 1) +
                     (NUMBER)u->side[category] * DEALER_HANDS;
    const NUMBER d = (NUMBER)(u->scale / u->parts) * ends_balance(&ends, &u->play_ends);
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

static void NAME(uth_quantities)(const void *context, const struct showdowns *s, unsigned kinds,
                                 quantity_rows *out)
{
    for (unsigned k = 0; k < kinds; k++) {
        for (unsigned p = 0; p < PAIRS_WIDE; p++) {
            NUMBER value[VALUES] = {0};
            unsigned code = 0;
            if (s->rank[k][p])
                code = NAME(uth_hand)(context, s->win[k][p], s->loss[k][p], s->unqualified[k][p],
                                      s->rank[k][p], value);
            for (unsigned q = 0; q < VALUES; q++)
                PUT(value[q], q, k, p);
            out[Q_CODE][k][p] = code;
        }
    }
}

#undef NUMBER
#undef NAME
#undef PUT
