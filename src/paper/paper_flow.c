/* Begins, ends and breaks pages of a report or a form. */
#include "paper/paper_flow.h"

#include "base/version.h"

#include <stdio.h>

#define GAP_OF_BOX 8.0

static const struct canvas_ink small = {CANVAS_SANS, 7, false, CANVAS_QUIET};

/* ---- Texts ---- */

const char *flow_value(struct flow *f, const struct paper_value *v)
{
    text_clear(&f->scratch);
    paper_add_print(&f->scratch, v);
    f->failed = f->failed || f->scratch.cut;
    return f->scratch.cut ? "" : f->scratch.data;
}

const char *flow_text(struct flow *f, const char *text)
{
    const struct paper_value v = {.type = PAPER_TEXT, .text = text};
    return flow_value(f, &v);
}

/* ---- Pages ---- */

static double line_height(struct flow *f)
{
    return canvas_text_height(&f->canvas, &small, 0, 0, "Mg");
}

/* One line, with an ellipsis where it is too long. */
static void put_line(struct flow *f, double x, double y, double width, enum canvas_align align,
                     const char *text)
{
    canvas_text(&f->canvas, &small, x, y, width, line_height(f), align, text);
}

static void put_running_header(struct flow *f)
{
    const struct paper_part *house = paper_letterhead(f->paper);
    const double half = (f->right - f->left) / 2 - 6;
    put_line(f, f->left, 34, half, CANVAS_LEFT, flow_text(f, f->paper->title));
    if (house)
        put_line(f, f->right - half, 34, half, CANVAS_RIGHT, flow_value(f, &house->value));
    canvas_line(&f->canvas, f->left, 47, f->right, 47, 0.5, CANVAS_HAIRLINE);
}

static void put_footer(struct flow *f)
{
    const double y = f->height - 38;
    char number[48], origin[128];
    snprintf(number, sizeof number, "page %u of %u", f->page, f->pages);
    snprintf(origin, sizeof origin, "%s  \u00b7  %s", croupier_program,
             flow_text(f, f->paper->kind));
    canvas_line(&f->canvas, f->left, y - 5, f->right, y - 5, 0.5, CANVAS_HAIRLINE);
    put_line(f, f->left, y, f->right - f->left - 80, CANVAS_LEFT, origin);
    put_line(f, f->right - 80, y, 80, CANVAS_RIGHT, number);
}

static void start_page(struct flow *f)
{
    f->page++;
    put_footer(f);
    if (f->page > 1)
        put_running_header(f);
    f->y = f->page > 1 ? FLOW_TOP : 40;
}

void flow_start(struct flow *f)
{
    f->page = 0;
    f->section = 0;
    f->box = -1;
    start_page(f);
}

static void draw_box(struct flow *f)
{
    canvas_box(&f->canvas, f->left, f->box, f->right - f->left, f->y - f->box, 0.7, CANVAS_ACCENT);
}

void flow_new_page(struct flow *f)
{
    const bool in_box = f->box >= 0;
    if (in_box)
        draw_box(f);
    canvas_show_page(&f->canvas);
    start_page(f);
    if (!in_box)
        return;
    f->box = f->y;
    f->y += GAP_OF_BOX;
}

void flow_end(struct flow *f)
{
    canvas_show_page(&f->canvas);
}

bool flow_need(struct flow *f, double height)
{
    const double top = (f->box < 0 ? 0 : GAP_OF_BOX) + FLOW_TOP;
    if (f->y + height <= FLOW_BOTTOM(f) || (f->page > 1 && f->y <= top))
        return false;
    flow_new_page(f);
    return true;
}

double flow_most(const struct flow *f)
{
    return FLOW_BOTTOM(f) - FLOW_TOP - 3 * GAP_OF_BOX - 40;
}

void flow_open_box(struct flow *f)
{
    f->box = f->y;
}

void flow_close_box(struct flow *f)
{
    draw_box(f);
    f->box = -1;
}
