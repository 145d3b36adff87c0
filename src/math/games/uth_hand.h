/* A template that uth.c includes once for each width of values: the quantities of one hand on a
 * complete board.
 *
 * NUMBER is the type of the values, NAME(x) makes a name for that type, and PUT stores quantity q
 * of pair p of kind k in `out`.
 */

/* The dealer's hands by result (UTH-7), and what Ante and Blind bring at each: the net result
 * (placed) and the part of it that is paid (paid). */
struct NAME(results) {
    struct dealer_ends ends;
    NUMBER placed[DEALER_ENDS], paid[DEALER_ENDS];
};

static struct NAME(results)
    NAME(results_of)(const struct uth_rules *u, struct dealer_ends ends, NUMBER blind)
{
    struct NAME(results) r = {.ends = ends};
    for (unsigned i = 0; i < DEALER_ENDS; i++) {
        const int ante_ends = u->ante_ends.of[i], blind_ends = u->blind_ends.of[i];
        const NUMBER s = (NUMBER)u->scale;
        r.paid[i] = (ante_ends > 0 ? s : 0) + (blind_ends > 0 ? blind : 0);
        r.placed[i] = r.paid[i] - (ante_ends < 0 ? s : 0) - (blind_ends < 0 ? s : 0);
    }
    return r;
}

/* What the limit takes off the value of all wins with a Play bet of k units, and off the sum of
 * their squares; both are negative. */
struct NAME(cut) {
    NUMBER value, square;
};

static struct NAME(cut)
    NAME(cut_of)(const struct uth_rules *u, const struct NAME(results) * r, int64_t k)
{
    struct NAME(cut) cut = {0, 0};
    if (!u->limited)
        return cut;
    const NUMBER bet = (NUMBER)k * u->unit;
    for (unsigned i = 0; i < DEALER_ENDS; i++) {
        const int play = u->play_ends.of[i];
        const NUMBER pays = r->paid[i] + (play > 0 ? bet : 0), net = r->placed[i] + play * bet;
        const NUMBER over = pays > u->limit ? pays - (NUMBER)u->limit : 0;
        cut.value -= r->ends.of[i] * over;
        cut.square -= r->ends.of[i] * (2 * net - over) * over;
    }
    return cut;
}

/* The best of folding and the two sizes of river bet; where two are worth the same, the smaller
 * wager. */
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
    const struct NAME(results) r = NAME(results_of)(
        u, dealer_ends(win, loss, unqualified, DEALER_HANDS, rank <= u->qualifying_rank), blind);
    NUMBER a = 0, d = 0, played = 0, products = 0, squares = 0;
    for (unsigned i = 0; i < DEALER_ENDS; i++) {
        const NUMBER hands = r.ends.of[i];
        const int play = u->play_ends.of[i];
        a += hands * r.placed[i];
        d += hands * play * u->unit;
        played += play != 0 ? hands : 0;
        products += hands * play * r.placed[i];
        squares += hands * r.placed[i] * r.placed[i];
    }
    const struct NAME(last_decision) last =
        NAME(decide_last)(u, &r, a, d, -2 * (NUMBER)s * DEALER_HANDS);
    const NUMBER k = (NUMBER)last.multiple * u->unit;
    const NUMBER trips = (NUMBER)u->trips[category] * DEALER_HANDS;
    const NUMBER trips_folded =
        u->fold_forfeits_trips ? -(NUMBER)u->trips_bet * DEALER_HANDS : trips;
    out[UTH_A] = a;
    out[UTH_D] = d;
    out[UTH_V] = last.value;
    out[UTH_N] = played;
    out[UTH_C1] = products;
    out[UTH_C2] = squares;
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

static void NAME(uth_quantities)(const void *context, const struct showdowns *s, unsigned kinds,
                                 quantity_rows *out)
{
    const struct uth_rules *u = context;
    const unsigned count = quantities_used(u);
    for (unsigned k = 0; k < kinds; k++) {
        for (unsigned p = 0; p < PAIRS_WIDE; p++) {
            NUMBER value[UTH_QUANTITIES];
            if (s->rank[k][p])
                NAME(uth_hand)
            (u, s->win[k][p], s->loss[k][p], s->unqualified[k][p], s->rank[k][p], value);
            else memset(value, 0, sizeof value);
            for (unsigned q = 0; q < count; q++)
                PUT(value[q], q, k, p);
        }
    }
}

#undef NUMBER
#undef NAME
#undef PUT
