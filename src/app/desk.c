/* The forms of answers of the mathematician's desk; see desk.h. */
#include "app/desk.h"

#include "app/paper_out.h"
#include "app/shared_options.h"
#include "paper/paper.h"

#include <stdlib.h>
#include <string.h>

#define OWNER struct desk_form

const struct option desk_forms[] = {
    OPTION_SHARED(shared_json, bool, OWNER, json),
    {"--csv", NULL, "tables as comma-separated values", OPTION_FLAG(OWNER, csv),
     .one_of = ONE_FORM},
    {"--pdf", "FILE", "a paper to print", OPTION_FILE(OWNER, pdf), .once = true,
     .one_of = ONE_FORM},
    {"--paper", "NAME", "letter or a4", OPTION_WORD(OWNER, paper, "letter a4"), .once = true,
     .needs = "--pdf", .otherwise = "a4"},
    OPTION_END,
};

#undef OWNER

int desk_answer(const struct desk_form *form, struct desk_document *document)
{
    const enum paper_format format = form->json  ? PAPER_AS_JSON
                                     : form->csv ? PAPER_AS_CSV
                                     : form->pdf ? PAPER_AS_PDF
                                                 : PAPER_AS_TEXT;
    struct cr_err err = {0};
    char *data = NULL;
    size_t len = 0;
    if (form->paper && strcmp(form->paper, "letter") == 0)
        paper_set_letter(document->paper);
    int rc = desk_document_render(document, format, &data, &len, &err);
    if (rc == CR_OK && form->pdf)
        rc = paper_out_file(form->pdf, data, len, &err);
    else if (rc == CR_OK)
        fwrite(data, 1, len, stdout);
    free(data);
    desk_document_free(document);
    return cli_result(rc, &err);
}
