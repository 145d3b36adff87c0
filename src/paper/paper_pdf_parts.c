/* Draws the parts of a report or a form except tables: title, facts, notes, lines to sign. */
#include "paper/paper_flow.h"

#include <stdio.h>

#define FACT_GAP   22.0 /* between two columns of facts */
#define FACT_AFTER 3.6
#define FILL_IN    19.0 /* the height of a line that is filled in by hand */
#define SIGN_ABOVE 40.0
#define SIGN_GAP   24.0

#define LOGO_WIDTH  130.0
#define LOGO_HEIGHT 40.0
#define LOGO_GAP    16.0

#define HEADING_MAX 256

static const struct canvas_ink house_ink = {CANVAS_SANS, 9.5, true, CANVAS_QUIET};
static const struct canvas_ink title_ink = {CANVAS_SANS, 20, true, CANVAS_ACCENT};
static const struct canvas_ink heading_ink = {CANVAS_SANS, 10.5, true, CANVAS_ACCENT};
static const struct canvas_ink label_ink = {CANVAS_SANS, 8, false, CANVAS_QUIET};
static const struct canvas_ink value_ink = {CANVAS_SANS, 8.3, false, CANVAS_INK};
static const struct canvas_ink large_ink = {CANVAS_SANS, 19, true, CANVAS_INK};
static const struct canvas_ink note_ink = {CANVAS_SANS, 7.8, false, CANVAS_INK};
static const struct canvas_ink caption_ink = {CANVAS_SANS, 8.2, true, CANVAS_INK};
static const struct canvas_ink sign_ink = {CANVAS_SANS, 7.2, false, CANVAS_QUIET};

/* ---- Title ---- */

/* Draws the logo at the right of the title; returns its height. */
static double put_logo(struct flow *f)
{
    if (f->paper->logo == NULL)
        return 0;
    return canvas_picture(&f->canvas, f->right - LOGO_WIDTH, f->y, LOGO_WIDTH, LOGO_HEIGHT,
                          CANVAS_RIGHT, f->paper->logo, f->paper->logo_len);
}

void flow_title(struct flow *f)
{
    const double whole = f->right - f->left;
    const struct paper_part *house = paper_letterhead(f->paper);
    const double beside = put_logo(f);
    const double width = beside > 0 ? whole - LOGO_WIDTH - LOGO_GAP : whole, top = f->y;
    if (house && !house->value.is_empty)
        f->y += canvas_text(&f->canvas, &house_ink, f->left, f->y, width, 40, CANVAS_LEFT,
                            flow_value(f, &house->value)) +
                2;
    f->y += canvas_text(&f->canvas, &title_ink, f->left, f->y, width, 140, CANVAS_LEFT,
                        flow_text(f, f->paper->title));
    f->y = (f->y > top + beside ? f->y : top + beside) + 6;
    canvas_fill(&f->canvas, f->left, f->y, whole, 2.2, CANVAS_ACCENT);
    canvas_line(&f->canvas, f->left, f->y + 4.2, f->right, f->y + 4.2, 0.5, CANVAS_ACCENT);
    f->y += 15;
}

/* ---- Facts ---- */

/* The width of the labels in a column of facts, where the values begin. */
static double label_width(struct flow *f, size_t first, size_t end, double column)
{
    double widest = 30;
    for (size_t i = first; i < end; i++) {
        const double width =
            canvas_text_width(&f->canvas, &label_ink, flow_text(f, f->paper->parts[i].text));
        widest = width > widest ? width : widest;
    }
    return (widest < column * 0.5 ? widest : column * 0.5) + 10;
}

/* Draws a fact, or on a dry run only measures it; returns its height. */
static double put_fact(struct flow *f, const struct paper_part *part, double x, double width,
                       double label, bool is_dry)
{
    const bool was_dry = f->canvas.is_dry;
    double height, value;
    f->canvas.is_dry = was_dry || is_dry;
    height = canvas_text(&f->canvas, &label_ink, x, f->y + 0.2, label - 8, flow_most(f),
                         CANVAS_LEFT, flow_text(f, part->text));
    if (part->value.is_empty) {
        canvas_line(&f->canvas, x + label, f->y + 11, x + width, f->y + 11, 0.5, CANVAS_QUIET);
        value = FILL_IN - FACT_AFTER;
    } else {
        value = canvas_text(&f->canvas, &value_ink, x + label, f->y, width - label, flow_most(f),
                            CANVAS_LEFT, flow_value(f, &part->value));
    }
    f->canvas.is_dry = was_dry;
    return height > value ? height : value;
}

void flow_facts(struct flow *f, size_t first, size_t end)
{
    const struct paper_part *parts = f->paper->parts, *house = paper_letterhead(f->paper);
    const double left = flow_left(f), whole = flow_right(f) - left;
    const double column = (whole - FACT_GAP) / 2;
    const double label = label_width(f, first, end, column);
    const double high = 3.2 * canvas_text_height(&f->canvas, &value_ink, 0, 0, "M");
    for (size_t i = first; i < end; i++) {
        const struct paper_part *a = &parts[i], *b = i + 1 < end ? &parts[i + 1] : NULL;
        if (a == house)
            continue;
        double height = put_fact(f, a, left, column, label, true);
        const double beside = b && b != house ? put_fact(f, b, left, column, label, true) : 0;
        const bool is_long = height > high || f->paper->look == PAPER_STUDY;
        const bool is_pair = beside > 0 && !is_long && beside <= high;
        if (is_long)
            height = put_fact(f, a, left, whole, label, true);
        if (is_pair && beside > height)
            height = beside;
        flow_need(f, height);
        put_fact(f, a, left, is_long ? whole : column, label, false);
        if (is_pair)
            put_fact(f, &parts[++i], left + column + FACT_GAP, column, label, false);
        f->y += height + FACT_AFTER;
    }
    f->y += 4;
}

/* Draws a band across the page: the label at the left, the value large at the right. */
void flow_emphasis(struct flow *f, const struct paper_part *part)
{
    const double left = flow_left(f), width = flow_right(f) - left, side = width * 0.36;
    const double most = flow_most(f) / 2;
    const double label =
        canvas_text_height(&f->canvas, &heading_ink, side - 12, most, flow_text(f, part->text));
    const double value = canvas_text_height(&f->canvas, &large_ink, width - side - 12, most,
                                            flow_value(f, &part->value));
    const double height = (label > value ? label : value) + 10;
    flow_need(f, height + 10);
    canvas_fill(&f->canvas, left, f->y, width, height, CANVAS_TINT);
    canvas_fill(&f->canvas, left, f->y, 3, height, CANVAS_ACCENT);
    canvas_text(&f->canvas, &heading_ink, left + 12, f->y + (height - label) / 2, side - 12, most,
                CANVAS_LEFT, flow_text(f, part->text));
    canvas_text(&f->canvas, &large_ink, left + side, f->y + (height - value) / 2, width - side - 12,
                most, CANVAS_RIGHT, flow_value(f, &part->value));
    f->y += height + 10;
}

/* ---- Headings and notes ---- */

/* Numbers a heading, "3 Sources", and adds it to the outline. */
static const char *number_heading(struct flow *f, const char *text, char out[HEADING_MAX])
{
    snprintf(out, HEADING_MAX, "%u   %s", ++f->section, flow_text(f, text));
    canvas_outline(&f->canvas, flow_text(f, text), f->page, f->y);
    return out;
}

void flow_heading(struct flow *f, const char *text)
{
    char numbered[HEADING_MAX];
    if (f->paper->look == PAPER_STUDY)
        text = number_heading(f, text, numbered);
    const bool in_box = f->box >= 0;
    const double left = flow_left(f), width = flow_right(f) - left;
    const double height =
        canvas_text_height(&f->canvas, &heading_ink, width, flow_most(f), flow_text(f, text));
    if (in_box)
        canvas_fill(&f->canvas, f->left, f->box, f->right - f->left, height + 8, CANVAS_TINT);
    canvas_text(&f->canvas, &heading_ink, left, f->y + 4, width, flow_most(f), CANVAS_LEFT,
                flow_text(f, text));
    f->y += height + 8;
    if (!in_box)
        canvas_line(&f->canvas, left, f->y - 2, flow_right(f), f->y - 2, 0.5, CANVAS_ACCENT);
    f->y += 6;
}

void flow_note(struct flow *f, const char *text, double below)
{
    const double left = flow_left(f), width = flow_right(f) - left;
    const double height =
        canvas_text_height(&f->canvas, &note_ink, width, flow_most(f), flow_text(f, text));
    flow_need(f, height + (below > 0 ? 5 + below : 0));
    canvas_text(&f->canvas, &note_ink, left, f->y, width, flow_most(f), CANVAS_LEFT,
                flow_text(f, text));
    f->y += height + 5;
}

void flow_caption(struct flow *f, size_t part)
{
    const struct paper *p = f->paper;
    const double left = flow_left(f), width = flow_right(f) - left;
    const char *text = p->parts[part].text;
    const double height =
        canvas_text_height(&f->canvas, &caption_ink, width, flow_most(f), flow_text(f, text));
    const bool has_table = part + 1 < p->part_count && p->parts[part + 1].table;
    f->y += part > 0 && p->parts[part - 1].kind != PART_SECTION ? 4 : 0;
    flow_need(f, height + 4 + (has_table ? flow_table_least(f, part + 1) : 0));
    canvas_text(&f->canvas, &caption_ink, left, f->y, width, flow_most(f), CANVAS_LEFT,
                flow_text(f, text));
    f->y += height + 4;
}

/* ---- Lines to sign ---- */

static size_t signed_beside(size_t first, size_t end)
{
    return end - first == 2 || end - first == 4 ? 2 : 3;
}

static double signed_column(const struct flow *f, size_t beside)
{
    return (flow_right(f) - flow_left(f) - SIGN_GAP * (double)(beside - 1)) / (double)beside;
}

/* The height of one row of lines to sign. */
static double signed_row(struct flow *f, size_t first, size_t end, double column)
{
    double height = 0;
    for (size_t s = first; s < end; s++) {
        const double own = canvas_text_height(&f->canvas, &sign_ink, column, flow_most(f) / 2,
                                              flow_text(f, f->paper->parts[s].text));
        height = own > height ? own : height;
    }
    return SIGN_ABOVE + height + 8;
}

double flow_signatures_height(struct flow *f, size_t first, size_t end)
{
    const size_t beside = signed_beside(first, end);
    double height = 0;
    for (size_t i = first; i < end; i += beside)
        height += signed_row(f, i, i + beside < end ? i + beside : end, signed_column(f, beside));
    return height < flow_most(f) ? height : 0;
}

void flow_signatures(struct flow *f, size_t first, size_t end)
{
    const size_t beside = signed_beside(first, end);
    const double left = flow_left(f), column = signed_column(f, beside);
    flow_need(f, flow_signatures_height(f, first, end));
    for (size_t i = first; i < end; i += beside) {
        const size_t behind = i + beside < end ? i + beside : end;
        const double height = signed_row(f, i, behind, column);
        flow_need(f, height);
        for (size_t s = i; s < behind; s++) {
            const double x = left + (column + SIGN_GAP) * (double)(s - i);
            canvas_line(&f->canvas, x, f->y + SIGN_ABOVE, x + column, f->y + SIGN_ABOVE, 0.7,
                        CANVAS_INK);
            canvas_text(&f->canvas, &sign_ink, x, f->y + SIGN_ABOVE + 3, column, flow_most(f) / 2,
                        CANVAS_LEFT, flow_text(f, f->paper->parts[s].text));
        }
        f->y += height;
    }
}
