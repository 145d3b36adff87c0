/* Renders a paper as PDF: its parts on A4 or Letter, upright, or across for wide tables. The parts
 * are walked through once to count the pages and once more to draw them. */
#include "paper/paper_internal.h"

#include "paper/paper_flow.h"

#include "base/err.h"

#include <stdlib.h>

#define A4_SHORT     595.276
#define A4_LONG      841.890
#define LETTER_SHORT 612.0
#define LETTER_LONG  792.0
#define MARGIN       46.0
#define INSET        10.0

#define SECTION_LEAST 90.0 /* points of a section that must fit below others */
#define TABLE_SQUEEZE 1.08 /* how much too wide a table may be to stand upright */

static size_t run_end(const struct paper *p, size_t i, size_t end)
{
    const struct paper_part *first = &p->parts[i];
    for (i++; i < end && p->parts[i].kind == first->kind && !p->parts[i].is_emphasised; i++)
        ;
    return i;
}

/* The height of the lines to sign that follow a note: people should see on the same page what they
 * sign. */
static double signatures_at(struct flow *f, size_t i, size_t end)
{
    const struct paper *p = f->paper;
    return i < end && p->parts[i].kind == PART_SIGNATURE
               ? flow_signatures_height(f, i, run_end(p, i, end))
               : 0;
}

/* Lays out parts first … end - 1 of one section, without its heading. */
static void walk_parts(struct flow *f, size_t first, size_t end)
{
    const struct paper *p = f->paper;
    for (size_t i = first; i < end;) {
        const struct paper_part *part = &p->parts[i];
        size_t next = i + 1;
        if (part->kind == PART_TABLE && part->table->cell_count == 0) {
            /* heads without rows would look like a mistake */
            flow_note(f, "None.", 0);
        } else if (part->kind == PART_TABLE) {
            flow_table(f, i);
        } else if (part->kind == PART_NOTE) {
            flow_note(f, part->text, signatures_at(f, next, end));
        } else if (part->kind == PART_CAPTION) {
            flow_caption(f, i);
        } else if (part->kind == PART_SIGNATURE) {
            next = run_end(p, i, end);
            flow_signatures(f, i, next);
        } else if (part->is_emphasised) {
            flow_emphasis(f, part);
        } else {
            next = run_end(p, i, end);
            flow_facts(f, i, next);
        }
        i = next;
    }
}

static void draw_section(struct flow *f, size_t i, size_t end)
{
    const bool is_boxed = f->paper->look == PAPER_FORM;
    if (is_boxed)
        flow_open_box(f);
    if (f->paper->parts[i].text)
        flow_heading(f, f->paper->parts[i].text);
    else
        f->y += 6;
    walk_parts(f, i + 1, end);
    f->y += is_boxed ? 4 : 0;
    if (is_boxed)
        flow_close_box(f);
    f->y += is_boxed ? 12 : 6;
}

/* How many pages end inside a section that begins here, or at the top of the next page. */
static unsigned count_breaks(struct flow *f, size_t i, size_t end, bool on_next_page)
{
    const bool was_dry = f->canvas.is_dry;
    const unsigned page = f->page, section = f->section;
    const double y = f->y;
    f->canvas.is_dry = true;
    if (on_next_page)
        flow_new_page(f);
    const unsigned first = f->page;
    draw_section(f, i, end);
    const unsigned breaks = f->page - first;
    f->canvas.is_dry = was_dry;
    f->page = page;
    f->section = section;
    f->y = y;
    return breaks;
}

/* The end of the charts that a section begins with; i if it begins with none. */
static size_t first_charts_end(const struct paper *p, size_t i, size_t end)
{
    size_t behind = i;
    for (size_t at = i + 1; at < end && p->parts[at].kind != PART_NOTE; at++) {
        if (p->parts[at].kind == PART_TABLE && p->parts[at].table->shape == PAPER_ROWS)
            break;
        behind = p->parts[at].kind == PART_TABLE ? at + 1 : behind;
    }
    return behind;
}

/* A page that is filled less than this is filled up, even if that breaks a section. */
#define REPORT_FILLED 0.6
#define STUDY_FILLED  0.3

/* A section that fits on a page is not broken, unless that would leave most of the page before it
 * empty; for a form's box it never is, if it fits. Of a longer section the beginning is on one
 * page. */
static void walk_section(struct flow *f, size_t i, size_t end)
{
    static const double filled[] = {
        [PAPER_REPORT] = REPORT_FILLED, [PAPER_STUDY] = STUDY_FILLED, [PAPER_FORM] = 0};
    const size_t charts = first_charts_end(f->paper, i, end);
    const bool may_break = f->y < FLOW_BOTTOM(f) * filled[f->paper->look];
    if (count_breaks(f, i, end, false) > 0) {
        if (!may_break && count_breaks(f, i, end, true) == 0)
            flow_new_page(f);
        else if (charts > i && count_breaks(f, i, charts, false) > 0 &&
                 count_breaks(f, i, charts, true) == 0)
            flow_new_page(f); /* keeps a chart on the page of its heading */
        else
            flow_need(f, SECTION_LEAST);
    }
    draw_section(f, i, end);
}

static void walk(struct flow *f)
{
    const struct paper *p = f->paper;
    size_t i = 0;
    flow_start(f);
    flow_title(f);
    while (i < p->part_count && p->parts[i].kind != PART_SECTION)
        i++;
    walk_parts(f, 0, i);
    f->y += p->look == PAPER_STUDY ? 6 : 0;
    for (size_t end; i < p->part_count; i = end) {
        end = paper_section_end(p, i);
        walk_section(f, i, end);
    }
    flow_end(f);
}

static void set_page(struct flow *f, double width, double height)
{
    f->width = width;
    f->height = height;
    f->left = MARGIN;
    f->right = width - MARGIN;
    f->inset = INSET;
    canvas_resize(&f->canvas, width, height);
}

static double short_side(const struct paper *p)
{
    return p->locale.is_letter ? LETTER_SHORT : A4_SHORT;
}

static double long_side(const struct paper *p)
{
    return p->locale.is_letter ? LETTER_LONG : A4_LONG;
}

/* Chooses a page across where a table would be squeezed on an upright one. */
static void choose_page(struct flow *f)
{
    const double room =
        short_side(f->paper) - 2 * MARGIN - (f->paper->look == PAPER_FORM ? 2 * INSET : 0);
    bool is_wide = false;
    f->box = -1;
    for (size_t i = 0; i < f->paper->part_count && !is_wide; i++)
        is_wide = f->paper->look != PAPER_STUDY && f->paper->parts[i].table &&
                  flow_table_width(f, f->paper->parts[i].table) > room * TABLE_SQUEEZE;
    if (is_wide)
        set_page(f, long_side(f->paper), short_side(f->paper));
    else
        set_page(f, short_side(f->paper), long_side(f->paper));
}

static int draw_pages(const struct paper *p, struct text *out, struct cr_err *err)
{
    struct flow f = {.paper = p};
    f.plans = calloc(p->part_count ? p->part_count : 1, sizeof *f.plans);
    if (!f.plans)
        return err_set(err, CR_E_IO, "not enough memory for the paper as PDF");
    canvas_open(&f.canvas, out, short_side(p), long_side(p), p->title);
    choose_page(&f);
    f.canvas.is_dry = true;
    walk(&f);
    f.pages = f.page;
    f.canvas.is_dry = false;
    walk(&f);
    int rc = canvas_close(&f.canvas, err);
    for (size_t i = 0; i < p->part_count; i++)
        free(f.plans[i].heights);
    free(f.plans);
    text_free(&f.scratch);
    out->cut = out->cut || f.failed;
    return rc;
}

int paper_to_pdf(const struct paper *p, struct text *out, struct cr_err *err)
{
    return p->look == PAPER_SLIP ? pdf_slip(p, out, err) : draw_pages(p, out, err);
}
