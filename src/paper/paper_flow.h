/* Lays out a report or a form on pages: parts from top to bottom, a running header, "page n of
 * m". */
#pragma once

#include "paper/paper_canvas.h"
#include "paper/paper_internal.h"

/* The layout of a table, calculated once. */
struct table_plan {
    double size; /* of the letters, in points; 0: not calculated yet */
    double width[PAPER_COLUMNS_MAX], x[PAPER_COLUMNS_MAX];
    double head;    /* height of the head */
    float *heights; /* of each row */
};

struct flow {
    struct canvas canvas;
    const struct paper *paper;
    double width, height;     /* of a page */
    double left, right;       /* the margins within which parts stand */
    double inset;             /* distance of the content of a box from its edges */
    double y;                 /* where the next part begins */
    double box;               /* where the open box began on this page; below 0: none is open */
    unsigned page, pages;     /* pages: 0 until they are counted */
    unsigned section;         /* for a study: number of the last section */
    struct table_plan *plans; /* by part */
    struct text scratch;      /* the text that flow_value returned last */
    bool failed;              /* out of memory */
};

#define FLOW_TOP       60.0
#define FLOW_BOTTOM(f) ((f)->height - 58.0)

/* The left and right edges of parts; narrower inside a box. */
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
/* Begins a new page unless so many points are left; true when it did. */
bool flow_need(struct flow *f, double height);
/* The greatest height that a part can have. */
double flow_most(const struct flow *f);

/* Begin and end a box around parts; it may go on over pages. */
void flow_open_box(struct flow *f);
void flow_close_box(struct flow *f);

/* The value or text as it is printed; valid until the next call. */
const char *flow_value(struct flow *f, const struct paper_value *v);
const char *flow_text(struct flow *f, const char *text);

/* ---- Parts ---- */

void flow_title(struct flow *f);
/* Facts first … end - 1, in two columns. */
void flow_facts(struct flow *f, size_t first, size_t end);
void flow_emphasis(struct flow *f, const struct paper_part *part);
void flow_heading(struct flow *f, const char *text);
/* A note, on one page with so many points below it. */
void flow_note(struct flow *f, const char *text, double below);
/* A caption, on one page with what follows it. */
void flow_caption(struct flow *f, size_t part);
/* The height of all lines to sign together; 0: too high for a page. */
double flow_signatures_height(struct flow *f, size_t first, size_t end);
/* Lines to sign, side by side. */
void flow_signatures(struct flow *f, size_t first, size_t end);

/* ---- Tables ---- */

/* The width of the table with its texts in one line each, except long ones. */
double flow_table_width(struct flow *f, const struct paper_table *t);
void flow_table(struct flow *f, size_t part);
/* The height that must be on one page with the caption above it. */
double flow_table_least(struct flow *f, size_t part);
/* A cell as PDF prints it, with a true minus sign; valid until the next call. */
const char *flow_cell(struct flow *f, const struct paper_table *t, size_t i);

/* ---- Charts ---- */

double flow_chart_height(const struct paper_table *t);
void flow_chart(struct flow *f, const struct paper_table *t);
