/* A template, included by uth.c for each width of the values: one hand on a complete board.
 *
 * NUMBER is the type of the values, NAME(x) gives names of their own.
 */

/* A hand's showdowns with the dealer, by whether the dealer qualifies (UTH-7). */
struct NAME(results) {
    int64_t win_q, win_u, loss_q, loss_u;
    NUMBER blind;
};

/* What the limit takes off all wins with a Play bet of k Antes, and off their squares. */
struct NAME(cut) {
    NUMBER value, square;
};

static struct NAME(cut)
    NAME(cut_of)(const struct uth_rules *u, const struct NAME(results) * r, int64_t k)
{
    struct NAME(cut) cut = {0, 0};
    if (!u->limited)
        return cut;
    const NUMBER pays[2] = {(NUMBER)(k + 1) * u->scale + r->blind, (NUMBER)k * u->scale + r->blind};
    const int64_t wins[2] = {r->win_q, r->win_u};
    for (unsigned i = 0; i < 2; i++) {
        const NUMBER over = pays[i] > u->limit ? pays[i] - (NUMBER)u->limit : 0;
        cut.value -= wins[i] * over;
        cut.square -= wins[i] * (2 * pays[i] - over) * over;
    }
    return cut;
}

/* The best of folding and the two river bets; equal: the smaller wager. */
struct NAME(last_decision) {
    NUMBER value;
    int64_t multiple; /* 0: fold */
    struct NAME(cut) cut;
};

static struct NAME(last_decision)
    NAME(decide_last)(const struct uth_rules *u, const struct NAME(results) * r, NUMBER a, NUMBER d,
                      NUMBER fold)
{
    struct NAME(last_decision) best = {.value = fold};
    for (unsigned i = 0; i < 2; i++) {
        const int64_t k = u->sizes[2][i];
        const struct NAME(cut) cut = NAME(cut_of)(u, r, k);
        if (a + k * d + cut.value > best.value)
            best = (struct NAME(last_decision)){a + k * d + cut.value, k, cut};
    }
    return best;
}

static void NAME(set_cuts)(const struct uth_rules *u, const struct NAME(results) * r,
                           NUMBER out[UTH_QUANTITIES])
{
    for (unsigned i = 0; i < 2; i++) {
        const struct NAME(cut) flop = NAME(cut_of)(u, r, u->sizes[1][i]);
        const struct NAME(cut) start = NAME(cut_of)(u, r, u->sizes[0][i]);
        out[UTH_CUT_FLOP_1 + i] = flop.value;
        out[UTH_CUT_START_1 + i] = start.value;
        out[UTH_CUT_SQUARE_FLOP_1 + i] = flop.square;
        out[UTH_CUT_SQUARE_START_1 + i] = start.square;
    }
}

static void NAME(uth_hand)(const struct uth_rules *u, int64_t win, int64_t loss,
                           int64_t unqualified, uint16_t rank, NUMBER out[UTH_QUANTITIES])
{
    const int64_t s = u->scale;
    const unsigned category = cr_rank_category(rank);
    const NUMBER blind = (NUMBER)u->blind[category];
    /* UTH-7: against a dealer who does not qualify the Ante is returned. A hand that qualifies
     * beats all of those; one that does not loses to every dealer who does. */
    const bool strong = rank <= u->qualifying_rank;
    struct NAME(results) r = {.win_q = strong ? win - unqualified : 0,
                              .loss_q = strong ? loss : DEALER_HANDS - unqualified,
                              .blind = blind};
    r.win_u = win - r.win_q;
    r.loss_u = loss - r.loss_q;
    const NUMBER a = (NUMBER)s * (r.win_q - r.loss_q) + blind * win - s * loss,
                 d = (NUMBER)s * (win - loss);
    const struct NAME(last_decision) last =
        NAME(decide_last)(u, &r, a, d, -2 * (NUMBER)s * DEALER_HANDS);
    const NUMBER k = (NUMBER)last.multiple * s;
    const NUMBER trips = (NUMBER)u->trips[category] * DEALER_HANDS;
    const NUMBER trips_folded =
        u->fold_forfeits_trips ? -(NUMBER)u->trips_bet * DEALER_HANDS : trips;
    out[UTH_A] = a;
    out[UTH_D] = d;
    out[UTH_V] = last.value;
    out[UTH_N] = win + loss;
    out[UTH_C1] =
        r.win_q * (s + blind) + r.win_u * blind + r.loss_q * 2 * (NUMBER)s + r.loss_u * (NUMBER)s;
    out[UTH_C2] = r.win_q * (s + blind) * (s + blind) + r.win_u * blind * blind +
                  r.loss_q * 4 * (NUMBER)s * s + r.loss_u * (NUMBER)s * s;
    out[UTH_X] = last.multiple
                     ? k * k * out[UTH_N] + 2 * k * out[UTH_C1] + out[UTH_C2] + last.cut.square
                     : 4 * (NUMBER)s * s * DEALER_HANDS;
    out[UTH_R1] = last.multiple && last.multiple == u->sizes[2][0] ? DEALER_HANDS : 0;
    out[UTH_R2] = last.multiple && last.multiple != u->sizes[2][0] ? DEALER_HANDS : 0;
    const NUMBER f = u->trips_scale, fold = -2 * s * f * DEALER_HANDS + trips_folded;
    out[UTH_TA] = f * a + trips;
    out[UTH_TV] = NAME(decide_last)(u, &r, f * a + trips, f * d, fold).value;
    for (unsigned i = 0; i < u->award_kinds; i++) {
        const NUMBER award = (NUMBER)u->awards[i] * DEALER_HANDS;
        out[UTH_TV_AWARD + i] = NAME(decide_last)(u, &r, f * a + trips + award, f * d, fold).value;
    }
    if (u->limited) {
        for (unsigned i = u->award_kinds; i < CR_CATEGORIES; i++)
            out[UTH_TV_AWARD + i] = 0;
        NAME(set_cuts)(u, &r, out);
    }
}

#undef NUMBER
#undef NAME
