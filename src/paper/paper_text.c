/* Renders a paper for a terminal: columns aligned, long texts broken in their column. */
#include "paper/paper_text.h"
#include "base/utf8.h"
#include "paper/paper_layout.h"
#include "paper/paper_slip.h"

#include <string.h>

#define LINE_WIDTH  100
#define STUDY_WIDTH 80 /* studies are read in terminals of any width */
#define LABEL_WIDTH 36
#define FILL_IN     "______________________________"

static unsigned line_width(const struct paper *p)
{
    return p->look == PAPER_STUDY ? STUDY_WIDTH : LINE_WIDTH;
}

/* ---- Slips ---- */

static void add_slip_line(void *context, enum slip_style style, const char *text, size_t len)
{
    struct text *out = context;
    const unsigned width = utf8_width(text, len);
    if (style == SLIP_CODE)
        return;
    const bool is_centred = style == SLIP_CENTRED || style == SLIP_LARGE;
    if (is_centred && width < SLIP_WIDTH)
        text_add_repeated(out, ' ', (SLIP_WIDTH - width) / 2);
    text_add_len(out, text, len);
    text_add_char(out, '\n');
}

/* ---- Texts ---- */

static void use_plain_minus(struct text *b)
{
    static const char minus[] = "\u2212";
    const size_t len = sizeof minus - 1;
    for (char *at = b->data; (at = strstr(at, minus)); at++) {
        *at = '-';
        memmove(at + 1, at + len, strlen(at + len) + 1);
        b->len -= len - 1;
    }
}

const char *text_value(struct text *b, const struct paper_value *v)
{
    text_clear(b);
    paper_add_print(b, v);
    if (b->cut)
        return "";
    use_plain_minus(b);
    return b->data;
}

const char *text_words(struct text *b, const char *words)
{
    const struct paper_value v = {.type = PAPER_TEXT, .text = words};
    return text_value(b, &v);
}

void text_drop(struct text *out, struct text *b)
{
    out->cut = out->cut || b->cut;
    text_free(b);
}

/* Adds text in lines of so many columns; all but the first are indented. */
static void add_wrapped(struct text *out, unsigned width, unsigned indent, const char *text)
{
    const char *line;
    size_t len = layout_take_line(&text, width - indent, &line);
    text_add_len(out, line, len);
    text_add_char(out, '\n');
    while ((len = layout_take_line(&text, width - indent, &line)) > 0) {
        text_add_repeated(out, ' ', indent);
        text_add_len(out, line, len);
        text_add_char(out, '\n');
    }
}

static void add_heading(struct text *out, const char *text, char rule)
{
    struct text b = {0};
    const char *clean = text_words(&b, text);
    text_add(out, clean);
    text_add_char(out, '\n');
    text_add_repeated(out, rule, utf8_width(clean, strlen(clean)));
    text_add_char(out, '\n');
    text_drop(out, &b);
}

/* ---- Facts ---- */

/* The width of the widest label among facts that follow each other, so that their values are
 * aligned. */
static unsigned label_width(const struct paper *p, size_t i, struct text *b)
{
    unsigned widest = 0;
    while (i > 0 && p->parts[i - 1].kind == PART_FACT)
        i--;
    for (; i < p->part_count && p->parts[i].kind == PART_FACT; i++) {
        const char *label = text_words(b, p->parts[i].text);
        const unsigned width = utf8_width(label, strlen(label));
        widest = width > widest ? width : widest;
    }
    return widest > LABEL_WIDTH ? LABEL_WIDTH : widest;
}

static void add_fact(struct text *out, const struct paper *p, size_t i)
{
    struct text b = {0};
    const unsigned width = label_width(p, i, &b);
    const char *label = text_words(&b, p->parts[i].text);
    layout_add_padded(out, label, strlen(label), width, false);
    text_add(out, "  ");
    const char *value = p->parts[i].value.is_empty ? FILL_IN : text_value(&b, &p->parts[i].value);
    /* A hash stays whole, so that it can be compared and copied. */
    const bool is_long_word = width + 2 + utf8_width(value, strlen(value)) > line_width(p) &&
                              !strchr(value, ' ') && strlen(value) < line_width(p);
    if (is_long_word)
        text_add_format(out, "\n  %s\n", value);
    else
        add_wrapped(out, line_width(p), width + 2, value);
    text_drop(out, &b);
}

/* ---- The whole paper ---- */

static void add_part(struct text *out, const struct paper *p, size_t i)
{
    const struct paper_part *part = &p->parts[i];
    const enum paper_part_kind before = i > 0 ? p->parts[i - 1].kind : PART_NOTE;
    struct text b = {0};
    if (before != PART_SECTION && (before != part->kind || part->kind == PART_TABLE))
        text_add_char(out, '\n');
    switch (part->kind) {
    case PART_SECTION:
        if (part->text)
            add_heading(out, part->text, '-');
        break;
    case PART_FACT:
        add_fact(out, p, i);
        break;
    case PART_TABLE:
        text_table(out, p, part->table, line_width(p));
        break;
    case PART_NOTE:
    case PART_CAPTION:
        add_wrapped(out, line_width(p), 0, text_words(&b, part->text));
        break;
    case PART_SIGNATURE:
        text_add(out, "\n" FILL_IN "\n");
        add_wrapped(out, line_width(p), 0, text_words(&b, part->text));
        break;
    case PART_CODE:
        break;
    }
    text_drop(out, &b);
}

void paper_to_text(const struct paper *p, struct text *out)
{
    if (p->look == PAPER_SLIP) {
        out->cut = !slip_lines(p, false, add_slip_line, out) || out->cut;
        return;
    }
    add_heading(out, p->title, '=');
    for (size_t i = 0; i < p->part_count; i++)
        add_part(out, p, i);
}
