/* Pages of a report or a form: parts from top to bottom, a running header, "page n of m". */
#pragma once

#include "paper/paper_canvas.h"
#include "paper/paper_internal.h"

/* How a table is laid out; kept from the first time it is asked for. */
struct table_plan {
    double size; /* of the letters */
    double width[PAPER_COLUMNS_MAX], x[PAPER_COLUMNS_MAX];
    double head;    /* height */
    float *heights; /* of the rows */
};

struct flow {
    struct canvas canvas;
    const struct paper *paper;
    double width, height;     /* of a page */
    double left, right;       /* of what is on it */
    double inset;             /* of what is inside a box */
    double y;                 /* where the next thing goes */
    double box;               /* where the open box began on this page; below 0: none is open */
    unsigned page, pages;     /* pages: 0 until they are counted */
    unsigned section;         /* of a study: the number of the last one */
    struct table_plan *plans; /* by part */
    struct text scratch;      /* what flow_value made last */
    bool failed;              /* no memory */
};

#define FLOW_TOP       60.0
#define FLOW_BOTTOM(f) ((f)->height - 58.0)

/* The width that parts have, boxes taken into account. */
static inline double flow_left(const struct flow *f)
{
    return f->left + (f->box < 0 ? 0 : f->inset);
}

static inline double flow_right(const struct flow *f)
{
    return f->right - (f->box < 0 ? 0 : f->inset);
}

void flow_start(struct flow *f);
void flow_new_page(struct flow *f);
/* Ends the last page. */
void flow_end(struct flow *f);
/* A new page unless there are so many points left; true when there was one. */
bool flow_need(struct flow *f, double height);
/* How high a part could be at most. */
double flow_most(const struct flow *f);

/* Around what stands in a box, which goes on over pages. */
void flow_open_box(struct flow *f);
void flow_close_box(struct flow *f);

/* The value as it is printed. The text is valid until the next call. */
const char *flow_value(struct flow *f, const struct paper_value *v);
const char *flow_text(struct flow *f, const char *text);

/* ---- Parts ---- */

void flow_title(struct flow *f);
/* Facts first … end - 1, in two columns. */
void flow_facts(struct flow *f, size_t first, size_t end);
void flow_emphasis(struct flow *f, const struct paper_part *part);
void flow_heading(struct flow *f, const char *text);
/* On one page with as much below it. */
void flow_note(struct flow *f, const char *text, double below);
/* A caption, on one page with what follows it. */
void flow_caption(struct flow *f, size_t part);
/* How high lines to sign are together; 0: no page holds them. */
double flow_signatures_height(struct flow *f, size_t first, size_t end);
/* Lines to sign, side by side. */
void flow_signatures(struct flow *f, size_t first, size_t end);

/* ---- Tables ---- */

/* How wide it would be with all its texts in one line, long ones in a few. */
double flow_table_width(struct flow *f, const struct paper_table *t);
void flow_table(struct flow *f, size_t part);
/* How much of it stands on one page with what is above it. */
double flow_table_least(struct flow *f, size_t part);
/* A cell as PDF prints it, with a true minus sign; until the next call. */
const char *flow_cell(struct flow *f, const struct paper_table *t, size_t i);

/* ---- Charts ---- */

double flow_chart_height(const struct paper_table *t);
void flow_chart(struct flow *f, const struct paper_table *t);
