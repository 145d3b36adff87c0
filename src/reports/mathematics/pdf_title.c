/* The head of a report. */
#include "base/text.h"
#include "base/version.h"
#include "game/games/game.h"
#include "reports/mathematics/pdf_figures.h"
#include "reports/mathematics/pdf_parts.h"

#include <stdio.h>

static void hash_text(const uint8_t hash[CR_HASH_BYTES], char out[2 * CR_HASH_BYTES + 1])
{
    for (unsigned i = 0; i < CR_HASH_BYTES; i++)
        snprintf(out + i * (size_t)2, 3, "%02x", hash[i]);
}

/* What is counted: board games by flop, turn, river and dealer. */
static const char *method(const struct cr_game *game)
{
    if (game == &game_pg)
        return "complete enumeration of 55,627,620,048,000 deals, all decisions optimal";
    if (game == &game_uth)
        return "complete enumeration of 27,813,810,024,000 deals, all decisions optimal";
    return "complete enumeration of 407,170,400 deals, all decisions optimal";
}

static void facts(struct pdf *pdf, const struct pdf_report *report)
{
    char hash[2 * CR_HASH_BYTES + 1], name[CR_TITLE_MAX + CR_NAME_MAX + 4];
    if (report->rules) {
        pdf_fact(pdf, "House rules", report->rules->name);
        hash_text(report->rules->hash, hash);
        pdf_fact(pdf, "BLAKE2b of the rules file", hash);
    }
    if (report->progressive) {
        snprintf(name, sizeof name, "%s (%s)", report->progressive->name,
                 report->progressive->title);
        pdf_fact(pdf, "Progressive", name);
        hash_text(report->progressive->hash, hash);
        pdf_fact(pdf, "BLAKE2b of its file", hash);
    }
    pdf_fact(pdf, "Method",
             report->rules ? method(report->rules->game)
                           : "complete enumeration of 2,598,960 hands of five cards");
    pdf_fact(pdf, "Figures",
             "exact: every figure is a ratio of whole numbers, rounded only where "
             "it is printed");
    pdf_fact(pdf, "Computed by", croupier_program);
}

void pdf_title_part(struct pdf *pdf, const struct pdf_report *report)
{
    static const struct pdf_style kind = {PDF_SANS, 8, true, false, PDF_MIDDLE};
    static const struct pdf_style title = {PDF_SERIF, 22, true, false, PDF_ACCENT};
    static const struct pdf_style house = {PDF_SERIF, 12, false, false, PDF_QUIET};
    const struct cr_rules *rules = report->rules;
    pdf->y = 54;
    pdf->y +=
        pdf_text(pdf, &kind, PDF_LEFT, pdf->y, PDF_WIDTH, PDF_ALIGN_LEFT, "MATHEMATICAL ANALYSIS") +
        5;
    pdf->y += pdf_text(pdf, &title, PDF_LEFT, pdf->y, PDF_WIDTH, PDF_ALIGN_LEFT,
                       rules ? rules->title : report->progressive->title) +
              2;
    pdf->y += pdf_text(pdf, &house, PDF_LEFT, pdf->y, PDF_WIDTH, PDF_ALIGN_LEFT,
                       rules ? rules->house : report->progressive->house) +
              10;
    pdf_line(pdf, PDF_LEFT, pdf->y, PDF_RIGHT, pdf->y, 2, PDF_ACCENT);
    pdf->y += 12;
    facts(pdf, report);
    pdf_line(pdf, PDF_LEFT, pdf->y + 4, PDF_RIGHT, pdf->y + 4, 0.5, PDF_HAIRLINE);
    pdf->y += 6;
}
