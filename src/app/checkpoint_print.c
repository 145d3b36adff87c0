/* Printing the last checkpoint. */
#include "app/checkpoint_print.h"

#include "app/ask_checkpoint.h"
#include "app/paper_out.h"
#include "base/err.h"
#include "log/proof/witness_file.h"
#include "reports/claim/checkpoint_paper.h"

#include <stdio.h>
#include <stdlib.h>

static int find(const struct checkpoint_print *what, struct checkpoint *c, struct cr_err *err)
{
    char path[4096];
    bool has = false;
    struct ask_manager *asked;
    if (what->trust != NULL) {
        snprintf(path, sizeof(path), "%s/" WITNESS_OWN, what->trust);
        int rc = witness_file_last(path, c, &has, err);
        return rc != CR_OK || has
                   ? rc
                   : err_set(err, CR_E_NOT_FOUND, "%.300s: no checkpoint is in it", path);
    }
    int rc = ask_manager_open(what->manager, &asked, err);
    if (rc != CR_OK)
        return rc;
    rc = ask_checkpoint(asked, c, err);
    ask_manager_close(asked);
    return rc;
}

static int put(const struct paper *paper, enum paper_format format, const char *path,
               int (*out)(const char *, const char *, size_t, struct cr_err *), struct cr_err *err)
{
    char *data = NULL;
    size_t len = 0;
    int rc = paper_render(paper, format, &data, &len, err);
    if (rc == CR_OK && path == NULL)
        fwrite(data, 1, len, stdout);
    else if (rc == CR_OK)
        rc = out(path, data, len, err);
    free(data);
    return rc;
}

int checkpoint_print(const struct checkpoint_print *what, struct cr_err *err)
{
    struct checkpoint c;
    int rc = find(what, &c, err);
    if (rc == CR_OK && !checkpoint_is_signed(&c, c.key))
        rc = err_set(err, CR_E_INPUT, "the checkpoint is not signed by the key it names");
    if (rc != CR_OK)
        return rc;
    struct paper *paper = checkpoint_paper(&c);
    if (what->pdf != NULL)
        rc = put(paper, PAPER_AS_PDF, what->pdf, paper_out_file, err);
    if (rc == CR_OK && what->escpos != NULL)
        rc = put(paper, PAPER_AS_ESCPOS, what->escpos, paper_out_file, err);
    if (rc == CR_OK && what->printer != NULL)
        rc = put(paper, PAPER_AS_ESCPOS, what->printer, paper_out_printer, err);
    if (rc == CR_OK && what->pdf == NULL && what->escpos == NULL && what->printer == NULL)
        rc = put(paper, PAPER_AS_TEXT, NULL, NULL, err);
    paper_free(paper);
    return rc;
}
