/* A paper that is written while its rows are added. */
#include "paper/paper_stream.h"

#include "base/check.h"
#include "base/err.h"
#include "paper/paper_internal.h"

bool paper_can_stream(enum paper_format format)
{
    return format == PAPER_AS_CSV || format == PAPER_AS_JSON;
}

static int check(const struct paper *p, enum paper_format format, struct cr_err *err)
{
    CHECK(paper_can_stream(format));
    if (!p)
        return err_set(err, CR_E_IO, "not enough memory for the paper");
    if (p->fault.code != 0)
        return err_set(err, p->fault.code, "%s", p->fault.text);
    CHECK(p->part_count > 0 && p->parts[p->part_count - 1].kind == PART_TABLE);
    return CR_OK;
}

/* The paper without rows as JSON, before the place of the rows or from there on. */
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
    int rc = check(p, format, err);
    if (rc != CR_OK)
        return rc;
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
    return out->cut ? err_set(err, CR_E_IO, "not enough memory for the paper as %s",
                              paper_forms[format].extension)
                    : CR_OK;
}
