/* A progressive in the form of tables A.7 to A.13, exact and with the manual's rounding. */
#include "reports/mathematics/pdf_charts.h"
#include "reports/mathematics/pdf_errata.h"
#include "reports/mathematics/pdf_figures.h"
#include "reports/mathematics/pdf_parts.h"

#include <stdio.h>
#include <string.h>

#define FIVE_CARD_HANDS 2598960

static double units(struct cr_money m)
{
    return (double)m.micro / CR_MICRO_PER_UNIT;
}

/* The manual's table of this progressive, or "": ptha-1 is A.7. Only the file that was shipped is
 * the manual's, whatever another one calls itself. */
static const char *manual_table(const struct cr_progressive *p)
{
    static const char *const tables[] = {"A.7", "A.8", "A.9", "A.10", "A.11", "A.12", "A.13"};
    const struct cr_shipped *shipped = cr_shipped_find(p->name);
    struct cr_progressive ours;
    const unsigned number = (unsigned)(p->name[5] - '1');
    if (strncmp(p->name, "ptha-", 5) != 0 || number >= 7 || p->name[6] || !shipped)
        return "";
    if (cr_progressive_parse(shipped->name, shipped->text, shipped->len, &ours, NULL) != CR_OK)
        return "";
    return memcmp(ours.hash, p->hash, CR_HASH_BYTES) == 0 ? tables[number] : "";
}

/* ---- Where a bet goes ---- */

static void meter_table(struct pdf *pdf, const struct cr_progressive *p)
{
    static const struct pdf_column columns[] = {
        {"Meter", PDF_ALIGN_LEFT, NULL},           {"To the meter", PDF_ALIGN_RIGHT, NULL},
        {"To its reserve", PDF_ALIGN_RIGHT, NULL}, {"Seed (reserve reset)", PDF_ALIGN_RIGHT, NULL},
        {"Limit", PDF_ALIGN_RIGHT, NULL},
    };
    struct pdf_table table;
    pdf_table_init(&table, 8, columns, 5);
    for (unsigned m = 0; m < p->meter_count; m++) {
        const struct cr_meter_rules *meter = &p->meters[m];
        struct pdf_row *row = pdf_table_add(&table);
        pdf_cell(row, 0, "%s", figure_capital(FIGURE, meter->name));
        pdf_cell(row, 1, "%s", figure_share(FIGURE, meter->share, CR_SHARE_ALL));
        pdf_cell(row, 2, "%s", figure_share(FIGURE, meter->reserve_share, CR_SHARE_ALL));
        pdf_cell(row, 3, "%s", figure_money(FIGURE, meter->seed));
        pdf_cell(row, 4, "%s", meter->has_limit ? figure_money(FIGURE, meter->limit) : "none");
    }
    pdf_fact(pdf, "Bet", figure_money(FIGURE, p->bet));
    pdf_fact(pdf, "Fraction to House", figure_share(FIGURE, p->house_share, CR_SHARE_ALL));
    pdf_space(pdf, 2);
    pdf_table_flow(pdf, &table, PDF_WIDTH * 0.82);
}

/* ---- Awards ---- */

static void set_award(struct pdf_row *row, const struct cr_progressive *p,
                      const struct cr_award *award)
{
    char from[FIGURE_MAX] = "";
    if (award->kind == CR_AWARD_NONE) {
        pdf_cell(row, 1, "0");
        return;
    }
    if (award->kind == CR_AWARD_PERCENT)
        pdf_cell(row, 1, "%s", figure_share(FIGURE, award->ppm, CR_PPM));
    else
        pdf_cell(row, 1, "%s", figure_money(FIGURE, award->amount));
    if (award->from == CR_FROM_TRAY)
        snprintf(from, sizeof from, "Not from Meter");
    else if (p->meter_count == 1)
        snprintf(from, sizeof from, "From Meter");
    else
        figure_capital(from, p->meters[award->from].name);
    pdf_cell(row, 2, "%s", from);
}

/* The manual's names. */
static const char *hand_name(char out[FIGURE_MAX], enum cr_category category)
{
    return figure_capital(out, category == CR_HIGH_CARD ? "nothing"
                               : category == CR_PAIR    ? "one pair"
                                                        : cr_category_name(category));
}

/* The manual prints eight decimals and derives "1 in" from them. */
static void add_award(struct pdf_table *table, const struct cr_progressive *p,
                      const struct cr_award_figures *figures, const char *number)
{
    const struct cr_award *award = &p->awards[figures->category];
    const double exact = cr_rational_value(figures->probability);
    struct pdf_row *row = pdf_table_add(table);
    pdf_cell(row, 0, "%s", hand_name(FIGURE, figures->category));
    set_award(row, p, award);
    pdf_cell(row, 3, "%s", figure_fixed(FIGURE, exact * FIVE_CARD_HANDS, 0));
    pdf_cell(row, 4, "%.10f", exact);
    pdf_cell(row, 5, "%s", figure_fixed(FIGURE, 1 / exact, 2));
    pdf_cell(row, 7, "%.8f", figures->printed_probability);
    pdf_cell(row, 8, "%s", figure_fixed(FIGURE, 1 / figures->printed_probability, 0));
    if (award->kind == CR_AWARD_FIXED) {
        pdf_cell(row, 6, "%.5f", figures->contribution);
        pdf_cell(row, 9, "%.5f", units(award->amount) * figures->printed_probability);
    }
    if (figures->category == CR_FULL_HOUSE && pdf_erratum_in(number, "Full House, 1 in"))
        row->shaded = 1u << 8;
}

static void award_table(struct pdf *pdf, const struct pdf_report *report, const char *number)
{
    static const struct pdf_column columns[] = {
        {"Hand", PDF_ALIGN_LEFT, NULL},
        {"Pay", PDF_ALIGN_RIGHT, NULL},
        {"From", PDF_ALIGN_LEFT, NULL},
        {"Hands", PDF_ALIGN_RIGHT, "Exact"},
        {"Probability", PDF_ALIGN_RIGHT, "Exact"},
        {"1 in", PDF_ALIGN_RIGHT, "Exact"},
        {"Contribution", PDF_ALIGN_RIGHT, "Exact"},
        {"Probability", PDF_ALIGN_RIGHT, "With the manual\u2019s rounding"},
        {"1 in", PDF_ALIGN_RIGHT, "With the manual\u2019s rounding"},
        {"Contribution", PDF_ALIGN_RIGHT, "With the manual\u2019s rounding"},
    };
    struct pdf_table table;
    char text[128];
    pdf_table_init(&table, 7.4, columns, 10);
    for (unsigned i = 0; i < report->figures.award_count; i++)
        add_award(&table, report->progressive, &report->figures.awards[i], number);
    snprintf(text, sizeof text, "%s%s%sHands, pays and contributions", number[0] ? "Table " : "",
             number, number[0] ? "  " : "");
    pdf_caption(pdf, text, pdf_table_height(&table, table.row_count));
    pdf_table_flow(pdf, &table, PDF_WIDTH);
}

/* ---- Averages ---- */

/* One line: exact, with the manual's rounding and, where folds matter, of hands not folded. */
static void add_figure(struct pdf_table *table, const char *name, const char *exact,
                       const char *printed, const char *live)
{
    struct pdf_row *row = pdf_table_add(table);
    pdf_cell(row, 0, "%s", name);
    pdf_cell(row, 1, "%s", exact);
    pdf_cell(row, 2, "%s", printed);
    pdf_cell(row, 3, "%s", live);
}

static void add_meter_figures(struct pdf_table *table, const struct pdf_report *report)
{
    const struct cr_progressive_figures *e = &report->figures.exact, *p = &report->figures.printed,
                                        *l = &report->live.exact;
    const struct cr_progressive *progressive = report->progressive;
    for (unsigned i = 0; i < 2 * progressive->meter_count; i++) {
        const unsigned m = i % progressive->meter_count;
        const bool reset = i<progressive->meter_count, several = progressive->meter_count> 1;
        char name[96];
        snprintf(name, sizeof name, "Average %s%s%s", reset ? "Reset" : "Jackpot",
                 several ? ", " : "", several ? progressive->meters[m].name : "");
#define OF(figures) ((reset ? (figures)->average_reset : (figures)->average_jackpot)[m])
        add_figure(table, name, figure_fixed(FIGURE, OF(e), 2), figure_fixed(FIGURE, OF(p), 2),
                   figure_fixed(FIGURE, OF(l), 2));
#undef OF
    }
}

static double fixed_pays(const struct cr_progressive_figures *figures)
{
    return figures->fixed_from_meter + figures->fixed_not_from_meter;
}

static void fill_summary(struct pdf_table *table, const struct pdf_report *report)
{
    const struct cr_progressive_figures *e = &report->figures.exact, *p = &report->figures.printed,
                                        *l = &report->live.exact;
#define ADD(name, member, show, decimals)                                                          \
    add_figure(table, name, show(FIGURE, e->member, decimals), show(FIGURE, p->member, decimals),  \
               show(FIGURE, l->member, decimals))
    ADD("Hit Frequency", hit_frequency, figure_fixed, 8);
    add_figure(table, "  one hit in", figure_fixed(FIGURE, 1 / e->hit_frequency, 2),
               figure_fixed(FIGURE, 1 / p->hit_frequency, 2),
               figure_fixed(FIGURE, 1 / l->hit_frequency, 2));
    add_figure(table, "Fixed Pays", figure_fixed(FIGURE, fixed_pays(e), 5),
               figure_fixed(FIGURE, fixed_pays(p), 5), figure_fixed(FIGURE, fixed_pays(l), 5));
    ADD("  from Meter", fixed_from_meter, figure_fixed, 5);
    ADD("  not from Meter", fixed_not_from_meter, figure_fixed, 5);
    add_figure(table, "House Advantage", figure_percent(FIGURE, e->house_advantage, 4),
               figure_percent(FIGURE, p->house_advantage, 2),
               figure_percent(FIGURE, l->house_advantage, 4));
#undef ADD
    add_meter_figures(table, report);
}

static void summary(struct pdf *pdf, const struct pdf_report *report)
{
    static const struct pdf_column columns[] = {
        {"Figure", PDF_ALIGN_LEFT, NULL},
        {"Exact", PDF_ALIGN_RIGHT, NULL},
        {"With the manual\u2019s rounding", PDF_ALIGN_RIGHT, NULL},
        {"Exact, a fold forfeiting the bet", PDF_ALIGN_RIGHT, NULL}};
    struct pdf_table table;
    pdf_table_init(&table, 8, columns, report->has_live ? 4 : 3);
    fill_summary(&table, report);
    for (size_t i = 0; i < table.row_count; i++)
        table.rows[i].strong = 1u << 1;
    pdf_caption(pdf, "Averages", pdf_table_height(&table, table.row_count));
    pdf_table_flow(pdf, &table, PDF_WIDTH);
}

static void notes(struct pdf *pdf, const struct pdf_report *report)
{
    char text[480];
    snprintf(text, sizeof text,
             "Hands: of the 2,598,960 of five cards. Amounts are in currency units; hit frequency, "
             "fixed pays and advantage are per unit "
             "of the bet. Exactly: hit frequency %s, fixed pays from the meter %s, not from it %s.",
             figure_exact(FIGURE, report->figures.hit_frequency),
             figure_exact(FIGURE, report->figures.fixed_from_meter),
             figure_exact(FIGURE, report->figures.fixed_not_from_meter));
    pdf_note(pdf, text);
    pdf_note(pdf, "The manual\u2019s rounding: probabilities are rounded to eight decimals (that "
                  "of the royal flush, for the averages, to twelve) before anything is derived "
                  "from them. This moves \u201c1 in\u201d, hit frequency and average jackpot; the "
                  "exact figures are the ones to rely on.");
    if (report->figures.envy_per_seat.num > 0) {
        snprintf(text, sizeof text,
                 "Envy: each other seat with the bet adds %s to the expectation of a seat, "
                 "exactly %s, in currency units; it is in none of the figures above.",
                 figure_fixed(FIGURE, cr_rational_value(report->figures.envy_per_seat), 6),
                 figure_exact(FIGURE, report->figures.envy_per_seat));
        pdf_note(pdf, text);
    }
}

static void errata(struct pdf *pdf, const char *number)
{
    struct pdf_table table;
    char text[128];
    pdf_errata_init(&table, 7.4, true);
    pdf_errata_add(&table, number, true);
    pdf_errata_add(&table, "A.7 to A.13", true);
    snprintf(text, sizeof text, "Errata of the manual\u2019s table %s", number);
    pdf_caption(pdf, text, pdf_table_height(&table, table.row_count));
    pdf_table_flow(pdf, &table, PDF_WIDTH);
    if (pdf_erratum_in(number, "Full House, 1 in"))
        pdf_note(pdf, "A full house is dealt once in 694 hands; the manual prints "
                      "\u201c1 in 11111\u201d (shaded in the table, where the figure that its own "
                      "probability gives is shown).");
}

void pdf_progressive_part(struct pdf *pdf, const struct pdf_report *report)
{
    const struct cr_progressive *p = report->progressive;
    const char *number = manual_table(p);
    char title[128];
    snprintf(title, sizeof title, "Progressive side bet %s", p->name);
    if (report->rules)
        pdf_new_page(pdf);
    pdf_heading(pdf, title, 300);
    meter_table(pdf, p);
    award_table(pdf, report, number);
    summary(pdf, report);
    notes(pdf, report);
    if (number[0])
        errata(pdf, number);
}
