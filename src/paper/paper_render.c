/* Renders a paper in the form that was asked for, whole or piece by piece. */
#include "paper/paper_internal.h"

#include "base/check.h"
#include "base/err.h"

const struct paper_form paper_forms[PAPER_AS_ESCPOS + 1] = {
    [PAPER_AS_TEXT] = {"text/plain; charset=utf-8", "txt"},
    [PAPER_AS_CSV] = {"text/csv; charset=utf-8", "csv"},
    [PAPER_AS_JSON] = {"application/json", "json"},
    [PAPER_AS_PDF] = {"application/pdf", "pdf"},
    [PAPER_AS_ESCPOS] = {"application/octet-stream", "escpos"},
};

/* Returns the fault that keeps the paper from being rendered in any form. */
static int check_fault(const struct paper *p, struct cr_err *err)
{
    if (!p)
        return err_set(err, CR_E_IO, "not enough memory for the paper");
    return p->fault.code != 0 ? err_set(err, p->fault.code, "%s", p->fault.text) : CR_OK;
}

/* Returns the fault that keeps the whole paper from being rendered in this form. */
static int check(const struct paper *p, enum paper_format format, struct cr_err *err)
{
    int rc = check_fault(p, err);
    if (rc != CR_OK)
        return rc;
    const struct paper_part *last = p->part_count ? &p->parts[p->part_count - 1] : NULL;
    if (last && last->table && last->table->cell_count % last->table->column_count)
        return err_set(err, CR_E_INPUT, "table %s: a cell is missing in its last row", last->key);
    if (format == PAPER_AS_ESCPOS && p->look != PAPER_SLIP)
        return err_set(err, CR_E_INPUT,
                       "%s: only slips and receipts fit a receipt printer; ask for PDF or text",
                       p->kind);
    if (format == PAPER_AS_PDF && p->row_count > PAPER_PDF_ROWS)
        return err_set(err, CR_E_RANGE,
                       "%s: %zu rows, and a PDF holds %d; ask for a shorter range, or for CSV",
                       p->kind, p->row_count, PAPER_PDF_ROWS);
    return CR_OK;
}

static int no_memory(enum paper_format format, struct cr_err *err)
{
    return err_set(err, CR_E_IO, "not enough memory for the paper as %s",
                   paper_forms[format].extension);
}

int paper_render(const struct paper *p, enum paper_format format, char **data, size_t *len,
                 struct cr_err *err)
{
    static void (*const renderers[])(const struct paper *, struct text *) = {
        [PAPER_AS_TEXT] = paper_to_text,
        [PAPER_AS_CSV] = paper_to_csv,
        [PAPER_AS_JSON] = paper_to_json,
        [PAPER_AS_ESCPOS] = paper_to_escpos,
    };
    struct text out = {0};
    int rc = check(p, format, err);
    if (rc != CR_OK)
        return rc;
    if (format == PAPER_AS_PDF)
        rc = paper_to_pdf(p, &out, err);
    else
        renderers[format](p, &out);
    if (rc == CR_OK && out.cut)
        rc = no_memory(format, err);
    if (rc != CR_OK) {
        text_free(&out);
        return rc;
    }
    *data = out.data;
    *len = out.len;
    return CR_OK;
}

/* ---- In pieces ---- */

bool paper_can_stream(enum paper_format format)
{
    return format == PAPER_AS_CSV || format == PAPER_AS_JSON;
}

/* Adds the JSON of the paper without rows: the part before the rows, or the part after them. */
static void add_around(const struct paper *p, bool is_end, struct text *out)
{
    struct text whole = {0};
    const size_t cut = paper_to_json_open(p, &whole);
    if (whole.cut)
        out->cut = true;
    else if (is_end)
        text_add_len(out, whole.data + cut, whole.len - cut);
    else
        text_add_len(out, whole.data, cut);
    text_free(&whole);
}

int paper_stream(struct paper *p, enum paper_format format, enum paper_piece piece,
                 struct text *out, struct cr_err *err)
{
    CHECK(paper_can_stream(format));
    int rc = check_fault(p, err);
    if (rc != CR_OK)
        return rc;
    CHECK(p->part_count > 0 && p->parts[p->part_count - 1].kind == PART_TABLE);
    CHECK(piece != PAPER_BEGINNING || p->parts[p->part_count - 1].table->cell_count == 0);
    if (format == PAPER_AS_JSON && piece != PAPER_NEW_ROWS)
        add_around(p, piece == PAPER_ENDING, out);
    else if (format == PAPER_AS_JSON)
        paper_rows_to_json(p, p->streamed, out);
    else if (piece == PAPER_BEGINNING)
        paper_to_csv(p, out);
    else if (piece == PAPER_NEW_ROWS)
        paper_rows_to_csv(p, out);
    if (piece == PAPER_NEW_ROWS)
        paper_forget_rows(p);
    return out->cut ? no_memory(format, err) : CR_OK;
}
